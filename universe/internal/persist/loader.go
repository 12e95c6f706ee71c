package persist

// The way back: from records to a state.

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mbox"
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
	head    stateRecord
	refs    map[contentID]int
	mails   map[string]*post.Mail
	blobs   map[string]string // mail to blob
	ways    map[string]*post.Way
	routes  post.Routes
}

// NewLoader makes one without records.
func NewLoader() *Loader {
	return &Loader{
		Records: map[string]map[string][]byte{}, State: state.NewState(), refs: map[contentID]int{},
		mails: map[string]*post.Mail{}, blobs: map[string]string{}, ways: map[string]*post.Way{},
		numbers: numbers{numbered: map[contentID]bool{}},
	}
}

// Add takes a record.
func (l *Loader) Add(r mailsim.Record) {
	if l.Records[r.Table] == nil {
		l.Records[r.Table] = map[string][]byte{}
	}
	l.Records[r.Table][r.Key] = r.Value
}

// Empty tells whether there was no record: the store is new.
func (l *Loader) Empty() bool { return len(l.Records) == 0 }

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
	for _, m := range l.mails {
		m.Join(post.OwnCache.Of(b.Env))
	}
}

// Committer goes on with the store that was loaded.
func (l *Loader) Committer(s mailsim.Store, lose func(error, time.Time, func() []pending) []pending) *Committer {
	return newCommitter(s, lose, newEncoder(l.refs, l.numbers), l.head.Now)
}

