package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

const defaultRuleJSON = `{"create": true, "bad_rate": 0, "bad_kinds": [], "fail_at": "dsn", "stranger": "off", "silent": false}`

// TestRecipientsDecide sends to addresses never seen: the default rule holds for them,
// and the seed alone says which are bad.
func TestRecipientsDecide(t *testing.T) {
	t.Parallel()
	refused := func(rules string) (out []string) {
		w := newWorld(t, mailsim.Options{})
		w.send("app@ours.test", "known@client.test", "Hello", "x")
		w.put("/api/recipients", rules).ok()
		for i := range 200 {
			a := fmt.Sprintf("p%d@client.test", i)
			switch got := w.post("/api/send", `{"from": "app@ours.test", "to": ["`+a+`"], "subject": "x", "text": "y"}`); got.Status {
			case bad:
				out = append(out, a)
			default:
				got.ok()
			}
		}
		w.send("app@ours.test", "known@client.test", "Hello", "x") // the default is not for whom one knows
		return out
	}
	// spec: recipients.field.default
	assert.Empty(t, refused(`{}`))
	assert.Len(t, refused(`{"default": {"create": true, "bad_rate": 1, "fail_at": "rcpt"}}`), 200)
	assert.Len(t, refused(`{"default": {"create": false, "fail_at": "rcpt"}}`), 200)
	assert.Empty(t, refused(`{"domains": {"other.test": {"bad_rate": 1, "fail_at": "rcpt"}}}`))
	seeded := func(seed string) []string {
		return refused(`{"default": {"create": true, "bad_rate": 0.5, "fail_at": "rcpt"}, "seed": "` + seed + `"}`)
	}
	// spec: recipients.field.seed
	one := seeded("one")
	assert.InDelta(t, 100, len(one), 40)
	assert.Equal(t, one, seeded("one"))
	assert.NotEqual(t, one, seeded("two"))
}

func TestRecipients(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	defaults := `{"default": ` + defaultRuleJSON + `, "domains": {}, "status": {}, "seed": ""}`
	// spec: recipients.get recipients.field.domains
	assert.JSONEq(t, defaults, string(w.get("/api/recipients").ok().Body))
	// spec: recipients.put recipients.field.status
	got := w.put("/api/recipients", `{"default": {"bad_rate": 0.25, "bad_kinds": ["full"]}, "domains": {"Gone.test": {"create": false}}, "status": {"x@ours.test": "blocked"}, "seed": "two"}`).ok()
	assert.JSONEq(t, `{"default": {"create": true, "bad_rate": 0.25, "bad_kinds": ["full"], "fail_at": "dsn", "stranger": "off", "silent": false},
		"domains": {"gone.test": {"create": false, "bad_rate": 0, "bad_kinds": [], "fail_at": "dsn", "stranger": "off", "silent": false}},
		"status": {"x@ours.test": "blocked"}, "seed": "two"}`, string(got.Body))
	assert.JSONEq(t, string(got.Body), string(w.get("/api/recipients").Body))
	before := string(got.Body)
	for body, names := range map[string]string{
		// spec: errors.400.invalid recipients.rule.bad_rate.range recipients.rule.bad_kinds.values recipients.rule.fail_at.values recipients.rule.stranger.values
		`{"default": {"bad_rate": 1.5}}`:                "bad_rate",
		`{"default": {"bad_rate": -0.1}}`:               "bad_rate",
		`{"default": {"bad_kinds": ["gone"]}}`:          "bad_kinds",
		`{"default": {"fail_at": "later"}}`:             "fail_at",
		`{"default": {"stranger": "some"}}`:             "stranger",
		`{"domains": {"a.test": {"bad_rate": "much"}}}`: "bad_rate",
		`{"domains": {"a.test": {"bad": 1}}}`:           "bad",
		`{"status": {"x@ours.test": "gone"}}`:           "status",
		`{"status": {"x@ours.test": "ok"}}`:             "status",
		`{"status": {"nobody": "full"}}`:                "status",
		`{"seed": 5}`:                                   "seed",
		`{"rules": []}`:                                 "rules",
		`{"default": {"create": "yes"}}`:                "create",
	} {
		w.put("/api/recipients", body).fails(bad, names)
	}
	// spec: errors.unchanged
	assert.JSONEq(t, before, string(w.get("/api/recipients").Body))
	// spec: general.put.replaces
	assert.JSONEq(t, defaults, string(w.put("/api/recipients", `{}`).ok().Body))
	assert.JSONEq(t, defaults, string(w.put("/api/recipients", `{"default": null, "domains": null, "status": null, "seed": null}`).ok().Body))
}

func TestLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: links.get.shape links.policy.enabled links.policy.allow_private links.policy.max_links links.policy.unsubscribe links.policy.sender_check links.policy.missing_site links.policy.local_links links.policy.allow links.policy.deny
	defaults := `{"enabled": true, "allow_private": false, "allow": [], "deny": [], "max_links": 3, "unsubscribe": false, "user_agent": "", "sender_check": 0.35, "missing_site": "imagine", "local_links": "ignore"}`
	first := w.get("/api/links").ok()
	assert.JSONEq(t, defaults, toJSON(first.at("policy")))
	assert.Equal(t, mailsim.DefaultUserAgent, first.at("default_user_agent"))
	names, rates := []any{}, []any{}
	for _, h := range first.at("habits").([]any) {
		names, rates = append(names, h.(map[string]any)["name"]), append(rates, h.(map[string]any)["rate"])
	}
	assert.Equal(t, []any{"usual", "curious", "wary", "never"}, names)
	assert.Equal(t, []any{0.6, 1.0, 0.15, 0.0}, rates)
	// spec: links.put links.policy.patterns links.policy.user_agent
	policy := `{"enabled": false, "allow_private": false, "allow": ["a.test", "*.b.test"], "deny": ["c.test"], "max_links": 1, "unsubscribe": true, "user_agent": "Test/1", "sender_check": 1, "missing_site": "notice", "local_links": "click"}`
	assert.JSONEq(t, policy, toJSON(w.put("/api/links", policy).ok().at("policy")))
	assert.JSONEq(t, policy, toJSON(w.get("/api/links").at("policy")))
	for body, names := range map[string]string{
		`{"allow_private": true}`:    "allow_private",
		`{"max_links": -1}`:          "max_links", // spec: links.policy.max_links.range
		`{"max_links": 1.5}`:         "max_links must be a whole number, not 1.5",
		`{"sender_check": 1.1}`:      "sender_check", // spec: links.policy.sender_check
		`{"sender_check": -1}`:       "sender_check",
		`{"missing_site": "invent"}`: "missing_site", // spec: links.policy.missing_site
		`{"local_links": "open"}`:    "local_links",  // spec: links.policy.local_links
		`{"allow": ["a b"]}`:         "allow",
		`{"deny": "c.test"}`:         "deny",
		`{"sites": []}`:              "sites",
	} {
		w.put("/api/links", body).fails(bad, names)
	}
	assert.JSONEq(t, policy, toJSON(w.get("/api/links").at("policy")))
	// spec: general.put.replaces
	assert.JSONEq(t, defaults, toJSON(w.put("/api/links", `{}`).ok().at("policy")))
}

func TestPace(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: pace.get pace.put pace.field.factor pace.field.ignore_hours
	assert.JSONEq(t, `{"factor": 1, "ignore_hours": false}`, string(w.get("/api/pace").ok().Body))
	assert.JSONEq(t, `{"factor": 0.1, "ignore_hours": true}`, string(w.put("/api/pace", `{"factor": 0.1, "ignore_hours": true}`).ok().Body))
	assert.JSONEq(t, `{"factor": 0.1, "ignore_hours": true}`, string(w.get("/api/pace").Body))
	// spec: events.pace
	assert.Equal(t, map[string]any{"factor": 0.1, "ignore_hours": true}, w.get("/api/events?type=pace").at("events.0.data"))
	// spec: pace.factor.zero
	assert.Equal(t, 1.0, w.put("/api/pace", `{"factor": 0}`).ok().at("factor"))
	assert.JSONEq(t, `{"factor": 1, "ignore_hours": false}`, string(w.put("/api/pace", `{}`).ok().Body))
	// spec: pace.factor.negative
	w.put("/api/pace", `{"factor": -1}`).fails(bad, "factor")
	w.put("/api/pace", `{"factor": "fast"}`).fails(bad, "factor")
	w.put("/api/pace", `{"factor": 1e300}`).fails(bad, "factor")
	w.put("/api/pace", `{"ignore_hours": 1}`).fails(bad, "ignore_hours")
}

