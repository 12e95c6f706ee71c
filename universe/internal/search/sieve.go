package search

import (
	"github.com/mailsim/mailsim/internal/mbox"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// sieve passes the copies that may hold some needles: all that do, and a few that do
// not. Each search has its own.
type sieve struct {
	u      *Part
	look   *searchindex.Look
	words  []searchindex.Needle
	where  post.TextPart
	seen   map[*post.Mail]bool // mail without a filter that was looked at
	missed int
}

func (u *Part) newSieve(where post.TextPart, needles ...searchindex.Needle) *sieve {
	s := &sieve{u: u, look: searchindex.NewLook(needles...), where: where, seen: map[*post.Mail]bool{}}
	for _, n := range needles {
		s.words = append(s.words, n.Words()...)
	}
	return s
}

// may tells whether a mail may hold the needles.
func (s *sieve) may(m *post.Mail) bool {
	if len(s.words) == 0 {
		return true
	}
	if p := m.Place(); p != nil {
		return s.look.May(p) && (!m.Verbatim() || s.holds(m))
	}
	if yes, known := s.seen[m]; known {
		return yes
	}
	if s.missed++; s.missed == fillFrom {
		s.u.fillSoon()
	}
	yes := !m.Verbatim() || s.holds(m)
	s.seen[m] = yes
	return yes
}

// mayAny tells whether a mail of a run may hold the needles. The run keeps what its places
// have in common, once all have one: a search then passes over most runs without a look at
// their mails.
func (s *sieve) mayAny(r post.Run) bool {
	if len(s.words) == 0 {
		return true
	}
	together, _ := mbox.Note(r).(*searchindex.Together)
	if together == nil {
		for _, c := range r.Entries {
			if c.Mail.Place() == nil {
				return true
			}
		}
		together = searchindex.NewTogether(func(yield func(*searchindex.Place) bool) {
			for _, c := range r.Entries {
				if !yield(c.Mail.Place()) {
					return
				}
			}
		})
		mbox.SetNote(r, together)
	}
	return s.look.MayAny(together)
}

// holds tells whether the bytes of a mail, which are its text, hold all the words.
func (s *sieve) holds(m *post.Mail) bool {
	text := m.Part(s.where)
	for _, w := range s.words {
		if !w.In(text) {
			return false
		}
	}
	return true
}
