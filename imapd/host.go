package imapd

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"

	"github.com/mailsim/mailsim"
)

// hostBackend leads logins to the mailboxes of a host. It is all that the
// package knows of mailsim: sessions see Backend and Account alone.
type hostBackend struct {
	host     mailsim.Host
	mu       sync.Mutex
	sessions map[uint64]*hostSession
}

// hostSession is the host's view of one connection.
type hostSession struct {
	mailsim.Session
	lag lag
}

// session returns the host's view of a connection, opened at first need.
func (b *hostBackend) session(id uint64, remote string, tls bool) *hostSession {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.sessions[id]
	if s == nil {
		proto := "imap"
		if tls {
			proto = "imaps"
		}
		s = &hostSession{Session: b.host.NewSession(mailsim.SessionInfo{Proto: proto, Remote: remote})}
		b.sessions[id] = s
	}
	return s
}

func (b *hostBackend) closed(id uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.sessions[id]; s != nil {
		s.Close()
		delete(b.sessions, id)
	}
}

// Login implements Backend.
func (b *hostBackend) Login(ctx context.Context, info loginAttempt) (mailstore, error) {
	s := b.session(info.ID, info.Remote, info.TLS)
	if err := s.AuthenticateAs(ctx, info.ActAs, info.Username, info.Password); err != nil {
		if mailsim.KindOf(err) == mailsim.ErrForbidden {
			return nil, errActAs
		}
		return nil, refusedLogin(err)
	}
	a, err := s.Mailbox()
	if err != nil {
		return nil, err
	}
	return account{a, s}, nil
}

// refusedLogin is the reply to a login that was not found wrong, but cannot be had now.
func refusedLogin(err error) error {
	var other *mailsim.Elsewhere
	text := "Temporary failure: try again"
	switch kind := mailsim.KindOf(err); {
	case kind == mailsim.ErrUnauthorized, errors.As(err, &other) && other.Resume != nil:
		return err
	case kind == mailsim.ErrTooMany:
		text = "Too many logins at once"
	}
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeUnavailable, Text: text}
}

// tap writes sessions down where the host keeps transcripts.
func (b *hostBackend) tap(info SessionInfo) Transcript {
	s := b.session(info.ID, info.Remote, info.TLS)
	if !s.Tapped() {
		return nil
	}
	return transcript{s.Session}
}

type transcript struct{ s mailsim.Session }

func (t transcript) Client(line string) { t.s.Tap("C: ", []byte(line)) }
func (t transcript) Server(line string) { t.s.Tap("S: ", []byte(line)) }
func (t transcript) Close()             {}

// fault lets the host's fault rules act at a stage.
func (b *hostBackend) fault(ctx context.Context, stage Stage, info SessionInfo) error {
	s := b.session(info.ID, info.Remote, info.TLS)
	if !s.Faulty() {
		s.lag.set(0)
		return nil
	}
	username := info.Username
	if stage != StageLogin {
		username = s.LoginAddress()
	}
	f, _ := s.Fault(ctx, mailsim.FaultPoint{Where: "imap", At: string(stage), Username: username, Folder: info.Folder})
	if stage == StageSelect || stage == StageFetch || stage == StageIdle {
		s.lag.set(f.Stale)
	}
	if f.Delay > 0 {
		t := time.NewTimer(f.Delay)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
			return ErrDisconnect
		}
	}
	switch {
	case f.Disconnect && f.Reset:
		return ErrReset
	case f.Disconnect:
		return ErrDisconnect
	case f.Reply.Text != "" || f.Reply.Code != 0:
		code := imap.ResponseCodeUnavailable
		if stage == StageLogin && f.Reply.Code == 535 {
			code = imap.ResponseCodeAuthenticationFailed
		}
		return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: f.Reply.Text}
	}
	return nil
}

// account is a mailbox of a universe.
type account struct {
	a mailsim.Access
	s *hostSession
}

// onRevoked calls end when the login stands no longer, until the session is closed.
func (a account) onRevoked(end func(why string)) { a.s.OnRevoked(end) }

func (a account) Now() time.Time { return a.a.Now() }

