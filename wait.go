package mailsim

// Waiting for mail, and the codes and links in it (spec 4.5, design 4 "Waits").

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/extract"
)

// Match says which mail is waited for. To is required; the rest filters.
type Match struct {
	To        string             // the mailbox it lies in
	From      string             // header From: the address, or a part of address or name
	Subject   string             // a part, without regard to case
	Contains  string             // a part of the text, without regard to case
	Folder    string             // default INBOX and Junk
	InReplyTo string             // Message-ID that it answers
	Func      func(Message) bool // anything else
}

// String says in words what is looked for.
func (m Match) String() string {
	parts := []string{}
	if m.To != "" {
		parts = append(parts, "to "+m.To)
	}
	for _, p := range []struct{ name, value string }{{"from", m.From}, {"subject", m.Subject}, {"contains", m.Contains}, {"folder", m.Folder}, {"in reply to", m.InReplyTo}} {
		if p.value != "" {
			parts = append(parts, fmt.Sprintf("%s %q", p.name, p.value))
		}
	}
	if m.Func != nil {
		parts = append(parts, "a function")
	}
	return strings.TrimSpace("mail " + strings.Join(parts, ", "))
}

// Extract is what was found in a text (spec 4.5).
type Extract struct {
	Codes      []Code `json:"codes"`
	MagicLinks []Link `json:"magic_links"`
	Links      []Link `json:"links"`
	Text       string `json:"text"` // the visible text
}

// Code is a one-time code and why it was taken.
type Code struct {
	Value string `json:"value"`
	Why   string `json:"why"`
}

// Link is a link of a mail. Kind says what it is for: signin, verify, reset,
// invite, unsubscribe, …
type Link struct {
	URL  string `json:"url"`
	Text string `json:"text"`
	Kind string `json:"kind"`
	Why  string `json:"why"`
}

// ExtractFrom finds one-time codes and links in the text and HTML of a mail.
func ExtractFrom(text, html string) Extract { return extractFrom("", text, html) }

func extractFrom(subject, text, html string) Extract {
	r := extract.Find(subject, text, html)
	out := Extract{Codes: []Code{}, MagicLinks: []Link{}, Links: []Link{}, Text: r.Text}
	for _, c := range r.Codes {
		out.Codes = append(out.Codes, Code{c.Value, c.Why})
	}
	for _, l := range r.MagicLinks {
		out.MagicLinks = append(out.MagicLinks, Link{l.URL, l.Text, l.Kind, l.Why})
	}
	for _, l := range r.Links {
		out.Links = append(out.Links, Link{l.URL, l.Text, l.Kind, l.Why})
	}
	return out
}

// Extract finds the codes and links of a message, its subject included.
func (m Message) Extract() Extract {
	if m.stored == nil {
		return extractFrom(m.Subject, m.Text, m.HTML)
	}
	msg := m.stored.mail.parse().msg
	return extractFrom(m.Subject, msg.Text, msg.HTML)
}

// Arrival is a message that a wait found, with what was extracted from it.
type Arrival struct {
	Message
	Extract Extract
}

func newArrival(m Message) Arrival { return Arrival{m, m.Extract()} }

// Miss is a mail that arrived and did not match.
type Miss struct {
	Message Message
	Why     string // the clause that failed
}

// WaitError is a wait that ended without a match. errors.Is(err, ErrTimeout).
type WaitError struct {
	Match   string    // what was waited for
	Since   Mark      //
	Misses  []Miss    // what did arrive, oldest first, at most 20
	Frozen  bool      // the clock stands
	Now     time.Time // simulated
	Pending []Job     // on a standing clock: jobs that could have brought a match, soonest first, at most 5
	Err     error     // the context's error
}

// Unwrap returns the context's error.
func (e *WaitError) Unwrap() error { return e.Err }

// Is reports whether target is ErrTimeout.
func (e *WaitError) Is(target error) bool { return target == ErrTimeout }

// Error says what arrived, why it did not match, and what to do.
func (e *WaitError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the wait timed out: no %s", e.Match)
	for _, m := range e.Misses {
		fmt.Fprintf(&b, "; arrived: %q from %s: %s", m.Message.Subject, m.Message.From, m.Why)
	}
	if len(e.Misses) == 0 {
		b.WriteString("; nothing arrived there")
	}
	if e.Frozen {
		fmt.Fprintf(&b, "; the clock stands at %s", e.Now.Format(time.RFC3339))
		for _, j := range e.Pending {
			fmt.Fprintf(&b, "; pending: %s %s due %s (%s)", j.Kind, j.ID, j.Due.Format(time.RFC3339), j.Plan)
		}
		if len(e.Pending) > 0 {
			b.WriteString("; advance the clock")
		}
	}
	return b.String()
}

