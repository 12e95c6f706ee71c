package mailsim

import (
	"context"
	"iter"
	"net"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/searchindex"
)

// What doors hold: hosts, sessions, mailboxes, folders and messages as protocols work
// on them. Who writes a door needs it; tests and applications do not.

// AppendMail is one message to append.
type AppendMail struct {
	Data  string
	Flags Flags
	Time  time.Time // INTERNALDATE; zero is now
}

// FlagOp says how flags change.
type FlagOp int

// FlagsSet replaces all flags; FlagsAdd adds flags; FlagsRemove removes
// flags.
const (
	FlagsSet FlagOp = iota
	FlagsAdd
	FlagsRemove
)

// CopyResult pairs the UIDs of copies with those of their sources.
type CopyResult struct {
	UIDValidity  uint32
	Source, Dest []uint32
}

// SessionInfo says who connected, and how.
type SessionInfo struct {
	Proto  string // smtp, smtps, lmtp, imap, imaps, pop3 or pop3s
	Remote string // IP without the port
}

// Elsewhere is the error of a login whose universe another process serves, as in a cluster. The
// door calls Elsewhere.Resume to connect to that process, whose server takes the session over:
// see smtpd.Server.Resume. If Elsewhere.Resume is nil, the door refuses the login for now (454,
// UNAVAILABLE, SYS/TEMP, 503). Its kind is ErrFenced.
type Elsewhere struct {
	Universe string // its id
	Owner    string // who serves it, "" when that is not known at the moment
	// Resume connects to the process that serves the universe. The session continues there,
	// already logged in: the door passes bytes between the client and the connection, both
	// ways, until one of them ends, and then closes the connection. If Resume is nil, the
	// session cannot continue there.
	Resume func(ctx context.Context, at Resumed) (net.Conn, error)
}

// Error says that the universe is elsewhere.
func (e *Elsewhere) Error() string {
	if e.Owner == "" {
		return "universe " + e.Universe + " is moving to another server: try again"
	}
	return "universe " + e.Universe + " is served by " + e.Owner
}

// Unwrap makes the kind of the error ErrFenced.
func (e *Elsewhere) Unwrap() error { return ErrFenced }

// Resumed is the state of a session that goes on at another server.
type Resumed struct {
	Remote string // IP of the client, without port
	TLS    string // version and cipher suite, such as "TLS 1.3 TLS_AES_128_GCM_SHA256"; "" without TLS
	Helo   string // over SMTP, the name that the client greeted with
	Basic  bool   // over SMTP, it greeted with HELO
}

// Flags is the set of IMAP flags of one stored copy: the system flags as bits,
// keywords by name, sorted.
type Flags struct {
	System   SystemFlags
	Keywords []string
}

// SystemFlags are the flags of RFC 9051 section 2.3.2.
type SystemFlags uint8

// The system flags.
const (
	FlagSeen SystemFlags = 1 << iota
	FlagAnswered
	FlagFlagged
	FlagDeleted
	FlagDraft
)

var systemFlagNames = []struct {
	bit  SystemFlags
	name string
}{{FlagSeen, `\Seen`}, {FlagAnswered, `\Answered`}, {FlagFlagged, `\Flagged`}, {FlagDeleted, `\Deleted`}, {FlagDraft, `\Draft`}}

// Names lists the flags as IMAP writes them.
func (f Flags) Names() []string {
	out := make([]string, 0, 2+len(f.Keywords))
	for _, s := range systemFlagNames {
		if f.System&s.bit != 0 {
			out = append(out, s.name)
		}
	}
	return append(out, f.Keywords...)
}

// ParseFlags reads flag names. The case of system flags does not matter. \Recent is
// ignored, and so are names that are not atoms.
func ParseFlags(names []string) Flags {
	var f Flags
next:
	for _, name := range names {
		for _, s := range systemFlagNames {
			if strings.EqualFold(name, s.name) {
				f.System |= s.bit
				continue next
			}
		}
		if name != "" && !strings.HasPrefix(name, `\`) && !strings.ContainsFunc(name, func(r rune) bool {
			return r <= ' ' || r >= 0x7f || strings.ContainsRune(`(){%*"\]`, r)
		}) && len(name) <= 128 {
			f.Keywords = append(f.Keywords, name)
		}
	}
	f.Keywords = plain.DedupFold(f.Keywords)
	return f
}

