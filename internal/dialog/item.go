package dialog

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/mailsim/mailsim/internal/gist"
)

// item is one thing asked of the person.
type item struct {
	ask                      gist.Ask
	text, topic, unit, label string
	kind                     string        // "how often", "how far": what the question's words ask
	options                  []string      // to choose among; dates offered too
	picks                    []gist.Pick   // what it leaves to choose among
	bound                    bool          // those stand elsewhere in its mail
	choices                  []gist.Option // the same, with how each is said
	right                    bool          // one of them is right, the others are mistaken
	low, high                int
	result                   string
	of                       gist.Whose
	only                     int    // see gist.Question.If
	inCase                   bool   // see gist.Question.Case
	place                    int    // where it stands in its mail
	offers                   bool   // the mail names several things beside it
	open                     bool   // what is asked could not be read
	verb                     string // of a request
	wanted, document         bool   // something is to be done; a document is wanted
	clause, language         string // what asks, and in which language
	mainly                   string // what it names beside "something else"
	follow                   string // what is promised to somebody who wants to be told of what comes: "let me know once it is gone"
	until                    string // the day by which it must be, as the mail names it
	by                       string // by when a request wants it done: "by Wednesday lunchtime"
	not                      bool   // it is not to be done
	round                    string // what is to be asked of somebody else, and told: "ask Tom and let you know"
	moot                     bool   // what was said leaves nothing to answer
	before                   string // the sentence before it, see gist.Question.Before
	and                      bool   // it stands behind "and", see gist.Question.And
	unmet                    bool   // nothing was said of it yet
	claimed                  string // what was noted of its answer, as [Claim.About] has it
	lacking                  bool   // a statement that lacks a value of its reader
	echo, denial             string // a short yes and no: "I did", "I did not"

	stems []string // telling words of the topic
	means []string // those of stems that tell what is meant
	told  []string // telling words of topic and question
	said  []string // telling words of the question
	words []string // all words of topic and question, as stems
}