// DeclinedError is a person's decision not to reply. errors.Is(err, ErrConflict).
type DeclinedError struct {
	Event Event  // persona.ignored, or what ended the plan
	Who   string // the person's name
	Why   string
}

// Is reports whether target is ErrConflict.
func (e *DeclinedError) Is(target error) bool { return target == ErrConflict }

// Error says who decided what, and why.
func (e *DeclinedError) Error() string { return e.Who + " decided not to reply: " + e.Why }

// errReset ends the waits that were open when the universe was emptied.
var errReset = &Error{Kind: ErrConflict, Message: "the universe was reset while waiting"}

// Wait returns the oldest matching mail that came after the mark, waiting for
// one until the context ends. Take the mark before the action, and no mail is
// missed. Errors: ErrInvalid without To; *WaitError when the context ends.
func (u *Universe) Wait(ctx context.Context, since Mark, m Match) (Arrival, error) {
	return u.wait(ctx, since, m, false)
}

// WaitNewest returns the newest matching mail that is there, else waits for the
// next one.
func (u *Universe) WaitNewest(ctx context.Context, m Match) (Arrival, error) {
	return u.wait(ctx, 0, m, true)
}

func (u *Universe) wait(ctx context.Context, since Mark, m Match, newest bool) (Arrival, error) {
	mustHave(ctx)
	if err := checkAddress("to", m.To); err != nil {
		return Arrival{}, err
	}
	wake := make(chan struct{}, 1)
	defer u.watchMailbox(m.To, func(string) {
		select {
		case wake <- struct{}{}:
		default:
		}
	})()
	reset := u.resets()
	var misses []Miss
	at := since
	for {
		list := u.arrivals(m, at)
		if newest {
			slices.Reverse(list)
		}
		for _, msg := range list {
			at = max(at, msg.mark)
			why := m.reject(msg)
			if why == "" {
				return newArrival(msg), nil
			}
			if len(misses) < 20 {
				misses = append(misses, Miss{msg, why})
			}
		}
		newest = false
		select {
		case <-wake:
		case <-reset:
			return Arrival{}, errReset
		case <-u.closed:
			return Arrival{}, errClosed
		case <-ctx.Done():
			return Arrival{}, u.waitError(ctx, m.String(), since, misses, func(j *jobRec) bool { return j.couldReach(m.To) })
		}
	}
}

// arrivals lists the mails of the watched folders after a mark, in order of arrival.
func (u *Universe) arrivals(m Match, after Mark) []Message {
	type at struct {
		folder string
		s      *Stored
	}
	var found []at
	var own string
	u.read(func(v view) {
		box := v.mailbox(m.To)
		if box == nil {
			return
		}
		own = box.address
		for _, name := range watchedFolders(m.Folder) {
			if f := box.folder(name); f != nil {
				for s := range f.after(after) {
					found = append(found, at{name, s})
				}
			}
		}
	})
	slices.SortFunc(found, func(a, b at) int { return cmp.Compare(a.s.seq, b.s.seq) })
	out := make([]Message, len(found))
	for i, a := range found {
		out[i] = a.s.message(own, a.folder)
	}
	return out
}

func watchedFolders(folder string) []string {
	if folder == "" {
		return []string{inbox, junk}
	}
	return []string{canonFolder(folder)}
}

// after yields the copies that arrived after a mark.
func (f *folderRec) after(m Mark) func(func(*Stored) bool) {
	return func(yield func(*Stored) bool) {
		for s := range f.Backward() {
			switch {
			case s.seq > m:
				if !yield(s) {
					return
				}
			case !f.mixed:
				return // arrival is in order of UID
			}
		}
	}
}

// reject says which clause a mail fails, "" when it matches.
func (m Match) reject(msg Message) string {
	switch {
	case m.From != "" && !matchSender(m.From, msg):
		return fmt.Sprintf("it is from %s, not %q", msg.From, m.From)
	case m.Subject != "" && !containsFold(msg.Subject, m.Subject):
		return fmt.Sprintf("its subject does not contain %q", m.Subject)
	case m.Contains != "" && !containsFold(msg.Text, m.Contains) && !containsFold(msg.HTML, m.Contains):
		return fmt.Sprintf("its text does not contain %q", m.Contains)
	case m.InReplyTo != "" && !answersTo(msg, m.InReplyTo):
		return "it does not answer " + m.InReplyTo
	case m.Func != nil && !m.Func(msg):
		return "the function refused it"
	}
	return ""
}

