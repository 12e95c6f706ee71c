package mailsim

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/simtime"
)

// Faults on purpose: rules, scenarios, and where doors ask for them.

// Faults are the fault rules of a universe. Rules act on SMTP, IMAP, POP3,
// webhooks, the API, the doors of mail providers, and deliveries of mail from SMTP, people and the World; never on Send.
type Faults struct {
	Rules     []FaultRule `json:"rules"`     // tried in this order
	Scenario  string      `json:"scenario"`  // the preset that was loaded; in SetFaults, a Scenario without Rules loads the preset of that name
	Scenarios []Scenario  `json:"scenarios"` // the presets there are; read only
}

// Scenario is a preset of fault rules.
type Scenario struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// FaultKind says what a fault rule does; see FaultRule.
type FaultKind string

// The kinds of faults.
const (
	FaultGreylist      FaultKind = "greylist"
	FaultTempfail      FaultKind = "tempfail"
	FaultReject        FaultKind = "reject"
	FaultDisconnect    FaultKind = "disconnect"
	FaultSlow          FaultKind = "slow"
	FaultStall         FaultKind = "stall"
	FaultTrickle       FaultKind = "trickle"
	FaultThrottle      FaultKind = "throttle"
	FaultAuthFail      FaultKind = "auth_fail"
	FaultStartTLSFail  FaultKind = "starttls_fail"
	FaultTooBig        FaultKind = "too_big"
	FaultDelay         FaultKind = "delay"
	FaultDuplicate     FaultKind = "duplicate"
	FaultLose          FaultKind = "lose"
	FaultReorder       FaultKind = "reorder"
	FaultLateBounce    FaultKind = "late_bounce"
	FaultDelayedNotice FaultKind = "delayed_notice"
	FaultJunk          FaultKind = "junk"
	FaultCorrupt       FaultKind = "corrupt"
	FaultTruncate      FaultKind = "truncate"
	FaultMangle        FaultKind = "mangle"
	FaultLoseHeaders   FaultKind = "lose_headers"
	FaultRewrap        FaultKind = "rewrap"
	FaultStale         FaultKind = "stale"
	FaultNoIdle        FaultKind = "no_idle"
	FaultUnavailable   FaultKind = "unavailable"
	FaultUIDValidity   FaultKind = "uidvalidity"
	FaultFail          FaultKind = "fail"
	FaultTimeout       FaultKind = "timeout"
)

