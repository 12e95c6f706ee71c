package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/pem"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/selfcert"
)

func TestClock(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: d.clock.fields d.clock.now
	assert.JSONEq(t, `{"now": "2026-01-05T09:00:00Z", "speed": 1, "frozen": true, "real": "2026-01-05T09:00:00Z"}`, string(w.get("/api/clock").ok().Body))
	// spec: d.clock.advance.by d.clock.advance.ran time.durations
	got := w.as(member, post, "/api/clock/advance", `{"by": "1d2h3m4s"}`).ok()
	assert.Equal(t, []any{"2026-01-06T11:03:04Z", 0.0, true}, []any{got.at("now"), got.at("ran"), got.at("frozen")})
	// spec: d.clock.advance.to events.clock
	assert.Equal(t, "2026-01-07T00:00:00Z", w.post("/api/clock/advance", `{"to": "2026-01-07T01:00:00+01:00"}`).ok().at("now"))
	event := w.get("/api/events?type=clock").at("events.0.data").(map[string]any)
	assert.Equal(t, map[string]any{"now": "2026-01-07T00:00:00Z", "speed": 1.0, "frozen": true, "real": "2026-01-05T09:00:00Z"}, event)
	// spec: d.clock.advance.jobs.none
	assert.Equal(t, []any{"2026-01-07T00:00:00Z", 0.0}, func() []any {
		r := w.post("/api/clock/advance", `{"jobs": 3}`).ok()
		return []any{r.at("now"), r.at("ran")}
	}())
	for body, names := range map[string]string{
		// spec: d.clock.advance.one-of
		`{}`:                      "one of by, to and jobs",
		`{"by": "1d", "jobs": 1}`: "one of by, to and jobs",
		`{"by": "1d", "to": "2026-02-01T00:00:00Z"}`: "one of by, to and jobs",
		// spec: d.clock.advance.negative time.durations.invalid d.clock.advance.to-past
		`{"by": "-1d"}`:                  "by",
		`{"by": "soon"}`:                 "by",
		`{"by": ""}`:                     "by",
		`{"by": 5}`:                      "by",
		`{"by": "999999d"}`:              "by",
		`{"to": "2026-01-01T00:00:00Z"}`: "",
		`{"to": "tomorrow"}`:             "to",
		`{"jobs": -1}`:                   "jobs",
		`{"jobs": 0}`:                    "jobs",
		`{"jobs": 1.5}`:                  "jobs",
		`{"weeks": 1}`:                   "weeks",
	} {
		w.post("/api/clock/advance", body).fails(bad, names)
	}
	assert.Equal(t, "2026-01-07T00:00:00Z", w.get("/api/clock").at("now"))
	// spec: d.clock.speed d.clock.speed.invalid
	assert.Equal(t, 60.0, w.post("/api/clock/speed", `{"factor": 60}`).ok().at("speed"))
	for _, factor := range []string{"0", "-1", `"fast"`, "null", "1e9"} {
		w.post("/api/clock/speed", `{"factor": `+factor+`}`).fails(bad, "factor")
	}
	w.post("/api/clock/speed", `{}`).fails(bad, "factor")
	assert.Equal(t, 60.0, w.get("/api/clock").at("speed"))
	// spec: d.clock.freeze d.clock.freeze.off
	assert.Equal(t, false, w.post("/api/clock/freeze", `{"frozen": false}`).ok().at("frozen"))
	assert.Equal(t, true, w.post("/api/clock/freeze", `{}`).ok().at("frozen"))
	w.post("/api/clock/freeze", `{"frozen": false}`).ok()
	stood := w.post("/api/clock/freeze", ``).ok()
	assert.Equal(t, true, stood.at("frozen"))
	assert.Equal(t, stood.at("now"), w.get("/api/clock").at("now"))
	w.post("/api/clock/freeze", `{"frozen": "yes"}`).fails(bad, "frozen")
}

