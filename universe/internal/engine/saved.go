package engine

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// savedMailbox is a mailbox without its folders.
type savedMailbox struct {
	Address string        `json:"address"`
	Display string        `json:"display,omitempty"`
	Created state.Instant `json:"created"`
	Tagged  bool          `json:"tagged,omitempty"`
	Subs    []string      `json:"subs,omitempty"`
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
	Filed    state.Instant       `json:"filed"`
	Internal state.Instant       `json:"internal"`
	Saved    state.Instant       `json:"saved,omitzero"`
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

// savedNamesake is a namesakeRec whose mail is shared with copies.
type savedNamesake struct {
	cargoKeys
	After uint32 `json:"after,omitempty"`
}

func (n *namesakeRec) Cargo() cargo { return cargo{mail: n.mail} }

func (n *namesakeRec) Saved(keys cargoKeys) any { return savedNamesake{keys, n.after} }

func (c *savedCopy) append(b []byte) []byte {
	if len(c.Keywords) > 0 {
		b, _ = json.Marshal(c)
		return b
	}
	b = state.AppendField(b, `,"mail":`, c.Mail)
	b = state.AppendField(b, `,"envelope":`, c.Envelope)
	if c.Flags != 0 {
		b = strconv.AppendUint(append(b, `,"flags":`...), uint64(c.Flags), 10)
	}
	b = strconv.AppendUint(append(b, `,"modseq":`...), c.ModSeq, 10)
	b = strconv.AppendInt(append(b, `,"seq":`...), int64(c.Seq), 10)
	b = state.AppendInstant(append(b, `,"filed":`...), c.Filed)
	b = state.AppendInstant(append(b, `,"internal":`...), c.Internal)
	if c.Saved != (state.Instant{}) {
		b = state.AppendInstant(append(b, `,"saved":`...), c.Saved)
	}
	if c.BySMTP {
		b = append(b, `,"smtp":true`...)
	}
	if c.Traced {
		b = append(b, `,"traced":true`...)
	}
	b = state.AppendField(b, `,"case":`, c.CaseID)
	b = state.AppendField(b, `,"how":`, c.CaseHow)
	return state.Begun(b)
}

func (m *savedMail) append(b []byte) []byte {
	b = state.AppendText(append(b, `,"blob":`...), m.Blob)
	b = state.AppendField(b, `,"id":`, m.ID)
	b = state.AppendField(b, `,"thread":`, m.Thread)
	b = state.AppendField(b, `,"truth":`, m.Truth)
	return state.Begun(b)
}

func (e *savedEnvelope) append(b []byte) []byte {
	if len(e.Notify) > 0 || e.To == nil || e.Body != "" || e.Return != "" || e.EnvelopeID != "" || e.UTF8 {
		b, _ = json.Marshal(e)
		return b
	}
	b = state.AppendText(append(b, `,"from":`...), e.From)
	b = append(b, `,"to":[`...)
	for i, to := range e.To {
		if i > 0 {
			b = append(b, ',')
		}
		b = state.AppendText(b, to)
	}
	b = state.AppendText(append(b, `],"proto":`...), e.Proto)
	b = state.AppendField(b, `,"remote":`, e.Remote)
	b = state.AppendField(b, `,"helo":`, e.Helo)
	if e.Basic {
		b = append(b, `,"basic":true`...)
	}
	b = state.AppendField(b, `,"tls":`, e.TLS)
	b = state.AppendField(b, `,"login":`, e.Login)
	b = state.AppendText(append(b, `,"domain":`...), e.Domain)
	b = strconv.AppendInt(append(b, `,"at":`...), e.At, 10)
	b = state.AppendText(append(b, `,"id":`...), e.ID)
	if e.Added != 0 {
		b = strconv.AppendUint(append(b, `,"added":`...), uint64(e.Added), 10)
	}
	return state.Begun(b)
}

func copyKey(folder string, uid uint32) string {
	return state.Key(folder, strconv.FormatUint(uint64(uid), 10))
}
