package pen_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/pen"
)

// TestOutputIsText: what a writer says is plain text, without what would be taken for more.
func TestOutputIsText(t *testing.T) {
	t.Parallel()
	known := pen.KnownURLs([]string{"see https://ours.test/a?b=1 and www.ours.test"})
	for _, c := range []struct{ name, in, out string }{
		{"header lines", "Subject: Hi\nTo: x@y.test\nDate: today\n\nHello\nBcc: z@y.test\nBye", "Hello\nBye"},
		{"a date in the text", "Hello\nDate: Tuesday", "Hello\nDate: Tuesday"},
		{"unknown links", "Go to https://evil.test/x, or [here](http://evil.test/) or evil.test/y!", "Go to , or here or !"},
		{"other schemes", "open javascript://evil.test/%0aalert(1) now", "open ) now"},
		{"known links", "It is https://OURS.test/a?b=1. And http://ours.test/", "It is https://OURS.test/a?b=1. And http://ours.test/"},
		{"hidden characters", "a\u202eb\u200bc\x00d\r\ne\ufeff", "abcd\ne"},
		{"quote", "Fine.\n\nOn Mon, Jan 5, 2026 at 9:00 AM Bob <bob@x.test> wrote:\n> hello", "Fine."},
		{"signature", "Fine.\n\n-- \nAnna", "Fine."},
		{"invalid bytes", "a\xffb", "ab"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, c.out, pen.CleanText(c.in, known))
		})
	}
	d, err := pen.CleanDraft(mailsim.Draft{Text: "Fine.\nAnna\nACME", Subject: "a\r\nBcc: x@y.test"}, "Anna\nACME", known)
	require.NoError(t, err)
	assert.Equal(t, "Fine.", d.Text)
	assert.Equal(t, "a Bcc: x@y.test", d.Subject)
}

func FuzzCleanText(f *testing.F) {
	for _, s := range []string{"", "Subject: x\n\nhi", "https://a.test/b", "[x](y.test/z)", "> q", "-- \nx", "\xff\u202e", strings.Repeat("a.", 300) + "b/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out := pen.CleanText(s, nil)
		if strings.ContainsAny(out, "\r\x00") || strings.Contains(out, "://") && pen.URLs().MatchString(out) {
			t.Fatalf("%q from %q", out, s)
		}
		if l := pen.CleanLine(s, 50, nil); strings.ContainsAny(l, "\r\n") || len([]rune(l)) > 50 {
			t.Fatalf("%q from %q", l, s)
		}
	})
}
