package dialog

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/likely"
)

// newsClasses are the classes whose acts are met by what is said to a matter.
var newsClasses = map[string]string{
	"death": "grief", "ill": "sad", "loss": "sad", "worry": "bad", "joy": "glad", "favour": "gift", "praise": "praise", "thanks": "welcome", "fault": "blame", "confess": "sorry",
	"hitch": "turned", "reject": "turned", "meet": "meet", "bye": "bye", "wish": "wish", "care": "kind", "fun": "hello", "invite": "kind", "fact": "note",
}

// akinNews are matters that are met alike: of two that are as likely either will do.
var akinNews = map[string][]string{
	"death": {"ill", "loss"}, "ill": {"loss", "worry", "death"}, "loss": {"ill", "hitch"}, "praise": {"thanks", "care"}, "thanks": {"praise"}, "joy": {"favour"}, "favour": {"joy", "thanks"}, "hitch": {"reject", "loss"},
	"reject": {"hitch"}, "care": {"wish", "praise", "thanks"}, "wish": {"care"},
}

// aheadUnshown is how far ahead of all others a matter must be of which no key or act shows
// anything, in a mail that asks nothing; a little is enough where one does.
const (
	aheadShown   = likely.Scale / 4
	aheadAsked   = likely.Scale
	aheadBlamed  = 3 * likely.Scale
	aheadUnshown = 3 * likely.Scale / 4
	aheadShort   = 2 * likely.Scale
)

// plainNews are matters that it does no harm to take for information.
var plainNews = []string{"favour", "fact", "invite", "hitch", "chat", "meet"}

// fewWords are those of a mail that tells too little to be judged by its words alone, unless
// they leave no doubt.
const fewWords = 15

// learned is how many texts a model must have seen to be believed without a key.
const learned = 1000

// quietNews are matters that a mail which asks something has without a word about them.
var quietNews = []string{"deal", "fact", "chat", "invite", "wish", "meet", "hitch", "reject", "fun"}

// tellsNews is the reaction to what the mail is about as a whole, nil where that is not plain
// or is met by an act of its own.
func (p *planner) tellsNews(set *reactions) *reaction {
	if p.news == nil || p.st.Turns > 0 {
		return nil
	}
	label, asked := p.news.first, len(p.seen) > 0
	lines, class := set.lines["matter "+label], newsClasses[label]
	if lines == nil || class == "" || asked && slices.Contains(quietNews, label) {
		return nil
	}
	ahead, shown := int32(aheadShown), slices.Contains(p.shown, label)
	switch {
	case label == "death" && slices.ContainsFunc(p.sceneTexts(), p.deadThing):
		return nil
	case label == "fault" && (p.saysPlainly(gist.ThankingFor) || p.saysPlainly(gist.Apologising) || p.saysPlainly(gist.Praising)):
		return nil
	case label == "fact" && p.noted() != "":
		return nil
	case asked && label == "fault":
		ahead = aheadBlamed
	case asked:
		ahead = aheadAsked
	case !shown && p.mail.Words < fewWords && !slices.Contains(plainNews, label):
		ahead = aheadShort
	case !shown && (label == "death" || label == "ill" || label == "loss"):
		ahead = 2 * aheadUnshown // who is consoled for nothing is puzzled
	case !shown:
		ahead = aheadUnshown
	}
	if !shown && p.news.seen < 2*learned {
		ahead *= 2 // what has seen less is surer than it should be
	}
	if !shown && (asked || p.mail.Words < fewWords && slices.Contains(plainNews, label) || label != "fact" && p.news.seen < learned) {
		return nil
	}
	for i, other := range p.news.labels {
		if other != label && !slices.Contains(akinNews[label], other) && p.news.most-p.news.scores[i] < ahead {
			return nil
		}
	}
	for _, a := range p.mail.Acts {
		if slices.Contains(actMatters[a.Kind], label) && !p.onTheWay(a) && (a.Kind != gist.BadNews || p.sad(a)) || a.Kind == gist.Inviting && label == "invite" || a.Kind == gist.NoAttachment && p.Files == 0 || a.Kind == gist.Goodbye || a.Kind == gist.Offering || a.Kind == gist.Accepting || a.Kind == gist.Contradicting || a.Kind == gist.Reminding && label == "fact" {
			return nil
		}
	}
	k := &reactKey{class: class, rank: rankOf(class), lines: lines}
	return &reaction{reactKey: k, class: &reactClasses[k.rank], who: who{them: "them", they: "they", their: "their"}, it: p.subjectNamed(set)}
}

