package mailsim

import (
	"context"

	"github.com/mailsim/mailsim/internal/linkwalk"
)

// Settings of one universe (spec 2.6 to 2.8): AI writing mode, pace, recipient
// rules, link policy, retention, company.

// Pace scales how long people take (spec 2.8). It is separate from the clock.
type Pace struct {
	Factor      float64 `json:"factor"`       // 1 as configured, 0.1 ten times faster, 2 twice as slow; 0 counts as 1
	IgnoreHours bool    `json:"ignore_hours"` // people answer at any hour of any day
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

type tuning interface {
	Pace() Pace
	SetPace(ctx context.Context, p Pace) (Pace, error)
	Recipients() Recipients
	SetRecipients(ctx context.Context, r Recipients) (Recipients, error)
	Links() LinkSettings
	SetLinks(ctx context.Context, p LinkPolicy) (LinkSettings, error)
	AI() (ai AI)
	SetAI(ctx context.Context, on bool) (AI, error)
}

// Pace returns the current pace, {1, false} at first.
func (u *Universe) Pace() Pace { return u.live().Pace() }

// SetPace sets the pace of what is planned from now on. A negative factor, or
// one above 1,000,000, is ErrInvalid. Event: pace.
func (u *Universe) SetPace(ctx context.Context, p Pace) (Pace, error) {
	return u.live().SetPace(ctx, p)
}

// Recipients returns the rules.
func (u *Universe) Recipients() Recipients { return u.live().Recipients() }

// SetRecipients replaces the rules. ErrInvalid names the field that is wrong.
func (u *Universe) SetRecipients(ctx context.Context, r Recipients) (Recipients, error) {
	return u.live().SetRecipients(ctx, r)
}

// Links returns the policy, the catalogue of habits and the default user agent.
func (u *Universe) Links() LinkSettings { return u.live().Links() }

// SetLinks replaces the policy. ErrPlan when the plan lacks the feature links.
func (u *Universe) SetLinks(ctx context.Context, p LinkPolicy) (LinkSettings, error) {
	return u.live().SetLinks(ctx, p)
}

// AI returns the writing mode.
func (u *Universe) AI() (ai AI) { return u.live().AI() }

// SetAI switches AI writing. ErrInvalid when there is no writer to switch on.
func (u *Universe) SetAI(ctx context.Context, on bool) (AI, error) { return u.live().SetAI(ctx, on) }
