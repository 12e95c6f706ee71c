package mailsimtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

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
