package mailsim

import (
	"context"
	"time"
)

// The YAML file: what it can say.

// Config is the content of a YAML file: one universe or, with Orgs, a cell of several. Read
// a Config with universe.ParseConfig, or make one in Go. Everything is optional.
type Config struct {
	UniverseConfig
	Orgs    []OrgConfig `json:"orgs"`    // instead of a universe
	Trusted bool        `json:"trusted"` // only together with Orgs: their webhooks may also go to loopback, private networks and simulated sites (see SetSite)
}

// UniverseConfig describes one universe. A nil section leaves the default.
type UniverseConfig struct {
	ID         string       `json:"id"`
	Name       string       `json:"name"`
	Seed       string       `json:"seed"`
	Clock      *ClockConfig `json:"clock"`
	AI         string       `json:"ai"` // on or off
	Keys       []KeyConfig  `json:"keys"`
	Logins     []NewLogin   `json:"logins"`
	Personas   []Persona    `json:"personas"` // ID is kept when given
	Cases      []CaseConfig `json:"cases"`
	World      *World       `json:"world"`
	Recipients *Recipients  `json:"recipients"`
	Links      *LinkPolicy  `json:"links"`
	Pace       *Pace        `json:"pace"`
	Retention  *Retention   `json:"retention"`
	Relay      *RelayConfig `json:"relay"`  // the rules need Options.Relay
	Bounds     *Bounds      `json:"bounds"` // those of the Options override them

	MarkSimulated *bool             `json:"mark_simulated"` // true by default; see Options.Unmarked
	Webhooks      []Webhook         `json:"webhooks"`
	Faults        *Faults           `json:"faults"`
	Sites         map[string]string `json:"sites"` // host to the base URL of a local server: see SetSiteURL

	Source any `json:"-"` // its position in the file, for errors; set by universe.ParseConfig
}

// ClockConfig sets the clock; a nil field is taken from the Options.
type ClockConfig struct {
	Start  *time.Time `json:"start"`
	Speed  *float64   `json:"speed"`
	Frozen *bool      `json:"frozen"`
}

// RelayConfig holds the rules of the relay and the server that it connects to. A universe
// uses the rules only; the program that sets Options.Relay reads the server, as mailsimd
// does.
type RelayConfig struct {
	Server   string `json:"server"`   // host:port
	TLS      string `json:"tls"`      // starttls (the default: TLS if the server offers it), require, tls or off
	Username string `json:"username"` // for AUTH; "" does not log in
	Password string `json:"password"`
	RelayRules
}

// KeyConfig is an API key of 16 characters or more.
type KeyConfig struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	Role Role   `json:"role"`
}

// CaseConfig is a case of a UniverseConfig: its id and its fields.
type CaseConfig struct {
	ID string `json:"id"`
	CasePatch
}

// OrgConfig is an organization of a cell. A universe without an id gets one from
// its seed when the cell is made.
type OrgConfig struct {
	Name      string           `json:"name"`
	Suspended bool             `json:"suspended"`
	Plan      Plan             `json:"plan"`
	Users     []OrgUser        `json:"users"`
	Universes []UniverseConfig `json:"universes"`
}

type configuring interface {
	Reload(ctx context.Context, c *Config) error
}

// Reload applies a changed file: what it sets is set, and settings no longer in it go back
// to their defaults. People and cases no longer in it are deleted, logins no longer in it
// are disabled. All other state, and all mail, stays. ErrInvalid for a wrong file, or one
// that changes the id, name, seed or clock. After any error everything is as it was.
func (u *Universe) Reload(ctx context.Context, c *Config) error { return u.live().Reload(ctx, c) }
