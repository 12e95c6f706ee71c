package httpapi

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// A place in the log is the id of an event. Who comes back after a server has begun
// anew may have an id that the new log has too: a check tells whether that is the
// same event.

const eventPlacePattern = `^[0-9]+(-[0-9a-f]{8})?$`

// eventPlace is where a stream goes on: an event's id, with a check or without.
type eventPlace struct {
	id    int64
	check string
	given bool
}

func (p *eventPlace) parse(text string) error {
	number, check, checked := strings.Cut(text, "-")
	id, err := strconv.ParseUint(number, 10, 63)
	if err != nil || checked && len(check) != 8 {
		return errors.New("the id of an event")
	}
	*p = eventPlace{int64(id), check, true}
	return nil
}

// checkOf is a check of an event: what stays the same of it and is another in another
// log.
func checkOf(id int64, t mailsim.EventType, at time.Time) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%d %s %d", id, t, at.UnixNano())
	return fmt.Sprintf("%08x", h.Sum32())
}

// placeOf writes the place of an event with its check, where the event is there.
func (c *call) placeOf(id int64) string {
	if e, there := c.eventAt(id); there {
		return strconv.FormatInt(id, 10) + "-" + checkOf(id, e.Type, e.At)
	}
	return strconv.FormatInt(id, 10)
}

// fits reports whether a place is one of this log, as far as that can be told.
func (c *call) fits(p eventPlace) bool {
	e, there := c.eventAt(p.id)
	return p.check == "" || !there || p.check == checkOf(p.id, e.Type, e.At)
}

func (c *call) eventAt(id int64) (e mailsim.Event, there bool) {
	if id <= 0 {
		return e, false
	}
	page, err := c.u.EventsAfter(mailsim.EventFilter{After: id - 1, Limit: 1})
	if err != nil || len(page.Events) == 0 || page.Events[0].ID != id {
		return e, false
	}
	return page.Events[0], true
}
