package release

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// allowed tells whether anything may go to an address.
func allowed(r *mailsim.RelayRules, address string) bool {
	return !matches(r.Block, address) && (len(r.Allow) == 0 || matches(r.Allow, address))
}

// matches tells whether one of the patterns fits an address.
func matches(patterns []string, address string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return fits(p, address) })
}

// fits tells whether a pattern, which has at most one *, fits an address: its domain
// where the pattern has no @.
func fits(pattern, address string) bool {
	pattern, address = addr.Key(pattern), addr.Key(address)
	if !strings.Contains(pattern, "@") && pattern != "*" {
		pattern, address = addr.DomainKey(pattern), addr.Domain(address)
	}
	head, tail, open := strings.Cut(pattern, "*")
	if !open {
		return address == pattern
	}
	return len(address) >= len(pattern)-1 && strings.HasPrefix(address, head) && strings.HasSuffix(address, tail)
}
