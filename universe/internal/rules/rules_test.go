package rules_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func setRules(t *testing.T, u *engine.Universe, edit func(r *mailsim.Recipients)) {
	t.Helper()
	r := u.Recipients()
	edit(&r)
	_, err := u.SetRecipients(context.Background(), r)
	require.NoError(t, err)
}

func TestBadKindsAnswerTheTable(t *testing.T) {
	t.Parallel()
	// spec: smtp.bad.unknown smtp.bad.domain smtp.bad.full smtp.bad.disabled smtp.bad.blocked recipients.rule.fail_at.rcpt
	want := map[mailsim.MailboxStatus]string{
		mailsim.StatusUnknown: "550 5.1.1 User unknown", mailsim.StatusDomain: "550 5.1.2 Domain not found", mailsim.StatusFull: "552 5.2.2 Mailbox full",
		mailsim.StatusDisabled: "550 5.2.1 Mailbox disabled", mailsim.StatusBlocked: "554 5.7.1 Rejected under policy",
	}
	u := testkit.New(t, mailsim.Options{})
	setRules(t, u, func(r *mailsim.Recipients) {
		r.Default.FailAt = mailsim.FailAtRcpt
		for k := range want {
			r.Status[string(k)+"@fixed.test"] = k
		}
	})
	for k, reply := range want {
		for _, address := range []string{string(k) + "@fixed.test", "new+" + string(k) + "@magic.test"} {
			// spec: beyond.magic.unknown
			refused, _ := testkit.SubmitTo(t, u, "app@ours.test", address)
			assert.Equal(t, reply, refused[address].String(), address)
			_, err := u.Mailbox(address)
			assert.ErrorIs(t, err, mailsim.ErrNotFound)
		}
	}
}

func TestDSNComesLater(t *testing.T) {
	t.Parallel()
	for _, kind := range []mailsim.MailboxStatus{mailsim.StatusUnknown, mailsim.StatusDomain, mailsim.StatusFull, mailsim.StatusDisabled, mailsim.StatusBlocked} {
		u := testkit.New(t, mailsim.Options{})
		to := "gone+" + string(kind) + "-dsn@magic.test"
		refused, id := testkit.SubmitTo(t, u, "app@ours.test", to)
		require.Empty(t, refused)
		assert.Empty(t, testkit.Inbox(t, u, "app@ours.test"), "not at once")
		_, err := u.Mailbox(to)
		assert.ErrorIs(t, err, mailsim.ErrNotFound, "a -dsn tag makes no mailbox")
		_, err = u.Advance(context.Background(), 2*time.Minute)
		require.NoError(t, err)
		// spec: beyond.magic.dsn dsn.threaded recipients.rule.fail_at.dsn
		list := testkit.Inbox(t, u, "app@ours.test")
		require.Len(t, list, 1, kind)
		raw := string(list[0].Bytes())
		// spec: dsn.null-sender
		assert.True(t, strings.HasPrefix(raw, "Return-Path: <>\r\n"))
		assert.Contains(t, raw, "Auto-Submitted: auto-")
		assert.Contains(t, raw, kind.Reply().Enhanced)
		assert.Contains(t, raw, to)
		assert.Contains(t, raw, id)
		assert.Equal(t, "1", list[0].Headers["x-service-simulated"])
		var bounced []mailsim.PersonaBounced
		for _, b := range mailsim.EventsOf[mailsim.PersonaBounced](u.Log(mailsim.EventFilter{})) {
			bounced = append(bounced, b)
		}
		// spec: events.persona.bounced
		require.Equal(t, []mailsim.PersonaBounced{{Address: to, Kind: string(kind), To: "app@ours.test", Subject: "Question", MessageID: id}}, bounced)
	}
}

