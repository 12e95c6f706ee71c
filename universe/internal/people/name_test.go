package people_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, address string
		want          bool
	}{
		{"Anna Weber", "anna.weber@x.test", true},
		{"anna.weber", "anna.weber@x.test", false},
		{"anna weber", "anna.weber+news@x.test", false},
		{"anna.weber@x.test", "anna.weber@x.test", false},
		{"Anna", "anna@x.test", true},
		{"anna", "desk@x.test", true},
		{" ", "anna@x.test", false},
	} {
		assert.Equal(t, c.want, people.Names(c.name, c.address), c)
	}
}

func TestGreetedAs(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"Bea", "x17@x.test", "Bea"},
		{"Bea", "b.keller@x.test", "Bea Keller"},
		{"Bea Keller", "bk@x.test", "Bea Keller"},
		{"Bea", "desk@x.test", "Bea"},
		{"Bea", "anna.weber@x.test", ""},
		{"Ms Keller", "bk@x.test", ""},
		{"Team", "info@x.test", ""},
		{"there", "bk@x.test", ""},
		{"SIR", "bk@x.test", ""},
		{"", "bk@x.test", ""},
	} {
		assert.Equal(t, c[2], people.GreetedAs(c[0], c[1]), c)
	}
}

// TestNameInTo: an answer goes to the name that the other one writes under, where their
// address has none, and who was made by a mail is called as that mail calls them.
func TestNameInTo(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	_, err := u.SetRecipients(context.Background(), mailsim.Recipients{Default: mailsim.Rule{Stranger: mailsim.StrangerBasic}})
	require.NoError(t, err)
	id, err := u.Send(context.Background(), mailsim.Outgoing{From: "jk77@ours.test", To: []string{"b.keller+responsive@client.test"}, Subject: "The offer", Text: "Hi Bea,\n\nwhen can you send the offer?\n\nBest regards\nJutta Kern"})
	require.NoError(t, err)
	b, err := u.PersonaByAddress("b.keller+responsive@client.test")
	require.NoError(t, err)
	assert.Equal(t, "Bea Keller", b.Name)
	_, err = u.Act(context.Background(), b.ID, mailsim.Act{Kind: mailsim.ActReply, MessageID: id, Text: "On Monday."})
	require.NoError(t, err)
	testkit.Advance(t, u, time.Hour)
	got := testkit.Inbox(t, u, "jk77@ours.test")
	require.Len(t, got, 1)
	var raw string
	u.Read(func(v state.View) { raw = post.ByID(v, got[0].MessageID).Mail.Raw() })
	assert.Contains(t, raw, "Bea Keller <b.keller+responsive@client.test>")
	assert.Contains(t, raw, "Jutta Kern <jk77@ours.test>")
}
