package engine

import (
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// DeliverFaulty brings a message to one recipient as the fault rules let it.
func DeliverFaulty(t *state.Tx, s *submission, to string) error {
	a, err := FaultsOf(t, s, to)
	if err != nil {
		return err
	}
	if a.gone {
		return nil
	}
	if len(a.alter) > 0 {
		if s, err = Altered(t, s, to, a.alter); err != nil {
			return err
		}
	}
	if a.junked {
		junked := *s
		junked.junked = true
		s = &junked
	}
	switch {
	case a.overtaken > 0:
		WaitForNext(t, s, to, a.overtaken)
		return nil
	case a.held > 0:
		held := HoldMail(t, s, to, a.held, a.why)
		if a.warn > 0 {
			NoticeDelay(t, s, to, a.warn, held)
		} else {
			WarnHeld(t, s, to, held)
		}
		return nil
	}
	if err := Arrive(t, s, to); err != nil {
		return err
	}
	if a.again {
		SendAgain(t, s, to, a.after)
	}
	if a.waiting != nil {
		return Release(t, s, to, a.waiting)
	}
	return nil
}

// Altered returns the submission of a copy whose bytes are changed. It keeps
// the place in a conversation, unless it has lost the headers that say so.
func Altered(t *state.Tx, s *submission, to string, list []alteration) (*submission, error) {
	key := state.Key("altered", addr.Key(to))
	for _, a := range list {
		key = state.Key(key, a.key)
	}
	c, err := s.other(key, func() *submission {
		raw := s.raw
		for _, a := range list {
			raw = a.make(raw)
		}
		return newSubmission(s.env, raw, s.origin)
	})
	if err != nil {
		return nil, err
	}
	c.login, c.person, c.truth = s.login, s.person, s.truth
	c.mail.MessageID, c.mail.Thread, c.mail.Truth = s.mail.MessageID, s.mail.Thread, s.mail.Truth
	if c.sum.InReplyTo == "" && len(c.sum.References) == 0 {
		c.mail.Thread = c.mail.MessageID
	}
	return c, nil
}

// SendAgain brings a second copy, now or later.
func SendAgain(t *state.Tx, s *submission, to string, after time.Duration) {
	second := *s
	second.again = true
	if after == 0 {
		FileAgain(t, &second, to)
		return
	}
	HoldMail(t, &second, to, after, "a second copy, made by a fault")
}

// FileAgain files a second copy beside the first. A person sees that it is the
// same mail and deals with it once.
func FileAgain(t *state.Tx, s *submission, to string) {
	folder := post.Inbox
	if m := post.Mailbox(t.View, to); m != nil {
		if f := m.Folder(post.Junk); s.junked || f != nil && f.Len() > 0 && f.At(f.Len()-1).Mail == s.mail {
			folder = post.Junk
		}
	}
	post.File(t, to, folder, &post.Stored{Mail: s.mail, Env: s.way, Traced: true})
}

// WaitForNext holds a mail back until the next one to that recipient has
// overtaken it.
func WaitForNext(t *state.Tx, s *submission, to string, most time.Duration) {
	j := HoldMail(t, s, to, most, "waits for the next mail to "+to+" to overtake it")
	WarnHeld(t, s, to, j)
	NoteWaiting(t, to, j)
}

// Release delivers what waited for this mail to overtake it.
func Release(t *state.Tx, s *submission, to string, j *jobs.Record) error {
	held, err := s.other(state.Key("held", j.ID), func() *submission { return heldSubmission(heldIn(j)) })
	if err != nil {
		return err
	}
	jobs.Finish(t, j, mailsim.StateDone, "overtaken, then delivered to "+to)
	t.Wakeup = true
	return Arrive(t, held, to)
}
