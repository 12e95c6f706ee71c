package spam

import (
	"bufio"
	"net/mail"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readMails reads a file of mails that were written and labelled before any of
// them was scored: "== name", a header of the fields that matter, and a body.
func readMails(t *testing.T, file string) (names []string, mails map[string]Mail) {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	mails = map[string]Mail{}
	for block := range strings.SplitSeq(strings.TrimPrefix(string(raw), "== "), "\n== ") {
		name, rest, _ := strings.Cut(block, "\n")
		head, body, ok := strings.Cut(rest, "\n\n")
		require.True(t, ok, name)
		m := Mail{}
		for s := bufio.NewScanner(strings.NewReader(head)); s.Scan(); {
			field, value, _ := strings.Cut(s.Text(), ": ")
			switch field {
			case "From":
				a, err := mail.ParseAddress(value)
				require.NoError(t, err, name)
				m.From, m.FromName = a.Address, a.Name
			case "Reply-To":
				m.ReplyTo = value
			case "Subject":
				m.Subject = value
			case "Bulk":
				m.Bulk = true
			case "List-Unsubscribe":
				m.ListUnsubscribe = value
			case "List-Unsubscribe-Post":
				m.ListUnsubscribePost = value
			case "Attach":
				m.Attachments = []Attachment{{Filename: value, ContentType: "application/octet-stream", Size: 40_000}}
			case "Auth":
				m.Auth = Auth{SPF: value, DKIM: value, DMARC: value, DKIMDomain: domainOf(m.From)}
			default:
				t.Fatalf("%s: field %q", name, field)
			}
		}
		if m.Text = body; strings.HasPrefix(body, "<") {
			m.Text, m.HTML = "", body
		}
		names, mails[name] = append(names, name), base(m)
	}
	require.Len(t, mails, len(names))
	return names, mails
}

// Sixty ordinary mails of many kinds and languages, and sixty of spam and
// phishing: the normal filter parts them.
func TestMailsOfBothKinds(t *testing.T) {
	t.Parallel()
	score := map[string][]float64{}
	for _, file := range []string{"ordinary.txt", "junk.txt"} {
		names, mails := readMails(t, file)
		require.Len(t, names, 60)
		for _, name := range names {
			r := Score(mails[name])
			score[file] = append(score[file], r.Score)
			if file == "junk.txt" {
				assert.GreaterOrEqual(t, r.Score, Normal, "%s: %v", name, r.Rules)
			} else {
				assert.LessOrEqual(t, r.Score, 1.5, "%s: %v", name, r.Rules)
			}
			for _, rule := range r.Rules {
				assert.True(t, rule.Score < 0 || strings.Contains(rule.Text, ":"), "%s says what to change", rule.Name)
			}
		}
	}
	assert.Less(t, slices.Max(score["ordinary.txt"]), slices.Min(score["junk.txt"]))
}
