package mailsimtest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"iter"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/archive"
)

// Note writes a line into the story.
func (s *Server) Note(format string, args ...any) { s.note(s.part, fmt.Sprintf(format, args...)) }

// note writes a line into the story of one test; nil is that of all.
func (c *core) note(of *part, text string) {
	c.notes.add(note{at: c.world.Now(), after: c.lastEvent(), of: of, text: text})
}

func (c *core) lastEvent() (id int64) {
	u, ok := c.world.(inProcess)
	if !ok {
		return 0
	}
	page, _ := u.Events(mailsim.EventFilter{Limit: 1})
	return page.Last
}

// storyLines is how long a story in a test's log may be: what led up to the end
// matters most.
const storyLines = 120

// Story is what happened so far, a line for each thing: its simulated time, who did what,
// and why. After [Connect] it begins with that call. Its last lines name things that
// silently had no effect, such as a misspelled +tag. Once the test has failed, they also
// name addresses that got mail but have nobody behind them.
func (s *Server) Story() string {
	lines, _ := s.story(nil)
	return strings.Join(lines, "\n") + "\n"
}

// story tells what a test sees of what happened, and how much it does not.
func (s *Server) story(v *sight) (lines []string, hidden int) {
	var t teller
	notes := s.told()
	tell := func(upTo int64) {
		for len(notes) > 0 && (upTo < 0 || notes[0].after < upTo) {
			if n := notes[0]; v == nil || n.of == v.part || n.of == nil && n.after >= v.from {
				t.add(n.at, "—", n.text)
			}
			notes = notes[1:]
		}
	}
	var f mailsim.EventFilter
	if _, far := s.world.(*remote); far {
		f.Since = s.began // what a server did before is not of this test
	}
	for e := range s.world.Log(f) {
		tell(e.ID)
		if who, what := t.Tell(e); what != "" && v.sees(e) {
			t.add(e.At, who, what)
		} else if what != "" {
			hidden++
		}
	}
	tell(-1)
	for _, text := range s.hints(v) {
		t.add(s.world.Now(), "—", text)
	}
	if len(t.lines) == 0 {
		return []string{"nothing has happened"}, hidden
	}
	return t.lines, hidden
}

// told are the notes, with the webhooks that held the test up among them.
func (s *Server) told() []note {
	notes := s.notes.list()
	if s.Universe == nil {
		return notes
	}
	for _, w := range s.Universe.WebhookWaits() {
		what := "waited %s of real time for the webhook %s, until it answered or failed"
		if w.Left {
			what = "waited %s of real time for the webhook %s, then went on without it"
		}
		notes = append(notes, note{at: w.At, after: w.After, text: fmt.Sprintf("the clock "+what, w.Took.Round(100*time.Millisecond), w.URL)})
	}
	slices.SortStableFunc(notes, func(a, b note) int { return cmp.Compare(a.after, b.after) })
	return notes
}

// teller writes a story line by line.
type teller struct {
	mailsim.Teller
	lines []string
	day   string
}

func (t *teller) add(at time.Time, who, what string) {
	if day := at.UTC().Format("Mon 2006-01-02"); day != t.day {
		t.day = day
		t.lines = append(t.lines, day)
	}
	t.lines = append(t.lines, fmt.Sprintf("  %s  %s %s", at.UTC().Format("15:04:05"), who, what))
}

// explain logs the story of a failed test, and where its mail is.
func (s *Server) explain() {
	s.t.Helper()
	view := s.sight()
	lines, hidden := s.story(view)
	var b strings.Builder
	fmt.Fprintf(&b, "the story of this test's mail (seed %q, the clock at %s):\n", s.Seed(), clock(s.Now()))
	if hidden > 0 {
		fmt.Fprintf(&b, "… %d lines of before this test, or of tests beside it, left out …\n", hidden)
	}
	if more := len(lines) - storyLines; more > 0 {
		fmt.Fprintf(&b, "… %d lines left out …\n", more)
		lines = lines[more:]
	}
	b.WriteString(strings.Join(lines, "\n") + "\n")
	if list := refusals(view.sessions(s.world.Transcripts())); len(list) > 0 {
		fmt.Fprintf(&b, "what the servers refused:\n%s", strings.Join(list[max(0, len(list)-maxRefusals):], ""))
	}
	if *flagSeed != "" {
		fmt.Fprintf(&b, "to run with these chances again: -mailsim.seed=%s\n", *flagSeed)
	}
	dir, err := s.keep()
	switch {
	case err != nil:
		fmt.Fprintf(&b, "its mail could not be kept: %v", err)
	case dir != "":
		fmt.Fprintf(&b, "the whole story, all mail and the transcripts of SMTP and IMAP are in %s", dir)
	default:
		b.WriteString("to keep its mail and transcripts: go test -artifacts, or set MAILSIM_ARTIFACTS to a directory")
		if _, far := s.world.(*remote); !far {
			b.WriteString("; to look around: -mailsim.serve=127.0.0.1:8025")
		}
	}
	s.t.Logf("%s", b.String())
}

