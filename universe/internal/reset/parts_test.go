package reset_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/webmail"
	"github.com/mailsim/mailsim/universe/internal/world"
)

// furnishWhole puts something into every table, counter and setting.
func furnishWhole(t *testing.T) *engine.Universe {
	t.Helper()
	u := testkit.WithWriter(t, &testkit.Quill{}, mailsim.Options{Plan: mailsim.Plan{Limits: mailsim.Limits{SentPerMonth: 1000, InboundPerDay: 1000}}})
	furnish(t, u)
	anna, err := u.PersonaByAddress("anna@client.test")
	require.NoError(t, err)
	_, err = u.AddMemory(context.Background(), anna.ID, mailsim.Note{Text: "likes tea"})
	require.NoError(t, err)
	testkit.Says(t, u, anna.ID, "c1", "x@app.test", testkit.Table("the corner table"))
	_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "desk@ours.test", Username: "desk", Password: "a good password"})
	require.NoError(t, err)
	w := u.World()
	w.Company = mailsim.Company{Name: "Ours", Mailboxes: []mailsim.CompanyMailbox{{Address: "help@ours.test", Name: "Help"}}}
	w.Streams = append(w.Streams, mailsim.Stream{Kind: "lead", To: []string{"quiet@ours.test"}})
	_, err = u.SetWorld(context.Background(), w)
	require.NoError(t, err)
	_, _, err = u.CreateKey(context.Background(), "ci", mailsim.RoleAdmin)
	require.NoError(t, err)
	require.NoError(t, u.SetDNS(context.Background(), mailsim.DNSRecord{Name: "x.test", Type: "TXT", Value: "v=spf1 -all"}))
	testkit.LoadScenario(t, u, "greylisting")
	testkit.NewClient(t, u).Send("app@ours.test", "anna@client.test", "x")
	require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
		t.Count("learned", settings.Month(t.Now))
		people.Filled(t, people.Get(t.View, anna.ID), []string{"#x"})
		return nil
	}))
	id := testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine? See Order 4711.")
	_, err = u.Inspect(context.Background(), id)
	require.NoError(t, err)
	return u
}

// held is something that a universe holds while the parts that it needs are kept.
type held struct {
	name  string
	has   func(v state.View) bool
	needs []mailsim.Part
}

const never mailsim.Part = "never"

