package webmail_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// conversations files mails with the given headers, one a simulated minute after the other, and tells which share a
// thread: by their places in raws, most recent conversation first.
func conversations(t *testing.T, raws ...string) (out [][]int) {
	t.Helper()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	for i, raw := range raws {
		_, err := u.Inject(ctx, mailsim.Inject{To: "box@x.test", Raw: "From: a@x.test\r\nX-Service-N: " + fmt.Sprint(i) + "\r\n" + strings.ReplaceAll(raw, "\n", "\r\n") + "\r\n\r\ntext\r\n"})
		require.NoError(t, err)
		_, err = u.Advance(ctx, time.Minute)
		require.NoError(t, err)
	}
	threads, err := u.Threads("box@x.test")
	require.NoError(t, err)
	for _, th := range threads {
		var in []int
		for _, m := range th.Messages {
			n := 0
			_, err := fmt.Sscan(m.Headers["x-service-n"], &n)
			require.NoError(t, err)
			in = append(in, n)
		}
		assert.Equal(t, th.Messages[len(th.Messages)-1].Time, th.Last)
		out = append(out, in)
	}
	return out
}

// spec: threads.grouping threads.order threads.messages.order
func TestThreadsOfOddMail(t *testing.T) {
	t.Parallel()
	many := "References:"
	for i := range 5000 {
		many += fmt.Sprintf("\n <%d@far.test>", i)
	}
	for name, c := range map[string]struct {
		mails []string
		want  [][]int
	}{
		"a reply":             {[]string{"Message-ID: <1@x>\nSubject: A", "Message-ID: <2@x>\nSubject: B", "Message-ID: <3@x>\nIn-Reply-To: <1@x>\nSubject: Re: A"}, [][]int{{0, 2}, {1}}},
		"another subject":     {[]string{"Message-ID: <1@x>\nSubject: A", "Message-ID: <2@x>\nReferences: <1@x>\nSubject: Now B"}, [][]int{{0, 1}}},
		"a missing parent":    {[]string{"Message-ID: <1@x>\nIn-Reply-To: <0@gone>", "Message-ID: <2@x>\nReferences: <0@gone>"}, [][]int{{0, 1}}},
		"replies come first":  {[]string{"Message-ID: <3@x>\nIn-Reply-To: <2@x>", "Message-ID: <2@x>\nIn-Reply-To: <1@x>", "Message-ID: <1@x>\nSubject: A"}, [][]int{{0, 1, 2}}},
		"the link comes last": {[]string{"Message-ID: <1@x>\nReferences: <p@x>", "Message-ID: <2@x>\nReferences: <q@x>", "Message-ID: <p@x>\nReferences: <q@x>"}, [][]int{{0, 1, 2}}},
		"a circle":            {[]string{"Message-ID: <1@x>\nReferences: <2@x>", "Message-ID: <2@x>\nReferences: <1@x>", "Message-ID: <3@x>\nIn-Reply-To: <3@x>"}, [][]int{{2}, {0, 1}}},
		"one id twice":        {[]string{"Message-ID: <1@x>\nSubject: A", "Message-ID: <1@x>\nSubject: B"}, [][]int{{0, 1}}},
		"no ids":              {[]string{"Subject: A", "Subject: A", "Subject: Re: A", "Subject: Re:", ""}, [][]int{{4}, {3}, {1, 2}, {0}}},
		"by subject":          {[]string{"Message-ID: <1@x>\nSubject: Offer", "Message-ID: <2@x>\nSubject: AW: offer", "Message-ID: <3@x>\nIn-Reply-To: <2@x>\nSubject: Done", "Message-ID: <4@x>\nSubject: Offer"}, [][]int{{3}, {0, 1, 2}}},
		"a stranger's Re":     {[]string{"Message-ID: <1@x>\nSubject: Offer", "Message-ID: <2@x>\nIn-Reply-To: <9@gone>\nSubject: Re: Offer"}, [][]int{{1}, {0}}},
		"known by a stranger": {[]string{"Message-ID: <1@x>\nSubject: Offer", "Message-ID: <2@x>\nReferences: <9@gone>\nSubject: Re: Offer"}, [][]int{{1}, {0}}},
		"other prefixes":      {[]string{"Subject: Offer", "Subject: Doorst: Offer", "Subject: Re[2]: Fwd : offer", "Subject: Regarding: Offer"}, [][]int{{3}, {0, 1, 2}}},
		"only a blank before": {[]string{"Subject: Offer", "Subject: =?utf-8?q?_Offer?="}, [][]int{{1}, {0}}},
		"many references":     {[]string{"Message-ID: <1@x>\n" + many, "Message-ID: <2@x>\nReferences: <4999@far.test>"}, [][]int{{0, 1}}},
		"junk for ids":        {[]string{"Message-ID: <>\nReferences: <", "Message-ID: <>\nReferences: hello > < world", "Message-ID: x"}, [][]int{{2}, {1}, {0}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, c.want, conversations(t, c.mails...))
		})
	}
}

