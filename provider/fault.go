package provider

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// Faults on purpose at the doors of providers.

// faultError is what a fault rule has a provider answer.
type faultError struct {
	status int
	text   string        // the rule's, "" for the provider's own
	limit  int           // of a rate; 0 is none
	retry  time.Duration // until which it is of no use to try again
}

func (e *faultError) Error() string { return "a fault rule answers this" }

// says is the rule's text, or else the provider's.
func (e *faultError) says(usual string) string { return cmp.Or(e.text, usual) }

// seconds is how long a client is told to wait, a second at least.
func (e *faultError) seconds() string {
	return strconv.Itoa(max(1, int((e.retry+time.Second-1)/time.Second)))
}

// fault lets the fault rules of the universe act on a request.
func (c *call) fault() error {
	e, acts := c.u.Fault(c.ctx(), mailsim.FaultPoint{Where: "provider", At: c.door.name, To: c.r.URL.Path, Username: c.name})
	if !acts {
		return nil
	}
	if e.Delay > 0 {
		wait := time.NewTimer(e.Delay)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-c.ctx().Done():
		}
	}
	if e.Disconnect {
		panic(http.ErrAbortHandler) // ends the connection without an answer
	}
	if e.Status == 0 {
		return nil
	}
	return &faultError{e.Status, e.Text, e.Limit, e.Retry}
}

// rateHeaders are the fields in which SendGrid and Mailgun say how many requests are left.
// The reset is simulated time, as all instants are.
func (c *call) rateHeaders(e *faultError) {
	if e.status != http.StatusTooManyRequests {
		return
	}
	head := c.w.Header()
	head.Set("X-RateLimit-Limit", strconv.Itoa(max(1, e.limit)))
	head.Set("X-RateLimit-Remaining", "0")
	head.Set("X-RateLimit-Reset", strconv.FormatInt(c.u.Now().Add(e.retry+time.Second-1).Unix(), 10))
	head.Set("Retry-After", e.seconds())
}

// sendgrid is the error in SendGrid's words.
func (e *faultError) sendgrid(c *call) error {
	c.rateHeaders(e)
	usual := map[int]string{401: "authorization required", 403: "access forbidden", 413: "content too large"}[e.status]
	return sendgridWrong(e.status, "", e.says(cmp.Or(usual, strings.ToLower(http.StatusText(e.status)), "error")))
}

// postmark is the error in Postmark's words.
func (e *faultError) postmark(c *call) *postmarkError {
	switch e.status {
	case http.StatusUnauthorized:
		return &postmarkError{e.status, 10, e.says("The Server Token you provided in the X-Postmark-Server-Token request header was invalid. Please verify that you are using a valid token.")}
	case http.StatusUnprocessableEntity:
		return &postmarkError{e.status, 300, e.says("Invalid email request")}
	case http.StatusTooManyRequests:
		c.w.Header().Set("Retry-After", e.seconds())
		return &postmarkError{e.status, 429, e.says("Rate Limit Exceeded")}
	case http.StatusServiceUnavailable:
		return &postmarkError{e.status, 100, e.says("The Postmark API is offline for maintenance.")}
	}
	if e.status < 500 {
		return &postmarkError{e.status, e.status, e.says(http.StatusText(e.status))}
	}
	return &postmarkError{e.status, 101, e.says("An unexpected error occurred.")}
}

// resend is the error in Resend's words.
func (e *faultError) resend(c *call) *resendError {
	switch e.status {
	case http.StatusUnauthorized:
		return &resendError{e.status, "restricted_api_key", e.says("This API key is restricted to only send emails.")}
	case http.StatusForbidden:
		return &resendError{e.status, "invalid_api_key", e.says("API key is invalid.")}
	case http.StatusNotFound:
		return &resendError{e.status, "not_found", e.says("The requested endpoint does not exist.")}
	case http.StatusConflict:
		return &resendError{e.status, "concurrent_idempotent_requests", e.says("Same idempotency key used while original request is still in progress.")}
	case http.StatusTooManyRequests:
		head := c.w.Header()
		head.Set("ratelimit-limit", strconv.Itoa(max(1, e.limit)))
		head.Set("ratelimit-remaining", "0")
		head.Set("ratelimit-reset", e.seconds())
		head.Set("retry-after", e.seconds())
		return &resendError{e.status, "rate_limit_exceeded", e.says("Too many requests. Please limit the number of requests per second. Or contact support to increase rate limit.")}
	case http.StatusUnavailableForLegalReasons:
		return &resendError{e.status, "security_error", e.says("We may have found a security issue with the request.")}
	}
	if e.status < 500 {
		return &resendError{e.status, "validation_error", e.says("We found an error with one or more fields in the request.")}
	}
	return &resendError{e.status, "internal_server_error", e.says("An unexpected error occurred.")}
}

// mailgun is the error in Mailgun's words.
func (e *faultError) mailgun(c *call) *mailgunError {
	c.rateHeaders(e)
	return &mailgunError{e.status, e.says(cmp.Or(http.StatusText(e.status), "Error"))}
}

// ses is the error in the words of SES; those of version 1 follow from the kind.
func (e *faultError) ses() *sesError {
	kind, usual := "BadRequestException", "The request could not be processed."
	switch {
	case e.status == http.StatusForbidden:
		kind, usual = "AccessDeniedException", "User is not authorized to perform this operation."
	case e.status == http.StatusNotFound:
		kind, usual = "NotFoundException", "The resource you attempted to access doesn't exist."
	case e.status == http.StatusTooManyRequests:
		kind, usual = "TooManyRequestsException", "Maximum sending rate exceeded."
	case e.status == http.StatusServiceUnavailable:
		kind, usual = "ServiceUnavailableException", "The request has failed due to a temporary failure of the server."
	case e.status >= 500:
		kind, usual = "InternalServiceErrorException", "The request processing has failed because of an unknown error, exception or failure."
	}
	return &sesError{e.status, kind, e.says(usual)}
}
