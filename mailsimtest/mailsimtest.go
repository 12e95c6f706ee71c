// Package mailsimtest gives a test a whole mail world: SMTP and IMAP servers, an
// HTTP API, people who read, click and answer, and a clock that the test moves.
//
//	func TestWelcome(t *testing.T) {
//		sim := mailsimtest.New(t)
//		anna := sim.Person("Anna Weber <anna@client.test>")
//		app.SignUp(sim.SMTPAddr(), anna.Address()) // sends over SMTP, as in production
//		link := anna.Wait().HasSubject("Welcome").MagicLink()
//		anna.Open(link).HasStatus(200)
//		sim.Advance(24 * time.Hour)
//		anna.ExpectInbox(1) // no second mail
//	}
//
// Helpers take no context and return no error: an error fails the test, and the test's log then
// shows what happened in the universe, and its seed. Only DialContext, SendMail, Start and Close
// return their error.
//
// # What is fixed, and what is not
//
// The clock stands at Monday 2026-01-05 09:00 UTC until [Server.Advance] moves it; the seed is
// "mailsim"; nothing reaches the network. A [Person] answers every personal mail unless edited,
// until both sides have ended the conversation, and opens a link only when the test calls
// [Person.Open]. So a test is the same on every run
// and every machine. Options change each of these.
//
// # Waiting
//
// A wait returns each mail once, in the order of arrival since the test began; it skips mail
// that the test has sent with a helper. Nothing sleeps or polls: a mail that has arrived is
// returned at once. If none comes, the test fails after [Timeout] and shows what arrived
// instead.
//
// # Flags
//
//	-mailsim.update       rewrite golden files
//	-mailsim.seed=S       set the seed of every universe that sets none itself
//	-mailsim.serve=ADDR   keep the universe of a failed test open, with its API at ADDR, and a
//	                      login for each of its first 20 mailboxes
package mailsimtest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/bubble"
)

var (
	flagUpdate = flag.Bool("mailsim.update", false, "rewrite the golden files of mailsimtest")
	flagSeed   = flag.String("mailsim.seed", "", "the seed of every universe that names none")
	flagServe  = flag.String("mailsim.serve", "", "hold a failed universe open, its HTTP API at this `address`")
)

// TB is the part of a test that the helpers need. *testing.T, *testing.B, *testing.F and the
// value of Ginkgo's GinkgoT implement it.
type TB interface {
	Helper()
	Name() string
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
	Failed() bool
	Cleanup(f func())
	Setenv(key, value string)
}

// Server is a mail world with its servers. A listener starts when its address is first
// asked for.
//
// Its methods may be called from several goroutines. Methods that can fail the test may be
// called only from goroutines that may call t.FailNow.
type Server struct {
	// Universe is what all helpers work on; nil after Connect.
	Universe *mailsim.Universe

	*core
	t    TB
	part *part // of For; nil sees all
}

// core is what all views of one universe share.
type core struct {
	world   world
	conf    *config
	doors   *doors // nil after Connect
	given   ledger
	pages   pages
	parts   parts
	bubble  string // in which the world was made; "" outside of all
	notes   notebook
	logins  sync.Mutex // held while a helper looks for a login and adds it
	secrets passwords
	always  ids // who answers every mail because no edit said otherwise
	until   condition
	failure atomic.Pointer[string] // why a test failed
	haste   haste
	began   mailsim.Mark
	ending  sync.Mutex // held by Close
	closed  bool
}

// New starts a mail world that ends with the test. If the test fails, its log shows the
// story of the universe. In a testing/synctest bubble New applies the option [Bubble]
// first.
func New(t TB, opts ...Option) *Server {
	t.Helper()
	s, err := Start(fitting(t, opts)...)
	if err != nil {
		t.Fatalf("mailsimtest: %v", err)
		return nil
	}
	s.t = t
	t.Cleanup(func() { s.end() })
	return s
}

// fitting adds the option Bubble in a bubble: sockets would keep its time from
// passing, and a wait would never end.
func fitting(t TB, opts []Option) []Option {
	if inBubble(t) {
		return append([]Option{Bubble()}, opts...)
	}
	return opts
}

// inBubble tells whether a test runs in a bubble, where *testing.T panics when
// asked for its deadline.
func inBubble(t TB) (in bool) {
	if real, ok := t.(*testing.T); ok {
		defer func() { in = recover() != nil }()
		real.Deadline()
	}
	return false
}

