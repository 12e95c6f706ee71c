package imapd

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mbox"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/searchindex"
)

// memBackend is a Backend in memory: one account, user and pass.
type memBackend struct {
	acct *memAccount
}

func newMemBackend() *memBackend {
	a := &memAccount{folders: map[string]*memFolder{}, subs: map[string]bool{}, owner: &mbox.Owner{}}
	a.now = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	a.watchers = map[*memWatcher]bool{}
	for _, f := range []folderState{
		{Name: "INBOX"}, {Name: "Sent", SpecialUse: imap.MailboxAttrSent}, {Name: "Drafts", SpecialUse: imap.MailboxAttrDrafts},
		{Name: "Archive", SpecialUse: imap.MailboxAttrArchive}, {Name: "Trash", SpecialUse: imap.MailboxAttrTrash},
	} {
		a.folders[f.Name] = a.newFolder(f.SpecialUse)
		a.subs[f.Name] = true
	}
	return &memBackend{acct: a}
}

func (b *memBackend) Login(_ context.Context, info loginAttempt) (mailstore, error) {
	if info.Username != "user" || info.Password != "pass" {
		return nil, no(imap.ResponseCodeAuthenticationFailed, "Authentication failed.")
	}
	if info.ActAs != "" && info.ActAs != info.Username {
		return nil, errActAs
	}
	return b.acct, nil
}

type memAccount struct {
	mu       sync.Mutex
	folders  map[string]*memFolder
	subs     map[string]bool
	made     int
	owner    *mbox.Owner
	now      time.Time
	quota    usage
	limit    int64 // AppendLimit
	watchers map[*memWatcher]bool
}

type memWatcher struct {
	name string
	wake func()
}

type memFolder struct {
	id       string
	use      imap.MailboxAttr
	state    mbox.State[*memMessage]
	recent   uint32 // UIDs below are claimed
	keywords []imap.Flag
}

type memSnapshot struct {
	mbox.State[*memMessage]
	keywords []imap.Flag
}

func (s memSnapshot) UIDNext() uint32       { return s.State.UIDNext }
func (s memSnapshot) UIDValidity() uint32   { return s.State.UIDValidity }
func (s memSnapshot) HighestModSeq() uint64 { return s.ModSeq }
func (s memSnapshot) Len() int              { return mbox.Len(s.List) }
func (s memSnapshot) IndexOf(uid uint32) (int, bool) {
	return mbox.IndexOf(s.List, uid)
}
func (s memSnapshot) ExpungedSince(mod uint64) ([]uint32, bool) {
	return mbox.ExpungedSince(s.State, mod)
}
func (s memSnapshot) At(i int) message { return mbox.At(s.State.List, i) }

// TextFilter lets nothing through but what it knows.
func (s memSnapshot) TextFilter(string, bool, bool) func(message) bool {
	return func(m message) bool {
		_, ok := mbox.IndexOf(s.State.List, m.UID())
		return ok
	}
}
func (s memSnapshot) Keywords() []imap.Flag { return s.keywords }
func (s memSnapshot) ChangedSince(mod uint64) iter.Seq[message] {
	return func(yield func(message) bool) {
		for m := range mbox.ChangedSince(s.State.List, mod) {
			if !yield(m) {
				return
			}
		}
	}
}

type memMessage struct {
	mailsim.Stored // nil: what sessions do not ask

	uid   uint32
	mod   uint64
	flags []imap.Flag
	time  time.Time
	saved time.Time
	trace string
	body  *memBody
}

type memBody struct {
	data string
	id   string
	mu   sync.Mutex
	memo [memoCount]string
	mail *mime.Message
}

func (b *memBody) parsed() *mime.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.mail == nil {
		b.mail = mime.Parse(b.data)
	}
	return b.mail
}

func (m *memMessage) UID() uint32             { return m.uid }
func (m *memMessage) ModSeq() uint64          { return m.mod }
func (m *memMessage) InternalDate() time.Time { return m.time }
func (m *memMessage) SaveDate() time.Time     { return m.saved }
func (m *memMessage) Flags() mailsim.Flags {
	names := make([]string, len(m.flags))
	for i, f := range m.flags {
		names[i] = string(f)
	}
	return mailsim.ParseFlags(names)
}
func (m *memMessage) Preview() string          { return strings.Join(strings.Fields(m.body.parsed().Text), " ") }
func (m *memMessage) Size() int                { return len(m.trace) + len(m.body.data) }
func (m *memMessage) EmailID() string          { return m.body.id }
func (m *memMessage) IMAPThreadID() string     { return "T" + m.body.id }
func (m *memMessage) Trace() string            { return m.trace }
func (m *memMessage) Body() string             { return m.body.data }
func (m *memMessage) HeaderLen() int           { return mime.Summarize(m.body.data).BodyStart }
func (m *memMessage) Structure() *mime.Message { return m.body.parsed() }
func (m *memMessage) SentDate() time.Time {
	return mime.Summarize(m.body.data).Date
}

