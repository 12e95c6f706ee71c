package dialog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// weights lists the acts by weight: what stands first is met first. Light ones are
// passed over where something weightier or an answer is said.
var weights = []struct {
	kind  gist.ActKind
	light bool
}{
	{gist.Condolence, false}, {gist.Illness, false}, {gist.BadNews, false}, {gist.WrongPerson, false}, {gist.Contradicting, false}, {gist.NoAttachment, false},
	{gist.WrongName, false}, {gist.Rejecting, false}, {gist.Shouting, false}, {gist.Complaining, false}, {gist.GoodNews, false}, {gist.WantsDecision, false}, {gist.WantsApproval, false},
	{gist.Changing, false}, {gist.Inviting, false}, {gist.Leaving, false}, {gist.Apologising, false}, {gist.Introducing, false}, {gist.Praising, false},
	{gist.Offering, false}, {gist.Declining, true}, {gist.Accepting, true}, {gist.Reminding, true}, {gist.Answering, true}, {gist.ThankingFor, true},
	{gist.Informing, true}, {gist.SmallTalk, true}, {gist.Goodbye, true},
}

// maxActs is how many acts a mail meets.
const maxActs = 2

// verdicts are acts that want a yes or no.
var verdicts = []gist.ActKind{gist.WantsDecision, gist.WantsApproval, gist.Inviting, gist.Offering, gist.Changing}

// grave acts leave no room for cheer.
var grave = []gist.ActKind{gist.Condolence, gist.Illness, gist.BadNews}

// byChange are acts that only put a change into words: agreeing to it is the answer.
var byChange = []gist.ActKind{gist.WantsApproval, gist.WantsDecision, gist.Declining, gist.Apologising, gist.Informing, gist.Offering}

// passed are the acts that a mail which asks several things may only mention on its way.
var passed = []gist.ActKind{gist.Condolence, gist.Illness, gist.BadNews, gist.GoodNews, gist.Rejecting, gist.Leaving, gist.Introducing, gist.Praising, gist.Complaining, gist.Apologising, gist.Declining, gist.NoAttachment, gist.Changing, gist.Inviting}

// cheerful acts, and light ones, are passed over beside grave ones.
var cheerful = []gist.ActKind{gist.Apologising, gist.Declining, gist.Accepting, gist.ThankingFor, gist.Praising, gist.SmallTalk, gist.GoodNews, gist.Goodbye, gist.Offering, gist.Shouting, gist.Complaining, gist.Rejecting}

// merry are acts of mail that is no complaint, whatever words it has.
var merry = []gist.ActKind{gist.GoodNews, gist.Praising, gist.Inviting, gist.ThankingFor, gist.NoAttachment, gist.Accepting, gist.Apologising, gist.SmallTalk}

// consoling are acts that only soften a rejection.
var consoling = []gist.ActKind{gist.Inviting, gist.ThankingFor, gist.Praising, gist.Offering, gist.Complaining, gist.GoodNews}

