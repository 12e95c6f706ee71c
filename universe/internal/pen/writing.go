// Package pen writes a mail of a person from a brief: words by templates or by AI, and the
// bytes as their mail program makes them. It owns what a writer is told and what is let
// through of what they answer. Whether a mail is written, and when, is decided above it, and
// package deliver sends it.
package pen

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/mua"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// Writing is one mail to be written: who writes, to whom, and what they know of
// it, taken from the state at once. Jobs make one, and so does the World.
type Writing struct {
	Seed      rng.Seed
	Kind      mailsim.JobKind
	BriefKind mailsim.BriefKind // as what the writer is asked for it
	Person    *people.Person
	Now       time.Time
	Zone      *time.Location
	Args      jobs.Args
	Name      string    // of the correspondent
	Job       string    // id, "" for none
	Planned   time.Time // when the job was made
	CaseID    string
	Answers   []string // Message-IDs, that of the job first
	Talk      *people.Talk
	Relation  *people.Relation
	Case      *people.Case
	Memory    []string          // notes but what they said themselves
	Claims    []dialog.Claim    // what they said is so, to anybody, oldest first
	Filler    []string          // what they wrote without content in the last 30 days, to anybody
	Earlier   []*post.Mail      // mails of the correspondent's in the conversation that were left unanswered since the person's own
	Mails     []*post.Mail      // what is answered, oldest first
	Hours     simtime.Hours     // of the person
	Came      time.Time         // when the mail came, for one that names no date
	Facts     map[string]string // that the writer is told besides
	Key       []string          // of the draws for this mail
	Over      bool              // a conversation of simulated people that has gone on long enough: nothing is written
	Marks     []mimebuild.Field // that say who wrote it; none where mail is not marked
}

// Parent is the mail that is answered, nil when there is none.
func (w *Writing) Parent() *post.Mail {
	if len(w.Mails) == 0 {
		return nil
	}
	return w.Mails[len(w.Mails)-1]
}

// Brief resolves the person and the mails for the templates.
func (w *Writing) Brief(kind compose.Kind) compose.Brief {
	p := w.Person
	b := compose.Brief{
		Seed: w.Seed, Kind: kind, Voice: voice(p), Occasion: w.Args.Occasion, ThreadReplies: w.Talk.Replies,
		To:     compose.Correspondent{Name: w.Name, Address: w.Args.Correspondent, Trust: w.Relation.Trust, Mood: w.Relation.Mood()},
		Memory: w.Memory, SaidBefore: w.Talk.Said, Late: w.Args.Late, Subject: w.Args.Subject,
		Phone: p.Style.Client == "iphone" || p.Style.Client == "android",
		Now:   w.Now.In(w.Zone), Claims: w.Claims, Filler: w.Filler, Thread: w.Talk.State,
	}
	if h := w.Hours; h.From != h.To { // else they work at any hour
		b.Voice.Start, b.Voice.End = h.From, h.To
	}
	if kind == compose.Initiate {
		b.Thread.Mine = true
	}
	for _, m := range slices.Concat(w.Earlier, w.Mails) {
		_, g := m.Parse().UnderstoodBy(w.Person.Style.Client)
		b.Mails = append(b.Mails, *g)
	}
	for _, m := range w.Mails {
		b.Subject = cmp.Or(b.Subject, m.Parse().Sum.Subject)
	}
	if c := w.Case; c != nil {
		b.Case = compose.Case{Title: c.Title, Status: string(c.Status), Summary: c.Summary, Facts: c.Facts}
	}
	if m := w.Parent(); m != nil {
		pm := m.Parse()
		b.Files = len(pm.Msg.Attachments)
		b.ImagesOnly = pm.Msg.HTML != "" && strings.TrimSpace(pm.Msg.Text) == "" && imageMail(pm.Msg.HTML)
	}
	return b
}

// voice is the person as the templates know them.
func voice(p *people.Person) compose.Voice {
	v := compose.Voice{
		Name: p.Name, Address: p.Addresses[0], Role: p.Role, Org: p.Org, Who: p.Who, Wants: p.Wants, Character: p.Character,
		Temperament: p.Temperament, Length: p.Style.Length, Formality: p.Style.Formality, Knows: p.Knows, Access: p.Style.Access,
		Languages: p.Style.Languages,
	}
	if p.Style.Typos != nil {
		v.Typos = *p.Style.Typos
	}
	return v
}

// Written is a mail as a person wrote it, ready to be submitted.
type Written struct {
	Mail *transit.Submission
	Text string // the new text
	By   string // the writer's name, or that of the templates

	Stance string     // see Draft
	Words  mind.Words // what is remembered of it
}

// Draft is what a mail says, by a writer or by templates.
type Draft struct {
	Subject, Text string
	By            string // the writer's name, or that of the templates
	Owed          []Owed
	Stance        string // how the writer says they now stand to the correspondent
	Words         mind.Words
}

