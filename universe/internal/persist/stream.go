package persist

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// A store's records are decoded while it yields them, side by side, those of which
// there are several for each mail: what they refer to has to be there then, else they
// wait in Records for all others.

// From takes the records of a store.
func (l *Loader) From(ctx context.Context, s mailsim.Store) error {
	if lending, ok := s.(mailsim.LendingStore); ok {
		l.lent = true
		return lending.Lend(ctx, l.Stream)
	}
	return l.Stream(s.Load(ctx))
}

// Stream takes the records that a store yields.
func (l *Loader) Stream(records iter.Seq2[mailsim.Record, error]) error {
	if l.Bodies == nil { // mails need their bytes, which may come later
		for r, err := range records {
			if err != nil {
				return err
			}
			l.Add(r)
		}
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	raw, done, free := make(chan *parcel, parcels), make(chan *parcel, parcels), make(chan *parcel, parcels)
	var workers, collector sync.WaitGroup
	var fault faults
	for range max(1, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			d := decoder{whole: l.Whole}
			for p := range raw {
				fault.guard(func() { d.decode(p) })
				p.decoded <- struct{}{}
			}
		})
	}
	var failed error
	collector.Go(func() {
		for p := range done {
			<-p.decoded
			if failed == nil && !fault.any() {
				fault.guard(func() { failed = l.collect(p) })
			}
			if failed != nil || fault.any() {
				cancel()
			}
			select {
			case free <- p:
			default:
			}
		}
	})
	wait := func() {
		close(raw)
		close(done)
		workers.Wait()
		collector.Wait()
	}
	waited := false
	defer func() {
		if !waited { // a panic of the store: nobody may read on in what it has lent
			wait()
		}
	}()
	err := cut(ctx, records, free, func(p *parcel) { done <- p; raw <- p })
	waited = true
	wait()
	fault.again()
	return errors.Join(err, failed)
}

// faults are panics of several goroutines, which the one that began them has to hear of:
// a store whose disk gives nothing any more may fail wherever a record that it has lent is read.
type faults struct {
	mu    sync.Mutex
	first any
}

func (f *faults) guard(do func()) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			f.mu.Lock()
			defer f.mu.Unlock()
			if f.first == nil {
				f.first = p
			}
		}
	}()
	do()
}

func (f *faults) any() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.first != nil
}

// again panics if anybody did.
func (f *faults) again() {
	if f.first != nil {
		panic(f.first)
	}
}

// Parcels are so many records of one table, and so many are under way.
const (
	parcelSize = 512
	parcels    = 16
)

// cut makes parcels of records, of those that are free where there are any.
func cut(ctx context.Context, records iter.Seq2[mailsim.Record, error], free <-chan *parcel, send func(*parcel)) error {
	empty := func() *parcel {
		select {
		case p := <-free:
			p.empty()
			return p
		default:
			return newParcel()
		}
	}
	next := empty()
	for r, err := range records {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil // the collector says why
		}
		if n := len(next.records); n == parcelSize || n > 0 && next.records[0].Table != r.Table {
			send(next)
			next = empty()
		}
		next.records = append(next.records, r)
	}
	if len(next.records) > 0 {
		send(next)
	}
	return nil
}

// parcel is records of one table, and what they are decoded. Of one that is not in the
// form in which it is written nothing is; it is read by encoding/json later.
type parcel struct {
	records []mailsim.Record
	decoded chan struct{} // one when it is
	mails   []*post.Mail
	ways    []*post.Way
	copies  []copied
	events  []told
	room    []byte // of texts of events
}

func newParcel() *parcel {
	return &parcel{records: make([]mailsim.Record, 0, parcelSize), decoded: make(chan struct{}, 1)}
}

func (p *parcel) empty() {
	p.records, p.mails, p.ways, p.copies, p.events, p.room = p.records[:0], p.mails[:0], p.ways[:0], p.copies[:0], p.events[:0], p.room[:0]
}

