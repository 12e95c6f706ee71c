package post

import (
	"github.com/mailsim/mailsim/internal/mbox"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// File adds a copy to a folder, which is made when missing. It gets the
// folder's next UID.
func File(t *state.Tx, address, folder string, s *Stored) *Stored {
	f := *makeFolder(t, address, folder)
	if s.Mail.Cache == nil { // it is new: nobody else sees it yet
		s.Mail.Join(OwnCache.Of(t.Env))
		s.Mail.Own()
	}
	s.uid, s.modseq = f.UIDNext, f.ModSeq+1
	if s.Seq == 0 {
		t.Seq++
		s.Seq = t.Seq
	} else {
		f.Mixed = true
	}
	if s.Filed == (state.Instant{}) {
		s.Filed = state.InstantOf(t.Now)
	} else {
		s.setSaved(state.InstantOf(t.Now))
	}
	f.State = mbox.Add(f.State, t.Owner, s)
	f.Count(s, 1)
	SetFolder(t, address, &f)
	countCopy(t, s, 1)
	return s
}

// OnForgotten hears that no copy is left of any mail that a Message-ID found.
var OnForgotten []func(t *state.Tx, messageID string)

// OnCopy hears of each copy that is filed (1) or removed (-1).
var OnCopy []func(t *state.Tx, s *Stored, by int32)

// countCopy keeps count of the copies of a mail and finds it by Message-ID.
func countCopy(t *state.Tx, s *Stored, by int32) {
	m := s.Mail
	t.Kept.Copies += int(by)
	for _, f := range OnCopy {
		f(t, s, by)
	}
	rec := Mails.In(t.State).At(m.MessageID)
	if m.MessageID == "" || rec != nil && rec.Mail != m {
		if CountStray(t, m, by) {
			left(t, m, t.State.Events.Last(), s.Seq)
		}
	}
	if m.MessageID == "" {
		return
	}
	switch {
	case rec == nil:
		SetMail(t, m.MessageID, &Entry{m, by, EventBound(t.State.Events.Last())})
	case rec.Copies+by <= 0:
		left(t, rec.Mail, int64(rec.After), s.Seq)
		SetMail(t, m.MessageID, nil)
		state.Drop(t, Namesakes.In(t.State), m.MessageID)
		for _, f := range OnForgotten {
			f(t, m.MessageID)
		}
	default:
		if m != rec.Mail && Namesakes.In(t.State).At(m.MessageID) == nil {
			state.Put(t, Namesakes.In(t.State), m.MessageID, &Namesake{rec.Mail, rec.After})
		}
		SetMail(t, m.MessageID, &Entry{rec.Mail, rec.Copies + by, rec.After})
	}
}

// Replace puts changed copies in the place of those with their UIDs. Each gets
// the folder's next mod-sequence; cs is sorted by UID.
func Replace(t *state.Tx, address string, f *Folder, cs []*Stored) *Folder {
	if len(cs) == 0 {
		return f
	}
	next := *f
	mod := next.ModSeq + 1
	for _, s := range cs {
		if old, ok := next.Get(s.uid); ok {
			next.Count(old, -1)
		}
		s.modseq = mod
		next.Count(s, 1)
	}
	next.State = mbox.Change(next.State, t.Owner, cs)
	SetFolder(t, address, &next)
	return &next
}

// Remove takes copies out of a folder for good. uids is sorted; those absent
// are passed over. It returns the UIDs removed.
func Remove(t *state.Tx, address string, f *Folder, uids []uint32) []uint32 {
	next := *f
	gone := make([]uint32, 0, len(uids))
	for _, uid := range uids {
		if s, ok := next.Get(uid); ok {
			next.Count(s, -1)
			countCopy(t, s, -1)
			gone = append(gone, uid)
		}
	}
	if len(gone) > 0 {
		next.State = mbox.Expunge(next.State, t.Owner, gone)
		SetFolder(t, address, &next)
	}
	return gone
}
