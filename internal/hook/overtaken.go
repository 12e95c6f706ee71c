package hook

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Overtaken holds deliveries until the next one to their URL has ended: two that
// are under way at once may arrive in any order. The zero value is ready to use, but for the timer.
type Overtaken struct {
	Timer Timer // of the universe's clock

	mu     sync.Mutex
	held   map[string]*Delivery     // by the URL, as long as no other has come
	behind map[overtaker][]Delivery // then by the one that goes first
}

// overtaker is a delivery that goes before another; of the same event there can be
// several, sent again.
type overtaker struct {
	url   string
	event int64
}

// Take returns what waits for the next delivery to a URL.
func (o *Overtaken) Take(url string) (d Delivery, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	h := o.held[url]
	if h == nil {
		return d, false
	}
	delete(o.held, url)
	return *h, true
}

// Hold keeps a delivery for the next one to overtake. It returns nil when another
// one waits there already, else what takes this very one, should it wait still.
func (o *Overtaken) Hold(d Delivery) (takeBack func() bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held[d.URL] != nil {
		return nil
	}
	if o.held == nil {
		o.held = map[string]*Delivery{}
	}
	h := &d
	o.held[d.URL] = h
	return func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.held[d.URL] != h {
			return false
		}
		delete(o.held, d.URL)
		return true
	}
}

// TakeAll returns all that waits for a next delivery, in order of their events.
func (o *Overtaken) TakeAll() (list []Delivery) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, h := range o.held {
		list = append(list, *h)
	}
	clear(o.held)
	slices.SortFunc(list, func(a, b Delivery) int {
		return cmp.Or(cmp.Compare(a.Event, b.Event), strings.Compare(a.URL, b.URL))
	})
	return list
}

// Follow lets a delivery wait for the end of the one that overtakes it.
func (o *Overtaken) Follow(first, held Delivery) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.behind == nil {
		o.behind = map[overtaker][]Delivery{}
	}
	key := overtaker{first.URL, first.Event}
	o.behind[key] = append(o.behind[key], held)
}

// Next returns what waited for the end of a delivery.
func (o *Overtaken) Next(first Delivery) (d Delivery, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := overtaker{first.URL, first.Event}
	switch list := o.behind[key]; len(list) {
	case 0:
		return d, false
	case 1:
		delete(o.behind, key)
		return list[0], true
	default:
		o.behind[key] = list[1:]
		return list[0], true
	}
}

// Drop forgets what is not kept.
func (o *Overtaken) Drop(keep func(Delivery) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for url, d := range o.held {
		if !keep(*d) {
			delete(o.held, url)
		}
	}
	for first, list := range o.behind {
		if list = slices.DeleteFunc(list, func(d Delivery) bool { return !keep(d) }); len(list) == 0 {
			delete(o.behind, first)
		} else {
			o.behind[first] = list
		}
	}
}

// Clear forgets all that waits.
func (o *Overtaken) Clear() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held, o.behind = nil, nil
}
