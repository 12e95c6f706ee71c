package pen_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestPeopleReadWhatTheirProgramShows: where the text of a mail and its HTML do not say the
// same, people answer the HTML, unless their program shows plain text.
func TestPeopleReadWhatTheirProgramShows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ client, html, want, not string }{
		{"gmail", "<p>Hello Anna,</p><p>Would you prefer <b>Tuesday</b> or <b>Thursday</b>?</p>", "T(ue|hur)sday", "Monday|Friday"},
		{"plain", "<p>Hello Anna,</p><p>Would you prefer <b>Tuesday</b> or <b>Thursday</b>?</p>", "Monday|Friday", "T(ue|hur)sday"},
		{"outlook", "<p>Hello Anna,</p><p>Would you prefer <b>Monday</b> or <b>Friday</b>? See <a href=\"https://a.test/\">here</a></p>", "Monday|Friday", "T(ue|hur)sday"},
		{"apple", `<img src="https://a.test/a.png">`, "Monday|Friday", "T(ue|hur)sday"},
	} {
		var briefs []mailsim.Brief
		u := testkit.WithWriter(t, &testkit.Quill{Writes: func(_ context.Context, b mailsim.Brief) (mailsim.Draft, error) {
			briefs = append(briefs, b)
			return mailsim.Draft{}, assert.AnError // templates stand in
		}}, mailsim.Options{})
		testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) {
			p.Style.Client, p.Timing.ReplyRate = c.client, new(1.0)
		})
		_, err := u.Send(context.Background(), mailsim.Outgoing{
			From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "The visit",
			Text: "Hello Anna,\n\nWould you prefer Monday or Friday? See here (https://a.test/)", HTML: c.html,
		})
		require.NoError(t, err)
		testkit.Advance(t, u, 10*24*time.Hour)
		answers := testkit.EventsOf[mailsim.PersonaSent](u)
		require.NotEmpty(t, answers, c.client)
		require.NotEmpty(t, briefs, c.client)
		assert.Regexp(t, c.want, answers[0].Text, c.client)
		assert.NotRegexp(t, c.not, answers[0].Text, c.client)
		assert.Regexp(t, c.want, briefs[0].Mails[0].Text, c.client)
		assert.NotRegexp(t, c.not, briefs[0].Mails[0].Text, c.client)
	}
}