func TestAI(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: d.ai.get ai.off.no-credits
	off := `{"mode": "off", "writer": "templates", "credits": {"used": 0, "limit": 0}}`
	assert.JSONEq(t, off, string(w.get("/api/ai").ok().Body))
	// spec: d.ai.put ai.mode.values
	assert.JSONEq(t, off, string(w.put("/api/ai", `{"mode": "off"}`).ok().Body))
	assert.JSONEq(t, off, string(w.put("/api/ai", off).ok().Body))
	for _, mode := range []string{`"auto"`, `""`, `true`, `null`, `"ON"`} {
		w.put("/api/ai", `{"mode": `+mode+`}`).fails(bad, "mode")
	}
	w.put("/api/ai", `{"mode": "on"}`).fails(bad, "writer")
	assert.JSONEq(t, off, string(w.get("/api/ai").ok().Body))
}

func TestWebhooks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: webhooks.get
	assert.Equal(t, "[]", strings.TrimSpace(string(w.get("/api/webhooks").ok().Body)))
	// spec: webhooks.put webhooks.fields webhooks.secret.masked secrets.hidden
	got := w.put("/api/webhooks", `[{"name": "app", "url": "http://hooks.test/a", "events": ["persona.*", "clock"], "secret": "s3cret"}, {"url": "https://hooks.test/b"}]`).ok()
	list := got.list()
	require.Len(t, list, 2)
	assert.Equal(t, []any{"app", "http://hooks.test/a", []any{"persona.*", "clock"}}, []any{list[0]["name"], list[0]["url"], list[0]["events"]})
	assert.Regexp(t, `^•+$`, list[0]["secret"])
	assert.Equal(t, "", list[1]["secret"])
	assert.Equal(t, []any{}, list[1]["events"])
	assert.NotContains(t, string(got.Body), "s3cret")
	assert.JSONEq(t, string(got.Body), string(w.get("/api/webhooks").Body))
	// the masked value may be sent back
	assert.JSONEq(t, string(got.Body), string(w.put("/api/webhooks", string(got.Body)).ok().Body))
	for body, names := range map[string]string{
		// spec: webhooks.url.invalid
		`[{"name": "x"}]`:               "url",
		`[{"url": "ftp://hooks.test"}]`: "url",
		`[{"url": "hooks"}]`:            "url",
		`[{"url": "http://new.test", "secret": "••••••••"}]`:     "secret",
		`[{"url": "http://hooks.test/a", "events": "clock"}]`:    "events",
		`[{"url": "http://hooks.test/a", "events": ["clocks"]}]`: `unknown event type "clocks"`,
		`[{"url": "http://hooks.test/a", "retries": 3}]`:         "retries",
		`{"url": "http://hooks.test/a"}`:                         "list",
		`null`:                                                   "null",
	} {
		w.put("/api/webhooks", body).fails(bad, names)
	}
	assert.JSONEq(t, string(got.Body), string(w.get("/api/webhooks").Body))
	// spec: general.put.replaces
	assert.Empty(t, w.put("/api/webhooks", `[]`).list())
}

