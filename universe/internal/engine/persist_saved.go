package engine

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// savedMailbox is a mailbox without its folders.
type savedMailbox struct {
	Address string   `json:"address"`
	Display string   `json:"display,omitempty"`
	Created instant  `json:"created"`
	Tagged  bool     `json:"tagged,omitempty"`
	Subs    []string `json:"subs,omitempty"`
}

func savedMailboxOf(m *mailboxRec) savedMailbox {
	return savedMailbox{m.address, m.display, m.created, m.tagged, m.subs}
}

func (m savedMailbox) equal(o savedMailbox) bool {
	return m.Address == o.Address && m.Display == o.Display && m.Created == o.Created && m.Tagged == o.Tagged && slices.Equal(m.Subs, o.Subs)
}

// savedFolder is a folder without its copies and what they add up to.
type savedFolder struct {
	ID          string   `json:"id,omitempty"`
	Use         string   `json:"use,omitempty"`
	Subscribed  bool     `json:"subscribed,omitempty"`
	UIDValidity uint32   `json:"uidvalidity"`
	UIDNext     uint32   `json:"uidnext"`
	ModSeq      uint64   `json:"modseq"`
	Used        []string `json:"used,omitempty"`
	Recent      uint32   `json:"recent"`
	Mixed       bool     `json:"mixed,omitempty"`
}

func savedFolderOf(f *folderRec) savedFolder {
	return savedFolder{f.id, f.use, f.subscribed, f.UIDValidity, f.UIDNext, f.ModSeq, f.used, f.recent, f.mixed}
}

// savedLog is the expunge log of a folder.
type savedLog struct {
	Floor uint64   `json:"floor,omitempty"`
	UIDs  []uint32 `json:"uids"`
	Mods  []uint64 `json:"mods"`
}

func savedLogOf(f *folderRec) (l savedLog) {
	l = savedLog{f.LogFloor(), []uint32{}, []uint64{}}
	for uid, mod := range f.Expunges() {
		l.UIDs, l.Mods = append(l.UIDs, uid), append(l.Mods, mod)
	}
	return l
}

// savedCopy is a stored copy; its place is in its key.
type savedCopy struct {
	cargoKeys
	Flags    mailsim.SystemFlags `json:"flags,omitempty"`
	Keywords []string            `json:"keywords,omitempty"`
	ModSeq   uint64              `json:"modseq"`
	Seq      mailsim.Mark        `json:"seq"`
	Filed    instant             `json:"filed"`
	Internal instant             `json:"internal"`
	Saved    instant             `json:"saved,omitzero"`
	BySMTP   bool                `json:"smtp,omitempty"`
	Traced   bool                `json:"traced,omitempty"`
	CaseID   string              `json:"case,omitempty"`
	CaseHow  string              `json:"how,omitempty"`
}

func savedCopyOf(s *Stored, keys cargoKeys) savedCopy {
	more := s.extra()
	return savedCopy{keys, s.flags, more.keywords, s.modseq, s.seq, s.filed, s.internal(), more.saved, s.bySMTP, s.traced, more.caseID, more.caseHow}
}

func (c savedCopy) stored(uid uint32, load cargo) *Stored {
	s := &Stored{
		uid: uid, flags: c.Flags, modseq: c.ModSeq, seq: c.Seq, filed: c.Filed,
		bySMTP: c.BySMTP, traced: c.Traced, mail: load.mail, env: load.way,
	}
	more := copyMore{keywords: c.Keywords, caseID: c.CaseID, caseHow: c.CaseHow, saved: c.Saved}
	if c.Internal != c.Filed {
		more.internal = c.Internal
	}
	s.setExtra(more)
	return s
}

// savedMail is a mail without its bytes.
type savedMail struct {
	Blob   string `json:"blob"`
	ID     string `json:"id,omitempty"`
	Thread string `json:"thread,omitempty"`
	Truth  string `json:"truth,omitempty"`
}

func savedMailOf(m *mail) savedMail {
	return savedMail{hashKey(m.raw), m.messageID, m.thread, m.truth.String()}
}

// savedEnvelope is an envelope and what its trace headers are made of.
type savedEnvelope struct {
	mailsim.Envelope
	Domain string `json:"domain"`
	At     int64  `json:"at"`
	ID     string `json:"id"`
	Added  uint8  `json:"added,omitempty"`
}

func savedEnvelopeOf(p *passage) savedEnvelope {
	return savedEnvelope{*p.envelope(), p.route.wire.domain, p.at, string(p.id[:]), p.added}
}

func (s *savedEnvelope) passage(r *routes) *passage {
	e := &s.Envelope
	same := func(address string) string { return address }
	p := envelopePassage(e, r, same, s.Domain, s.At, s.ID)
	p.added = s.Added
	p.measure()
	return p
}

// savedJob is a job, its mail and envelope shared with other records.
type savedJob struct {
	jobRec
	Cargo cargoKeys `json:"cargo,omitzero"`
}

