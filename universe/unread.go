package universe

import (
	"context"
	"iter"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// What reads mails outside a transaction returns an error where the store does not give them;
// transactions do so themselves.

func (l life) Act(ctx context.Context, personaID string, a mailsim.Act) (out mailsim.Job, err error) {
	defer fail.Unread(&err)
	return l.Universe.Act(ctx, personaID, a)
}

func (l life) Advance(ctx context.Context, d time.Duration) (out mailsim.Advanced, err error) {
	defer fail.Unread(&err)
	return l.Universe.Advance(ctx, d)
}

func (l life) AdvanceTo(ctx context.Context, to time.Time) (out mailsim.Advanced, err error) {
	defer fail.Unread(&err)
	return l.Universe.AdvanceTo(ctx, to)
}

func (l life) AdvanceJobs(ctx context.Context, n int) (out mailsim.Advanced, err error) {
	defer fail.Unread(&err)
	return l.Universe.AdvanceJobs(ctx, n)
}

func (l life) Events(f mailsim.EventFilter) (out mailsim.EventPage, err error) {
	defer fail.Unread(&err)
	return l.Universe.Events(f)
}

func (l life) EventsAfter(f mailsim.EventFilter) (out mailsim.EventPage, err error) {
	defer fail.Unread(&err)
	return l.Universe.EventsAfter(f)
}

func (l life) EventBody(e mailsim.Event) (out []byte, err error) {
	defer fail.Unread(&err)
	return l.Universe.EventBody(e)
}

func (l life) WaitEvent(ctx context.Context, since mailsim.Mark, f mailsim.EventFilter) (out mailsim.Event, err error) {
	defer fail.Unread(&err)
	return l.Universe.WaitEvent(ctx, since, f)
}

func (l life) Insights(f mailsim.InsightFilter) (out mailsim.Insights, err error) {
	defer fail.Unread(&err)
	return l.Universe.Insights(f)
}

func (l life) Inspect(ctx context.Context, messageID string) (out mailsim.Inspection, err error) {
	defer fail.Unread(&err)
	return l.Universe.Inspect(ctx, messageID)
}

func (l life) RunJob(ctx context.Context, id string) (out mailsim.Job, err error) {
	defer fail.Unread(&err)
	return l.Universe.RunJob(ctx, id)
}

func (l life) Mails(ctx context.Context, f mailsim.MailFilter) (out mailsim.MailPage, err error) {
	defer fail.Unread(&err)
	return l.Universe.Mails(ctx, f)
}

func (l life) Mail(ctx context.Context, id string) (out mailsim.MailDetail, err error) {
	defer fail.Unread(&err)
	return l.Universe.Mail(ctx, id)
}

func (l life) MailHTML(ctx context.Context, id string, o mailsim.ViewOptions) (out mailsim.Safe, err error) {
	defer fail.Unread(&err)
	return l.Universe.MailHTML(ctx, id, o)
}

func (l life) UpdateMail(ctx context.Context, id string, p mailsim.MailPatch) (out mailsim.Mail, err error) {
	defer fail.Unread(&err)
	return l.Universe.UpdateMail(ctx, id, p)
}

func (l life) DeleteMail(ctx context.Context, ids ...string) (err error) {
	defer fail.Unread(&err)
	return l.Universe.DeleteMail(ctx, ids...)
}

func (l life) Conversation(ctx context.Context, id string) (out mailsim.Conversation, err error) {
	defer fail.Unread(&err)
	return l.Universe.Conversation(ctx, id)
}

func (l life) Settle(ctx context.Context) (err error) {
	defer fail.Unread(&err)
	return l.Universe.Settle(ctx)
}

func (l life) Messages(address string, f mailsim.MessageFilter) (out []mailsim.Message, err error) {
	defer fail.Unread(&err)
	return l.Universe.Messages(address, f)
}

func (l life) Message(ctx context.Context, r mailsim.Ref, o mailsim.ViewOptions) (out mailsim.View, err error) {
	defer fail.Unread(&err)
	return l.Universe.Message(ctx, r, o)
}

func (l life) Raw(ctx context.Context, r mailsim.Ref) (out []byte, err error) {
	defer fail.Unread(&err)
	return l.Universe.Raw(ctx, r)
}

func (l life) Attachment(ctx context.Context, r mailsim.Ref, n int) (out mailsim.AttachmentData, err error) {
	defer fail.Unread(&err)
	return l.Universe.Attachment(ctx, r, n)
}

func (l life) UpdateMessage(ctx context.Context, r mailsim.Ref, p mailsim.MessagePatch) (out mailsim.Message, err error) {
	defer fail.Unread(&err)
	return l.Universe.UpdateMessage(ctx, r, p)
}

func (l life) OpenShare(ctx context.Context, id string) (out mailsim.View, err error) {
	defer fail.Unread(&err)
	return l.Universe.OpenShare(ctx, id)
}

func (l life) Threads(address string) (out []mailsim.Thread, err error) {
	defer fail.Unread(&err)
	return l.Universe.Threads(address)
}

func (l life) LearnPersona(ctx context.Context, address string, paused bool) (out mailsim.Learned, err error) {
	defer fail.Unread(&err)
	return l.Universe.LearnPersona(ctx, address, paused)
}

func (l life) Release(ctx context.Context, r mailsim.Release) (out mailsim.Job, err error) {
	defer fail.Unread(&err)
	return l.Universe.Release(ctx, r)
}

func (l life) ReleaseMailbox(ctx context.Context, address string, r mailsim.MailboxRelease) (out []mailsim.Job, err error) {
	defer fail.Unread(&err)
	return l.Universe.ReleaseMailbox(ctx, address, r)
}

func (l life) Search(ctx context.Context, query string, f mailsim.SearchFilter) (out mailsim.SearchPage, err error) {
	defer fail.Unread(&err)
	return l.Universe.Search(ctx, query, f)
}

func (l life) Send(ctx context.Context, m mailsim.Outgoing) (messageID string, err error) {
	defer fail.Unread(&err)
	return l.Universe.Send(ctx, m)
}

func (l life) Inject(ctx context.Context, m mailsim.Inject) (out mailsim.Ref, err error) {
	defer fail.Unread(&err)
	return l.Universe.Inject(ctx, m)
}

func (l life) Story(ctx context.Context, f mailsim.StoryFilter) (out mailsim.Story, err error) {
	defer fail.Unread(&err)
	return l.Universe.Story(ctx, f)
}

func (l life) Submission(id string) (out mailsim.Submission, err error) {
	defer fail.Unread(&err)
	return l.Universe.Submission(id)
}

func (l life) Import(ctx context.Context, mails iter.Seq2[mailsim.Archived, error], o mailsim.ImportOptions) (out mailsim.Imported, err error) {
	defer fail.Unread(&err)
	return l.Universe.Import(ctx, mails, o)
}

func (l life) WaitReply(ctx context.Context, since mailsim.Mark, m mailsim.ReplyMatch) (out mailsim.Arrival, err error) {
	defer fail.Unread(&err)
	return l.Universe.WaitReply(ctx, since, m)
}

func (l life) Wait(ctx context.Context, since mailsim.Mark, m mailsim.Match) (out mailsim.Arrival, err error) {
	defer fail.Unread(&err)
	return l.Universe.Wait(ctx, since, m)
}

func (l life) WaitNewest(ctx context.Context, m mailsim.Match) (out mailsim.Arrival, err error) {
	defer fail.Unread(&err)
	return l.Universe.WaitNewest(ctx, m)
}

func (l life) ReplayWebhook(ctx context.Context, name string, ids ...int64) (err error) {
	defer fail.Unread(&err)
	return l.Universe.ReplayWebhook(ctx, name, ids...)
}

func (l life) SendStream(ctx context.Context, id string) (messageID string, err error) {
	defer fail.Unread(&err)
	return l.Universe.SendStream(ctx, id)
}

func (l life) Follow(ctx context.Context, f mailsim.EventFilter) iter.Seq2[mailsim.Event, error] {
	return read(l.Universe.Follow(ctx, f))
}

func (l life) FollowBodies(ctx context.Context, f mailsim.EventFilter) iter.Seq2[[]mailsim.EventBytes, error] {
	return read(l.Universe.FollowBodies(ctx, f))
}

func (l life) Export(ctx context.Context, f mailsim.ExportFilter) iter.Seq2[mailsim.Archived, error] {
	return read(l.Universe.Export(ctx, f))
}

// read is a sequence that ends with an error where a mail cannot be read.
func read[V any](seq iter.Seq2[V, error]) iter.Seq2[V, error] {
	return func(yield func(V, error) bool) {
		theirs := false // what panics is the loop that ranges over it
		err := fail.Readable(func() {
			seq(func(v V, err error) bool {
				theirs = true
				more := yield(v, err)
				theirs = false
				return more
			})
		})
		switch {
		case err == nil:
		case theirs:
			panic(&fail.Unreadable{Err: err})
		default:
			var none V
			yield(none, err)
		}
	}
}

func (s session) Submit(ctx context.Context, env mailsim.Envelope, raw string) (messageID string, err error) {
	defer fail.Unread(&err)
	return s.Session.Submit(ctx, env, raw)
}

func (a access) Append(ctx context.Context, folder string, mails []mailsim.AppendMail) (uidValidity uint32, uids []uint32, err error) {
	defer fail.Unread(&err)
	return a.Access.Append(ctx, folder, mails)
}

func (a access) Replace(ctx context.Context, folder string, uid uint32, dest string, mail mailsim.AppendMail) (r mailsim.CopyResult, err error) {
	defer fail.Unread(&err)
	return a.Access.Replace(ctx, folder, uid, dest, mail)
}

func (a access) SearchText(ctx context.Context, folder, text string, headers bool) (uids []uint32, err error) {
	defer fail.Unread(&err)
	return a.Access.SearchText(ctx, folder, text, headers)
}