func TestJobs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1, "delay": {"median": "2h", "spread": 1}}}`)
	ben := w.person(`{"name": "Ben", "addresses": ["ben@client.test"], "timing": {"reply_rate": 1, "delay": {"median": "3h", "spread": 1}}}`)
	assert.Empty(t, w.get("/api/jobs").list())
	w.send("app@ours.test", "anna@client.test", "Meeting", "Is Tuesday fine?")
	w.send("app@ours.test", "ben@client.test", "Meeting", "Is Tuesday fine?")
	reply := func(p mailsim.Persona) map[string]any {
		list := w.get("/api/jobs?kind=reply&persona_id=" + p.ID).list()
		require.Len(t, list, 1)
		return list[0]
	}
	job := reply(anna)
	path := "/api/jobs/" + job["id"].(string)
	// spec: d.jobs.get d.jobs.states d.jobs.filter.kind d.jobs.filter.state d.jobs.filter.persona
	assert.Equal(t, job, into[map[string]any](w.get(path).ok()))
	assert.Equal(t, "pending", job["state"])
	for _, kind := range w.get("/api/jobs?kind=reply").column("kind") {
		assert.Equal(t, "reply", kind)
	}
	assert.Empty(t, w.get("/api/jobs?state=done").list())
	// spec: d.jobs.limit
	assert.Len(t, w.get("/api/jobs?limit=1").list(), 1)
	for _, query := range []string{"limit=0", "limit=-1", "limit=x", "state=lost"} {
		w.get("/api/jobs?"+query).fails(bad, strings.SplitN(query, "=", 2)[0])
	}
	// spec: d.jobs.get.404 errors.404.job
	for _, r := range []*reply_{{get, ""}, {patch, `{"due": "2026-01-06T00:00:00Z"}`}} {
		w.as(admin, r.method, "/api/jobs/none", r.body).fails(notFound, "no such job")
	}
	w.post("/api/jobs/none/run", "").fails(notFound, "no such job")
	w.post("/api/jobs/none/skip", "").fails(notFound, "no such job")
	// spec: d.jobs.move.invalid
	w.patch(path, `{"due": "soon"}`).fails(bad, `due must be an RFC 3339 time, not "soon"`)
	w.patch(path, `{"due": 5}`).fails(bad, `due must be an RFC 3339 time, not 5`)
	w.patch(path, `{}`).fails(bad, "due")
	assert.Equal(t, job["due"], w.get(path).at("due"))
	// spec: events.job.updated
	moved := w.as(member, patch, path, `{"due": "2026-01-08T10:00:00Z"}`).ok()
	assert.Equal(t, "2026-01-08T10:00:00Z", moved.at("due"))
	// spec: d.jobs.plan
	assert.Equal(t, job["plan"].(string)+"; moved to 2026-01-08T10:00:00Z", moved.at("plan"))
	w.patch(path, `{"due": "2026-01-09T10:00:00Z"}`).ok()
	again := w.patch(path, `{"due": "2026-01-08T10:00:00Z"}`).ok()
	assert.Equal(t, moved.at("plan"), again.at("plan"), "only the last move stands in the plan")
	updated := w.get("/api/events?type=job.updated").at("events.0.data").(map[string]any)
	assert.Equal(t, []any{job["id"], "pending", "2026-01-08T10:00:00Z", "reply"}, []any{updated["id"], updated["state"], updated["due"], updated["kind"]})
	w.post("/api/clock/advance", `{"to": "2026-01-08T09:59:59Z"}`).ok()
	assert.Equal(t, []any{"ben@client.test"}, w.get(appBox+"/messages").column("from"))
	// spec: d.jobs.run events.job.done
	ran := w.post(path+"/run", "").ok()
	assert.Equal(t, "done", ran.at("state"))
	assert.Equal(t, "2026-01-08T09:59:59Z", w.get("/api/clock").at("now"))
	assert.Len(t, w.get(appBox+"/messages").list(), 2)
	done := w.get("/api/events?type=job.done").at("events.0.data").(map[string]any)
	assert.Equal(t, []any{job["id"], "reply", anna.ID}, []any{done["id"], done["kind"], done["persona_id"]})
	assert.Contains(t, done, "note")
	// spec: d.jobs.run.again
	w.post(path+"/run", "").fails(conflict, "")
	w.post(path+"/skip", "").fails(conflict, "")
	w.patch(path, `{"due": "2026-01-09T10:00:00Z"}`).fails(conflict, "")
	assert.Len(t, w.get(appBox+"/messages").list(), 2)
	// spec: d.jobs.skip
	w.send("app@ours.test", "ben@client.test", "Once more", "Is Friday fine?")
	var skipped string
	for _, j := range w.get("/api/jobs?state=pending&persona_id=" + ben.ID).list() {
		skipped = j["id"].(string)
		assert.Equal(t, "skipped", w.post("/api/jobs/"+skipped+"/skip", "").ok().at("state"))
	}
	w.post("/api/clock/advance", `{"by": "30d"}`).ok()
	assert.Equal(t, "skipped", w.get("/api/jobs/"+skipped).at("state"))
	assert.Len(t, w.get(appBox+"/messages").list(), 2)
}

type reply_ struct{ method, body string }

// TestAdvance looks at what an advance leaves.
func TestAdvance(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1, "delay": {"median": "2h", "spread": 1}}, "behaviors": {"double_reply": 1}}`)
	w.send("app@ours.test", "anna@client.test", "Meeting", "Is Tuesday fine?")
	due := w.get("/api/jobs?kind=reply").list()[0]["due"]
	// spec: service.personas.reply-on-clock ai.off.scheduled
	assert.Empty(t, w.get(appBox+"/messages").list())
	// spec: d.clock.advance.jobs
	one := w.post("/api/clock/advance", `{"jobs": 1}`).ok()
	assert.Equal(t, 1.0, one.at("ran"))
	assert.LessOrEqual(t, one.at("now"), due)
	// spec: d.clock.advance.settled d.clock.advance.cascade d.clock.advance.at-due
	rest := w.post("/api/clock/advance", `{"by": "30d"}`).ok()
	assert.GreaterOrEqual(t, rest.at("ran"), 2.0)
	assert.Empty(t, w.get("/api/jobs?state=pending").list())
	times := w.get(appBox + "/messages").column("time")
	assert.Contains(t, times, due)
	assert.Equal(t, due, w.get("/api/events?type=persona.sent&after=0").at("events.0.at"))
}

func TestEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: d.events.list
	assert.JSONEq(t, `{"events": [], "last": 0}`, string(w.get("/api/events").ok().Body))
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"]}`)
	for range 60 {
		w.put("/api/pace", `{"factor": 1}`).ok()
		w.post("/api/personas/"+anna.ID+"/memory", `{"text": "x", "case_id": "c1"}`).ok()
	}
	ids := func(query string) (out []int) {
		for _, e := range w.get("/api/events?" + query).ok().at("events").([]any) {
			out = append(out, int(e.(map[string]any)["id"].(float64)))
		}
		return out
	}
	// spec: d.events.limit.default d.events.newest d.events.last events.id.numbered
	newest := ids("")
	require.Len(t, newest, 100)
	assert.Equal(t, []int{121, 120}, newest[:2])
	assert.Equal(t, 121.0, w.get("/api/events?limit=1").at("last"))
	// spec: d.events.after d.events.before
	assert.Equal(t, []int{1, 2, 3}, ids("after=0&limit=3"))
	assert.Equal(t, []int{119, 120, 121}, ids("after=118"))
	assert.Equal(t, []int{4, 3, 2, 1}, ids("before=5"))
	assert.Empty(t, ids("before=0"), "nothing has a smaller id")
	assert.Empty(t, ids("after=0&before=0"))
	assert.Equal(t, []int{4, 5}, ids("after=3&before=6"))
	// spec: d.events.type d.events.persona d.events.case
	assert.Equal(t, []int{1, 2, 3}, ids("after=0&limit=3&type=persona.*,pace"))
	assert.Equal(t, []int{2, 4}, ids("after=0&limit=2&type=pace"))
	assert.Equal(t, []int{1, 3}, ids("after=0&limit=2&persona_id="+anna.ID))
	assert.Equal(t, []int{3, 5}, ids("after=0&limit=2&case_id=c1"))
	assert.Empty(t, ids("case_id=other"))
	// spec: d.events.limit.max
	assert.Len(t, ids("limit=5000"), 121)
	// spec: d.events.limit.invalid
	for _, query := range []string{"limit=0", "limit=-5", "limit=ten", "limit=", "after=x", "before=-1", "limit=1.5"} {
		w.get("/api/events?"+query).fails(bad, strings.SplitN(query, "=", 2)[0])
	}
	for _, path := range []string{"/api/events", "/api/events/stream"} {
		w.get(path+"?type=clock,persona.snet").fails(bad, `unknown event type "persona.snet"`)
	}
	// spec: webhooks.body.source
	e := w.get("/api/events?limit=1").at("events.0").(map[string]any)
	assert.Equal(t, []any{"service", "2026-01-05T09:00:00Z", "c1"}, []any{e["source"], e["at"], e["case_id"]})
}

