package compose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/gist"
)

// addressee is how the person calls the correspondent: the given name, in formal mail
// the whole where the two are not on first-name terms; "" where no name is known.
func (w *writer) addressee() string {
	if w.mail.Relative != "" {
		return w.mail.Relative // "Hi Mum", whatever her name is
	}
	name, signed := "", w.personIn(clean(orElse(w.mail.Signed, w.mail.Closer), 4))
	if !isLocalPart(w.To.Name, w.To.Address) {
		name = w.personIn(w.To.Name)
	}
	if signed != "" && name != "" && !kindred(name, signed) && capitalised(signed) {
		name = signed // a desk, and who sits there; or a nickname
	}
	if name == "" || isFirm(name, w.To.Address) && (signed != "" && !isFirm(signed, w.To.Address) || !strings.Contains(name, " ")) {
		name = signed
	}
	if name != "" && w.byTitle() {
		if !strings.Contains(name, " ") && signed != "" && kindred(name, signed) {
			name = signed // the whole name
		}
		return w.titled(name)
	}
	if name == "" || w.Voice.Formality == "formal" && !w.byGivenName() {
		return name
	}
	words := strings.Fields(name)
	if len(words) == 2 && w.isTitle(words[0]) {
		return name // "Dr. Lee"
	}
	if words = w.untitled(words); strings.HasSuffix(words[0], ".") && !w.isTitle(words[0]) {
		return strings.Join(words, " ") // "J. Lee"
	}
	return words[0]
}

// byTitle reports whether the person says "Frau Stein" to whom they write.
func (w *writer) byTitle() bool {
	if len(w.lang.lines("dear.f", "", "neutral")) == 0 && w.Voice.Formality != "formal" && (w.mail.Manner != gist.Polite || !strings.Contains(strings.TrimSpace(w.mail.Signed), " ")) {
		return false // "Bonjour Karim"
	}
	return w.Voice.Formality != "casual" && len(w.lang.table["title.f"]) > 0
}

// titled is how a name stands behind a polite greeting: "Frau Dr. Stein", or the whole
// of it where the given name does not tell which title is right; "" for a desk.
func (w *writer) titled(name string) string {
	words := strings.Fields(name)
	rest := w.untitled(words)
	last := rest[len(rest)-1]
	title := w.lang.first("title" + w.genderOf(words))
	if title == "" || len(words) == 1 {
		if len(rest) < 2 && !w.isTitle(words[0]) {
			return "" // "Guten Tag Stein"
		}
		return strings.Join(words, " ")
	}
	for _, word := range words[:len(words)-len(rest)] {
		if strings.HasSuffix(word, ".") {
			title += " " + word // "Dr."
		}
	}
	return title + " " + last
}

// genderOf tells by a title or the given name which of the sections of a gender a name
// belongs to: ".f", ".m" or "".
func (w *writer) genderOf(words []string) string {
	for _, word := range words {
		for _, gender := range []string{".f", ".m"} {
			if strings.EqualFold(word, w.lang.first("title"+gender)) {
				return gender
			}
		}
	}
	given, _, _ := strings.Cut(w.untitled(words)[0], "-")
	for _, gender := range []string{".f", ".m"} {
		if w.lang.sets["given"+gender][strings.ToLower(given)] {
			return gender
		}
	}
	return ""
}

// dear is what stands before the name in a formal greeting, "Sehr geehrte"; "" where
// that cannot be told.
func (w *writer) dear() string {
	if len(w.lang.table["dear"])+len(w.lang.table["dear.f"]) == 0 {
		return "" // "Dear" is for anybody
	}
	name := strings.Fields(w.addressee())
	if len(name) == 0 {
		return ""
	}
	if list := w.lang.lines("dear"+w.genderOf(name), "", w.Voice.Formality); len(list) > 0 {
		return list[0]
	}
	return ""
}

// byGivenName reports whether the mail greets the person by the given name alone and is
// signed with one: even formal people answer that in kind.
func (w *writer) byGivenName() bool {
	given, _, _ := strings.Cut(w.Voice.Name, " ")
	signed := orElse(w.mail.Signed, w.mail.Closer)
	return given != "" && strings.EqualFold(w.mail.Greeting, given) && signed != "" && !strings.Contains(signed, " ")
}

// inManner is the formality of a mail to somebody who addresses the person in the
// familiar or the polite way: who says "Sie" is not answered with "du".
func (w *writer) inManner(formality string) string {
	for i := len(w.Mails) - 1; i >= 0; i-- {
		if code := w.Mails[i].Language; code != w.Voice.Language && w.Voice.Language != "" {
			continue
		}
		switch w.Mails[i].Manner {
		case gist.Familiar:
			return "casual"
		case gist.Polite:
			if formality == "casual" {
				return "neutral"
			}
			return formality
		}
	}
	return formality
}

