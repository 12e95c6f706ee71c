package mailsim

import (
	"strings"
	"unicode"
)

// maxPreview is the length of a preview in characters (RFC 8970 section 4.2).
const maxPreview = 200

// Preview returns how the message begins: at most 200 characters of the text that
// people would read, quotes as they come, in one line. It is "" without any text.
func (s *Stored) Preview() string { return preview(s.mail.parse().text()) }

// preview is the beginning of a text, each run of white space one space.
func preview(text string) string {
	var b strings.Builder
	n, gap := 0, ""
	for _, r := range text {
		if unicode.IsSpace(r) {
			if n > 0 {
				gap = " "
			}
			continue
		}
		if unicode.IsControl(r) {
			continue
		}
		if n += len(gap) + 1; n > maxPreview {
			break
		}
		b.WriteString(gap)
		b.WriteRune(r)
		gap = ""
	}
	return b.String()
}
