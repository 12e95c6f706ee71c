package config_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

func TestConfigMakesUniverse(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.FromFile(t, testkit.WholeFile, mailsim.Options{})
	// spec: d.yaml.universe
	assert.Equal(t, []string{"u_demo", "Demo", "demo-1"}, []string{u.ID(), u.Name(), u.Seed()})
	// spec: d.yaml.clock
	clock := u.Clock()
	assert.Equal(t, time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC), clock.Now)
	assert.Equal(t, []any{2.0, true}, []any{clock.Speed, clock.Frozen})
	// spec: d.yaml.ai
	assert.Equal(t, "off", u.AI().Mode)
	// spec: d.yaml.keys
	who, err := u.Authenticate(ctx, mailsim.Credentials{Key: "file-key-0123456789"})
	require.NoError(t, err)
	assert.Equal(t, mailsim.KeyInfo{Prefix: "file-k", Name: "ci", Universe: "u_demo", Role: mailsim.RoleMember}, *who.Me().Key)
	// spec: d.yaml.logins
	for _, name := range []string{"app", "app@ours.test"} {
		for _, proto := range []string{"smtp", "imap"} {
			s := u.NewSession(mailsim.SessionInfo{Proto: proto})
			require.NoError(t, s.Authenticate(ctx, name, "app secret"), name+" "+proto)
		}
	}
	// spec: d.yaml.personas
	anna, err := u.Persona("p_anna")
	require.NoError(t, err)
	assert.Equal(t, people.ProviderConfig, anna.Provider)
	assert.Equal(t, mailsim.Persona{
		ID: "p_anna", Provider: "config", Created: clock.Now, Name: "Anna Weber", Addresses: []string{"anna@client.test", "anna@home.test"},
		Knows: "some", Temperament: "busy", CaseIDs: []string{"T-1"}, Style: mailsim.Style{Length: "short", Formality: "neutral", Links: "usual", Typos: new(0.2), Client: "outlook"},
		Timing: mailsim.Timing{
			ReplyRate: new(0.5), Delay: &mailsim.Delay{Median: 45 * time.Minute, Spread: 1.5}, Hours: &mailsim.Hours{TZ: "Europe/Paris", Days: "mon-fri", From: "09:00", To: "17:30"},
			OOO: []mailsim.Absence{{From: "2026-02-02", To: "2026-02-06", Message: "Away."}},
		},
		Behaviors: mailsim.Behaviors{ForwardTo: "ben@client.test"}, ExternalIDs: map[string]string{"crm": "4711"},
	}, anna)
	ben, err := u.PersonaByAddress("ben@client.test")
	require.NoError(t, err)
	assert.Equal(t, people.ProviderConfig, ben.Provider)
	_, err = u.UpdatePersona(ctx, "p_anna", mailsim.PersonaPatch{Paused: new(true)})
	require.ErrorIs(t, err, mailsim.ErrConflict)
	// spec: d.yaml.cases
	k, err := u.Case("T-1")
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"order": "4711", "state": "sent"}, k.Facts)
	assert.Equal(t, []string{"p_anna"}, k.PersonaIDs)
	// spec: d.yaml.world
	w := u.World()
	assert.Equal(t, []mailsim.CompanyMailbox{{Address: "sales@ours.test", Name: "", Role: ""}, {Address: "help@ours.test", Name: "Help", Role: "support"}}, w.Company.Mailboxes)
	require.Len(t, w.Streams, 1)
	assert.NotNil(t, w.Streams[0].Next)
	// spec: d.yaml.recipients
	r := u.Recipients()
	assert.Equal(t, 0.1, r.Default.BadRate)
	assert.True(t, *r.Default.Create, "what is left out is the default")
	assert.Equal(t, []any{false, mailsim.FailAtDSN}, []any{*r.Domains["dead.test"].Create, r.Domains["dead.test"].FailAt})
	assert.Equal(t, mailsim.MailboxStatus("full"), r.Status["full@client.test"])
	// spec: d.yaml.links
	p := u.Links().Policy
	assert.Equal(t, []any{5, true, 0.35}, []any{*p.MaxLinks, *p.Enabled, *p.SenderCheck})
	// spec: d.yaml.pace
	assert.Equal(t, mailsim.Pace{Factor: 1, IgnoreHours: true}, u.Pace())
	// spec: d.yaml.retention
	assert.Equal(t, mailsim.Retention{MailDays: 30}, u.Retention())
	// spec: d.yaml.webhooks
	assert.Equal(t, []mailsim.Webhook{{Name: "hook", URL: "http://127.0.0.1:9/", Events: []mailsim.EventType{"persona.*"}, Secret: webhook.Mask}}, u.Webhooks())
	// spec: d.yaml.faults
	assert.Equal(t, "greylisting", u.Faults().Scenario)
	assert.NotEmpty(t, u.Faults().Rules)
	// spec: d.yaml.sites
	assert.Contains(t, u.Sites.Names, "shop.test")
	for _, line := range testkit.Story(u) {
		assert.NotContains(t, line, "secret")
		assert.NotContains(t, line, "hush")
	}
}

