package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// TestRevokedCallsEnd: streams, waits and calls of tools end with the access that
// they were let in by, a stream with the event end; those of others go on.
func TestRevokedCallsEnd(t *testing.T) {
	t.Parallel()
	bySession := func(w *world, cell *mailsim.Cell) (http.Header, string) {
		require.NoError(w.t, cell.SetUser(w.t.Context(), "one", mailsim.OrgUser{Email: "kim@one.test", Password: "a long password", Role: member}))
		id, err := cell.SignIn(w.t.Context(), "kim@one.test", "a long password", "")
		require.NoError(w.t, err)
		return http.Header{"Cookie": {sessionCookie + "=" + id}, universeHeader: {"u_one"}}, id
	}
	for _, k := range []struct {
		name   string
		status int
		why    string
		by     func(w *world, cell *mailsim.Cell) (shown http.Header, revoke func())
	}{
		{"a deleted key", unauthorized, "the key is not valid", func(w *world, cell *mailsim.Cell) (http.Header, func()) {
			u, _ := cell.Universe("u_one")
			secret, k, err := u.CreateKey(w.t.Context(), "gone", viewer)
			require.NoError(w.t, err)
			return http.Header{"Authorization": {"Bearer " + secret}}, func() { require.NoError(w.t, u.DeleteKey(w.t.Context(), k.Prefix)) }
		}},
		{"signed out", unauthorized, "the session has ended", func(w *world, cell *mailsim.Cell) (http.Header, func()) {
			h, id := bySession(w, cell)
			return h, func() { require.NoError(w.t, cell.SignOut(w.t.Context(), id)) }
		}},
		{"another password", unauthorized, "the session has ended", func(w *world, cell *mailsim.Cell) (http.Header, func()) {
			h, _ := bySession(w, cell)
			return h, func() {
				require.NoError(w.t, cell.SetUser(w.t.Context(), "one", mailsim.OrgUser{Email: "kim@one.test", Password: "another", Role: member}))
			}
		}},
		{"a person taken out", unauthorized, "the session has ended", func(w *world, cell *mailsim.Cell) (http.Header, func()) {
			h, _ := bySession(w, cell)
			return h, func() { require.NoError(w.t, cell.DeleteUser(w.t.Context(), "one", "kim@one.test")) }
		}},
		{"a session that is over", unauthorized, "the session has ended", func(w *world, cell *mailsim.Cell) (http.Header, func()) {
			h, _ := bySession(w, cell)
			return h, func() { time.Sleep(sessionTime + time.Second) }
		}},
		{"a suspended organization", forbidden, "suspended", func(w *world, cell *mailsim.Cell) (http.Header, func()) {
			return http.Header{"Authorization": {"Bearer " + w.keys["one"]}}, func() { require.NoError(w.t, cell.SetOrg(w.t.Context(), mailsim.Org{Name: "one", Suspended: true})) }
		}},
		{"a deleted universe", unauthorized, "the key is not valid", func(w *world, cell *mailsim.Cell) (http.Header, func()) {
			return http.Header{"Authorization": {"Bearer " + w.keys["one"]}}, func() { require.NoError(w.t, cell.DeleteUniverse(w.t.Context(), "u_one")) }
		}},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w, cell := newCell(t, mailsim.CellOptions{}, Options{NoLimit: true})
				w.as("one", post, "/api/personas", `{"name": "Anna", "addresses": ["anna@client.test"]}`).ok()
				shown, revoke := k.by(w, cell)
				begin := func(path string, header http.Header) (*httptest.ResponseRecorder, chan struct{}) {
					r := httptest.NewRequest(get, "http://mail.test/api"+path, nil)
					r.Header = header
					rec, done := httptest.NewRecorder(), make(chan struct{})
					go func() { defer close(done); w.h.ServeHTTP(rec, r) }()
					return rec, done
				}
				stream, streamed := begin("/events/stream", shown)
				wait, waited := begin("/wait?to=app@ours.test&timeout=5m", shown)
				reply, replied := begin("/wait/reply?from=anna@client.test&timeout=5m", shown)
				other, ends := begin("/events/stream", http.Header{"Authorization": {"Bearer " + w.keys["two"]}})
				synctest.Wait()
				if k.name == "a session that is over" { // waits end before it does
					<-waited
					<-replied
				}
				revoke()
				revoked := time.Now()
				<-streamed
				assert.Less(t, time.Since(revoked), time.Second)
				body := stream.Body.String()
				assert.Equal(t, 1, strings.Count(body, "event: end\ndata: {\"why\":\""), body)
				assert.Contains(t, body, k.why)
				assert.True(t, strings.HasSuffix(body, "\"}\n\n"))
				if k.name != "a session that is over" {
					<-waited
					<-replied
					assert.Less(t, time.Since(revoked), time.Second)
					if k.name != "a deleted universe" { // which may tell first that it is closed
						assert.Equal(t, []int{k.status, k.status}, []int{wait.Code, reply.Code}, wait.Body.String())
						assert.Contains(t, wait.Body.String(), k.why)
					}
				}
				synctest.Wait()
				assert.NotContains(t, other.Body.String(), "event: end")
				w.h.close()
				<-ends
				assert.NotContains(t, other.Body.String(), "event: end", "a server that stops is come back to")
			})
		})
	}
}