// act meets what the mails do beside asking, and returns the number of moves. Questions
// that only put such an act into words are answered by it. Light acts wait where the
// thread is the person's own: what they want comes first.
func (p *planner) act(light bool) int {
	acts := p.acts()
	if r := p.reacted; r != nil {
		acts = slices.DeleteFunc(acts, func(a gist.Act) bool {
			vague := a.Kind == gist.Inviting && a.Value == "" && !p.answers() // "you must come and see us some time"
			return vague || slices.Contains(r.class.meets, a.Kind)
		})
	}
	if r := p.beside; r != nil {
		acts = slices.DeleteFunc(acts, func(a gist.Act) bool { return slices.Contains(r.class.meets, a.Kind) })
	}
	acts = slices.DeleteFunc(acts, func(a gist.Act) bool { return p.onTheWay(a) || p.strays(a) })
	if slices.ContainsFunc(acts, func(a gist.Act) bool { return a.Kind == gist.NoAttachment }) {
		acts = slices.DeleteFunc(acts, func(a gist.Act) bool { return a.Kind == gist.Offering }) // of what is missing
	}
	settled := p.acted(gist.Apologising) && p.answers() // who asks in passing to be excused is answered
	changing := slices.ContainsFunc(acts, func(a gist.Act) bool { return a.Kind == gist.Changing && tidy(a.Value) != "" })
	sad := p.has("react.sad") || slices.ContainsFunc(acts, func(a gist.Act) bool { return slices.Contains(grave, a.Kind) })
	rejected := slices.ContainsFunc(acts, func(a gist.Act) bool { return a.Kind == gist.Rejecting })
	for _, w := range weights {
		for _, a := range acts {
			if (a.Kind == gist.Rejecting || a.Kind == gist.BadNews && !p.sad(a)) && p.wantsAnswer() {
				continue // who turns something down asks nothing
			}
			if a.Kind == gist.WantsApproval && slices.ContainsFunc(p.items, func(it item) bool { return p.grants(&it, a) }) {
				continue // "is it all right if Sofia comes?" is answered in its words
			}
			if settled && a.Kind == gist.Apologising || (changing || p.bargained) && slices.Contains(byChange, a.Kind) {
				continue
			}
			if rejected && slices.Contains(consoling, a.Kind) {
				continue
			}
			if !a.Plain && p.answers() && (a.Kind == gist.GoodNews || a.Kind == gist.Praising) && p.knows("softly "+string(a.Kind)) {
				continue // "I've got the two new starters coming at 10"
			}
			if p.has("react") && p.knows("softly "+string(a.Kind)) && slices.Contains(merry, a.Kind) {
				continue // one kind word is enough
			}
			if !a.Plain && (len(p.items) > 1 || a.Kind == gist.Leaving && len(p.items) > 0) && slices.Contains(passed, a.Kind) || a.Kind == gist.Introducing && len(p.items) > 2 {
				continue // the mail is about what it asks
			}
			if a.Kind != w.kind || light && !w.light || sad && slices.Contains(cheerful, a.Kind) {
				continue
			}
			waits := w.light && (len(p.out.Moves) > 0 || p.answers() || p.st.Mine && !light)
			if waits || len(p.out.Moves) >= maxActs {
				return len(p.out.Moves)
			}
			if slices.Contains(grave, w.kind) && p.has("condole", "illness", "badnews", "pity", "react.sad") {
				continue // once is enough
			}
			if w.kind == gist.Complaining && (p.has("shouted") || !p.grieved(acts)) {
				continue // that was said, or nothing is complained of
			}
			if slices.Contains(verdicts, w.kind) && p.has("decided.yes", "decided.no", "approved", "refused", "invited.yes", "invited.no") {
				continue // one word on one matter
			}
			if !p.within(a) {
				p.meetAct(a)
			}
		}
	}
	return len(p.out.Moves)
}

