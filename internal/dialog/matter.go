package dialog

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/lang"
	"github.com/mailsim/mailsim/internal/likely"
)

// matters are the models of what mails are about for their reader, of package likely: a
// death, a favour, something that the reader did wrong. They go by the words of what a mail
// tells, by who does it to whom, and by the acts and reactions that its words allow.
var matters = sync.OnceValue(func() map[string]func() *likely.Model {
	out := map[string]func() *likely.Model{}
	for _, code := range lang.Codes() {
		if data := lang.Matter(code); len(data) > 0 {
			out[code] = sync.OnceValue(func() *likely.Model {
				model, err := likely.Parse(data)
				if err != nil {
					panic(err) // compiled in
				}
				return model
			})
		}
	}
	return out
})

// maxTelling is how many bytes of what a mail tells are read.
const maxTelling = 380

// Telling returns what a mail tells and the marks of it, as the models of matters have
// them; it is for those who learn them.
func Telling(g gist.Gist) (text string, marks []string) {
	p := newPlanner(In{Mails: []gist.Gist{g}})
	p.foreign()
	p.items = p.collect()
	p.seen = slices.Clone(p.items)
	make := reactionSets()[p.out.Language]
	if make == nil {
		return "", nil
	}
	set := make()
	return p.marked(set, p.found(set), entire)
}

// entire stands for all sentences of a mail.
const entire = -1

// marked is what the mail tells, or one sentence of it, with its marks: the reactions and the
// acts that its words allow, and each word with the one who was named last before it, the
// writer or the reader.
func (p *planner) marked(set *reactions, best []*reaction, sentence int) (text string, marks []string) {
	if sentence != entire {
		text = p.mail.Told[sentence]
	} else {
		text = strings.Join(p.mail.Told[:min(len(p.mail.Told), maxReacted)], " ")
	}
	var all markings
	for at, r := range best {
		if r == nil || sentence != entire && r.sentence != sentence {
			continue
		}
		all.add("react", reactClasses[at].name)
		if r.sentence < 2 {
			all.add("early", reactClasses[at].name)
		}
	}
	reactions := len(all.ends)
	for _, a := range p.mail.Acts[:min(len(p.mail.Acts), maxItems)] {
		if sentence != entire && !strings.Contains(a.Text, strings.TrimRight(text, ".!")) {
			continue
		}
		all.add("act", string(a.Kind))
		if a.Guessed {
			all.add("guessed", string(a.Kind))
		}
	}
	text = strings.ToValidUTF8(text[:min(len(text), maxTelling)], "")
	last, before, order, n := "-", "", "", 0
	for raw := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:\"()'’-–", r) }) {
		if n++; n > 80 {
			break
		}
		word := strings.TrimFunc(raw, func(r rune) bool { return !unicode.IsLetter(r) })
		low := strings.ToLower(word)
		if of := set.role(word, low); of != "" {
			last = of
			if len(order) < 4 && !strings.HasSuffix(order, of) {
				order += of
			}
			low = of
		} else if low != "" {
			all.add(last, low)
			if start := firstRunes(low, 5); len(start) < len(low) {
				all.add(last, "*", start)
			}
			for _, sense := range set.senses[low] {
				all.add("#", sense)
				all.add("#", last, sense)
			}
		}
		all.add("after", before, low)
		before = low
		if strings.ContainsAny(raw[max(0, len(raw)-1):], ".!?") {
			last, before = "-", "."
		}
	}
	all.add("order", order)
	marks = all.split()
	slices.Sort(marks[:reactions])
	return text, marks
}

// markings are marks that are gathered in one text.
type markings struct {
	text []byte
	ends []int
}

// add adds a mark of several parts.
func (m *markings) add(parts ...string) {
	for i, part := range parts {
		if i > 0 {
			m.text = append(m.text, ' ')
		}
		m.text = append(m.text, part...)
	}
	m.ends = append(m.ends, len(m.text))
}

// split returns the marks.
func (m *markings) split() []string {
	text, from, out := string(m.text), 0, make([]string, len(m.ends))
	for i, end := range m.ends {
		out[i], from = text[from:end], end
	}
	return out
}

// about is what a mail, or a sentence, is about for its reader, as likely as the model finds.
type about struct {
	labels []string
	scores []int32
	most   int32
	first  string // the likeliest
	seen   int    // texts that the model was learned from
}

// readNews finds what the newest mail is about, and its sentences that a reaction was found
// for; nothing in a language that has no model.
func (p *planner) readNews(set *reactions, best []*reaction) {
	of := matters()[p.out.Language]
	if of == nil || p.mail.Language != p.out.Language || len(p.mail.Told) == 0 {
		return
	}
	read := func(sentence int) *about {
		model := of()
		text, marks := p.marked(set, best, sentence)
		a := &about{labels: model.Labels, scores: model.Marked(text, marks, nil), seen: model.Sentences}
		a.most = slices.Max(a.scores)
		a.first = a.labels[slices.Index(a.scores, a.most)]
		return a
	}
	for at, r := range best {
		if r != nil {
			p.shown = append(p.shown, classMatters[reactClasses[at].name]...)
		}
	}
	for _, act := range p.mail.Acts {
		if !act.Guessed {
			p.shown = append(p.shown, actMatters[act.Kind]...)
		}
	}
	parts := map[int]*about{}
	p.news, p.part = read(entire), func(i int) *about {
		if parts[i] == nil && i >= 0 && i < min(len(p.mail.Told), maxReacted) {
			parts[i] = read(i)
		}
		return parts[i]
	}
}