func TestConfigLeavesOut(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "# nothing\n", "---\n", "personas:\nworld: ~\n", "{}"} {
		u := testkit.FromFile(t, text, mailsim.Options{}) // spec: d.yaml.keys-optional
		lone := testkit.New(t, mailsim.Options{})
		assert.Equal(t, lone.ID(), u.ID())
		assert.Equal(t, lone.Clock(), u.Clock())
		assert.Equal(t, lone.Settings(), u.Settings())
	}
	for text, want := range map[string]mailsim.Clock{
		"clock: {speed: 5}":                         {Speed: 5},
		"clock: {frozen: false}":                    {Speed: 1},
		"clock: {frozen: true}":                     {Speed: 1, Frozen: true},
		"clock: {start: 2030-01-01T00:00:00+01:00}": {Speed: 1, Frozen: true},
	} {
		c := testkit.Config(t, text)
		o := config.Options(c, mailsim.Options{})
		require.NoError(t, config.Fill(&o))
		assert.Equal(t, want, mailsim.Clock{Speed: o.Speed, Frozen: o.Frozen}, text)
	}
	o := config.Options(testkit.Config(t, "{id: u_file, seed: file, clock: {start: 2030-01-01T00:00:00Z, speed: 5}}"), mailsim.Options{Seed: "mine", Speed: 1})
	assert.Equal(t, []any{"u_file", "mine", 1.0, 2030}, []any{o.ID, o.Seed, o.Speed, o.Start.Year()}, "what Go says counts")
}

func TestConfigErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		// spec: d.yaml.unknown-key
		{"nam: x", "mail.yaml:1: nam: unknown key: use id, "},
		{"id: u_x\n\npersonas:\n  - name: Anna\n    adresses: [a@b.test]\n", "mail.yaml:5: personas[0].adresses: unknown key: use id, "},
		{"clock:\n  begin: x", "mail.yaml:2: clock.begin: unknown key: use start, speed or frozen"},
		{"personas: [{addresses: [a@b.test], timing: {delay: {mean: 5m}}}]", "mail.yaml:1: personas[0].timing.delay.mean: unknown key"},
		{"orgs: [{name: A, universes: [{nam: x}]}]", "mail.yaml:1: orgs[0].universes[0].nam: unknown key"},
		// spec: d.yaml.wrong-value
		{"clock:\n  speed: fast", "mail.yaml:2: clock.speed: must be a number, not the text \"fast\""},
		{"clock: {speed: 0}", "mail.yaml:1: clock.speed: must be above 0"},
		{"personas:\n  - addresses: [a@b.test]\n    timing: {delay: {median: 0s}}", "mail.yaml:3: personas[0].timing.delay: timing.delay.median must be above 0"},
		{"clock: {speed: 1000001}", "mail.yaml:1: clock.speed must be above 0 and at most"},
		{"clock: {start: tomorrow}", "mail.yaml:1: clock.start: must be a time such as"},
		{"clock: {frozen: maybe}", "mail.yaml:1: clock.frozen: must be true or false"},
		{"clock: now", "mail.yaml:1: clock: must be a mapping, not the text \"now\""},
		{"- a\n", "mail.yaml:1: must be a mapping, not a list"},
		{"id: a/b", "mail.yaml:1: id must be at most"},
		{"ai: maybe", "mail.yaml:1: ai: must be on or off, not \"maybe\""},
		{"name: [x]", "mail.yaml:1: name: must be a text, not a list"},
		{"personas: x", "mail.yaml:1: personas: must be a list"},
		{"personas:\n  - name: A\n", "mail.yaml:2: personas[0]: addresses is required"},
		{"personas:\n  - addresses: [nobody]\n", "mail.yaml:2: personas[0].addresses: "},
		{"personas:\n  - addresses: [a@b.test]\n    temperament: sleepy\n", "mail.yaml:3: personas[0].temperament: must be responsive, "},
		{"personas:\n  - addresses: [a@b.test]\n    style:\n      typos: 3\n", "mail.yaml:4: personas[0].style.typos must be between 0 and 1"},
		{"personas:\n  - addresses: [a@b.test]\n    timing:\n      delay:\n        median: soon\n", "mail.yaml:5: personas[0].timing.delay.median: "},
		{"personas:\n  - addresses: [a@b.test]\n    timing:\n      delay:\n        spread: 0.5\n", "mail.yaml:5: personas[0].timing.delay.spread: must be 1 or more"},
		{"personas:\n  - addresses: [a@b.test]\n    timing:\n      hours:\n        tz: Mars/North\n", "mail.yaml:5: personas[0].timing.hours.tz: "},
		{"personas:\n  - addresses: [a@b.test]\n  - addresses: [A@b.test]\n", "mail.yaml:3: personas[1].addresses: A@b.test is that of a@b.test too"},
		{"personas: [{id: p_1, addresses: [a@b.test]}, {id: p_1, addresses: [c@b.test]}]", "mail.yaml:1: personas[1].id: another person has it"},
		{"keys: [{key: short, role: admin}]", "mail.yaml:1: keys[0].key must have 16 to"},
		{"keys: [{key: long-enough-0123456789, role: owner}]", "mail.yaml:1: keys[0].role: must be viewer, member or admin, not \"owner\""},
		{"keys: [{key: long-enough-0123456789}]", "mail.yaml:1: keys[0]: role must be viewer, member or admin"},
		{"keys: [{key: '${MAILSIM_TEST_UNSET}', role: admin}]", "mail.yaml:1: keys[0].key: ${MAILSIM_TEST_UNSET} is not set in the environment"},
		{"logins:\n  - address: app\n", "mail.yaml:2: logins[0].address must be an email address"},
		{"logins: [{address: a@b.test, username: x}, {address: c@b.test, username: X}]", "mail.yaml:1: logins[1].username X is already used by a@b.test"},
		{"cases: [{title: x}]", "mail.yaml:1: cases[0]: id is required"},
		{"cases: [{id: a, status: done}]", "mail.yaml:1: cases[0].status: must be open, waiting or closed, not \"done\""},
		{"world:\n  streams:\n    - {kind: gossip}\n", "mail.yaml:3: world.streams[0].kind: must be lead, "},
		{"world:\n  company:\n    tz: Mars\n", "mail.yaml:3: world.company.tz: "},
		{"world:\n  company:\n    tz: ''\n", "mail.yaml:3: world.company.tz: must not be empty"},
		{"personas: [{addresses: [a@b.test], timing: {hours: {tz: ''}}}]", "mail.yaml:1: personas[0].timing.hours.tz: must not be empty"},
		{"recipients:\n  domains:\n    dead.test:\n      bad_rate: 2\n", "mail.yaml:4: recipients.domains.dead.test.bad_rate must be between"},
		{"recipients: {default: {fail_at: never}}", "mail.yaml:1: recipients.default.fail_at: must be dsn or rcpt"},
		{"links: {max_links: 1.5}", "mail.yaml:1: links.max_links: must be a whole number, not 1.5"},
		{"links: {allow_private: true}", "mail.yaml:1: links.allow_private cannot be switched on"},
		{"pace: {factor: -1}", "mail.yaml:1: pace.factor must not be negative"},
		{"retention: {mail_days: -1}", "mail.yaml:1: retention.mail_days must not be negative"},
		{"webhooks: [{name: x}]", "mail.yaml:1: webhooks[0]: url is required"},
		{"personas: [{id: p_a, addresses: [a@client.test], behaviors: {forward_to: p_a}}]", "mail.yaml:1: personas[0].behaviors.forward_to must be someone else: p_a is their own"},
		{"webhooks:\n  - url: ftp://x\n", "mail.yaml:2: webhooks[0].url: "},
		{"webhooks: [{url: http://a.test, events: [persona.snet]}]", "mail.yaml:1: webhooks[0]: unknown event type \"persona.snet\""},
		{"faults: {scenario: doom}", "mail.yaml:1: faults.scenario: "},
		{"faults:\n  rules:\n    - where: smtp\n      at: rcpt\n      kind: explode\n", "mail.yaml:5: faults.rules[0].kind: must be "},
		{"sites: {shop.test: not a url}", "mail.yaml:1: sites.shop.test: "},
		{"orgs: [{name: A}]\nseed: x", "mail.yaml:1: orgs: cannot stand beside"},
		{"orgs: [{plan: {}}]", "mail.yaml:1: orgs[0]: name is required"},
		{"orgs: [{name: A}, {name: A}]", "mail.yaml:1: orgs[1].name: another organization has it"},
		{"orgs: [{name: A, plan: {limits: {logins: -1}}}]", "mail.yaml:1: orgs[0].plan.limits must not be negative"},
		{"orgs: [{name: A, plan: {features: [gold]}}]", "mail.yaml:1: orgs[0].plan.features[0]: must be insights, "},
		{"orgs: [{name: A, users: [{email: ann, role: admin}]}]", "mail.yaml:1: orgs[0].users[0].email"},
		{"orgs: [{name: A, users: [{email: a@b.test, password: x, role: admin}]}, {name: B, users: [{email: A@b.test, password: y, role: admin}]}]", "mail.yaml:1: orgs[1].users[0].password: A@b.test has another password"},
		{"orgs: [{name: A, universes: [{id: u_1}, {id: u_1}]}]", "mail.yaml:1: orgs[0].universes[1].id: another universe has it"},
		// YAML itself
		{"name: a\nname: b\n", "mail.yaml:2: "},
		{"name: [a\n", "mail.yaml:"},
		{"name: a\n---\nname: b\n", "mail.yaml:3: a file holds one document"},
		{"name: *x\n", "mail.yaml:1: alias *x has no anchor before it"},
		{"name: &x [*x]\n", "mail.yaml:1: alias *x has no anchor before it"},
		{"name: !!binary aGk=\n", "mail.yaml:1: tag !!binary is not known here"},
	} {
		_, err := config.Parse("mail.yaml", []byte(test.text))
		require.ErrorIs(t, err, mailsim.ErrInvalid, test.text)
		assert.True(t, strings.HasPrefix(err.Error(), test.want), "%s\ngot  %s\nwant %s", test.text, err, test.want)
	}
}

