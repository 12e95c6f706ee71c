package webmail_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestTextsAreWholeWhereOneMailIsAskedFor: lists cut and say so; one message has all of
// its text, and what its sender wrote apart.
func TestTextsAreWholeWhereOneMailIsAskedFor(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	long := strings.Repeat("All of it. ", 100)
	mark := u.Mark()
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test", Subject: "short", Text: "Short."})
	ref := testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test", Subject: "long", Text: long + "\n\n> what you wrote\n> before"})
	list, err := u.Messages("box@x.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Equal(t, []bool{true, false}, []bool{list[0].Cut, list[1].Cut})
	assert.Len(t, list[0].Text, 240)
	assert.Empty(t, list[0].NewText)
	found, err := u.Search(ctx, "before", mailsim.SearchFilter{})
	require.NoError(t, err)
	assert.True(t, found.Messages[0].Cut)
	v, err := u.Message(ctx, ref, mailsim.ViewOptions{})
	require.NoError(t, err)
	assert.False(t, v.Message.Cut)
	assert.Contains(t, v.Message.Text, "> before")
	assert.Equal(t, strings.TrimSpace(long), v.Message.NewText)
	a, err := u.Wait(ctx, mark, mailsim.Match{To: "box@x.test", Subject: "long"})
	require.NoError(t, err)
	assert.Equal(t, v.Message.NewText, a.NewText)
	s := u.Status()
	assert.Equal(t, []int{2, 2, 2}, []int{s.Mails, s.Messages, s.Unread})
}
