package mailpit

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
)

// Bounds of what a view keeps beside the universe.
const (
	maxDigests = 32 << 20 // bytes of what is known of mails that were read
	maxTags    = 100      // of one message
)

// entry is a message with what only this view knows of it.
type entry struct {
	id, messageID string
	at            time.Time
	mark          mailsim.Mark
	read          bool
	user          string   // of the Basic credentials that it was sent with
	tags          []string // keys of view.names, sorted
	digest        *digest  // nil until it is needed, and again when there is no room
}

// digest is what lists and searches need of a mail.
type digest struct {
	summary        // without ID, Created, Read and Tags
	inline  int    // parts
	text    string // see letter.searchText
}

func (d *digest) cost() int {
	n := 512 + len(d.text) + len(d.Subject) + len(d.Snippet) + len(d.MessageID)
	for _, list := range [][]address{d.To, d.Cc, d.Bcc, d.ReplyTo} {
		n += 96 * len(list)
	}
	return n
}

// view is the messages of a universe as these APIs show them. What it knows beside the
// universe is bounded by the mails that are there: read marks, tags, and digests that
// are made again when they are needed.
type view struct {
	u *mailsim.Universe

	mu       sync.Mutex
	version  uint64
	list     []*entry          // oldest first
	byID     map[string]*entry // by ID
	unread   int
	met      uint64 // mails in all
	metBytes uint64
	deleted  uint64            // through this view
	senders  map[string]string // users of mails that are on their way, by Message-ID
	names    map[string]*tag   // by key
	digests  []*entry          // those with a digest, first made first
	cost     int               // of the digests

	filters []filter

	changed func(change) // hears of changes, under the lock; nil for nobody
}

// tag is a tag that some message has.
type tag struct {
	name string // as it was first spelled
	n    int    // messages that have it
}

// change is something that clients who listen hear of.
type change struct {
	kind string // new, update, delete, prune or truncate
	data any
}

func newView(u *mailsim.Universe) *view {
	return &view{u: u, byID: map[string]*entry{}, senders: map[string]string{}, names: map[string]*tag{}}
}

// tell passes a change on.
func (v *view) tell(kind string, data any) {
	if v.changed != nil {
		v.changed(change{kind, data})
	}
}

// sync catches up with the universe. Both lists are in order of arrival.
func (v *view) sync() {
	mails, version := v.u.Submissions(v.version)
	if version == v.version {
		return
	}
	old, next := v.list, make([]*entry, 0, len(mails))
	for i := range mails {
		m := &mails[i]
		if !shown[m.Proto] {
			continue
		}
		for len(old) > 0 && old[0].mark < m.Mark {
			v.forget(old[0])
			old = old[1:]
		}
		if len(old) > 0 && old[0].mark == m.Mark {
			next, old = append(next, old[0]), old[1:]
		} else if e := v.meet(m); e != nil {
			next = append(next, e)
		}
	}
	for _, e := range old {
		v.forget(e)
	}
	v.list, v.version = next, version
}

// shown are the doors by which the application's mail comes in.
var shown = map[string]bool{"smtp": true, "smtps": true, "lmtp": true, "api": true}

// meet takes in a mail that is new; nil when it is gone again.
func (v *view) meet(m *mailsim.Submission) *entry {
	whole, err := v.u.Submission(m.ID)
	if err != nil {
		return nil
	}
	e := &entry{id: m.ID, messageID: m.MessageID, at: m.At, mark: m.Mark, user: m.Login}
	if user, ok := v.senders[m.MessageID]; ok {
		e.user = user
	}
	v.byID[m.ID] = e
	v.unread++
	v.setTags(e, headerTags(bytesOf(&whole)))
	v.filter(e)
	v.met++
	v.metBytes += uint64(m.Size)
	if v.changed != nil {
		if s, ok := v.summary(e); ok {
			v.tell("new", s)
		}
	}
	return e
}

// filter gives a message the tags of the filters that find it.
func (v *view) filter(e *entry) {
	var tags []string
	for _, f := range v.filters {
		if f.q.finds(v, e) {
			tags = append(tags, f.tag)
		}
	}
	if len(tags) > 0 {
		v.setTags(e, append(v.spelled(e.tags), tags...))
	}
}

// forget lets go of a mail that is no longer there.
func (v *view) forget(e *entry) {
	delete(v.byID, e.id)
	if !e.read {
		v.unread--
	}
	v.setTags(e, nil)
	if e.digest != nil {
		v.cost -= e.digest.cost()
		e.digest = nil
	}
	v.tell("delete", struct{ ID string }{e.id})
}

