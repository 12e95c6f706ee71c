package mailsim

import (
	"context"
	"time"
)

// All mail of a universe: what was sent once, with every copy of it.

// MailOrigin says where a mail comes from.
type MailOrigin string

// The origins of mail.
const (
	OriginApp    MailOrigin = "app"    // the application: by SMTP, LMTP, Send or a provider's door
	OriginPerson MailOrigin = "person" // a simulated person
	OriginWorld  MailOrigin = "world"  // a stream of the World
	OriginSystem MailOrigin = "system" // a mail server: bounces and other notices
	OriginFiled  MailOrigin = "filed"  // nobody sent it: it was filed by Inject or a mail program
)

// Mail is one mail as a list shows it: sent or filed once, with all its copies.
type Mail struct {
	ID        string     `json:"id"` // 12 characters, also in its Received line; for a filed mail the letter n followed by a number
	MessageID string     `json:"message_id"`
	Thread    string     `json:"thread"` // Message-ID at the root of its conversation
	InReplyTo string     `json:"in_reply_to"`
	Origin    MailOrigin `json:"origin"`
	Time      time.Time  `json:"time"` // when its first copy was filed, on the simulated clock
	From      string     `json:"from"`
	FromName  string     `json:"from_name"`
	To        []string   `json:"to"`
	CC        []string   `json:"cc"`
	Subject   string     `json:"subject"`
	Snippet   string     `json:"snippet"` // how it begins: at most 200 characters in one line, without quotes
	Size      int        `json:"size"`    // bytes of its first copy
	Format    string     `json:"format"`  // text, html or both
	Files     int        `json:"files"`   // attachments, without pictures shown in the text
	Unread    int        `json:"unread"`  // copies that are not read
	Copies    []MailCopy `json:"copies"`  // in the order in which they were filed; at most 20 in a list
	More      int        `json:"more_copies"`
	CaseID    string     `json:"case_id"`         // the case that a copy was linked to
	Truth     string     `json:"truth,omitempty"` // of World mail: spam or phishing

	Junk     bool       `json:"junk"`     // a copy lies in Junk
	Bounced  bool       `json:"bounced"`  // a bounce of it went out
	Faults   int        `json:"faults"`   // how often a fault rule has acted on it
	Opened   int        `json:"opened"`   // links of it that people have opened
	Answered int        `json:"answered"` // answers that people have sent
	Due      *time.Time `json:"due"`      // of the next planned answer, else of the next job about it; null without one
	DueKind  JobKind    `json:"due_kind"` // of that job
}

// MailCopy is one copy of a mail and the person who has it.
type MailCopy struct {
	Ref
	Seen      bool      `json:"seen"`
	Flags     []string  `json:"flags"`
	Time      time.Time `json:"time"`       // when it was filed, on the simulated clock
	PersonaID string    `json:"persona_id"` // of the person behind the mailbox, "" for nobody
	Persona   string    `json:"persona"`    // their name
	CaseID    string    `json:"case_id"`
	Delivered bool      `json:"delivered"` // it was delivered here: it is neither the sender's own copy nor one that Inject or a mail program put here
}

// MailFilter chooses mails of a universe. Its zero value chooses all. A mail is chosen if one
// of its copies satisfies all fields that are set.
type MailFilter struct {
	Query     string       // as for Search
	Address   string       // a mailbox that has a copy
	PersonaID string       // a person who has a copy
	CaseID    string       // the case that the copy is linked to
	Thread    string       // Message-ID at the root of the conversation
	Origins   []MailOrigin // empty is all
	Unread    bool         // the copy is not read
	Before    string       // the field Next of the previous page; "" begins with the newest
	Limit     int          // mails per page; default 50; a number above 1,000 counts as 1,000
}

// MailPage is one page of a list of mails, newest first.
type MailPage struct {
	Mails []Mail `json:"mails"`
	Next  string `json:"next"` // what to give as Before to get the next page; "" when this is the last
	Last  int64  `json:"last"` // id of the newest event when the page was read: follow the log from it to miss nothing
}

// MailDetail is one mail in full.
type MailDetail struct {
	Mail
	Envelope   *Envelope    `json:"envelope"` // how it came in; null for one that was filed
	Date       *time.Time   `json:"date"`     // of the Date header; null when it has none that can be read
	References []string     `json:"references"`
	ReplyTo    []string     `json:"reply_to"`
	Headers    []MailHeader `json:"headers"`   // in their order; delivery puts those that it adds at the top
	Structure  MailPart     `json:"structure"` // the tree of its parts

	Attachments  []Attachment `json:"attachments"`
	Text         string       `json:"text"`     // whole
	HTML         string       `json:"html"`     // whole, as sent: not made safe
	NewText      string       `json:"new_text"` // what the sender wrote, without quotes and signature
	Defects      []string     `json:"defects"`  // what could not be read in it
	RemoteImages int          `json:"remote_images"`
	Case         *CaseLink    `json:"case"`

	Recipients  []MailRecipient `json:"recipients"`
	Jobs        []Job           `json:"jobs"`        // about it, in order of due time
	Story       []StoryLine     `json:"story"`       // what happened to it
	Transcripts []Transcript    `json:"transcripts"` // of the session that brought it, and of earlier sessions from the same IP that named its sender and a recipient but brought no mail
}

