package mailsim

import (
	"context"
	"time"
)

// Sending and injecting mail, and envelopes.

// Outgoing is a mail to send.
type Outgoing struct {
	From        string         `json:"from"` // an address or "Name <address>"; To, CC and BCC take the same form
	To          []string       `json:"to"`
	CC          []string       `json:"cc,omitempty"`
	BCC         []string       `json:"bcc,omitempty"` // in the envelope only
	Subject     string         `json:"subject,omitempty"`
	Text        string         `json:"text,omitempty"` // made from HTML when left out
	HTML        string         `json:"html,omitempty"` // images in data: URLs become inline attachments
	Attachments []OutgoingFile `json:"attachments,omitempty"`
	InReplyTo   string         `json:"in_reply_to,omitempty"` // one Message-ID
	References  []string       `json:"references,omitempty"`  // Message-IDs
	Forward     *Ref           `json:"forward,omitempty"`     // a message whose attachments are sent along
	Unsigned    bool           `json:"unsigned,omitempty"`    // leaves out the signature of the From address, if it has one
	Header      []HeaderField  `json:"-"`                     // further fields, in order; Go only
	MaxBytes    int64          `json:"-"`                     // the most bytes of the finished mail, header included; 0 is no bound; Go only
}

// HeaderField is one field of a header. Its value is text, which is encoded and
// folded as needed.
type HeaderField struct{ Name, Value string }

// OutgoingFile is an attachment to send.
type OutgoingFile struct {
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	Data        []byte `json:"data"` // base64 in JSON
}

// Inject is a message to put into a mailbox without anyone reacting to it. Give either Raw, or
// From, Subject and Text.
type Inject struct {
	To      string    `json:"to"`               // the mailbox
	Folder  string    `json:"folder,omitempty"` // default INBOX; made when missing
	Raw     string    `json:"raw,omitempty"`    // a whole RFC 5322 message, kept byte for byte
	From    string    `json:"from,omitempty"`   // an address or "Name <address>"
	Subject string    `json:"subject,omitempty"`
	Text    string    `json:"text,omitempty"`
	Flags   []string  `json:"-"` // IMAP flags; Go only
	Time    time.Time `json:"-"` // INTERNALDATE, default now; Go only

	MaxBytes int64 `json:"-"` // the most bytes of the finished mail, header included; 0 is no bound; Go only
}

// Envelope is how a message came in (RFC 5321 section 2.3.1), kept beside its bytes.
type Envelope struct {
	From       string      `json:"from"` // reverse path, "" for the null sender
	To         []string    `json:"to"`   // all recipients that were accepted
	Proto      string      `json:"proto"`
	Remote     string      `json:"remote,omitempty"` // IP without the port
	Helo       string      `json:"helo,omitempty"`
	Basic      bool        `json:"basic,omitempty"`    // greeted with HELO: SMTP without extensions
	TLS        string      `json:"tls,omitempty"`      // version and cipher; "" without TLS
	Login      string      `json:"login,omitempty"`    // mailbox that logged in
	Body       string      `json:"body,omitempty"`     // 7BIT, 8BITMIME or BINARYMIME
	UTF8       bool        `json:"smtputf8,omitempty"` // SMTPUTF8 was asked for
	Return     string      `json:"ret,omitempty"`      // DSN: FULL or HDRS (RFC 3461)
	EnvelopeID string      `json:"envid,omitempty"`
	Notify     []Recipient `json:"dsn,omitempty"` // recipients with DSN parameters
}

// Recipient is one recipient of an envelope with its DSN parameters (RFC 3461 section 4).
type Recipient struct {
	Address  string   `json:"address"`
	Notify   []string `json:"notify,omitempty"` // NEVER, or any of SUCCESS, FAILURE and DELAY
	Original string   `json:"orcpt,omitempty"`  // "rfc822;address"
}

type sending interface {
	Send(ctx context.Context, m Outgoing) (messageID string, err error)
	Inject(ctx context.Context, m Inject) (Ref, error)
}

// Send sends a mail exactly as SMTP would: one copy in the sender's Sent, one in each
// recipient's INBOX, and people plan their reactions. Faults do not apply. It returns the
// Message-ID, angle brackets included. From a person's address the mail counts as written
// by that person. The signature of the From address, if it has one, is put below the text
// after a line "-- ", and below the HTML; see Outgoing.Unsigned.
//
// A name that holds one of ()<>[]:;@\," must be given in quotes: "Doe, Jane"
// <jane@x.test>. Only the texts may hold CR or LF, and no field may hold NUL.
//
// Errors, with which nothing is sent: ErrInvalid for a wrong field, when every recipient is
// refused at RCPT, or when the mail is above Outgoing.MaxBytes; ErrConflict when the sender is a
// person who is paused; ErrInternal at the plan's monthly limit. Events: mail.delivered or, if
// the sender is a person, persona.sent of kind initiate; then those of the recipients.
func (u *Universe) Send(ctx context.Context, m Outgoing) (messageID string, err error) {
	return u.live().Send(ctx, m)
}

// Inject files a message straight into a mailbox, which is made when missing. No person
// reacts, and there is no event or webhook; IMAP sessions and waits see it like any change
// of the mailbox.
func (u *Universe) Inject(ctx context.Context, m Inject) (Ref, error) { return u.live().Inject(ctx, m) }
