package config_test

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

// fileKey is one key of a file: two of its values, what shows it, and a change by the
// API that no file says.
type fileKey struct {
	name, one, two string
	shows          func(t *testing.T, u *engine.Universe) any
	change         func(u *engine.Universe) error
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

var fileKeys = []fileKey{
	{"ai", "off", "on", func(_ *testing.T, u *engine.Universe) any { return u.AI().Mode }, func(u *engine.Universe) error { _, err := u.SetAI(context.Background(), false); return err }},
	{"mark_simulated", "false", "true", func(_ *testing.T, u *engine.Universe) (on any) {
		u.Read(func(v state.View) { on = settings.MarksSimulated(v) })
		return on
	}, nil},
	{"keys", `[{key: "first-key-0123456789", name: ci, role: admin}]`, `[{key: "other-key-0123456789", name: ci, role: viewer}, {key: "first-key-0123456789", name: ci, role: viewer}]`,
		func(_ *testing.T, u *engine.Universe) any { return u.Keys() }, func(u *engine.Universe) error { return u.DeleteKey(context.Background(), "other-") }},
	{"logins", `[{address: app@ours.test, password: one, username: app}]`, `[{address: app@ours.test, password: two, note: shop}]`,
		func(_ *testing.T, u *engine.Universe) any {
			_, one, _ := u.CheckLogin(context.Background(), "smtp", "app@ours.test", "one")
			_, two, _ := u.CheckLogin(context.Background(), "smtp", "app@ours.test", "two")
			out := []any{one == "", two == ""}
			for _, l := range u.Logins() {
				if !l.Disabled {
					out = append(out, l.Username, l.Note)
				}
			}
			return out
		}, func(u *engine.Universe) error { return u.DisableLogin(context.Background(), "app@ours.test") }},
	{"personas", `[{id: p_a, name: Anna, addresses: [anna@client.test]}]`, `[{id: p_a, name: Anna Weber, addresses: [anna@client.test, a@client.test]}, {name: Ben, addresses: [ben@client.test]}]`,
		func(_ *testing.T, u *engine.Universe) any {
			out := []any{}
			for _, p := range u.Personas() {
				out = append(out, p.Name, p.Addresses, p.Provider)
			}
			return out
		}, nil},
	{"cases", `[{id: T-1, title: One, summary: Late., status: closed, facts: {order: 7}, external_ids: {crm: 1}, addresses: [x@client.test]}, {id: T-3}]`, `[{id: T-1, title: Two, facts: {order: 8}}, {id: T-2}]`,
		func(_ *testing.T, u *engine.Universe) any {
			out := u.Cases()
			for i := range out {
				out[i].PersonaIDs = nil // those behind its addresses stay on it
			}
			return out
		},
		func(u *engine.Universe) error {
			_, err := u.PushCase(context.Background(), "T-1", mailsim.CasePatch{Title: new("Mine")})
			return err
		}},
	{"world", `{company: {name: Ours}, streams: [{id: leads, kind: lead, per_day: 5, enabled: true, to: [a@ours.test]}]}`, `{company: {name: Others}}`,
		func(_ *testing.T, u *engine.Universe) any {
			w := u.World()
			for i := range w.Streams {
				w.Streams[i].Next = nil // it is drawn
			}
			return w
		},
		func(u *engine.Universe) error {
			_, err := u.SetWorld(context.Background(), mailsim.World{Company: mailsim.Company{Name: "Mine"}})
			return err
		}},
	{"recipients", `{seed: one}`, `{seed: two, default: {bad_rate: 0.5}}`, func(_ *testing.T, u *engine.Universe) any { return u.Recipients() },
		func(u *engine.Universe) error {
			_, err := u.SetRecipients(context.Background(), mailsim.Recipients{Seed: "mine"})
			return err
		}},
	{"links", `{max_links: 5}`, `{max_links: 6, deny: [evil.test]}`, func(_ *testing.T, u *engine.Universe) any { return u.Links().Policy },
		func(u *engine.Universe) error {
			_, err := u.SetLinks(context.Background(), mailsim.DefaultLinkPolicy())
			return err
		}},
	{"pace", `{factor: 2}`, `{factor: 3, ignore_hours: true}`, func(_ *testing.T, u *engine.Universe) any { return u.Pace() },
		func(u *engine.Universe) error {
			_, err := u.SetPace(context.Background(), mailsim.Pace{Factor: 9})
			return err
		}},
	{"retention", `{mail_days: 30}`, `{event_days: 7}`, func(_ *testing.T, u *engine.Universe) any { return u.Retention() },
		func(u *engine.Universe) error {
			_, err := u.SetRetention(context.Background(), mailsim.Retention{MailDays: 1, EventDays: 1})
			return err
		}},
	{"relay", `{server: "127.0.0.1:25", block: [one.test]}`, `{server: "127.0.0.1:25", block: [two.test], from: me@two.test}`, func(_ *testing.T, u *engine.Universe) any { return u.Relay() },
		func(u *engine.Universe) error {
			_, err := u.SetRelay(context.Background(), mailsim.RelayRules{Block: []string{"mine.test"}})
			return err
		}},
	{"bounds", `{mails: 30}`, `{events: 7, when_full: oldest}`, func(_ *testing.T, u *engine.Universe) any { return *u.Env.Bounds.Load() }, nil},
	{"faults", `{scenario: greylisting}`, `{rules: [{where: smtp, at: rcpt, kind: tempfail}]}`, func(_ *testing.T, u *engine.Universe) any { return u.Faults() },
		func(u *engine.Universe) error {
			_, err := u.SetFaults(context.Background(), mailsim.Faults{Scenario: "duplicates"})
			return err
		}},
	{"webhooks", `[{name: a, url: "http://127.0.0.1:9/a"}]`, `[{name: b, url: "http://127.0.0.1:9/b", secret: s}]`, func(_ *testing.T, u *engine.Universe) any { return u.Webhooks() },
		func(u *engine.Universe) error { _, err := u.SetWebhooks(context.Background(), nil); return err }},
	{"sites", `{shop.test: "http://127.0.0.1:3000"}`, `{shop.test: "http://127.0.0.1:4000", more.test: "http://127.0.0.1:3000"}`,
		func(_ *testing.T, u *engine.Universe) any {
			out := map[string]any{}
			maps.Copy(out, u.Sites.Names)
			return out
		}, func(u *engine.Universe) error { return u.SetSiteURL("shop.test", "http://127.0.0.1:5000") }},
}

// TestReloadEachKey: a value that the file changes is set, one that it repeats leaves
// alone what the API has set since, and one that is gone is the default again.
func TestReloadEachKey(t *testing.T) {
	t.Parallel()
	for _, k := range fileKeys {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			file := func(value string) string { return "id: u_x\nseed: x\n" + k.name + ": " + value + "\n" }
			at := func(text string) *engine.Universe {
				return testkit.FromFile(t, text, mailsim.Options{Writer: &testkit.Quill{}})
			}
			show := func(u *engine.Universe) string { return asJSON(t, k.shows(t, u)) }
			u := at(file(k.one))
			reload := func(text string) string {
				require.NoError(t, u.Reload(context.Background(), testkit.Config(t, text)))
				return show(u)
			}
			first := show(u)
			second := reload(file(k.two))
			assert.NotEqual(t, first, second)
			assert.Equal(t, show(at(file(k.two))), second, "as in a universe that was made from it")
			if k.change != nil {
				require.NoError(t, k.change(u))
				mine := show(u)
				require.NotEqual(t, second, mine)
				assert.Equal(t, mine, reload(file(k.two)+"# another line\n"), "what is not new in the file is not set again")
			}
			assert.Equal(t, show(at(file(k.one))), reload(file(k.one)))
			assert.Equal(t, show(at("id: u_x\nseed: x\n")), reload("id: u_x\nseed: x\n"), "back to the default")
			assert.Equal(t, first, reload(file(k.one)), "and there again")
		})
	}
	for name := range yamlfile.Root().Fields {
		known := slices.ContainsFunc(fileKeys, func(k fileKey) bool { return k.name == name })
		assert.True(t, known || slices.Contains([]string{"id", "name", "seed", "clock", "orgs", "trusted"}, name), "%s is not tried", name)
	}
}