func matchSender(want string, msg Message) bool {
	if validAddress(want) {
		return addressKey(want) == addressKey(msg.From)
	}
	return containsFold(msg.From, want) || containsFold(msg.FromName, want)
}

func answersTo(msg Message, id string) bool {
	return msg.InReplyTo == id || slices.Contains(msg.References, id)
}

func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}

// couldReach tells whether a job may bring mail to an address.
func (j *jobRec) couldReach(address string) bool {
	key := addressKey(address)
	if addressKey(j.Args.Correspondent) == key || j.Kind == JobWorld {
		return true
	}
	match := func(a string) bool { return addressKey(a) == key }
	return slices.ContainsFunc(j.Args.To, match) || slices.ContainsFunc(j.Args.CC, match) ||
		j.Args.Delivery != nil && match(j.Args.Delivery.To) || j.Args.Bounce != nil && match(j.Args.Bounce.To)
}

// waitError explains a wait that ended.
func (u *Universe) waitError(ctx context.Context, what string, since Mark, misses []Miss, could func(*jobRec) bool) error {
	e := &WaitError{Match: what, Since: since, Misses: misses, Err: ctx.Err()}
	u.read(func(v view) {
		e.Now, e.Frozen = v.now, v.clock.frozen
		if !e.Frozen {
			return
		}
		for _, j := range v.jobs.m {
			if j.State == StatePending && could(j) {
				e.Pending = append(e.Pending, j.Job)
			}
		}
	})
	slices.SortFunc(e.Pending, func(a, b Job) int { return cmp.Or(a.Due.Compare(b.Due), strings.Compare(a.ID, b.ID)) })
	e.Pending = e.Pending[:min(len(e.Pending), 5)]
	return e
}

// ReplyMatch says which mail of a person is waited for.
type ReplyMatch struct {
	From      string // a person's id or address; required
	InReplyTo string // only the answer to this mail
	AsPlanned bool   // leave the plan alone; else the planned answer is sent at once, the clock standing
}

// WaitReply returns the next mail that a person sends. With InReplyTo it returns
// that answer also when it was sent before. Errors: ErrNotFound for an unknown
// person; *DeclinedError when they decided not to reply; *WaitError.
func (u *Universe) WaitReply(ctx context.Context, since Mark, m ReplyMatch) (Arrival, error) {
	mustHave(ctx)
	if m.From == "" {
		return Arrival{}, invalidf("from is required: a person's id or address")
	}
	var p *personaRec
	u.read(func(v view) {
		if p = v.personas.at(m.From); p == nil {
			p = v.personaAt(m.From)
		}
	})
	if p == nil {
		return Arrival{}, noSuch("persona")
	}
	defer u.follow()()
	w := &replyWait{u: u, p: p, m: m, since: since}
	w.begin()
	reset := u.resets()
	for {
		wake := u.watch.next()
		if sent := w.consume(); sent != nil {
			return u.sentMail(*sent)
		}
		if !m.AsPlanned {
			ran, err := w.hurry(ctx)
			if err != nil {
				return Arrival{}, err
			}
			if ran {
				continue
			}
		}
		if err := w.declined(); err != nil {
			return Arrival{}, err
		}
		select {
		case <-wake:
		case <-reset:
			return Arrival{}, errReset
		case <-u.closed:
			return Arrival{}, errClosed
		case <-ctx.Done():
			what := "reply from " + p.Name
			if m.InReplyTo != "" {
				what += " to " + m.InReplyTo
			}
			return Arrival{}, u.waitError(ctx, what, since, nil, func(j *jobRec) bool { return j.PersonaID == p.ID })
		}
	}
}

// replyWait follows the log for one wait.
type replyWait struct {
	u     *Universe
	p     *personaRec
	m     ReplyMatch
	since Mark
	at    int64 // the last event read

	last    string // the mail the person received last
	ignored map[string]*eventRec
	known   map[string]bool // mails that reached the person
}

// begin finds where the log begins to matter: for the answer to a mail where the
// mail came in, else at the mark, together with what reached the person last
// before it. Of a mail that is nowhere any more the whole log may tell.
func (w *replyWait) begin() {
	w.known, w.ignored = map[string]bool{}, map[string]*eventRec{}
	w.u.read(func(v view) {
		if w.m.InReplyTo != "" {
			if rec := v.mails.at(w.m.InReplyTo); rec != nil {
				w.at = int64(rec.after)
			}
			return
		}
		w.at = v.events.idAt(w.since)
		if e := v.events.at(v.latest.at(w.p.ID)); e != nil && e.id <= w.at {
			w.note(e)
		}
	})
}

