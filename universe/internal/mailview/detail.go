package mailview

import (
	"context"
	"slices"
	"strconv"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// copiesOf lists the copies of a mail by its id or Message-ID; ErrNotFound when there
// are none.
func (u *Part) copiesOf(id string) ([]post.Placed, error) {
	if copies := u.post.MailByID(id, u.places.of(id)); len(copies) > 0 {
		return copies, nil
	}
	return nil, fail.NoSuch("mail")
}

// Mail returns one mail whole, by its id or its Message-ID; of several mails with
// one Message-ID the first. ErrNotFound when no copy of it is there.
func (u *Part) Mail(ctx context.Context, id string) (mailsim.MailDetail, error) {
	fail.IfNil(ctx)
	copies, err := u.copiesOf(id)
	if err != nil {
		return mailsim.MailDetail{}, err
	}
	s := shown(copies)
	p := s.Mail.Parse()
	text, _ := p.Understood()
	d := mailsim.MailDetail{
		Mail: u.rows([][]post.Placed{copies})[0], Envelope: s.Envelope(), References: append([]string{}, p.Sum.References...), ReplyTo: post.Addrs(p.Sum.ReplyTo),
		Headers: headers(s), Structure: structure(p.Msg.Root, "", ""), Attachments: post.Attachments(p.Msg),
		Text: p.Text(), HTML: p.Msg.HTML, NewText: text, Defects: append([]string{}, p.Msg.Defects...),
	}
	if at := p.Sum.Date; !at.IsZero() {
		at = at.UTC()
		d.Date = &at
	} else if s.Traced {
		at := s.Time()
		d.Date = &at
	}
	d.RemoteImages = s.Safe(mailsim.ViewOptions{}).RemoteBlocked
	for _, c := range copies {
		if more := c.Extras(); more.CaseID != "" {
			d.Case = &mailsim.CaseLink{ID: more.CaseID, How: more.CaseHow}
			break
		}
	}
	u.tell(&d, copies)
	return d, ctx.Err()
}

// shown is the copy that a mail is shown by: the first one that was delivered, else the
// first.
func shown(copies []post.Placed) *post.Stored {
	for _, c := range copies {
		if c.Traced {
			return c.Stored
		}
	}
	return copies[0].Stored
}

// MailHTML returns the HTML of a mail made safe to display, "" when it has none.
// ErrNotFound as with Mail.
func (u *Part) MailHTML(ctx context.Context, id string, o mailsim.ViewOptions) (mailsim.Safe, error) {
	fail.IfNil(ctx)
	copies, err := u.copiesOf(id)
	if err != nil {
		return mailsim.Safe{}, err
	}
	return shown(copies).Safe(o), ctx.Err()
}

// headers lists the fields of a header, those that delivery added first.
func headers(s *post.Stored) []mailsim.MailHeader {
	out := []mailsim.MailHeader{}
	add := func(h *mime.Header, trace bool) {
		for _, f := range h.Fields() {
			out = append(out, mailsim.MailHeader{Name: f.Name, Value: h.Decoded(f), Trace: trace})
		}
	}
	if trace := s.Trace(); trace != "" {
		h := mime.ScanHeader(trace)
		add(&h, true)
	}
	add(&s.Structure().Header, false)
	return out
}

// structure is the tree of a part: section is its number, within that of the parts
// around it.
func structure(p *mime.Part, section, within string) mailsim.MailPart {
	out := mailsim.MailPart{
		Section: section, Type: p.Type, Charset: p.Params.Get("charset"), Encoding: p.Encoding, Disposition: p.Disposition,
		Filename: p.Filename(), ContentID: p.ID, Size: p.Size(), Parts: []mailsim.MailPart{},
	}
	if out.Filename != "" {
		out.Filename = mime.CleanFilename(out.Filename)
	}
	switch {
	case p.Embedded != nil:
		out.Parts = append(out.Parts, structure(p.Embedded, section, section))
	case len(p.Children) == 0 && section == "":
		out.Section = "1" // a mail that is no multipart has itself as part 1
	}
	for i, c := range p.Children {
		number := strconv.Itoa(i + 1)
		if within != "" {
			number = within + "." + number
		}
		out.Parts = append(out.Parts, structure(c, number, number))
	}
	return out
}

// Conversation returns the conversation of a mail, by the id or Message-ID of any
// mail in it: the mail of all mailboxes, each once. ErrNotFound as with Mail.
func (u *Part) Conversation(ctx context.Context, id string) (mailsim.Conversation, error) {
	fail.IfNil(ctx)
	copies, err := u.copiesOf(id)
	if err != nil {
		return mailsim.Conversation{}, err
	}
	root := copies[0].Mail.Thread
	list := [][]post.Placed{copies}
	if root != "" {
		list = u.byMail(u.post.CopiesWhere(func(s *post.Stored) bool { return s.Mail.Thread == root }))
	}
	out := mailsim.Conversation{Root: root, Mails: []mailsim.Turn{}, Subject: post.StripPrefixes(list[0][0].Mail.Summary().Subject)}
	list = list[max(0, len(list)-maxTurns):]
	slices.Reverse(list) // as rows takes them
	rows := u.rows(list)
	for i := len(rows) - 1; i >= 0; i-- {
		p := list[i][0].Mail.Parse()
		text, _ := p.Understood()
		cutCopies(&rows[i])
		out.Mails = append(out.Mails, mailsim.Turn{Mail: rows[i], Text: p.Text(), NewText: text})
		if ctx.Err() != nil {
			return mailsim.Conversation{}, fail.ContextError(ctx)
		}
	}
	out.Jobs, err = u.jobs.Jobs(mailsim.JobFilter{Thread: root, State: mailsim.StatePending, Limit: maxTurns})
	return out, err
}

// maxTurns bounds the mails of a conversation.
const maxTurns = 500

// byMail puts copies, which are in the order in which they were filed, together by
// mail.
func (u *Part) byMail(copies []post.Placed) (out [][]post.Placed) {
	at := map[string]int{}
	for _, c := range copies {
		id := c.MailID()
		i, known := at[id]
		if !known {
			i, at[id] = len(out), len(out)
			out = append(out, nil)
		}
		out[i] = append(out[i], c)
	}
	return out
}
