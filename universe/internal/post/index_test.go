package post_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// TestMailIndex holds the index against a map, with hashes that all differ and
// with three for all, through forks that go their own ways.
func TestMailIndex(t *testing.T) {
	t.Parallel()
	for name, hash := range map[string]func(string) uint64{
		"good": post.NewIndex().Hash,
		"poor": func(id string) uint64 { return uint64(id[len(id)-1]) % 3 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, 4))
			x := post.NewIndex()
			x.Hash = hash
			type version struct {
				x    *post.Index
				want map[string]*post.Entry
			}
			all := []version{{x, map[string]*post.Entry{}}}
			for step := range 6000 {
				v := all[r.IntN(len(all))]
				id := fmt.Sprintf("<%d@shop.test>", r.IntN(60))
				if name == "poor" {
					id = fmt.Sprintf("<shop.test:%d", r.IntN(60))
				}
				rec := &post.Entry{Mail: &post.Mail{MessageID: id}, Copies: int32(step)}
				if r.IntN(3) == 0 {
					rec = nil
				}
				v.x.Set(id, rec)
				if v.want[id] = rec; rec == nil {
					delete(v.want, id)
				}
				if step%1000 == 999 {
					fork := post.NewIndex()
					fork.Share(v.x)
					all = append(all, version{fork, maps.Clone(v.want)})
				}
			}
			for _, v := range all {
				require.NotEmpty(t, v.want)
				assert.Equal(t, slices.Sorted(maps.Keys(v.want)), v.x.Keys())
				assert.Equal(t, len(v.want), v.x.Len())
				for i := range 60 {
					for _, id := range []string{fmt.Sprintf("<%d@shop.test>", i), fmt.Sprintf("<shop.test:%d", i)} {
						assert.Same(t, v.want[id], v.x.At(id))
						rec, had := v.x.Record(id)
						assert.Equal(t, v.want[id] != nil, had)
						assert.Same(t, v.want[id], rec)
					}
				}
			}
		})
	}
}

// TestMailIndexIsUndone: a change that fails leaves the records of all ids as they were.
func TestMailIndexIsUndone(t *testing.T) {
	t.Parallel()
	u, err := engine.New(mailsim.Options{})
	require.NoError(t, err)
	defer u.Close()
	post.Mails.In(&u.State).Hash = func(string) uint64 { return 7 }
	id := func(name string) *post.Entry { return &post.Entry{Mail: &post.Mail{MessageID: name}} }
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		post.SetMail(t, "<a@x.test>", id("<a@x.test>"))
		post.SetMail(t, "<b@x.test>", id("<b@x.test>"))
		return nil
	}))
	a, b := post.Mails.In(&u.State).At("<a@x.test>"), post.Mails.In(&u.State).At("<b@x.test>")
	err = u.Update(context.Background(), func(t *state.Tx) error {
		post.SetMail(t, "<a@x.test>", nil)
		post.SetMail(t, "<b@x.test>", id("<b@x.test>"))
		post.SetMail(t, "<c@x.test>", id("<c@x.test>"))
		post.SetMail(t, "<d@x.test>", nil)
		return mailsim.ErrConflict
	})
	require.ErrorIs(t, err, mailsim.ErrConflict)
	assert.Equal(t, []string{"<a@x.test>", "<b@x.test>"}, post.Mails.In(&u.State).Keys())
	assert.Same(t, a, post.Mails.In(&u.State).At("<a@x.test>"))
	assert.Same(t, b, post.Mails.In(&u.State).At("<b@x.test>"))
}

// TestQuietCommit: a commit without events makes no new version of the log, and
// what a large one held is let go.
func TestQuietCommit(t *testing.T) {
	t.Parallel()
	u, err := engine.New(mailsim.Options{})
	require.NoError(t, err)
	defer u.Close()
	before := u.Committed()
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		for i := range 2 * state.MaxRoom {
			post.MakeMailbox(t, fmt.Sprintf("m%d@client.test", i))
		}
		return nil
	}))
	assert.Same(t, before, u.Committed())
	assert.LessOrEqual(t, cap(u.Room.Journal), state.MaxRoom)
	assert.Nil(t, u.Room.State)
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		t.Emit(mailsim.RetentionPruned{})
		return nil
	}))
	assert.NotSame(t, before, u.Committed())
	for _, c := range u.Room.Journal[:cap(u.Room.Journal)] {
		assert.Zero(t, c)
	}
}
