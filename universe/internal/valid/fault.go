package valid

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/near"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Bounds of fault rules.
const (
	maxFaultRules = 500
	maxFaultText  = 500
	maxFaultWait  = time.Hour // real time that a door waits
	maxFaultCount = 1_000_000_000
)

// FaultSpec is what a kind of fault does at one place.
type FaultSpec struct {
	at      []string // the stages at which it can act; nil where the place has none
	Code    int      // its usual reply or status; 0: it has none
	codes   []int    // the classes (4, 5) or, above 100, the codes that it can have
	Delay   time.Duration
	Rate    int  // its usual rate; 0: it has none
	Waits   bool // combines with another fault, as it only waits
	OnClock bool // its delay is simulated
}

// faultStages are the stages of each place, and what is known at them.
var faultStages = map[string]map[string]string{
	"smtp": {
		"connect": "", "ehlo": "", "starttls": "", "auth": "username domain", "quit": "username domain",
		"mail": "from domain username", "rcpt": "from to domain username", "data": "from to domain username",
		"body": "from to domain username subject header", "after_data": "from to domain username subject header",
	},
	"delivery": {"": "from to domain username subject header"},
	"imap": {
		"login": "username domain", "select": "username domain", "fetch": "username domain", "idle": "username domain",
		"append": "username domain",
	},
	"pop3":    {"login": "username domain", "list": "username domain", "retr": "username domain", "quit": "username domain"},
	"webhook": {"": "to"},
	"api":     {"": "to username"},
	"provider": {
		"": "to username", "mailgun": "to username", "postmark": "to username", "resend": "to username", "sendgrid": "to username", "ses": "to username",
	},
}

var (
	smtpStages = []string{"connect", "ehlo", "starttls", "auth", "mail", "rcpt", "data", "body", "after_data", "quit"}
	smtpMail   = []string{"mail", "rcpt", "data", "body"}
	smtpMost   = []string{"connect", "ehlo", "auth", "mail", "rcpt", "data", "body", "after_data"}
	imapStages = []string{"login", "select", "fetch", "idle", "append"}
	pop3Stages = []string{"login", "list", "retr", "quit"}
)

// FaultSpecs is the one table of what fits where.
var FaultSpecs = map[string]map[mailsim.FaultKind]FaultSpec{
	"smtp": {
		mailsim.FaultGreylist:     {at: smtpMail, Code: 451, codes: []int{4}, Delay: 5 * time.Minute, OnClock: true},
		mailsim.FaultTempfail:     {at: smtpMost, Code: 451, codes: []int{4}},
		mailsim.FaultReject:       {at: smtpMost, Code: 550, codes: []int{5}},
		mailsim.FaultDisconnect:   {at: smtpStages},
		mailsim.FaultSlow:         {at: smtpStages, Delay: time.Second, Waits: true},
		mailsim.FaultStall:        {at: smtpStages, Delay: 5 * time.Minute},
		mailsim.FaultTrickle:      {at: smtpStages, Rate: 10, Waits: true},
		mailsim.FaultThrottle:     {at: smtpMost, Code: 421, codes: []int{4}, Rate: 30},
		mailsim.FaultAuthFail:     {at: []string{"auth"}, Code: 535, codes: []int{5}},
		mailsim.FaultStartTLSFail: {at: []string{"starttls"}, Code: 454, codes: []int{4}},
		mailsim.FaultTooBig:       {at: smtpMail, Code: 552, codes: []int{5}},
	},
	"delivery": {
		mailsim.FaultDelay:         {Delay: 10 * time.Minute, OnClock: true},
		mailsim.FaultDuplicate:     {OnClock: true},
		mailsim.FaultLose:          {},
		mailsim.FaultReorder:       {Delay: 10 * time.Minute, OnClock: true},
		mailsim.FaultLateBounce:    {Delay: 4 * time.Hour, OnClock: true, Code: 550, codes: []int{550, 552, 554}},
		mailsim.FaultDelayedNotice: {Delay: 4 * time.Hour, OnClock: true},
		mailsim.FaultJunk:          {},
		mailsim.FaultCorrupt:       {},
		mailsim.FaultTruncate:      {},
		mailsim.FaultMangle:        {},
		mailsim.FaultLoseHeaders:   {},
		mailsim.FaultRewrap:        {},
	},
	"imap": {
		mailsim.FaultSlow:        {at: imapStages, Delay: time.Second, Waits: true},
		mailsim.FaultDisconnect:  {at: imapStages},
		mailsim.FaultStall:       {at: imapStages, Delay: 5 * time.Minute},
		mailsim.FaultAuthFail:    {at: []string{"login"}},
		mailsim.FaultUnavailable: {at: imapStages},
		mailsim.FaultStale:       {at: []string{"select", "fetch", "idle"}, Delay: time.Minute, Waits: true, OnClock: true},
		mailsim.FaultNoIdle:      {at: []string{"idle"}},
		mailsim.FaultUIDValidity: {at: []string{"select"}, Waits: true},
	},
	"pop3": {
		mailsim.FaultSlow:        {at: pop3Stages, Delay: time.Second, Waits: true},
		mailsim.FaultDisconnect:  {at: pop3Stages},
		mailsim.FaultStall:       {at: pop3Stages, Delay: 5 * time.Minute},
		mailsim.FaultAuthFail:    {at: []string{"login"}},
		mailsim.FaultUnavailable: {at: pop3Stages},
	},
	"webhook": {
		mailsim.FaultFail:      {Code: 503, codes: []int{4, 5}},
		mailsim.FaultTimeout:   {},
		mailsim.FaultSlow:      {Delay: time.Second, Waits: true},
		mailsim.FaultDuplicate: {},
		mailsim.FaultReorder:   {},
	},
	"api": {
		mailsim.FaultFail:       {Code: 503, codes: []int{4, 5}},
		mailsim.FaultSlow:       {Delay: time.Second, Waits: true},
		mailsim.FaultDisconnect: {},
		mailsim.FaultStall:      {Delay: 5 * time.Minute},
	},
	"provider": {
		mailsim.FaultFail:       {Code: 503, codes: []int{4, 5}},
		mailsim.FaultThrottle:   {Code: 429, codes: []int{4}, Rate: 30},
		mailsim.FaultSlow:       {Delay: time.Second, Waits: true},
		mailsim.FaultDisconnect: {},
		mailsim.FaultStall:      {Delay: 5 * time.Minute},
	},
}

