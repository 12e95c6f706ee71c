package engine

import (
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// outcome is what happens to mail for one address.
type outcome struct {
	bad      mailsim.MailboxStatus // "" takes mail
	failAt   mailsim.FailAt
	silent   bool
	stranger mailsim.Stranger
	tag      *mailsim.MagicTag // what the tag of the address asks for
}

// tagTable is asked for each mail.
var tagTable = mailsim.MagicTags()

// TagOf returns what the last +tag of an address asks for, nil when nothing.
func TagOf(v state.View, address string) *mailsim.MagicTag {
	if v.Env.Opts.NoMagic {
		return nil
	}
	tag := addr.Tag(address)
	if tag == "" {
		return nil
	}
	for i := range tagTable {
		if tagTable[i].Tag == tag {
			return &tagTable[i]
		}
	}
	if rest, ok := strings.CutPrefix(tag, "slow"); ok {
		if d, err := simtime.ParseDuration(rest); err == nil && d > 0 {
			return &mailsim.MagicTag{Tag: tag, Slow: d}
		}
	}
	return nil
}

// OutcomeFor decides what happens to mail for an address. Order: fixed status,
// mailbox not made by a tag, domain rule, tag, default.
func OutcomeFor(v state.View, address string) outcome {
	rules := settings.Set(v).Recipients
	key := addr.Key(address)
	rule, byDomain := rules.Domains[addr.Domain(address)]
	if !byDomain {
		rule = rules.Default
	}
	if bad, ok := rules.Status[key]; ok {
		return outcome{bad: bad, failAt: rule.FailAt}
	}
	m := post.MailboxTable.In(v.State).At(key)
	if m != nil && !m.Tagged {
		return outcome{}
	}
	if !byDomain {
		if tag := TagOf(v, address); tag != nil {
			return outcome{bad: tag.Bad, failAt: tag.FailAt, tag: tag}
		}
	}
	switch {
	case m != nil:
		return outcome{}
	case rule.Silent:
		return outcome{silent: true}
	case !rule.Create:
		return outcome{bad: mailsim.StatusUnknown, failAt: mailsim.FailAtRcpt}
	}
	if bad := Badness(v, rules.Seed, rule, key); bad != "" {
		return outcome{bad: bad, failAt: rule.FailAt}
	}
	return outcome{stranger: rule.Stranger}
}

// usualBadKinds is the mix of kinds where a rule names none.
var usualBadKinds = []struct {
	kind   mailsim.MailboxStatus
	weight int
}{{mailsim.StatusUnknown, 70}, {mailsim.StatusDomain, 10}, {mailsim.StatusFull, 12}, {mailsim.StatusBlocked, 8}}

// Badness depends on the seed and the address alone.
func Badness(v state.View, seed string, rule mailsim.Rule, key string) mailsim.MailboxStatus {
	if seed == "" {
		seed = string(v.Env.Chance)
	}
	r := rng.Seed(seed).Draw("recipient/1", key)
	if !r.Chance(rule.BadRate) {
		return ""
	}
	if len(rule.BadKinds) > 0 {
		return rng.Pick(r, rule.BadKinds)
	}
	weights := make([]int, len(usualBadKinds))
	for i, k := range usualBadKinds {
		weights[i] = k.weight
	}
	return usualBadKinds[r.Weighted(weights)].kind
}
