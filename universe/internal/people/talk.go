package people

import (
	"slices"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Talk is a person's part in one conversation. It is replaced, never edited.
type Talk struct {
	Replies int       `json:"replies"`
	Last    time.Time `json:"last"`
	Asked   bool      `json:"asked,omitempty"`  // the person's last mail asked something
	Broken  bool      `json:"broken,omitempty"` // a promise of the person is overdue
	Chased  int       `json:"chased,omitempty"`
	Said    []string  `json:"said,omitempty"`
	Heard   int       `json:"heard,omitempty"` // mails the person got in it
	Used    int       `json:"used,omitempty"`  // the day of the last change, as state.DayOfUse counts

	State dialog.State `json:"state,omitzero"`
	Since []string     `json:"since,omitempty"` // Message-IDs of the last personal mails that came since the person's own

	Mark mailsim.Mark `json:"mark,omitempty"` // as in Relation
}

// Bounds of what is remembered of one conversation.
const (
	MaxSaid    = 200 // sentences
	MaxSince   = 4   // mails since the person's own
	maxState   = 40  // entries of each list of the state
	maxAskings = 16  // questions of the person without an answer
)

// TalkOf is a person's part in a conversation; never nil.
func TalkOf(v state.View, p *Person, thread string) *Talk {
	if r := state.AtKey(TalkTable.In(v.State), p.ID, thread); r != nil {
		return r
	}
	return &noTalk
}

// noTalk is every conversation that has not begun.
var noTalk Talk

// ChangeTalk changes a person's part in a conversation.
func ChangeTalk(t *state.Tx, p *Person, thread string, edit func(*Talk)) {
	next := *TalkOf(t.View, p, thread)
	edit(&next)
	next.Used, next.Mark = state.DayOfUse(t.Now), t.Seq
	state.Put(t, TalkTable.In(t.State), state.Key(p.ID, thread), &next)
}

// Heard notes a mail that a person got in a conversation.
func Heard(t *state.Tx, p *Person, thread, messageID string, rd *reading.Mail) {
	ChangeTalk(t, p, thread, func(r *Talk) {
		r.Heard++
		if rd.Gist.Chase {
			r.Chased++
		}
		if rd.Automatic == "" {
			list := append(slices.Clip(r.Since), messageID)
			r.Since = list[max(0, len(list)-MaxSince):]
		}
	})
}

// Wrote notes a mail of the person's own: what it said, and what they have in mind
// since, nil when nothing tells that. opens tells that nobody had told them to answer.
func (r *Talk) Wrote(now time.Time, said []string, mind *dialog.State, opens bool) {
	first := r.Replies+r.Heard == 0
	r.Replies++
	r.Last, r.Since = now, nil
	list := append(slices.Clip(r.Said), said...)
	r.Said = list[max(0, len(list)-MaxSaid):]
	mine := r.State.Mine || opens && first
	if mind != nil {
		r.State = bounded(*mind)
	} else {
		r.State.Turns++
	}
	r.State.Mine = r.State.Mine || mine
}

// bounded is a state of strings of its own, with lists that do not grow for ever: the
// oldest entries go.
func bounded(s dialog.State) dialog.State {
	s.Want, s.Language = ownLine(s.Want), ownLine(s.Language)
	s.Agreed = newest(s.Agreed, maxState, func(c dialog.Claim) dialog.Claim {
		c.Topic, c.Value, c.To, c.At = ownLine(c.Topic), ownLine(c.Value), ownLine(c.To), c.At.UTC()
		c.About, c.Said, c.Sides = ownLine(c.About), ownLine(c.Said), ownLine(c.Sides)
		return c
	})
	s.Asked = newest(s.Asked, maxAskings, func(a dialog.Asking) dialog.Asking {
		a.Topic = ownLine(a.Topic)
		return a
	})
	s.Open = newest(s.Open, maxState, ownLine)
	s.Given, s.Promised = newest(s.Given, maxState, ownLine), newest(s.Promised, maxState, ownLine)
	return s
}

// newest are the last entries of a list, each made the record's own.
func newest[T any](list []T, most int, own func(T) T) []T {
	if len(list) == 0 {
		return nil
	}
	out := make([]T, 0, min(len(list), most))
	for _, v := range list[max(0, len(list)-most):] {
		out = append(out, own(v))
	}
	return out
}

// forgetAgreed lets a person forget what they hold as agreed and given in conversations.
func forgetAgreed(t *state.Tx, id string) {
	for key, r := range state.Under(TalkTable.In(t.State), id+"\x00") {
		if len(r.State.Agreed)+len(r.State.Given) > 0 {
			next := *r
			next.State.Agreed, next.State.Given = nil, nil
			state.Put(t, TalkTable.In(t.State), key, &next)
		}
	}
}
