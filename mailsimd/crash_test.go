//go:build unix

package mailsimd

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/smtp"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/bolt"
	"github.com/mailsim/mailsim/universe"
)

var kills = flag.Int("mailsim.kills", 4, "how often the tests of crashes kill a process")

// crashFile is a world with people who answer and streams of mail.
const crashFile = `
name: Crash
personas:
  - {id: p_mira, name: Mira Okafor, addresses: [mira@harbour.test], temperament: responsive, timing: {reply_rate: 1}}
  - {id: p_tom, name: Tom Brandt, addresses: [tom@fernwood.test], temperament: procedural, timing: {reply_rate: 1}}
logins:
  - {address: app@ours.test, password: secret-secret}
world:
  streams:
    - {id: leads, kind: lead, per_day: 20, enabled: true, to: [sales@ours.test], brief: lighting for a new office}
    - {id: spam, kind: spam, per_day: 20, enabled: true, to: [sales@ours.test]}
`

const crashKey = "a-key-of-the-test"

// crash kills the process and waits for its end.
func (r *running) crash() {
	r.t.Helper()
	require.NoError(r.t, r.cmd.Process.Signal(syscall.SIGKILL))
	<-r.exited
}

// api asks the API, and tells whether the answer is that all went well.
func (r *running) api(method, path, body string) (answer []byte, ok bool) {
	req, err := http.NewRequest(method, r.ready.HTTP+path, strings.NewReader(body))
	if err != nil {
		return nil, false
	}
	req.Header.Set("Authorization", "Bearer "+crashKey)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, false
	}
	defer res.Body.Close()
	var b bytes.Buffer
	if _, err = b.ReadFrom(res.Body); err != nil {
		return nil, false
	}
	return b.Bytes(), res.StatusCode == http.StatusOK || res.StatusCode == http.StatusCreated
}

// sent are mails by their token, and what they said.
type sent struct {
	mu    sync.Mutex
	tried map[string]string // all that may be there
	acked map[string]bool   // all that must be there
	next  atomic.Int64
}

// try makes a mail, hands it over, and notes whether that was acknowledged.
func (s *sent) try(hand func(raw string) bool) bool {
	token := fmt.Sprintf("token-%d-", s.next.Add(1))
	raw := "From: a@x.test\r\nTo: box@ours.test\r\nSubject: " + token + "\r\nMessage-ID: <" + token + "@x.test>\r\n\r\n" + strings.Repeat(token+"\r\n", 1+int(s.next.Load())%200)
	s.mu.Lock()
	s.tried[token] = raw
	s.mu.Unlock()
	ok := hand(raw)
	if ok {
		s.mu.Lock()
		s.acked[token] = true
		s.mu.Unlock()
	}
	return ok
}

// load hands mails to all doors at once, and moves the clock, until nobody answers.
func (s *sent) load(r *running) (wait func()) {
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			c, err := smtp.Dial(r.ready.SMTP)
			for err == nil {
				s.try(func(raw string) bool {
					if err = c.Mail("a@x.test"); err == nil {
						err = c.Rcpt("box@ours.test")
					}
					if err == nil {
						w, e := c.Data()
						if err = e; err == nil {
							_, _ = w.Write([]byte(raw))
							err = w.Close()
						}
					}
					return err == nil
				})
			}
		})
	}
	for range 2 {
		wg.Go(func() {
			c, err := imapclient.DialInsecure(r.ready.IMAP, nil)
			if err != nil {
				return
			}
			defer c.Close()
			for ok := c.Login("app@ours.test", "secret-secret").Wait() == nil; ok; {
				ok = s.try(func(raw string) bool {
					w := c.Append("INBOX", int64(len(raw)), nil)
					_, _ = w.Write([]byte(raw))
					_ = w.Close()
					_, err := w.Wait()
					return err == nil
				})
			}
		})
		wg.Go(func() {
			for s.try(func(raw string) bool {
				body, _ := json.Marshal(map[string]string{"to": "inject@ours.test", "raw": raw})
				_, ok := r.api("POST", "/api/inject", string(body))
				return ok
			}) {
			}
		})
	}
	wg.Go(func() {
		for ok := true; ok; {
			_, ok = r.api("POST", "/api/clock/advance", `{"by":"2h"}`)
		}
	})
	return wg.Wait
}

