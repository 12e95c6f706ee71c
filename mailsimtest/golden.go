package mailsimtest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
)

// MatchesGolden compares the mail with a file below testdata, such as "welcome.eml".
// Message-IDs, dates, boundaries and trace headers, which differ from run to run, are
// replaced first; line ends become LF. The flag -mailsim.update writes the file.
func (m *Mail) MatchesGolden(file string) *Mail {
	m.s.t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(file))
	got := Normalize(m.Raw())
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
		m.s.fatalf("the mail %s differs from %s (-want +got); if that is meant, go test -mailsim.update\n%s", title(m.Message), path, diff)
	}
	return m
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
