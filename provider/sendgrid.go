package provider

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mimebuild"
)

// SendGrid's Web API v3.

const sendgridMail = 30 << 20

// newSendGrid is its table.
func newSendGrid() *door {
	d := &door{name: "sendgrid", limit: sendgridMail * 4 / 3, key: bearer, refuse: sendgridRefuse, mine: func(r *http.Request) bool {
		_, ok := bearer(r)
		return ok && strings.HasPrefix(r.URL.Path, "/v3/")
	}}
	d.routes = []route{
		{pattern: "POST /v3/mail/send", serve: sendgridSend},
		{pattern: "POST /v3/mail/batch", serve: sendgridBatch},
		{pattern: "GET /v3/mail/batch/{id}", serve: sendgridBatchGet},
		{pattern: "POST /v3/user/scheduled_sends", serve: sendgridScheduled},
		{pattern: "GET /v3/user/scheduled_sends", serve: sendgridStates},
		{pattern: "GET /v3/user/scheduled_sends/{id}", serve: sendgridStates},
		{pattern: "PATCH /v3/user/scheduled_sends/{id}", serve: sendgridScheduled},
		{pattern: "DELETE /v3/user/scheduled_sends/{id}", serve: sendgridResume},
		{pattern: "GET /v3/scopes", serve: func(c *call) error {
			c.answer(http.StatusOK, map[string]any{"scopes": []string{"mail.send", "templates.read", "suppression.read"}})
			return nil
		}},
		{pattern: "GET /v3/user/webhooks/event/settings/signed", serve: sendgridKey},
		{pattern: "POST /v3/templates", serve: sendgridNewTemplate},
		{pattern: "GET /v3/templates", serve: sendgridTemplates},
		{pattern: "GET /v3/templates/{id}", serve: sendgridTemplateGet},
		{pattern: "PATCH /v3/templates/{id}", serve: sendgridTemplateName},
		{pattern: "DELETE /v3/templates/{id}", serve: sendgridTemplateDelete},
		{pattern: "POST /v3/templates/{id}/versions", serve: sendgridNewVersion},
	}
	for _, l := range []string{"bounces", "blocks", "spam_reports", "invalid_emails"} {
		d.routes = append(d.routes,
			route{pattern: "GET /v3/suppression/" + l, serve: func(c *call) error { return sendgridList(c, l) }},
			route{pattern: "DELETE /v3/suppression/" + l, serve: func(c *call) error { return sendgridListClear(c, l) }},
			route{pattern: "GET /v3/suppression/" + l + "/{email}", serve: func(c *call) error { return sendgridListGet(c, l) }},
			route{pattern: "DELETE /v3/suppression/" + l + "/{email}", serve: func(c *call) error { return sendgridListDelete(c, l) }},
		)
	}
	d.routes = append(d.routes,
		route{pattern: "GET /v3/suppression/unsubscribes", serve: func(c *call) error { return sendgridList(c, "unsubscribes") }},
		route{pattern: "POST /v3/asm/suppressions/global", serve: sendgridGlobalAdd},
		route{pattern: "GET /v3/asm/suppressions/global/{email}", serve: sendgridGlobalGet},
		route{pattern: "DELETE /v3/asm/suppressions/global/{email}", serve: func(c *call) error { return sendgridListDelete(c, "unsubscribes") }},
		route{pattern: "GET /v3/asm/groups", serve: sendgridGroupList},
		route{pattern: "POST /v3/asm/groups", serve: sendgridNewGroup},
		route{pattern: "GET /v3/asm/groups/{id}", serve: sendgridGroupShow},
		route{pattern: "PATCH /v3/asm/groups/{id}", serve: sendgridGroupEdit},
		route{pattern: "DELETE /v3/asm/groups/{id}", serve: sendgridGroupDelete},
		route{pattern: "POST /v3/asm/groups/{id}/suppressions", serve: sendgridGroupAdd},
		route{pattern: "GET /v3/asm/groups/{id}/suppressions", serve: sendgridGroupGet},
		route{pattern: "DELETE /v3/asm/groups/{id}/suppressions/{email}", serve: func(c *call) error {
			return sendgridListDelete(c, "group:"+c.r.PathValue("id"))
		}},
	)
	return d
}

// sendgridError is one of the errors of an answer.
type sendgridError struct {
	Message string  `json:"message"`
	Field   *string `json:"field"`
	Help    *string `json:"help"`
}

// sendgridErrors is an answer of errors.
type sendgridErrors struct {
	status int
	list   []sendgridError
}

func (e *sendgridErrors) Error() string { return e.list[0].Message }

const sendgridHelp = "http://sendgrid.com/docs/API_Reference/Web_API_v3/Mail/errors.html#"

// add notes an error of a field, of the first hundred; help is the anchor in the reference.
func (e *sendgridErrors) add(field, help, message string) {
	if len(e.list) >= maxErrors {
		return
	}
	one := sendgridError{Message: message}
	if field != "" {
		one.Field = &field
	}
	if help != "" {
		help = sendgridHelp + help
		one.Help = &help
	}
	e.list = append(e.list, one)
}

