package imapd_test

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// TestRevokedSessionsEnd: a session ends with BYE when its login stands no longer,
// in IDLE and between commands; others go on.
func TestRevokedSessionsEnd(t *testing.T) {
	t.Parallel()
	change := func(p mailsim.LoginPatch) func(*testing.T, *mailsim.Cell, *mailsim.Universe) {
		return func(t *testing.T, _ *mailsim.Cell, u *mailsim.Universe) {
			_, err := u.UpdateLogin(bg, "app@ours.test", p)
			require.NoError(t, err)
		}
	}
	for name, k := range map[string]struct {
		revoke func(*testing.T, *mailsim.Cell, *mailsim.Universe)
		why    string
	}{
		"disabled":         {change(mailsim.LoginPatch{Disabled: new(true)}), "the login is disabled"},
		"another password": {change(mailsim.LoginPatch{Password: new("another")}), "the password was changed"},
		"no password":      {change(mailsim.LoginPatch{ClearPassword: true}), "the login has no password"},
		"no IMAP":          {change(mailsim.LoginPatch{AllowIMAP: new(false)}), "the login may not use IMAP"},
		"deleted": {func(t *testing.T, _ *mailsim.Cell, u *mailsim.Universe) {
			require.NoError(t, u.DisableLogin(bg, "app@ours.test"))
		}, "the login is disabled"},
		"reset": {func(t *testing.T, _ *mailsim.Cell, u *mailsim.Universe) {
			_, err := u.Reset(bg)
			require.NoError(t, err)
		}, ""}, // the mailbox is gone as well
		"suspended": {func(t *testing.T, c *mailsim.Cell, _ *mailsim.Universe) {
			require.NoError(t, c.SetOrg(bg, mailsim.Org{Name: "one", Suspended: true}))
		}, "the organization is suspended"},
		"universe deleted": {func(t *testing.T, c *mailsim.Cell, u *mailsim.Universe) {
			require.NoError(t, c.DeleteUniverse(bg, u.ID()))
		}, "the universe is gone"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cell, err := universe.NewCell(mailsim.CellOptions{HashCost: 4})
			require.NoError(t, err)
			t.Cleanup(func() { assert.NoError(t, cell.Close()) })
			require.NoError(t, cell.SetOrg(bg, mailsim.Org{Name: "one"}))
			require.NoError(t, cell.SetOrg(bg, mailsim.Org{Name: "two"}))
			u, err := cell.CreateUniverse(bg, "one", mailsim.Options{HashCost: 4})
			require.NoError(t, err)
			_, err = u.CreateLogin(bg, mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "s3cret"})
			require.NoError(t, err)
			v, err := cell.CreateUniverse(bg, "two", mailsim.Options{HashCost: 4})
			require.NoError(t, err)
			_, err = v.CreateLogin(bg, mailsim.NewLogin{Address: "stays@ours.test", Password: "s3cret"})
			require.NoError(t, err)
			addr := serve(t, cell)
			idle, still, half, out, stays := dialWire(t, addr).login(t), dialWire(t, addr).login(t), dialWire(t, addr).login(t), dialWire(t, addr).login(t), dialWire(t, addr)
			require.Contains(t, idle.ask(t, "SELECT INBOX"), "OK")
			_, err = io.WriteString(idle, "b IDLE\r\n")
			require.NoError(t, err)
			line, err := idle.r.ReadString('\n')
			require.NoError(t, err)
			require.Equal(t, "+ idling\r\n", line)
			_, err = io.WriteString(half, "c APPEND INBOX {1000+}\r\nSubject: half of it\r\n")
			require.NoError(t, err)
			require.Contains(t, out.ask(t, "UNAUTHENTICATE"), "OK")
			require.Contains(t, stays.ask(t, "LOGIN stays@ours.test s3cret"), "OK")
			began := time.Now()
			k.revoke(t, cell, u)
			for _, c := range []*wire{idle, still, half} {
				all, err := io.ReadAll(c.r)
				require.NoError(t, err)
				if k.why == "" {
					assert.Contains(t, string(all), "* BYE ")
					continue
				}
				assert.Contains(t, string(all), "* BYE Logged out: "+k.why+"\r\n")
			}
			assert.Less(t, time.Since(began), 5*time.Second)
			assert.Contains(t, out.ask(t, "NOOP"), "OK", "who logged out stays")
			assert.Contains(t, stays.ask(t, "NOOP"), "OK")
		})
	}
}
