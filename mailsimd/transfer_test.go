package mailsimd

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/universe"
)

// TestImportAndExport take mail into a running server and out of it.
func TestImportAndExport(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	key, _, err := u.CreateKey(t.Context(), "test", mailsim.RoleMember)
	require.NoError(t, err)
	srv := httptest.NewServer(httpapi.New(u, httpapi.Options{NoLimit: true}))
	t.Cleanup(srv.Close)
	run := func(args ...string) (int, string) {
		var out bytes.Buffer
		env := func(name string) (string, bool) { return key, name == "MAILSIM_KEY" }
		status := Main(t.Context(), append(args, "-url", srv.URL), Process{Env: env, Stdout: &out, Stderr: &out})
		return status, out.String()
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.eml"), []byte("Subject: one\n\nx\n"), 0o600))
	for _, name := range []string{"words.txt", "more.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("no mail\n"), 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "old.mbox"), []byte("From a@b.test\n"), 0o600))
	status, out := run("import", "-to", "anna@client.test", dir)
	assert.Equal(t, statusFailed, status)
	assert.Contains(t, out, "1 mail taken in, 3 not\n  2: this is not a mail: it does not begin with a header\n  1: this is not an mbox: it has no line that begins with \"From \"\n")
	assert.Contains(t, out, "words.txt: this is not a mail")

	target := filepath.Join(t.TempDir(), "out")
	status, out = run("export", "-format", "eml", "-o", target)
	require.Equal(t, statusDone, status, out)
	raw, err := os.ReadFile(filepath.Join(target, "anna@client.test", "INBOX", "000001.eml"))
	require.NoError(t, err)
	assert.Equal(t, "Subject: one\r\n\r\nx\r\n", string(raw))
	status, out = run("export", "-o", "-")
	assert.Equal(t, statusDone, status)
	assert.True(t, strings.HasPrefix(out, "From MAILER-DAEMON "), out)
	status, _ = run("export")
	assert.Equal(t, statusUsage, status)
	status, out = run("export", "-address", "nobody@x.test", "-o", "-")
	assert.Equal(t, statusFailed, status)
	assert.Contains(t, out, "no such mailbox")
}

// TestReasonsOfAnImport: failures that differ in their figures are one, the rest is summed up.
func TestReasonsOfAnImport(t *testing.T) {
	t.Parallel()
	var r reasons
	for n := range 3 {
		r.add(fmt.Sprintf("the mail has %d bytes", n))
	}
	for n := range 20 {
		r.add("wrong " + string(rune('a'+n)))
	}
	var out strings.Builder
	r.print(&out, 30)
	lines := strings.Split(out.String(), "\n")
	assert.Equal(t, "  3: the mail has … bytes", lines[0])
	assert.Equal(t, "  1: wrong a", lines[1])
	assert.Equal(t, "  18 for other reasons", lines[10])
}