// onTheWay reports whether news, a complaint or a farewell are only what the words of a mail
// allow, on its way to what it asks: where there are lines for what mail tells, what really
// is such is met by one of them.
func (p *planner) onTheWay(a gist.Act) bool {
	make := reactionSets()[p.out.Language]
	if make == nil || p.out.Language != "en" || p.mail.Language != p.out.Language {
		return false
	}
	words := p.words(a.Text)
	self := make().hasWord("oneself", words)
	switch a.Kind {
	case gist.Condolence:
		return a.Guessed || !p.mourns(make(), a.Text, words)
	case gist.Offering:
		return len(words) > 1 && words[1] == "i" && make().hasWord("offering oneself", words[:1]) // "Shall I bring it?" is answered in its words
	case gist.Leaving:
		return a.Guessed || !self
	case gist.WrongPerson:
		return strings.Contains(a.Text, "?") || p.answers()
	case gist.Introducing:
		return p.answers() && (a.Guessed || !make().hasWord("introducing", words))
	case gist.Reminding:
		return p.prevented // they will be there, and forgot nothing
	case gist.WantsApproval:
		return p.st.Turns > 0 && p.Files == 0 && p.begins("that is fine", a.Text) && slices.ContainsFunc(p.items, func(it item) bool { return it.text == a.Text }) // of a change
	case gist.WantsDecision:
		return make().hasWord("putting off", words) || !strings.Contains(a.Text, "ahead") && slices.ContainsFunc(p.items, func(it item) bool { return it.ask == gist.AskYesNo && p.stated(&it, true) != "" }) // "are you willing?" is answered in its words
	case gist.Complaining:
		return p.answers() || p.reacted != nil || a.Guessed
	case gist.Illness:
		return p.reacted != nil || make().hasWord("reader", words) || a.Guessed && !make().hasWord("ailing words", words)
	case gist.GoodNews:
		return p.reacted != nil && !p.holdsLine("news for you", a.Text) || a.Guessed && (make().hasWord("denying", words) || !make().hasWord("cheering", words))
	case gist.BadNews:
		return p.reacted != nil && (a.Guessed || p.sad(a)) || p.answers() && (a.Guessed || make().hasWord("reader", words)) && p.sad(a)
	case gist.Praising:
		return p.reacted != nil || p.st.Turns > 0 && len(words) < 8 && make().hasWord("pointing", words[:min(1, len(words))]) && make().hasWord("kindly", words) // "That is kind." thanks
	}
	return false
}

// mourns reports whether a sentence tells of the death of somebody, not of a machine.
func (p *planner) mourns(set *reactions, text string, words []string) bool {
	if set.hasWord("mourning", words) {
		return true
	}
	own, _, _ := strings.Cut(p.Me.Name, " ")
	named := slices.ContainsFunc(p.mail.Names, func(n string) bool { return n != own && strings.Contains(text, n) })
	return set.hasWord("dying", words) && (named || set.hasWord("kin", words) || set.hasWord("pets", words) || set.hasWord("he or she", words)) ||
		!set.hasWord("dying", words) && set.hasWord("kin", words)
}

// wantsAnswer reports whether the mail asks for more than a yes or no.
func (p *planner) wantsAnswer() bool {
	return slices.ContainsFunc(p.items, func(it item) bool { return it.ask != gist.AskYesNo && !it.wanted && !it.open })
}

// grieved reports whether a mail is mainly a complaint: it neither cheers, thanks nor
// invites, and it is not a plain question of what the person wants.
func (p *planner) grieved(acts []gist.Act) bool {
	kind := func(a gist.Act) bool { return slices.Contains(merry, a.Kind) }
	wants := func(it item) bool {
		switch it.ask {
		case gist.AskChoice, gist.AskNumber, gist.AskMoney, gist.AskFeeling, gist.AskOpinion, gist.AskRating, gist.AskMeet:
			return true
		case gist.AskDate, gist.AskTime:
			return len(it.options) > 1
		}
		return false
	}
	return !slices.ContainsFunc(acts, kind) && !slices.ContainsFunc(p.items, wants)
}

// within reports whether an act is no more than the sentence of a question that is
// answered anyway: "would you like a new one or your money back?"
func (p *planner) within(a gist.Act) bool {
	switch a.Kind {
	case gist.Condolence, gist.Illness, gist.BadNews, gist.WantsDecision, gist.WantsApproval:
		return false
	case gist.Complaining:
		return slices.ContainsFunc(p.items, func(it item) bool { return !it.wanted && it.text == a.Text }) // "Is that too late for you?"
	case gist.Changing:
		return slices.ContainsFunc(p.items, func(it item) bool {
			return byText(it.ask) && it.ask != gist.AskYesNo && strings.Contains(a.Text, strings.TrimRight(it.text, "?"))
		})
	}
	return a.Text != "" && slices.ContainsFunc(p.items, func(it item) bool { return it.ask != gist.AskYesNo && !it.wanted && it.text == a.Text })
}