// Owed is something that a mail promises.
type Owed struct {
	What, Phrase string
	Due          time.Time
	Keep         bool
	Deliver      time.Time // when the person sends it, or forgets it
	Question     bool      // it is the answer to a question of the mails
}

// Promise is what was decided with the reply to be promised, none or one.
func (w *Writing) Promise() []Owed {
	args := w.Args
	if args.Promised == nil {
		return nil
	}
	o := Owed{What: args.Phrase, Phrase: args.Phrase, Due: *args.Promised, Keep: args.Keep, Deliver: *args.Promised}
	if args.Keep && args.DeliverAt != nil {
		o.Deliver = *args.DeliverAt
	}
	return []Owed{o}
}

// Wanted is what a job's mail has to say; ok is false when there is nothing to
// write: the words are given, or no mail goes out.
func (w *Writing) Wanted() (b compose.Brief, ok bool) {
	args := w.Args
	switch w.Kind {
	case mailsim.JobReply:
		if w.Over {
			return b, false
		}
		b = w.Brief(compose.Reply)
		if args.Promised != nil {
			b.Promise = compose.Promise{Phrase: args.Phrase, Due: args.Phrase}
		}
	case mailsim.JobFollowup:
		b = w.Brief(compose.Followup)
		b.Always = w.Person.Behaviors.DoubleReply != nil
	case mailsim.JobCorrection:
		b = w.Brief(compose.Correction)
		b.Always = w.Person.Behaviors.DoubleReply != nil
	case mailsim.JobInitiate:
		b = w.Brief(compose.Initiate)
	case mailsim.JobDeliver:
		b = w.Brief(compose.Deliver)
		b.Promise = compose.Promise{What: args.What, Phrase: args.Phrase, Due: args.Phrase, Answer: args.Question}
		b.Late = args.Promised != nil && w.Now.After(*args.Promised)
		b.Attached = w.promisedFile() != nil
		return b, args.Keep
	case mailsim.JobNudge:
		b = w.Brief(compose.Nudge)
		b.Waiting = compose.Waiting{What: args.What}
		if args.Promised != nil {
			b.Waiting.Due = dialog.SayDay(w.Talk.State.Language, args.Promised.In(w.Zone))
		}
		return b, w.Talk.Heard == 0 || !w.cameSince()
	case mailsim.JobForward:
		return w.Brief(compose.Forward), args.Text == "" && len(w.Mails) > 0
	default:
		return b, false
	}
	return b, args.Text == ""
}

// Write makes the words of a mail, by the writer or else by templates.
func (u *Part) Write(ctx context.Context, w *Writing, b compose.Brief) Draft {
	if d, ok := u.ByAI(ctx, w, b); ok {
		return d
	}
	d := compose.Write(b)
	return Draft{
		Subject: d.Subject, Text: d.Text, By: settings.TemplatesName, Owed: u.said(w, d.Promises),
		Words: mind.Words{Said: d.Said, Filler: d.Filler, Claims: d.Claims, Mind: &d.Thread},
	}
}

// Compose makes the bytes of a mail in the person's own mail program: an answer to
// parent, or parent passed on.
func (w *Writing) Compose(d Draft, to, cc []mimebuild.Address, parent *post.Mail, forward bool) *Written {
	p := w.Person
	text := d.Text
	if forward || parent != nil {
		text = mua.Unmistakable(text)
	}
	r := w.Seed.Draw("mua/1", w.Key...)
	md := mua.Draft{
		Rand: r, From: mimebuild.Address{Name: p.Name, Addr: p.Addresses[0]}, To: to, Cc: cc, Subject: d.Subject, Date: w.Now.In(w.Zone),
		Text: text, Signature: p.Style.Signature, Forward: forward, Attachments: w.promisedFile(),
		Header: w.header(forward),
	}
	if parent != nil {
		md.Parent = parentOf(parent)
		if md.Parent.Date.IsZero() { // it names none: the day it came
			md.Parent.Date = w.Came.In(w.Zone)
		}
	}
	if forward && parent != nil {
		for _, a := range parent.Parse().Msg.Attachments {
			md.Attachments = append(md.Attachments, mimebuild.Attachment{Filename: a.Filename, ContentType: a.ContentType, Data: a.Bytes()})
		}
	}
	raw := mua.Write(mua.Client(p.Style.Client), md)
	env := &mailsim.Envelope{From: p.Addresses[0], To: addr.Distinct(append(addrList(to), addrList(cc)...)), Proto: "person"}
	s := transit.NewSubmission(env, raw, transit.FromPerson)
	s.Person, s.Passed = p, forward
	if w.Case != nil {
		s.Case = w.CaseID
	}
	return &Written{Mail: s, Text: text, By: d.By, Stance: d.Stance, Words: d.Words}
}

