package pen_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/universe/internal/pen"
)

// TestDocumentTitle: a name for a file, whatever the words were.
func TestDocumentTitle(t *testing.T) {
	t.Parallel()
	for what, want := range map[string]string{
		"the signed contract": "Signed contract", "your invoice 2026-014": "Invoice 2026-014", "the": "The", "": "Document", "../../etc/passwd": "Etc passwd",
		"a\r\nBcc: x@y.test": "Bcc x y test", "über \"uns\"": "Über uns", strings.Repeat("a long list ", 20): "Long list a long list a long list a long list a long list a",
	} {
		assert.Equal(t, want, pen.DocumentTitle(what), "%q", what)
	}
}
