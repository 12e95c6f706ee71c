package compose

import (
	"strings"

	"github.com/mailsim/mailsim/internal/rng"
)

var (
	formalities = []string{"casual", "neutral", "formal"}
	lengths     = []string{"short", "medium", "long"}
)

// habits are what makes a voice one's own. They are drawn once, by the
// person's first address alone.
type habits struct {
	contracts bool   // "I'll", never in formal mail
	lower     bool   // sentences start in lower case
	exclaims  bool   // keeps exclamation marks
	joint     string // between two clauses: ", ", " - ", "; "
	airy      bool   // a paragraph for every thought
	block     int    // sentences in a paragraph, at most
	bare      bool   // no full stop at the end of a paragraph
	greets    int    // of ten replies inside a thread, how many have a greeting
	signs     int    // likewise for a sign-off
	inline    bool   // sign-off and name on one line
	comma     string // after the greeting
	initials  bool   // signs casual mail with a letter
}

func drawHabits(seed rng.Seed, v Voice, warm, nouns bool) habits {
	draw := func(trait string) *rng.Rand { return seed.Draw("voice/1:"+trait, v.Address) }
	var h habits
	pick := func(trait string, list ...string) string { return rng.Pick(draw(trait), list) }
	h.airy = draw("airy").Chance(0.5)
	h.block = draw("block").Between(2, 5)
	switch v.Formality {
	case "casual":
		h.contracts = draw("contracts").Chance(0.97)
		h.lower = draw("lower").Chance(0.2) && !nouns
		h.exclaims = warm || draw("exclaims").Chance(0.5)
		h.joint = pick("joint", ", ", " - ", " - ", ", ", " ... ")
		h.bare = draw("bare").Chance(0.2)
		h.greets, h.signs = draw("greets").Between(2, 9), draw("signs").Between(4, 10)
		h.inline = draw("inline").Chance(0.2)
		h.comma = pick("comma", ",", ",", ",", "!", "")
		h.initials = draw("initials").Chance(0.15)
	case "formal":
		h.joint = pick("joint", ", ", "; ", ", ", "; ")
		h.greets, h.signs, h.comma = 10, 10, ","
	default:
		h.contracts = draw("contracts").Chance(0.85)
		h.exclaims = warm || draw("exclaims").Chance(0.25)
		h.joint = pick("joint", ", ", " - ", "; ", ", ")
		h.greets, h.signs = draw("greets").Between(6, 10), draw("signs").Between(7, 10)
		h.comma = ","
	}
	return h
}

// hasWord reports whether text holds one of the words of a table section.
func (t table) hasWord(slot, text string) bool {
	low := strings.ToLower(text)
	if low == "" {
		return false
	}
	for _, line := range t.lines(slot, "", "") {
		for _, word := range strings.Fields(line) {
			if containsWord(low, word) {
				return true
			}
		}
	}
	return false
}

// containsWord reports whether a word of s starts with prefix.
func containsWord(s, prefix string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], prefix)
		if i < 0 {
			return false
		}
		i += from
		if i == 0 || !isWordByte(s[i-1]) {
			return true
		}
		from = i + 1
	}
}

func isWordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b >= 0x80
}

// budget is how many words a mail has, as far as there is something to say.
type budget struct{ low, high, target int }

var classes = map[string]struct{ low, high, median int }{
	"short": {5, 25, 12}, "medium": {15, 60, 30}, "long": {40, 160, 80},
}

// spread is the geometric standard deviation of the length of mails.
const spread = 1.6

// drawBudget sets the class of the mail and draws its length within it.
func (w *writer) drawBudget() {
	at := 1
	for i, name := range lengths {
		if w.Voice.Length == name {
			at = i
		}
	}
	if w.Phone {
		at--
	}
	switch w.Kind {
	case Followup, Deliver, Nudge:
		at--
	case Correction, Forward:
		at = 0
	}
	if w.Voice.Temperament == "ghost" || w.ImagesOnly || w.mail.Closing {
		at = 0
	}
	w.length = lengths[max(at, 0)]
	c := classes[w.length]
	b := budget{c.low, c.high, c.median}
	for range 16 { // a log-normal within the class
		if n := int(w.draw("length").LogNormal(float64(c.median), spread)); n >= c.low && n <= c.high {
			b.target = n
			break
		}
	}
	w.wordy = 1
	switch { // within the class
	case languageOf("en").hasWord("terse", w.Voice.Character):
		b.target, w.wordy = (b.low+b.target)/2, 0.3
	case languageOf("en").hasWord("chatty", w.Voice.Character):
		b.target, w.wordy = (b.target+b.high)/2, 1.7
	}
	if w.ThreadReplies >= 3 {
		b.low, b.target, b.high = b.low/2, b.target/2, b.high/2
	}
	w.budget = b
}
