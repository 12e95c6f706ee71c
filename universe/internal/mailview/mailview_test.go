package mailview_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// listed pages through all mail that a filter asks for.
func listed(t *testing.T, u *engine.Universe, f mailsim.MailFilter) (out []mailsim.Mail) {
	t.Helper()
	for {
		page, err := u.Mails(context.Background(), f)
		require.NoError(t, err)
		out = append(out, page.Mails...)
		if f.Before = page.Next; page.Next == "" {
			return out
		}
	}
}

func subjects(list []mailsim.Mail) (out []string) {
	for _, m := range list {
		out = append(out, m.Subject)
	}
	return out
}

// TestEachMailOnce: whatever copies there are, a mail is one row, newest first, on
// pages of any size.
func TestEachMailOnce(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for i := range 7 {
		testkit.SendTo(t, u, "box@x.test", fmt.Sprintf("mail %d", i), "hello", func(o *mailsim.Outgoing) {
			o.To = append(o.To, "other@x.test", "third@x.test")
		})
		testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Raw: fmt.Sprintf("From: a@x.test\r\nSubject: filed %d\r\n\r\nx\r\n", i)})
	}
	a, err := u.Access("box@x.test")
	require.NoError(t, err)
	_, err = a.Copy(context.Background(), post.Inbox, []uint32{1, 2, 3}, post.Archive)
	require.NoError(t, err)
	_, err = a.Move(context.Background(), post.Inbox, []uint32{5}, post.Trash)
	require.NoError(t, err)
	var want []string
	for i := 6; i >= 0; i-- {
		want = append(want, fmt.Sprintf("filed %d", i), fmt.Sprintf("mail %d", i))
	}
	for _, limit := range []int{1, 2, 5, 50} {
		assert.Equal(t, want, subjects(listed(t, u, mailsim.MailFilter{Limit: limit})), limit)
	}
	list := listed(t, u, mailsim.MailFilter{})
	first := list[len(list)-1]
	assert.Len(t, first.Copies, 5, "the sender's, one each, and one by IMAP COPY")
	assert.Equal(t, 4, first.Unread)
	assert.Equal(t, mailsim.OriginApp, first.Origin)
	filed := list[len(list)-2]
	assert.Len(t, filed.Copies, 2)
	assert.Equal(t, mailsim.OriginFiled, filed.Origin)
	assert.Regexp(t, `^n\d+$`, filed.ID)
	for _, m := range list {
		d, err := u.Mail(context.Background(), m.ID)
		require.NoError(t, err)
		assert.Equal(t, m, d.Mail)
	}
	for name, f := range map[string]mailsim.MailFilter{
		"mailbox": {Address: "OTHER@x.test", Limit: 3}, "query": {Query: "subject:mail to:third@x.test", Limit: 2}, "origin": {Origins: []mailsim.MailOrigin{"app"}},
	} {
		assert.Equal(t, slices.DeleteFunc(slices.Clone(want), func(s string) bool { return strings.HasPrefix(s, "filed") }), subjects(listed(t, u, f)), name)
	}
	assert.Len(t, listed(t, u, mailsim.MailFilter{Origins: []mailsim.MailOrigin{"filed"}}), 7)
	for _, bad := range []mailsim.MailFilter{{Limit: -1}, {Before: "x"}, {Origins: []mailsim.MailOrigin{"elsewhere"}}, {Query: "before:never"}} {
		_, err := u.Mails(context.Background(), bad)
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
	}
	for _, bad := range []mailsim.MailFilter{{Address: "nobody@x.test"}, {PersonaID: "p_none"}} {
		_, err := u.Mails(context.Background(), bad)
		assert.ErrorIs(t, err, mailsim.ErrNotFound)
	}
}

