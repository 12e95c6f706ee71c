package webmail

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Threads groups the INBOX, Sent and Archive of a mailbox into conversations:
// most recent first, messages oldest first. Mails belong together by References
// and In-Reply-To; one that names no mail joins, as a reply, the conversation
// of the same subject. ErrNotFound for an unknown mailbox.
func (u *Part) Threads(address string) ([]mailsim.Thread, error) {
	var err error
	var own string
	folders := map[string]*post.Folder{}
	u.Read(func(v state.View) {
		var m *post.Box
		if m, err = post.NeedMailbox(v, address); err != nil {
			return
		}
		own = m.Address
		for _, name := range []string{post.Inbox, post.Sent, post.Archive} {
			if f := m.Folder(name); f != nil {
				folders[name] = f
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var all []mailsim.Message
	for _, name := range []string{post.Inbox, post.Sent, post.Archive} {
		if f := folders[name]; f != nil {
			for s := range f.All() {
				all = s.Listed(all, own, name)
			}
		}
	}
	return groupThreads(all), nil
}

// groupThreads joins messages into conversations. But for sorting its cost grows
// with the messages and what they refer to, whatever they say: ids that nobody
// has, that several have, or that refer to each other in a circle.
func groupThreads(all []mailsim.Message) []mailsim.Thread {
	slices.SortStableFunc(all, func(a, b mailsim.Message) int { return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Mark(), b.Mark())) })
	related := relate(all)
	of, bySubject := map[int]int{}, map[string]int{} // conversations by who is related, and by subject
	out := []mailsim.Thread{}
	for i, m := range all {
		who, base := related.find(i), post.BaseSubject(m.Subject)
		at, known := of[who]
		if !known && m.InReplyTo == "" && len(m.References) == 0 && post.IsReplySubject(m.Subject) && base != "" {
			at, known = bySubject[base]
		}
		if !known {
			at = len(out)
			out = append(out, mailsim.Thread{Root: cmp.Or(post.CopyOf(&all[i]).Mail.Thread, m.MessageID), Subject: strings.TrimSpace(post.StripPrefixes(m.Subject))})
			if base != "" {
				bySubject[base] = at
			}
		}
		of[who] = at
		out[at].Messages, out[at].Last = append(out[at].Messages, m), m.Time
	}
	slices.SortStableFunc(out, func(a, b mailsim.Thread) int {
		return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(b.Messages[len(b.Messages)-1].Mark(), a.Messages[len(a.Messages)-1].Mark()))
	})
	return out
}

// relate joins each message with all that it refers to. Messages are numbered as
// in all, ids as they are first met.
func relate(all []mailsim.Message) *union {
	u := newUnion(len(all))
	numbers := map[string]int{}
	for i, m := range all {
		for _, id := range append([]string{m.MessageID, m.InReplyTo}, m.References...) {
			if id == "" {
				continue
			}
			n, known := numbers[id]
			if !known {
				n = u.add()
				numbers[id] = n
			}
			u.join(i, n)
		}
	}
	return u
}

// union keeps sets of numbers that only ever join.
type union struct{ parent []int }

func newUnion(n int) *union {
	u := &union{make([]int, 0, 2*n)}
	for range n {
		u.add()
	}
	return u
}

// add makes a set of one more number.
func (u *union) add() int {
	u.parent = append(u.parent, len(u.parent))
	return len(u.parent) - 1
}

// find returns the number that stands for the set of n.
func (u *union) find(n int) int {
	for u.parent[n] != n {
		u.parent[n] = u.parent[u.parent[n]]
		n = u.parent[n]
	}
	return n
}

func (u *union) join(a, b int) {
	if a, b = u.find(a), u.find(b); a != b {
		u.parent[max(a, b)] = min(a, b)
	}
}
