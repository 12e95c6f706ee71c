package post

import (
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Respell lets the mailbox that is kept under a key be that of another one. Where there is
// a mailbox already, it takes over the copies, and moved hears which UIDs those of a folder
// have got; the UIDs of from are sorted.
func Respell(t *state.Tx, from, to string, moved func(f *Folder, from, to []uint32)) {
	m := Boxes.In(t.State).At(from)
	if Boxes.In(t.State).At(to) == nil {
		next := *m
		next.Address = addr.Spelled(m.Address)
		state.Put(t, Boxes.In(t.State), to, &next)
		state.Drop(t, Boxes.In(t.State), from)
		return
	}
	for _, f := range m.Folders {
		var was, is []uint32
		for s := range f.All() {
			next := *s
			was, is = append(was, s.UID()), append(is, File(t, to, f.Name, &next).UID())
			countCopy(t, s, -1)
		}
		moved(f, was, is)
	}
	state.Drop(t, Boxes.In(t.State), from)
	t.Kept.Boxes--
}
