package mind

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/seam"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Received is persona.received, its text read from the mail.
type Received struct {
	p      *people.Person
	caseID string
	Mail   *post.Mail
}

func (Received) EventType() mailsim.EventType { return mailsim.EventPersonaReceived }

func (e Received) About() seam.Subject {
	return seam.Subject{PersonaID: e.p.ID, CaseID: e.caseID, MessageID: e.Mail.MessageID}
}

func (e Received) Resolve() mailsim.EventData {
	p := e.Mail.Parse()
	return mailsim.PersonaReceived{PersonaID: e.p.ID, Persona: e.p.Name, CaseID: e.caseID, From: p.Sum.From.Addr, FromName: p.Sum.From.Name, Subject: p.Sum.Subject, MessageID: e.Mail.MessageID, Text: p.Text()}
}

// Receive brings a mail to a person's mailbox and lets them decide about it. It returns
// the tag of the address that is still to do its part, nil for none.
func Receive(t *state.Tx, p *people.Person, to string, s *transit.Submission, c *post.Stored, tag *mailsim.MagicTag) (*mailsim.MagicTag, error) {
	rd := s.Read
	if had, folder, at := HasAlready(t.View, p, to, s.Mail); had != nil {
		return FileBeside(t, to, c, tag, had, folder, at), nil
	}
	from := s.From()
	corr := addr.Correspondent(from)
	occasion := t.Count("occasion", addr.Key(p.Addresses[0]), corr) + 1
	thread := s.Mail.Thread
	caseID := people.LinkCase(t, p, &s.Sum, rd, c)
	verdict, err := Filter(t, p, s, rd)
	if err != nil {
		return nil, err
	}
	sit := Situation(t, p, to, s, rd, occasion)
	sit.Mail.Junked = verdict.junk || s.Junked
	sit.Mail.OnCase = caseID != "" && slices.Contains(p.CaseIDs, caseID)
	d, lean := CloseCall(t, sit, decide.Decide(sit))
	if d.Act == decide.Reject && d.Bounce != nil {
		rules.PlanBounce(t, s, to, mailsim.MailboxStatus(d.Bounce.Kind), d.Bounce.Due, p)
		return nil, nil
	}
	if sit.Mail.Junked {
		if !verdict.junk {
			verdict.why = "a fault rule has the provider take it for spam"
		}
		post.File(t, to, post.Junk, c)
		insight.Note(t, insight.Fact{Kind: insight.Delivered, Person: p.ID})
		t.Emit(mailsim.PersonaJunked{PersonaID: p.ID, Persona: p.Name, Subject: s.Sum.Subject, MessageID: s.Mail.MessageID, Score: verdict.score, Threshold: verdict.threshold, Why: verdict.why})
		return nil, nil
	}
	post.File(t, to, post.Inbox, c)
	insight.Note(t, insight.Fact{Kind: insight.Delivered, Person: p.ID})
	t.Emit(Received{p: p, caseID: caseID, Mail: s.Mail})
	people.Met(t, p, from, s.Sum.From.Name, rd)
	people.Heard(t, p, thread, rd)
	Plan(t, p, to, s, c, d, lean, occasion)
	return tag, nil
}

// recentCopies is how many of the newest copies of a folder are looked at for one of
// a mail that has just come.
const recentCopies = 100

// HasAlready finds a person's copy of a mail that came to another of their
// addresses, nil when there is none.
func HasAlready(v state.View, p *people.Person, to string, m *post.Mail) (c *post.Stored, folder, address string) {
	if len(p.Addresses) < 2 || post.MailTable.In(v.State).At(m.MessageID) == nil {
		return nil, "", ""
	}
	for _, a := range p.Addresses {
		box := post.Mailbox(v, a)
		if box == nil || addr.Key(a) == addr.Key(to) {
			continue
		}
		for _, f := range box.Folders {
			if f.Use == `\Sent` {
				continue
			}
			n := 0
			for s := range f.Backward() {
				if s.Mail == m || s.Mail.MessageID == m.MessageID && s.Mail.Raw == m.Raw {
					return s, f.Name, a
				}
				if n++; n == recentCopies {
					break
				}
			}
		}
	}
	return nil, "", ""
}

