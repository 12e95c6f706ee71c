package aiwriter

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Bounds of a call.
const (
	maxAnswer = 1 << 20 // bytes
	maxSends  = 4       // of one request, the first included
	firstWait = time.Second
)

// direct follows no redirects: a key goes to the service it is for.
var direct = &http.Client{
	Timeout:       time.Minute,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// call is one request to a service.
type call struct {
	client *http.Client
	url    string
	header http.Header
	secret string // never shown in an error
}

// post sends JSON and decodes the answer. A service that is busy is asked again
// when it says, as long as the context lasts.
func (c *call) post(ctx context.Context, in any, out pieces) error {
	body, err := json.Marshal(in)
	if err != nil {
		return invalid("params: " + err.Error())
	}
	for sends := 1; ; sends++ {
		wait, err := c.send(ctx, body, out, sends)
		if err == nil || wait < 0 || sends == maxSends {
			return err
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) <= wait {
			return fmt.Errorf("%w; it asks to wait %s, which is too long", err, wait)
		}
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return err
		}
	}
}

// send makes one request. With an error it tells how long to wait before the
// next, below 0 when there is to be none.
func (c *call) send(ctx context.Context, body []byte, out pieces, sends int) (wait time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return -1, invalid(err.Error())
	}
	req.Header = c.header.Clone()
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	res, err := cmp.Or(c.client, direct).Do(req)
	if err != nil {
		return -1, errors.New(c.masked(err.Error()))
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusOK && streams(res) {
		return -1, c.hidden(readStream(res.Body, out))
	}
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return -1, errors.New(c.masked(err.Error()))
	case res.StatusCode != http.StatusOK:
		return retryIn(res, sends), c.refused(res.StatusCode, answer)
	case len(answer) > maxAnswer:
		return -1, &UnusableError{"it is longer than 1 MiB"}
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return -1, notItsForm(err)
	}
	return 0, nil
}

// retryIn is when a busy service may be asked again: Retry-After in seconds, or
// its date against the answer's own (RFC 9110 section 10.2.3), else twice as long
// as the time before. Below 0 when asking again is of no use.
func retryIn(res *http.Response, sends int) time.Duration {
	switch res.StatusCode {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable,
		http.StatusGatewayTimeout, 529: // the last is Anthropic's "overloaded"
	default:
		return -1
	}
	after := res.Header.Get("Retry-After")
	if s, err := strconv.ParseFloat(after, 64); err == nil && s >= 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(after); err == nil {
		if now, err := http.ParseTime(res.Header.Get("Date")); err == nil {
			return max(0, at.Sub(now))
		}
	}
	return firstWait << (sends - 1)
}

// refused is the error of a status, with what the service says. A wrong request
// or key does not get better by being sent again: the kind tells so.
func (c *call) refused(status int, body []byte) error {
	text := fmt.Sprintf("the AI service answers %d: %s", status, c.masked(errorText(body)))
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return &mailsim.Error{Kind: mailsim.ErrUnauthorized, Message: text}
	case http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusUnprocessableEntity:
		return invalid(text)
	}
	return errors.New(text)
}

// errorText is what a service says of an error: {"error": {"message"}} or
// {"error": text}, else the beginning of what it sent.
func errorText(body []byte) string {
	var said struct {
		Error json.RawMessage `json:"error"`
	}
	var nested struct {
		Message string `json:"message"`
	}
	text := ""
	if json.Unmarshal(body, &said) == nil && len(said.Error) > 0 {
		if json.Unmarshal(said.Error, &nested) == nil {
			text = nested.Message
		} else {
			_ = json.Unmarshal(said.Error, &text)
		}
	}
	if text == "" {
		text = string(body[:min(len(body), 300)])
	}
	return strings.ToValidUTF8(text, "")
}

// hidden is an error without the key.
func (c *call) hidden(err error) error {
	var unusable *UnusableError
	if err == nil || errors.As(err, &unusable) {
		return err
	}
	return errors.New(c.masked(err.Error()))
}

func (c *call) masked(s string) string {
	if c.secret == "" {
		return s
	}
	return strings.ReplaceAll(s, c.secret, "[key]")
}
