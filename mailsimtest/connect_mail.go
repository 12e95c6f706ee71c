package mailsimtest

// Mail and events of a universe that a server holds.

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/smtp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
)

func messagePath(ref mailsim.Ref) string {
	return fmt.Sprintf("/mailboxes/%s/messages/%s/%d", url.PathEscape(ref.Address), url.PathEscape(ref.Folder), ref.UID)
}

func (r *remote) Raw(ctx context.Context, ref mailsim.Ref) (out []byte, err error) {
	err = r.call(ctx, "GET", messagePath(ref)+"/raw", nil, nil, &out)
	return out, err
}

// list is a folder, oldest first; nothing when it is not there.
func (r *remote) list(address, folder string) ([]mailsim.Message, error) {
	var out []mailsim.Message
	err := r.call(context.Background(), "GET", "/mailboxes/"+url.PathEscape(address)+"/messages", url.Values{"folder": {folder}}, nil, &out)
	if mailsim.KindOf(err) == mailsim.ErrNotFound {
		return nil, nil
	}
	for i := range out {
		out[i].Address = address
	}
	slices.Reverse(out)
	return out, err
}

// folders are where a wait looks.
func folders(m mailsim.Match) []string {
	if m.Folder != "" {
		return []string{m.Folder}
	}
	return []string{"INBOX", "Junk"}
}

