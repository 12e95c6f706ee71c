package mailsim

// Who is behind an address, and whether it takes mail (spec 1 "Recipient
// rules", 2.6; magic addresses of design 5).

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
)

// SMTPReply is an answer of the SMTP server.
type SMTPReply struct {
	Code     int    // 250, 451, 550 …
	Enhanced string // "5.1.1" (RFC 3463)
	Text     string
}

// String is the reply as SMTP sends it.
func (r SMTPReply) String() string {
	return strings.TrimSpace(strings.Join([]string{strconv.Itoa(r.Code), r.Enhanced, r.Text}, " "))
}

// badReplies is the table of spec 2.6, used at RCPT and in bounces alike.
var badReplies = map[MailboxStatus]SMTPReply{
	StatusUnknown:  {550, "5.1.1", "User unknown"},
	StatusDomain:   {550, "5.1.2", "Domain not found"},
	StatusFull:     {552, "5.2.2", "Mailbox full"},
	StatusDisabled: {550, "5.2.1", "Mailbox disabled"},
	StatusBlocked:  {554, "5.7.1", "Rejected under policy"},
}

// Reply returns the SMTP reply of a bad address (spec 2.6).
func (s MailboxStatus) Reply() SMTPReply { return badReplies[s] }

// outcome is what happens to mail for one address.
type outcome struct {
	bad      MailboxStatus // "" takes mail
	failAt   FailAt
	silent   bool
	stranger Stranger
	tag      *MagicTag // what the tag of the address asks for
}

// MagicTag is how a +tag makes an address behave that nothing else decides about.
type MagicTag struct {
	Tag  string `json:"tag"`  // such as "unknown", in you+unknown@x.test
	Text string `json:"text"` // what happens

	Bad         MailboxStatus `json:"-"` // refused or bounced so
	FailAt      FailAt        `json:"-"` // where
	Tempfail    bool          `json:"-"` // 451 once for a sender and a recipient
	Slow        time.Duration `json:"-"` // delivered so much later
	OOO         bool          `json:"-"` // a person who is out of office
	Complaint   bool          `json:"-"` // reported as spam
	Unsubscribe bool          `json:"-"` // a person who unsubscribes from what offers it
	Temperament string        `json:"-"` // a person of this temperament
}

// magicTags is the one table of magic addresses, for code, documentation and tests.
var magicTags = func() []MagicTag {
	tags := []MagicTag{}
	for _, k := range []MailboxStatus{StatusUnknown, StatusDomain, StatusFull, StatusDisabled, StatusBlocked} {
		tags = append(tags,
			MagicTag{Tag: string(k), Bad: k, FailAt: FailAtRcpt, Text: "refused at RCPT with " + badReplies[k].String()},
			MagicTag{Tag: string(k) + "-dsn", Bad: k, FailAt: FailAtDSN, Text: "accepted, then bounced with " + badReplies[k].String()})
	}
	tags = append(tags,
		MagicTag{Tag: "tempfail", Tempfail: true, Text: "451 4.3.0 once for a sender and a recipient, then accepted"},
		MagicTag{Tag: "slow30m", Slow: 30 * time.Minute, Text: "accepted, delivered 30 minutes later; any duration works (slow2h, slow1d)"},
		MagicTag{Tag: "ooo", OOO: true, Text: "a person who is out of office answers once per sender"},
		MagicTag{Tag: "complaint", Complaint: true, Text: "accepted, then reported as spam (RFC 5965)"},
		MagicTag{Tag: "unsubscribe", Unsubscribe: true, Text: "a person who unsubscribes from what offers it, whatever the link policy"})
	for _, name := range decide.TemperamentNames() {
		tags = append(tags, MagicTag{Tag: name, Temperament: name, Text: "a " + name + " person is behind the address"})
	}
	return tags
}()

// MagicTags lists the magic addresses.
func MagicTags() []MagicTag {
	return slices.Clone(magicTags)
}

// tagTable is asked for each mail.
var tagTable = MagicTags()

// tagOf returns what the last +tag of an address asks for, nil when nothing.
func (v view) tagOf(address string) *MagicTag {
	if v.u.opts.NoMagic {
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
			return &MagicTag{Tag: tag, Slow: d}
		}
	}
	return nil
}

// outcomeFor decides what happens to mail for an address. Order: fixed status,
// mailbox not made by a tag, domain rule, tag, default.
func (v view) outcomeFor(address string) outcome {
	rules := v.set().Recipients
	key := addr.Key(address)
	rule, byDomain := rules.Domains[addr.Domain(address)]
	if !byDomain {
		rule = rules.Default
	}
	if bad, ok := rules.Status[key]; ok {
		return outcome{bad: bad, failAt: rule.FailAt}
	}
	m := v.mailboxes.at(key)
	if m != nil && !m.tagged {
		return outcome{}
	}
	if !byDomain {
		if tag := v.tagOf(address); tag != nil {
			return outcome{bad: tag.Bad, failAt: tag.FailAt, tag: tag}
		}
	}
	switch {
	case m != nil:
		return outcome{}
	case rule.Silent:
		return outcome{silent: true}
	case !rule.Create:
		return outcome{bad: StatusUnknown, failAt: FailAtRcpt}
	}
	if bad := v.badness(rules.Seed, rule, key); bad != "" {
		return outcome{bad: bad, failAt: rule.FailAt}
	}
	return outcome{stranger: rule.Stranger}
}

// usualBadKinds is the mix of kinds where a rule names none.
var usualBadKinds = []struct {
	kind   MailboxStatus
	weight int
}{{StatusUnknown, 70}, {StatusDomain, 10}, {StatusFull, 12}, {StatusBlocked, 8}}

// badness depends on the seed and the address alone.
func (v view) badness(seed string, rule Rule, key string) MailboxStatus {
	if seed == "" {
		seed = string(v.u.seed)
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
