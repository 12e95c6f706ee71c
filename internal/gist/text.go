package gist

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mail is a text taken apart.
type mail struct {
	greeting, signed string
	closer           string // the name that its last lines look like, where it has no sign-off
	sentences        []sentence
	title            *sentence // the subject, nil for that of an earlier mail
	scores           [][]int32 // of sentences: see likelihoods
}

// paragraph is a paragraph or a list item, without hard wraps.
type paragraph struct {
	text, label string
	item        bool
}

const maxSentences = 400

// split takes the text apart.
func split(lex *lexicon, text string) mail {
	var m mail
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	lines = m.cutSignature(lex, lines)
	lines = m.cutGreeting(lex, lines)
	paragraphs := join(inlineItems(lines))
	for i, p := range paragraphs {
		first := true
		for _, s := range splitSentences(lex, p.text) {
			if len(m.sentences) == maxSentences {
				return m
			}
			for _, one := range lex.splitPlainly(s) {
				one.block, one.item, one.label = i, p.item && first, p.label
				m.sentences = append(m.sentences, one)
				first = false
			}
		}
	}
	return m
}

// cutSignature cuts a signature and a sign-off near the end, and notes the name.
func (m *mail) cutSignature(lex *lexicon, lines []string) []string {
	for i, line := range lines {
		if strings.TrimRight(line, " ") == "--" {
			lines = lines[:i]
			break
		}
	}
	filled := 0
	for i := len(lines) - 1; i >= 0 && filled < 8; i-- {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			continue
		}
		filled++
		head, name := lex.signOff(line)
		if !head || strings.TrimSpace(strings.Join(lines[:i], "")) == "" {
			continue
		}
		for j := i + 1; name == "" && j < len(lines); j++ {
			name = nameOf(beforeRole(lines[j]))
		}
		m.signed = name
		return lines[:i]
	}
	if at := lowName(lex, lines); at > 0 {
		m.signed = strings.TrimSpace(lines[at])
		return lines[:at]
	}
	m.closer = closer(lex, lines)
	return lines
}

// lowName is where the last line is the name of somebody who ends no sentence, "alina" or "Si": one
// word that is none of the language, where the line above is not broken for its length. It is 0
// for none.
func lowName(lex *lexicon, lines []string) int {
	const narrow, wide = 60, 80 // lines between them may be broken anywhere
	i := len(lines) - 1
	for i > 0 && strings.TrimSpace(lines[i]) == "" {
		i--
	}
	if i < 1 || lex.code != "en" {
		return 0
	}
	name, above := strings.TrimSpace(lines[i]), strings.TrimSpace(lines[i-1])
	if len(name) < 2 || len(name) > maxFirstName || strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) >= 0 {
		return 0
	}
	if first, size := utf8.DecodeRuneInString(name); unicode.IsUpper(first) {
		if above == "" || strings.ContainsAny(above[len(above)-1:], ".!?") || strings.ToLower(name[size:]) != name[size:] {
			return 0 // closer sees to those
		}
	} else if len(name) < 3 {
		return 0
	}
	if w := lex.find(strings.ToLower(name)); w != unknown || len(above) >= narrow && len(above) <= wide || above != "" && strings.ContainsAny(above[len(above)-1:], ",:;-") {
		return 0
	}
	if strings.TrimSpace(strings.Join(lines[:i], "")) == "" {
		return 0
	}
	return i
}

// beforeRole cuts off what stands behind a name: "M. Lacey, Accounts", "Brian (no. 9)",
// "Dee at Larkspur".
func beforeRole(line string) string {
	if i := strings.IndexAny(line, ",(|"); i > 0 {
		line = line[:i]
	}
	for _, with := range []string{" at ", " from ", " @ "} {
		if i := strings.Index(line, with); i > 0 {
			line = line[:i]
		}
	}
	return line
}

// closer is the name that one of the last two lines is, in capitals, alone or with what the
// person is: "P. Wray", "Roger Dalby, Bookings"; or a first name below a blank line as the
// last one, "Pam, reception". Of a name and a firm below it the name counts. It is empty for
// none.
func closer(lex *lexicon, lines []string) string {
	seen := 0
	for i := len(lines) - 1; i > 0 && seen < 2; i-- {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			continue
		}
		seen++
		name, words := lex.capitalName(line)
		above := strings.TrimSpace(lines[i-1])
		switch {
		case words == 2 || words == 3:
			if person, n := lex.capitalName(above); n > 0 && i > 1 && strings.TrimSpace(lines[i-2]) == "" {
				return person
			}
			return name
		case words == 1 && seen == 1 && len(name) < maxFirstName && above == "":
			return name
		}
	}
	return ""
}

