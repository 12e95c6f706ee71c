package mailsim_test

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// A connection that is reset ends otherwise than one that is closed.
func TestFaultsReset(t *testing.T) {
	t.Parallel()
	w := openWorld(t)
	for text, want := range map[string]error{"reset": syscall.ECONNRESET, "close": io.EOF} {
		w.faults(t, mailsim.FaultRule{Where: "smtp", At: "rcpt", Kind: mailsim.FaultDisconnect, Text: text})
		assert.ErrorIs(t, w.converse(t, "rcpt").err, want, text)
	}
}

// Slow bytes stay slow over TLS.
func TestFaultsTrickleOverTLS(t *testing.T) {
	t.Parallel()
	w := openWorld(t)
	w.faults(t, mailsim.FaultRule{Where: "smtp", At: "starttls", Kind: mailsim.FaultTrickle, Rate: 100})
	c := dial(t, w.smtp)
	_, err := c.reply()
	require.NoError(t, err)
	for _, line := range []string{"EHLO me.test", "STARTTLS"} {
		_, err = c.say(line)
		require.NoError(t, err)
	}
	c = c.secure(t)
	begun := time.Now()
	answer, err := c.say("EHLO me.test")
	require.NoError(t, err)
	assert.GreaterOrEqual(t, time.Since(begun), time.Duration((len(answer)-1)/10)*time.Second/10)
}

// BDAT is the data of clients that know CHUNKING: rules for data act on it.
func TestFaultsBDAT(t *testing.T) {
	t.Parallel()
	w := openWorld(t)
	w.faults(t, mailsim.FaultRule{Where: "smtp", At: "data", Kind: mailsim.FaultTempfail, Times: 1})
	c := dial(t, w.smtp)
	_, err := c.reply()
	require.NoError(t, err)
	body := strings.TrimSuffix(letter(bob, "Hello"), ".")
	var got []string
	for range 2 {
		for _, line := range []string{"EHLO me.test", "MAIL FROM:<" + sender + "> BODY=8BITMIME", "RCPT TO:<" + bob + ">"} {
			_, err = c.say(line)
			require.NoError(t, err)
		}
		for rest := body; rest != ""; rest = rest[len(rest)/2+len(rest)%2:] {
			half, last := rest[:len(rest)/2+len(rest)%2], ""
			if len(half) == len(rest) {
				last = " LAST"
			}
			if len(rest) < 100 { // few chunks are enough
				half, last, rest = rest, " LAST", ""
			}
			_, err = fmt.Fprintf(c, "BDAT %d%s\r\n%s", len(half), last, half)
			require.NoError(t, err)
			answer, err := c.reply()
			require.NoError(t, err)
			got = append(got, answer[:3])
			if rest == "" {
				break
			}
		}
	}
	assert.Equal(t, "451", got[0])
	assert.NotContains(t, got[1:len(got)/2], "250", "the other chunks of that mail are refused")
	assert.NotContains(t, got[len(got)/2:], "451")
	assert.Equal(t, 1, w.has(t, bob))
}

// Over LMTP each recipient is answered (RFC 2033 section 4.2), by faults too.
func TestFaultsLMTP(t *testing.T) {
	t.Parallel()
	w := openWorld(t)
	for _, at := range []string{"body", "after_data"} {
		w.faults(t, mailsim.FaultRule{Where: "smtp", At: at, Kind: mailsim.FaultReject})
		c := dial(t, w.lmtp)
		_, err := c.reply()
		require.NoError(t, err)
		for _, line := range []string{"LHLO me.test", "MAIL FROM:<" + sender + ">", "RCPT TO:<" + bob + ">", "RCPT TO:<ben@x.test>", "DATA"} {
			_, err = c.say(line)
			require.NoError(t, err)
		}
		first, err := c.say(letter(bob, "Hello"))
		require.NoError(t, err)
		second, err := c.reply()
		require.NoError(t, err)
		assert.Regexp(t, "^550 5.7.1 .*Rejected\r\n$", first)
		assert.Regexp(t, "^550 5.7.1 .*Rejected\r\n$", second)
		answer, err := c.say("NOOP")
		require.NoError(t, err)
		assert.Equal(t, "250 2.0.0 Ok\r\n", answer, "no answer is left over")
	}
	assert.Equal(t, 1, w.has(t, "ben@x.test"))
}

// Each way to match, on the wire: a mail that is meant and one that is not.
func TestFaultsMatch(t *testing.T) {
	t.Parallel()
	for name, match := range map[string]mailsim.FaultMatch{
		"from": {From: sender}, "to": {To: bob}, "domain": {Domain: "x.test"}, "subject": {Subject: "hello"}, "header": {Header: "X-Kind: test"},
		"a header's name": {Header: "References"}, "pattern": {To: "b*@X.test", From: "*@ours.test"},
	} {
		for _, where := range []string{"smtp", "delivery"} {
			t.Run(where+" "+name, func(t *testing.T) {
				t.Parallel()
				w := openWorld(t)
				r := mailsim.FaultRule{Where: "smtp", At: "body", Kind: mailsim.FaultReject, Match: match}
				if where == "delivery" {
					r.Where, r.At, r.Kind = "delivery", "", mailsim.FaultLose
				}
				w.faults(t, r)
				c := dial(t, w.smtp)
				_, err := c.reply()
				require.NoError(t, err)
				other := strings.NewReplacer("Hello", "Goodbye", "X-Kind: test", "X-Kind: real", "References", "X-References")
				for _, m := range []struct{ from, to, data string }{{sender, bob, letter(bob, "Hello")}, {"you@them.test", "ann@y.test", other.Replace(letter(bob, "Hello"))}} {
					for _, line := range []string{"EHLO me.test", "MAIL FROM:<" + m.from + ">", "RCPT TO:<" + m.to + ">", "DATA", m.data} {
						_, err := c.say(line)
						require.NoError(t, err)
					}
				}
				assert.Zero(t, w.has(t, bob))
				assert.Equal(t, 1, w.has(t, "ann@y.test"))
				assert.Len(t, w.fired(), 1)
			})
		}
	}
	t.Run("login", func(t *testing.T) {
		t.Parallel()
		w := openWorld(t)
		w.faults(t, mailsim.FaultRule{Where: "smtp", At: "mail", Kind: mailsim.FaultReject, Match: mailsim.FaultMatch{Username: sender}})
		assert.Contains(t, w.converse(t, "auth").replies["mail"], "550 ")
		assert.Contains(t, w.converse(t, "mail").replies["mail"], "250 ", "who has not logged in")
	})
}

