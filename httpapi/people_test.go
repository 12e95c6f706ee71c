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

const bad, notFound, conflict = http.StatusBadRequest, http.StatusNotFound, http.StatusConflict

func TestCreatePersona(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: personas.create personas.provider.api personas.field.provider personas.field.id personas.field.created errors.200
	made := w.post("/api/personas", `{"name": "Anna Weber", "addresses": ["Anna@client.test", "aw@client.test"], "id": "p_mine", "provider": "world", "created": "2001-01-01T00:00:00Z"}`).ok()
	id := made.at("id").(string)
	assert.Regexp(t, `^p_[a-z0-9]+$`, id)
	assert.NotEqual(t, "p_mine", id)
	assert.Equal(t, "api", made.at("provider"))
	assert.Equal(t, "2026-01-05T09:00:00Z", made.at("created"))
	// spec: personas.create.defaults
	assert.Equal(t, "some", made.at("knows"))
	assert.Contains(t, []any{"responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost"}, made.at("temperament"))
	assert.Contains(t, []any{"gmail", "outlook", "apple", "iphone", "android", "plain"}, made.at("style.client"))
	// spec: personas.field.case_ids personas.field.paused
	assert.Equal(t, []any{}, made.at("case_ids"))
	assert.Equal(t, false, made.at("paused"))
	// spec: personas.get
	assert.JSONEq(t, string(made.Body), string(w.get("/api/personas/"+id).ok().Body))
	// spec: personas.create.mailbox mailboxes.field.persona mailboxes.field.address
	box := w.get("/api/mailboxes").list()
	require.Len(t, box, 2)
	assert.Equal(t, "Anna@client.test", box[0]["address"])
	assert.Equal(t, id, box[0]["persona_id"])
	assert.Equal(t, "Anna Weber", box[0]["persona"])
	// spec: events.persona.created.not-api events.persona.updated
	assert.Equal(t, []any{"persona.updated"}, types_(w))
	assert.Equal(t, map[string]any{"id": id, "name": "Anna Weber"}, w.get("/api/events").ok().at("events.0.data"))
}

// types_ lists the types of all events, oldest first.
func types_(w *world) []any {
	out := []any{}
	for _, e := range w.get("/api/events?after=0&limit=1000").ok().at("events").([]any) {
		out = append(out, e.(map[string]any)["type"])
	}
	return out
}

func TestPersonaFieldsComeBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.put("/api/cases/c1", `{"title": "One"}`).ok()
	sent := map[string]string{
		// spec: personas.field.texts
		"name": `"Anna Wéber"`, "role": `"Buyer"`, "org": `"Client"`, "who": `"42, dry"`, "wants": `"a discount"`, "character": `"curt"`,
		"addresses": `["anna@client.test", "aw@client.test"]`, "knows": `"little"`, "temperament": `"procedural"`,
		"style": `{"length": "short", "formality": "formal", "typos": 0.25, "signature": "A.\nWeber", "client": "apple", "links": "wary", "filter": "strict", "access": "screen_reader", "languages": ["fr", "en"]}`,
		// spec: personas.field.timing.ooo
		"timing": `{"reply_rate": 0.5, "delay": {"median": "45m", "spread": 1.5}, "hours": {"tz": "Europe/Paris", "days": "mon-fri", "from": "08:30", "to": "17:00"},
			"ooo": [{"from": "2026-02-01", "to": "2026-02-10", "message": "Away"}]}`,
		// spec: personas.field.behaviors.forward_to
		"behaviors": `{"double_reply": 0.1, "bounce": 0, "cc_someone": 0.2, "forward_to": "boss@client.test", "keep_promises": 1}`,
		// spec: personas.field.external_ids
		"external_ids": `{"crm": "4711", "shop": "a-1"}`, "paused": `true`,
	}
	fields := []string{}
	for k, v := range sent {
		fields = append(fields, fmt.Sprintf("%q: %s", k, v))
	}
	made := w.post("/api/personas", "{"+strings.Join(fields, ",")+"}").ok()
	for k, v := range sent {
		assert.JSONEq(t, v, toJSON(made.at(k)), k)
	}
}

