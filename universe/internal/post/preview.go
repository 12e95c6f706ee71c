package post

import (
	"strings"
	"unicode"

	"github.com/mailsim/mailsim/internal/htmlmail"
)

// maxPreview is the length of a preview in characters (RFC 8970 section 4.2).
const maxPreview = 200

// Preview returns how the message begins: at most 200 characters of the text that people
// would read, in one line. Quoted text is left out unless there is nothing else. It is ""
// if the message has no text.
func (s *Stored) Preview() string {
	msg := s.Mail.Parse().Msg
	own, all := msg.Text, msg.Text
	if own == "" && msg.HTML != "" {
		own, all = htmlmail.OwnText(msg.HTML), htmlmail.VisibleText(msg.HTML)
	}
	if begin := Preview(own, false); begin != "" {
		return begin
	}
	return Preview(all, true)
}

// Preview is the beginning of a text, each run of white space one space, with
// or without the lines that are marked as quotes.
func Preview(text string, quotes bool) string {
	var b strings.Builder
	n, gap := 0, ""
	for line := range strings.Lines(text) {
		if !quotes && strings.HasPrefix(line, ">") {
			continue
		}
		for _, r := range line {
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
				return b.String()
			}
			b.WriteString(gap)
			b.WriteRune(r)
			gap = ""
		}
	}
	return b.String()
}
