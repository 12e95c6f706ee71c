package addr

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestDomainsHaveOneKey: a domain is the same whether it is written in A-labels or U-labels.
func TestDomainsHaveOneKey(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("xn--mnchen-3ya.", 16) + "test" // shorter in U-labels
	for _, c := range []struct{ address, want string }{
		{"Jo@xn--mnchen-3ya.test", "jo@münchen.test"},
		{"jo@XN--MNCHEN-3YA.Test", "jo@münchen.test"},
		{"jo@MÜNCHEN.test", "jo@münchen.test"},
		{"jo@mu\u0308nchen.test", "jo@münchen.test"},
		{"jo+tag@mail.xn--mnchen-3ya.xn--fiqs8s", "jo+tag@mail.münchen.中国"},
		{"*@*.xn--mnchen-3ya.test", "*@*.münchen.test"},
		{"xn--mnchen-3ya@x.test", "xn--mnchen-3ya@x.test"},
		{"xn--mnchen-3ya", "xn--mnchen-3ya"},
		{"a--b@c--d.test", "a--b@c--d.test"},
		// What stands for no U-label stays.
		{"jo@xn--.test", "jo@xn--.test"},
		{"jo@xn---.test", "jo@xn---.test"},
		{"jo@xn--abc-.test", "jo@xn--abc-.test"},
		{"jo@xn--99999999999.test", "jo@xn--99999999999.test"},
		{"jo@xn--Mnchen-3YA-.test", "jo@xn--mnchen-3ya-.test"},
		{"jo@xn--munchen-gie.test", "jo@xn--munchen-gie.test"}, // not composed
		{"jo@xn--mnchen-psa.test", "jo@xn--mnchen-psa.test"},   // its letter is upper case
		{"jo@xn--" + strings.Repeat("a", 60) + "-3ya.test", "jo@xn--" + strings.Repeat("a", 60) + "-3ya.test"},
		{"jo@" + long, "jo@" + strings.ReplaceAll(long, "xn--mnchen-3ya", "münchen")},
		{"jo@xn----00a.test", "jo@xn----00a.test"},
		{"jo@xn--ls8h.test", "jo@xn--ls8h.test"}, // an emoji, which no address of ours has
	} {
		got := Key(c.address)
		assert.Equal(t, c.want, got, "%q", c.address)
		assert.Equal(t, got, Key(got))
	}
	assert.Equal(t, "münchen.test", DomainKey("xn--mnchen-3ya.TEST"))
	assert.Equal(t, "Jo@münchen.test", Spelled("Jo@xn--mnchen-3ya.test"))
	assert.Equal(t, "Jo@Client.test", Spelled("Jo@Client.test"))
	assert.Equal(t, "Jo@München.test", Spelled("Jo@München.test"))
}

// FuzzKey: a key is its own key, and that of a valid address is a valid address.
func FuzzKey(f *testing.F) {
	for _, a := range []string{"Jo@xn--mnchen-3ya.test", "jo@mu\u0308nchen.test", "jo@xn--xn--mnchen-3ya-qqz.test", "\"@xn--\"@İ.test", "jo@xn--nxasmq6b.xn--jxalpdlp"} {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, address string) {
		key := Key(address)
		if Key(key) != key {
			t.Fatalf("the key of %q is %q, and of that %q", address, key, Key(key))
		}
		if kept := Spelled(address); Key(kept) != key || strings.ToLower(kept) != key && Valid(address) {
			t.Fatalf("%q is kept as %q, and its key is %q", address, kept, key)
		}
		if Valid(address) && !Valid(key) {
			t.Fatalf("%q is valid and its key %q is not", address, key)
		}
	})
}
