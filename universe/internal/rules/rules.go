package rules

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

// Outcome is what happens to mail for one address.
type Outcome struct {
	Bad      mailsim.MailboxStatus // "" takes mail
	FailAt   mailsim.FailAt
	Silent   bool
	Stranger mailsim.Stranger
	Tag      *mailsim.MagicTag // what the tag of the address asks for
}

// tagTable is asked for each mail.
var tagTable = mailsim.MagicTags()

// tagOf returns what the last +tag of an address asks for, nil when nothing.
func tagOf(v state.View, address string) *mailsim.MagicTag {
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

// For decides what happens to mail for an address. Order: fixed status,
// mailbox not made by a tag, domain rule, tag, default.
func For(v state.View, address string) Outcome {
	rules := settings.Of(v).Recipients
	key := addr.Key(address)
	rule, byDomain := rules.Domains[addr.Domain(address)]
	if !byDomain {
		rule = rules.Default
	}
	if bad, ok := rules.Status[key]; ok {
		return Outcome{Bad: bad, FailAt: rule.FailAt}
	}
	m := post.Boxes.In(v.State).At(key)
	if m != nil && !m.Tagged {
		return Outcome{}
	}
	if !byDomain {
		if tag := tagOf(v, address); tag != nil {
			return Outcome{Bad: tag.Bad, FailAt: tag.FailAt, Tag: tag}
		}
	}
	switch {
	case m != nil:
		return Outcome{}
	case rule.Silent:
		return Outcome{Silent: true}
	case !*rule.Create:
		return Outcome{Bad: mailsim.StatusUnknown, FailAt: mailsim.FailAtRcpt}
	}
	if bad := badness(v, rules.Seed, rule, key); bad != "" {
		return Outcome{Bad: bad, FailAt: rule.FailAt}
	}
	return Outcome{Stranger: rule.Stranger}
}

// UsualBadKinds is the mix of kinds where a rule names none.
var UsualBadKinds = []struct {
	Kind   mailsim.MailboxStatus
	Weight int
}{{mailsim.StatusUnknown, 70}, {mailsim.StatusDomain, 10}, {mailsim.StatusFull, 12}, {mailsim.StatusBlocked, 8}}

// badness is whether and how an address is bad. It depends on the seed and the address alone.
func badness(v state.View, seed string, rule mailsim.Rule, key string) mailsim.MailboxStatus {
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
	weights := make([]int, len(UsualBadKinds))
	for i, k := range UsualBadKinds {
		weights[i] = k.Weight
	}
	return UsualBadKinds[r.Weighted(weights)].Kind
}
