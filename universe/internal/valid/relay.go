package valid

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// maxRelayList bounds each list of the rules of a relay, and the recipients of a release.
const maxRelayList = 100

// RelayRules checks what goes to a relay.
func RelayRules(r mailsim.RelayRules) error {
	if len(r.Forward) > maxRelayList {
		return fail.Invalidf("forward: at most %d mailboxes", maxRelayList)
	}
	for i, f := range r.Forward {
		at := "forward[" + strconv.Itoa(i) + "]."
		if len(f.To) == 0 {
			return fail.Invalidf("%sto is required", at)
		}
		if err := cmp.Or(Address(at+"mailbox", f.Mailbox), RelayTo(at+"to", f.To)); err != nil {
			return err
		}
	}
	for _, a := range []struct{ field, address string }{{"from", r.From}, {"return_path", r.ReturnPath}} {
		if a.address == "" {
			continue
		}
		if err := Address(a.field, a.address); err != nil {
			return err
		}
	}
	return cmp.Or(patterns("match", r.Match), patterns("allow", r.Allow), patterns("block", r.Block))
}

// RelayTo checks recipients outside.
func RelayTo(field string, to []string) error {
	if len(to) > maxRelayList {
		return fail.Invalidf("%s: at most %d addresses", field, maxRelayList)
	}
	for _, a := range to {
		if err := Address(field, a); err != nil {
			return err
		}
	}
	return nil
}

// patterns checks a list of patterns of addresses.
func patterns(field string, list []string) error {
	if len(list) > maxRelayList {
		return fail.Invalidf("%s: at most %d patterns", field, maxRelayList)
	}
	for _, p := range list {
		bare := strings.ReplaceAll(p, "*", "")
		if p == "" || len(p) > addr.Max || strings.Count(p, "*") > 1 || strings.Count(p, "@") > 1 || strings.ContainsAny(bare, " \t\r\n,;<>") || !Printable(bare) && strings.ContainsFunc(bare, Unprintable) {
			return fail.Invalidf("%s: %.100q is not a pattern: give an address or a domain, with one * at most", field, p)
		}
	}
	return nil
}
