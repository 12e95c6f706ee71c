package httpapi

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// memory_days is a field like the others: over HTTP, in OpenAPI and in the file.
func TestMemoryDays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{Plan: mailsim.Plan{Limits: mailsim.Limits{RetentionDays: 7}}})
	assert.JSONEq(t, `{"mail_days": 7, "event_days": 7, "memory_days": 60}`, string(w.put("/api/retention", `{"memory_days": 60}`).ok().Body), "no plan caps it")
	assert.JSONEq(t, `{"mail_days": 7, "event_days": 7, "memory_days": 60}`, string(w.get("/api/retention").ok().Body))
	for _, wrong := range []string{"-1", "1.5", "36501", `"7"`} {
		w.put("/api/retention", `{"memory_days": `+wrong+`}`).fails(bad, "memory_days")
	}
	assert.JSONEq(t, `{"mail_days": 7, "event_days": 7}`, string(w.put("/api/retention", `{}`).ok().Body), "a field left out takes its default")

	doc := string(w.get("/api/openapi.json").ok().Body)
	assert.Contains(t, doc, `"memory_days":60`, "the example")
	assert.Contains(t, doc, `"memory_days":{`, "the schema")

	var schema struct {
		Properties map[string]struct{ Properties map[string]any }
	}
	require.NoError(t, json.Unmarshal(universe.ConfigSchema(), &schema))
	assert.Contains(t, schema.Properties["retention"].Properties, "memory_days")
	_, err := universe.ParseConfig("mail.yaml", []byte("retention:\n  memory_days: -1\n"))
	assert.ErrorContains(t, err, "mail.yaml:2: retention.memory_days must not be negative")
	c, err := universe.ParseConfig("mail.yaml", []byte("retention: {memory_days: 30}"))
	require.NoError(t, err)
	u, err := universe.New(mailsim.Options{Config: c})
	require.NoError(t, err)
	defer u.Close()
	assert.Equal(t, mailsim.Retention{MemoryDays: 30}, u.Retention())
}
