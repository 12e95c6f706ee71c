package report

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// Layout is whose notifications a DSN looks like.
type Layout string

// The layouts.
const (
	Postfix  Layout = "postfix"
	Exchange Layout = "exchange" // Exchange and Microsoft 365
	Gmail    Layout = "gmail"
)

// Layouts lists the layouts.
func Layouts() []Layout { return []Layout{Postfix, Exchange, Gmail} }

// Action is what became of a recipient (RFC 3464 section 2.3.3).
type Action string

// The actions.
const (
	Failed    Action = "failed"
	Delayed   Action = "delayed"
	Delivered Action = "delivered"
	Relayed   Action = "relayed" // passed to a server that reports no further
)

// Return is the RET parameter of the mail (RFC 3461 section 4.3).
type Return string

// The values of RET. Without one a failed mail of at most 50,000 bytes is returned whole.
const (
	ReturnFull    Return = "FULL"
	ReturnHeaders Return = "HDRS"
)

// Recipient is one address reported on.
type Recipient struct {
	Addr       string // as in the envelope, UTF-8 allowed
	Original   string // the address of ORCPT; "" if it was not given
	Type       string // the type of ORCPT; "" is rfc822
	Reply      Reply
	RemoteMTA  string    // the server that answered; "" is mx. and the domain
	RetryUntil time.Time // of a delayed mail
}

// DSNOptions describe a delivery status notification (RFC 3464).
type DSNOptions struct {
	Layout    Layout
	Rand      *rng.Rand // source of ids and boundaries; required
	Action    Action    // "" is Failed
	Host      string    // name of the reporting server
	To        string    // the envelope sender of the mail reported on
	Date      time.Time // of the report and the last attempt
	Arrival   time.Time // when the mail reached the reporting server
	MessageID string    // of the report; "" draws one

	Recipients []Recipient
	Return     Return
	EnvelopeID string // ENVID of the mail, decoded
	UTF8       bool   // the mail came with SMTPUTF8 (RFC 6531)

	Original        string // the mail as it came
	OriginalID      string
	OriginalSubject string // decoded

	Header []mimebuild.Field // further fields
}

// DSN returns a multipart/report mail with CRLF line ends. The envelope sender is
// the caller's to set: it must be <>.
//
// Addresses in UTF-8 make it a report of RFC 6533, which few readers of bounces
// know. Exchange and Gmail therefore name a recipient whose local part is ASCII
// by the A-labels of the domain, as an address that all of them read. Postfix
// writes addresses as they came, and every report on a mail with SMTPUTF8 so.
func DSN(options DSNOptions) string {
	o := newDSN(options)
	switch o.Layout {
	case Exchange:
		return o.exchange()
	case Gmail:
		return o.gmail()
	}
	return o.postfix()
}

// dsn is a report whose inputs are bounded and whose form is decided.
type dsn struct {
	DSNOptions
	statusType string // of the second part
	full       bool   // the third part is the whole mail
	third      mimebuild.Part
}

func newDSN(options DSNOptions) *dsn {
	o := &dsn{DSNOptions: options, statusType: "message/delivery-status"}
	if o.Action == "" {
		o.Action = Failed
	}
	o.Host = mimebuild.Host(o.Host)
	o.To = oneLine(o.To)
	ascii := isASCII(o.To)
	o.Recipients = make([]Recipient, len(options.Recipients))
	for i, r := range options.Recipients {
		r.Addr, r.Original, r.Type, r.Reply.Text = o.spell(r.Addr), o.spell(r.Original), oneLine(r.Type), oneLine(r.Reply.Text)
		ascii = ascii && isASCII(r.Addr) && (!o.UTF8 || isASCII(r.Original))
		o.Recipients[i] = r
	}
	global := o.UTF8 || !ascii
	if !ascii || o.UTF8 && o.Layout == Postfix {
		o.statusType = "message/global-delivery-status"
	}
	// RET speaks of failures; other reports return the header (RFC 3461 section 4.3).
	o.full = o.Action == Failed && o.Return != ReturnHeaders && len(o.Original) <= MaxOriginal
	o.third = original(o.Original, o.full, global && (o.Layout == Postfix || !isASCII(header(o.Original))))
	return o
}

// spell writes a recipient's address as the layout's server does.
func (o *dsn) spell(addr string) string {
	addr = oneLine(addr)
	at := strings.LastIndexByte(addr, '@')
	if o.Layout == Postfix || at < 0 || isASCII(addr) || !isASCII(addr[:at]) {
		return addr
	}
	return addr[:at+1] + mimebuild.Host(addr)
}

