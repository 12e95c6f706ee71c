package provider_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/provider"
	"github.com/mailsim/mailsim/universe"
)

// away is a host whose universe another process serves.
type away struct {
	*mailsim.Universe
	owner string
}

func (a away) Authenticate(context.Context, mailsim.Credentials) (mailsim.Caller, error) {
	return nil, &mailsim.Elsewhere{Universe: "u_1", Owner: a.owner}
}

// TestElsewhere: a request for a universe of another process is passed on where that is
// known, by the path that every server has, and else answered by 503 in the provider's form.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { u.Close() })
	for _, c := range []struct{ owner, path, header, passed, form string }{
		{"b", "/v3/mail/send", "Authorization: Bearer SG.key", "/provider/sendgrid/v3/mail/send", ""},
		{"b", "/provider/sendgrid/v3/mail/send", "Authorization: Bearer SG.key", "/provider/sendgrid/v3/mail/send", ""},
		{"b", "/v3/ours%2etest/messages", "Authorization: Basic YXBpOmtleQ==", "/provider/mailgun/v3/ours.test/messages", ""},
		{"", "/v3/mail/send", "Authorization: Bearer SG.key", "", `"errors"`},
		{"", "/email", "X-Postmark-Server-Token: key", "", `"ErrorCode"`},
		{"", "/emails", "Authorization: Bearer re_key", "", `"statusCode":503`},
	} {
		passed := ""
		h := provider.New(away{u, c.owner}, provider.Options{Elsewhere: func(w http.ResponseWriter, r *http.Request, at *mailsim.Elsewhere) {
			passed = r.URL.Path
			assert.Equal(t, c.owner, at.Owner)
			w.WriteHeader(http.StatusAccepted)
		}})
		r := httptest.NewRequest("POST", c.path, strings.NewReader("{}"))
		name, value, _ := strings.Cut(c.header, ": ")
		r.Header.Set(name, value)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		assert.Equal(t, c.passed, passed, c.path)
		if c.owner == "" {
			assert.Equal(t, http.StatusServiceUnavailable, w.Code, c.path)
			assert.Equal(t, "1", w.Header().Get("Retry-After"), c.path)
			assert.Contains(t, w.Body.String(), c.form, c.path)
		}
	}
}
