package post

import (
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Nth is the ordinal of the next mail in the folder of a name, 0 for the first
// one of a mailbox that is still to be made.
func Nth(v state.View, address, folder string) int {
	n := v.CounterOf("passed", addr.Key(address), folder)
	if m := Mailbox(v, address); m != nil {
		n += int(m.uidNext(folder))
	}
	return n
}

// Filed is how many mails have come into the folders of a mailbox, those that it
// no longer has included.
func Filed(v state.View, address string) int {
	n := v.CounterOf("passed", addr.Key(address), "")
	if m := Mailbox(v, address); m != nil {
		for _, f := range m.Folders {
			n += int(f.UIDNext) - 1
		}
	}
	return n
}

func passedKey(address, folder string) string {
	return state.Key("passed", addr.Key(address), folder)
}

// Pass lets the ordinals of a folder's name go on by n, those of the whole mailbox for "".
func Pass(t *state.Tx, address, folder string, n int) {
	if n > 0 {
		key := passedKey(address, folder)
		t.SetCounter(key, t.Counter(key)+n)
	}
}

// Unname counts a folder that gives up its name: the next one has a higher
// UIDVALIDITY, and its ordinals go on.
func Unname(t *state.Tx, address string, f *Folder) {
	t.Count("folder", addr.Key(address), f.Name)
	Pass(t, address, f.Name, int(f.UIDNext)-1)
	Pass(t, address, "", int(f.UIDNext)-1)
}

// SendOrdinal tells the mails of a sender apart by how many are in Sent.
func SendOrdinal(v state.View, from string) int { return max(1, Nth(v, from, Sent)) }

// InjectKey tells the injected mails of a mailbox apart by what its folders have
// seen, and by the ordinal alone where that can have been so before.
func InjectKey(v state.View, to string, ordinal int) string {
	if ordinal != Filed(v, to) || v.Counter(passedKey(to, "")) > 0 {
		return "filed " + strconv.Itoa(ordinal)
	}
	key := new(strings.Builder)
	key.WriteByte('1')
	if m := Mailbox(v, to); m != nil {
		for _, f := range m.Folders {
			key.WriteString("." + strconv.Itoa(int(f.UIDNext)))
		}
	}
	return key.String()
}

// ordinals are those of the mails that are being made outside the lock: each has
// its own, whoever is filed first.
type ordinals struct {
	mu   sync.Mutex
	Open map[string]*openOrdinals
}

type openOrdinals struct{ last, n int }

// Take gives the next ordinal, or the one behind those that are out. It is called
// under the lock, where next was read; release gives it back.
func (o *ordinals) Take(kind, address string, next int) (ordinal int, release func()) {
	key := state.Key(kind, addr.Key(address))
	o.mu.Lock()
	defer o.mu.Unlock()
	out := o.Open[key]
	switch {
	case out != nil:
		out.last = max(next, out.last+1)
	case o.Open == nil:
		o.Open = map[string]*openOrdinals{}
		fallthrough
	default:
		out = &openOrdinals{last: next}
		o.Open[key] = out
	}
	out.n++
	return out.last, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if out.n--; out.n == 0 {
			delete(o.Open, key)
		}
	}
}
