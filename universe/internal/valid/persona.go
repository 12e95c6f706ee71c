package valid

import (
	"cmp"
	"fmt"
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

// check refuses to empty what every person has. The values themselves are
// checked once the patch is applied.
func PersonaPatch(patch mailsim.PersonaPatch) error {
	filled := func(field string, value *string) error {
		if value != nil && strings.TrimSpace(*value) == "" {
			return fail.Invalidf("%s must not be empty", field)
		}
		return nil
	}
	return cmp.Or(filled("name", patch.Name), filled("knows", patch.Knows), filled("temperament", patch.Temperament))
}

// Bounds of a person's texts.
const (
	MaxText      = 10_000
	MaxName      = 300
	maxAddresses = 50
)

// checkNew is check of one that is being set: what would never do anything is
// refused, though a saved universe may hold it.
func NewPersona(p *mailsim.Persona) error {
	if err := cmp.Or(Persona(p), PrintableText("style.signature", p.Style.Signature)); err != nil {
		return err
	}
	for i, a := range p.Timing.OOO {
		if err := PrintableText("timing.ooo["+strconv.Itoa(i)+"].message", a.Message); err != nil {
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
func Persona(p *mailsim.Persona) error {
	if len(p.Addresses) == 0 {
		return fail.Invalidf("addresses is required: at least one address")
	}
	if len(p.Addresses) > maxAddresses {
		return fail.Invalidf("addresses: at most %d", maxAddresses)
	}
	seen := map[string]bool{}
	for _, a := range p.Addresses {
		if err := Address("addresses", a); err != nil {
			return err
		}
		if seen[addr.Key(a)] {
			return fail.Invalidf("addresses: %s is named twice", a)
		}
		seen[addr.Key(a)] = true
	}
	if len(p.Name) > MaxName || strings.ContainsAny(p.Name, "\r\n\x00") {
		return fail.Invalidf("name must be one line of at most %d bytes", MaxName)
	}
	if err := Texts(
		NamedText{"name", p.Name}, NamedText{"role", p.Role}, NamedText{"org", p.Org}, NamedText{"who", p.Who}, NamedText{"wants", p.Wants},
		NamedText{"character", p.Character}, NamedText{"style.signature", p.Style.Signature},
	); err != nil {
		return err
	}
	if err := OneOf("knows", p.Knows, "", "all", "some", "little"); err != nil {
		return err
	}
	if err := OneOf("temperament", p.Temperament, append([]string{""}, decide.TemperamentNames()...)...); err != nil {
		return err
	}
	for k, v := range p.ExternalIDs {
		if k == "" || len(k) > MaxName || len(v) > MaxName {
			return fail.Invalidf("external_ids: a system must have a name, and texts at most %d bytes", MaxName)
		}
		if err := Texts(NamedText{"external_ids", k}, NamedText{"external_ids", v}); err != nil {
			return err
		}
	}
	if err := Style(p.Style); err != nil {
		return err
	}
	if err := Timing(p.Timing); err != nil {
		return err
	}
	return Behaviors(p.Behaviors)
}

// NamedText is what a caller gave for a field.
type NamedText struct{ Field, Value string }

// Texts refuses the first text that is too long, or that a saved universe could
// not hold as it is.
func Texts(list ...NamedText) error {
	for _, t := range list {
		switch {
		case len(t.Value) > MaxText:
			return fail.Invalidf("%s must be at most %d bytes", t.Field, MaxText)
		case !utf8.ValidString(t.Value):
			return fail.Invalidf("%s must be valid UTF-8", t.Field)
		}
	}
	return nil
}

// OneOf refuses a value that is not one of those allowed, and repeats it as far as it is short.
func OneOf(field, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	allowed = slices.DeleteFunc(allowed, func(s string) bool { return s == "" })
	last, not := len(allowed)-1, ""
	if value != "" && len(value) <= maxRepeated && utf8.ValidString(value) {
		not = fmt.Sprintf(", not %q", value)
	}
	return fail.Invalidf("%s must be %s or %s%s", field, strings.Join(allowed[:last], ", "), allowed[last], not)
}

// maxRepeated is how many bytes of a wrong value an error repeats.
const maxRepeated = 40

func Rate(field string, rate *float64) error {
	if rate != nil && !(*rate >= 0 && *rate <= 1) {
		return fail.Invalidf("%s must be between 0 and 1", field)
	}
	return nil
}

func Style(s mailsim.Style) error {
	return cmp.Or(
		OneOf("style.length", s.Length, "", "short", "medium", "long"),
		OneOf("style.formality", s.Formality, "", "casual", "neutral", "formal"),
		Rate("style.typos", s.Typos),
		OneOf("style.client", s.Client, "", "gmail", "outlook", "apple", "iphone", "android", "plain"),
		OneOf("style.links", s.Links, "", "usual", "curious", "wary", "never"),
		OneOf("style.filter", s.Filter, "", "strict", "normal", "lenient", "none"),
		OneOf("style.access", s.Access, "", "screen_reader", "low_vision"),
		Languages("style.languages", s.Languages),
	)
}

func Timing(t mailsim.Timing) error {
	if err := Rate("timing.reply_rate", t.ReplyRate); err != nil {
		return err
	}
	if d := t.Delay; d != nil {
		if d.Median < 0 || d.Median > MaxDuration {
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
		if err := Texts(NamedText{"timing.ooo", a.Message}); err != nil {
			return err
		}
	}
	return nil
}

func Behaviors(b mailsim.Behaviors) error {
	return cmp.Or(
		Rate("behaviors.double_reply", b.DoubleReply), Rate("behaviors.bounce", b.Bounce),
		Rate("behaviors.cc_someone", b.CCSomeone), Rate("behaviors.keep_promises", b.KeepPromises),
		ForwardTo(b.ForwardTo),
	)
}

func ForwardTo(to string) error {
	if to == "" || addr.Valid(to) || idForm().MatchString(to) {
		return nil
	}
	return fail.Invalidf("behaviors.forward_to must be a persona id or an address")
}
