package engine

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/mua"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// writing is one mail to be written: who writes, to whom, and what they know of
// it, taken from the state at once. Jobs make one, and so does the World.
type writing struct {
	seed    rng.Seed
	kind    mailsim.JobKind
	asked   mailsim.BriefKind // as what the writer is asked for it
	p       *people.Person
	now     time.Time
	zone    *time.Location
	args    jobs.Args
	name    string // of the correspondent
	job     string // id, "" for none
	planned time.Time
	caseID  string
	answers []string // Message-IDs, that of the job first
	talk    *people.Thread
	rel     *people.Bond
	kase    *people.Case
	memory  []string
	mails   []*post.Mail // what is answered, oldest first
	came    time.Time
	facts   map[string]string // that the writer is told besides
	key     []string          // of the draws for this mail
}

// parent is the mail that is answered, nil when there is none.
func (w *writing) parent() *post.Mail {
	if len(w.mails) == 0 {
		return nil
	}
	return w.mails[len(w.mails)-1]
}

// brief resolves the person and the mails for the templates.
func (w *writing) brief(kind compose.Kind) compose.Brief {
	p := w.p
	b := compose.Brief{
		Seed: w.seed, Kind: kind, Voice: voice(p), Occasion: w.args.Occasion, ThreadReplies: w.talk.Replies,
		To:     compose.Correspondent{Name: w.name, Address: w.args.Correspondent},
		Memory: w.memory, SaidBefore: w.talk.Said, Late: w.args.Late, Subject: w.args.Subject,
		Phone: p.Style.Client == "iphone" || p.Style.Client == "android",
	}
	for _, m := range w.mails {
		pm := m.Parse()
		_, g := pm.Understood()
		b.Mails = append(b.Mails, *g)
		b.Subject = cmp.Or(b.Subject, pm.Sum.Subject)
	}
	if c := w.kase; c != nil {
		b.Case = compose.Case{Title: c.Title, Status: string(c.Status), Summary: c.Summary, Facts: c.Facts}
	}
	if m := w.parent(); m != nil {
		pm := m.Parse()
		b.ImagesOnly = pm.Msg.HTML != "" && strings.TrimSpace(pm.Msg.Text) == "" && imageMail(pm.Msg.HTML)
	}
	return b
}

func voice(p *people.Person) compose.Voice {
	v := compose.Voice{
		Name: p.Name, Address: p.Addresses[0], Role: p.Role, Org: p.Org, Who: p.Who, Wants: p.Wants, Character: p.Character,
		Temperament: p.Temperament, Length: p.Style.Length, Formality: p.Style.Formality, Knows: p.Knows, Access: p.Style.Access,
	}
	if p.Style.Typos != nil {
		v.Typos = *p.Style.Typos
	}
	return v
}

// written is a mail as a person wrote it, ready to be submitted.
type written struct {
	sub  *transit.Submission
	text string // the new text
	said []string
	by   string

	stance string // see draft
}

// draft is what a mail says, by AI or by template.
type draft struct {
	subject, text string
	said          []string
	by            string
	owed          []owed
	stance        string // how the writer says they now stand to the correspondent
}

// owed is something that a mail promises.
type owed struct {
	what, phrase string
	due          time.Time
	keep         bool
	deliver      time.Time // when the person sends it, or forgets it
}

// promise is the one that was decided with the reply.
func (w *writing) promise(said []compose.Promise) []owed {
	args := w.args
	if args.Promised == nil {
		return nil
	}
	o := owed{args.Phrase, args.Phrase, *args.Promised, args.Keep, *args.Promised}
	if len(said) > 0 {
		o.what = cmp.Or(said[0].What, o.what)
	}
	if args.Keep && args.DeliverAt != nil {
		o.deliver = *args.DeliverAt
	}
	return []owed{o}
}

// wanted is what a job's mail has to say; ok is false when there is nothing to
// write: the words are given, or no mail goes out.
func (w *writing) wanted() (b compose.Brief, ok bool) {
	args := w.args
	switch w.kind {
	case mailsim.JobReply:
		b = w.brief(compose.Reply)
		if args.Promised != nil {
			b.Promise = compose.Promise{Phrase: args.Phrase, Due: args.Phrase}
		}
	case mailsim.JobFollowup:
		b = w.brief(compose.Followup)
	case mailsim.JobCorrection:
		b = w.brief(compose.Correction)
	case mailsim.JobInitiate:
		b = w.brief(compose.Initiate)
	case mailsim.JobDeliver:
		b = w.brief(compose.Deliver)
		b.Promise = compose.Promise{What: args.What, Phrase: args.Phrase, Due: args.Phrase}
		b.Late = args.Promised != nil && w.now.After(*args.Promised)
		b.Attached = w.promisedFile() != nil
		return b, args.Keep
	case mailsim.JobNudge:
		b = w.brief(compose.Nudge)
		b.Waiting = compose.Waiting{What: args.What}
		if args.Promised != nil {
			b.Waiting.Due = args.Promised.In(w.zone).Format("Monday 2 January")
		}
		return b, w.talk.Heard == 0 || !w.cameSince()
	case mailsim.JobForward:
		return w.brief(compose.Forward), len(w.mails) > 0
	default:
		return b, false
	}
	return b, args.Text == ""
}