func TestNoBounceOfABounceNorWhereNoneIsWanted(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	_, err := s.Submit(context.Background(), mailsim.Envelope{From: "", To: []string{"gone+full-dsn@magic.test"}}, "Subject: a bounce\r\n\r\nx\r\n")
	require.NoError(t, err)
	for _, notify := range []string{"NEVER", "SUCCESS"} {
		to := "never+full-dsn@" + strings.ToLower(notify) + ".test"
		_, err = s.Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{to}, Notify: []mailsim.Recipient{{Address: to, Notify: []string{notify}}}}, "From: app@ours.test\r\n\r\nx\r\n")
		require.NoError(t, err)
	}
	_, err = u.Advance(context.Background(), time.Hour)
	require.NoError(t, err)
	assert.Empty(t, testkit.Inbox(t, u, "app@ours.test"))
	// The bounce to a bad sender is dropped with an event.
	setRules(t, u, func(r *mailsim.Recipients) { r.Status["lost@ours.test"] = mailsim.StatusFull })
	testkit.SubmitTo(t, u, "lost@ours.test", "gone+full-dsn@magic.test")
	_, err = u.Advance(context.Background(), time.Hour)
	require.NoError(t, err)
	last := mailsim.PersonaBounced{}
	for _, b := range mailsim.EventsOf[mailsim.PersonaBounced](u.Log(mailsim.EventFilter{})) {
		last = b
	}
	assert.NotEmpty(t, last.Dropped)
}

func TestRecipientRules(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.SubmitTo(t, u, "app@ours.test", "known@a.test")
	setRules(t, u, func(r *mailsim.Recipients) {
		r.Default = mailsim.Rule{Create: new(false), FailAt: mailsim.FailAtDSN}
		r.Domains["b.test"] = mailsim.Rule{Create: new(true)}
		r.Domains["silent.test"] = mailsim.Rule{Create: new(true), Silent: true}
		r.Domains["people.test"] = mailsim.Rule{Create: new(true), Stranger: mailsim.StrangerBasic}
		r.Domains["ai.test"] = mailsim.Rule{Create: new(true), Stranger: mailsim.StrangerAI}
	})
	refused, _ := testkit.SubmitTo(t, u, "app@ours.test", "new@a.test", "known@a.test", "new@b.test", "x@silent.test", "Jo Doe <jo@people.test>"[8:len("Jo Doe <jo@people.test")], "kim@ai.test")
	// spec: recipients.rule.create.false recipients.rule.existing-receives recipients.rule.domain-over-default recipients.rule.creates
	assert.Equal(t, "550 5.1.1 User unknown", refused["new@a.test"].String())
	assert.Len(t, refused, 1)
	assert.Len(t, testkit.Inbox(t, u, "known@a.test"), 2)
	// spec: recipients.rule.create.true
	assert.Len(t, testkit.Inbox(t, u, "new@b.test"), 1)
	// spec: recipients.rule.silent
	_, err := u.Mailbox("x@silent.test")
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
	// spec: recipients.rule.stranger.basic recipients.rule.stranger.ai personas.provider.stranger events.persona.created recipients.rule.stranger
	jo, err := u.PersonaByAddress("jo@people.test")
	require.NoError(t, err)
	assert.Equal(t, "stranger", jo.Provider)
	_, err = u.PersonaByAddress("kim@ai.test")
	require.NoError(t, err)
	var created []mailsim.PersonaCreated
	for _, c := range mailsim.EventsOf[mailsim.PersonaCreated](u.Log(mailsim.EventFilter{})) {
		created = append(created, c)
	}
	require.Len(t, created, 2)
	assert.Equal(t, mailsim.PersonaCreated{PersonaID: jo.ID, Persona: jo.Name, Address: "jo@people.test", Temperament: jo.Temperament, Mode: "basic", Why: created[0].Why}, created[0])
	assert.NotEmpty(t, created[0].Why)
	// spec: recipients.rule.stranger.off
	_, err = u.PersonaByAddress("new@b.test")
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
	// A fixed status beats the mailbox that is there.
	setRules(t, u, func(r *mailsim.Recipients) {
		r.Status["known@a.test"] = mailsim.StatusFull
		r.Default.FailAt = mailsim.FailAtRcpt
	})
	refused, _ = testkit.SubmitTo(t, u, "app@ours.test", "KNOWN@a.test")
	assert.Equal(t, "552 5.2.2 Mailbox full", refused["KNOWN@a.test"].String())
	_, err = u.Advance(context.Background(), time.Hour)
	require.NoError(t, err)
	_, err = u.Mailbox("x@silent.test")
	assert.ErrorIs(t, err, mailsim.ErrNotFound, "no bounce either")
}

