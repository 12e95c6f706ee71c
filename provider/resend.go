package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mimebuild"
)

// Resend's API. Names, statuses and words are those of "Errors" in its API reference, and
// of answers that its SDKs' issues show.

// Bounds of Resend.
const (
	resendMail       = 40 << 20
	resendRecipients = 50
	resendBatch      = 100
	resendAhead      = 30 * 24 * time.Hour
)

// newResend is its table.
func newResend() *door {
	return &door{
		name: "resend", limit: resendMail * 4 / 3, key: bearer, refuse: resendRefuse,
		mine: func(r *http.Request) bool { _, ok := bearer(r); return ok && !strings.HasPrefix(r.URL.Path, "/v3/") },
		routes: []route{
			{pattern: "POST /emails", serve: resendSend},
			{pattern: "POST /emails/batch", serve: resendSendBatch},
			{pattern: "GET /emails", serve: resendList},
			{pattern: "GET /emails/{id}", serve: resendGet},
			{pattern: "PATCH /emails/{id}", serve: resendMove},
			{pattern: "POST /emails/{id}/cancel", serve: resendCancel},
			{pattern: "GET /emails/receiving", serve: resendReceivedList},
			{pattern: "GET /emails/receiving/{id}", serve: resendReceived},
		},
	}
}

// resendError is an answer of an error.
type resendError struct {
	Status int    `json:"statusCode"`
	Name   string `json:"name"`
	Text   string `json:"message"`
}

func (e *resendError) Error() string { return e.Text }

func resendWrong(text string) error {
	return &resendError{http.StatusUnprocessableEntity, "validation_error", text}
}

func resendMissing(field string) error {
	return &resendError{http.StatusUnprocessableEntity, "missing_required_field", "Missing `" + field + "` field."}
}

func resendNotFound() error { return &resendError{http.StatusNotFound, "not_found", "Email not found"} }

func resendRefuse(c *call, err error) {
	var e *resendError
	var bad *badMail
	var fault *faultError
	switch {
	case errors.As(err, &e):
	case errors.As(err, &fault):
		e = fault.resend(c)
	case errors.Is(err, errNoKey):
		e = &resendError{http.StatusUnauthorized, "missing_api_key", "Missing API key in the authorization header."}
	case errors.Is(err, errBadKey):
		e = &resendError{http.StatusForbidden, "invalid_api_key", "API key is invalid."}
	case errors.Is(err, errNoRoute):
		e = &resendError{http.StatusNotFound, "not_found", "The requested endpoint does not exist."}
	case errors.Is(err, errMethod):
		e = &resendError{http.StatusMethodNotAllowed, "method_not_allowed", "Method is not allowed for the requested path."}
	case errors.Is(err, mailsim.ErrNotFound):
		errors.As(resendNotFound(), &e)
	case errors.Is(err, errLarge), errors.Is(err, errTooBig):
		e = &resendError{http.StatusUnprocessableEntity, "validation_error", "The email is too large: it may have at most 40 MB after base64 encoding of the attachments."}
	case errors.Is(err, errBody):
		e = &resendError{http.StatusUnprocessableEntity, "validation_error", "The request body must be a valid JSON object."}
	case errors.As(err, &bad), errors.Is(err, mailsim.ErrInvalid), errors.Is(err, mailsim.ErrConflict):
		e = &resendError{http.StatusUnprocessableEntity, "validation_error", err.Error()}
	default:
		e = &resendError{c.internal(err), "application_error", "An unexpected error occurred."}
		if e.Status == http.StatusTooManyRequests {
			e.Name, e.Text = "monthly_quota_exceeded", "You have reached your monthly email quota."
		}
	}
	c.answer(e.Status, e)
}

// several is a text or a list of texts.
type several []string

// UnmarshalJSON reads either.
func (s *several) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*s = several{one}
		if one == "" {
			*s = nil
		}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(s))
}

// resendRequest is a mail.
type resendRequest struct {
	From      string                         `json:"from"`
	To        several                        `json:"to"`
	CC        several                        `json:"cc"`
	BCC       several                        `json:"bcc"`
	ReplyTo   several                        `json:"reply_to"`
	Subject   string                         `json:"subject"`
	HTML      string                         `json:"html"`
	Text      string                         `json:"text"`
	Headers   map[string]string              `json:"headers"`
	Scheduled string                         `json:"scheduled_at"`
	Tags      []struct{ Name, Value string } `json:"tags"`
	Files     []struct {
		Content   json.RawMessage `json:"content"`
		Filename  string          `json:"filename"`
		Path      string          `json:"path"`
		Type      string          `json:"content_type"`
		ContentID string          `json:"content_id"`
		InlineID  string          `json:"inline_content_id"`
	} `json:"attachments"`
}