// saysPlainly reports whether the newest mail has an act of a kind by more than a guess.
func (p *planner) saysPlainly(kind gist.ActKind) bool {
	return slices.ContainsFunc(p.mail.Acts, func(a gist.Act) bool { return a.Kind == kind && !a.Guessed })
}

// subjectNamed is what the subject names, as the reader says it: "the knee", "the coach trip";
// empty where it names only the message, or says more than that.
func (p *planner) subjectNamed(set *reactions) string {
	if p.out.Language != "en" {
		return ""
	}
	subject := strings.TrimPrefix(strings.TrimRight(p.mail.Subject, ".!? "), "About ")
	words := strings.Fields(subject)
	if len(words) == 0 || len(words) > 4 || set.hasWord("message", wordsOf(subject)) || strings.ContainsAny(subject, "0123456789:;,-–()\"'’") {
		return ""
	}
	the := "the "
	switch head, rest, _ := strings.Cut(subject, " "); strings.ToLower(head) {
	case "my", "our":
		the, subject = "your ", rest
	case "your", "the", "this", "that", "a", "an":
		subject = rest
	case "no":
		return ""
	}
	named := gist.Phrase("the " + subject)
	if named == "" || p.kindOf(named) != gist.AskChoice {
		return ""
	}
	named = strings.TrimPrefix(named, "the ")
	low := strings.ToLower(named[:1]) + named[1:]
	if strings.ToLower(low) != low || low != named && !strings.Contains(named, " ") && !slices.ContainsFunc(p.mail.Told, func(s string) bool { return strings.Contains(s, low) }) {
		return "" // a name
	}
	return the + low
}

// What a mail is about stands at its beginning, and is said back where it is short.
const (
	maxNoted     = 2
	maxNoteWords = 16
)

// unnotedNews are matters of which nobody takes note.
var unnotedNews = []string{"death", "ill", "loss", "fault", "confess", "thanks", "praise", "care", "fun", "worry"}

// noted is the first statement of the mail that holds a day, an hour or a figure, or tells
// of a change, as the person says it back; empty for none.
func (p *planner) noted() string {
	make := reactionSets()[p.out.Language]
	if make == nil || p.mail.Language != p.out.Language || p.news != nil && slices.Contains(unnotedNews, p.news.first) {
		return ""
	}
	set := make()
	for _, s := range p.mail.Told[:min(len(p.mail.Told), maxNoted)] {
		words := p.roots(s)
		if !strings.ContainsAny(s, "0123456789") && !set.names("noted", words) || set.names("unnoted", words) {
			continue
		}
		if note := gist.Note(p.mail.Language, s); note != "" && len(strings.Fields(note)) <= maxNoteWords {
			return note
		}
	}
	return ""
}

// inform takes note of what the mail states.
func (p *planner) inform(topic, text string) {
	if note := p.noted(); note != "" {
		p.say(Move{Slot: "informed.note", Values: map[string]string{"value": note}, Core: true})
		return
	}
	for _, s := range p.mail.Stated {
		switch s.Ask {
		case gist.AskDate, gist.AskMeet, gist.AskDeadline:
			if at := p.think.read(s.Value, p.Now); at.day.IsZero() || at.day.Before(midnight(p.Now)) || !strings.Contains(text, s.Value) {
				continue // what has been needs no note
			}
			if s.Ask != gist.AskMeet && !p.think.names("events", p.roots(text)) {
				continue // "from 1 February we bank elsewhere" is no day to keep
			}
			p.say(Move{Slot: "informed.date", Values: values("value", s.Value), Core: true})
			return
		case gist.AskMoney:
			if p.mail.Kind != gist.Invoice && p.mail.Kind != gist.Offer || !strings.Contains(text, s.Value) {
				continue
			}
			p.say(Move{Slot: "informed.money", Values: values("value", s.Value, "topic", s.Topic), Core: true})
			return
		}
	}
	p.say(Move{Slot: "informed", Values: values("topic", topic), Core: true})
}
