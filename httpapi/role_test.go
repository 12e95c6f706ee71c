package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// leastRoles is the table of roles as it is promised, apart from the one that the
// handler serves by: the first row that fits a request says the least role. A path
// that ends in "/" stands for all below it too.
var leastRoles = []struct {
	methods string // "" for all
	path    string // "" for all
	role    mailsim.Role
}{
	// No key.
	{post, "/signin", nobody}, {post, "/session", nobody}, {get, "/openapi.json", nobody},
	// What changes nothing, or the caller's own session alone.
	{get, "", viewer}, {post, "/extract", viewer}, {post, "/signout", viewer}, {post, "/pass", viewer},
	// Changes to logins, webhooks, retention, link rules, recipient rules, faults, the World, reset; keys.
	{"", "/accounts/", admin}, {"", "/webhooks/", admin}, {"", "/retention/", admin}, {"", "/links/", admin}, {"", "/recipients/", admin},
	{"", "/faults/", admin}, {"", "/relay/", admin}, {"", "/world/", admin}, {"", "/reset/", admin}, {"", "/keys/", admin},
	// Every other change.
	{"", "", member},
}

func leastRole(method, path string) mailsim.Role {
	for _, r := range leastRoles {
		fits := r.path == "" || path == strings.TrimSuffix(r.path, "/") || strings.HasSuffix(r.path, "/") && strings.HasPrefix(path, r.path)
		if fits && (r.methods == "" || r.methods == method) {
			return r.role
		}
	}
	return admin
}

// changes are requests that must be there, with the least role of each in so many
// words, so that a rule above cannot hold of nothing.
var changes = map[string]mailsim.Role{
	"POST /accounts": admin, "PATCH /accounts/{address}": admin, "DELETE /accounts/{address}": admin, "POST /accounts/{address}/check": admin,
	"PUT /accounts/{address}/signature": admin, "PUT /webhooks": admin, "PUT /retention": admin, "POST /retention/prune": admin, "PUT /links": admin,
	"PUT /recipients": admin, "PUT /faults": admin, "PUT /relay": admin, "POST /release": member, "POST /mailboxes/{address}/release": member, "POST /import": member, "PUT /world": admin, "POST /world/streams/{id}/send": admin, "POST /reset": admin,
	"POST /keys": admin, "DELETE /keys/{prefix}": admin,
	"POST /extract": viewer, "PUT /ai": member, "PUT /pace": member, "PUT /mailboxes/{address}/status": member,
	"POST /personas": member, "PATCH /personas/{id}": member, "PUT /personas/{id}": member, "DELETE /personas/{id}": member, "POST /personas/learn": member,
	"POST /personas/{id}/memory": member, "DELETE /personas/{id}/memory": member, "POST /memory/by-external": member, "DELETE /personas/{id}/relations": member,
	"PATCH /mailboxes/{address}/messages/{folder}/{uid}": member, "PATCH /mails/{id}": member, "DELETE /mails/{id}": member, "POST /send": member, "POST /notes": member, "POST /inject": member, "POST /shares": member, "DELETE /shares/{id}": member,
	"PUT /cases/{id}": member, "DELETE /cases/{id}": member, "POST /clock/advance": member, "POST /clock/freeze": member, "POST /clock/speed": member,
	"POST /providers/{provider}/suppressions": member, "DELETE /providers/{provider}/suppressions": member, "DELETE /providers/{provider}/sends/{id}": member,
	"PATCH /jobs/{id}": member, "POST /jobs/{id}/run": member, "POST /jobs/{id}/skip": member,
}

// TestRolesOfTable checks the least roles that the handler serves by.
func TestRolesOfTable(t *testing.T) {
	t.Parallel()
	served := map[string]mailsim.Role{}
	for _, r := range Routes() {
		served[r.Method+" "+r.Path] = r.Role
		assert.Equal(t, leastRole(r.Method, r.Path), r.Role, "%s %s", r.Method, r.Path) // spec: roles.viewer.gets
	}
	for name, role := range changes {
		method, path, _ := strings.Cut(name, " ")
		assert.Equal(t, role, leastRole(method, path), name)
		assert.Contains(t, served, name)
	}
}

