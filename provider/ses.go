package provider

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/mail"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mimebuild"
)

// Amazon SES, version 2 of its API.

// Bounds of SES.
const (
	sesMail       = 40 << 20
	sesMailV1     = 10 << 20
	sesRecipients = 50

	sesTemplateData = 262144 // bytes
)

// newSES is its table.
func newSES() *door {
	d := &door{name: "ses", limit: sesMail * 4 / 3, key: sesKey, refuse: sesRefuse}
	d.mine = func(r *http.Request) bool { _, ok := sesKey(r); return ok }
	d.routes = []route{
		{pattern: "POST /v2/email/outbound-emails", serve: sesSend},
		{pattern: "POST /v2/email/outbound-bulk-emails", serve: sesBulk},
		{pattern: "GET /v2/email/account", serve: sesAccount},
		{pattern: "PUT /v2/email/suppression/addresses", serve: sesSuppress},
		{pattern: "GET /v2/email/suppression/addresses", serve: sesSuppressed},
		{pattern: "GET /v2/email/suppression/addresses/{email}", serve: sesSuppressedGet},
		{pattern: "DELETE /v2/email/suppression/addresses/{email}", serve: sesUnsuppress},
		{pattern: "POST /v2/email/templates", serve: sesNewTemplate},
		{pattern: "GET /v2/email/templates", serve: sesTemplates},
		{pattern: "GET /v2/email/templates/{name}", serve: sesTemplateGet},
		{pattern: "PUT /v2/email/templates/{name}", serve: sesTemplateEdit},
		{pattern: "DELETE /v2/email/templates/{name}", serve: sesTemplateDelete},
		{pattern: "GET /certificate/{file}", serve: sesCertificate, free: true},
		{pattern: "GET /{$}", serve: snsAction, free: true},
		{pattern: "POST /{$}", serve: sesQuery},
	}
	return d
}

// sesKey is the access key of a signature. The signature itself is not checked: nobody
// told the secret.
func sesKey(r *http.Request) (string, bool) {
	rest, ok := strings.CutPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 ")
	if !ok {
		return "", false
	}
	_, rest, ok = strings.Cut(rest, "Credential=")
	key, _, _ := strings.Cut(rest, "/")
	return key, ok && key != ""
}

// sesError is an answer of an error.
type sesError struct {
	status int
	kind   string // of version 2, such as NotFoundException
	text   string
}

func (e *sesError) Error() string { return e.text }

func sesWrong(text string) error {
	return &sesError{http.StatusBadRequest, "BadRequestException", text}
}

func sesNotFound(text string) error {
	return &sesError{http.StatusNotFound, "NotFoundException", text}
}

// sesOf is an error in SES's words.
func sesOf(c *call, err error) *sesError {
	var e *sesError
	var bad *badMail
	var fault *faultError
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &fault):
		return fault.ses()
	case errors.Is(err, errNoKey):
		return &sesError{http.StatusForbidden, "MissingAuthenticationTokenException", "Missing Authentication Token"}
	case errors.Is(err, errBadKey):
		return &sesError{http.StatusForbidden, "UnrecognizedClientException", "The security token included in the request is invalid."}
	case errors.Is(err, errNoRoute), errors.Is(err, errMethod):
		return &sesError{http.StatusNotFound, "UnknownOperationException", "Unable to determine service/operation name to be authorized"}
	case errors.Is(err, errLarge), errors.Is(err, errTooBig):
		return &sesError{http.StatusBadRequest, "MessageRejected", "Message length is more than the maximum allowed."}
	case errors.Is(err, errBody):
		return &sesError{http.StatusBadRequest, "SerializationException", "The request body is not valid."}
	case errors.As(err, &bad), errors.Is(err, mailsim.ErrInvalid), errors.Is(err, mailsim.ErrConflict):
		return &sesError{http.StatusBadRequest, "BadRequestException", err.Error()}
	}
	if status := c.internal(err); status == http.StatusTooManyRequests {
		return &sesError{status, "LimitExceededException", "Daily message quota exceeded."}
	}
	return &sesError{http.StatusInternalServerError, "InternalServiceErrorException", "The request processing has failed because of an unknown error."}
}

func sesRefuse(c *call, err error) {
	e := sesOf(c, err)
	if c.r.URL.Path == "/" {
		sesRefuseQuery(c, e)
		return
	}
	c.w.Header().Set("X-Amzn-Errortype", e.kind)
	c.answer(e.status, map[string]string{"message": e.text})
}

// sesText is a text of a mail.
type sesText struct{ Data, Charset string }

// sesDestination is to whom a mail goes.
type sesDestination struct{ ToAddresses, CcAddresses, BccAddresses []string }

