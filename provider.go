package mailsim

import (
	"cmp"
	"context"
	"strings"
	"time"
	"unicode"

	"github.com/mailsim/mailsim/internal/addr"
)

// What the doors of mail providers keep in a universe: package provider has the
// doors themselves.

// Provider is what one mail provider's door keeps in a universe, saved and forked with it.
// A reset removes the sends unless it keeps PartMail, and the rest unless it keeps
// PartProviders.
type Provider interface {

	// Draft reserves the id of a send. An id depends on the seed, the provider, the sender,
	// and how many ids the sender has had before.
	Draft(ctx context.Context, from string) (ProviderDraft, error)

	// Submit takes a mail and sends it at m.At, or now if m.At is zero or past. Recipients on a
	// list in m.Lists.Skip get nothing. Errors: ErrInvalid, ErrConflict for an id that was
	// used, ErrFull, and the plan's limit. Events when it is sent: mail.delivered and
	// mail.report. If that is later, Submit itself logs job.scheduled and mail.report of kind
	// scheduled.
	Submit(ctx context.Context, m ProviderMail) (ProviderSend, error)

	// Send returns a send; ErrNotFound when there is none.
	Send(id string) (ProviderSend, error)

	// Sends lists at most limit sends, newest first. If before is not "", it is the id of a
	// send, and only older ones are listed.
	Sends(before string, limit int) []ProviderSend

	// Move reschedules a scheduled send; ErrNotFound when there is none, ErrConflict when
	// it is not scheduled.
	Move(ctx context.Context, id string, at time.Time) (ProviderSend, error)

	// Cancel cancels a scheduled send. Errors are those of Move.
	Cancel(ctx context.Context, id string) (ProviderSend, error)

	// Suppress adds addresses to a list, and creates the list if needed. An address already
	// on it keeps its place.
	Suppress(ctx context.Context, list string, addresses ...Suppression) error

	// Unsuppress takes addresses off a list, and returns those that were on it.
	Unsuppress(ctx context.Context, list string, addresses ...string) ([]Suppression, error)

	// Suppressions returns the addresses of a list, "" for all lists, in the order in
	// which they came.
	Suppressions(list string) []Suppression

	// Suppressed returns the first of the lists that an address is on, and its entry there.
	Suppressed(address string, lists ...string) (list string, s Suppression, ok bool)

	// Record returns what was kept under a kind and id, such as a template.
	Record(kind, id string) (value []byte, ok bool)

	// Records returns all of a kind in order of id.
	Records(kind string) []ProviderRecord

	// SetRecord keeps a value of at most 2 MiB; nil removes it. A kind has at most
	// 1,000 records: ErrFull.
	SetRecord(ctx context.Context, kind, id string, value []byte) error

	// Certificate returns the PEM of the certificate that verifies the signatures of
	// ses-sns webhooks. PublicKey returns the base64 DER of the key that verifies
	// those of sendgrid webhooks. Both are drawn from the seed and the id of the
	// universe.
	Certificate() string
	PublicKey() string
}

// ProviderDraft is what a mail is built with.
type ProviderDraft struct {
	ID     string           // 32 hexadecimal digits
	Now    time.Time        // simulated
	Unique func(int) string // draws texts for boundaries and other ids
}

// ProviderMail is a mail for a provider to send.
type ProviderMail struct {
	ID     string   // of Draft
	From   string   // of the envelope, to which bounce notices go
	To     []string // of the envelope, at most 1,000
	Raw    string   // the whole mail; it should have a Message-ID of its own
	Remote string   // IP of the client

	At    time.Time // when to send it; the past means now
	Lists ProviderLists
	Tags  []string
	Data  map[string]string // what the provider's door wants back with reports

	NoOpens, NoClicks bool // do not report opens, clicks
}

// ProviderLists are the lists of suppressed addresses that apply to a mail.
type ProviderLists struct {
	Skip       []string `json:"skip,omitempty"`       // addresses on one of them get nothing
	Bounced    string   `json:"bounced,omitempty"`    // addresses that bounce for good are added to it; "" is none
	Blocked    string   `json:"blocked,omitempty"`    // the same for those that bounce temporarily
	Complained string   `json:"complained,omitempty"` // the same for those who complain
	Left       string   `json:"left,omitempty"`       // the same for those who unsubscribe
}

