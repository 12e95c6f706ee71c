package mailsim

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/mailsim/mailsim/internal/hook"
)

// Webhooks: who is told of events, and how their deliveries go.

// Webhook says where events go.
type Webhook struct {
	Name   string      `json:"name"`
	URL    string      `json:"url"`    // http or https
	Events []EventType `json:"events"` // names of EventTypes, or prefixes ending in *; empty means all
	Secret string      `json:"secret"` // signs each request; comes back masked

	// Shape is the format of its requests: mailsim (default), or that of a mail provider or
	// tool: mailpit, ses-sns, sendgrid, postmark, mailgun, resend. Those of mail providers
	// carry mail.report and inbound mail (persona.sent and world.mail); that of mailpit
	// carries mail.delivered. Events that the shape cannot express are not sent; naming one is
	// ErrInvalid.
	Shape string `json:"shape,omitempty"`
	// Raw sends the whole message with inbound mail, if the shape can carry it.
	Raw bool `json:"raw,omitempty"`
}

// ParseWebhook reads the request of a webhook and, when secret is not empty, checks its
// signature. Errors: ErrUnauthorized for a wrong signature, ErrInvalid for a body that is
// not an event or is larger than 16 MiB.
func ParseWebhook(r *http.Request, secret string) (Event, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 16<<20+1))
	if err != nil || len(body) > 16<<20 {
		return Event{}, invalidf("the body could not be read, or is too large")
	}
	if secret != "" && !hook.Verify(secret, body, r.Header.Get(hook.SignatureHeader)) {
		return Event{}, errorf(ErrUnauthorized, "the signature does not fit the body and secret")
	}
	var e Event
	if err := e.UnmarshalJSON(body); err != nil {
		return Event{}, invalidf("the body is not an event: %s", err)
	}
	return e, nil
}

// WebhookWait describes one time when a call that moves the clock, such as
// Advance, waited for attempts at webhooks for half a real second or more.
type WebhookWait struct {
	URL   string        // the webhook whose attempt was under way longest
	At    time.Time     // simulated
	After int64         // id of the newest event when the wait ended
	Took  time.Duration // real
	Left  bool          // the wait was given up, and the attempt went on
}

// Outbox counts webhook deliveries since the universe was made. A Reset keeps the counts; a
// fork and a loaded universe begin at 0.
type Outbox struct {
	Pending   int   // deliveries on their way, including those that wait for their next attempt
	Attempts  int64 // requests made
	Delivered int64 // deliveries that were answered with success
	GivenUp   int64 // deliveries that failed for good
	Dropped   int64 // deliveries dropped before their last attempt: there was no room, their webhook was removed, or a Reset came
}

type hooking interface {
	WebhookWaits() []WebhookWait
	Outbox() Outbox
	Webhooks() []Webhook
	SetWebhooks(ctx context.Context, list []Webhook) ([]Webhook, error)
	ReplayWebhook(ctx context.Context, name string, ids ...int64) error
}

// WebhookWaits returns the latest waits for webhooks, at most 100, the oldest
// first. Waits of less than half a second are not kept. See
// Options.WebhookWait.
func (u *Universe) WebhookWaits() []WebhookWait { return u.live().WebhookWaits() }

// Outbox returns how many deliveries of webhooks are on their way and what became of the
// others. An event is counted shortly after it happened.
func (u *Universe) Outbox() Outbox { return u.live().Outbox() }

// Webhooks lists the webhooks, their secrets masked.
func (u *Universe) Webhooks() []Webhook { return u.live().Webhooks() }

// SetWebhooks replaces the whole list. A secret that is masked, as Webhooks returns it, keeps the
// old secret: that of the webhook with the same URL, else of the one with the same name. If neither
// has a secret, that is ErrInvalid. ErrInvalid says what is wrong, such as an unknown event type or
// prefix; ErrPlan when the plan lacks webhooks. After an error nothing has changed.
func (u *Universe) SetWebhooks(ctx context.Context, list []Webhook) ([]Webhook, error) {
	return u.live().SetWebhooks(ctx, list)
}

// ReplayWebhook sends events of the log, at most 1,000 per call, once more to the webhooks
// of this name, whatever their filter. The attempts are made as for any event. ErrNotFound
// for an unknown name or event, and then nothing is sent; ErrPlan when the plan lacks
// webhooks.
func (u *Universe) ReplayWebhook(ctx context.Context, name string, ids ...int64) error {
	return u.live().ReplayWebhook(ctx, name, ids...)
}
