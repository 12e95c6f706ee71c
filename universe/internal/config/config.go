// Package config is a universe as a YAML file describes it: the file is read and checked,
// its content made, and followed when it changes; Options get their defaults here too. It
// owns the file that a universe was made from. The YAML itself is for package yamlfile,
// the files of a whole cell for package cell.
package config

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

// Parse reads a YAML file. Unknown keys, wrong values and what cannot be
// are ErrInvalid naming file, line and key. A key, password or secret that is
// ${NAME} as a whole is that variable of the environment; one that is not set is
// an error too. A file has at most 16 MiB, 50 levels, 10,000 keys in one mapping,
// and what a parser does in about a second (500,000 words and signs, large mappings
// and empty values counting more); more is refused before it is parsed.
func Parse(file string, data []byte) (*mailsim.Config, error) {
	root, err := yamlfile.Parse(file, data)
	if err != nil {
		return nil, err
	}
	c := &mailsim.Config{UniverseConfig: mailsim.UniverseConfig{Source: yamlfile.Place{File: file, Node: root, Line: 1}}}
	if root != nil && root.Kind != yamlfile.Null {
		if err := yamlfile.Root().Decode(yamlfile.At(&c.UniverseConfig), reflect.ValueOf(c).Elem()); err != nil {
			return nil, err
		}
	}
	if err := Check(c); err != nil {
		return nil, err
	}
	return c, nil
}

