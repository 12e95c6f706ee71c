package world_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// TestWorldBounds: each bound of a World is the last value that is taken.
func TestWorldBounds(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	boxes := func(n int) []mailsim.CompanyMailbox {
		return slices.Repeat([]mailsim.CompanyMailbox{{Address: "a@ours.test"}}, n)
	}
	streams := func(n int) []mailsim.Stream { return slices.Repeat([]mailsim.Stream{{Kind: "lead"}}, n) }
	long := strings.Repeat("x", valid.MaxName+1)
	for name, c := range map[string]struct {
		ok, not mailsim.World
		want    string
	}{
		"name":          {mailsim.World{Company: mailsim.Company{Name: long[1:]}}, mailsim.World{Company: mailsim.Company{Name: long}}, "company.name"},
		"mailboxes":     {mailsim.World{Company: mailsim.Company{Mailboxes: boxes(1000)}}, mailsim.World{Company: mailsim.Company{Mailboxes: boxes(1001)}}, "company.mailboxes"},
		"mailbox name":  {mailsim.World{Company: mailsim.Company{Mailboxes: []mailsim.CompanyMailbox{{Address: "a@ours.test", Name: long[1:], Role: ""}}}}, mailsim.World{Company: mailsim.Company{Mailboxes: []mailsim.CompanyMailbox{{Address: "a@ours.test", Name: long, Role: ""}}}}, "company.mailboxes"},
		"mailbox role":  {mailsim.World{Company: mailsim.Company{Mailboxes: []mailsim.CompanyMailbox{{Address: "a@ours.test", Name: "", Role: long[1:]}}}}, mailsim.World{Company: mailsim.Company{Mailboxes: []mailsim.CompanyMailbox{{Address: "a@ours.test", Name: "", Role: long}}}}, "company.mailboxes"},
		"mailbox line":  {mailsim.World{}, mailsim.World{Company: mailsim.Company{Mailboxes: []mailsim.CompanyMailbox{{Address: "a@ours.test", Name: "a\nb", Role: ""}}}}, "company.mailboxes"},
		"streams":       {mailsim.World{Streams: streams(200)}, mailsim.World{Streams: streams(201)}, "streams"},
		"stream to":     {mailsim.World{Streams: []mailsim.Stream{{Kind: "lead", To: slices.Repeat([]string{"a@ours.test"}, 100)}}}, mailsim.World{Streams: []mailsim.Stream{{Kind: "lead", To: slices.Repeat([]string{"a@ours.test"}, 101)}}}, "to"},
		"stream brief":  {mailsim.World{Streams: []mailsim.Stream{{Kind: "lead", Brief: strings.Repeat("x", valid.MaxText)}}}, mailsim.World{Streams: []mailsim.Stream{{Kind: "lead", Brief: strings.Repeat("x", valid.MaxText+1)}}}, "brief"},
		"new_people":    {mailsim.World{Streams: []mailsim.Stream{{Kind: "lead", NewPeople: 0}}}, mailsim.World{Streams: []mailsim.Stream{{Kind: "lead", NewPeople: math.NaN()}}}, "new_people"},
		"per_day":       {mailsim.World{Streams: []mailsim.Stream{{Kind: "lead", PerDay: math.Inf(1), Enabled: new(false)}}}, mailsim.World{Streams: []mailsim.Stream{{Kind: "lead", PerDay: math.Inf(-1)}}}, "per_day"},
		"stream id":     {mailsim.World{Streams: []mailsim.Stream{{ID: strings.Repeat("x", 200), Kind: "lead"}}}, mailsim.World{Streams: []mailsim.Stream{{ID: strings.Repeat("x", 201), Kind: "lead"}}}, "id"},
		"company names": {mailsim.World{Company: mailsim.Company{TZ: "UTC", Domain: "ours.test"}}, mailsim.World{Company: mailsim.Company{Domain: "-"}}, "company.domain"},
	} {
		_, err := u.SetWorld(context.Background(), c.ok)
		assert.NoError(t, err, name)
		_, err = u.SetWorld(context.Background(), c.not)
		assert.ErrorIs(t, err, mailsim.ErrInvalid, name)
		assert.ErrorContains(t, err, c.want, name)
	}
}

