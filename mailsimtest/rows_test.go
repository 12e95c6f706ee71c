package mailsimtest_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/mailsimtest"
)

// TestBubbleSendsAndReads lives ten hours in a bubble: SMTP and IMAP sessions stay open.
func TestBubbleSendsAndReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sim := mailsimtest.New(t, mailsimtest.Bubble())
		app := sim.Login("app@ours.test")
		reader := app.IMAP()
		_, err := reader.Select("INBOX", nil).Wait()
		require.NoError(t, err)
		start := time.Now()
		time.Sleep(10 * time.Hour)
		w := app.SMTP()
		require.NoError(t, w.Mail("app@ours.test"))
		require.NoError(t, w.Rcpt("app@ours.test"))
		data, err := w.Data()
		require.NoError(t, err)
		_, err = data.Write([]byte("From: app@ours.test\r\nTo: app@ours.test\r\nSubject: to myself\r\n\r\nx\r\n"))
		require.NoError(t, err)
		require.NoError(t, data.Close())
		// spec: beyond.synctest.smtp
		app.Wait().HasSubject("to myself")
		require.NoError(t, reader.Noop().Wait())
		found, err := reader.UIDSearch(&imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Subject", Value: "to myself"}}}, nil).Wait()
		require.NoError(t, err)
		// spec: beyond.synctest.imap
		assert.Len(t, found.AllUIDs(), 1)
		assert.Equal(t, 10*time.Hour, time.Since(start), "no other time passed")
	})
}

func TestKeyIsAdminAndUnlimited(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	get := func(path string) int {
		req, err := http.NewRequest(http.MethodGet, sim.URL()+path, nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+sim.Key())
		res, err := sim.Client().Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		return res.StatusCode
	}
	require.Equal(t, http.StatusOK, get("/api/me"))
	me := sim.Universe.Keys()
	// spec: d.mailsimtest
	require.Len(t, me, 1)
	assert.EqualValues(t, "admin", me[0].Role)
	for range 150 {
		require.Equal(t, http.StatusOK, get("/api/status"))
	}
}