// Start is New without a test, for TestMain. If a helper fails, it panics, unless it belongs to
// a Server that For has bound to a test. The caller must Close the Server.
func Start(opts ...Option) (*Server, error) {
	conf, err := configure(opts)
	if err != nil {
		return nil, err
	}
	u, err := conf.open()
	if err != nil {
		return nil, err
	}
	s := serve(u, conf)
	if err := conf.arrange(s); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// serve puts helpers and doors around a universe.
func serve(u *mailsim.Universe, conf *config) *Server {
	c := &core{world: inProcess{u}, conf: conf, began: u.Mark(), bubble: bubble.ID()}
	c.doors = newDoors(u, conf)
	c.doors.bubble = c.bubble
	c.doors.onFail = func(err error) { c.note(nil, err.Error()) }
	if conf.bubble {
		c.joinBubble(u)
	}
	return &Server{Universe: u, core: c, t: noTest{}}
}

// For returns the same world bound to another test, t, such as a subtest: its helpers fail t, and
// the log of t gets the story from then on. The story leaves out the mail of addresses that only
// other tests, running at the same time as t, have used. The world goes on when t ends.
func (s *Server) For(t TB) *Server {
	t.Helper()
	bound := &Server{Universe: s.Universe, core: s.core, t: t}
	if same(s.t, t) {
		bound.part = s.part
		return bound // which is explained already
	}
	added := false
	if bound.part, added = s.parts.find(t, s.begin); !added {
		return bound
	}
	t.Cleanup(func() {
		if t.Failed() {
			bound.explain()
		}
		bound.part.end()
	})
	return bound
}

// begin is the part of a test that begins now.
func (s *Server) begin() *part {
	p := &part{from: s.lastEvent(), old: map[string]bool{}}
	for _, t := range s.world.Transcripts() {
		p.old[t.ID] = true
	}
	return p
}

// Fork starts a second world with the same people, mail and plans but with a clock and ports of its
// own. It only copies pointers, so it is fast. This world does not change. Its sites, timers and
// webhooks in flight stay with it: the fork has none of them. The fork ends with the test. All
// options apply except At, Live, File and Saved.
func (s *Server) Fork(t TB, opts ...Option) *Server {
	t.Helper()
	if s.Universe == nil {
		t.Fatalf("mailsimtest: fork: %v", errNotRemote)
		return nil
	}
	conf, err := configure(append([]Option{With(func(o *mailsim.Options) { o.Seed = s.Universe.Seed() })}, fitting(t, opts)...))
	if err != nil {
		t.Fatalf("mailsimtest: fork: %v", err)
		return nil
	}
	u, err := s.Universe.Fork(conf.options)
	if err != nil {
		t.Fatalf("mailsimtest: fork: %v", err)
		return nil
	}
	f := serve(u, conf)
	f.t = t
	f.secrets.copyFrom(&s.secrets)
	f.always.copyFrom(&s.always)
	t.Cleanup(func() { f.end() })
	if err := conf.arrange(f); err != nil {
		t.Fatalf("mailsimtest: fork: %v", err)
	}
	return f
}

// Close ends the world and returns when nothing of it runs any more. New and Fork call it
// at the end of the test. After Connect it only closes the connections. A function that the
// world itself runs cannot close it: it gets ErrConflict, and the world goes on. Close also
// returns the error of a server that stopped earlier.
func (s *Server) Close() error {
	s.ending.Lock()
	defer s.ending.Unlock()
	if s.closed {
		return nil
	}
	err := s.world.Close()
	if errors.Is(err, mailsim.ErrConflict) {
		return err
	}
	s.closed = true
	if s.doors != nil {
		err = errors.Join(err, s.doors.close())
	}
	return err
}

// end is the cleanup of a test.
func (s *Server) end() {
	if s.t.Failed() {
		s.explain()
		s.hold()
	}
	if err := s.Close(); err != nil {
		s.t.Logf("mailsimtest: close: %v", err)
	}
}

// Seed returns the seed of all random choices.
func (s *Server) Seed() string { return s.world.Seed() }

// fatalf fails the test.
func (s *Server) fatalf(format string, args ...any) {
	s.t.Helper()
	text := strings.TrimRight(fmt.Sprintf(format, args...), "\n")
	s.failure.Store(&text)
	s.t.Fatalf("%s", text)
}

// must fails the test unless err is nil.
func (s *Server) must(what string, err error) {
	s.t.Helper()
	if err != nil {
		s.fatalf("%s: %v", what, err)
	}
}

// need fails the test unless there is a mail, which a helper was given.
func (s *Server) need(what string, m *Mail) bool {
	s.t.Helper()
	if m != nil && m.MessageID != "" {
		return true
	}
	s.fatalf("%s: the mail is %s: give one that Wait, Send, SendMail or another helper returned", what, map[bool]string{true: "nil", false: "empty"}[m == nil])
	return false
}

// patience is the context of a wait: it ends after the option Timeout.
func (s *Server) patience() (context.Context, context.CancelFunc) {
	s.t.Helper()
	s.here("wait")
	return context.WithTimeout(context.Background(), s.conf.timeout)
}

// here fails the test in another bubble than that of the world.
func (s *Server) here(what string) {
	s.t.Helper()
	if s.Universe != nil { // the network of Connect is neither inside nor outside
		s.must(what, inBubbleOf(s.bubble))
	}
}

// inBubbleOf is an error in another bubble than that in which a world was made:
// its time does not pass while it waits for something outside, so that waits,
// connections and listeners there never end.
func inBubbleOf(made string) error {
	switch here := bubble.ID(); here {
	case made:
		return nil
	case "":
		return errors.New("this world was made inside a synctest bubble, and belongs there")
	}
	return errors.New("this world was made outside the synctest bubble that uses it, where a wait would never end: " +
		"call mailsimtest.New(t), or Fork(t) of this world, inside the function that synctest.Test runs, with its t")
}

// now is a context that has ended: a wait with it only looks.
var now = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// noTest stands in for a test where there is none.
type noTest struct{}

func (noTest) Helper()                 {}
func (noTest) Name() string            { return "" }
func (noTest) Logf(f string, a ...any) { fmt.Fprintf(os.Stderr, f+"\n", a...) }
func (noTest) Fatalf(f string, a ...any) {
	panic("mailsimtest: " + fmt.Sprintf(f, a...))
}
func (noTest) Failed() bool             { return false }
func (noTest) Cleanup(func())           {}
func (noTest) Setenv(key, value string) { os.Setenv(key, value) }

// errNotRemote is what helpers answer that need the universe in the process.
var errNotRemote = errors.New("this works only with a universe in the process, made by New or Start")