// sesTemplateUse names the template of a mail, or has it.
type sesTemplateUse struct {
	TemplateName    string
	TemplateContent *sesContent
	TemplateData    string
	Headers         []struct{ Name, Value string }
	Attachments     []sesFile
}

// sesContent is what a template makes a mail of.
type sesContent struct{ Subject, Text, HTML string }

// UnmarshalJSON reads Html as HTML.
func (t *sesContent) UnmarshalJSON(b []byte) error {
	var in struct{ Subject, Text, Html string }
	err := json.Unmarshal(b, &in)
	t.Subject, t.Text, t.HTML = in.Subject, in.Text, in.Html
	return err
}

// MarshalJSON writes HTML as Html.
func (t sesContent) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{"Subject": t.Subject, "Text": t.Text, "Html": t.HTML})
}

// sesFile is an attachment.
type sesFile struct {
	RawContent                                           []byte
	FileName, ContentType, ContentDisposition, ContentID string
}

// sesRequest is the body of SendEmail.
type sesRequest struct {
	FromEmailAddress               string
	Destination                    sesDestination
	ReplyToAddresses               []string
	FeedbackForwardingEmailAddress string
	ConfigurationSetName           string
	EmailTags                      []struct{ Name, Value string }
	Content                        struct {
		Simple *struct {
			Subject     sesText
			Body        struct{ Text, HTML *sesText }
			Headers     []struct{ Name, Value string }
			Attachments []sesFile
		}
		Raw      *struct{ Data []byte }
		Template *sesTemplateUse
	}
	ListManagementOptions *struct{ ContactListName, TopicName string }
}

// sesSend is SendEmail.
func sesSend(c *call) error {
	var m sesRequest
	if err := c.decode(&m); err != nil {
		return err
	}
	s, err := m.submission(c)
	if err != nil {
		return err
	}
	sent, err := c.submit(s)
	if err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]string{"MessageId": sent.ID})
	return nil
}

// newSubmission is what all mails of SES have in common.
func sesSubmission() *submission {
	return &submission{
		size: sesMail, id: sesID, messageID: func(id string) string { return "<" + id + "@email.amazonses.com>" }, data: map[string]string{},
		lists: mailsim.ProviderLists{Skip: []string{"account"}, Bounced: "account", Complained: "account"},
	}
}

// sesID is the form of its ids.
func sesID(drawn string) string { return "0100" + drawn[:12] + "-" + asUUID(drawn) + "-000000" }

// submission checks a mail.
func (m *sesRequest) submission(c *call) (*submission, error) {
	s := sesSubmission()
	content := &m.Content
	if content.Raw == nil {
		if err := s.sesFrom(m.FromEmailAddress); err != nil {
			return nil, err
		}
	}
	if err := s.sesTo(m.Destination, m.ReplyToAddresses); err != nil {
		return nil, err
	}
	switch {
	case content.Simple != nil:
		simple := content.Simple
		if simple.Body.Text == nil && simple.Body.HTML == nil {
			return nil, sesWrong("Body is empty: a text or HTML is required.")
		}
		s.subject = simple.Subject.Data
		if simple.Body.Text != nil {
			s.text = simple.Body.Text.Data
		}
		if simple.Body.HTML != nil {
			s.html = simple.Body.HTML.Data
		}
		s.sesExtras(simple.Headers, simple.Attachments)
	case content.Raw != nil:
		if err := s.sesRaw(string(content.Raw.Data), m.FromEmailAddress); err != nil {
			return nil, err
		}
	case content.Template != nil:
		if err := s.sesTemplate(c, content.Template); err != nil {
			return nil, err
		}
	default:
		return nil, sesWrong("Content is required: one of Simple, Raw and Template.")
	}
	if len(s.to)+len(s.cc)+len(s.bcc) == 0 {
		return nil, sesWrong("At least one recipient must be specified.")
	}
	if m.FeedbackForwardingEmailAddress != "" {
		a, ok := mailbox(m.FeedbackForwardingEmailAddress)
		if !ok {
			return nil, sesWrong(sesAddress(m.FeedbackForwardingEmailAddress))
		}
		s.sender = a.Addr
	}
	if m.ConfigurationSetName != "" {
		s.data["configuration_set"] = m.ConfigurationSetName
	}
	if m.ListManagementOptions != nil {
		s.data["contact_list"] = m.ListManagementOptions.ContactListName
	}
	for _, t := range m.EmailTags {
		if !isTag(t.Name) || !isTag(t.Value) {
			return nil, sesWrong("Invalid tag: names and values have ASCII letters, numbers, underscores and dashes.")
		}
		s.data["tag."+t.Name] = t.Value
	}
	return s, nil
}

