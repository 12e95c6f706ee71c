package provider

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/callback"
	"github.com/mailsim/mailsim/internal/mimebuild"
)

// Amazon SES, version 2 of its API.

// Bounds of SES.
const (
	sesMail       = 40 << 20
	sesMailV1     = 10 << 20
	sesRecipients = 50
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
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, errNoKey):
		return &sesError{http.StatusForbidden, "MissingAuthenticationTokenException", "Missing Authentication Token"}
	case errors.Is(err, errBadKey):
		return &sesError{http.StatusForbidden, "UnrecognizedClientException", "The security token included in the request is invalid."}
	case errors.Is(err, errNoRoute):
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
	if len(s.to)+len(s.cc)+len(s.bcc) > sesRecipients {
		return &sesError{http.StatusBadRequest, "MessageRejected", "Recipient count exceeds 50."}
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
	if use.TemplateData != "" && json.Unmarshal([]byte(use.TemplateData), &data) != nil {
		return sesWrong("Template data is not valid JSON.")
	}
	s.subject, s.text, s.html = fill(t.Subject, data, false), fill(t.Text, data, false), fill(t.HTML, data, false)
	s.sesExtras(use.Headers, use.Attachments)
	return nil
}

// sesBulk is SendBulkEmail: each destination succeeds or fails by itself.
func sesBulk(c *call) error {
	var m struct {
		FromEmailAddress     string
		ReplyToAddresses     []string
		ConfigurationSetName string
		DefaultContent       struct{ Template *sesTemplateUse }
		DefaultEmailTags     []struct{ Name, Value string }
		BulkEmailEntries     []struct {
			Destination             sesDestination
			ReplacementTags         []struct{ Name, Value string }
			ReplacementEmailContent *struct {
				ReplacementTemplate struct{ ReplacementTemplateData string }
			}
		}
	}
	if err := c.decode(&m); err != nil {
		return err
	}
	switch {
	case m.DefaultContent.Template == nil:
		return sesWrong("DefaultContent.Template is required.")
	case len(m.BulkEmailEntries) == 0 || len(m.BulkEmailEntries) > sesRecipients:
		return sesWrong("BulkEmailEntries must have 1 to 50 entries.")
	}
	out := []map[string]any{}
	for _, entry := range m.BulkEmailEntries {
		use := *m.DefaultContent.Template
		one := sesRequest{FromEmailAddress: m.FromEmailAddress, Destination: entry.Destination, ReplyToAddresses: m.ReplyToAddresses, ConfigurationSetName: m.ConfigurationSetName}
		one.EmailTags = append(slices.Clone(m.DefaultEmailTags), entry.ReplacementTags...)
		if r := entry.ReplacementEmailContent; r != nil && r.ReplacementTemplate.ReplacementTemplateData != "" {
			data, own := map[string]any{}, map[string]any{}
			if json.Unmarshal([]byte(use.TemplateData), &data) != nil && use.TemplateData != "" || json.Unmarshal([]byte(r.ReplacementTemplate.ReplacementTemplateData), &own) != nil {
				return sesWrong("Template data is not valid JSON.")
			}
			for k, v := range own {
				data[k] = v
			}
			b, err := json.Marshal(data)
			if err != nil {
				return err
			}
			use.TemplateData = string(b)
		}
		one.Content.Template = &use
		out = append(out, one.bulk(c))
	}
	c.answer(http.StatusOK, map[string]any{"BulkEmailEntryResults": out})
	return nil
}

// bulk sends one of many.
func (m *sesRequest) bulk(c *call) map[string]any {
	s, err := m.submission(c)
	if err == nil {
		var sent mailsim.ProviderSend
		if sent, err = c.submit(s); err == nil {
			return map[string]any{"Status": "SUCCESS", "MessageId": sent.ID}
		}
	}
	e := sesOf(c, err)
	status := map[string]string{"NotFoundException": "TEMPLATE_NOT_FOUND", "MessageRejected": "MESSAGE_REJECTED"}[e.kind]
	if status == "" {
		status = "INVALID_PARAMETER"
	}
	return map[string]any{"Status": status, "Error": e.text}
}

func sesAccount(c *call) error {
	c.answer(http.StatusOK, map[string]any{
		"DedicatedIpAutoWarmupEnabled": false, "EnforcementStatus": "HEALTHY", "ProductionAccessEnabled": true, "SendingEnabled": true,
		"SendQuota":             map[string]float64{"Max24HourSend": 50000, "MaxSendRate": 14, "SentLast24Hours": float64(c.sentToday())},
		"SuppressionAttributes": map[string]any{"SuppressedReasons": []string{"BOUNCE", "COMPLAINT"}},
	})
	return nil
}

// sentToday counts the mails of the last day, a thousand at most.
func (c *call) sentToday() (n int) {
	for _, s := range c.p.Sends("", 1000) {
		if c.u.Now().Sub(s.Created).Hours() < 24 {
			n++
		}
	}
	return n
}

// sesReason is why an address is suppressed.
func sesReason(s mailsim.Suppression) string {
	if s.Origin == "complained" || s.Origin == "COMPLAINT" {
		return "COMPLAINT"
	}
	return "BOUNCE"
}

