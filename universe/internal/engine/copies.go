package engine

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

// placed is a copy and where it lies.
type placed struct {
	*Stored
	key, address, folder string
	order                int // of the folder in its mailbox
}

// copyHunt looks for the copies of a Message-ID in folders as they were at one
// instant. It knows how many there are, and ends with the last of them.
type copyHunt struct {
	id      string
	copies  int
	from    mailsim.Mark // they all came after it
	first   mailsim.Mark // most of them up to it
	folders []hunted
	found   []placed
	looked  int // at so many copies
}

type hunted struct {
	key, address string
	order        int
	*folderRec
}

// copiesOf lists the copies of a Message-ID by mailbox and folder, the newest of a
// folder first. It looks where they most likely are: in the mailboxes of those whom
// the mail names, then of those whom the envelope of a copy found there names, and
// only then in all; and in each folder where the mail came in.
func (u *postPart) copiesOf(id string) []placed {
	h := u.huntFor(id)
	slices.SortFunc(h.found, func(a, b placed) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.order, b.order), cmp.Compare(b.uid, a.uid))
	})
	return h.found
}

func (u *postPart) huntFor(id string) *copyHunt {
	var m *mail
	var who []string
	u.Read(func(v state.View) {
		if rec := mailTable.In(v.State).at(id); rec != nil {
			m, who = rec.mail, namedIn(v.Events, id, int64(rec.after))
		}
	})
	if m == nil {
		return &copyHunt{}
	}
	sum := m.summary()
	who = append(who, sum.From.Addr)
	for _, list := range [][]string{addrs(sum.To), addrs(sum.Cc), addrs(sum.Bcc)} {
		who = append(who, list...)
	}
	h := u.hunt(id, who)
	if len(h.found) < h.copies {
		for _, c := range h.found {
			if c.env != nil {
				who = append(append(who, c.env.route.to...), c.env.route.from, c.env.route.wire.login)
			}
		}
		h = u.hunt(id, who)
	}
	if len(h.found) < h.copies {
		h = u.hunt(id, nil)
	}
	return h
}

// cameBy is the data of an event that tells how a mail came in.
type cameBy interface{ CameBy() *passage }

// namedIn lists the addresses that the first events after one name as those of a
// mail's envelope.
func namedIn(l *state.Log, messageID string, after int64) (who []string) {
	for from, i := l.After(after), l.After(after); i < l.Len() && l.Index(i).Seq == l.Index(from).Seq; i++ {
		switch d := l.Index(i).Data.(type) {
		case cameBy:
			if way := d.CameBy(); way.mail != nil && way.mail.messageID == messageID {
				who = append(append(who, way.route.to...), way.route.wire.login)
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
func (u *postPart) hunt(id string, who []string) *copyHunt {
	h := &copyHunt{id: id, first: math.MaxInt64}
	u.Read(func(v state.View) {
		rec := mailTable.In(v.State).at(id)
		if rec == nil {
			return
		}
		h.copies = int(rec.copies)
		if e := v.Events.At(int64(rec.after)); e != nil {
			h.from = e.Seq
		}
		if e := v.Events.At(int64(rec.after) + 1); e != nil {
			h.first = e.Seq
		}
		if who == nil {
			for key, m := range mailboxTable.In(v.State).M {
				h.look(key, m)
			}
			return
		}
		seen := map[string]bool{}
		for _, a := range who {
			if key := addr.Key(a); !seen[key] {
				seen[key] = true
				h.look(key, mailboxTable.In(v.State).At(key))
			}
		}
	})
	h.run()
	return h
}

// look adds the folders of a mailbox, nil for none.
func (h *copyHunt) look(key string, m *mailboxRec) {
	if m == nil {
		return
	}
	for i, f := range m.folders {
		if f.Len() > 0 {
			h.folders = append(h.folders, hunted{key, m.address, i, f})
		}
	}
}

// run looks into the folders: first at what came with the mail, then at the rest.
func (h *copyHunt) run() {
	for _, f := range h.folders {
		if f.mixed { // not in order of arrival
			h.scan(f, 0, f.Len())
			continue
		}
		h.scan(f, f.cameAfter(h.from), f.cameAfter(h.first))
	}
	for _, f := range h.folders {
		if !f.mixed {
			h.scan(f, f.cameAfter(h.first), f.Len())
		}
	}
}

// cameAfter is the place of the first copy that came after a mark, in a folder in
// order of arrival.
func (f *folderRec) cameAfter(m mailsim.Mark) int {
	return sort.Search(f.Len(), func(i int) bool { return f.At(i).seq > m })
}

func (h *copyHunt) scan(f hunted, from, to int) {
	if from >= to {
		return
	}
	for s := range f.From(from) {
		if from == to || len(h.found) == h.copies {
			return
		}
		from++
		h.looked++
		if s.mail.messageID == h.id {
			h.found = append(h.found, placed{s, f.key, f.address, f.name, f.order})
		}
	}
}