// kindred reports whether a word of one name is, or begins, one of the other.
func kindred(a, b string) bool {
	for x := range strings.FieldsSeq(strings.ToLower(a)) {
		for y := range strings.FieldsSeq(strings.ToLower(b)) {
			if x, y = strings.Trim(x, ".,"), strings.Trim(y, ".,"); x != "" && y != "" && (strings.HasPrefix(x, y) || strings.HasPrefix(y, x)) {
				return true
			}
		}
	}
	return false
}

// capitalised reports whether every word of a name begins so.
func capitalised(name string) bool {
	for word := range strings.FieldsSeq(name) {
		if r, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

// untitled cuts titles off the beginning of a name, and leaves a word at least.
func (w *writer) untitled(words []string) []string {
	for len(words) > 1 && w.isTitle(words[0]) {
		words = words[1:]
	}
	return words
}

// personIn returns the person that a name as it stands in a mail names: "Lee, Ann" is
// Ann Lee, "Billing, Ann Lee" as well; "" for a desk.
func (w *writer) personIn(name string) string {
	parts := strings.Split(name, ",")
	if len(parts) == 2 && w.isPerson(parts[0]) && isFirm(strings.Split(strings.TrimSpace(parts[1]), " ")[0], w.To.Address) {
		return strings.TrimSpace(parts[0]) // "Ann, Dovetail Beds"
	}
	if len(parts) == 2 && w.isPerson(parts[0]) && w.isPerson(parts[1]) && countWords(parts[0]) == 1 && capitalised(strings.TrimSpace(parts[1])) {
		return strings.Join(strings.Fields(parts[1]+" "+parts[0]), " ")
	}
	if len(parts) == 2 && w.isPerson(parts[1]) && kindred(parts[1], clean(w.mail.Signed, 4)) {
		return strings.TrimSpace(parts[1]) // "Leave Administration, Tobias"
	}
	for _, part := range parts {
		if part = strings.TrimSpace(part); w.isPerson(part) && (len(parts) == 1 || capitalised(part)) { // "Eusebio, el portero"
			return part
		}
	}
	return ""
}

// isTitle reports whether a word is one that stands before names.
func (w *writer) isTitle(word string) bool {
	word = strings.ToLower(strings.TrimSuffix(word, "."))
	return w.lang.sets["titles"][word] || languageOf("en").sets["titles"][word]
}

func (w *writer) isPerson(name string) bool { return nameLike(name) && !w.isOffice(name) }

// isLocalPart reports whether a name is no more than what stands before the @ of an
// address.
func isLocalPart(name, address string) bool {
	local, _, _ := strings.Cut(address, "@")
	return name == local || strings.ToLower(name) == name && strings.EqualFold(letters(name), letters(local))
}

// isFirm reports whether a name is that of the address's domain.
func isFirm(name, address string) bool {
	_, domain, _ := strings.Cut(address, "@")
	domain, _, _ = strings.Cut(domain, ".")
	name = strings.ToLower(letters(name))
	return len(name) > 3 && (strings.Contains(letters(domain), name) || len(domain) > 3 && strings.HasPrefix(name, letters(domain)))
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

// isOffice reports whether a name is that of a desk or a team.
func (w *writer) isOffice(name string) bool {
	own, en := w.lang.sets["offices"], languageOf("en").sets["offices"]
	for word := range strings.FieldsSeq(strings.ToLower(name)) {
		if own[word] || en[word] {
			return true
		}
	}
	return w.isHouse(name)
}

// isHouse reports whether a name begins with a word for a firm or an office, "Autohaus
// Renz". Family names end so as well, behind a given name.
func (w *writer) isHouse(name string) bool {
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	switch first {
	case "le", "la", "les", "el", "los", "las":
		return true // "Le Cèdre"
	}
	return slices.ContainsFunc(w.lang.houses, func(end string) bool { return strings.HasSuffix(first, end) })
}

// nameLike reports whether s can be called a name: letters, few words, no address.
func nameLike(s string) bool {
	letters := 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsMark(r) || strings.ContainsRune(" .,'’-", r):
		default:
			return false
		}
	}
	return letters > 0 && len(s) <= 80
}

// ownName is how the person signs. Who has no name but that of their mailbox signs
// with what it says, "bea.novak" as Bea Novak.
func (w *writer) ownName() string {
	name := w.Voice.Name
	if isLocalPart(name, w.Voice.Address) {
		words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
		for i, word := range words {
			r, n := utf8.DecodeRuneInString(word)
			words[i] = string(unicode.ToUpper(r)) + word[n:]
		}
		if name = strings.Join(words, " "); w.isOffice(name) {
			name = ""
		}
	}
	words := w.untitled(strings.Fields(name)) // nobody signs as "Mr Lee"
	if w.Voice.Formality == "formal" && !(w.mail.Private && w.byGivenName()) || len(words) == 0 || w.byTitle() {
		return strings.Join(words, " ")
	}
	return words[0]
}
