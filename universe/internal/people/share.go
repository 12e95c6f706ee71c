package people

// What a mail shares with a case: it takes more than being the only open one.

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// knownTo tells whether an address belongs to the case.
func (c *Case) knownTo(v state.View, address string) bool {
	if address == "" {
		return false
	}
	same := func(a string) bool { return addr.Correspondent(a) == addr.Correspondent(address) }
	if slices.ContainsFunc(c.Addresses, same) {
		return true
	}
	p := At(v, address)
	return p != nil && slices.Contains(c.PersonaIDs, p.ID)
}

// shares tells whether a mail has something of the case in it: a number, a word that
// tells what is meant, or, where nothing else in the mail tells that, a general one such
// as the price.
func (c *Case) shares(subject string, rd *reading.Mail) bool {
	own, names := c.stems(), map[string]bool{}
	eachStem(func(stem string, _ wordKind) bool { names[stem] = true; return false }, rd.Gist.Greeting, rd.Gist.Signed)
	general, told := false, 0
	shared := eachStem(func(stem string, kind wordKind) bool {
		_, is := own[stem]
		switch {
		case kind == telling && is:
			return true
		case kind == telling && !names[stem]:
			told++
		case kind == vague:
			general = general || is
		}
		return false
	}, subject, rd.Text)
	return shared || general && told <= maxTold
}

// maxTold is how many telling words a mail may have, beside the names of who writes and
// reads it, that still is about nothing of its own.
const maxTold = 1

// stems are the words of the case by their stems.
func (c *Case) stems() map[string]bool {
	texts := []string{c.ID, c.Title, c.Summary}
	for k, v := range c.Facts {
		texts = append(texts, k, v)
	}
	for _, id := range c.ExternalIDs {
		texts = append(texts, id)
	}
	out := map[string]bool{}
	eachStem(func(stem string, kind wordKind) bool {
		if kind != empty {
			out[stem] = true
		}
		return len(out) >= maxStems
	}, texts...)
	return out
}

const (
	maxStems = 2000 // of a case
	stemSize = 6    // letters of a word that count
)

// wordKind is how much a word tells.
type wordKind int

const (
	empty   wordKind = iota // nothing: the, please, when
	vague                   // what many things have: a price, a date
	telling                 // what is meant: a pump, 4711
)

// eachStem calls f for the stems of the words of texts until it says that it is enough,
// and tells whether it did.
func eachStem(f func(stem string, kind wordKind) bool, texts ...string) bool {
	for _, text := range texts {
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if stem, kind := stemOf(strings.ToLower(word)); kind != empty && f(stem, kind) {
				return true
			}
		}
	}
	return false
}

// stemOf is a word without its ending, and how much it tells.
func stemOf(word string) (string, wordKind) {
	digits := strings.ContainsAny(word, "0123456789")
	switch n := utf8.RuneCountInString(word); {
	case emptyWords()[word], digits && n < 3, !digits && n < 4:
		return "", empty
	case digits:
		return strings.Clone(word), telling
	}
	stem := strings.TrimSuffix(word, "s")
	if at := runeAt(stem, stemSize); at < len(stem) {
		stem = stem[:at]
	}
	if vagueStems()[stem] {
		return stem, vague
	}
	return strings.Clone(stem), telling
}

// runeAt is where the n-th rune of a text begins, or its end.
func runeAt(s string, n int) int {
	for i := range s {
		if n--; n < 0 {
			return i
		}
	}
	return len(s)
}

// emptyWords tell nothing of what a mail is about.
var emptyWords = sync.OnceValue(func() map[string]bool {
	return wordSet(`about after again agree agreed also another answer anybody anyone anything around asked asking back because been before being best
	better both call called can't check come coming confirm could dear didn't does doesn't doing done don't each either else even ever every everybody everyone
	everything find fine first from gave gets getting give given gives glad going gone good great greetings have having hear heard hello help here
	hers hope hoped into isn't it's i've i'll just keep kind kindly know knew known last later least left less like little long look looked looking
	made make makes making many matter maybe mean meant might mind more most much must near need needed needs never next nice none nothing often
	once only other ours over perhaps please quick quickly quite rather ready really regards remind reply right said same says seem seems send sending
	sent shall should since some somebody someone something soon still such sure take taken takes tell than thank thanks that their theirs them then
	there these they thing things think this those though thought through told took under until upon used very want wanted wants week well went were
	what whatever when where whether which while whom whose will wish with within without wonder wondering work would write writing wrote yesterday
	your yours today tomorrow tonight morning evening afternoon monday tuesday wednesday thursday friday saturday sunday january february march april
	june july august september october november december mail mails email message question questions subject name`)
})

// vagueStems are those of what many matters have.
var vagueStems = sync.OnceValue(func() map[string]bool {
	return stemSet(`address amount budget client code company contact contract cost costs customer date deadline delivery detail details due
	file invoice item items list location manager meeting month number office open order owner people person phone place plan price priority
	project quantity reason reference report room size staff start state status street summary team term ticket time title total type update
	version weight year`)
})

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

func stemSet(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		w = strings.TrimSuffix(w, "s")
		out[w[:runeAt(w, stemSize)]] = true
	}
	return out
}
