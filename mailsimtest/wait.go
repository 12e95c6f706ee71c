package mailsimtest

import (
	"cmp"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// ledger remembers which mails the test has seen, and where, so that a wait
// gives each once.
type ledger struct {
	mu     sync.Mutex
	copies map[mailsim.Ref]string     // how a wait gave them
	mails  map[string]string          // by Message-ID: how a helper sent them, or gave them as a reply
	gave   map[string]bool            // by Message-ID: those in copies
	after  map[boxFolder]mailsim.Mark // all before it is given, where only plain waits were made
}

type boxFolder struct{ address, folder string }

func refKey(r mailsim.Ref) mailsim.Ref {
	r.Address = addr.Key(r.Address)
	return r
}

// how tells how the test has seen a mail, "" when it has not.
func (l *ledger) how(m mailsim.Message) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return cmp.Or(l.copies[refKey(m.Ref)], l.mails[m.MessageID])
}

// take notes that a wait gives a mail, unless another just did.
func (l *ledger) take(m mailsim.Message, how string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := refKey(m.Ref)
	if l.copies[key] != "" {
		return false
	}
	if l.copies == nil {
		l.copies, l.gave = map[mailsim.Ref]string{}, map[string]bool{}
	}
	l.copies[key], l.gave[m.MessageID] = how, true
	return true
}

// knows tells whether a helper sent a mail, or gave one of its copies.
func (l *ledger) knows(messageID string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.gave[messageID] || l.mails[messageID] != ""
}

// seen notes a mail by its Message-ID, wherever its copies lie or will.
func (l *ledger) seen(messageID, how string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.mails == nil {
		l.mails = map[string]string{}
	}
	if messageID != "" && l.mails[messageID] == "" {
		l.mails[messageID] = how
	}
}

// since is a place before which nothing is left to give.
func (l *ledger) since(m mailsim.Match, mark mailsim.Mark) mailsim.Mark {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(mark, l.after[boxFolder{addr.Key(m.To), m.Folder}])
}

// passed notes that a wait without conditions gave a mail, so that all before
// it is given.
func (l *ledger) passed(m mailsim.Match, mark mailsim.Mark) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.after == nil {
		l.after = map[boxFolder]mailsim.Mark{}
	}
	key := boxFolder{addr.Key(m.To), m.Folder}
	l.after[key] = max(l.after[key], mark)
}

func plain(m mailsim.Match) bool {
	return m.From == "" && m.Subject == "" && m.Contains == "" && m.InReplyTo == "" && m.Func == nil
}

// givenHere and sentHere say how the test sees a mail at the line that called a
// helper.
func givenHere() string { return "given at " + caller() }
func sentHere() string  { return "sent by the test at " + caller() + "; use what that call returned" }

// caller is the line of the test that called a helper.
func caller() string {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "github.com/mailsim/mailsim/mailsimtest.") {
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		if !more {
			return "elsewhere"
		}
	}
}

// Wait returns the oldest matching mail not returned before, waiting for one if need be. If m.To
// is "", the mail may be in any mailbox. If it lies in Junk, the test's log says so, unless
// m.Folder asks for Junk.
func (s *Server) Wait(m mailsim.Match) *Mail {
	s.t.Helper()
	return s.wait(s.began, m)
}

func (s *Server) wait(since mailsim.Mark, m mailsim.Match) *Mail {
	s.t.Helper()
	if m.To != "" {
		s.part.name(m.To)
	}
	ctx, cancel := s.patience()
	defer cancel()
	how := givenHere()
	fresh := m
	fresh.Func = func(msg mailsim.Message) bool {
		return (m.Func == nil || m.Func(msg)) && s.given.how(msg) == ""
	}
	for {
		a, err := s.world.Wait(ctx, s.given.since(m, since), fresh)
		if err != nil {
			before, _ := s.world.every(since, m) // those that match were given
			s.fatalf("%s", s.explainWait(err, since, m, before))
			return &Mail{s: s}
		}
		if s.given.take(a.Message, how) {
			if plain(m) && since == s.began {
				s.given.passed(m, a.Mark())
			}
			if m.Folder == "" {
				s.logJunk(a.Message)
			}
			return s.mail(a.Message)
		}
	}
}

// logJunk says that a wait gives what its reader may never see.
func (s *Server) logJunk(m mailsim.Message) {
	s.t.Helper()
	if why := s.whyJunk(m); why != "" {
		s.t.Logf("given from Junk, where its reader may not see it (mailsim.Match{Folder: \"INBOX\"} leaves such mail out): %s, %s", title(m), why)
	}
}

// ExpectNone lets everything settle, then fails if there is a matching mail not returned
// before; mailsim.Match{} is any mail at all:
//
//	sim.ExpectNone(mailsim.Match{}) // the application has mailed nobody
func (s *Server) ExpectNone(m mailsim.Match) {
	s.t.Helper()
	s.expectNone(s.began, m, func(msg mailsim.Message) bool { return s.given.how(msg) == "" })
}

func (s *Server) expectNone(since mailsim.Mark, m mailsim.Match, counts func(mailsim.Message) bool) {
	s.t.Helper()
	s.Settle()
	list, err := s.world.every(since, m)
	s.must("expect none", err)
	var b strings.Builder
	n := 0
	for _, msg := range list {
		if counts(msg) {
			n++
			fmt.Fprintf(&b, "  %s\n", title(msg))
		}
	}
	if n > 0 {
		s.fatalf("expected no %s, but there is\n%s", m, b.String())
	}
}

