package mailsim

// The presets of fault rules.

import (
	"slices"
	"time"

	"github.com/mailsim/mailsim/internal/plain"
)

// ScenarioCalm is the scenario without faults.
const ScenarioCalm = "calm"

// preset is a scenario. Its rules may end a while after it is loaded.
type preset struct {
	Scenario
	rules []FaultRule
	lasts time.Duration // 0 is for ever
}

// presets are the scenarios, in the order in which they are listed.
var presets = []preset{
	{Scenario{ScenarioCalm, "No faults."}, nil, 0},
	{Scenario{"greylisting", "The first try of each sender with a recipient is told to come back; five minutes later it is welcome."},
		[]FaultRule{{Where: "smtp", At: "rcpt", Kind: FaultGreylist}}, 0},
	{Scenario{"slow_server", "Each step of an SMTP conversation takes 2 to 20 seconds."}, slowEverywhere(), 0},
	{Scenario{"flaky_network", "One connection in twenty is reset, and one in twenty is slow."}, []FaultRule{
		{Where: "smtp", At: "mail", Kind: FaultDisconnect, Text: "reset", Probability: new(0.05)},
		{Where: "smtp", At: "mail", Kind: FaultSlow, Delay: time.Second, Jitter: 4 * time.Second, Probability: new(0.05)},
		{Where: "imap", At: "select", Kind: FaultDisconnect, Text: "reset", Probability: new(0.05)},
		{Where: "imap", At: "select", Kind: FaultSlow, Delay: time.Second, Jitter: 4 * time.Second, Probability: new(0.05)},
	}, 0},
	{Scenario{"provider_outage", "For half an hour nobody can send (421) or log in to read."}, []FaultRule{
		{Where: "smtp", At: "connect", Kind: FaultTempfail, Code: 421},
		{Where: "imap", At: "login", Kind: FaultUnavailable},
	}, 30 * time.Minute},
	{Scenario{"rate_limited", "More than five mails in one simulated second are told to slow down (421 4.7.0)."},
		[]FaultRule{{Where: "smtp", At: "mail", Kind: FaultThrottle, PerSecond: 5}}, 0},
	{Scenario{"blocklisted", "The server refuses to talk to the client (554 5.7.1)."},
		[]FaultRule{{Where: "smtp", At: "connect", Kind: FaultReject, Code: 554, Text: "5.7.1 Your address is on a blocklist"}}, 0},
	{Scenario{"full_mailboxes", "One recipient in five is full: half of them for now (452), half for good (552)."}, []FaultRule{
		{Where: "smtp", At: "rcpt", Kind: FaultTempfail, Code: 452, Text: "4.2.2 Mailbox full", Probability: new(0.1)},
		{Where: "smtp", At: "rcpt", Kind: FaultReject, Code: 552, Text: "5.2.2 Mailbox full", Probability: new(0.11)},
	}, 0},
	{Scenario{"late_bounces", "All mail is accepted, none arrives, and bounces come hours later."},
		[]FaultRule{{Where: "delivery", Kind: FaultLateBounce, Delay: 2 * time.Hour, Jitter: 6 * time.Hour}}, 0},
	{Scenario{"duplicates", "One mail in ten arrives twice."},
		[]FaultRule{{Where: "delivery", Kind: FaultDuplicate, Probability: new(0.1)}}, 0},
	{Scenario{"out_of_order", "Each second mail to a recipient overtakes the one before it."},
		[]FaultRule{{Where: "delivery", Kind: FaultReorder}}, 0},
	{Scenario{"lost_mail", "Three mails in a hundred vanish, and nobody is told."},
		[]FaultRule{{Where: "delivery", Kind: FaultLose, Probability: new(0.03)}}, 0},
	{Scenario{"mangled", "One mail in ten has its characters spoilt, one in fifty lacks its end."}, []FaultRule{
		{Where: "delivery", Kind: FaultMangle, Probability: new(0.1)},
		{Where: "delivery", Kind: FaultTruncate, Probability: new(0.02)},
	}, 0},
	{Scenario{"no_threading", "Replies arrive without References and In-Reply-To."},
		[]FaultRule{{Where: "delivery", Kind: FaultLoseHeaders}}, 0},
	{Scenario{"imap_lag", "IMAP shows new mail 30 to 120 seconds late."}, lagEverywhere(1), 0},
	{Scenario{"webhooks_down", "For ten minutes each webhook is answered with 503."},
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

// ScenarioRules are the rules of a scenario that is loaded at an instant: some end
// a while after it. ErrInvalid names the scenarios there are.
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
