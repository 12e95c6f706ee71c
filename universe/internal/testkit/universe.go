// Package testkit helps tests that need a whole universe: it makes one, puts people and
// mail into it, moves its clock and looks at what came of it. Tests alone import it: those
// of a part are a package of their own beside it (package pen_test), because what makes a
// universe is above all parts.
package testkit

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/engine"
)

// Day is one day of a clock that knows no summer time.
const Day = 24 * time.Hour

// New makes a universe whose webhooks keep to its clock, and closes it when the test ends.
func New(t *testing.T, o mailsim.Options) *engine.Universe {
	t.Helper()
	if o.HashCost == 0 {
		o.HashCost = 4
	}
	o.HooksOnClock = true
	if o.Real.IsZero() {
		o.Real = config.DefaultStart
	}
	u, err := engine.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	return u
}

// Config is what a YAML file says.
func Config(t testing.TB, text string) *mailsim.Config {
	t.Helper()
	c, err := config.Parse("mail.yaml", []byte(text))
	require.NoError(t, err)
	return c
}

// FromFile makes a universe of the text of a YAML file.
func FromFile(t *testing.T, text string, o mailsim.Options) *engine.Universe {
	t.Helper()
	o.Config = Config(t, text)
	return New(t, o)
}

// WholeFile is a file that says something under each key of a universe.
const WholeFile = `
id: u_demo
name: Demo
seed: demo-1
clock: {start: 2026-02-01T09:00:00Z, speed: 2, frozen: true}
ai: off
keys: [{key: "file-key-0123456789", name: ci, role: member}]
logins: [{address: app@ours.test, password: "app secret", username: app, note: the shop}]
personas:
  - id: p_anna
    name: Anna Weber
    addresses: [anna@client.test, anna@home.test]
    temperament: busy
    style: {length: short, typos: 0.2, client: outlook}
    timing:
      reply_rate: 0.5
      delay: {median: 45m, spread: 1.5}
      hours: {tz: Europe/Paris, days: mon-fri, from: 09:00, to: "17:30"}
      ooo: [{from: 2026-02-02, to: 2026-02-06, message: Away.}]
    behaviors: {forward_to: ben@client.test}
    external_ids: {crm: 4711}
    case_ids: [T-1]
  - addresses: [ben@client.test]
cases:
  - id: T-1
    title: Order 4711
    facts: {order: 4711, state: sent}
world:
  company: {name: Ours, domain: ours.test, tz: Europe/Paris, mailboxes: [sales@ours.test, {address: help@ours.test, name: Help, role: support}]}
  streams:
    - {id: leads, kind: lead, per_day: 20, enabled: true, to: [sales@ours.test]}
recipients:
  default: {bad_rate: 0.1}
  domains: {dead.test: {create: false}}
  status: {full@client.test: full}
links: {max_links: 5, deny: ["*.evil.test"]}
pace: {ignore_hours: true}
retention: {mail_days: 30}
bounds: {bytes: 1073741824, mails: 1000, when_full: oldest}
webhooks: [{name: hook, url: "http://127.0.0.1:9/", events: [persona.*], secret: hush}]
faults: {scenario: greylisting}
sites: {shop.test: "http://127.0.0.1:3000"}
`

// Advance moves the clock.
func Advance(t *testing.T, u *engine.Universe, d time.Duration) {
	t.Helper()
	_, err := u.Advance(context.Background(), d)
	require.NoError(t, err)
}
