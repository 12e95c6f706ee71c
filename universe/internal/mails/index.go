package mails

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// count counts a copy.
func (x *index) count(s *post.Stored, by int) {
	x.copies += by
	r := x.recs[s.Mail]
	if r == nil {
		r = &Record{Mail: s.Mail, Way: s.Way, Seq: s.Seq}
		x.recs[s.Mail] = r
		x.order = append(x.order, r)
		x.version++
	}
	if r.Way == nil && s.Way != nil {
		r.Way = s.Way
	}
	if r.Way != nil {
		x.byID[string(r.Way.ID[:])] = r
	}
	r.Seq = min(r.Seq, s.Seq)
	if r.copies += by; r.copies <= 0 {
		x.remove(r)
	}
}

// remove lets go of a mail; its place in the order is cleaned up now and then.
func (x *index) remove(r *Record) {
	delete(x.recs, r.Mail)
	if r.Way != nil && x.byID[string(r.Way.ID[:])] == r {
		delete(x.byID, string(r.Way.ID[:]))
	}
	r.Mail, r.Way = nil, nil
	x.version++
	if x.gone++; x.gone > 64 && x.gone > len(x.order)/4 {
		x.compact()
	}
}

func (x *index) compact() {
	x.order = slices.DeleteFunc(slices.Clone(x.order), func(r *Record) bool { return r.Mail == nil })
	x.gone = 0
}

// sort puts the mails in the order in which they came.
func (x *index) sort() {
	slices.SortFunc(x.order, func(a, b *Record) int { return cmp.Compare(a.Seq, b.Seq) })
}

// All lists the mails in the order in which they came, and the version of the list.
func (u *Part) All() (list []Record, version uint64) {
	u.wake()
	u.mu.Lock()
	defer u.mu.Unlock()
	list = make([]Record, 0, len(u.order)-u.gone)
	for _, r := range u.order {
		if r.Mail != nil {
			list = append(list, *r)
		}
	}
	return list, u.version
}

// Submissions lists the accepted submissions in the order in which they came, without
// their envelope and bytes, and a number that is another one after each change of the
// list. It returns no list when the number is since. The list is for reading alone.
//
// The first call reads all folders; from then on the list follows what happens.
func (u *Part) Submissions(since uint64) (list []mailsim.Submission, version uint64) {
	u.wake()
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.version == since {
		return nil, since
	}
	if u.listed == nil || u.at != u.version {
		u.listed, u.at = u.list(), u.version
	}
	return u.listed, u.version
}

func (x *index) list() []mailsim.Submission {
	x.compact()
	list := make([]mailsim.Submission, 0, len(x.order))
	for _, r := range x.order {
		if r.Way != nil {
			list = append(list, r.submission())
		}
	}
	return list
}

func (r *Record) submission() mailsim.Submission {
	proto, login := r.Way.Door()
	return mailsim.Submission{
		ID: string(r.Way.ID[:]), MessageID: r.Mail.MessageID, At: time.Unix(r.Way.At, 0).UTC(), Mark: r.Seq, Size: r.Mail.Size(), Proto: proto, Login: login,
	}
}

// find returns the mail of a submission's id.
func (u *Part) find(id string) (r Record, ok bool) {
	u.wake()
	u.mu.Lock()
	defer u.mu.Unlock()
	if found := u.byID[id]; found != nil {
		return *found, true
	}
	return r, false
}

// Submission returns one accepted submission whole. ErrNotFound when it is in no folder.
func (u *Part) Submission(id string) (mailsim.Submission, error) {
	r, ok := u.find(id)
	if !ok {
		return mailsim.Submission{}, fail.NoSuch("mail")
	}
	s := r.submission()
	s.Envelope, s.Raw = r.Way.Envelope(), r.Mail.Raw()
	s.MessageID = strings.Clone(s.MessageID)
	return s, nil
}