func FaultRuleSpec(r *mailsim.FaultRule) FaultSpec { return FaultSpecs[r.Where][r.Kind] }

// Faults validates rules and fills what was left out.
func Faults(in []mailsim.FaultRule) ([]mailsim.FaultRule, error) {
	if len(in) > maxFaultRules {
		return nil, fail.Invalidf("there can be at most %d fault rules", maxFaultRules)
	}
	ids := map[string]bool{}
	out := make([]mailsim.FaultRule, len(in))
	for i, r := range in {
		if r.ID == "" {
			r.ID = "f" + strconv.Itoa(i+1)
		}
		r, why := FaultRule(r)
		if why == "" && ids[r.ID] {
			why = fmt.Sprintf("id: another rule is called %q too", r.ID)
		}
		if why != "" {
			if len(in) > 1 {
				why += fmt.Sprintf(" (rule %d of %d, %.50q)", i+1, len(in), r.ID)
			}
			return nil, fail.Invalidf("%s", why)
		}
		ids[r.ID], out[i] = true, r
	}
	return out, nil
}

// check fills the defaults of a rule and says why it cannot work, "" if it can.
func FaultRule(r mailsim.FaultRule) (out mailsim.FaultRule, why string) {
	if r.Enabled == nil {
		r.Enabled = new(true)
	}
	if r.Probability == nil {
		r.Probability = new(1.0)
	}
	r.Hits = 0
	r = CloneFaultRule(r)
	for _, check := range []func() string{func() string { return checkPlace(&r) }, func() string { return checkNumbers(&r) }, func() string { return checkReply(&r) }, func() string { return checkTimes(&r) }, func() string { return checkMatch(&r) }} {
		if why := check(); why != "" {
			return r, why
		}
	}
	return r, ""
}

