package mailsim

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/decide"
)

// Who is behind an address, and whether it takes mail (spec 1 "Recipient
// rules", 2.6; magic addresses of design 5).

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
