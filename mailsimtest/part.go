package mailsimtest

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// part is what one of the tests that share a world has to do with it.
type part struct {
	of    *parts
	t     TB
	from  int64 // the last event before it began
	began int   // by the count of parts begun and ended
	ended int   // 0: it goes on
	named map[string]bool
	old   map[string]bool // the transcripts that were there
}

// parts are those of all tests that a world was bound to.
type parts struct {
	mu    sync.Mutex
	count int
	list  []*part
}

// of finds the part of a test, and adds it when there is none.
func (p *parts) find(t TB, begin func() *part) (found *part, added bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, old := range p.list {
		if same(old.t, t) && old.ended == 0 {
			return old, false
		}
	}
	found = begin()
	p.count++
	found.of, found.t, found.began, found.named = p, t, p.count, map[string]bool{}
	p.list = append(p.list, found)
	return found, true
}

// same compares tests; values that cannot be compared are never the same.
func same(a, b TB) bool {
	return reflect.TypeOf(a) == reflect.TypeOf(b) && reflect.TypeOf(a).Comparable() && a == b
}

func (p *part) end() {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.of.count++
	p.ended = p.of.count
}

// name notes that the test has to do with an address.
func (p *part) name(address string) {
	if p == nil || address == "" {
		return
	}
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.named[addr.Key(address)] = true
}

// addresses are those that this test alone names, and those that only others
// name which run beside it.
func (p *part) addresses() (own, foreign map[string]bool) {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	own, foreign = maps.Clone(p.named), map[string]bool{}
	for _, o := range p.of.list {
		if o == p || o.ended > 0 && o.ended < p.began || p.ended > 0 && p.ended < o.began {
			continue
		}
		for a := range o.named {
			if !p.named[a] {
				foreign[a] = true
			}
			delete(own, a)
		}
	}
	return own, foreign
}

// sight tells what of a world belongs into the story of one test.
type sight struct {
	*part
	own, foreign map[string]bool // addresses, and ids of those who have them
}

func (s *Server) sight() *sight {
	if s.part == nil {
		return nil
	}
	out := &sight{part: s.part}
	out.own, out.foreign = s.part.addresses()
	for _, set := range []map[string]bool{out.own, out.foreign} {
		for _, a := range slices.Collect(maps.Keys(set)) {
			if p, err := s.world.PersonaByAddress(a); err == nil {
				set[p.ID] = true
			}
		}
	}
	maps.DeleteFunc(out.foreign, func(k string, _ bool) bool { return out.own[k] })
	return out
}

// sees tells whether an event is of this test's time and not of another's mail.
func (v *sight) sees(e mailsim.Event) bool {
	if v == nil {
		return true
	}
	if e.ID <= v.from {
		return false
	}
	about := words(e)
	return slices.ContainsFunc(about, v.is(v.own)) || !slices.ContainsFunc(about, v.is(v.foreign))
}

func (v *sight) is(set map[string]bool) func(string) bool {
	return func(word string) bool { return set[word] || set[addr.Key(word)] }
}

// words are the texts of an event, in which the addresses are.
func words(e mailsim.Event) []string {
	out := []string{e.PersonaID}
	data := reflect.Indirect(reflect.ValueOf(e.Data))
	if data.Kind() != reflect.Struct {
		return out
	}
	for i := range data.NumField() {
		if !data.Type().Field(i).IsExported() {
			continue
		}
		switch v := data.Field(i).Interface().(type) {
		case string:
			out = append(out, v)
		case []string:
			out = append(out, v...)
		}
	}
	return out
}

// sessions are the transcripts of this test's time, without those in which only
// others' addresses are.
func (v *sight) sessions(list []mailsim.Transcript) []mailsim.Transcript {
	if v == nil {
		return list
	}
	holds := func(set map[string]bool, text string) bool {
		for a := range set {
			if strings.Contains(strings.ToLower(text), a) {
				return true
			}
		}
		return false
	}
	return slices.DeleteFunc(slices.Clone(list), func(t mailsim.Transcript) bool {
		return v.old[t.ID] || !holds(v.own, t.Text) && holds(v.foreign, t.Text)
	})
}