// copied is a copy without what it shares.
type copied struct {
	*post.Stored
	folder    int // length of the folder in the key
	mail, way uint32
}

// told is an event, with the number of the mail or the envelope of which it is made
// anew, 0 for none. Its data is not read where it need not be.
type told struct {
	*state.Event
	about     []byte // Message-ID, until the parcel is used again
	mail, way uint32
}

// decoder decodes parcels.
type decoder struct {
	scan     state.Scan
	whole    bool
	routes   post.Routes
	envelope post.SavedEnvelope
}

func (d *decoder) decode(p *parcel) {
	switch p.records[0].Table {
	case MailTable:
		p.mails = each(p.records, p.mails, d.mail)
	case envelopeTable:
		p.ways = each(p.records, p.ways, d.way)
	case CopyTable:
		p.copies = each(p.records, p.copies, d.copy)
	case EventTable:
		p.events = each(p.records, p.events, func(r mailsim.Record) told { return d.event(r, &p.room) })
	}
}

// each decodes every record of a parcel.
func each[T any](records []mailsim.Record, out []T, decode func(mailsim.Record) T) []T {
	out = slices.Grow(out, parcelSize)
	for _, r := range records {
		out = append(out, decode(r))
	}
	return out
}

func (d *decoder) mail(r mailsim.Record) *post.Mail {
	var m post.SavedMail
	n, ok := numberOf(r.Key)
	if !ok || !m.Scan(&d.scan, r.Value) {
		return nil
	}
	return m.Mail(n)
}

func (d *decoder) way(r mailsim.Record) *post.Way {
	n, ok := numberOf(r.Key)
	if !ok || !d.envelope.Scan(&d.scan, r.Value) {
		return nil
	}
	w := d.envelope.Way(&d.routes)
	w.Number = n
	return w
}

func (d *decoder) copy(r mailsim.Record) (c copied) {
	at := strings.LastIndexByte(r.Key, 0)
	uid, ok := numberOf(r.Key[at+1:])
	if at < 0 || !ok || r.Key[at+1] == '0' {
		return c
	}
	var saved post.SavedCopy
	if c.mail, c.way, ok = saved.Scan(&d.scan, r.Value); !ok || c.mail == 0 {
		return copied{}
	}
	c.folder, c.Stored = at, saved.Stored(uid, post.Cargo{})
	return c
}

// event reads an event. That a mail was delivered is told by the mail itself: there are
// as many of these as mails.
func (d *decoder) event(r mailsim.Record, room *[]byte) (e told) {
	id, err := strconv.ParseInt(r.Key, 10, 64)
	if err != nil || eventKey(id) != r.Key {
		return e
	}
	s := &d.scan
	s.Begin(r.Value)
	s.Must(`"type":`)
	saved := SavedEvent{Type: mailsim.EventType(s.Shared())}
	s.Must(`"at":`)
	saved.At = s.Instant()
	s.Must(`"seq":`)
	saved.Seq = mailsim.Mark(s.Int())
	if s.Has(`"mail":`) {
		e.mail = s.Uint32()
	}
	if s.Has(`"way":`) {
		e.way = s.Uint32()
	}
	s.Must(`"data":`)
	if saved.Data = s.Rest(); !s.Done() {
		return told{}
	}
	if e.way != 0 && !d.whole && saved.Type == mailsim.EventMailDelivered {
		if e.about = d.lastMessageID(saved.Data, room); e.about != nil {
			e.Event = &state.Event{ID: id, Seq: saved.Seq, At: saved.At}
			return e
		}
	}
	if e.Event, err = saved.event(id); err != nil {
		return told{}
	}
	return e
}

// lastMessageID is the message_id that ends the data of an event, nil if there is none.
func (d *decoder) lastMessageID(data []byte, room *[]byte) []byte {
	const name = `,"message_id":`
	at := bytes.LastIndex(data, []byte(name))
	if at < 0 || data[len(data)-1] != '}' {
		return nil
	}
	d.scan.BeginValue(data[at+len(name) : len(data)-1])
	id := d.scan.Bytes()
	if !d.scan.Done() || len(id) == 0 {
		return nil
	}
	from := len(*room)
	*room = append(*room, id...)
	return (*room)[from:]
}