func TestConfigReadsYAML(t *testing.T) {
	t.Parallel()
	c := testkit.Config(t, `
personas:
  - &anna
    name: !!str 12
    addresses: [anna@client.test]
    timing: {hours: &h {tz: Europe/Paris, from: 08:00}}
    who: |
      Line one.
      Line two.
  - <<: *anna
    addresses: [ben@client.test]
    timing: {hours: *h}
`)
	require.Len(t, c.Personas, 2)
	assert.Equal(t, "12", c.Personas[1].Name)
	assert.Equal(t, "Line one.\nLine two.\n", c.Personas[1].Who)
	assert.Equal(t, &mailsim.Hours{TZ: "Europe/Paris", From: "08:00"}, c.Personas[1].Timing.Hours)

	bomb := "name: x\nsites:\n  a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 9 {
		bomb += "  b: &" + string(rune('b'+i)) + " [" + strings.TrimSuffix(strings.Repeat("*"+string(rune('a'+i))+",", 10), ",") + "]\n"
		bomb = strings.Replace(bomb, "  b: &", "  k"+strconv.Itoa(i)+": &", 1)
	}
	_, err := config.Parse("mail.yaml", []byte(bomb))
	require.ErrorContains(t, err, "too large")
}

func TestConfigEnvironment(t *testing.T) {
	t.Setenv("MAILSIM_TEST_KEY", "from-the-environment")
	t.Setenv("MAILSIM_TEST_PASSWORD", "${MAILSIM_TEST_KEY}")
	c := testkit.Config(t, `
name: ${MAILSIM_TEST_KEY}
keys: [{key: "${MAILSIM_TEST_KEY}", role: admin}]
logins:
  - {address: a@ours.test, password: "${MAILSIM_TEST_PASSWORD}"}
  - {address: b@ours.test, password: "x${MAILSIM_TEST_KEY}"}
webhooks: [{url: "http://a.test/", secret: "${MAILSIM_TEST_KEY}"}]
`)
	assert.Equal(t, "${MAILSIM_TEST_KEY}", c.Name, "only a key, password or secret")
	assert.Equal(t, "from-the-environment", c.Keys[0].Key)
	assert.Equal(t, "${MAILSIM_TEST_KEY}", c.Logins[0].Password, "not looked into again")
	assert.Equal(t, "x${MAILSIM_TEST_KEY}", c.Logins[1].Password, "only as a whole")
	assert.Equal(t, "from-the-environment", c.Webhooks[0].Secret)
}

