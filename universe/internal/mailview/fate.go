package mailview

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/report"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// tell says what became of a mail: for each recipient, and in order.
func (u *Part) tell(d *mailsim.MailDetail, copies []post.Placed) {
	log := u.Committed()
	after := max(0, log.IDAt(copies[0].Seq-1)-before)
	d.Story, d.Jobs = []mailsim.StoryLine{}, []mailsim.Job{}
	d.Transcripts = u.door.TranscriptsOf(d.ID, d.Envelope)
	if d.MessageID != "" {
		d.Story = u.story.About(d.MessageID, after)
		if list, err := u.jobs.Jobs(mailsim.JobFilter{MessageID: d.MessageID}); err == nil {
			d.Jobs = list
		}
	}
	f := &fates{byKey: map[string]*mailsim.MailRecipient{}}
	u.Read(func(v state.View) { f.begin(v, d, copies) })
	f.planned(d.Jobs, u)
	for e := range log.From(after) {
		f.hear(d.MessageID, e)
	}
	d.Recipients = f.end()
}

// fates are what became of one mail, by recipient.
type fates struct {
	list  []*mailsim.MailRecipient
	byKey map[string]*mailsim.MailRecipient // by address
	byID  map[string][]*mailsim.MailRecipient
	whys  map[*mailsim.MailRecipient][]string
}

// begin lists the recipients and what lies in their folders.
func (f *fates) begin(v state.View, d *mailsim.MailDetail, copies []post.Placed) {
	f.byID, f.whys = map[string][]*mailsim.MailRecipient{}, map[*mailsim.MailRecipient][]string{}
	to := slices.Concat(d.To, d.CC)
	if d.Envelope != nil {
		to = d.Envelope.To
	}
	if d.Origin == mailsim.OriginFiled {
		to = nil
	}
	for _, a := range to {
		f.add(v, a)
	}
	for _, c := range copies {
		if !c.Traced && d.Origin != mailsim.OriginFiled {
			continue
		}
		r := f.add(v, c.Address)
		r.Read = r.Read || c.Marks&mailsim.FlagSeen != 0
		switch c.Folder {
		case post.Inbox:
			r.Outcome = mailsim.OutcomeInbox
		case post.Junk:
			r.Outcome = mailsim.OutcomeJunk
		default:
			r.Outcome = mailsim.OutcomeMoved
		}
	}
}

// add returns what is known of a recipient.
func (f *fates) add(v state.View, address string) *mailsim.MailRecipient {
	key := addr.Key(address)
	r := f.byKey[key]
	if r == nil {
		r = &mailsim.MailRecipient{Address: address, Opened: []mailsim.MailVisit{}, Answers: []string{}, Jobs: []mailsim.Job{}}
		if p := people.At(v, address); p != nil {
			r.PersonaID, r.Persona = p.ID, p.Name
			f.byID[p.ID] = append(f.byID[p.ID], r)
		}
		f.byKey[key], f.list = r, append(f.list, r)
	}
	return r
}

// planned notes the jobs of each recipient, and what those say of the outcome.
func (f *fates) planned(list []mailsim.Job, u *Part) {
	for _, j := range list {
		var to string
		var bounces bool
		u.Read(func(v state.View) {
			if rec := jobs.Get(v, j.ID); rec != nil {
				to, bounces = concerned(rec)
			}
		})
		if r := f.byKey[addr.Key(to)]; r != nil {
			if j.PersonaID == "" {
				r.Jobs = append(r.Jobs, j)
			}
			if r.Outcome == "" {
				r.Outcome = mailsim.OutcomeHeld
				if bounces {
					r.Outcome = mailsim.OutcomeBouncing
				}
				f.why(r, j.Plan)
			}
		}
		for _, r := range f.byID[j.PersonaID] {
			r.Jobs = append(r.Jobs, j)
		}
	}
}

// concerned is the recipient whose copy a job brings or bounces, "" for none.
func concerned(j *jobs.Record) (address string, bounces bool) {
	if n := rules.NoticeIn(j); n != nil {
		return n.Address, n.Action == report.Failed
	}
	if h := transit.HeldIn(j); h != nil {
		return h.To, false
	}
	return "", false
}

func (f *fates) why(r *mailsim.MailRecipient, text string) {
	if text != "" && !slices.Contains(f.whys[r], text) {
		f.whys[r] = append(f.whys[r], text)
	}
}

// hear notes what an event says of the mail.
func (f *fates) hear(messageID string, e *state.Event) {
	switch d := e.Data.(type) {
	case mailsim.PersonaBounced:
		if r := f.byKey[addr.Key(d.Address)]; r != nil && d.MessageID == messageID {
			r.Outcome = mailsim.OutcomeBounced
			f.why(r, cmp.Or(d.Dropped, "the address is "+d.Kind))
		}
	case mailsim.FaultFired:
		if r := f.byKey[addr.Key(d.To)]; r != nil && d.MessageID == messageID && d.Where == "delivery" {
			f.why(r, "fault "+d.Rule+" ("+d.Kind+")")
			if r.Outcome == "" && d.Kind == string(mailsim.FaultLose) {
				r.Outcome = mailsim.OutcomeLost
			}
		}
	case mailsim.PersonaJunked:
		f.of(d.PersonaID, d.MessageID == messageID, func(r *mailsim.MailRecipient) { f.why(r, d.Why) })
	case mailsim.PersonaIgnored:
		f.of(d.PersonaID, d.MessageID == messageID, func(r *mailsim.MailRecipient) { f.why(r, d.Why) })
	case mailsim.PersonaBatched:
		f.of(d.PersonaID, d.MessageID == messageID, func(r *mailsim.MailRecipient) { f.why(r, d.Why) })
	case mailsim.LinkOpened:
		f.of(d.PersonaID, d.MessageID == messageID, func(r *mailsim.MailRecipient) {
			r.Opened = append(r.Opened, mailsim.MailVisit{URL: d.URL, Status: d.Status, At: e.At.Time()})
		})
	case mailsim.LinkFailed:
		f.of(d.PersonaID, d.MessageID == messageID, func(r *mailsim.MailRecipient) {
			r.Opened = append(r.Opened, mailsim.MailVisit{URL: d.URL, At: e.At.Time()})
		})
	default:
		sent, is := state.SentOf(e.Data)
		f.of(sent.PersonaID, is && !sent.PassedOn && (sent.InReplyTo == messageID || slices.Contains(sent.Answered, messageID)), func(r *mailsim.MailRecipient) {
			r.Answers = append(r.Answers, sent.MessageID)
		})
	}
}

// of does something for the recipients behind whom a person is.
func (f *fates) of(personaID string, about bool, do func(*mailsim.MailRecipient)) {
	if !about || personaID == "" {
		return
	}
	for _, r := range f.byID[personaID] {
		do(r)
	}
}

// end gives the recipients as they are.
func (f *fates) end() []mailsim.MailRecipient {
	out := make([]mailsim.MailRecipient, 0, len(f.list))
	for _, r := range f.list {
		r.Outcome = cmp.Or(r.Outcome, mailsim.OutcomeGone)
		r.Why = strings.Join(f.whys[r], "; ")
		out = append(out, *r)
	}
	return out
}
