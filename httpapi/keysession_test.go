package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// browser is a browser that was given a key.
type browser struct {
	*world
	cookie   *http.Cookie
	universe string
}

// enter exchanges the key of a role for a cookie.
func (w *world) enter(t *testing.T, key string) *browser {
	t.Helper()
	in := w.as("", post, "/api/session", `{"key": "`+key+`"}`).ok()
	cookies := (&http.Response{Header: in.Header}).Cookies()
	require.Len(t, cookies, 1)
	return &browser{w, cookies[0], in.at("universe").(string)}
}

// ask makes a request as the browser's page does.
func (b *browser) ask(method, path, body string, edit ...func(*http.Request)) *reply {
	b.t.Helper()
	r := b.request("", method, path, body)
	r.AddCookie(&http.Cookie{Name: b.cookie.Name, Value: b.cookie.Value})
	r.Header.Set(universeHeader, b.universe)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for _, f := range edit {
		f(r)
	}
	return b.do(r)
}

// TestKeySession: a key becomes a cookie that does what the key may.
func TestKeySession(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{ID: "u_page"})
	b := w.enter(t, w.keys[member])
	assert.Equal(t, "mailsim_key_u_page", b.cookie.Name)
	assert.Equal(t, "u_page", b.universe)
	assert.True(t, b.cookie.HttpOnly)
	assert.Equal(t, http.SameSiteStrictMode, b.cookie.SameSite)
	assert.Equal(t, "/api/", b.cookie.Path)
	assert.Equal(t, 12*60*60, b.cookie.MaxAge)
	assert.NotContains(t, b.cookie.Value, w.keys[member][3:])
	assert.Equal(t, "key", b.ask(get, "/api/me", "").ok().at("kind"))
	b.ask(put, "/api/pace", `{"factor": 2}`).ok()
	b.ask(put, "/api/retention", `{}`).fails(forbidden, "your role (member)")
	b.ask(put, "/api/pace", `{}`, func(r *http.Request) { r.Header.Del(universeHeader) }).fails(forbidden, universeHeader)
	b.ask(put, "/api/pace", `{}`, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }).fails(forbidden, "another origin")
	b.ask(put, "/api/pace", `{}`, func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "http://evil.test") }).fails(forbidden, "another origin")
	b.ask(get, "/api/status", "", func(r *http.Request) { r.Header.Set(universeHeader, "u_other") }).fails(forbidden, "another universe")

	viewing := w.enter(t, w.keys[viewer])
	viewing.ask(get, "/api/mails", "").ok()
	viewing.ask(post, "/api/send", `{"from": "a@x.test", "to": ["b@x.test"]}`).fails(forbidden, "your role (viewer)")

	for _, bad := range []string{`{"key": "ms_0000000000000000"}`, `{"key": "` + b.cookie.Value + `"}`} {
		got := w.as("", post, "/api/session", bad)
		got.fails(unauthorized, "key is not valid")
		assert.Empty(t, got.Header.Get("Set-Cookie"))
	}
	w.as("", post, "/api/session", `{}`).fails(http.StatusBadRequest, "key")
	from := w.request("", post, "/api/session", `{"key": "`+w.keys[admin]+`"}`)
	from.Header.Set("Sec-Fetch-Site", "cross-site")
	w.do(from).fails(forbidden, "another origin")
}

// TestKeySessionEnds with the sign-out, the key, and any change of what it says.
func TestKeySessionEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	b := w.enter(t, w.keys[viewer])
	out := b.ask(post, "/api/signout", "").ok()
	gone := (&http.Response{Header: out.Header}).Cookies()
	at := -1
	for i, c := range gone {
		if c.Name == b.cookie.Name {
			at = i
		}
	}
	require.GreaterOrEqual(t, at, 0)
	assert.Negative(t, gone[at].MaxAge)
	assert.Equal(t, b.cookie.Path, gone[at].Path)
	for i := range b.cookie.Value {
		other := []byte(b.cookie.Value)
		other[i] ^= 1
		b.ask(get, "/api/status", "", func(r *http.Request) {
			r.Header.Set("Cookie", b.cookie.Name+"="+strings.NewReplacer(";", "_", `"`, "_", ",", "_", `\`, "_").Replace(string(other)))
		}).fails(unauthorized, "")
	}
	require.NoError(t, w.u.DeleteKey(t.Context(), keyPrefixOf(w.keys[viewer])))
	b.ask(get, "/api/status", "").fails(unauthorized, "session has ended")
}

func keyPrefixOf(key string) string { return key[:8] }

// TestKeySessionOutlivesARestart as the key does, and opens no other universe that
// knows the same key.
func TestKeySessionOutlivesARestart(t *testing.T) {
	t.Parallel()
	const key = "a key that is as long as it must be"
	make := func(id string) *world {
		u, err := universe.New(mailsim.Options{ID: id, HashCost: 4, Real: start})
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, u.Close()) })
		_, err = u.AddKey(t.Context(), strings.ReplaceAll(key, " ", "-"), "mailsimd", admin)
		require.NoError(t, err)
		return &world{t, u, New(u, Options{NoLimit: true}), nil}
	}
	b := make("u_one").enter(t, strings.ReplaceAll(key, " ", "-"))
	b.world = make("u_one")
	b.ask(get, "/api/status", "").ok()
	b.world, b.universe = make("u_two"), "u_two"
	b.cookie.Name = "mailsim_key_u_two"
	b.ask(get, "/api/status", "").fails(unauthorized, "session has ended")
}

// TestKeySessionInACell: keys of universes and of the server become cookies; none
// opens another universe than its key.
func TestKeySessionInACell(t *testing.T) {
	t.Parallel()
	w, cell := newCell(t, mailsim.CellOptions{AdminKey: "the-key-of-the-server"}, Options{NoLimit: true})
	one, err := cell.Universe("u_one")
	require.NoError(t, err)
	key, _, err := one.CreateKey(t.Context(), "page", admin)
	require.NoError(t, err)
	b := w.enter(t, key)
	assert.Equal(t, "mailsim_key_u_one", b.cookie.Name)
	b.ask(get, "/api/status", "").ok()
	b.ask(get, "/api/me", "", func(r *http.Request) { r.Header.Del(universeHeader) }).ok()
	b.ask(get, "/api/status", "", func(r *http.Request) { r.Header.Set(universeHeader, "u_two") }).fails(forbidden, "another universe")
	server := w.enter(t, "the-key-of-the-server")
	assert.Equal(t, "", server.universe)
	for _, id := range []string{"u_one", "u_two"} {
		server.universe = id
		server.ask(put, "/api/pace", `{"factor": 3}`).ok()
	}
}

// TestKeyCookiePath: the cookie goes to the API alone, wherever that is mounted.
func TestKeyCookiePath(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{"": "/sim/api/", "https://mail.test/sim": "/sim/api/", "https://mail.test/outer": "/outer/sim/api/"} {
		w := newWorldWith(t, mailsim.Options{}, Options{NoLimit: true, BaseURL: base})
		r := w.request("", post, "/sim/api/session", `{"key": "`+w.keys[admin]+`"}`)
		r.RequestURI = "/sim/api/session"
		rec := httptest.NewRecorder()
		http.StripPrefix("/sim", w.h).ServeHTTP(rec, r)
		require.Equal(t, http.StatusOK, rec.Code)
		assert.Equal(t, want, rec.Result().Cookies()[0].Path, base)
	}
}
