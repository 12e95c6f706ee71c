// Package wait waits for mail and for replies, and says why none came. It owns nothing but
// the gate that a reset opens; waiting for events is for package feed. A wait for a reply
// may run the jobs that bring it, by package run.
package wait

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// newArrival is a message with what is read out of it.
func newArrival(m mailsim.Message) mailsim.Arrival {
	if s := post.CopyOf(&m); s != nil {
		m.NewText, _ = s.Mail.Parse().Understood()
	}
	return mailsim.Arrival{Message: m, Extract: m.Extract()}
}

// errReset ends the waits that were open when the universe was emptied.
var errReset = &mailsim.Error{Kind: mailsim.ErrConflict, Message: "the universe was reset while waiting"}

// Wait returns the oldest matching mail that came after the mark, waiting for
// one until the context ends. Take the mark before the action, and no mail is
// missed. Errors: ErrInvalid where To is not an address or InReplyTo not a
// Message-ID; *WaitError when the context ends.
func (u *Part) Wait(ctx context.Context, since mailsim.Mark, m mailsim.Match) (mailsim.Arrival, error) {
	return u.wait(ctx, since, m, false)
}

// WaitNewest returns the newest matching mail that is there, else waits for the
// next one.
func (u *Part) WaitNewest(ctx context.Context, m mailsim.Match) (mailsim.Arrival, error) {
	return u.wait(ctx, 0, m, true)
}

func (u *Part) wait(ctx context.Context, since mailsim.Mark, m mailsim.Match, newest bool) (mailsim.Arrival, error) {
	fail.IfNil(ctx)
	var err error
	if m.InReplyTo, err = valid.MessageID("in_reply_to", m.InReplyTo); err == nil {
		err = valid.Breaks("from", m.From)
	}
	if err == nil && m.To != "" {
		err = valid.Address("to", m.To)
	}
	if err != nil {
		return mailsim.Arrival{}, err
	}
	wake := make(chan struct{}, 1)
	defer u.feed.WatchMailbox(m.To, func(string) {
		select {
		case wake <- struct{}{}:
		default:
		}
	})()
	reset := u.resets()
	var misses []mailsim.Miss
	at := since
	for {
		list := u.arrivals(m, at)
		if newest {
			slices.Reverse(list)
		}
		for _, msg := range list {
			at = max(at, msg.Mark())
			why := Reject(m, msg)
			if why == "" {
				return newArrival(msg), nil
			}
			if len(misses) < 20 {
				misses = append(misses, mailsim.Miss{Message: msg, Why: why})
			}
		}
		newest = false
		if err := u.pause(ctx, wake, reset, func() error {
			return u.waitError(ctx, m.String(), since, misses, func(j *jobs.Record) bool { return couldReach(j, m.To) })
		}); err != nil {
			return mailsim.Arrival{}, err
		}
	}
}

// pause lets a wait rest until something has changed. The error ends the wait: it is that
// of ended when the context has.
func (u *Part) pause(ctx context.Context, wake, reset <-chan struct{}, ended func() error) error {
	if err := u.feed.MayBlock(ctx); err != nil {
		return err
	}
	select {
	case <-wake:
		return nil
	case <-reset:
		return errReset
	case <-u.Closed:
		return u.ErrClosed()
	case <-ctx.Done():
		return ended()
	}
}

// arrivals lists the mails of the watched folders after a mark, in order of arrival.
func (u *Part) arrivals(m mailsim.Match, after mailsim.Mark) []mailsim.Message {
	type at struct {
		own, folder string
		s           *post.Stored
	}
	var found []at
	u.Read(func(v state.View) {
		for _, box := range watchedBoxes(v, m.To) {
			for _, name := range watchedFolders(m.Folder) {
				if f := box.Folder(name); f != nil {
					for s := range f.After(after) {
						found = append(found, at{box.Address, name, s})
					}
				}
			}
		}
	})
	slices.SortFunc(found, func(a, b at) int { return cmp.Compare(a.s.Seq, b.s.Seq) })
	out := make([]mailsim.Message, len(found))
	for i, a := range found {
		a.s.MessageTo(&out[i], a.own, a.folder)
	}
	return out
}

