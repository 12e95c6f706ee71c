package mailsim

// Where doors ask the fault rules (design 5 "Exact faults").

import (
	"context"
	"time"
)

// FaultPoint is a moment at which fault rules may act: a stage, and what is
// known there.
type FaultPoint struct {
	Where      string                   // smtp, imap, webhook or api
	At         string                   // the stage; see FaultRule
	From       string                   // envelope sender
	To         string                   // the recipient; of a webhook its URL, of the API the path
	Recipients []string                 // at data, body and after_data: all of the envelope, instead of To
	Username   string                   // at auth and login the name given, later the mailbox that logged in
	Folder     string                   // of imap: the folder that is opened
	Subject    string                   // at body and after_data
	Header     func(name string) string // at body and after_data: the value of a header field, "" without one
	MessageID  string                   // for the event
}

// FaultEffect is what the rules that fired ask of a door. Delay comes first,
// then Disconnect or Reply; their zero values ask for nothing.
type FaultEffect struct {
	Rule           string        // id of the rule that decided
	Kind           FaultKind     // its kind
	Delay          time.Duration // real time to wait first; webhooks on their own clock
	Disconnect     bool          // close without another word
	Reset          bool          // with Disconnect: by TCP RST
	Reply          SMTPReply     // the answer instead of the usual one
	Status         int           // webhook, api: the HTTP status instead of the usual one
	Text           string        // the rule's text
	BytesPerSecond int           // write no faster from now on
	Stale          time.Duration // imap: show no message that was filed less than this (simulated) ago
}

// Fault lets the rules of a moment act. ok is false when none fired. Without
// rules it costs an atomic load. Event: fault.fired for each that did.
func (s *Session) Fault(ctx context.Context, p FaultPoint) (e FaultEffect, ok bool) {
	if s.u == nil {
		return FaultEffect{}, false
	}
	return s.u.Fault(ctx, p)
}

// Fault is Session.Fault for what has no session: webhooks and the API.
func (u *Universe) Fault(ctx context.Context, p FaultPoint) (e FaultEffect, ok bool) {
	return FaultEffect{}, false
}

// FaultKind says what a fault rule does; see FaultRule.
type FaultKind string