func TestCases(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: d.cases.list
	assert.Empty(t, w.get("/api/cases").list())
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"]}`)
	// spec: d.cases.put.creates d.cases.fields d.cases.status
	made := w.put("/api/cases/order-4711", `{"title": "Order 4711", "facts": {"carrier": "DHL"}, "persona_ids": ["`+anna.ID+`"], "external_ids": {"shop": "4711"}}`).ok()
	for field, want := range map[string]any{"id": "order-4711", "title": "Order 4711", "status": "open", "summary": "", "facts": map[string]any{"carrier": "DHL"},
		"persona_ids": []any{anna.ID}, "external_ids": map[string]any{"shop": "4711"}, "created": "2026-01-05T09:00:00Z", "updated": "2026-01-05T09:00:00Z"} {
		assert.Equal(t, want, made.at(field), field)
	}
	assert.IsType(t, []any{}, made.at("addresses"))
	// spec: d.cases.persona-link personas.field.case_ids
	assert.Equal(t, []any{"order-4711"}, w.get("/api/personas/"+anna.ID).at("case_ids"))
	// spec: d.cases.put.merges d.cases.times
	w.post("/api/clock/advance", `{"by": "1h"}`).ok()
	changed := w.put("/api/cases/order-4711", `{"status": "waiting"}`).ok()
	assert.Equal(t, []any{"waiting", "Order 4711", "2026-01-05T09:00:00Z", "2026-01-05T10:00:00Z"},
		[]any{changed.at("status"), changed.at("title"), changed.at("created"), changed.at("updated")})
	// spec: d.cases.get
	assert.JSONEq(t, string(changed.Body), string(w.get("/api/cases/order-4711").ok().Body))
	assert.JSONEq(t, string(changed.Body), string(w.put("/api/cases/order-4711", string(changed.Body)).ok().Body))
	// spec: events.case.updated d.cases.event.new
	events := w.get("/api/events?type=case.updated&after=0").at("events").([]any)
	require.GreaterOrEqual(t, len(events), 2)
	first, second := events[0].(map[string]any)["data"].(map[string]any), events[1].(map[string]any)["data"].(map[string]any)
	assert.Equal(t, []any{"order-4711", "Order 4711", true}, []any{first["id"], first["title"], first["new"]})
	assert.Equal(t, []any{"order-4711", false, []any{"status"}}, []any{second["id"], second["new"], second["changed"]})
	// spec: personas.provider.case
	withPerson := w.put("/api/cases/c2", `{"addresses": ["new@client.test"]}`).ok()
	assert.Contains(t, w.get("/api/personas").column("provider"), "case")
	// spec: d.cases.event.new
	newest := func() any { return w.get("/api/events?type=case.updated").at("events.0.data.changed") }
	assert.Equal(t, []any{"addresses", "persona_ids"}, newest(), "the person behind the address belongs to the case too")
	w.put("/api/cases/c2", string(withPerson.Body)).ok()
	w.put("/api/cases/c2", `{"summary": "late"}`).ok()
	assert.Equal(t, []any{"summary"}, newest())
	// spec: d.cases.status d.cases.facts
	for _, status := range []string{"closed", "waiting", "open"} {
		assert.Equal(t, status, w.put("/api/cases/c2", `{"status": "`+status+`"}`).ok().at("status"))
		assert.Equal(t, status, w.get("/api/cases/c2").ok().at("status"))
	}
	for _, status := range []string{`"lost"`, `"Open"`, `""`, `null`, `1`} {
		w.put("/api/cases/c2", `{"status": `+status+`}`).fails(bad, "status")
	}
	assert.Equal(t, "open", w.get("/api/cases/c2").at("status"))
	w.put("/api/cases/c3", `{"status": "lost"}`).fails(bad, "status")
	w.put("/api/cases/c3", `{"facts": {"n": 3}}`).fails(bad, "facts")
	w.put("/api/cases/c3", `{"facts": []}`).fails(bad, "facts")
	w.put("/api/cases/c3", `{"facts": {"n": null}}`).fails(bad, "facts.n must be a text, not null")
	// spec: d.cases.get.404 errors.404.case d.cases.delete
	w.get("/api/cases/c3").fails(notFound, "no such case")
	w.delete("/api/cases/order-4711").ok()
	w.get("/api/cases/order-4711").fails(notFound, "no such case")
	w.delete("/api/cases/order-4711").fails(notFound, "no such case")
}