// artifactDir is where the test's files may stay, "" when nowhere.
func (s *Server) artifactDir() (string, error) {
	if f := flag.Lookup("test.artifacts"); f != nil && f.Value.String() == "true" {
		if t, ok := s.t.(interface{ ArtifactDir() string }); ok {
			return filepath.Join(t.ArtifactDir(), "mailsim"), nil
		}
	}
	if dir := os.Getenv("MAILSIM_ARTIFACTS"); dir != "" {
		return filepath.Abs(filepath.Join(dir, fileName(s.t.Name())))
	}
	return "", nil
}

var unsafeInNames = regexp.MustCompile(`[^A-Za-z0-9._@+-]+`)

func fileName(name string) string {
	return cmp.Or(strings.Trim(unsafeInNames.ReplaceAllString(name, "_"), "._"), "test")
}

// keep writes story, mail and transcripts where the test's reader finds them.
func (s *Server) keep() (string, error) {
	dir, err := s.artifactDir()
	if dir == "" || err != nil {
		return "", err
	}
	for name, content := range s.files() {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// files yields what is kept of a failed test.
func (s *Server) files() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		if !yield("story.txt", []byte(s.Story())) {
			return
		}
		for _, box := range s.world.Mailboxes() {
			for _, folder := range []string{"INBOX", "Junk", "Sent"} {
				list, _ := s.world.every(0, mailsim.Match{To: box.Address, Folder: folder})
				for _, m := range list {
					raw, _ := s.world.Raw(context.Background(), m.Ref)
					name := filepath.Join("mail", fileName(box.Address), folder, fmt.Sprintf("%03d-%.60s.eml", m.UID, fileName(m.Subject)))
					if !yield(name, raw) {
						return
					}
				}
			}
		}
		var whole bytes.Buffer
		if _, err := archive.Write(&whole, archive.Mbox, s.Universe.Export(context.Background(), mailsim.ExportFilter{})); err == nil && !yield("mail.mbox", whole.Bytes()) {
			return
		}
		for _, t := range s.world.Transcripts() {
			if !yield(filepath.Join("transcripts", fileName(t.ID)+".txt"), []byte(t.Text)) {
				return
			}
		}
	}
}

// hold keeps a failed universe open until an interrupt, when -mailsim.serve asks
// for it. It says where on standard error, as a test's log comes at its end.
func (s *Server) hold() {
	if *flagServe == "" || s.doors == nil || s.conf.inMemory {
		return
	}
	s.noteFailure()
	fmt.Fprintf(os.Stderr, "\nmailsimtest: %s failed; its universe stays open until an interrupt, or the -timeout of go test:\n  %s/#key=%s&go=/story\n  %s/docs  key %s\n  SMTP %s  IMAP %s\n",
		s.t.Name(), s.url(), s.Key(), s.url(), s.Key(), s.addr(smtpDoor), s.addr(imapDoor))
	boxes := s.world.Mailboxes()
	for _, m := range boxes[:min(len(boxes), maxHeldLogins)] {
		if p := s.passwordToLook(m.Address); p != "" {
			fmt.Fprintf(os.Stderr, "  SMTP and IMAP login %s password %s\n", m.Address, p)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	<-ctx.Done()
}

// maxHeldLogins bounds the mailboxes of a held universe whose logins are printed.
const maxHeldLogins = 20

// passwordToLook is the password of a mailbox, which gets a login when it has none; "" when the
// test has made one without a helper.
func (s *Server) passwordToLook(address string) string {
	s.logins.Lock()
	defer s.logins.Unlock()
	if p := s.secrets.of(address); p != "" {
		return p
	}
	if _, err := s.world.Login(address); !errors.Is(err, mailsim.ErrNotFound) {
		return ""
	}
	password := rand.Text()
	if _, err := s.world.CreateLogin(context.Background(), mailsim.NewLogin{Address: address, Password: password}); err != nil {
		return ""
	}
	s.secrets.set(address, password)
	return password
}

// noteFailure has the story of the universe end with why the test failed.
func (s *Server) noteFailure() {
	if s.Universe == nil {
		return
	}
	text := s.t.Name() + " failed"
	if why := s.failure.Load(); why != nil {
		text += ": " + *why
	}
	_ = s.Universe.Note(context.Background(), text[:min(len(text), maxFailure)]) // it is shown if it can be
}

// maxFailure is how much of a failure the story shows, in bytes.
const maxFailure = 5000