func TestReload(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const first = `
id: u_demo
seed: demo
keys: [{key: "first-key-0123456789", role: admin}, {key: "other-key-0123456789", role: viewer}]
logins: [{address: app@ours.test, password: one}, {address: old@ours.test, password: one}]
personas:
  - {name: Anna, addresses: [anna@client.test, shared@client.test]}
  - {id: p_ben, name: Ben, addresses: [ben@client.test]}
  - {name: Cleo, addresses: [cleo@client.test]}
cases: [{id: T-1, title: One}, {id: T-2, title: Two}]
pace: {factor: 0.5}
world: {company: {name: Ours}, streams: [{id: leads, kind: lead, per_day: 5, enabled: true, to: [a@ours.test]}]}
sites: {shop.test: "http://127.0.0.1:3000", old.test: "http://127.0.0.1:3000"}
`
	u := testkit.FromFile(t, first, mailsim.Options{})
	_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"cleo@client.test"}, Subject: "Hi", Text: "One question?"})
	require.NoError(t, err)
	anna, err := u.PersonaByAddress("anna@client.test")
	require.NoError(t, err)
	cleo, err := u.PersonaByAddress("cleo@client.test")
	require.NoError(t, err)
	next := u.World().Streams[0].Next
	_, err = u.SetLinks(ctx, mailsim.DefaultLinkPolicy())
	require.NoError(t, err)
	mails := u.Status().Messages

	before := testkit.Story(u)
	for _, wrong := range []struct{ from, to, want string }{
		{"id: u_demo", "id: u_other", "mail.yaml:2: id: cannot change while the universe runs: it is \"u_demo\""},
		{"id: u_demo\n", "\n", "id: cannot change"},
		{"seed: demo", "seed: other", "mail.yaml:3: seed: cannot change"},
		{"seed: demo", "clock: {frozen: true}", "seed: cannot change"},
		{"pace: {factor: 0.5}", "clock: {frozen: true}", "clock: cannot change"},
		{"title: Two", "persona_ids: [p_none]", "cases[1].persona_ids: no such persona"},
	} {
		err := u.Reload(ctx, testkit.Config(t, strings.Replace(first, wrong.from, wrong.to, 1)))
		require.ErrorContains(t, err, wrong.want)
		assert.Equal(t, before, testkit.Story(u))
	}
	require.NoError(t, u.Reload(ctx, testkit.Config(t, first)))
	assert.Equal(t, before, testkit.Story(u), "the same file changes nothing")

	second := `
id: u_demo
seed: demo
keys: [{key: "first-key-0123456789", name: renamed, role: member}]
logins: [{address: app@ours.test, password: two, username: app}]
personas:
  - {id: p_ben, name: Benjamin, addresses: [ben@client.test, shared@client.test]}
  - {name: Anna, addresses: [anna@client.test], role: Buyer}
  - {name: Dora, addresses: [dora@client.test]}
cases: [{id: T-1, title: First}]
world: {company: {name: Ours}, streams: [{id: leads, kind: lead, per_day: 5, enabled: true, to: [a@ours.test]}]}
sites: {shop.test: "http://127.0.0.1:4000"}
`
	require.NoError(t, u.Reload(ctx, testkit.Config(t, second)))
	assert.Equal(t, []mailsim.Key{{Prefix: "first-", Name: "renamed", Role: mailsim.RoleMember}}, u.Keys())
	_, why, _ := u.CheckLogin(context.Background(), "smtp", "app", "two")
	assert.Empty(t, why)
	_, why, _ = u.CheckLogin(context.Background(), "smtp", "old@ours.test", "one")
	assert.NotEmpty(t, why)
	var names []string
	for _, p := range u.Personas() {
		names = append(names, p.Name)
	}
	assert.Equal(t, []string{"Anna", "Benjamin", "Dora"}, names)
	again, err := u.PersonaByAddress("anna@client.test")
	require.NoError(t, err)
	anna.Role, anna.Addresses = "Buyer", []string{"anna@client.test"}
	assert.Equal(t, anna, again, "the same person, what was drawn for them too")
	shared, err := u.PersonaByAddress("shared@client.test")
	require.NoError(t, err)
	assert.Equal(t, "p_ben", shared.ID)
	jobs, err := u.Jobs(mailsim.JobFilter{PersonaID: cleo.ID, State: mailsim.StatePending})
	require.NoError(t, err)
	assert.Empty(t, jobs)
	assert.Equal(t, mails, u.Status().Messages, "mail is kept")
	assert.Equal(t, next, u.World().Streams[0].Next, "what did not change goes on")
	assert.Equal(t, mailsim.Pace{Factor: 1}, u.Pace(), "what is gone is the default")
	assert.Len(t, u.Cases(), 1)
	assert.NotContains(t, u.Sites.Names, "old.test")

	require.ErrorContains(t, u.Reload(ctx, testkit.Config(t, "orgs: []")), "this is one universe")
	_, err = engine.New(mailsim.Options{Config: testkit.Config(t, "orgs: []")})
	require.ErrorContains(t, err, "this is one universe")
}