// Host is what a door serves: a *Universe, or a *Cell of several.
type Host interface {
	// NewSession makes the Session of a connection.
	NewSession(SessionInfo) Session
	// Domain is the name that servers greet with.
	Domain() string
	// Announce records where a door serves the host. Connection then shows it.
	Announce(Service)
	// AnnounceAuth records whether doors take logins without TLS, whether SMTP requires a login,
	// and the certificate (DER) that the doors present.
	AnnounceAuth(plainAllowed, smtpRequired bool, certificate []byte)
	// AnnounceCertificate records the certificate (DER) that a door presents; nil is the self-signed
	// one of the host's domain, which is made when it is first asked for.
	AnnounceCertificate(der []byte)
	// AnnounceProviders records the base URL of the mail providers' doors, each at
	// /provider/NAME/ below it. URLs in their answers and webhooks begin with it.
	AnnounceProviders(url string)
	// Authenticate finds out who calls the API: ErrUnauthorized, ErrForbidden.
	Authenticate(context.Context, Credentials) (Caller, error)
	// WatchAccess calls a function after each change that may have ended access given by
	// Authenticate or a login.
	WatchAccess(look func()) (stop func())
	host()
}

func (u *Universe) host() {}

// Session is one connection's view of a host. In a Cell its universe is known
// after the login. It is not safe for concurrent use.
type Session interface {

	// OnRevoked calls the function end, at most once, when the session's login is no longer valid: because
	// it was disabled, deleted or given another password, because it may not use the protocol
	// any more, because its organization was suspended, or because another process has taken
	// the universe over. The argument why says which. end is not called after Close. end runs
	// on a goroutine of its own and must not block.
	OnRevoked(end func(why string))

	// Universe returns the universe of the session, nil in a Cell before the login.
	Universe() *Universe

	// LoginAddress returns the mailbox that logged in, "" before.
	LoginAddress() string

	// Domain returns the name the server greets with.
	Domain() string

	// NeedsLogin reports whether a login is required before sending.
	NeedsLogin() bool

	// Authenticate logs in with an address or username. Passwords from one address
	// (SessionInfo.Remote) are tried one at a time; after wrong ones the next password has to
	// wait, longer each time, up to 2 s. At most half of the machine's processors hash passwords at
	// once. A password that was verified before does not wait. Errors: ErrUnauthorized,
	// ErrTooMany when too many wait. Event: auth.ok or auth.failed.
	Authenticate(ctx context.Context, username string, password string) error

	// AuthenticateAs is Authenticate for a client that names an identity to act as (RFC
	// 4616): "" or the login itself, by its address or username. Errors: ErrUnauthorized,
	// and ErrForbidden when the password is right but actAs is somebody else.
	AuthenticateAs(ctx context.Context, actAs string, username string, password string) error

	// Mailbox opens the mailbox that logged in.
	Mailbox() (Access, error)

	// MailAllowed returns the plan's error when no more mail may be sent this month, and
	// ErrForbidden when the organization was suspended after the login.
	MailAllowed() (err error)

	// RoomFor returns ErrFull when the universe's Bounds leave no room for a mail of size
	// bytes, 0 if unknown, so that it can be refused before it is sent.
	RoomFor(size int64) (err error)

	// Recipient reports whether an address takes mail; refused is the reply to RCPT when it
	// does not.
	Recipient(ctx context.Context, from string, to string) (refused SMTPReply, ok bool)

	// Verify is Recipient for a client that only asks (VRFY): nothing is counted.
	Verify(to string) (refused SMTPReply, ok bool)

	// Submit delivers a message from the protocol and returns its Message-ID. When
	// it returns, the message is filed (and durable, with a store).
	Submit(ctx context.Context, env Envelope, raw string) (messageID string, err error)

	// Fault applies the fault rules at a point; ok is false when none acted. Event: fault.fired
	// for each that acted.
	Fault(ctx context.Context, p FaultPoint) (e FaultEffect, ok bool)

	// Faulty reports whether there are fault rules at all, so that a door need not gather a
	// FaultPoint for nothing.
	Faulty() bool

	// Tap adds a line to the session's transcript; who is "C: " or "S: ". Secrets are masked.
	Tap(who string, line []byte)

	// Tapped reports whether a transcript of the session is kept.
	Tapped() bool

	// Mask turns on or off the masking of what the client sends, for secrets.
	Mask(on bool)

	// Close ends the session.
	Close()
}

