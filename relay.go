package mailsim

import (
	"context"
	"io"
)

// Mail that leaves the simulation: a relay, when it may be used, and releases.

// Relay hands mail on to a server outside of the simulation. Package relay has one that
// speaks SMTP. It is called by several goroutines at once, never under a lock, and never
// while a mail is being accepted.
type Relay interface {
	// Relay hands over one mail; from is the envelope sender, "" for none. raw is the whole
	// message, to be passed on byte for byte, line ends included.
	//
	// nil means that the server accepted the mail for all recipients. A *RelayError, or several
	// joined, names the recipients for which the server did not accept it; for all others it
	// did. Any other error means a temporary failure for all recipients. Relay must return soon
	// after ctx has ended.
	Relay(ctx context.Context, from string, to []string, raw io.Reader) error
}

// RelayError reports that a relay did not accept a mail.
type RelayError struct {
	To        string    // the recipient; "" for all that no other error names
	Reply     SMTPReply // the server's; its zero value when there was none
	Temporary bool      // it may be tried again: a 4yz reply, or no answer
	Err       error     // what went wrong where the server did not reply; for logs and messages
}

// Error says what went wrong, in the server's words where it replied.
func (e *RelayError) Error() string {
	text := "the relay failed"
	switch {
	case e.Reply.Code != 0:
		text = e.Reply.String()
	case e.Err != nil:
		text = e.Err.Error()
	}
	if e.To == "" {
		return text
	}
	return e.To + ": " + text
}

// Unwrap returns what went wrong before the server could reply.
func (e *RelayError) Unwrap() error { return e.Err }

// RelayRules say which mail is relayed automatically, whom it may reach, and what is
// changed on the way. The zero value relays on request only, to anyone.
//
// A pattern is an address (anna@client.test), a domain (client.test), or either with
// one * for any text: *@client.test, qa-*@client.test, *.client.test. Case does not
// matter. A list holds at most 100 patterns.
type RelayRules struct {
	All     bool           `json:"all,omitempty"`     // mail of the application goes to all its recipients
	Match   []string       `json:"match,omitempty"`   // mail of the application goes to the recipients that match one of these
	Allow   []string       `json:"allow,omitempty"`   // nothing goes to anyone else; empty allows all
	Block   []string       `json:"block,omitempty"`   // nothing goes to these, even if Allow has them
	Forward []RelayForward `json:"forward,omitempty"` // mailboxes whose incoming mail is passed on; at most 100

	From         string `json:"from,omitempty"`           // replaces the address in the header field From, and keeps the old field as X-Original-From; "" changes nothing
	ReturnPath   string `json:"return_path,omitempty"`    // the envelope's sender; "" keeps that of the mail
	NewMessageID bool   `json:"new_message_id,omitempty"` // a new Message-ID; the old one stays as X-Original-Message-ID
}

// RelayForward passes on all that comes to a mailbox, whoever sent it.
type RelayForward struct {
	Mailbox string   `json:"mailbox"` // its address
	To      []string `json:"to"`      // at most 100 addresses
}

// RelaySettings are the rules, and whether there is a relay to apply them.
type RelaySettings struct {
	Available bool   `json:"available"` // Options.Relay is set
	Server    string `json:"server"`    // what the relay's String method returns, if it has one, such as host:port
	RelayRules
}

// Release asks that a mail, named by its Message-ID or by the Ref of a copy, be
// handed to the relay.
type Release struct {
	MessageID string   `json:"message_id,omitempty"` // the first mail with this Message-ID
	Ref       *Ref     `json:"ref,omitempty"`        // or this copy
	To        []string `json:"to,omitempty"`         // at most 100 addresses; left out: the recipients that the mail came with
	Wait      bool     `json:"wait,omitempty"`       // return when the first attempt has ended
}

