package pen

// What a writer is told: the person, the mails and their files, and what holds for this mail.

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Bounds of a brief.
const (
	MaxLetter      = 32 << 10 // bytes of a mail that are read for what is new in it
	maxBriefText   = 8000     // characters of a mail that is answered
	MaxThreadText  = 1500     // characters of a mail before it
	maxThreadMails = 10
	maxThreadLook  = 2000 // copies of a folder looked through for them
	maxBriefNotes  = 50
	maxBriefNote   = 500       // characters of a note, or of what is in mind
	maxBriefClaims = 30        // things that the person said
	maxBriefFacts  = 10        // entries of each list of what is in mind
	MaxMails       = 10        // mails that are answered, and recipients of each
	maxBriefFiles  = 5         // files of a mail
	MaxFileText    = 4000      // characters of a file; exported for tests
	maxFileBytes   = 256 << 10 // of a file that is read here
	MaxOtherBytes  = 8 << 20   // of a file that the application reads; exported for tests
)

// BriefFor is all that the writer is told of a mail: what b, which templates would go by,
// says of it, and what is in the state and in the files.
func (u *Part) BriefFor(ctx context.Context, w *Writing, b compose.Brief) mailsim.Brief {
	var thread []*post.Mail
	u.Peek(func(v state.View) { thread = earlier(v, w.Person, w.Args.Thread, w.Mails) })
	args := w.Args
	out := mailsim.Brief{
		Kind: w.BriefKind, JobKind: w.Kind, Now: w.Now.In(w.Zone), Person: w.Person.Clone(), To: args.Correspondent,
		ToName: w.Name, Subject: b.Subject, Memory: w.notes(), Facts: w.allFacts(), Pages: args.Pages,
		Words: usualWords(w.Person, w.Kind, w.Talk.Replies),
	}
	for _, m := range w.Mails[max(0, len(w.Mails)-MaxMails):] {
		out.Mails = append(out.Mails, u.briefMail(m, w.Person.Style.Client, maxBriefText, u.filesFor(ctx, w)))
	}
	for _, m := range thread {
		b := u.briefMail(m, w.Person.Style.Client, MaxThreadText, nil)
		b.Text = withoutSignature(b.Text, w.Person.Style.Signature)
		out.Thread = append(out.Thread, b)
	}
	if w.Case != nil {
		c := w.Case.Clone()
		out.Case = &c
	}
	return out
}

// allFacts are what holds for this mail beside person, mails, case and notes.
func (w *Writing) allFacts() map[string]string {
	args := w.Args
	f := RelationFacts(w.Person, w.Relation)
	set := func(key, value string) {
		if value != "" {
			f[key] = value
		}
	}
	w.inMind(set)
	due := ""
	if args.Promised != nil {
		due = args.Promised.In(w.Zone).Format("Monday 2 January")
	}
	switch w.Kind {
	case mailsim.JobReply:
		set("promise", args.Phrase) // the person means to promise what is asked for, by then
		if args.Late {
			set("apologise", "they had promised something and did not do it")
		}
	case mailsim.JobFollowup:
		set("second", "they write again because they forgot something in the mail before")
	case mailsim.JobCorrection:
		set("second", "they write again to put something right in the mail before")
	case mailsim.JobDeliver:
		set("promised", args.What)
		set("promised_by", args.Phrase)
		for _, f := range w.promisedFile() {
			set("file", f.Filename)
		}
		if args.Promised != nil && w.Now.After(*args.Promised) {
			set("apologise", "it comes late")
		}
	case mailsim.JobNudge:
		set("waiting_for", cmp.Or(args.What, "what was promised"))
		set("waiting_until", due)
		set("reminder", strconv.Itoa(args.Count))
	case mailsim.JobForward:
		set("forward_to", strings.Join(args.To, ", "))
	}
	if len(args.CC) > 0 {
		set("copy", strings.Join(args.CC, ", "))
	}
	if args.Opened > 0 {
		set("links_opened", strconv.Itoa(args.Opened))
	}
	maps.Copy(f, w.Facts)
	return f
}