// ProviderSend is a mail that a provider was given to send.
type ProviderSend struct {
	ID        string            `json:"id"`
	MessageID string            `json:"message_id"` // of the mail, with angle brackets
	From      string            `json:"from"`
	To        []string          `json:"to"`
	Subject   string            `json:"subject"`
	Created   time.Time         `json:"created"`
	Due       time.Time         `json:"due"`
	Status    string            `json:"status"`         // scheduled, sent, canceled or failed
	Last      ReportKind        `json:"last,omitempty"` // the latest of its outcomes
	Tags      []string          `json:"tags,omitempty"`
	Data      map[string]string `json:"data,omitempty"`
}

// Suppression is an address to which a provider sends nothing.
type Suppression struct {
	List    string    `json:"list"` // the list that it is on; read only
	Address string    `json:"address"`
	Why     string    `json:"why"`              // such as "550 5.1.1 User unknown"
	Origin  string    `json:"origin,omitempty"` // its kind: a MailboxStatus, complained, unsubscribed, or a word of the door's own
	SendID  string    `json:"send_id,omitempty"`
	Created time.Time `json:"created"`
}

// ProviderRecord is a value that a provider's door keeps.
type ProviderRecord struct {
	ID    string
	Value []byte
}

// ReportKind says what became of a mail for one recipient.
type ReportKind string

// The kinds of outcomes.
const (
	ReportAccepted     ReportKind = "accepted" // its delivery begins
	ReportDelivered    ReportKind = "delivered"
	ReportDeferred     ReportKind = "deferred"
	ReportBounced      ReportKind = "bounced"
	ReportDropped      ReportKind = "dropped" // the provider did not send it: the address is suppressed
	ReportComplained   ReportKind = "complained"
	ReportOpened       ReportKind = "opened"
	ReportClicked      ReportKind = "clicked"
	ReportUnsubscribed ReportKind = "unsubscribed"
	ReportScheduled    ReportKind = "scheduled" // it will be sent later
	ReportCanceled     ReportKind = "canceled"
)

// MailReport: what became of a mail of the application for one recipient, as a mail
// provider would report it. It is logged for mail that came through a provider's door, and
// for all mail while some webhook uses a provider's format (Webhook.Shape).
type MailReport struct {
	Kind      ReportKind        `json:"kind"`
	Recipient string            `json:"recipient"`
	PersonaID string            `json:"persona_id,omitempty"`
	MessageID string            `json:"message_id"`
	From      string            `json:"from"`
	To        []string          `json:"to"`
	Subject   string            `json:"subject"`
	Provider  string            `json:"provider,omitempty"` // the provider whose door it came through
	SendID    string            `json:"send_id"`
	SentAt    time.Time         `json:"sent_at"`
	Status    MailboxStatus     `json:"status,omitempty"` // of a bounce
	Reply     string            `json:"reply,omitempty"`  // of the recipient's server, such as "550 5.1.1 User unknown"
	List      string            `json:"list,omitempty"`   // of a dropped mail: the suppression list that the address is on
	URL       string            `json:"url,omitempty"`    // of a click or an unsubscription
	UserAgent string            `json:"user_agent,omitempty"`
	Tags      []string          `json:"tags,omitempty"`
	Data      map[string]string `json:"data,omitempty"`
}

// EventType returns mail.report.
func (MailReport) EventType() EventType { return EventMailReport }

func (d MailReport) about() subject { return subject{PersonaID: d.PersonaID, MessageID: d.MessageID} }

// Permanent reports whether the outcome is a bounce that means the address is dead.
func (d MailReport) Permanent() bool {
	return d.Kind == ReportBounced && d.Status != StatusFull && d.Status != StatusBlocked
}

// ProviderSendFilter picks sends of a provider.
type ProviderSendFilter struct {
	Before string // only those that came before the one of this id; "" is no bound
	Limit  int    // at most this many, up to 1,000; 0 is 100
}

// providerLists are the providers that have doors, each with the list on which an
// address comes that bounces for good.
var providerLists = map[string]string{"mailgun": "bounces", "postmark": "stream:outbound", "resend": "suppressed", "sendgrid": "bounces", "ses": "account"}

// provider is what the door of a provider keeps, and its usual list.
func (u *Universe) provider(name string) (p Provider, list string, err error) {
	list, ok := providerLists[name]
	if !ok {
		return nil, "", errorf(ErrNotFound, "there is no provider %.50q: use mailgun, postmark, resend, sendgrid or ses", name)
	}
	return u.Provider(name), list, nil
}