// MailboxRelease asks that all mails in one folder of a mailbox be handed
// to the relay.
type MailboxRelease struct {
	Folder string   `json:"folder,omitempty"` // "" is INBOX
	To     []string `json:"to,omitempty"`     // left out: the mailbox's own address
}

type relaying interface {
	Relay() RelaySettings
	SetRelay(ctx context.Context, r RelayRules) (RelaySettings, error)
	Release(ctx context.Context, r Release) (Job, error)
	ReleaseMailbox(ctx context.Context, address string, r MailboxRelease) ([]Job, error)
}

// Relay returns the rules for mail that leaves the simulation.
func (u *Universe) Relay() RelaySettings { return u.live().Relay() }

// SetRelay replaces the rules for mail that comes from now on. ErrInvalid names the
// field that is wrong; ErrConflict when rules ask for mail to be sent and there is no
// relay (Options.Relay).
func (u *Universe) SetRelay(ctx context.Context, r RelayRules) (RelaySettings, error) {
	return u.live().SetRelay(ctx, r)
}

// Release hands a mail to the relay, and returns the job that does it, of kind release. The
// first attempt is made at once, in real time and whatever the clock does. Recipients that
// the server refuses for the moment (4yz, no connection) are tried again after 1, 5 and 15
// minutes, 1 and 3 hours, as long as any are left. Between attempts the job is pending, and
// its Due is the next attempt. A pause is over as soon as it has passed on the simulated clock
// or in real time; with Options.HooksOnClock only the simulated clock counts. Recipients that
// the server refuses for good (5yz) are not tried again.
//
// The relay gets the trace headers followed by the message as the sender gave it, without
// the field Bcc. A field X-Service-Released, put before all that, names the universe;
// rules do not release mail that carries this field. RelayRules say what else changes.
//
// With Wait it returns when the first attempt has ended, and the job says how: done,
// failed, or pending with the reason in its note.
//
// ErrConflict when there is no relay, ErrNotFound when there is no such mail, ErrInvalid
// for a wrong address and when no recipient is given or known, ErrForbidden when the rules
// do not let it go to one of them. Events: job.scheduled, then mail.released,
// mail.release_failed, or both with several recipients.
func (u *Universe) Release(ctx context.Context, r Release) (Job, error) {
	return u.live().Release(ctx, r)
}

// ReleaseMailbox is Release of each mail in a folder, oldest first, as one change: all
// or none. At most 1,000 mails at once; ErrInvalid when there are more.
func (u *Universe) ReleaseMailbox(ctx context.Context, address string, r MailboxRelease) ([]Job, error) {
	return u.live().ReleaseMailbox(ctx, address, r)
}

// MailReleased: the relay's server took a mail for these recipients. Subject is the mail's;
// Attempts counts the attempts for these recipients, including this one.
type MailReleased struct {
	MessageID string   `json:"message_id"`
	Subject   string   `json:"subject"`
	From      string   `json:"from"` // the envelope's sender
	To        []string `json:"to"`
	Attempts  int      `json:"attempts"`
	JobID     string   `json:"job_id"`
}

// EventType returns mail.released.
func (MailReleased) EventType() EventType { return EventMailReleased }

func (d MailReleased) about() subject { return subject{MessageID: d.MessageID} }

// MailReleaseFailed: a mail will not be handed to the relay for this recipient: the
// server refused it for good, or all attempts failed.
type MailReleaseFailed struct {
	MessageID string   `json:"message_id"`
	Subject   string   `json:"subject"`
	From      string   `json:"from"` // the envelope's sender
	To        []string `json:"to"`
	Error     string   `json:"error"`
	Code      int      `json:"code,omitempty"` // of the server's reply
	Attempts  int      `json:"attempts"`
	JobID     string   `json:"job_id"`
}

// EventType returns mail.release_failed.
func (MailReleaseFailed) EventType() EventType { return EventMailReleaseFailed }

func (d MailReleaseFailed) about() subject { return subject{MessageID: d.MessageID} }