// FileBeside files a further copy of a mail that a person has at another address.
// They see that it is the same mail and deal with it once; of the tag of this address
// it returns what that of the other one has not done.
func FileBeside(t *state.Tx, to string, c *post.Stored, tag *mailsim.MagicTag, had *post.Stored, folder, at string) *mailsim.MagicTag {
	if folder != post.Junk {
		folder = post.Inbox
	}
	if more := had.Extra(); more.CaseID != "" {
		c.SetExtra(post.More{CaseID: more.CaseID, CaseHow: more.CaseHow})
	}
	post.File(t, to, folder, c)
	if folder == post.Junk || tag == nil {
		return nil
	}
	left := *tag
	if done := rules.For(t.View, at).Tag; done != nil {
		left.Complaint, left.Unsubscribe = tag.Complaint && !done.Complaint, tag.Unsubscribe && !done.Unsubscribe
	}
	return &left
}

// Situation resolves all that a decision depends on.
func Situation(t *state.Tx, p *people.Person, to string, s *transit.Submission, rd *reading.Mail, occasion int) decide.Situation {
	from := s.From()
	corr := addr.Correspondent(from)
	rel, talk, set := people.Relation(t.View, p, corr), people.Talk(t.View, p, s.Mail.Thread), settings.Set(t.View)
	sit := decide.Situation{
		Seed: t.Env.Chance, Now: t.Now, Person: Traits(t.View, p), Occasion: occasion,
		Mail: rd.Traits(p.Addresses, s.Env.From), Pace: set.Pace.Factor, IgnoreHours: set.Pace.IgnoreHours,
		Relation: decide.Relation{Sent: rel.Sent, Received: rel.Received, Trust: float64(rel.Trust) / 100},
		Thread:   decide.Thread{OwnReplies: talk.Replies, LastOwn: talk.Last},
	}
	sit.Mail.Simulated = people.At(t.View, from) != nil
	sit.Mail.Chase = 0
	if rd.Gist.Chase {
		sit.Mail.Chase = talk.Chased + 1
	}
	sit.Mail.Answers = talk.Asked
	sit.Mail.Overdue = talk.Broken && (rd.Gist.Chase || len(rd.Gist.Questions) > 0)
	sit.Mail.Promise = rd.Promise(Hours(t.View, p), t.Now)
	if j := PendingReply(t.View, p, s); j != nil {
		sit.Pending = j.Due
	}
	if a, ok := sit.Person.AwayAt(t.Now); ok {
		sit.AwaySent = t.Counter(state.Key("away", p.ID, corr, a.From.String(), a.To.String())) > 0
	}
	return sit
}

// Traits resolves a person: what they say of themselves, else their temperament.
func Traits(v state.View, p *people.Person) decide.Traits {
	tr := seam.Traits(&p.Persona, Hours(v, p))
	tr.ForwardTo = ForwardTo(v, p)
	return tr
}

// Hours are a person's working hours, in the company's zone where they name none.
func Hours(v state.View, p *people.Person) simtime.Hours {
	return seam.Hours(&p.Persona, settings.Set(v).Company.TZ)
}

// ForwardTo is the address where a person forwards mail, "" for nowhere.
func ForwardTo(v state.View, p *people.Person) string {
	to := p.Behaviors.ForwardTo
	if other := people.Get(v, to); other != nil {
		return other.Addresses[0]
	}
	if addr.Valid(to) {
		return to
	}
	return ""
}

