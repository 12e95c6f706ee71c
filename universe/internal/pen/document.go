package pen

// The documents that people promise, and send as files.

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/pdf"
	"github.com/mailsim/mailsim/internal/plain"
)

// promisedFile is the document that a person promised and now sends, as a PDF of
// one page; nil when what they promised is none.
func (w *Writing) promisedFile() []mimebuild.Attachment {
	what := w.Args.What
	if w.Kind != mailsim.JobDeliver || w.Args.Question || !gist.NamesDocument(what) {
		return nil
	}
	title := DocumentTitle(what)
	lines := []string{cmp.Or(w.Person.Org, w.Person.Name), "", strings.ToUpper(title), "Date: " + w.Now.In(w.Zone).Format("2 January 2006"), "For: " + w.Args.Correspondent}
	if w.CaseID != "" {
		lines = append(lines, "Reference: "+w.CaseID)
	}
	lines = append(lines, "", w.Person.Name)
	for i, l := range lines {
		lines[i] = plain.Cut(plain.Line(l), maxFileLine)
	}
	return []mimebuild.Attachment{{Filename: title + ".pdf", ContentType: "application/pdf", Data: pdf.Page(lines)}}
}

// Bounds of a promised file, in characters.
const (
	maxFileTitle = 60
	maxFileLine  = 80
)

// DocumentTitle makes a name that any file system takes of what was promised:
// "the signed contract" is "Signed contract". The words come from a stranger's mail.
func DocumentTitle(what string) string {
	words := strings.FieldsFunc(what, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' })
	if len(words) > 1 && slices.Contains([]string{"the", "a", "an", "your", "our"}, strings.ToLower(words[0])) {
		words = words[1:]
	}
	title := []rune(strings.TrimSpace(plain.Cut(strings.Join(words, " "), maxFileTitle)))
	if len(title) == 0 {
		return "Document"
	}
	title[0] = unicode.ToUpper(title[0])
	return string(title)
}