// Options fills with the file what the options leave out.
func Options(c *mailsim.Config, o mailsim.Options) mailsim.Options {
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

// Check finds what is wrong without regard to any state.
func Check(c *mailsim.Config) error {
	if c.Orgs == nil {
		if c.Trusted {
			return yamlfile.At(&c.UniverseConfig).Key("trusted").Errorf("stands beside orgs alone")
		}
		return checkUniverse(&c.UniverseConfig)
	}
	alone := c.UniverseConfig
	alone.Source = nil
	if !reflect.DeepEqual(alone, mailsim.UniverseConfig{}) {
		return yamlfile.At(&c.UniverseConfig).Key("orgs").Errorf("cannot stand beside the keys of a single universe: put these under orgs[].universes")
	}
	orgs, ids, passwords := map[string]bool{}, map[string]bool{}, map[string]string{}
	for i := range c.Orgs {
		if err := checkOrg(&c.Orgs[i], yamlfile.At(&c.UniverseConfig).In("orgs", i), orgs, ids, passwords); err != nil {
			return err
		}
	}
	return nil
}

func checkOrg(o *mailsim.OrgConfig, at yamlfile.Place, orgs, ids map[string]bool, passwords map[string]string) error {
	switch {
	case o.Name == "":
		return at.Errorf("name is required")
	case orgs[o.Name]:
		return at.Key("name").Errorf("another organization has it")
	}
	orgs[o.Name] = true
	if err := cmp.Or(valid.Line("name", o.Name), valid.Plan(o.Plan)); err != nil {
		return at.Wrap(err)
	}
	for i, u := range o.Users {
		at, email := at.In("users", i), addr.Key(u.Email)
		if err := valid.OrgUser(u); err != nil {
			return at.Wrap(err)
		}
		if other := passwords[email]; u.Password != "" && other != "" && other != u.Password {
			return at.Key("password").Errorf("%s has another password in another organization: a person has one", u.Email)
		}
		passwords[email] = cmp.Or(u.Password, passwords[email])
	}
	for i := range o.Universes {
		u := &o.Universes[i]
		if u.ID != "" && ids[u.ID] {
			return yamlfile.At(u).Key("id").Errorf("another universe has it")
		}
		ids[u.ID] = true
		if err := checkUniverse(u); err != nil {
			return err
		}
	}
	return nil
}

func checkUniverse(c *mailsim.UniverseConfig) error {
	for _, check := range []func() error{func() error { return checkSelf(c) }, func() error { return checkKeys(c) }, func() error { return checkLogins(c) }, func() error { return checkPeople(c) }, func() error { return checkCases(c) }, func() error { return checkSettings(c) }, func() error { return checkFaults(c) }, func() error { return checkSites(c) }} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkSelf checks what New would: by it the place of an error is known.
func checkSelf(c *mailsim.UniverseConfig) error {
	if err := cmp.Or(valid.ID(c.ID), valid.Line("name", c.Name), valid.OneOf("ai", c.AI, "", "on", "off")); err != nil {
		return yamlfile.At(c).Wrap(err)
	}
	if c.Clock != nil && c.Clock.Speed != nil && !(*c.Clock.Speed > 0) {
		return yamlfile.At(c).In("clock", "speed").Errorf("must be above 0: use frozen to stop the clock")
	}
	o := Options((&mailsim.Config{UniverseConfig: mailsim.UniverseConfig{Seed: c.Seed, Clock: c.Clock}}), mailsim.Options{})
	if err := Fill(&o); err != nil {
		at := yamlfile.At(c)
		if !strings.HasPrefix(err.Error(), "seed") {
			at = at.Key("clock")
		}
		return at.Wrap(err)
	}
	return nil
}

func checkKeys(c *mailsim.UniverseConfig) error {
	for i, k := range c.Keys {
		if _, err := login.NewKey(k.Key, k.Name, k.Role); err != nil {
			return yamlfile.At(c).In("keys", i).Wrap(err)
		}
	}
	return nil
}

func checkLogins(c *mailsim.UniverseConfig) error {
	names := map[string]int{} // the login that has it, counted from 1
	for i, l := range c.Logins {
		at := yamlfile.At(c).In("logins", i)
		if !addr.Valid(l.Address) {
			return at.Wrap(fail.Invalidf("address must be an email address"))
		}
		if err := cmp.Or(valid.LoginTexts(l.DisplayName, l.Username, l.Note), valid.Password(l.Password)); err != nil {
			return at.Wrap(err)
		}
		for _, name := range []string{l.Address, l.Username} {
			if by := names[addr.Key(name)]; by != 0 && by != i+1 {
				return at.Wrap(fail.Invalidf("username %s is already used by %s", name, c.Logins[by-1].Address))
			}
			if name != "" {
				names[addr.Key(name)] = i + 1
			}
		}
	}
	return nil
}

func checkPeople(c *mailsim.UniverseConfig) error {
	ids, addresses := map[string]bool{}, map[string]string{}
	for i := range c.Personas {
		p, at := &c.Personas[i], yamlfile.At(c).In("personas", i)
		if err := cmp.Or(valid.NewPersona(p), valid.ID(p.ID)); err != nil {
			return at.Wrap(err)
		}
		if p.ID != "" && ids[p.ID] {
			return at.Key("id").Errorf("another person has it")
		}
		ids[p.ID] = true
		for _, a := range p.Addresses {
			if by := addresses[addr.Key(a)]; by != "" {
				return at.Key("addresses").Errorf("%s is that of %s too", a, by)
			}
			addresses[addr.Key(a)] = cmp.Or(p.Name, p.Addresses[0])
		}
	}
	return nil
}

func checkCases(c *mailsim.UniverseConfig) error {
	ids := map[string]bool{}
	for i, k := range c.Cases {
		at := yamlfile.At(c).In("cases", i)
		switch {
		case k.ID == "":
			return at.Errorf("id is required")
		case ids[k.ID]:
			return at.Key("id").Errorf("another case has it")
		}
		ids[k.ID] = true
		if err := cmp.Or(valid.Key("id", k.ID), valid.CasePatch(k.CasePatch)); err != nil {
			return at.Wrap(err)
		}
	}
	return nil
}

func checkSettings(c *mailsim.UniverseConfig) error {
	if c.World != nil {
		if err := valid.World(*c.World); err != nil {
			return yamlfile.At(c).Key("world").Wrap(err)
		}
	}
	if c.Recipients != nil {
		if _, err := valid.Recipients(*c.Recipients); err != nil {
			return yamlfile.At(c).Key("recipients").Wrap(err)
		}
	}
	if c.Links != nil {
		if _, err := valid.LinkPolicy(*c.Links); err != nil {
			return yamlfile.At(c).Key("links").Wrap(err)
		}
	}
	if c.Pace != nil {
		if _, err := valid.Pace(*c.Pace); err != nil {
			return yamlfile.At(c).Key("pace").Wrap(err)
		}
	}
	if c.Retention != nil {
		if err := valid.Retention(*c.Retention); err != nil {
			return yamlfile.At(c).Key("retention").Wrap(err)
		}
	}
	if c.Relay != nil {
		if err := cmp.Or(valid.RelayRules(c.Relay.RelayRules), valid.OneOf("tls", c.Relay.TLS, "", "starttls", "require", "tls", "off")); err != nil {
			return yamlfile.At(c).Key("relay").Wrap(err)
		}
	}
	for i, w := range c.Webhooks {
		if err := valid.NewWebhook(w); err != nil {
			return yamlfile.At(c).In("webhooks", i).Wrap(err)
		}
	}
	return nil
}

func checkFaults(c *mailsim.UniverseConfig) error {
	if c.Faults == nil {
		return nil
	}
	at := yamlfile.At(c).Key("faults")
	if c.Faults.Scenario != "" {
		if _, err := mailsim.ScenarioRules(c.Faults.Scenario, time.Time{}); err != nil {
			return at.Key("scenario").Wrap(err)
		}
	}
	for i, r := range c.Faults.Rules {
		if _, why := valid.FaultRule(r); why != "" {
			return at.In("rules", i).Wrap(fail.Invalidf("%s", why))
		}
	}
	_, err := valid.Faults(c.Faults.Rules)
	return at.Key("rules").Wrap(err)
}

func checkSites(c *mailsim.UniverseConfig) error {
	for _, host := range slices.Sorted(maps.Keys(c.Sites)) {
		if _, err := (linkwalk.Sites{}).With(host, linkwalk.Site{Base: c.Sites[host]}); err != nil {
			return yamlfile.At(c).In("sites", host).Errorf("%s", err)
		}
	}
	return nil
}

// NameUniverses gives an id to each universe of a cell that has none, as Options
// would: from the seed, and how many had it before.
func NameUniverses(c *mailsim.Config) {
	taken := map[string]bool{}
	for _, o := range c.Orgs {
		for _, u := range o.Universes {
			taken[u.ID] = true
		}
	}
	for _, o := range c.Orgs {
		for i := range o.Universes {
			if u := &o.Universes[i]; u.ID == "" {
				u.ID = FreeID(u.Seed, func(id string) bool { return taken[id] })
				taken[u.ID] = true
			}
		}
	}
}

// FreeID draws the id of a universe from its seed. The first of a seed
// has the id that it has outside a cell.
func FreeID(seed string, taken func(id string) bool) string {
	key := []string{}
	for n := 1; ; n++ {
		id := "u_" + rng.Seed(cmp.Or(seed, DefaultSeed)).Draw("universe/1", key...).Text(rng.Lower, 10)
		if !taken(id) {
			return id
		}
		key = []string{strconv.Itoa(n)}
	}
}
