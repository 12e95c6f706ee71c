package world

// Who has asked a newsletter of the World to write no more.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// HeedUnsubscribe lets a newsletter of the World write no more to who sent a mail to its
// address for that (RFC 2369 section 3.2), from that mail on.
func HeedUnsubscribe(t *state.Tx, e *state.Event) {
	var from string
	var to []string
	switch d := e.Data.(type) {
	case deliver.Delivered:
		to = d.Way.Route.To
	case mailsim.MailDelivered:
		to = d.To
	}
	if !slices.ContainsFunc(to, isUnsubscribe) {
		return
	}
	switch d := e.Data.(type) {
	case deliver.Delivered:
		from = d.Resolve().(mailsim.MailDelivered).From
	case mailsim.MailDelivered:
		from = d.From
	}
	for _, a := range to {
		if domain := addr.Domain(a); isUnsubscribe(a) && publishes(t.View, domain) {
			leave(t, domain, from)
		}
	}
}

// leave lets what a domain publishes come no more to an address.
func leave(t *state.Tx, domain, address string) {
	if !hasLeft(t.View, domain, address) {
		t.Count("unsubscribed", domain, addr.Key(address))
	}
}

func hasLeft(v state.View, domain, address string) bool {
	return v.Counter(state.Key("unsubscribed", domain, addr.Key(address))) > 0
}

func isUnsubscribe(address string) bool {
	local, _ := addr.Split(address)
	return strings.EqualFold(local, worldgen.UnsubscribeLocal)
}

// publishes tells whether a newsletter of the World comes from a domain.
func publishes(v state.View, domain string) bool {
	return len(published(v, domain)) > 0
}

// published are the newsletters of the World that come from a domain.
func published(v state.View, domain string) (out []*Stream) {
	for _, s := range streams(v) {
		from := func(who string) bool {
			n, err := strconv.Atoi(who)
			return err == nil && addr.Domain(senderOf(v.Env.Chance, s, n, 0).Address) == domain
		}
		if s.Kind == worldgen.Newsletter && slices.ContainsFunc(s.Known, from) {
			out = append(out, s)
		}
	}
	return out
}

// readers are those of a stream to whom a sender may still write.
func readers(v state.View, s *Stream, from string) []string {
	if s.Kind != worldgen.Newsletter {
		return s.To
	}
	return slices.DeleteFunc(slices.Clone(s.To), func(to string) bool {
		return hasLeft(v, addr.Domain(from), to)
	})
}
