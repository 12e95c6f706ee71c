package mailsimtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
)

// Violation is an invariant that a universe breaks: a bug in mailsim, or in a part that you
// have replaced.
type Violation struct {
	Rule string // lost, thread, job or automatic
	Text string
}

// String names the rule and says what breaks it.
func (v Violation) String() string { return v.Rule + ": " + v.Text }

// CheckInvariants settles, then fails the test unless all of [Invariants] hold.
func (s *Server) CheckInvariants() {
	s.t.Helper()
	if s.Universe == nil {
		s.fatalf("CheckInvariants: %v", errNotRemote)
		return
	}
	s.Settle()
	list := Invariants(s.Universe)
	if len(list) == 0 {
		return
	}
	var b strings.Builder
	for _, v := range list {
		fmt.Fprintf(&b, "  %s\n", v)
	}
	s.fatalf("%d invariants of the universe do not hold:\n%s", len(list), b.String())
}

// Invariants checks what holds in every universe at rest, whatever happened in
// it, for property tests and fuzzing:
//
//   - lost: every mail accepted lies in each recipient's mailbox, is on its way
//     there, was bounced, or was discarded by a rule or a fault;
//   - thread: every reply of a person names the mail that it answers, which that
//     person got, and every delivered reply carries In-Reply-To;
//   - job: every job planned is pending or has ended, and none that is due still
//     waits;
//   - automatic: no person has answered automatic mail.
//
// Check before the test moves, deletes or prunes mail; afterwards that mail may
// count as lost.
func Invariants(u *mailsim.Universe) []Violation {
	c := &checker{u: u, boxes: map[string]bool{}}
	for _, m := range u.Mailboxes() {
		c.boxes[addr.Key(m.Address)] = true
	}
	c.read()
	c.lost()
	c.threads()
	c.jobs()
	return c.found
}

// checker is one check.
type checker struct {
	u     *mailsim.Universe
	boxes map[string]bool
	found []Violation

	delivered []mailsim.MailDelivered
	sent      []mailsim.PersonaSent
	bounced   map[string]bool            // by Message-ID and address, both in lower case
	faulted   map[string]bool            // by Message-ID: a fault took or changed it
	received  map[string]map[string]bool // person to the Message-IDs that they got
	addresses map[string][]string        // of people
}

func (c *checker) report(rule, format string, args ...any) {
	c.found = append(c.found, Violation{rule, fmt.Sprintf(format, args...)})
}

// read goes through the log once.
func (c *checker) read() {
	c.bounced, c.faulted, c.received = map[string]bool{}, map[string]bool{}, map[string]map[string]bool{}
	c.addresses = map[string][]string{}
	for _, p := range c.u.Personas() {
		c.addresses[p.ID] = p.Addresses
	}
	got := func(person, id string) {
		if c.received[person] == nil {
			c.received[person] = map[string]bool{}
		}
		c.received[person][id] = true
	}
	for e := range c.u.Log(mailsim.EventFilter{}) {
		switch d := e.Data.(type) {
		case mailsim.MailDelivered:
			c.delivered = append(c.delivered, d)
		case mailsim.PersonaSent:
			c.sent = append(c.sent, d)
		case mailsim.PersonaBounced:
			c.bounced[d.MessageID] = true
		case mailsim.FaultFired:
			c.faulted[d.MessageID] = true
		case mailsim.PersonaReceived:
			got(d.PersonaID, d.MessageID)
		case mailsim.PersonaIgnored:
			got(d.PersonaID, d.MessageID)
		case mailsim.PersonaJunked:
			got(d.PersonaID, d.MessageID)
		}
	}
}

