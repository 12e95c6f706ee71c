// Package persist writes a universe as records and reads it back: commit by commit for a
// store, all at once for a file. It owns the form of the records and of the file. What a
// record holds is named by the package whose table it is.
package persist

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// The tables of records beside those that hold the state; some are exported for tests.
const (
	StateTable    = "state"    // one record: who the universe is, and its clock
	FolderTable   = "folder"   // by address and name
	expungedTable = "expunged" // the expunge log of a folder
	CopyTable     = "copy"     // by address, folder and UID
	EventTable    = "event"    // by id
	blobTable     = "blob"     // the sender's bytes of a mail, by their hash
	MailTable     = "mail"     // by the hash of its content
	envelopeTable = "envelope" // by the hash of its content
)

// Format is raised when an older version could not read the records: they
// have a table that it does not know, or mean something else. It says then that a
// later version wrote them. Of its own format or an older one no loader meets a table
// that it does not know, unless the content is damaged, and so it is called. A
// field more in a record, which an older version can do without, raises nothing.
//
//	1  the first
//	2  "used" and "tempfail", by which counters are forgotten; see olderUses
//	3  "claim", what people said is so
//	4  "filler", what people do not write again
const Format = 5

// delta is what a commit changed: pointers to records that never change.
type delta struct {
	state   stateRecord
	changes []recordChange
	events  []*state.Event
	pruned  [2]int64 // the events from one id to another, exclusive, are gone
	due     time.Time
}

// recordChange is a record of a table before and after; nil is none.
type recordChange struct {
	table    string
	key      string
	old, now any
}

// stateRecord is the record of table state.
type stateRecord struct {
	Format int          `json:"format"`
	ID     string       `json:"id"`
	Name   string       `json:"name"`
	Seed   string       `json:"seed"`
	Domain string       `json:"domain"`
	Now    time.Time    `json:"now"`
	Speed  float64      `json:"speed"`
	Frozen bool         `json:"frozen"`
	Mark   mailsim.Mark `json:"mark"`
	Pruned int64        `json:"pruned"`           // events no longer there
	Cut    mailsim.Mark `json:"cut,omitempty"`    // the place of the last of them
	Commit uint64       `json:"commit,omitempty"` // number of the last batch
	Swept  savedSweep   `json:"swept,omitzero"`
}

// stateOf is the record of a universe as it stands.
func stateOf(v state.View) stateRecord {
	return stateRecord{
		Format: Format, ID: v.Env.Opts.ID, Name: v.Env.Opts.Name, Seed: string(v.Env.Chance), Domain: v.Env.Opts.Domain,
		Now: v.Now, Speed: v.Clock.Speed, Frozen: v.Clock.Frozen, Mark: v.Seq, Pruned: v.Events.Base, Cut: v.Events.Cut,
		Swept: savedSweepOf(v.Swept),
	}
}

// deltaOf collects what a transaction changed, each record once.
func deltaOf(t *state.Tx, before state.Point) delta {
	d := delta{state: stateOf(t.View), events: slices.Concat(t.Redone, t.Events), pruned: [2]int64{before.Events.Base, t.State.Events.Base}}
	d.state.Commit = t.Serial()
	type name struct{ table, key string }
	seen := make(map[name]bool, len(t.Journal))
	for _, c := range t.Journal {
		n := name{c.Table.TableName(), c.Key}
		if n.table == "" || seen[n] {
			continue
		}
		seen[n] = true
		r := recordChange{table: n.table, key: n.key}
		if c.Had {
			r.old = c.Old
		}
		if now, ok := c.Table.Record(c.Key); ok {
			r.now = now
		}
		d.changes = append(d.changes, r)
	}
	return d
}

// whole is the difference to nothing.
func whole(v state.View) delta {
	d := delta{state: stateOf(v), events: slices.Collect(v.Events.From(0))}
	for _, tb := range v.Tables() {
		if tb.TableName() == "" {
			continue
		}
		for _, key := range tb.Keys() {
			now, _ := tb.Record(key)
			d.changes = append(d.changes, recordChange{tb.TableName(), key, nil, now})
		}
	}
	return d
}

// encoder makes batches. What several records share (mails, envelopes) is a
// record of its own, named by its content: written with the first that holds
// it, deleted with the last.
type encoder struct {
	numbers
	refs    map[contentID]int // how many records hold each content that has no number
	touched map[contentID]touchedContent
	blobs   map[string]string    // blobs to write
	mails   map[*post.Mail]named // those met in this batch
	envs    map[*post.Way]named
	out     mailsim.Batch
	known   *contents // of a save, which writes all: what has a name already
	more    *contents // what has got one
}