// TestMailIDsOutliveSaving: a mail has the same id in a saved universe, and a
// Message-ID finds the first of those that have it.
func TestMailIDsOutliveSaving(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	raw := "From: app@ours.test\r\nMessage-ID: <same@ours.test>\r\nSubject: twice\r\n\r\nx\r\n"
	for range 2 {
		testkit.Deliver(t, u, mailsim.Envelope{From: "app@ours.test", To: []string{"box@x.test"}}, raw)
	}
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Raw: "Subject: no id\r\n\r\nx\r\n"})
	list := listed(t, u, mailsim.MailFilter{})
	require.Len(t, list, 3)
	assert.Equal(t, list, listed(t, testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions()), mailsim.MailFilter{}))
	assert.NotEqual(t, list[1].ID, list[2].ID)
	assert.Len(t, list[1].Copies, 2)
	for _, id := range []string{"<same@ours.test>", "same@ours.test"} {
		d, err := u.Mail(context.Background(), id)
		require.NoError(t, err)
		assert.Equal(t, list[2].ID, d.ID)
	}
	received := func(d mailsim.MailDetail) string { return d.Headers[1].Value }
	d, err := u.Mail(context.Background(), list[1].ID)
	require.NoError(t, err)
	assert.Contains(t, received(d), " id "+list[1].ID)
	for _, id := range []string{"", "n", "n0", "n-1", "n99999999999999999999", "ABCDEFGHJKLM", "<none@x.test>", strings.Repeat("x", 1000)} {
		_, err := u.Mail(context.Background(), id)
		assert.ErrorIs(t, err, mailsim.ErrNotFound, id)
	}
}

// TestMailWhole: header, parts and texts of a mail with everything.
func TestMailWhole(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	raw := strings.ReplaceAll(`From: =?utf-8?q?J=C3=B6rg?= <app@ours.test>
To: box@x.test
Reply-To: desk@ours.test
References: <a@x.test> <b@x.test>
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
Message-ID: <m@ours.test>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=o

--o
Content-Type: multipart/alternative; boundary=i

--i
Content-Type: text/plain; charset=utf-8

What I wrote.

> what you wrote
--i
Content-Type: text/html

<p onclick="x()">What I wrote.</p><img src="https://far.test/x.png"><img src="cid:pic">
--i--
--o
Content-Type: message/rfc822

Subject: within
Content-Type: multipart/mixed; boundary=n

--n

inner
--n--
--o
Content-Type: application/pdf; name="../a.pdf"
Content-Disposition: attachment
Content-Transfer-Encoding: base64

YQ==
--o--
`, "\n", "\r\n")
	testkit.Deliver(t, u, mailsim.Envelope{From: "app@ours.test", To: []string{"box@x.test"}}, raw)
	d, err := u.Mail(context.Background(), "<m@ours.test>")
	require.NoError(t, err)
	assert.Equal(t, "What I wrote.", d.NewText)
	assert.Equal(t, "What I wrote.", d.Snippet)
	assert.Contains(t, d.Text, "> what you wrote")
	assert.Contains(t, d.HTML, "onclick", "as sent")
	assert.Equal(t, 1, d.RemoteImages)
	assert.Equal(t, []string{"desk@ours.test"}, d.ReplyTo)
	assert.Equal(t, []string{"<a@x.test>", "<b@x.test>"}, d.References)
	assert.Equal(t, "app@ours.test", d.Envelope.From)
	assert.Equal(t, mailsim.MailHeader{Name: "Return-Path", Value: "<app@ours.test>", Trace: true}, d.Headers[0])
	assert.Contains(t, d.Headers, mailsim.MailHeader{Name: "Subject", Value: "Grüße"})
	assert.Equal(t, []string{
		" multipart/mixed", "1 multipart/alternative", "1.1 text/plain", "1.2 text/html", "2 message/rfc822", "2 multipart/mixed", "2.1 text/plain", "3 application/pdf",
	}, outline(d.Structure))
	assert.Equal(t, "a.pdf", d.Structure.Parts[2].Filename)
	assert.Len(t, d.Attachments, 2)
	assert.Equal(t, 2, d.Files)
	safe, err := u.MailHTML(context.Background(), d.ID, mailsim.ViewOptions{Light: true})
	require.NoError(t, err)
	assert.NotContains(t, safe.HTML, "onclick")
	assert.NotContains(t, safe.HTML, "far.test")
}