// collect joins a parcel to what is there.
func (l *Loader) collect(p *parcel) error {
	for i, r := range p.records {
		done := false
		switch {
		case len(p.mails) > 0 && p.mails[i] != nil:
			l.addMail(p.mails[i])
			done = true
		case len(p.ways) > 0 && p.ways[i] != nil:
			l.addWay(p.ways[i].Number, p.ways[i])
			done = true
		case len(p.copies) > 0 && p.copies[i].Stored != nil:
			done = l.collectCopy(r.Key, p.copies[i])
		case len(p.events) > 0 && p.events[i].Event != nil:
			if err := l.collectEvent(r, p.events[i]); err != nil {
				return err
			}
			done = true
		}
		if !done {
			l.Add(r)
		}
	}
	l.took = l.took || len(p.records) > 0
	return nil
}

// push is append for long lists, which leaves less garbage.
func push[T any](list []T, v T) []T {
	if len(list) == cap(list) {
		list = slices.Grow(list, max(16, len(list)))
	}
	return append(list, v)
}

// collectCopy files a copy if what it shares is there.
func (l *Loader) collectCopy(key string, c copied) bool {
	if c.Mail = l.numbered.get(c.mail); c.Mail == nil {
		return false
	}
	if c.way != 0 {
		if c.Way = l.envelopes.get(c.way); c.Way == nil {
			return false
		}
		c.Way.Held++
		c.Way.Mail = c.Mail
	}
	c.Mail.Held++
	folder := key[:c.folder]
	if folder != l.folder {
		l.turnTo(strings.Clone(folder))
	}
	l.numbered.count(c.Stored)
	l.filed = push(l.filed, c.Stored)
	return true
}

// turnTo goes on with the copies of another folder.
func (l *Loader) turnTo(folder string) {
	if len(l.filed) > 0 {
		l.copies[l.folder] = l.filed
	}
	l.folder, l.filed = folder, l.copies[folder]
}

// collectEvent adds an event. One of a mail that is there is made from it when it is
// read, as before it was stored; a number alone does not say that it is the same mail.
func (l *Loader) collectEvent(r mailsim.Record, e told) error {
	w := l.envelopes.get(e.way)
	switch received, is := e.Data.(mailsim.PersonaReceived); {
	case e.Data == nil && w != nil && w.Mail != nil && w.Mail.MessageID == string(e.about) && w.At == e.At.Sec:
		e.Data = deliver.Delivered{Way: w}
	case e.Data == nil:
		whole := (&decoder{whole: true}).event(r, nil)
		if whole.Event == nil {
			return l.damagedEvent(r)
		}
		e.Event = whole.Event
	case is && !l.Whole:
		if m := l.numbered.get(e.mail); m != nil && m.MessageID == received.MessageID {
			e.Data = mind.ReceivedBy(l.person(received), received.CaseID, m)
		}
	}
	l.events = push(l.events, e.Event)
	return nil
}

// damagedEvent says what is wrong with an event.
func (l *Loader) damagedEvent(r mailsim.Record) error {
	var s SavedEvent
	err := json.Unmarshal(r.Value, &s)
	if err == nil {
		_, err = s.event(0)
	}
	return fail.Damagedf("event %.50q: %v", r.Key, err)
}

// person is who an event speaks of, by the name that they had then.
func (l *Loader) person(e mailsim.PersonaReceived) *people.Person {
	who := person{e.PersonaID, e.Persona}
	if l.persons[who] == nil {
		l.persons[who] = &people.Person{Persona: mailsim.Persona{ID: e.PersonaID, Name: e.Persona}}
	}
	return l.persons[who]
}

// person is an id and a name.
type person struct{ id, name string }