// header are the fields by which a mail tells of itself, none where mail is not marked.
func (w *Writing) header(forward bool) []mimebuild.Field {
	if len(w.Marks) == 0 {
		return nil
	}
	fields := slices.Clone(w.Marks)
	if forward {
		fields = append(fields, mimebuild.Field{Name: reading.ForwardedHeader, Value: "1"})
	}
	if w.CaseID != "" && w.Case != nil {
		fields = append(fields, mimebuild.Field{Name: people.CaseHeader, Value: plain.Line(w.CaseID)})
	}
	return fields
}

// addrList are the bare addresses of a list.
func addrList(list []mimebuild.Address) []string {
	out := []string{}
	for _, a := range list {
		out = append(out, a.Addr)
	}
	return out
}

// parentOf is the mail that is answered or passed on, as a mail program sees it.
func parentOf(m *post.Mail) *mua.Parent {
	pm := m.Parse()
	return &mua.Parent{
		From: mimebuild.Address(pm.Sum.From), Date: pm.Sum.Date, Subject: pm.Sum.Subject, To: buildAddrs(pm.Sum.To), Cc: buildAddrs(pm.Sum.Cc),
		MessageID: m.MessageID, References: pm.Sum.References, Text: pm.Text(), Rich: pm.Msg.HTML != "",
		ThreadIndex: pm.Msg.Header.Get("Thread-Index"),
	}
}

// buildAddrs are addresses as they were read, to be written.
func buildAddrs(list []mime.Address) []mimebuild.Address {
	out := make([]mimebuild.Address, 0, len(list))
	for _, a := range list {
		out = append(out, mimebuild.Address(a))
	}
	return out
}

// AnswerTo is where the answer to a mail goes, or another mail to the correspondent:
// Reply-To, else From, by the name that is known.
func (w *Writing) AnswerTo(m *post.Mail) mimebuild.Address {
	a := mimebuild.Address{Addr: w.Args.Correspondent}
	if m != nil {
		sum := m.Parse().Sum
		if addr.Valid(sum.From.Addr) {
			a = mimebuild.Address(sum.From)
		}
		if i := slices.IndexFunc(sum.ReplyTo, func(a mime.Address) bool { return addr.Valid(a.Addr) }); i >= 0 {
			a = mimebuild.Address(sum.ReplyTo[i])
		}
	}
	if !people.Names(a.Name, a.Addr) && addr.Correspondent(a.Addr) == addr.Correspondent(w.Args.Correspondent) {
		a.Name = cmp.Or(w.Name, w.signed(), a.Name)
	}
	return a
}

// NameOf is the name of the correspondent: the one that their mail gives, else that of
// the person there is, else the one that was heard before; "" where none is known.
func (w *Writing) NameOf(v state.View, correspondent, given string) string {
	known := []string{given}
	if p := people.At(v, correspondent); p != nil {
		known = append(known, p.Name)
	}
	for _, name := range append(known, w.Relation.Name) {
		if people.Names(name, correspondent) {
			return name
		}
	}
	return ""
}

// signed is the name under the newest mail that is answered, as far as it has one.
func (w *Writing) signed() string {
	if m := w.Parent(); m != nil {
		_, g := m.Parse().UnderstoodBy(w.Person.Style.Client)
		return plain.Line(g.Signed)
	}
	return ""
}

// Sent records what a job sent, and how the person stands to the correspondent since.
// Event: persona.sent.
func Sent(t *state.Tx, w *Writing, out *Written, kind mailsim.JobKind) {
	e := state.Sent{PersonaSent: mailsim.PersonaSent{Kind: sentKind(kind), By: out.By, LinksOpened: w.Args.Opened, Text: out.Text}, PassedOn: kind == mailsim.JobForward}
	if kind == mailsim.JobReply {
		e.Answered = w.Answers
	}
	mind.Wrote(t, w.Person, out.Mail, e, out.Words)
	if kind != mailsim.JobOOO {
		stand(t, w.Person, w.Args.Correspondent, out.Stance)
	}
}

// sentKind is how persona.sent tells of a job: who passes a mail on begins to
// write to somebody new.
func sentKind(kind mailsim.JobKind) string {
	if kind == mailsim.JobForward {
		kind = mailsim.JobInitiate
	}
	return string(kind)
}

// Draw returns the generator of something that belongs to this mail alone.
func (w *Writing) Draw(decision string) *rng.Rand { return w.Seed.Draw(decision, w.Key...) }

// cameSince tells whether the correspondent wrote after the mail was planned.
func (w *Writing) cameSince() bool {
	return w.Relation.Last.After(w.Planned) && w.Relation.Received > w.Args.Occasion
}

// imageMail tells whether HTML shows images and hardly any text.
func imageMail(html string) bool {
	return strings.Contains(strings.ToLower(html), "<img") && len(strings.TrimSpace(htmlmail.VisibleText(html))) < 40
}
