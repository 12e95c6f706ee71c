package engine

import (
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"
	"sync"
	"time"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// sums are facts summed up, all and by person.
type sums struct {
	tallies
	persons map[string]*tallies
}

func (s *sums) add(f *fact) {
	s.tallies.add(f)
	if f.Person != "" {
		within(&s.persons, f.Person).add(f)
	}
}

func (s *sums) join(o *sums) {
	s.tallies.join(&o.tallies)
	for id, p := range o.persons {
		within(&s.persons, id).join(p)
	}
}

// within returns the value of a key, made when it is not there.
func within[K comparable, V any](m *map[K]*V, key K) *V {
	if *m == nil {
		*m = map[K]*V{}
	}
	v := (*m)[key]
	if v == nil {
		v = new(V)
		(*m)[key] = v
	}
	return v
}

// daySums are the sums of each day over all full records of facts, which never
// change. They catch up when they are asked for, so that noting a fact costs
// nothing more, and know by the last record they took whether the facts are still
// those: no prune, reset or undone change has to think of them.
type daySums struct {
	mu    sync.Mutex
	days  map[int64]*sums // by number of the day
	first int             // the first record in them
	next  int             // the first that is not
	last  []factRec       // the record before that
}

// fork returns the sums for a copy of the universe. Days that are over are shared.
func (d *daySums) fork() *daySums {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := &daySums{days: maps.Clone(d.days), first: d.first, next: d.next, last: d.last}
	if len(d.last) > 0 {
		today := state.DayNumber(d.last[len(d.last)-1].at)
		f.days[today] = new(sums)
		f.days[today].join(d.days[today])
	}
	return f
}

// factRange is a time in milliseconds since 1970, its end exclusive.
type factRange struct{ since, until int64 }

func (r factRange) has(at int64) bool { return at >= r.since && at < r.until }

// covers tells whether a whole day lies within.
func (r factRange) covers(day int64) bool {
	return r.since <= day*state.DayMS && r.until >= (day+1)*state.DayMS
}

// edges are the days of which a part lies within.
func (r factRange) edges() (days []int64) {
	for _, at := range []int64{r.since, r.until} {
		if at == math.MinInt64 || at == math.MaxInt64 {
			continue
		}
		if day := state.DayNumber(at); !r.covers(day) && !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	return days
}

// factsRead is what an answer needs of the facts, taken under the lock.
type factsRead struct {
	stale  bool        // the sums are of other facts
	first  int         // the first record there is
	border [][]factRec // those of the first day, where some of it has been pruned
	fresh  [][]factRec // full records that the sums do not have yet
	edges  [][]factRec // those with facts of the days at the edges, by edge
	open   []factRec   // the record that still grows
}

// read takes what is needed to answer for a time. The caller holds the sums.
func (d *daySums) read(v state.View, r factRange) (out factsRead) {
	full := state.CounterTable.In(v.State).At("facts") / factsPerRecord
	out.first, out.open = state.CounterTable.In(v.State).At("facts-first"), FactRecord(v, full)
	next := d.next
	if out.stale = next > 0 && (out.first >= next || !sameRecord(FactRecord(v, next-1), d.last)); out.stale {
		next = 0
	}
	if next > 0 && out.first > d.first {
		day := state.DayNumber(FactRecord(v, out.first)[0].at)
		for i := out.first; i < next && state.DayNumber(FactRecord(v, i)[0].at) == day; i++ {
			out.border = append(out.border, FactRecord(v, i))
		}
	}
	for i := max(next, out.first); i < full; i++ {
		list := FactRecord(v, i)
		if len(list) == 0 {
			break
		}
		out.fresh = append(out.fresh, list)
	}
	for _, day := range r.edges() {
		out.edges = append(out.edges, FactsOfDay(v, day, out.first, full)...)
	}
	return out
}

func FactRecord(v state.View, i int) []factRec { return factTable.In(v.State).At(strconv.Itoa(i)) }

// sameRecord tells whether two are one: a record is written anew as a new list.
func sameRecord(a, b []factRec) bool { return len(a) > 0 && len(a) == len(b) && &a[0] == &b[0] }

// FactsOfDay returns the records that hold facts of a day, among those from one
// to another.
func FactsOfDay(v state.View, day int64, first, full int) (out [][]factRec) {
	begin := first + sort.Search(max(0, full-first), func(i int) bool {
		list := FactRecord(v, first+i)
		return len(list) == 0 || state.DayNumber(list[len(list)-1].at) >= day
	})
	for i := begin; i < full; i++ {
		list := FactRecord(v, i)
		if len(list) == 0 || state.DayNumber(list[0].at) > day {
			break
		}
		out = append(out, list)
	}
	return out
}

// follow brings the sums up to what was read.
func (d *daySums) follow(in factsRead) {
	if in.stale || d.days == nil {
		d.days, d.first, d.next, d.last = map[int64]*sums{}, in.first, in.first, nil
	}
	if len(in.border) > 0 {
		day := state.DayNumber(in.border[0][0].at)
		maps.DeleteFunc(d.days, func(n int64, _ *sums) bool { return n <= day })
		d.add(in.border, func(_, of int64) bool { return of == day })
	}
	d.add(in.fresh, func(_, _ int64) bool { return true })
	d.first, d.next = in.first, d.next+len(in.fresh)
	if n := len(in.fresh); n > 0 {
		d.last = in.fresh[n-1]
	}
}

// add adds those of the facts that are wanted, by their instant and its day.
func (d *daySums) add(records [][]factRec, wanted func(at, day int64) bool) {
	var day int64
	var today *sums
	for _, list := range records {
		for i := range list {
			at := list[i].at
			if today == nil || at < day*state.DayMS || at >= (day+1)*state.DayMS {
				day, today = state.DayNumber(at), nil
			}
			if !wanted(at, day) {
				continue
			}
			if today == nil {
				today = within(&d.days, day)
			}
			f := list[i].fact()
			today.add(&f)
		}
	}
}

// between returns the sums of the days in a time, in order; a day may come twice.
func (d *daySums) between(r factRange, in factsRead) (days []datedSums) {
	for day, s := range d.days {
		if r.covers(day) {
			days = append(days, datedSums{day, s})
		}
	}
	part := &daySums{}
	edges := r.edges()
	seen := map[*factRec]bool{}
	for _, list := range in.edges { // two edges may share a record
		if !seen[&list[0]] {
			seen[&list[0]] = true
			part.add([][]factRec{list}, func(at, day int64) bool { return r.has(at) && slices.Contains(edges, day) })
		}
	}
	part.add([][]factRec{in.open}, func(at, _ int64) bool { return r.has(at) })
	for day, s := range part.days {
		days = append(days, datedSums{day, s})
	}
	slices.SortStableFunc(days, func(a, b datedSums) int { return int(a.day - b.day) })
	return days
}

// datedSums are the sums of a day, or of a part of it.
type datedSums struct {
	day int64
	*sums
}

func (d datedSums) date() string {
	return time.UnixMilli(d.day * state.DayMS).UTC().Format(time.DateOnly)
}