// sesAddress says what is wrong with an address.
func sesAddress(text string) string {
	switch at := strings.LastIndexByte(text, '@'); {
	case at < 0:
		return "Missing final '@domain'"
	case at == 0:
		return "Missing local name"
	case strings.ContainsAny(text[:at], " \t\r\n"):
		return "Local address contains control or whitespace"
	case strings.HasPrefix(text[at+1:], "."):
		return "Domain starts with dot"
	}
	return "Illegal address"
}

// sesFrom reads the sender.
func (s *submission) sesFrom(text string) error {
	if text == "" {
		return sesWrong("FromEmailAddress is required.")
	}
	var ok bool
	if s.from, ok = mailbox(text); !ok {
		return sesWrong(sesAddress(text))
	}
	return nil
}

// sesTo reads the recipients.
func (s *submission) sesTo(d sesDestination, replyTo []string) error {
	if len(d.ToAddresses)+len(d.CcAddresses)+len(d.BccAddresses) > sesRecipients || len(replyTo) > sesRecipients {
		return &sesError{http.StatusBadRequest, "MessageRejected", "Recipient count exceeds 50."}
	}
	for _, l := range []struct {
		list []string
		to   *[]mimebuild.Address
	}{{d.ToAddresses, &s.to}, {d.CcAddresses, &s.cc}, {d.BccAddresses, &s.bcc}, {replyTo, &s.replyTo}} {
		list, bad, ok := mailboxes(l.list)
		if !ok {
			return sesWrong(sesAddress(bad))
		}
		*l.to = list
	}
	return nil
}

// sesExtras adds header fields and attachments.
func (s *submission) sesExtras(headers []struct{ Name, Value string }, files []sesFile) {
	for _, h := range headers {
		s.header = append(s.header, mimebuild.Field{Name: h.Name, Value: h.Value})
	}
	for _, f := range files {
		s.files = append(s.files, mimebuild.Attachment{Filename: f.FileName, ContentType: f.ContentType, Data: f.RawContent, ContentID: f.ContentID, Inline: strings.EqualFold(f.ContentDisposition, "INLINE")})
	}
}

// sesRaw takes a whole mail: its recipients are those of its header, where the request
// names none.
func (s *submission) sesRaw(raw, from string) error {
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		return sesWrong("The raw message cannot be read.")
	}
	if from == "" {
		from = m.Header.Get("From")
	}
	if from == "" {
		return sesWrong("Missing required header 'From'.")
	}
	if err := s.sesFrom(from); err != nil {
		return err
	}
	if len(s.to)+len(s.cc)+len(s.bcc) == 0 {
		var d sesDestination
		if len(m.Header.Get("To"))+len(m.Header.Get("Cc"))+len(m.Header.Get("Bcc")) > maxAddresses {
			return &sesError{http.StatusBadRequest, "MessageRejected", "Recipient count exceeds 50."}
		}
		d.ToAddresses, d.CcAddresses, d.BccAddresses = commas(m.Header.Get("To")), commas(m.Header.Get("Cc")), commas(m.Header.Get("Bcc"))
		if err := s.sesTo(d, nil); err != nil {
			return err
		}
	}
	s.raw = raw
	if set := m.Header.Get("X-SES-CONFIGURATION-SET"); set != "" {
		s.data["configuration_set"] = set
	}
	for _, tag := range commas(m.Header.Get("X-SES-MESSAGE-TAGS")) {
		if name, value, ok := strings.Cut(tag, "="); ok && isTag(strings.TrimSpace(name)) && isTag(strings.TrimSpace(value)) {
			s.data["tag."+strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return nil
}

// sesTemplate makes the content of a mail of a template.
func (s *submission) sesTemplate(c *call, use *sesTemplateUse) error {
	t := use.TemplateContent
	if t == nil {
		b, ok := c.p.Record("template", use.TemplateName)
		if !ok || json.Unmarshal(b, &t) != nil {
			return sesNotFound("Template " + use.TemplateName + " does not exist.")
		}
	}
	data := map[string]any{}
	if len(use.TemplateData) > sesTemplateData {
		return sesWrong("Template data must be at most 262144 bytes.")
	}
	if use.TemplateData != "" && !asJSON(use.TemplateData, &data) {
		return sesWrong("Template data is not valid JSON.")
	}
	s.subject, s.text, s.html = fill(t.Subject, data, false), fill(t.Text, data, false), fill(t.HTML, data, false)
	s.sesExtras(use.Headers, use.Attachments)
	return nil
}