func (r *remote) Mark() mailsim.Mark {
	at := places{}
	last := mailsim.Mark(r.lastEvent())
	for _, box := range r.Mailboxes() {
		for _, folder := range folders(mailsim.Match{}) {
			if list, err := r.list(box.Address, folder); err == nil && len(list) > 0 {
				at[boxFolder{addr.Key(box.Address), folder}] = list[len(list)-1].UID
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.marks[last] = at
	return last
}

// MarkOf is the place of an event; a mark is the number of the last event.
func (r *remote) MarkOf(eventID int64) mailsim.Mark { return mailsim.Mark(eventID) }

func (r *remote) lastEvent() int64 {
	return read[mailsim.EventPage](r, "/events", url.Values{"limit": {"1"}}).Last
}

func (r *remote) every(since mailsim.Mark, m mailsim.Match) (out []mailsim.Message, err error) {
	out, _, err = r.sift(since, m)
	return out, err
}

// sift parts the mails after a mark into those that match and those that do not.
func (r *remote) sift(since mailsim.Mark, m mailsim.Match) (out []mailsim.Message, misses []mailsim.Miss, err error) {
	r.mu.Lock()
	from := r.marks[since]
	r.mu.Unlock()
	for _, address := range r.boxes(m.To) {
		for _, folder := range folders(m) {
			list, err := r.list(address, folder)
			if err != nil {
				return nil, nil, err
			}
			for _, msg := range list {
				if msg.UID <= from[boxFolder{addr.Key(address), folder}] {
					continue
				}
				if msg, err = r.complete(msg); err != nil {
					return nil, nil, err
				}
				if why := reject(m, msg); why != "" {
					misses = append(misses, mailsim.Miss{Message: msg, Why: why})
					continue
				}
				out = append(out, msg)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b mailsim.Message) int { return a.Time.Compare(b.Time) })
	return out, misses, nil
}

// boxes are the mailboxes that a match looks in: one, or all.
func (r *remote) boxes(to string) (all []string) {
	if to != "" {
		return []string{to}
	}
	for _, box := range r.Mailboxes() {
		all = append(all, box.Address)
	}
	return all
}

// empty deletes by the API, mail by mail.
func (r *remote) empty(address string) error {
	return fmt.Errorf("clear %s: %w", address, errNotRemote)
}

func (r *remote) Reset(ctx context.Context, keep ...mailsim.Part) (out mailsim.Removed, err error) {
	err = r.call(ctx, "POST", "/reset", nil, map[string]any{"keep": keep}, &out)
	return out, err
}

func (r *remote) Inspect(ctx context.Context, messageID string) (out mailsim.Inspection, err error) {
	err = r.call(ctx, "GET", "/inspect", url.Values{"message_id": {messageID}}, nil, &out)
	return out, err
}

// complete gives a message of a list its whole text and HTML.
func (r *remote) complete(m mailsim.Message) (mailsim.Message, error) {
	raw, err := r.Raw(context.Background(), m.Ref)
	if err == nil {
		msg := mime.Parse(string(raw))
		m.Text, m.HTML = msg.Text, msg.HTML
	}
	return m, err
}

// reject says which clause a mail fails.
func reject(m mailsim.Match, msg mailsim.Message) string {
	has := func(text, part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) }
	switch {
	case m.From != "" && !has(msg.From, m.From) && !has(msg.FromName, m.From):
		return fmt.Sprintf("it is from %s, not %q", msg.From, m.From)
	case m.Subject != "" && !has(msg.Subject, m.Subject):
		return fmt.Sprintf("its subject does not contain %q", m.Subject)
	case m.Contains != "" && !has(msg.Text, m.Contains) && !has(msg.HTML, m.Contains):
		return fmt.Sprintf("its text does not contain %q", m.Contains)
	case m.InReplyTo != "" && msg.InReplyTo != m.InReplyTo && !slices.Contains(msg.References, m.InReplyTo):
		return "it does not answer " + m.InReplyTo
	case m.Func != nil && !m.Func(msg):
		return "the function refused it"
	}
	return ""
}

func (r *remote) Wait(ctx context.Context, since mailsim.Mark, m mailsim.Match) (mailsim.Arrival, error) {
	for {
		last := r.lastEvent()
		list, misses, err := r.sift(since, m)
		if err != nil {
			return mailsim.Arrival{}, err
		}
		if len(list) > 0 {
			return mailsim.Arrival{Message: list[0], Extract: list[0].Extract()}, nil
		}
		if !r.arrives(ctx, m, last) {
			return mailsim.Arrival{}, r.waitError(m.String(), since, misses, "")
		}
	}
}

// arrives waits until any mail is filed after an event; false when time is up.
func (r *remote) arrives(ctx context.Context, m mailsim.Match, after int64) bool {
	deadline, _ := ctx.Deadline()
	left := time.Until(deadline)
	if ctx.Err() != nil || left <= 0 {
		return false
	}
	if m.To == "" { // the API waits for an address
		ctx, cancel := context.WithDeadline(ctx, deadline)
		defer cancel()
		for _, err := range r.Follow(ctx, mailsim.EventFilter{After: after}) {
			return err == nil
		}
	}
	q := url.Values{"to": {m.To}, "after": {strconv.FormatInt(after, 10)}, "timeout": {strconv.FormatInt(max(left.Milliseconds(), 1), 10)}}
	if m.Folder != "" {
		q.Set("folder", m.Folder)
	}
	var msg mailsim.Message
	return r.call(ctx, "GET", "/wait", q, nil, &msg) == nil
}

func (r *remote) waitError(what string, since mailsim.Mark, misses []mailsim.Miss, personaID string) error {
	clock := read[mailsim.Clock](r, "/clock", nil)
	e := &mailsim.WaitError{Match: what, Since: since, Misses: misses, Frozen: clock.Frozen, Now: clock.Now, Err: context.DeadlineExceeded}
	e.Pending, _ = r.Jobs(mailsim.JobFilter{State: mailsim.StatePending, PersonaID: personaID, Limit: 5})
	return e
}

func (r *remote) WaitReply(ctx context.Context, since mailsim.Mark, m mailsim.ReplyMatch) (mailsim.Arrival, error) {
	q := url.Values{"from": {m.From}, "fast": {strconv.FormatBool(!m.AsPlanned)}, "after": {strconv.FormatInt(int64(since), 10)}, "timeout": {"1"}}
	if m.InReplyTo != "" {
		q.Set("in_reply_to", m.InReplyTo)
	}
	if deadline, ok := ctx.Deadline(); ok {
		q.Set("timeout", strconv.FormatInt(max(time.Until(deadline).Milliseconds(), 1), 10))
	}
	var msg mailsim.Message
	err := r.call(context.WithoutCancel(ctx), "GET", "/wait/reply", q, nil, &msg)
	switch mailsim.KindOf(err) {
	case mailsim.ErrTimeout:
		return mailsim.Arrival{}, r.waitError("reply from "+m.From, since, nil, m.From)
	case mailsim.ErrConflict:
		if who, why, bounced := strings.Cut(err.Error(), " did not get the mail: "); bounced {
			return mailsim.Arrival{}, &mailsim.DeclinedError{Who: who, Why: why, Bounced: true}
		}
		who, why, _ := strings.Cut(err.Error(), " decided not to reply: ")
		return mailsim.Arrival{}, &mailsim.DeclinedError{Who: who, Why: why}
	}
	if err != nil {
		return mailsim.Arrival{}, err
	}
	msg, err = r.complete(msg)
	return mailsim.Arrival{Message: msg, Extract: msg.Extract()}, err
}

// FindMessage looks at the mailboxes one by one.
func (r *remote) FindMessage(messageID string) (out []mailsim.Ref) {
	for _, box := range r.Mailboxes() {
		for _, folder := range folders(mailsim.Match{}) {
			list, _ := r.list(box.Address, folder)
			for _, m := range list {
				if m.MessageID == messageID {
					out = append(out, m.Ref)
				}
			}
		}
	}
	return out
}

func (r *remote) message(ref mailsim.Ref) (mailsim.Message, error) {
	v, err := do[mailsim.View](context.Background(), r, "GET", messagePath(ref), nil)
	if err != nil {
		return mailsim.Message{}, err
	}
	v.Message.Ref = ref
	return r.complete(v.Message)
}

// page reads events after an id.
func (r *remote) page(after int64, f mailsim.EventFilter) ([]mailsim.Event, error) {
	after = max(after, int64(f.Since))
	q := url.Values{"after": {strconv.FormatInt(after, 10)}, "limit": {"1000"}}
	for name, v := range map[string]string{"persona_id": f.PersonaID, "case_id": f.CaseID} {
		if v != "" {
			q.Set(name, v)
		}
	}
	for _, t := range f.Types {
		q.Set("type", strings.Trim(q.Get("type")+","+string(t), ","))
	}
	var out mailsim.EventPage
	err := r.call(context.Background(), "GET", "/events", q, nil, &out)
	if err == nil && out.Last < after {
		err = fmt.Errorf("the server has begun anew: its log ends at event %d, and %d was there", out.Last, after)
	}
	return out.Events, err
}

func (r *remote) Log(f mailsim.EventFilter) iter.Seq[mailsim.Event] {
	return func(yield func(mailsim.Event) bool) {
		for after := f.After; ; {
			list, err := r.page(after, f)
			if err != nil {
				r.fail(err)
			}
			for _, e := range list {
				after = e.ID
				if !yield(e) {
					return
				}
			}
			if len(list) < 1000 {
				return
			}
		}
	}
}

// Follow asks again and again: the live stream would need a reader of its own.
func (r *remote) Follow(ctx context.Context, f mailsim.EventFilter) iter.Seq2[mailsim.Event, error] {
	return func(yield func(mailsim.Event, error) bool) {
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			for e := range r.Log(f) {
				f.After = e.ID
				if !yield(e, nil) {
					return
				}
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				yield(mailsim.Event{}, ctx.Err())
				return
			}
		}
	}
}

// submit goes by SMTP, which tells no Message-ID: the mail must bring one.
func (r *remote) submit(_ context.Context, sender, to string, raw []byte) (string, error) {
	id := mime.Summarize(string(raw)).MessageID
	if id == "" {
		return "", errors.New("the message needs a Message-ID")
	}
	address := net.JoinHostPort(r.host(), strconv.Itoa(r.port(smtpDoor)))
	return id, smtp.SendMail(address, nil, sender, []string{to}, raw)
}

// service is one of the server's listeners, by the name the API gives it.
func (r *remote) service(name string) (mailsim.Service, bool) {
	for _, s := range r.connection.Services {
		if s.Name == name {
			return s, true
		}
	}
	return mailsim.Service{}, false
}

func (r *remote) port(which door) int {
	if which == httpDoor {
		u, _ := url.Parse(r.base)
		port, _ := strconv.Atoi(u.Port())
		return port
	}
	name := [numDoors]string{"SMTP", "SMTPS", "IMAP", "IMAPS"}[which]
	s, ok := r.service(name)
	if !ok {
		r.fail(fmt.Errorf("it serves no %s", name))
	}
	return s.Port
}

// host is where the server answers HTTP: its own idea of its address may be that
// of a network of its own.
func (r *remote) host() string {
	u, _ := url.Parse(r.base)
	return u.Hostname()
}

func (r *remote) certificate() []byte { return read[[]byte](r, "/connection/cert", nil) }
