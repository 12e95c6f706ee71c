// Package mailsim is a whole simulated mail world for tests: mailboxes; people
// who read, click, answer, forget and go on holiday; addresses that bounce;
// inbound traffic; and a clock that the test moves. The same seed and script
// give the same mail, byte for byte.
//
// A [Universe] is one such world. In a Go test, start with package
// mailsimtest, which gives a universe real SMTP, IMAP and HTTP servers on
// random ports:
//
//	sim := mailsimtest.New(t)
//	anna := sim.Person("Anna Weber <anna@client.test>")
//	// … the application sends mail to anna over sim.SMTPAddr() …
//	sim.Advance(2 * time.Hour)
//
// This package defines the vocabulary: the types, and one method of Universe for each thing
// that you can ask of it. Other programs make a universe with package universe (universe.New).
// The servers of a universe, called its doors, are in the packages smtpd, imapd, pop3d,
// httpapi and provider. Each takes a *Universe, or a *[Cell] that holds several. The first
// three serve any net.Listener; the other two are http.Handlers.
//
// # Where to look
//
// Most tests need a dozen types: [Persona] with its [Behaviors], [Timing] and [Absence] for
// people; [Outgoing], [Message] and [Match] for mail; [Event], [Job] and [Clock] for what has
// happened and what is planned; [Rule], [Faults] and [LinkPolicy] for what goes wrong. The
// [World] and the streams in it ([Stream]) make the mail that a company gets without having
// asked for it. Each type of event has a struct for its data, named like its constant:
// [EventPersonaSent] comes with [PersonaSent]. [EventsOf] yields the events of one type.
//
// # Rules
//
// The simulation runs on the universe's own clock, never on the wall clock. The universe's
// clock stands still, runs, or is advanced ([Universe.Advance]). Everything planned is a [Job].
// A random choice depends only on the seed and on stable names, so neither other mail nor the
// order of arrival changes it. Every change is one transaction.
//
// Errors have a kind: errors.Is(err, mailsim.ErrNotFound). Structs that you pass in and get
// back are copies. A setting X is read with X() and replaced whole with SetX; where a
// setting reports more than can be set, as AI, Links and Relay do, SetX takes another type.
package mailsim

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/mailsim/mailsim/internal/seam"
)

// Universe is one simulated mail world. Its methods are safe for concurrent use. Close it
// when done. Make one with package universe or with Fork: methods of the zero Universe fail
// with ErrInvalid or, where they return no error, panic.
type Universe struct{ engine engine }

// live is the engine of a universe that was made.
func (u *Universe) live() engine {
	if u.engine == nil {
		return unmade[engine](seam.NoUniverse)
	}
	return u.engine
}

// unmade is what answers for a zero value. Only package universe makes others, and sets it.
func unmade[E any](none func() any) E {
	if none == nil {
		panic("mailsim: not made: use package universe")
	}
	return none().(E)
}

// Options describe a universe. With the zero value, the seed is "mailsim", the clock stands at
// Monday 2026-01-05 09:00 UTC, templates write the mail, +tags in addresses work, and
// everything is in memory.
type Options struct {
	ID     string // default u_<chars>, drawn from the seed
	Name   string // default the ID
	Seed   string // default mailsim
	Domain string // the server's own; default mail.test

	Start  time.Time // default Monday 2026-01-05 09:00 UTC; in the years 1 to 9999
	Speed  float64   // simulated seconds per real second; 0: the clock stands still until advanced
	Frozen bool      // with a Speed: the clock stands still at first

	Config  *Config                 // a YAML file read by universe.ParseConfig
	Sites   map[string]http.Handler // see SetSite
	Network bool                    // people may open public links; without it only sites
	Writer  Writer                  // writes while AI is on; nil: AI cannot be switched on
	Fetcher Fetcher                 // opens URLs; nil: see Fetcher
	Relay   Relay                   // hands mail on to a server outside, on request or by RelayRules; nil: no mail ever leaves
	Plan    Plan                    // the zero Plan limits nothing
	Bounds  Bounds                  // of what is kept; the zero Bounds limit nothing
	NoMagic bool                    // +tags in addresses have no effect

	// Unmarked leaves X-Service-Simulated out of mail by people, the World and servers, and
	// X-Service-Case and X-Service-Forwarded out of people's, so that readers do not see
	// that it is simulated. Nothing that the universe does depends on them. In a YAML file
	// it is mark_simulated: false.
	Unmarked bool

	FileText FileText // reads, for the Writer, attachments other than text, HTML, CSV and calendars, such as PDF

	WriterCalls int // how many calls to the Writer may run at once while the clock moves, 1 to 64; default 4

	HashCost    int   // bcrypt cost of passwords, 4 to 31; default 10
	CacheBytes  int64 // bytes of parsed mail and indexes to keep in memory; default 64 MiB
	Transcripts int   // how many protocol sessions to keep transcripts of; 0 is none
	// HooksOnClock makes the pauses between attempts at a webhook pass on the simulated clock.
	// The clock waits for each attempt, at most 10 s of real time. Unless Network is set,
	// webhooks then reach only sites and loopback.
	HooksOnClock bool
	WebhookQueue int       // how many webhook deliveries may be pending, retries included; default 100,000; for one URL always at most 10,000
	Real         time.Time // what Clock.Real shows; zero: the wall clock
	Logger       *slog.Logger

	// WebhookWait bounds, in real time, how long a call that moves the clock waits for
	// attempts at webhooks. A running clock waits at most that long each time it runs
	// what has fallen due. Default 1 s; below 0 it waits for none. It is ignored with
	// HooksOnClock.
	WebhookWait time.Duration
}

type living interface {
	Close() error
	ID() string
	Name() string
	Seed() string
	Domain() string
	Settle(ctx context.Context) error
}

// Close stops the clock, ends all waits and all iterators of Follow and FollowBodies, and
// returns when nothing of the universe runs any more. Webhook deliveries that have not been
// made are dropped: to make them, call Settle first. The closed universe can still be read,
// forked and saved. A change fails with ErrConflict, and so does reading a mail whose bytes
// only a BodyStore had.
//
// If a function that the universe itself runs, such as a site's handler or a timer, calls
// Close while the clock is moved or webhooks are sent, Close returns ErrConflict and closes
// nothing: it would wait for its own caller.
func (u *Universe) Close() error { return u.live().Close() }

// ID returns the universe's id.
func (u *Universe) ID() string { return u.live().ID() }

// Name returns the universe's name.
func (u *Universe) Name() string { return u.live().Name() }

// Seed returns the seed of all random choices.
func (u *Universe) Seed() string { return u.live().Seed() }

// Domain returns the server's own domain.
func (u *Universe) Domain() string { return u.live().Domain() }

// Settle runs what is due now, waits for what is in flight, and empties the outbox of
// webhooks, skipping their pauses. It does not move the clock. Unless HooksOnClock is set,
// other calls may move it meanwhile.
func (u *Universe) Settle(ctx context.Context) error { return u.live().Settle(ctx) }

// engine is what stands behind a Universe: a row for each thing that can be asked,
// in the file of what it is about.
type engine interface {
	accounts
	acts
	bounding
	calling
	cases
	clocks
	configuring
	doors
	faulting
	hooking
	insights
	inspecting
	jobs
	keeping
	linking
	living
	logging
	mailboxes
	mails
	memories
	messages
	people
	planning
	providing
	recipients
	relaying
	searching
	sending
	statuses
	storing
	transferring
	submissions
	storytelling
	tuning
	waiting
	worlds
	writing
}
