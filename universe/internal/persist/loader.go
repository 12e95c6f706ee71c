package persist

// The way back: from records to a state.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/work"
)

// Loader makes a state of records, which may come in any order.
type Loader struct {
	Records map[string]map[string][]byte // by table and key; exported for tests
	State   state.State
	Bodies  mailsim.BodyStore // has the bytes of mails that are not among the records; nil for none
	numbers numbers
	reading *post.Cache // of the mails until they join a universe
	Filed   bool        // the records are of a file
	Whole   bool        // nothing is left to be read later: to check it
	head    stateRecord
	refs    map[contentID]int
	mails   map[string]*post.Mail // those without a number, by their content
	blobs   map[string]string     // mail to blob
	ways    map[string]*post.Way
	routes  post.Routes

	numbered tally // the mails of a store, by number, and the copies of all
	copied   int32
	strays   map[*post.Mail]int32 // copies of mails that the index does not hold

	// Of a store: what has a number, and what was decoded as it came.
	envelopes byNumber[post.Way]
	copies    map[string][]*post.Stored
	folder    string         // of the last copy
	filed     []*post.Stored // its copies, which are not in copies yet
	took      bool           // something
	lent      bool           // the records are the store's, until all are there
	events    []*state.Event
	persons   map[person]*people.Person // of events
}

// NewLoader makes one without records.
func NewLoader() *Loader {
	return &Loader{
		Records: map[string]map[string][]byte{}, State: state.NewState(), refs: map[contentID]int{},
		mails: map[string]*post.Mail{}, blobs: map[string]string{}, ways: map[string]*post.Way{},
		numbers: numbers{numbered: map[contentID]bool{}}, copies: map[string][]*post.Stored{}, persons: map[person]*people.Person{},
		strays: map[*post.Mail]int32{},
	}
}

// Add takes a record.
func (l *Loader) Add(r mailsim.Record) {
	if l.Records[r.Table] == nil {
		l.Records[r.Table] = map[string][]byte{}
	}
	if l.lent {
		r.Key, r.Value = strings.Clone(r.Key), bytes.Clone(r.Value)
	}
	l.Records[r.Table][r.Key] = r.Value
}

// Empty tells whether there was no record: the store is new.
func (l *Loader) Empty() bool { return len(l.Records) == 0 && !l.took }

// known refuses tables that no universe of this format or an older one has.
func (l *Loader) known() error {
	names := []string{StateTable, FolderTable, expungedTable, CopyTable, EventTable, blobTable, MailTable, envelopeTable}
	for _, tb := range l.State.Tables() {
		names = append(names, tb.TableName())
	}
	for name := range l.Records {
		if name == "" || !slices.Contains(names, name) {
			return fail.Damagedf("it has a table %.50q", name)
		}
	}
	return nil
}

// Options are those of the universe that was stored: its own where o names none.
func (l *Loader) Options(o mailsim.Options) (mailsim.Options, error) {
	if o.Seed != "" && o.Seed != l.head.Seed {
		return o, fail.Invalidf("seed: the universe was made with the seed %.100q: leave it out", l.head.Seed)
	}
	o.Seed, o.Start, o.Speed, o.Frozen, o.Config = l.head.Seed, l.head.Now, l.head.Speed, l.head.Frozen, nil
	o.ID, o.Name, o.Domain = cmp.Or(o.ID, l.head.ID), cmp.Or(o.Name, l.head.Name), cmp.Or(o.Domain, l.head.Domain)
	return o, nil
}

// Join lets a book go on where the one that was stored ended.
func (l *Loader) Join(b *state.Book) {
	b.Serial.Store(l.head.Commit)
	c := post.OwnCache.Of(b.Env)
	for _, m := range l.mails {
		m.Join(c)
	}
	for m := range l.numbered.all() {
		m.Join(c)
	}
}

// Committer goes on with the store that was loaded.
func (l *Loader) Committer(s mailsim.Store, lose func(error, time.Time, func() []pending) []pending) *Committer {
	return newCommitter(s, lose, newEncoder(l.refs, l.numbers), l.head.Now)
}

// Read decodes all records.
func (l *Loader) Read() (err error) {
	if unreadable := fail.Readable(func() { err = l.read() }); unreadable != nil {
		return unreadable
	}
	return err
}

func (l *Loader) read() error {
	if err := l.decode(StateTable, "", &l.head); err != nil {
		return err
	}
	if err := l.head.check(); err != nil {
		return err
	}
	for _, step := range []func() error{l.known, l.readContent, l.readTables, l.readMailboxes, l.readJobs, l.readEvents, l.readMails, l.check} {
		if err := step(); err != nil {
			return err
		}
	}
	l.derive()
	return nil
}

// decode reads one record; a missing one is its zero value.
func (l *Loader) decode(table, key string, v any) error {
	value, ok := l.Records[table][key]
	if !ok {
		return nil
	}
	if err := json.Unmarshal(value, v); err != nil {
		return fail.Damagedf("%s %.100q: %s", table, key, err)
	}
	return nil
}

