package mailsimtest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
)

// MatchesGolden compares the mail with a file below testdata, such as "welcome.eml".
// Message-IDs, dates, boundaries and trace headers, which differ from run to run, are
// replaced first; line ends become LF. The flag -mailsim.update writes the file.
//
// What else differs from run to run, such as a token in a link, is replaced as the further
// arguments say:
//
//	mail.MatchesGolden("welcome.eml", mailsimtest.Replace(`token=\w+`, "token=(token)"))
func (m *Mail) MatchesGolden(file string, replace ...Replacement) *Mail {
	m.s.t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(file))
	got := Normalize(m.Raw())
	var idle []string
	for _, r := range replace {
		re, err := regexp.Compile(r.pattern)
		if err != nil {
			m.s.fatalf("MatchesGolden: %v", err)
			return m
		}
		next := replaceShown(got, re, r.with)
		if next == got {
			idle = append(idle, r.pattern)
		}
		got = next
	}
	if *flagUpdate {
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, []byte(got), 0o666)
		}
		m.s.must("golden file", err)
		return m
	}
	want, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		m.s.fatalf("the golden file %s is not there yet; make it by\n  go test -run '^%s$' -mailsim.update", path, m.s.t.Name())
	case err != nil:
		m.s.must("golden file", err)
	}
	if diff := lineDiff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
		if len(idle) > 0 {
			diff += "\nnothing in the mail matches " + strings.Join(idle, " or ") + ", which was to be replaced"
		}
		m.s.fatalf("the mail %s differs from %s (-want +got); if that is meant, go test -mailsim.update\n%s", title(m.Message), path, diff)
	}
	return m
}

// Replacement is something that MatchesGolden replaces besides what it always
// replaces.
type Replacement struct{ pattern, with string }

// Replace makes a Replacement of all that matches a regular expression (package regexp). It sees
// each line as a reader does: quoted-printable is decoded, and the lines that it had broken are
// joined again. It does not look into base64. $1 in with is the first group, as in regexp.Expand.
// A pattern that does not compile fails the test.
func Replace(pattern, with string) Replacement { return Replacement{pattern, with} }

var quotedPrintable = regexp.MustCompile(`(?im)^content-transfer-encoding:[ \t]*quoted-printable`)

// replaceShown replaces matches in the lines of a message as readers see them. A line without
// a match stays as it was; of one with a match, the breaks that quoted-printable put in are
// gone, as they move with what is replaced.
func replaceShown(raw string, re *regexp.Regexp, with string) string {
	lines := strings.Split(raw, "\n")
	coded := quotedPrintable.MatchString(raw)
	if coded {
		lines = wholeLines(lines)
	}
	for i, l := range lines {
		joined, shown := l, l
		place := func(n int) int { return n }
		if coded {
			var at []int
			joined = strings.ReplaceAll(l, "=\n", "")
			shown, at = decodeLine(joined)
			place = func(n int) int { return at[n] }
		}
		var out []byte
		done := 0
		for _, match := range re.FindAllStringSubmatchIndex(shown, -1) {
			if match[0] == match[1] {
				continue // nothing is replaced by something
			}
			out = append(out, joined[done:place(match[0])]...)
			out = re.ExpandString(out, with, shown, match)
			done = place(match[1])
		}
		if done > 0 {
			lines[i] = string(out) + joined[done:]
		}
	}
	return strings.Join(lines, "\n")
}

// wholeLines joins lines that quoted-printable has cut; the breaks stay in them.
func wholeLines(lines []string) (out []string) {
	open := false
	for _, l := range lines {
		if open {
			out[len(out)-1] += "\n" + l
		} else {
			out = append(out, l)
		}
		open = strings.HasSuffix(l, "=")
	}
	return out
}

// decodeLine decodes quoted-printable. at says where each byte of the text began, and where the
// line ends.
func decodeLine(line string) (shown string, at []int) {
	var b strings.Builder
	at = make([]int, 0, len(line)+1)
	for i := 0; i < len(line); {
		at = append(at, i)
		if line[i] == '=' && i+2 < len(line) {
			if n, err := strconv.ParseUint(line[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(line[i])
		i++
	}
	return b.String(), append(at, len(line))
}

// lineDiff compares texts. go-cmp changes its spaces from build to build, so
// that nobody relies on them; a log can.
func lineDiff(want, got string) string {
	return strings.ReplaceAll(cmp.Diff(want, got), "\u00a0", " ")
}

// Diff compares two mails as people see them: addresses, subject, texts and attachments, but
// not ids, dates and folders. The result is empty if they are equal.
func Diff(want, got *Mail) string {
	if want == nil || got == nil {
		return fmt.Sprintf("a mail is nil: want %t, got %t", want == nil, got == nil)
	}
	return strings.ReplaceAll(cmp.Diff(seen(want.Message), seen(got.Message)), "\u00a0", " ")
}

// seenMail is what people see of a mail.
type seenMail struct {
	From, FromName string
	To, CC         []string
	Subject        string
	Text, HTML     string
	Attachments    []mailsim.Attachment
}

func seen(m mailsim.Message) seenMail {
	return seenMail{m.From, m.FromName, m.To, m.CC, m.Subject, m.Text, m.HTML, m.Attachments}
}

// traceFields are added by delivery, or hold what no two runs share.
var traceFields = map[string]bool{
	"return-path": true, "received": true, "delivered-to": true, "dkim-signature": true, "authentication-results": true,
	"x-received": true, "arc-seal": true, "arc-message-signature": true, "arc-authentication-results": true,
}

var (
	boundaryParam = regexp.MustCompile(`(?i)boundary=(?:"([^"\r\n]+)"|([^\s;"]+))`)
	messageIDs    = regexp.MustCompile(`<[^<>\s@]+@[^<>\s@]+>`)
)

// Normalize replaces what differs from run to run in a message: Message-IDs become <id-1>,
// <id-2> …, boundaries boundary-1 …, and dates "(date)". Trace headers are removed, and line
// ends become LF.
func Normalize(raw []byte) string {
	text := strings.ReplaceAll(string(raw), "\r\n", "\n")
	h := mime.ScanHeader(text)
	body := text[h.BodyStart():]
	var head strings.Builder
	var ids []string
	name := func(id string) string {
		i := slices.Index(ids, id)
		if i < 0 {
			i, ids = len(ids), append(ids, id)
		}
		return fmt.Sprintf("<id-%d>", i+1)
	}
	for _, f := range h.Fields() {
		value := f.Value
		switch key := strings.ToLower(f.Name); {
		case traceFields[key]:
			continue
		case key == "date" || key == "resent-date":
			value = " (date)"
		case key == "message-id" || key == "in-reply-to" || key == "references":
			value = messageIDs.ReplaceAllStringFunc(value, name)
		}
		fmt.Fprintf(&head, "%s:%s\n", f.Name, value)
	}
	out := head.String() + "\n" + body
	for i, b := range boundaryParam.FindAllStringSubmatch(out, -1) {
		old := b[1] + b[2]
		out = strings.ReplaceAll(out, old, fmt.Sprintf("boundary-%d", i+1))
	}
	for i, id := range ids { // also in the body, as forms and links carry them
		out = strings.ReplaceAll(out, strings.Trim(id, "<>"), fmt.Sprintf("id-%d", i+1))
	}
	return out
}
