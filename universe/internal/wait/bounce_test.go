package wait_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// TestWaitReplyOfABouncedMail: who waits for the answer to a mail that bounced off the
// person hears so at once, whatever made it bounce.
//
// spec: wait.reply.409
func TestWaitReplyOfABouncedMail(t *testing.T) {
	t.Parallel()
	all := 1.0
	for name, c := range map[string]struct {
		world func(u *engine.Universe)
		edit  func(p *mailsim.Persona)
		from  string
		why   string
	}{
		"a forced status": {world: func(u *engine.Universe) {
			force(t, u, "anna@client.test", mailsim.StatusFull)
		}, why: "it bounced off anna@client.test: 552 5.2.2 Mailbox full"},
		"a rule's status": {world: func(u *engine.Universe) {
			r := u.Recipients()
			r.Status["Anna@Client.test"] = mailsim.StatusBlocked
			_, err := u.SetRecipients(context.Background(), r)
			require.NoError(t, err)
		}, why: "554 5.7.1 Rejected under policy"},
		"the person's own habit": {edit: func(p *mailsim.Persona) { p.Behaviors.Bounce = &all }, why: "it bounced off anna@client.test: 55"},
		"a sender without mailbox": {from: "<>", world: func(u *engine.Universe) {
			force(t, u, "anna@client.test", mailsim.StatusUnknown)
		}, why: "550 5.1.1 User unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			u := testkit.New(t, mailsim.Options{Frozen: true})
			anna := testkit.AddPerson(t, u, "anna@client.test", c.edit)
			mate := testkit.AddPerson(t, u, "mate@client.test", nil)
			if c.world != nil {
				c.world(u)
			}
			var id string
			if c.from == "<>" {
				raw := "From: app@ours.test\r\nTo: anna@client.test\r\nMessage-ID: <null@ours.test>\r\n\r\nHello\r\n"
				s := transit.NewSubmission(&mailsim.Envelope{To: []string{"anna@client.test"}}, raw, transit.FromApp)
				require.NoError(t, u.Submit(context.Background(), s, u.Updater(context.Background()), nil))
				id = "<null@ours.test>"
			} else {
				id = testkit.SendTo(t, u, "anna@client.test", "Report", "Could you send me the report?")
			}
			declined := func(m mailsim.ReplyMatch, since mailsim.Mark) {
				t.Helper()
				_, err := u.WaitReply(context.Background(), since, m) // without end: it is at once
				require.ErrorIs(t, err, mailsim.ErrConflict)
				var d *mailsim.DeclinedError
				require.ErrorAs(t, err, &d)
				assert.True(t, d.Bounced)
				assert.Contains(t, d.Why, c.why)
				assert.True(t, strings.HasPrefix(err.Error(), anna.Name+" did not get the mail: it bounced off anna@client.test"), err)
			}
			look := func() {
				t.Helper()
				for _, planned := range []bool{false, true} {
					declined(mailsim.ReplyMatch{From: anna.ID, InReplyTo: id, AsPlanned: planned}, u.Mark())
					declined(mailsim.ReplyMatch{From: "anna@client.test", AsPlanned: planned}, u.Mark())
					declined(mailsim.ReplyMatch{From: anna.ID, InReplyTo: id}, 0)
					declined(mailsim.ReplyMatch{From: anna.ID}, 0)
				}
				_, err := u.WaitReply(testkit.Ended(), 0, mailsim.ReplyMatch{From: mate.ID, InReplyTo: id})
				assert.ErrorIs(t, err, mailsim.ErrTimeout, "it bounced off nobody else")
			}
			look()
			testkit.Advance(t, u, time.Hour) // the notice is sent
			look()
		})
	}
}

// TestWaitReplyHearsOfABounce that comes while it waits, and of the mail that gets
// there after it.
func TestWaitReplyHearsOfABounce(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Addresses = append(p.Addresses, "anna@home.test") })
	force(t, u, "anna@client.test", mailsim.StatusFull)
	before := u.Mark()
	got := make(chan error, 1)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	go func() {
		_, err := u.WaitReply(ctx, before, mailsim.ReplyMatch{From: anna.ID})
		got <- err
	}()
	bad := testkit.SendTo(t, u, "anna@client.test", "Report", "Could you send me the report?")
	assert.ErrorContains(t, <-got, "did not get the mail: it bounced off anna@client.test: 552 5.2.2 Mailbox full")

	// At her other address it gets there, and is answered.
	good := testkit.SendTo(t, u, "anna@home.test", "Report", "Could you send me the report?")
	_, err := u.WaitReply(context.Background(), before, mailsim.ReplyMatch{From: anna.ID, InReplyTo: good})
	require.NoError(t, err)
	testkit.Advance(t, u, time.Hour)
	_, err = u.WaitReply(testkit.Ended(), u.Mark(), mailsim.ReplyMatch{From: anna.ID})
	assert.ErrorIs(t, err, mailsim.ErrTimeout, "the last she got is answered, though the notice of the older one was sent after it")
	_, err = u.WaitReply(context.Background(), u.Mark(), mailsim.ReplyMatch{From: anna.ID, InReplyTo: bad})
	assert.ErrorIs(t, err, mailsim.ErrConflict)
	both, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test", "anna@home.test"}, Subject: "Both", Text: "Could you send me the report?"})
	require.NoError(t, err)
	_, err = u.WaitReply(context.Background(), u.Mark(), mailsim.ReplyMatch{From: anna.ID, InReplyTo: both})
	require.NoError(t, err, "one of two addresses took it")
}

func force(t *testing.T, u *engine.Universe, address string, status mailsim.MailboxStatus) {
	t.Helper()
	_, err := u.SetMailboxStatus(context.Background(), address, status)
	require.NoError(t, err)
}
