package post_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/universe/internal/post"
)

// TestPlainUTF8 puts each kind of text across the ends of the pieces in which a large
// mail is looked at.
func TestPlainUTF8(t *testing.T) {
	t.Parallel()
	for _, odd := range []string{
		"", "x", "é", "€", "😀", "\x00", "\x1b", "\x80", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xed\xa0\x80", "\x80\x80\x80\x80\x80", "\xc3\xc3", "😀\x80", "é\x1b",
	} {
		for before := 16<<10 - 6; before <= 16<<10+1; before++ {
			for _, after := range []string{"", "y", strings.Repeat("€", 6000)} {
				text := strings.Repeat("x", before) + odd + after
				want := utf8.ValidString(text) && !strings.ContainsAny(text, "\x00\x1b")
				assert.Equal(t, want, post.PlainUTF8(text), "%q after %d, before %.2q", odd, before, after)
			}
		}
	}
}