// collect returns what the mails ask, in their order: questions, then requests. What is
// asked twice is answered once.
func (p *planner) collect() []item {
	var out []item
	for _, g := range p.Mails {
		from := len(out)
		for at, q := range g.Questions {
			if read, ok := p.spelled(q, g); ok {
				for _, r := range read.Requests {
					r.Place, r.Label = q.Place, q.Label
					g.Requests = append(slices.Clip(g.Requests), r)
				}
				if len(read.Questions) == 0 {
					continue
				}
				short := q
				q = read.Questions[0]
				q.Place, q.Label = short.Place, short.Label
			}
			if it, ok := p.leftTo(q, g); ok {
				out = p.join(out, it)
				continue
			}
			if p.idleAsk(q, at+1 == len(g.Questions) && len(g.Requests) == 0) || at > 0 && p.ifYouCan(q, g.Questions[at-1]) || p.andSends(q, &g) {
				continue
			}
			it, ok := p.asksRound(q, g)
			if !ok {
				it, ok = p.bidsPlainly(q, g)
			}
			if ok {
				out = p.join(out, it)
				continue
			}
			if p.tellsOnly(q, g) || p.notice(q.Text) || p.leads(q, g) {
				continue
			}
			if said, only := p.followUp(q.Text); only {
				if said != "" {
					out = append(out, item{ask: gist.AskWhat, text: q.Text, label: q.Label, place: q.Place, follow: said})
				}
				continue
			}
			if it, ok := p.bidIn(q, g.Language); ok {
				out = p.join(out, it)
				continue
			}
			if again := p.asksAgain(q.Text, q.Label, q.Place); len(again) > 0 {
				out = p.joinAll(out, again)
				continue
			}
			if p.prevents(q) {
				continue
			}
			if q.Ask != gist.AskYesNo && p.sendsThem(q.Text) {
				out = p.join(out, item{text: q.Text, verb: p.think.form["send"], wanted: true, document: true, clause: q.Text, language: g.Language})
				continue
			}
			if p.unasked(q, g) {
				if p.holdsLine("if agreed", q.Text) {
					out = p.join(out, item{text: q.Text, verb: "confirm", wanted: true, clause: q.Text, language: g.Language, place: q.Place})
				}
				continue
			}
			if it, ok := p.handsOver(q, g); ok {
				out = p.join(out, it)
				continue
			}
			out, q = p.firstHalf(out, q, g)
			it = p.question(q, g)
			it.picks = q.Picks
			p.rereads(&it)
			out = p.join(out, it)
			if more, ok := p.secondHalf(&it, g); ok {
				out = p.join(out, more)
			}
		}
		if p.wantsAddress(g, out) {
			out = p.join(out, item{ask: gist.AskAddress, text: "What is your address?", clause: "What is your address?", kind: "what", of: gist.OfReader, place: maxItems * maxStems, language: g.Language})
		}
		out = append(out, p.lacking(g, out)...)
		asked := len(out) > 0
		for _, r := range g.Requests {
			verb, clause := rootsOf(r.Verb), r.Clause
			if clause == "" {
				clause = r.Text
			}
			if before, aim, ok := strings.Cut(clause, " so that "); ok && g.Language == "en" {
				if clause = before; r.Object != "" && !strings.Contains(strings.ToLower(before), strings.ToLower(strings.TrimPrefix(r.Object, "the "))) && strings.Contains(strings.ToLower(aim), strings.ToLower(strings.TrimPrefix(r.Object, "the "))) {
					r.Object = "" // "your hours so that I can close the file"
				}
			}
			if again := p.asksAgain(clause, r.Label, r.Place); len(again) > 0 {
				out = p.joinAll(out, again)
				continue
			}
			if it, ok := p.asksRound(gist.Question{Text: r.Text, Label: r.Label, Place: r.Place, Topic: r.Object}, g); ok {
				out = p.join(out, it)
				continue
			}
			if it, ok := p.looksFor(r); ok {
				out = p.join(out, it)
				continue
			}
			switch {
			case !r.Document && p.think.names("idle", verb) && !(p.begins("would", r.Text) && strings.Contains(r.Text, "?")):
				continue // "please understand"
			case p.notice(r.Text) || p.holdsLine("to be forgotten", r.Text):
				continue // noticed says it; "please ignore my last mail"
			case p.follows(&out, r, clause):
				continue
			case !r.Document && p.begins("on condition", r.Text) && !shortCase(r.Text) && p.think.names("writing again", verb):
				continue // "if it causes you difficulty, please talk to me"
			case strings.HasSuffix(r.Text, ":") || !strings.Contains(r.Text, "?") && p.holdsLine("may refuse", r.Text):
				continue // "I need the following:", "please say no if it is too much"
			case (asked || g.Language == "en" && len(g.Requests) > 1 && (strings.HasPrefix(strings.ToLower(clause), "we need ") || strings.HasPrefix(strings.ToLower(clause), "we'll need "))) && !r.Document && p.think.names("own need", verb):
				continue // "I need to buy the sausages" asks nothing
			case asked && p.think.names("answering", verb) && !p.think.names("sending", verb) && p.holdsLine("these answers", clause):
				continue // "Please reply with these details."
			case asked && tidy(r.Object) == "" && p.think.names("answering", verb) && !p.particled(r.Verb, clause) && !p.refersBack(r.Verb, clause) && !p.hands(r.Verb, clause) && !p.sendsThose(r.Verb, clause):
				continue // "Could you let me have it?" asks the same again
			case p.think.names("sending", verb) && (p.refersBack(r.Verb, clause) || p.sendsThose(r.Verb, clause)) && slices.ContainsFunc(out, func(it item) bool { return it.document }):
				continue // "We need your pay slips. Could you send them by Friday?"
			}
			if tidy(r.Object) == "" && p.begins("would", r.Text) && !p.holdsLine("pleading", r.Text) {
				out = p.join(out, item{ask: gist.AskYesNo, text: r.Text, label: r.Label, place: r.Place, of: gist.OfReader, clause: clause, language: g.Language}) // "Would you go again?"
				continue
			}
			if g.Language == "en" && p.begins("heard or seen", r.Text) || r.If == 0 && p.begins("yes or no asks", r.Text) && p.holdsLine("or not", r.Text) {
				out = p.join(out, item{ask: gist.AskYesNo, text: r.Text, label: r.Label, of: gist.OfReader, clause: r.Text, language: g.Language, place: r.Place}) // "Could you hear the lift?"
				continue
			}
			if p.think.names("repeating", verb) {
				out = p.join(out, item{ask: gist.AskRemind, text: r.Text, topic: tidy(r.Object)})
				continue
			}
			out = p.join(out, item{text: r.Text, label: r.Label, topic: tidy(r.Object), verb: strings.ToLower(tidy(r.Verb)), wanted: true, document: r.Document, clause: clause, language: g.Language, only: r.If, place: r.Place, before: r.Before, by: cmp.Or(r.By, g.Deadline), not: r.Not})
		}
		out = p.wholeRound(p.joinAll(out, p.bids(g)), g)
		out = p.joinAll(out, p.forgotten(g, out))
		if days := p.days(g.Dates); len(days) == 2 && p.think.form["sides"] != "" && !slices.ContainsFunc(out, func(it item) bool { return len(it.options) > 1 || dateLike(it.ask) }) {
			at := slices.IndexFunc(g.Told, func(s string) bool {
				return strings.Contains(s, days[0]) && strings.Contains(s, days[1]) && p.offersTwo(s) && p.holdsLine("can come", s)
			})
			if at >= 0 { // "Un technicien peut passer le 18 ou le 20."
				out = p.join(out, item{ask: gist.AskMeet, text: g.Told[at], options: days, of: gist.OfReader, place: -1, language: g.Language})
			}
		}
		if p.out.Language == "en" || p.out.Language == "de" || p.think.form["sides"] != "" {
			slices.SortStableFunc(out[from:], func(a, b item) int { return a.place - b.place })
		}
	}
	out = slices.DeleteFunc(out, func(it item) bool { return it.ask == gist.AskWhat && aside(it.text) })
	if len(out) > 1 {
		out = slices.DeleteFunc(out, func(it item) bool {
			if it.ask == gist.AskHow && p.begins("how was it", it.text) {
				return true // "Wie war das noch mit den Noten, Papier oder PDF?"
			}
			if it.ask == gist.AskYesNo && len(p.words(it.text)) < 4 && p.looksBack(it.text) && len(p.after(&it)) == 0 {
				return true // "On which day is it, did we say?"
			}
			lead := it.ask == gist.AskWhat && it.topic == "" && (len(it.told) == 0 || strings.HasSuffix(strings.TrimRight(it.text, "?. 1"), ":"))
			lead = lead || it.ask == gist.AskRemind && len(p.after(&it)) == 0 && !p.makesSure(&it) && len(p.kindsIn(it.words)) == 0 && it.kind == "what" // "What did you say, how many?"
			lead = lead || it.ask == gist.AskYesNo && len(it.told) == 0 && it.language == "de" && p.holdsLine("idle asks", it.text)                      // "Ach ja, und weißt du, wo …"
			lead = lead || it.ask == gist.AskNumber && it.unit == "" && p.loose(&it, out)                                                                // "I need exact numbers: how many …"
			n := len(p.words(it.text))
			lead = lead || it.ask == gist.AskOpinion && it.topic == "" && len(it.options) == 0 && (n < 4 || n < 7 && it.language == "en") && !p.begins("feels", it.text) // "What would you say?"
			return lead && it.follow == "" && (strings.HasSuffix(strings.TrimRight(it.text, "?. 1"), ":") || it.ask == gist.AskOpinion && p.choiceBeside(&it, out) || !p.shapely(&it))
		})
	}
	for i := len(out) - 1; i > 0; i-- { // "His sister asks if one of us would speak. Would you?"
		if last := out[i-1]; out[i].ask == gist.AskYesNo && last.ask == gist.AskYesNo && strings.HasSuffix(out[i].text, "?") && !strings.Contains(last.text, "?") && len(wordsOf(out[i].text)) == 2 && last.label == "" {
			out = slices.Delete(out, i-1, i)
		}
	}
	hangOn(out)
	out = p.whoAgrees(out)
	return out[:min(len(out), maxItems)]
}

