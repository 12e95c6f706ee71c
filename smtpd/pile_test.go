package smtpd

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPile gathers messages of all sizes around those of its rooms, in parts of any
// size, one after the other in the same pile.
func TestPile(t *testing.T) {
	t.Parallel()
	var p pile
	for _, size := range []int{0, 1, smallRoom - 1, smallRoom, smallRoom + 1, smallRoom + largeRoom, smallRoom + largeRoom + 1, 3 * largeRoom} {
		want := strings.Repeat("0123456789abcdef,", size/17+1)[:size]
		for _, part := range []int{1000, smallRoom, largeRoom + 5} {
			for rest := want; rest != ""; {
				n := min(part, len(rest))
				p.add([]byte(rest[:n]))
				rest = rest[n:]
			}
			assert.Equal(t, size, p.len())
			assert.True(t, want == p.String(), "%d in parts of %d", size, part)
			p.clear()
			assert.Zero(t, p.len())
			assert.Empty(t, p.String())
		}
	}
}

// TestRoomsStaySmall: one large message leaves no large room behind.
func TestRoomsStaySmall(t *testing.T) {
	t.Parallel()
	var p pile
	p.add(make([]byte, 10<<20))
	p.clear()
	for range 200 {
		assert.Equal(t, largeRoom, cap(*largeRooms.Get().(*[]byte)))
		assert.Equal(t, smallRoom, cap(*smallRooms.Get().(*[]byte)))
	}
	for _, room := range p.rooms[:cap(p.rooms)] {
		assert.Nil(t, room, "rooms that were given back are not held")
	}
}