// cargo is the mail that a job carries.
func (j *jobRec) cargo() (c cargo) {
	if h := j.Args.Delivery; h != nil {
		s := heldSubmission(h)
		return cargo{s.mail, s.way}
	}
	if b := j.Args.Bounce; b != nil {
		return cargo{&mail{raw: b.Raw, messageID: b.ID}, b.way}
	}
	return c
}

func (j *jobRec) saved(keys cargoKeys) any {
	s := savedJob{*j, keys}
	if h := j.Args.Delivery; h != nil {
		light := *h
		light.Envelope, light.Raw, light.ID, light.Thread, light.Truth = nil, "", "", "", ""
		s.Args.Delivery = &light
	}
	if b := j.Args.Bounce; b != nil {
		light := *b
		light.Envelope, light.Raw, light.ID = nil, "", ""
		s.Args.Bounce = &light
	}
	return s
}

// job gives the job back what it carries.
func (s savedJob) job(load cargo) (*jobRec, error) {
	j := s.jobRec
	h, b := j.Args.Delivery, j.Args.Bounce
	open := j.State != mailsim.StateDone && j.State != mailsim.StateFailed && j.State != mailsim.StateSkipped // one that has ended carries nothing
	if (h != nil || b != nil) != (load.mail != nil && load.way != nil) || open && ((j.Kind == mailsim.JobDelivery) != (h != nil) || (j.Kind == mailsim.JobBounce) != (b != nil)) {
		return nil, fail.Damagedf("job %.50q: what it carries does not fit its kind", j.ID)
	}
	if h != nil {
		m := load.mail
		h.Envelope, h.mail, h.way = load.way.envelope(), m, load.way
		h.Raw, h.ID, h.Thread, h.Truth = m.raw, m.messageID, m.thread, m.truth.String()
	}
	if b != nil {
		b.Envelope, b.way, b.Raw, b.ID = load.way.envelope(), load.way, load.mail.raw, load.mail.messageID
	}
	return &j, nil
}

// savedNamesake is a namesakeRec whose mail is shared with copies.
type savedNamesake struct {
	cargoKeys
	After uint32 `json:"after,omitempty"`
}

func (n *namesakeRec) cargo() cargo { return cargo{mail: n.mail} }

func (n *namesakeRec) saved(keys cargoKeys) any { return savedNamesake{keys, n.after} }

// savedEvent is an event with its data resolved.
type savedEvent struct {
	Type     mailsim.EventType `json:"type"`
	At       instant           `json:"at"`
	Seq      mailsim.Mark      `json:"seq"`
	Data     json.RawMessage   `json:"data"`
	Answered []string          `json:"answered,omitempty"`  // by a persona.sent
	PassedOn bool              `json:"passed_on,omitempty"` // a persona.sent that forwards a mail
}

func savedEventOf(e *eventRec) savedEvent {
	data := e.data
	if lazy, ok := data.(lazyData); ok {
		data = lazy.resolve()
	}
	s := savedEvent{Type: data.EventType(), At: e.at, Seq: e.seq}
	s.Data, _ = json.Marshal(data)
	if sent, ok := sentOf(e.data); ok {
		s.Answered, s.PassedOn = sent.answered, sent.passedOn
	}
	return s
}

func (s savedEvent) event(id int64) (*eventRec, error) {
	read, err := seam.DecodeEvent(string(s.Type), s.Data)
	if err != nil {
		return nil, err
	}
	data := read.(mailsim.EventData)
	if sent, ok := data.(mailsim.PersonaSent); ok && (s.Answered != nil || s.PassedOn) {
		data = sentEvent{sent, s.Answered, s.PassedOn}
	}
	return &eventRec{id, s.Seq, s.At, data}, nil
}

// savedSweep is what the last prune left.
type savedSweep struct {
	Done   bool         `json:"done"`
	Any    bool         `json:"any"`
	Oldest instant      `json:"oldest"`
	Seq    mailsim.Mark `json:"seq"`
	Kept   int64        `json:"kept"`

	Counted bool `json:"counted,omitempty"`
	Memory  int  `json:"memory,omitempty"`
}

func savedSweepOf(s sweep) savedSweep {
	return savedSweep{s.done, s.any, s.oldest, s.seq, s.kept, s.counted, s.memory}
}

// check refuses what no universe can be.
func (s stateRec) check() error {
	switch {
	case s.Format > persistFormat:
		return fail.Invalidf("the content was written by a later version of mailsim (format %d): update mailsim", s.Format)
	case s.Format < 1:
		return fail.Damagedf("it has no state")
	case s.Now.After(endOfTime) || s.Now.Before(time.Time{}):
		return fail.Damagedf("the clock stands at %s", s.Now)
	case !(s.Speed > 0 && s.Speed <= maxSpeed):
		return fail.Damagedf("the clock runs at %v", s.Speed)
	case s.Mark < 0 || s.Pruned < 0 || s.Cut < 0 || s.Cut > s.Mark:
		return fail.Damagedf("a count is below 0")
	}
	return nil
}