// clients lets n clients converse at once and returns how often each answer came.
func (w *world) clients(t testing.TB, n int, each func(c *talk, i int) []string) map[string]int {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	answers := map[string]int{}
	start := make(chan struct{})
	for i := range n {
		c := dial(t, w.smtp)
		_, err := c.reply()
		require.NoError(t, err)
		_, err = c.say("EHLO me.test")
		require.NoError(t, err)
		wg.Go(func() {
			<-start
			list := each(c, i)
			mu.Lock()
			defer mu.Unlock()
			for _, a := range list {
				answers[a]++
			}
		})
	}
	close(start)
	wg.Wait()
	return answers
}

// must is say for clients that are not the test's own goroutine.
func (c *talk) must(t testing.TB, line string) string {
	answer, err := c.say(line)
	if !assert.NoError(t, err, line) {
		return "none"
	}
	return answer[:3]
}

// "451 twice, then accept" holds exactly with 50 clients on 50 connections: each
// with a recipient of its own, and all with ten.
func TestFaultsTwiceThenAccepted(t *testing.T) {
	t.Parallel()
	for _, recipients := range []int{50, 10, 1} {
		t.Run(fmt.Sprint(recipients), func(t *testing.T) {
			t.Parallel()
			w := openWorld(t)
			w.faults(t, mailsim.FaultRule{Where: "smtp", At: "rcpt", Kind: mailsim.FaultTempfail, Code: 451, Attempt: 2})
			var refused atomic.Int32
			got := w.clients(t, 50, func(c *talk, i int) (answers []string) {
				to := fmt.Sprintf("r%d@x.test", i%recipients)
				c.must(t, "MAIL FROM:<"+sender+">")
				for len(answers) < 200 {
					a := c.must(t, "RCPT TO:<"+to+">")
					if answers = append(answers, a); a != "451" {
						break
					}
					refused.Add(1)
				}
				if recipients == 50 {
					assert.Equal(t, []string{"451", "451", "250"}, answers)
				}
				assert.Equal(t, "354", c.must(t, "DATA"))
				assert.Equal(t, "250", c.must(t, letter(to, "Hello")))
				return answers
			})
			// spec: beyond.fault.nth
			assert.Equal(t, map[string]int{"451": 2 * recipients, "250": 50}, got)
			assert.Len(t, w.fired(), 2*recipients)
			for i := range recipients {
				assert.Equal(t, 50/recipients, w.has(t, fmt.Sprintf("r%d@x.test", i)))
			}
		})
	}
}

// "At most 5 per simulated second" holds exactly with 50 clients, in each second.
func TestFaultsPerSecond(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]mailsim.Faults{
		"rule":     {Rules: []mailsim.FaultRule{{Where: "smtp", At: "mail", Kind: mailsim.FaultTempfail, PerSecond: 5}}},
		"scenario": {Scenario: "rate_limited"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := openWorld(t)
			status, why := w.try(t, set)
			require.Equal(t, 200, status, why)
			for second := range 4 {
				got := w.clients(t, 50, func(c *talk, i int) []string {
					a := c.must(t, "MAIL FROM:<"+sender+">")
					if a == "250" {
						for _, line := range []string{"RCPT TO:<" + bob + ">", "DATA", letter(bob, "Hello")} {
							c.must(t, line)
						}
					}
					return []string{a}
				})
				// spec: beyond.fault.rate
				assert.Equal(t, 5, got["250"], "second %d: %v", second, got)
				assert.Equal(t, 50, got["250"]+got["451"]+got["421"])
				assert.Equal(t, 5*(second+1), w.has(t, bob))
				w.later(t, time.Second)
			}
		})
	}
}

// POST /api/send passes by all rules, those of all places at once.
func TestFaultsNeverTouchSend(t *testing.T) {
	t.Parallel()
	w := openWorld(t)
	var rules []mailsim.FaultRule
	for _, f := range slices.SortedFunc(maps.Keys(doorFaults()), func(a, b doorFault) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) {
		if f.where != "api" {
			rules = append(rules, mailsim.FaultRule{Where: f.where, At: f.at, Kind: f.kind})
		}
	}
	w.faults(t, rules...)
	w.byHTTP.send(t, bob, "Hello", "x")
	// spec: send.no-faults
	assert.Equal(t, 1, w.has(t, bob))
	assert.Empty(t, w.fired())
}