func TestPersonaInvalid(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "style": {"length": "short"}}`)
	before := string(w.get("/api/personas").ok().Body)
	for _, c := range []struct{ field, body, names string }{
		// spec: personas.field.addresses.required errors.400.missing
		{"", `{"name": "B"}`, "addresses"},
		{"", `{"name": "B", "addresses": []}`, "addresses"},
		{"", `{"name": "B", "addresses": null}`, "addresses"},
		// spec: personas.field.addresses.unique
		{"", `{"addresses": ["ANNA@Client.TEST"]}`, "Anna"},
		// spec: personas.field.addresses.valid
		{"", `{"addresses": ["nobody"]}`, "addresses"},
		{"", `{"addresses": ["b@client.test", "a b@client.test"]}`, "addresses"},
		// spec: personas.field.types
		{"name", `3`, "name"},
		{"addresses", `"b@client.test"`, "addresses"},
		{"style", `[]`, "style"},
		{"paused", `"yes"`, "paused"},
		// spec: personas.field.knows.values
		{"knows", `"most"`, "knows"},
		// spec: personas.field.temperament.values
		{"temperament", `"angry"`, "temperament"},
		// spec: personas.field.style.length personas.field.style.formality personas.field.style.typos personas.field.style.client
		{"style", `{"length": "tiny"}`, "style.length"},
		{"style", `{"formality": "rude"}`, "style.formality"},
		{"style", `{"typos": -0.1}`, "style.typos"},
		{"style", `{"typos": 1.1}`, "style.typos"},
		{"style", `{"client": "pine"}`, "style.client"},
		// spec: personas.field.style.links personas.field.style.filter personas.field.style.access
		{"style", `{"links": "all"}`, "style.links"},
		{"style", `{"filter": "some"}`, "style.filter"},
		{"style", `{"access": "blind"}`, "style.access"},
		{"style", `{"languages": ["fr", "gr"]}`, "style.languages"},
		{"style", `{"languages": "fr"}`, "style.languages"},
		{"style", `{"colour": "red"}`, "style.colour"},
		// spec: personas.field.timing.reply_rate personas.field.timing.delay.median personas.field.timing.delay.spread
		{"timing", `{"reply_rate": -0.5}`, "timing.reply_rate"},
		{"timing", `{"reply_rate": 2}`, "timing.reply_rate"},
		{"timing", `{"delay": {"median": "soon"}}`, "median"},
		{"timing", `{"delay": {"median": "0s"}}`, "timing.delay.median must be above 0"},
		{"timing", `{"delay": {"median": "45m", "spread": 0.5}}`, "spread"},
		// spec: personas.field.timing.hours.tz personas.field.timing.hours.days personas.field.timing.hours.from personas.field.timing.hours.to
		{"timing", `{"hours": {"tz": "Europe/Nowhere"}}`, "timing.hours.tz"},
		{"timing", `{"hours": {"tz": "Local"}}`, "timing.hours.tz"},
		{"timing", `{"hours": {"days": "weekdays"}}`, "timing.hours.days"},
		{"timing", `{"hours": {"from": "25:00"}}`, "timing.hours.from"},
		{"timing", `{"hours": {"from": "9am"}}`, "timing.hours.from"},
		{"timing", `{"hours": {"to": "24:61"}}`, "timing.hours.to"},
		// spec: personas.field.timing.ooo
		{"timing", `{"ooo": [{"from": "tomorrow", "to": "2026-02-01"}]}`, "timing.ooo"},
		{"timing", `{"ooo": [{"from": "2026-02-30", "to": "2026-03-01"}]}`, "timing.ooo"},
		// spec: personas.field.behaviors.double_reply personas.field.behaviors.bounce personas.field.behaviors.cc_someone personas.field.behaviors.keep_promises
		{"behaviors", `{"double_reply": 1.5}`, "behaviors.double_reply"},
		{"behaviors", `{"bounce": -1}`, "behaviors.bounce"},
		{"behaviors", `{"cc_someone": 7}`, "behaviors.cc_someone"},
		{"behaviors", `{"keep_promises": 1.01}`, "behaviors.keep_promises"},
		{"", `{"addresses": ["a@client.test", "b@client.test"], "behaviors": {"forward_to": "B@client.test"}}`, "behaviors.forward_to must be someone else: B@client.test is their own"},
		// spec: personas.field.external_ids.types
		{"external_ids", `{"crm": 4711}`, "external_ids"},
		{"external_ids", `{"crm": null}`, "external_ids.crm must be a text, not null"},
		{"case_ids", `["c1", null]`, "case_ids must be a list of texts, without null"},
		{"nickname", `"B"`, "nickname"},
	} {
		body := c.body
		if c.field != "" {
			body = fmt.Sprintf(`{"addresses": ["b@client.test"], %q: %s}`, c.field, c.body)
			if c.field == "addresses" {
				body = fmt.Sprintf(`{%q: %s}`, c.field, c.body)
			}
			// spec: personas.patch.invalid
			w.patch("/api/personas/"+anna.ID, fmt.Sprintf(`{"name": "Changed", %q: %s}`, c.field, c.body)).fails(bad, c.names)
		}
		w.post("/api/personas", body).fails(bad, c.names)
	}
	for _, own := range []string{anna.ID, "anna@client.test"} {
		w.patch("/api/personas/"+anna.ID, `{"behaviors": {"forward_to": "`+own+`"}}`).fails(bad, "behaviors.forward_to must be someone else")
	}
	// spec: errors.unchanged personas.patch.invalid
	assert.JSONEq(t, before, string(w.get("/api/personas").ok().Body))
	assert.Len(t, w.get("/api/mailboxes").list(), 1)
}

func TestPatchPersona(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "who": "a buyer", "style": {"length": "short", "formality": "casual", "client": "gmail"}, "external_ids": {"crm": "1"}}`)
	w.person(`{"name": "Ben", "addresses": ["ben@client.test"]}`)
	path := "/api/personas/" + anna.ID
	for _, method := range []string{patch, put} {
		// spec: personas.patch personas.put-is-patch general.patch.merges
		got := w.as(member, method, path, `{"role": "`+method+`"}`).ok()
		assert.Equal(t, method, got.at("role"))
		assert.Equal(t, "a buyer", got.at("who"))
		assert.Equal(t, "short", got.at("style.length"))
	}
	// spec: general.patch.nested
	got := w.patch(path, `{"style": {"formality": "formal"}}`).ok()
	assert.Equal(t, "formal", got.at("style.formality"))
	assert.NotContains(t, got.at("style"), "length")
	// what an answer holds may be sent back
	whole := into[map[string]any](w.get(path).ok())
	assert.JSONEq(t, toJSON(whole), string(w.put(path, toJSON(whole)).ok().Body))
	// null clears what may be missing
	assert.Equal(t, map[string]any{}, w.patch(path, `{"external_ids": null}`).ok().at("external_ids"))
	assert.Equal(t, map[string]any{}, w.patch(path, `{"style": null}`).ok().at("style"))
	assert.Equal(t, "", w.patch(path, `{"who": null, "paused": null}`).ok().at("who"))
	for _, field := range []string{"addresses", "name", "knows", "temperament"} {
		w.patch(path, `{"`+field+`": null}`).fails(bad, field+" must not be null")
	}
	for _, field := range []string{"name", "knows", "temperament"} { // spec: personas.patch.invalid
		w.patch(path, `{"role": "changed", "`+field+`": ""}`).fails(bad, field+" must not be empty")
		assert.NotEqual(t, "changed", w.get(path).ok().at("role"))
	}
	// spec: personas.patch.address-taken
	w.patch(path, `{"addresses": ["Ben@client.test"]}`).fails(bad, "Ben")
	// spec: personas.patch.404 personas.get.404 errors.404.persona personas.delete.404
	w.patch("/api/personas/p_none", `{}`).fails(notFound, "no such persona")
	w.get("/api/personas/p_none").fails(notFound, "no such persona")
	w.delete("/api/personas/p_none").fails(notFound, "no such persona")
	// spec: personas.list personas.list.order
	w.person(`{"name": "Aaron", "addresses": ["aaron@client.test"]}`)
	assert.Equal(t, []any{"Aaron", "Anna", "Ben"}, w.get("/api/personas").column("name"))
}

