package deliver

import (
	"cmp"
	"context"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Inject files a message straight into a mailbox, which is made when missing.
// No person, event or webhook hears of it; IMAP sessions and waits see it as
// any change of the mailbox.
func (u *Part) Inject(ctx context.Context, m mailsim.Inject) (mailsim.Ref, error) {
	if err := cmp.Or(valid.Address("to", m.To), valid.NUL("text", m.Text)); err != nil {
		return mailsim.Ref{}, err
	}
	folder := post.Inbox
	if m.Folder != "" {
		folder = post.CanonFolder(m.Folder)
	}
	if err := valid.Folder(folder); err != nil {
		return mailsim.Ref{}, err
	}
	raw, nth := m.Raw, -1
	if raw == "" {
		var release func()
		var err error
		if raw, nth, release, err = u.injected(m); err != nil {
			return mailsim.Ref{}, err
		}
		defer release()
	}
	if err := checkSize(raw, m.MaxBytes); err != nil {
		return mailsim.Ref{}, err
	}
	sum := mime.Summarize(raw)
	var out mailsim.Ref
	err := u.Update(ctx, func(t *state.Tx) error {
		out = file(t, &m, folder, raw, &sum)
		post.Pass(t, m.To, "", nth+1-post.Filed(t.View, m.To))
		return nil
	})
	return out, err
}

// InjectAll files mails that are given by their bytes, all of them or, when one cannot
// be filed, none, in one transaction.
func (u *Part) InjectAll(ctx context.Context, list []mailsim.Inject) error {
	sums := make([]mime.Summary, len(list))
	for i := range list {
		m := &list[i]
		m.Folder = post.CanonFolder(cmp.Or(m.Folder, post.Inbox))
		if err := cmp.Or(valid.Address("to", m.To), valid.Folder(m.Folder), checkSize(m.Raw, m.MaxBytes)); err != nil {
			return err
		}
		sums[i] = mime.Summarize(m.Raw)
	}
	return u.Update(ctx, func(t *state.Tx) error {
		for i := range list {
			m := &list[i]
			file(t, m, m.Folder, m.Raw, &sums[i])
			post.Pass(t, m.To, "", -post.Filed(t.View, m.To))
		}
		return nil
	})
}

// file puts a mail into a folder.
func file(t *state.Tx, m *mailsim.Inject, folder, raw string, sum *mime.Summary) mailsim.Ref {
	s := &post.Stored{Mail: post.NewMail(raw, sum)}
	s.Mail.Thread = post.ThreadOf(t.View, sum.MessageID, sum.InReplyTo, sum.References)
	s.SetFlags(mailsim.ParseFlags(m.Flags))
	if !m.Time.IsZero() {
		s.SetInternal(state.InstantOf(m.Time))
	}
	post.File(t, m.To, folder, s)
	return mailsim.Ref{Address: post.Mailbox(t.View, m.To).Address, Folder: folder, UID: s.UID()}
}

// injected builds the bytes of a mail given by its parts. nth is the ordinal that
// its id is drawn by, until release.
func (u *Part) injected(m mailsim.Inject) (raw string, nth int, release func(), err error) {
	if m.From == "" && m.Subject == "" && m.Text == "" {
		return "", 0, nil, fail.Invalidf("raw is required, or from, subject and text")
	}
	from, err := valid.Mailbox("from", m.From)
	if err != nil {
		return "", 0, nil, err
	}
	key := ""
	now := u.Now()
	u.Peek(func(v state.View) {
		nth, release = u.post.Sending.Take("inject", m.To, post.Filed(v, m.To))
		key = post.InjectKey(v, m.To, nth)
	})
	id := u.Chance.Draw("inject/1", addr.Key(m.To), key).Text("0123456789abcdef", 24)
	raw, err = mimebuild.Build(mimebuild.Mail{
		From: from, To: []mimebuild.Address{{Addr: m.To}}, Subject: m.Subject, Text: m.Text, Date: now,
		MessageID: "<" + id + "@" + u.senderDomain(from.Addr) + ">",
	})
	if err != nil {
		release()
		return "", 0, nil, fail.Invalidf("%s", err)
	}
	return raw, nth, release, nil
}
