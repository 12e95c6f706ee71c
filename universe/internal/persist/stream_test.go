package persist_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/storetest"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/persist"
)

// changed is a store whose records come in another order, or are others.
type changed struct {
	mailsim.BodyStore
	change func([]mailsim.Record)
}

func (c changed) Load(ctx context.Context) iter.Seq2[mailsim.Record, error] {
	return func(yield func(mailsim.Record, error) bool) {
		var all []mailsim.Record
		for r, err := range c.BodyStore.Load(ctx) {
			if err != nil {
				yield(r, err)
				return
			}
			r.Value = bytes.Clone(r.Value)
			all = append(all, r)
		}
		c.change(all)
		for _, r := range all {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// lived fills storage with a life of every kind of record, and returns what was saved.
func lived(t *testing.T) (*storetest.Memory, string) {
	ctx, m := context.Background(), &storetest.Memory{Bodies: true}
	u, err := engine.Open(ctx, m.Open(), mailsim.Options{HashCost: 4, Seed: "stream", Frozen: true, Start: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)})
	require.NoError(t, err)
	_, err = u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}, Timing: mailsim.Timing{ReplyRate: new(1.0)}})
	require.NoError(t, err)
	for i := range 30 {
		_, err = u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test", "box@ours.test"}, Subject: fmt.Sprint("Größe ", i), Text: "Is Tuesday fine?"})
		require.NoError(t, err)
		_, err = u.Inject(ctx, mailsim.Inject{To: fmt.Sprintf("box%d@ours.test", i%3), Raw: "Message-ID: <same@x.test>\r\n\r\n" + strings.Repeat("x", i/7)})
		require.NoError(t, err)
	}
	_, err = u.Advance(ctx, 72*time.Hour)
	require.NoError(t, err)
	text := saveOf(t, u)
	require.NoError(t, u.Close())
	return m, text
}

func saveOf(t *testing.T, u *engine.Universe) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, u.Save(&b))
	return b.String()
}

// TestStream: in whatever order records come, and whatever hand has written them, they are
// one universe. An event that names another mail as its own is told as it was.
func TestStream(t *testing.T) {
	t.Parallel()
	m, want := lived(t)
	each := func(table string, change func(r *mailsim.Record, text string) string) func([]mailsim.Record) {
		return func(all []mailsim.Record) {
			for i := range all {
				if all[i].Table == table {
					all[i].Value = []byte(change(&all[i], string(all[i].Value)))
				}
			}
		}
	}
	hinted := 0
	for name, change := range map[string]func([]mailsim.Record){
		"as it is": func([]mailsim.Record) {},
		"in no order": func(all []mailsim.Record) {
			rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		},
		"with white space": func(all []mailsim.Record) {
			for i := range all {
				if i%3 > 0 {
					all[i].Value = append(all[i].Value, ' ')
				}
			}
		},
		"of another mail": each(persist.EventTable, func(_ *mailsim.Record, text string) string {
			for _, name := range []string{`"way":`, `"mail":`} {
				if before, after, ok := strings.Cut(text, name); ok && !strings.Contains(before, `"data"`) {
					hinted++
					var n int
					_, err := fmt.Sscan(strings.SplitN(after, ",", 2)[0], &n)
					require.NoError(t, err)
					return before + name + fmt.Sprint(n%7+1) + after[len(fmt.Sprint(n)):]
				}
			}
			return text
		}),
		"of an older version": each(persist.EventTable, func(_ *mailsim.Record, text string) string {
			for _, name := range []string{`"way":`, `"mail":`} {
				if before, after, ok := strings.Cut(text, name); ok && !strings.Contains(before, `"data"`) {
					_, after, _ = strings.Cut(after, ",")
					return before + after
				}
			}
			return text
		}),
	} {
		u, err := engine.Open(context.Background(), changed{m.Open().(mailsim.BodyStore), change}, mailsim.Options{HashCost: 4})
		require.NoError(t, err, name)
		assert.Equal(t, want, saveOf(t, u), name)
		require.NoError(t, u.Close())
	}
	assert.Greater(t, hinted, 50, "events name what they are made of")
}