// ProviderSends lists the mails that a provider's door was given, newest first.
// ErrNotFound for an unknown provider.
func (u *Universe) ProviderSends(provider string, f ProviderSendFilter) ([]ProviderSend, error) {
	p, _, err := u.provider(provider)
	if err != nil {
		return nil, err
	}
	return p.Sends(f.Before, min(cmp.Or(max(f.Limit, 0), 100), 1000)), nil
}

// ProviderSend shows a mail that a provider's door was given, by the id that the
// application got. ErrNotFound for an unknown provider or id.
func (u *Universe) ProviderSend(provider, id string) (ProviderSend, error) {
	p, _, err := u.provider(provider)
	if err != nil {
		return ProviderSend{}, err
	}
	return p.Send(id)
}

// CancelProviderSend cancels a mail that a provider's door has scheduled. ErrNotFound for
// an unknown provider or id, ErrConflict for a mail that is not scheduled. Events:
// job.updated, mail.report.
func (u *Universe) CancelProviderSend(ctx context.Context, provider, id string) (ProviderSend, error) {
	p, _, err := u.provider(provider)
	if err != nil {
		return ProviderSend{}, err
	}
	return p.Cancel(ctx, id)
}

// Suppressions lists the addresses to which a provider sends nothing, on one of its lists
// or on all (""), in the order in which they came. The lists of each provider are:
//
//	sendgrid  bounces, blocks, spam_reports, invalid_emails, unsubscribes, group:ID
//	postmark  stream:NAME, such as stream:outbound
//	mailgun   bounces, unsubscribes, complaints
//	resend    suppressed
//	ses       account
//
// ErrNotFound for an unknown provider.
func (u *Universe) Suppressions(provider, list string) ([]Suppression, error) {
	p, _, err := u.provider(provider)
	if err != nil {
		return nil, err
	}
	return p.Suppressions(list), nil
}

// Suppress adds addresses to a list of a provider, "" for its list of bouncing addresses,
// and returns the list. An address already on it keeps its place. Errors: ErrNotFound for
// an unknown provider, ErrInvalid for a wrong address or more than 1,000, ErrFull.
func (u *Universe) Suppress(ctx context.Context, provider, list string, addresses ...string) ([]Suppression, error) {
	p, usual, err := u.provider(provider)
	if err != nil {
		return nil, err
	}
	list = cmp.Or(list, usual)
	if len(addresses) == 0 || len(addresses) > 1000 || len(list) > 200 || strings.ContainsFunc(list, unicode.IsControl) {
		return nil, invalidf("a list has a name of one line, and 1 to 1,000 addresses come on it at once")
	}
	var add []Suppression
	for _, a := range addresses {
		if !addr.Valid(a) {
			return nil, invalidf("addresses: %.100q is not an address", a)
		}
		add = append(add, Suppression{Address: a, Origin: "customer"})
	}
	if err := p.Suppress(ctx, list, add...); err != nil {
		return nil, err
	}
	return p.Suppressions(list), nil
}

// Unsuppress removes an address from a list of a provider, or from all lists ("" for the
// list), so that it gets mail again, and returns the entries removed. ErrNotFound for an
// unknown provider, and when the address is on no such list.
func (u *Universe) Unsuppress(ctx context.Context, provider, list, address string) ([]Suppression, error) {
	p, _, err := u.provider(provider)
	if err != nil {
		return nil, err
	}
	lists := []string{list}
	if list == "" {
		lists = nil
		for _, s := range p.Suppressions("") {
			if addr.Key(s.Address) == addr.Key(address) {
				lists = append(lists, s.List)
			}
		}
	}
	gone := []Suppression{}
	for _, l := range lists {
		of, err := p.Unsuppress(ctx, l, address)
		if err != nil {
			return gone, err
		}
		gone = append(gone, of...)
	}
	if len(gone) == 0 {
		return nil, errorf(ErrNotFound, "%.100q is not suppressed", address)
	}
	return gone, nil
}

type providing interface {
	Provider(name string) Provider
}

// Provider returns what the door of a provider keeps in the universe, by the provider's name,
// such as sendgrid. It is empty for a name that has not been used yet.
func (u *Universe) Provider(name string) Provider { return u.live().Provider(name) }