// fileContent reads an attachment: base64, or the bytes as numbers, as Go and Buffers have
// them.
func fileContent(raw json.RawMessage) ([]byte, bool) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return content(text)
	}
	var numbers []uint8
	var buffer struct {
		Data []uint16 `json:"data"`
	}
	var list []uint16
	if json.Unmarshal(raw, &list) != nil {
		if json.Unmarshal(raw, &buffer) != nil {
			return nil, false
		}
		list = buffer.Data
	}
	for _, n := range list {
		if n > 255 {
			return nil, false
		}
		numbers = append(numbers, uint8(n))
	}
	return numbers, true
}

// resendSend is POST /emails.
func resendSend(c *call) error {
	var m resendRequest
	if err := c.decode(&m); err != nil {
		return err
	}
	return c.once(func() (any, error) {
		id, err := m.send(c, true)
		return map[string]string{"id": id}, err
	})
}

// once answers a request whose Idempotency-Key was used with the first answer.
func (c *call) once(do func() (any, error)) error {
	key := c.r.Header.Get("Idempotency-Key")
	if len(key) > 256 {
		return &resendError{http.StatusBadRequest, "invalid_idempotency_key", "The key must be between 1-256 chars."}
	}
	type first struct {
		Sum    string
		At     time.Time
		Answer json.RawMessage
	}
	sum := sha256.Sum256(c.body)
	if key != "" {
		var f first
		if b, ok := c.p.Record("idempotency", key); ok && json.Unmarshal(b, &f) == nil && c.u.Now().Sub(f.At) < 24*time.Hour {
			if f.Sum != hex.EncodeToString(sum[:]) {
				return &resendError{http.StatusConflict, "invalid_idempotent_request", "Same idempotency key used with a different request payload."}
			}
			c.answer(http.StatusOK, f.Answer)
			return nil
		}
	}
	out, err := do()
	if err != nil {
		return err
	}
	if key != "" {
		text, err := json.Marshal(out)
		if err != nil {
			return err
		}
		b, err := json.Marshal(first{hex.EncodeToString(sum[:]), c.u.Now(), text})
		if err != nil {
			return err
		}
		c.forgetKeys()
		if err := c.p.SetRecord(c.ctx(), "idempotency", key, b); err != nil {
			return err
		}
	}
	c.answer(http.StatusOK, out)
	return nil
}

// forgetKeys drops the idempotency keys that hold no longer, when there are many.
func (c *call) forgetKeys() {
	list := c.p.Records("idempotency")
	if len(list) < 900 {
		return
	}
	for i, r := range list {
		var f struct{ At time.Time }
		if json.Unmarshal(r.Value, &f) != nil || c.u.Now().Sub(f.At) >= 24*time.Hour || i < 100 {
			_ = c.p.SetRecord(c.ctx(), "idempotency", r.ID, nil)
		}
	}
}

// resendSendBatch is POST /emails/batch: all or none, unless the header asks for what can
// be sent.
func resendSendBatch(c *call) error {
	var list []resendRequest
	if err := c.decode(&list); err != nil {
		return err
	}
	switch {
	case len(list) == 0:
		return resendWrong("The request body must be a non-empty array of emails.")
	case len(list) > resendBatch:
		return resendWrong("You can send up to 100 emails in a single batch request.")
	}
	permissive := c.r.Header.Get("x-batch-validation") == "permissive"
	wrong := []map[string]any{}
	for i := range list {
		_, err := list[i].submission(c, false)
		if err != nil && !permissive {
			return err
		}
		if err != nil {
			wrong = append(wrong, map[string]any{"index": i, "message": err.Error()})
		}
	}
	return c.once(func() (any, error) {
		data := []map[string]string{}
		for i := range list {
			if permissive && has(wrong, i) {
				continue
			}
			id, err := list[i].send(c, false)
			if err != nil {
				return nil, err
			}
			data = append(data, map[string]string{"id": id})
		}
		out := map[string]any{"data": data}
		if permissive {
			out["errors"] = wrong
		}
		return out, nil
	})
}

