package mailsim

import (
	"cmp"
	"encoding/json"

	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/internal/simtime"
)

// What package universe needs of the words and no user should see.

func init() {
	seam.Universe = func(e any) any { return &Universe{e.(engine)} }
	seam.Cell = func(e any) any { return &Cell{e.(cellEngine)} }
	seam.Timer = func(e any) any { return &Timer{e.(timerEngine)} }
	seam.Message = func(message any, of seam.Copy, mark int64) {
		m := message.(*Message)
		m.of, m.mark = of, Mark(mark)
	}
	seam.CopyOf = func(message any) seam.Copy { return message.(*Message).of }
	seam.DecodeEvent = func(eventType string, data json.RawMessage) (any, error) {
		return decodeEventData(EventType(eventType), data)
	}
	seam.AboutOf = func(data any) seam.Subject {
		if a, ok := data.(about); ok {
			return a.about()
		}
		return seam.Subject{}
	}
	seam.Hours = func(persona any, companyTZ string) simtime.Hours { return resolveHours(persona.(*Persona), companyTZ) }
	seam.CheckHours = func(hours any) error { _, err := hours.(*Hours).resolve(""); return err }
	seam.Traits = func(persona any, hours simtime.Hours) decide.Traits { return resolveTraits(persona.(*Persona), hours) }
	seam.Situation = func(situation any) decide.Situation { return situation.(Situation).resolve() }
	seam.Decision = func(d decide.Decision) any { return decisionOf(d) }
}

// resolve reads the hours, with the usual ones for what is left out.
func (h *Hours) resolve(companyTZ string) (simtime.Hours, error) {
	in := Hours{}
	if h != nil {
		in = *h
	}
	tz, days := cmp.Or(in.TZ, companyTZ, "UTC"), cmp.Or(in.Days, "mon-fri")
	zone, err := simtime.LoadZone(tz)
	if err != nil {
		return simtime.Hours{}, invalidf("timing.hours.tz: %s", err)
	}
	d, err := simtime.ParseDays(days)
	if err != nil {
		return simtime.Hours{}, invalidf("timing.hours.days: %s", err)
	}
	from, err := simtime.ParseClock(cmp.Or(in.From, "09:00"))
	if err != nil {
		return simtime.Hours{}, invalidf("timing.hours.from: %s", err)
	}
	to, err := simtime.ParseClock(cmp.Or(in.To, "18:00"))
	if err != nil {
		return simtime.Hours{}, invalidf("timing.hours.to: %s", err)
	}
	return simtime.Hours{Zone: zone, Days: d, From: from, To: to}, nil
}

// given tells whether someone said when a person is there; a zone alone says where.
func (h *Hours) given() bool { return h != nil && (h.Days != "" || h.From != "" || h.To != "") }

// resolveTraits is traits without what others in the universe settle.
func resolveTraits(p *Persona, hours simtime.Hours) decide.Traits {
	temper, _ := decide.TemperamentOf(p.Temperament)
	tr := temper.Traits(hours)
	tr.Name, tr.Addresses, tr.Knows, tr.Paused = p.Name, p.Addresses, p.Knows, p.Paused
	tr.HoursGiven = p.Timing.Hours.given()
	tr.Phone = p.Style.Client == "iphone" || p.Style.Client == "android"
	if r := p.Timing.ReplyRate; r != nil {
		tr.ReplyRate, tr.RateGiven = *r, true
	}
	if d := p.Timing.Delay; d != nil {
		if d.Median > 0 {
			tr.Median, tr.MedianGiven = d.Median, true
		}
		if d.Spread >= 1 {
			tr.Spread = d.Spread
		}
	}
	for _, a := range p.Timing.OOO {
		if abs, err := simtime.ParseAbsence(a.From, a.To, a.Message); err == nil {
			tr.Absences = append(tr.Absences, abs)
		}
	}
	for _, o := range []struct{ to, from *float64 }{
		{&tr.DoubleReply, p.Behaviors.DoubleReply}, {&tr.CCSomeone, p.Behaviors.CCSomeone},
		{&tr.KeepPromises, p.Behaviors.KeepPromises}, {&tr.Bounce, p.Behaviors.Bounce},
	} {
		if o.from != nil {
			*o.to = *o.from
		}
	}
	return tr
}

// resolveHours are a person's hours where the company is in a zone; those of an
// office where they make no sense.
func resolveHours(p *Persona, companyTZ string) simtime.Hours {
	h, err := p.Timing.Hours.resolve(companyTZ)
	if err != nil {
		h, _ = (*Hours)(nil).resolve("")
	}
	return h
}
