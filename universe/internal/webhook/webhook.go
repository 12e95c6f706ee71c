// Package webhook hands events to the application: the list of webhooks, the runner that
// follows the log for them, and the faults that strike on the way. It owns that list. How a
// delivery is signed, retried and queued is for internal/hook, what a body says for package
// feed.
package webhook

import (
	"context"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/callback"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Record is a webhook as stored, by its place in the list.
type Record struct{ mailsim.Webhook }

// Mask stands for a secret in answers.
const Mask = "••••••••"

const maxWebhooks = 200

// wants tells whether an event goes to the webhook. One without a filter does
// not get webhook.failed.
func (w *Record) wants(e *state.Event) bool {
	t := e.Data.EventType()
	if len(w.Events) == 0 {
		return t != mailsim.EventWebhookFailed
	}
	return valid.Covers(w.Events, t)
}

// Webhooks lists the webhooks, their secrets masked.
func (u *Part) Webhooks() []mailsim.Webhook {
	out := []mailsim.Webhook{}
	for _, w := range state.Ordered(u.Book, func(v state.View) *state.Table[*Record] { return Table.In(v.State) }) {
		out = append(out, w.masked())
	}
	return out
}

// masked is the webhook as it is shown.
func (w *Record) masked() mailsim.Webhook {
	out := w.Webhook
	out.Events = append([]mailsim.EventType{}, out.Events...)
	if out.Secret != "" {
		out.Secret = Mask
	}
	return out
}

// SetWebhooks replaces the whole list. A masked secret keeps the present secret of the webhook
// with the same URL or, if none has one, of the webhook with the same name. ErrInvalid, also
// for a type or prefix that no event has, or ErrPlan when the plan lacks webhooks, changes
// nothing.
func (u *Part) SetWebhooks(ctx context.Context, list []mailsim.Webhook) ([]mailsim.Webhook, error) {
	if err := settings.NeedFeature(u.Env, mailsim.FeatureWebhooks); err != nil {
		return nil, err
	}
	if len(list) > maxWebhooks {
		return nil, fail.Invalidf("at most %d webhooks", maxWebhooks)
	}
	err := u.Update(ctx, func(t *state.Tx) error { return Set(t, list) })
	if err != nil {
		return nil, err
	}
	return u.Webhooks(), nil
}

// Set is SetWebhooks within a transaction.
func Set(t *state.Tx, list []mailsim.Webhook) error {
	next := make([]*Record, 0, len(list))
	for i, w := range list {
		if err := valid.NewWebhook(w); err != nil {
			return err
		}
		if w.Secret == Mask {
			old := same(t.View, w)
			if old == nil {
				return fail.Invalidf("webhooks[%d].secret: a masked secret needs a webhook of the same url or name that has one", i)
			}
			w.Secret = old.Secret
		}
		next = append(next, &Record{w})
	}
	for _, k := range state.Keys(Table.In(t.State)) {
		state.Drop(t, Table.In(t.State), k)
	}
	for i, w := range next {
		state.Put(t, Table.In(t.State), Pad(i), w)
	}
	return nil
}

// Pad makes numbers sort as text.
func Pad(n int) string {
	s := strconv.Itoa(n)
	return strings.Repeat("0", max(0, 6-len(s))) + s
}

// same returns the webhook that a masked secret stands for, nil for none.
func same(v state.View, w mailsim.Webhook) *Record {
	var byName *Record
	for _, old := range state.Sorted(Table.In(v.State)) {
		if old.Secret == "" {
			continue
		}
		if old.URL == w.URL {
			return old
		}
		if byName == nil && w.Name != "" && old.Name == w.Name {
			byName = old
		}
	}
	return byName
}

// maxReplay bounds how many events one call sends again.
const maxReplay = 1000

// ReplayWebhook sends events of the log once more to the webhooks of a name,
// whatever their filter, at most 1,000 in a call. The attempts are made as for
// any event. ErrNotFound for an unknown name or event, and then nothing is sent;
// ErrPlan when the plan lacks webhooks.
func (u *Part) ReplayWebhook(_ context.Context, name string, ids ...int64) error {
	if err := settings.NeedFeature(u.Env, mailsim.FeatureWebhooks); err != nil {
		return err
	}
	if len(ids) > maxReplay {
		return fail.Invalidf("events: at most %d", maxReplay)
	}
	var to []*Record
	for _, w := range state.Ordered(u.Book, func(v state.View) *state.Table[*Record] { return Table.In(v.State) }) {
		if w.Name == name {
			all := *w
			all.Events = []mailsim.EventType{"*"}
			to = append(to, &all)
		}
	}
	if len(to) == 0 {
		return fail.NoSuch("webhook")
	}
	log, list := u.Committed(), make([]*state.Event, 0, len(ids))
	for _, id := range ids {
		e := log.At(id)
		if e == nil {
			return fail.Errorf(mailsim.ErrNotFound, "no such event: %d", id)
		}
		list = append(list, e)
	}
	for _, e := range list {
		var together batch
		u.Hooks.send(to, e, &together)
		u.Hooks.flush(&together)
	}
	return nil
}

// AnyShaped tells whether a webhook has a provider's shape.
func AnyShaped(v state.View) bool {
	for _, w := range Table.In(v.State).M {
		if callback.Shape(w.Shape).Provider() {
			return true
		}
	}
	return false
}
