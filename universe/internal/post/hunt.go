package post

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Placed is a copy and where it lies.
type Placed struct {
	*Stored
	key, Address, Folder string
	order                int // of the folder in its mailbox
}

// Hunt looks for the copies of a Message-ID in folders as they were at one
// instant. It knows how many there are, and ends with the last of them.
type Hunt struct {
	id      string
	copies  int
	from    mailsim.Mark // they all came after it
	first   mailsim.Mark // most of them up to it
	folders []hunted
	Found   []Placed
	Looked  int // at so many copies; exported for tests
}

type hunted struct {
	key, address string
	order        int
	*Folder
}

// CopiesOf lists the copies of a Message-ID by mailbox and folder, the newest of a
// folder first. It looks where they most likely are: in the mailboxes of those whom
// the mail names, then of those whom the envelope of a copy found there names, and
// only then in all; and in each folder where the mail came in.
func (u *Part) CopiesOf(id string) []Placed {
	h := u.HuntFor(id)
	slices.SortFunc(h.Found, func(a, b Placed) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.order, b.order), cmp.Compare(b.uid, a.uid))
	})
	return h.Found
}

// HuntFor looks for the copies of a Message-ID; it is exported for tests.
func (u *Part) HuntFor(id string) *Hunt {
	var m *Mail
	var who []string
	u.Read(func(v state.View) {
		if rec := Mails.In(v.State).At(id); rec != nil {
			m, who = rec.Mail, namedIn(v.Events, id, int64(rec.After))
		}
	})
	if m == nil {
		return &Hunt{}
	}
	sum := m.Summary()
	who = append(who, sum.From.Addr)
	for _, list := range [][]string{Addrs(sum.To), Addrs(sum.Cc), Addrs(sum.Bcc)} {
		who = append(who, list...)
	}
	h := u.hunt(id, who)
	if len(h.Found) < h.copies {
		for _, c := range h.Found {
			if c.Way != nil {
				who = append(append(who, c.Way.Route.To...), c.Way.Route.From, c.Way.Route.wire.login)
			}
		}
		h = u.hunt(id, who)
	}
	if len(h.Found) < h.copies {
		h = u.hunt(id, nil)
	}
	return h
}

// cameBy is the data of an event that tells how a mail came in.
type cameBy interface{ CameBy() *Way }

// namedIn lists the addresses that the first events after one name as those of a
// mail's envelope.
func namedIn(l *state.Log, messageID string, after int64) (who []string) {
	for from, i := l.After(after), l.After(after); i < l.Len() && l.Index(i).Seq == l.Index(from).Seq; i++ {
		switch d := l.Index(i).Data.(type) {
		case cameBy:
			if way := d.CameBy(); way.Mail != nil && way.Mail.MessageID == messageID {
				who = append(append(who, way.Route.To...), way.Route.wire.login)
			}
		case mailsim.MailDelivered:
			if d.MessageID == messageID {
				who = append(who, d.To...)
			}
		}
	}
	return who
}

// hunt looks in the mailboxes of some addresses, nil for all.
func (u *Part) hunt(id string, who []string) *Hunt {
	h := &Hunt{id: id, first: math.MaxInt64}
	u.Read(func(v state.View) {
		rec := Mails.In(v.State).At(id)
		if rec == nil {
			return
		}
		h.copies = int(rec.Copies)
		if e := v.Events.At(int64(rec.After)); e != nil {
			h.from = e.Seq
		}
		if e := v.Events.At(int64(rec.After) + 1); e != nil {
			h.first = e.Seq
		}
		if who == nil {
			for key, m := range Boxes.In(v.State).M {
				h.look(key, m)
			}
			return
		}
		seen := map[string]bool{}
		for _, a := range who {
			if key := addr.Key(a); !seen[key] {
				seen[key] = true
				h.look(key, Boxes.In(v.State).At(key))
			}
		}
	})
	h.run()
	return h
}

// look adds the folders of a mailbox, nil for none.
func (h *Hunt) look(key string, m *Box) {
	if m == nil {
		return
	}
	for i, f := range m.Folders {
		if f.Len() > 0 {
			h.folders = append(h.folders, hunted{key, m.Address, i, f})
		}
	}
}

// run looks into the folders: first at what came with the mail, then at the rest.
func (h *Hunt) run() {
	for _, f := range h.folders {
		if f.Mixed { // not in order of arrival
			h.scan(f, 0, f.Len())
			continue
		}
		h.scan(f, f.cameAfter(h.from), f.cameAfter(h.first))
	}
	for _, f := range h.folders {
		if !f.Mixed {
			h.scan(f, f.cameAfter(h.first), f.Len())
		}
	}
}

// cameAfter is the place of the first copy that came after a mark, in a folder in
// order of arrival.
func (f *Folder) cameAfter(m mailsim.Mark) int {
	return sort.Search(f.Len(), func(i int) bool { return f.At(i).Seq > m })
}

func (h *Hunt) scan(f hunted, from, to int) {
	if from >= to {
		return
	}
	for s := range f.From(from) {
		if from == to || len(h.Found) == h.copies {
			return
		}
		from++
		h.Looked++
		if s.Mail.MessageID == h.id {
			h.Found = append(h.Found, Placed{s, f.key, f.address, f.Name, f.order})
		}
	}
}