// TestWorldMakesItsMailboxes: those of company and streams are there at once, each
// once, and one that is there keeps its name.
func TestWorldMakesItsMailboxes(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "desk@ours.test", DisplayName: "The desk", Password: "a good password"})
	require.NoError(t, err)
	w, err := u.SetWorld(context.Background(), mailsim.World{
		Company: mailsim.Company{Mailboxes: []mailsim.CompanyMailbox{{Address: "desk@ours.test", Name: "Another", Role: ""}, {Address: "new@ours.test", Name: "New", Role: ""}}},
		Streams: []mailsim.Stream{{ID: "s", Kind: "lead", To: []string{"sales@ours.test", "Sales@ours.test"}}, {ID: "empty", Kind: "lead"}},
	})
	require.NoError(t, err)
	assert.Equal(t, []string{"sales@ours.test"}, w.Streams[0].To)
	for address, name := range map[string]string{"desk@ours.test": "The desk", "new@ours.test": "New", "sales@ours.test": ""} {
		m, err := u.Mailbox(address)
		require.NoError(t, err, address)
		assert.Equal(t, name, m.DisplayName, address)
	}
	assert.Equal(t, []mailsim.WorldUpdated{{Streams: 2, Enabled: 0}}, testkit.EventsOf[mailsim.WorldUpdated](u)) // spec: events.world.updated
	_, err = u.SetWorld(context.Background(), mailsim.World{Company: mailsim.Company{Mailboxes: []mailsim.CompanyMailbox{{Address: "new@ours.test", Name: "Newer", Role: ""}}}, Streams: w.Streams})
	require.NoError(t, err)
	m, err := u.Mailbox("new@ours.test")
	require.NoError(t, err)
	assert.Equal(t, "New", m.DisplayName, "a name that is there stays")
	_, err = u.SendStream(context.Background(), "empty")
	assert.EqualError(t, err, `stream "empty" needs a rate and at least one mailbox`)
}

// TestWorldMailIsWhole looks at what stands in the mails of people and of programs.
func TestWorldMailIsWhole(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	_, err := u.SetWorld(context.Background(), mailsim.World{
		Company: mailsim.Company{Name: "Ours", Domain: "ours.test", TZ: "Asia/Tokyo", Mailboxes: []mailsim.CompanyMailbox{{Address: "sales@ours.test", Name: "Jo Park", Role: "Sales"}}},
		Streams: []mailsim.Stream{{ID: "lead", Kind: "lead", Brief: "olive oil", NewPeople: 1, To: []string{"sales@ours.test"}}, {ID: "news", Kind: "newsletter", To: []string{"sales@ours.test"}}, {ID: "spam", Kind: "spam", NewPeople: 1, To: []string{"sales@ours.test"}}},
	})
	require.NoError(t, err)
	replyTo := 0
	for range 10 {
		for _, s := range []string{"lead", "news", "spam"} {
			id, err := u.SendStream(context.Background(), s)
			require.NoError(t, err)
			list, err := u.Messages("sales@ours.test", mailsim.MessageFilter{Limit: 1})
			require.NoError(t, err)
			require.Equal(t, id, list[0].MessageID)
			raw := string(list[0].Bytes())
			head, _, _ := strings.Cut(raw, "\r\n\r\n")
			assert.Contains(t, head, transit.SimulatedHeader+": 1", s)
			assert.Regexp(t, `(?m)^To: "?Jo Park"? <sales@ours.test>`, head, s)
			if !strings.Contains(head, "\nThread-Index: ") { // Exchange writes UTC
				assert.Regexp(t, `(?m)^Date: .* \+0900`, head, "the company's zone")
			}
			if strings.Contains(head, "\nReply-To: ") {
				replyTo++
			}
			switch s {
			case "lead":
				p, err := u.PersonaByAddress(list[0].From)
				require.NoError(t, err)
				assert.Equal(t, "olive oil", p.Wants)
			case "news":
				assert.Equal(t, "both", string(list[0].Format))
				for _, field := range []string{"List-Id: ", "List-Unsubscribe: <https://", "List-Unsubscribe-Post: List-Unsubscribe=One-Click", "Precedence: bulk"} {
					assert.Contains(t, head, "\n"+field)
				}
			}
		}
	}
	assert.Positive(t, replyTo, "some spam wants its answers elsewhere")
}

