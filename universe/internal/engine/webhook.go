package engine

import (
	"context"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// webhookRec is a webhook as stored, by its place in the list.
type webhookRec struct{ mailsim.Webhook }

// mask stands for a secret in answers.
const mask = "••••••••"

const maxWebhooks = 200

// wants tells whether an event goes to the webhook. One without a filter does
// not get webhook.failed.
func (w *webhookRec) wants(e *state.Event) bool {
	t := e.Data.EventType()
	if len(w.Events) == 0 {
		return t != mailsim.EventWebhookFailed
	}
	return valid.Covers(w.Events, t)
}

// Webhooks lists the webhooks, their secrets masked.
func (u *webhookPart) Webhooks() []mailsim.Webhook {
	out := []mailsim.Webhook{}
	for _, w := range state.Ordered(u.Book, func(v state.View) *state.Table[*webhookRec] { return webhookTable.In(v.State) }) {
		out = append(out, w.masked())
	}
	return out
}

func (w *webhookRec) masked() mailsim.Webhook {
	out := w.Webhook
	out.Events = append([]mailsim.EventType{}, out.Events...)
	if out.Secret != "" {
		out.Secret = mask
	}
	return out
}

// SetWebhooks replaces the whole list. A masked secret keeps that of the webhook
// with the same url, else the same name. ErrInvalid, also for a type or prefix
// that no event has, or ErrPlan when the plan lacks webhooks, changes nothing.
func (u *webhookPart) SetWebhooks(ctx context.Context, list []mailsim.Webhook) ([]mailsim.Webhook, error) {
	if err := settings.NeedFeature(u.Env, mailsim.FeatureWebhooks); err != nil {
		return nil, err
	}
	if len(list) > maxWebhooks {
		return nil, fail.Invalidf("at most %d webhooks", maxWebhooks)
	}
	err := u.Update(ctx, func(t *state.Tx) error { return SetWebhooks(t, list) })
	if err != nil {
		return nil, err
	}
	return u.Webhooks(), nil
}

func SetWebhooks(t *state.Tx, list []mailsim.Webhook) error {
	next := make([]*webhookRec, 0, len(list))
	for i, w := range list {
		if err := valid.NewWebhook(w); err != nil {
			return err
		}
		if w.Secret == mask {
			old := SameWebhook(t.View, w)
			if old == nil {
				return fail.Invalidf("webhooks[%d].secret: a masked secret needs a webhook of the same url or name that has one", i)
			}
			w.Secret = old.Secret
		}
		next = append(next, &webhookRec{w})
	}
	for _, k := range webhookTable.In(t.State).Keys() {
		state.Drop(t, webhookTable.In(t.State), k)
	}
	for i, w := range next {
		state.Put(t, webhookTable.In(t.State), pad(i), w)
	}
	return nil
}

// pad makes numbers sort as text.
func pad(n int) string {
	s := strconv.Itoa(n)
	return strings.Repeat("0", max(0, 6-len(s))) + s
}

func SameWebhook(v state.View, w mailsim.Webhook) *webhookRec {
	var byName *webhookRec
	for _, old := range webhookTable.In(v.State).Sorted() {
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
func (u *webhookPart) ReplayWebhook(_ context.Context, name string, ids ...int64) error {
	if err := settings.NeedFeature(u.Env, mailsim.FeatureWebhooks); err != nil {
		return err
	}
	if len(ids) > maxReplay {
		return fail.Invalidf("events: at most %d", maxReplay)
	}
	var to []*webhookRec
	for _, w := range state.Ordered(u.Book, func(v state.View) *state.Table[*webhookRec] { return webhookTable.In(v.State) }) {
		if w.Name == name {
			all := *w
			all.Events = []mailsim.EventType{"*"}
			to = append(to, &all)
		}
	}
	if len(to) == 0 {
		return fail.NoSuch("webhook")
	}
	log, list := u.Told(), make([]*state.Event, 0, len(ids))
	for _, id := range ids {
		e := log.At(id)
		if e == nil {
			return fail.Errorf(mailsim.ErrNotFound, "no such event: %d", id)
		}
		list = append(list, e)
	}
	for _, e := range list {
		u.hooks.send(to, e)
	}
	return nil
}