// write makes the words of a mail.
func (u *penPart) write(ctx context.Context, w *writing, b compose.Brief) draft {
	if d, ok := u.byAI(ctx, w, b); ok {
		return d
	}
	d := compose.Write(b)
	return draft{subject: d.Subject, text: d.Text, said: d.Said, by: settings.TemplatesName, owed: w.promise(d.Promises)}
}

// compose makes the bytes of a mail in the person's own mail program.
func (w *writing) compose(d draft, to, cc []mimebuild.Address, parent *post.Mail, forward bool, extra ...mimebuild.Field) *written {
	p := w.p
	text := d.text
	if forward || parent != nil {
		text = mua.Unmistakable(text)
	}
	r := w.seed.Draw("mua/1", w.key...)
	md := mua.Draft{
		Rand: r, From: mimebuild.Address{Name: p.Name, Addr: p.Addresses[0]}, To: to, Cc: cc, Subject: d.subject, Date: w.now.In(w.zone),
		Text: text, Signature: p.Style.Signature, Forward: forward, Attachments: w.promisedFile(),
		Header: append([]mimebuild.Field{{Name: transit.SimulatedHeader, Value: "1"}}, extra...),
	}
	if w.caseID != "" && w.kase != nil {
		md.Header = append(md.Header, mimebuild.Field{Name: people.CaseHeader, Value: deliver.HeaderSafe(w.caseID)})
	}
	if parent != nil {
		md.Parent = muaParent(parent)
		if md.Parent.Date.IsZero() { // it names none: the day it came
			md.Parent.Date = w.came.In(w.zone)
		}
	}
	if forward && parent != nil {
		for _, a := range parent.Parse().Msg.Attachments {
			md.Attachments = append(md.Attachments, mimebuild.Attachment{Filename: a.Filename, ContentType: a.ContentType, Data: a.Bytes()})
		}
	}
	raw := mua.Write(mua.Client(p.Style.Client), md)
	env := &mailsim.Envelope{From: p.Addresses[0], To: people.DedupAddresses(append(addrList(to), addrList(cc)...)), Proto: "person"}
	s := transit.NewSubmission(env, raw, transit.FromPerson)
	s.Person = p
	return &written{sub: s, text: text, said: d.said, by: d.by, stance: d.stance}
}

func addrList(list []mimebuild.Address) []string {
	out := []string{}
	for _, a := range list {
		out = append(out, a.Addr)
	}
	return out
}

// muaParent is the mail that is answered or passed on, as a mail program sees it.
func muaParent(m *post.Mail) *mua.Parent {
	pm := m.Parse()
	return &mua.Parent{
		From: mimebuild.Address(pm.Sum.From), Date: pm.Sum.Date, Subject: pm.Sum.Subject, To: buildAddrs(pm.Sum.To), Cc: buildAddrs(pm.Sum.Cc),
		MessageID: m.MessageID, References: pm.Sum.References, Text: pm.Text(), Rich: pm.Msg.HTML != "",
		ThreadIndex: pm.Msg.Header.Get("Thread-Index"),
	}
}

func buildAddrs(list []mime.Address) []mimebuild.Address {
	out := make([]mimebuild.Address, 0, len(list))
	for _, a := range list {
		out = append(out, mimebuild.Address(a))
	}
	return out
}

// answerTo is where an answer to a mail goes: Reply-To, else From.
func answerTo(m *post.Mail, args jobs.Args) mimebuild.Address {
	if m != nil {
		sum := m.Parse().Sum
		for _, a := range sum.ReplyTo {
			if addr.Valid(a.Addr) {
				return mimebuild.Address(a)
			}
		}
		if addr.Valid(sum.From.Addr) {
			return mimebuild.Address(sum.From)
		}
	}
	return mimebuild.Address{Name: args.Name, Addr: args.Correspondent}
}

// Sent records what a job sent.
func Sent(t *state.Tx, w *writing, out *written, kind mailsim.JobKind) {
	e := state.Sent{PersonaSent: mailsim.PersonaSent{Kind: sentKind(kind), By: out.by, LinksOpened: w.args.Opened, Text: out.text}, PassedOn: kind == mailsim.JobForward}
	if kind == mailsim.JobReply {
		e.Answered = w.answers
	}
	mind.Wrote(t, w.p, out.sub, e, out.said)
	if kind != mailsim.JobOOO {
		Stand(t, w.p, w.args.Correspondent, out.stance)
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

// seedFor returns the generator of something that belongs to this mail alone.
func (w *writing) seedFor(decision string) *rng.Rand { return w.seed.Draw(decision, w.key...) }

// cameSince tells whether the correspondent wrote after the mail was planned.
func (w *writing) cameSince() bool {
	return w.rel.Last.After(w.planned) && w.rel.Received > w.args.Occasion
}

// imageMail tells whether HTML shows images and hardly any text.
func imageMail(html string) bool {
	return strings.Contains(strings.ToLower(html), "<img") && len(strings.TrimSpace(htmlmail.VisibleText(html))) < 40
}