func whatIsHeld() []held {
	counts := func(kind string) func(v state.View) bool {
		return func(v state.View) bool {
			return slices.ContainsFunc(state.Keys(state.Counters.In(v.State)), func(k string) bool { return k == kind || strings.HasPrefix(k, kind+"\x00") })
		}
	}
	def := settings.Default()
	return []held{
		{"copies", func(v state.View) bool { return tableOfCopies(v) > 0 }, []mailsim.Part{mailsim.PartMail}},
		{"mails", func(v state.View) bool { return len(post.Mails.In(v.State).Keys()) > 0 }, []mailsim.Part{mailsim.PartMail}},
		{"inspected", func(v state.View) bool { return mind.InspectedTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartMail}},
		{"people", func(v state.View) bool { return people.Table.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartPersonas}},
		{"owners", func(v state.View) bool { return people.OwnerTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartPersonas}},
		{"domains", func(v state.View) bool { return people.DomainTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartPersonas}},
		{"memory", func(v state.View) bool { return people.MemoryTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartPersonas}},
		{"relations", func(v state.View) bool { return people.RelationTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartMail, mailsim.PartPersonas}},
		{"talks", func(v state.View) bool { return people.TalkTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartMail, mailsim.PartPersonas}},
		{"claims", func(v state.View) bool { return people.ClaimTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartMail, mailsim.PartPersonas}},
		{"filler", func(v state.View) bool { return people.FillerTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartMail, mailsim.PartPersonas}},
		{"logins", func(v state.View) bool { return login.Table.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartLogins}},
		{"usernames", func(v state.View) bool { return login.UsernameTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartLogins}},
		{"cases", func(v state.View) bool { return people.CaseTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartCases}},
		{"mails on cases", func(v state.View) bool { return people.CaseOfTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartMail, mailsim.PartCases}},
		{"people's cases", func(v state.View) bool {
			return slices.ContainsFunc(slices.Collect(state.Values(people.Table.In(v.State))), func(p *people.Person) bool { return len(p.CaseIDs) > 0 })
		}, []mailsim.Part{mailsim.PartPersonas, mailsim.PartCases}},
		{"cases' people", func(v state.View) bool {
			c := people.CaseTable.In(v.State).At("c1")
			return c != nil && len(c.PersonaIDs) > 0
		}, []mailsim.Part{mailsim.PartPersonas, mailsim.PartCases}},
		{"cases' mails", func(v state.View) bool { c := people.CaseTable.In(v.State).At("c1"); return c != nil && c.Messages > 0 }, []mailsim.Part{mailsim.PartMail, mailsim.PartCases}},
		{"cases' last", func(v state.View) bool { c := people.CaseTable.In(v.State).At("c1"); return c != nil && c.Last != nil }, []mailsim.Part{mailsim.PartMail, mailsim.PartCases}},
		{"jobs", func(v state.View) bool { return jobs.Table.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartWorld}},
		{"planned", func(v state.View) bool { return jobs.PlannedTable.In(v.State).Len() > 0 }, []mailsim.Part{never}},
		{"jobs by mail", func(v state.View) bool { return jobs.ForTable.In(v.State).Len() > 0 }, []mailsim.Part{never}},
		{"streams", func(v state.View) bool { return world.Table.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartWorld}},
		{"who wrote in a stream", func(v state.View) bool {
			s := world.Table.In(v.State).At("a")
			return s != nil && len(s.Known) > 0
		}, []mailsim.Part{mailsim.PartWorld, mailsim.PartMail}},
		{"webhooks", func(v state.View) bool { return webhook.Table.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartWebhooks}},
		{"faults", func(v state.View) bool { return fault.Table.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartFaults}},
		{"tallies", func(v state.View) bool { return fault.TallyTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartFaults, mailsim.PartMail}},
		{"shares", func(v state.View) bool { return webmail.ShareTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartShares}},
		{"keys", func(v state.View) bool { return login.KeyTable.In(v.State).Len() > 0 }, nil},
		{"events", func(v state.View) bool { return v.Events.Base == 0 }, []mailsim.Part{mailsim.PartEvents}},
		{"last events", func(v state.View) bool { return people.LatestTable.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartEvents}},
		{"facts", func(v state.View) bool { return insight.Table.In(v.State).Len() > 0 }, []mailsim.Part{mailsim.PartEvents}},

		{"AI", func(v state.View) bool { return settings.Of(v).AI }, []mailsim.Part{mailsim.PartAI}},
		{"pace", func(v state.View) bool { return settings.Of(v).Pace != def.Pace }, []mailsim.Part{mailsim.PartPace}},
		{"recipients", func(v state.View) bool { return settings.Of(v).Recipients.Seed != "" }, []mailsim.Part{mailsim.PartRecipients}},
		{"links", func(v state.View) bool { return *settings.Of(v).Links.MaxLinks != *def.Links.MaxLinks }, []mailsim.Part{mailsim.PartLinks}},
		{"retention", func(v state.View) bool { return settings.Of(v).Retention != mailsim.Retention{} }, []mailsim.Part{mailsim.PartRetention}},
		{"company", func(v state.View) bool { return settings.Of(v).Company.Name != "" }, []mailsim.Part{mailsim.PartWorld}},
		{"scenario", func(v state.View) bool { return settings.Of(v).Scenario == "greylisting" }, []mailsim.Part{mailsim.PartFaults}},
		{"DNS", func(v state.View) bool { return settings.Of(v).DNS != nil }, []mailsim.Part{never}},

		{"occasions", counts("occasion"), []mailsim.Part{mailsim.PartMail}},
		{"people drawn", counts("persona"), []mailsim.Part{mailsim.PartPersonas}},
		{"streams named", counts("stream"), []mailsim.Part{mailsim.PartWorld}},
		{"facts counted", counts("facts"), []mailsim.Part{mailsim.PartEvents}},
		{"mails of the month", counts("sent"), nil},
		{"mails of the day", counts("inbound"), nil},
		{"mails learned from", counts("learned"), nil},
		{"jobs numbered", counts("job"), nil},
		{"AI credits", counts(ai.Credits), nil},
	}
}