// answers reports whether anything asked is still to be answered.
func (p *planner) answers() bool { return len(p.items) > 0 }

// acts are those of all mails, each kind once, with those that the person notices by
// themselves.
func (p *planner) acts() []gist.Act {
	var out []gist.Act
	for i := len(p.Mails) - 1; i >= 0; i-- {
		for _, a := range p.Mails[i].Acts[:min(len(p.Mails[i].Acts), maxItems)] {
			if !slices.ContainsFunc(out, func(have gist.Act) bool { return have.Kind == a.Kind }) && p.holds(a) {
				out = append(out, a)
			}
		}
	}
	for _, a := range []*gist.Act{p.misnamed(), p.misdated()} {
		if a != nil && !(a.Kind == gist.Contradicting && slices.ContainsFunc(p.mail.Told, func(s string) bool { return p.holdsLine("wrote before", s) })) && !slices.ContainsFunc(out, func(have gist.Act) bool { return have.Kind == a.Kind }) {
			out = append(out, *a)
		}
	}
	return out
}

// holds reports whether an act is what it seems: the attachment is missing, the name
// is not the person's, the dates do disagree.
func (p *planner) holds(a gist.Act) bool {
	switch a.Kind {
	case gist.NoAttachment:
		return p.Files == 0 && !strings.Contains(a.Text, "http")
	case gist.WrongName:
		return a.Value == "" || p.misname(a.Value)
	case gist.Condolence:
		return !p.deadThing(a.Text)
	case gist.BadNews:
		return !slices.ContainsFunc(p.items, func(it item) bool { return p.backward(&it) }) // "what did you say? I have lost my list"
	case gist.Inviting:
		return !p.holdsLine("own visit", a.Text) && !p.asksWhetherMinded() // "I would love to come and see you", "do you mind if I bring her?"
	case gist.Introducing:
		return p.st.Turns == 0 || tidy(a.Value) != "" && !p.asksWhetherMinded() // "It was good to meet you"
	case gist.GoodNews:
		return !p.holdsLine("no good news", a.Text) // "I found a house for six people"
	case gist.Changing:
		if p.think.form["sides"] != "" && p.replacedBy(strings.TrimLeft(tidy(a.Value), "0123456789"), strings.NewReplacer(" los ", " ", " las ", " ", " les ", " ").Replace(a.Text)) {
			return false // "los martes en vez de los jueves"
		}
		return p.think.form["sides"] == "" || p.st.Turns > 0 || tidy(a.Value) == "" || dateLike(p.kindOf(tidy(a.Value))) // "finalement, c'est l'alternateur, 390 euros"
	case gist.Contradicting:
		if slices.ContainsFunc(p.mail.Told, func(s string) bool { return p.holdsLine("moving days", s) || p.holdsLine("wrote before", s) }) {
			return false // one is moved to another, or put right
		}
		if first, second, two := strings.Cut(a.Value, "|"); two {
			return !slices.ContainsFunc(p.items, func(it item) bool { // two that are offered do not contradict
				return slices.Contains(it.options, tidy(first)) && slices.Contains(it.options, tidy(second))
			})
		}
		m := p.think.read(a.Value, p.Now)
		return !m.dated || m.weekday != int(m.day.Weekday()) && p.near(m)
	}
	return true
}