// sendgridWrong is an answer of one error.
func sendgridWrong(status int, field, message string) error {
	e := &sendgridErrors{status: status}
	e.add(field, "", message)
	return e
}

func sendgridRefuse(c *call, err error) {
	var e *sendgridErrors
	var bad *badMail
	var fault *faultError
	switch {
	case errors.As(err, &e):
	case errors.As(err, &fault):
		err = fault.sendgrid(c)
	case errors.Is(err, errNoKey):
		err = sendgridWrong(http.StatusUnauthorized, "", "Permission denied, wrong credentials")
	case errors.Is(err, errBadKey):
		err = sendgridWrong(http.StatusUnauthorized, "", "The provided authorization grant is invalid, expired, or revoked")
	case errors.Is(err, errNoRoute), errors.Is(err, mailsim.ErrNotFound):
		err = sendgridWrong(http.StatusNotFound, "", "not found")
	case errors.Is(err, errMethod):
		err = sendgridWrong(http.StatusMethodNotAllowed, "", "method not allowed")
	case errors.Is(err, errLarge), errors.Is(err, errTooBig):
		err = sendgridWrong(http.StatusRequestEntityTooLarge, "", "content too large")
	case errors.Is(err, errBody):
		err = sendgridWrong(http.StatusBadRequest, "", "Bad Request")
	case errors.As(err, &bad), errors.Is(err, mailsim.ErrInvalid), errors.Is(err, mailsim.ErrConflict):
		err = sendgridWrong(http.StatusBadRequest, "", err.Error())
	default:
		err = sendgridWrong(c.internal(err), "", "Internal Server Error")
	}
	errors.As(err, &e)
	c.answer(e.status, map[string]any{"errors": e.list})
}

// sendgridAddress is an address in a request.
type sendgridAddress struct {
	Email string `json:"email"`
	Name  string `json:"name"`
}

func (a sendgridAddress) mailbox() mimebuild.Address {
	return mimebuild.Address{Name: a.Name, Addr: a.Email}
}

func sendgridMailboxes(list []sendgridAddress) (out []mimebuild.Address) {
	for _, a := range list {
		out = append(out, a.mailbox())
	}
	return out
}

// sendgridPerson is one mail of a request.
type sendgridPerson struct {
	From    *sendgridAddress  `json:"from"`
	To      []sendgridAddress `json:"to"`
	CC      []sendgridAddress `json:"cc"`
	BCC     []sendgridAddress `json:"bcc"`
	Subject string            `json:"subject"`
	Headers map[string]string `json:"headers"`
	Subs    map[string]string `json:"substitutions"`
	Data    map[string]any    `json:"dynamic_template_data"`
	Args    map[string]string `json:"custom_args"`
	SendAt  int64             `json:"send_at"`
}

// sendgridRequest is the body of mail/send.
type sendgridRequest struct {
	People      []sendgridPerson  `json:"personalizations"`
	From        *sendgridAddress  `json:"from"`
	ReplyTo     *sendgridAddress  `json:"reply_to"`
	ReplyToList []sendgridAddress `json:"reply_to_list"`
	Subject     string            `json:"subject"`
	Content     []struct {
		Type  string `json:"type"`
		Value string `json:"value"`
	} `json:"content"`
	Files []struct {
		Content     string `json:"content"`
		Type        string `json:"type"`
		Filename    string `json:"filename"`
		Disposition string `json:"disposition"`
		ContentID   string `json:"content_id"`
	} `json:"attachments"`
	TemplateID string            `json:"template_id"`
	Headers    map[string]string `json:"headers"`
	Categories []string          `json:"categories"`
	Args       map[string]string `json:"custom_args"`
	SendAt     int64             `json:"send_at"`
	BatchID    string            `json:"batch_id"`
	ASM        *struct {
		GroupID         int   `json:"group_id"`
		GroupsToDisplay []int `json:"groups_to_display"`
	} `json:"asm"`
	MailSettings     map[string]json.RawMessage `json:"mail_settings"`
	TrackingSettings map[string]json.RawMessage `json:"tracking_settings"`
}

// enabled tells what a setting of a request says of itself.
func enabled(m map[string]json.RawMessage, name string) (on, given bool) {
	var s struct {
		Enable *bool `json:"enable"`
	}
	if raw, ok := m[name]; ok && json.Unmarshal(raw, &s) == nil && s.Enable != nil {
		return *s.Enable, true
	}
	return false, false
}