func TestConfigPlan(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"personas: [{addresses: [a@b.test]}, {addresses: [c@b.test]}]": "mail.yaml:1: personas[1]: the plan small allows 1 person",
		"logins: [{address: a@b.test}, {address: c@b.test}]":           "mail.yaml:1: logins[1]: the plan small allows 1 login", // spec: limits.plan.logins
		"webhooks: [{url: 'http://a.test'}]":                           "mail.yaml:1: webhooks: the plan small does not include webhooks",
		"links: {}":                                                    "mail.yaml:1: links: the plan small does not include links",
		"faults: {scenario: greylisting}":                              "mail.yaml:1: faults: the plan small does not include chaos",
		"ai: on":                                                       "mail.yaml:1: ai: no AI writer is configured",
	} {
		plan := mailsim.Plan{Name: "small", Limits: mailsim.Limits{Personas: 1, Logins: 1}, Features: []mailsim.Feature{}}
		_, err := engine.New(mailsim.Options{Plan: plan, HashCost: 4, Config: testkit.Config(t, text)})
		require.ErrorContains(t, err, want)
	}
}

func TestCellFile(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const text = `
orgs:
  - name: Acme
    plan: {name: small, limits: {personas: 1}, features: [webhooks]}
    users: [{email: ann@acme.test, name: Ann, password: secret, role: admin}, {email: bob@acme.test, password: x, role: viewer}]
    universes:
      - id: u_acme
        keys: [{key: acme-key-0123456789, role: admin}]
        logins: [{address: app@ours.test, password: one}]
      - name: Second
  - name: Beta
    suspended: true
    users: [{email: ann@acme.test, role: viewer}]
    universes: [{name: Third, logins: [{address: app@ours.test, password: two}]}]
`
	c, err := engine.NewCell(mailsim.CellOptions{Config: testkit.Config(t, text), HashCost: 4, Universe: mailsim.Options{HashCost: 4, Speed: 3}}) // spec: d.yaml.orgs
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Close()) })
	assert.Equal(t, []mailsim.Org{
		{Name: "Acme", Plan: mailsim.Plan{Name: "small", Limits: mailsim.Limits{Personas: 1}, Features: []mailsim.Feature{mailsim.FeatureWebhooks}}, Suspended: false}, {Name: "Beta", Plan: mailsim.Plan{}, Suspended: true},
	}, c.Orgs())
	all := c.All()
	require.Len(t, all, 3)
	assert.Equal(t, 3.0, engine.Of(all[0].Part).Clock().Speed)
	id, err := c.SignIn(ctx, "ann@acme.test", "secret", "")
	require.NoError(t, err)
	who, err := c.Authenticate(ctx, mailsim.Credentials{Session: id})
	require.NoError(t, err)
	assert.Equal(t, []mailsim.Membership{{Name: "Acme", Role: mailsim.RoleAdmin, Suspended: false}, {Name: "Beta", Role: mailsim.RoleViewer, Suspended: true}}, who.Me().Orgs)
	assert.Len(t, who.Me().Universes, 2, "a suspended organization's cannot be opened")
	_, err = engine.Of(all[0].Part).CreatePersona(ctx, mailsim.Persona{Addresses: []string{"a@client.test"}})
	require.NoError(t, err)

	require.NoError(t, c.Reload(ctx, testkit.Config(t, text)))
	assert.Equal(t, all, c.All(), "the same universes")
	require.NoError(t, testkit.SessionOf(t, c, id, "u_acme"), "a sign-in outlives it")
	require.ErrorContains(t, c.Reload(ctx, testkit.Config(t, strings.Replace(text, "id: u_acme", "id: u_new", 1))), "mail.yaml:2: orgs: universe u_acme is gone from the file")
	require.ErrorContains(t, c.Reload(ctx, testkit.Config(t, "id: u_acme")), "a cell needs orgs")

	changed := strings.NewReplacer("suspended: true", "suspended: false", ", {email: bob@acme.test, password: x, role: viewer}", "", "personas: 1", "personas: 9").Replace(text)
	require.NoError(t, c.Reload(ctx, testkit.Config(t, changed)))
	users, err := c.Users("Acme")
	require.NoError(t, err)
	assert.Equal(t, []mailsim.OrgUser{{Email: "ann@acme.test", Name: "Ann", Role: mailsim.RoleAdmin}}, users)
	assert.Equal(t, 9, engine.Of(all[0].Part).Plan().Limits.Personas)
	s := c.NewSession(mailsim.SessionInfo{Proto: "imap"})
	require.NoError(t, s.Authenticate(ctx, "app@ours.test", "two"))
	assert.Equal(t, "Third", engine.UniverseOf(s).Name())

	_, err = engine.NewCell(mailsim.CellOptions{HashCost: 4, Universe: mailsim.Options{HashCost: 4}, Config: testkit.Config(t, strings.Replace(text, "password: two", "password: one", 1))})
	require.ErrorContains(t, err, "choose a different password")
	_, err = engine.NewCell(mailsim.CellOptions{HashCost: 4, Universe: mailsim.Options{HashCost: 4}, Config: testkit.Config(t, strings.Replace(text, "- name: Second", "- {name: Second, keys: [{key: acme-key-0123456789, role: admin}]}", 1))})
	require.ErrorContains(t, err, "choose a different key")
}

