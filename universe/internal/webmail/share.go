package webmail

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// share is a share as stored. The message is also known by what it is, so
// that another one in its place is never shown.
type share struct {
	ID        string      `json:"id"`
	Ref       mailsim.Ref `json:"ref"`
	MessageID string      `json:"message_id"`
	Validity  uint32      `json:"uidvalidity"`
	Created   time.Time   `json:"created"`
	Expires   time.Time   `json:"expires"`
}

// defaultShare is how long a share lasts where nothing is said.
const defaultShare = 7 * 24 * time.Hour

func (s *share) share() mailsim.Share {
	return mailsim.Share{ID: s.ID, URL: "/share/" + s.ID, Expires: s.Expires, Ref: s.Ref}
}

// Shares lists the shares that have not expired, oldest first.
func (u *Part) Shares() []mailsim.Share {
	var now time.Time
	var recs []*share
	u.Read(func(v state.View) { now, recs = v.Now, slices.Collect(maps.Values(ShareTable.In(v.State).M)) })
	slices.SortFunc(recs, func(a, b *share) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
	})
	out := []mailsim.Share{}
	for _, s := range recs {
		if s.Expires.After(now) {
			out = append(out, s.share())
		}
	}
	return out
}

// CreateShare makes a link to a message, which it follows to other folders of the
// mailbox, for a time on the simulated clock: 0 is
// 7 days, at most 100 years. ErrNotFound when there is no such message.
func (u *Part) CreateShare(ctx context.Context, r mailsim.Ref, expires time.Duration) (mailsim.Share, error) {
	switch {
	case expires == 0:
		expires = defaultShare
	case expires < 0:
		return mailsim.Share{}, fail.Invalidf("expires must not be negative")
	case expires > valid.MaxDuration:
		return mailsim.Share{}, fail.Invalidf("expires must be at most 100 years")
	}
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	rec := &share{ID: base64.RawURLEncoding.EncodeToString(id[:])}
	err := u.Update(ctx, func(t *state.Tx) error {
		m, f, s, err := post.Find(t.View, r)
		if err != nil {
			return err
		}
		for key, old := range state.Sorted(ShareTable.In(t.State)) {
			if !old.Expires.After(t.Now) {
				state.Drop(t, ShareTable.In(t.State), key)
			}
		}
		rec.Ref, rec.MessageID, rec.Validity = mailsim.Ref{Address: m.Address, Folder: f.Name, UID: s.UID()}, s.Mail.MessageID, f.UIDValidity
		rec.Created, rec.Expires = t.Now, t.Now.Add(expires)
		state.Put(t, ShareTable.In(t.State), rec.ID, rec)
		return nil
	})
	if err != nil {
		return mailsim.Share{}, err
	}
	return rec.share(), nil
}

// FollowShares lets shares follow messages of a mailbox to another folder, or to
// another name of theirs. newUID is the UID there of one of the folder from, false
// where the message has not moved.
func FollowShares(t *state.Tx, address string, from, to *post.Folder, newUID func(uint32) (uint32, bool)) {
	of := func(s *share) bool { return addr.Key(s.Ref.Address) == addr.Key(address) }
	follow(t, of, from, to, newUID)
}

func follow(t *state.Tx, of func(*share) bool, from, to *post.Folder, newUID func(uint32) (uint32, bool)) {
	for id, s := range state.Sorted(ShareTable.In(t.State)) {
		if !of(s) || s.Ref.Folder != from.Name || s.Validity != from.UIDValidity {
			continue
		}
		if uid, ok := newUID(s.Ref.UID); ok {
			next := *s
			next.Ref.Folder, next.Ref.UID, next.Validity = to.Name, uid, to.UIDValidity
			state.Put(t, ShareTable.In(t.State), id, &next)
		}
	}
}

// FollowMerged lets shares of a mailbox that another one has taken over follow its
// messages there. The other spelling of its address tells it from the one that took them.
func FollowMerged(t *state.Tx, old, address string, from *post.Folder, uids, moved []uint32) {
	if ShareTable.In(t.State).Len() == 0 {
		return
	}
	of := func(s *share) bool { return strings.ToLower(s.Ref.Address) == old }
	follow(t, of, from, post.Mailbox(t.View, address).Folder(from.Name), movedTo(uids, moved))
}

// FollowMoved is FollowShares for messages that have just been filed in another
// folder of the mailbox: those of uids now have the UIDs of moved.
func FollowMoved(t *state.Tx, address string, from *post.Folder, uids []uint32, to string, moved []uint32) {
	if ShareTable.In(t.State).Len() == 0 {
		return
	}
	FollowShares(t, address, from, post.Mailbox(t.View, address).Folder(to), movedTo(uids, moved))
}

// movedTo finds the new UID of each of uids.
func movedTo(uids, moved []uint32) func(uint32) (uint32, bool) {
	return func(uid uint32) (uint32, bool) {
		i, ok := slices.BinarySearch(uids, uid)
		if !ok {
			return 0, false
		}
		return moved[i], true
	}
}

// DeleteShare ends a share. ErrNotFound "no such share" when there is none.
func (u *Part) DeleteShare(ctx context.Context, id string) error {
	return u.Update(ctx, func(t *state.Tx) error {
		if s := ShareTable.In(t.State).At(id); s == nil || !s.Expires.After(t.Now) {
			return fail.NoSuch("share")
		}
		state.Drop(t, ShareTable.In(t.State), id)
		return nil
	})
}

// OpenShare returns the message of a share, its HTML made safe. ErrNotFound "no
// such share" when there is none, it has expired, or its message is gone;
// ErrForbidden while the universe's organization is suspended.
func (u *Part) OpenShare(ctx context.Context, id string) (mailsim.View, error) {
	var ref mailsim.Ref
	ok := false
	u.Read(func(v state.View) {
		s := ShareTable.In(v.State).At(id)
		if s == nil || !s.Expires.After(v.Now) {
			return
		}
		_, f, found, err := post.Find(v, s.Ref)
		ok = err == nil && f.UIDValidity == s.Validity && found.Mail.MessageID == s.MessageID
		ref = s.Ref
	})
	if !ok {
		return mailsim.View{}, fail.NoSuch("share")
	}
	if u.login.Suspended() {
		return mailsim.View{}, u.login.ErrSuspended()
	}
	view, err := u.Message(ctx, ref, mailsim.ViewOptions{Light: true})
	if mailsim.KindOf(err) == mailsim.ErrNotFound {
		err = fail.NoSuch("share")
	}
	return view, err
}