func (a account) Folders() []folderState {
	var out []folderState
	for _, f := range a.a.Folders() {
		info := folderInfo(f)
		if a.s.lag.by > 0 {
			if now, err := a.Status(f.Name); err == nil {
				info = now
			}
		}
		out = append(out, info)
	}
	return withSubscriptions(out, a.a.Subscriptions())
}

// withSubscriptions adds the subscriptions of folders that do not exist. They were
// read after the folders: what is in both has just been deleted.
func withSubscriptions(folders []folderState, names []string) []folderState {
	gone := make(map[string]bool, len(names))
	for _, name := range names {
		gone[name] = true
	}
	folders = slices.DeleteFunc(folders, func(f folderState) bool { return gone[f.Name] })
	for _, name := range names {
		folders = append(folders, folderState{Name: name, Subscribed: true, NonExistent: true})
	}
	slices.SortFunc(folders, func(a, b folderState) int { return strings.Compare(a.Name, b.Name) })
	return folders
}

func folderInfo(f mailsim.Folder) folderState {
	return folderState{
		Name: f.Name, SpecialUse: imap.MailboxAttr(f.SpecialUse), Subscribed: f.Subscribed, UIDValidity: f.UIDValidity, UIDNext: f.UIDNext,
		Total: f.Total, Unseen: f.Unread, Recent: f.Recent, Deleted: f.Deleted, Size: f.Size, DeletedSize: f.DeletedSize,
		HighestModSeq: f.HighestModSeq, ID: f.ID,
	}
}

func (a account) Status(name string) (folderState, error) {
	s, err := a.a.Open(name)
	if err != nil {
		return folderState{}, asReply(err)
	}
	f := folderInfo(s.Info())
	if n := a.s.lag.shown(s, a.Now); n < s.Len() {
		f.hide(staleSnapshot{snapshot{s}, n})
	}
	return f, nil
}

func (a account) Open(name string) (listing, error) {
	s, err := a.a.Open(name)
	if err != nil {
		return nil, asReply(err)
	}
	if n := a.s.lag.shown(s, a.Now); n < s.Len() {
		if name == a.s.lag.folder {
			a.s.lag.wakeFor(s.At(n), a.s.Universe())
		}
		return staleSnapshot{snapshot{s}, n}, nil
	}
	return snapshot{s}, nil
}

func (a account) Watch(name string, wake func()) (stop func()) {
	unwatch := a.a.Watch(name, wake)
	if name == "" {
		return unwatch
	}
	a.s.lag.folder, a.s.lag.wake = name, wake
	return func() {
		unwatch()
		a.s.lag.stop()
	}
}

func (a account) Recent(name string, upTo uint32, claim bool) uint32 {
	if !claim {
		upTo = 0
	}
	from, err := a.a.ClaimRecent(context.Background(), name, upTo)
	if err != nil {
		return ^uint32(0)
	}
	return from
}

func (a account) Create(ctx context.Context, name string, use imap.MailboxAttr) error {
	return asReply(a.a.CreateFolder(ctx, name, string(use)))
}
func (a account) Delete(ctx context.Context, name string) error {
	err := asReply(a.a.DeleteFolder(ctx, name))
	var reply *imap.Error
	if errors.As(err, &reply) && reply.Code == imap.ResponseCodeAlreadyExists { // nothing is there already: INBOX always is
		reply.Code = imap.ResponseCodeCannot
	}
	return err
}
func (a account) Rename(ctx context.Context, from, to string) error {
	return asReply(a.a.RenameFolder(ctx, from, to))
}
func (a account) Subscribe(ctx context.Context, name string, on bool) error {
	return asReply(a.a.Subscribe(ctx, name, on))
}

func (a account) Append(ctx context.Context, folder string, mails []newMessage) (uint32, []uint32, error) {
	list := make([]mailsim.AppendMail, 0, 1)
	for _, m := range mails {
		list = append(list, appendMail(m))
	}
	validity, uids, err := a.a.Append(ctx, folder, list)
	return validity, uids, asReply(err)
}

func (a account) Replace(ctx context.Context, folder string, uid uint32, dest string, mail newMessage) (copied, error) {
	r, err := a.a.Replace(ctx, folder, uid, dest, appendMail(mail))
	return copied(r), asReply(err)
}

