package mailsim

// The YAML file (design 4 "YAML"): what it says, read and checked. How it is
// applied is in config_apply.go.

import (
	"cmp"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/rng"
)

// Config is what a YAML file says: one universe, or a cell of several with Orgs.
// Read it by ParseConfig, or make it in Go. Everything is optional.
type Config struct {
	UniverseConfig
	Orgs    []OrgConfig `json:"orgs"`    // instead of a universe
	Trusted bool        `json:"trusted"` // beside orgs: their webhooks reach loopback, private networks and sites too
}

// UniverseConfig describes one universe. A nil section leaves the default.
type UniverseConfig struct {
	ID         string            `json:"id"`
	Name       string            `json:"name"`
	Seed       string            `json:"seed"`
	Clock      *ClockConfig      `json:"clock"`
	AI         string            `json:"ai"` // on or off
	Keys       []KeyConfig       `json:"keys"`
	Logins     []NewLogin        `json:"logins"`
	Personas   []Persona         `json:"personas"` // ID is kept when given
	Cases      []CaseConfig      `json:"cases"`
	World      *World            `json:"world"`
	Recipients *Recipients       `json:"recipients"`
	Links      *LinkPolicy       `json:"links"`
	Pace       *Pace             `json:"pace"`
	Retention  *Retention        `json:"retention"`
	Bounds     *Bounds           `json:"bounds"` // those of the Options win
	Webhooks   []Webhook         `json:"webhooks"`
	Faults     *Faults           `json:"faults"`
	Sites      map[string]string `json:"sites"` // host to the base URL of a local server: see SetSiteURL

	Source any `json:"-"` // where it stands in its file; set by ParseConfig, for errors
}

// ClockConfig sets the clock; what is left out is that of the Options.
type ClockConfig struct {
	Start  *time.Time `json:"start"`
	Speed  *float64   `json:"speed"`
	Frozen *bool      `json:"frozen"`
}

// KeyConfig is an API key of 16 characters or more.
type KeyConfig struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	Role Role   `json:"role"`
}

// CaseConfig is a case by its id.
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

// ParseConfig reads a YAML file. Unknown keys, wrong values and what cannot be
// are ErrInvalid naming file, line and key. A key, password or secret that is
// ${NAME} as a whole is that variable of the environment; one that is not set is
// an error too. A file has at most 16 MiB, 50 levels and 10,000 keys in one
// mapping; more is refused before it is parsed.
func ParseConfig(file string, data []byte) (*Config, error) {
	root, err := parseYAML(file, data)
	if err != nil {
		return nil, err
	}
	c := &Config{UniverseConfig: UniverseConfig{Source: place{file: file, node: root, line: 1}}}
	if root != nil && root.kind != yamlNull {
		if err := configShape().decode(c.at(), reflect.ValueOf(c).Elem()); err != nil {
			return nil, err
		}
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	return c, nil
}

// options fills with the file what the options leave out.
func (c *Config) options(o Options) Options {
	o.ID, o.Name, o.Seed = cmp.Or(o.ID, c.ID), cmp.Or(o.Name, c.Name), cmp.Or(o.Seed, c.Seed)
	if c.Bounds != nil {
		o.Bounds = o.Bounds.Or(*c.Bounds)
	}
	clock := c.Clock
	if clock == nil {
		return o
	}
	if o.Start.IsZero() && clock.Start != nil {
		o.Start = *clock.Start
	}
	if o.Speed != 0 || o.Frozen || clock.Speed == nil && clock.Frozen == nil {
		return o
	}
	o.Speed = 1
	if clock.Speed != nil {
		o.Speed = *clock.Speed
	}
	o.Frozen = clock.Frozen != nil && *clock.Frozen
	return o
}

// check finds what is wrong without regard to any state.
func (c *Config) check() error {
	if c.Orgs == nil {
		if c.Trusted {
			return c.at().key("trusted").errorf("stands beside orgs alone")
		}
		return c.UniverseConfig.check()
	}
	alone := c.UniverseConfig
	alone.Source = nil
	if !reflect.DeepEqual(alone, UniverseConfig{}) {
		return c.at().key("orgs").errorf("cannot stand beside the keys of a single universe: put these under orgs[].universes")
	}
	orgs, ids, passwords := map[string]bool{}, map[string]bool{}, map[string]string{}
	for i := range c.Orgs {
		if err := c.Orgs[i].check(c.at().in("orgs", i), orgs, ids, passwords); err != nil {
			return err
		}
	}
	return nil
}

func (o *OrgConfig) check(at place, orgs, ids map[string]bool, passwords map[string]string) error {
	switch {
	case o.Name == "":
		return at.errorf("name is required")
	case orgs[o.Name]:
		return at.key("name").errorf("another organization has it")
	}
	orgs[o.Name] = true
	if err := cmp.Or(checkLine("name", o.Name), o.Plan.check()); err != nil {
		return at.wrap(err)
	}
	for i, u := range o.Users {
		at, email := at.in("users", i), addr.Key(u.Email)
		if err := u.check(); err != nil {
			return at.wrap(err)
		}
		if other := passwords[email]; u.Password != "" && other != "" && other != u.Password {
			return at.key("password").errorf("%s has another password in another organization: a person has one", u.Email)
		}
		passwords[email] = cmp.Or(u.Password, passwords[email])
	}
	for i := range o.Universes {
		u := &o.Universes[i]
		if u.ID != "" && ids[u.ID] {
			return u.at().key("id").errorf("another universe has it")
		}
		ids[u.ID] = true
		if err := u.check(); err != nil {
			return err
		}
	}
	return nil
}

// idForm is what ids given in a file may be: they stand in URLs.
var idForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)