func TestDeletePersona(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1}}`)
	path := "/api/personas/" + anna.ID
	w.post(path+"/memory", `{"text": "likes tea"}`).ok()
	w.send("app@ours.test", "anna@client.test", "Hello", "Is Tuesday fine?")
	require.NotEmpty(t, w.get("/api/jobs?state=pending&persona_id="+anna.ID).list())
	// spec: personas.delete personas.delete.jobs personas.delete.mailbox-kept personas.delete.memory
	w.delete(path).ok()
	w.get(path).fails(notFound, "no such persona")
	assert.Empty(t, w.get("/api/personas").list())
	assert.Empty(t, w.get("/api/jobs?state=pending").list())
	assert.Len(t, w.get("/api/mailboxes/anna@client.test/messages").list(), 1)
	w.get(path+"/memory").fails(notFound, "no such persona")
	w.post("/api/clock/advance", `{"by": "30d"}`).ok()
	assert.Empty(t, w.get("/api/mailboxes/app@ours.test/messages").list())
	again := w.person(`{"name": "Anna", "addresses": ["anna@client.test"]}`)
	assert.Equal(t, "{}", strings.TrimSpace(string(w.get("/api/personas/"+again.ID+"/memory").ok().Body)))
}

func TestDrawnAtRandom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	temperaments, clients := map[any]int{}, map[any]int{}
	for i := range 60 {
		got := w.post("/api/personas", fmt.Sprintf(`{"addresses": ["p%d@client.test"]}`, i)).ok()
		temperaments[got.at("temperament")]++
		clients[got.at("style.client")]++
	}
	// spec: personas.create.default.temperament personas.create.default.client
	assert.Greater(t, len(temperaments), 2)
	assert.Greater(t, len(clients), 2)
}

func TestTemperaments(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	// spec: d.temperaments.path temperaments.entry.fields temperaments.entry.names
	list := w.get("/api/temperaments").list()
	rates := map[any]float64{}
	for _, e := range list {
		assert.Len(t, e, 5)
		assert.NotEmpty(t, e["text"])
		// spec: temperaments.entry.weight
		assert.Greater(t, e["weight"], 0.0)
		// spec: temperaments.entry.median_delay
		_, err := mailsim.ParseDuration(e["median_delay"].(string))
		assert.NoError(t, err)
		rates[e["name"]] = e["reply_rate"].(float64)
	}
	assert.Len(t, rates, 7)
	for _, name := range []any{"responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost"} {
		// spec: temperaments.entry.reply_rate
		require.Contains(t, rates, name)
		assert.GreaterOrEqual(t, rates[name], rates["ghost"])
		assert.LessOrEqual(t, rates[name], rates["responsive"])
		assert.True(t, rates[name] >= 0 && rates[name] <= 1)
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "external_ids": {"crm": "4711"}}`)
	path := "/api/personas/" + anna.ID + "/memory"
	// spec: memory.add memory.nosource.form memory.source.form memory.add.case_id memory.keys memory.get
	w.post(path, `{"text": "likes tea"}`).ok()
	w.post(path, `{"text": "is angry", "source": "crm", "case_id": "c1"}`).ok()
	assert.JSONEq(t, `{"": ["likes tea"], "c1": ["(crm) is angry"]}`, string(w.get(path).ok().Body))
	// spec: events.persona.memory
	assert.Equal(t, map[string]any{"persona_id": anna.ID, "case_id": "c1", "source": "crm"}, w.get("/api/events?type=persona.memory").at("events.0.data"))
	// spec: memory.add.text-required
	w.post(path, `{"source": "crm"}`).fails(bad, "text")
	w.post(path, `{"text": ""}`).fails(bad, "text")
	// spec: memory.external memory.external.source-default
	w.post("/api/memory/by-external", `{"system": "crm", "id": "4711", "text": "signed"}`).ok()
	w.post("/api/memory/by-external", `{"system": "crm", "id": "4711", "text": "paid", "source": "bank", "case_id": "c1"}`).ok()
	assert.JSONEq(t, `{"": ["likes tea", "(crm) signed"], "c1": ["(crm) is angry", "(bank) paid"]}`, string(w.get(path).ok().Body))
	for _, missing := range []string{"system", "id", "text"} {
		// spec: memory.external.required
		body := map[string]string{"system": "crm", "id": "4711", "text": "x"}
		delete(body, missing)
		w.post("/api/memory/by-external", toJSON(body)).fails(bad, missing)
	}
	// spec: memory.external.404
	w.post("/api/memory/by-external", `{"system": "crm", "id": "9", "text": "x"}`).fails(notFound, "")
	// spec: memory.clear.case
	w.delete(path + "?case_id=c1").ok()
	assert.JSONEq(t, `{"": ["likes tea", "(crm) signed"]}`, string(w.get(path).ok().Body))
	// spec: memory.clear
	w.post(path, `{"text": "again", "case_id": "c2"}`).ok()
	w.delete(path).ok()
	assert.JSONEq(t, `{}`, string(w.get(path).ok().Body))
	// spec: memory.404
	w.get("/api/personas/p_none/memory").fails(notFound, "no such persona")
	w.post("/api/personas/p_none/memory", `{"text": "x"}`).fails(notFound, "no such persona")
	w.delete("/api/personas/p_none/memory").fails(notFound, "no such persona")
}