// capitalName is the name that a line is, all of its one to three words with capitals, and
// how many words it has; 0 for none. A single one that is a word is not one, as in "Cheers, Anna",
// and "Deine Oma" is "Oma".
func (l *lexicon) capitalName(line string) (name string, words int) {
	before, rest, _ := strings.Cut(line, ",")
	if len(line) > 60 || strings.ContainsAny(rest, "?!") { // "Also, do you have a dog?"
		return "", 0
	}
	first, _, _ := strings.Cut(strings.ToLower(before), " ")
	if set, ok := l.sets["signs-for"]; ok && rest != "" && l.is(first, set) {
		line, rest = strings.TrimSpace(rest), "" // "Pour Maître Noir, A. Blanc"
	}
	head := beforeRole(line)
	if kissed := strings.TrimRight(head, " xXoO"); strings.HasPrefix(head[len(kissed):], " ") {
		head = kissed // "Nan xx"
	}
	name = nameOf(head)
	list := strings.Fields(name)
	if len(list) > 1 {
		if w := l.words[strings.ToLower(list[0])]; w != nil && w.det != "" {
			name, list = strings.Join(list[1:], " "), list[1:]
			head = name
		}
	}
	if len(list) > 3 || slices.ContainsFunc(list, func(w string) bool { r, _ := utf8.DecodeRuneInString(w); return !unicode.IsUpper(r) }) {
		return "", 0
	}
	if r, _ := utf8.DecodeRuneInString(strings.TrimSpace(rest)); len(list) == 1 && (unicode.IsUpper(r) && l.words[strings.ToLower(name)] != nil || name != strings.TrimSpace(head)) {
		return "", 0
	}
	return name, len(list)
}

// maxFirstName is from how many bytes on a single word is no first name.
const maxFirstName = 14

// signOff reports whether a line is a sign-off, and the name behind it on the line.
func (l *lexicon) signOff(line string) (bool, string) {
	low := strings.ToLower(line)
	for _, s := range l.signOffs {
		if !strings.HasPrefix(low, s) {
			continue
		}
		rest := strings.TrimSpace(line[len(s):])
		if rest == "" {
			return true, ""
		}
		if strings.ContainsAny(rest[:1], ",.!") {
			rest = strings.Trim(rest, ",.! ")
			if rest == "" {
				return true, ""
			}
			if name := nameOf(rest); name != "" && unicode.IsUpper([]rune(name)[0]) {
				return true, name
			}
		}
	}
	if words := strings.Fields(strings.TrimRight(low, ",.! ")); l.options["nouns"] == "capitals" && len(words) > 1 && len(words) < 5 && words[0] == "mit" {
		last := words[len(words)-1]
		return strings.HasSuffix(last, "gruß") || strings.HasSuffix(last, "grüßen") || strings.HasSuffix(last, "gruss") || strings.HasSuffix(last, "grüssen"), "" // "Mit Sängergruß"
	}
	return false, ""
}

// nameOf returns a line that looks like a name, else nothing.
func nameOf(line string) string {
	line = strings.Trim(strings.TrimSpace(line), ",.!*_")
	words := strings.Fields(line)
	if len(words) == 0 || len(words) > 4 || len(line) > 40 {
		return ""
	}
	for _, r := range line {
		if !unicode.IsLetter(r) && !strings.ContainsRune(" .'’-", r) {
			return ""
		}
	}
	return strings.Join(words, " ")
}

// cutGreeting cuts the greeting off the first filled line and notes the name.
func (m *mail) cutGreeting(lex *lexicon, lines []string) []string {
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		words := strings.Fields(line)
		if len(words) == 0 || !lex.is(strings.ToLower(strings.Trim(words[0], ",.!:")), sGreetings) {
			return lines
		}
		head, rest, found := strings.Cut(line, ",")
		if !found {
			head, rest, found = strings.Cut(line, "!")
		}
		if strings.HasSuffix(line, "?") && !found {
			return lines // "And the other one?"
		}
		if !found && len(words) <= 5 {
			head, rest, found = line, "", true
		}
		words = strings.Fields(strings.Trim(head, ",.!: "))
		if !found || len(words) > 6 {
			return lines
		}
		for len(words) > 0 && lex.is(strings.ToLower(words[0]), sGreetings) {
			words = words[1:]
		}
		m.greeting = nameOf(strings.Join(words, " "))
		out := append([]string{rest}, lines[i+1:]...)
		return out
	}
	return lines
}