// consume reads the new events and returns the mail waited for, if it was sent.
func (w *replyWait) consume() *PersonaSent {
	for e := range w.u.log().from(w.at) {
		w.at = e.id
		if e.subject().personaID != w.p.ID {
			continue
		}
		if d, ok := e.data.(PersonaSent); ok {
			if w.m.InReplyTo == "" || w.answers(d) {
				return &d
			}
		} else if e.reaches() {
			w.note(e)
		}
	}
	return nil
}

// note takes in what became of a mail at the person.
func (w *replyWait) note(e *eventRec) {
	id := e.subject().messageID
	w.last, w.known[id] = id, true
	if e.data.EventType() == EventPersonaReceived {
		delete(w.ignored, id)
	} else {
		w.ignored[id] = e
	}
}

func (w *replyWait) answers(d PersonaSent) bool {
	return d.Kind != string(JobOOO) && (d.InReplyTo == w.m.InReplyTo || slices.Contains(d.answered, w.m.InReplyTo))
}

func (w *replyWait) target() string { return cmp.Or(w.m.InReplyTo, w.last) }

// pending lists the jobs that may still bring the answer, in due order.
func (w *replyWait) pending() (out []*jobRec) {
	w.u.read(func(v view) {
		for _, id := range v.jobsFor.at(tableKey(w.p.ID, w.target())) {
			j := v.jobs.at(id)
			if j == nil || j.State != StatePending && j.State != StateRunning {
				continue
			}
			switch j.Kind {
			case JobRead, JobReply, JobOOO, JobAct:
				out = append(out, j)
			}
		}
	})
	slices.SortFunc(out, func(a, b *jobRec) int {
		return cmp.Or(a.Due.Compare(b.Due), strings.Compare(a.Key, b.Key), cmp.Compare(a.Seq, b.Seq))
	})
	return out
}

// hurry runs the next pending job for the mail, the clock standing still.
func (w *replyWait) hurry(ctx context.Context) (ran bool, err error) {
	for _, j := range w.pending() {
		if j.State != StatePending {
			continue
		}
		release, err := w.u.takeDrive(ctx)
		if err != nil {
			if KindOf(err) == ErrTimeout {
				return false, nil // the loop reports the wait's own end
			}
			return false, err
		}
		w.u.hold()
		err = w.u.runNow(ctx, j.ID)
		if err == nil {
			err = w.u.quiesce(ctx)
		}
		w.u.letGo()
		release()
		if KindOf(err) == ErrConflict {
			err = nil // someone else ran it
		}
		return true, err
	}
	return false, nil
}

// declined says that no answer will come, nil when one may.
func (w *replyWait) declined() error {
	id := w.target()
	if id == "" || !w.known[id] || slices.ContainsFunc(w.pending(), func(j *jobRec) bool { return j.Kind != JobOOO }) {
		return nil
	}
	if e := w.ignored[id]; e != nil {
		ev := e.event()
		why := "it was filed as spam"
		if d, ok := ev.Data.(PersonaIgnored); ok {
			why = d.Why
		}
		return &DeclinedError{ev, w.p.Name, why}
	}
	if w.m.InReplyTo == "" {
		return nil // it has been answered
	}
	note := "no reply is planned any more"
	w.u.read(func(v view) {
		for _, jid := range v.jobsFor.at(tableKey(w.p.ID, id)) {
			if j := v.jobs.at(jid); j != nil && j.Note != "" {
				note = j.Note
			}
		}
	})
	return &DeclinedError{Event{}, w.p.Name, note}
}

// sentMail finds a copy of a mail that a person sent: that of its first
// recipient, else the person's own.
func (u *Universe) sentMail(d PersonaSent) (Arrival, error) {
	var address, folder string
	var found *Stored
	u.read(func(v view) {
		look := func(box *mailboxRec, names ...string) {
			if box == nil || found != nil {
				return
			}
			for _, name := range names {
				if f := box.folder(name); f != nil {
					for s := range f.Backward() {
						if s.mail.messageID == d.MessageID {
							address, folder, found = box.address, name, s
							return
						}
					}
				}
			}
		}
		for _, to := range d.To {
			look(v.mailbox(to), inbox, junk)
		}
		if p := v.personas.at(d.PersonaID); p != nil {
			look(v.mailbox(p.Addresses[0]), sent)
		}
	})
	if found == nil {
		return Arrival{}, noSuch("message")
	}
	m := newArrival(found.message(address, folder))
	return m, nil
}
