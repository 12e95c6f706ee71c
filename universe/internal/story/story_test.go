package story_test

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
)

func told(t *testing.T, u *engine.Universe, f mailsim.StoryFilter) []mailsim.StoryLine {
	t.Helper()
	s, err := u.Story(context.Background(), f)
	require.NoError(t, err)
	return s.Lines
}

func text(lines []mailsim.StoryLine) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.Who + " " + l.What + "\n")
	}
	return b.String()
}

// TestStoryOfACase tells of its mails, what was planned about them and their answers,
// and of nothing else.
func TestStoryOfACase(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.QuietLinks(t, u)
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(1.0) })
	testkit.AddPerson(t, u, "ben@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(1.0) })
	_, err := u.PushCase(ctx, "c1", mailsim.CasePatch{Title: new("Order 4711"), Addresses: []string{"anna@client.test"}})
	require.NoError(t, err)
	id := testkit.Deliver(t, u, mailsim.Envelope{From: "app@ours.test", To: []string{"anna@client.test"}},
		"From: app@ours.test\r\nTo: anna@client.test\r\nSubject: About order 4711\r\nX-Service-Case: c1\r\n\r\nCould you send me the address?\r\n")
	testkit.SendTo(t, u, "ben@client.test", "Something else", "Could you send me the report?")
	require.NoError(t, u.Note(ctx, "a note"))
	testkit.Advance(t, u, 10*24*time.Hour)
	story := text(told(t, u, mailsim.StoryFilter{CaseID: "c1"}))
	for _, want := range []string{`case c1 begins: "Order 4711"`, `sends "About order 4711" to anna@client.test`, "plans for", `sends "RE: About order 4711"`} {
		assert.Contains(t, story, want)
	}
	assert.NotContains(t, story, "Something else")
	assert.NotContains(t, story, "a note")
	mail := told(t, u, mailsim.StoryFilter{MessageID: id})
	assert.Contains(t, text(mail), "plans for")
	assert.NotContains(t, text(mail), "begins")
	for _, l := range mail {
		if l.JobID != "" {
			assert.Equal(t, id, l.MessageID, "a plan names its mail")
		}
	}
	thread := text(told(t, u, mailsim.StoryFilter{Thread: id}))
	assert.Contains(t, thread, `sends "RE: About order 4711"`)
	assert.NotContains(t, thread, "Something else")
	person := text(told(t, u, mailsim.StoryFilter{PersonaID: anna.ID}))
	assert.Contains(t, person, anna.Name+" sends")
	assert.NotContains(t, person, "Something else")
	assert.Contains(t, text(told(t, u, mailsim.StoryFilter{})), "— a note")
}

// TestStoryInParts: pages back from the end and onward from the beginning meet all of it.
func TestStoryInParts(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for range 7 {
		require.NoError(t, u.Note(context.Background(), "x"))
	}
	var back, onward []mailsim.StoryLine
	for f := (mailsim.StoryFilter{Limit: 3}); ; f.Before = back[0].Event {
		s, err := u.Story(context.Background(), f)
		require.NoError(t, err)
		if back = append(s.Lines, back...); !s.More {
			break
		}
	}
	for f := (mailsim.StoryFilter{Limit: 3, Onward: true}); ; f.After = onward[len(onward)-1].Event {
		s, err := u.Story(context.Background(), f)
		require.NoError(t, err)
		if onward = append(onward, s.Lines...); !s.More {
			break
		}
	}
	assert.Len(t, back, 7)
	assert.Equal(t, back, onward)
	for _, bad := range []mailsim.StoryFilter{{Limit: -1}, {After: -1}, {Before: -1}} {
		_, err := u.Story(context.Background(), bad)
		assert.ErrorIs(t, err, mailsim.ErrInvalid)
	}
	for _, bad := range []mailsim.StoryFilter{{CaseID: "none"}, {PersonaID: "p_none"}} {
		_, err := u.Story(context.Background(), bad)
		assert.ErrorIs(t, err, mailsim.ErrNotFound)
	}
	assert.ErrorIs(t, u.Note(context.Background(), ""), mailsim.ErrInvalid)
	assert.ErrorIs(t, u.Note(context.Background(), strings.Repeat("x", 10_001)), mailsim.ErrInvalid)
}
