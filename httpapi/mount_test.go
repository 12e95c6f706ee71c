package httpapi_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/universe"
)

// What is mounted answers its own paths, and the API the rest.
func TestMount(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { u.Close() })
	own := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "own "+r.URL.Path) })
	for mounted, want := range map[string]map[string]string{
		"/provider/": {"/provider/x/send": "own /provider/x/send", "/elsewhere": `{"error":"no such path"}`},
		"/":          {"/elsewhere": "own /elsewhere"},
	} {
		h := httpapi.New(u, httpapi.Options{Anonymous: mailsim.RoleAdmin, Mount: map[string]http.Handler{mounted: own}})
		want["/healthz"] = `{"status":"ok"}`
		for path, text := range want {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
			assert.Contains(t, w.Body.String(), text[:min(len(text), 8)], path)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/api/clock", nil))
		assert.Equal(t, http.StatusOK, w.Code, "the API stays")
	}
}