// behind is how far the likeliest of some matters is behind the likeliest of all.
func (a *about) behind(labels ...string) int32 {
	least := a.most - slices.Min(a.scores)
	for i, label := range a.labels {
		if slices.Contains(labels, label) {
			least = min(least, a.most-a.scores[i])
		}
	}
	return least
}

// fitsNews reports whether a reaction fits what the mail is about.
func (p *planner) fitsNews(r *reaction) bool {
	return p.befell(r) || p.apt(classMatters[r.class.name], r.sentence)
}

// befell reports whether a reaction is to what happened to somebody whom it names: that is
// met, unless the mail only says so to complain.
func (p *planner) befell(r *reaction) bool {
	return r.class.slot == "react.sad" && r.who.whose != "" && r.names() && p.news != nil && p.news.first != "fault"
}

// margin is how far the likeliest matter is ahead of the next one.
func (a *about) margin() int32 {
	next := slices.Min(a.scores)
	for i, s := range a.scores {
		if a.labels[i] != a.first {
			next = max(next, s)
		}
	}
	return a.most - next
}

// How far behind another matter that of a reaction may be: less in a mail that asks
// something, where a reaction can be left out, and more where its own sentence is about it.
const (
	strayAsked = likely.Scale
	stray      = 3 * likely.Scale / 2
	strayShort = 2 * likely.Scale // more in a mail of few words
	strayTold  = 4 * likely.Scale
)

// apt reports whether the mail is likely to be about one of some matters, of which a sentence
// tells; all mails are, for none of them.
func (p *planner) apt(labels []string, sentence int) bool {
	if p.news == nil || labels == nil {
		return true
	}
	most := int32(stray)
	if len(p.seen) > 0 {
		most = strayAsked
	}
	if p.mail.Words < fewWords {
		most += strayShort
	}
	if p.news.seen < learned {
		most += likely.Scale / 2 // a model of few texts is not believed as much
	}
	behind := p.news.behind(labels...)
	if len(labels) == 1 && labels[0] == "fault" {
		return behind <= likely.Scale // nobody owns up to what they are not blamed for
	}
	if behind <= most || behind > strayTold {
		return behind <= most
	}
	part := p.part(sentence)
	return part != nil && part.behind(labels...) == 0 && part.margin() >= likely.Scale
}

// strays reports whether an act is not what the mail is about: thanks and apologies that are
// said in so many words are, in a mail that asks nothing.
func (p *planner) strays(a gist.Act) bool {
	if p.mail.Words < fewWords {
		return false // its words are the act's
	}
	at := p.toldAt(a.Text)
	if (a.Kind == gist.ThankingFor || a.Kind == gist.Apologising) && !a.Guessed && at >= 0 && at < 2 && len(p.seen) == 0 {
		return false
	}
	return !p.apt(actMatters[a.Kind], at)
}

// toldAt is the sentence of the newest mail that an act was found in.
func (p *planner) toldAt(text string) int {
	return slices.IndexFunc(p.mail.Told, func(s string) bool { return strings.Contains(text, s) || strings.Contains(s, text) })
}

// classMatters are the matters that a class of reactions meets.
var classMatters = map[string][]string{
	"grief": {"death", "ill"}, "sad": {"death", "ill", "loss", "worry", "care"}, "turned": {"reject", "hitch"}, "wrong": {"fault"}, "blame": {"fault"}, "glad": {"joy"},
	"bye": {"bye"}, "meet": {"meet"}, "sorry": {"confess", "hitch"}, "kind": {"praise", "thanks", "care", "favour", "joy"}, "late": {"fault", "fact"},
	"bad": {"loss", "ill", "worry", "death", "hitch"}, "pardon": {"confess"}, "good": {"joy", "favour", "chat"}, "gift": {"favour", "joy"}, "praise": {"praise", "thanks", "care", "joy"},
	"welcome": {"thanks", "favour"}, "thanked": {"thanks", "favour"}, "hello": {"wish", "chat", "care", "thanks", "deal"}, "wish": {"wish", "care"}, "note": {"fact", "hitch"}, "fetch": {"favour", "fact"},
}

// actMatters are the matters that an act of a mail can be.
var actMatters = map[gist.ActKind][]string{
	gist.Condolence: {"death"}, gist.Illness: {"ill"}, gist.BadNews: {"loss", "hitch", "ill", "death", "reject", "worry"}, gist.GoodNews: {"joy", "favour"}, gist.Praising: {"praise", "thanks"},
	gist.Complaining: {"fault"}, gist.Apologising: {"confess", "hitch"}, gist.ThankingFor: {"thanks"}, gist.Introducing: {"meet"}, gist.Leaving: {"bye"}, gist.Rejecting: {"reject"},
	gist.SmallTalk: {"chat", "wish", "fun", "care"}, gist.WrongPerson: {"deal", "fact"},
}

// What a word names.
const (
	roleWriter = "I"
	roleReader = "Y"
)

// role tells whether a word names the writer or the reader. A word for the reader may have a
// capital.
func (rs *reactions) role(word, low string) string {
	if rs.roles[word] == roleReader {
		return roleReader
	}
	return rs.roles[low]
}