// join undoes hard wraps: a paragraph is one line, a list item its own.
func join(lines []string) []paragraph {
	var out []paragraph
	var cur strings.Builder
	var p paragraph
	flush := func() {
		if p.text = strings.TrimSpace(cur.String()); p.text != "" {
			out = append(out, p)
		}
		p = paragraph{}
		cur.Reset()
	}
	lone := loneLabel(lines)
	for i, line := range lines {
		line = strings.TrimSpace(line)
		item, label, isItem := listItem(line)
		if isItem && label != "" && label == lone {
			item, label, isItem = line, "", false
		}
		if line == "" || isItem || p.item && i > 0 && afterItem(lines[i-1], line) {
			flush()
			p.item, p.label = isItem, label
		}
		cur.WriteString(item)
		cur.WriteByte(' ')
	}
	flush()
	return out
}

// afterItem reports whether a line behind one of a list item goes on with something else:
// only a long line is wrapped before a word in capitals.
func afterItem(before, line string) bool {
	r, _ := utf8.DecodeRuneInString(line)
	return unicode.IsUpper(r) && len(strings.TrimSpace(before)) < 55
}

// loneLabel is the only label of lines where it begins no list: "23. Nd5" of a game.
func loneLabel(lines []string) string {
	lone := ""
	for _, line := range lines {
		_, label, ok := listItem(strings.TrimSpace(line))
		switch {
		case !ok || label == "":
		case lone != "":
			return ""
		default:
			lone = label
		}
	}
	if strings.ContainsAny(lone, "1aAqQ") && len(lone) < 3 && lone != "10" {
		return ""
	}
	return lone
}

// inlineItems puts the items of "there are three: (a) the boat, (b) the tent" on lines of
// their own, where two or more stand in order, behind a colon or a point or in brackets.
func inlineItems(lines []string) []string {
	var out []string
	for _, line := range lines {
		at := inlineLabels(line)
		if len(at) < 2 {
			out = append(out, line)
			continue
		}
		lead := strings.TrimRight(line[:at[0]], " ")
		if lead != "" && !strings.ContainsAny(lead[len(lead)-1:], ":.?!,;") {
			lead += ":" // "please tell us (a) how often you come, (b) …"
		}
		out = append(out, lead)
		for i, from := range at {
			to := len(line)
			if i+1 < len(at) {
				to = at[i+1]
			}
			item := strings.TrimRight(line[from:to], " ,;")
			for _, joined := range []string{" or", " and"} {
				item = strings.TrimRight(strings.TrimSuffix(item, joined), " ,;")
			}
			if end := strings.IndexAny(strings.Replace(item, ". ", ") ", min(1, labelPoints(item))), ".?!"); i == len(at)-1 && end > 0 && end+1 < len(item) && item[end+1] == ' ' {
				out = append(out, item[:end+1], "") // what follows is no item
				item = item[end+1:]
			}
			out = append(out, item)
		}
	}
	return out
}

// labelPoints is 1 where an item begins with a label that ends with a point.
func labelPoints(item string) int {
	if len(item) > 1 && item[1] == '.' {
		return 1
	}
	return 0
}

// inlineLabels returns where the labels (a), (b), (c) or 1), 2), 3) or 1., 2. of a line begin.
func inlineLabels(line string) []int {
	var at []int
	for i := 0; i+2 < len(line) && len(at) < MaxItems; i++ {
		if line[i] != ')' && line[i] != '.' || line[i+1] != ' ' || i == 0 {
			continue
		}
		from, c := i-1, line[i-1]
		if from > 0 && line[from-1] == '(' {
			from--
		}
		if n := byte(len(at)); c != 'a'+n && c != 'A'+n && c != '1'+n || from > 0 && line[from-1] != ' ' {
			continue
		}
		if line[i] == '.' && (c > '9' || from > 0 && !strings.ContainsAny(line[max(0, from-2):from-1], ":,;") || from == 0) {
			continue // only "needed: 1. the width, 2. the height"
		}
		if len(at) == 0 && line[from] != '(' && !strings.HasSuffix(strings.TrimRight(line[:from], " "), ":") && strings.TrimSpace(line[:from]) != "" {
			return nil
		}
		at = append(at, from)
	}
	return at
}