func tableOfCopies(v state.View) (n int) {
	for _, m := range post.Boxes.In(v.State).M {
		for _, f := range m.Folders {
			n += f.Len()
		}
	}
	return n
}

// TestResetByPart resets a copy for each part kept alone, each two, all but one, and
// all: what needs one that goes is gone, all else is there.
func TestResetByPart(t *testing.T) {
	t.Parallel()
	u := furnishWhole(t)
	all := whatIsHeld()
	u.Read(func(v state.View) {
		for _, h := range all {
			assert.True(t, h.has(v), "%s: nothing of it is there", h.name)
		}
	})
	kept := [][]mailsim.Part{nil, mailsim.Parts()}
	for i, p := range mailsim.Parts() {
		kept = append(kept, []mailsim.Part{p}, slices.Delete(mailsim.Parts(), i, i+1))
		for _, q := range mailsim.Parts()[i+1:] {
			kept = append(kept, []mailsim.Part{p, q})
		}
	}
	for _, keep := range kept {
		f, err := u.Fork(mailsim.Options{})
		require.NoError(t, err)
		_, err = f.Reset(context.Background(), keep...)
		require.NoError(t, err)
		f.Read(func(v state.View) {
			for _, h := range all {
				want := !slices.ContainsFunc(h.needs, func(p mailsim.Part) bool { return !slices.Contains(keep, p) })
				assert.Equal(t, want, h.has(v), "%s, when %v is kept", h.name, keep)
			}
		})
		require.NoError(t, f.Close())
	}
}

// TestResetRestocksTheWorld: what stays has its mailboxes, also when the mail went,
// and only the streams that run have a next mail.
func TestResetRestocksTheWorld(t *testing.T) {
	t.Parallel()
	u := furnishWhole(t)
	_, err := u.Reset(context.Background(), mailsim.PartWorld)
	require.NoError(t, err)
	for address, name := range map[string]string{"help@ours.test": "Help", "sales@ours.test": "", "quiet@ours.test": ""} {
		m, err := u.Mailbox(address)
		require.NoError(t, err)
		assert.Equal(t, name, m.DisplayName, address)
	}
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	require.Len(t, jobs, 1)
	for _, s := range u.World().Streams {
		assert.Equal(t, s.ID == "a", s.Next != nil, s.ID)
	}
}

// TestResetAgain: a folder that is made after each reset is each time another one to
// a client, and what was counted then is the whole count.
func TestResetAgain(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	seen := map[uint32]bool{}
	for range 3 {
		testkit.Inject(t, u, mailsim.Inject{To: "a@ours.test", From: "b@x.test", Text: "x"})
		a, err := u.Access("a@ours.test")
		require.NoError(t, err)
		snap, err := a.Open(post.Inbox)
		require.NoError(t, err)
		assert.False(t, seen[snap.UIDValidity()], "UIDVALIDITY %d again", snap.UIDValidity())
		seen[snap.UIDValidity()] = true
		var last int
		for range 3 * insight.PerRecord { // more than a record that is read as a whole
			last++
			require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
				insight.Note(t, insight.Fact{Kind: insight.Received, Person: strconv.Itoa(last)})
				return nil
			}))
		}
		assert.Equal(t, last, testkit.Insights(t, u, mailsim.InsightFilter{}).Mail.Received)
		_, err = u.Reset(context.Background(), mailsim.PartEvents)
		require.NoError(t, err)
		require.NoError(t, u.Update(context.Background(), func(t *state.Tx) error {
			insight.Note(t, insight.Fact{Kind: insight.Received, Person: "more"})
			return nil
		}))
		assert.Equal(t, last+1, testkit.Insights(t, u, mailsim.InsightFilter{}).Mail.Received, "what is kept is counted on")
		_, err = u.Reset(context.Background())
		require.NoError(t, err)
	}
}

