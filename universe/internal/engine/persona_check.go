package engine

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Bounds of a person's texts.
const (
	maxText      = 10_000
	maxName      = 300
	maxAddresses = 50
)

// checkNew is check of one that is being set: what would never do anything is
// refused, though a saved universe may hold it.
func personaCheckNew(p *mailsim.Persona) error {
	if err := cmp.Or(personaCheck(p), checkPrintable("style.signature", p.Style.Signature)); err != nil {
		return err
	}
	for i, a := range p.Timing.OOO {
		if err := checkPrintable("timing.ooo["+strconv.Itoa(i)+"].message", a.Message); err != nil {
			return err
		}
	}
	to := p.Behaviors.ForwardTo
	if to != "" && (to == p.ID || slices.ContainsFunc(p.Addresses, func(a string) bool { return addr.Key(a) == addr.Key(to) })) {
		return fail.Invalidf("behaviors.forward_to must be someone else: %s is their own", to)
	}
	return nil
}

// check validates every field of a person.
func personaCheck(p *mailsim.Persona) error {
	if len(p.Addresses) == 0 {
		return fail.Invalidf("addresses is required: at least one address")
	}
	if len(p.Addresses) > maxAddresses {
		return fail.Invalidf("addresses: at most %d", maxAddresses)
	}
	seen := map[string]bool{}
	for _, a := range p.Addresses {
		if err := checkAddress("addresses", a); err != nil {
			return err
		}
		if seen[addr.Key(a)] {
			return fail.Invalidf("addresses: %s is named twice", a)
		}
		seen[addr.Key(a)] = true
	}
	if len(p.Name) > maxName || strings.ContainsAny(p.Name, "\r\n\x00") {
		return fail.Invalidf("name must be one line of at most %d bytes", maxName)
	}
	if err := checkTexts(
		namedText{"name", p.Name}, namedText{"role", p.Role}, namedText{"org", p.Org}, namedText{"who", p.Who}, namedText{"wants", p.Wants},
		namedText{"character", p.Character}, namedText{"style.signature", p.Style.Signature},
	); err != nil {
		return err
	}
	if err := oneOf("knows", p.Knows, "", "all", "some", "little"); err != nil {
		return err
	}
	if err := oneOf("temperament", p.Temperament, append([]string{""}, decide.TemperamentNames()...)...); err != nil {
		return err
	}
	for k, v := range p.ExternalIDs {
		if k == "" || len(k) > maxName || len(v) > maxName {
			return fail.Invalidf("external_ids: a system must have a name, and texts at most %d bytes", maxName)
		}
		if err := checkTexts(namedText{"external_ids", k}, namedText{"external_ids", v}); err != nil {
			return err
		}
	}
	if err := styleCheck(p.Style); err != nil {
		return err
	}
	if err := timingCheck(p.Timing); err != nil {
		return err
	}
	return behaviorsCheck(p.Behaviors)
}

// namedText is what a caller gave for a field.
type namedText struct{ field, value string }

// checkTexts refuses the first text that is too long, or that a saved universe could
// not hold as it is.
func checkTexts(list ...namedText) error {
	for _, t := range list {
		switch {
		case len(t.value) > maxText:
			return fail.Invalidf("%s must be at most %d bytes", t.field, maxText)
		case !utf8.ValidString(t.value):
			return fail.Invalidf("%s must be valid UTF-8", t.field)
		}
	}
	return nil
}

func oneOf(field, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	allowed = slices.DeleteFunc(allowed, func(s string) bool { return s == "" })
	last := len(allowed) - 1
	return fail.Invalidf("%s must be %s or %s", field, strings.Join(allowed[:last], ", "), allowed[last])
}

func checkRate(field string, rate *float64) error {
	if rate != nil && !(*rate >= 0 && *rate <= 1) {
		return fail.Invalidf("%s must be between 0 and 1", field)
	}
	return nil
}

func styleCheck(s mailsim.Style) error {
	return cmp.Or(
		oneOf("style.length", s.Length, "", "short", "medium", "long"),
		oneOf("style.formality", s.Formality, "", "casual", "neutral", "formal"),
		checkRate("style.typos", s.Typos),
		oneOf("style.client", s.Client, "", "gmail", "outlook", "apple", "iphone", "android", "plain"),
		oneOf("style.links", s.Links, "", "usual", "curious", "wary", "never"),
		oneOf("style.filter", s.Filter, "", "strict", "normal", "lenient", "none"),
		oneOf("style.access", s.Access, "", "screen_reader", "low_vision"),
	)
}

func timingCheck(t mailsim.Timing) error {
	if err := checkRate("timing.reply_rate", t.ReplyRate); err != nil {
		return err
	}
	if d := t.Delay; d != nil {
		if d.Median < 0 || d.Median > maxDuration {
			return fail.Invalidf("timing.delay.median must be between 0 and 100 years")
		}
		if d.Spread != 0 && !(d.Spread >= 1) || math.IsInf(d.Spread, 0) {
			return fail.Invalidf("timing.delay.spread must be 1 or more")
		}
	}
	if t.Hours != nil {
		if err := seam.CheckHours(t.Hours); err != nil {
			return err
		}
	}
	if len(t.OOO) > 1000 {
		return fail.Invalidf("timing.ooo: at most 1000 absences")
	}
	for _, a := range t.OOO {
		if _, err := simtime.ParseAbsence(a.From, a.To, a.Message); err != nil {
			return fail.Invalidf("timing.ooo: %s", err)
		}
		if err := checkTexts(namedText{"timing.ooo", a.Message}); err != nil {
			return err
		}
	}
	return nil
}

func behaviorsCheck(b mailsim.Behaviors) error {
	return cmp.Or(
		checkRate("behaviors.double_reply", b.DoubleReply), checkRate("behaviors.bounce", b.Bounce),
		checkRate("behaviors.cc_someone", b.CCSomeone), checkRate("behaviors.keep_promises", b.KeepPromises),
		checkForwardTo(b.ForwardTo),
	)
}

func checkForwardTo(to string) error {
	if to == "" || addr.Valid(to) || idForm.MatchString(to) {
		return nil
	}
	return fail.Invalidf("behaviors.forward_to must be a persona id or an address")
}

// mustForward refuses a person to forward to who is not there: such mail would go
// nowhere, and nobody would notice.
func (v view) mustForward(to string) error {
	if to == "" || addr.Valid(to) || v.personas.at(to) != nil {
		return nil
	}
	return fail.Invalidf("behaviors.forward_to must be a persona id or an address: there is no person %q", to)
}