// MailHeader is one field of a mail's header.
type MailHeader struct {
	Name  string `json:"name"`
	Value string `json:"value"` // decoded, in one line
	Trace bool   `json:"trace"` // delivery added it
}

// MailPart is one part of a mail (RFC 2045).
type MailPart struct {
	Section     string     `json:"section"` // as IMAP numbers it; "" for the mail itself
	Type        string     `json:"type"`    // media type
	Charset     string     `json:"charset"`
	Encoding    string     `json:"encoding"` // Content-Transfer-Encoding as written
	Disposition string     `json:"disposition"`
	Filename    string     `json:"filename"`
	ContentID   string     `json:"content_id"`
	Size        int        `json:"size"`  // bytes of the body, still encoded
	Parts       []MailPart `json:"parts"` // of a multipart; for an attached message, that message's parts
}

// MailOutcome says what became of a mail for one recipient.
type MailOutcome string

// The outcomes of a delivery.
const (
	OutcomeInbox    MailOutcome = "inbox"
	OutcomeJunk     MailOutcome = "junk"
	OutcomeMoved    MailOutcome = "moved"    // it lies in another folder now
	OutcomeHeld     MailOutcome = "held"     // it is on its way
	OutcomeBouncing MailOutcome = "bouncing" // a bounce is planned
	OutcomeBounced  MailOutcome = "bounced"
	OutcomeLost     MailOutcome = "lost" // a fault rule made it vanish
	OutcomeGone     MailOutcome = "gone" // no copy is left, or there never was one
)

// MailRecipient is what became of a mail for one recipient.
type MailRecipient struct {
	Address   string      `json:"address"`
	PersonaID string      `json:"persona_id"`
	Persona   string      `json:"persona"`
	Outcome   MailOutcome `json:"outcome"`
	Why       string      `json:"why"`  // the reason for the outcome, and what the person did about the mail
	Read      bool        `json:"read"` // they have read a copy
	Opened    []MailVisit `json:"opened"`
	Answers   []string    `json:"answers"` // Message-IDs of their answers
	Jobs      []Job       `json:"jobs"`    // the jobs of this person that are about the mail
}

// MailVisit is a link of a mail that was opened.
type MailVisit struct {
	URL    string    `json:"url"`
	Status int       `json:"status"` // HTTP status; 0 when it failed
	At     time.Time `json:"at"`
}

// MailPatch changes all copies of a mail; a nil field is kept.
type MailPatch struct {
	Seen *bool `json:"seen,omitempty"`
}

// Conversation is all mail of one conversation, whichever mailboxes hold
// it. Thread is the part that one mailbox holds.
type Conversation struct {
	Root    string `json:"root"`    // Message-ID at its root
	Subject string `json:"subject"` // of its first mail, without prefixes
	Mails   []Turn `json:"mails"`   // oldest first; at most the newest 500
	Jobs    []Job  `json:"jobs"`    // pending ones about it, in order of due time
}

// Turn is one mail of a conversation with what it says.
type Turn struct {
	Mail
	Text    string `json:"text"`     // whole
	NewText string `json:"new_text"` // without quotes and signature
}

type mails interface {
	Mails(ctx context.Context, f MailFilter) (MailPage, error)
	Mail(ctx context.Context, id string) (MailDetail, error)
	MailHTML(ctx context.Context, id string, o ViewOptions) (Safe, error)
	UpdateMail(ctx context.Context, id string, p MailPatch) (Mail, error)
	DeleteMail(ctx context.Context, ids ...string) error
	Conversation(ctx context.Context, id string) (Conversation, error)
}

// Mails lists all mails of the universe, newest first; the order is that in which their first
// copies were filed. ErrInvalid for a wrong query, cursor or origin, ErrNotFound for an unknown
// mailbox or person.
func (u *Universe) Mails(ctx context.Context, f MailFilter) (MailPage, error) {
	return u.live().Mails(ctx, f)
}

// Mail returns one mail in full, by its id or its Message-ID; the first of several with the
// same Message-ID. ErrNotFound when no copy of it is left.
func (u *Universe) Mail(ctx context.Context, id string) (MailDetail, error) {
	return u.live().Mail(ctx, id)
}

// MailHTML returns the HTML of a mail made safe to display, "" when it has none.
// ErrNotFound as with Mail.
func (u *Universe) MailHTML(ctx context.Context, id string, o ViewOptions) (Safe, error) {
	return u.live().MailHTML(ctx, id, o)
}

// UpdateMail marks all copies of a mail read or unread. ErrNotFound as with Mail.
func (u *Universe) UpdateMail(ctx context.Context, id string, p MailPatch) (Mail, error) {
	return u.live().UpdateMail(ctx, id, p)
}

// DeleteMail removes mails from all folders and cancels what people had planned about them.
// ErrNotFound, with nothing deleted, when one does not exist. Events: mail.deleted for
// each, job.updated for each job.
func (u *Universe) DeleteMail(ctx context.Context, ids ...string) error {
	return u.live().DeleteMail(ctx, ids...)
}

// Conversation returns the conversation of a mail, by the id or Message-ID of any
// mail in it: the mail of all mailboxes, each once. ErrNotFound as with Mail.
func (u *Universe) Conversation(ctx context.Context, id string) (Conversation, error) {
	return u.live().Conversation(ctx, id)
}