// TestWorldKnowsItsPeople: a PUT does not forget who wrote, one who is deleted
// writes no more, and nobody new gets an address that is taken.
func TestWorldKnowsItsPeople(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	s := mailsim.Stream{ID: "s", Kind: "customer", To: []string{"a@ours.test"}}
	send := func(u *engine.Universe) string {
		_, err := u.SendStream(context.Background(), "s")
		require.NoError(t, err)
		list := worldMails(u)
		return list[len(list)-1].PersonaID
	}
	testkit.SetWorld(t, u, s)
	first := send(u)
	testkit.SetWorld(t, u, s)
	assert.Equal(t, first, send(u))
	require.NoError(t, u.DeletePersona(context.Background(), first))
	f, err := u.Fork(mailsim.Options{})
	require.NoError(t, err)
	defer f.Close()
	next, err := f.Persona(send(f))
	require.NoError(t, err)
	assert.NotEqual(t, first, next.ID)
	_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: next.Addresses[0], Password: "a good password"})
	require.NoError(t, err)
	other, err := u.Persona(send(u))
	require.NoError(t, err)
	assert.NotEqual(t, next.Addresses, other.Addresses)
	s.Kind = "spam"
	testkit.SetWorld(t, u, s)
	assert.Empty(t, send(u), "people do not become programs")
}

// TestWorldSendsAtOnce: mails that are asked for at once are different ones.
func TestWorldSendsAtOnce(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.SetWorld(t, u, mailsim.Stream{ID: "s", Kind: "lead", NewPeople: 0.5, To: []string{"a@ours.test"}})
	var all sync.WaitGroup
	var ids sync.Map
	for range 8 {
		all.Go(func() {
			for range 5 {
				id, err := u.SendStream(context.Background(), "s")
				assert.NoError(t, err)
				_, twice := ids.LoadOrStore(id, true)
				assert.False(t, twice)
			}
		})
	}
	all.Wait()
	assert.Equal(t, 40, u.World().Streams[0].Sent)
}

// TestWorldAtItsEdges: the busiest stream sends one mail at a time, a rare one
// keeps its rate over weeks of closed doors, and a skipped send moves the next on.
func TestWorldAtItsEdges(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.SetWorld(t, u, mailsim.Stream{ID: "busy", Kind: "spam", PerDay: 500, Enabled: new(true), To: []string{"a@ours.test"}})
	testkit.Advance(t, u, 3*testkit.Day)
	var last time.Time
	for e := range u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventWorldMail}}) {
		assert.NotEqual(t, last, e.At)
		last = e.At
	}
	for range 20 {
		j := mustPending(t, u)
		_, err := u.SkipJob(context.Background(), j.ID)
		require.NoError(t, err)
		require.True(t, u.World().Streams[0].Next.After(j.Due), "after the one that was skipped")
	}
	rare := testkit.New(t, mailsim.Options{})
	testkit.SetWorld(t, rare, mailsim.Stream{Kind: "spam", PerDay: 0.05, BusinessHours: true, Enabled: new(true), To: []string{"a@ours.test"}})
	testkit.Advance(t, rare, 1400*testkit.Day)
	assert.InDelta(t, 50, rare.World().Streams[0].Sent, 4*math.Sqrt(50), "one in twenty working days")
}