// FaultRule makes something go wrong. It is tried each time something that Match describes reaches
// its stage (Where, At), and acts if all its conditions hold. Times, Every, Attempt and PerSecond
// count exactly, however many clients connect at once.
//
// The table gives each Where with its values of At and, below them, the kinds. Defaults are
// in parentheses after their field. A kind whose line ends with values of At acts only
// there; tempfail, reject and throttle of smtp act at all but starttls and quit.
//
//	smtp  at connect, ehlo, starttls, auth, mail, rcpt, data (the command, or the first BDAT),
//	      body (all data have been read, nothing is filed yet), after_data (the mail is filed,
//	      its answer not yet sent), quit
//	  greylist       451 4.7.1 to a pair of sender and recipient, until Delay (5m) after its first try; mail, rcpt, data, body
//	  tempfail       451 4.3.0 (421 4.3.2 at connect and ehlo, 454 4.7.0 at auth), or Code 4xx
//	  reject         550 5.7.1 (554 at connect), or Code 5xx
//	  disconnect     closes; if Text is "reset", by TCP RST
//	  slow           waits Delay (1s) plus a part of Jitter, in real time
//	  stall          says nothing for Delay (5m), then closes
//	  trickle        writes Rate bytes a second (10) from then on
//	  throttle       421 4.7.0 to everything above a limit: PerSecond per simulated second if set, else Rate (30) per simulated minute
//	  auth_fail      535 5.7.8; auth
//	  starttls_fail  454 4.7.0; starttls
//	  too_big        552 5.3.4; mail, rcpt, data, body
//	delivery, no at: one recipient's copy of an accepted mail
//	  delay          arrives Delay (10m) plus a part of Jitter later
//	  duplicate      arrives twice, the second time Delay (0) later
//	  lose           never arrives, and no notice says so
//	  reorder        waits until the recipient's next mail has overtaken it, at most Delay (10m)
//	  late_bounce    never arrives; a bounce goes out Delay (4h) plus a part of Jitter later: Code 550 (unknown), 552 (full) or 554 (blocked)
//	  delayed_notice a notice of delay goes out after Delay (4h), and the mail arrives after twice Delay
//	  junk           lands in Junk
//	  corrupt        some bytes of the body are flipped
//	  truncate       the end of the body is missing
//	  mangle         a wrong charset label, 8-bit turned into ?, encoded twice, or broken base64
//	  lose_headers   References and In-Reply-To are gone
//	  rewrap         lines are broken as a gateway would, through links and tables
//	imap  at login, select, fetch, idle, append
//	  slow, disconnect, stall as above
//	  auth_fail      NO [AUTHENTICATIONFAILED]; login
//	  unavailable    NO [UNAVAILABLE]
//	  stale          mail filed less than Delay (1m) plus a part of Jitter ago is not shown; select, fetch, idle
//	  no_idle        IDLE is refused; idle
//	  uidvalidity    the folder's UIDVALIDITY changes; select
//	pop3  at login, list (STAT, LIST, UIDL), retr (RETR, TOP), quit
//	  slow, disconnect, stall as above
//	  auth_fail      -ERR [AUTH]; login
//	  unavailable    -ERR [SYS/TEMP]; at quit nothing is removed
//	webhook, no at
//	  fail           as if the endpoint had answered Code (503)
//	  timeout        as if it had not answered
//	  slow           waits Delay (1s) first
//	  duplicate      is sent twice
//	  reorder        the next event overtakes it
//	api, no at
//	  fail           answers Code (503)
//	  slow, disconnect, stall as above
//	provider  at mailgun, postmark, resend, sendgrid, ses; without at, all of them
//	  fail           answers Code (503) in the provider's own form
//	  throttle       429, or Code 4xx, to everything above a limit: PerSecond per simulated second if set, else Rate (30) per simulated minute
//	  slow, disconnect, stall as above
//
// Rules of the kinds slow, trickle, stale and uidvalidity act together with others. Of
// all other rules, only the first one that fires has an effect.
type FaultRule struct {
	ID          string        `json:"id"` // unique; f1, f2 … when left out
	Name        string        `json:"name,omitempty"`
	Where       string        `json:"where"`
	At          string        `json:"at,omitempty"`
	Kind        FaultKind     `json:"kind"`
	Enabled     *bool         `json:"enabled"`              // default true
	Probability *float64      `json:"probability"`          // 0 to 1, default 1; drawn anew for each rule, sender, recipient and attempt
	Code        int           `json:"code,omitempty"`       // of the reply: 400 to 599, as the kind allows; 0 is the kind's default
	Text        string        `json:"text,omitempty"`       // of the reply; may begin with an enhanced code
	Bare        bool          `json:"bare,omitempty"`       // the SMTP reply has no enhanced code
	Delay       time.Duration `json:"delay,omitempty"`      // 0 is the kind's default; in JSON a text such as 90s
	Jitter      time.Duration `json:"jitter,omitempty"`     // up to this much is added to Delay; in JSON a text, too
	Rate        int           `json:"rate,omitempty"`       // see trickle and throttle
	Times       int           `json:"times,omitempty"`      // acts at most this many times; 0 is no bound
	Every       int           `json:"every,omitempty"`      // acts on each n-th match only
	From        *time.Time    `json:"from,omitempty"`       // simulated; acts from then on
	Until       *time.Time    `json:"until,omitempty"`      // simulated; acts before then
	Match       FaultMatch    `json:"match"`                // empty fields match all
	Attempt     int           `json:"attempt,omitempty"`    // acts on the first n attempts of each pair of sender and recipient
	PerSecond   int           `json:"per_second,omitempty"` // acts on what comes after the first n matches of a simulated second
	Hits        int           `json:"hits"`                 // how often it has acted; read only
}

