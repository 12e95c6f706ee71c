package persist

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/mailsim/mailsim/universe/internal/post"
)

// tally finds mails by their numbers, and counts the copies of every mail. Numbers lie close to one
// another where a store has been used as ever, and cost little room then.
type tally struct {
	pages []*tallyPage          // nil where there are none
	loose map[*post.Mail]*filed // mails without a number
	n     int                   // with one
}

const tallySize = 1 << 10

type tallyPage struct {
	mails  [tallySize]*post.Mail
	first  [tallySize]*post.Stored
	copies [tallySize]int32
}

// filed is what the copies of a mail come to.
type filed struct {
	first  *post.Stored // that was filed
	copies int32
}

// get returns the mail of a number, nil when there is none.
func (t *tally) get(n uint32) *post.Mail {
	if at := int(n / tallySize); at < len(t.pages) && t.pages[at] != nil {
		return t.pages[at].mails[n%tallySize]
	}
	return nil
}

// set gives a mail its number.
func (t *tally) set(n uint32, m *post.Mail) {
	at := int(n / tallySize)
	if over := at + 1 - len(t.pages); over > 0 {
		t.pages = append(t.pages, make([]*tallyPage, over)...)
	}
	if t.pages[at] == nil {
		t.pages[at] = new(tallyPage)
	}
	if t.pages[at].mails[n%tallySize] == nil {
		t.n++
	}
	t.pages[at].mails[n%tallySize] = m
}

// count counts a copy.
func (t *tally) count(c *post.Stored) {
	if n := c.Mail.Number; n != 0 {
		p, i := t.pages[n/tallySize], n%tallySize
		if p.first[i] == nil || c.Seq < p.first[i].Seq {
			p.first[i] = c
		}
		p.copies[i]++
		return
	}
	f := t.loose[c.Mail]
	if f == nil {
		if f = new(filed); t.loose == nil {
			t.loose = map[*post.Mail]*filed{}
		}
		t.loose[c.Mail] = f
	}
	if f.first == nil || c.Seq < f.first.Seq {
		f.first = c
	}
	f.copies++
}

// of returns what the copies of a mail come to.
func (t *tally) of(m *post.Mail) (f filed) {
	if n := m.Number; n != 0 {
		p := t.pages[n/tallySize]
		return filed{p.first[n%tallySize], p.copies[n%tallySize]}
	}
	if loose := t.loose[m]; loose != nil {
		f = *loose
	}
	return f
}

// all yields the mails with numbers, in order of these.
func (t *tally) all() iter.Seq[*post.Mail] {
	return func(yield func(*post.Mail) bool) {
		for _, p := range t.pages {
			if p == nil {
				continue
			}
			for _, m := range p.mails {
				if m != nil && !yield(m) {
					return
				}
			}
		}
	}
}

// filed yields every mail of which there are copies, about in the order in which they came.
func (t *tally) filed() iter.Seq2[*post.Mail, filed] {
	return func(yield func(*post.Mail, filed) bool) {
		for m := range t.all() {
			if f := t.of(m); f.copies > 0 && !yield(m, f) {
				return
			}
		}
		first := func(a, b *post.Mail) int { return cmp.Compare(t.loose[a].first.Seq, t.loose[b].first.Seq) }
		for _, m := range slices.SortedFunc(maps.Keys(t.loose), first) {
			if !yield(m, *t.loose[m]) {
				return
			}
		}
	}
}
