package mailview

import (
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// rows makes the rows of a list of mails, each given by its copies as they were filed.
func (u *Part) rows(list [][]post.Placed) []mailsim.Mail {
	out := make([]mailsim.Mail, len(list))
	for i, copies := range list {
		out[i] = row(copies)
	}
	u.Read(func(v state.View) {
		for i := range out {
			own(v, &out[i])
		}
		due(v, out)
	})
	u.happened(out, list)
	return out
}

// row is what a mail itself says, and its copies.
func row(copies []post.Placed) mailsim.Mail {
	s := copies[0].Stored
	p := s.Mail.Parse()
	m := mailsim.Mail{
		ID: s.MailID(), MessageID: s.Mail.MessageID, Thread: s.Mail.Thread, InReplyTo: p.Sum.InReplyTo, Origin: originOf(s), Time: s.Time(),
		From: p.Sum.From.Addr, FromName: p.Sum.From.Name, To: post.Addrs(p.Sum.To), CC: post.Addrs(p.Sum.Cc), Subject: p.Sum.Subject,
		Snippet: snippet(s), Size: s.Size(), Format: p.Msg.Format, Copies: make([]mailsim.MailCopy, 0, len(copies)), Truth: s.Mail.Truth.String(),
	}
	for _, a := range p.Msg.Attachments {
		if !a.Inline {
			m.Files++
		}
	}
	for _, c := range copies {
		seen, caseID := c.Marks&mailsim.FlagSeen != 0, c.Extras().CaseID
		if !seen {
			m.Unread++
		}
		if m.CaseID == "" {
			m.CaseID = caseID
		}
		m.Junk = m.Junk || c.Folder == post.Junk
		m.Copies = append(m.Copies, mailsim.MailCopy{
			Ref: mailsim.Ref{Address: c.Address, Folder: c.Folder, UID: c.UID()}, Seen: seen, Flags: c.Flags().Names(), Time: c.Time(), CaseID: caseID, Delivered: c.Traced,
		})
	}
	return m
}

// maxSnippet is how much of a text is looked at for its beginning, in characters.
const maxSnippet = 4000

// snippet is how a mail begins, what it quotes left out unless there is nothing else.
func snippet(s *post.Stored) string {
	if begin := post.Preview(mime.NewText(plain.Cut(s.Mail.Parse().Text(), maxSnippet)), true); begin != "" {
		return begin
	}
	return s.Preview()
}

// own says whose the copies are.
func own(v state.View, m *mailsim.Mail) {
	for i := range m.Copies {
		if p := people.At(v, m.Copies[i].Address); p != nil {
			m.Copies[i].PersonaID, m.Copies[i].Persona = p.ID, p.Name
		}
	}
}

// due notes the next planned answer to each mail, else the next job about it.
func due(v state.View, rows []mailsim.Mail) {
	byID := map[string][]*mailsim.Mail{}
	for i := range rows {
		if id := rows[i].MessageID; id != "" {
			byID[id] = append(byID[id], &rows[i])
		}
	}
	note := func(m *mailsim.Mail, j *jobs.Record) {
		answer, had := j.Kind == mailsim.JobReply, m.DueKind == mailsim.JobReply
		if m.Due == nil || answer && !had || answer == had && (j.Due.Before(*m.Due) || j.Due.Equal(*m.Due) && j.Kind < m.DueKind) {
			at := j.Due
			m.Due, m.DueKind = &at, j.Kind
		}
	}
	for j := range jobs.Pending(v) {
		if j.State != mailsim.StatePending {
			continue
		}
		for _, m := range byID[j.MessageID] {
			note(m, j)
		}
		for _, id := range j.Args.Messages {
			for _, m := range byID[id] {
				note(m, j)
			}
		}
	}
}

// happened counts what the log says of mails.
func (u *Part) happened(rows []mailsim.Mail, list [][]post.Placed) {
	if len(rows) == 0 {
		return
	}
	h := newHeard(rows, list)
	log := u.Committed()
	for e := range log.From(max(0, log.IDAt(h.from-1)-before)) {
		h.hear(e)
	}
}

// before is how many events before a mail are looked at for faults that its sender met
// before it was accepted.
const before = 1000

// heard is mail of which the log is heard.
type heard struct {
	byID  map[string][]listed // by Message-ID, as they were filed
	byWay map[string][]listed // by sender and recipient of the envelope, as they were filed
	from  mailsim.Mark
}

// listed is a row, and where its first copy lies.
type listed struct {
	*mailsim.Mail
	at mailsim.Mark
}

func newHeard(rows []mailsim.Mail, list [][]post.Placed) *heard {
	h := &heard{byID: map[string][]listed{}, byWay: map[string][]listed{}, from: list[0][0].Seq}
	for i := len(rows) - 1; i >= 0; i-- { // lists have the newest first
		first := list[i][0]
		h.from = min(h.from, first.Seq)
		l := listed{&rows[i], first.Seq}
		if id := rows[i].MessageID; id != "" {
			h.byID[id] = append(h.byID[id], l)
		}
		if first.Way == nil {
			continue
		}
		from := strings.ToLower(first.Way.Route.From)
		for _, to := range append([]string{""}, first.Way.Route.To...) {
			key := state.Key(from, strings.ToLower(to))
			h.byWay[key] = append(h.byWay[key], l)
		}
	}
	return h
}

// of is the mail of a Message-ID that an event is about: of several the last one that
// was there.
func (h *heard) of(messageID string, e *state.Event) *mailsim.Mail {
	list := h.byID[messageID]
	for _, l := range slices.Backward(list) {
		if l.at <= e.Seq {
			return l.Mail
		}
	}
	if len(list) > 0 {
		return list[0].Mail
	}
	return nil
}

// hear counts what an event says.
func (h *heard) hear(e *state.Event) {
	switch d := e.Data.(type) {
	case mailsim.PersonaBounced:
		if m := h.of(d.MessageID, e); m != nil {
			m.Bounced = true
		}
	case mailsim.LinkOpened:
		if m := h.of(d.MessageID, e); m != nil {
			m.Opened++
		}
	case mailsim.FaultFired:
		if m := h.struck(d, e); m != nil {
			m.Faults++
		}
	default:
		sent, is := state.SentOf(e.Data)
		if !is || sent.PassedOn {
			return
		}
		ids := sent.Answered
		if len(ids) == 0 && sent.InReplyTo != "" {
			ids = []string{sent.InReplyTo}
		}
		for _, id := range ids {
			if m := h.of(id, e); m != nil {
				m.Answered++
			}
		}
	}
}

// struck is the mail that a fault rule acted on: one that had not been accepted yet is
// known by its sender and recipient.
func (h *heard) struck(d mailsim.FaultFired, e *state.Event) *mailsim.Mail {
	if m := h.of(d.MessageID, e); m != nil && d.MessageID != "" {
		return m
	}
	if d.Where != "smtp" || d.From == "" {
		return nil
	}
	for _, l := range h.byWay[state.Key(strings.ToLower(d.From), strings.ToLower(d.To))] {
		if l.at > e.Seq && l.Time.Sub(e.At.Time()) <= longestTry {
			return l.Mail
		}
	}
	return nil
}

// longestTry is how long before a mail was accepted its sender may have tried.
const longestTry = 24 * time.Hour
