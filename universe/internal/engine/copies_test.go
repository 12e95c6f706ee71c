package engine

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// assertPlaced compares where the copies of each mail are found with what a look at all
// folders finds.
func assertPlaced(t *testing.T, u *Universe, msg string) {
	t.Helper()
	want := map[string][]mailsim.Ref{}
	u.Read(func(v state.View) {
		for _, m := range post.Boxes.In(v.State).Sorted() {
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

// TestCopiesAreFoundWhereTheyAre: a mail among many is found by a look at a few copies,
// whether it is old or new, and whoever the header names.
func TestCopiesAreFoundWhereTheyAre(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	mail := func(i int, to ...string) string {
		id := fmt.Sprintf("<%d@app.test>", i)
		_, err := s.Submit(bg, mailsim.Envelope{From: "bounces@app.test", To: to}, "Message-ID: "+id+"\r\nFrom: app@ours.test\r\nTo: everybody\r\n\r\nx")
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
			inject(t, u, mailsim.Inject{To: "all@client.test", From: "x@y.test", Text: "x"})
		}
	}
	a, err := u.Access("all@client.test")
	require.NoError(t, err)
	_, err = a.Copy(bg, post.Inbox, []uint32{1}, post.Archive)
	require.NoError(t, err)
	for i, universe := range []*Universe{u, loadOf(t, savedBytes(t, u), loadOptions())} {
		for _, id := range ids[1:] {
			h := universe.HuntFor(id)
			require.Len(t, h.Found, 3)
			assert.Less(t, h.Looked, 100, "%d %s", i, id)
		}
		assert.Len(t, universe.FindMessage(ids[0]), 4)
	}
	assertPlaced(t, u, "all")
	assert.Empty(t, u.FindMessage("<none@x>"))
	assert.Empty(t, u.FindMessage(""))
}

// BenchmarkInspectAmongMany inspects a mail of a world of 1,000 and of 200,000 mails.
func BenchmarkInspectAmongMany(b *testing.B) {
	for _, n := range []int{1000, 200_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			u, err := New(mailsim.Options{HashCost: 4})
			require.NoError(b, err)
			defer u.Close()
			s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
			for i := range n {
				_, err := s.Submit(bg, mailsim.Envelope{From: "app@ours.test", To: []string{fmt.Sprintf("b%d@client.test", i%1000)}}, fmt.Sprintf("Message-ID: <%d@app.test>\r\nFrom: app@ours.test\r\n\r\nx", i))
				require.NoError(b, err)
			}
			for b.Loop() {
				_, err := u.Inspect(bg, fmt.Sprintf("<%d@app.test>", n/2))
				require.NoError(b, err)
				require.Len(b, u.FindMessage(fmt.Sprintf("<%d@app.test>", n/2)), 2)
			}
		})
	}
}
