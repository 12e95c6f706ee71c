package mailsim

import (
	"encoding/json"

	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/internal/simtime"
)

func init() {
	seam.Universe = func(e any) any { return &Universe{e.(engine)} }
	seam.Cell = func(e any) any { return &Cell{e.(cellEngine)} }
	seam.Timer = func(e any) any { return &Timer{e.(timerEngine)} }
	seam.Engine = func(handle any) any {
		switch h := handle.(type) {
		case *Universe:
			return h.engine
		case *Cell:
			return h.engine
		}
		return nil
	}
	seam.Message = func(message any, of seam.Copy, mark int64) {
		m := message.(*Message)
		m.of, m.mark = of, Mark(mark)
	}
	seam.CopyOf = func(message any) seam.Copy { return message.(Message).of }
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
}