// meetAct says what the person has to say to one act.
func (p *planner) meetAct(a gist.Act) {
	topic := p.actTopic(a)
	it := item{text: a.Text, topic: topic, stems: p.think.stems(topic), means: p.telling(p.think.stems(topic)), told: p.think.stems(topic + " " + a.Text), words: p.think.stems(topic + " " + a.Text)}
	if a.Kind == gist.BadNews && !p.sad(a) {
		if p.has("illness", "condole") {
			return // that was said
		}
		p.say(Move{Slot: "pity", Values: values("topic", topic), Core: true})
		return
	}
	move := func(slot string, more ...string) {
		p.say(Move{Slot: slot, Values: values(append([]string{"topic", topic}, more...)...), Core: true})
	}
	if a.Kind == gist.GoodNews && p.holdsLine("news for you", a.Text) && p.think.lines("glad of news") != nil {
		p.cover(a)
		move("said", "value", p.worded("glad of news", ""))
		p.st.Mood++
		return
	}
	if a.Kind == gist.Accepting && dateLike(p.kindOf(tidy(a.Value))) {
		p.inform(topic, a.Text)
		return
	}
	if lines := p.softly(a); lines != nil {
		p.cover(a)
		move := Move{Slot: "react", Values: map[string]string{"value": p.phrased(rng.Pick(p.habit("react"), lines), strings.NewReplacer())}, Core: true}
		if slices.Contains(grave, a.Kind) {
			move.Slot = "react.sad"
		}
		p.say(move)
		p.st.Mood += moods[a.Kind]
		return
	}
	if a.Kind == gist.Illness && p.hopeless() {
		p.cover(a)
		p.say(Move{Slot: "react.sad", Values: map[string]string{"value": p.phrased(rng.Pick(p.habit("react"), reactionSets()[p.out.Language]().lines["no hope"]), strings.NewReplacer())}, Core: true})
		return
	}
	if plain, ok := plainActs[a.Kind]; ok {
		if a.Kind == gist.ThankingFor {
			topic = "" // "glad with your hip"
		}
		if a.Kind == gist.WrongPerson && p.holdsLine("not them", a.Text) {
			plain = "wrongperson.mine" // they got what was not theirs
		}
		p.cover(a)
		if a.Kind == gist.NoAttachment {
			p.hangs()
		}
		move(plain)
		p.st.Mood += moods[a.Kind]
		return
	}
	switch a.Kind {
	case gist.Contradicting:
		p.contradict(a)
	case gist.WrongName:
		own, _, _ := strings.Cut(tidy(p.Me.Name), " ")
		if own = tidy(own); own != "" { // who has no name is not called by another's
			move("wrongname", "own", own, "other", a.Value)
		}
	case gist.WantsDecision:
		if slices.ContainsFunc(p.items, func(it item) bool { return it.ask != gist.AskYesNo && !it.wanted }) {
			return // what is asked is the decision, or comes before it
		}
		p.decide(a, it, "decided.yes", "decided.no", "reason yes")
	case gist.WantsApproval:
		if p.begins("minding", a.Text) {
			return // minds answers it
		}
		if p.has("attachment.missing") || slices.ContainsFunc(p.items, func(it item) bool { return it.text == a.Text && it.ask == gist.AskChoice }) || slices.ContainsFunc(p.items, func(it item) bool { return it.text == a.Text && p.stated(&it, true) != "" }) {
			return // what is not there cannot be approved; "do you mind if I bring her?" is answered in its words
		}
		if _, sum := p.raise(); sum != "" {
			p.cover(a)
			p.agreesToRaise("", false)
			return
		}
		p.decide(a, it, "approved", "refused", "reason yes")
	case gist.Inviting:
		if slices.ContainsFunc(p.items, func(it item) bool {
			return len(it.options) > 0 && it.ask != gist.AskYesNo || p.ofNamed(&it) || p.holdsLine("joining in", it.text) && p.stated(&it, true) != ""
		}) {
			return // which day is the answer, or whether the child may come
		}
		p.invited(a, it)
	case gist.Changing:
		if p.out.Language == "de" && slices.ContainsFunc(p.items, func(it item) bool { return it.ask == gist.AskChoice }) {
			return // "Eiche statt Nussbaum"
		}
		if p.kindOf(tidy(a.Value)) == gist.AskNumber && slices.ContainsFunc(p.items, func(it item) bool {
			return it.ask == gist.AskNumber || it.ask == gist.AskWhat || it.ask == gist.AskChoice
		}) {
			return // "I may have to push two together" changes nothing that was asked
		}
		p.change(a, it)
	case gist.Offering:
		p.offered(a, it)
	case gist.Introducing:
		move("introduced", "name", p.personal(a.Value))
	case gist.Leaving:
		move("farewell", "name", p.personal(a.Value))
	case gist.Answering:
		move("answered", "value", p.newest(""))
	case gist.Informing:
		p.inform(topic, a.Text)
	case gist.SmallTalk:
		p.chat(it)
	}
}