// tellsOnly reports whether a question is none: "I want to tell you how kind he was".
func (p *planner) tellsOnly(q gist.Question, g gist.Gist) bool {
	told := func(a gist.Act) bool { return a.Text == q.Text && slices.Contains(tellingActs, a.Kind) }
	switch {
	case q.Ask == gist.AskWho && p.holdsLine("those who", q.Text) && !strings.Contains(q.Text, "?"):
		return true
	case p.holdsLine("says how much", q.Text) && !strings.Contains(q.Text, "?"):
		return true // "I just wanted to say how much your letter meant to me"
	case q.Open || q.Wanted || strings.Contains(q.Text, "?") || q.Label != "" || len(p.words(q.Text)) < 5:
		return false
	case slices.ContainsFunc(g.Acts, told) || p.holdsLine("may refuse", q.Text) || p.begins("asks others", q.Text) || p.holdsLine("will tell", q.Text):
		return true // "I'll ask if it is free", "I'll let you know when it's here"
	case q.Ask == gist.AskChoice && q.Kind == "which" && len(q.Options) == 0:
	case q.Ask != gist.AskHow && q.Ask != gist.AskWhy && q.Ask != gist.AskWhat && q.Ask != gist.AskRating:
		return false
	}
	return !p.holdsLine("wants told", q.Text)
}

// tellingActs are acts whose sentence asks nothing, where it is no question by its mark.
var tellingActs = []gist.ActKind{gist.Apologising, gist.Condolence, gist.Illness, gist.BadNews, gist.GoodNews, gist.ThankingFor, gist.Praising}