func TestRelations(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1}}`)
	path := "/api/personas/" + anna.ID + "/relations"
	// spec: relations.shape
	assert.JSONEq(t, `{"relations": [], "stances": []}`, string(w.get(path).ok().Body))
	for _, from := range []string{"app@ours.test", "shop@ours.test", "desk@ours.test"} {
		w.send(from, "anna@client.test", "Hello", "Is Tuesday fine?")
	}
	w.post("/api/clock/advance", `{"by": "30d"}`).ok()
	addresses := func() (out []any) {
		for _, r := range w.get(path).ok().at("relations").([]any) {
			out = append(out, r.(map[string]any)["address"])
		}
		return out
	}
	// spec: relations.content
	assert.ElementsMatch(t, []any{"app@ours.test", "shop@ours.test", "desk@ours.test"}, addresses())
	// spec: relations.forget.one
	w.delete(path + "?address=Shop@ours.test").ok()
	assert.ElementsMatch(t, []any{"app@ours.test", "desk@ours.test"}, addresses())
	// an empty address is nobody's, and never everyone's
	w.delete(path + "?address=")
	assert.Len(t, addresses(), 2)
	// spec: relations.forget.all
	w.delete(path).ok()
	assert.JSONEq(t, `{"relations": [], "stances": []}`, string(w.get(path).ok().Body))
	// spec: relations.404
	w.get("/api/personas/p_none/relations").fails(notFound, "no such persona")
	w.delete("/api/personas/p_none/relations").fails(notFound, "no such persona")
}

func TestPaused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test"], "timing": {"reply_rate": 1}}`)
	path := "/api/personas/" + anna.ID
	// spec: states.persona.pause personas.paused.no-reply personas.field.paused events.persona.ignored
	assert.Equal(t, true, w.put(path, `{"paused": true}`).ok().at("paused"))
	id := w.send("app@ours.test", "anna@client.test", "Hello", "Is Tuesday fine?")
	w.post("/api/clock/advance", `{"by": "30d"}`).ok()
	assert.Empty(t, w.get("/api/mailboxes/app@ours.test/messages").list())
	ignored := w.get("/api/events?type=persona.ignored").at("events.0.data").(map[string]any)
	assert.Equal(t, anna.ID, ignored["persona_id"])
	assert.Equal(t, "Anna", ignored["persona"])
	assert.Equal(t, "Hello", ignored["subject"])
	assert.Contains(t, ignored, "case_id")
	assert.NotEmpty(t, ignored["why"])
	// spec: wait.reply.409 d.wait.reply.409-now
	w.get("/api/wait/reply?from="+anna.ID+"&in_reply_to="+q(id)+"&timeout=5m").fails(conflict, "decided not to reply")
	// spec: states.persona.resume-replies
	assert.Equal(t, false, w.patch(path, `{"paused": false}`).ok().at("paused"))
	w.send("app@ours.test", "anna@client.test", "Once more", "Is Friday fine?")
	w.post("/api/clock/advance", `{"by": "30d"}`).ok()
	assert.Len(t, w.get("/api/mailboxes/app@ours.test/messages").list(), 1)
}

