package mailsim_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// deliveryFault sends a mail past a rule and looks at what arrived.
func deliveryFault(kind mailsim.FaultKind, check func(t *testing.T, w *world, got []string)) func(t *testing.T, w *world) {
	return func(t *testing.T, w *world) {
		require.NoError(t, w.converse(t, "body").err)
		clean := w.inbox(t, bob)
		require.Len(t, clean, 1)
		w.faults(t, mailsim.FaultRule{ID: "it", Where: "delivery", Kind: kind, Times: 1, Match: mailsim.FaultMatch{Header: "X-Kind: test"}})
		require.NoError(t, w.converse(t, "body").err)
		check(t, w, w.inbox(t, bob)[1:])
		fired := w.fired()
		require.Len(t, fired, 1)
		assert.Equal(t, []string{"delivery", string(kind), bob}, []string{fired[0].Where, fired[0].Kind, fired[0].To})
	}
}

// altered: the mail arrives, and its body or header is not what was sent.
func altered(t *testing.T, w *world, got []string) {
	require.Len(t, got, 1)
	_, sent, _ := strings.Cut(strings.TrimSuffix(letter(bob, "Hello"), "."), "\r\n\r\n")
	head, body, _ := strings.Cut(got[0], "\r\n\r\n")
	assert.True(t, body != sent || !strings.Contains(head, "References: <a@x.test>") || strings.Contains(head, "charset=windows-1251"), got[0])
	own, err := w.u.Messages(sender, mailsim.MessageFilter{Folder: "Sent"})
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(string(own[0].Bytes()), sent), "the sender's own copy is whole")
}

// arrives: the mail is not there until a time has passed.
func arrives(after time.Duration) func(t *testing.T, w *world, got []string) {
	return func(t *testing.T, w *world, got []string) {
		require.Empty(t, got)
		w.later(t, after-time.Second)
		assert.Equal(t, 1, w.has(t, bob))
		w.later(t, time.Second)
		assert.Equal(t, 2, w.has(t, bob))
	}
}

var deliveryFaults = map[mailsim.FaultKind]func(t *testing.T, w *world, got []string){
	mailsim.FaultDelay: arrives(10 * time.Minute), mailsim.FaultReorder: arrives(10 * time.Minute), mailsim.FaultDelayedNotice: arrives(8 * time.Hour),
	mailsim.FaultDuplicate: func(t *testing.T, w *world, got []string) { assert.Len(t, got, 2) },
	mailsim.FaultLose: func(t *testing.T, w *world, got []string) {
		w.later(t, 30*24*time.Hour)
		assert.Equal(t, 1, w.has(t, bob))
		assert.Zero(t, w.has(t, sender), "nobody is told")
	},
	mailsim.FaultLateBounce: func(t *testing.T, w *world, got []string) {
		w.later(t, 4*time.Hour)
		assert.Equal(t, 1, w.has(t, bob))
		assert.Contains(t, w.inbox(t, sender)[0], "Action: failed")
	},
	mailsim.FaultJunk: func(t *testing.T, w *world, got []string) {
		list, err := w.u.Messages(bob, mailsim.MessageFilter{Folder: "Junk"})
		require.NoError(t, err)
		assert.Len(t, list, 1)
		assert.Empty(t, got)
	},
	mailsim.FaultCorrupt: altered, mailsim.FaultTruncate: altered, mailsim.FaultMangle: altered, mailsim.FaultLoseHeaders: altered, mailsim.FaultRewrap: altered,
}

// imapSteps are the stages of an IMAP session.
var imapSteps = []struct{ at, say string }{
	{"login", "LOGIN " + sender + " " + secret}, {"select", "SELECT INBOX"}, {"fetch", "FETCH 1:* (FLAGS)"}, {"idle", "IDLE"}, {"append", "APPEND Drafts {3+}\r\nx\r\n"},
}

// read goes through a session up to a stage and returns what came there.
func (w *world) read(t testing.TB, stage string) (answer string, took time.Duration, err error) {
	t.Helper()
	c := dial(t, w.imap)
	_, err = c.r.ReadString('\n')
	require.NoError(t, err)
	for _, step := range imapSteps {
		begun := time.Now()
		answer = ""
		_, err = io.WriteString(c, "a "+step.say+"\r\n")
		for err == nil && !strings.HasPrefix(answer[strings.LastIndexByte(strings.TrimSuffix(answer, "\r\n"), '\n')+1:], "a ") {
			var line string
			line, err = c.r.ReadString('\n')
			if answer += line; step.at == "idle" && strings.HasPrefix(line, "+") {
				_, err = io.WriteString(c, "DONE\r\n")
			}
		}
		took = time.Since(begun)
		if step.at == stage || err != nil || strings.Contains(answer, "a NO") {
			return answer, took, err
		}
	}
	return answer, took, err
}

