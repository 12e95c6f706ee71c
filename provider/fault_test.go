package provider_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

func (w *world) faults(rules ...mailsim.FaultRule) {
	w.t.Helper()
	_, err := w.u.SetFaults(context.Background(), mailsim.Faults{Rules: rules})
	require.NoError(w.t, err)
}

// doorRequests are a good send by each door.
var doorRequests = map[string]func(w *world) answer{
	"sendgrid": func(w *world) answer {
		return w.ask("POST", "/v3/mail/send", sgMail("a@client.test"), "Authorization", sgKey)
	},
	"postmark": func(w *world) answer {
		return w.ask("POST", "/email", `{"From":"app@ours.test","To":"a@client.test","TextBody":"x"}`, token, "x")
	},
	"resend": func(w *world) answer {
		return w.ask("POST", "/emails", `{"from":"app@ours.test","to":"a@client.test","subject":"x","text":"x"}`, "Authorization", "Bearer re_x")
	},
	"mailgun": func(w *world) answer {
		form := url.Values{"from": {"app@ours.test"}, "to": {"a@client.test"}, "text": {"x"}}
		return w.ask("POST", "/v3/ours.test/messages", form.Encode(), "Authorization", basic("x"), "Content-Type", "application/x-www-form-urlencoded")
	},
	"ses": func(w *world) answer {
		return w.ask("POST", "/v2/email/outbound-emails", `{"FromEmailAddress":"app@ours.test","Destination":{"ToAddresses":["a@client.test"]},"Content":{"Simple":{"Subject":{"Data":"x"},"Body":{"Text":{"Data":"x"}}}}}`, "Authorization", aws)
	},
}

// TestFaultsAtDoors: a rule has each provider answer an error in its own form, and nothing
// is sent.
func TestFaultsAtDoors(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	for door, says := range map[string]map[int]string{
		"sendgrid": {429: `{"errors":[{"message":"too many requests"`, 500: "internal server error", 503: "service unavailable", 401: "authorization required"},
		"postmark": {429: `{"ErrorCode":429,"Message":"Rate Limit Exceeded"}`, 500: `"ErrorCode":101`, 503: `{"ErrorCode":100,"Message":"The Postmark API is offline for maintenance."}`},
		"resend":   {429: `"name":"rate_limit_exceeded"`, 500: `"name":"internal_server_error"`, 503: `"statusCode":503`, 409: "concurrent_idempotent_requests"},
		"mailgun":  {429: `{"message":"Too Many Requests"}`, 500: `{"message":"Internal Server Error"}`, 503: "Service Unavailable"},
		"ses":      {429: "Maximum sending rate exceeded.", 500: "unknown error", 503: "temporary failure"},
	} {
		for code, want := range says {
			for _, at := range []string{"", door} {
				w.faults(mailsim.FaultRule{Where: "provider", At: at, Kind: mailsim.FaultFail, Code: code})
				got := doorRequests[door](w)
				assert.Equal(t, code, got.code, "%s %d: %s", door, code, got.body)
				assert.Contains(t, string(got.body), want, "%s %d", door, code)
			}
		}
		w.faults(mailsim.FaultRule{Where: "provider", At: door, Kind: mailsim.FaultFail, Text: "said on purpose"})
		got := doorRequests[door](w)
		assert.Equal(t, 503, got.code)
		assert.Contains(t, string(got.body), "said on purpose")
	}
	assert.Empty(t, w.outcomes())
	w.faults(mailsim.FaultRule{Where: "provider", Kind: mailsim.FaultFail, Code: 429})
	assert.Equal(t, "TooManyRequestsException", doorRequests["ses"](w).head.Get("X-Amzn-Errortype"))
	v1 := w.ask("POST", "/", "Action=GetSendQuota", "Authorization", aws)
	assert.Equal(t, 400, v1.code)
	assert.Contains(t, string(v1.body), "<Code>Throttling</Code><Message>Maximum sending rate exceeded.</Message>")

	w.faults(mailsim.FaultRule{Where: "provider", At: "resend", Kind: mailsim.FaultFail}, mailsim.FaultRule{Where: "provider", Kind: mailsim.FaultFail, Match: mailsim.FaultMatch{To: "/v3/mail/*"}})
	assert.Equal(t, 200, doorRequests["postmark"](w).code, "another door, another path")
	assert.Equal(t, 503, doorRequests["sendgrid"](w).code)
	w.faults(mailsim.FaultRule{Where: "provider", Kind: mailsim.FaultSlow, Delay: 20 * time.Millisecond})
	began := time.Now()
	assert.Equal(t, 200, doorRequests["postmark"](w).code)
	assert.GreaterOrEqual(t, time.Since(began), 20*time.Millisecond)
	w.faults(mailsim.FaultRule{Where: "provider", Kind: mailsim.FaultDisconnect})
	assert.PanicsWithError(t, http.ErrAbortHandler.Error(), func() { doorRequests["postmark"](w) })
	free := httptest.NewRecorder()
	w.h.ServeHTTP(free, httptest.NewRequest("GET", "http://127.0.0.1:8026/provider/ses/certificate/x.pem", nil))
	assert.Equal(t, 200, free.Code, "nobody sends by it")
}