func TestBadRate(t *testing.T) {
	t.Parallel()
	bad := func(u *engine.Universe) (out map[string]mailsim.MailboxStatus) {
		out = map[string]mailsim.MailboxStatus{}
		u.Read(func(v state.View) {
			for i := range 4000 {
				a := fmt.Sprintf("user%d@list.test", i)
				if o := rules.For(v, a); o.Bad != "" {
					out[a] = o.Bad
				}
			}
		})
		return out
	}
	set := func(rate float64, seed string, kinds ...mailsim.MailboxStatus) map[string]mailsim.MailboxStatus {
		u := testkit.New(t, mailsim.Options{Seed: "u" + seed})
		setRules(t, u, func(r *mailsim.Recipients) { r.Default.BadRate, r.Default.BadKinds, r.Seed = rate, kinds, seed })
		return bad(u)
	}
	first := set(0.2, "s1")
	// spec: recipients.rule.bad_rate recipients.rule.bad_kinds.default
	assert.InDelta(t, 800, len(first), 90)
	kinds := map[mailsim.MailboxStatus]int{}
	for _, k := range first {
		kinds[k]++
	}
	assert.Greater(t, kinds[mailsim.StatusUnknown], len(first)/2)
	assert.Positive(t, kinds[mailsim.StatusDomain])
	assert.Positive(t, kinds[mailsim.StatusFull])
	assert.Positive(t, kinds[mailsim.StatusBlocked])
	assert.Empty(t, set(0, "s1"))
	assert.Len(t, set(1, "s1"), 4000)
	// spec: recipients.rule.stable
	u := testkit.New(t, mailsim.Options{Seed: "another universe"})
	setRules(t, u, func(r *mailsim.Recipients) { r.Default.BadRate, r.Seed = 0.2, "s1" })
	assert.Equal(t, first, bad(u))
	assert.NotEqual(t, first, set(0.2, "s2"))
	// spec: recipients.rule.bad_kinds
	for _, k := range set(0.5, "s1", mailsim.StatusFull, mailsim.StatusDisabled) {
		assert.Contains(t, []mailsim.MailboxStatus{mailsim.StatusFull, mailsim.StatusDisabled}, k)
	}
}

func TestMagicAddresses(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	// spec: beyond.magic.tempfail
	refused, _ := testkit.SubmitTo(t, u, "app@ours.test", "a+tempfail@m.test")
	assert.Equal(t, 451, refused["a+tempfail@m.test"].Code)
	refused, _ = testkit.SubmitTo(t, u, "other@ours.test", "a+tempfail@m.test")
	assert.Equal(t, 451, refused["a+tempfail@m.test"].Code, "once for each sender")
	refused, _ = testkit.SubmitTo(t, u, "app@ours.test", "a+tempfail@m.test")
	assert.Empty(t, refused)
	assert.Len(t, testkit.Inbox(t, u, "a+tempfail@m.test"), 1)
	_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"b+tempfail@m.test"}, Text: "x"})
	require.NoError(t, err)
	assert.Len(t, testkit.Inbox(t, u, "b+tempfail@m.test"), 1, "as docs/addresses.md says")
	// spec: beyond.magic.slow
	for range 2 {
		testkit.SubmitTo(t, u, "app@ours.test", "a+slow30m@m.test")
		n := len(testkit.Inbox(t, u, "a+slow30m@m.test"))
		_, err := u.Advance(context.Background(), 29*time.Minute)
		require.NoError(t, err)
		assert.Len(t, testkit.Inbox(t, u, "a+slow30m@m.test"), n)
		_, err = u.Advance(context.Background(), time.Minute)
		require.NoError(t, err)
		list := testkit.Inbox(t, u, "a+slow30m@m.test")
		require.Len(t, list, n+1, "it holds for every mail")
		assert.Equal(t, u.Now(), list[0].Time)
	}
	// spec: beyond.magic.complaint
	testkit.SubmitTo(t, u, "news@ours.test", "a+complaint@m.test")
	_, err = u.Advance(context.Background(), time.Hour)
	require.NoError(t, err)
	list := testkit.Inbox(t, u, "news@ours.test")
	require.Len(t, list, 1)
	assert.Contains(t, string(list[0].Bytes()), "feedback-report")
	// spec: beyond.magic.ooo
	for range 2 {
		testkit.SubmitTo(t, u, "boss@ours.test", "a+ooo@m.test")
		_, err = u.Advance(context.Background(), time.Hour)
		require.NoError(t, err)
	}
	autos := 0
	for _, m := range testkit.Inbox(t, u, "boss@ours.test") {
		if strings.Contains(string(m.Bytes()), "Auto-Submitted: auto-") {
			autos++
		}
	}
	assert.Equal(t, 1, autos, "once per sender")
	// spec: beyond.magic.temperament
	for _, name := range decide.TemperamentNames() {
		testkit.SubmitTo(t, u, "app@ours.test", "x+"+name+"@m.test")
		p, err := u.PersonaByAddress("x+" + name + "@m.test")
		require.NoError(t, err)
		assert.Equal(t, name, p.Temperament)
	}
	// spec: beyond.magic.precedence
	refused, _ = testkit.SubmitTo(t, u, "x+unknown@ours.test", "b@m.test") // a sender owns a mailbox
	require.Empty(t, refused)
	refused, _ = testkit.SubmitTo(t, u, "app@ours.test", "x+unknown@ours.test")
	assert.Empty(t, refused, "an existing mailbox wins")
	setRules(t, u, func(r *mailsim.Recipients) { r.Domains["plain.test"] = mailsim.DefaultRule() })
	refused, _ = testkit.SubmitTo(t, u, "app@ours.test", "x+unknown@plain.test")
	assert.Empty(t, refused, "a domain rule wins")
	off := testkit.New(t, mailsim.Options{NoMagic: true})
	refused, _ = testkit.SubmitTo(t, off, "app@ours.test", "x+unknown@m.test")
	assert.Empty(t, refused)
	assert.Len(t, mailsim.MagicTags(), len(mailsim.MagicTags()))
}

