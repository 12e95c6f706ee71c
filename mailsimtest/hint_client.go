package mailsimtest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// haste notes the mailboxes that the clock left behind: a program that reads them
// by IMAP in real time had no chance to, unless the world knows when it has
// finished.
type haste struct {
	mu     sync.Mutex
	idle   bool              // Idle was given: the clock waits for the application
	period time.Duration     // how long a timer of the application may let mail lie
	logins map[string]string // addresses that were logged in to over IMAP, by their key
	upTo   int64             // the event up to which logins are known
	left   map[string]leftMail
}

// leftMail is the first that an advance left unread in an inbox.
type leftMail struct {
	count int
	since time.Time // of the oldest
	at    time.Time
	after int64 // the last event
}

func (h *haste) waits() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.idle = true
}

// timer notes a timer of the application, by which it may look at its mail.
func (h *haste) timer(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.period = max(h.period, d)
}

// moves says that the clock is about to be moved; what it returns looks, when it
// has been, for unread mail in the inboxes that were logged in to over IMAP, or
// whose password the test knows and may have given away. In a bubble the clock
// waits for all.
func (s *Server) moves() (moved func()) {
	if s.Universe == nil || s.conf.bubble || !s.doors.hasIMAP() {
		return func() {}
	}
	from := s.Now()
	return func() {
		h := &s.haste
		h.mu.Lock()
		defer h.mu.Unlock()
		now := s.Now()
		if h.idle || !now.After(from) {
			return
		}
		readers := maps.Clone(s.imapLogins())
		for _, a := range s.secrets.given() {
			readers[a] = a
		}
		for key, address := range readers {
			if _, known := h.left[key]; known {
				continue
			}
			if n, since := s.unread(address, now.Add(-h.period)); n > 0 {
				h.left[key] = leftMail{n, since, now, s.lastEvent()}
			}
		}
	}
}

// imapLogins are the addresses that were logged in to over IMAP, by their key.
// Called under the lock.
func (s *Server) imapLogins() map[string]string {
	h := &s.haste
	if h.logins == nil {
		h.logins, h.left = map[string]string{}, map[string]leftMail{}
	}
	for e, d := range mailsim.EventsOf[mailsim.AuthOK](s.world.Log(mailsim.EventFilter{After: h.upTo, Types: []mailsim.EventType{mailsim.EventAuthOK}})) {
		h.upTo = e.ID
		if strings.HasPrefix(d.Proto, "imap") {
			h.logins[addr.Key(d.Address)] = d.Address
		}
	}
	return h.logins
}

// unread counts the unread mail in an inbox of before an instant.
func (s *Server) unread(address string, before time.Time) (n int, oldest time.Time) {
	box, err := s.Universe.Access(address)
	if err != nil {
		return 0, oldest
	}
	inbox, err := box.Open("INBOX")
	if err != nil {
		return 0, oldest
	}
	left := inbox.Info().Unread
	for i := inbox.Len() - 1; i >= 0 && left > 0; i-- {
		m := inbox.At(i)
		if slices.Contains(m.Flags().Names(), `\Seen`) {
			continue
		}
		left--
		if m.Time().Before(before) {
			n++
			oldest = m.Time()
		}
	}
	return n, oldest
}

// overtaken are hints at programs that the clock did not wait for.
func (s *Server) overtaken() (out []hint) {
	h := &s.haste
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.left) == 0 {
		return nil
	}
	logins, told := s.imapLogins(), s.doors.isTold(imapDoor) || s.doors.isTold(imapsDoor)
	for _, key := range slices.Sorted(maps.Keys(h.left)) {
		m, address := h.left[key], logins[key]
		if address == "" && !told {
			continue
		}
		address = cmp.Or(address, key) // of a program that may not have come so far as to log in
		mails := fmt.Sprintf("%d mails lay unread in the inbox of %s, the oldest since %s,", m.count, address, clock(m.since))
		if m.count == 1 {
			mails = fmt.Sprintf("a mail lay unread in the inbox of %s since %s,", address, clock(m.since))
		}
		out = append(out, hint{from: m.after, about: []string{key}, text: mails + " when the clock had been moved to " + clock(m.at) +
			": the clock does not wait for a program that reads over IMAP by itself; give sim.Idle a function that returns when the program has done all it can"})
	}
	return out
}