// faultKinds are the kinds of all places.
func faultKinds() (names []string) {
	for _, kinds := range FaultSpecs {
		for kind := range kinds {
			names = append(names, string(kind))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func checkPlace(r *mailsim.FaultRule) string {
	kinds, ok := FaultSpecs[r.Where]
	if !slices.Contains(faultKinds(), string(r.Kind)) && (ok || r.Kind != "") {
		if meant := near.Of(string(r.Kind), faultKinds()); meant != "" {
			return fmt.Sprintf("unknown fault kind %.50q: did you mean %s?", string(r.Kind), meant)
		}
		return fmt.Sprintf("unknown fault kind %.50q", string(r.Kind))
	}
	if !ok {
		return fmt.Sprintf("where: unknown place %.50q: use smtp, delivery, imap, pop3, webhook, api or provider", r.Where)
	}
	stages := faultStages[r.Where]
	if _, ok := stages[r.At]; !ok {
		if len(stages) == 1 {
			return fmt.Sprintf("at: %s has no stages: leave it out, not %.50q", r.Where, r.At)
		}
		return fmt.Sprintf("at: unknown stage %.50q of %s: use %s", r.At, r.Where, plain.OrList(slices.Sorted(maps.Keys(stages))))
	}
	spec, ok := kinds[r.Kind]
	if !ok {
		return fmt.Sprintf("kind: %s cannot happen to %s: use %s", r.Kind, r.Where, plain.OrList(slices.Sorted(maps.Keys(kinds))))
	}
	if spec.at != nil && !slices.Contains(spec.at, r.At) {
		return fmt.Sprintf("at: %s cannot happen at %s: use %s", r.Kind, r.At, plain.OrList(spec.at))
	}
	return ""
}

func checkNumbers(r *mailsim.FaultRule) string {
	if p := *r.Probability; !(p >= 0 && p <= 1) || math.IsNaN(p) {
		return "probability must be between 0 and 1"
	}
	for _, n := range []struct {
		field string
		n     int
	}{{"rate", r.Rate}, {"times", r.Times}, {"every", r.Every}, {"attempt", r.Attempt}, {"per_second", r.PerSecond}} {
		if n.n < 0 || n.n > maxFaultCount {
			return fmt.Sprintf("%s must be between 0 and %d", n.field, maxFaultCount)
		}
	}
	if r.Rate > 0 && FaultRuleSpec(r).Rate == 0 {
		return fmt.Sprintf("rate: %s has none", r.Kind)
	}
	if len(r.ID) > 100 || len(r.Name) > maxFaultText || !oneLine(r.ID) || !oneLine(r.Name) {
		return fmt.Sprintf("id and name must be one line of at most 100 and %d bytes", maxFaultText)
	}
	return ""
}

func checkReply(r *mailsim.FaultRule) string {
	spec := FaultRuleSpec(r)
	if len(r.Text) > maxFaultText || !oneLine(r.Text) {
		return fmt.Sprintf("text must be one line of at most %d bytes", maxFaultText)
	}
	if r.Kind == mailsim.FaultDisconnect && r.Text != "" && r.Text != "close" && r.Text != "reset" {
		return "text: disconnect closes (close) or resets (reset) the connection"
	}
	switch {
	case r.Code == 0:
		return ""
	case r.Code < 400 || r.Code > 599:
		return "code must be between 400 and 599"
	case spec.Code == 0:
		return fmt.Sprintf("code: %s has none", r.Kind)
	case slices.Contains(spec.codes, r.Code/100), slices.Contains(spec.codes, r.Code):
		return ""
	case spec.codes[0] > 100:
		return fmt.Sprintf("code: %s takes %s", r.Kind, strings.Trim(strings.ReplaceAll(fmt.Sprint(spec.codes), " ", ", "), "[]"))
	}
	return fmt.Sprintf("code: %s answers with a code from %d00 to %d99, not %d", r.Kind, spec.codes[0], spec.codes[0], r.Code)
}

func checkTimes(r *mailsim.FaultRule) string {
	spec := FaultRuleSpec(r)
	switch {
	case r.Delay < 0 || r.Jitter < 0:
		return "delay and jitter must not be negative"
	case (r.Delay > 0 || r.Jitter > 0) && spec.Delay == 0 && !spec.OnClock:
		return fmt.Sprintf("delay: %s has none", r.Kind)
	case spec.OnClock && (r.Delay > simtime.MaxDuration || r.Jitter > simtime.MaxDuration):
		return "delay and jitter must be at most 100 years"
	case !spec.OnClock && (r.Delay > maxFaultWait || r.Jitter > maxFaultWait-r.Delay):
		return fmt.Sprintf("delay and jitter of %s are real time, together at most 1h", r.Kind)
	case r.From != nil && r.Until != nil && !r.From.Before(*r.Until):
		return "from must be before until"
	}
	return ""
}

func checkMatch(r *mailsim.FaultRule) string {
	known := strings.Fields(faultStages[r.Where][r.At])
	for _, m := range []struct{ field, text string }{
		{"from", r.Match.From}, {"to", r.Match.To}, {"domain", r.Match.Domain}, {"subject", r.Match.Subject},
		{"username", r.Match.Username}, {"header", r.Match.Header},
	} {
		switch {
		case m.text == "":
		case len(m.text) > maxFaultText || !oneLine(m.text):
			return fmt.Sprintf("match.%s must be one line of at most %d bytes", m.field, maxFaultText)
		case !slices.Contains(known, m.field):
			return fmt.Sprintf("match.%s is not known at %s", m.field, strings.TrimSpace(r.Where+" "+r.At))
		}
	}
	return ""
}

// oneLine reports whether a text holds no line end or other control character.
func oneLine(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// clone copies what a caller could edit.
func CloneFaultRule(r mailsim.FaultRule) mailsim.FaultRule {
	r.Enabled, r.Probability = new(*r.Enabled), new(*r.Probability)
	if r.From != nil {
		r.From = new(*r.From)
	}
	if r.Until != nil {
		r.Until = new(*r.Until)
	}
	return r
}
