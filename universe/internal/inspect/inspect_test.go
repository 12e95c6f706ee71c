package inspect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

const spamMailText = "From: WINNER <win@lottery.test>\r\nTo: a@x.test\r\nSubject: YOU HAVE WON $1,000,000 !!!\r\n\r\n" +
	"DEAR WINNER, ACT NOW! You have won the lottery. Send your bank details to claim your million dollars, 100% guaranteed, risk free!\r\n"

func TestInspect(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	plain, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"a@x.test"}, Subject: "Your order", Text: "Hello Anna,\n\nyour order has been sent and will arrive on Tuesday.\n\nBest wishes\nThe shop"})
	require.NoError(t, err)
	spammy := testkit.Deliver(t, u, mailsim.Envelope{From: "win@lottery.test", To: []string{"a@x.test"}}, spamMailText)
	good, err := u.Inspect(ctx, plain)
	require.NoError(t, err)
	bad, err := u.Inspect(ctx, strings.Trim(spammy, "<>"))
	require.NoError(t, err)
	assert.Greater(t, bad.Score, good.Score) // spec: d.inspect.spam-higher
	assert.Equal(t, "junk", bad.Action)
	assert.Equal(t, mailsim.InspectVerdicts{Strict: "junk", Normal: "junk", Lenient: "junk"}, bad.Verdicts)
	assert.Equal(t, mailsim.InspectVerdicts{Strict: "inbox", Normal: "inbox", Lenient: "inbox"}, good.Verdicts)
	assert.Equal(t, 5.0, good.Threshold)
	sum := 0.0
	for _, r := range bad.Rules {
		assert.NotEmpty(t, r.Name)
		assert.NotEmpty(t, r.Text)
		sum += r.Score
	}
	assert.InDelta(t, bad.Score, sum, 1e-9) // spec: d.inspect.rules
	assert.NotEmpty(t, bad.Advice)

	b, err := json.Marshal(good)
	require.NoError(t, err)
	var fields map[string]any
	require.NoError(t, json.Unmarshal(b, &fields))
	for _, k := range []string{"message_id", "subject", "engine", "score", "threshold", "action", "rules", "links", "auth", "html", "headers", "size"} {
		assert.Contains(t, fields, k) // spec: d.inspect.fields
		assert.NotNil(t, fields[k], k)
	}
	for _, k := range []string{"spf", "dkim", "dmarc"} {
		assert.Contains(t, fields["auth"], k) // spec: d.inspect.auth
	}
	assert.Equal(t, "none", good.Auth.SPF.Result)
	assert.Equal(t, "none", good.Auth.DMARC.Result)

	_, err = u.Inspect(ctx, "<nobody@x.test>")
	require.ErrorIs(t, err, mailsim.ErrNotFound) // spec: d.inspect.404
	require.EqualError(t, err, "no such message")
	_, err = u.Inspect(ctx, "")
	require.ErrorIs(t, err, mailsim.ErrInvalid)

	_, err = u.Inspect(ctx, plain)
	require.NoError(t, err)
	scored := testkit.EventsOf[mailsim.InspectScored](u)
	require.Len(t, scored, 2, "once for each mail") // spec: events.inspect.scored
	assert.Equal(t, mailsim.InspectScored{MessageID: plain, Subject: "Your order", Score: good.Score, Engine: "rules", Action: "inbox"}, scored[0])
}

// A mail that a person's filter judged is reported as that person saw it.
func TestInspectPerson(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "strict@x.test", func(p *mailsim.Persona) { p.Style.Filter = "strict" })
	testkit.AddPerson(t, u, "none@x.test", func(p *mailsim.Persona) { p.Style.Filter = "none" })
	raw := strings.ReplaceAll(spamMailText, "To: a@x.test", "To: strict@x.test")
	id := testkit.Deliver(t, u, mailsim.Envelope{From: "win@lottery.test", To: []string{"strict@x.test", "none@x.test"}}, raw)
	for _, address := range []string{"strict@x.test", "none@x.test"} {
		folder := map[string]string{"strict@x.test": "Junk", "none@x.test": "INBOX"}[address]
		list, err := u.Messages(address, mailsim.MessageFilter{Folder: folder})
		require.NoError(t, err)
		assert.Len(t, list, 1, address) // spec: people.filter, events.persona.junked.folder
	}
	junked := testkit.EventsOf[mailsim.PersonaJunked](u)
	require.Len(t, junked, 1)
	in, err := u.Inspect(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, junked[0].Score, in.Score)
	assert.Equal(t, 3.0, in.Threshold)
	assert.Equal(t, in.Threshold, junked[0].Threshold) // spec: events.persona.junked
	assert.NotEmpty(t, junked[0].Why)
	assert.Equal(t, "strict@x.test", testkit.Person(t, u, junked[0].PersonaID).Addresses[0])
	assert.Len(t, testkit.EventsOf[mailsim.InspectScored](u), 1, "the filter has scored it already")
}

