package door

import (
	"context"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Session is one connection's view of a host. In a Cell its universe is known
// after the login. It is not safe for concurrent use.
type Session struct {
	Info   mailsim.SessionInfo
	u      *Part // nil in a Cell before the login
	Lobby  lobby // of a session that began in a cell
	login  string
	secret *login.Secret // that the login had
	stop   func()        // ends the watch of OnRevoked
	leave  func()        // lets the universe go, which a cell keeps open for the session
	tap    *tap
}

// lobby is where a session is until its login tells the universe: a cell.
type lobby interface {
	// Domain is the name the server greets with.
	Domain() string
	// TryLogin finds the universe and the login of a name and password, or why there
	// is none; u is nil when no universe has the name. It stays open until leave.
	TryLogin(ctx context.Context, remote, proto, username, password string) (u *Part, l *login.Record, leave func(), why string, err error)
}

// NewSession opens a connection's view of the universe.
func (u *Part) NewSession(i mailsim.SessionInfo) *Session {
	return &Session{Info: i, u: u, tap: u.openTap(i)}
}

// Home is the universe of the session as it was assembled, nil in a Cell before the
// login.
func (s *Session) Home() any {
	if s.u == nil {
		return nil
	}
	return s.u.Whole
}

// LoginAddress returns the mailbox that logged in, "" before.
func (s *Session) LoginAddress() string { return s.login }

// Domain returns the name the server greets with.
func (s *Session) Domain() string {
	if s.u != nil {
		return s.u.Domain()
	}
	return s.Lobby.Domain()
}

// NeedsLogin reports whether nothing can be sent before a login.
func (s *Session) NeedsLogin() bool { return s.u == nil }

// Authenticate logs in with an address or username. An address (SessionInfo.Remote)
// tries one password at a time, after wrong ones with a growing pause of at most 2 s,
// and half of the machine's processors hash at once; a password that was verified
// before waits for nobody. Errors: ErrUnauthorized, ErrTooMany when too many wait.
// Event: auth.ok or auth.failed.
func (s *Session) Authenticate(ctx context.Context, username, password string) error {
	return s.AuthenticateAs(ctx, "", username, password)
}

// AuthenticateAs is Authenticate for a client that names whom it wants to act as
// (RFC 4616): "" or the login itself, by its address or username. Errors:
// ErrUnauthorized, and ErrForbidden when the password is right and whom to act as
// is another.
func (s *Session) AuthenticateAs(ctx context.Context, actAs, username, password string) error {
	u, l, leave, why, err := s.tryLogin(ctx, username, password)
	if err != nil {
		return err
	}
	in := false
	defer func() {
		if !in && leave != nil {
			leave()
		}
	}()
	if u == nil {
		return fail.Errorf(mailsim.ErrUnauthorized, "authentication failed")
	}
	address := ""
	if l != nil {
		address = l.Address
	}
	refusal := fail.Errorf(mailsim.ErrUnauthorized, "authentication failed")
	if actAs != "" && address != "" && !u.login.Names(actAs, address) {
		address, why = "", "the login may not act as another"
		refusal = fail.Errorf(mailsim.ErrForbidden, "%s", why)
	}
	e := mailsim.EventData(mailsim.AuthFailed{Proto: s.Info.Proto, Username: plain.Cut(plain.Line(username), valid.MaxName), Address: address, Remote: s.Info.Remote, Why: why})
	if address != "" {
		e = mailsim.AuthOK{Proto: s.Info.Proto, Username: plain.Cut(plain.Line(username), valid.MaxName), Address: address, Remote: s.Info.Remote, Why: "password"}
	}
	told := context.WithoutCancel(ctx) // what was tried counts, if the client has left too
	if err := u.Update(told, func(t *state.Tx) error { t.Emit(e); return nil }); err != nil {
		return err
	}
	if address == "" {
		return refusal
	}
	s.u, s.login, s.secret, in = u, address, l.Secret, true
	if leave != nil {
		s.leave = leave
	}
	return nil
}

// tryLogin finds the login of a name and password, or why there is none. A password
// that was verified before waits for nobody.
func (s *Session) tryLogin(ctx context.Context, username, password string) (u *Part, l *login.Record, leave func(), why string, err error) {
	if s.u == nil {
		return s.Lobby.TryLogin(ctx, s.Info.Remote, s.proto(), username, password)
	}
	l, why, err = s.u.login.TryLogin(ctx, s.Info.Remote, s.proto(), username, password)
	return s.u, l, nil, why, err
}

// proto is what the login must be allowed to use.
func (s *Session) proto() string {
	if p := strings.TrimSuffix(s.Info.Proto, "s"); p != "lmtp" {
		return p
	}
	return "smtp"
}

// Mailbox opens the mailbox that logged in.
func (s *Session) Mailbox() (*Access, error) {
	if s.u == nil || s.login == "" {
		return nil, fail.Errorf(mailsim.ErrUnauthorized, "log in first")
	}
	return s.u.Access(s.login)
}

// MailAllowed is the plan's error when no more mail may be sent this month, and
// ErrForbidden when the organization was suspended since the login.
func (s *Session) MailAllowed() (err error) {
	if s.u.login.Suspended() {
		return s.u.login.ErrSuspended()
	}
	if settings.PlanOf(s.u.Env).Limits.SentPerMonth <= 0 {
		return nil
	}
	s.u.Peek(func(v state.View) { err = settings.MonthlyLimit(v) })
	return err
}

// RoomFor returns ErrFull when the bounds of what is kept leave no room for a mail
// of a size in bytes, 0 for one that is not known, so that it can be refused before
// it is sent. Event: bound.reached.
func (s *Session) RoomFor(size int64) (err error) {
	if s.u != nil && !post.Unbounded(s.u.Bounds.Load()) {
		s.u.Peek(func(v state.View) { err = keep.Full(v, size) })
		s.u.keep.TellIfFull(err)
	}
	return err
}

// Recipient tells whether an address takes mail. refused is the answer
// when it is refused in the conversation.
func (s *Session) Recipient(ctx context.Context, from, to string) (refused mailsim.SMTPReply, ok bool) {
	refused, ok, o := s.verify(to)
	if !ok {
		return refused, false
	}
	if o.Tag != nil && o.Tag.Tempfail {
		first, err := s.u.rules.Tempfail(ctx, from, to)
		switch {
		case err != nil:
			s.u.Logger.Warn("a recipient was refused for now", "to", to, "error", err)
			return mailsim.SMTPReply{Code: 451, Enhanced: "4.3.0", Text: "Local error in processing, try again"}, false
		case first:
			return mailsim.SMTPReply{Code: 451, Enhanced: "4.3.0", Text: "Temporary failure, try again"}, false
		}
	}
	return mailsim.SMTPReply{}, true
}

// Verify is Recipient for a client that only asks (VRFY): nothing is counted.
func (s *Session) Verify(to string) (refused mailsim.SMTPReply, ok bool) {
	if s.u == nil {
		return mailsim.SMTPReply{}, true
	}
	refused, ok, _ = s.verify(to)
	return refused, ok
}

func (s *Session) verify(to string) (refused mailsim.SMTPReply, ok bool, o rules.Outcome) {
	s.u.Peek(func(v state.View) { o = rules.For(v, to) })
	if o.Bad != "" && o.FailAt == mailsim.FailAtRcpt {
		return o.Bad.Reply(), false, o
	}
	return mailsim.SMTPReply{}, true, o
}

// Submit delivers a message from the protocol and returns its Message-ID. When
// it returns, the message is filed (and durable, with a store).
func (s *Session) Submit(ctx context.Context, env mailsim.Envelope, raw string) (messageID string, err error) {
	env.Proto, env.Remote, env.Login = strings.TrimSuffix(s.Info.Proto, "s"), s.Info.Remote, s.login
	env.To = addr.Distinct(env.To)
	sub := transit.NewSubmission(&env, raw, transit.FromApp)
	err = s.u.deliver.Submit(ctx, sub, s.u.deliver.Updater(ctx), nil)
	if err == nil && s.tap != nil {
		s.tap.note(string(sub.Way.ID[:]))
	}
	return sub.Mail.MessageID, err
}

// Fault lets the rules of a moment act. ok is false when none did. Without
// rules it costs an atomic load. Event: fault.fired for each that acted.
func (s *Session) Fault(ctx context.Context, p mailsim.FaultPoint) (e mailsim.FaultEffect, ok bool) {
	if s.u == nil {
		return mailsim.FaultEffect{}, false
	}
	return s.u.fault.Fault(ctx, p)
}

// Faulty reports whether there are fault rules at all, so that a door need not
// gather what Fault would want to know.
func (s *Session) Faulty() bool { return s.u != nil && s.u.fault.Faulty() }

// Services are the servers of a universe, or of a cell, as they were announced.
type Services struct {
	mu         sync.Mutex
	services   []mailsim.Service
	plain      bool
	required   bool
	cert       []byte // DER
	selfSigned string // domain of the certificate where cert is nil

	providers string // base URL
}