func TestWorld(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{Plan: mailsim.Plan{Limits: mailsim.Limits{Streams: 2}}})
	// spec: world.get world.get.kinds world.shape world.company.mailboxes
	kinds := []any{"lead", "support", "vendor", "partner", "customer", "newsletter", "spam", "phishing", "custom"}
	first := w.get("/api/world").ok()
	assert.ElementsMatch(t, kinds, first.at("kinds"))
	assert.Equal(t, []any{}, first.at("world.streams"))
	assert.Equal(t, []any{}, first.at("world.company.mailboxes"))
	body := `{"company": {"name": "Ours", "domain": "ours.test", "tz": "Europe/Paris", "mailboxes": ["desk@ours.test", {"address": "sales@ours.test", "name": "Sales", "role": "selling"}]},
		"streams": [{"id": "s1", "kind": "support", "per_day": 9999, "new_people": 7, "brief": "printers", "enabled": true, "to": ["desk@ours.test"], "sent": 99, "next": "2030-01-01T00:00:00Z"},
		{"kind": "spam", "per_day": 1, "enabled": false, "to": ["desk@ours.test"]}]}`
	got := w.put("/api/world", body).ok()
	// spec: world.put world.company.texts world.company.mailboxes world.stream.per_day.cap world.stream.new_people.cap world.stream.brief
	assert.Equal(t, map[string]any{"name": "Ours", "domain": "ours.test", "tz": "Europe/Paris", "mailboxes": []any{
		map[string]any{"address": "desk@ours.test", "name": "", "role": ""}, map[string]any{"address": "sales@ours.test", "name": "Sales", "role": "selling"}}}, got.at("world.company"))
	assert.Equal(t, []any{500.0, 1.0, "printers", "s1", 0.0}, []any{got.at("world.streams.0.per_day"), got.at("world.streams.0.new_people"), got.at("world.streams.0.brief"), got.at("world.streams.0.id"), got.at("world.streams.0.sent")})
	// spec: world.stream.next world.stream.id world.stream.enabled states.stream.enabled
	assert.Greater(t, got.at("world.streams.0.next"), "2026-01-05T09:00:00Z")
	assert.Less(t, got.at("world.streams.0.next"), "2026-01-06T09:00:00Z")
	assert.NotEmpty(t, got.at("world.streams.1.id"))
	assert.NotContains(t, got.at("world.streams.1"), "next")
	// spec: world.send world.send.counts world.send.schedule-unchanged
	next := got.at("world.streams.0.next")
	assert.Equal(t, "sent", w.post("/api/world/streams/s1/send", "").ok().at("status"))
	assert.Len(t, w.get("/api/mailboxes/desk@ours.test/messages").list(), 1)
	now := w.get("/api/world").ok()
	assert.Equal(t, []any{1.0, next}, []any{now.at("world.streams.0.sent"), now.at("world.streams.0.next")})
	// spec: world.stream.id.keeps-sent world.stream.sent
	assert.Equal(t, 1.0, w.put("/api/world", body).ok().at("world.streams.0.sent"))
	// spec: events.world.updated
	assert.Equal(t, map[string]any{"streams": 2.0, "enabled": 1.0}, w.get("/api/events?type=world.updated").at("events.0.data"))
	before := string(w.get("/api/world").Body)
	stream := func(fields string) string {
		return `{"streams": [{"id": "s9", "kind": "lead", "enabled": true, "per_day": 1, "to": ["desk@ours.test"]` + fields + `}]}`
	}
	for _, c := range [][2]string{
		// spec: errors.world.kind world.stream.kind
		{stream(`, "kind": "nonsense"`), `unknown stream kind "nonsense"`},
		// spec: errors.world.rate errors.world.to
		{stream(`, "per_day": 0`), `stream "s9" needs a rate and at least one mailbox`},
		{stream(`, "to": []`), `stream "s9" needs a rate and at least one mailbox`},
		// spec: world.stream.per_day.negative world.company.tz
		{stream(`, "per_day": -1`), "per_day"},
		{`{"company": {"tz": "Europe/Nowhere"}}`, "company.tz"},
		{stream(`, "colour": 1`), "colour"},
		{`{"streams": {}}`, "streams"},
		// spec: errors.world.plan limits.plan.streams
		{`{"streams": [` + strings.Repeat(`{"kind": "lead", "enabled": true, "per_day": 1, "to": ["desk@ours.test"]},`, 2) + `{"kind": "lead", "enabled": true, "per_day": 1, "to": ["desk@ours.test"]}]}`,
			"the plan allows 2 inbound stream(s); upgrade for more"},
	} {
		w.put("/api/world", c[0]).fails(bad, c[1])
	}
	assert.Equal(t, before, string(w.get("/api/world").Body))
	// spec: errors.world.send-unknown
	w.post("/api/world/streams/none/send", "").fails(bad, "that stream no longer exists")
	// spec: world.put.replaces general.put.replaces
	assert.Equal(t, []any{}, w.put("/api/world", `{"company": {"name": "Ours"}}`).ok().at("world.streams"))
	w.post("/api/clock/advance", `{"by": "3d"}`).ok()
	assert.Len(t, w.get("/api/mailboxes/desk@ours.test/messages").list(), 1)
}