func (m *memMessage) Memo(kind int) string {
	m.body.mu.Lock()
	defer m.body.mu.Unlock()
	return m.body.memo[kind]
}

func (m *memMessage) Remember(kind int, text string) {
	m.body.mu.Lock()
	defer m.body.mu.Unlock()
	m.body.memo[kind] = text
}

func (m *memMessage) HasHeader(name string, n searchindex.Needle) bool {
	for f := range fields(m.trace + m.body.data) {
		if f.is(name) && n.In(mime.DecodeWords(f.value())) {
			return true
		}
	}
	return false
}

func (m *memMessage) ContainsText(n searchindex.Needle, headers bool) bool {
	mail := m.body.parsed()
	h := headerOf(m)
	return n.In(mail.Text+mail.HTML) || headers && n.In(mime.DecodeWords(h.a+h.b))
}

func errMissing(name string) error {
	return no(imap.ResponseCodeNonExistent, "Mailbox doesn't exist: %s", name)
}

func (a *memAccount) newFolder(use imap.MailboxAttr) *memFolder {
	a.made++
	return &memFolder{id: fmt.Sprintf("F%d", a.made), use: use, state: mbox.New[*memMessage](uint32(a.made)), recent: 1}
}

func (a *memAccount) Now() time.Time { return a.now }

func (a *memAccount) describe(name string) (folderState, bool) {
	f := a.folders[name]
	if f == nil {
		return folderState{Name: name, NonExistent: true, Subscribed: a.subs[name]}, a.subs[name]
	}
	d := folderState{
		Name: name, SpecialUse: f.use, Subscribed: a.subs[name], UIDValidity: f.state.UIDValidity,
		UIDNext: f.state.UIDNext, HighestModSeq: f.state.ModSeq, ID: f.id, Total: mbox.Len(f.state.List),
	}
	for m := range mbox.All(f.state.List) {
		d.Size += int64(m.Size())
		if !hasFlag(m.flags, imap.FlagSeen) {
			d.Unseen++
		}
		if hasFlag(m.flags, imap.FlagDeleted) {
			d.Deleted++
			d.DeletedSize += int64(m.Size())
		}
		if m.uid >= f.recent {
			d.Recent++
		}
	}
	return d, true
}

func (a *memAccount) Folders() (list []folderState) {
	a.mu.Lock()
	defer a.mu.Unlock()
	names := map[string]bool{}
	for name := range a.folders {
		names[name] = true
	}
	for name, on := range a.subs {
		if on {
			names[name] = true
		}
	}
	for name := range names {
		f, _ := a.describe(name)
		list = append(list, f)
	}
	slices.SortFunc(list, func(x, y folderState) int { return strings.Compare(x.Name, y.Name) })
	return list
}

func (a *memAccount) Status(name string) (folderState, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f, ok := a.describe(name)
	if !ok {
		return f, errMissing(name)
	}
	return f, nil
}

func (a *memAccount) folder(name string) (*memFolder, error) {
	if f := a.folders[name]; f != nil {
		return f, nil
	}
	return nil, errMissing(name)
}

func (a *memAccount) pair(from, to string) (src, dst *memFolder, err error) {
	if src, err = a.folder(from); err == nil {
		dst, err = a.folder(to)
	}
	return src, dst, err
}

func (a *memAccount) Open(name string) (listing, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f, err := a.folder(name)
	if err != nil {
		return nil, err
	}
	return memSnapshot{f.state, f.keywords}, nil
}

func (a *memAccount) Watch(name string, wake func()) func() {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := &memWatcher{name, wake}
	a.watchers[w] = true
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.watchers, w)
	}
}

func (a *memAccount) touched(names ...string) {
	for w := range a.watchers {
		if w.name == "" || slices.Contains(names, w.name) {
			w.wake()
		}
	}
}

func (a *memAccount) Recent(name string, upTo uint32, claim bool) uint32 {
	a.mu.Lock()
	defer a.mu.Unlock()
	f := a.folders[name]
	if f == nil {
		return upTo
	}
	from := f.recent
	if claim {
		f.recent = max(f.recent, upTo)
	}
	return from
}

func (a *memAccount) Create(_ context.Context, name string, use imap.MailboxAttr) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.folders[name] != nil {
		return no(imap.ResponseCodeAlreadyExists, "Mailbox already exists")
	}
	a.folders[name] = a.newFolder(use)
	a.touched(name)
	return nil
}

func (a *memAccount) Delete(_ context.Context, name string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, err := a.folder(name); err != nil {
		return err
	}
	delete(a.folders, name)
	a.touched(name)
	return nil
}

func (a *memAccount) Rename(_ context.Context, from, to string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.folders[to] != nil {
		return no(imap.ResponseCodeAlreadyExists, "Mailbox already exists")
	}
	if f := a.folders[from]; from == inbox {
		a.folders[to] = a.newFolder("")
		var uids []uint32
		for m := range mbox.All(f.state.List) {
			uids = append(uids, m.uid)
		}
		_, err := a.transfer(from, uids, to, true)
		return err
	}
	moved := map[string]*memFolder{}
	for name, g := range a.folders {
		if name == from || strings.HasPrefix(name, from+"/") {
			delete(a.folders, name)
			moved[to+name[len(from):]] = g
		}
	}
	if len(moved) == 0 {
		return errMissing(from)
	}
	maps.Copy(a.folders, moved)
	a.touched(from)
	return nil
}

