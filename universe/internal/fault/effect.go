package fault

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Fault lets the rules of a moment act, for what has no session: webhooks, the
// API and the doors of providers. ok is false when none did. Without rules it
// costs an atomic load. Event: fault.fired for each that acted.
func (u *Part) Fault(ctx context.Context, p mailsim.FaultPoint) (e mailsim.FaultEffect, ok bool) {
	return u.FaultOf(ctx, p, nil)
}

// FaultOf is Fault of rules of some kinds alone; nil is all.
func (u *Part) FaultOf(ctx context.Context, p mailsim.FaultPoint, kinds func(mailsim.FaultKind) bool) (e mailsim.FaultEffect, ok bool) {
	for u.faulty.Load() {
		var rec *ruleSet
		u.Peek(func(v state.View) { rec = Table.In(v.State).At("") })
		c := &moment{FaultPoint: p, kinds: kinds}
		if rec == nil || !c.match(rec.Rules) {
			return mailsim.FaultEffect{}, false
		}
		stale := false
		err := u.Update(ctx, func(t *state.Tx) error {
			e, ok = mailsim.FaultEffect{}, false
			if stale = Table.In(t.State).At("") != rec; stale {
				return nil
			}
			fire(t, c, func(f firing) bool {
				ok = true
				return addEffect(&e, t, c, f)
			})
			return nil
		})
		if !stale {
			return e, ok && err == nil
		}
	}
	return mailsim.FaultEffect{}, false
}

// addEffect puts what a rule does to the effect, and tells whether it decided.
func addEffect(e *mailsim.FaultEffect, t *state.Tx, c *moment, f firing) (decided bool) {
	decided = !valid.FaultRuleSpec(f.FaultRule).Waits
	if decided || e.Rule == "" {
		e.Rule, e.Kind, e.Text = f.ID, f.Kind, f.Text
	}
	switch f.Kind {
	case mailsim.FaultSlow:
		e.Delay += f.wait()
	case mailsim.FaultTrickle:
		e.BytesPerSecond = rateOf(f.FaultRule)
	case mailsim.FaultStale:
		e.Stale = f.wait()
	case mailsim.FaultUIDValidity:
		newValidity(t, c.Username, c.Folder)
	case mailsim.FaultStall:
		e.Delay += f.wait()
		e.Disconnect = true
	case mailsim.FaultDisconnect:
		e.Disconnect, e.Reset = true, f.Text == "reset"
	case mailsim.FaultFail:
		e.Status = codeOf(f.FaultRule)
	case mailsim.FaultThrottle:
		if f.Where == "provider" {
			limit, span := throttleOf(f.FaultRule)
			e.Status, e.Limit, e.Retry = codeOf(f.FaultRule), limit, span-time.Duration(t.Now.UnixMilli())*time.Millisecond%span
			break
		}
		e.Reply = replyOf(f.FaultRule)
	default:
		if f.Where == "smtp" || f.Where == "imap" || f.Where == "pop3" {
			e.Reply = replyOf(f.FaultRule)
		}
	}
	return decided
}

// newValidity gives a folder another UIDVALIDITY (RFC 9051 section 2.3.1.1).
func newValidity(t *state.Tx, address, folder string) {
	m, f, err := post.FolderOf(t.View, address, folder)
	if err != nil {
		return
	}
	t.Count("folder", addr.Key(m.Address), f.Name)
	next := *f
	next.UIDValidity++
	post.SetFolder(t, m.Address, &next)
}

// codeReplies are the usual words of a code.
var codeReplies = map[int]mailsim.SMTPReply{
	421: {Code: 421, Enhanced: "4.3.2", Text: "Service not available, try again later"},
	450: {Code: 450, Enhanced: "4.2.0", Text: "Mailbox temporarily unavailable"},
	451: {Code: 451, Enhanced: "4.3.0", Text: "Temporary failure, try again later"},
	452: {Code: 452, Enhanced: "4.2.2", Text: "Mailbox full"},
	454: {Code: 454, Enhanced: "4.7.0", Text: "TLS not available due to temporary reason"},
	535: {Code: 535, Enhanced: "5.7.8", Text: "Authentication credentials invalid"},
	550: {Code: 550, Enhanced: "5.7.1", Text: "Rejected"},
	552: {Code: 552, Enhanced: "5.2.2", Text: "Mailbox full"},
	554: {Code: 554, Enhanced: "5.7.1", Text: "Rejected under policy"},
}

// kindReplies are the words of kinds that mean one thing only.
var kindReplies = map[mailsim.FaultKind]mailsim.SMTPReply{
	mailsim.FaultGreylist: {Code: 451, Enhanced: "4.7.1", Text: "Greylisted, please try again later"},
	mailsim.FaultThrottle: {Code: 421, Enhanced: "4.7.0", Text: "Too many messages, slow down"},
	mailsim.FaultTooBig:   {Code: 552, Enhanced: "5.3.4", Text: "Message too big for system"},

	mailsim.FaultUnavailable: {Code: 451, Enhanced: "4.3.0", Text: "Temporarily unavailable, try again later"},
	mailsim.FaultNoIdle:      {Code: 451, Enhanced: "4.3.0", Text: "IDLE is not available"},
}

// codeOf is the reply code of a rule, by itself or by its kind and moment.
func codeOf(r *mailsim.FaultRule) int {
	switch {
	case r.Code != 0:
		return r.Code
	case r.Kind == mailsim.FaultReject && r.At == "connect":
		return 554
	case r.Kind == mailsim.FaultTempfail && (r.At == "connect" || r.At == "ehlo"):
		return 421
	case r.Kind == mailsim.FaultTempfail && r.At == "auth":
		return 454
	case r.Kind == mailsim.FaultAuthFail:
		return 535
	}
	return valid.FaultRuleSpec(r).Code
}

// replyOf is the answer of a rule. Its text may begin with an enhanced code.
func replyOf(r *mailsim.FaultRule) mailsim.SMTPReply {
	code := codeOf(r)
	out, ok := kindReplies[r.Kind]
	if !ok {
		out, ok = codeReplies[code]
	}
	if !ok {
		out = mailsim.SMTPReply{Code: code, Enhanced: strconv.Itoa(code/100) + ".0.0", Text: "Failed on purpose"}
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
	if r.Bare {
		out.Enhanced = ""
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