func TestMovedJobRunsThen(t *testing.T) {
	t.Parallel()
	for _, due := range []string{"2026-01-05T09:00:01Z", "2026-01-05T09:07:30Z", "2026-03-08T10:00:00Z"} { // before it was due, and long after
		w := newWorld(t, mailsim.Options{})
		w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1, "delay": {"median": "2h", "spread": 1}}}`)
		w.send("app@ours.test", "anna@client.test", "Meeting", "Is Tuesday fine?")
		job := w.get("/api/jobs?state=pending&kind=reply").list()[0]
		path := "/api/jobs/" + job["id"].(string)
		require.NotEqual(t, due, job["due"])
		w.patch(path, `{"due": "`+due+`"}`).ok()
		at, err := time.Parse(time.RFC3339, due)
		require.NoError(t, err)
		w.post("/api/clock/advance", `{"to": "`+at.Add(-time.Second).Format(time.RFC3339)+`"}`).ok()
		// spec: d.jobs.move
		assert.Equal(t, "pending", w.get(path).at("state"), due)
		assert.Empty(t, w.get("/api/events?type=persona.sent").at("events"), due)
		w.post("/api/clock/advance", `{"by": "48h"}`).ok()
		assert.Equal(t, "done", w.get(path).at("state"), due)
		sent := w.get("/api/events?type=persona.sent&after=0").at("events.0").(map[string]any)
		assert.Equal(t, due, sent["at"], "it runs at the instant it was moved to")
		assert.Equal(t, due, w.get("/api/mailboxes/app@ours.test/messages").list()[0]["time"])
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1}}`)
	w.put("/api/cases/c1", `{}`).ok()
	w.send("app@ours.test", "anna@client.test", "Meeting", "Is Tuesday fine?")
	got := w.get("/api/status").ok()
	// spec: status.counts status.clock service.universe.contents
	for field, path := range map[string]string{"mailboxes": "mailboxes", "personas": "personas", "cases": "cases", "pending_jobs": "jobs?state=pending"} {
		assert.Equal(t, float64(len(w.get("/api/"+path).list())), got.at(field), field)
	}
	assert.Equal(t, 2.0, got.at("messages"))
	assert.Equal(t, toJSON(into[any](w.get("/api/clock"))), toJSON(got.at("clock")))
	assert.Equal(t, "templates", got.at("writer"))
}

// namedWriter is an AI writer that is never asked.
type namedWriter struct{ mailsim.Writer }

func (namedWriter) Name() string { return "large-model-7" }

func TestStatusNamesTheWriter(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{Writer: namedWriter{}})
	writer := func() any { return w.get("/api/status").ok().at("writer") }
	// spec: status.writer
	assert.Equal(t, "templates", writer(), "AI is off at first")
	w.put("/api/ai", `{"mode": "on"}`).ok()
	assert.Equal(t, "large-model-7", writer())
	w.put("/api/ai", `{"mode": "off"}`).ok()
	assert.Equal(t, "templates", writer())
}