// listItem cuts the mark off a list item: "- ", "1. ", "(b) ", "Q3: ".
func listItem(line string) (item, label string, ok bool) {
	for _, mark := range []string{"- ", "* ", "• ", "– ", "· "} {
		if strings.HasPrefix(line, mark) {
			return strings.TrimLeft(line[len(mark):], " "), "", true
		}
	}
	label, n := itemLabel(line)
	if n == 0 {
		return line, "", false
	}
	return strings.TrimLeft(line[n:], " "), label, true
}

// roman returns how long the Roman numeral is by which a line "ii) …" begins, 0 for none.
func roman(line string) int {
	mark := strings.IndexAny(line, ").")
	if mark < 1 || mark > 4 || mark == 1 && line[mark] == '.' {
		return 0
	}
	switch strings.ToLower(line[:mark]) {
	case "i", "ii", "iii", "iv", "v", "vi", "vii", "viii":
		return mark
	}
	return 0
}

// itemLabel returns the label that a line begins with and how many bytes it takes with its marks.
func itemLabel(line string) (string, int) {
	i := 0
	if i < len(line) && line[i] == '(' {
		i++
	}
	from := i
	if i+1 < len(line) && (line[i] == 'Q' || line[i] == 'q') && digit(line[i+1]) {
		i++
	}
	start := i
	for i < len(line) && i-start < 2 && digit(line[i]) {
		i++
	}
	if n := roman(line[i:]); i == start && i == from {
		i += n
	}
	if i == start && i == from && i < len(line) && (line[i] >= 'a' && line[i] <= 'h' || line[i] >= 'A' && line[i] <= 'H') {
		i++
	}
	if i == from || i+1 >= len(line) || line[i+1] != ' ' {
		return "", 0
	}
	letter := i-from == 1 && !digit(line[from])
	switch line[i] {
	case ')':
	case '.', ':':
		if from > 0 || letter && line[i] == '.' && line[from] <= 'Z' { // "A. Miller"
			return "", 0
		}
	default:
		return "", 0
	}
	return line[from:i], i + 2
}

// splitSentences splits a paragraph at the ends of its sentences.
func splitSentences(lex *lexicon, p string) []string {
	var out []string
	start, word, seen := 0, 0, 0 // byte offsets: of the sentence, of the word, behind marks looked at
	for i, r := range p {
		if i < seen {
			continue
		}
		switch r {
		case ' ', '\t', '\u00a0':
			word = i + 1
			continue
		case '.', '!', '?':
		case '¿':
			if said := strings.TrimSpace(p[start:i]); strings.HasSuffix(said, ",") && lex.standsAlone(said) {
				out = append(out, said) // "Tengo la de arriba y la del fondo, ¿cuál prefieres?"
				start = i
			}
			continue
		case '。', '？', '！', '؟':
			out = append(out, strings.TrimSpace(p[start:i+len(string(r))]))
			start = i + len(string(r))
			continue
		default:
			continue
		}
		next := i + 1
		for next < len(p) && strings.IndexByte(`.!?"')`, p[next]) >= 0 {
			next++
		}
		seen = next
		if next < len(p) && p[next] != ' ' && p[next] != '\t' {
			continue
		}
		if r == '.' && word <= i && lex.is(strings.ToLower(strings.TrimLeft(p[word:i], "(")), sAbbreviations) {
			continue
		}
		if r == '.' && strings.HasPrefix(p[i+1:], ")") && goesOn(p[next:]) {
			continue // "(20.1.) or Thursday"
		}
		if r == '.' && word <= i && lex.ordinal(p[word:i], p[next:]) {
			continue
		}
		if next > start {
			out = append(out, strings.TrimSpace(p[start:next]))
			start = next
		}
	}
	if s := strings.TrimSpace(p[start:]); s != "" {
		out = append(out, s)
	}
	return out
}

// standsAlone reports whether what stands before a question in its sentence is a sentence of
// its own, and no condition or name.
func (l *lexicon) standsAlone(said string) bool {
	words := strings.Fields(said)
	return len(words) > 4 && !slices.ContainsFunc(words[:2], func(w string) bool {
		w = strings.ToLower(w)
		return l.is(w, sSuppose) || w == "cuando"
	})
}

// goesOn reports whether a text begins with a word in lower case.
func goesOn(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " \t"))
	return unicode.IsLower(r)
}
