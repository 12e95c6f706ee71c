package mind

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Words are what a mail says beside its text, and what its writer has in mind since.
type Words struct {
	Said   []string       // sentences that they do not say again
	Filler []string       // its sentences without content, that they do not write to others either
	Claims []dialog.Claim // what it says is so
	Mind   *dialog.State  // of the conversation; nil where nothing tells
}

// Wrote records that a person sent a mail and what it changes for them: whom
// they know, what they hold to, and the conversation. An automatic reply changes none of
// it, and what was passed on is said to others. e holds what the mail does not show.
// Events: persona.sent, and persona.memory for each claim.
func Wrote(t *state.Tx, p *people.Person, s *transit.Submission, e state.Sent, w Words) {
	e.PersonaID, e.Persona, e.CaseID = p.ID, p.Name, s.CaseID
	e.To, e.CC, e.Subject = post.Addrs(s.Sum.To), post.Addrs(s.Sum.Cc), s.Sum.Subject
	e.MessageID, e.InReplyTo = s.Mail.MessageID, s.Sum.InReplyTo
	t.Emit(e)
	if e.Kind == string(mailsim.JobOOO) {
		return
	}
	for _, to := range slices.Concat(e.To, e.CC) {
		if addr.Valid(to) {
			people.ChangeRelation(t, p, to, func(r *people.Relation) { r.Sent++ })
		}
	}
	if e.PassedOn {
		return
	}
	people.Filled(t, p, w.Filler)
	if len(e.To) > 0 {
		people.Said(t, p, e.CaseID, e.To[0], w.Claims)
	}
	people.ChangeTalk(t, p, s.Mail.Thread, func(r *people.Talk) {
		r.Wrote(t.Now, w.Said, w.Mind, e.Kind == string(mailsim.JobInitiate))
		r.Asked = strings.Contains(e.Text, "?")
	})
}