func appendMail(m newMessage) mailsim.AppendMail {
	return mailsim.AppendMail{Data: m.Data, Flags: parseFlags(m.Flags), Time: m.Time}
}

func parseFlags(flags []imap.Flag) mailsim.Flags {
	names := make([]string, len(flags))
	for i, f := range flags {
		names[i] = string(f)
	}
	return mailsim.ParseFlags(names)
}

func (a account) Store(ctx context.Context, folder string, uids []uint32, op imap.StoreFlagsOp, flags []imap.Flag, unchangedSince *uint64) ([]uint32, error) {
	how := mailsim.FlagsSet
	switch op {
	case imap.StoreFlagsAdd:
		how = mailsim.FlagsAdd
	case imap.StoreFlagsDel:
		how = mailsim.FlagsRemove
	}
	modified, err := a.a.StoreFlags(ctx, folder, uids, how, parseFlags(flags), unchangedSince)
	return modified, asReply(err)
}

func (a account) Copy(ctx context.Context, folder string, uids []uint32, dest string) (copied, error) {
	r, err := a.a.Copy(ctx, folder, uids, dest)
	return copied(r), asReply(err)
}

func (a account) Move(ctx context.Context, folder string, uids []uint32, dest string) (copied, error) {
	r, err := a.a.Move(ctx, folder, uids, dest)
	return copied(r), asReply(err)
}

func (a account) Expunge(ctx context.Context, folder string, uids []uint32) ([]uint32, error) {
	gone, err := a.a.Expunge(ctx, folder, uids)
	return gone, asReply(err)
}

func (a account) Quota() usage {
	bytes, messages := a.a.Usage()
	return usage{Bytes: bytes, Messages: int64(messages)}
}

func (a account) AppendLimit() int64 { return 0 }

// asReply turns an error of the universe into the reply of RFC 5530.
func asReply(err error) error {
	if err == nil {
		return nil
	}
	code := imap.ResponseCodeServerBug
	switch mailsim.KindOf(err) {
	case mailsim.ErrNotFound:
		code = imap.ResponseCodeNonExistent
	case mailsim.ErrConflict:
		code = imap.ResponseCodeAlreadyExists
	case mailsim.ErrInvalid:
		code = imap.ResponseCodeCannot
	case mailsim.ErrUnauthorized:
		code = imap.ResponseCodeAuthenticationFailed
	case mailsim.ErrTimeout, mailsim.ErrTooMany, mailsim.ErrFenced, mailsim.ErrUnavailable:
		code = imap.ResponseCodeUnavailable
	case mailsim.ErrFull:
		code = imap.ResponseCodeOverQuota
	}
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: err.Error()}
}

// snapshot is one version of a folder.
type snapshot struct{ mailsim.Snapshot }

func (s snapshot) Keywords() []imap.Flag {
	used := s.Snapshot.Keywords()
	out := make([]imap.Flag, len(used))
	for i, k := range used {
		out[i] = imap.Flag(k)
	}
	return out
}

// memoOf is a text of a message that build makes, kept per body. Copies of one body
// differ in trace; memoEnvelopeTraced is used for those whose trace has a Date or
// Message-ID, which must be the same in all of them.
func memoOf(m message, kind memoKind, build func(message) string) string {
	if text := m.Memo(int(kind)); text != "" {
		return text
	}
	text := build(m)
	m.Remember(int(kind), text)
	return text
}

// flagSets are the system flags of each set of bits without keywords.
var flagSets = func() (table [32][]imap.Flag) {
	for bits := range table {
		for _, name := range (mailsim.Flags{System: mailsim.SystemFlags(bits)}).Names() {
			table[bits] = append(table[bits], imap.Flag(name))
		}
	}
	return table
}()

// flagsOf are the flags of a message, read only.
func flagsOf(m message) []imap.Flag {
	f := m.Flags()
	system := flagSets[f.System&31]
	if len(f.Keywords) == 0 {
		return system
	}
	out := slices.Clone(system)
	for _, k := range f.Keywords {
		out = append(out, imap.Flag(k))
	}
	return out
}