// question makes an item of a question: with the dates and options that it is about, and
// a topic only where that tells something.
func (p *planner) question(q gist.Question, g gist.Gist) item {
	it := item{ask: q.Ask, text: q.Text, topic: tidy(q.Topic), unit: tidy(q.Unit), label: q.Label, kind: q.Kind, low: q.Low, high: q.High, result: tidy(q.Result), of: q.Of, only: q.If, inCase: q.Case, place: q.Place, offers: q.Offers, open: q.Open, choices: q.Choices, right: q.Right, clause: q.Text, language: g.Language, before: q.Before, and: q.And, echo: q.Echo, denial: q.Denial}
	if it.ask == "" {
		it.ask = guess(q)
	}
	if sides := p.withOrWithout(&it); sides != nil {
		it.ask, it.kind, it.options, it.choices, it.clause = gist.AskChoice, "", sides, nil, ""
		return it
	}
	if it.unit == "apart" || strings.HasPrefix(it.unit, "t-") {
		it.unit = "" // "how far apart should we plant them?", "reste-t-il"
	}
	if asked := p.hopedFor(q); asked != "" && g.Language == "en" {
		it.ask, it.kind, it.topic, it.text, it.clause, it.before = gist.AskYesNo, "", "", asked, asked, ""
	}
	if it.ask == gist.AskWhat && g.Language == "en" && p.begins("would", q.Text) && !slices.ContainsFunc(p.words(q.Text), func(w string) bool { return asksOpenly[w] }) {
		it.ask, it.kind = gist.AskYesNo, "" // "Would you say a few words about her?"
	}
	if (it.ask == gist.AskChoice || it.ask == gist.AskYesNo && g.Language == "en" && strings.Contains(q.Text, ",")) && q.Kind == "" && p.begins("whether any", q.Text) {
		it.ask, q.Options = gist.AskYesNo, nil // "Has anything changed, for example a new address?"
		it.text, _, _ = strings.Cut(q.Text, ",")
		it.clause = it.text + "?"
	}
	if it.ask == gist.AskOpinion {
		p.inPassing(&it)
	}
	if it.ask == gist.AskMeet && q.Kind == "what" && p.holdsLine("time of day", q.Text) {
		it.ask = gist.AskWhat
	}
	offered := q.Options
	if len(offered) == 0 && (dateLike(it.ask) || it.ask == gist.AskChoice && it.topic == "" && q.Kind == "which" && len(g.Dates) > 1 && !(g.Language == "en" && p.holdsLine("is right", q.Text)) && len(p.telling(p.think.stems(q.Text))) == 0) {
		if offered = q.Dates; len(offered) == 0 && len(g.Dates) > 1 && (q.Kind == "which" || q.Kind == "what" || q.Kind == "when") && !p.past(q.Text) {
			if it.until = p.until(g); it.until == "" {
				offered = g.Dates // "Monday or Friday. Which day would you like?"
			}
		}
	}
	for _, o := range offered {
		if wanted := gist.Wanted(g.Language, o, g.Manner); wanted != "" {
			o = wanted // "que le devolvamos el dinero"
		}
		if head, last, ok := lastCut(o); ok && p.think.sets["remembering"][stem(strings.ToLower(last))] && p.looksBack(q.Text) {
			o = head // "hattest du Papier oder PDF gesagt?"
		}
		if o = p.theDay(tidy(o)); p.optional(o) && !p.replacedBy(o, q.Text) && !slices.Contains(it.options, o) {
			it.options = append(it.options, o)
		}
	}
	if len(it.options) > 1 && p.think.form["sides"] != "" && q.Kind == "" && p.offersTwo(q.Text) && !slices.ContainsFunc(it.options, func(o string) bool { return within(p.think.stems(o), p.think.stems(q.Text)) }) {
		it.ask, it.options, it.offers = gist.AskChoice, nil, true // "à 19h50 ou à 20h30. Tu passes me prendre ou je te rejoins ?"
	}
	if dateLike(it.ask) {
		it.options = p.daysLeft(p.eachDay(it.options))
	}
	if n := len(it.options); n > 1 && p.think.form["sides"] != "" && strings.HasPrefix(strings.TrimLeft(q.Text, "¿ "), it.options[0]) && strings.ToLower(it.options[n-1]) == it.options[n-1] {
		it.options[0] = strings.ToLower(it.options[0]) // "Chocolat ou fruits rouges ?"
	}
	if len(q.Options) == 0 { // a time is no day, and "this month" is neither
		it.options = slices.DeleteFunc(it.options, func(o string) bool {
			m := p.think.read(o, p.Now)
			return it.ask == gist.AskTime && m.minutes < 0 || it.ask == gist.AskDate && len(it.options) > 1 && m.day.IsZero()
		})
	}
	if p.think.form["or"] != "" && it.ask == gist.AskWhat && q.Offers && p.holdsLine("something else", q.Text) {
		if head, _, ok := strings.Cut(it.text, ","); ok { // "What makes you hesitate, the price or something else?"
			if first, _, ok := strings.Cut(strings.TrimSpace(it.text[len(head)+1:]), " "+p.think.form["or"]+" "); ok && len(strings.Fields(first)) < 5 {
				it.mainly = tidy(first)
			}
		}
	}
	if len(it.options) == 0 && q.Kind != "" {
		switch it.ask {
		case gist.AskNumber, gist.AskDuration, gist.AskTime, gist.AskPlace, gist.AskWho, gist.AskMoney, gist.AskPhone, gist.AskAddress:
			if pair := p.tailPair(q.Text); pair != nil {
				for i, o := range pair {
					if wanted := gist.Wanted(g.Language, o, g.Manner); wanted != "" {
						pair[i] = wanted // "deine oder die vom Büro"
					}
				}
				it.ask, it.options = gist.AskChoice, pair // "how long, half an hour or an hour?"
			}
		}
	}
	if it.ask == gist.AskWhat && q.Kind == "what" && q.Offers && p.think.form["sides"] != "" && it.topic == "" && len(it.options) == 0 && (len(p.words(q.Text)) < 5 || p.holdsLine("what suits", q.Text)) {
		if days := p.days(g.Dates); len(days) > 1 {
			it.ask, it.options = gist.AskDate, days // "mardi 2 ou jeudi 4. Tu prends quoi ?"
		}
	}
	if q.Kind == "when" && len(q.Options) == 0 && len(q.Dates) == 0 && (it.ask == gist.AskDate || it.ask == gist.AskMeet) && p.think.form["or"] == "oder" && len(g.Dates) > len(g.Busy) && p.holdsLine("setting off", it.text) {
		it.ask, it.options, it.until = gist.AskTime, nil, "" // "bis Dienstag … am Montag, wann fährst du los?"
	}
	if it.ask == gist.AskStatus && q.Kind == "what" && slices.ContainsFunc(g.Told, func(s string) bool { return p.think.names("meters", p.roots(s)) }) {
		it.ask, it.kind = gist.AskNumber, "how many" // "uns fehlt der Stand Ihres Zählers. Bitte teilen Sie uns den Stand mit."
	}
	if it.ask == gist.AskYesNo && p.holdsLine("making a date", it.text) && len(p.days(g.Dates)) > 1 {
		it.ask, it.options = gist.AskMeet, p.days(g.Dates) // "Möchten Sie einen Termin machen? Frei wäre Montag oder Donnerstag."
	}
	named := it.topic
	if len(it.options) == 1 {
		named = it.options[0]
	}
	at := p.think.read(named, p.Now)
	switch {
	case len(it.options) < 2 && (q.Kind == "" || q.Kind == "what") && p.offersHelp(it.text):
		it.ask, it.options = gist.AskYesNo, nil // "Voulez-vous que nous fassions aussi la véranda ?"
	case it.ask == gist.AskVersion && p.out.Language == "en" && p.holdsLine("version of a text", it.text) && !slices.ContainsFunc(p.words(it.text), func(w string) bool { return w == "what" || w == "which" }):
		it.ask, it.kind, it.topic = gist.AskYesNo, "", "" // "can you get me a new version by Wednesday?"
	case it.ask == gist.AskPlace && p.holdsLine("asks the way", it.text):
		it.ask, it.topic = gist.AskAddress, "" // "where do I come to?"
	case it.ask == gist.AskDeadline && p.holdsLine("comes to an end", it.text):
		it.ask = gist.AskDate // "when does the course end?"
	case (it.ask == gist.AskTime || it.ask == gist.AskDate || it.ask == gist.AskMeet) && q.Kind == "when" && len(it.options) == 0 && len(p.daysTold(q, g)) == 2:
		it.ask, it.options = gist.AskMeet, p.daysTold(q, g) // "I have a van on Saturday and Sunday. When could I pick it up?"
	case it.ask == gist.AskYesNo && p.holdsLine("remembers when", it.text):
		it.ask, it.kind = gist.AskDate, "when" // "tu te souviens quand ça a commencé ?"
	case it.ask == gist.AskDate && q.Kind == "when" && len(it.options) == 0 && len(p.days(g.Dates)) == 1 && slices.ContainsFunc(g.Told, func(s string) bool { return strings.Contains(s, p.days(g.Dates)[0]) && p.holdsLine("comes by", s) }):
		it.ask, it.options = gist.AskMeet, p.days(g.Dates) // "Je te le rends quand ? Je passe dans ton coin jeudi."
	case it.ask == gist.AskWho && p.holdsLine("is it you", it.text):
		it.ask = gist.AskYesNo // "c'est toi qui as la facture ?"
	case (it.ask == gist.AskNumber || it.ask == gist.AskSum) && p.holdsLine("how long asked", it.text):
		it.ask, it.unit = gist.AskDuration, "" // "combien de temps vous reste-t-il ?"
	case it.ask == gist.AskWhat && q.Kind == "what" && p.begins("whether lead", it.text), it.ask == gist.AskMeet && q.Kind == "" && p.holdsLine("still so", it.text):
		it.ask, it.options = gist.AskYesNo, nil // "La réunion est-elle toujours prévue à 14 heures ?"
	case it.ask == gist.AskFeeling && q.Kind == "" && p.holdsLine("of the file", it.text):
		it.ask = gist.AskYesNo // "dígame si está todo bien"
	case it.ask == gist.AskMeet && q.Kind == "when" && p.holdsLine("since when", it.text):
		it.ask = gist.AskDate // "¿Desde cuándo está libre el piso?"
	case (it.ask == gist.AskDate || it.ask == gist.AskChoice && len(p.days(g.Dates)) > 1) && p.think.form["sides"] != "" && p.holdsLine("is right", it.text):
		it.options = nil // "Quelle est la bonne date ?"
	case it.ask == gist.AskMeet && q.Kind != "" && len(it.options) == 1 && at.minutes < 0 && (p.think.form["sides"] != "" || p.out.Language == "en" && q.Kind == "what") && p.holdsLine("what time", it.text):
		it.ask, it.options = gist.AskTime, nil // "¿A qué hora quedamos mañana?"
	case it.ask == gist.AskMeet && q.Kind == "" && len(it.options) == 0 && p.think.form["sides"] != "" && p.namesMore(it.text):
		it.ask = gist.AskYesNo // "¿Podemos quedar en tu barrio?"
	case it.ask == gist.AskNumber && it.unit == "" && p.think.form["sides"] != "" && p.holdsLine("asks for money", it.text):
		it.ask, it.topic = gist.AskMoney, "" // "Tu mets combien ?"
	case it.ask == gist.AskMeet && len(it.options) == 0 && len(p.days(g.Dates)) == 1 && p.holdsLine("what time", it.text):
		it.ask = gist.AskTime // "They are here on Thursday. What time is good for you?"
	case it.ask == gist.AskMeet && q.Kind == "" && len(it.options) == 0 && p.holdsLine("same day", it.text):
		it.ask = gist.AskYesNo // "Do you have a minute this afternoon?"
	case it.ask == gist.AskMeet && q.Kind == "" && len(it.options) == 0 && len(p.days(g.Dates)) == 1 && p.holdsLine("that day", it.text):
		it.options = p.days(g.Dates) // "The fair is on 27 April. Do you have time that day?"
	case dateLike(it.ask) && it.ask != gist.AskDeadline && len(it.options) > 1 && p.out.Language == "en" && p.holdsLine("what time", it.text) && p.asksDayToo(q, g) && !slices.ContainsFunc(it.options, func(o string) bool { return p.think.read(o, p.Now).minutes >= 0 }):
		it.ask, it.options = gist.AskTime, nil // "Which day, and what time would you prefer?"
	case it.ask == gist.AskMeet && len(q.Options) == 0 && len(q.Dates) == 0 && p.out.Language == "en" && p.begins("time for it", it.text):
		it.ask, it.kind, it.topic = gist.AskYesNo, "", "" // "would you have time for a translation?"
	case it.ask == gist.AskDate && p.out.Language == "en" && slices.ContainsFunc(p.words(it.text), func(w string) bool { return w == "year" }) && !strings.Contains(it.text, "?"):
		it.ask, it.options = gist.AskWhat, nil // "the year it was built"
	case it.ask == gist.AskDate && q.Kind == "when" && len(it.options) == 0 && !p.holdsLine("which day", it.text) && (p.holdsLine("asks hour", it.text) || len(g.Dates) > len(g.Busy) && p.holdsLine("setting off", it.text)):
		it.ask = gist.AskTime // "When will you be home?", "on Monday … when do you leave?"
	case (it.ask == gist.AskDate || it.ask == gist.AskMeet) && q.Kind == "when" && len(g.Dates) > 0 && p.holdsLine("asks arrival", it.text):
		it.ask, it.options = gist.AskTime, nil // "half past three on Wednesday. When should I be outside yours?"
	case (it.ask == gist.AskDate || it.ask == gist.AskTime) && len(it.options) < 2 && p.holdsLine("which days", it.text):
		it.ask, it.options = gist.AskDate, nil // "what day of the week is best? Not Friday"
	case it.ask == gist.AskDate && q.Kind != "when" && len(it.options) == 1 && (p.out.Language == "en" && p.hasBeen(q.Text) || p.out.Language != "en" && p.holdsLine("date itself", q.Text)):
		it.options = nil // "the date of the reading by 31 January"
	case it.ask == gist.AskDate && len(it.options) < 2 && !at.day.IsZero() && at.minutes < 0 && !p.past(q.Text) && !p.holdsLine("date itself", q.Text):
		it.ask, it.options = gist.AskTime, nil // "when do we leave on Saturday?"
	case it.ask == gist.AskMeet && len(it.options) == 1 && at.day.IsZero() && at.minutes < 0:
		it.options = nil // "when are you free this week?"
	case it.ask == gist.AskMoney && p.out.Language == "en" && p.holdsLine("how much notice", it.text):
		it.ask = gist.AskDuration // "how much notice do you have to give?"
	case it.ask == gist.AskMoney && p.think.names("time spent", p.think.stems(it.topic)) && !p.holdsLine("spent", it.text):
		it.ask = gist.AskDuration // "how much time does it take?"
	case it.ask == gist.AskMoney && p.think.special("measure", nil, p.think.stems(it.topic)) != nil:
		it.ask = gist.AskNumber // "how much water do we need?"
	case it.ask == gist.AskMeet && q.Kind == "" && len(it.options) == 0 && !p.think.names("meeting of", p.roots(it.text)) && strings.IndexFunc(it.text, unicode.IsDigit) < 0 && len(q.Dates) == 0,
		it.ask == gist.AskMeet && q.Kind == "" && len(it.options) == 0 && len(q.Dates) == 0 && p.begins("that suits", it.text):
		it.ask = gist.AskYesNo // "would that work for you?"
	case it.ask == gist.AskMeet && q.Kind == "when" && len(it.options) == 0 && len(p.mail.Dates) == 0 && slices.ContainsFunc(g.Questions, func(q gist.Question) bool { return p.holdsLine("meals", q.Text) }):
		it.ask = gist.AskTime // "where shall we meet for lunch and when?"
	case it.ask == gist.AskDuration && q.Kind == "how many" && p.countedIn(it.text) != "":
		it.ask, it.unit = gist.AskNumber, p.countedIn(it.text) // "how many minutes does it take?"
	case it.ask == gist.AskWhat && p.holdsLine("asks for money", it.text):
		it.ask, it.topic = gist.AskMoney, ""
	case (it.ask == gist.AskWhat || it.ask == gist.AskOpinion) && p.holdsLine("chosen", it.text):
		it.ask, it.kind = gist.AskChoice, "which" // "what was the dish you picked?"
	case it.ask == gist.AskDuration && q.Kind == "how long" && p.begins("long thing", it.text) && p.sized(it, g):
		it.ask = gist.AskNumber // "how long is it? I have a narrow alcove"
	case (it.ask == gist.AskPhone || it.ask == gist.AskAddress || it.ask == gist.AskIdentifier) && p.begins("uses it", it.text):
		it.ask = gist.AskYesNo // "may I use your number as a contact?"
	case it.ask == gist.AskStatus && q.Kind == "" && p.think.names("perceived", p.roots(it.text)):
		it.ask = gist.AskYesNo // "have you heard from Paul?"
	case it.ask == gist.AskYesNo && p.holdsLine("asks phone", it.text):
		it.ask = gist.AskPhone
	case it.ask == gist.AskFeeling && p.holdsLine("opinion asks", it.text):
		it.ask = gist.AskOpinion
	case it.ask == gist.AskDuration && p.holdsLine("metric", it.text):
		it.ask = gist.AskNumber // "the length of the vehicle in metres"
	case it.ask == gist.AskOpinion && p.holdsLine("asks advice", it.text):
		it.ask = gist.AskWhat // "what would you do in my place?"
	case it.ask == gist.AskOpinion && p.begins("thinks whether", it.text):
		it.ask = gist.AskYesNo
	case it.ask == gist.AskYesNo && p.begins("names it", it.text):
		it.ask = gist.AskWhat
	case it.ask == gist.AskWhat && p.holdsLine("price asked", it.text):
		it.ask = gist.AskMoney
	case it.ask == gist.AskWhat && p.holdsLine("whether", it.text), it.ask == gist.AskPlace && p.begins("whether", it.text):
		it.ask = gist.AskYesNo
	case it.ask == gist.AskWhat && p.holdsLine("opinion asks", it.text):
		it.ask = gist.AskOpinion
	}
	if it.ask == gist.AskChoice && q.Kind == "" && p.begins("any of", it.text) && !slices.ContainsFunc(it.options, func(o string) bool { return p.side(o) == articleSide }) {
		it.ask, it.options = gist.AskYesNo, nil // "do you have other pets, or small children?"
	}
	if q.Kind == "" && (it.ask == gist.AskPhone || it.ask == gist.AskAddress || it.ask == gist.AskIdentifier) && p.begins("right asks", it.text) {
		it.ask = gist.AskYesNo // "is the phone number right?"
	}
	if (it.ask == gist.AskFeeling || it.ask == gist.AskOpinion) && q.Kind == "" && p.begins("yes or no asks", it.text) && p.stated(&it, true) != "" {
		it.ask = gist.AskYesNo // "did you enjoy the concert?"
	}
	if (it.ask == gist.AskDate || it.ask == gist.AskDeadline || it.ask == gist.AskMeet) && len(it.options) < 2 && p.holdsLine("opening hours", it.text) && (q.Kind == "when" || q.Kind == "what") {
		it.ask, it.options = gist.AskTime, nil // "do you know when the post office closes?"
	}
	if (it.ask == gist.AskIdentifier || it.ask == gist.AskNumber || it.ask == gist.AskWhat) && p.holdsLine("house number", it.text) {
		it.ask, it.topic = gist.AskAddress, ""
	}
	if it.ask == gist.AskTime && len(it.options) == 0 && p.out.Language == "en" && p.holdsLine("which day", it.text) && !p.holdsLine("what time", it.text) {
		it.ask = gist.AskDate // "What day can you fetch it? We close at 4."
	}
	if it.ask == gist.AskMeet && len(it.options) == 0 && p.holdsLine("which days", it.text) {
		it.ask = gist.AskDate
	}
	p.yesOrNo(&it, q)
	if it.ask == gist.AskYesNo && p.holdsLine("asks progress", it.text) {
		it.ask = gist.AskStatus // "have you got any further with it?"
	}
	if it.ask != gist.AskStatus && p.waitedFor(&it) != "" {
		it.ask, it.options = gist.AskStatus, nil // "have you sent the deposit of £50 yet?"
	}
	if !p.tells(&it) {
		it.topic = ""
	}
	return it
}

