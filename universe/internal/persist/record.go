package persist

// The form of events, of the last prune and of the clock in records.

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// SavedEvent is an event with its data resolved.
type SavedEvent struct {
	Type     mailsim.EventType `json:"type"`
	At       state.Instant     `json:"at"`
	Seq      mailsim.Mark      `json:"seq"`
	Mail     uint32            `json:"mail,omitempty"` // in a store: what Data can be made from
	Way      uint32            `json:"way,omitempty"`  // likewise
	Data     json.RawMessage   `json:"data"`
	Answered []string          `json:"answered,omitempty"`  // by a persona.sent
	PassedOn bool              `json:"passed_on,omitempty"` // a persona.sent that forwards a mail
}

// savedEventOf is an event as it is written.
func savedEventOf(e *state.Event) SavedEvent {
	data := e.Data
	if lazy, ok := data.(state.Lazy); ok {
		data = lazy.Resolve()
	}
	s := SavedEvent{Type: data.EventType(), At: e.At, Seq: e.Seq}
	s.Data, _ = json.Marshal(data)
	if sent, ok := state.SentOf(e.Data); ok {
		s.Answered, s.PassedOn = sent.Answered, sent.PassedOn
	}
	return s
}

// storedEventOf is an event as a store has it. One that is made from a mail when it is
// read says from which.
func storedEventOf(e *state.Event) SavedEvent {
	s := savedEventOf(e)
	switch d := e.Data.(type) {
	case deliver.Delivered:
		s.Way = d.Way.Number
	case mind.Received:
		s.Mail = d.Mail.Number
	}
	return s
}

// Append writes the event by hand as json.Marshal would.
func (e SavedEvent) Append(b []byte) []byte {
	if len(e.Answered) > 0 || e.PassedOn || len(e.Data) == 0 {
		b, _ = json.Marshal(e)
		return b
	}
	b = slices.Grow(b, len(e.Data)+120)
	b = state.AppendText(append(b, `,"type":`...), string(e.Type))
	b = state.AppendInstant(append(b, `,"at":`...), e.At)
	b = strconv.AppendInt(append(b, `,"seq":`...), int64(e.Seq), 10)
	if e.Mail != 0 {
		b = strconv.AppendUint(append(b, `,"mail":`...), uint64(e.Mail), 10)
	}
	if e.Way != 0 {
		b = strconv.AppendUint(append(b, `,"way":`...), uint64(e.Way), 10)
	}
	b = append(append(b, `,"data":`...), e.Data...)
	return state.Begun(b)
}

// event is the event as it is in memory.
func (s SavedEvent) event(id int64) (*state.Event, error) {
	read, err := seam.DecodeEvent(string(s.Type), s.Data)
	if err != nil {
		return nil, err
	}
	data := read.(mailsim.EventData)
	if sent, ok := data.(mailsim.PersonaSent); ok && (s.Answered != nil || s.PassedOn) {
		data = state.Sent{PersonaSent: sent, Answered: s.Answered, PassedOn: s.PassedOn}
	}
	return &state.Event{ID: id, Seq: s.Seq, At: s.At, Data: data}, nil
}

// savedSweep is what the last prune left.
type savedSweep struct {
	Done   bool          `json:"done"`
	Any    bool          `json:"any"`
	Oldest state.Instant `json:"oldest"`
	Seq    mailsim.Mark  `json:"seq"`
	Kept   int64         `json:"kept"`

	Counted bool `json:"counted,omitempty"`
	Memory  int  `json:"memory,omitempty"`
}

// savedSweepOf is a sweep as it is written.
func savedSweepOf(s state.Sweep) savedSweep {
	return savedSweep{s.Done, s.Any, s.Oldest, s.Seq, s.Kept, s.Counted, s.Memory}
}

// check refuses what no universe can be.
func (s stateRecord) check() error {
	switch {
	case s.Format > Format:
		return fail.Invalidf("the content was written by a later version of mailsim (format %d): update mailsim", s.Format)
	case s.Format < 1:
		return fail.Damagedf("it has no state")
	case s.Now.After(state.EndOfTime) || s.Now.Before(time.Time{}):
		return fail.Damagedf("the clock stands at %s", s.Now)
	case !(s.Speed > 0 && s.Speed <= run.MaxSpeed):
		return fail.Damagedf("the clock runs at %v", s.Speed)
	case s.Mark < 0 || s.Pruned < 0 || s.Cut < 0 || s.Cut > s.Mark:
		return fail.Damagedf("a count is below 0")
	}
	return nil
}
