package mailsimtest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

func TestSiteOfABadHostFailsTheTest(t *testing.T) {
	for _, host := range []string{"a b", "Shop.test/", "", "*.", "*shop.test", "shop\n.test"} {
		for _, app := range []any{http.NotFoundHandler(), "http://127.0.0.1:3000"} {
			r := record(t.Name(), func(t mailsimtest.TB) { mailsimtest.New(t).Site(host, app) })
			assert.Contains(t, r.fatal, "site "+host+": ", host)
			assert.Contains(t, r.fatal, "is neither a host nor", host)
		}
	}
}

// The client that the kit gives reaches sites, without the key, and unsubscribes from a
// newsletter of the World by its POST.
func TestClientReachesSites(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	sim.World(mailsim.World{Streams: []mailsim.Stream{{ID: "n", Kind: "newsletter", PerDay: 1, Enabled: new(true), To: []string{"desk@ours.test"}}}})
	sim.Site("shop.test", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "key: "+r.Header.Get("Authorization"))
	})
	get := func(res *http.Response, err error) (int, string) {
		t.Helper()
		require.NoError(t, err)
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(b)
	}
	code, body := get(sim.Client().Get("https://shop.test/"))
	assert.Equal(t, []any{200, "key: "}, []any{code, body})
	code, _ = get(sim.Client().Get(sim.URL() + "/api/status"))
	assert.Equal(t, 200, code)

	_, err := sim.Universe.SendStream(t.Context(), "n")
	require.NoError(t, err)
	issue := sim.Wait(mailsim.Match{To: "desk@ours.test"})
	link := regexp.MustCompile(`<(https://[^>]+)>`).FindStringSubmatch(issue.Header("List-Unsubscribe"))
	require.NotNil(t, link)
	code, _ = get(sim.Client().PostForm(link[1], url.Values{"List-Unsubscribe": {"One-Click"}}))
	assert.Equal(t, 200, code)
}