func TestFaults(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: d.faults.get
	first := w.get("/api/faults").ok()
	assert.Equal(t, []any{}, first.at("rules"))
	assert.NotEmpty(t, first.at("scenarios"))
	// spec: d.faults.preset
	got := w.put("/api/faults", `{"scenario": "greylisting"}`).ok()
	assert.Equal(t, "greylisting", got.at("scenario"))
	assert.NotEmpty(t, got.at("rules"))
	// what it answers may be sent back
	assert.JSONEq(t, string(got.Body), string(w.put("/api/faults", string(got.Body)).ok().Body))
	before := string(w.get("/api/faults").Body)
	for body, names := range map[string]string{
		// spec: d.faults.preset.unknown d.faults.rules.invalid
		`{"scenario": "doomsday"}`:                                                      "doomsday",
		`{"rules": [{"where": "ftp", "kind": "slow"}]}`:                                 "where",
		`{"rules": [{"where": "smtp", "at": "lunch", "kind": "slow"}]}`:                 "at",
		`{"rules": [{"where": "smtp", "at": "rcpt", "kind": "explode"}]}`:               "kind",
		`{"rules": [{"where": "smtp", "at": "rcpt", "kind": "slow", "x": 1}]}`:          "x",
		`{"rules": [{"where": "smtp", "at": "rcpt", "kind": "slow", "delay": "long"}]}`: "duration",
		`{"rules": {}}`: "rules",
	} {
		w.put("/api/faults", body).fails(bad, names)
	}
	assert.Equal(t, before, string(w.get("/api/faults").Body))
	// spec: d.faults.put general.put.replaces
	rules := w.put("/api/faults", `{"rules": [{"where": "api", "kind": "fail", "code": 503, "times": 2, "match": {"to": "/api/pace"}}]}`).ok()
	assert.Equal(t, "", rules.at("scenario"))
	assert.Equal(t, "api", rules.at("rules.0.where"))
	for range 2 {
		w.get("/api/pace").fails(http.StatusServiceUnavailable, "")
	}
	w.get("/api/pace").ok()
	assert.Equal(t, 2.0, w.get("/api/faults").at("rules.0.hits"))
	// spec: beyond.fault.event
	assert.Equal(t, "api", w.get("/api/events?type=fault.fired").at("events.0.data.where"))
	// the rules can always be taken away
	w.put("/api/faults", `{"rules": [{"where": "api", "kind": "fail", "code": 500}]}`).ok()
	w.get("/api/status").fails(http.StatusInternalServerError, "fault")
	w.put("/api/faults", `{}`).ok()
	w.get("/api/status").ok()
	// spec: plans.feature.chaos
	small := newWorld(t, mailsim.Options{Plan: mailsim.Plan{Features: []mailsim.Feature{}}})
	small.put("/api/faults", `{"scenario": "greylisting"}`).fails(http.StatusPaymentRequired, "chaos")
	small.put("/api/faults", `{"scenario": "calm"}`).ok()
}