// Read decodes all records.
func (l *Loader) Read() (err error) {
	if unreadable := post.Readable(func() { err = l.read() }); unreadable != nil {
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

// readContent reads what records share.
func (l *Loader) readContent() error {
	blobs := make(map[string]string, len(l.Records[blobTable]))
	for key, value := range l.Records[blobTable] {
		blobs[key] = string(value)
	}
	delete(l.Records, blobTable)
	for key := range l.Records[MailTable] {
		var m post.SavedMail
		if err := l.decode(MailTable, key, &m); err != nil {
			return err
		}
		if err := l.readMail(key, &m, blobs); err != nil {
			return err
		}
	}
	l.sameMails()
	for key := range l.Records[envelopeTable] {
		var e post.SavedEnvelope
		if err := l.decode(envelopeTable, key, &e); err != nil {
			return err
		}
		l.ways[key] = e.Way(&l.routes)
		if n, ok := numberOf(key); ok {
			l.ways[key].Number = n
			l.numbers.last = max(l.numbers.last, n)
		}
	}
	return nil
}

// body reads the bytes of a mail that are not among the records.
func (l *Loader) body(key string) (string, error) {
	if l.Bodies == nil {
		return "", fail.Damagedf("a mail without its bytes")
	}
	raw, err := l.Bodies.Body(context.Background(), key)
	if errors.Is(err, mailsim.ErrNotFound) {
		return "", fail.Damagedf("a mail without its bytes")
	}
	return string(raw), err
}

// readMail reads one mail. Of one with a number the bytes stay in the store if that
// gives them one by one.
func (l *Loader) readMail(key string, m *post.SavedMail, blobs map[string]string) (err error) {
	if l.Bodies != nil && l.reading == nil {
		l.reading = &post.Cache{Source: func(key string) ([]byte, error) { return l.Bodies.Body(context.Background(), key) }}
	}
	blob := cmp.Or(m.Blob, key)
	l.blobs[key] = blob
	n, ok := numberOf(key)
	l.numbers.last = max(l.numbers.last, n)
	if ok && l.Bodies != nil {
		l.mails[key] = m.Mail(n)
		l.mails[key].Cache = l.reading
		return nil
	}
	raw, had := blobs[blob]
	if !had {
		if raw, err = l.body(blob); err != nil {
			return err
		}
		blobs[blob] = raw
	}
	loaded := post.Loose(raw, m.ID)
	loaded.Thread, loaded.Truth, loaded.Number = m.Thread, post.TruthOf(m.Truth), n
	l.mails[key] = loaded
	return nil
}

// sameMails lets records that name a mail by its content have the one that folders
// have, where there is such a one.
func (l *Loader) sameMails() {
	loose := map[string]string{} // Message-ID to key
	for key, m := range l.mails {
		if _, ok := numberOf(key); !ok {
			loose[m.MessageID] = key
		}
	}
	if len(loose) == 0 || l.numbers.last == 0 {
		return
	}
	for key, m := range l.mails {
		other := l.mails[loose[m.MessageID]]
		if _, ok := numberOf(key); !ok || other == nil || other.Size() != m.Size() {
			continue
		}
		if raw, err := l.body(l.blobs[key]); err == nil && raw == other.Look() && other.Thread == m.Thread {
			l.mails[loose[m.MessageID]] = m
		}
	}
}

// numberOf is the number that a key is, if it is one; others are hashes.
func numberOf(key string) (uint32, bool) {
	n, err := strconv.ParseUint(key, 10, 32)
	return uint32(n), err == nil && len(key) <= 10
}

// CheckBodies reads the bytes of every mail.
func (l *Loader) CheckBodies() error {
	if l.Bodies == nil {
		return nil
	}
	for _, key := range slices.Sorted(maps.Values(l.blobs)) {
		if _, err := l.body(key); err != nil {
			return err
		}
	}
	return nil
}

// carried is load for a record beside copies.
func (l *Loader) carried(table, key string, keys post.CargoKeys) (post.Cargo, error) {
	if _, ok := numberOf(keys.Mail); ok {
		l.numbers.numbered[contentID{table, key}] = true
	}
	return l.load(keys)
}

// load finds what a record carries, and counts that it does.
func (l *Loader) load(keys post.CargoKeys) (c post.Cargo, err error) {
	if keys.Mail != "" {
		if c.Mail = l.mails[keys.Mail]; c.Mail == nil {
			return c, fail.Damagedf("a record of a mail that is not there")
		}
		if _, ok := numberOf(keys.Mail); ok {
			c.Mail.Held++
		} else {
			l.refs[contentID{MailTable, keys.Mail}]++
			l.refs[contentID{blobTable, l.blobs[keys.Mail]}]++
		}
	}
	if keys.Envelope != "" {
		if c.Way = l.ways[keys.Envelope]; c.Way == nil {
			return c, fail.Damagedf("a record of an envelope that is not there")
		}
		if c.Way.Number != 0 {
			c.Way.Held++
		} else {
			l.refs[contentID{envelopeTable, keys.Envelope}]++
		}
	}
	return c, nil
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

// readMailboxes reads mailboxes, their folders and copies.
func (l *Loader) readMailboxes() error {
	copies, err := l.readCopies()
	if err != nil {
		return err
	}
	for key := range l.each("mailbox") {
		var m post.SavedMailbox
		if err := l.decode("mailbox", key, &m); err != nil {
			return err
		}
		if addr.Key(m.Address) != key {
			return fail.Damagedf("mailbox %.100q is called %.100q", key, m.Address)
		}
		post.Boxes.In(&l.State).Own()[key] = &post.Box{Address: m.Address, Display: m.Display, Created: m.Created, Tagged: m.Tagged, Subs: m.Subs}
	}
	for key := range l.each(FolderTable) {
		address, name, _ := strings.Cut(key, "\x00")
		m := post.Boxes.In(&l.State).At(address)
		if m == nil || valid.Folder(name) != nil {
			return fail.Damagedf("folder %.100q has no mailbox, or no name", key)
		}
		f, err := l.readFolder(key, name, copies[key])
		if err != nil {
			return err
		}
		m.Folders = append(m.Folders, f)
		delete(copies, key)
	}
	if len(copies) > 0 {
		return fail.Damagedf("copies of a folder that is not there")
	}
	for address, m := range post.Boxes.In(&l.State).M {
		if m.Folder(post.Inbox) == nil {
			return fail.Damagedf("mailbox %.100q has no INBOX", address)
		}
		slices.SortFunc(m.Folders, func(a, b *post.Folder) int { return post.FolderOrder(a.Name, b.Name) })
	}
	return nil
}

// readCopies reads the stored copies by folder, each folder's by UID.
func (l *Loader) readCopies() (map[string][]*post.Stored, error) {
	out := map[string][]*post.Stored{}
	for key := range l.Records[CopyTable] {
		at := strings.LastIndexByte(key, 0)
		uid, err := strconv.ParseUint(key[at+1:], 10, 32)
		if at < 0 || err != nil || post.CopyKey(key[:at], uint32(uid)) != key {
			return nil, fail.Damagedf("copy %.100q has no place", key)
		}
		var c post.SavedCopy
		if err := l.decode(CopyTable, key, &c); err != nil {
			return nil, err
		}
		load, err := l.load(c.CargoKeys)
		if err != nil {
			return nil, err
		}
		if load.Mail == nil {
			return nil, fail.Damagedf("copy %.100q has no mail", key)
		}
		out[key[:at]] = append(out[key[:at]], c.Stored(uint32(uid), load))
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b *post.Stored) int { return cmp.Compare(a.UID(), b.UID()) })
	}
	return out, nil
}

func (l *Loader) readFolder(key, name string, copies []*post.Stored) (*post.Folder, error) {
	var s post.SavedFolder
	var log post.SavedLog
	if err := cmp.Or(l.decode(FolderTable, key, &s), l.decode(expungedTable, key, &log)); err != nil {
		return nil, err
	}
	f := &post.Folder{
		ID: s.ID, Name: name, Use: s.Use, Subscribed: s.Subscribed, State: mbox.New[*post.Stored](s.UIDValidity),
		Used: s.Used, Recent: s.Recent, Mixed: s.Mixed,
	}
	for _, c := range copies {
		if c.UID() < f.UIDNext || c.UID() >= s.UIDNext || c.ModSeq() > s.ModSeq || c.Seq > l.head.Mark {
			return nil, fail.Damagedf("folder %.100q: copy %d does not fit", key, c.UID())
		}
		f.State = f.Add(l.State.Owner, c)
		f.Count(c, 1)
	}
	if s.UIDValidity == 0 || s.UIDNext == 0 || s.ModSeq == 0 || len(log.UIDs) != len(log.Mods) || !slices.IsSorted(log.Mods) {
		return nil, fail.Damagedf("folder %.100q: its numbers do not fit", key)
	}
	f.Used, f.UIDNext, f.ModSeq = s.Used, s.UIDNext, s.ModSeq
	f.State = f.Restore(func(yield func(uint32, uint64) bool) {
		for i, uid := range log.UIDs {
			if !yield(uid, log.Mods[i]) {
				return
			}
		}
	}, log.Floor)
	return f, nil
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
	log := state.Log{Base: l.head.Pruned, Cut: l.head.Cut}
	var list []*state.Event
	for range l.Records[EventTable] {
		id := log.Base + int64(len(list)) + 1
		var s SavedEvent
		if _, ok := l.Records[EventTable][eventKey(id)]; !ok {
			return fail.Damagedf("event %d is missing", id)
		}
		if err := l.decode(EventTable, eventKey(id), &s); err != nil {
			return err
		}
		e, err := s.event(id)
		if err != nil {
			return fail.Damagedf("event %d: %s", id, err)
		}
		if n := len(list); s.Seq > l.head.Mark || n > 0 && s.Seq < list[n-1].Seq {
			return fail.Damagedf("event %d is out of order", id)
		}
		list = append(list, e)
	}
	w := l.head.Swept
	l.State.Events, l.State.Seq, l.State.Swept = log.With(list...), l.head.Mark, state.Sweep{Done: w.Done, Any: w.Any, Oldest: w.Oldest, Seq: w.Seq, Kept: w.Kept, Counted: w.Counted, Memory: w.Memory}
	return nil
}

// readMails counts the copies of each Message-ID and finds the mail that stands for
// it: the one on record where several have had it, else that of its copies.
func (l *Loader) readMails() error {
	s, first := &l.State, map[string]*post.Stored{}
	for id := range l.each("namesake") {
		var n post.SavedNamesake
		if err := l.decode("namesake", id, &n); err != nil {
			return err
		}
		load, err := l.carried("namesake", id, n.CargoKeys)
		if err != nil {
			return err
		}
		if load.Mail == nil || load.Mail.MessageID != id {
			return fail.Damagedf("namesake %.100q has a mail of another name", id)
		}
		post.Namesakes.In(s).Own()[id] = &post.Namesake{Mail: load.Mail, After: n.After}
		post.Mails.In(s).Set(id, &post.Entry{Mail: load.Mail, After: n.After})
	}
	for _, m := range post.Boxes.In(s).M {
		for _, f := range m.Folders {
			for c := range f.All() {
				l.countCopy(c, first)
			}
		}
	}
	for id, c := range first {
		rec := post.Mails.In(s).At(id)
		rec.Mail, rec.After = c.Mail, post.EventBound(eventsBefore(s, c))
	}
	for id := range post.Namesakes.In(s).M {
		if post.Mails.In(s).At(id).Copies == 0 {
			return fail.Damagedf("namesake %.100q has no copy", id)
		}
	}
	return nil
}

// countCopy counts a copy, and finds the first one of an id without a namesake.
func (l *Loader) countCopy(c *post.Stored, first map[string]*post.Stored) {
	id := c.Mail.MessageID
	if id == "" {
		return
	}
	rec := post.Mails.In(&l.State).At(id)
	if rec == nil {
		rec = &post.Entry{Mail: c.Mail}
		post.Mails.In(&l.State).Set(id, rec)
		first[id] = c
	}
	rec.Copies++
	if f := first[id]; f != nil && c.Seq < f.Seq {
		first[id] = c
	}
}

// eventsBefore returns the last event that cannot be about the mail of a copy.
func eventsBefore(s *state.State, c *post.Stored) int64 {
	if !c.Traced { // the sender's, or filed by hand: it was the first
		return s.Events.IDAt(c.Seq - 1)
	}
	// Those that were filed before it may be gone.
	return s.Events.Base + int64(s.Events.UpTo(state.Instant{Sec: c.Way.At - 1, Nsec: 999_999_999}))
}

// check refuses records that the engine would stumble over.
func (l *Loader) check() error {
	s := &l.State
	set := settings.Table.In(s).At("")
	if set == nil {
		return fail.Damagedf("it has no settings")
	}
	_, err := valid.Recipients(set.Recipients)
	if _, bad := valid.LinkPolicy(set.Links); err == nil {
		err = bad
	}
	for id, p := range people.Table.In(s).Sorted() {
		if bad := valid.Persona(&p.Persona); err == nil && (bad != nil || p.ID != id) {
			err = cmp.Or(bad, fail.Damagedf("it is called %.100q", p.ID))
		}
	}
	for _, w := range webhook.Table.In(s).Sorted() {
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
	keep.Recount(s)
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