// TestReloadOfPeople: what a person of the file holds that no file said stays, and the
// cases that they are on follow what it says.
func TestReloadOfPeople(t *testing.T) {
	t.Parallel()
	u := testkit.FromFile(t, "personas: [{id: p_a, name: Anna, addresses: [a@client.test], case_ids: [T-1]}, {id: p_b, addresses: [b@client.test]}]\ncases: [{id: T-1}, {id: T-2}, {id: T-3, persona_ids: [p_a]}]\n", mailsim.Options{})
	_, err := u.PushCase(context.Background(), "T-2", mailsim.CasePatch{PersonaIDs: []string{"p_a"}})
	require.NoError(t, err)
	reload := func(text string) (updated int) {
		before := len(testkit.EventsOf[mailsim.PersonaUpdated](u))
		require.NoError(t, u.Reload(context.Background(), testkit.Config(t, text)))
		return len(testkit.EventsOf[mailsim.PersonaUpdated](u)) - before
	}
	on := func() (cases []string, people [][]string) {
		p, err := u.Persona("p_a")
		require.NoError(t, err)
		for _, c := range u.Cases() {
			people = append(people, c.PersonaIDs)
		}
		return slices.Sorted(slices.Values(p.CaseIDs)), people
	}
	was, err := u.Persona("p_a")
	require.NoError(t, err)
	testkit.Advance(t, u, testkit.Day)
	assert.Equal(t, 1, reload("personas: [{id: p_a, name: Anna Weber, addresses: [a@client.test], case_ids: [T-1]}, {id: p_b, addresses: [b@client.test]}]\ncases: [{id: T-1}, {id: T-2}, {id: T-3, persona_ids: [p_a]}]\n"))
	is, err := u.Persona("p_a")
	require.NoError(t, err)
	was.Name = "Anna Weber"
	assert.Equal(t, was, is, "all but the name, when it was made and its cases too")
	cases, _ := on()
	assert.Equal(t, []string{"T-1", "T-2", "T-3"}, cases)

	assert.Equal(t, 1, reload("personas: [{id: p_a, name: Anna Weber, addresses: [a@client.test], case_ids: [T-2]}, {id: p_b, addresses: [b@client.test]}]\ncases: [{id: T-1, persona_ids: [p_b]}, {id: T-2, persona_ids: [p_b]}, {id: T-3}]\n"))
	cases, people := on()
	assert.Equal(t, []string{"T-2"}, cases)
	assert.Equal(t, [][]string{{"p_b"}, {"p_b", "p_a"}, {}}, people)
	assert.Equal(t, 1, reload("personas: [{id: p_a, name: Anna Weber, addresses: [a@client.test], case_ids: [T-1]}, {id: p_b, addresses: [b@client.test]}]\ncases: [{id: T-1, persona_ids: [p_b]}, {id: T-2, persona_ids: [p_b]}, {id: T-3}]\n"))
	cases, people = on()
	assert.Equal(t, []string{"T-1"}, cases, "the cases' own entries did not change")
	assert.Equal(t, [][]string{{"p_b", "p_a"}, {"p_b"}, {}}, people)

	// Ben goes and comes again; what is drawn for him then stays when he changes
	reload("personas: []")
	reload("personas: [{id: p_b, addresses: [b@client.test]}]")
	ben, err := u.Persona("p_b")
	require.NoError(t, err)
	reload("personas: [{id: p_b, addresses: [b@client.test], role: Buyer}]")
	again, err := u.Persona("p_b")
	require.NoError(t, err)
	ben.Role = "Buyer"
	assert.Equal(t, ben, again)
	require.NoError(t, u.Reload(context.Background(), testkit.Config(t, "personas: [{id: p_a, addresses: [taken@client.test]}]")))
	testkit.AddPerson(t, u, "mine@client.test", nil)
	err = u.Reload(context.Background(), testkit.Config(t, "personas: [{id: p_a, addresses: [taken@client.test, mine@client.test]}]"))
	assert.ErrorContains(t, err, "personas[0].addresses: mine@client.test already belongs to")
}

