package mailsim

import (
	"context"
	"time"

	"github.com/mailsim/mailsim/internal/seam"
)

// Messages of a mailbox, conversations, shares.

// Ref names a message: the mailbox, the folder and the UID in it.
type Ref struct {
	Address string `json:"address,omitempty"`
	Folder  string `json:"folder"`
	UID     uint32 `json:"uid"`
}

// Message is one message of a mailbox.
type Message struct {
	Ref
	Flags       []string          `json:"flags"` // IMAP flags such as \Seen
	Time        time.Time         `json:"time"`  // when it was filed, on the simulated clock
	Size        int               `json:"size"`  // bytes of the raw message
	MessageID   string            `json:"message_id"`
	InReplyTo   string            `json:"in_reply_to"`
	References  []string          `json:"references"`
	From        string            `json:"from"`
	FromName    string            `json:"from_name"`
	To          []string          `json:"to"`
	CC          []string          `json:"cc"`
	Subject     string            `json:"subject"`
	Date        *time.Time        `json:"date"` // of the Date header; null when it has none that can be read
	Text        string            `json:"text"`
	Cut         bool              `json:"cut,omitempty"`      // in lists: Text is only the beginning
	NewText     string            `json:"new_text,omitempty"` // what the sender wrote, without quotes and signature; "" in lists
	HTML        string            `json:"html"`               // as sent, not made safe; empty in lists, in View, and in the result of UpdateMessage
	Format      string            `json:"format"`             // text, html or both
	Attachments []Attachment      `json:"attachments"`
	Headers     map[string]string `json:"headers"`           // the X-Service-* fields, names in lower case
	Defects     []string          `json:"defects,omitempty"` // what could not be read in it
	Truth       string            `json:"truth,omitempty"`   // of World mail: spam or phishing

	mark Mark      // its arrival
	of   seam.Copy // what it was read from; nil for one made by hand
}

// Attachment is one attachment of a message.
type Attachment struct {
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	Size        int    `json:"size"` // bytes, decoded
	ContentID   string `json:"content_id,omitempty"`
	Inline      bool   `json:"inline,omitempty"`
}

// View is one message in full: the message with its full text and without HTML, the HTML
// made safe, and the case it was linked to.
type View struct {
	Message Message   `json:"message"`
	Safe    Safe      `json:"safe"`
	Case    *CaseLink `json:"case"`

	Envelope *Envelope `json:"-"` // how it came in; nil if it was filed without a submission
}

// Safe is HTML made safe to display.
type Safe struct {
	HTML          string `json:"html"`
	RemoteBlocked int    `json:"remote_blocked"` // images not loaded
}

// ViewOptions change how HTML is made safe.
type ViewOptions struct {
	Remote bool // allow remote images
	Light  bool // do not adapt colors for a dark page
}

// MessageFilter chooses messages of a folder.
type MessageFilter struct {
	Folder string // default INBOX
	Before uint32 // only UIDs below it; 0 is no bound
	Limit  int    // at most this many; 0 is all
}

// Bytes returns the raw message: trace headers and the sender's bytes.
func (m Message) Bytes() []byte {
	if m.of == nil {
		return nil
	}
	return []byte(m.of.Bytes())
}

// Mark returns the message's point in the order of all that happens.
func (m Message) Mark() Mark { return m.mark }

// AttachmentData is an attachment with its bytes.
type AttachmentData struct {
	Attachment
	Data []byte
}

// MessagePatch changes a message; a nil field is kept.
type MessagePatch struct {
	Seen   *bool   `json:"seen,omitempty"`
	MoveTo *string `json:"move_to,omitempty"` // a folder's name; the folder is made when missing
}

// Share is a link that shows one message.
type Share struct {
	ID      string    `json:"id"`  // 128 random bits, not from the seed
	URL     string    `json:"url"` // its path; the API prefixes its own base URL
	Expires time.Time `json:"expires"`
	Ref               // the message, where it lies now
}

