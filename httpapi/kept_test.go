package httpapi

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
)

// spec: personas.patch logins.change general.json.request
func TestWhatTheServerKeeps(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	id := w.post("/api/personas", `{"addresses": ["anna@client.test"], "id": "p_mine", "provider": "case", "created": "2020-01-01T00:00:00Z"}`).ok().at("id").(string)
	w.post("/api/accounts", `{"address": "App@ours.test", "password": "a long password"}`).ok()
	w.put("/api/cases/order", `{"title": "Order"}`).ok()
	for _, c := range []struct{ method, path, body, names string }{
		{"PATCH", "/api/personas/" + id, `{"id": "p_other"}`, "id cannot be changed"},
		{"PUT", "/api/personas/" + id, `{"id": ""}`, "id cannot be changed"},
		{"PATCH", "/api/personas/" + id, `{"id": 5}`, "id cannot be changed"},
		{"PATCH", "/api/personas/" + id, `{"provider": "case", "name": "X"}`, `provider cannot be changed: it is "api"`},
		{"PATCH", "/api/accounts/app@ours.test", `{"address": "other@ours.test", "note": "X"}`, "address cannot be changed"},
		{"PUT", "/api/accounts/app@ours.test", `{"address": ""}`, "address cannot be changed"},
		{"PUT", "/api/cases/order", `{"id": "other", "title": "X"}`, "id cannot be changed"},
		{"PUT", "/api/cases/fresh", `{"id": "other", "title": "X"}`, "id cannot be changed"},
		{"PATCH", "/api/personas/" + id, `{"timing": {"hours": {"tz": ""}}}`, "timing.hours.tz must not be empty"},
		{"POST", "/api/personas", `{"addresses": ["x@client.test"], "timing": {"hours": {"tz": "", "days": "mon-fri"}}}`, "timing.hours.tz"},
		{"PUT", "/api/world", `{"company": {"name": "X", "tz": ""}, "streams": []}`, "company.tz must not be empty"},
		{"PUT", "/api/webhooks", `[{"url": "http://x.test/", "events": ["persona.*", "mail.delivred", "nosuch.*"]}]`, `unknown event types "mail.delivred" (did you mean mail.delivered?), "nosuch.*"`},
	} {
		w.as(admin, c.method, c.path, c.body).fails(bad, c.names)
	}
	for _, path := range []string{"/api/events", "/api/events/stream"} {
		w.get(path+"?type=mail.delivred").fails(bad, `unknown event type "mail.delivred"`)
		w.get(path+"?type=persona.*,nosuch,other*").fails(bad, `unknown event types "nosuch", "other*"`)
	}
	p := w.patch("/api/personas/"+id, `{"id": "`+id+`", "provider": "api", "created": "1999-01-01T00:00:00Z", "name": "Anna Berg"}`).ok()
	assert.Equal(t, "Anna Berg", p.at("name"))
	assert.NotEqual(t, "1999-01-01T00:00:00Z", p.at("created"))
	l := w.patch("/api/accounts/app@ours.test", `{"address": "app@ours.test", "messages": 99, "note": "kept"}`).ok()
	assert.Equal(t, "App@ours.test", l.at("address"))
	assert.EqualValues(t, 0, l.at("messages"))
	c := w.put("/api/cases/order", `{"id": "order", "title": "Changed", "created": "1999-01-01T00:00:00Z", "updated": "1999-01-01T00:00:00Z", "messages": 7}`).ok()
	assert.Equal(t, "Changed", c.at("title"))
	assert.NotEqual(t, "1999-01-01T00:00:00Z", c.at("updated"))
	assert.Equal(t, "UTC", w.get("/api/world").ok().at("world.company.tz"))
	world := w.put("/api/world", `{"company": {"name": "X"}, "streams": [{"id": "s", "kind": "lead", "per_day": 1, "enabled": true, "to": ["a@b.test"], "sent": 9, "next": "1999-01-01T00:00:00Z"}]}`).ok()
	assert.Equal(t, "UTC", world.at("world.company.tz"))
	s := world.at("world.streams").([]any)[0].(map[string]any)
	assert.EqualValues(t, 0, s["sent"])
	assert.NotEqual(t, "1999-01-01T00:00:00Z", s["next"])
	w.put("/api/world", toJSON(world.at("world"))).ok()
}
