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

// The matrix: every route × every role × whose universe it is about.

// asker is who asks for what, and what must come of it.
type asker struct {
	name     string
	key      string       // "" for none
	session  string       // of a signed-in person
	role     mailsim.Role // in the universe that is asked for
	universe string       // in the header; "" names none
	refused  int          // whatever the route; 0 for none
	why      string       // a part of the text of a refusal
	needs    bool         // a change needs the header
	unnamed  bool         // no universe is chosen: 400 where one is needed
}

// matrix is a cell of three organizations, the last one suspended, and everyone
// who may ask it something.
func matrix(t *testing.T) (*world, []asker) {
	t.Helper()
	server := "key-of-the-administrator"
	w, cell := newCell(t, mailsim.CellOptions{AdminKey: server}, Options{NoLimit: true})
	require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: "shut"}))
	shut, err := cell.CreateUniverse(t.Context(), "shut", mailsim.Options{ID: "u_shut", HashCost: 4, Real: start})
	require.NoError(t, err)
	one, err := cell.Universe("u_one")
	require.NoError(t, err)

	askers := []asker{
		{name: "nobody", refused: unauthorized, why: "key"},
		{name: "nobody who names one", universe: "u_one", refused: unauthorized, why: "key"},
		{name: "wrong key", key: "ms_0000000000000000", refused: unauthorized, why: "not valid"},
		{name: "wrong session", session: "0000000000000000", refused: unauthorized, why: "session has ended"},
		{name: "server, own", key: server, role: admin, universe: "u_one"},
		{name: "server, suspended", key: server, role: admin, universe: "u_shut"},
		{name: "server, none", key: server, role: admin, unnamed: true},
		{name: "server, unknown", key: server, universe: "u_nowhere", refused: notFound, why: "no such universe"},
	}
	for _, role := range []mailsim.Role{viewer, member, admin} {
		key := func(u *mailsim.Universe) string {
			secret, _, err := u.CreateKey(t.Context(), string(role), role)
			require.NoError(t, err)
			return secret
		}
		email := string(role) + "@one.test"
		for _, org := range []string{"one", "shut"} {
			require.NoError(t, cell.SetUser(t.Context(), org, mailsim.OrgUser{Email: email, Password: "a long password", Role: role}))
		}
		session, err := cell.SignIn(t.Context(), email, "a long password", "")
		require.NoError(t, err)
		own := key(one)
		is := func(what string) string { return string(role) + ", " + what }
		askers = append(askers,
			// spec: auth.key.other-universe-403 errors.403.suspended errors.403.role
			asker{name: is("own"), key: own, role: role},
			asker{name: is("own, named"), key: own, role: role, universe: "u_one"},
			asker{name: is("other"), key: own, universe: "u_two", refused: forbidden, why: "another universe"},
			asker{name: is("unknown"), key: own, universe: "u_nowhere", refused: forbidden, why: "another universe"},
			asker{name: is("suspended"), key: key(shut), refused: forbidden, why: "suspended"},
			asker{name: is("person, own"), session: session, role: role, universe: "u_one"},
			asker{name: is("person, none"), session: session, role: role, needs: true},
			asker{name: is("person, other"), session: session, universe: "u_two", refused: forbidden, why: "cannot open"},
			asker{name: is("person, unknown"), session: session, universe: "u_nowhere", refused: forbidden, why: "cannot open"},
			asker{name: is("person, suspended"), session: session, universe: "u_shut", refused: forbidden, why: "suspended"},
		)
	}
	require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: "shut", Suspended: true}))
	return w, askers
}

// exampleRequest is a request to a route that need not find what it asks for.
func (r Route) exampleRequest() (path, body string) {
	path = "/api" + strings.NewReplacer("{address}", "none@ours.test", "{folder}", "INBOX", "{uid}", "1", "{n}", "0", "{id}", "none", "{prefix}", "none").Replace(r.Path)
	switch {
	case r.Path == "/webhooks" && r.changes():
		body = "[]" // the example's would be called
	case strings.HasPrefix(r.Path, "/wait"):
		path += "?from=none@ours.test&timeout=1"
		if r.Path == "/wait" {
			path += "&to=none@ours.test"
		}
	case strings.HasPrefix(r.Example, "?"):
		path += r.Example
	default:
		body = r.Example
	}
	return path, body
}

// expect is the status that an asker must get of a route, 0 for any but those
// that refuse who asks.
func (a *asker) expect(r *Route) (status int, why string) {
	switch {
	case a.refused != 0:
		return a.refused, a.why
	case r.anywhere:
		return 0, ""
	case a.unnamed:
		return bad, "name a universe"
	case !a.role.Allows(r.Role):
		return forbidden, fmt.Sprintf("your role (%s) cannot do this", a.role)
	case a.needs && r.changes():
		return forbidden, universeHeader
	}
	return 0, ""
}

func TestMatrix(t *testing.T) {
	t.Parallel()
	w, askers := matrix(t)
	routes := append(Routes(), Route{Method: post, Path: "/mcp", Role: viewer, Example: `{"jsonrpc": "2.0", "id": 1, "method": "ping"}`})
	for _, row := range routes {
		if row.Role == nobody || row.Path == "/signout" { // which ends the session
			continue
		}
		path, body := row.exampleRequest()
		method := row.Method
		if row.Path == "/events/stream" { // which would not end
			method = http.MethodHead
		}
		for _, a := range askers {
			r := w.request("", method, path, body)
			if a.key != "" {
				r.Header.Set("Authorization", "Bearer "+a.key)
			}
			if a.session != "" {
				r.AddCookie(&http.Cookie{Name: sessionCookie, Value: a.session})
			}
			if a.universe != "" {
				r.Header.Set(universeHeader, a.universe)
			}
			got := w.answer(r)
			name := fmt.Sprintf("%s %s by %s: %s", method, path, a.name, got.Body)
			assert.True(t, allowedStatuses[got.Status], name)
			status, why := a.expect(&row)
			switch {
			case status != 0:
				assert.Equal(t, status, got.Status, name)
				assert.Contains(t, string(got.Body), why, name)
			case row.Path == "/pass": // this cell gives none
			default:
				assert.NotContains(t, []int{unauthorized, forbidden, http.StatusMethodNotAllowed}, got.Status, name)
			}
		}
	}
}
