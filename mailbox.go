package mailsim

import "github.com/mailsim/mailsim/internal/addr"

// Mailboxes and folders.

// Mailbox is one mailbox as the API shows it.
type Mailbox struct {
	Address     string `json:"address"` // as first seen
	DisplayName string `json:"display_name,omitempty"`
	CanLogin    bool   `json:"can_login"` // it has a login that has a password, is not disabled, and may use SMTP or IMAP
	Unread      int    `json:"unread"`
	Total       int    `json:"total"`
	PersonaID   string `json:"persona_id,omitempty"` // only for people
	Persona     string `json:"persona,omitempty"`    // the person's name
}

// Folder is one folder of a mailbox.
type Folder struct {
	Name       string `json:"name"`        // UTF-8, / between levels
	SpecialUse string `json:"special_use"` // such as \Sent (RFC 6154), "" for none
	Total      int    `json:"total"`
	Unread     int    `json:"unread"`

	Subscribed    bool     `json:"-"`
	Deleted       int      `json:"-"` // copies flagged \Deleted
	Size          int64    `json:"-"` // bytes of all copies
	UIDValidity   uint32   `json:"-"`
	UIDNext       uint32   `json:"-"`
	HighestModSeq uint64   `json:"-"`
	Recent        int      `json:"-"` // copies that no session has claimed as \Recent
	DeletedSize   int64    `json:"-"` // bytes of the copies flagged \Deleted
	Keywords      []string `json:"-"` // keywords ever used, sorted
	ID            string   `json:"-"` // MAILBOXID (RFC 8474)
}

// ValidAddress reports whether a text is one email address: local@domain.
func ValidAddress(address string) bool { return addr.Valid(address) }

type mailboxes interface {
	Mailboxes() []Mailbox
	Mailbox(address string) (out Mailbox, err error)
	Folders(address string) ([]Folder, error)
}

// Mailboxes lists the mailboxes: those without a person first, then people's,
// each sorted by address.
func (u *Universe) Mailboxes() []Mailbox { return u.live().Mailboxes() }

// Mailbox returns one mailbox; ErrNotFound when there is none.
func (u *Universe) Mailbox(address string) (out Mailbox, err error) { return u.live().Mailbox(address) }

// Folders lists the folders of a mailbox: INBOX, Sent, Drafts, Archive, Trash,
// then the others by name. ErrNotFound when there is no such mailbox.
func (u *Universe) Folders(address string) ([]Folder, error) { return u.live().Folders(address) }
