package post

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mbox"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// SavedMailbox is a mailbox without its folders.
type SavedMailbox struct {
	Address string        `json:"address"`
	Display string        `json:"display,omitempty"`
	Created state.Instant `json:"created"`
	Tagged  bool          `json:"tagged,omitempty"`
	Subs    []string      `json:"subs,omitempty"`
}

// SavedMailboxOf is the form in which a store keeps a mailbox.
func SavedMailboxOf(m *Box) SavedMailbox {
	return SavedMailbox{m.Address, m.Display, m.Created, m.Tagged, m.Subs}
}

// Equal tells whether both are the same.
func (m SavedMailbox) Equal(o SavedMailbox) bool {
	return m.Address == o.Address && m.Display == o.Display && m.Created == o.Created && m.Tagged == o.Tagged && slices.Equal(m.Subs, o.Subs)
}

// SavedFolder is a folder without its copies and what they add up to.
type SavedFolder struct {
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

// SavedFolderOf is the form in which a store keeps a folder.
func SavedFolderOf(f *Folder) SavedFolder {
	return SavedFolder{f.ID, f.Use, f.Subscribed, f.UIDValidity, f.UIDNext, f.ModSeq, f.Used, f.Recent, f.Mixed}
}

// SavedLog is the expunge log of a folder.
type SavedLog struct {
	Floor uint64   `json:"floor,omitempty"`
	UIDs  []uint32 `json:"uids"`
	Mods  []uint64 `json:"mods"`
}

// SavedLogOf is the form in which a store keeps an expunge log.
func SavedLogOf(f *Folder) (l SavedLog) {
	l = SavedLog{mbox.LogFloor(f.State), []uint32{}, []uint64{}}
	for uid, mod := range mbox.Expunges(f.State) {
		l.UIDs, l.Mods = append(l.UIDs, uid), append(l.Mods, mod)
	}
	return l
}

// SavedCopy is a stored copy; its place is in its key.
type SavedCopy struct {
	CargoKeys
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

// SavedCopyOf is the form in which a store keeps a copy.
func SavedCopyOf(s *Stored, keys CargoKeys) SavedCopy {
	more := s.Extras()
	return SavedCopy{keys, s.Marks, more.keywords, s.modseq, s.Seq, s.Filed, s.internal(), more.saved, s.BySMTP, s.Traced, more.CaseID, more.CaseHow}
}

// Stored returns the copy, with what it shares with others.
func (c SavedCopy) Stored(uid uint32, load Cargo) *Stored {
	s := &Stored{
		uid: uid, Marks: c.Flags, modseq: c.ModSeq, Seq: c.Seq, Filed: c.Filed,
		BySMTP: c.BySMTP, Traced: c.Traced, Mail: load.Mail, Way: load.Way,
	}
	more := Extras{keywords: c.Keywords, CaseID: c.CaseID, CaseHow: c.CaseHow, saved: c.Saved}
	if c.Internal != c.Filed {
		more.internal = c.Internal
	}
	s.SetExtras(more)
	return s
}

// SavedMail is a mail without its bytes.
type SavedMail struct {
	Blob   string `json:"blob"`
	ID     string `json:"id,omitempty"`
	Thread string `json:"thread,omitempty"`
	Truth  string `json:"truth,omitempty"`

	// Of a mail with a number, whose bytes need not be read to know it.
	Size    uint32 `json:"size,omitempty"`
	Start   uint32 `json:"start,omitempty"` // of the body
	Wording uint32 `json:"wording,omitempty"`
}

// SavedNumbered is the form in which a store keeps a mail under its number.
func SavedNumbered(m *Mail) SavedMail {
	return SavedMail{ID: m.MessageID, Thread: m.Thread, Truth: m.Truth.String(), Size: m.size, Start: m.bodyStart.Load(), Wording: m.wording.Load() & wordings}
}

// Mail is the mail under its number, its bytes in the store.
func (m *SavedMail) Mail(number uint32) *Mail {
	out := Elsewhere(number, m.Size)
	out.MessageID, out.Thread, out.Truth = m.ID, m.Thread, TruthOf(m.Truth)
	if m.Thread == m.ID {
		out.Thread = out.MessageID
	}
	out.bodyStart.Store(m.Start)
	out.setWording(m.Wording & wordings)
	return out
}

// SavedMailOf is the form in which a store keeps a mail.
func SavedMailOf(m *Mail) SavedMail {
	return SavedMail{Blob: HashKey(m.Look()), ID: m.MessageID, Thread: m.Thread, Truth: m.Truth.String()}
}

// SavedEnvelope is an envelope and what its trace headers are made of.
type SavedEnvelope struct {
	mailsim.Envelope
	Domain string `json:"domain"`
	At     int64  `json:"at"`
	ID     string `json:"id"`
	Added  uint8  `json:"added,omitempty"`
}

// SavedEnvelopeOf is the form in which a store keeps an envelope.
func SavedEnvelopeOf(p *Way) SavedEnvelope {
	return SavedEnvelope{*p.Envelope(), p.Route.wire.domain, p.At, string(p.ID[:]), p.Added}
}

// Way returns the envelope as it is kept with mails.
func (s *SavedEnvelope) Way(r *Routes) *Way {
	e := &s.Envelope
	same := func(address string) string { return address }
	p := wayOf(e, r, same, s.Domain, s.At, s.ID)
	p.Added = s.Added
	p.Measure()
	return p
}

// SavedNamesake is a Namesake whose mail is shared with copies.
type SavedNamesake struct {
	CargoKeys
	After uint32 `json:"after,omitempty"`
}

// Cargo is the mail, which others share.
func (n *Namesake) Cargo() Cargo { return Cargo{Mail: n.Mail} }

// Saved is the form in which a store keeps the namesake.
func (n *Namesake) Saved(keys CargoKeys) any { return SavedNamesake{keys, n.After} }

// Append appends the JSON of the copy.
func (c *SavedCopy) Append(b []byte) []byte {
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

// Append appends the JSON of the mail.
func (m *SavedMail) Append(b []byte) []byte {
	b = state.AppendText(append(b, `,"blob":`...), m.Blob)
	b = state.AppendField(b, `,"id":`, m.ID)
	b = state.AppendField(b, `,"thread":`, m.Thread)
	b = state.AppendField(b, `,"truth":`, m.Truth)
	for _, f := range []struct {
		name  string
		value uint32
	}{{`,"size":`, m.Size}, {`,"start":`, m.Start}, {`,"wording":`, m.Wording}} {
		if f.value > 0 {
			b = strconv.AppendUint(append(b, f.name...), uint64(f.value), 10)
		}
	}
	return state.Begun(b)
}

// Append appends the JSON of the envelope.
func (e *SavedEnvelope) Append(b []byte) []byte {
	if len(e.Notify) > 0 || e.To == nil || e.EnvelopeID != "" {
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
	b = state.AppendField(b, `,"body":`, e.Body)
	if e.UTF8 {
		b = append(b, `,"smtputf8":true`...)
	}
	b = state.AppendField(b, `,"ret":`, e.Return)
	b = state.AppendText(append(b, `,"domain":`...), e.Domain)
	b = strconv.AppendInt(append(b, `,"at":`...), e.At, 10)
	b = state.AppendText(append(b, `,"id":`...), e.ID)
	if e.Added != 0 {
		b = strconv.AppendUint(append(b, `,"added":`...), uint64(e.Added), 10)
	}
	return state.Begun(b)
}

// CopyKey is the key under which a mailbox keeps a copy.
func CopyKey(folder string, uid uint32) string {
	return state.Key(folder, strconv.FormatUint(uint64(uid), 10))
}