// oneLine returns at most 400 bytes of s without controls.
func oneLine(s string) string {
	const most = 400
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return mimebuild.Clean(s)
}

func addressType(addr string) string {
	if isASCII(addr) {
		return "rfc822"
	}
	return "utf-8"
}

// originalType is the type that ORCPT gave; an address that rfc822 has no letters for
// is of type utf-8.
func (r *Recipient) originalType() string {
	if r.Type == "" || r.Type == "rfc822" {
		return addressType(r.Original)
	}
	return r.Type
}

// writable is an address from ORCPT as its sender can read it: in ASCII, unless
// the mail came with SMTPUTF8 (RFC 6533 section 3).
func (o *dsn) writable(addr string) string {
	if o.UTF8 || isASCII(addr) {
		return addr
	}
	var b strings.Builder
	for _, r := range addr {
		if r < utf8.RuneSelf && !strings.ContainsRune(`+=\`, r) {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, `\x{%02X}`, r)
	}
	return b.String()
}

// spelling is how a server writes the second part.
type spelling struct {
	separator string // between type and value
	remote    func(r *Recipient, name string) string
}

// perMessage writes the first group's fields that all servers have.
func (o *dsn) perMessage(b *block, separator string) {
	b.field("Original-Envelope-Id", o.EnvelopeID)
	b.field("Reporting-MTA", "dns;"+separator+o.Host)
}

// perRecipient writes a group for each recipient.
func (o *dsn) perRecipient(b *block, s spelling) {
	for i := range o.Recipients {
		r := &o.Recipients[i]
		b.WriteString("\r\n")
		if r.Original != "" {
			b.field("Original-Recipient", r.originalType()+";"+s.separator+o.writable(r.Original))
		}
		b.field("Final-Recipient", addressType(r.Addr)+";"+s.separator+r.Addr)
		b.field("Action", string(o.Action))
		b.field("Status", o.reply(r).Enhanced)
		if o.Action != Delivered {
			b.field("Remote-MTA", "dns;"+s.separator+s.remote(r, r.remote()))
		}
		b.field("Diagnostic-Code", "smtp;"+s.separator+o.reply(r).String())
		b.field("Last-Attempt-Date", mimebuild.FormatDate(o.Date))
		if o.Action == Delayed && !r.RetryUntil.IsZero() {
			b.field("Will-Retry-Until", mimebuild.FormatDate(r.RetryUntil))
		}
	}
}

// reply is the recipient's reply in the class of the action.
func (o *dsn) reply(r *Recipient) Reply {
	switch {
	case o.Action == Delayed:
		return r.Reply.Temporary()
	case o.Action != Failed && r.Reply.Code/100 != 2:
		return Reply{250, "2.1.5", "Recipient ok"}
	}
	return r.Reply
}

// remote is the name of the server that answered.
func (r *Recipient) remote() string {
	if r.RemoteMTA != "" {
		return mimebuild.Host(r.RemoteMTA)
	}
	return "mx." + mimebuild.Host(r.Addr)
}

// addressOf is the address of a server by its name: always the same one, of those
// set apart for documentation (RFC 5737).
func addressOf(name string) string {
	nets := []string{"192.0.2.", "198.51.100.", "203.0.113."}
	h := fnv.New32a()
	h.Write([]byte(name))
	n := h.Sum32()
	return nets[n%3] + strconv.Itoa(int(n/3%254)+1)
}

// asciiRecipients are those that a field without RFC 6532 can name: parsers of
// X-Failed-Recipients fail on others.
func (o *dsn) asciiRecipients() []mimebuild.Address {
	var list []mimebuild.Address
	for _, r := range o.Recipients {
		if isASCII(r.Addr) {
			list = append(list, address(r.Addr))
		}
	}
	return list
}

// days is how long a delayed mail is still tried, in whole days, at least 1.
func (o *dsn) days() string {
	n := 1
	for _, r := range o.Recipients {
		n = max(n, int(r.RetryUntil.Sub(o.Date).Hours()/24+0.5))
	}
	return strconv.Itoa(min(n, 365))
}

// title is a layout's subject or heading for an action.
func (o *dsn) title(failed, delayed, delivered, relayed string) string {
	switch o.Action {
	case Delayed:
		return delayed
	case Delivered:
		return delivered
	case Relayed:
		return relayed
	}
	return failed
}