// knows reports whether the language has lines of a name.
func (p *planner) knows(lines string) bool {
	make := reactionSets()[p.out.Language]
	return make != nil && make().lines[lines] != nil
}

// softly are the lines for news and praise that may be none: what only the words of a
// sentence allow, or stands on the way to a question. Nil for what is sure.
func (p *planner) softly(a gist.Act) []string {
	make := reactionSets()[p.out.Language]
	if make == nil || !a.Guessed && len(p.seen) == 0 {
		return nil
	}
	return make().lines["softly "+string(a.Kind)]
}

// chat answers small talk, about what it is about where there is something to say.
func (p *planner) chat(it item) {
	value := ""
	if lines := p.think.special("smalltalk", it.stems, append(it.words, p.mailWords()...)); lines != nil {
		value = rng.Pick(p.habit("smalltalk"), lines)
	}
	p.say(Move{Slot: "smalltalk", Values: values("value", value), Core: true})
}

// sad reports whether bad news are about death, illness or loss, not only a pity.
func (p *planner) sad(a gist.Act) bool {
	words := append(rootsOf(a.Text+" "+a.Topic), p.mailWords()...)
	return len(p.think.sets["grave news"]) == 0 || p.think.names("grave news", words)
}

// actTopic is the topic of an act where it tells something. News and the like name many
// things: only what the whole mail is about is repeated.
func (p *planner) actTopic(a gist.Act) string {
	it := item{topic: tidy(a.Topic)}
	if !p.tells(&it) {
		return ""
	}
	switch a.Kind {
	case gist.GoodNews, gist.BadNews, gist.Rejecting, gist.Apologising, gist.Informing, gist.Complaining, gist.Declining, gist.Accepting, gist.Answering, gist.WantsDecision, gist.WantsApproval:
		if common(p.think.stems(it.topic), p.think.stems(p.mail.NounPhrase)) == 0 {
			return ""
		}
	}
	return it.topic
}

// personal returns a name where it can be one of a person.
func (p *planner) personal(name string) string {
	name = tidy(name)
	for _, w := range strings.Fields(name) {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(r) {
			return ""
		}
	}
	if p.kindOf(name) != gist.AskChoice {
		return ""
	}
	return name
}

// plainActs are met with one sentence, whatever they are about.
var plainActs = map[gist.ActKind]string{
	gist.Condolence: "condole", gist.Illness: "illness", gist.BadNews: "badnews", gist.GoodNews: "goodnews", gist.Rejecting: "rejected", gist.Praising: "praised",
	gist.Apologising: "forgive", gist.ThankingFor: "thanked", gist.Shouting: "shouted", gist.Reminding: "reminded",
	gist.Complaining: "complained", gist.Accepting: "accepted", gist.Declining: "declined", gist.Goodbye: "goodbye", gist.NoAttachment: "attachment.missing",
	gist.WrongPerson: "wrongperson",
}

// hopeless reports whether the mail says that somebody will not recover: nobody wishes a good
// recovery then.
func (p *planner) hopeless() bool {
	make := reactionSets()[p.out.Language]
	return make != nil && len(make().lines["no hope"]) > 0 && slices.ContainsFunc(p.mail.Told, func(s string) bool { return p.holdsLine("no hope", s) })
}

