package imapd

import (
	"iter"
	"time"

	"github.com/mailsim/mailsim"
)

// lag keeps new mail from one session for a while (fault kind stale). What any
// session has claimed as \Recent is shown: mail that was seen does not vanish.
type lag struct {
	by     time.Duration // simulated; 0 shows everything
	folder string        // the selected one
	wake   func()        // makes the session look at it again; nil while nothing is selected
	timer  *mailsim.Timer
}

// set changes how far the session lags behind.
func (l *lag) set(by time.Duration) {
	if by == l.by {
		return
	}
	l.by = by
	if l.wake != nil {
		l.wake()
	}
}

// shown counts the messages, from the first on, that the session may see. UIDs
// appear in their order, so a message waits for those before it.
func (l *lag) shown(s mailsim.Snapshot, now func() time.Time) int {
	n := s.Len()
	if l.by == 0 {
		return n
	}
	upTo := now().Add(-l.by)
	first, _ := s.IndexOf(s.FirstRecent())
	for i := n - 1; i >= first; i-- {
		if s.At(i).Time().After(upTo) {
			n = i
		}
	}
	return n
}

// wakeFor makes the session look again when it may see m.
func (l *lag) wakeFor(m mailsim.Stored, u *mailsim.Universe) {
	l.unset()
	if l.wake != nil {
		l.timer = u.AfterFunc(m.Time().Add(l.by).Sub(u.Now()), l.wake)
	}
}

func (l *lag) stop() {
	l.folder, l.wake = "", nil
	l.unset()
}

func (l *lag) unset() {
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
}

// staleSnapshot is a folder without its last messages.
type staleSnapshot struct {
	snapshot
	n int // messages shown
}

func (s staleSnapshot) Len() int        { return s.n }
func (s staleSnapshot) UIDNext() uint32 { return s.At(s.n).UID() }

// HighestModSeq is one that none of the hidden messages has reached.
func (s staleSnapshot) HighestModSeq() uint64 {
	lowest := s.At(s.n).ModSeq()
	for m := range s.From(s.n) {
		lowest = min(lowest, m.ModSeq())
	}
	return lowest - 1
}

func (s staleSnapshot) IndexOf(uid uint32) (int, bool) {
	i, ok := s.snapshot.IndexOf(uid)
	return min(i, s.n), ok && i < s.n
}

func (s staleSnapshot) ChangedSince(mod uint64) iter.Seq[message] {
	return func(yield func(message) bool) {
		for m := range s.snapshot.ChangedSince(mod) {
			if m.UID() >= s.UIDNext() || !yield(m) {
				return
			}
		}
	}
}

// hide takes the messages that s does not show out of the counts.
func (f *folderState) hide(s staleSnapshot) {
	f.Total, f.UIDNext, f.HighestModSeq = s.Len(), s.UIDNext(), s.HighestModSeq()
	for m := range s.From(s.n) {
		flags, size := m.Flags().System, int64(m.Size())
		f.Recent--
		f.Size -= size
		if flags&mailsim.FlagSeen == 0 {
			f.Unseen--
		}
		if flags&mailsim.FlagDeleted != 0 {
			f.Deleted--
			f.DeletedSize -= size
		}
	}
}
