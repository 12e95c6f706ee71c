package provide_test

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func mail(id, to string) mailsim.ProviderMail {
	return mailsim.ProviderMail{
		ID: id, From: "app@ours.test", To: []string{to}, Raw: "From: app@ours.test\r\nSubject: S " + id + "\r\nMessage-ID: <" + id + "@ours.test>\r\n\r\nx\r\n",
		Lists: mailsim.ProviderLists{Skip: []string{"bad", "left"}, Bounced: "bad", Complained: "bad", Left: "left"}, Tags: []string{"t"}, Data: map[string]string{"k": "v"},
	}
}

// reports are the outcomes told, as "kind recipient".
func reports(u *engine.Universe) (out []string) {
	for _, d := range testkit.EventsOf[mailsim.MailReport](u) {
		out = append(out, string(d.Kind)+" "+d.Recipient)
	}
	return out
}

// TestSubmit: a send is kept with its mail, its outcomes are told, a bad address comes on
// the list and gets nothing the next time; what is refused changes nothing.
func TestSubmit(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	p := u.Provider("one")
	s, err := p.Submit(ctx, mail("a", "anna@client.test"))
	require.NoError(t, err)
	assert.Equal(t, []any{"a", "<a@ours.test>", "S a", "sent", mailsim.ReportDelivered}, []any{s.ID, s.MessageID, s.Subject, s.Status, s.Last})
	bad := mail("b", "gone+unknown@client.test")
	bad.To = append(bad.To, "ben@client.test", "BEN@client.test")
	_, err = p.Submit(ctx, bad)
	require.NoError(t, err)
	_, err = u.Advance(ctx, time.Hour)
	require.NoError(t, err)
	list := p.Suppressions("bad")
	require.Len(t, list, 1)
	assert.Equal(t, []string{"gone+unknown@client.test", "550 5.1.1 User unknown", "unknown", "b", "bad"}, []string{list[0].Address, list[0].Why, list[0].Origin, list[0].SendID, list[0].List})
	before := reports(u)
	_, err = p.Submit(ctx, mail("c", "Gone+unknown@Client.test"))
	require.NoError(t, err)
	assert.Equal(t, append(before, "dropped Gone+unknown@Client.test"), reports(u))
	assert.Empty(t, u.Provider("two").Suppressions(""), "another provider's lists are its own")

	for name, m := range map[string]mailsim.ProviderMail{
		"nobody": {ID: "d", From: "a@b.test"}, "address": mail("d", "x"), "no id": mail("", "anna@client.test"), "long id": mail(strings.Repeat("d", 201), "anna@client.test"),
		"far": func() mailsim.ProviderMail {
			m := mail("d", "anna@client.test")
			m.At = u.Now().AddDate(11, 0, 0)
			return m
		}(),
	} {
		_, err := p.Submit(ctx, m)
		assert.ErrorIs(t, err, mailsim.ErrInvalid, name)
	}
	after := reports(u)
	_, err = p.Submit(ctx, mail("a", "other@client.test"))
	assert.ErrorIs(t, err, mailsim.ErrConflict)
	assert.Equal(t, after, reports(u), "the mail of a refused send is not delivered")
	_, err = u.Access("other@client.test")
	assert.Error(t, err)
	_, err = p.Send("none")
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
}

// TestScheduled: a send waits as a job on the simulated clock, is moved and canceled.
func TestScheduled(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	p := u.Provider("one")
	later := func(id string, in time.Duration) {
		m := mail(id, id+"@client.test")
		m.At = u.Now().Add(in)
		s, err := p.Submit(ctx, m)
		require.NoError(t, err)
		assert.Equal(t, "scheduled", s.Status)
	}
	later("kept", time.Hour)
	later("moved", time.Hour)
	later("ended", time.Hour)
	later("skipped", time.Hour)
	list, err := u.Jobs(mailsim.JobFilter{Kind: mailsim.JobSend})
	require.NoError(t, err)
	require.Len(t, list, 4)
	for _, j := range list {
		if strings.Contains(j.Plan, "skipped@") {
			_, err := u.SkipJob(ctx, j.ID)
			require.NoError(t, err)
		}
	}
	_, err = p.Move(ctx, "moved", u.Now().Add(3*time.Hour))
	require.NoError(t, err)
	s, err := p.Cancel(ctx, "ended")
	require.NoError(t, err)
	assert.Equal(t, "canceled", s.Status)
	for _, id := range []string{"ended", "skipped"} {
		_, err = p.Cancel(ctx, id)
		assert.ErrorIs(t, err, mailsim.ErrConflict, id)
		s, err = p.Send(id)
		require.NoError(t, err)
		assert.Equal(t, "canceled", s.Status, id)
	}
	// Who comes on a list meanwhile gets nothing.
	require.NoError(t, p.Suppress(ctx, "left", mailsim.Suppression{Address: "moved@client.test"}))
	_, err = u.Advance(ctx, 2*time.Hour)
	require.NoError(t, err)
	status := func(id string) string {
		s, err := p.Send(id)
		require.NoError(t, err)
		return s.Status + " " + string(s.Last)
	}
	assert.Equal(t, []string{"sent delivered", "scheduled scheduled"}, []string{status("kept"), status("moved")})
	_, err = u.Advance(ctx, 2*time.Hour)
	require.NoError(t, err)
	assert.Equal(t, "sent dropped", status("moved"))
}

