package deliver_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestOneMailToAddressesOfOnePerson is dealt with once: whatever the person makes of
// it, they do it as often as with a mail to one of their addresses.
func TestOneMailToAddressesOfOnePerson(t *testing.T) {
	t.Parallel()
	addresses := []string{"anna@client.test", "anna@home.test", "anna+news@client.test"}
	send := map[string]func(u *engine.Universe){
		"one address": func(u *engine.Universe) {
			raw := oneMail("anna@client.test", "")
			testkit.SubmitRaw(t, u, raw, addresses[0])
		},
		"To": func(u *engine.Universe) {
			testkit.SubmitRaw(t, u, oneMail(strings.Join(addresses, ", "), ""), addresses...)
		},
		"To and Cc": func(u *engine.Universe) {
			testkit.SubmitRaw(t, u, oneMail(addresses[0], strings.Join(addresses[1:], ", ")), addresses...)
		},
		"blind":      func(u *engine.Universe) { testkit.SubmitRaw(t, u, oneMail(addresses[0], ""), addresses...) },
		"one by one": func(u *engine.Universe) { submitEach(t, u, oneMail(strings.Join(addresses, ", "), ""), addresses...) },
		"one by one, an hour apart": func(u *engine.Universe) {
			for _, a := range addresses {
				testkit.SubmitRaw(t, u, oneMail(addresses[0], strings.Join(addresses[1:], ", ")), a)
				testkit.Advance(t, u, time.Hour)
			}
		},
	}
	one, all := 1.0, map[string]int{}
	for _, temperament := range []string{"responsive", "busy", "flaky", "difficult", "ghost"} {
		for seed := range 4 {
			want := map[string]int(nil)
			for _, name := range []string{"one address", "To", "To and Cc", "blind", "one by one", "one by one, an hour apart"} {
				visits := 0
				u := testkit.New(t, mailsim.Options{Frozen: true, Seed: fmt.Sprint(seed), Sites: map[string]http.Handler{
					"shop.test": http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits++ }),
				}})
				testkit.AddPerson(t, u, addresses[0], func(p *mailsim.Persona) {
					p.Addresses, p.Temperament, p.Style.Links = addresses, temperament, "curious"
					p.Behaviors.ForwardTo, p.Timing.ReplyRate = "boss@archive.test", nil
					p.Timing.OOO = []mailsim.Absence{{From: "2026-01-01", To: "2026-01-06", Message: "Away."}}
					if seed == 0 {
						p.Timing.ReplyRate = &one
					}
				})
				send[name](u)
				testkit.Advance(t, u, 60*testkit.Day)
				got := map[string]int{"visits": visits}
				for _, d := range testkit.EventsOf[mailsim.PersonaSent](u) {
					got[d.Kind]++
				}
				got["received"] = len(testkit.EventsOf[mailsim.PersonaReceived](u))
				got["ignored"] = len(testkit.EventsOf[mailsim.PersonaIgnored](u))
				if want == nil {
					want = got
				}
				assert.Equal(t, want, got, "%s, %s, seed %d", name, temperament, seed)
				if name != "one address" {
					for _, a := range addresses {
						copies := 0
						for _, m := range testkit.Inbox(t, u, a) {
							if m.MessageID == "<one@ours.test>" {
								copies++
							}
						}
						assert.Equal(t, 1, copies, "each address has its copy")
					}
				}
			}
			for kind, n := range want {
				all[kind] += n
			}
		}
	}
	for _, kind := range []string{"reply", "ooo", "visits", "initiate"} {
		assert.Positive(t, all[kind], "%s: nothing was tried", kind)
	}
}

func oneMail(to, cc string) string {
	head := "From: App <app@ours.test>\r\nTo: " + to + "\r\n"
	if cc != "" {
		head += "Cc: " + cc + "\r\n"
	}
	return head + "Subject: Order 4711\r\nMessage-ID: <one@ours.test>\r\nDate: Mon, 05 Jan 2026 09:00:00 +0000\r\n\r\n" +
		"Hello Anna,\r\n\r\ncould you look at https://shop.test/order/4711 and tell me when it suits you?\r\n\r\nThanks\r\n"
}

func submitEach(t *testing.T, u *engine.Universe, raw string, to ...string) {
	t.Helper()
	for _, a := range to {
		testkit.SubmitRaw(t, u, raw, a)
	}
}

// TestTagsOfOnePersonDoTheirWorkOnce: two addresses whose tag asks for the same.
func TestTagsOfOnePersonDoTheirWorkOnce(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		to   []string
		want int
	}{
		{[]string{"anna+complaint@home.test"}, 1}, {[]string{"anna@client.test", "anna+complaint@home.test"}, 1},
		{[]string{"anna+complaint@home.test", "anna@client.test"}, 1},
	} {
		u := testkit.New(t, mailsim.Options{Frozen: true})
		testkit.SubmitRaw(t, u, oneMail(strings.Join(k.to, ", "), ""), k.to...)
		testkit.Advance(t, u, testkit.Day)
		reports := 0
		for _, m := range testkit.Inbox(t, u, "app@ours.test") {
			if strings.Contains(string(m.Bytes()), "feedback-report") {
				reports++
			}
		}
		assert.Equal(t, k.want, reports, k.to)
	}
}
