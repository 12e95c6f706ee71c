package learn

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// maxSignature bounds a signature in lines.
const maxSignature = 8

// signature is the block under most of their mails: what stands below "-- ",
// else below the sign-off when it is more than a name, else a last paragraph
// that they write again and again.
func (l *lesson) signature() string {
	var below, ends, last []string
	for _, e := range slices.Backward(l.sent) {
		below = append(below, belowDashes(e.full))
		if end := belowSignOff(e.text); len(end) > 1 {
			ends = append(ends, strings.Join(end, "\n"))
		}
		if end := lastParagraph(e.text); len(end) > 1 {
			last = append(last, strings.Join(end, "\n"))
		}
	}
	for _, found := range [][]string{below, ends} {
		if text := most(found); text != "" {
			return text
		}
	}
	text := most(last)
	if n := len(slices.DeleteFunc(last, func(s string) bool { return s != text })); n >= 3 && n*2 > len(l.sent) {
		return text
	}
	return ""
}

// lastParagraph is the block at the end, none where it holds the sign-off.
func lastParagraph(text string) []string {
	text = strings.TrimSpace(text)
	i := strings.LastIndex(text, "\n\n")
	if i < 0 {
		return nil
	}
	lines := block(strings.Split(text[i+2:], "\n"))
	if slices.ContainsFunc(lines, func(s string) bool { _, ok := signOff(s); return ok }) {
		return nil
	}
	return lines
}

// belowDashes is the signature under the separator line (RFC 3676 section 4.3).
func belowDashes(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "-- " && line != "--" {
			continue
		}
		return strings.Join(block(lines[i+1:]), "\n")
	}
	return ""
}

// block is the first lines that belong together: to a blank line, a quote or the
// head of one, at most maxSignature.
func block(lines []string) []string {
	var out []string
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, ">") || strings.HasSuffix(line, ":") || len(line) > 120 {
			break
		}
		if out = append(out, line); len(out) == maxSignature {
			break
		}
	}
	return out
}

// signOffs end a mail. The formal and the casual ones tell the tone.
var signOffs = struct{ formal, neutral, casual []string }{
	[]string{
		"kind regards", "best regards", "with kind regards", "with best regards", "yours sincerely", "sincerely", "yours faithfully",
		"yours truly", "respectfully", "sincerely yours", "warm regards", "mit freundlichen grüßen", "mit freundlichem gruß", "cordialement",
		"bien cordialement", "atentamente", "saludos cordiales", "cordiali saluti", "distinti saluti", "met vriendelijke groet",
	},
	[]string{
		"best", "regards", "thanks", "thank you", "many thanks", "thanks again", "best wishes", "all the best", "viele grüße", "beste grüße",
		"lg", "vg", "merci", "saludos", "saluti", "groeten", "thanks in advance", "thanks and regards",
	},
	[]string{"cheers", "thx", "ta", "later", "see you", "see ya", "talk soon", "bye", "xo", "xx", "ttyl", "take care", "all best", "bye for now", "speak soon", "have a good one", "liebe grüße", "bises", "ciao"},
}

// signOff tells whether a line ends a mail, and how formal it does so.
func signOff(line string) (tone int, ok bool) {
	key := strings.ToLower(strings.TrimRight(strings.TrimSpace(line), ",.!- "))
	switch {
	case slices.Contains(signOffs.formal, key):
		return 1, true
	case slices.Contains(signOffs.neutral, key):
		return 0, true
	case slices.Contains(signOffs.casual, key):
		return -1, true
	}
	return 0, false
}

// belowSignOff is the block under the last sign-off.
func belowSignOff(text string) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := len(lines) - 1; i >= max(0, len(lines)-maxSignature-3); i-- {
		if _, ok := signOff(lines[i]); ok {
			return block(trimBlank(lines[i+1:]))
		}
	}
	return nil
}

func trimBlank(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	return lines
}

// position reads role and firm from the signature, else from what they say of
// themselves, else the firm from the header.
func (l *lesson) position(signature string) (role, org string) {
	lines := strings.Split(signature, "\n")
	for i, line := range lines {
		if role, org = roleIn(line); role == "" {
			continue
		}
		if org == "" && i+1 < len(lines) && isFirm(lines[i+1]) {
			org = strings.TrimSpace(lines[i+1])
		}
		break
	}
	for _, e := range slices.Backward(l.sent) {
		if role != "" {
			break
		}
		role, org = saidRole(e.text)
	}
	if org == "" {
		var named []string
		for _, e := range slices.Backward(l.sent) {
			named = append(named, plain.Cut(plain.Line(e.parsed.Msg.Header.Text("Organization")), valid.MaxName))
		}
		org = most(named)
	}
	return strings.Clone(plain.Cut(role, valid.MaxName/3)), strings.Clone(plain.Cut(org, valid.MaxName/3))
}

