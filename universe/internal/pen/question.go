package pen

// What a writer is asked to settle: whether to open a link, whether to answer.

import (
	"cmp"
	"context"
	"errors"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// judge asks the writer; when it is not asked, or does not say, the lean holds.
func (u *Part) judge(ctx context.Context, w *Writing, q mailsim.Question, what string) (a mailsim.Answer, asked bool) {
	if !u.WritesByAI(w.Person) {
		return mailsim.Answer{Yes: q.Lean}, false
	}
	q.Now, q.Person, q.Facts = w.Now.In(w.Zone), w.Person.Clone(), RelationFacts(w.Person, w.Relation)
	a, asked = ai.Ask(ctx, u.ai, what, w.Person.ID, func(ctx context.Context, fault string) (mailsim.Answer, error) {
		told := q
		told.Fault = fault
		a, err := u.ai.Judge(ctx, told)
		if err == nil && len(a.Why) > valid.MaxText {
			err = errors.New("why is too long: a few words are enough")
		}
		a.Why = CleanLine(a.Why, valid.MaxName, nil)
		return a, err
	})
	if !asked {
		a.Yes = q.Lean
	}
	return a, asked
}

// CloseClicks is what a person opens of a mail. By habit they open what it asks
// them to open more or less often: a close call, unless they always or never do.
func (u *Part) CloseClicks(ctx context.Context, w *Writing, m *post.Mail, links []reading.Link, choose func(linkwalk.Habit) []linkwalk.Choice, habit linkwalk.Habit) []linkwalk.Choice {
	chosen := choose(habit)
	if habit.Rate <= 0 || habit.Rate >= 1 || !u.WritesByAI(w.Person) {
		return chosen
	}
	lean := map[int]bool{}
	for _, c := range chosen {
		lean[c.Index] = c.Open
	}
	habit.Rate = 1
	var out []linkwalk.Choice
	for _, c := range choose(habit) {
		if c.Open {
			a, asked := u.judgeClick(ctx, w, m, links[c.Index], lean[c.Index])
			if c.Open = a.Yes; asked {
				c.Why = cmp.Or(a.Why, c.Why)
			} else if !a.Yes {
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// judgeClick settles a close call about a link.
func (u *Part) judgeClick(ctx context.Context, w *Writing, m *post.Mail, l reading.Link, lean bool) (a mailsim.Answer, asked bool) {
	q := mailsim.Question{Kind: "click", Mail: u.briefMail(m, w.Person.Style.Client, maxBriefText, nil), URL: l.URL, Text: plain.Cut(l.Text, valid.MaxName), Lean: lean}
	return u.judge(ctx, w, q, "click of "+w.Person.Name+" on "+plain.Cut(l.URL, valid.MaxName))
}

// JudgeReply settles whether a mail is answered, nil when that is settled.
func (u *Part) JudgeReply(ctx context.Context, w *Writing, m *post.Mail) *mailsim.Answer {
	if w.Args.Lean == "" {
		return nil
	}
	lean := w.Args.Lean == mind.LeanYes
	q := mailsim.Question{Kind: "reply", Mail: u.briefMail(m, w.Person.Style.Client, maxBriefText, u.filesFor(ctx, w)), Lean: lean}
	a, _ := u.judge(ctx, w, q, "whether "+w.Person.Name+" answers "+w.Args.Correspondent)
	return &a
}