// What the schema lists must be what the parser takes.
func TestConfigSchema(t *testing.T) {
	t.Parallel()
	var schema map[string]any
	require.NoError(t, json.Unmarshal(yamlfile.Schema(), &schema))
	assert.Equal(t, false, schema["additionalProperties"])
	at := func(path ...string) map[string]any {
		m := schema
		for _, p := range path {
			next, ok := m[p].(map[string]any)
			require.True(t, ok, "%v at %s", path, p)
			m = next
		}
		return m
	}
	assert.Equal(t, "date-time", at("properties", "clock", "properties", "start")["format"])
	assert.Contains(t, at("properties", "personas", "items", "properties", "timing", "properties", "delay", "properties"), "median")
	assert.Contains(t, at("properties", "orgs", "items", "properties", "universes", "items", "properties"), "world")
	persona := at("properties", "personas", "items", "properties")
	assert.Equal(t, true, persona["provider"].(map[string]any)["readOnly"])
	for _, name := range decide.TemperamentNames() {
		assert.Contains(t, persona["temperament"].(map[string]any)["enum"], name)
	}
	var enums func(path string, s *yamlfile.Shape, text func(string) string)
	seen := 0
	enums = func(path string, s *yamlfile.Shape, text func(string) string) {
		for _, v := range s.Enum {
			seen++
			root, err := yamlfile.Parse("x.yaml", []byte(text(v)))
			require.NoError(t, err)
			_, err = yamlfile.Root().Value(yamlfile.Place{File: "x.yaml", Node: root})
			require.NoError(t, err, text(v))
		}
		switch {
		case s.ReadOnly:
		case s.Kind == yamlfile.ShapeObject:
			for name, f := range s.Fields {
				enums(path+"."+name, f, func(v string) string { return text("{" + name + ": " + v + "}") })
			}
		case s.Kind == yamlfile.ShapeList:
			enums(path+"[]", s.Elem, func(v string) string { return text("[" + v + "]") })
		case s.Kind == yamlfile.ShapeDict:
			enums(path+".x", s.Elem, func(v string) string { return text("{x.test: " + v + "}") })
		}
	}
	enums("", yamlfile.Root(), func(v string) string { return v })
	assert.Greater(t, seen, 50)
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte(testkit.WholeFile))
	f.Add([]byte("orgs: [{name: A, universes: [{id: u}]}]"))
	f.Add([]byte("a: &x {b: 1}\nc: {<<: *x}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := config.Parse("f.yaml", data)
		if err != nil {
			require.ErrorIs(t, err, mailsim.ErrInvalid)
			require.True(t, strings.HasPrefix(err.Error(), "f.yaml:"), err)
			require.Nil(t, c)
		}
	})
}