// TestReloadOfLogins: the plan counts those that work, and what the API added stays.
func TestReloadOfLogins(t *testing.T) {
	t.Parallel()
	u := testkit.FromFile(t, "logins: [{address: a@ours.test, password: one}]", mailsim.Options{Plan: mailsim.Plan{Name: "small", Limits: mailsim.Limits{Logins: 1}}})
	reload := func(logins string) error {
		return u.Reload(context.Background(), testkit.Config(t, "logins: ["+logins+"]"))
	}
	for _, address := range []string{"a@ours.test", "c@ours.test"} {
		testkit.Inject(t, u, mailsim.Inject{To: address, From: "x@client.test", Text: "x"})
		_, err := u.SetSignature(context.Background(), address, "Yours, "+address)
		require.NoError(t, err)
	}
	require.NoError(t, reload("{address: a@ours.test, password: one, note: changed}"), "a change takes no room")
	assert.ErrorContains(t, reload("{address: a@ours.test}, {address: c@ours.test}"), "logins[1]: the plan small allows 1 login", "a signature is no login yet")
	require.NoError(t, reload("{address: b@ours.test, password: two}"))
	assert.ErrorContains(t, reload("{address: a@ours.test, password: one}, {address: b@ours.test, password: two}"), "logins[0]: the plan small allows 1 login")
	_, why, _ := u.CheckLogin(context.Background(), "imap", "a@ours.test", "one")
	assert.NotEmpty(t, why)
	require.NoError(t, reload("{address: c@ours.test, password: one}"), "b makes room")
	for _, address := range []string{"a@ours.test", "c@ours.test"} {
		text, err := u.Signature(address)
		require.NoError(t, err)
		assert.Equal(t, "Yours, "+address, text)
	}
}

