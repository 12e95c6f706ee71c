package mind

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Wrote records that a person sent a mail and what it changes for them: whom
// they know, and the conversation. An automatic reply changes neither, and what
// was passed on is said to others. e holds what the mail does not show. Event:
// persona.sent.
func Wrote(t *state.Tx, p *people.Person, s *transit.Submission, e state.Sent, said []string) {
	e.PersonaID, e.Persona, e.CaseID = p.ID, p.Name, s.CaseID
	e.To, e.CC, e.Subject = post.Addrs(s.Sum.To), post.Addrs(s.Sum.Cc), s.Sum.Subject
	e.MessageID, e.InReplyTo = s.Mail.MessageID, s.Sum.InReplyTo
	t.Emit(e)
	if e.Kind == string(mailsim.JobOOO) {
		return
	}
	for _, to := range slices.Concat(e.To, e.CC) {
		if addr.Valid(to) {
			people.Relate(t, p, to, func(r *people.Bond) { r.Sent++ })
		}
	}
	if e.PassedOn {
		return
	}
	people.ChangeTalk(t, p, s.Mail.Thread, func(r *people.Thread) {
		r.Replies++
		r.Last, r.Asked = t.Now, strings.Contains(e.Text, "?")
		list := append(slices.Clip(r.Said), said...)
		r.Said = list[max(0, len(list)-people.MaxSaid):]
	})
}