func TestTraceHeadersAndAddedFields(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
	body := "From: app@ours.test\r\nSubject: no id, no date\r\n\r\nx\r\n"
	id, err := s.Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{"a@b.test"}, Helo: "me.test"}, body)
	require.NoError(t, err)
	// spec: beyond.message-id.added
	raw := string(testkit.Inbox(t, u, "a@b.test")[0].Bytes())
	assert.True(t, strings.HasSuffix(raw, body))
	assert.Contains(t, raw, "Message-ID: "+id+"\r\nDate: Mon, 5 Jan 2026 09:00:00 +0000\r\n")
	assert.Contains(t, raw, "\tfor <a@b.test>; Mon, 5 Jan 2026")
	assert.Contains(t, raw, "Received: from me.test (me.test [127.0.0.1])\r\n")
	_, err = u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "2001:db8::1"}).Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{"six@b.test"}, Helo: "me.test"}, body)
	require.NoError(t, err)
	assert.Contains(t, string(testkit.Inbox(t, u, "six@b.test")[0].Bytes()), "Received: from me.test (me.test [IPv6:2001:db8::1])\r\n")
	sentList, err := u.Messages("app@ours.test", mailsim.MessageFilter{Folder: "Sent"})
	require.NoError(t, err)
	assert.Equal(t, body, string(sentList[0].Bytes()), "the copy in Sent has no trace headers")
	// spec: beyond.envelope.kept
	v, err := u.Message(context.Background(), mailsim.Ref{Address: "a@b.test", Folder: "INBOX", UID: 1}, mailsim.ViewOptions{})
	require.NoError(t, err)
	assert.Equal(t, "app@ours.test", v.Envelope.From)
	assert.Equal(t, []string{"a@b.test"}, v.Envelope.To)
	assert.Equal(t, "me.test", v.Envelope.Helo)
	// spec: smtp.envelope.bcc smtp.multi-rcpt delivery.pipeline
	_, err = s.Submit(context.Background(), mailsim.Envelope{From: "app@ours.test", To: []string{"a@b.test", "hidden@b.test"}}, "From: app@ours.test\r\nTo: a@b.test\r\n\r\nx\r\n")
	require.NoError(t, err)
	for _, box := range []string{"a@b.test", "hidden@b.test"} {
		raw := string(testkit.Inbox(t, u, box)[0].Bytes())
		assert.NotContains(t, raw, "hidden", box)
	}
}