// lastCut parts a text before its last word.
func lastCut(s string) (head, last string, ok bool) {
	at := strings.LastIndexByte(s, ' ')
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+1:], true
}

// asksDayToo reports whether another question of the mail is after the day.
func (p *planner) asksDayToo(q gist.Question, g gist.Gist) bool {
	return slices.ContainsFunc(g.Questions, func(o gist.Question) bool {
		return o.Text != q.Text && (dateLike(o.Ask) || o.Ask == gist.AskChoice) && p.holdsLine("which day", o.Text)
	})
}

// namesMore reports whether a question of an appointment says more of it than that it is
// one: where, or how much later.
func (p *planner) namesMore(text string) bool {
	return slices.ContainsFunc(p.words(text), func(w string) bool {
		return !p.think.small[w] && !p.think.sets["meeting of"][stem(w)] && !p.think.clause[w]
	})
}

// replacedBy reports whether a question names something only as what is to be replaced:
// "on Wednesday instead of Tuesday".
func (p *planner) replacedBy(o, text string) bool {
	text, o = strings.Join(p.words(text), " ")+" ", strings.Join(wordsOf(o), " ")
	return slices.ContainsFunc(p.think.lines("instead"), func(line string) bool { return strings.Contains(text, line+" "+o+" ") })
}

