package mailsim

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWaitReplyBegins: a wait for a reply reads the log from where it can matter,
// whatever came before, also in a fork and in what was saved and loaded.
func TestWaitReplyBegins(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, Options{Frozen: true})
	addPerson(t, u, "bob@client.test", nil)
	anna := addPerson(t, u, "anna@client.test", nil)
	ask := func(of string) string {
		id, err := u.Send(ctx, Outgoing{From: "app@ours.test", To: []string{of}, Subject: "Meeting", Text: "Is Tuesday fine for you?"})
		require.NoError(t, err)
		return id
	}
	first := ask("anna@client.test")
	_, err := u.WaitReply(ctx, 0, ReplyMatch{From: anna.ID, InReplyTo: first})
	require.NoError(t, err)
	for range 5 {
		ask("bob@client.test")
	}
	end := func() int64 { log := u.log(); return log.last() }
	before := end()
	second := ask("anna@client.test")
	_, err = u.Send(ctx, Outgoing{From: "noreply@list.test", To: []string{"anna@client.test"}, Subject: "News", Text: "News.",
		Header: []HeaderField{{"List-Id", "<news.list.test>"}, {"Precedence", "bulk"}}})
	require.NoError(t, err)
	latest := end()
	mark := u.Mark()

	var file bytes.Buffer
	require.NoError(t, u.Save(&file))
	loaded, err := Load(&file, Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, loaded.Close()) })
	fork, err := u.Fork(Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, fork.Close()) })
	for name, u := range map[string]*Universe{"there": u, "loaded": loaded, "forked": fork} {
		begun := func(since Mark, id string) *replyWait {
			w := &replyWait{u: u, p: u.w.personas.at(anna.ID), since: since, m: ReplyMatch{InReplyTo: id}}
			w.begin()
			return w
		}
		assert.Equal(t, before, begun(0, second).at, "%s: where the mail came in", name)
		assert.Less(t, begun(mark, first).at, before, "%s: the mark is no bound for the answer to a mail", name)
		assert.Zero(t, begun(mark, "<none@x.test>").at, "%s: a mail that is nowhere", name)
		w := begun(mark, "")
		assert.Equal(t, latest, w.at, "%s: the mark", name)
		assert.NotEmpty(t, w.last, "%s: what came last", name)
		assert.NotNil(t, w.ignored[w.last], "%s: what came last gets no answer", name)
		w = begun(0, "")
		assert.Zero(t, w.at, name)
		assert.Empty(t, w.last, name)
	}
}
