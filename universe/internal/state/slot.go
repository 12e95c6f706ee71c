package state

// Slot is a place where one part keeps what a transaction does for it until the
// commit.
type Slot[T any] struct {
	i     int
	empty func(*T)
}

// slotted is the content of a slot, whatever it is.
type slotted interface{ clear() }

type content[T any] struct {
	v     T
	empty func(*T)
}

func (c *content[T]) clear() { c.empty(&c.v) }

// slots counts those that were made.
var slots int

// NewSlot makes a slot. Empty makes its content anew when a transaction has ended,
// and may keep the room.
func NewSlot[T any](empty func(*T)) Slot[T] {
	slots++
	return Slot[T]{slots - 1, empty}
}

// NewListSlot makes a slot of a list.
func NewListSlot[T any]() Slot[[]T] {
	return NewSlot(func(list *[]T) {
		clear(*list)
		if *list = (*list)[:0]; cap(*list) > MaxRoom {
			*list = nil
		}
	})
}

// Of returns what a transaction has in the slot, to be changed there.
func (s Slot[T]) Of(t *Tx) *T {
	if t.slots == nil {
		t.slots = make([]slotted, slots)
	}
	if c, ok := t.slots[s.i].(*content[T]); ok {
		return &c.v
	}
	c := &content[T]{empty: s.empty}
	t.slots[s.i] = c
	return &c.v
}
