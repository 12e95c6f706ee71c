// Package providertest serves the API of a mail provider in a test:
//
//	sim := mailsimtest.New(t)
//	door := providertest.New(t, sim.Universe, "sendgrid")
//	client := sendgrid.NewSendClient(door.Key)
//	client.BaseURL = door.URL + "/v3/mail/send"
package providertest

import (
	"net/http/httptest"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/provider"
)

// TB is the part of *testing.T that New uses.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	Cleanup(f func())
}

// Door is where a provider's SDK sends.
type Door struct {
	URL  string // http://127.0.0.1:PORT, with no slash at the end
	Host string // 127.0.0.1:PORT
	Key  string // any other key works too, but not an empty one
}

// New serves the named provider, one of [provider.Names], at its own paths until the test ends.
// Links to the provider in the bodies of the universe's webhooks then begin with Door.URL.
func New(t TB, u *mailsim.Universe, name string) Door {
	t.Helper()
	key := keys[name]
	if key == "" {
		t.Fatalf("providertest: there is no provider %q: use %s", name, strings.Join(provider.Names(), ", "))
		return Door{}
	}
	s := httptest.NewServer(provider.New(u, provider.Options{Open: true}))
	t.Cleanup(s.Close)
	u.AnnounceProviders(s.URL)
	return Door{URL: s.URL, Host: strings.TrimPrefix(s.URL, "http://"), Key: key}
}

// keys have the form of each provider's.
var keys = map[string]string{
	"sendgrid": "SG.mailsim.mailsim-mailsim-mailsim-mailsim-mailsim-mai", "postmark": "5e1b0000-0000-4000-8000-000000000001", "resend": "re_mailsim_0000000000000000000000",
	"mailgun": "key-00000000000000000000000000000000", "ses": "AKIAMAILSIM000000000",
}
