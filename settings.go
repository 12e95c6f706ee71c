package mailsim

// Settings of one universe (spec 2.6 to 2.8): AI writing mode, pace, recipient
// rules, link policy, retention, company.

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/linkwalk"
)

// settings is the one record of all settings. It is replaced, never edited.
type settings struct {
	AI         bool       `json:"ai"`
	Pace       Pace       `json:"pace"`
	Recipients Recipients `json:"recipients"`
	Links      LinkPolicy `json:"links"`
	Retention  Retention  `json:"retention"`
	Company    Company    `json:"company"`
	Scenario   string     `json:"scenario"`
	DNS        *zone      `json:"dns,omitempty"`
}

func defaultSettings() *settings {
	return &settings{
		Pace: Pace{Factor: 1}, Recipients: defaultRecipients(), Links: DefaultLinkPolicy(),
		Company: Company{Mailboxes: []CompanyMailbox{}},
	}
}

func (v view) set() *settings { return v.settings.at("") }

// changeSettings replaces the settings by an edited copy.
func (t *tx) changeSettings(edit func(s *settings)) {
	next := *t.set()
	edit(&next)
	put(t, t.settings, "", &next)
}

// Pace scales how long people take (spec 2.8). It is separate from the clock.
type Pace struct {
	Factor      float64 `json:"factor"`       // 1 as configured, 0.1 ten times faster, 2 twice as slow; 0 counts as 1
	IgnoreHours bool    `json:"ignore_hours"` // people answer at any hour of any day
}

// maxPace bounds how slow people can be made.
const maxPace = 1e6

// Pace returns the current pace, {1, false} at first.
func (u *Universe) Pace() Pace { return u.currentSettings().Pace }

// SetPace sets the pace of what is planned from now on. A negative factor, or
// one above 1,000,000, is ErrInvalid. Event: pace.
func (u *Universe) SetPace(ctx context.Context, p Pace) (Pace, error) {
	p, err := p.check()
	if err != nil {
		return Pace{}, err
	}
	err = u.update(ctx, func(t *tx) error {
		t.setPace(p)
		return nil
	})
	return p, err
}

// check validates a pace and fills what was left out.
func (p Pace) check() (Pace, error) {
	switch {
	case p.Factor < 0 || math.IsNaN(p.Factor):
		return p, invalidf("factor must not be negative")
	case p.Factor > maxPace:
		return p, invalidf("factor must be at most %d", int(maxPace))
	case p.Factor == 0:
		p.Factor = 1
	}
	return p, nil
}

func (t *tx) setPace(p Pace) {
	t.changeSettings(func(s *settings) { s.Pace = p })
	t.emit(PaceChanged(p))
}

func (u *Universe) currentSettings() (s settings) {
	u.read(func(v view) { s = *v.set() })
	return s
}

// Recipients are the rules of who exists and how the other side of an address
// behaves (spec 2.6).
type Recipients struct {
	Default Rule                     `json:"default"` // for addresses not yet seen
	Domains map[string]Rule          `json:"domains"` // wins over Default
	Status  map[string]MailboxStatus `json:"status"`  // addresses with a fixed outcome
	Seed    string                   `json:"seed"`    // "" is the universe's; another one picks other bad addresses
}

// Rule is what holds for never-seen addresses. In JSON and YAML a field left out
// takes its default; in Go start from DefaultRule.
type Rule struct {
	Create   bool            `json:"create"`    // make a mailbox and deliver; false refuses with 550 5.1.1
	BadRate  float64         `json:"bad_rate"`  // share of bad addresses, 0 to 1
	BadKinds []MailboxStatus `json:"bad_kinds"` // which kinds bad addresses are, with equal odds; empty is the usual mix
	FailAt   FailAt          `json:"fail_at"`   // when a bad address shows
	Stranger Stranger        `json:"stranger"`  // who is behind a never-seen address
	Silent   bool            `json:"silent"`    // accept and discard
}

// FailAt says when a bad address shows.
type FailAt string

// A bad address shows by a bounce notice a little later, or at RCPT.
const (
	FailAtDSN  FailAt = "dsn"
	FailAtRcpt FailAt = "rcpt"
)

// Stranger says who is behind a never-seen address.
type Stranger string

// Nobody; a person from the templates; a person written by AI when it is on.
const (
	StrangerOff   Stranger = "off"
	StrangerBasic Stranger = "basic"
	StrangerAI    Stranger = "ai"
)

// DefaultRule creates mailboxes, has no bad addresses and nobody behind them.
func DefaultRule() Rule {
	return Rule{Create: true, BadKinds: []MailboxStatus{}, FailAt: FailAtDSN, Stranger: StrangerOff}
}

