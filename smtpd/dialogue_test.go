package smtpd_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/smtpd/internal/dialogue"
)

// TestDialogues plays every line of testdata/dialogues.txt.
func TestDialogues(t *testing.T) {
	t.Parallel()
	u, addr := serve(t, smtpd.Options{})
	_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "app@mailsim.test", Username: "app", Password: "s3cret"})
	require.NoError(t, err)
	for _, d := range dialogue.Read(t, "testdata/dialogues.txt") {
		assert.Equal(t, d.Want, d.Play(t, addr), "line %d", d.Line)
	}
}