// all addresses lead to the person, who writes from the first
func TestPersonaAddresses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	anna := w.person(`{"name": "Anna", "addresses": ["anna@client.test", "aw@client.test"], "timing": {"reply_rate": 1, "delay": {"median": "1h", "spread": 1}}}`)
	w.send("app@ours.test", "AW@client.test", "Hello", "Is Tuesday fine?")
	// spec: personas.field.addresses.all-read events.persona.received
	got := w.get("/api/events?type=persona.received").at("events.0.data").(map[string]any)
	assert.Equal(t, anna.ID, got["persona_id"])
	for _, field := range []string{"persona", "case_id", "from", "from_name", "subject", "message_id", "text"} {
		assert.Contains(t, got, field)
	}
	w.post("/api/clock/advance", `{"by": "10d"}`).ok()
	// spec: personas.field.addresses.first
	assert.Equal(t, []any{"anna@client.test"}, w.get("/api/mailboxes/app@ours.test/messages").column("from"))
}

func TestLearn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{Plan: mailsim.Plan{Name: "small", Limits: mailsim.Limits{LearnedPerMonth: 1}}})
	for _, to := range []string{"kim@ours.test", "lee@ours.test"} {
		w.post("/api/send", `{"from": "Maria Rossi <maria@client.test>", "to": ["`+to+`"], "subject": "Invoice", "text": "Dear all,\n\nplease find the invoice.\n\nKind regards\nMaria Rossi\nHead of Finance"}`).ok()
	}
	// spec: personas.learn personas.learn.by personas.learn.people personas.learn.paused personas.provider.mail
	got := w.as(member, post, "/api/personas/learn", `{"address": "maria@client.test", "paused": true}`).ok()
	assert.Equal(t, []any{"Maria Rossi", "mail", true, []any{"maria@client.test"}},
		[]any{got.at("persona.name"), got.at("persona.provider"), got.at("persona.paused"), got.at("persona.addresses")})
	assert.NotEqual(t, "ai", got.at("by"))
	assert.Equal(t, 2.0, got.at("people"))
	assert.Equal(t, "mail", w.get("/api/personas/"+got.at("persona.id").(string)).at("provider"))
	// spec: personas.learn.unknown
	w.post("/api/personas/learn", `{"address": "none@client.test"}`).fails(notFound, "no such mailbox")
	w.post("/api/personas/learn", `{"address": "maria@client.test"}`).fails(conflict, "")
	w.post("/api/personas/learn", `{}`).fails(bad, "address")
	w.post("/api/personas/learn", `{"address": "maria"}`).fails(bad, "address")
	// spec: limits.plan.learned_per_month
	w.post("/api/personas/learn", `{"address": "kim@ours.test"}`).fails(bad, "small")
}