// Plan turns a decision into jobs and events.
func Plan(t *state.Tx, p *people.Person, to string, s *transit.Submission, c *post.Stored, d decide.Decision, lean string, occasion int) {
	from := s.From()
	base := jobs.Args{Correspondent: from, Name: s.Sum.From.Name, Thread: s.Mail.Thread, Occasion: occasion, Round: t.Round(), Address: addr.Key(to), UIDs: []uint32{c.UID()}}
	job := mailsim.Job{CaseID: c.Extra().CaseID, MessageID: s.Mail.MessageID}
	links.PlanReading(t, p, s, d, lean, job, base)
	if d.Away != nil {
		args, j := base, job
		args.Text = d.Away.Absence.Message
		args.What, args.Phrase = d.Away.Absence.From.String(), d.Away.Absence.To.String()
		j.Plan = p.Name + " is out of office: an automatic reply goes to " + from
		t.Count("away", p.ID, addr.Correspondent(from), args.What, args.Phrase)
		jobs.Schedule(t, mailsim.JobOOO, p.Owner(), d.Away.Due, j, args)
	}
	if d.Forward != nil {
		args, j := base, job
		args.To = []string{d.Forward.To}
		j.Plan = p.Name + " forwards the mail to " + d.Forward.To
		jobs.Schedule(t, mailsim.JobForward, p.Owner(), d.Forward.Due, j, args)
	}
	switch d.Act {
	case decide.Reply:
		PlanReply(t, p, s, d, job, base)
	case decide.Batch:
		JoinBatch(t, p, s, c, d, job)
	default:
		t.Emit(mailsim.PersonaIgnored{PersonaID: p.ID, Persona: p.Name, CaseID: job.CaseID, Subject: s.Sum.Subject, MessageID: s.Mail.MessageID, Why: d.Why})
	}
	if d.Wait != nil {
		PlanWait(t, p, s, d, job, base)
	}
}

// PlanReply plans the answer and remembers what it will hold.
func PlanReply(t *state.Tx, p *people.Person, s *transit.Submission, d decide.Decision, job mailsim.Job, args jobs.Args) {
	job.Plan = d.Plan
	args.Late = d.Apology
	if d.CC {
		args.CC = []string{SomeoneElse(t.View, p, args)}
	}
	if d.Promise != nil {
		due := d.Promise.Due.UTC()
		args.Phrase, args.Promised, args.Keep = d.Promise.Phrase, &due, d.Promise.WillKeep
		if !d.Promise.DeliverAt.IsZero() {
			args.DeliverAt = &d.Promise.DeliverAt
		}
	}
	if d.Double != nil {
		args.Double, args.DoubleAfter = d.Double.Kind, int64(d.Double.Due.Sub(d.Due)/time.Second)
	}
	args.Topic = topicOf(s)
	ExpectReply(t, jobs.Schedule(t, mailsim.JobReply, p.Owner(), d.Due, job, args))
}

// ExpectReply remembers that a reply is pending.
func ExpectReply(t *state.Tx, j *jobs.Record) {
	for _, key := range jobs.PlannedKeys(j.PersonaID, &j.Args) {
		state.Put(t, jobs.PlannedTable.In(t.State), key, j.ID)
	}
}

func topicOf(s *transit.Submission) string {
	return plain.Cut(post.BaseSubject(s.Sum.Subject), valid.MaxName)
}

// PendingReply is the reply to which a mail may be added, nil when there is none.
func PendingReply(v state.View, p *people.Person, s *transit.Submission) *jobs.Record {
	for _, key := range jobs.PlannedKeys(p.ID, &jobs.Args{Thread: s.Mail.Thread, Correspondent: s.From(), Topic: topicOf(s)}) {
		if j := jobs.Table.In(v.State).At(jobs.PlannedTable.In(v.State).At(key)); j != nil && j.State == mailsim.StatePending {
			return j
		}
	}
	return nil
}

// JoinBatch lets the reply already planned answer this mail too.
func JoinBatch(t *state.Tx, p *people.Person, s *transit.Submission, c *post.Stored, d decide.Decision, job mailsim.Job) {
	j := PendingReply(t.View, p, s)
	if j == nil {
		return
	}
	jobs.Change(t, j, func(j *jobs.Record) {
		j.Args.Messages = append(slices.Clip(j.Args.Messages), s.Mail.MessageID)
		j.Args.UIDs = append(slices.Clip(j.Args.UIDs), c.UID())
	})
	key := state.Key(p.ID, job.MessageID)
	state.Put(t, jobs.ForTable.In(t.State), key, append(slices.Clip(jobs.ForTable.In(t.State).At(key)), j.ID))
	t.Emit(mailsim.PersonaBatched{PersonaID: p.ID, Persona: p.Name, Subject: s.Sum.Subject, MessageID: s.Mail.MessageID, Why: d.Why})
}

