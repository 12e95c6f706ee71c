package insight

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

// Sums are facts summed up, all and by person.
type Sums struct {
	tallies
	persons map[string]*tallies
}

// Add takes in a fact.
func (s *Sums) Add(f *Fact) {
	s.tallies.add(f)
	if f.Person != "" {
		Within(&s.persons, f.Person).add(f)
	}
}

func (s *Sums) join(o *Sums) {
	s.tallies.join(&o.tallies)
	for id, p := range o.persons {
		Within(&s.persons, id).join(p)
	}
}

// Within returns the value of a key, made when it is not there.
func Within[K comparable, V any](m *map[K]*V, key K) *V {
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

// DaySums are the sums of each day over all full records of facts, which never
// change. They catch up when they are asked for, so that noting a fact costs
// nothing more, and know by the last record they took whether the facts are still
// those: no prune, reset or undone change has to think of them.
type DaySums struct {
	mu    sync.Mutex
	days  map[int64]*Sums // by number of the day
	first int             // the first record in them
	next  int             // the first that is not
	last  []Record        // the record before that
}

// Fork returns the sums for a copy of the universe. Days that are over are shared.
func (d *DaySums) Fork() *DaySums {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := &DaySums{days: maps.Clone(d.days), first: d.first, next: d.next, last: d.last}
	if len(d.last) > 0 {
		today := state.DayNumber(d.last[len(d.last)-1].at)
		f.days[today] = new(Sums)
		f.days[today].join(d.days[today])
	}
	return f
}

// Span is a time in milliseconds since 1970, its end exclusive.
type Span struct{ Since, Until int64 }

func (r Span) has(at int64) bool { return at >= r.Since && at < r.Until }

// covers tells whether a whole day lies within.
func (r Span) covers(day int64) bool {
	return r.Since <= day*state.DayMS && r.Until >= (day+1)*state.DayMS
}

// edges are the days of which a part lies within.
func (r Span) edges() (days []int64) {
	for _, at := range []int64{r.Since, r.Until} {
		if at == math.MinInt64 || at == math.MaxInt64 {
			continue
		}
		if day := state.DayNumber(at); !r.covers(day) && !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	return days
}

// excerpt is what an answer needs of the facts, taken under the lock.
type excerpt struct {
	stale  bool       // the sums are of other facts
	first  int        // the first record there is
	border [][]Record // those of the first day, where some of it has been pruned
	fresh  [][]Record // full records that the sums do not have yet
	edges  [][]Record // those with facts of the days at the edges, by edge
	open   []Record   // the record that still grows
}

// read takes what is needed to answer for a time. The caller holds the sums.
func (d *DaySums) read(v state.View, r Span) (out excerpt) {
	full := v.Counter("facts") / PerRecord
	out.first, out.open = v.Counter("facts-first"), RecordAt(v, full)
	next := d.next
	if out.stale = next > 0 && (out.first >= next || !sameRecord(RecordAt(v, next-1), d.last)); out.stale {
		next = 0
	}
	if next > 0 && out.first > d.first {
		day := state.DayNumber(RecordAt(v, out.first)[0].at)
		for i := out.first; i < next && state.DayNumber(RecordAt(v, i)[0].at) == day; i++ {
			out.border = append(out.border, RecordAt(v, i))
		}
	}
	for i := max(next, out.first); i < full; i++ {
		list := RecordAt(v, i)
		if len(list) == 0 {
			break
		}
		out.fresh = append(out.fresh, list)
	}
	for _, day := range r.edges() {
		out.edges = append(out.edges, ofDay(v, day, out.first, full)...)
	}
	return out
}

// FactsToRead is how many facts an answer for a time reads, for tests.
func (u *Part) FactsToRead(span Span) (n int) {
	u.Sums.mu.Lock()
	defer u.Sums.mu.Unlock()
	u.Read(func(v state.View) {
		in := u.Sums.read(v, span)
		for _, list := range slices.Concat(in.border, in.fresh, in.edges, [][]Record{in.open}) {
			n += len(list)
		}
	})
	return n
}

// RecordAt is a record of facts by its number, nil when there is none.
func RecordAt(v state.View, i int) []Record { return Table.In(v.State).At(strconv.Itoa(i)) }

// sameRecord tells whether two are one: a record is written anew as a new list.
func sameRecord(a, b []Record) bool { return len(a) > 0 && len(a) == len(b) && &a[0] == &b[0] }

// ofDay returns the records that hold facts of a day, among those from one
// to another.
func ofDay(v state.View, day int64, first, full int) (out [][]Record) {
	begin := first + sort.Search(max(0, full-first), func(i int) bool {
		list := RecordAt(v, first+i)
		return len(list) == 0 || state.DayNumber(list[len(list)-1].at) >= day
	})
	for i := begin; i < full; i++ {
		list := RecordAt(v, i)
		if len(list) == 0 || state.DayNumber(list[0].at) > day {
			break
		}
		out = append(out, list)
	}
	return out
}

// follow brings the sums up to what was read.
func (d *DaySums) follow(in excerpt) {
	if in.stale || d.days == nil {
		d.days, d.first, d.next, d.last = map[int64]*Sums{}, in.first, in.first, nil
	}
	if len(in.border) > 0 {
		day := state.DayNumber(in.border[0][0].at)
		maps.DeleteFunc(d.days, func(n int64, _ *Sums) bool { return n <= day })
		d.add(in.border, func(_, of int64) bool { return of == day })
	}
	d.add(in.fresh, func(_, _ int64) bool { return true })
	d.first, d.next = in.first, d.next+len(in.fresh)
	if n := len(in.fresh); n > 0 {
		d.last = in.fresh[n-1]
	}
}

// add adds those of the facts that are wanted, by their instant and its day.
func (d *DaySums) add(records [][]Record, wanted func(at, day int64) bool) {
	var day int64
	var today *Sums
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
				today = Within(&d.days, day)
			}
			f := list[i].Fact()
			today.Add(&f)
		}
	}
}

// between returns the sums of the days in a time, in order; a day may come twice.
func (d *DaySums) between(r Span, in excerpt) (days []Day) {
	for day, s := range d.days {
		if r.covers(day) {
			days = append(days, Day{day, s})
		}
	}
	part := &DaySums{}
	edges := r.edges()
	seen := map[*Record]bool{}
	for _, list := range in.edges { // two edges may share a record
		if !seen[&list[0]] {
			seen[&list[0]] = true
			part.add([][]Record{list}, func(at, day int64) bool { return r.has(at) && slices.Contains(edges, day) })
		}
	}
	part.add([][]Record{in.open}, func(at, _ int64) bool { return r.has(at) })
	for day, s := range part.days {
		days = append(days, Day{day, s})
	}
	slices.SortStableFunc(days, func(a, b Day) int { return int(a.Day - b.Day) })
	return days
}

// Day are the sums of a day, or of a part of it.
type Day struct {
	Day int64
	*Sums
}

func (d Day) date() string {
	return time.UnixMilli(d.Day * state.DayMS).UTC().Format(time.DateOnly)
}
