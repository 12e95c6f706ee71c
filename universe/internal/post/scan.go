package post

import (
	"math"
	"unsafe"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Reading what Append wrote. Each returns false for what is not of that form.

// Scan reads a copy, and the numbers of its mail and its envelope, 0 for none.
func (c *SavedCopy) Scan(s *state.Scan, b []byte) (mail, way uint32, ok bool) {
	s.Begin(b)
	*c = SavedCopy{}
	if s.Has(`"mail":`) {
		mail = s.Number()
	}
	if s.Has(`"envelope":`) {
		way = s.Number()
	}
	if s.Has(`"flags":`) {
		c.Flags = mailsim.SystemFlags(s.Uint(math.MaxUint8))
	}
	s.Must(`"modseq":`)
	c.ModSeq = s.Uint(math.MaxInt64)
	s.Must(`"seq":`)
	c.Seq = mailsim.Mark(s.Int())
	s.Must(`"filed":`)
	c.Filed = s.Instant()
	s.Must(`"internal":`)
	c.Internal = s.Instant()
	if s.Has(`"saved":`) {
		c.Saved = s.Instant()
	}
	c.BySMTP = s.Has(`"smtp":`) && s.True()
	c.Traced = s.Has(`"traced":`) && s.True()
	if s.Has(`"case":`) {
		c.CaseID = s.Shared()
	}
	if s.Has(`"how":`) {
		c.CaseHow = s.Shared()
	}
	return mail, way, s.Done()
}

// Scan reads a mail.
func (m *SavedMail) Scan(s *state.Scan, b []byte) bool {
	s.Begin(b)
	*m = SavedMail{}
	s.Must(`"blob":`)
	m.Blob = s.Text()
	if s.Has(`"id":`) {
		m.ID = s.Text()
	}
	if s.Has(`"thread":`) {
		m.Thread = s.Like(m.ID)
	}
	if s.Has(`"truth":`) {
		m.Truth = s.Shared()
	}
	if s.Has(`"size":`) {
		m.Size = s.Uint32()
	}
	if s.Has(`"start":`) {
		m.Start = s.Uint32()
	}
	if s.Has(`"wording":`) {
		m.Wording = s.Uint32()
	}
	return s.Done()
}

// Scan reads an envelope; the list of recipients is used again by the next.
func (e *SavedEnvelope) Scan(s *state.Scan, b []byte) bool {
	s.Begin(b)
	*e = SavedEnvelope{Envelope: mailsim.Envelope{To: e.To[:0]}}
	s.Must(`"from":`)
	e.From = s.Shared()
	s.Must(`"to":`)
	e.To = s.Texts(e.To)
	s.Must(`"proto":`)
	e.Proto = s.Shared()
	shared := func(name string, into *string) {
		if s.Has(name) {
			*into = s.Shared()
		}
	}
	shared(`"remote":`, &e.Remote)
	shared(`"helo":`, &e.Helo)
	e.Basic = s.Has(`"basic":`) && s.True()
	shared(`"tls":`, &e.TLS)
	shared(`"login":`, &e.Login)
	shared(`"body":`, &e.Body)
	e.UTF8 = s.Has(`"smtputf8":`) && s.True()
	shared(`"ret":`, &e.Return)
	s.Must(`"domain":`)
	e.Domain = s.Shared()
	s.Must(`"at":`)
	e.At = s.Int()
	s.Must(`"id":`)
	id := s.Bytes()
	e.ID = unsafe.String(unsafe.SliceData(id), len(id)) // it is copied
	if s.Has(`"added":`) {
		e.Added = uint8(s.Uint(math.MaxUint8))
	}
	return s.Done()
}