// watchedBoxes are those that a wait looks in: one if it is there, or all.
func watchedBoxes(v state.View, to string) []*post.Box {
	if to == "" {
		return slices.Collect(maps.Values(post.Boxes.In(v.State).M))
	}
	if box := post.Mailbox(v, to); box != nil {
		return []*post.Box{box}
	}
	return nil
}

// watchedFolders are those that a wait looks in: a folder, or where mail arrives.
func watchedFolders(folder string) []string {
	if folder == "" {
		return []string{post.Inbox, post.Junk}
	}
	return []string{post.CanonFolder(folder)}
}

// Reject says which clause a mail fails, "" when it matches.
func Reject(m mailsim.Match, msg mailsim.Message) string {
	switch {
	case m.From != "" && !matchSender(m.From, msg):
		return fmt.Sprintf("it is from %s, not %q", msg.From, m.From)
	case m.Subject != "" && !containsFold(msg.Subject, m.Subject):
		return fmt.Sprintf("its subject does not contain %q", m.Subject)
	case m.Contains != "" && !containsFold(msg.Text, m.Contains) && !containsFold(msg.HTML, m.Contains):
		return fmt.Sprintf("its text does not contain %q", m.Contains)
	case m.InReplyTo != "" && !answersTo(msg, m.InReplyTo):
		return "it does not answer " + m.InReplyTo
	case m.Func != nil && !m.Func(msg):
		return "the function refused it"
	}
	return ""
}

func matchSender(want string, msg mailsim.Message) bool {
	if addr.Valid(want) {
		return addr.Key(want) == addr.Key(msg.From)
	}
	return containsFold(msg.From, want) || containsFold(msg.FromName, want)
}

func answersTo(msg mailsim.Message, id string) bool {
	return msg.InReplyTo == id || slices.Contains(msg.References, id)
}

func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}

// couldReach tells whether a job may bring mail to an address.
func couldReach(j *jobs.Record, address string) bool {
	key := addr.Key(address)
	if address == "" {
		return true
	}
	if addr.Key(j.Args.Correspondent) == key || j.Kind == mailsim.JobWorld {
		return true
	}
	match := func(a string) bool { return addr.Key(a) == key }
	return slices.ContainsFunc(j.Args.To, match) || slices.ContainsFunc(j.Args.CC, match) ||
		transit.HeldIn(j) != nil && match(transit.HeldIn(j).To) || rules.NoticeIn(j) != nil && match(rules.NoticeIn(j).To)
}

// waitError explains a wait that ended.
func (u *Part) waitError(ctx context.Context, what string, since mailsim.Mark, misses []mailsim.Miss, could func(*jobs.Record) bool) error {
	var pending []*jobs.Record
	e := &mailsim.WaitError{Match: what, Since: since, Misses: misses, Err: ctx.Err()}
	u.Read(func(v state.View) {
		e.Now, e.Frozen = v.Now, v.Clock.Frozen
		for j := range jobs.Pending(v) {
			if j.State == mailsim.StatePending && could(j) {
				pending = append(pending, j)
			}
		}
	})
	pending = jobs.InOrder(pending)
	for _, j := range pending[:min(len(pending), 5)] {
		e.Pending = append(e.Pending, j.Job)
	}
	return e
}

// gate ends the waits that are open at a reset.
type gate struct {
	mu sync.Mutex
	ch chan struct{}
}

// End lets all who wait go.
func (g *gate) End() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ch != nil {
		close(g.ch)
		g.ch = nil
	}
}

// resets returns a channel that is closed when the universe is emptied.
func (u *Part) resets() <-chan struct{} {
	g := &u.Gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ch == nil {
		g.ch = make(chan struct{})
	}
	return g.ch
}
