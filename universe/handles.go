package universe

import (
	"context"
	"iter"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/cell"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// The types here say in the words of package mailsim what the engine's own handles
// answer: they differ only where a method gives another handle.

// made wraps what a constructor returns.
func made(u *engine.Universe, err error) (*mailsim.Universe, error) {
	if err != nil {
		return nil, err
	}
	return handle(u), nil
}

// handle is the one *mailsim.Universe of a universe, nil for nil.
func handle(u *engine.Universe) *mailsim.Universe {
	if u == nil {
		return nil
	}
	return u.Handle(func() any { return seam.Universe(life{u}) }).(*mailsim.Universe)
}

// life is a universe.
type life struct{ *engine.Universe }

func (l life) Access(address string) (mailsim.Access, error) {
	return accessOf(l.Universe.Access(address))
}

func (l life) Authenticate(ctx context.Context, c mailsim.Credentials) (mailsim.Caller, error) {
	return callerOf(l.Universe.Authenticate(ctx, c))
}

func (l life) Anonymous(r mailsim.Role) mailsim.Caller { return caller{l.Universe.Anonymous(r)} }

func (l life) NewSession(i mailsim.SessionInfo) mailsim.Session {
	return session{l.Universe.NewSession(i)}
}

func (l life) AfterFunc(d time.Duration, f func()) *mailsim.Timer {
	return seam.Timer(l.Universe.AfterFunc(d, f)).(*mailsim.Timer)
}

func (l life) Every(d time.Duration, f func()) *mailsim.Timer {
	return seam.Timer(l.Universe.Every(d, f)).(*mailsim.Timer)
}

func (l life) Fork(o mailsim.Options) (*mailsim.Universe, error) { return made(l.Universe.Fork(o)) }

// cells is a cell.
type cells struct{ *cell.Cell }

func (c cells) CreateUniverse(ctx context.Context, org string, o mailsim.Options) (*mailsim.Universe, error) {
	return inCell(c.Cell.CreateUniverse(ctx, org, o))
}

func (c cells) Universe(id string) (*mailsim.Universe, error) { return inCell(c.Cell.Universe(id)) }

func (c cells) Awake(id string) (*mailsim.Universe, bool) {
	p, open := c.Cell.Awake(id)
	return handle(engine.Of(p)), open
}

func (c cells) NewSession(i mailsim.SessionInfo) mailsim.Session {
	return session{c.Cell.NewSession(i)}
}

func (c cells) Authenticate(ctx context.Context, cr mailsim.Credentials) (mailsim.Caller, error) {
	return callerOf(c.Cell.Authenticate(ctx, cr))
}

func (c cells) Pass(ctx context.Context, who mailsim.Caller) (pass string, expires time.Time, err error) {
	own, _ := who.(caller)
	return c.Cell.Pass(ctx, own.Caller)
}

// caller is who asks.
type caller struct{ *cell.Caller }

// callerOf wraps what finding out who asks returns.
func callerOf(c *cell.Caller, err error) (mailsim.Caller, error) {
	if err != nil {
		return nil, err
	}
	return caller{c}, nil
}

func (c caller) Universe() *mailsim.Universe { return handle(engine.Of(c.Caller.Universe())) }

// session is one connection.
type session struct{ *door.Session }

func (s session) Universe() *mailsim.Universe { return handle(engine.UniverseOf(s.Session)) }

func (s session) Mailbox() (mailsim.Access, error) { return accessOf(s.Session.Mailbox()) }

// access is one mailbox.
type access struct{ *door.Access }

// accessOf wraps what opening a mailbox returns.
func accessOf(a *door.Access, err error) (mailsim.Access, error) {
	if err != nil {
		return nil, err
	}
	return access{a}, nil
}

func (a access) Open(folder string) (mailsim.Snapshot, error) {
	s, err := a.Access.Open(folder)
	if err != nil {
		return nil, err
	}
	return snapshot{s}, nil
}

// snapshot is one version of a folder.
type snapshot struct{ door.Snapshot }

func (s snapshot) At(i int) mailsim.Stored { return s.Snapshot.At(i) }

func (s snapshot) Get(uid uint32) (mailsim.Stored, bool) {
	c, ok := s.Snapshot.Get(uid)
	if !ok {
		return nil, false
	}
	return c, true
}

func (s snapshot) From(i int) iter.Seq[mailsim.Stored] { return each(s.Snapshot.From(i)) }

func (s snapshot) ChangedSince(mod uint64) iter.Seq[mailsim.Stored] {
	return each(s.Snapshot.ChangedSince(mod))
}

func (s snapshot) TextFilter(text string, headers, body bool) func(mailsim.Stored) bool {
	may := s.Snapshot.TextFilter(text, headers, body)
	return func(c mailsim.Stored) bool { return may(c.(*post.Stored)) }
}

// each yields copies as package mailsim knows them.
func each(copies iter.Seq[*post.Stored]) iter.Seq[mailsim.Stored] {
	return func(yield func(mailsim.Stored) bool) {
		for c := range copies {
			if !yield(c) {
				return
			}
		}
	}
}

// inCell wraps what a cell returns.
func inCell(p *cell.Part, err error) (*mailsim.Universe, error) { return made(engine.Of(p), err) }