// sendgridSend is POST /v3/mail/send: one mail for each personalization.
func sendgridSend(c *call) error {
	var m sendgridRequest
	if err := decodeSendGrid(c.body, &m); err != nil {
		return err
	}
	if err := m.check(c); err != nil {
		return err
	}
	if err := c.each(len(m.People)); err != nil {
		return err
	}
	if on, _ := enabled(m.MailSettings, "sandbox_mode"); on {
		c.w.WriteHeader(http.StatusOK)
		return nil
	}
	version, err := m.template(c)
	if err != nil {
		return err
	}
	first := ""
	for i := range m.People {
		s := m.submission(i, version)
		s.id = func(drawn string) string {
			if first == "" {
				first = drawn[:22]
			}
			if i == 0 {
				return first
			}
			return first + "." + strconv.Itoa(i)
		}
		sent, err := c.submit(s)
		if err != nil {
			return err
		}
		if m.BatchID != "" && sent.Status == "scheduled" {
			if err := sendgridJoin(c, m.BatchID, sent); err != nil {
				return err
			}
		}
	}
	c.w.Header().Set("X-Message-Id", first)
	c.w.WriteHeader(http.StatusAccepted)
	return nil
}

// submission is the mail of one personalization.
func (m *sendgridRequest) submission(i int, version *sendgridVersion) *submission {
	p := &m.People[i]
	s := &submission{
		from: m.From.mailbox(), to: sendgridMailboxes(p.To), cc: sendgridMailboxes(p.CC), bcc: sendgridMailboxes(p.BCC), subject: m.Subject, size: sendgridMail, tags: m.Categories, data: map[string]string{},
		messageID: func(id string) string { return "<" + id + "@geopod-ismtpd-0>" },
	}
	if p.From != nil {
		s.from = p.From.mailbox()
	}
	if p.Subject != "" {
		s.subject = p.Subject
	}
	if m.ReplyTo != nil {
		s.replyTo = []mimebuild.Address{m.ReplyTo.mailbox()}
	}
	s.replyTo = append(s.replyTo, sendgridMailboxes(m.ReplyToList)...)
	for _, part := range m.Content {
		switch part.Type {
		case "text/plain":
			s.text = part.Value
		case "text/html":
			s.html = part.Value
		default:
			s.files = append(s.files, mimebuild.Attachment{ContentType: part.Type, Data: []byte(part.Value), Inline: true})
		}
	}
	if version != nil {
		version.apply(s, p.Data)
	}
	for _, key := range slices.Sorted(maps.Keys(p.Subs)) {
		s.subject, s.text, s.html = strings.ReplaceAll(s.subject, key, p.Subs[key]), strings.ReplaceAll(s.text, key, p.Subs[key]), strings.ReplaceAll(s.html, key, p.Subs[key])
	}
	headers := maps.Clone(m.Headers)
	if headers == nil {
		headers = map[string]string{}
	}
	maps.Copy(headers, p.Headers)
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		s.header = append(s.header, mimebuild.Field{Name: name, Value: headers[name]})
	}
	for _, f := range m.Files {
		data, _ := content(f.Content)
		s.files = append(s.files, mimebuild.Attachment{Filename: f.Filename, ContentType: f.Type, Data: data, Inline: f.Disposition == "inline", ContentID: f.ContentID})
	}
	m.settings(s, p)
	return s
}

// settings are what goes along with a mail.
func (m *sendgridRequest) settings(s *submission, p *sendgridPerson) {
	for _, args := range []map[string]string{m.Args, p.Args} {
		for k, v := range args {
			s.data["arg."+k] = v
		}
	}
	at := m.SendAt
	if p.SendAt != 0 {
		at = p.SendAt
	}
	if at > 0 {
		s.at = time.Unix(at, 0).UTC()
	}
	s.lists = mailsim.ProviderLists{Skip: []string{"bounces", "spam_reports", "unsubscribes", "invalid_emails"}, Bounced: "bounces", Blocked: "blocks", Complained: "spam_reports", Left: "unsubscribes"}
	if m.ASM != nil {
		group := strconv.Itoa(m.ASM.GroupID)
		s.data["asm_group_id"] = group
		s.lists.Skip, s.lists.Left = append(s.lists.Skip, "group:"+group), "group:"+group
	}
	for setting, list := range map[string]string{"bypass_bounce_management": "bounces", "bypass_spam_management": "spam_reports", "bypass_unsubscribe_management": "unsubscribes"} {
		if on, _ := enabled(m.MailSettings, setting); on {
			s.lists.Skip = slices.DeleteFunc(s.lists.Skip, func(l string) bool { return l == list })
		}
	}
	if on, _ := enabled(m.MailSettings, "bypass_list_management"); on {
		s.lists.Skip = nil
	}
	if on, given := enabled(m.TrackingSettings, "open_tracking"); given {
		s.noOpens = !on
	}
	if on, given := enabled(m.TrackingSettings, "click_tracking"); given {
		s.noClicks = !on
	}
}

// sendgridKey is the public key with which webhooks are verified.
func sendgridKey(c *call) error {
	c.answer(http.StatusOK, map[string]string{"public_key": c.p.PublicKey()})
	return nil
}
