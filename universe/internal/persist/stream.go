package persist

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"runtime"
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
	raw, done := make(chan *parcel, parcels), make(chan *parcel, parcels)
	var workers sync.WaitGroup
	for range max(1, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			d := decoder{whole: l.Whole}
			for p := range raw {
				d.decode(p)
				close(p.decoded)
			}
		})
	}
	var failed error
	collected := make(chan struct{})
	go func() {
		defer close(collected)
		for p := range done {
			<-p.decoded
			if failed == nil {
				if failed = l.collect(p); failed != nil {
					cancel()
				}
			}
		}
	}()
	err := cut(ctx, records, func(p *parcel) { done <- p; raw <- p })
	close(raw)
	close(done)
	workers.Wait()
	<-collected
	return errors.Join(err, failed)
}

// Parcels are so many records of one table, and so many are under way.
const (
	parcelSize = 512
	parcels    = 16
)

// cut makes parcels of records.
func cut(ctx context.Context, records iter.Seq2[mailsim.Record, error], send func(*parcel)) error {
	next := newParcel()
	for r, err := range records {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil // the collector says why
		}
		if n := len(next.records); n == parcelSize || n > 0 && next.records[0].Table != r.Table {
			send(next)
			next = newParcel()
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
	decoded chan struct{} // closed
	mails   []*post.Mail
	ways    []*post.Way
	copies  []copied
	events  []told
}

func newParcel() *parcel {
	return &parcel{records: make([]mailsim.Record, 0, parcelSize), decoded: make(chan struct{})}
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
	about     string // Message-ID
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
		p.mails = each(p, d.mail)
	case envelopeTable:
		p.ways = each(p, d.way)
	case CopyTable:
		p.copies = each(p, d.copy)
	case EventTable:
		p.events = each(p, d.event)
	}
}

// each decodes every record of a parcel.
func each[T any](p *parcel, decode func(mailsim.Record) T) []T {
	out := make([]T, len(p.records))
	for i, r := range p.records {
		out[i] = decode(r)
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
func (d *decoder) event(r mailsim.Record) (e told) {
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
		if e.about = d.lastMessageID(saved.Data); e.about != "" {
			e.Event = &state.Event{ID: id, Seq: saved.Seq, At: saved.At}
			return e
		}
	}
	if e.Event, err = saved.event(id); err != nil {
		return told{}
	}
	return e
}

// lastMessageID is the message_id that ends the data of an event.
func (d *decoder) lastMessageID(data []byte) string {
	const name = `,"message_id":`
	at := bytes.LastIndex(data, []byte(name))
	if at < 0 || data[len(data)-1] != '}' {
		return ""
	}
	room := append(append(make([]byte, 0, 128), '{'), data[at+1:]...)
	d.scan.Begin(room)
	d.scan.Must(name[1:])
	id := d.scan.Text()
	if !d.scan.Done() {
		return ""
	}
	return id
}

// collect joins a parcel to what is there.
func (l *Loader) collect(p *parcel) error {
	for i, r := range p.records {
		done := false
		switch {
		case p.mails != nil && p.mails[i] != nil:
			l.addMail(p.mails[i])
			done = true
		case p.ways != nil && p.ways[i] != nil:
			l.addWay(p.ways[i].Number, p.ways[i])
			done = true
		case p.copies != nil && p.copies[i].Stored != nil:
			done = l.collectCopy(r.Key, p.copies[i])
		case p.events != nil && p.events[i].Event != nil:
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
	l.filed = append(l.filed, c.Stored)
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
	case e.Data == nil && w != nil && w.Mail != nil && w.Mail.MessageID == e.about && w.At == e.At.Sec:
		e.Data = deliver.Delivered{Way: w}
	case e.Data == nil:
		whole := (&decoder{whole: true}).event(r)
		if whole.Event == nil {
			return l.damagedEvent(r)
		}
		e.Event = whole.Event
	case is && !l.Whole:
		if m := l.numbered.get(e.mail); m != nil && m.MessageID == received.MessageID {
			e.Data = mind.ReceivedBy(l.person(received), received.CaseID, m)
		}
	}
	l.events = append(l.events, e.Event)
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
