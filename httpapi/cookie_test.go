package httpapi

import (
	"crypto/tls"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestHostCookie: over TLS the session's cookie is bound to the host, and no other
// is taken there.
func TestHostCookie(t *testing.T) {
	t.Parallel()
	w, cell := newCell(t, mailsim.CellOptions{}, Options{NoLimit: true})
	require.NoError(t, cell.SetUser(t.Context(), "one", mailsim.OrgUser{Email: "kim@one.test", Password: "a long password", Role: member}))
	over := func(secure bool, method, path, body string, cookies ...*http.Cookie) *reply {
		r := w.request("", method, path, body)
		r.Header.Set(universeHeader, "u_one")
		if secure {
			r.TLS = &tls.ConnectionState{}
		}
		for _, c := range cookies {
			r.AddCookie(c)
		}
		return w.do(r)
	}
	for _, secure := range []bool{true, false} {
		in := over(secure, post, "/api/signin", `{"email": "kim@one.test", "password": "a long password"}`).ok()
		cookie := (&http.Response{Header: in.Header}).Cookies()[0]
		name, other := "mailsim_session", "__Host-mailsim_session"
		if secure {
			name, other = other, name
		}
		assert.Equal(t, name, cookie.Name)
		assert.Equal(t, []any{secure, "/", "", true}, []any{cookie.Secure, cookie.Path, cookie.Domain, cookie.HttpOnly})
		over(secure, get, "/api/me", "", cookie).ok()
		assert.Equal(t, unauthorized, over(secure, get, "/api/me", "", &http.Cookie{Name: other, Value: cookie.Value}).Status)
		out := over(secure, post, "/api/signout", "", cookie).ok()
		assert.Equal(t, name, (&http.Response{Header: out.Header}).Cookies()[0].Name)
		assert.Equal(t, unauthorized, over(secure, get, "/api/me", "", cookie).Status)
	}
}

// TestPagesAreNotFramed: no page of others may frame ours.
func TestPagesAreNotFramed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	ref := into[mailsim.Ref](w.post("/api/inject", `{"to": "app@ours.test", "from": "a@client.test", "subject": "x", "text": "x"}`).ok())
	share := into[mailsim.Share](w.post("/api/shares", toJSON(map[string]any{"address": ref.Address, "folder": ref.Folder, "uid": ref.UID})).ok())
	for _, path := range []string{"/docs", share.URL} {
		got := w.as("", get, path, "").ok()
		assert.Contains(t, got.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'", path)
	}
}