// TestRolesMatrix sends every route with every role, none, and a wrong key.
func TestRolesMatrix(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	w.person(`{"name": "Anna", "addresses": ["anna@client.test"]}`)
	w.send("app@ours.test", "anna@client.test", "Hello", "x")
	before := universeState(w)
	for _, r := range Routes() {
		least := leastRole(r.Method, r.Path)
		if least == nobody {
			continue
		}
		path, body := "/api"+strings.NewReplacer("{address}", "app@ours.test", "{folder}", "INBOX", "{uid}", "1", "{n}", "0", "{id}", "none", "{prefix}", "none").Replace(r.Path), ""
		if strings.HasPrefix(r.Example, "{") || strings.HasPrefix(r.Example, "[") {
			body = r.Example
		}
		name := r.Method + " " + path
		// spec: auth.none-401
		w.as("", r.Method, path, body).fails(unauthorized, "key")
		wrong := w.request("", r.Method, path, body)
		wrong.Header.Set("Authorization", "Bearer ms_0000000000000000")
		// spec: auth.invalid-401
		w.do(wrong).fails(unauthorized, "key is not valid")
		for _, role := range []mailsim.Role{viewer, member} {
			if role == viewer && least != viewer || role == member && least == admin {
				// spec: errors.403.role errors.403.member roles.viewer.no-change
				// spec: roles.admin.accounts roles.admin.signature roles.admin.webhooks roles.admin.retention roles.admin.links
				// spec: roles.admin.recipients roles.admin.faults roles.admin.world roles.admin.reset roles.admin.keys
				got := w.as(role, r.Method, path, body)
				assert.Equal(t, forbidden, got.Status, name)
				assert.JSONEq(t, `{"error": "your role (`+string(role)+`) cannot do this"}`, string(got.Body), name)
			}
		}
	}
	// spec: errors.unchanged roles.viewer.no-change
	assert.Equal(t, before, universeState(w))
	for _, r := range Routes() { // and the least role is let through
		least := leastRole(r.Method, r.Path)
		if least == nobody || strings.HasSuffix(r.Path, "/stream") || strings.HasPrefix(r.Path, "/wait") {
			continue
		}
		w := newWorld(t, mailsim.Options{})
		path := "/api" + strings.NewReplacer("{address}", "app@ours.test", "{folder}", "INBOX", "{uid}", "1", "{n}", "0", "{id}", "none", "{prefix}", "none").Replace(r.Path)
		got := w.as(least, r.Method, path, "")
		assert.NotContains(t, string(got.Body), "cannot do this", "%s %s as %s", r.Method, path, least)
		assert.NotEqual(t, unauthorized, got.Status, "%s %s as %s", r.Method, path, least)
	}
}

// TestNoKeysAtAll: a universe to which no key was given refuses everything that
// needs one, whatever is sent.
func TestNoKeysAtAll(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{HashCost: 4, Real: start})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	require.Empty(t, u.Keys())
	w := &world{t, u, New(u, Options{NoLimit: true}), nil}
	for _, r := range Routes() {
		if leastRole(r.Method, r.Path) == nobody {
			continue
		}
		path, body := "/api"+strings.NewReplacer("{", "", "}", "").Replace(r.Path), ""
		if strings.HasPrefix(r.Example, "{") || strings.HasPrefix(r.Example, "[") {
			body = r.Example
		}
		for _, key := range []string{"", "Bearer ", "Bearer ms_0000000000000000", "Basic YWRtaW46"} {
			for _, host := range []string{"mail.test", "localhost", "127.0.0.1"} {
				req := w.request("", r.Method, path, body)
				req.Host = host
				if key != "" {
					req.Header.Set("Authorization", key)
				}
				// spec: d.handler.no-keys
				assert.Equal(t, http.StatusUnauthorized, w.do(req).Status, "%s %s with %q at %s", r.Method, path, key, host)
			}
		}
	}
}
