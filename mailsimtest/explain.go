package mailsimtest

// What a failed wait says.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// maxGiven is how many mails given before a failed wait lists.
const maxGiven = 10

// explainWait says why no mail came: what arrived instead, there or elsewhere,
// what the test has seen before and where, and what is still planned.
func (s *Server) explainWait(err error, since mailsim.Mark, m mailsim.Match, before []mailsim.Message) string {
	var e *mailsim.WaitError
	if !errors.As(err, &e) {
		return fmt.Sprintf("wait for %s: %v", m, err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "no %s\n", m)
	given := map[mailsim.Ref]bool{}
	for _, g := range before {
		given[g.Ref] = true
	}
	other := 0
	for _, miss := range e.Misses {
		if given[miss.Message.Ref] {
			continue
		}
		other++
		fmt.Fprintf(&b, "  arrived: %s: %s\n", title(miss.Message), miss.Why)
	}
	if more := len(before) - maxGiven; more > 0 {
		fmt.Fprintf(&b, "  seen before: %d older ones\n", more)
		before = before[more:]
	}
	for _, g := range before {
		fmt.Fprintf(&b, "  seen before: %s: %s\n", title(g), s.given.how(g))
	}
	if other == 0 && len(before) == 0 {
		fmt.Fprintf(&b, "  nothing arrived there\n")
	}
	if m.To != "" && (other == 0 || m.Subject != "" || m.From != "") {
		for _, line := range s.elsewhere(since, m) {
			fmt.Fprintf(&b, "  but elsewhere: %s\n", line)
		}
	}
	s.explainPending(&b, e)
	return b.String()
}

// maxElsewhere is how many mails to other addresses a failed wait lists.
const maxElsewhere = 3

// elsewhere lists the last mails that went to other addresses alone, as far as their
// senders and subjects fit, and that no helper sent or gave: the address may be wrong.
func (s *Server) elsewhere(since mailsim.Mark, m mailsim.Match) (list []string) {
	f := mailsim.EventFilter{Since: since, Types: []mailsim.EventType{mailsim.EventMailDelivered}}
	for _, d := range mailsim.EventsOf[mailsim.MailDelivered](s.world.Log(f)) {
		there := slices.ContainsFunc(d.To, func(a string) bool { return addr.Key(a) == addr.Key(m.To) })
		if !there && !s.given.knows(d.MessageID) && contains(d.Subject, m.Subject) && contains(d.From, m.From) {
			list = append(list, fmt.Sprintf("%q from %s to %s", d.Subject, cmp.Or(d.From, "nobody"), strings.Join(d.To, ", ")))
		}
	}
	return list[max(0, len(list)-maxElsewhere):]
}

// explainPending lists what is planned for later, and how to get it.
func (s *Server) explainPending(b *strings.Builder, e *mailsim.WaitError) {
	b.WriteString(s.undialedLine())
	if e.Frozen {
		fmt.Fprintf(b, "  waited %s; the clock stands at %s\n", s.conf.timeout, clock(e.Now))
	} else {
		fmt.Fprintf(b, "  gave up after %s at %s\n", s.conf.timeout, clock(e.Now))
	}
	reply, last := "", e.Now
	for _, j := range e.Pending {
		fmt.Fprintf(b, "  planned for %s UTC: %s (%s)\n", clock(j.Due), j.Plan, j.Kind)
		if j.Kind == mailsim.JobReply {
			reply = ", or sim.AdvanceToReply(mail)"
		}
		last = j.Due
	}
	if len(e.Pending) == 0 {
		fmt.Fprintf(b, "  nothing is planned that could bring one\n")
	} else {
		fmt.Fprintf(b, "  advance the clock for that: sim.Advance(%s)%s\n", inGo(last.Sub(e.Now)), reply)
	}
}

// inGo is a duration as a test would write it, rounded up to minutes or hours.
func inGo(d time.Duration) string {
	unit, name := time.Minute, "time.Minute"
	if d > 2*time.Hour {
		unit, name = time.Hour, "time.Hour"
	}
	return fmt.Sprintf("%d*%s", max(1, (d+unit-1)/unit), name)
}

// title names a mail in a line.
func title(m mailsim.Message) string {
	return fmt.Sprintf("%q from %s, in %s of %s since %s", m.Subject, cmp.Or(m.From, "nobody"), m.Folder, m.Address, clock(m.Time))
}

// explainReply says why a person did not answer m, or with none did not write.
func (s *Server) explainReply(err error, p mailsim.Persona, m *Mail) string {
	what := "no mail from " + p.Name
	if m != nil {
		what = fmt.Sprintf("no reply from %s to %q", p.Name, m.Subject)
	}
	var declined *mailsim.DeclinedError
	var e *mailsim.WaitError
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", what)
	switch {
	case errors.As(err, &declined) && declined.Bounced:
		fmt.Fprintf(&b, "  %s did not get it: %s\n", declined.Who, declined.Why)
	case errors.As(err, &declined):
		fmt.Fprintf(&b, "  %s decided not to: %s\n", declined.Who, declined.Why)
	case errors.As(err, &e):
		s.explainPending(&b, e)
	default:
		fmt.Fprintf(&b, "  %v\n", err)
	}
	return b.String()
}

// refused describes an event that the test did not accept.
func refused(e mailsim.Event, data mailsim.EventData) string {
	return fmt.Sprintf("  refused: of %s: %.200s\n", clock(e.At), strings.Join(strings.Fields(fmt.Sprintf("%+v", data)), " "))
}

// lastOf joins the last of many lines.
func lastOf(lines []string) string {
	const most = 5
	if len(lines) > most {
		return fmt.Sprintf("  refused: %d older ones\n", len(lines)-most) + strings.Join(lines[len(lines)-most:], "")
	}
	return strings.Join(lines, "")
}