// FaultMatch narrows a rule. Texts are compared without regard to case; * stands for any
// characters. A field whose value is not known at the rule's stage is an error.
type FaultMatch struct {
	From     string `json:"from,omitempty"`     // envelope sender
	To       string `json:"to,omitempty"`       // recipient; a webhook's URL; the path of a request to the API or a provider
	Domain   string `json:"domain,omitempty"`   // that of the recipient; where there is none, of the sender or login
	Subject  string `json:"subject,omitempty"`  // contained in it
	Username string `json:"username,omitempty"` // the login
	Header   string `json:"header,omitempty"`   // "Name": the field is there; "Name: text": its value contains the text
}

// faultJSON writes a rule with its durations as text.
type faultJSON struct {
	*faultFields
	Delay  span `json:"delay,omitempty"`
	Jitter span `json:"jitter,omitempty"`
}

type faultFields FaultRule

// MarshalJSON writes durations as text, such as 90s.
func (r FaultRule) MarshalJSON() ([]byte, error) {
	return json.Marshal(faultJSON{(*faultFields)(&r), span(r.Delay), span(r.Jitter)})
}

// UnmarshalJSON reads durations as text, or as a number of seconds.
func (r *FaultRule) UnmarshalJSON(b []byte) error {
	*r = FaultRule{}
	in := faultJSON{faultFields: (*faultFields)(r)}
	if err := strictJSON(b, &in); err != nil {
		return err
	}
	r.Delay, r.Jitter = time.Duration(in.Delay), time.Duration(in.Jitter)
	return nil
}

// span is a duration in JSON.
type span time.Duration

func (d span) MarshalJSON() ([]byte, error) {
	return json.Marshal(simtime.FormatDuration(time.Duration(d)))
}

func (d *span) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) != nil {
		text = string(b) + "s"
	}
	v, err := ParseDuration(text)
	*d = span(v)
	return err
}

// ScenarioCalm is the scenario without faults.
const ScenarioCalm = "calm"

// preset is a scenario. Its rules may end a while after it is loaded.
type preset struct {
	Scenario
	rules []FaultRule
	lasts time.Duration // 0 is forever
}