func has(wrong []map[string]any, i int) bool {
	for _, w := range wrong {
		if w["index"] == i {
			return true
		}
	}
	return false
}

func (m *resendRequest) send(c *call, alone bool) (string, error) {
	s, err := m.submission(c, alone)
	if err != nil {
		return "", err
	}
	sent, err := c.submit(s)
	return sent.ID, err
}

// submission checks a mail.
func (m *resendRequest) submission(c *call, alone bool) (*submission, error) {
	s := &submission{subject: m.Subject, text: m.Text, html: m.HTML, size: resendMail, id: asUUID, messageID: func(id string) string { return "<" + id + "@resend.dev>" }, data: map[string]string{"from": m.From}}
	for name, list := range map[string]several{"to": m.To, "cc": m.CC, "bcc": m.BCC, "reply_to": m.ReplyTo} {
		if len(list) > 0 {
			s.data[name] = strings.Join(list, "\n")
		}
	}
	switch {
	case m.From == "":
		return nil, resendMissing("from")
	case len(m.To) == 0:
		return nil, resendMissing("to")
	case m.Subject == "":
		return nil, resendMissing("subject")
	case m.HTML == "" && m.Text == "":
		return nil, resendWrong("Missing `html` or `text` field.")
	}
	var ok bool
	const format = " The email address needs to follow the `email@example.com` or `Name <email@example.com>` format."
	if s.from, ok = mailbox(m.From); !ok {
		return nil, resendWrong("Invalid `from` field." + format)
	}
	for _, l := range []struct {
		name string
		list several
		to   *[]mimebuild.Address
	}{{"to", m.To, &s.to}, {"cc", m.CC, &s.cc}, {"bcc", m.BCC, &s.bcc}, {"reply_to", m.ReplyTo, &s.replyTo}} {
		if len(l.list) > resendRecipients {
			return nil, resendWrong("The `" + l.name + "` field must have at most 50 recipients.")
		}
		list, _, ok := mailboxes(l.list)
		if !ok {
			return nil, resendWrong("Invalid `" + l.name + "` field." + format)
		}
		*l.to = list
	}
	for name, value := range m.Headers {
		s.header = append(s.header, mimebuild.Field{Name: name, Value: value})
	}
	sortFields(s.header)
	if err := m.rest(c, s, alone); err != nil {
		return nil, err
	}
	s.lists = mailsim.ProviderLists{Skip: []string{"suppressed"}, Bounced: "suppressed", Complained: "suppressed"}
	return s, nil
}

// rest reads tags, files and the time.
func (m *resendRequest) rest(c *call, s *submission, alone bool) error {
	for _, t := range m.Tags {
		if !isTag(t.Name) || !isTag(t.Value) {
			return resendWrong("Tags should only contain ASCII letters, numbers, underscores, or dashes.")
		}
		s.data["tag."+t.Name] = t.Value
		s.tags = append(s.tags, t.Name+":"+t.Value)
	}
	if !alone && len(m.Files) > 0 {
		return resendWrong("The `attachments` field is not supported in batch emails.")
	}
	for _, f := range m.Files {
		if f.Path != "" && len(f.Content) == 0 {
			return &resendError{http.StatusUnprocessableEntity, "invalid_attachment", "mailsim does not fetch the `path` of an attachment: send its `content`."}
		}
		data, ok := fileContent(f.Content)
		if !ok || len(f.Content) == 0 {
			return &resendError{http.StatusUnprocessableEntity, "invalid_attachment", "Attachment must have either a `content` or `path`."}
		}
		id := f.ContentID
		if id == "" {
			id = f.InlineID
		}
		s.files = append(s.files, mimebuild.Attachment{Filename: f.Filename, ContentType: f.Type, Data: data, ContentID: id, Inline: id != ""})
	}
	if m.Scheduled == "" {
		return nil
	}
	if !alone {
		return resendWrong("The `scheduled_at` field is not supported in batch emails.")
	}
	at, err := resendTime(m.Scheduled, c.u.Now())
	s.at = at
	return err
}

// isTag tells whether a text can be a tag.
func isTag(s string) bool {
	if s == "" || len(s) > 256 {
		return false
	}
	for _, r := range s {
		if r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}