// spec: threads.get threads.not-junk threads.fields
func TestThreadsOfFolders(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	long := strings.Repeat("ä", 300)
	file := func(folder, id, more, text string) {
		testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Folder: folder, Raw: "From: a@x.test\r\nMessage-ID: <" + id + "@x>\r\n" + more + "Content-Type: text/html; charset=utf-8\r\n\r\n" + text})
	}
	file("Archive", "1", "In-Reply-To: <0@gone>\r\nSubject: Re: Fwd: Offer\r\n", long)
	file("Sent", "2", "In-Reply-To: <1@x>\r\n", "b")
	file("Junk", "3", "In-Reply-To: <1@x>\r\n", "c")
	file("INBOX", "4", "In-Reply-To: <1@x>\r\n", "d")
	file("Trash", "5", "In-Reply-To: <1@x>\r\n", "e")
	file("Sent", "6", "Subject: Other\r\n", "f")
	threads, err := u.Threads("BOX@x.test")
	require.NoError(t, err)
	require.Len(t, threads, 2)
	assert.Equal(t, "<6@x>", threads[0].Root, "the latest first, at one instant too")
	th := threads[1]
	assert.Equal(t, "<0@gone> Offer", th.Root+" "+th.Subject)
	var where []string
	for _, m := range th.Messages {
		where = append(where, m.Folder+" "+m.MessageID)
		assert.Empty(t, m.HTML)
	}
	assert.Equal(t, []string{"Archive <1@x>", "Sent <2@x>", "INBOX <4@x>"}, where, "in the order they came, at one instant too")
	assert.Equal(t, strings.Repeat("ä", 240), th.Messages[0].Text)
	_, err = u.Threads("none@x.test")
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
}

// BenchmarkThreads groups a mailbox of 1,000 and of 10,000 messages whose ids form one
// circle, and reports how much more a message costs in the large one.
func BenchmarkThreads(b *testing.B) {
	fill := func(n int) *engine.Universe {
		u, err := engine.New(mailsim.Options{HashCost: 4})
		require.NoError(b, err)
		for i := range n {
			raw := fmt.Sprintf("From: a@x.test\r\nMessage-ID: <%d@x>\r\nReferences: <%d@x> <%d@x>\r\nSubject: Re: A\r\n\r\nx\r\n", i, (i+7)%n, (i+1)%n)
			_, err := u.Inject(context.Background(), mailsim.Inject{To: "box@x.test", Raw: raw})
			require.NoError(b, err)
		}
		return u
	}
	few, many := fill(1000), fill(10_000)
	defer few.Close()
	defer many.Close()
	per := func(u *engine.Universe, n int) float64 {
		start := time.Now()
		threads, err := u.Threads("box@x.test")
		require.NoError(b, err)
		require.Len(b, threads, 1)
		return float64(time.Since(start)) / float64(n)
	}
	var small, large float64
	for b.Loop() {
		small += per(few, 1000)
		large += per(many, 10_000)
	}
	b.ReportMetric(large/small, "many-to-few")
}
