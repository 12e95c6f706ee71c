package testkit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Count returns the counts of what bounds are measured by, taken by looking at all
// that is there.
func Count(u *engine.Universe) (out state.Kept) {
	folders := map[*post.Mail]bool{}
	u.Read(func(v state.View) {
		for _, m := range post.Boxes.In(v.State).M {
			out.Boxes++
			for _, f := range m.Folders {
				for s := range f.All() {
					out.Copies++
					folders[s.Mail] = true
				}
			}
		}
		for rec := range post.Mails.In(v.State).All() { // what stands for a Message-ID stays with its last copy
			folders[rec.Mail] = true
		}
		for _, j := range jobs.Table.In(v.State).M {
			jobs.Keep(&out, j, 1)
		}
		out.Told = v.Kept.Told
	})
	for m := range folders {
		post.CountMail(&out, m, 1)
	}
	return out
}

// AssertCounted compares what a universe has counted with what is there.
func AssertCounted(t *testing.T, u *engine.Universe, msg string) {
	t.Helper()
	want := Count(u)
	var got state.Kept
	u.Read(func(v state.View) { got = v.Kept })
	require.Equal(t, want, got, msg)
	AssertPlaced(t, u, msg)
}

// AssertPlaced compares where the copies of each mail are found with what a look at all
// folders finds.
func AssertPlaced(t *testing.T, u *engine.Universe, msg string) {
	t.Helper()
	want := map[string][]mailsim.Ref{}
	u.Read(func(v state.View) {
		for _, m := range state.Sorted(post.Boxes.In(v.State)) {
			for _, f := range m.Folders {
				for s := range f.Backward() {
					if id := s.Mail.MessageID; id != "" {
						want[id] = append(want[id], mailsim.Ref{Address: m.Address, Folder: f.Name, UID: s.UID()})
					}
				}
			}
		}
	})
	for id, refs := range want {
		require.Equal(t, refs, u.FindMessage(id), "%s: %s", msg, id)
	}
}

// SetRetention sets after how many days mail and events go; 0 keeps them.
func SetRetention(t *testing.T, u *engine.Universe, mailDays, eventDays int) {
	t.Helper()
	got, err := u.SetRetention(context.Background(), mailsim.Retention{MailDays: mailDays, EventDays: eventDays})
	require.NoError(t, err)
	require.Equal(t, mailsim.Retention{MailDays: mailDays, EventDays: eventDays}, got)
}

// Prune removes what is too old.
func Prune(t *testing.T, u *engine.Universe) mailsim.Pruned {
	t.Helper()
	p, err := u.Prune(context.Background())
	require.NoError(t, err)
	return p
}
