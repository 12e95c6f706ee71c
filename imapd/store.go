package imapd

import (
	"context"
	"iter"
	"time"

	"github.com/emersion/go-imap/v2"

	"github.com/mailsim/mailsim"
)

// backend checks logins and hands out accounts.
type backend interface {
	// Login returns the account of a name and password. An *imap.Error is
	// the reply as it stands; any other error is answered as a failed login.
	Login(ctx context.Context, info loginAttempt) (mailstore, error)
}

// loginAttempt is one attempt to log in.
type loginAttempt struct {
	ID        uint64 // of the session, as in SessionInfo
	ActAs     string // authorization identity (RFC 4616); empty is the login itself
	Username  string
	Password  string
	Remote    string // IP address of the client, without port
	TLS       bool
	Mechanism string // LOGIN (the command), or the SASL mechanism: PLAIN, LOGIN
}

// mailstore is one logged-in mailbox. It is used by one session, but many
// accounts may stand for the same mailbox. Folder names are UTF-8 with "/"
// between levels; INBOX is spelled in capitals.
//
// Errors that are (or wrap) an *imap.Error are the reply to the client, with
// these codes expected: NONEXISTENT for a missing folder, ALREADYEXISTS,
// CANNOT, OVERQUOTA, TOOBIG, LIMIT, UNAVAILABLE. Anything else is answered
// NO [SERVERBUG] and logged.
type mailstore interface {
	// Now is the simulated time (SEARCH OLDER and YOUNGER).
	Now() time.Time
	// Folders is a snapshot of all folders and subscriptions, sorted by name.
	Folders() []folderState
	// Status is one folder of Folders.
	Status(name string) (folderState, error)
	// Open returns the folder's messages as they are now, in O(1).
	Open(name string) (listing, error)
	// Watch calls the function wake after each commit that touched the folder, or renamed or
	// deleted it, until stop is called. The function does not block. "" is all folders and
	// the list of them.
	Watch(name string, wake func()) (stop func())
	// Recent returns the UID from which on messages are \Recent, and with
	// claim makes those below upTo recent for no later caller.
	Recent(name string, upTo uint32, claim bool) (from uint32)

	Create(ctx context.Context, name string, specialUse imap.MailboxAttr) error
	Delete(ctx context.Context, name string) error
	// Rename moves a folder and those below it; it need not exist itself if
	// there are any below. INBOX is never renamed: its messages move to the new
	// folder (RFC 9051 section 6.3.6). Subscriptions stay with the names.
	Rename(ctx context.Context, from, to string) error
	// Subscribe sets or clears a subscription; the folder need not exist.
	Subscribe(ctx context.Context, name string, on bool) error

	// Append files all mails or none; uids are in the order of mails.
	Append(ctx context.Context, folder string, mails []newMessage) (uidValidity uint32, uids []uint32, err error)
	// Store changes flags of those uids (sorted) that exist. Those changed
	// after unchangedSince, if given, are left alone and returned. Flags
	// compare without case; the spelling first used in a folder stays.
	Store(ctx context.Context, folder string, uids []uint32, op imap.StoreFlagsOp, flags []imap.Flag, unchangedSince *uint64) (modified []uint32, err error)
	// Copy copies those uids (sorted) that exist, all or none, keeping flags
	// and time. Source and Dest of the result are parallel.
	Copy(ctx context.Context, folder string, uids []uint32, dest string) (copied, error)
	// Move is Copy and the removal of the copied in one commit.
	Move(ctx context.Context, folder string, uids []uint32, dest string) (copied, error)
	// Replace appends a mail to dest and removes the message with that UID, flagged
	// or not, in one commit. If it is gone, nothing is done and the result is empty.
	Replace(ctx context.Context, folder string, uid uint32, dest string, mail newMessage) (copied, error)
	// Expunge removes messages flagged \Deleted: all, or those among uids
	// (sorted) if uids is not nil. It returns the removed UIDs, sorted.
	Expunge(ctx context.Context, folder string, uids []uint32) ([]uint32, error)

	Quota() usage
	// AppendLimit is the largest message in bytes; 0 is the server's MaxBytes.
	AppendLimit() int64
}

// folderState describes one folder.
type folderState struct {
	Name        string
	SpecialUse  imap.MailboxAttr // such as \Sent, empty if none
	Subscribed  bool
	NonExistent bool // only a subscription is left
	UIDValidity uint32
	UIDNext     uint32
	Total       int
	Unseen      int
	Recent      int // messages no session has claimed yet
	Deleted     int // messages flagged \Deleted
	Size        int64
	DeletedSize int64 // bytes of the messages flagged \Deleted

	HighestModSeq uint64
	ID            string // MAILBOXID (RFC 8474); stays through renames
}

// newMessage is one message to file. Data is kept as it is.
type newMessage struct {
	Data  string
	Flags []imap.Flag
	Time  time.Time // INTERNALDATE; zero is now
}

// copied tells which UIDs became which.
type copied struct {
	UIDValidity  uint32 // of the destination
	Source, Dest []uint32
}

// usage is the use of a mailbox and its limits; a limit of 0 is none.
type usage struct {
	Bytes, MaxBytes       int64
	Messages, MaxMessages int64
}

// listing is an immutable view of one folder, sorted by UID.
type listing interface {
	Len() int
	UIDNext() uint32
	UIDValidity() uint32
	HighestModSeq() uint64
	// At returns a message; i counts from 0.
	At(i int) message
	// IndexOf returns the index of a UID, or where it would be inserted.
	IndexOf(uid uint32) (i int, ok bool)
	// ChangedSince yields, by rising UID, the messages with a higher
	// mod-sequence, without visiting long unchanged stretches.
	ChangedSince(modseq uint64) iter.Seq[message]
	// ExpungedSince returns the UIDs expunged after modseq, sorted. They are
	// not complete when the log does not reach back that far.
	ExpungedSince(modseq uint64) (uids []uint32, complete bool)
	// TextFilter tells which messages may contain a text in the sender's headers,
	// in the body, or anywhere: all that do.
	TextFilter(text string, headers, body bool) (may func(message) bool)
	// Keywords lists the keywords ever used in the folder, at least all that
	// its messages have. Read only.
	Keywords() []imap.Flag
}

// message is one stored message as it lies in a folder.
type message = mailsim.Stored

// memoKind names a text kept per stored message.
type memoKind int

// The texts kept. memoCount is their number.
const (
	memoEnvelope memoKind = iota
	memoEnvelopeTraced
	memoBody
	memoBodyStructure
	memoSort // sort keys and threading fields
	memoPreview
	memoCount
)