// TestRateLimits: what is above a rate is refused with 429 and the provider's fields, until
// the simulated second is over.
func TestRateLimits(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	fields := map[string]string{"sendgrid": "X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset", "mailgun": "X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset", "resend": "ratelimit-limit ratelimit-remaining ratelimit-reset retry-after", "postmark": "Retry-After", "ses": ""}
	for door, send := range doorRequests {
		w.faults(mailsim.FaultRule{Where: "provider", At: door, Kind: mailsim.FaultThrottle, PerSecond: 2})
		for i, want := range []bool{true, true, false, false} {
			got := send(w)
			assert.Equal(t, want, got.code < 300, "%s %d: %s", door, i, got.body)
			if !want {
				assert.Equal(t, 429, got.code)
				for _, f := range strings.Fields(fields[door]) {
					assert.NotEmpty(t, got.head.Get(f), "%s: %s", door, f)
				}
			}
		}
		w.advance(time.Second)
		assert.Less(t, send(w).code, 300, door)
	}
	w.faults(mailsim.FaultRule{Where: "provider", Kind: mailsim.FaultThrottle, Rate: 1})
	assert.Less(t, doorRequests["sendgrid"](w).code, 300)
	got := doorRequests["sendgrid"](w)
	assert.Equal(t, []string{"429", "1", "0"}, []string{strconv.Itoa(got.code), got.head.Get("X-RateLimit-Limit"), got.head.Get("X-RateLimit-Remaining")})
	w.advance(time.Minute)
	assert.Less(t, doorRequests["sendgrid"](w).code, 300)
}

// TestFaultRulesOfProviders are checked as others are.
func TestFaultRulesOfProviders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	for says, r := range map[string]mailsim.FaultRule{
		"at":    {Where: "provider", At: "nobody", Kind: mailsim.FaultFail},
		"kind":  {Where: "provider", Kind: mailsim.FaultGreylist},
		"code":  {Where: "provider", Kind: mailsim.FaultFail, Code: 302},
		"match": {Where: "provider", Kind: mailsim.FaultFail, Match: mailsim.FaultMatch{Subject: "x"}},
	} {
		_, err := w.u.SetFaults(context.Background(), mailsim.Faults{Rules: []mailsim.FaultRule{r}})
		assert.ErrorIs(t, err, mailsim.ErrInvalid, says)
	}
	_, err := w.u.SetFaults(context.Background(), mailsim.Faults{Scenario: "provider_outage"})
	require.NoError(t, err)
	assert.Equal(t, 503, doorRequests["sendgrid"](w).code)
	w.advance(30 * time.Minute)
	assert.Equal(t, 202, doorRequests["sendgrid"](w).code)
}
