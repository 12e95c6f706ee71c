package door

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mailsim/mailsim"
)

// MaxTranscript bounds the text of one session.
const MaxTranscript = 32 << 10

// transcripts keeps the last sessions. Its lock holds nothing else.
type transcripts struct {
	mu   sync.Mutex
	list []*tap
	n    int
}

// tap is a session being written down.
type tap struct {
	full    atomic.Bool // no more is written down
	mu      sync.Mutex
	t       mailsim.Transcript
	buf     []byte
	masking bool
}

// openTap starts a transcript when any are kept.
func (u *Part) openTap(i mailsim.SessionInfo) *tap {
	keep := u.Opts.Transcripts
	if keep <= 0 {
		return nil
	}
	l := &u.taps
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	r := &tap{t: mailsim.Transcript{ID: fmt.Sprintf("%s-%d", i.Proto, l.n), Proto: i.Proto, Remote: i.Remote, Started: u.Now()}}
	l.list = append(l.list, r)
	if over := len(l.list) - keep; over > 0 {
		l.list = slices.Delete(l.list, 0, over)
	}
	return r
}

// Transcripts returns the last protocol sessions, oldest first: as many as
// Options.Transcripts keeps, each up to 32 KiB.
func (u *Part) Transcripts() []mailsim.Transcript {
	u.taps.mu.Lock()
	list := slices.Clone(u.taps.list)
	u.taps.mu.Unlock()
	out := make([]mailsim.Transcript, 0, len(list))
	for _, r := range list {
		r.mu.Lock()
		t := r.t
		t.Mails = append([]string{}, t.Mails...)
		t.Text = string(r.buf)
		r.mu.Unlock()
		out = append(out, t)
	}
	return out
}

// TranscriptsOf returns the session that brought a mail, and earlier ones that named its
// sender and one of its recipients and brought nothing, the oldest first.
func (u *Part) TranscriptsOf(mail string, e *mailsim.Envelope) []mailsim.Transcript {
	out := []mailsim.Transcript{}
	for _, t := range u.Transcripts() {
		brought := slices.Contains(t.Mails, mail)
		if brought || e != nil && len(t.Mails) == 0 && t.Remote == e.Remote && tried(t.Text, e) {
			out = append(out, t)
		}
		if brought {
			return out
		}
	}
	return []mailsim.Transcript{}
}

// tried tells whether a session named an envelope's sender and one of its recipients.
func tried(text string, e *mailsim.Envelope) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "mail from:<"+strings.ToLower(e.From)+">") && slices.ContainsFunc(e.To, func(to string) bool {
		return strings.Contains(text, "rcpt to:<"+strings.ToLower(to)+">")
	})
}

// note writes down that the session brought a mail.
func (r *tap) note(mail string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.t.Mails) < maxBrought {
		r.t.Mails = append(r.t.Mails, mail)
	}
}

// maxBrought bounds the mails that a transcript names.
const maxBrought = 1000

// Tap writes a line of the session down, who being "C: " or "S: ". Secrets are
// masked. It costs nothing when no transcripts are kept.
func (s *Session) Tap(who string, line []byte) {
	r := s.tap
	if r == nil || r.full.Load() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.buf)+len(line) > MaxTranscript {
		r.buf = append(r.buf, "(cut here)\n"...)
		r.full.Store(true)
		return
	}
	r.t.Login = s.login
	switch {
	case who != "C: ":
	case r.masking:
		line = []byte("****")
	default:
		line = maskSecrets(line)
	}
	r.buf = append(append(append(r.buf, who...), line...), '\n')
}

// Tapped reports whether the session is being written down.
func (s *Session) Tapped() bool { return s.tap != nil }

// Mask hides what the client sends, while it sends a secret.
func (s *Session) Mask(on bool) {
	if s.tap != nil {
		s.tap.mu.Lock()
		s.tap.masking = on
		s.tap.mu.Unlock()
	}
}

// maskSecrets hides the initial response of AUTH and the arguments of LOGIN.
func maskSecrets(line []byte) []byte {
	first, rest := nextWord(line)
	second, _ := nextWord(rest)
	shown := 0 // words before the secret
	switch {
	case strings.EqualFold(string(first), "AUTH"), strings.EqualFold(string(second), "LOGIN"):
		shown = 2
	case strings.EqualFold(string(second), "AUTHENTICATE"):
		shown = 3
	default:
		return line
	}
	words := bytes.Fields(line)
	if len(words) <= shown {
		return line
	}
	return append(bytes.Join(words[:shown], []byte(" ")), " ****"...)
}

// nextWord cuts off the first word of a line.
func nextWord(line []byte) (word, rest []byte) {
	line = bytes.TrimLeft(line, " \t")
	if i := bytes.IndexAny(line, " \t"); i >= 0 {
		return line[:i], line[i:]
	}
	return line, nil
}

// Close ends the session's view.
func (s *Session) Close() {
	s.unwatch()
	if s.leave != nil {
		s.leave()
		s.leave = nil
	}
}
