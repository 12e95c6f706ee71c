package gist

import (
	"strings"

	"github.com/mailsim/mailsim/internal/langdetect"
)

// language returns the code of the language of a mail, of which the first line is the
// subject, "en" in doubt.
func language(text string) string {
	subject, text, _ := strings.Cut(text, "\n")
	code, _ := langdetect.Detect(text, langdetect.Subject(stripPrefixes(subject)), langdetect.Prior("en"))
	if code == "" {
		return "en"
	}
	return code
}
