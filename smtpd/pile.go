package smtpd

import (
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/pages"
)

// pile gathers a message whose size is not known before its end. Nothing that
// was gathered is moved before String copies it once into memory of its own. The
// zero value is empty.
type pile struct {
	rooms []*[]byte // what is added goes to the last one
	size  int
}

// Rooms: the first of a message is small, since most messages are.
const (
	smallRoom = 8 << 10
	largeRoom = 128 << 10
)

var (
	smallRooms = roomsOf(smallRoom)
	largeRooms = roomsOf(largeRoom)
)

func roomsOf(size int) *sync.Pool {
	return &sync.Pool{New: func() any {
		room := make([]byte, size)
		if size >= pages.Large {
			pages.Ready(room)
		}
		room = room[:0]
		return &room
	}}
}

// len returns how many bytes were added.
func (p *pile) len() int { return p.size }

// add gathers a copy of b, or b itself where free has said.
func (p *pile) add(b []byte) {
	p.size += len(b)
	for len(b) > 0 {
		room := p.room()
		free := (*room)[len(*room):cap(*room)]
		n := min(len(b), len(free))
		if &free[0] != &b[0] {
			copy(free, b[:n])
		}
		*room = (*room)[:len(*room)+n]
		b = b[n:]
	}
}

// leastFree is how much room there is to read to in one that has text already.
const leastFree = 16 << 10

// free returns the room in which what is added next will stand, to be read to. It
// begins with rest, which may stand there already.
func (p *pile) free(rest []byte) []byte {
	room := p.room()
	if len(*room) > 0 && cap(*room)-len(*room)-len(rest) < leastFree {
		room = p.more()
	}
	free := (*room)[len(*room):cap(*room)]
	copy(free, rest)
	return free
}

// room returns one that is not full.
func (p *pile) room() *[]byte {
	if n := len(p.rooms); n > 0 {
		if last := p.rooms[n-1]; len(*last) < cap(*last) {
			return last
		}
	}
	return p.more()
}

// more returns one that is empty.
func (p *pile) more() *[]byte {
	pool := largeRooms
	if len(p.rooms) == 0 {
		pool = smallRooms
	}
	room := pool.Get().(*[]byte)
	p.rooms = append(p.rooms, room)
	return room
}

// String returns what was gathered.
func (p *pile) String() string {
	var out strings.Builder
	pages.Grow(&out, p.size)
	for _, room := range p.rooms {
		out.Write(*room)
	}
	return out.String()
}

// clear forgets what was gathered and gives the rooms back.
func (p *pile) clear() {
	for i, room := range p.rooms {
		*room = (*room)[:0]
		if i == 0 {
			smallRooms.Put(room)
		} else {
			largeRooms.Put(room)
		}
	}
	*p = pile{rooms: p.rooms[:0]}
	clear(p.rooms[:cap(p.rooms)])
}