// each yields the records of a table in order of key.
func (l *Loader) each(table string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, k := range slices.Sorted(maps.Keys(l.Records[table])) {
			if !yield(k, l.Records[table][k]) {
				return
			}
		}
	}
}

// readTables reads the tables whose records are stored as they are in memory.
func (l *Loader) readTables() error {
	for _, tb := range l.State.Tables() {
		name := tb.TableName()
		switch name {
		case "", "mailbox", "namesake", "job":
			continue
		}
		for key, value := range l.each(name) {
			if err := tb.Decode(key, value); err != nil {
				return fail.Damagedf("%s %.100q: %s", name, key, err)
			}
		}
	}
	return nil
}

func (l *Loader) readJobs() error {
	for key := range l.each("job") {
		var s jobs.Saved
		if err := l.decode("job", key, &s); err != nil {
			return err
		}
		load, err := l.carried("job", key, s.Cargo)
		if err != nil {
			return err
		}
		j, err := s.Job(load)
		if err != nil {
			return err
		}
		if j.ID != key || work.Runners[j.Kind] == nil || j.Due.After(state.EndOfTime) {
			return fail.Damagedf("job %.50q cannot be run", key)
		}
		jobs.Table.In(&l.State).Own()[key] = j
	}
	return nil
}

// readEvents reads the log: it has no gap.
func (l *Loader) readEvents() error {
	for key := range l.Records[EventTable] {
		id, err := strconv.ParseInt(key, 10, 64)
		if err != nil || eventKey(id) != key {
			return fail.Damagedf("event %.50q has no number", key)
		}
		var s SavedEvent
		if err := l.decode(EventTable, key, &s); err != nil {
			return err
		}
		e, err := s.event(id)
		if err != nil {
			return fail.Damagedf("event %d: %s", id, err)
		}
		l.events = append(l.events, e)
	}
	log := state.Log{Base: l.head.Pruned, Cut: l.head.Cut}
	if byID := func(a, b *state.Event) int { return cmp.Compare(a.ID, b.ID) }; !slices.IsSortedFunc(l.events, byID) {
		slices.SortFunc(l.events, byID)
	}
	for i, e := range l.events {
		switch {
		case e.ID != log.Base+int64(i)+1:
			return fail.Damagedf("event %d is missing", log.Base+int64(i)+1)
		case e.Seq > l.head.Mark || i > 0 && e.Seq < l.events[i-1].Seq:
			return fail.Damagedf("event %d is out of order", e.ID)
		}
	}
	w := l.head.Swept
	l.State.Events, l.State.Seq, l.State.Swept = log.With(l.events...), l.head.Mark, state.Sweep{Done: w.Done, Any: w.Any, Oldest: w.Oldest, Seq: w.Seq, Kept: w.Kept, Counted: w.Counted, Memory: w.Memory}
	l.events = nil
	return nil
}

// check refuses records that the engine would stumble over.
func (l *Loader) check() error {
	s := &l.State
	set := settings.Table.In(s).At("")
	if set == nil {
		return fail.Damagedf("it has no settings")
	}
	rules, err := valid.Recipients(set.Recipients)
	if _, bad := valid.LinkPolicy(set.Links); err == nil {
		err = bad
	}
	set.Recipients = olderRules(set.Recipients, rules)
	for id, p := range state.Sorted(people.Table.In(s)) {
		p.Addresses = olderAddresses(p.Addresses)
		if bad := valid.Persona(&p.Persona); err == nil && (bad != nil || p.ID != id) {
			err = cmp.Or(bad, fail.Damagedf("it is called %.100q", p.ID))
		}
	}
	for _, w := range state.Sorted(webhook.Table.In(s)) {
		err = cmp.Or(err, valid.Webhook(w.Webhook))
	}
	if rec := fault.Table.In(s).At(""); rec != nil && err == nil {
		rec.Rules, err = valid.Faults(rec.Rules)
	}
	if err != nil {
		return fail.Damagedf("%s", err)
	}
	return nil
}

// derive makes what follows from the records.
func (l *Loader) derive() {
	s := &l.State
	people.Derive(s)
	for key, account := range login.Table.In(s).M {
		if account.Username != "" {
			login.UsernameTable.In(s).Own()[addr.Key(account.Username)] = key
		}
	}
	olderUses(s, state.DayOfUse(l.head.Now))
	keep.Recount(s, int(l.copied), l.strays)
	for e := range s.Events.From(0) {
		if e.Reaches() {
			people.LatestTable.In(s).Own()[e.Subject().PersonaID] = e.ID
		}
	}
	for _, j := range jobs.Table.In(s).M {
		if j.PersonaID != "" {
			s.ListID(jobs.PersonTable.In(s), j.PersonaID, j.ID)
		}
		if j.State == mailsim.StatePending {
			jobs.QueueTable.In(s).Push(jobs.Queued{Due: state.InstantOf(j.Due), Key: j.Key, Seq: j.Seq, ID: j.ID})
		}
	}
}
