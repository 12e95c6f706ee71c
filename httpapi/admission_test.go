package httpapi

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// ownSignIn is a sign-in by a header that a server before the handler sets.
func ownSignIn(r *http.Request) (Admission, error) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Negotiate "); ok {
		return Admission{Role: mailsim.Role(token)}, nil
	}
	switch who := r.Header.Get("X-Signed-In"); who {
	case "":
		return Admission{}, nil
	case "nobody":
		return Admission{}, &mailsim.Error{Kind: mailsim.ErrUnauthorized, Message: "sign in at /login"}
	case "broken":
		return Admission{}, errors.New("the database is away: dsn=secret")
	case "odd":
		return Admission{Role: "owner"}, nil
	default:
		return Admission{Role: mailsim.Role(who), User: mailsim.User{Email: "Kim@ours.test", Name: "Kim"}, Universe: r.Header.Get("X-World")}, nil
	}
}

// TestAuthenticate lets the people of a server's own sign-in in, each with a role.
func TestAuthenticate(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{ID: "u_own"})
	require.NoError(t, err)
	defer u.Close()
	key, _, err := u.CreateKey(t.Context(), "ci", mailsim.RoleViewer)
	require.NoError(t, err)
	h := New(u, Options{Authenticate: ownSignIn})
	ask := func(method, path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "http://mail.ours.test"+path, nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	for name, c := range map[string]struct {
		status int
		got    *httptest.ResponseRecorder
	}{
		"the page is there":           {200, ask(get, "/", "X-Signed-In", "viewer")},
		"also for people with keys":   {200, ask(get, "/")},
		"but not for those refused":   {401, ask(get, "/", "X-Signed-In", "nobody")},
		"nor where it fails":          {500, ask(get, "/", "X-Signed-In", "broken")},
		"a viewer reads":              {200, ask(get, "/api/status", "X-Signed-In", "viewer")},
		"and changes nothing":         {403, ask(post, "/api/clock/freeze", "X-Signed-In", "viewer")},
		"a member changes":            {200, ask(post, "/api/clock/freeze", "X-Signed-In", "member")},
		"an admin may do all":         {200, ask(get, "/api/keys", "X-Signed-In", "admin")},
		"no page of another origin":   {403, ask(post, "/api/clock/freeze", "X-Signed-In", "member", "Origin", "http://evil.test")},
		"nor does one read":           {403, ask(get, "/api/status", "X-Signed-In", "viewer", "Origin", "http://evil.test", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors")},
		"another universe":            {403, ask(get, "/api/status", "X-Signed-In", "viewer", universeHeader, "u_other")},
		"this one by name":            {200, ask(get, "/api/status", "X-Signed-In", "viewer", universeHeader, "u_own")},
		"refused":                     {401, ask(get, "/api/status", "X-Signed-In", "nobody")},
		"refused, with a key that is": {401, ask(get, "/api/status", "X-Signed-In", "nobody", "Authorization", "Bearer "+key)},
		"no role there is":            {500, ask(get, "/api/status", "X-Signed-In", "odd")},
		"not signed in: a key":        {200, ask(get, "/api/status", "Authorization", "Bearer "+key)},
		"a scheme of its own":         {200, ask(get, "/api/status", "Authorization", "Negotiate viewer")},
		"which it passes on":          {401, ask(get, "/api/status", "Authorization", "Negotiate ")},
		"not signed in: none":         {401, ask(get, "/api/status")},
	} {
		assert.Equal(t, c.status, c.got.Code, "%s: %s", name, c.got.Body)
	}
	broken := ask(get, "/api/status", "X-Signed-In", "broken")
	assert.Equal(t, 500, broken.Code)
	assert.NotContains(t, broken.Body.String(), "secret", "what is wrong is for the log alone")
	assert.Equal(t, 403, ask(post, "/api/reset", "X-Signed-In", "member").Code)
	var me mailsim.Me
	require.NoError(t, json.Unmarshal(ask(get, "/api/me", "X-Signed-In", "member").Body.Bytes(), &me))
	assert.Equal(t, mailsim.CallerPerson, me.Kind)
	assert.Equal(t, &mailsim.User{Email: "Kim@ours.test", Name: "Kim"}, me.User)
	require.Len(t, me.Universes, 1)
	assert.Equal(t, "u_own", me.Universes[0].ID)
}

// TestAuthenticateInCell opens the universe that the sign-in names, and no other.
func TestAuthenticateInCell(t *testing.T) {
	t.Parallel()
	cell, err := universe.NewCell(mailsim.CellOptions{})
	require.NoError(t, err)
	defer cell.Close()
	for _, org := range []string{"one", "two"} {
		require.NoError(t, cell.SetOrg(t.Context(), mailsim.Org{Name: org}))
		_, err := cell.CreateUniverse(t.Context(), org, mailsim.Options{ID: "u_" + org})
		require.NoError(t, err)
	}
	h := New(cell, Options{Authenticate: ownSignIn})
	for world, status := range map[string]int{"u_one": 200, "u_two": 200, "u_three": 403, "": 403} {
		r := httptest.NewRequest(get, "http://mail.ours.test/api/status", nil)
		r.Header.Set("X-Signed-In", "viewer")
		r.Header.Set("X-World", world)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		assert.Equal(t, status, w.Code, world)
	}
	r := httptest.NewRequest(get, "http://mail.ours.test/api/status", nil)
	r.Header.Set("X-Signed-In", "viewer")
	r.Header.Set("X-World", "u_one")
	r.Header.Set(universeHeader, "u_two")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	assert.Equal(t, 403, w.Code)
}
