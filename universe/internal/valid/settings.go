package valid

import (
	"cmp"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/callback"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// maxPace bounds how slow people can be made.
const maxPace = 1e6

// check validates a pace and fills what was left out.
func Pace(p mailsim.Pace) (mailsim.Pace, error) {
	switch {
	case p.Factor < 0 || math.IsNaN(p.Factor):
		return p, fail.Invalidf("factor must not be negative")
	case p.Factor > maxPace:
		return p, fail.Invalidf("factor must be at most %d", int(maxPace))
	case p.Factor == 0:
		p.Factor = 1
	}
	return p, nil
}

func DefaultRecipients() mailsim.Recipients {
	return mailsim.Recipients{Default: mailsim.DefaultRule(), Domains: map[string]mailsim.Rule{}, Status: map[string]mailsim.MailboxStatus{}}
}

func CloneRule(r mailsim.Rule) mailsim.Rule {
	r.BadKinds = append([]mailsim.MailboxStatus{}, r.BadKinds...)
	r.Create = orDefault(r.Create, new(true))
	return r
}

// check validates a rule and fills what was left out.
func Rule(r mailsim.Rule, field string) (mailsim.Rule, error) {
	r = CloneRule(r)
	if !(r.BadRate >= 0 && r.BadRate <= 1) {
		return r, fail.Invalidf("%s.bad_rate must be between 0 and 1", field)
	}
	for _, k := range r.BadKinds {
		if !BadStatus(k) {
			return r, fail.Invalidf("%s.bad_kinds: unknown kind %.50q: use unknown, domain, full, disabled or blocked", field, k)
		}
	}
	switch r.FailAt {
	case "":
		r.FailAt = mailsim.FailAtDSN
	case mailsim.FailAtDSN, mailsim.FailAtRcpt:
	default:
		return r, fail.Invalidf("%s.fail_at must be dsn or rcpt", field)
	}
	switch r.Stranger {
	case "":
		r.Stranger = mailsim.StrangerOff
	case mailsim.StrangerOff, mailsim.StrangerBasic, mailsim.StrangerAI:
	default:
		return r, fail.Invalidf("%s.stranger must be off, basic or ai", field)
	}
	return r, nil
}

// check validates the rules and brings addresses and domains to one form.
func Recipients(r mailsim.Recipients) (mailsim.Recipients, error) {
	out := mailsim.Recipients{Domains: map[string]mailsim.Rule{}, Status: map[string]mailsim.MailboxStatus{}, Seed: r.Seed}
	var err error
	if out.Default, err = Rule(r.Default, "default"); err != nil {
		return out, err
	}
	if len(r.Seed) > 1000 {
		return out, fail.Invalidf("seed must be at most 1000 bytes")
	}
	for _, d := range slices.Sorted(maps.Keys(r.Domains)) {
		key := addr.DomainKey(d)
		if !addr.ValidDomain(key) {
			return out, fail.Invalidf("domains: %.100q is not a domain", d)
		}
		if out.Domains[key], err = Rule(r.Domains[d], "domains."+key); err != nil {
			return out, err
		}
	}
	for _, a := range slices.Sorted(maps.Keys(r.Status)) {
		if !addr.Valid(a) {
			return out, fail.Invalidf("status: %.100q is not an email address", a)
		}
		if !BadStatus(r.Status[a]) {
			return out, fail.Invalidf("status.%s must be unknown, domain, full, disabled or blocked", a)
		}
		out.Status[addr.Key(a)] = r.Status[a]
	}
	return out, nil
}

func LinkPolicy(p mailsim.LinkPolicy) (mailsim.LinkPolicy, error) {
	p.Allow, p.Deny = append([]string{}, p.Allow...), append([]string{}, p.Deny...)
	usual := mailsim.DefaultLinkPolicy()
	p.Enabled, p.MaxLinks, p.SenderCheck = orDefault(p.Enabled, usual.Enabled), orDefault(p.MaxLinks, usual.MaxLinks), orDefault(p.SenderCheck, usual.SenderCheck)
	p.MissingSite, p.LocalLinks = cmp.Or(p.MissingSite, usual.MissingSite), cmp.Or(p.LocalLinks, usual.LocalLinks)
	switch {
	case p.AllowPrivate:
		return p, fail.Invalidf("allow_private cannot be switched on: grant a site instead")
	case *p.MaxLinks < 0:
		return p, fail.Invalidf("max_links must not be negative")
	case *p.MaxLinks > 100:
		return p, fail.Invalidf("max_links must be at most 100")
	case !(*p.SenderCheck >= 0 && *p.SenderCheck <= 1):
		return p, fail.Invalidf("sender_check must be between 0 and 1")
	case p.MissingSite != "imagine" && p.MissingSite != "notice":
		return p, fail.Invalidf("missing_site must be imagine or notice")
	case p.LocalLinks != "ignore" && p.LocalLinks != "click":
		return p, fail.Invalidf("local_links must be ignore or click")
	case len(p.UserAgent) > 500 || !Printable(p.UserAgent):
		return p, fail.Invalidf("user_agent must be at most 500 printable ASCII characters")
	}
	return p, cmp.Or(Hosts("allow", p.Allow), Hosts("deny", p.Deny))
}

// orDefault is what a field says, or what it is when it is left out. It is a copy.
func orDefault[T any](p, usual *T) *T {
	if p == nil {
		p = usual
	}
	return new(*p)
}

func Hosts(field string, list []string) error {
	for _, host := range list {
		if !HostPattern(host) {
			return fail.Invalidf("%s: %.100q is neither a host nor a *.domain pattern", field, host)
		}
	}
	return nil
}

func Printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

var Features = []mailsim.Feature{mailsim.FeatureInsights, mailsim.FeatureMCP, mailsim.FeatureWebhooks, mailsim.FeatureLinks, mailsim.FeatureChaos}

// check refuses numbers below 0 and unknown features.
func Plan(p mailsim.Plan) error {
	if err := Line("plan.name", p.Name); err != nil {
		return err
	}
	l := p.Limits
	for _, n := range []int{l.Personas, l.Logins, l.Streams, l.InboundPerDay, l.SentPerMonth, l.LearnedPerMonth, l.AICredits, l.RetentionDays} {
		if n < 0 {
			return fail.Invalidf("plan.limits must not be negative: leave out what has no limit")
		}
	}
	for _, f := range p.Features {
		if !slices.Contains(Features, f) {
			return fail.Invalidf("plan.features: unknown feature %.50q: use insights, mcp, webhooks, links or chaos", string(f))
		}
	}
	return nil
}

func WhenFull(w mailsim.WhenFull) error {
	switch w {
	case "", mailsim.FullRefuse, mailsim.FullOldest:
		return nil
	}
	return fail.Invalidf("when_full: %.50q must be %s or %s", string(w), mailsim.FullRefuse, mailsim.FullOldest)
}

// maxRetention is 100 years.
const maxRetention = 36_500

func Retention(r mailsim.Retention) error {
	for _, f := range []struct {
		name string
		days int
	}{{"mail_days", r.MailDays}, {"event_days", r.EventDays}, {"memory_days", r.MemoryDays}} {
		if f.days < 0 {
			return fail.Invalidf("%s must not be negative", f.name)
		}
		if f.days > maxRetention {
			return fail.Invalidf("%s must be at most %d", f.name, maxRetention)
		}
	}
	return nil
}

// maskedSecret stands for a secret that is kept.
const maskedSecret = "••••••••"

// checkNew is check of one that is being set: a misspelt type would never send
// anything. A saved one may know types that this version does not.
func NewWebhook(w mailsim.Webhook) error {
	if err := Webhook(w); err != nil {
		return err
	}
	if err := Line("name", w.Name); err != nil {
		return err
	}
	if w.Shape != "" {
		if err := OneOf("shape", w.Shape, callback.Shapes()...); err != nil {
			return err
		}
	}
	if callback.Shape(w.Shape) == callback.Resend && w.Secret != "" && w.Secret != maskedSecret {
		if _, err := callback.SvixKey(w.Secret); err != nil {
			return fail.Invalidf("secret: of the shape resend it is base64, with or without whsec_ before it")
		}
	}
	if err := EventTypes(w.Events, func(mailsim.EventType) bool { return false }); err != nil {
		return err
	}
	return carried(callback.Shape(w.Shape), w.Events)
}

// carried refuses events of which a shape can send none.
func carried(shape callback.Shape, events []mailsim.EventType) error {
	var can []string
	switch {
	case shape.Provider():
		can = []string{string(mailsim.EventMailReport), string(mailsim.EventPersonaSent), string(mailsim.EventWorldMail)}
	case shape == callback.Mailpit:
		can = []string{string(mailsim.EventMailDelivered)}
	default:
		return nil
	}
	var never []string
	for _, e := range events {
		prefix, open := strings.CutSuffix(string(e), "*")
		if !slices.ContainsFunc(can, func(c string) bool { return c == prefix || open && strings.HasPrefix(c, prefix) }) {
			never = append(never, string(e))
		}
	}
	if len(never) == 0 {
		return nil
	}
	return fail.Invalidf("events: the shape %s never sends %s, only %s: leave them out, or add a webhook of the shape mailsim", shape, strings.Join(never, ", "), strings.Join(can, ", "))
}

func Webhook(w mailsim.Webhook) error {
	u, err := url.Parse(w.URL)
	switch {
	case w.URL == "":
		return fail.Invalidf("url is required")
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || len(w.URL) > 4000:
		return fail.Invalidf("url: %.200q is not an http or https URL", w.URL)
	case len(w.Name) > MaxName, len(w.Secret) > 1000:
		return fail.Invalidf("name must be at most %d bytes, secret at most 1000", MaxName)
	}
	for _, e := range w.Events {
		if e == "" || len(e) > 100 || strings.Contains(strings.TrimSuffix(string(e), "*"), "*") {
			return fail.Invalidf("events: %.100q is neither an event type nor a prefix ending in *", string(e))
		}
	}
	return nil
}

const (
	maxStreams = 200
)

const (
	maxStreamTo = 100
)

const (
	maxMailboxes = 1000
)

// check validates what does not depend on the state.
func World(w mailsim.World) error {
	c := w.Company
	if len(c.Name) > MaxName || strings.ContainsAny(c.Name, "\r\n\x00") {
		return fail.Invalidf("company.name must be one line of at most %d bytes", MaxName)
	}
	if c.Domain != "" && !addr.ValidDomain(c.Domain) {
		return fail.Invalidf("company.domain: %.100q is not a domain", c.Domain)
	}
	if err := Zone("company.tz", c.TZ); err != nil {
		return err
	}
	if len(c.Mailboxes) > maxMailboxes {
		return fail.Invalidf("company.mailboxes: at most %d", maxMailboxes)
	}
	for _, m := range c.Mailboxes {
		if err := Address("company.mailboxes", m.Address); err != nil {
			return err
		}
		if len(m.Name) > MaxName || len(m.Role) > MaxName || strings.ContainsAny(m.Name+m.Role, "\r\n\x00") {
			return fail.Invalidf("company.mailboxes: name and role must be one line of at most %d bytes", MaxName)
		}
	}
	if len(w.Streams) > maxStreams {
		return fail.Invalidf("at most %d streams", maxStreams)
	}
	seen := map[string]bool{}
	for _, s := range w.Streams {
		if err := Stream(s); err != nil {
			return err
		}
		if s.ID != "" && seen[s.ID] {
			return fail.Invalidf("stream id %q is there twice", s.ID)
		}
		seen[s.ID] = true
	}
	return nil
}

func Stream(s mailsim.Stream) error {
	switch {
	case !slices.Contains(mailsim.StreamKinds(), s.Kind):
		return fail.Invalidf("unknown stream kind \"%.100s\"", s.Kind)
	case !(s.PerDay >= 0):
		return fail.Invalidf("per_day must not be negative")
	case !(s.NewPeople >= 0):
		return fail.Invalidf("new_people must be between 0 and 1")
	case len(s.Brief) > MaxText:
		return fail.Invalidf("brief must be at most %d bytes", MaxText)
	case len(s.To) > maxStreamTo:
		return fail.Invalidf("to: at most %d mailboxes", maxStreamTo)
	}
	for _, a := range s.To {
		if err := Address("to", a); err != nil {
			return err
		}
	}
	if err := Languages("languages", s.Languages); err != nil {
		return err
	}
	for _, c := range s.Languages {
		if !slices.Contains(mailsim.StreamLanguages(), c) {
			return fail.Invalidf("languages: the World does not write %s, but %s", c, strings.Join(mailsim.StreamLanguages(), ", "))
		}
	}
	return Key("id", s.ID)
}