// letter reads a message; nil when it is gone.
func (v *view) letter(e *entry) *letter {
	whole, err := v.u.Submission(e.id)
	if err != nil {
		return nil
	}
	return read(bytesOf(&whole))
}

// know returns the digest of a message, an empty one when it is gone.
func (v *view) know(e *entry) *digest {
	if e.digest != nil {
		return e.digest
	}
	l := v.letter(e)
	if l == nil {
		return &digest{summary: summary{From: &address{}}}
	}
	d := &digest{inline: len(l.inline), text: l.searchText(), summary: summary{
		MessageID: l.messageID(), From: l.from(), To: addresses(l.sum.To), Cc: addresses(l.sum.Cc), Bcc: addresses(l.sum.Bcc),
		ReplyTo: addresses(l.sum.ReplyTo), Subject: l.msg.Header.Text("Subject"), Username: e.user, Size: len(l.raw),
		Attachments: len(l.attachments), Snippet: l.snippet(),
	}}
	d.detach()
	if cost := d.cost(); cost <= maxDigests/2 {
		for v.cost+cost > maxDigests && len(v.digests) > 0 {
			if old := v.digests[0]; old.digest != nil {
				v.cost -= old.digest.cost()
				old.digest = nil
			}
			v.digests = v.digests[1:]
		}
		e.digest, v.digests, v.cost = d, append(v.digests, e), v.cost+cost
	}
	return d
}

// detach gives the digest its texts of its own: they must not hold on to the mail.
func (d *digest) detach() {
	for _, s := range []*string{&d.MessageID, &d.Subject, &d.Snippet, &d.text, &d.From.Name, &d.From.Address} {
		*s = strings.Clone(*s)
	}
	for _, list := range [][]address{d.To, d.Cc, d.Bcc, d.ReplyTo} {
		for i := range list {
			list[i] = address{strings.Clone(list[i].Name), strings.Clone(list[i].Address)}
		}
	}
}

// summary is the message as lists show it; false when it is gone.
func (v *view) summary(e *entry) (summary, bool) {
	s := v.know(e).summary
	s.ID, s.Read, s.Created, s.Tags = e.id, e.read, e.at, v.spelled(e.tags)
	return s, s.Size > 0
}

// find returns the message of an id, which may be a Message-ID as well; of several
// the newest.
func (v *view) find(id string) *entry {
	if e := v.byID[id]; e != nil || !strings.Contains(id, "@") {
		return e
	}
	id = strings.Trim(id, "<>")
	for _, e := range slices.Backward(v.list) {
		if strings.Trim(e.messageID, "<>") == id {
			return e
		}
	}
	return nil
}

// choose lists the messages that a query finds, newest first; those before a time
// where it is given. A nil query finds all.
func (v *view) choose(q query, before time.Time) (found []*entry) {
	for _, e := range slices.Backward(v.list) {
		if !before.IsZero() && !e.at.Before(before) {
			continue
		}
		if q.finds(v, e) {
			found = append(found, e)
		}
	}
	return found
}

// markRead sets the read mark of messages.
func (v *view) markRead(list []*entry, read bool) {
	for _, e := range list {
		if e.read == read {
			continue
		}
		if e.read = read; read {
			v.unread--
		} else {
			v.unread++
		}
		v.tell("update", struct {
			ID   string
			Read bool
		}{e.id, read})
	}
}

// spelled lists tags by name, sorted without case.
func (v *view) spelled(keys []string) []string {
	out := make([]string, 0, len(keys))
	for _, k := range keys {
		out = append(out, v.names[k].name)
	}
	return out
}

// tags lists all tags by name.
func (v *view) tags() []string { return v.spelled(slices.Sorted(maps.Keys(v.names))) }

// setTags replaces the tags of a message. A tag that no message has is gone.
func (v *view) setTags(e *entry, tags []string) {
	var keys []string
	for _, name := range tags {
		k := strings.ToLower(name)
		if slices.Contains(keys, k) || len(keys) == maxTags {
			continue
		}
		keys = append(keys, k)
		if v.names[k] == nil {
			v.names[k] = &tag{name: strings.Clone(name)}
		}
		v.names[k].n++
	}
	for _, k := range e.tags {
		v.drop(k)
	}
	slices.Sort(keys)
	e.tags = keys
}

func (v *view) drop(key string) {
	if t := v.names[key]; t.n > 1 {
		t.n--
	} else {
		delete(v.names, key)
	}
}
