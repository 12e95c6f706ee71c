package fault

import (
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// moment is what rules are matched with: a FaultPoint, or a delivery.
type moment struct {
	mailsim.FaultPoint
	kinds func(mailsim.FaultKind) bool // asks rules of these kinds alone; nil: of all
	rules []*mailsim.FaultRule         // those of the stage that match
	to    []string                     // for each of them the recipient it matched
}

// firing is a rule that acts, and the generator of what it does.
type firing struct {
	*mailsim.FaultRule
	draw *rng.Rand
}

// match keeps the rules of the stage that the case matches. It needs no lock.
func (c *moment) match(rules []mailsim.FaultRule) bool {
	for i := range rules {
		r := &rules[i]
		if r.Where != c.Where || r.At != c.At && (r.At != "" || r.Where != "provider") || !*r.Enabled || c.kinds != nil && !c.kinds(r.Kind) {
			continue
		}
		if to, ok := c.matches(&r.Match); ok {
			c.rules, c.to = append(c.rules, r), append(c.to, to)
		}
	}
	return len(c.rules) > 0
}

// matches tells whether the case is what m describes, and for which recipient.
func (c *moment) matches(m *mailsim.FaultMatch) (to string, ok bool) {
	if !like(addr.Key(m.From), addr.Key(c.From)) || !like(addr.Key(m.Username), addr.Key(c.Username)) || m.Subject != "" && !like("*"+m.Subject+"*", c.Subject) {
		return "", false
	}
	if name, text, _ := strings.Cut(m.Header, ":"); name != "" {
		value := ""
		if c.Header != nil {
			value = c.Header(strings.TrimSpace(name))
		}
		if value == "" || !like("*"+strings.TrimSpace(text)+"*", value) {
			return "", false
		}
	}
	recipients := c.Recipients
	if recipients == nil {
		recipients = []string{c.To}
	}
	for _, to := range recipients {
		if like(addr.Key(m.To), addr.Key(to)) && like(addr.DomainKey(m.Domain), c.domain(to)) {
			return to, true
		}
	}
	return "", false
}

// domain is what match.domain is compared with.
func (c *moment) domain(to string) string {
	for _, a := range []string{to, c.From, c.Username} {
		if d := addr.Domain(a); d != "" {
			return d
		}
	}
	return ""
}

// like compares a text with a pattern: without case, * for any characters, ""
// for everything. It is linear in the text for each part of the pattern.
func like(pattern, text string) bool {
	if pattern == "" {
		return true
	}
	pattern, text = strings.ToLower(pattern), strings.ToLower(text)
	head, rest, wild := strings.Cut(pattern, "*")
	if !wild {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, head)
	for ok {
		part, more, wild := strings.Cut(rest, "*")
		if !wild {
			return strings.HasSuffix(text, part)
		}
		_, text, ok = strings.Cut(text, part)
		rest = more
	}
	return false
}

// fire asks the rules of a case in their order. act is called for each that
// acts, until one has decided. Event: fault.fired.
func fire(t *state.Tx, c *moment, act func(f firing) (decided bool)) {
	decided := false
	for i, r := range c.rules {
		n, holds := counted(t, r, c, c.to[i])
		if !holds || decided && !valid.FaultRuleSpec(r).Waits {
			continue
		}
		f := firing{r, t.Env.Chance.Draw("fault/1", r.ID, addr.Key(c.From), addr.Key(c.to[i]), strconv.Itoa(n))}
		if !f.draw.Chance(*r.Probability) {
			continue
		}
		hits := state.AtKey(TallyTable.In(t.State), "hits", r.ID).N
		if r.Times > 0 && hits >= r.Times {
			continue
		}
		state.Put(t, TallyTable.In(t.State), state.Key("hits", r.ID), count{N: hits + 1})
		t.Emit(mailsim.FaultFired{Rule: r.ID, Where: r.Where, At: r.At, Kind: string(r.Kind), From: c.From, To: c.to[i], MessageID: c.MessageID})
		decided = act(f) || decided
	}
}

// counted counts a match and tells whether the rule's conditions hold. n is the
// ordinal that the rule's draw is keyed by.
func counted(t *state.Tx, r *mailsim.FaultRule, c *moment, to string) (n int, holds bool) {
	if r.From != nil && t.Now.Before(*r.From) || r.Until != nil && !t.Now.Before(*r.Until) {
		return 0, false
	}
	pair := state.Key("pair", r.ID, addr.Key(c.From), addr.Key(to))
	if r.Kind == mailsim.FaultGreylist {
		first, known := TallyTable.In(t.State).Get(pair)
		if !known {
			first.At = t.Now.UnixMilli()
			state.Put(t, TallyTable.In(t.State), pair, first)
		}
		return 0, t.Now.UnixMilli()-first.At < int64(delayOf(r)/time.Millisecond)
	}
	n = countOne(t, pair, 0)
	all := countOne(t, state.Key("all", r.ID), 0)
	limit, span := r.PerSecond, time.Second
	if r.Kind == mailsim.FaultThrottle {
		limit, span = throttleOf(r)
	}
	if limit > 0 && countOne(t, state.Key("rate", r.ID), t.Now.UnixMilli()/span.Milliseconds()) <= limit {
		return n, false
	}
	return n, (r.Attempt == 0 || n <= r.Attempt) && (r.Every == 0 || all%r.Every == 0)
}

// countOne counts one more of the same epoch and returns how many there are.
func countOne(t *state.Tx, key string, epoch int64) int {
	c := TallyTable.In(t.State).At(key)
	if c.At != epoch {
		c = count{At: epoch}
	}
	c.N++
	state.Put(t, TallyTable.In(t.State), key, c)
	return c.N
}

// delayOf is how long a rule waits, by itself or by its kind.
func delayOf(r *mailsim.FaultRule) time.Duration {
	if r.Delay > 0 {
		return r.Delay
	}
	return valid.FaultRuleSpec(r).Delay
}

// rateOf is how much a rule lets through, by itself or by its kind.
func rateOf(r *mailsim.FaultRule) int {
	if r.Rate > 0 {
		return r.Rate
	}
	return valid.FaultRuleSpec(r).Rate
}

// throttleOf is how many pass in which time.
func throttleOf(r *mailsim.FaultRule) (limit int, span time.Duration) {
	if r.PerSecond > 0 {
		return r.PerSecond, time.Second
	}
	return rateOf(r), time.Minute
}

// wait draws how long a rule waits: whole seconds on the clock, else whole
// milliseconds.
func (f firing) wait() time.Duration {
	unit := time.Millisecond
	if valid.FaultRuleSpec(f.FaultRule).OnClock {
		unit = time.Second
	}
	return delayOf(f.FaultRule) + time.Duration(f.draw.IntN(int(f.Jitter/unit)+1))*unit
}