// Access is how a protocol session reads and changes one mailbox: its folders and snapshots of
// them. Other sessions, waits and the API see each change at once.
type Access interface {

	// Address returns the mailbox's address.
	Address() string

	// Folders lists the folders: first INBOX, Sent, Drafts, Archive and
	// Trash, then the others by name.
	Folders() []Folder

	// Open returns the present version of a folder; ErrNotFound when there is none.
	Open(folder string) (s Snapshot, err error)

	// ClaimRecent returns the first UID that is \Recent. It claims the UIDs below upTo, so that
	// no later caller sees them as recent.
	ClaimRecent(ctx context.Context, folder string, upTo uint32) (first uint32, err error)

	// Watch calls the function wake after each commit that changed the folder or the list of
	// folders; if folder is "", after each commit that changed anything in the mailbox. The
	// function must not block.
	Watch(folder string, wake func()) (stop func())

	// CreateFolder makes a folder; use is its special use, such as \Archive, or "". If
	// use is "", a folder with a standard name, such as Archive, gets the special use that
	// goes with the name, unless another folder already has that use. (Standard names are
	// those of the folders in every new mailbox.) Parent folders need not exist, and are not
	// made. ErrConflict when the folder exists.
	CreateFolder(ctx context.Context, name string, use string) error

	// DeleteFolder removes a folder and the messages in it; INBOX cannot be removed.
	DeleteFolder(ctx context.Context, name string) error

	// RenameFolder gives a folder, and those below it, another name. Renaming INBOX
	// moves its messages and leaves it empty (RFC 9051 section 6.3.6). Subscriptions
	// stay with the old names (section 6.3.7). ErrConflict when a folder of one of the
	// new names exists; then none is renamed.
	RenameFolder(ctx context.Context, from string, to string) error

	// Subscribe puts a folder on the list of subscribed ones, or takes it off. The
	// folder need not exist.
	Subscribe(ctx context.Context, name string, on bool) error

	// Subscriptions lists the subscribed names for which no folder exists, sorted; for
	// existing folders, see Folder.Subscribed.
	Subscriptions() (names []string)

	// Append adds messages to an existing folder, all or none. If a message that the mailbox sent
	// over SMTP is appended to Sent, the first such copy replaces the one that the universe filed
	// there.
	Append(ctx context.Context, folder string, mails []AppendMail) (uidValidity uint32, uids []uint32, err error)

	// Replace appends mail to the existing folder dest and removes the message uid of
	// folder for good, both or neither (RFC 8508). The result pairs their UIDs. When
	// the message to be replaced is gone, nothing is appended and the result has no
	// UIDs.
	Replace(ctx context.Context, folder string, uid uint32, dest string, mail AppendMail) (r CopyResult, err error)

	// StoreFlags changes the flags of messages, all at once. If unchangedSince is not
	// nil, messages changed after it are left as they are, and their UIDs returned
	// (RFC 7162 section 3.1.3). Messages that are gone are skipped.
	StoreFlags(ctx context.Context, folder string, uids []uint32, op FlagOp, flags Flags, unchangedSince *uint64) (modified []uint32, err error)

	// Copy copies messages to another folder, all or none. ErrNotFound when there is
	// no such folder. UIDs that are gone are skipped.
	Copy(ctx context.Context, folder string, uids []uint32, dest string) (CopyResult, error)

	// Move moves messages to another folder, all or none (RFC 6851).
	Move(ctx context.Context, folder string, uids []uint32, dest string) (CopyResult, error)

	// Expunge removes for good the messages that are flagged \Deleted: all of
	// them if uids is nil, else those among uids. It returns the UIDs removed,
	// sorted.
	Expunge(ctx context.Context, folder string, uids []uint32) (gone []uint32, err error)

	// Usage returns how much the mailbox holds.
	Usage() (bytes int64, messages int)

	// Now returns the simulated time.
	Now() time.Time

	// SearchText returns the UIDs of the messages of a folder that contain a text,
	// without regard to case: in the decoded text parts (IMAP SEARCH BODY) and, with
	// headers, in the header (SEARCH TEXT). Large folders use the search index.
	SearchText(ctx context.Context, folder string, text string, headers bool) ([]uint32, error)
}