// RelationFacts say how a person is, and how they stand to a correspondent; exported for tests.
func RelationFacts(p *people.Person, r *people.Relation) map[string]string {
	f := map[string]string{"mood": r.Mood(), "knows_them": r.Knows()}
	if t, ok := decide.TemperamentOf(p.Temperament); ok {
		f["temperament"] = t.Text
	}
	if note := people.SiteNotes[r.Site]; note != "" {
		f["their_site"] = note
	}
	if r.Topic != "" {
		f["last_topic"] = r.Topic
	}
	return f
}

// usualWords is how long a mail is: by class, shorter on a phone, for the small
// kinds of mail and late in a conversation.
func usualWords(p *people.Person, kind mailsim.JobKind, replies int) int {
	classes := []int{12, 45, 130}
	at := max(slices.Index([]string{"short", "medium", "long"}, cmp.Or(p.Style.Length, "medium")), 0)
	if p.Style.Client == "iphone" || p.Style.Client == "android" {
		at--
	}
	if kind != mailsim.JobReply && kind != mailsim.JobInitiate && kind != mailsim.JobWorld {
		at--
	}
	n := classes[max(at, 0)]
	if replies >= 3 {
		n /= 2
	}
	return n
}

// notes are the last notes of a person, and the last things that they said, cut.
func (w *Writing) notes() []string {
	var out []string
	claims := w.Claims[max(0, len(w.Claims)-maxBriefClaims):]
	for _, n := range slices.Concat(w.Memory[max(0, len(w.Memory)-maxBriefNotes):], people.ClaimNotes(claims)) {
		out = append(out, plain.Cut(n, maxBriefNote))
	}
	return out
}

// inMind is what a person has in mind of the conversation, as facts.
func (w *Writing) inMind(set func(key, value string)) {
	s := &w.Talk.State
	list := func(n int, text func(i int) string) string {
		var out []string
		for i := max(0, n-maxBriefFacts); i < n; i++ {
			out = append(out, text(i))
		}
		return plain.Cut(strings.Join(out, "; "), maxBriefNote)
	}
	if s.Mine {
		set("opened_by", "the person opened this conversation")
	}
	set("they_want", s.Want)
	set("agreed", list(len(s.Agreed), func(i int) string {
		return strings.TrimPrefix(s.Agreed[i].Topic+": "+s.Agreed[i].Value, ": ")
	}))
	set("asked_without_answer", list(len(s.Asked), func(i int) string { return cmp.Or(s.Asked[i].Topic, string(s.Asked[i].Ask)) }))
	set("given", list(len(s.Given), func(i int) string { return s.Given[i] }))
	keys := slices.Sorted(maps.Keys(s.Hidden))
	set("tell_when_asked", list(len(keys), func(i int) string { return keys[i] + ": " + s.Hidden[keys[i]] }))
	if s.Closed {
		set("closed", "the conversation has come to its end")
	}
}

// briefMail is a mail as the user of a mail program sees it, with its files when they are read.
func (u *Part) briefMail(m *post.Mail, client string, limit int, read func(m *post.Mail, at int, a *mime.Attachment) string) mailsim.BriefMail {
	p := m.Parse()
	text := p.TextBy(client)
	b := mailsim.BriefMail{
		From: p.Sum.From.Addr, To: post.Addrs(p.Sum.To), Subject: plain.Cut(p.Sum.Subject, 300), Date: p.Sum.Date.UTC(),
		Text: plain.Cut(cmp.Or(mime.NewText(text[:min(len(text), MaxLetter)]), text), limit),
	}
	b.To = b.To[:min(len(b.To), MaxMails)]
	if p.Sum.From.Name != "" {
		b.From = plain.Line(p.Sum.From.Name) + " <" + p.Sum.From.Addr + ">"
	}
	if read != nil {
		for i := range p.Msg.Attachments[:min(len(p.Msg.Attachments), maxBriefFiles)] {
			a := &p.Msg.Attachments[i]
			b.Attachments = append(b.Attachments, mailsim.BriefAttachment{Filename: a.Filename, ContentType: a.ContentType, Text: read(m, i, a)})
		}
	}
	return b
}

// filesFor reads the attachments of what a mail answers. What was read when the
// job asked ahead is not read again in its turn.
func (u *Part) filesFor(ctx context.Context, w *Writing) func(m *post.Mail, at int, a *mime.Attachment) string {
	return func(m *post.Mail, at int, a *mime.Attachment) string {
		key, e := ai.Attachment{Job: w.Job, Mail: m, At: at}, ai.ErrandOf(ctx)
		if calls := u.ai.Ahead(); e == nil && calls != nil {
			if text, ok := calls.Kept(key); ok {
				return text
			}
		}
		text := u.fileText(a)
		if e != nil {
			e.Keep(key, text)
		}
		return text
	}
}

