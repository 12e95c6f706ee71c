package mailsim

// Faults on purpose (design 4 and 5): the rules, and how they are set.

import (
	"context"
	"encoding/json"
	"time"

	"github.com/mailsim/mailsim/internal/simtime"
)

// Faults are the fault rules of a universe. Rules act on SMTP, IMAP, webhooks,
// the API, and deliveries of mail from SMTP, people and the World; never on Send.
type Faults struct {
	Rules     []FaultRule `json:"rules"`     // asked in this order
	Scenario  string      `json:"scenario"`  // the preset that was loaded; given alone, it is loaded
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

// FaultRule makes something go wrong. It is asked each time its stage (Where,
// At) is reached by what its Match describes, and acts if all its conditions
// hold. Conditions are counted exactly, however many clients come at once.
//
// What it can do, by where and at:
//
//	smtp  at connect, ehlo, starttls, auth, mail, rcpt, data (the command, or the first BDAT), body
//	      (all data were read, nothing is filed), after_data (the mail is filed,
//	      its answer is not sent yet), quit
//	  greylist       451 4.7.1 to a sender and recipient until Delay (5m) after their first try; mail, rcpt, data, body
//	  tempfail       451 4.3.0, or Code 4xx
//	  reject         550 5.7.1 (554 at connect), or Code 5xx
//	  disconnect     closes; with Text "reset" by TCP RST
//	  slow           waits Delay plus a part of Jitter, real time (1s)
//	  stall          says nothing for Delay (5m), then closes
//	  trickle        writes Rate bytes a second (10) from then on
//	  throttle       421 4.7.0 past PerSecond in one simulated second, else past Rate (30) in one simulated minute
//	  auth_fail      535 5.7.8; auth
//	  starttls_fail  454 4.7.0; starttls
//	  too_big        552 5.3.4; mail, rcpt, data, body
//	delivery, no at: one recipient's copy of an accepted mail
//	  delay          arrives Delay (10m) plus a part of Jitter later
//	  duplicate      arrives twice, the second time Delay (0) later
//	  lose           never arrives, and nobody is told
//	  reorder        waits until the recipient's next mail has overtaken it, at most Delay (10m)
//	  late_bounce    never arrives; a bounce goes out Delay (4h) plus a part of Jitter later: Code 550 (unknown), 552 (full) or 554 (blocked)
//	  delayed_notice a notice of delay goes out after Delay (4h), the mail arrives after twice that
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
//	webhook, no at
//	  fail           as if the endpoint had answered Code (503)
//	  timeout        as if it had not answered
//	  slow           waits Delay first
//	  duplicate      is sent twice
//	  reorder        the next event overtakes it
//	api, no at
//	  fail           answers Code (503)
//	  slow, disconnect, stall as above
//
// Rules that wait (slow, trickle, stale) combine with what another rule does;
// among the others the first that acts decides.
type FaultRule struct {
	ID          string        `json:"id"` // unique; f1, f2 … when left out
	Name        string        `json:"name,omitempty"`
	Where       string        `json:"where"`
	At          string        `json:"at,omitempty"`
	Kind        FaultKind     `json:"kind"`
	Enabled     *bool         `json:"enabled"`              // default true
	Probability *float64      `json:"probability"`          // 0 to 1, default 1; drawn by rule, sender, recipient and attempt
	Code        int           `json:"code,omitempty"`       // 400 to 599, of the kind's class; 0 is the kind's usual one
	Text        string        `json:"text,omitempty"`       // of the reply; may begin with an enhanced code
	Delay       time.Duration `json:"delay,omitempty"`      // 0 is the kind's usual one; in JSON a text such as 90s
	Jitter      time.Duration `json:"jitter,omitempty"`     // up to so much is added to Delay; in JSON as Delay
	Rate        int           `json:"rate,omitempty"`       // see trickle and throttle
	Times       int           `json:"times,omitempty"`      // acts at most so often; 0 is no bound
	Every       int           `json:"every,omitempty"`      // acts on each n-th match only
	From        *time.Time    `json:"from,omitempty"`       // simulated; acts from then on
	Until       *time.Time    `json:"until,omitempty"`      // simulated; acts before then
	Match       FaultMatch    `json:"match"`                // empty fields match all
	Attempt     int           `json:"attempt,omitempty"`    // acts on the first n attempts of a sender with a recipient
	PerSecond   int           `json:"per_second,omitempty"` // acts on what comes after the first n matches of a simulated second
	Hits        int           `json:"hits"`                 // how often it has acted; read only
}

// FaultMatch narrows a rule. Texts are compared without case; * stands for any
// characters. A field that is not known at the rule's stage is an error.
type FaultMatch struct {
	From     string `json:"from,omitempty"`     // envelope sender
	To       string `json:"to,omitempty"`       // recipient; a webhook's URL; the path of an API request
	Domain   string `json:"domain,omitempty"`   // that of the recipient; where there is none, of the sender or login
	Subject  string `json:"subject,omitempty"`  // contained in it
	Username string `json:"username,omitempty"` // the login
	Header   string `json:"header,omitempty"`   // "Name" is there, or "Name: text" contained in its value
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

// faultRec holds all rules, in order.
type faultRec struct {
	Rules []FaultRule `json:"rules"`
}

// faultCount is what a rule has counted, for one purpose.
type faultCount struct {
	N  int   `json:"n"`
	At int64 `json:"at,omitempty"` // Unix milliseconds, second or minute of what is counted
}

func (v view) faultRules() []FaultRule {
	if rec := v.faults.at(""); rec != nil {
		return rec.Rules
	}
	return nil
}

// Faults returns the rules with how often each has acted, and the presets.
func (u *Universe) Faults() (f Faults) {
	u.read(func(v view) { f = v.faultsNow() })
	return f
}

func (v view) faultsNow() Faults {
	f := Faults{[]FaultRule{}, v.set().Scenario, Scenarios()}
	for _, r := range v.faultRules() {
		r.Hits = v.tallies.at(tableKey("hits", r.ID)).N
		f.Rules = append(f.Rules, r.clone())
	}
	return f
}

// clone copies what a caller could edit.
func (r FaultRule) clone() FaultRule {
	r.Enabled, r.Probability = new(*r.Enabled), new(*r.Probability)
	if r.From != nil {
		r.From = new(*r.From)
	}
	if r.Until != nil {
		r.Until = new(*r.Until)
	}
	return r
}

// SetFaults replaces the rules; all counts begin anew. A scenario without rules
// loads the preset. ErrInvalid says which rule cannot work and why, and nothing
// is changed; ErrPlan when the plan lacks the feature chaos and there is a rule
// or a scenario other than calm. Event: faults.updated.
func (u *Universe) SetFaults(ctx context.Context, f Faults) (Faults, error) {
	if len(f.Rules) > 0 || f.Scenario != "" && f.Scenario != ScenarioCalm {
		if err := u.needFeature(FeatureChaos); err != nil {
			return Faults{}, err
		}
	}
	var out Faults
	err := u.update(ctx, func(t *tx) (err error) {
		out, err = t.setFaults(f)
		return err
	})
	return out, err
}

func (t *tx) setFaults(f Faults) (Faults, error) {
	if f.Scenario != "" {
		preset, err := ScenarioRules(f.Scenario, t.now)
		if err != nil {
			return Faults{}, err
		}
		if len(f.Rules) == 0 {
			f.Rules = preset
		}
	}
	rules, err := checkFaults(f.Rules)
	if err != nil {
		return Faults{}, err
	}
	for _, key := range t.tallies.keys() {
		drop(t, t.tallies, key)
	}
	drop(t, t.faults, "")
	if len(rules) > 0 {
		put(t, t.faults, "", &faultRec{rules})
	}
	t.changeSettings(func(s *settings) { s.Scenario = f.Scenario })
	t.emit(FaultsUpdated{len(rules), f.Scenario})
	return t.faultsNow(), nil
}