// lost looks for each recipient's copy of each accepted mail.
func (c *checker) lost() {
	coming := map[string]bool{}
	jobs, _ := c.u.Jobs(mailsim.JobFilter{})
	for _, j := range jobs {
		if j.Kind == mailsim.JobDelivery || j.Kind == mailsim.JobBounce {
			coming[j.MessageID] = true
		}
	}
	rules := c.u.Recipients()
	for _, d := range c.delivered {
		if c.bounced[d.MessageID] || c.faulted[d.MessageID] || coming[d.MessageID] {
			continue
		}
		lies := map[string]bool{}
		for _, r := range c.u.FindMessage(d.MessageID) {
			lies[addr.Key(r.Address)] = true
		}
		for _, to := range d.To {
			key := addr.Key(to)
			if !lies[key] && !lies[untagged(key)] && !silent(rules, key) {
				c.report("lost", "%q %s to %s lies nowhere, was not bounced and is not on its way", d.Subject, d.MessageID, to)
			}
		}
	}
}

// untagged is an address without its +tag.
func untagged(address string) string {
	local, domain, _ := strings.Cut(address, "@")
	if i := strings.LastIndexByte(local, '+'); i > 0 {
		local = local[:i]
	}
	return local + "@" + domain
}

// silent tells whether a rule discards mail to an address.
func silent(r mailsim.Recipients, address string) bool {
	_, domain, _ := strings.Cut(address, "@")
	if rule, ok := r.Domains[domain]; ok {
		return rule.Silent
	}
	return r.Default.Silent
}

// threads looks at what people answered.
func (c *checker) threads() {
	for _, d := range c.sent {
		switch mailsim.JobKind(d.Kind) {
		case mailsim.JobReply, mailsim.JobOOO:
		default:
			continue
		}
		if d.InReplyTo == "" || !c.received[d.PersonaID][d.InReplyTo] {
			c.report("thread", "%s answered %q with %q, a mail that they never got: %q", d.Persona, strings.Join(d.To, ", "), d.Subject, d.InReplyTo)
			continue
		}
		for _, r := range c.u.FindMessage(d.MessageID) {
			c.carries(r, d)
		}
		if mailsim.JobKind(d.Kind) == mailsim.JobReply {
			c.personal(d)
		}
	}
}

// carries looks whether a copy of a reply threads.
func (c *checker) carries(r mailsim.Ref, d mailsim.PersonaSent) {
	m, err := inProcess{c.u}.message(r)
	if err == nil && m.InReplyTo != d.InReplyTo && !slices.Contains(m.References, d.InReplyTo) && !c.faulted[d.MessageID] {
		c.report("thread", "%q of %s does not name %s, which it answers", d.Subject, d.Persona, d.InReplyTo)
	}
}

// personal looks whether what a person answered is mail that may be answered.
func (c *checker) personal(d mailsim.PersonaSent) {
	for _, r := range c.u.FindMessage(d.InReplyTo) {
		if !slices.ContainsFunc(c.addresses[d.PersonaID], func(a string) bool { return addr.Key(a) == addr.Key(r.Address) }) {
			continue
		}
		m, err := inProcess{c.u}.message(r)
		if err != nil {
			continue
		}
		if isAutomatic(mime.Summarize(string(m.Bytes()))) {
			c.report("automatic", "%s answered %q, which is automatic mail", d.Persona, m.Subject)
		}
	}
}

// jobs looks at what is planned.
func (c *checker) jobs() {
	list, _ := c.u.Jobs(mailsim.JobFilter{})
	known := map[string]bool{}
	now, frozen := c.u.Now(), c.u.Clock().Frozen
	for _, j := range list {
		known[j.ID] = true
		if j.State == mailsim.StatePending && j.Due.Before(now) && frozen {
			c.report("job", "%s (%s) was due at %s and still waits: %s", j.ID, j.Kind, clock(j.Due), j.Plan)
		}
	}
	for e := range c.u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventJobScheduled}}) {
		if d, ok := e.Data.(mailsim.JobScheduled); ok && !known[d.JobID] && c.addresses[d.PersonaID] != nil {
			c.report("job", "%s (%s) was planned and is gone: %s", d.JobID, d.Kind, d.Plan)
		}
	}
}
