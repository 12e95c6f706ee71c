package deliver

import (
	"cmp"
	"context"
	"html"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Bounds of what is sent.
const (
	maxRecipients = 1000
	maxFiles      = 100
	maxReferences = 200
)

// Send sends a mail exactly as SMTP would: one copy in the sender's Sent, one
// in each recipient's INBOX, and people plan. Faults do not apply. It returns
// the Message-ID, angle brackets included. Sent from a person's address it is
// that person who writes. The signature of the From address, if it has one, is put
// below the text after a line "-- ", and below the HTML; see Outgoing.Unsigned.
//
// A name is quoted where it holds one of ()<>[]:;@\,": "Doe, Jane" <jane@x.test>.
// No field but the texts may hold CR or LF, and none NUL.
//
// Errors, with which nothing is sent: ErrInvalid for a wrong field, when every recipient is
// refused at RCPT, or when the mail is above Outgoing.MaxBytes; ErrConflict when the sender is a
// person who is paused; ErrInternal at the plan's monthly limit. Events: mail.delivered or, if
// the sender is a person, persona.sent of kind initiate; then those of the recipients.
func (u *Part) Send(ctx context.Context, m mailsim.Outgoing) (messageID string, err error) {
	s, nth, release, err := u.outgoing(m)
	if err != nil {
		return "", err
	}
	defer release()
	text := ""
	if s.Origin == transit.FromPerson {
		text, _ = s.Mail.Parse().Understood()
	}
	err = u.Submit(ctx, s, u.Updater(ctx), func(t *state.Tx) error {
		if p := people.At(t.View, s.Env.From); p != nil {
			if p.Paused {
				return people.PausedError(p)
			}
			mind.Wrote(t, p, s, state.Sent{PersonaSent: mailsim.PersonaSent{Kind: string(mailsim.JobInitiate), By: settings.TemplatesName, Text: text}}, mind.Words{})
		}
		post.Pass(t, s.Env.From, post.Sent, nth+1-post.SendOrdinal(t.View, s.Env.From))
		return nil
	})
	return s.Mail.MessageID, err
}

// Updater is Update with its context, as Submit takes it.
func (u *Part) Updater(ctx context.Context) func(func(*state.Tx) error) error {
	return func(f func(*state.Tx) error) error { return u.Update(ctx, f) }
}

// outgoing builds the bytes and the envelope. nth is the ordinal that their ids
// are drawn by, until release.
func (u *Part) outgoing(m mailsim.Outgoing) (s *transit.Submission, nth int, release func(), err error) {
	b, env, err := u.drafted(m)
	if err != nil {
		return nil, 0, nil, err
	}
	from := b.From.Addr
	o := transit.FromAPI
	u.Peek(func(v state.View) {
		b.Date = v.Now
		if p := people.At(v, from); p != nil {
			o = transit.FromPerson
			if p.Paused {
				err = people.PausedError(p)
				return
			}
		}
		nth, release = u.post.Sending.Take("send", from, post.SendOrdinal(v, from))
	})
	if err != nil {
		return nil, 0, nil, err
	}
	r := u.Chance.Draw("send/1", addr.Key(from), strconv.Itoa(nth))
	b.MessageID = "<" + r.Text("0123456789abcdef", 24) + "@" + u.senderDomain(from) + ">"
	b.Boundary = func(n int) string { return "=_" + strconv.Itoa(n) + "_" + r.Text("0123456789abcdef", 24) }
	if o == transit.FromPerson {
		b.Header = append(b.Header, u.transit.Marks()...)
	}
	raw, err := mimebuild.Build(*b)
	if err != nil {
		release()
		return nil, 0, nil, fail.Invalidf("%s", err)
	}
	if err := checkSize(raw, m.MaxBytes); err != nil {
		release()
		return nil, 0, nil, err
	}
	return transit.NewSubmission(&mailsim.Envelope{From: from, To: env, Proto: "api"}, raw, o), nth, release, nil
}

// checkSize refuses a finished mail above a bound; 0 is none.
func checkSize(raw string, most int64) error {
	if most > 0 && int64(len(raw)) > most {
		return fail.Invalidf("the mail has %d bytes with its header: at most %d are taken", len(raw), most)
	}
	return nil
}

// drafted is what there is to build before the mail has its ids, and the recipients.
func (u *Part) drafted(m mailsim.Outgoing) (*mimebuild.Mail, []string, error) {
	from, err := valid.Mailbox("from", m.From)
	if err != nil {
		return nil, nil, err
	}
	if len(m.To) == 0 {
		return nil, nil, fail.Invalidf("to is required: at least one recipient")
	}
	if err := cmp.Or(valid.NUL("text", m.Text), valid.NUL("html", m.HTML), valid.AddressFields(m.Header)); err != nil {
		return nil, nil, err
	}
	b := &mimebuild.Mail{From: from, Subject: m.Subject, Text: m.Text, HTML: m.HTML}
	for _, f := range m.Header {
		b.Header = append(b.Header, mimebuild.Field(f))
	}
	var env []string
	for _, l := range []struct {
		field string
		list  []string
		to    *[]mimebuild.Address
	}{{"to", m.To, &b.To}, {"cc", m.CC, &b.Cc}, {"bcc", m.BCC, new([]mimebuild.Address)}} {
		for _, text := range l.list {
			a, err := valid.Mailbox(l.field, text)
			if err != nil {
				return nil, nil, err
			}
			*l.to = append(*l.to, a)
			env = append(env, a.Addr)
		}
	}
	env = addr.Distinct(env)
	if len(env) > maxRecipients {
		return nil, nil, fail.Invalidf("at most %d recipients", maxRecipients)
	}
	if len(m.Attachments) > maxFiles {
		return nil, nil, fail.Invalidf("attachments: at most %d", maxFiles)
	}
	if err := u.refusedAll(env); err != nil {
		return nil, nil, err
	}
	if err := u.thread(m, b); err != nil {
		return nil, nil, err
	}
	if !m.Unsigned {
		u.sign(b)
	}
	if err := u.attach(m, b); err != nil {
		return nil, nil, err
	}
	return b, env, nil
}

// senderDomain is the domain in the ids of a mail: the sender's, else the universe's.
func (u *Part) senderDomain(from string) string {
	if d := addr.Domain(from); addr.ValidDomain(d) && d[0] != '[' {
		return d
	}
	return u.Domain()
}

// refusedAll fails when every recipient would be refused at RCPT.
func (u *Part) refusedAll(env []string) error {
	var first error
	taken := false
	u.Peek(func(v state.View) {
		for _, a := range env {
			o := rules.For(v, a)
			if o.Bad == "" || o.FailAt != mailsim.FailAtRcpt {
				taken = true
				return
			}
			if first == nil {
				first = fail.Invalidf("to: %s: %s", a, o.Bad.Reply())
			}
		}
	})
	if taken {
		return nil
	}
	return first
}

// thread sets In-Reply-To and References.
func (u *Part) thread(m mailsim.Outgoing, b *mimebuild.Mail) error {
	if len(m.References) > maxReferences {
		return fail.Invalidf("references: at most %d", maxReferences)
	}
	for _, ref := range m.References {
		ids, err := valid.MessageIDs("references", ref)
		if err != nil {
			return err
		}
		b.References = append(b.References, ids...)
	}
	if m.InReplyTo == "" {
		return nil
	}
	var err error
	if b.InReplyTo, err = valid.MessageID("in_reply_to", m.InReplyTo); err != nil {
		return err
	}
	if len(m.References) == 0 {
		var parent *post.Mail
		u.Peek(func(v state.View) {
			if rec := post.ByID(v, b.InReplyTo); rec != nil {
				parent = rec.Mail
			}
		})
		if parent != nil {
			b.References = append(b.References, parent.Summary().References...)
		}
		b.References = append(b.References, b.InReplyTo)
	}
	return nil
}

// sign puts the signature of the sender's address below the text and the HTML,
// unless the text already ends with it.
func (u *Part) sign(b *mimebuild.Mail) {
	signature := ""
	u.Peek(func(v state.View) { signature = u.SignatureOf(v, b.From.Addr) })
	signature = strings.Trim(strings.ReplaceAll(signature, "\r\n", "\n"), "\n")
	text := strings.TrimRight(strings.ReplaceAll(b.Text, "\r\n", "\n"), "\n")
	if strings.TrimSpace(signature) == "" || strings.HasSuffix(text, signature) {
		return
	}
	if b.Text != "" || b.HTML == "" {
		b.Text = strings.TrimLeft(text+"\n\n", "\n") + "-- \n" + signature + "\n"
	}
	if b.HTML != "" {
		block := "<div>-- <br>" + strings.ReplaceAll(html.EscapeString(signature), "\n", "<br>") + "</div>"
		at := len(b.HTML)
		if i := bodyEnd().FindAllStringIndex(b.HTML, -1); i != nil {
			at = i[len(i)-1][0]
		}
		b.HTML = b.HTML[:at] + block + b.HTML[at:]
	}
}

// bodyEnd is where a page ends for its reader.
var bodyEnd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(</body\s*>\s*)?(</html\s*>\s*)$|</body\s*>\s*$`)
})

// attach adds the attachments, those of a forwarded message, and the images of
// the HTML; it makes the text where none is given.
func (u *Part) attach(m mailsim.Outgoing, b *mimebuild.Mail) error {
	for _, a := range m.Attachments {
		b.Attachments = append(b.Attachments, mimebuild.Attachment{Filename: a.Filename, ContentType: a.ContentType, Data: a.Data})
	}
	if m.Forward != nil {
		_, _, s, err := u.post.Stored(*m.Forward)
		if err != nil {
			return err
		}
		for _, a := range s.Mail.Parse().Msg.Attachments {
			b.Attachments = append(b.Attachments, mimebuild.Attachment{Filename: a.Filename, ContentType: a.ContentType, Data: a.Bytes()})
		}
	}
	if b.HTML == "" {
		return nil
	}
	if b.Text == "" {
		b.Text = htmlmail.Text(b.HTML)
	}
	from := addr.Key(b.From.Addr)
	page, images := mimebuild.InlineDataImages(b.HTML, func(n int) string {
		return "image" + strconv.Itoa(n) + "." + u.Chance.Draw("cid/1", from, strconv.Itoa(n)).Text("0123456789abcdef", 12) + "@" + u.senderDomain(from)
	})
	b.HTML = page
	b.Attachments = append(b.Attachments, images...)
	return nil
}