// TestReloadOfKeysInACell: a key that leaves a file is free, one that stays opens on,
// and one that another universe has by now is not taken from it.
func TestReloadOfKeysInACell(t *testing.T) {
	t.Parallel()
	c := testkit.NewCell(t, mailsim.CellOptions{Universe: mailsim.Options{HashCost: 4}, Config: testkit.Config(t, `
orgs:
  - {name: Acme, universes: [{id: u_a, keys: [{key: stays-key-0123456789, role: admin}, {key: moves-key-0123456789, role: admin}]}, {id: u_b}]}
`)})
	a, err := testkit.Whole(c.Universe("u_a"))
	require.NoError(t, err)
	b, err := testkit.Whole(c.Universe("u_b"))
	require.NoError(t, err)
	opens := func(key string) string {
		who, err := c.Authenticate(context.Background(), mailsim.Credentials{Key: key})
		if err != nil {
			return ""
		}
		return engine.Of(who.Universe()).ID()
	}
	require.NoError(t, a.Reload(context.Background(), testkit.Config(t, "{id: u_a, pace: {factor: 2}, keys: [{key: stays-key-0123456789, role: admin}, {key: moves-key-0123456789, role: admin}]}")))
	assert.Equal(t, []string{"u_a", "u_a"}, []string{opens("stays-key-0123456789"), opens("moves-key-0123456789")})
	_, err = b.AddKey(context.Background(), "moves-key-0123456789", "", mailsim.RoleAdmin)
	require.ErrorContains(t, err, "choose a different key")
	require.NoError(t, a.DeleteKey(context.Background(), "moves-"))
	_, err = b.AddKey(context.Background(), "moves-key-0123456789", "", mailsim.RoleAdmin)
	require.NoError(t, err, "it was revoked")
	require.NoError(t, a.Reload(context.Background(), testkit.Config(t, "{id: u_a, keys: [{key: stays-key-0123456789, role: admin}, {key: moves-key-0123456789, role: admin}]}")), "the file says nothing new of it")
	require.NoError(t, a.Reload(context.Background(), testkit.Config(t, "{id: u_a, keys: [{key: stays-key-0123456789, role: admin}]}")))
	assert.Equal(t, []string{"u_a", "u_b"}, []string{opens("stays-key-0123456789"), opens("moves-key-0123456789")})
	require.NoError(t, a.Reload(context.Background(), testkit.Config(t, "{id: u_a}")))
	assert.Empty(t, opens("stays-key-0123456789"))
	_, err = b.AddKey(context.Background(), "stays-key-0123456789", "", mailsim.RoleAdmin)
	require.NoError(t, err, "it is free")
}

