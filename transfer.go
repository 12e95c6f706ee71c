package mailsim

import (
	"context"
	"iter"
	"time"
)

// Mail taken in from archives and given out to them.

// Archived is one mail of an archive, as package archive reads and writes it.
type Archived struct {
	Address string    `json:"address,omitempty"` // the mailbox, if the archive names it
	Folder  string    `json:"folder,omitempty"`  // UTF-8, / between levels; "" if the archive names none
	Flags   []string  `json:"flags,omitempty"`   // IMAP flags such as \Seen, and keywords
	Time    time.Time `json:"time,omitzero"`     // when it was received (INTERNALDATE); zero if the archive does not say
	From    string    `json:"from,omitempty"`    // the envelope's sender, if the archive names one
	Raw     []byte    `json:"raw"`               // the whole message
	Place   string    `json:"-"`                 // file and place in it, for reports
}

// ImportOptions say where the mails of an archive go.
type ImportOptions struct {
	To     string // the mailbox for all mails, or with Deliver the recipient; "" takes that of each mail
	Folder string // the folder for all mails; "" takes that of each mail, else INBOX; not with Deliver

	// Deliver sends each mail as if it came by SMTP now: people read it, events and webhooks
	// report it, faults and rules act. The envelope sender is Archived.From, else the address
	// in the header field Return-Path or, without that field, in From. If ImportOptions.To is
	// "", the recipient is Archived.Address. If that is "" as well, the recipients are the
	// addresses in the header field Delivered-To or, if there are none, those in the header
	// fields To and Cc. If Deliver is false, a mail is filed as by Inject: nobody reacts and
	// no event is logged.
	Deliver bool

	MaxBytes int64 // of each mail; 0 is 64 MiB
}

// Imported is the result of an import.
type Imported struct {
	Mails  int             `json:"mails"`  // imported
	Failed int             `json:"failed"` // not imported
	Errors []ImportFailure `json:"errors"` // the first 1,000 failures
}

// ImportFailure is a mail, or a part of an archive, that could not be imported.
type ImportFailure struct {
	Place string `json:"place"` // file and place in it
	Error string `json:"error"`
}

// ExportFilter chooses what is exported. Its zero value chooses all.
type ExportFilter struct {
	Address string // only this mailbox
	Folder  string // only this folder
}

type transferring interface {
	Import(ctx context.Context, mails iter.Seq2[Archived, error], o ImportOptions) (Imported, error)
	Export(ctx context.Context, f ExportFilter) iter.Seq2[Archived, error]
}

// Import imports the mails of an archive, one by one as they are read. Errors of the
// sequence (their place is in the Archived beside them) and mails that cannot be filed are
// counted in the result, and the import goes on.
//
// It ends early, with the result so far, on an error: the context's, ErrFull at a bound,
// ErrConflict when the universe is closed, or ErrInvalid for wrong options.
func (u *Universe) Import(ctx context.Context, mails iter.Seq2[Archived, error], o ImportOptions) (Imported, error) {
	return u.live().Import(ctx, mails, o)
}

// Export yields the mails of the mailboxes: by address, then folder, then UID, with the
// headers that delivery added. Each folder is read as it is when its turn comes. It ends
// early with an error: the context's, or ErrNotFound for a mailbox or folder of the
// filter that is not there.
func (u *Universe) Export(ctx context.Context, f ExportFilter) iter.Seq2[Archived, error] {
	return u.live().Export(ctx, f)
}