// deadThing reports whether what has died in a sentence was never alive, "bring the big speaker,
// mine died", in a mail that names no relative and no pet.
func (p *planner) deadThing(text string) bool {
	make := reactionSets()[p.out.Language]
	if make == nil || !p.holdsLine("dead thing", text) {
		return false
	}
	return !slices.ContainsFunc(p.sceneTexts(), func(s string) bool {
		words := p.words(s)
		return make().hasWord("kin", words) || make().hasWord("pets", words)
	})
}

// moods are what acts do to the mood in a thread.
var moods = map[gist.ActKind]int{gist.Rejecting: -1, gist.Shouting: -1, gist.Complaining: -1, gist.Praising: 1, gist.GoodNews: 1, gist.Apologising: 1, gist.Accepting: 1}

// cover drops the questions that only put an act into words: those like its sentence,
// and for an invitation, a decision and an approval the plain yes or no beside it.
func (p *planner) cover(a gist.Act) {
	if a.Kind == gist.SmallTalk {
		return
	}
	act, once := p.stems(a.Text), true
	wants := a.Kind == gist.Inviting || a.Kind == gist.WantsDecision || a.Kind == gist.WantsApproval
	p.items = slices.DeleteFunc(p.items, func(it item) bool {
		yesNo := it.ask == gist.AskYesNo || it.wanted || it.ask == gist.AskWhat || it.ask == gist.AskOpinion || it.ask == gist.AskMeet && a.Kind == gist.Changing
		if yesNo && a.Text != "" && (it.text == a.Text || likeness(act, p.stems(it.text)) >= 0.6) {
			return true
		}
		bare := it.ask == gist.AskYesNo && (a.Kind != gist.Inviting || it.topic == "") || it.wanted && p.think.names("agreeing to", rootsOf(it.verb))
		if wants && once && bare {
			once = it.wanted
			return true
		}
		return false
	})
}

// grants reports whether leave that is asked for can be given in the words of the question.
func (p *planner) grants(it *item, a gist.Act) bool {
	return it.ask == gist.AskYesNo && it.text != "" && strings.Contains(a.Text, strings.TrimRight(it.text, "?. ")) && p.holdsLine("asks leave", it.text) && p.stated(it, true) != ""
}

// hangs drops what is not answered while an attachment is missing: what somebody thinks of
// it, whether they agree to it, and what they do with it. A day, a figure or a choice can be
// told without it.
func (p *planner) hangs() {
	p.items = slices.DeleteFunc(p.items, func(it item) bool {
		if lines := p.think.lines("of the file"); lines != nil && it.ask == gist.AskYesNo && !p.holdsLine("of the file", it.text) {
			return false // "Souhaitez-vous ajouter ce jour ?"
		}
		switch it.ask {
		case gist.AskYesNo, gist.AskOpinion, gist.AskWhat, gist.AskRating, gist.AskStatus:
			return true
		}
		return it.wanted && !it.document
	})
}

// decide decides or approves, with a reason.
func (p *planner) decide(a gist.Act, it item, yes, no, reasons string) {
	p.cover(a)
	if p.out.Language == "en" && strings.Contains(a.Text, "ahead") {
		it.topic, reasons = "", "" // "Please go ahead"
	}
	chance := 0.85
	if p.Me.Temperament == "difficult" || p.Me.Temperament == "skeptical" {
		chance = 0.65
	}
	slot := yes
	if !p.habit("decide").Chance(chance) {
		slot, reasons = no, "reason against"
		if len(p.mail.Amounts) > 0 {
			it.words = append(it.words, p.think.stems("approve budget")...)
			reasons = "reason no"
		}
	}
	reason := ""
	if reasons != "" {
		reason = p.pickWord(reasons, it)
	}
	p.say(Move{Slot: slot, Values: values("topic", it.topic, "reason", reason), Core: true})
}

