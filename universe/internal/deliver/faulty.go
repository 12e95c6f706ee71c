package deliver

import (
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// bringFaulty brings a message to one recipient as the fault rules let it.
func bringFaulty(t *state.Tx, s *transit.Submission, to string) error {
	a, err := fault.Judge(t, s, to)
	if err != nil {
		return err
	}
	if a.Gone {
		return nil
	}
	if len(a.Alter) > 0 {
		if s, err = altered(t, s, to, a.Alter); err != nil {
			return err
		}
	}
	if a.Junked {
		junked := *s
		junked.Junked = true
		s = &junked
	}
	switch {
	case a.Overtaken > 0:
		waitForNext(t, s, to, a.Overtaken)
		return nil
	case a.Held > 0:
		held := transit.Hold(t, s, to, a.Held, a.Why)
		if a.Warn > 0 {
			rules.NoticeDelay(t, s, to, a.Warn, held)
		} else {
			rules.WarnHeld(t, s, to, held)
		}
		return nil
	}
	if err := Arrive(t, s, to); err != nil {
		return err
	}
	if a.Again {
		sendAgain(t, s, to, a.After)
	}
	if a.Waiting != nil {
		return letPass(t, s, to, a.Waiting)
	}
	return nil
}

// altered returns the submission of a copy whose bytes are changed. It keeps
// the place in a conversation, unless it has lost the headers that say so.
func altered(t *state.Tx, s *transit.Submission, to string, list []fault.Alteration) (*transit.Submission, error) {
	key := state.Key("altered", addr.Key(to))
	for _, a := range list {
		key = state.Key(key, a.Key)
	}
	c, err := s.Other(key, func() *transit.Submission {
		raw := s.Raw
		for _, a := range list {
			raw = a.Make(raw)
		}
		return transit.NewSubmission(s.Env, raw, s.Origin)
	})
	if err != nil {
		return nil, err
	}
	c.Login, c.Person, c.Truth, c.Passed, c.Case = s.Login, s.Person, s.Truth, s.Passed, s.Case
	c.Mail.MessageID, c.Mail.Thread, c.Mail.Truth = s.Mail.MessageID, s.Mail.Thread, s.Mail.Truth
	if c.Sum.InReplyTo == "" && len(c.Sum.References) == 0 {
		c.Mail.Thread = c.Mail.MessageID
	}
	return c, nil
}

// sendAgain brings a second copy, now or later.
func sendAgain(t *state.Tx, s *transit.Submission, to string, after time.Duration) {
	second := *s
	second.Again = true
	if after == 0 {
		fileAgain(t, &second, to)
		return
	}
	transit.Hold(t, &second, to, after, "a second copy, made by a fault")
}

// fileAgain files a second copy beside the first. A person sees that it is the
// same mail and deals with it once.
func fileAgain(t *state.Tx, s *transit.Submission, to string) {
	folder := post.Inbox
	if m := post.Mailbox(t.View, to); m != nil {
		if f := m.Folder(post.Junk); s.Junked || f != nil && f.Len() > 0 && f.At(f.Len()-1).Mail == s.Mail {
			folder = post.Junk
		}
	}
	post.File(t, to, folder, &post.Stored{Mail: s.Mail, Way: s.Way, Traced: true})
}

// waitForNext holds a mail back until the next one to that recipient has
// overtaken it.
func waitForNext(t *state.Tx, s *transit.Submission, to string, most time.Duration) {
	j := transit.Hold(t, s, to, most, "waits for the next mail to "+to+" to overtake it")
	rules.WarnHeld(t, s, to, j)
	fault.NoteWaiting(t, to, j)
}

// letPass delivers what waited for this mail to overtake it.
func letPass(t *state.Tx, s *transit.Submission, to string, j *jobs.Record) error {
	held, err := s.Other(state.Key("held", j.ID), func() *transit.Submission { return transit.Resume(transit.HeldIn(j)) })
	if err != nil {
		return err
	}
	jobs.Finish(t, j, mailsim.StateDone, "overtaken, then delivered to "+to)
	t.Wakeup = true
	return Arrive(t, held, to)
}