// verify opens what the killed process left, and looks for every mail in it.
func (s *sent) verify(t *testing.T, dir string) {
	t.Helper()
	ctx := context.Background()
	require.NoError(t, checkDirectory(ctx, dir, new(bytes.Buffer)))
	u, err := universe.Open(ctx, bolt.Open(dir), mailsim.Options{Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer func() { assert.NoError(t, u.Close()) }()
	there := map[string]int{}
	for _, box := range []string{"box@ours.test", "app@ours.test", "inject@ours.test"} {
		a, err := u.Access(box)
		if err != nil {
			continue
		}
		snap, err := a.Open("INBOX")
		require.NoError(t, err)
		for m := range snap.From(0) {
			_, body := m.Parts()
			_, token, _ := strings.Cut(body, "Subject: ")
			token, _, _ = strings.Cut(token, "\r\n")
			require.Equal(t, s.tried[token], body, "a mail is there as it was sent")
			there[token]++
		}
	}
	for token := range s.acked {
		require.Equal(t, 1, there[token], "%s was acknowledged", token)
	}
	for token, n := range there {
		require.Equal(t, 1, n, "%s is there more than once", token)
	}
	last := int64(0)
	for e := range u.Log(mailsim.EventFilter{}) {
		require.Equal(t, last+1, e.ID, "the log has no gap")
		last = e.ID
	}
}

// TestKilledUnderLoad kills the process again and again while mail comes in by all
// doors and the clock moves: nothing that was acknowledged is lost, nothing is
// there by half or twice.
func TestKilledUnderLoad(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "crash.yaml")
	require.NoError(t, os.WriteFile(file, []byte(crashFile), 0o600))
	var data string
	var s *sent
	acked := 0
	for i := range *kills {
		if i%50 == 0 { // what it has to read each time stays small
			data = filepath.Join(dir, fmt.Sprint("data", i))
			s = &sent{tried: map[string]string{}, acked: map[string]bool{}}
		}
		before := len(s.acked)
		r := start(t, nil, "-data", data, "-config", file, "-key", crashKey, "-frozen", "-rate=0", "-seed=crash", "-smtp-auth=false")
		wait := s.load(r)
		time.Sleep(time.Duration(rand.Int64N(int64(300 * time.Millisecond)))) // the instant of death is anyone
		r.crash()
		wait()
		s.verify(t, data)
		acked += len(s.acked) - before
	}
	t.Logf("%d kills, %d mails acknowledged, none lost", *kills, acked)
	assert.Positive(t, acked)
}

// story is the log of a universe as text, but for how often someone moved the clock.
func story(u *mailsim.Universe) string {
	var b strings.Builder
	for e := range u.Log(mailsim.EventFilter{}) {
		if e.Type != mailsim.EventClockChanged {
			fmt.Fprintf(&b, "%s %s %+v\n", e.At, e.Type, e.Data)
		}
	}
	return b.String()
}

// TestKilledByTheClock kills a process while the clock alone drives the universe: its
// story goes on as that of one that was never killed.
func TestKilledByTheClock(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	file := filepath.Join(dir, "crash.yaml")
	require.NoError(t, os.WriteFile(file, []byte(crashFile), 0o600))
	data := filepath.Join(dir, "data")
	args := []string{"-data", data, "-config", file, "-key", crashKey, "-frozen", "-rate=0", "-seed=crash", "-start=2026-01-05T09:00:00Z"}
	end := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC).Add(time.Duration(*kills) * 4 * 24 * time.Hour)
	asked := fmt.Sprintf(`{"to":%q}`, end.Format(time.RFC3339))
	died := 0
	for done := false; !done; {
		r := start(t, nil, args...)
		finished := make(chan bool, 1)
		go func() { _, ok := r.api("POST", "/api/clock/advance", asked); finished <- ok }()
		if died < *kills {
			select {
			case done = <-finished:
			case <-time.After(time.Duration(rand.Int64N(int64(150 * time.Millisecond)))):
				died++
			}
		} else {
			done = <-finished
		}
		r.crash()
	}
	t.Logf("it was killed %d times on its way", died)
	u, err := universe.Open(ctx, bolt.Open(data), mailsim.Options{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, u.Close()) }()
	c, err := universe.ParseConfig(file, []byte(crashFile))
	require.NoError(t, err)
	twin, err := universe.New(mailsim.Options{Config: c, Seed: "crash", Frozen: true, Start: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)})
	require.NoError(t, err)
	defer func() { assert.NoError(t, twin.Close()) }()
	_, err = twin.AddKey(ctx, crashKey, "mailsimd", mailsim.RoleAdmin)
	require.NoError(t, err)
	_, err = twin.Advance(ctx, end.Sub(twin.Now()))
	require.NoError(t, err)
	assert.Equal(t, twin.Now(), u.Now())
	require.Equal(t, story(twin), story(u))
}