// nameAmong finds the name in a signature: a line of a name that the address
// knows, else the first line where it is one of two words or more.
func nameAmong(lines []string, local string) string {
	first := ""
	for i, line := range lines {
		name := firstPart(line)
		if !isName(name) || len(strings.Fields(name)) < 2 && !caseless(name) {
			continue
		}
		for _, w := range strings.Fields(strings.ToLower(name)) {
			if len([]rune(w)) > 2 && strings.Contains(local, w) {
				return name
			}
		}
		if i == 0 {
			first = name
		}
	}
	return first
}

// firstPart is what stands first in a line of a signature, before a role, a firm
// or what is in brackets.
func firstPart(line string) string {
	line, _, _ = strings.Cut(splitLine.Replace(line), "\n")
	line, _, _ = strings.Cut(line, "(")
	return strings.TrimSpace(line)
}

// particles are the words of names that are written small.
var particles = sync.OnceValue(func() map[string]bool {
	return wordSet(`af al ap av bin d da dal de degli dei del della den der des di do dos du e el i la le les ibn o og op van von y z zu zum zur`)
})

// notNames are words of firms, departments and greetings: no line with one is a name.
var notNames = sync.OnceValue(func() map[string]bool {
	return wordSet(`abteilung ag and association bank bv bureau buchhaltung center centre club co company corp corporation customer department der desk
	digital division gbr gmbh group holding hotel inc institute international kg limited llc llp ltd mobile office online org plc sa sales sarl
	sent service services shop solutions spa srl store street studio support systems team technologies the und university vertrieb your`)
})

// isName tells whether a text can be someone's name: up to five words that begin
// large, particles aside, of letters alone.
func isName(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > 5 || len(text) > valid.MaxName/3 || isRole(text) {
		return false
	}
	if _, ok := signOff(text); ok {
		return false
	}
	for i, w := range words {
		lower := strings.ToLower(strings.Trim(w, "."))
		switch {
		case strings.ContainsFunc(w, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(".-'’·", r)
		}),
			notNames()[lower] && !(i > 0 && particles()[lower]):
			return false
		case i > 0 && i < len(words)-1 && particles()[lower]:
		case unicode.IsLower([]rune(w)[0]) || !unicode.IsLetter([]rune(w)[0]):
			return false
		}
	}
	return true
}

// caseless tells whether a text is of a script without large letters, in which a
// whole name may be one word.
func caseless(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsLower(r) })
}

// roleWords are the words of which a role has one.
var roleWords = sync.OnceValue(func() map[string]bool {
	return wordSet(`accountant accounting accounts administrator admin advisor agent analyst architect assistant associate attorney author
	bookkeeper buyer caretaker ceo cfo chair chairman chief cio clerk cmo consultant controller coo coordinator counsel cto dentist designer
	developer director dispatcher doctor driver editor electrician engineer estimator executive facilitator foreman founder freelancer
	gardener geschäftsführer geschäftsführerin head housekeeper inspector intern interpreter journalist landlord lawyer lead leiter leiterin
	librarian logistics manager marketer mechanic merchandiser notary nurse office officer operator owner paralegal partner pharmacist
	photographer physician planner plumber president principal procurement producer professor programmer purchaser purchasing receptionist
	recruiter representative researcher salesperson scheduler scientist secretary solicitor specialist strategist student supervisor surveyor
	teacher technician tester trainer translator treasurer tutor undersecretary underwriter veterinarian vp warehouse writer`)
})

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// maxRoleWords is how many words a role has at most.
const maxRoleWords = 8

func isRole(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) > 0 && len(words) <= maxRoleWords && !strings.ContainsAny(text, "@/:0123456789") &&
		slices.ContainsFunc(words, func(w string) bool { return roleWords()[w] })
}

// isFirm tells whether a line can be a firm's name: few words, no number,
// address or link.
func isFirm(line string) bool {
	n := len(strings.Fields(line))
	return n > 0 && n <= 6 && !strings.ContainsAny(line, "@+:/0123456789") && !strings.HasPrefix(strings.ToLower(line), "www.")
}

// splitLine puts what stands side by side in a signature on lines of its own.
var splitLine = strings.NewReplacer(" | ", "\n", "|", "\n", " · ", "\n", " • ", "\n", " – ", "\n", " — ", "\n", " - ", "\n", " / ", "\n", ", ", "\n", " at ", "\n", " @ ", "\n")

// roleIn finds a role in a line such as "Anna Weber, Head of Purchasing | ACME".
func roleIn(line string) (role, org string) {
	parts := strings.Split(splitLine.Replace(line), "\n")
	for i, part := range parts {
		part = strings.TrimSpace(part)
		if !isRole(part) {
			continue
		}
		if i+1 < len(parts) && isFirm(parts[i+1]) {
			org = strings.TrimSpace(parts[i+1])
		}
		return part, org
	}
	return "", ""
}