// named is a content encoded, and its key.
type named struct {
	key   string
	value []byte
	blob  string // of a mail
	raw   string // of a mail, in a save
}

// nameOfMail is a mail encoded, without its bytes.
func nameOfMail(m *post.Mail) named {
	s := post.SavedMailOf(m)
	value := s.Append(make([]byte, 0, 240))
	return named{key: post.HashKey(value), value: value, blob: s.Blob}
}

// nameOfWay is an envelope encoded.
func nameOfWay(p *post.Way) named {
	s := post.SavedEnvelopeOf(p)
	value := s.Append(make([]byte, 0, 240))
	return named{key: post.HashKey(value), value: value}
}

type contentID struct{ table, key string }

type touchedContent struct {
	before int
	value  []byte // nil for a blob
}

// batch encodes a commit.
func (e *encoder) batch(d delta) mailsim.Batch {
	e.bodies = nil
	e.encode(d)
	for _, key := range slices.Sorted(maps.Keys(e.blobs)) {
		e.out.Puts = append(e.out.Puts, mailsim.Record{Table: blobTable, Key: key, Value: []byte(e.blobs[key])})
	}
	return e.out
}

// encode fills e.out with all records but the blobs, which are left in e.blobs.
func (e *encoder) encode(d delta) {
	e.touched, e.blobs, e.out = map[contentID]touchedContent{}, map[string]string{}, mailsim.Batch{Seq: d.state.Commit, NextDue: d.due}
	e.mails, e.envs = map[*post.Mail]named{}, map[*post.Way]named{}
	d.hashPasswords()
	for _, c := range d.changes {
		e.change(c)
	}
	for id := d.pruned[0] + 1; id <= d.pruned[1]; id++ {
		e.drop(EventTable, eventKey(id))
	}
	for _, ev := range d.events {
		if ev.ID > d.pruned[1] {
			e.out.Puts = append(e.out.Puts, mailsim.Record{Table: EventTable, Key: eventKey(ev.ID), Value: storedEventOf(ev).Append(nil)})
		}
	}
	e.put(StateTable, "", d.state)
	e.writeContent()
	e.writeNumbered()
}

// hashPasswords hashes those that nobody has used yet, side by side.
func (d *delta) hashPasswords() {
	var wg sync.WaitGroup
	for _, c := range d.changes {
		if l, ok := c.now.(*login.Record); ok && l.Secret != nil {
			wg.Go(func() { l.Secret.Sum() })
		}
	}
	wg.Wait()
}

func eventKey(id int64) string { return strconv.FormatInt(id, 10) }

// put encodes a record. Records are plain structs: that cannot fail.
func (e *encoder) put(table, key string, v any) {
	value, err := json.Marshal(v)
	if err != nil {
		panic("mailsim: a record of table " + table + " cannot be encoded: " + err.Error())
	}
	e.out.Puts = append(e.out.Puts, mailsim.Record{Table: table, Key: key, Value: value})
}

func (e *encoder) drop(table, key string) {
	e.out.Deletes = append(e.out.Deletes, mailsim.Record{Table: table, Key: key})
}

func (e *encoder) change(c recordChange) {
	if c.table == "mailbox" {
		was, _ := c.old.(*post.Box)
		now, _ := c.now.(*post.Box)
		e.mailbox(c.key, was, now)
		return
	}
	id := contentID{c.table, c.key}
	if was, ok := c.old.(carrier); ok {
		e.letGo(id, was.Cargo())
	}
	now := c.now
	if r, ok := now.(carrier); ok {
		now = r.Saved(e.take(id, r.Cargo()))
	}
	if now != nil {
		e.put(c.table, c.key, now)
	} else if c.old != nil {
		e.drop(c.table, c.key)
	}
}

// mailbox writes what differs between two versions of a mailbox; nil is none.
func (e *encoder) mailbox(key string, was, now *post.Box) {
	var before, after []*post.Folder
	if was != nil {
		before = was.Folders
	}
	switch {
	case now != nil:
		after = now.Folders
		if was == nil || !post.SavedMailboxOf(was).Equal(post.SavedMailboxOf(now)) {
			e.put("mailbox", key, post.SavedMailboxOf(now))
		}
	case was != nil:
		e.drop("mailbox", key)
	}
	for _, f := range before {
		if next := post.FolderNamed(after, f.Name); next == nil {
			e.folder(key, f, nil)
		}
	}
	for _, f := range after {
		if old := post.FolderNamed(before, f.Name); old != f {
			e.folder(key, old, f)
		}
	}
}

