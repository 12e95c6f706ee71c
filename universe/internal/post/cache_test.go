package post_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestParseCacheIsBounded(t *testing.T) {
	t.Parallel()
	c := &post.Cache{Limit: 100 * int64(post.MailOf("Subject: 1000\r\n\r\nHi").Parse().Cost())}
	mails := make([]*post.Mail, 5000)
	ready := func() (n int) {
		for _, m := range mails {
			if m.Parsed.Load() != nil {
				n++
			}
		}
		return n
	}
	for i := range mails {
		mails[i] = post.MailOf(fmt.Sprintf("Subject: %d\r\n\r\nHi", i))
		mails[i].Cache = c
		assert.Equal(t, fmt.Sprint(i), mails[i].Parse().Sum.Subject)
		assert.LessOrEqual(t, c.Bytes, c.Limit)
	}
	assert.Equal(t, 100, ready())
	assert.LessOrEqual(t, len(c.List), 2500, "what was let go of leaves no room behind")
	s := &post.Stored{Mail: mails[4999]}
	for k := range post.MemoKinds {
		s.Remember(k, string(make([]byte, 1<<20)))
	}
	assert.Equal(t, 0, ready(), "memos count too")
	assert.Equal(t, "0", mails[0].Parse().Sum.Subject, "and can be made again")
}

// TestParsedCost compares what the cache counts with what it holds.
func TestParsedCost(t *testing.T) {
	c := &post.Cache{Limit: 1 << 40}
	mails := make([]*post.Mail, 2000)
	for i := range mails {
		mails[i] = post.MailOf(mailOf(i))
		mails[i].Cache = c
	}
	before := heapNow()
	for _, m := range mails {
		m.Parse()
	}
	held := heapNow() - before
	t.Logf("%.0f bytes a mail, %d counted", held/2000, c.Bytes/2000)
	assert.Greater(t, float64(c.Bytes), held/2)
	assert.Less(t, float64(c.Bytes), held*2)
	runtime.KeepAlive(mails)
}

// TestParsedCostOfHostileMail counts what is kept of mails made to cost much.
func TestParsedCostOfHostileMail(t *testing.T) {
	for name, raw := range map[string]string{
		"ordinary":    mailOf(1),
		"empty parts": "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\n\r\n", 1000) + "--b--\r\n",
		"fields":      strings.Repeat("X-A: b\r\n", 5000) + "\r\nHi",
		"long text":   "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + strings.Repeat("caf=C3=A9 and more\r\n", 5000),
		"html":        "Content-Type: text/html\r\n\r\n" + strings.Repeat("<p>Hello you</p>\r\n", 5000),
		"files":       "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Disposition: attachment; filename=b.pdf\r\n\r\nx\r\n", 500) + "--b--\r\n",
	} {
		c := &post.Cache{Limit: 1 << 40}
		mails := make([]*post.Mail, 100)
		for i := range mails {
			mails[i] = post.MailOf(strings.Clone(raw))
			mails[i].Cache = c
		}
		before := heapNow()
		for _, m := range mails {
			m.Parse()
		}
		held := heapNow() - before
		t.Logf("%s: %.0f bytes a mail, %d counted", name, held/100, c.Bytes/100)
		if name != "ordinary" {
			assert.InDelta(t, 1, float64(c.Bytes)/held, 0.25, name)
		}
		runtime.KeepAlive(mails)
	}
}

// TestSearchKeepsNothingReady of the mails that it only looks at.
func TestSearchKeepsNothingReady(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for i := range 50 {
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"sink@client.test"}, Subject: "mail " + fmt.Sprint(i), Text: "Hello"})
		require.NoError(t, err)
	}
	before := post.OwnCache.Of(u.Env).Bytes
	page, err := u.Search(context.Background(), "unicornmark", mailsim.SearchFilter{})
	require.NoError(t, err)
	assert.Empty(t, page.Messages)
	assert.Equal(t, before, post.OwnCache.Of(u.Env).Bytes)
	assert.EqualValues(t, u.Opts.CacheBytes, post.OwnCache.Of(u.Env).Limit+int64(u.SearchIndexBytes()), "one budget")
}
