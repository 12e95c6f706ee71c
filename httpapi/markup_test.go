package httpapi

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

const hostileText = "</pre></title></style><script>\"x\" 'y' & <b>\x00"

// TestPagesEscape: what a stranger wrote is text in each page, wherever it stands.
func TestPagesEscape(t *testing.T) {
	t.Parallel()
	view := mailsim.View{Message: mailsim.Message{
		Subject: hostileText, From: hostileText, FromName: hostileText, To: []string{"a", hostileText}, CC: []string{hostileText}, Text: hostileText,
		Time: time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC), Attachments: []mailsim.Attachment{{Filename: hostileText, Size: 1234}},
	}}
	shown := string(sharePage(view))
	assert.NotContains(t, shown, "<script>")
	assert.NotContains(t, shown, "\x00")
	assert.Equal(t, 8, strings.Count(shown, escape(hostileText)))
	assert.Contains(t, shown, "<p>Mon, 2 Mar 2026 09:30 UTC</p>")
	assert.Contains(t, shown, "(1234 bytes)</p>")
	view.Safe.HTML = "<p>safe</p>"
	assert.Contains(t, string(sharePage(view)), "<main><p>safe</p></main>")

	framed := string(framePage(theme(hostileText), "", hostileText))
	assert.NotContains(t, framed, "<script>")
	assert.Contains(t, framed, "<body><pre>"+escape(hostileText)+"</pre></body>")
	assert.Contains(t, framed, "color-scheme: light;")
	assert.Contains(t, string(framePage("dark", "<p>safe</p>", "")), "<body><p>safe</p></body>")

	assert.Equal(t, safe("a <code>&lt;b&gt;</code> c"), prose("a `<b>` c"))
}

// TestNoTemplates: a program that could run a template keeps every exported method.
func TestNoTemplates(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "github.com/mailsim/mailsim/mailsimtest", "github.com/mailsim/mailsim/cmd/mailsimd").Output()
	require.NoError(t, err)
	assert.NotContains(t, strings.Fields(string(out)), "text/template")
}
