package mailsim

// Protocol sessions read back (design 5 "The wire as it was").

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Transcript is one protocol session: commands and replies, secrets masked,
// message data as one line.
type Transcript struct {
	ID      string
	Proto   string
	Remote  string
	Login   string
	Started time.Time // simulated
	Text    string
}

// maxTranscript bounds the text of one session.
const maxTranscript = 32 << 10

// transcriptLog keeps the last sessions. Its lock holds nothing else.
type transcriptLog struct {
	mu   sync.Mutex
	list []*tapRec
	n    int
}

// tapRec is a session being written down.
type tapRec struct {
	mu      sync.Mutex
	t       Transcript
	buf     []byte
	cut     bool
	masking bool
}

// open starts a transcript when any are kept.
func (u *Universe) openTap(i SessionInfo) *tapRec {
	keep := u.opts.Transcripts
	if keep <= 0 {
		return nil
	}
	l := &u.taps
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	r := &tapRec{t: Transcript{ID: fmt.Sprintf("%s-%d", i.Proto, l.n), Proto: i.Proto, Remote: i.Remote, Started: u.Now()}}
	l.list = append(l.list, r)
	if over := len(l.list) - keep; over > 0 {
		l.list = slices.Delete(l.list, 0, over)
	}
	return r
}

// Transcripts returns the last protocol sessions, oldest first: as many as
// Options.Transcripts keeps, each up to 32 KiB.
func (u *Universe) Transcripts() []Transcript {
	u.taps.mu.Lock()
	list := slices.Clone(u.taps.list)
	u.taps.mu.Unlock()
	out := make([]Transcript, 0, len(list))
	for _, r := range list {
		r.mu.Lock()
		t := r.t
		t.Text = string(r.buf)
		r.mu.Unlock()
		out = append(out, t)
	}
	return out
}

// Tap writes a line of the session down, who being "C: " or "S: ". Secrets are
// masked. It costs nothing when no transcripts are kept.
func (s *Session) Tap(who string, line []byte) {
	r := s.tap
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cut {
		return
	}
	if len(r.buf)+len(line) > maxTranscript {
		r.buf, r.cut = append(r.buf, "(cut here)\n"...), true
		return
	}
	if r.masking && who == "C: " {
		line = []byte("****")
	}
	r.t.Login = s.login
	r.buf = append(append(append(r.buf, who...), maskSecrets(line)...), '\n')
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
	upper := strings.ToUpper(string(line[:min(len(line), 80)]))
	fields := strings.Fields(upper)
	switch {
	case len(fields) > 2 && fields[0] == "AUTH":
		return []byte("AUTH " + fields[1] + " ****")
	case len(fields) > 3 && fields[1] == "AUTHENTICATE":
		return append(cutFields(line, 3), " ****"...)
	case len(fields) > 2 && fields[1] == "LOGIN":
		return append(cutFields(line, 2), " ****"...)
	}
	return line
}

func cutFields(line []byte, n int) []byte {
	return bytes.Join(bytes.Fields(line)[:n], []byte(" "))
}

// Close ends the session's view.
func (s *Session) Close() {}
