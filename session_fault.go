package mailsim

// Where doors ask the fault rules (design 5 "Exact faults").

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/addr"
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
	Delay          time.Duration // real time to wait first; of webhooks on their own clock
	Disconnect     bool          // close without another word
	Reset          bool          // with Disconnect: by TCP RST
	Reply          SMTPReply     // the answer instead of the usual one; of imap the text counts, and 535 for a refused login
	Status         int           // webhook, api: the HTTP status instead of the usual one
	Text           string        // the rule's text
	BytesPerSecond int           // write no faster from now on
	Stale          time.Duration // imap: show no message that was filed less than this (simulated) ago
}

// Fault lets the rules of a moment act. ok is false when none did. Without
// rules it costs an atomic load. Event: fault.fired for each that acted.
func (s *Session) Fault(ctx context.Context, p FaultPoint) (e FaultEffect, ok bool) {
	if s.u == nil {
		return FaultEffect{}, false
	}
	return s.u.Fault(ctx, p)
}

// Fault is Session.Fault for what has no session: webhooks and the API.
func (u *Universe) Fault(ctx context.Context, p FaultPoint) (e FaultEffect, ok bool) {
	return u.faultOf(ctx, p, nil)
}

// faultOf is Fault of rules of some kinds alone; nil is all.
func (u *Universe) faultOf(ctx context.Context, p FaultPoint, kinds func(FaultKind) bool) (e FaultEffect, ok bool) {
	for u.faulty.Load() {
		var rec *faultRec
		u.read(func(v view) { rec = v.faults.at("") })
		c := &faultCase{FaultPoint: p, kinds: kinds}
		if rec == nil || !c.match(rec.Rules) {
			return FaultEffect{}, false
		}
		stale := false
		err := u.update(ctx, func(t *tx) error {
			e, ok = FaultEffect{}, false
			if stale = t.faults.at("") != rec; stale {
				return nil
			}
			t.fire(c, func(f firing) bool {
				ok = true
				return e.add(t, c, f)
			})
			return nil
		})
		if !stale {
			return e, ok && err == nil
		}
	}
	return FaultEffect{}, false
}

// add puts what a rule does to the effect, and tells whether it decided.
func (e *FaultEffect) add(t *tx, c *faultCase, f firing) (decided bool) {
	decided = !f.spec().waits
	if decided || e.Rule == "" {
		e.Rule, e.Kind, e.Text = f.ID, f.Kind, f.Text
	}
	switch f.Kind {
	case FaultSlow:
		e.Delay += f.wait()
	case FaultTrickle:
		e.BytesPerSecond = f.rate()
	case FaultStale:
		e.Stale = f.wait()
	case FaultUIDValidity:
		t.newValidity(c.Username, c.Folder)
	case FaultStall:
		e.Delay += f.wait()
		e.Disconnect = true
	case FaultDisconnect:
		e.Disconnect, e.Reset = true, f.Text == "reset"
	case FaultFail:
		e.Status = f.code()
	default:
		if f.Where == "smtp" || f.Where == "imap" {
			e.Reply = f.reply()
		}
	}
	return decided
}

// newValidity gives a folder another UIDVALIDITY (RFC 9051 section 2.3.1.1).
func (t *tx) newValidity(address, folder string) {
	m, f, err := t.folderOf(address, folder)
	if err != nil {
		return
	}
	t.count("folder", addr.Key(m.address), f.name)
	next := *f
	next.UIDValidity++
	t.setFolder(m.address, &next)
}

// faultReplies are the usual words of a code.
var faultReplies = map[int]SMTPReply{
	421: {421, "4.3.2", "Service not available, try again later"},
	450: {450, "4.2.0", "Mailbox temporarily unavailable"},
	451: {451, "4.3.0", "Temporary failure, try again later"},
	452: {452, "4.2.2", "Mailbox full"},
	454: {454, "4.7.0", "TLS not available due to temporary reason"},
	535: {535, "5.7.8", "Authentication credentials invalid"},
	550: {550, "5.7.1", "Rejected"},
	552: {552, "5.2.2", "Mailbox full"},
	554: {554, "5.7.1", "Rejected under policy"},
}

// kindReplies are the words of kinds that mean one thing only.
var kindReplies = map[FaultKind]SMTPReply{
	FaultGreylist: {451, "4.7.1", "Greylisted, please try again later"},
	FaultThrottle: {421, "4.7.0", "Too many messages, slow down"},
	FaultTooBig:   {552, "5.3.4", "Message too big for system"},

	FaultUnavailable: {451, "4.3.0", "Temporarily unavailable, try again later"},
	FaultNoIdle:      {451, "4.3.0", "IDLE is not available"},
}

func (r *FaultRule) code() int {
	switch {
	case r.Code != 0:
		return r.Code
	case r.Kind == FaultReject && r.At == "connect":
		return 554
	case r.Kind == FaultTempfail && (r.At == "connect" || r.At == "ehlo"):
		return 421
	case r.Kind == FaultTempfail && r.At == "auth":
		return 454
	case r.Kind == FaultAuthFail:
		return 535
	}
	return r.spec().code
}

// reply is the answer of a rule. Its text may begin with an enhanced code.
func (r *FaultRule) reply() SMTPReply {
	code := r.code()
	out, ok := kindReplies[r.Kind]
	if !ok {
		out, ok = faultReplies[code]
	}
	if !ok {
		out = SMTPReply{code, strconv.Itoa(code/100) + ".0.0", "Failed on purpose"}
	}
	if r.At == "auth" && code == 454 {
		out.Text = "Temporary authentication failure"
	}
	if code != 0 {
		out.Code = code
	}
	if r.Text != "" {
		out.Text = r.Text
		if first, rest, ok := strings.Cut(r.Text, " "); ok && enhancedCode(first, code) {
			out.Enhanced, out.Text = first, rest
		}
	}
	return out
}

// enhancedCode reports whether s is a status code of RFC 3463 of the class of a reply code.
func enhancedCode(s string, code int) bool {
	parts := strings.Split(s, ".")
	if len(parts) != 3 || parts[0] != strconv.Itoa(code/100) {
		return false
	}
	for _, p := range parts {
		if p == "" || len(p) > 3 || strings.Trim(p, "0123456789") != "" {
			return false
		}
	}
	return true
}

// Faulty reports whether there are fault rules at all, so that a door need not
// gather what Fault would want to know.
func (s *Session) Faulty() bool { return s.u != nil && s.u.faulty.Load() }