// TestReloadBesideOptions: what Go gave in the place of a file's seed may come to
// stand in the file, and nothing else.
func TestReloadBesideOptions(t *testing.T) {
	t.Parallel()
	u := testkit.FromFile(t, "seed: file", mailsim.Options{Seed: "mine"})
	require.NoError(t, u.Reload(context.Background(), testkit.Config(t, "seed: mine")))
	require.NoError(t, u.Reload(context.Background(), testkit.Config(t, "seed: mine\npace: {factor: 2}")))
	require.ErrorContains(t, u.Reload(context.Background(), testkit.Config(t, "seed: other")), "seed: cannot change while the universe runs: it is \"mine\"")
	assert.Equal(t, 2.0, u.Pace().Factor)
}

// TestReloadUnderALesserPlan: what the plan no longer includes can still go from the
// file.
func TestReloadUnderALesserPlan(t *testing.T) {
	t.Parallel()
	u := testkit.FromFile(t, "links: {max_links: 5}\nfaults: {scenario: greylisting}\nwebhooks: [{url: 'http://127.0.0.1:9/'}]\n", mailsim.Options{})
	u.SetPlan(mailsim.Plan{Name: "small", Features: []mailsim.Feature{}})
	require.ErrorContains(t, u.Reload(context.Background(), testkit.Config(t, "links: {max_links: 6}\nfaults: {scenario: greylisting}\nwebhooks: [{url: 'http://127.0.0.1:9/'}]\n")), "does not include links")
	require.NoError(t, u.Reload(context.Background(), testkit.Config(t, "")))
	assert.Equal(t, mailsim.DefaultLinkPolicy(), u.Links().Policy)
	assert.Empty(t, u.Faults().Rules)
	assert.Empty(t, u.Webhooks())
}

