package mind

import (
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/spam"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Inspection is what is remembered of a mail's inspection.
type Inspection struct {
	Filter   string                `json:"filter,omitempty"` // of the person it reached first
	Known    bool                  `json:"known,omitempty"`
	InThread bool                  `json:"in_thread,omitempty"`
	Checked  bool                  `json:"checked,omitempty"` // its links have been opened
	Links    []mailsim.InspectLink `json:"links,omitempty"`
}

// verdict is what a person's filter made of a mail.
type verdict struct {
	junk      bool
	score     float64
	threshold float64
	why       string
}

// filter lets a person's filter judge. Event: inspect.scored.
func filter(t *state.Tx, p *people.Person, s *transit.Submission, rd *reading.Mail) (verdict, error) {
	threshold, filters := transit.FilterOf(p)
	if !filters {
		return verdict{}, nil
	}
	who := transit.ReaderOf(t.View, p, s.From(), s.Mail.Thread)
	r, ok := s.Scores.Reports[who]
	if !ok {
		return verdict{}, &transit.Lacking{Make: func(u *transit.Part, _ *transit.Submission) { u.Score(s, who) }}
	}
	v := verdict{r.Score >= threshold, r.Score, threshold, strings.Join(r.Why(), " ")}
	t.Emit(mailsim.InspectScored{MessageID: s.Mail.MessageID, Subject: s.Sum.Subject, Score: r.Score, Engine: spam.Engine, Action: FiledAs(v.junk)})
	if InspectionOf(t.View, s.Mail.MessageID) == nil {
		SetInspection(t, s.Mail.MessageID, &Inspection{Filter: p.Style.Filter, Known: who.Known, InThread: who.InThread})
	}
	return v, nil
}

// FiledAs says where a filter has a mail filed.
func FiledAs(junked bool) string {
	if junked {
		return "junk"
	}
	return "inbox"
}

// InspectionOf is what is remembered of a mail's inspection, nil when it had none.
func InspectionOf(v state.View, messageID string) *Inspection {
	return InspectedTable.In(v.State).At(messageID)
}

// SetInspection stores what is to be remembered of a mail's inspection.
func SetInspection(t *state.Tx, messageID string, i *Inspection) {
	state.Put(t, InspectedTable.In(t.State), messageID, i)
}

// ForgetInspection forgets what was known as a mail was scored.
func ForgetInspection(t *state.Tx, messageID string) {
	state.Drop(t, InspectedTable.In(t.State), messageID)
}
