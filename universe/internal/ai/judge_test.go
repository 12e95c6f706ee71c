package ai_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// Whether a mail is answered is asked where the odds are near even, when the
// person reads it; the answer holds against the rules.
func TestAICloseCalls(t *testing.T) {
	t.Parallel()
	for _, yes := range []bool{true, false} {
		t.Run(fmt.Sprint(yes), func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			p := &testkit.Quill{Judges: func(q mailsim.Question) (mailsim.Answer, error) {
				return mailsim.Answer{Yes: yes, Why: "because I say so"}, nil
			}}
			u := testkit.WithWriter(t, p, mailsim.Options{})
			leans := map[bool]int{}
			for i := range 8 {
				to := fmt.Sprintf("p%d@client.test", i)
				_, err := u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{to}, Temperament: "skeptical"})
				require.NoError(t, err)
				_, err = u.Send(ctx, mailsim.Outgoing{From: to, To: []string{"bob@ours.test"}, Subject: "Hello", Text: "We know each other."})
				require.NoError(t, err)
				_, err = u.Send(ctx, mailsim.Outgoing{From: "bob@ours.test", To: []string{to}, Subject: "Order", Text: "When does the order arrive?"})
				require.NoError(t, err)
			}
			_, err := u.Advance(ctx, 14*24*time.Hour)
			require.NoError(t, err)
			for _, q := range p.Questions {
				assert.Equal(t, "reply", q.Kind)
				leans[q.Lean]++
			}
			require.Positive(t, leans[true], "the rules lean both ways")
			require.Positive(t, leans[false])
			replies := 0
			for _, s := range testkit.EventsOf[mailsim.PersonaSent](u) {
				if s.Kind == "reply" {
					replies++
				}
			}
			ignored := testkit.EventsOf[mailsim.PersonaIgnored](u)
			assert.Equal(t, 8, len(ignored)+replies, "each has one outcome")
			if yes {
				assert.GreaterOrEqual(t, replies, len(p.Questions))
				return
			}
			why := 0
			for _, i := range ignored {
				if i.Why == "because I say so" {
					why++
				}
			}
			assert.Equal(t, len(p.Questions), why)
		})
	}
}

func TestAIClicks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		habit  string
		yes    bool
		asked  bool
		opened int
	}{{"usual", true, true, 1}, {"usual", false, true, 0}, {"curious", false, false, 1}, {"never", true, false, 0}} {
		t.Run(fmt.Sprint(c.habit, c.yes), func(t *testing.T) {
			t.Parallel()
			p := &testkit.Quill{Judges: func(q mailsim.Question) (mailsim.Answer, error) {
				return mailsim.Answer{Yes: c.yes, Why: "it looks odd"}, nil
			}}
			u := testkit.WithWriter(t, p, mailsim.Options{})
			u.SetSite("app.test", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				_, _ = w.Write([]byte("<title>Welcome aboard</title>"))
			}))
			anna(t, u, func(p *mailsim.Persona) { p.Style.Links = c.habit })
			question(t, u, mailsim.Outgoing{Text: "Hello Anna,\n\nour offer is here: https://app.test/confirm?t=1\n\nWhat do you think of it?\n\nBob"})
			assert.Len(t, testkit.EventsOf[mailsim.LinkOpened](u), c.opened)
			assert.Equal(t, c.asked, slices.ContainsFunc(p.Questions, func(q mailsim.Question) bool { return q.Kind == "click" && q.URL == "https://app.test/confirm?t=1" }))
			if c.asked && !c.yes {
				skipped := testkit.EventsOf[mailsim.LinkSkipped](u)
				require.NotEmpty(t, skipped)
				assert.Equal(t, "it looks odd", skipped[0].Why)
			}
			if c.opened == 1 {
				assert.Equal(t, []string{"Welcome aboard"}, p.Briefs[0].Pages)
				assert.Equal(t, "1", p.Briefs[0].Facts["links_opened"])
			}
		})
	}
}
