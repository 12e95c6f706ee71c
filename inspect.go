package mailsim

import (
	"context"
	"time"
)

// What a spam filter, mail clients and other servers would make of a mail.

// Inspection is the report on one mail.
type Inspection struct {
	MessageID string    `json:"message_id"`
	Subject   string    `json:"subject"`
	From      string    `json:"from"`
	At        time.Time `json:"at"`   // when it was filed
	Size      int       `json:"size"` // bytes
	Engine    string    `json:"engine"`

	Score     float64            `json:"score"`     // the sum of Rules
	Threshold float64            `json:"threshold"` // of the reader's filter; the normal one if no person gets the mail
	Action    string             `json:"action"`    // inbox or junk
	Verdicts  InspectVerdicts    `json:"verdicts"`
	Rules     []InspectRule      `json:"rules"`
	Links     []InspectLink      `json:"links"`
	Broken    int                `json:"broken"` // links that were opened and failed
	Auth      InspectAuth        `json:"auth"`
	HTML      []InspectHTML      `json:"html"`
	Support   InspectSupport     `json:"html_support"`
	Access    []InspectFinding   `json:"access"`
	Headers   []InspectHeader    `json:"headers"`
	Content   InspectContent     `json:"content"`
	Unsub     InspectUnsubscribe `json:"unsubscribe"`
	Advice    []string           `json:"advice"` // what to change, most important first
}

// InspectVerdicts say what each kind of filter does with the mail: inbox or junk.
type InspectVerdicts struct {
	Strict  string `json:"strict"`
	Normal  string `json:"normal"`
	Lenient string `json:"lenient"`
}

// InspectRule is a spam rule that holds for the mail. A score below 0 counts in the mail's favor.
type InspectRule struct {
	Name  string  `json:"name"`
	Score float64 `json:"score"`
	Text  string  `json:"text"` // what was found and what to change
}

// InspectLink is a link of the mail. Links are opened only where the link policy allows it,
// and once per mail.
type InspectLink struct {
	URL      string `json:"url"`
	Text     string `json:"text"`
	Kind     string `json:"kind"`   // web, unsubscribe, mail, tracking or image
	Status   int    `json:"status"` // HTTP status; 0 when it was not opened, or failed
	OK       bool   `json:"ok"`     // opened with a status below 400
	FinalURL string `json:"final_url,omitempty"`
	Error    string `json:"error"` // why it failed, or was not opened
	MS       int64  `json:"ms"`
}

// InspectAuth holds the results of authentication in the words of RFC 8601. A result is
// "none" where the simulated DNS has no record (see SetDNS).
type InspectAuth struct {
	SPF   InspectSPF    `json:"spf"`
	DKIM  []InspectDKIM `json:"dkim"` // one for each signature
	DMARC InspectDMARC  `json:"dmarc"`
}

// InspectSPF is the result for the envelope sender.
type InspectSPF struct {
	Result string `json:"result"`
	Domain string `json:"domain"`
	Text   string `json:"text,omitempty"` // why, when it did not pass
}

// InspectDKIM is the result of one signature.
type InspectDKIM struct {
	Result   string `json:"result"`
	Domain   string `json:"domain"`
	Selector string `json:"selector"`
	Text     string `json:"text,omitempty"`
}

// InspectDMARC is the result for the domain of the header From.
type InspectDMARC struct {
	Result string `json:"result"`
	Policy string `json:"policy"` // none, quarantine or reject; "" without a record
	Domain string `json:"domain"`
	Text   string `json:"text,omitempty"`
}

// InspectHTML is a feature of the HTML that not all mail clients show.
type InspectHTML struct {
	Feature string   `json:"feature"`
	Text    string   `json:"text"`
	Clients []string `json:"clients"` // those that do not show it, or only in part
	Count   int      `json:"count"`
	Partial bool     `json:"partial"` // every client shows at least part of it
}

// InspectSupport counts the features of the HTML by how clients show them.
type InspectSupport struct {
	Bytes       int  `json:"bytes"`
	Clipped     bool `json:"clipped"` // Gmail shows only the first 102 KB
	Supported   int  `json:"supported"`
	Partial     int  `json:"partial"`
	Unsupported int  `json:"unsupported"`
}

// InspectFinding is something that makes the mail hard or impossible to read for some readers.
type InspectFinding struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"`
	Text  string `json:"text"`
}

// InspectHeader is a remark on a field of the header. Level is error, warning
// or info.
type InspectHeader struct {
	Name  string `json:"name"`
	Level string `json:"level"`
	Text  string `json:"text"`
}

// InspectContent says what the mail consists of.
type InspectContent struct {
	TextPart    bool `json:"text_part"`
	HTMLPart    bool `json:"html_part"`
	Words       int  `json:"words"`
	Attachments int  `json:"attachments"`
}

// InspectUnsubscribe says whether readers can unsubscribe by the header (RFC
// 2369), and with one click (RFC 8058).
type InspectUnsubscribe struct {
	Header   bool `json:"header"`
	OneClick bool `json:"one_click"`
}

// DNSRecord is one record of the simulated DNS that mail is authenticated by:
// SPF at the domain (RFC 7208), keys at selector._domainkey.domain (RFC 6376),
// policies at _dmarc.domain (RFC 7489).
type DNSRecord struct {
	Name  string `json:"name"`  // a domain, or for PTR an IP address
	Type  string `json:"type"`  // TXT, A, AAAA, MX or PTR; or SERVFAIL: every lookup of the name fails, and a check that needs it has the result temperror
	Value string `json:"value"` // a text, an address, "10 mail.example" or a domain; "" for SERVFAIL
}

type inspecting interface {
	DNS() []DNSRecord
	SetDNS(ctx context.Context, records ...DNSRecord) error
	Inspect(ctx context.Context, messageID string) (Inspection, error)
}

// DNS returns the records of the simulated DNS; none at first.
func (u *Universe) DNS() []DNSRecord { return u.live().DNS() }

// SetDNS replaces the records of the simulated DNS. A check that finds no record neither passes
// nor fails: its result is none. ErrInvalid names the record that is wrong.
func (u *Universe) SetDNS(ctx context.Context, records ...DNSRecord) error {
	return u.live().SetDNS(ctx, records...)
}

// Inspect reports on a mail as seen by the person whose filter judged it first, else by a
// stranger with a normal filter. The first call opens the mail's links where the link
// policy allows it. ErrInvalid without a Message-ID, ErrNotFound for an unknown one.
// Events: inspect.scored when no filter has scored the mail before, inspect.links when
// links were opened.
func (u *Universe) Inspect(ctx context.Context, messageID string) (Inspection, error) {
	return u.live().Inspect(ctx, messageID)
}
