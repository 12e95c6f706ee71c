package httpapi

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestProviders: what doors of providers were given is listed and canceled, and addresses
// come on their lists and off them.
func TestProviders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{Frozen: true})
	p := w.u.Provider("resend")
	for _, id := range []string{"first", "second", "later"} {
		m := mailsim.ProviderMail{ID: id, From: "app@ours.test", To: []string{"a@client.test"}, Raw: "Message-ID: <" + id + "@ours.test>\r\nSubject: " + id + "\r\n\r\nx", Lists: mailsim.ProviderLists{Bounced: "suppressed"}}
		if id == "later" {
			m.At = w.u.Now().Add(time.Hour)
		}
		_, err := p.Submit(t.Context(), m)
		require.NoError(t, err)
	}
	ids := func(got *reply) (out []string) {
		t.Helper()
		var list []mailsim.ProviderSend
		require.NoError(t, json.Unmarshal(got.ok().Body, &list))
		for _, s := range list {
			out = append(out, s.ID+" "+s.Status)
		}
		return out
	}
	assert.ElementsMatch(t, []string{"later scheduled", "second sent", "first sent"}, ids(w.as(viewer, get, "/api/providers/resend/sends", "")))
	assert.Len(t, ids(w.as(viewer, get, "/api/providers/resend/sends?limit=2", "")), 2)
	assert.Empty(t, ids(w.as(viewer, get, "/api/providers/ses/sends", "")))
	assert.Contains(t, string(w.as(viewer, get, "/api/providers/resend/sends/first", "").ok().Body), `"last":"delivered"`)
	w.as(viewer, get, "/api/providers/resend/sends/none", "").fails(404, "")
	w.as(viewer, get, "/api/providers/nobody/sends", "").fails(404, "there is no provider")
	w.as(viewer, del, "/api/providers/resend/sends/later", "").fails(403, "")
	assert.Contains(t, string(w.as(member, del, "/api/providers/resend/sends/later", "").ok().Body), `"status":"canceled"`)
	w.as(member, del, "/api/providers/resend/sends/later", "").fails(409, "not scheduled")

	list := func(got *reply) (out []string) {
		t.Helper()
		var list []mailsim.Suppression
		require.NoError(t, json.Unmarshal(got.ok().Body, &list))
		for _, s := range list {
			out = append(out, s.List+" "+s.Address)
		}
		return out
	}
	const at = "/api/providers/sendgrid/suppressions"
	assert.Equal(t, "[]", string(w.as(viewer, get, at, "").ok().Body[:2]))
	w.as(viewer, post, at, `{"addresses": ["a@client.test"]}`).fails(403, "")
	w.as(member, post, at, `{"addresses": ["x"]}`).fails(400, "not an address")
	w.as(member, post, at, `{"addresses": []}`).fails(400, "")
	assert.Equal(t, []string{"bounces a@client.test", "bounces b@client.test"}, list(w.as(member, post, at, `{"addresses": ["a@client.test", "b@client.test", "A@client.test"]}`)))
	assert.Equal(t, []string{"unsubscribes a@client.test"}, list(w.as(member, post, at, `{"list": "unsubscribes", "addresses": ["a@client.test"]}`)))
	assert.Len(t, list(w.as(viewer, get, at, "")), 3)
	assert.Equal(t, []string{"unsubscribes a@client.test"}, list(w.as(viewer, get, at+"?list=unsubscribes", "")))
	assert.Empty(t, list(w.as(viewer, get, "/api/providers/ses/suppressions", "")), "each provider has its own")
	assert.Len(t, list(w.as(member, del, at+"?address=a@client.test", "")), 2)
	assert.Len(t, list(w.as(member, del, at+"?address=b@client.test&list=bounces", "")), 1)
	w.as(member, del, at+"?address=b@client.test", "").fails(404, "not suppressed")
}
