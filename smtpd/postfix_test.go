//go:build postfix

package smtpd_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/smtpd/internal/dialogue"
)

// TestPostfix plays testdata/dialogues.txt with the Postfix at POSTFIX_ADDR: it
// replies as the file says. It must offer STARTTLS and PLAIN and LOGIN in clear
// for app with password s3cret, take mail for any address (relay_domains =
// static:all, default_transport = discard:), have message_size_limit 33554432 and
// smtpd_forbid_bare_newline on, and no limits to errors.
func TestPostfix(t *testing.T) {
	addr := os.Getenv("POSTFIX_ADDR")
	if addr == "" {
		t.Skip("POSTFIX_ADDR names no Postfix")
	}
	for _, d := range dialogue.Read(t, "testdata/dialogues.txt") {
		assert.Equal(t, d.Postfix, d.Play(t, addr), "line %d", d.Line)
	}
}