func defaultRecipients() Recipients {
	return Recipients{Default: DefaultRule(), Domains: map[string]Rule{}, Status: map[string]MailboxStatus{}}
}

func (r Rule) clone() Rule {
	r.BadKinds = append([]MailboxStatus{}, r.BadKinds...)
	return r
}

func (r Recipients) clone() Recipients {
	out := Recipients{r.Default.clone(), map[string]Rule{}, maps.Clone(r.Status), r.Seed}
	for d, rule := range r.Domains {
		out.Domains[d] = rule.clone()
	}
	if out.Status == nil {
		out.Status = map[string]MailboxStatus{}
	}
	return out
}

// check validates a rule and fills what was left out.
func (r Rule) check(field string) (Rule, error) {
	r = r.clone()
	if !(r.BadRate >= 0 && r.BadRate <= 1) {
		return r, invalidf("%s.bad_rate must be between 0 and 1", field)
	}
	for _, k := range r.BadKinds {
		if !badStatus(k) {
			return r, invalidf("%s.bad_kinds: unknown kind %.50q: use unknown, domain, full, disabled or blocked", field, k)
		}
	}
	switch r.FailAt {
	case "":
		r.FailAt = FailAtDSN
	case FailAtDSN, FailAtRcpt:
	default:
		return r, invalidf("%s.fail_at must be dsn or rcpt", field)
	}
	switch r.Stranger {
	case "":
		r.Stranger = StrangerOff
	case StrangerOff, StrangerBasic, StrangerAI:
	default:
		return r, invalidf("%s.stranger must be off, basic or ai", field)
	}
	return r, nil
}

// check validates the rules and brings addresses and domains to one form.
func (r Recipients) check() (Recipients, error) {
	out := Recipients{Domains: map[string]Rule{}, Status: map[string]MailboxStatus{}, Seed: r.Seed}
	var err error
	if out.Default, err = r.Default.check("default"); err != nil {
		return out, err
	}
	if len(r.Seed) > 1000 {
		return out, invalidf("seed must be at most 1000 bytes")
	}
	for _, d := range slices.Sorted(maps.Keys(r.Domains)) {
		key := addr.Key(d)
		if !addr.ValidDomain(key) {
			return out, invalidf("domains: %.100q is no domain", d)
		}
		if out.Domains[key], err = r.Domains[d].check("domains." + key); err != nil {
			return out, err
		}
	}
	for _, a := range slices.Sorted(maps.Keys(r.Status)) {
		if !addr.Valid(a) {
			return out, invalidf("status: %.100q is no email address", a)
		}
		if !badStatus(r.Status[a]) {
			return out, invalidf("status.%s must be unknown, domain, full, disabled or blocked", a)
		}
		out.Status[addr.Key(a)] = r.Status[a]
	}
	return out, nil
}

// Recipients returns the rules.
func (u *Universe) Recipients() Recipients { return u.currentSettings().Recipients.clone() }

// SetRecipients replaces the rules. ErrInvalid names the field that is wrong.
func (u *Universe) SetRecipients(ctx context.Context, r Recipients) (Recipients, error) {
	r, err := r.check()
	if err != nil {
		return Recipients{}, err
	}
	err = u.update(ctx, func(t *tx) error {
		t.changeSettings(func(s *settings) { s.Recipients = r })
		return nil
	})
	return r.clone(), err
}

// LinkPolicy governs which links people open (spec 2.7). In JSON and YAML a field
// left out takes its default; in Go start from DefaultLinkPolicy.
type LinkPolicy struct {
	Enabled      bool     `json:"enabled"`       // default true
	AllowPrivate bool     `json:"allow_private"` // always false: it cannot be switched on
	Allow        []string `json:"allow"`         // if set, only these hosts: exact, or *.domain
	Deny         []string `json:"deny"`          // never these hosts
	MaxLinks     int      `json:"max_links"`     // links opened per email; default 3
	Unsubscribe  bool     `json:"unsubscribe"`   // may people follow unsubscribe links, by POST where a mail offers one click (RFC 8058)
	UserAgent    string   `json:"user_agent"`    // "" is the service's own
	SenderCheck  float64  `json:"sender_check"`  // how often people look up a sender they do not know; default 0.35
	MissingSite  string   `json:"missing_site"`  // imagine (default): a sender's site that does not exist changes nothing; notice: they trust the sender less, and half of them do not answer
	LocalLinks   string   `json:"local_links"`   // ignore (default) or click
}

// DefaultLinkPolicy returns the defaults of spec 2.7.
func DefaultLinkPolicy() LinkPolicy {
	return LinkPolicy{Enabled: true, Allow: []string{}, Deny: []string{}, MaxLinks: 3, SenderCheck: 0.35, MissingSite: "imagine", LocalLinks: "ignore"}
}