func TestPlanLimitsAreReadByName(t *testing.T) {
	t.Parallel()
	c, err := config.Parse("cell.yaml", []byte(`orgs:
  - name: One
    plan:
      name: Small
      limits: {personas: 1, logins: 2, streams: 3, inbound_per_day: 4, sent_per_month: 5, learned_per_month: 6, ai_credits: 7, retention_days: 8}
      features: [insights, links]
    universes: [{id: u_one}]
`))
	require.NoError(t, err)
	cell, err := engine.NewCell(mailsim.CellOptions{Config: c, HashCost: 4})
	require.NoError(t, err)
	defer cell.Close()
	u, err := testkit.Whole(cell.Universe("u_one"))
	require.NoError(t, err)
	// spec: d.plan.limits d.plan.features
	assert.Equal(t, mailsim.Plan{Name: "Small", Limits: mailsim.Limits{Personas: 1, Logins: 2, Streams: 3, InboundPerDay: 4, SentPerMonth: 5, LearnedPerMonth: 6, AICredits: 7, RetentionDays: 8}, Features: []mailsim.Feature{mailsim.FeatureInsights, mailsim.FeatureLinks}}, u.Plan())
	assert.ErrorIs(t, u.NeedFeature(mailsim.FeatureWebhooks), mailsim.ErrPlan)
	testkit.AddPerson(t, u, "anna@client.test", nil)
	_, err = u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"ben@client.test"}})
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.Contains(t, err.Error(), "Small")
	assert.Contains(t, err.Error(), "1")
}
