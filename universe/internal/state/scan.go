package state

import (
	"bytes"
	"math"
)

// Scan reads JSON of the one form that the functions of AppendText's kind write. What
// has another form makes it fail, and is for encoding/json: a store of another version
// or another hand may hold any.
type Scan struct {
	rest   []byte
	later  bool // a field has been read
	failed bool
	room   []byte            // of texts that had escapes
	shared map[string]string // texts that come again
}

// maxShared is how many texts a Scan remembers.
const maxShared = 4096

// Begin goes on with the object in b.
func (s *Scan) Begin(b []byte) {
	s.rest, s.later, s.room = b, false, s.room[:0]
	s.failed = len(b) < 2 || b[0] != '{' || b[len(b)-1] != '}'
	if !s.failed {
		s.rest = b[1 : len(b)-1]
	}
}

// BeginValue goes on with the value in b.
func (s *Scan) BeginValue(b []byte) { s.rest, s.later, s.failed, s.room = b, false, false, s.room[:0] }

// Done tells whether all of the object was read.
func (s *Scan) Done() bool { return !s.failed && len(s.rest) == 0 }

// Has passes over the name of a field, written as in `"name":`, if it comes next.
func (s *Scan) Has(name string) bool {
	b := s.rest
	if s.later {
		if len(b) == 0 || b[0] != ',' {
			return false
		}
		b = b[1:]
	}
	if len(b) < len(name) || string(b[:len(name)]) != name {
		return false
	}
	s.rest, s.later = b[len(name):], true
	return true
}

// Must is Has for a field that is always there.
func (s *Scan) Must(name string) {
	if !s.Has(name) {
		s.failed = true
	}
}

// Uint reads a number.
func (s *Scan) Uint(most uint64) (n uint64) {
	i := 0
	for ; i < len(s.rest) && i < 19 && s.rest[i]-'0' < 10; i++ {
		n = n*10 + uint64(s.rest[i]-'0')
	}
	if i == 0 || i > 1 && s.rest[0] == '0' || n > most || i < len(s.rest) && s.rest[i] != ',' && s.rest[i] != ']' {
		s.failed = true
		return 0
	}
	s.rest = s.rest[i:]
	return n
}

// Uint32 reads a number of 32 bits.
func (s *Scan) Uint32() uint32 { return uint32(s.Uint(math.MaxUint32)) }

// Int reads a number that is not negative.
func (s *Scan) Int() int64 { return int64(s.Uint(math.MaxInt64)) }

// True reads true.
func (s *Scan) True() bool {
	s.literal("true")
	return true
}

func (s *Scan) literal(text string) {
	if len(s.rest) < len(text) || string(s.rest[:len(text)]) != text {
		s.failed = true
		return
	}
	s.rest = s.rest[len(text):]
}

// Instant reads an instant.
func (s *Scan) Instant() (i Instant) {
	s.literal("[")
	i.Sec = s.Int()
	s.literal(",")
	i.Nsec = int32(s.Uint(1e9 - 1))
	s.literal("]")
	return i
}

// Bytes reads a string. It holds until the next record is begun.
func (s *Scan) Bytes() []byte {
	b := s.rest
	if len(b) == 0 || b[0] != '"' {
		s.failed = true
		return nil
	}
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			s.rest = b[i+1:]
			return b[1:i]
		case c == '\\':
			return s.escaped(i)
		case c < ' ' || c >= 0x7f:
			s.failed = true
			return nil
		}
	}
	s.failed = true
	return nil
}

// The escapes that AppendText writes.
var escapes = []struct {
	text []byte
	is   byte
}{{[]byte(`\u003c`), '<'}, {[]byte(`\u003e`), '>'}, {[]byte(`\u0026`), '&'}}

// escaped reads a string whose first escape is at i.
func (s *Scan) escaped(i int) []byte {
	b, from := s.rest, len(s.room)
	s.room = append(s.room, b[1:i]...)
next:
	for i < len(b) {
		switch c := b[i]; {
		case c == '"':
			s.rest = b[i+1:]
			return s.room[from:]
		case c == '\\':
			for _, e := range escapes {
				if bytes.HasPrefix(b[i:], e.text) {
					s.room, i = append(s.room, e.is), i+len(e.text)
					continue next
				}
			}
			s.failed = true
			return nil
		case c < ' ' || c >= 0x7f:
			s.failed = true
			return nil
		default:
			s.room, i = append(s.room, c), i+1
		}
	}
	s.failed = true
	return nil
}

// Text reads a string.
func (s *Scan) Text() string { return string(s.Bytes()) }

// Shared reads a string of which there are many that are the same.
func (s *Scan) Shared() string {
	b := s.Bytes()
	if known, ok := s.shared[string(b)]; ok {
		return known
	}
	if s.shared == nil || len(s.shared) >= maxShared {
		s.shared = map[string]string{}
	}
	text := string(b)
	s.shared[text] = text
	return text
}

// Like reads a string that may be the same as another.
func (s *Scan) Like(other string) string {
	b := s.Bytes()
	if string(b) == other {
		return other
	}
	return string(b)
}

// Number reads a number that stands in a string, "" is 0.
func (s *Scan) Number() uint32 {
	b := s.Bytes()
	if s.failed || len(b) == 0 {
		return 0
	}
	inner := Scan{rest: b}
	n := inner.Uint32()
	if !inner.Done() {
		s.failed = true
	}
	return n
}

// Texts reads a list of strings of which many are the same, into a list that holds until
// the next is read.
func (s *Scan) Texts(into []string) []string {
	s.literal("[")
	for !s.failed && (len(s.rest) == 0 || s.rest[0] != ']') {
		if len(into) > 0 {
			s.literal(",")
		}
		into = append(into, s.Shared())
	}
	s.literal("]")
	return into
}

// Rest returns what is not read yet, the value of the last field, unread.
func (s *Scan) Rest() []byte {
	b := s.rest
	s.rest = nil
	return b
}