func outline(p mailsim.MailPart) []string {
	out := []string{p.Section + " " + p.Type}
	for _, c := range p.Parts {
		out = append(out, outline(c)...)
	}
	return out
}

// TestWhatBecameOfAMail at each of its recipients.
func TestWhatBecameOfAMail(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Transcripts: 10})
	testkit.QuietLinks(t, u)
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(1.0) })
	testkit.AddPerson(t, u, "ben@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(0.0) })
	_, err := u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{
		{Kind: "lose", Where: "delivery", Match: mailsim.FaultMatch{To: "lost@client.test"}},
		{Kind: "delay", Where: "delivery", Match: mailsim.FaultMatch{To: "late@client.test"}, Delay: time.Hour},
		{Kind: "junk", Where: "delivery", Match: mailsim.FaultMatch{To: "junk@client.test"}},
	}})
	require.NoError(t, err)
	bad := mailsim.Recipients{Default: mailsim.DefaultRule(), Status: map[string]mailsim.MailboxStatus{"gone@client.test": mailsim.StatusUnknown}}
	_, err = u.SetRecipients(ctx, bad)
	require.NoError(t, err)
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"})
	s.Tap("C: ", []byte("MAIL FROM:<app@ours.test>"))
	to := []string{"anna@client.test", "ben@client.test", "gone@client.test", "lost@client.test", "late@client.test", "junk@client.test", "desk@ours.test"}
	id, err := s.Submit(ctx, mailsim.Envelope{From: "app@ours.test", To: to}, "From: app@ours.test\r\nTo: anna@client.test, ben@client.test\r\nSubject: A question\r\n\r\nCould you send me the report, please?\r\n")
	require.NoError(t, err)
	d, err := u.Mail(ctx, id)
	require.NoError(t, err)
	outcomes := func() (out []string) {
		for _, r := range d.Recipients {
			out = append(out, strings.TrimSuffix(strings.TrimSuffix(r.Address, "@client.test"), "@ours.test")+" "+string(r.Outcome))
		}
		return out
	}
	assert.Equal(t, []string{"anna inbox", "ben inbox", "gone bouncing", "lost lost", "late held", "junk junk", "desk inbox"}, outcomes())
	assert.Equal(t, anna.ID, d.Recipients[0].PersonaID)
	assert.True(t, d.Junk)
	assert.NotNil(t, d.Due)
	assert.Equal(t, 3, d.Faults)
	require.Len(t, d.Transcripts, 1)
	assert.Equal(t, []string{d.ID}, d.Transcripts[0].Mails)
	assert.Contains(t, d.Transcripts[0].Text, "MAIL FROM")
	_, err = u.Advance(ctx, 20*24*time.Hour)
	require.NoError(t, err)
	d, err = u.Mail(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, []string{"anna inbox", "ben inbox", "gone bounced", "lost lost", "late inbox", "junk junk", "desk inbox"}, outcomes())
	assert.NotEmpty(t, d.Recipients[0].Answers)
	assert.True(t, d.Recipients[0].Read)
	assert.Contains(t, d.Recipients[1].Why, "0% of personal mail")
	assert.Positive(t, d.Answered)
	assert.True(t, d.Bounced)
	assert.Nil(t, d.Due)
	assert.NotEmpty(t, d.Story)
	for _, l := range d.Story {
		assert.NotEmpty(t, l.Who)
		assert.NotEmpty(t, l.What)
	}
	c, err := u.Conversation(ctx, d.Recipients[0].Answers[0])
	require.NoError(t, err)
	assert.Equal(t, "A question", c.Subject)
	assert.Equal(t, d.ID, c.Mails[0].ID)
	assert.GreaterOrEqual(t, len(c.Mails), 2)
	assert.Equal(t, listed(t, u, mailsim.MailFilter{Thread: c.Root})[0].ID, c.Mails[len(c.Mails)-1].ID)
}

