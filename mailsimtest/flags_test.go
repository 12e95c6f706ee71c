package mailsimtest_test

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// asProgram runs one test of this binary by itself, in a directory of its own.
func asProgram(t *testing.T, dir, test string, flags ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(exe, append([]string{"-test.run=^" + test + "$"}, flags...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "MAILSIM_AS_PROGRAM="+test)
	return cmd
}

func asked(t *testing.T, test string) {
	t.Helper()
	if os.Getenv("MAILSIM_AS_PROGRAM") != test {
		t.Skip("runs as a program of another test")
	}
}

func TestProgramGolden(t *testing.T) {
	asked(t, "TestProgramGolden")
	sim := mailsimtest.New(t)
	subject := os.Getenv("MAILSIM_SUBJECT")
	sim.Login("app@ours.test").Send("anna@client.test", subject, "Hello Anna.").MatchesGolden("mails/hello.eml")
}

// The life of a golden mail: missing, written, equal, changed.
func TestGoldenIsWrittenByItsFlag(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := func(subject string, flags ...string) (string, error) {
		cmd := asProgram(t, dir, "TestProgramGolden", flags...)
		cmd.Env = append(cmd.Env, "MAILSIM_SUBJECT="+subject)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := run("Hello")
	require.Error(t, err)
	assert.Contains(t, out, "go test -run '^TestProgramGolden$' -mailsim.update")
	_, err = run("Hello", "-mailsim.update")
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(dir, "testdata/mails/hello.eml"))
	out, err = run("Hello")
	require.NoError(t, err, out)
	out, err = run("Goodbye", "-mailsim.seed=another")
	require.Error(t, err)
	assert.Contains(t, out, "+ \tSubject: Goodbye")
	assert.Contains(t, out, "to run with these chances again: -mailsim.seed=another")
}

// TestFailuresAreNotWritten: the flag that writes golden files leaves those alone
// that fail on purpose.
func TestFailuresAreNotWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, err := asProgram(t, dir, "TestFailuresExplainThemselves", "-mailsim.update").CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.NoDirExists(t, filepath.Join(dir, "testdata"))
}

func TestProgramFails(t *testing.T) {
	asked(t, "TestProgramFails")
	sim := mailsimtest.New(t)
	sim.Login("app@ours.test").Send("anna@client.test", "Hello", "Hello Anna.").HasSubject("Goodbye")
}

// A failed world stays open until an interrupt, and tells how to reach it.
func TestServeHoldsAFailedWorld(t *testing.T) {
	t.Parallel()
	cmd := asProgram(t, t.TempDir(), "TestProgramFails", "-mailsim.serve=127.0.0.1:0", "-test.timeout=60s")
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	where := regexp.MustCompile(`(http://\S+)/#key=(\S+)&go=/story`)
	login := regexp.MustCompile(`IMAP login anna@client\.test password (\S+)`)
	var url, key, password string
	for lines := bufio.NewScanner(stderr); password == "" && lines.Scan(); {
		if m := where.FindStringSubmatch(lines.Text()); m != nil {
			url, key = m[1], m[2]
		}
		if m := login.FindStringSubmatch(lines.Text()); m != nil {
			password = m[1]
		}
	}
	require.NotEmpty(t, url)
	require.NotEmpty(t, password)
	ask := func(path string) (int, string) {
		req, err := http.NewRequest(http.MethodGet, url+path, nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+key)
		res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(text)
	}
	get := func(path string) int { status, _ := ask(path); return status }
	body := func(path string) string { _, text := ask(path); return text }
	assert.Equal(t, http.StatusOK, get("/docs"))
	assert.Equal(t, http.StatusOK, get("/"))
	assert.Contains(t, body("/api/story"), "TestProgramFails failed: ")
	assert.Equal(t, http.StatusOK, get("/api/mailboxes/anna@client.test/messages"))
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait(), "the test has failed")
}

// A saved world goes on in another test binary, forked by each test there.
func TestSavedWorld(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "world.mailsim")
	sim := mailsimtest.New(t, mailsimtest.Seed("saved"))
	m := sim.Login("app@ours.test").Send(sim.Person("Anna Weber <anna@client.test>").Address(), "Offer", "Shall we?")
	sim.Advance(time.Minute)
	require.NoError(t, sim.Universe.SaveFile(file))
	want := sim.AdvanceToReply(m)

	saved := mailsimtest.New(t, mailsimtest.Saved(file))
	assert.Equal(t, "saved", saved.Seed())
	got := saved.Fork(t).Login("app@ours.test").Box
	mail := mailsimtest.AdvanceUntil(saved, 100*24*time.Hour, func(e mailsim.PersonaSent) bool { return e.InReplyTo == m.MessageID })
	assert.Equal(t, want.MessageID, mail.MessageID)
	assert.Equal(t, want.Time, saved.Now())
	assert.Len(t, got.Sent(), 1)
	_, err := mailsimtest.Start(mailsimtest.Saved(filepath.Join(t.TempDir(), "none")))
	require.ErrorIs(t, err, mailsim.ErrNotFound)
}

// A flag of ours in a user's test binary must not be one that the user has.
func TestEveryFlagIsOurs(t *testing.T) {
	t.Parallel()
	flags := regexp.MustCompile(`flag\.(?:Bool|String|Int|Duration|Func|Var)\((?:&\w+, )?"([^"]+)"`)
	found := 0
	require.NoError(t, filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir() || !strings.HasSuffix(path, ".go"):
			return err
		case strings.Contains(path, "/examples/"), strings.HasSuffix(path, "_test.go"): // programs, and tests that nobody else runs, have flags of their own
			return nil
		}
		src, err := os.ReadFile(path)
		for _, m := range flags.FindAllSubmatch(src, -1) {
			found++
			assert.True(t, strings.HasPrefix(string(m[1]), "mailsim."), "%s: -%s", path, m[1])
		}
		return err
	}))
	assert.GreaterOrEqual(t, found, 3)
}
