package htmlmail

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/microcosm-cc/bluemonday"
	"github.com/stretchr/testify/require"
)

// oracle is our policy as bluemonday states it.
func oracle(p *policy) *bluemonday.Policy {
	b := bluemonday.NewPolicy()
	for name := range allowed() {
		b.AllowNoAttrs().OnElements(name)
	}
	for key, value := range p.anywhere {
		b.AllowAttrs(key).Matching(value).Globally()
	}
	for element, attributes := range p.on {
		for key, value := range attributes {
			b.AllowAttrs(key).Matching(value).OnElements(element)
		}
	}
	b.AllowURLSchemes("http", "https", "mailto", "tel", "cid")
	b.AllowURLSchemeWithCustomPolicy("data", func(u *url.URL) bool { return dataImage().MatchString(u.String()) })
	return b
}

// A library that knows nothing of ours lets the same tags and attributes pass.
// What it does on its own is undone first: it leaves out URLs that it cannot parse.
func TestPolicyAgainstALibrary(t *testing.T) {
	t.Parallel()
	tags := regexp.MustCompile(`<[^>]*>`)
	for _, remote := range []bool{false, true} {
		ours := newPolicy(remote)
		theirs := oracle(ours)
		for _, v := range corpus(t) {
			safe, _ := Sanitize(v, Options{Remote: remote})
			require.Equal(t, tags.FindAllString(safe, -1), tags.FindAllString(theirs.Sanitize(safe), -1), v)
			for _, tag := range tags.FindAllString(theirs.Sanitize(v), -1) {
				name := strings.ToLower(strings.Trim(strings.Fields(strings.Trim(tag, "<>/") + " x")[0], "/"))
				require.True(t, allowed()[name], tag)
			}
			require.Equal(t, ours.filter(safe), safe, "filtering once is enough")
		}
	}
}
