package mailsimtest

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
)

// world is what the helpers need of a universe: the one in the process, or one
// that a server holds. The methods mean what those of *mailsim.Universe mean.
type world interface {
	Seed() string
	Now() time.Time
	Mark() mailsim.Mark
	Advance(ctx context.Context, d time.Duration) (mailsim.Advanced, error)
	AdvanceTo(ctx context.Context, t time.Time) (mailsim.Advanced, error)
	Settle(ctx context.Context) error
	OnIdle(f func(context.Context)) (stop func())
	Reset(ctx context.Context, keep ...mailsim.Part) (mailsim.Removed, error)
	Inspect(ctx context.Context, messageID string) (mailsim.Inspection, error)

	CreatePersona(ctx context.Context, p mailsim.Persona) (mailsim.Persona, error)
	UpdatePersona(ctx context.Context, id string, p mailsim.PersonaPatch) (mailsim.Persona, error)
	PersonaByAddress(address string) (mailsim.Persona, error)
	Act(ctx context.Context, personaID string, a mailsim.Act) (mailsim.Job, error)
	CreateLogin(ctx context.Context, n mailsim.NewLogin) (mailsim.Login, error)
	UpdateLogin(ctx context.Context, address string, p mailsim.LoginPatch) (mailsim.Login, error)
	Login(address string) (mailsim.Login, error)

	Send(ctx context.Context, m mailsim.Outgoing) (messageID string, err error)
	Wait(ctx context.Context, since mailsim.Mark, m mailsim.Match) (mailsim.Arrival, error)
	WaitReply(ctx context.Context, since mailsim.Mark, m mailsim.ReplyMatch) (mailsim.Arrival, error)
	Raw(ctx context.Context, r mailsim.Ref) ([]byte, error)
	FindMessage(messageID string) []mailsim.Ref
	Mailboxes() []mailsim.Mailbox
	Jobs(f mailsim.JobFilter) ([]mailsim.Job, error)

	Log(f mailsim.EventFilter) iter.Seq[mailsim.Event]
	Follow(ctx context.Context, f mailsim.EventFilter) iter.Seq2[mailsim.Event, error]
	MarkOf(eventID int64) mailsim.Mark

	SetRecipients(ctx context.Context, r mailsim.Recipients) (mailsim.Recipients, error)
	SetFaults(ctx context.Context, f mailsim.Faults) (mailsim.Faults, error)
	SetWorld(ctx context.Context, w mailsim.World) (mailsim.World, error)
	Webhooks() []mailsim.Webhook
	SetWebhooks(ctx context.Context, list []mailsim.Webhook) ([]mailsim.Webhook, error)

	Transcripts() []mailsim.Transcript
	Close() error

	// every lists the mails that match, in order of arrival.
	every(since mailsim.Mark, m mailsim.Match) ([]mailsim.Message, error)
	// submit delivers a message from outside, as SMTP would.
	submit(ctx context.Context, sender, to string, raw []byte) (messageID string, err error)
	// empty removes all mail of a mailbox for good.
	empty(address string) error
	// message is one copy with its whole text and HTML.
	message(r mailsim.Ref) (mailsim.Message, error)
}

// inProcess is the world in the process.
type inProcess struct{ *mailsim.Universe }

func (u inProcess) every(since mailsim.Mark, m mailsim.Match) ([]mailsim.Message, error) {
	var out []mailsim.Message
	accept := m.Func
	m.Func = func(msg mailsim.Message) bool {
		if accept == nil || accept(msg) {
			out = append(out, msg)
		}
		return false
	}
	// A wait whose time is up looks at all that is there.
	if _, err := u.Wait(now, since, m); mailsim.KindOf(err) != mailsim.ErrTimeout {
		return nil, err
	}
	return out, nil
}

func (u inProcess) message(r mailsim.Ref) (mailsim.Message, error) {
	v, err := u.Message(context.Background(), r, mailsim.ViewOptions{})
	if err != nil {
		return mailsim.Message{}, err
	}
	v.Message.HTML = mime.Parse(string(v.Message.Bytes())).HTML
	return v.Message, nil
}

// empty flags and expunges, as a mail program does.
func (u inProcess) empty(address string) error {
	box, err := u.Access(address)
	if err != nil {
		return err
	}
	for _, f := range box.Folders() {
		snap, err := box.Open(f.Name)
		if err != nil {
			return err
		}
		var uids []uint32
		for i := range snap.Len() {
			uids = append(uids, snap.At(i).UID())
		}
		if len(uids) == 0 {
			continue
		}
		if _, err := box.StoreFlags(context.Background(), f.Name, uids, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagDeleted}, nil); err != nil {
			return err
		}
		if _, err := box.Expunge(context.Background(), f.Name, uids); err != nil {
			return err
		}
	}
	return nil
}

func (u inProcess) submit(ctx context.Context, sender, to string, raw []byte) (string, error) {
	c := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: loopback})
	defer c.Close()
	if reply, ok := c.Recipient(ctx, sender, to); !ok {
		return "", errors.New(reply.String())
	}
	return c.Submit(ctx, mailsim.Envelope{From: sender, To: []string{to}, Proto: "smtp", Remote: loopback}, string(raw))
}