// Snapshot is one version of a folder. It is immutable and needs no lock.
type Snapshot interface {

	// Info describes the folder.
	Info() Folder

	// Name returns the folder's name.
	Name() string

	// UIDNext returns the UID of the next message.
	UIDNext() uint32

	// UIDValidity returns the folder's UIDVALIDITY.
	UIDValidity() uint32

	// HighestModSeq returns the highest mod-sequence given out (RFC 7162).
	HighestModSeq() uint64

	// Keywords lists the keywords ever used in the folder. Read only.
	Keywords() []string

	// FirstRecent returns the first UID that no session has claimed as \Recent.
	FirstRecent() uint32

	// Len returns the number of messages.
	Len() int

	// At returns message i, counted from 0 in order of UID.
	At(i int) Stored

	// IndexOf returns the position of a UID and true; if it is not there, the position that
	// it would have, and false.
	IndexOf(uid uint32) (int, bool)

	// Get returns the message with this UID, and whether there is one.
	Get(uid uint32) (Stored, bool)

	// From yields the messages from position i on.
	From(i int) iter.Seq[Stored]

	// ChangedSince yields the messages with a mod-sequence above mod.
	ChangedSince(mod uint64) iter.Seq[Stored]

	// ExpungedSince returns the UIDs expunged after mod, sorted; complete is false when the
	// log does not reach back that far.
	ExpungedSince(mod uint64) (uids []uint32, complete bool)

	// TextFilter returns a function that reports whether a message may contain a text in its
	// headers (headers), its body (body) or either (both). It is true for every message that
	// contains the text, and for a few others. Trace headers are searched only if headers and
	// body are both true. Use the function from one goroutine only.
	TextFilter(text string, headers, body bool) (may func(Stored) bool)
}

// Stored is one copy of a message in a folder. It is immutable: a change of
// flags replaces it. The methods with types of internal packages are for mailsim's own
// doors.
type Stored interface {

	// Texts returns the text and the HTML of the message, whole.
	Texts() (text string, html string)

	// UID returns the copy's unique identifier within its folder.
	UID() uint32

	// ModSeq returns the copy's mod-sequence (RFC 7162).
	ModSeq() uint64

	// Flags returns the copy's flags.
	Flags() Flags

	// Time returns when the copy was filed, on the simulated clock.
	Time() time.Time

	// InternalDate returns the IMAP internal date.
	InternalDate() time.Time

	// SaveDate returns when the copy came to its folder, on the simulated clock: when
	// it was filed there, copied or moved (RFC 8514).
	SaveDate() time.Time

	// Parts returns the trace headers that delivery prepended and the sender's bytes. The
	// message is trace followed by body.
	Parts() (trace string, body string)

	// Trace returns the trace headers that delivery prepended, "" when there are none. They
	// are rebuilt on each call.
	Trace() string

	// Body returns the sender's bytes, header and all.
	Body() string

	// Size returns the length of the message in bytes.
	Size() int

	// Bytes returns the whole message.
	Bytes() string

	// Structure returns the tree of parts; its offsets count from the sender's
	// bytes, without the trace headers.
	Structure() *mime.Message

	// Header returns the summary of the header.
	Header() *mime.Summary

	// HeaderLen returns the length of the header of the sender's bytes, with the blank line
	// after it.
	HeaderLen() int

	// SentDate returns the instant of the Date header in its own zone, the zero time
	// when there is none to read.
	SentDate() time.Time

	// Envelope returns how the message came in, nil if it was filed without a submission.
	Envelope() *Envelope

	// MessageID returns the Message-ID with angle brackets, "" when there is none.
	MessageID() string

	// ThreadID names the conversation: it is the same for all mails of a
	// conversation.
	ThreadID() string

	// Memo returns the text that Remember kept for this mail, such as a door's rendering of
	// it; "" when it is no longer kept. Kind is from 0 to 5.
	Memo(kind int) string
	// Remember keeps a text for Memo, as long as there is room (Options.CacheBytes).
	Remember(kind int, text string)

	// EmailID is the same for all copies of one message (RFC 8474).
	EmailID() string

	// IMAPThreadID names the conversation in the characters of RFC 8474.
	IMAPThreadID() string

	// Preview returns how the message begins: at most 200 characters of the text that
	// people would read, in one line. Quoted text is left out unless there is nothing else.
	// It is "" if the message has no text.
	Preview() string

	// HasHeader reports whether the decoded value of a field of that name, without regard
	// to case, contains the text that n was made of. The empty text is in every field.
	HasHeader(name string, n searchindex.Needle) bool

	// ContainsText reports whether a decoded text part contains the text that n was made of; the parts of
	// attached messages, and attached text files, count too. With headers it also looks
	// into the trace headers, the message's own header and those of its parts.
	ContainsText(n searchindex.Needle, headers bool) bool
}

type doors interface {
	Access(address string) (Access, error)
	NewSession(i SessionInfo) Session
}

// Access opens an existing mailbox; ErrNotFound when there is none.
func (u *Universe) Access(address string) (Access, error) { return u.live().Access(address) }

// NewSession makes the Session of a connection to the universe.
func (u *Universe) NewSession(i SessionInfo) Session { return u.live().NewSession(i) }