// LinkHabit is one entry of the catalogue of style.links.
type LinkHabit struct {
	Name string  `json:"name"`
	Text string  `json:"text"`
	Rate float64 `json:"rate"` // chance that they open what a mail asks them to open; other links they open less often
}

// LinkSettings is what GET /api/links answers.
type LinkSettings struct {
	Policy           LinkPolicy  `json:"policy"`
	Habits           []LinkHabit `json:"habits"`
	DefaultUserAgent string      `json:"default_user_agent"`
}

// DefaultUserAgent is what people's requests say they are.
const DefaultUserAgent = linkwalk.DefaultUserAgent

// LinkHabits lists the habits of style.links, by which people decide.
func LinkHabits() []LinkHabit {
	var out []LinkHabit
	for _, h := range linkwalk.Habits {
		out = append(out, LinkHabit{h.Name, h.Text, h.Rate})
	}
	return out
}

func (p LinkPolicy) check() (LinkPolicy, error) {
	p.Allow, p.Deny = append([]string{}, p.Allow...), append([]string{}, p.Deny...)
	switch {
	case p.AllowPrivate:
		return p, invalidf("allow_private cannot be switched on: grant a site instead")
	case p.MaxLinks < 0:
		return p, invalidf("max_links must not be negative")
	case p.MaxLinks > 100:
		return p, invalidf("max_links must be at most 100")
	case !(p.SenderCheck >= 0 && p.SenderCheck <= 1):
		return p, invalidf("sender_check must be between 0 and 1")
	case p.MissingSite != "imagine" && p.MissingSite != "notice":
		return p, invalidf("missing_site must be imagine or notice")
	case p.LocalLinks != "ignore" && p.LocalLinks != "click":
		return p, invalidf("local_links must be ignore or click")
	case len(p.UserAgent) > 500 || !printable(p.UserAgent):
		return p, invalidf("user_agent must be at most 500 printable ASCII characters")
	}
	return p, cmp.Or(checkHosts("allow", p.Allow), checkHosts("deny", p.Deny))
}

func checkHosts(field string, list []string) error {
	for _, host := range list {
		if !validHostPattern(host) {
			return invalidf("%s: %.100q is no host and no *.domain pattern", field, host)
		}
	}
	return nil
}

func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Links returns the policy, the catalogue of habits and the default user agent.
func (u *Universe) Links() LinkSettings {
	p, _ := u.currentSettings().Links.check()
	return LinkSettings{p, LinkHabits(), DefaultUserAgent}
}

// SetLinks replaces the policy. ErrPlan when the plan lacks the feature links.
func (u *Universe) SetLinks(ctx context.Context, p LinkPolicy) (LinkSettings, error) {
	if err := u.needFeature(FeatureLinks); err != nil {
		return LinkSettings{}, err
	}
	p, err := p.check()
	if err != nil {
		return LinkSettings{}, err
	}
	err = u.update(ctx, func(t *tx) error {
		t.changeSettings(func(s *settings) { s.Links = p })
		return nil
	})
	return LinkSettings{p, LinkHabits(), DefaultUserAgent}, err
}

// AI is the AI writing mode (spec 2.8, design 4).
type AI struct {
	Mode    string  `json:"mode"`   // on or off
	Writer  string  `json:"writer"` // the AI writer's name, or templates
	Credits Credits `json:"credits"`
}

// Credits counts AI calls. Limit 0 means that none is set.
type Credits struct {
	Used  int `json:"used"`
	Limit int `json:"limit"`
}

// AI returns the writing mode.
func (u *Universe) AI() (ai AI) {
	u.read(func(v view) { ai = v.ai() })
	return ai
}

func (v view) ai() AI {
	ai := AI{Mode: "off", Writer: templatesName, Credits: Credits{v.counters.at("credits"), v.u.Plan().Limits.AICredits}}
	if v.set().AI && v.u.opts.Writer != nil {
		ai.Mode, ai.Writer = "on", v.u.writer
	}
	return ai
}

// templatesName is the writer's name while AI is off.
const templatesName = "templates"

var errNoWriter = invalidf("no AI writer is configured: set Options.Writer, or start mailsimd with -ai-url and -ai-model")

// SetAI switches AI writing. ErrInvalid when there is no writer to switch on.
func (u *Universe) SetAI(ctx context.Context, on bool) (AI, error) {
	if on && u.opts.Writer == nil {
		return AI{}, errNoWriter
	}
	var ai AI
	err := u.update(ctx, func(t *tx) error {
		t.changeSettings(func(s *settings) { s.AI = on })
		ai = t.ai()
		return nil
	})
	return ai, err
}
