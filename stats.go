package mailsim

// Counts kept while things happen, for insights (design 4).

// dayRec counts what happened on one day of the simulated calendar (UTC).
type dayRec struct {
	Accepted, Delivered, Junked, Bounced, Ignored, Sent int
	Opened, Failed, Skipped, Kept, Broken               int
}

// countDay counts something on the present day.
func (t *tx) countDay(f func(d *dayRec)) {
	key := t.now.UTC().Format("2006-01-02")
	next := dayRec{}
	if old := t.days.at(key); old != nil {
		next = *old
	}
	f(&next)
	put(t, t.days, key, &next)
}

func (t *tx) countBounce(kind string) { t.countDay(func(d *dayRec) { d.Bounced++ }) }

func (t *tx) countReply(w *writing) {}

func (t *tx) countLink(e EventData) {
	switch e.(type) {
	case LinkOpened:
		t.countDay(func(d *dayRec) { d.Opened++ })
	case LinkFailed:
		t.countDay(func(d *dayRec) { d.Failed++ })
	case LinkSkipped:
		t.countDay(func(d *dayRec) { d.Skipped++ })
	}
}