// tailPair are the two short things that a question ends with behind a comma, nil for none.
func (p *planner) tailPair(text string) []string {
	if p.holdsLine("loosely", text) {
		return nil // "¿cuántos días, más o menos?"
	}
	text = strings.TrimRight(strings.TrimSpace(text), "?!. ")
	at := strings.LastIndexByte(text, ',')
	if at < 0 {
		return nil
	}
	a, b, ok := strings.Cut(strings.TrimSpace(text[at+1:]), " "+p.think.form["or"]+" ")
	if !ok || strings.Contains(b, " "+p.think.form["or"]+" ") {
		return nil
	}
	a, b = tidy(a), tidy(b)
	for _, side := range []string{a, b} {
		words := strings.Fields(strings.ToLower(side))
		if len(words) == 0 || len(words) > 3 || p.think.sets["subjects"][stem(words[0])] || p.think.clause[words[0]] {
			return nil
		}
	}
	return []string{a, b}
}

// days are those dates that name a day.
func (p *planner) days(dates []string) (out []string) {
	for _, s := range dates {
		if s = tidy(s); !p.think.read(s, p.Now).day.IsZero() && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// countedIn is the span of time that a question counts: "minutes" of "how many minutes".
func (p *planner) countedIn(text string) string {
	words := strings.Fields(text)
	for i, w := range words[:min(len(words), 40)] {
		if w = strings.Trim(w, ".,;:?!()"); i > 0 && p.think.sets["spans"][stem(strings.ToLower(w))] && p.think.sets["counting"][stem(strings.ToLower(strings.TrimLeft(words[i-1], "¿(")))] {
			return w
		}
		low := wordsOf(w)
		if i > 0 && len(low) == 2 && (low[0] == "d" || low[0] == "de") && p.think.sets["spans"][stem(low[1])] && p.think.sets["counting"][stem(strings.ToLower(words[i-1]))] {
			return low[1] // "combien d'heures"
		}
	}
	return ""
}

// sized reports whether a question of how long something is asks for its measure.
func (p *planner) sized(it item, g gist.Gist) bool {
	if p.holdsLine("measuring", it.text) {
		return true
	}
	return slices.ContainsFunc(g.Questions, func(q gist.Question) bool { return p.holdsLine("measuring", q.Text) })
}

// optional reports whether something offered can be chosen: it tells something and begins
// with no verb.
func (p *planner) optional(o string) bool {
	words := wordsOf(o)
	return len(words) > 0 && !p.think.sets["no option"][words[0]]
}

// tells reports whether a topic tells what a question is about: it is no date, no pronoun
// and none of the options. What introduces it is cut off.
func (p *planner) tells(it *item) bool {
	low := strings.ToLower(it.topic)
	for _, lead := range p.think.lines("topic leads") {
		if rest, ok := strings.CutPrefix(low, lead+" "); ok {
			it.topic = it.topic[len(it.topic)-len(rest):]
			break
		}
	}
	stems := p.think.stems(it.topic)
	at := p.think.read(it.topic, p.Now)
	switch {
	case len(stems) == 0 || !at.day.IsZero() || at.minutes >= 0:
		return false
	case !slices.ContainsFunc(stems, func(w string) bool { return !p.think.sets["no topic"][w] && strings.IndexFunc(w, unicode.IsDigit) < 0 }):
		return false
	}
	return !slices.ContainsFunc(it.options, func(o string) bool { return within(stems, p.think.stems(o)) })
}

// guess is the kind of answer that a question wants by its first words alone.
func guess(q gist.Question) gist.Ask {
	switch q.Kind {
	case "when":
		return gist.AskDate
	case "where":
		return gist.AskPlace
	case "who":
		return gist.AskWho
	case "how much":
		return gist.AskMoney
	case "how many", "how often", "how far":
		return gist.AskNumber
	case "how long":
		return gist.AskDuration
	case "why":
		return gist.AskWhy
	case "how":
		return gist.AskHow
	case "":
		switch {
		case len(q.Options) > 1:
			return gist.AskChoice
		case len(q.Dates) > 1:
			return gist.AskMeet
		}
		return gist.AskYesNo
	}
	return gist.AskWhat
}

// join adds an item unless it asks what one before it asks.
func (p *planner) join(list []item, it item) []item {
	about, text := wordsOf(it.topic+" "+it.unit), p.words(it.text)
	all := slices.Concat(about, text)
	it.stems, it.said, it.told = p.think.telling(about), p.stems(it.text), p.think.telling(all)
	it.means = p.telling(it.stems)
	it.words = slices.Grow(it.words, min(len(all), maxStems))
	for _, w := range all {
		if w = stem(w); len(it.words) < maxStems && !slices.Contains(it.words, w) {
			it.words = append(it.words, w)
		}
	}
	for _, have := range list {
		if have.ask != it.ask || have.wanted != it.wanted || have.verb != it.verb || have.label != it.label {
			continue
		}
		same := slices.Equal(have.options, it.options) && (len(it.options) > 1 && (len(it.stems) == 0 || len(have.stems) == 0) || len(it.stems) > 0 && slices.Equal(have.stems, it.stems) && it.ask != gist.AskYesNo || likeness(have.told, it.told) >= 0.75)
		bare := it.label == "" && len(it.stems) == 0 && len(it.options) == 0 && within(it.told, have.told) && len(it.told) > 0
		if same || bare {
			return list
		}
	}
	return append(list, it)
}