func checkID(id string) error {
	if id != "" && !idForm.MatchString(id) {
		return invalidf("id must be at most 100 letters, digits, _ and -")
	}
	return nil
}

func (c *UniverseConfig) check() error {
	for _, check := range []func() error{c.checkSelf, c.checkKeys, c.checkLogins, c.checkPeople, c.checkCases, c.checkSettings, c.checkFaults, c.checkSites} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkSelf checks what New would: by it the place of an error is known.
func (c *UniverseConfig) checkSelf() error {
	if err := cmp.Or(checkID(c.ID), checkLine("name", c.Name), oneOf("ai", c.AI, "", "on", "off")); err != nil {
		return c.at().wrap(err)
	}
	if c.Clock != nil && c.Clock.Speed != nil && !(*c.Clock.Speed > 0) {
		return c.at().in("clock", "speed").errorf("must be above 0: use frozen to stop the clock")
	}
	o := (&Config{UniverseConfig: UniverseConfig{Seed: c.Seed, Clock: c.Clock}}).options(Options{})
	if err := o.fill(); err != nil {
		at := c.at()
		if !strings.HasPrefix(err.Error(), "seed") {
			at = at.key("clock")
		}
		return at.wrap(err)
	}
	return nil
}

func (c *UniverseConfig) checkKeys() error {
	for i, k := range c.Keys {
		if _, err := newKeyRec(k.Key, k.Name, k.Role); err != nil {
			return c.at().in("keys", i).wrap(err)
		}
	}
	return nil
}

func (c *UniverseConfig) checkLogins() error {
	names := map[string]int{} // the login that has it, counted from 1
	for i, l := range c.Logins {
		at := c.at().in("logins", i)
		if !addr.Valid(l.Address) {
			return at.wrap(invalidf("address must be an email address"))
		}
		if err := cmp.Or(checkLoginTexts(l.DisplayName, l.Username, l.Note), checkPassword(l.Password)); err != nil {
			return at.wrap(err)
		}
		for _, name := range []string{l.Address, l.Username} {
			if by := names[addr.Key(name)]; by != 0 && by != i+1 {
				return at.wrap(invalidf("username %s is already used by %s", name, c.Logins[by-1].Address))
			}
			if name != "" {
				names[addr.Key(name)] = i + 1
			}
		}
	}
	return nil
}

func (c *UniverseConfig) checkPeople() error {
	ids, addresses := map[string]bool{}, map[string]string{}
	for i := range c.Personas {
		p, at := &c.Personas[i], c.at().in("personas", i)
		if err := cmp.Or(p.checkNew(), checkID(p.ID)); err != nil {
			return at.wrap(err)
		}
		if p.ID != "" && ids[p.ID] {
			return at.key("id").errorf("another person has it")
		}
		ids[p.ID] = true
		for _, a := range p.Addresses {
			if by := addresses[addr.Key(a)]; by != "" {
				return at.key("addresses").errorf("%s is that of %s too", a, by)
			}
			addresses[addr.Key(a)] = cmp.Or(p.Name, p.Addresses[0])
		}
	}
	return nil
}

func (c *UniverseConfig) checkCases() error {
	ids := map[string]bool{}
	for i, k := range c.Cases {
		at := c.at().in("cases", i)
		switch {
		case k.ID == "":
			return at.errorf("id is required")
		case ids[k.ID]:
			return at.key("id").errorf("another case has it")
		}
		ids[k.ID] = true
		if err := cmp.Or(checkKey("id", k.ID), k.CasePatch.check()); err != nil {
			return at.wrap(err)
		}
	}
	return nil
}

func (c *UniverseConfig) checkSettings() error {
	if c.World != nil {
		if err := c.World.check(); err != nil {
			return c.at().key("world").wrap(err)
		}
	}
	if c.Recipients != nil {
		if _, err := c.Recipients.check(); err != nil {
			return c.at().key("recipients").wrap(err)
		}
	}
	if c.Links != nil {
		if _, err := c.Links.check(); err != nil {
			return c.at().key("links").wrap(err)
		}
	}
	if c.Pace != nil {
		if _, err := c.Pace.check(); err != nil {
			return c.at().key("pace").wrap(err)
		}
	}
	if c.Retention != nil {
		if err := c.Retention.check(); err != nil {
			return c.at().key("retention").wrap(err)
		}
	}
	for i, w := range c.Webhooks {
		if err := w.checkNew(); err != nil {
			return c.at().in("webhooks", i).wrap(err)
		}
	}
	return nil
}

func (c *UniverseConfig) checkFaults() error {
	if c.Faults == nil {
		return nil
	}
	at := c.at().key("faults")
	if c.Faults.Scenario != "" {
		if _, err := ScenarioRules(c.Faults.Scenario, time.Time{}); err != nil {
			return at.key("scenario").wrap(err)
		}
	}
	for i, r := range c.Faults.Rules {
		if _, why := r.check(); why != "" {
			return at.in("rules", i).wrap(invalidf("%s", why))
		}
	}
	_, err := checkFaults(c.Faults.Rules)
	return at.key("rules").wrap(err)
}

func (c *UniverseConfig) checkSites() error {
	for _, host := range slices.Sorted(maps.Keys(c.Sites)) {
		if _, err := (linkwalk.Sites{}).With(host, linkwalk.Site{Base: c.Sites[host]}); err != nil {
			return c.at().in("sites", host).errorf("%s", err)
		}
	}
	return nil
}

// nameUniverses gives an id to each universe of a cell that has none, as Options
// would: from the seed, and how many had it before.
func (c *Config) nameUniverses() {
	taken := map[string]bool{}
	for _, o := range c.Orgs {
		for _, u := range o.Universes {
			taken[u.ID] = true
		}
	}
	for _, o := range c.Orgs {
		for i := range o.Universes {
			if u := &o.Universes[i]; u.ID == "" {
				u.ID = freeUniverseID(u.Seed, func(id string) bool { return taken[id] })
				taken[u.ID] = true
			}
		}
	}
}

// freeUniverseID draws the id of a universe from its seed. The first of a seed
// has the id that it has outside a cell.
func freeUniverseID(seed string, taken func(id string) bool) string {
	key := []string{}
	for n := 1; ; n++ {
		id := "u_" + rng.Seed(cmp.Or(seed, defaultSeed)).Draw("universe/1", key...).Text(rng.Lower, 10)
		if !taken(id) {
			return id
		}
		key = []string{strconv.Itoa(n)}
	}
}
