package door_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestAppendedIsRead: what a client appends is searched as it reads, as what is
// submitted is: not as its bytes are if it has parts, HTML or a file.
func TestAppendedIsRead(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Seed: "appended"})
	_, err := u.CreateLogin(t.Context(), mailsim.NewLogin{Address: "box@x.test", Password: "pass"})
	require.NoError(t, err)
	a, err := u.Access("box@x.test")
	require.NoError(t, err)
	_, _, err = a.Append(t.Context(), "INBOX", []mailsim.AppendMail{
		{Data: "Subject: plain\r\nMessage-ID: <1@x.test>\r\n\r\nHello.\r\n"},
		{Data: "Subject: page\r\nMessage-ID: <2@x.test>\r\nContent-Type: text/html\r\n\r\n<p>He<b>ll</b>o.</p>\r\n"},
		{Data: "Subject: file\r\nMessage-ID: <3@x.test>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello.\r\n" +
			"--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8sd29ybGQ=\r\n--b--\r\n"},
	})
	require.NoError(t, err)
	snap, err := a.Open("INBOX")
	require.NoError(t, err)
	var verbatim, files []bool
	for s := range snap.From(0) {
		verbatim, files = append(verbatim, s.Mail.Verbatim()), append(files, s.Mail.HasFiles())
	}
	assert.Equal(t, []bool{true, false, false}, verbatim)
	assert.Equal(t, []bool{false, false, true}, files)
}