// imapFault holds one kind at one stage against a real session.
func imapFault(at string, kind mailsim.FaultKind) func(t *testing.T, w *world) {
	return func(t *testing.T, w *world) {
		_, err := w.u.Inject(context.Background(), mailsim.Inject{To: sender, From: bob, Subject: "Hi", Text: "x"})
		require.NoError(t, err)
		before, _, err := w.read(t, at)
		require.NoError(t, err)
		r := mailsim.FaultRule{Where: "imap", At: at, Kind: kind, Times: 1}
		if kind == mailsim.FaultSlow || kind == mailsim.FaultStall {
			r.Delay = pause
		}
		w.faults(t, r)
		if kind == mailsim.FaultStale { // what comes now is not shown yet
			_, err := w.u.Inject(context.Background(), mailsim.Inject{To: sender, From: bob, Subject: "Later", Text: "x"})
			require.NoError(t, err)
		}
		answer, took, err := w.read(t, at)
		switch kind {
		case mailsim.FaultDisconnect, mailsim.FaultStall:
			assert.Error(t, err)
			assert.NotContains(t, answer, "a ")
		case mailsim.FaultSlow:
			require.NoError(t, err)
			assert.GreaterOrEqual(t, took, pause)
			assert.Contains(t, answer, "a OK")
		case mailsim.FaultAuthFail:
			assert.Contains(t, answer, "a NO [AUTHENTICATIONFAILED]")
		case mailsim.FaultUnavailable:
			assert.Contains(t, answer, "a NO [UNAVAILABLE]")
		case mailsim.FaultNoIdle:
			assert.Contains(t, answer, "a NO")
		case mailsim.FaultStale:
			if at == "select" {
				assert.Contains(t, answer, "* 1 EXISTS")
			}
		case mailsim.FaultUIDValidity:
			assert.Contains(t, before, "UIDVALIDITY 1]")
			assert.Contains(t, answer, "UIDVALIDITY 2]")
		}
		if took < pause && (kind == mailsim.FaultStall) {
			t.Errorf("stalled for %s only", took)
		}
		fired := w.fired()
		require.Len(t, fired, 1)
		assert.Equal(t, []string{"imap", at, string(kind)}, []string{fired[0].Where, fired[0].At, fired[0].Kind})
		answer, _, err = w.read(t, at)
		require.NoError(t, err)
		assert.Contains(t, answer, "a OK", "it is over")
	}
}

// hookFault lets one event go to an endpoint past a rule, and counts what comes:
// before any other attempt, and in the end.
func hookFault(kind mailsim.FaultKind, delay time.Duration, atOnce, inAll int) func(t *testing.T, w *world) {
	return func(t *testing.T, w *world) {
		var mu sync.Mutex
		var seen []int64
		count := func() int { mu.Lock(); defer mu.Unlock(); return len(seen) }
		hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			e, err := mailsim.ParseWebhook(r, "")
			assert.NoError(t, err)
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, e.ID)
		}))
		t.Cleanup(hook.Close)
		w.call(t, "PUT", "/webhooks", []map[string]any{{"url": hook.URL, "events": []string{"mail.delivered"}}})
		w.faults(t, mailsim.FaultRule{Where: "webhook", Kind: kind, Times: 1, Delay: delay, Match: mailsim.FaultMatch{To: hook.URL + "*"}})
		require.NoError(t, w.converse(t, "body").err)
		w.later(t, time.Second)
		assert.Equal(t, atOnce, count())
		if kind == mailsim.FaultReorder {
			require.NoError(t, w.converse(t, "body").err)
		}
		w.later(t, time.Hour)
		assert.Equal(t, inAll, count())
		if kind == mailsim.FaultReorder {
			assert.Greater(t, seen[0], seen[1], "the second event overtook the first")
		}
		fired := w.fired()
		require.Len(t, fired, 1)
		assert.Equal(t, "webhook", fired[0].Where)
	}
}

// apiFault asks the API past a rule.
func apiFault(kind mailsim.FaultKind) func(t *testing.T, w *world) {
	return func(t *testing.T, w *world) {
		r := mailsim.FaultRule{Where: "api", Kind: kind, Times: 1, Match: mailsim.FaultMatch{To: "/api/status", Username: "faults"}}
		if kind == mailsim.FaultSlow || kind == mailsim.FaultStall {
			r.Delay = pause
		}
		w.faults(t, r)
		w.call(t, "GET", "/clock", nil) // another path
		req, err := http.NewRequest("GET", w.url+"/api/status", nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+w.key)
		begun := time.Now()
		res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
		took := time.Since(begun)
		switch kind {
		case mailsim.FaultFail:
			require.NoError(t, err)
			defer res.Body.Close()
			assert.Equal(t, 503, res.StatusCode)
		case mailsim.FaultSlow:
			require.NoError(t, err)
			defer res.Body.Close()
			assert.Equal(t, 200, res.StatusCode)
			assert.GreaterOrEqual(t, took, pause)
		default:
			assert.Error(t, err)
			if kind == mailsim.FaultStall {
				assert.GreaterOrEqual(t, took, pause)
			}
		}
		require.Len(t, w.fired(), 1)
		w.call(t, "GET", "/status", nil)
	}
}
