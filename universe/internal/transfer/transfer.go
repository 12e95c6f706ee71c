// Package transfer takes mail in from archives and gives it out to them, one mail at a
// time. It owns no records. The forms of archives are for package archive.
package transfer

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Bounds of an import.
const (
	maxErrors     = 1000
	maxRecipients = 1000
	usualMaxBytes = 64 << 20

	// What is filed in one transaction: on a store each costs a write to the disk.
	maxBatch      = 100
	maxBatchBytes = 1 << 20
)

// Part takes mail in and gives it out.
type Part struct {
	*state.Book
	deliver *deliver.Part
}

// New is the part for a universe.
func New(b *state.Book, deliver *deliver.Part) *Part { return &Part{Book: b, deliver: deliver} }

// Import takes in the mails of an archive; see mailsim.Universe.
func (u *Part) Import(ctx context.Context, mails iter.Seq2[mailsim.Archived, error], o mailsim.ImportOptions) (mailsim.Imported, error) {
	fail.IfNil(ctx)
	in := intake{Part: u, o: o, out: mailsim.Imported{Errors: []mailsim.ImportFailure{}}}
	if err := check(o); err != nil {
		return in.out, err
	}
	in.o.MaxBytes = cmp.Or(o.MaxBytes, usualMaxBytes)
	for m, err := range mails {
		if ctx.Err() != nil {
			return in.out, fail.ContextError(ctx)
		}
		if err != nil { // what came before it is told before it
			err = cmp.Or(in.flush(ctx), in.ended(ctx, m, err))
		} else {
			err = in.add(ctx, m)
		}
		if err != nil {
			return in.out, err
		}
	}
	return in.out, in.flush(ctx)
}

func check(o mailsim.ImportOptions) error {
	switch {
	case o.MaxBytes < 0:
		return fail.Invalidf("max_bytes must not be negative")
	case o.Deliver && o.Folder != "":
		return fail.Invalidf("folder and deliver exclude each other: a mail that is delivered comes into INBOX, or where a filter puts it")
	case o.To != "":
		return valid.Address("to", o.To)
	}
	return nil
}

// send delivers one mail as if it came by SMTP.
func (u *Part) send(ctx context.Context, m mailsim.Archived, o mailsim.ImportOptions) error {
	raw := string(m.Raw)
	h := mime.ScanHeader(raw)
	env := &mailsim.Envelope{From: sender(m, &h), To: recipients(m, o, &h), Proto: "smtp"}
	if len(env.To) == 0 {
		return fail.Invalidf("to is required: the mail names no recipient")
	}
	if len(env.To) > maxRecipients {
		return fail.Invalidf("at most %d recipients", maxRecipients)
	}
	s := transit.NewSubmission(env, raw, transit.FromApp)
	return u.deliver.Submit(ctx, s, u.deliver.Updater(ctx), nil)
}

// sender is whom a mail came from.
func sender(m mailsim.Archived, h *mime.Header) string {
	if addr.Valid(m.From) {
		return m.From
	}
	if h.Has("Return-Path") {
		if list := mime.ParseAddressList(h.Get("Return-Path")); len(list) > 0 && addr.Valid(list[0].Addr) {
			return list[0].Addr
		}
		return ""
	}
	if list := mime.ParseAddressList(h.Get("From")); len(list) > 0 && addr.Valid(list[0].Addr) {
		return list[0].Addr
	}
	return ""
}

// recipients are whom a mail went to.
func recipients(m mailsim.Archived, o mailsim.ImportOptions, h *mime.Header) (to []string) {
	if a := cmp.Or(o.To, m.Address); a != "" {
		return []string{a}
	}
	for _, names := range [][]string{{"Delivered-To"}, {"To", "Cc"}} {
		for _, name := range names {
			for _, value := range h.Values(name) {
				for _, a := range mime.ParseAddressList(value) {
					if addr.Valid(a.Addr) {
						to = append(to, a.Addr)
					}
				}
			}
		}
		if len(to) > 0 {
			return addr.Distinct(to)
		}
	}
	return nil
}

// Export yields the mails of the mailboxes; see mailsim.Universe.
func (u *Part) Export(ctx context.Context, f mailsim.ExportFilter) iter.Seq2[mailsim.Archived, error] {
	return func(yield func(mailsim.Archived, error) bool) {
		places, err := u.places(f)
		if err != nil {
			yield(mailsim.Archived{}, err)
			return
		}
		for _, p := range places {
			if !u.exportFolder(ctx, p, yield) {
				return
			}
		}
	}
}

// place is a folder of a mailbox.
type place struct{ address, folder string }

// places lists the folders that a filter chooses.
func (u *Part) places(f mailsim.ExportFilter) (list []place, err error) {
	u.Read(func(v state.View) {
		if f.Address != "" {
			if _, err = post.NeedMailbox(v, f.Address); err != nil {
				return
			}
		}
		for _, m := range post.Boxes.In(v.State).M {
			if f.Address != "" && addr.Key(f.Address) != addr.Key(m.Address) {
				continue
			}
			for _, folder := range m.Folders {
				if f.Folder == "" || post.CanonFolder(f.Folder) == folder.Name {
					list = append(list, place{m.Address, folder.Name})
				}
			}
		}
		if len(list) == 0 && f.Folder != "" {
			err = fail.NoSuch("folder")
		}
	})
	slices.SortFunc(list, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.address, b.address), cmp.Compare(a.folder, b.folder))
	})
	return list, err
}

// exportFolder yields the mails of one folder as it now is, and tells whether to go on.
func (u *Part) exportFolder(ctx context.Context, p place, yield func(mailsim.Archived, error) bool) bool {
	var folder *post.Folder
	u.Read(func(v state.View) { _, folder, _ = post.FolderOf(v, p.address, p.folder) })
	if folder == nil {
		return true // it has gone meanwhile
	}
	for s := range folder.All() {
		if ctx.Err() != nil {
			yield(mailsim.Archived{}, fail.ContextError(ctx))
			return false
		}
		m := mailsim.Archived{Address: p.address, Folder: p.folder, Flags: s.Flags().Names(), Time: s.InternalDate(), Raw: []byte(s.Bytes())}
		if env := s.Envelope(); env != nil {
			m.From = env.From
		} else if h := mime.ScanHeader(s.Mail.Look()); h.Has("Return-Path") {
			m.From = sender(m, &h)
		}
		if !yield(m, nil) {
			return false
		}
	}
	return true
}