func TestConnection(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{Domain: "mx.ours.test"})
	w.u.Announce(mailsim.Service{Name: "IMAP", Address: "127.0.0.1", Port: 1143, Security: "starttls"})
	w.u.Announce(mailsim.Service{Name: "SMTP", Address: "127.0.0.1", Port: 1025, Security: "starttls"})
	got := w.get("/api/connection").ok()
	// spec: connection.domain connection.auth_mechanisms
	assert.Equal(t, "mx.ours.test", got.at("domain"))
	assert.Equal(t, []any{"PLAIN", "LOGIN"}, got.at("auth_mechanisms"))
	assert.Equal(t, map[string]any{"name": "SMTP", "address": "127.0.0.1", "port": 1025.0, "security": "starttls"}, got.at("services.0"))
	for _, field := range []string{"self_signed", "sha256", "subject"} {
		assert.Contains(t, got.at("certificate"), field)
	}
	w.get("/api/connection/cert").fails(notFound, "TLS")
	made, err := selfcert.For("mx.ours.test")
	require.NoError(t, err)
	w.u.AnnounceAuth(false, true, made.Certificate[0])
	// spec: connection.cert
	file := w.get("/api/connection/cert").ok()
	block, rest := pem.Decode(file.Body)
	assert.Equal(t, made.Certificate[0], block.Bytes)
	assert.Empty(t, rest)
	assert.Contains(t, file.Header.Get("Content-Disposition"), "mailsim.pem")
	sum := sha256.Sum256(made.Certificate[0])
	got = w.get("/api/connection").ok()
	assert.Equal(t, []any{hex.EncodeToString(sum[:]), true}, []any{got.at("certificate.sha256"), got.at("certificate.self_signed")})
	assert.Equal(t, []any{false, true}, []any{got.at("plain_auth_allowed"), got.at("smtp_auth_required")})
}

func TestInsights(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1, "delay": {"median": "2h", "spread": 1}}}`)
	w.person(`{"name": "Ben", "addresses": ["ben@client.test"], "timing": {"reply_rate": 0}}`)
	w.send("app@ours.test", "anna@client.test", "Meeting", "Is Tuesday fine?")
	w.send("app@ours.test", "ben@client.test", "Meeting", "Is Tuesday fine?")
	w.post("/api/clock/advance", `{"by": "20d"}`).ok()
	got := w.get("/api/insights").ok()
	// spec: d.insights.shape d.insights.counts
	sent := float64(len(w.get("/api/events?type=persona.sent").at("events").([]any)))
	assert.Equal(t, []any{2.0, sent, 1.0, 0.5}, []any{got.at("mail.accepted"), got.at("mail.sent"), got.at("replies.answered"), got.at("replies.rate")})
	for _, field := range []string{"replies.median", "replies.p90", "mail.bounces", "mail.junk_rate", "links.opened", "persons", "streams", "days"} {
		assert.NotNil(t, got.at(field), field)
	}
	// spec: d.insights.persona
	one := w.get("/api/insights?persona_id=" + anna.ID).ok()
	assert.Equal(t, []any{1.0, 1.0}, []any{one.at("mail.received"), one.at("replies.rate")})
	// spec: d.insights.range
	assert.Equal(t, 0.0, w.get("/api/insights?since=2026-01-20T00:00:00Z").ok().at("mail.accepted"))
	assert.Equal(t, 2.0, w.get("/api/insights?until=2026-01-06T00:00:00Z").ok().at("mail.accepted"))
	w.get("/api/insights?since=yesterday").fails(bad, "since")
	w.get("/api/insights?until=2026-13-01").fails(bad, "until")
	// spec: plans.feature.insights
	small := newWorld(t, mailsim.Options{Plan: mailsim.Plan{Features: []mailsim.Feature{}}})
	small.get("/api/insights").fails(http.StatusPaymentRequired, "insights")
}

// TestPaceApart: the pace moves people, not the clock.
func TestPaceApart(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1, "delay": {"median": "2h", "spread": 1}}}`)
	w.put("/api/pace", `{"factor": 0.5, "ignore_hours": true}`).ok()
	w.send("app@ours.test", "anna@client.test", "Meeting", "Is Tuesday fine?")
	// spec: time.pace-separate pace.field.factor
	assert.Equal(t, "2026-01-05T10:00:00Z", w.get("/api/jobs?kind=reply").list()[0]["due"])
	assert.Equal(t, "2026-01-05T10:00:00Z", w.post("/api/clock/advance", `{"by": "1h"}`).ok().at("now"))
	// spec: service.events.log
	assert.Subset(t, types_(w), []any{"persona.updated", "pace", "mail.delivered", "persona.received", "job.scheduled", "clock"})
	// spec: personas.provider.world
	w.put("/api/world", `{"company": {"name": "Ours", "domain": "ours.test"}, "streams": [{"id": "s", "kind": "lead", "per_day": 1, "new_people": 1, "enabled": true, "to": ["sales@ours.test"]}]}`).ok()
	w.post("/api/world/streams/s/send", "").ok()
	assert.Contains(t, w.get("/api/personas").column("provider"), "world")
}