// TestResetTellsWhoWatches: sessions that have a folder open look again, and who
// follows from before is told that events are gone.
func TestResetTellsWhoWatches(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "a@ours.test", Folder: "Kept", From: "b@x.test", Text: "x"})
	testkit.MakeEvents(t, u, 3)
	mark := u.Mark()
	testkit.MakeEvents(t, u, 3)
	a, err := u.Access("a@ours.test")
	require.NoError(t, err)
	woken := map[string]bool{}
	for _, folder := range []string{"Kept", ""} {
		defer a.Watch(folder, func() { woken[folder] = true })()
	}
	_, err = u.Reset(context.Background())
	require.NoError(t, err)
	assert.Equal(t, map[string]bool{"Kept": true, "": true}, woken)
	_, err = u.WaitEvent(context.Background(), mark, mailsim.EventFilter{})
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
	now := u.Mark()
	testkit.MakeEvents(t, u, 1)
	e, err := u.WaitEvent(context.Background(), now, mailsim.EventFilter{})
	require.NoError(t, err)
	assert.EqualValues(t, 7, e.ID)
}

// TestResetLeavesKeys: a key of the file that was revoked does not come back.
func TestResetLeavesKeys(t *testing.T) {
	t.Parallel()
	u := testkit.FromFile(t, "id: u_x\nkeys: [{key: first-key-0123456789, role: admin}, {key: other-key-0123456789, role: admin}]\n", mailsim.Options{})
	require.NoError(t, u.DeleteKey(context.Background(), "first-"))
	_, _, err := u.CreateKey(context.Background(), "mine", mailsim.RoleViewer)
	require.NoError(t, err)
	before := u.Keys()
	require.Len(t, before, 2)
	_, err = u.Reset(context.Background())
	require.NoError(t, err)
	assert.Equal(t, before, u.Keys())
}

// TestResetTakesNobodysLogin: name and password of the file that another organization
// has taken since cannot come back; nothing is reset then, unless logins are kept.
func TestResetTakesNobodysLogin(t *testing.T) {
	t.Parallel()
	c := testkit.NewCell(t, mailsim.CellOptions{Universe: mailsim.Options{HashCost: 4}, Config: testkit.Config(t, `
orgs:
  - {name: Acme, universes: [{id: u_a, logins: [{address: app@ours.test, password: one}]}]}
  - {name: Beta, universes: [{id: u_b}]}
`)})
	a, err := testkit.Whole(c.Universe("u_a"))
	require.NoError(t, err)
	b, err := testkit.Whole(c.Universe("u_b"))
	require.NoError(t, err)
	_, err = a.UpdateLogin(context.Background(), "app@ours.test", mailsim.LoginPatch{Password: new("two")})
	require.NoError(t, err)
	_, err = b.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@ours.test", Password: "one"})
	require.NoError(t, err)
	testkit.Inject(t, a, mailsim.Inject{To: "x@ours.test", From: "y@ours.test", Text: "x"})
	mails := a.Status().Messages
	_, err = a.Reset(context.Background())
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.Equal(t, mails, a.Status().Messages)
	_, err = a.Reset(context.Background(), mailsim.PartLogins)
	require.NoError(t, err)
	assert.Zero(t, a.Status().Messages)
	for password, universe := range map[string]string{"one": "u_b", "two": "u_a"} {
		s := c.NewSession(mailsim.SessionInfo{Proto: "imap"})
		require.NoError(t, s.Authenticate(context.Background(), "app@ours.test", password))
		assert.Equal(t, universe, engine.UniverseOf(s).ID())
	}
}