// presets are the scenarios, in the order in which they are listed.
var presets = []preset{
	{Scenario{ScenarioCalm, "No faults."}, nil, 0},
	{Scenario{"greylisting", "The first mail from a sender to a recipient is refused with 451; it is accepted if it is tried again after five minutes or more."},
		[]FaultRule{{Where: "smtp", At: "rcpt", Kind: FaultGreylist}}, 0},
	{Scenario{"slow_server", "Each step of an SMTP conversation takes 2 to 20 seconds."}, slowEverywhere(), 0},
	{Scenario{"flaky_network", "One in twenty SMTP mails and IMAP SELECTs ends with a reset connection. One in twenty is slow."}, []FaultRule{
		{Where: "smtp", At: "mail", Kind: FaultDisconnect, Text: "reset", Probability: new(0.05)},
		{Where: "smtp", At: "mail", Kind: FaultSlow, Delay: time.Second, Jitter: 4 * time.Second, Probability: new(0.05)},
		{Where: "imap", At: "select", Kind: FaultDisconnect, Text: "reset", Probability: new(0.05)},
		{Where: "imap", At: "select", Kind: FaultSlow, Delay: time.Second, Jitter: 4 * time.Second, Probability: new(0.05)},
	}, 0},
	{Scenario{"provider_outage", "For half an hour SMTP answers 421, providers' APIs answer 503, and nobody can log in over IMAP."}, []FaultRule{
		{Where: "smtp", At: "connect", Kind: FaultTempfail, Code: 421},
		{Where: "imap", At: "login", Kind: FaultUnavailable},
		{Where: "provider", Kind: FaultFail, Code: 503},
	}, 30 * time.Minute},
	{Scenario{"rate_limited", "After five mails in the same simulated second, senders are told to slow down (421 4.7.0; 429 from providers)."},
		[]FaultRule{{Where: "smtp", At: "mail", Kind: FaultThrottle, PerSecond: 5}, {Where: "provider", Kind: FaultThrottle, PerSecond: 5}}, 0},
	{Scenario{"blocklisted", "The server refuses to talk to the client (554 5.7.1)."},
		[]FaultRule{{Where: "smtp", At: "connect", Kind: FaultReject, Code: 554, Text: "5.7.1 Your address is on a blocklist"}}, 0},
	{Scenario{"full_mailboxes", "One RCPT in five is refused because the mailbox is full: half of them with 452, half with 552."}, []FaultRule{
		{Where: "smtp", At: "rcpt", Kind: FaultTempfail, Code: 452, Text: "4.2.2 Mailbox full", Probability: new(0.1)},
		{Where: "smtp", At: "rcpt", Kind: FaultReject, Code: 552, Text: "5.2.2 Mailbox full", Probability: new(0.11)},
	}, 0},
	{Scenario{"late_bounces", "All mail is accepted but none arrives; bounces come hours later."},
		[]FaultRule{{Where: "delivery", Kind: FaultLateBounce, Delay: 2 * time.Hour, Jitter: 6 * time.Hour}}, 0},
	{Scenario{"duplicates", "One mail in ten arrives twice."},
		[]FaultRule{{Where: "delivery", Kind: FaultDuplicate, Probability: new(0.1)}}, 0},
	{Scenario{"out_of_order", "Every other mail to a recipient overtakes the one before it."},
		[]FaultRule{{Where: "delivery", Kind: FaultReorder}}, 0},
	{Scenario{"lost_mail", "Three mails in a hundred vanish, and nobody is told."},
		[]FaultRule{{Where: "delivery", Kind: FaultLose, Probability: new(0.03)}}, 0},
	{Scenario{"mangled", "One mail in ten arrives with damaged characters, and one in fifty without its end."}, []FaultRule{
		{Where: "delivery", Kind: FaultMangle, Probability: new(0.1)},
		{Where: "delivery", Kind: FaultTruncate, Probability: new(0.02)},
	}, 0},
	{Scenario{"no_threading", "Replies arrive without References and In-Reply-To."},
		[]FaultRule{{Where: "delivery", Kind: FaultLoseHeaders}}, 0},
	{Scenario{"imap_lag", "IMAP shows new mail 30 to 120 seconds late."}, lagEverywhere(1), 0},
	{Scenario{"webhooks_down", "For ten minutes every webhook delivery is answered with 503."},
		[]FaultRule{{Where: "webhook", Kind: FaultFail, Code: 503}}, 10 * time.Minute},
	{Scenario{"bad_monday", "A little of everything: some greylisting, delays, duplicates and a lagging IMAP server."},
		append([]FaultRule{
			{Where: "smtp", At: "rcpt", Kind: FaultGreylist, Probability: new(0.2)},
			{Where: "delivery", Kind: FaultDelay, Delay: 2 * time.Minute, Jitter: 30 * time.Minute, Probability: new(0.15)},
			{Where: "delivery", Kind: FaultDuplicate, Probability: new(0.03)},
		}, lagEverywhere(0.2)...), 0},
}

func slowEverywhere() (rules []FaultRule) {
	for _, at := range []string{"connect", "ehlo", "auth", "mail", "rcpt", "data", "body", "quit"} {
		rules = append(rules, FaultRule{Where: "smtp", At: at, Kind: FaultSlow, Delay: 2 * time.Second, Jitter: 18 * time.Second})
	}
	return rules
}