// TestReloadHoldsTogether: where one key of a file cannot be applied, none is.
func TestReloadHoldsTogether(t *testing.T) {
	t.Parallel()
	const first = "id: u_x\nname: X\nseed: x\nclock: {speed: 2, frozen: true}\n"
	rest := map[string]string{}
	for _, k := range fileKeys {
		rest[k.name] = k.one
	}
	delete(rest, "ai")
	for key, wrong := range map[string][2]string{
		"id":       {"u_y", "id: cannot change"},
		"name":     {"Y", "name: cannot change"},
		"seed":     {"y", "seed: cannot change"},
		"clock":    {"{speed: 3, frozen: true}", "clock: cannot change"},
		"ai":       {"on", "ai: no AI writer is configured"},
		"personas": {"[{name: Anna, addresses: [anna@client.test]}, {name: Taken, addresses: [taken@client.test]}]", "personas[1]"},
		"cases":    {"[{id: T-1}, {id: T-2, persona_ids: [p_none]}]", "cases[1].persona_ids: no such persona"},
		"logins":   {"[{address: a@ours.test}, {address: b@ours.test}, {address: c@ours.test}]", "logins[2]: the plan small allows 2 logins"},
		"webhooks": {"[{url: 'http://a.test'}]", "webhooks: the plan small does not include webhooks"},
		"links":    {"{max_links: 7}", "links: the plan small does not include links"},
		"faults":   {"{scenario: greylisting}", "faults: the plan small does not include chaos"},
	} {
		u := testkit.FromFile(t, first, mailsim.Options{Plan: mailsim.Plan{Name: "small", Limits: mailsim.Limits{Logins: 2}, Features: []mailsim.Feature{}}})
		testkit.AddPerson(t, u, "taken@client.test", nil)
		state := func() string {
			out := []any{u.ID(), u.Name(), u.Seed(), u.Clock(), u.Committed().Last()}
			for _, k := range fileKeys {
				out = append(out, k.shows(t, u))
			}
			return asJSON(t, out)
		}
		before, saved := state(), testkit.Saved(t, u)
		text := first
		if at := slices.Index([]string{"id", "name", "seed", "clock"}, key); at >= 0 {
			lines := []string{"id: u_x\n", "name: X\n", "seed: x\n", "clock: {speed: 2, frozen: true}\n"}
			lines[at] = key + ": " + wrong[0] + "\n"
			text = lines[0] + lines[1] + lines[2] + lines[3]
		} else {
			text += key + ": " + wrong[0] + "\n"
		}
		for name, value := range rest {
			if name != key && !slices.Contains([]string{"links", "faults", "webhooks"}, name) {
				text += name + ": " + value + "\n"
			}
		}
		err := u.Reload(context.Background(), testkit.Config(t, text))
		require.ErrorContains(t, err, wrong[1], key)
		assert.Equal(t, before, state(), key)
		assert.Equal(t, saved, testkit.Saved(t, u), key)
	}
}

// TestFaultsThatNeedNoPlan: a file that says that nothing fails is no chaos.
func TestFaultsThatNeedNoPlan(t *testing.T) {
	t.Parallel()
	plan := mailsim.Plan{Name: "small", Features: []mailsim.Feature{}}
	u := testkit.FromFile(t, "id: u_x\nfaults: {scenario: calm}\n", mailsim.Options{Plan: plan})
	require.NoError(t, u.Reload(context.Background(), testkit.Config(t, "id: u_x\nfaults: {}\nwebhooks: []\n")))
	require.NoError(t, u.Reload(context.Background(), testkit.Config(t, "id: u_x\n")))
	_, err := engine.New(mailsim.Options{Plan: plan, HashCost: 4, Config: testkit.Config(t, "faults: {rules: [{where: smtp, at: rcpt, kind: tempfail}]}")})
	assert.ErrorContains(t, err, "does not include chaos")
}

func TestPeopleOfAFileAreChangedThere(t *testing.T) {
	t.Parallel()
	c, err := config.Parse("world.yaml", []byte("personas:\n  - {id: p_anna, name: Anna, addresses: [anna@client.test]}\n"))
	require.NoError(t, err)
	u := testkit.New(t, mailsim.Options{Config: c})
	before, err := u.Persona("p_anna")
	require.NoError(t, err)
	// spec: personas.provider.config
	assert.Equal(t, "config", before.Provider)
	// spec: personas.patch.yaml-409 personas.put.yaml-409
	_, err = u.UpdatePersona(context.Background(), "p_anna", mailsim.PersonaPatch{Name: new("Other")})
	require.ErrorIs(t, err, mailsim.ErrConflict)
	assert.EqualError(t, err, "Anna belongs to the universe's configuration (a YAML file, or the demo's built-in one) and changes only with it")
	require.ErrorIs(t, u.DeletePersona(context.Background(), "p_anna"), mailsim.ErrConflict)
	after, err := u.Persona("p_anna")
	require.NoError(t, err)
	assert.Equal(t, before, after)
}
