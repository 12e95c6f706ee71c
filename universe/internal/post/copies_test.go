package post_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestCopiesAreFoundWhereTheyAre: a mail among many is found by a look at a few copies,
// whether it is old or new, and whoever the header names.
func TestCopiesAreFoundWhereTheyAre(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	mail := func(i int, to ...string) string {
		id := fmt.Sprintf("<%d@app.test>", i)
		_, err := s.Submit(context.Background(), mailsim.Envelope{From: "bounces@app.test", To: to}, "Message-ID: "+id+"\r\nFrom: app@ours.test\r\nTo: everybody\r\n\r\nx")
		require.NoError(t, err)
		return id
	}
	var ids []string
	for i := range 3000 {
		id := mail(i, fmt.Sprintf("b%d@client.test", i%50), "all@client.test")
		if i%100 == 0 {
			ids = append(ids, id)
		}
		if i%10 == 0 { // mixes what has no event in
			testkit.Inject(t, u, mailsim.Inject{To: "all@client.test", From: "x@y.test", Text: "x"})
		}
	}
	a, err := u.Access("all@client.test")
	require.NoError(t, err)
	_, err = a.Copy(context.Background(), post.Inbox, []uint32{1}, post.Archive)
	require.NoError(t, err)
	for i, universe := range []*engine.Universe{u, testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())} {
		for _, id := range ids[1:] {
			h := universe.HuntFor(id)
			require.Len(t, h.Found, 3)
			assert.Less(t, h.Looked, 100, "%d %s", i, id)
		}
		assert.Len(t, universe.FindMessage(ids[0]), 4)
	}
	testkit.AssertPlaced(t, u, "all")
	assert.Empty(t, u.FindMessage("<none@x>"))
	assert.Empty(t, u.FindMessage(""))
}

// BenchmarkInspectAmongMany inspects a mail of a world of 1,000 and of 200,000 mails.
func BenchmarkInspectAmongMany(b *testing.B) {
	for _, n := range []int{1000, 200_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			u, err := engine.New(mailsim.Options{HashCost: 4})
			require.NoError(b, err)
			defer u.Close()
			s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
			for i := range n {
				_, err := s.Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{fmt.Sprintf("b%d@client.test", i%1000)}}, fmt.Sprintf("Message-ID: <%d@app.test>\r\nFrom: app@ours.test\r\n\r\nx", i))
				require.NoError(b, err)
			}
			for b.Loop() {
				_, err := u.Inspect(context.Background(), fmt.Sprintf("<%d@app.test>", n/2))
				require.NoError(b, err)
				require.Len(b, u.FindMessage(fmt.Sprintf("<%d@app.test>", n/2)), 2)
			}
		})
	}
}