// TestDeletedMail leaves no copy, and nobody acts on it.
func TestDeletedMail(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(1.0) })
	_, err := u.SetFaults(ctx, mailsim.Faults{Rules: []mailsim.FaultRule{{Kind: "delay", Where: "delivery", Match: mailsim.FaultMatch{To: "late@client.test"}, Delay: time.Hour}}})
	require.NoError(t, err)
	id := testkit.Deliver(t, u, mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test", "late@client.test"}},
		"From: app@ours.test\r\nTo: anna@client.test\r\nSubject: A question\r\n\r\nCould you send me the report?\r\n")
	other := testkit.SendTo(t, u, "anna@client.test", "Another question", "Could you send me the plan?")
	assert.ErrorIs(t, u.DeleteMail(ctx, id, "<none@x.test>"), mailsim.ErrNotFound)
	d, err := u.Mail(ctx, id)
	require.NoError(t, err, "nothing was deleted")
	require.NoError(t, u.DeleteMail(ctx, d.ID))
	_, err = u.Mail(ctx, id)
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
	assert.Equal(t, []mailsim.MailDeleted{{ID: d.ID, MessageID: id, Subject: "A question", Copies: 2}}, testkit.EventsOf[mailsim.MailDeleted](u))
	pending, err := u.Jobs(mailsim.JobFilter{MessageID: id, State: mailsim.StatePending})
	require.NoError(t, err)
	assert.Empty(t, pending)
	testkit.AssertCounted(t, u, "deleted")
	_, err = u.Advance(ctx, 20*24*time.Hour)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, len(listed(t, u, mailsim.MailFilter{Thread: other})), 2, "the other one was answered")
	assert.Empty(t, listed(t, u, mailsim.MailFilter{Thread: id}))
}

// TestMarkRead marks all copies, and the counts follow.
func TestMarkRead(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	id := testkit.SendTo(t, u, "a@x.test", "Hi", "x", func(o *mailsim.Outgoing) { o.To = append(o.To, "b@x.test") })
	assert.Len(t, listed(t, u, mailsim.MailFilter{Unread: true}), 1)
	m, err := u.UpdateMail(ctx, id, mailsim.MailPatch{Seen: new(true)})
	require.NoError(t, err)
	assert.Zero(t, m.Unread)
	assert.Empty(t, listed(t, u, mailsim.MailFilter{Unread: true}))
	box, err := u.Mailbox("b@x.test")
	require.NoError(t, err)
	assert.Zero(t, box.Unread)
	m, err = u.UpdateMail(ctx, id, mailsim.MailPatch{Seen: new(false)})
	require.NoError(t, err)
	assert.Equal(t, 3, m.Unread)
}

// BenchmarkMails lists the newest 50 of 200 and of 100,000 mails in one run, and a page
// in the middle, and reports how much more those cost.
func BenchmarkMails(b *testing.B) {
	fill := func(n int) *engine.Universe {
		u, err := engine.New(mailsim.Options{HashCost: 4})
		require.NoError(b, err)
		b.Cleanup(func() { u.Close() })
		s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
		for i := range n {
			to := fmt.Sprintf("box%d@client.test", i%500)
			_, err := s.Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{to}}, fmt.Sprintf("From: app@ours.test\r\nTo: %s\r\nSubject: Mail %d\r\n\r\nHello\r\n", to, i))
			require.NoError(b, err)
		}
		return u
	}
	few, many := fill(200), fill(100_000)
	var small, large, middle, open time.Duration
	page := func(took *time.Duration, u *engine.Universe, before string) string {
		start := time.Now()
		p, err := u.Mails(context.Background(), mailsim.MailFilter{Before: before})
		*took += time.Since(start)
		require.NoError(b, err)
		require.Len(b, p.Mails, 50)
		return p.Mails[0].ID
	}
	for b.Loop() {
		page(&small, few, "")
		page(&large, many, "")
		id := page(&middle, many, "100000.0")
		start := time.Now()
		_, err := many.Mail(context.Background(), id)
		open += time.Since(start)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(large)/float64(small), "newest-of-100000-to-200")
	b.ReportMetric(float64(middle)/float64(small), "middle-of-100000-to-200")
	b.ReportMetric(float64(large.Microseconds())/float64(b.N), "us/newest")
	b.ReportMetric(float64(open.Microseconds())/float64(b.N), "us/open")
}