// Thread is a conversation of a mailbox.
type Thread struct {
	Root     string    `json:"root"`    // Message-ID at its root
	Subject  string    `json:"subject"` // of its first message, without prefixes
	Last     time.Time `json:"last"`    // when its newest message was filed
	Messages []Message `json:"messages"`
}

type messages interface {
	Messages(address string, f MessageFilter) ([]Message, error)
	Message(ctx context.Context, r Ref, o ViewOptions) (View, error)
	Raw(ctx context.Context, r Ref) ([]byte, error)
	Attachment(ctx context.Context, r Ref, n int) (AttachmentData, error)
	UpdateMessage(ctx context.Context, r Ref, p MessagePatch) (Message, error)
	FindMessage(messageID string) []Ref
	Shares() []Share
	CreateShare(ctx context.Context, r Ref, expires time.Duration) (Share, error)
	DeleteShare(ctx context.Context, id string) error
	OpenShare(ctx context.Context, id string) (View, error)
	Threads(address string) ([]Thread, error)
}

// Messages lists a folder, newest first, each text cut to its first 240
// characters. ErrNotFound for an unknown mailbox or folder.
func (u *Universe) Messages(address string, f MessageFilter) ([]Message, error) {
	return u.live().Messages(address, f)
}

// Message returns one message in full. ErrNotFound when there is none.
func (u *Universe) Message(ctx context.Context, r Ref, o ViewOptions) (View, error) {
	return u.live().Message(ctx, r, o)
}

// Raw returns the bytes of a message as stored. ErrNotFound when there is none.
func (u *Universe) Raw(ctx context.Context, r Ref) ([]byte, error) { return u.live().Raw(ctx, r) }

// Attachment returns attachment n, counted from 0 in the order of Attachments.
// ErrNotFound when there is no such message or attachment.
func (u *Universe) Attachment(ctx context.Context, r Ref, n int) (AttachmentData, error) {
	return u.live().Attachment(ctx, r, n)
}

// UpdateMessage marks a message read or unread, moves it, or both, and returns it with its full
// text, without HTML, and with its new folder and UID.
func (u *Universe) UpdateMessage(ctx context.Context, r Ref, p MessagePatch) (Message, error) {
	return u.live().UpdateMessage(ctx, r, p)
}

// FindMessage returns where the copies of the mail with this Message-ID
// lie, in order of address.
func (u *Universe) FindMessage(messageID string) []Ref { return u.live().FindMessage(messageID) }

// Shares lists the shares that have not expired, oldest first.
func (u *Universe) Shares() []Share { return u.live().Shares() }

// CreateShare makes a link to a message, valid even when the message moves within its
// mailbox. It expires after a time on the simulated clock: 0 is 7 days, at most 100 years.
// ErrNotFound when there is no such message.
func (u *Universe) CreateShare(ctx context.Context, r Ref, expires time.Duration) (Share, error) {
	return u.live().CreateShare(ctx, r, expires)
}

// DeleteShare ends a share. ErrNotFound "no such share" when there is none.
func (u *Universe) DeleteShare(ctx context.Context, id string) error {
	return u.live().DeleteShare(ctx, id)
}

// OpenShare returns the message of a share, its HTML made safe. ErrNotFound "no
// such share" when there is none, it has expired, or its message is gone;
// ErrForbidden while the universe's organization is suspended.
func (u *Universe) OpenShare(ctx context.Context, id string) (View, error) {
	return u.live().OpenShare(ctx, id)
}

// Threads groups the INBOX, Sent and Archive of a mailbox into conversations: most recent
// first, messages oldest first. Mails belong together by References and In-Reply-To; a
// reply without either joins the conversation with the same subject. ErrNotFound for an
// unknown mailbox.
func (u *Universe) Threads(address string) ([]Thread, error) { return u.live().Threads(address) }