// invited accepts an invitation or declines it with a reason.
func (p *planner) invited(a gist.Act, it item) {
	p.cover(a)
	day := tidy(a.Value)
	when := func(it item) bool { return it.ask == gist.AskMeet }
	if slices.ContainsFunc(p.items, when) {
		day = "" // it is looked for
	}
	chance := 0.75
	if p.answers() {
		chance = goingOn
	}
	if p.habit("invited").Chance(chance) && !p.engaged(day) {
		p.say(Move{Slot: "invited.yes", Values: values("topic", it.topic, "day", day), Core: true})
		if day != "" {
			p.out.Moves[len(p.out.Moves)-1].Claim = p.claim(gist.AskMeet, it.topic, day)
		}
		return
	}
	p.items = slices.DeleteFunc(p.items, when)
	p.say(Move{Slot: "invited.no", Values: values("topic", it.topic, "day", day, "reason", p.pickWord("invited no", it)), Core: true})
}

// offered takes an offer or declines it.
func (p *planner) offered(a gist.Act, it item) {
	asked := slices.ContainsFunc(p.items, func(it item) bool {
		return it.ask != gist.AskYesNo && !it.wanted || it.text != a.Text || p.offersHelp(it.text) || p.out.Language == "de" && p.stated(&it, true) != "" // "bring sie mir mit"
	})
	if p.st.Mine || asked {
		return // what one asked for is no cold offer, and "shall I take A or B?" is none
	}
	p.cover(a)
	chance := 0.45
	wants := p.think.stems(p.Me.Wants)
	if slices.ContainsFunc(it.stems, func(w string) bool { return slices.Contains(wants, w) }) || p.You.Trust > 30 {
		chance = 0.85
	}
	if p.habit("offered").Chance(chance) {
		p.say(Move{Slot: "offered.yes", Values: values("topic", it.topic), Core: true})
		return
	}
	it.words = append(it.words, stem("offer"))
	p.say(Move{Slot: "offered.no", Values: values("topic", it.topic, "reason", p.pickWord("reason no", it)), Core: true})
}

// newest is the first value that the mail states of a kind, of any for none.
func (p *planner) newest(kind gist.Ask) string {
	for _, s := range p.mail.Stated {
		if kind == "" || s.Ask == kind {
			return tidy(s.Value)
		}
	}
	return ""
}

// fallback is what a mail gets that asks nothing and does nothing that was understood.
func (p *planner) fallback() Move {
	g := p.mail
	slot := map[gist.Kind]string{
		gist.Thanking: "thanked", gist.Closing: "goodbye", gist.Complaint: "complained", gist.Information: "informed", gist.Invoice: "informed",
		gist.Introduction: "introduced", gist.Cold: "offered.no", gist.Newsletter: "informed",
	}[g.Kind]
	topic := ""
	if slot == "complained" && !p.apt(actMatters[gist.Complaining], -1) {
		slot = "informed"
	}
	switch {
	case p.st.Closed || slot == "" && g.Closing:
		slot = "goodbye"
	case slot == "" && g.Thanks:
		slot = "thanked"
	case (slot == "" || g.Kind == gist.Information) && g.Words >= 40 && len(g.Numbers) == 0 && len(g.Amounts) == 0 && len(g.Stated) == 0:
		slot = "smalltalk" // a letter
	case slot == "" && g.Words > 2:
		slot, topic = "informed", g.NounPhrase
	case slot == "":
		slot = "ask.what"
	case slot == "informed" || slot == "complained":
		topic = g.NounPhrase
	}
	if slot == "informed" {
		if note := p.noted(); note != "" {
			return Move{Slot: "informed.note", Values: map[string]string{"value": note}, Core: true}
		}
	}
	m := Move{Slot: slot, Values: values("topic", topic), Core: true}
	if slot == "offered.no" {
		m.Values = values("reason", p.pickWord("reason no", item{words: []string{stem("offer")}}))
	}
	return m
}