// PlanWait lets a person wait for what was promised to them, and remind of it.
func PlanWait(t *state.Tx, p *people.Person, s *transit.Submission, d decide.Decision, job mailsim.Job, args jobs.Args) {
	due := d.Wait.Due.UTC()
	args.What, args.Promised = d.Wait.What, &due
	if d.Wait.CC {
		args.CC = []string{SomeoneElse(t.View, p, args)}
	}
	jobID := ""
	for i, at := range d.Wait.Nudges {
		args.Count = i + 1
		job.Plan = p.Name + " reminds " + args.Correspondent + " of " + cmp.Or(d.Wait.What, "what was promised") + " if it has not come"
		j := jobs.Schedule(t, mailsim.JobNudge, p.Owner(), at, job, args)
		if i == 0 {
			jobID = j.ID
		}
	}
	t.Emit(mailsim.PersonaWaiting{PersonaID: p.ID, Persona: p.Name, From: args.Correspondent, What: d.Wait.What, Due: due, JobID: jobID})
}

// SomeoneElse is whom a person copies on a mail: another person on the case, of
// the same firm, or the office.
func SomeoneElse(v state.View, p *people.Person, args jobs.Args) string {
	skip := map[string]bool{addr.Correspondent(args.Correspondent): true}
	for _, a := range p.Addresses {
		skip[addr.Correspondent(a)] = true
	}
	domain := addr.Domain(p.Addresses[0])
	var onCase, colleagues []string
	for _, id := range p.CaseIDs {
		if c := people.CaseByID(v, id); c != nil {
			for _, pid := range c.PersonaIDs {
				if o := people.Get(v, pid); o != nil && !skip[addr.Correspondent(o.Addresses[0])] {
					onCase = append(onCase, o.Addresses[0])
				}
			}
		}
	}
	if len(onCase) == 0 {
		for _, a := range people.Colleagues(v, domain) {
			if !skip[addr.Correspondent(a)] {
				colleagues = append(colleagues, a)
			}
		}
	}
	list := cmp.Or(len(onCase), len(colleagues))
	if list == 0 {
		return "office@" + domain
	}
	r := v.Env.Chance.Draw("cc/1", addr.Key(p.Addresses[0]), addr.Correspondent(args.Correspondent), strconv.Itoa(args.Occasion))
	if len(onCase) > 0 {
		return onCase[r.IntN(len(onCase))]
	}
	return colleagues[r.IntN(len(colleagues))]
}

// Wrote records that a person sent a mail and what it changes for them: whom
// they know, and the conversation. An automatic reply changes neither, and what
// was passed on is said to others. e holds what the mail does not show. Event:
// persona.sent.
func Wrote(t *state.Tx, p *people.Person, s *transit.Submission, e state.Sent, said []string) {
	e.PersonaID, e.Persona, e.CaseID = p.ID, p.Name, s.CaseID
	e.To, e.CC, e.Subject = post.Addrs(s.Sum.To), post.Addrs(s.Sum.Cc), s.Sum.Subject
	e.MessageID, e.InReplyTo = s.Mail.MessageID, s.Sum.InReplyTo
	t.Emit(e)
	if e.Kind == string(mailsim.JobOOO) {
		return
	}
	for _, to := range slices.Concat(e.To, e.CC) {
		if addr.Valid(to) {
			people.Relate(t, p, to, func(r *people.Bond) { r.Sent++ })
		}
	}
	if e.PassedOn {
		return
	}
	people.ChangeTalk(t, p, s.Mail.Thread, func(r *people.Thread) {
		r.Replies++
		r.Last, r.Asked = t.Now, strings.Contains(e.Text, "?")
		list := append(slices.Clip(r.Said), said...)
		r.Said = list[max(0, len(list)-people.MaxSaid):]
	})
}
