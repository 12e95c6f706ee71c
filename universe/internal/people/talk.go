package people

import (
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Thread is a person's part in one conversation. It is replaced, never edited.
type Thread struct {
	Replies int       `json:"replies"`
	Last    time.Time `json:"last"`
	Asked   bool      `json:"asked,omitempty"`  // the person's last mail asked something
	Broken  bool      `json:"broken,omitempty"` // a promise of the person is overdue
	Chased  int       `json:"chased,omitempty"`
	Said    []string  `json:"said,omitempty"`
	Heard   int       `json:"heard,omitempty"` // mails the person got in it
	Used    int       `json:"used,omitempty"`  // the day of the last change, as state.DayOfUse counts

	Mark mailsim.Mark `json:"mark,omitempty"` // as in Bond
}

// MaxSaid bounds the sentences remembered of one conversation.
const MaxSaid = 200

// Talk is a person's part in a conversation; never nil.
func Talk(v state.View, p *Person, thread string) *Thread {
	if r := TalkTable.In(v.State).At(state.Key(p.ID, thread)); r != nil {
		return r
	}
	return &Thread{}
}

// ChangeTalk changes a person's part in a conversation.
func ChangeTalk(t *state.Tx, p *Person, thread string, edit func(*Thread)) {
	next := *Talk(t.View, p, thread)
	edit(&next)
	next.Used, next.Mark = state.DayOfUse(t.Now), t.Seq
	state.Put(t, TalkTable.In(t.State), state.Key(p.ID, thread), &next)
}

// Heard notes a mail that a person got in a conversation.
func Heard(t *state.Tx, p *Person, thread string, rd *reading.Mail) {
	ChangeTalk(t, p, thread, func(r *Thread) {
		r.Heard++
		if rd.Gist.Chase {
			r.Chased++
		}
	})
}
