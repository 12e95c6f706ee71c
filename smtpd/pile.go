package smtpd

import (
	"strings"
	"sync"
)

// pile gathers a message whose size is not known before its end. Nothing that
// was gathered is moved before String copies it once into memory of its own. The
// zero value is empty.
type pile struct {
	rooms []*[]byte // the last one has room; the others are full
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
	return &sync.Pool{New: func() any { room := make([]byte, 0, size); return &room }}
}

// len returns how many bytes were added.
func (p *pile) len() int { return p.size }

// add gathers a copy of b.
func (p *pile) add(b []byte) {
	p.size += len(b)
	for len(b) > 0 {
		room := p.room()
		n := min(len(b), cap(*room)-len(*room))
		*room = append(*room, b[:n]...)
		b = b[n:]
	}
}

// room returns one that is not full.
func (p *pile) room() *[]byte {
	if n := len(p.rooms); n > 0 {
		if last := p.rooms[n-1]; len(*last) < cap(*last) {
			return last
		}
	}
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
	out.Grow(p.size)
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