// WaitReply returns the reply of a person to a mail, without moving the clock: what they
// planned is done at once. It fails if they decided not to answer.
func (s *Server) WaitReply(m *Mail) *Mail {
	s.t.Helper()
	if !s.need("WaitReply", m) {
		return &Mail{s: s}
	}
	p, err := s.recipientOf(m)
	s.must("wait for a reply", err)
	return s.waitReply(p, m)
}

// recipientOf is the first person among those a mail went to.
func (s *Server) recipientOf(m *Mail) (mailsim.Persona, error) {
	to := append(append([]string{m.Address}, m.To...), m.CC...)
	for _, a := range to {
		if p, err := s.world.PersonaByAddress(a); err == nil && addr.Key(a) != addr.Key(m.From) {
			return p, nil
		}
	}
	return mailsim.Persona{}, fmt.Errorf("nobody at %s is a person of this world: add them by sim.Person", strings.Join(to[1:], ", "))
}

// waitReply gives a person's answer to m, or with none their next mail that was not
// returned before.
func (s *Server) waitReply(p mailsim.Persona, m *Mail) *Mail {
	s.t.Helper()
	ctx, cancel := s.patience()
	defer cancel()
	match := mailsim.ReplyMatch{From: p.ID}
	if m != nil {
		match.InReplyTo = m.MessageID
	}
	how, since := givenHere(), s.began
	for {
		a, err := s.world.WaitReply(ctx, since, match)
		if err != nil {
			s.fatalf("%s", s.explainReply(err, p, m))
			return &Mail{s: s}
		}
		if m != nil || s.given.how(a.Message) == "" {
			s.given.seen(a.MessageID, how)
			s.logJunk(a.Message)
			return s.mail(a.Message)
		}
		since = s.markSent(p, a.MessageID)
	}
}

// markSent is the place at which a person sent a mail.
func (s *Server) markSent(p mailsim.Persona, messageID string) (mark mailsim.Mark) {
	for e, sent := range mailsim.EventsOf[mailsim.PersonaSent](s.world.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventPersonaSent}, PersonaID: p.ID})) {
		if sent.MessageID == messageID {
			mark = s.world.MarkOf(e.ID)
		}
	}
	return mark
}

// Mark is a point in the order of all that happens.
type Mark struct {
	s  *Server
	at mailsim.Mark
}

// Mark returns the present point. What comes after it cannot be missed, however late the
// test looks.
func (s *Server) Mark() Mark { return Mark{s, s.world.Mark()} }

// Wait is [Server.Wait] for what comes after the mark.
func (m Mark) Wait(match mailsim.Match) *Mail {
	m.s.t.Helper()
	return m.s.wait(m.at, match)
}

// All settles, then lists the matching mails that came after the mark, returned before or
// not, in order of arrival.
func (m Mark) All(match mailsim.Match) []*Mail {
	m.s.t.Helper()
	m.s.Settle()
	return m.s.every(m.at, match)
}

// ExpectNone settles, then fails if a matching mail came after the mark, other
// than those that helpers sent.
func (m Mark) ExpectNone(match mailsim.Match) {
	m.s.t.Helper()
	m.s.expectNone(m.at, match, func(msg mailsim.Message) bool {
		m.s.given.mu.Lock()
		defer m.s.given.mu.Unlock()
		return m.s.given.mails[msg.MessageID] == ""
	})
}

func (s *Server) every(since mailsim.Mark, m mailsim.Match) []*Mail {
	s.t.Helper()
	list, err := s.world.every(since, m)
	s.must("list", err)
	out := make([]*Mail, len(list))
	for i, msg := range list {
		out[i] = s.mail(msg)
	}
	return out
}

// Events lists the events of one type so far, oldest first:
//
//	for _, sent := range mailsimtest.Events[mailsim.PersonaSent](sim) { … }
func Events[T mailsim.EventData](s *Server) []T {
	s.t.Helper()
	var out []T
	for _, data := range mailsim.EventsOf[T](s.world.Log(filterOf[T](s))) {
		out = append(out, data)
	}
	return out
}

// filterOf chooses the events of one type; RawEvent stands for any.
func filterOf[T mailsim.EventData](s *Server) (f mailsim.EventFilter) {
	s.t.Helper()
	var zero T
	name := zero.EventType()
	switch {
	case name == "":
	case slices.Contains(mailsim.EventTypes(), name):
		f.Types = []mailsim.EventType{name}
	default:
		s.fatalf("unknown event type %q: no event has the data %T", name, zero)
	}
	return f
}

// WaitEvent returns the first event of type T since the test began for which accept returns
// true (nil accepts all), and waits for one if there is none. Unlike a wait for mail, it
// returns the same event again when asked again.
func WaitEvent[T mailsim.EventData](s *Server, accept func(T) bool) T {
	s.t.Helper()
	ctx, cancel := s.patience()
	defer cancel()
	f := filterOf[T](s)
	f.Since = s.began
	var others []string
	for e, err := range s.world.Follow(ctx, f) {
		if err != nil {
			break
		}
		if data, ok := e.Data.(T); ok {
			if accept == nil || accept(data) {
				return data
			}
			others = append(others, refused(e, data))
		}
	}
	var zero T
	s.fatalf("no event %s that the test accepts\n%s%s  waited %s; the clock is at %s", zero.EventType(), lastOf(others), s.undialedLine(), s.conf.timeout, clock(s.world.Now()))
	return zero
}