// TestListsAndRecords keep their order and bounds.
func TestListsAndRecords(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	p := u.Provider("one")
	for _, a := range []string{"z@x.test", "a@x.test", "Z@x.test"} {
		require.NoError(t, p.Suppress(ctx, "first", mailsim.Suppression{Address: a, Why: "because", Origin: "o"}))
	}
	require.NoError(t, p.Suppress(ctx, "second", mailsim.Suppression{Address: "a@x.test"}))
	var got []string
	for _, s := range p.Suppressions("") {
		got = append(got, s.List+" "+s.Address)
	}
	assert.Equal(t, []string{"first z@x.test", "first a@x.test", "second a@x.test"}, got, "in the order in which they came")
	list, s, ok := p.Suppressed("A@X.test", "none", "second", "first")
	assert.Equal(t, []any{"second", "a@x.test", true}, []any{list, s.Address, ok})
	gone, err := p.Unsuppress(ctx, "first", "a@x.test", "nobody@x.test")
	require.NoError(t, err)
	assert.Len(t, gone, 1)

	for _, id := range []string{"b", "a", "c"} {
		require.NoError(t, p.SetRecord(ctx, "kind", id, []byte(id)))
	}
	require.NoError(t, p.SetRecord(ctx, "kind", "c", nil))
	records := p.Records("kind")
	require.Len(t, records, 2)
	assert.Equal(t, []string{"a", "b"}, []string{records[0].ID, records[1].ID})
	records[0].Value[0] = 'x'
	value, _ := p.Record("kind", "a")
	assert.Equal(t, "a", string(value), "what was given out is a copy")
	assert.ErrorIs(t, p.SetRecord(ctx, "kind", "big", make([]byte, 2<<20+1)), mailsim.ErrInvalid)
	assert.ErrorIs(t, p.SetRecord(ctx, "kind", strings.Repeat("x", 1001), nil), mailsim.ErrInvalid)
	for i := range 1000 {
		require.NoError(t, p.SetRecord(ctx, "many", strconv.Itoa(i), []byte("x")))
	}
	assert.ErrorIs(t, p.SetRecord(ctx, "many", "one more", []byte("x")), mailsim.ErrFull)
	assert.NoError(t, p.SetRecord(ctx, "many", "7", []byte("y")), "one that is there")
}

// TestSendsArePaged: the newest first, from one on.
func TestSendsArePaged(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	p := u.Provider("one")
	for i := range 5 {
		_, err := p.Submit(ctx, mail("m"+strconv.Itoa(i), "anna@client.test"))
		require.NoError(t, err)
		_, err = u.Advance(ctx, time.Minute)
		require.NoError(t, err)
	}
	page := p.Sends("", 2)
	assert.Equal(t, []string{"m4", "m3"}, []string{page[0].ID, page[1].ID})
	page = p.Sends("m3", 10)
	require.Len(t, page, 3)
	assert.Equal(t, "m2", page[0].ID)
	assert.Empty(t, u.Provider("two").Sends("", 10))
}

// TestDrawn: ids and keys are drawn from the seed, so that equal universes have equal ones.
func TestDrawn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	var ids, keys, certs []string
	for _, seed := range []string{"a", "a", "b"} {
		u := testkit.New(t, mailsim.Options{ID: "u_drawn", Seed: seed, Frozen: true})
		p := u.Provider("one")
		first, err := p.Draft(ctx, "app@ours.test")
		require.NoError(t, err)
		second, err := p.Draft(ctx, "app@ours.test")
		require.NoError(t, err)
		assert.NotEqual(t, first.ID, second.ID)
		assert.Len(t, first.ID, 32)
		ids, keys, certs = append(ids, first.ID), append(keys, p.PublicKey()), append(certs, p.Certificate())
	}
	for name, got := range map[string][]string{"id": ids, "key": keys, "certificate": certs} {
		assert.Equal(t, got[0], got[1], name)
		assert.NotEqual(t, got[0], got[2], name)
	}
	block, rest := pem.Decode([]byte(certs[0]))
	require.NotNil(t, block)
	assert.Empty(t, rest, "nothing but the certificate")
	cert, err := x509.ParseCertificate(block.Bytes)
	require.NoError(t, err)
	assert.NoError(t, cert.CheckSignature(cert.SignatureAlgorithm, cert.RawTBSCertificate, cert.Signature))
	der, err := base64.StdEncoding.DecodeString(keys[0])
	require.NoError(t, err)
	_, err = x509.ParsePKIXPublicKey(der)
	assert.NoError(t, err)
}