// saidRole finds "I am the head of purchasing at ACME" in a text.
func saidRole(text string) (role, org string) {
	flat := strings.Join(strings.Fields(text), " ")
	lower := strings.ToLower(flat)
	if len(lower) != len(flat) {
		return "", "" // a letter whose lower case is longer: the offsets would not fit
	}
	for _, start := range []string{"i am the ", "i am a ", "i am an ", "i'm the ", "i'm a ", "i'm an ", "i work as the ", "i work as a ", "i work as an ", "my name is "} {
		i := strings.Index(lower, start)
		if i < 0 || i > 0 && lower[i-1] != ' ' {
			continue
		}
		said, _, _ := strings.Cut(flat[i+len(start):], ". ")
		said = strings.TrimRight(strings.Join(strings.Fields(said)[:min(len(strings.Fields(said)), 2*maxRoleWords)], " "), ".!")
		for _, sep := range []string{" and I ", " and we ", " who ", " here ", " with ", " for "} {
			if sep == " with " || sep == " for " {
				said = strings.Replace(said, sep, " at ", 1)
				continue
			}
			said, _, _ = strings.Cut(said, sep)
		}
		if role, org = roleIn(said); role != "" {
			return role, org
		}
	}
	return "", ""
}

// Words that show a tone.
var (
	formalOpenings = []string{"dear ", "good morning", "good afternoon", "good day", "to whom", "sehr geehrte", "guten tag", "madame", "monsieur", "estimad", "egregi", "gentile", "geachte"}
	casualOpenings = []string{"hey", "hiya", "yo ", "hi there", "sup", "howdy", "heya", "moin", "salut", "hola"}
	formalPhrases  = []string{
		"please find", "i would like to", "we would like to", "would you kindly", "kindly", "hereby", "pursuant", "at your earliest convenience",
		"please do not hesitate", "i remain", "we regret", "further to", "with reference to", "i am writing to", "thank you for your", "would be grateful",
	}
	casualPhrases = []string{
		"gonna", "wanna", "gotta", "yeah", "yep", "nope", "lol", "haha", "btw", "fyi", "np", "thx", "pls", "no worries", "sounds good", "awesome", "cool", "a bit of a",
		"n't", "'ll", "'re", "'ve", "i'm", "it's", "that's", ":)", ";)", ":-)", "!!",
	}
)

// formality is the tone of most of their mails: what speaks for formal and for
// casual in each is weighed.
func (l *lesson) formality() string {
	sum, n := 0, 0
	for _, e := range l.sent {
		if strings.TrimSpace(e.text) == "" {
			continue
		}
		n++
		sum += min(max(tone(e.text), -2), 2)
	}
	switch {
	case n == 0:
		return ""
	case sum*2 >= n:
		return "formal"
	case sum*2 <= -n:
		return "casual"
	}
	return "neutral"
}

// tone is above 0 for a formal text, below for a casual one.
func tone(text string) (score int) {
	lower := strings.ToLower(strings.ReplaceAll(strings.TrimSpace(text), "’", "'"))
	starts := func(p string) bool { return strings.HasPrefix(lower, p) }
	switch {
	case slices.ContainsFunc(formalOpenings, starts):
		score += 2
	case slices.ContainsFunc(casualOpenings, starts):
		score -= 2
	}
	lines := strings.Split(lower, "\n")
	for _, line := range lines[max(0, len(lines)-maxSignature-3):] {
		if t, ok := signOff(line); ok {
			score += t
		}
	}
	shown := func(list []string) (n int) {
		for _, p := range list {
			if hasPhrase(lower, p) {
				n++
			}
		}
		return min(n, 2)
	}
	score += shown(formalPhrases) - shown(casualPhrases)
	if strings.ContainsFunc(lower, func(r rune) bool { return r >= 0x1F300 && r <= 0x1FAFF }) {
		score--
	}
	return score
}

// hasPhrase tells whether a text holds a phrase, as whole words where the phrase
// begins and ends with a letter.
func hasPhrase(lower, phrase string) bool {
	for from := 0; ; {
		i := strings.Index(lower[from:], phrase)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(phrase)
		if !(wordAt(lower, i-1) && wordAt(lower, i)) && !(wordAt(lower, end-1) && wordAt(lower, end)) {
			return true
		}
		if strings.HasPrefix(phrase, "n'") || strings.HasPrefix(phrase, "'") {
			return true
		}
		from = i + 1
	}
}

func wordAt(s string, i int) bool {
	return i >= 0 && i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= '0' && s[i] <= '9' || s[i] >= 0x80)
}
