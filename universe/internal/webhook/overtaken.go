package webhook

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/hook"
)

// overtaken holds deliveries until the next one to their URL has ended: two that
// are under way at once may arrive in any order.
type overtaken struct {
	mu     sync.Mutex
	timer  hook.Timer
	held   map[string]*hook.Delivery     // by the URL, as long as no other has come
	behind map[overtaker][]hook.Delivery // then by the one that goes first
}

// overtaker is a delivery that goes before another; of the same event there can be
// several, sent again.
type overtaker struct {
	url   string
	event int64
}

// take returns what waits for the next delivery to a URL.
func (o *overtaken) take(url string) (d hook.Delivery, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	h := o.held[url]
	if h == nil {
		return d, false
	}
	delete(o.held, url)
	return *h, true
}

// hold keeps a delivery for the next one to overtake. It returns nil when another
// one waits there already, else what takes this very one, should it wait still.
func (o *overtaken) hold(d hook.Delivery) (takeBack func() bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held[d.URL] != nil {
		return nil
	}
	if o.held == nil {
		o.held = map[string]*hook.Delivery{}
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

// takeAll returns all that waits for a next delivery, in order of their events.
func (o *overtaken) takeAll() (list []hook.Delivery) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, h := range o.held {
		list = append(list, *h)
	}
	clear(o.held)
	slices.SortFunc(list, func(a, b hook.Delivery) int {
		return cmp.Or(cmp.Compare(a.Event, b.Event), strings.Compare(a.URL, b.URL))
	})
	return list
}

// follow lets a delivery wait for the end of the one that overtakes it.
func (o *overtaken) follow(first, held hook.Delivery) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.behind == nil {
		o.behind = map[overtaker][]hook.Delivery{}
	}
	key := overtaker{first.URL, first.Event}
	o.behind[key] = append(o.behind[key], held)
}

// next returns what waited for the end of a delivery.
func (o *overtaken) next(first hook.Delivery) (d hook.Delivery, ok bool) {
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

// drop forgets what is not kept.
func (o *overtaken) drop(keep func(hook.Delivery) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for url, d := range o.held {
		if !keep(*d) {
			delete(o.held, url)
		}
	}
	for first, list := range o.behind {
		if list = slices.DeleteFunc(list, func(d hook.Delivery) bool { return !keep(d) }); len(list) == 0 {
			delete(o.behind, first)
		} else {
			o.behind[first] = list
		}
	}
}

// clear forgets all that waits.
func (o *overtaken) clear() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held, o.behind = nil, nil
}