// Links are opened once, as the policy lets people.
func TestInspectLinks(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	var visits atomic.Int32
	u.SetSite("shop.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		visits.Add(1)
		_, err := u.Inspect(r.Context(), "<x@y.test>")
		assert.Error(t, err)
		if r.URL.Path != "/ok" {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	html := ""
	for _, l := range []string{"http://shop.test/ok", "http://shop.test/gone", "http://nowhere.test/", "http://shop.test/fourth", "mailto:help@shop.test"} {
		html += fmt.Sprintf(`<p><a href="%s">See %s</a></p>`, l, l[7:])
	}
	id, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"a@x.test"}, Subject: "Links", HTML: html})
	require.NoError(t, err)
	for range 2 {
		in, err := u.Inspect(ctx, id)
		require.NoError(t, err)
		got := map[string]string{}
		for _, l := range in.Links {
			got[l.URL] = fmt.Sprint(l.Status, l.OK, " ", l.Error)
		}
		assert.Equal(t, "200true ", strings.ReplaceAll(got["http://shop.test/ok"], "200 true", "200true"))
		assert.Equal(t, "404 false ", got["http://shop.test/gone"]) // spec: d.inspect.links
		assert.Contains(t, got["http://nowhere.test/"], "0 false failed: ")
		assert.Contains(t, got["http://shop.test/fourth"], "at most 3 links")
		assert.Equal(t, 2, in.Broken)
	}
	assert.EqualValues(t, 2, visits.Load())
	assert.Equal(t, []mailsim.InspectLinks{{MessageID: id, Subject: "Links", Links: 3, Broken: 2}}, testkit.EventsOf[mailsim.InspectLinks](u)) // spec: events.inspect.links

	policy := mailsim.DefaultLinkPolicy()
	policy.Enabled = new(false)
	_, err = u.SetLinks(ctx, policy)
	require.NoError(t, err)
	id, err = u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"a@x.test"}, Subject: "More", HTML: html})
	require.NoError(t, err)
	in, err := u.Inspect(ctx, id)
	require.NoError(t, err)
	assert.Contains(t, in.Links[0].Error, "not opened")
	assert.Zero(t, in.Broken)
	assert.Len(t, testkit.EventsOf[mailsim.InspectLinks](u), 1)
}

func TestDNS(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	assert.Equal(t, []mailsim.DNSRecord{}, u.DNS())
	require.ErrorIs(t, u.SetDNS(ctx, mailsim.DNSRecord{Name: "x.test", Type: "A", Value: "nonsense"}), mailsim.ErrInvalid)
	records := []mailsim.DNSRecord{{Name: "bank.test", Type: "TXT", Value: "v=spf1 ip4:192.0.2.1 -all"}, {Name: "_dmarc.bank.test", Type: "TXT", Value: "v=DMARC1; p=reject"}, {Name: "thief.test", Type: "TXT", Value: "v=spf1 -all"}}
	require.NoError(t, u.SetDNS(ctx, records...))
	assert.Equal(t, records, u.DNS())
	b, err := json.Marshal(u.Settings())
	require.NoError(t, err)
	var back settings.Record
	require.NoError(t, json.Unmarshal(b, &back))
	assert.Equal(t, records, back.DNS.Records, "a saved universe keeps them")

	raw := "From: Bank <info@bank.test>\r\nTo: a@x.test\r\nSubject: Your account\r\nDate: Mon, 5 Jan 2026 09:00:00 +0000\r\n\r\nYour statement is ready.\r\n"
	real, err := u.Inspect(ctx, testkit.Deliver(t, u, mailsim.Envelope{From: "info@bank.test", To: []string{"a@x.test"}}, raw))
	require.NoError(t, err)
	assert.Equal(t, "pass", real.Auth.SPF.Result)
	assert.Equal(t, "pass", real.Auth.DMARC.Result)
	forged, err := u.Inspect(ctx, testkit.Deliver(t, u, mailsim.Envelope{From: "info@thief.test", To: []string{"a@x.test"}}, raw))
	require.NoError(t, err)
	assert.Equal(t, "fail", forged.Auth.SPF.Result)
	assert.Equal(t, mailsim.InspectDMARC{Result: "fail", Policy: "reject", Domain: "bank.test", Text: forged.Auth.DMARC.Text}, forged.Auth.DMARC)
	assert.Greater(t, forged.Score, real.Score)
	require.NoError(t, u.SetDNS(ctx))
	assert.Empty(t, u.DNS())
}
