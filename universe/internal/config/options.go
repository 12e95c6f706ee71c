package config

import (
	"cmp"
	"log/slog"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/webhook"
)

// DefaultStart is where the clock of a universe stands at first.
var DefaultStart = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// DefaultSeed and DefaultDomain hold where nothing is said.
const (
	DefaultSeed   = "mailsim"
	DefaultDomain = "mail.test"
)

// Fill checks the options and puts the defaults where nothing is said.
func Fill(o *mailsim.Options) error {
	if o.Seed == "" {
		o.Seed = DefaultSeed
	}
	if len(o.Seed) > 1000 {
		return fail.Invalidf("seed must be at most 1000 bytes")
	}
	if o.ID == "" {
		o.ID = "u_" + rng.Seed(o.Seed).Draw("universe/1").Text(rng.Lower, 10)
	}
	if o.Name == "" {
		o.Name = o.ID
	}
	if o.Domain == "" {
		o.Domain = DefaultDomain
	}
	if !addr.ValidDomain(o.Domain) {
		return fail.Invalidf("domain: %.100q is not a domain", o.Domain)
	}
	if o.Start.IsZero() {
		o.Start = DefaultStart
	}
	o.Start = o.Start.Round(0).UTC()
	if o.Start.Before(time.Time{}) || o.Start.After(state.EndOfTime) {
		return fail.Invalidf("start must lie in the years 1 to 9999")
	}
	switch {
	case o.Speed == 0:
		o.Speed, o.Frozen = 1, true
	case !(o.Speed > 0), o.Speed > run.MaxSpeed:
		return fail.Invalidf("speed must be above 0 and at most %d", run.MaxSpeed)
	}
	if o.HashCost == 0 {
		o.HashCost = login.DefaultHashCost
	}
	if o.HashCost < login.MinHashCost || o.HashCost > login.MaxHashCost {
		return fail.Invalidf("hash cost must be between %d and %d", login.MinHashCost, login.MaxHashCost)
	}
	if err := cmp.Or(valid.Plan(o.Plan), valid.WhenFull(o.Bounds.WhenFull)); err != nil {
		return err
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = 64 << 20
	}
	if o.WebhookWait == 0 {
		o.WebhookWait = webhook.DefaultWait
	}
	if o.WebhookQueue == 0 {
		o.WebhookQueue = webhook.DefaultQueue
	}
	if o.WebhookQueue < 1 || o.WebhookQueue > webhook.MaxQueue {
		return fail.Invalidf("webhook queue must be between 1 and %d", webhook.MaxQueue)
	}
	if o.WriterCalls == 0 {
		o.WriterCalls = 4
	}
	if o.WriterCalls < 1 || o.WriterCalls > ai.MaxCalls {
		return fail.Invalidf("writer calls must be between 1 and %d", ai.MaxCalls)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return nil
}