// folder writes what differs between two versions of a folder; nil is none.
func (e *encoder) folder(address string, was, now *post.Folder) {
	key := state.Key(address, cmp.Or(now, was).Name)
	if now == nil {
		e.drop(FolderTable, key)
		if was.Logged() {
			e.drop(expungedTable, key)
		}
		for s := range was.All() {
			e.dropCopy(key, s)
		}
		return
	}
	e.put(FolderTable, key, post.SavedFolderOf(now))
	e.expungeLog(key, was, now)
	if was == nil || was.UIDValidity != now.UIDValidity || was.ModSeq > now.ModSeq || was.UIDNext > now.UIDNext {
		e.allCopies(key, was, now) // not two versions of one folder
		return
	}
	gone, complete := now.ExpungedSince(was.ModSeq)
	if !complete {
		e.allCopies(key, was, now)
		return
	}
	for _, uid := range gone {
		if s, ok := was.Get(uid); ok {
			e.dropCopy(key, s)
		}
	}
	for s := range now.ChangedSince(was.ModSeq) {
		old, _ := was.Get(s.UID())
		e.putCopy(key, old, s)
	}
}

func (e *encoder) allCopies(key string, was, now *post.Folder) {
	if was != nil {
		for s := range was.All() {
			if _, ok := now.Get(s.UID()); !ok {
				e.dropCopy(key, s)
			}
		}
	}
	for s := range now.All() {
		var old *post.Stored
		if was != nil {
			old, _ = was.Get(s.UID())
		}
		e.putCopy(key, old, s)
	}
}

func (e *encoder) expungeLog(key string, was, now *post.Folder) {
	if was == nil {
		was = &post.EmptyFolder
	}
	switch {
	case was.SameLog(now):
	case !now.Logged():
		e.drop(expungedTable, key)
	default:
		e.put(expungedTable, key, post.SavedLogOf(now))
	}
}

func (e *encoder) putCopy(folder string, old, s *post.Stored) {
	if old != nil {
		e.holdFiled(old.Cargo(), -1)
	}
	saved := post.SavedCopyOf(s, e.holdFiled(s.Cargo(), 1))
	e.out.Puts = append(e.out.Puts, mailsim.Record{Table: CopyTable, Key: post.CopyKey(folder, s.UID()), Value: saved.Append(make([]byte, 0, 320))})
}

func (e *encoder) dropCopy(folder string, s *post.Stored) {
	e.holdFiled(s.Cargo(), -1)
	e.drop(CopyTable, post.CopyKey(folder, s.UID()))
}

// carrier is a record of a table with a cargo.
type carrier interface {
	Cargo() post.Cargo
	Saved(keys post.CargoKeys) any
}

// hold counts a record that holds a cargo (by is 1), or no longer does (-1).
func (e *encoder) hold(c post.Cargo, by int) (keys post.CargoKeys) {
	if e.known != nil {
		return e.name(c)
	}
	if c.Mail != nil {
		n, ok := e.mails[c.Mail]
		if !ok {
			n = nameOfMail(c.Mail)
			e.mails[c.Mail] = n
		}
		keys.Mail = n.key
		e.touch(contentID{MailTable, n.key}, n.value, by)
		if e.touch(contentID{blobTable, n.blob}, nil, by) == 0 && by > 0 {
			e.blobs[n.blob] = c.Mail.Look()
		}
	}
	if c.Way != nil {
		n, ok := e.envs[c.Way]
		if !ok {
			n = nameOfWay(c.Way)
			e.envs[c.Way] = n
		}
		keys.Envelope = n.key
		e.touch(contentID{envelopeTable, n.key}, n.value, by)
	}
	return keys
}

// touch changes how often a content is held, and returns how often it was at first.
func (e *encoder) touch(id contentID, value []byte, by int) int {
	t, seen := e.touched[id]
	if !seen {
		t = touchedContent{e.refs[id], value}
		e.touched[id] = t
	}
	e.refs[id] += by
	return t.before
}

// writeContent writes the contents that are held for the first time and deletes
// those that no record holds any more.
func (e *encoder) writeContent() {
	ids := slices.SortedFunc(maps.Keys(e.touched), func(a, b contentID) int {
		return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.key, b.key))
	})
	for _, id := range ids {
		t := e.touched[id]
		switch n := e.refs[id]; {
		case n == 0:
			delete(e.refs, id)
			if id.table == blobTable {
				delete(e.blobs, id.key)
			}
			if t.before > 0 {
				e.drop(id.table, id.key)
			}
		case t.before == 0 && t.value != nil:
			e.out.Puts = append(e.out.Puts, mailsim.Record{Table: id.table, Key: id.key, Value: t.value})
		}
	}
	e.touched, e.mails, e.envs = nil, nil, nil
}
