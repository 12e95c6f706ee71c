package mailsim

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/decide"
)

// Whether an address takes mail, how it fails, and who is behind it.

// MailboxStatus is how an address is forced to behave.
type MailboxStatus string

// The statuses.
const (
	StatusOK       MailboxStatus = "ok"
	StatusUnknown  MailboxStatus = "unknown"
	StatusDomain   MailboxStatus = "domain"
	StatusFull     MailboxStatus = "full"
	StatusDisabled MailboxStatus = "disabled"
	StatusBlocked  MailboxStatus = "blocked"
)

// SMTPReply is an answer of the SMTP server.
type SMTPReply struct {
	Code     int    // 250, 451, 550 …
	Enhanced string // "5.1.1" (RFC 3463)
	Text     string
}

// String is the reply as SMTP sends it.
func (r SMTPReply) String() string {
	text := strconv.Itoa(r.Code)
	if r.Enhanced != "" {
		text += " " + r.Enhanced
	}
	return strings.TrimSpace(text + " " + r.Text)
}

// badReplies is the one table of refusals, used at RCPT and in bounces alike.
var badReplies = map[MailboxStatus]SMTPReply{
	StatusUnknown:  {550, "5.1.1", "User unknown"},
	StatusDomain:   {550, "5.1.2", "Domain not found"},
	StatusFull:     {552, "5.2.2", "Mailbox full"},
	StatusDisabled: {550, "5.2.1", "Mailbox disabled"},
	StatusBlocked:  {554, "5.7.1", "Rejected under policy"},
}

// Reply returns the SMTP reply of a bad address.
func (s MailboxStatus) Reply() SMTPReply { return badReplies[s] }

// MagicTag is how a +tag makes an address behave. It has no effect if the address has a forced
// status, a rule for its domain, or a mailbox that existed before.
type MagicTag struct {
	Tag  string `json:"tag"`  // such as "unknown", in you+unknown@x.test
	Text string `json:"text"` // what happens

	Bad         MailboxStatus `json:"-"` // refused or bounced with this status
	FailAt      FailAt        `json:"-"` // when it is reported
	Tempfail    bool          `json:"-"` // 451 at the first attempt of each pair of sender and recipient
	Slow        time.Duration `json:"-"` // delivered this much later
	OOO         bool          `json:"-"` // a person who is out of office
	Complaint   bool          `json:"-"` // reported as spam
	Unsubscribe bool          `json:"-"` // a person who unsubscribes from each mail that offers a way to
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
		MagicTag{Tag: "tempfail", Tempfail: true, Text: "refused over SMTP with 451 4.3.0 once for each pair of sender and recipient, then accepted"},
		MagicTag{Tag: "slow30m", Slow: 30 * time.Minute, Text: "accepted, delivered 30 minutes later; any duration works (slow2h, slow1d)"},
		MagicTag{Tag: "ooo", OOO: true, Text: "a person who is out of office: one automatic reply to each sender"},
		MagicTag{Tag: "complaint", Complaint: true, Text: "accepted, then reported as spam to the sender (RFC 5965)"},
		MagicTag{Tag: "unsubscribe", Unsubscribe: true, Text: "a person who unsubscribes whenever a mail offers it, even if the link policy forbids that"})
	for _, name := range decide.TemperamentNames() {
		tags = append(tags, MagicTag{Tag: name, Temperament: name, Text: "a person with the temperament " + name})
	}
	return tags
}()

// MagicTags lists the magic addresses.
func MagicTags() []MagicTag {
	return slices.Clone(magicTags)
}

// Recipients are the rules that say which addresses exist and how they behave.
type Recipients struct {
	Default Rule                     `json:"default"` // for addresses not yet seen
	Domains map[string]Rule          `json:"domains"` // overrides Default
	Status  map[string]MailboxStatus `json:"status"`  // addresses with a fixed outcome
	Seed    string                   `json:"seed"`    // "" is the seed of the universe; another seed makes other addresses bad
}

// Rule says how addresses never seen before behave. A field left out takes its default, in
// Go as in JSON and YAML.
type Rule struct {
	Create   *bool           `json:"create"`    // make a mailbox and deliver; false refuses with 550 5.1.1; default true
	BadRate  float64         `json:"bad_rate"`  // share of bad addresses, 0 to 1
	BadKinds []MailboxStatus `json:"bad_kinds"` // the kinds of bad addresses, each equally likely; empty is the usual mix
	FailAt   FailAt          `json:"fail_at"`   // when a bad address is reported
	Stranger Stranger        `json:"stranger"`  // who is behind a never-seen address
	Silent   bool            `json:"silent"`    // accept and discard
}

// FailAt says when a bad address is reported.
type FailAt string

// How a bad address is reported.
const (
	FailAtDSN  FailAt = "dsn"  // by a bounce notice a little later
	FailAtRcpt FailAt = "rcpt" // in the reply to RCPT
)

// Stranger says who is behind an address never seen before.
type Stranger string

// The values of Stranger.
const (
	StrangerOff   Stranger = "off"   // nobody
	StrangerBasic Stranger = "basic" // a person made from templates
	StrangerAI    Stranger = "ai"    // a person described by the AI writer while AI is on, else by templates
)

// DefaultRule is the rule that makes a mailbox for each address. No address is bad, and none
// has a person behind it.
func DefaultRule() Rule {
	return Rule{Create: new(true), BadKinds: []MailboxStatus{}, FailAt: FailAtDSN, Stranger: StrangerOff}
}

type recipients interface {
	SetMailboxStatus(ctx context.Context, address string, status MailboxStatus) (Mailbox, error)
	Recipients() Recipients
	SetRecipients(ctx context.Context, r Recipients) (Recipients, error)
}

// SetMailboxStatus forces how an existing mailbox's address behaves; StatusOK clears it.
// Recipients().Status lists the forced statuses. ErrInvalid for an unknown status,
// ErrNotFound for an unknown mailbox.
func (u *Universe) SetMailboxStatus(ctx context.Context, address string, status MailboxStatus) (Mailbox, error) {
	return u.live().SetMailboxStatus(ctx, address, status)
}

// Recipients returns the rules for recipients.
func (u *Universe) Recipients() Recipients { return u.live().Recipients() }

// SetRecipients replaces the rules for recipients. ErrInvalid names the field that is wrong.
func (u *Universe) SetRecipients(ctx context.Context, r Recipients) (Recipients, error) {
	return u.live().SetRecipients(ctx, r)
}