func (a *memAccount) Subscribe(_ context.Context, name string, on bool) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.subs[name] = on
	a.touched()
	return nil
}

func (f *memFolder) add(a *memAccount, m memMessage) uint32 {
	m.uid, m.mod, m.saved = f.state.UIDNext, f.state.ModSeq+1, a.now
	for _, flag := range m.flags {
		if flag[0] != '\\' && !slices.Contains(f.keywords, flag) {
			f.keywords = append(slices.Clip(f.keywords), flag)
		}
	}
	f.state = mbox.Add(f.state, a.owner, &m)
	return m.uid
}

func (a *memAccount) Append(_ context.Context, name string, mails []newMessage) (uint32, []uint32, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f, err := a.folder(name)
	if err != nil {
		return 0, nil, err
	}
	var uids []uint32
	for _, m := range mails {
		uids = append(uids, f.append(a, m))
	}
	a.touched(name)
	return f.state.UIDValidity, uids, nil
}

func (f *memFolder) append(a *memAccount, m newMessage) uint32 {
	if m.Time.IsZero() {
		m.Time = a.now
	}
	body := &memBody{data: m.Data, id: fmt.Sprintf("M%d-%d", f.state.UIDValidity, f.state.UIDNext)}
	return f.add(a, memMessage{flags: m.Flags, time: m.Time, body: body})
}

func (a *memAccount) Replace(_ context.Context, from string, uid uint32, to string, m newMessage) (r copied, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	src, dst, err := a.pair(from, to)
	if err != nil {
		return r, err
	}
	if _, ok := mbox.Get(src.state.List, uid); !ok {
		return r, nil
	}
	r = copied{dst.state.UIDValidity, []uint32{uid}, []uint32{dst.append(a, m)}}
	src.state = mbox.Expunge(src.state, a.owner, r.Source)
	a.touched(from, to)
	return r, nil
}

// deliver files a message with a trace, as mail from outside.
func (a *memAccount) deliver(name, trace, data string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f := a.folders[name]
	f.add(a, memMessage{time: a.now, trace: trace, body: &memBody{data: data, id: "D"}})
	a.touched(name)
}

func (a *memAccount) Store(_ context.Context, name string, uids []uint32, op imap.StoreFlagsOp, flags []imap.Flag, unchangedSince *uint64) (modified []uint32, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f, err := a.folder(name)
	if err != nil {
		return nil, err
	}
	var changed []*memMessage
	for _, uid := range uids {
		m, ok := mbox.Get(f.state.List, uid)
		if !ok {
			continue
		}
		if unchangedSince != nil && m.mod > *unchangedSince {
			modified = append(modified, uid)
			continue
		}
		now := applyFlags(m.flags, imap.StoreFlags{Op: op, Flags: flags})
		if sameFlags(now, m.flags) {
			continue
		}
		n := *m
		n.flags, n.mod = now, f.state.ModSeq+1
		changed = append(changed, &n)
		for _, flag := range now {
			if flag[0] != '\\' && !slices.Contains(f.keywords, flag) {
				f.keywords = append(slices.Clip(f.keywords), flag)
			}
		}
	}
	f.state = mbox.Change(f.state, a.owner, changed)
	a.touched(name)
	return modified, nil
}

func (a *memAccount) transfer(from string, uids []uint32, to string, move bool) (r copied, err error) {
	src, dst, err := a.pair(from, to)
	if err != nil {
		return r, err
	}
	r.UIDValidity = dst.state.UIDValidity
	for _, uid := range uids {
		if m, ok := mbox.Get(src.state.List, uid); ok {
			r.Source = append(r.Source, uid)
			r.Dest = append(r.Dest, dst.add(a, *m))
		}
	}
	if move {
		src.state = mbox.Expunge(src.state, a.owner, r.Source)
	}
	a.touched(from, to)
	return r, nil
}

func (a *memAccount) Copy(_ context.Context, from string, uids []uint32, to string) (copied, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.transfer(from, uids, to, false)
}

func (a *memAccount) Move(_ context.Context, from string, uids []uint32, to string) (copied, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.transfer(from, uids, to, true)
}

func (a *memAccount) Expunge(_ context.Context, name string, uids []uint32) (gone []uint32, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f, err := a.folder(name)
	if err != nil {
		return nil, err
	}
	for m := range mbox.All(f.state.List) {
		if hasFlag(m.flags, imap.FlagDeleted) && (uids == nil || slices.Contains(uids, m.uid)) {
			gone = append(gone, m.uid)
		}
	}
	f.state = mbox.Expunge(f.state, a.owner, gone)
	a.touched(name)
	return gone, nil
}

func (a *memAccount) Quota() usage       { return a.quota }
func (a *memAccount) AppendLimit() int64 { return a.limit }