func sesSuppress(c *call) error {
	var in struct{ EmailAddress, Reason string }
	if err := c.decode(&in); err != nil {
		return err
	}
	if !addr.Valid(in.EmailAddress) {
		return sesWrong(sesAddress(in.EmailAddress))
	}
	if in.Reason != "BOUNCE" && in.Reason != "COMPLAINT" {
		return sesWrong("Reason must be BOUNCE or COMPLAINT.")
	}
	if err := c.p.Suppress(c.ctx(), "account", mailsim.Suppression{Address: in.EmailAddress, Origin: in.Reason}); err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]any{})
	return nil
}

// sesEntry is a suppressed address.
func sesEntry(s mailsim.Suppression) map[string]any {
	return map[string]any{"EmailAddress": s.Address, "Reason": sesReason(s), "LastUpdateTime": float64(s.Created.UnixMilli()) / 1000}
}

func sesSuppressed(c *call) error {
	reasons := c.r.URL.Query()["Reason"]
	list := []map[string]any{}
	skip, size := number(c, "NextToken", 0), number(c, "PageSize", 1000)
	next := any(nil)
	for i, s := range c.p.Suppressions("account") {
		if i < skip || len(reasons) > 0 && !slices.Contains(reasons, sesReason(s)) {
			continue
		}
		if len(list) >= max(1, size) {
			next = strconv.Itoa(i)
			break
		}
		list = append(list, sesEntry(s))
	}
	out := map[string]any{"SuppressedDestinationSummaries": list}
	if next != nil {
		out["NextToken"] = next
	}
	c.answer(http.StatusOK, out)
	return nil
}

func sesSuppressedGet(c *call) error {
	_, s, ok := c.p.Suppressed(c.r.PathValue("email"), "account")
	if !ok {
		return sesNotFound("Email address " + c.r.PathValue("email") + " does not exist on your suppression list.")
	}
	e := sesEntry(s)
	e["Attributes"] = map[string]string{"MessageId": s.SendID, "FeedbackId": s.SendID}
	c.answer(http.StatusOK, map[string]any{"SuppressedDestination": e})
	return nil
}

func sesUnsuppress(c *call) error {
	gone, err := c.p.Unsuppress(c.ctx(), "account", c.r.PathValue("email"))
	if err != nil {
		return err
	}
	if len(gone) == 0 {
		return sesNotFound("Email address " + c.r.PathValue("email") + " does not exist on your suppression list.")
	}
	c.answer(http.StatusOK, map[string]any{})
	return nil
}

// sesStore keeps the template of the body under a name.
func sesStore(c *call, name string, in *sesContent) error {
	if name == "" || in == nil {
		return sesWrong("TemplateName and TemplateContent are required.")
	}
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	if err := c.p.SetRecord(c.ctx(), "template", name, b); err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]any{})
	return nil
}

func sesNewTemplate(c *call) error {
	var in struct {
		TemplateName    string
		TemplateContent *sesContent
	}
	if err := c.decode(&in); err != nil {
		return err
	}
	if _, ok := c.p.Record("template", in.TemplateName); ok {
		return &sesError{http.StatusBadRequest, "AlreadyExistsException", "Template " + in.TemplateName + " already exists for account id " + callback.SESAccount + "."}
	}
	return sesStore(c, in.TemplateName, in.TemplateContent)
}

func sesTemplateEdit(c *call) error {
	var in struct{ TemplateContent *sesContent }
	if err := c.decode(&in); err != nil {
		return err
	}
	if _, ok := c.p.Record("template", c.r.PathValue("name")); !ok {
		return sesNotFound("Template " + c.r.PathValue("name") + " does not exist.")
	}
	return sesStore(c, c.r.PathValue("name"), in.TemplateContent)
}

func sesTemplates(c *call) error {
	list := []map[string]any{}
	for _, r := range c.p.Records("template") {
		list = append(list, map[string]any{"TemplateName": r.ID, "CreatedTimestamp": float64(c.u.Now().Unix())})
	}
	c.answer(http.StatusOK, map[string]any{"TemplatesMetadata": list})
	return nil
}

func sesTemplateGet(c *call) error {
	b, ok := c.p.Record("template", c.r.PathValue("name"))
	if !ok {
		return sesNotFound("Template " + c.r.PathValue("name") + " does not exist.")
	}
	c.answer(http.StatusOK, map[string]any{"TemplateName": c.r.PathValue("name"), "TemplateContent": json.RawMessage(b)})
	return nil
}

func sesTemplateDelete(c *call) error {
	if err := c.p.SetRecord(c.ctx(), "template", c.r.PathValue("name"), nil); err != nil {
		return err
	}
	c.answer(http.StatusOK, map[string]any{})
	return nil
}

// sesCertificate is that with which notifications are signed: of the universe, or of the
// one of a cell that the file names.
func sesCertificate(c *call) error {
	u, _ := c.h.host.(*mailsim.Universe)
	id := strings.TrimSuffix(strings.TrimPrefix(c.r.PathValue("file"), "SimpleNotificationService-"), ".pem")
	if cell, ok := c.h.host.(*mailsim.Cell); ok {
		if name, err := url.PathUnescape(id); err == nil {
			u, _ = cell.Universe(name)
		}
	}
	if u == nil {
		return errNoRoute
	}
	c.w.Header().Set("Content-Type", "application/x-pem-file")
	_, _ = c.w.Write([]byte(u.Provider("ses").Certificate()))
	return nil
}