func lagEverywhere(p float64) (rules []FaultRule) {
	for _, at := range []string{"select", "fetch", "idle"} {
		rules = append(rules, FaultRule{Where: "imap", At: at, Kind: FaultStale, Delay: 30 * time.Second, Jitter: 90 * time.Second, Probability: &p})
	}
	return rules
}

// Scenarios lists the presets.
func Scenarios() []Scenario {
	out := make([]Scenario, len(presets))
	for i, p := range presets {
		out[i] = p.Scenario
	}
	return out
}

// ScenarioRules returns the rules that a scenario would have if it were loaded when the
// simulated clock showed now. The rules of some scenarios end by themselves (FaultRule.Until).
// An unknown name is ErrInvalid, whose message lists the scenarios.
func ScenarioRules(name string, now time.Time) ([]FaultRule, error) {
	i := slices.IndexFunc(presets, func(p preset) bool { return p.Name == name })
	if i < 0 {
		names := make([]string, len(presets))
		for i, p := range presets {
			names[i] = p.Name
		}
		return nil, invalidf("unknown scenario %.50q: use %s", name, plain.OrList(names))
	}
	rules := slices.Clone(presets[i].rules)
	if presets[i].lasts > 0 {
		for j := range rules {
			rules[j].Until = new(now.Add(presets[i].lasts))
		}
	}
	return rules, nil
}

// FaultPoint is a moment at which fault rules may act: a stage, and what is
// known there.
type FaultPoint struct {
	Where      string                   // smtp, imap, pop3, webhook, api or provider
	At         string                   // the stage; see FaultRule
	From       string                   // envelope sender
	To         string                   // the recipient; a webhook's URL; the path of a request to the API or a provider
	Recipients []string                 // at data, body and after_data: all of the envelope, instead of To
	Username   string                   // at auth and login the name given, later the mailbox that logged in
	Folder     string                   // of imap: the folder that is opened
	Subject    string                   // at body and after_data
	Header     func(name string) string // at body and after_data: the value of a header field, "" without one
	MessageID  string                   // for the event
}

// FaultEffect is what a door has to do because fault rules fired. Delay comes first, then
// Disconnect or Reply; their zero values ask for nothing.
type FaultEffect struct {
	Rule           string        // id of the rule that decided
	Kind           FaultKind     // its kind
	Delay          time.Duration // how long to wait first, in real time; for webhooks, on the clock that times their retries (Options.HooksOnClock)
	Disconnect     bool          // close without another word
	Reset          bool          // with Disconnect: by TCP RST
	Reply          SMTPReply     // the answer instead of the usual one; IMAP and POP3 send its Text, as a refused login if Code is 535, else as a temporary failure
	Status         int           // webhook, api, provider: the HTTP status instead of the usual one
	Limit          int           // provider, throttle: how many pass
	Retry          time.Duration // provider, throttle: simulated time until more pass
	Text           string        // the rule's text
	BytesPerSecond int           // write at most this many bytes per second from now on
	Stale          time.Duration // imap: show no message that was filed less than this (simulated) ago
}

type faulting interface {
	Faults() (f Faults)
	SetFaults(ctx context.Context, f Faults) (Faults, error)
	Fault(ctx context.Context, p FaultPoint) (e FaultEffect, ok bool)
}

// Faults returns the fault rules, with how often each has acted, and the presets.
func (u *Universe) Faults() (f Faults) { return u.live().Faults() }

// SetFaults replaces the fault rules; all counts start at 0 again. A scenario without rules
// loads the preset. ErrInvalid says which rule cannot work and why, and nothing is changed;
// ErrPlan when the plan lacks the feature chaos and there is a rule or a scenario other
// than calm. Event: faults.updated.
func (u *Universe) SetFaults(ctx context.Context, f Faults) (Faults, error) {
	return u.live().SetFaults(ctx, f)
}

// Fault is Session.Fault where there is no session: for webhooks, the API and
// the doors of providers.
func (u *Universe) Fault(ctx context.Context, p FaultPoint) (e FaultEffect, ok bool) {
	return u.live().Fault(ctx, p)
}