// readable are the types of files that are read, by media type and, where a
// program named none, by extension.
var readable = map[string]bool{
	"text/plain": true, "text/html": true, "text/csv": true, "text/calendar": true, "text/markdown": true, "text/tab-separated-values": true,
	"application/ics": true, "application/csv": true, ".txt": true, ".md": true, ".csv": true, ".tsv": true, ".ics": true, ".html": true, ".htm": true,
}

// fileText is the text of an attachment, "" for what is not read: files above
// 256 KiB, and of other types unless Options.FileText reads them.
func (u *Part) fileText(a *mime.Attachment) string {
	ext := ""
	if i := strings.LastIndexByte(a.Filename, '.'); i >= 0 {
		ext = strings.ToLower(a.Filename[i:])
	}
	if !readable[a.ContentType] && !(a.ContentType == "application/octet-stream" && readable[ext]) {
		return u.otherText(a)
	}
	if a.Size > maxFileBytes {
		return ""
	}
	data := a.Bytes()
	if enc, err := htmlindex.Get(a.Charset); err == nil {
		if decoded, err := enc.NewDecoder().Bytes(data); err == nil {
			data = decoded
		}
	}
	text := strings.ToValidUTF8(string(data), "\uFFFD")
	if a.ContentType == "text/html" || a.ContentType == "application/octet-stream" && (ext == ".html" || ext == ".htm") {
		text = htmlmail.Text(text)
	}
	return plain.Cut(strings.TrimSpace(text), MaxFileText)
}

// otherText lets the application read an attachment.
func (u *Part) otherText(a *mime.Attachment) string {
	if u.Opts.FileText == nil || a.Size > MaxOtherBytes {
		return ""
	}
	ctx, cancel := context.WithTimeout(u.EffectContext(u.Background), state.EffectLimit)
	defer cancel()
	text, err := state.Guarded(ctx, u.Book, "reader of files", func(ctx context.Context) (string, error) {
		return u.Opts.FileText(ctx, a.ContentType, a.Filename, a.Bytes())
	})
	if err != nil {
		u.Logger.Warn("an attachment was not read", "type", a.ContentType, "error", err)
		return ""
	}
	return plain.Cut(strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD")), MaxFileText)
}

// earlier are the mails of the conversation before those that are answered,
// from the person's own mailboxes, oldest first.
func earlier(v state.View, p *people.Person, thread string, answered []*post.Mail) []*post.Mail {
	if thread == "" {
		return nil
	}
	var found []*post.Stored
	for _, a := range p.Addresses {
		box := post.Mailbox(v, a)
		if box == nil {
			continue
		}
		for _, name := range []string{post.Inbox, post.Sent} {
			n := 0
			for s := range box.Folder(name).Backward() {
				if n++; n > maxThreadLook {
					break
				}
				if s.Mail.Thread == thread && !slices.Contains(answered, s.Mail) {
					found = append(found, s)
				}
			}
		}
	}
	slices.SortFunc(found, func(a, b *post.Stored) int { return cmp.Compare(a.Seq, b.Seq) })
	var out []*post.Mail
	for _, s := range found {
		if !slices.Contains(out, s.Mail) {
			out = append(out, s.Mail)
		}
	}
	return out[max(0, len(out)-maxThreadMails):]
}

// textsOf is all text of a brief in which a URL may stand that the answer
// repeats.
func textsOf(b *mailsim.Brief) []string {
	out := append([]string{b.Subject, b.Person.Style.Signature}, b.Memory...)
	for _, m := range slices.Concat(b.Mails, b.Thread) {
		out = append(out, m.Subject, m.Text)
		for _, a := range m.Attachments {
			out = append(out, a.Text)
		}
	}
	if b.Case != nil {
		out = append(out, b.Case.Summary)
		out = append(out, slices.Collect(maps.Values(b.Case.Facts))...)
	}
	return append(append(out, slices.Collect(maps.Values(b.Facts))...), b.Person.Who, b.Person.Wants, b.Person.Character)
}
