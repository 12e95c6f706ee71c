// Package hook sends events to webhooks: signed, four attempts each, every
// URL on its own, and without a goroutine while there is nothing to send.
//
// It is a leaf: it takes finished bodies and tells the outcome.
package hook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	// UserAgent is the User-Agent of every request.
	UserAgent = "service-webhook"
	// SignatureHeader carries the signature of the body.
	SignatureHeader = "X-Service-Signature"

	attemptLimit = 10 * time.Second // real time
	maxAnswer    = 64 << 10         // bytes of an answer that are read
	maxError     = 200              // bytes of an answer's words in an error
)

// pauses stand between the attempts, so there are four of these.
var pauses = [3]time.Duration{3 * time.Second, 9 * time.Second, 27 * time.Second}

// Sign returns the value of the signature header: "sha256=" and the hex
// HMAC-SHA256 of the body, keyed with the secret.
func Sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// Verify tells, in constant time, whether signature is that of the body.
func Verify(secret string, body []byte, signature string) bool {
	return hmac.Equal([]byte(Sign(secret, body)), []byte(signature))
}

// Delivery is one event on its way to one webhook.
type Delivery struct {
	URL    string
	Secret string // empty: not signed
	Body   []byte // never written to
	Event  int64  // the event's number, for the caller

	ContentType string      // of the body, "" for JSON
	Header      http.Header // further fields
	// Sign adds what signs the body in place of SignatureHeader, at the time of an
	// attempt; nil leaves it at that.
	Sign func(now time.Time, head http.Header)
}

// attempt makes one request and tells what was wrong with it; nil is success.
func attempt(ctx context.Context, transport http.RoundTripper, d Delivery) error {
	ctx, cancel := context.WithTimeoutCause(ctx, attemptLimit, errors.New("no answer within 10 s"))
	defer cancel()
	req, err := request(ctx, d)
	if err != nil {
		return err
	}
	res, err := transport.RoundTrip(req)
	if err == nil {
		err = judge(res)
	}
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func request(ctx context.Context, d Delivery) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(d.Body))
	if err != nil {
		return nil, errors.New("the URL is malformed") // not err, which quotes it with its password
	}
	req.Header.Set("Content-Type", cmp.Or(d.ContentType, "application/json"))
	req.Header.Set("User-Agent", UserAgent)
	for name, values := range d.Header {
		req.Header[name] = values
	}
	switch {
	case d.Sign != nil:
		d.Sign(time.Now(), req.Header) // real: receivers hold it against their own clock
	case d.Secret != "" && d.ContentType == "":
		req.Header.Set(SignatureHeader, Sign(d.Secret, d.Body))
	}
	if u := req.URL.User; u != nil {
		password, _ := u.Password()
		req.SetBasicAuth(u.Username(), password)
	}
	return req, nil
}

// judge reads the answer up to a bound and tells whether it is a success. A
// receiver that drags its answer on has not succeeded.
func judge(res *http.Response) error {
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	switch code := res.StatusCode; {
	case code >= 300 && code < 400:
		return fmt.Errorf("status %d: redirects are not followed", code)
	case code < 200 || code > 299:
		return fmt.Errorf("status %d%s", code, words(body))
	case err != nil:
		return fmt.Errorf("the answer broke off: %w", err)
	}
	return nil
}

// words quotes the beginning of an answer, which often tells what is wrong.
func words(body []byte) string {
	text := strings.ToValidUTF8(string(body[:min(len(body), maxError)]), "")
	if text = strings.Join(strings.Fields(text), " "); text == "" {
		return ""
	}
	return fmt.Sprintf(": %q", text)
}
