package provider

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/plain"
)

// Postmark's API. Codes and words are those of its API overview and error codes, and what
// its SDKs' tests and reported issues show it to answer.

// Bounds of Postmark.
const (
	postmarkMail       = 10 << 20
	postmarkBody       = 5 << 20
	postmarkRecipients = 50
	postmarkBatch      = 500
	postmarkBatchBytes = 50 << 20
)

const (
	postmarkToken     = "X-Postmark-Server-Token"
	postmarkTest      = "POSTMARK_API_TEST" // the token with which mails are checked, and not sent
	postmarkSubmitted = "2006-01-02T15:04:05.0000000Z07:00"
)

// newPostmark is its table.
func newPostmark() *door {
	token := func(r *http.Request) (string, bool) {
		t := r.Header.Get(postmarkToken)
		if t == "" {
			t = r.Header.Get("X-Postmark-Account-Token")
		}
		return t, t != ""
	}
	d := &door{name: "postmark", limit: postmarkBatchBytes * 4 / 3, key: token, refuse: postmarkRefuse}
	d.mine = func(r *http.Request) bool { _, ok := token(r); return ok }
	d.routes = []route{
		{pattern: "POST /email", serve: postmarkSend},
		{pattern: "POST /email/batch", serve: postmarkSendBatch},
		{pattern: "POST /email/withTemplate", serve: postmarkSend},
		{pattern: "POST /email/batchWithTemplates", serve: postmarkSendBatch},
		{pattern: "GET /bounces", serve: postmarkBounces},
		{pattern: "GET /bounces/{id}", serve: postmarkBounceGet},
		{pattern: "PUT /bounces/{id}/activate", serve: postmarkActivate},
		{pattern: "GET /deliverystats", serve: postmarkStats},
		{pattern: "GET /deliveryStats", serve: postmarkStats},
		{pattern: "GET /server", serve: func(c *call) error {
			c.answer(http.StatusOK, map[string]any{"ID": 23, "Name": "mailsim", "Color": "blue", "SmtpApiActivated": true, "TrackOpens": true, "TrackLinks": "HtmlAndText", "DeliveryType": "Sandbox", "ApiTokens": []string{}})
			return nil
		}},
		{pattern: "GET /message-streams/{stream}/suppressions/dump", serve: postmarkDump},
		{pattern: "POST /message-streams/{stream}/suppressions", serve: func(c *call) error { return postmarkSuppress(c, true) }},
		{pattern: "POST /message-streams/{stream}/suppressions/delete", serve: func(c *call) error { return postmarkSuppress(c, false) }},
		{pattern: "POST /templates", serve: postmarkNewTemplate},
		{pattern: "GET /templates", serve: postmarkTemplates},
		{pattern: "GET /templates/{id}", serve: postmarkTemplateGet},
		{pattern: "PUT /templates/{id}", serve: postmarkTemplateEdit},
		{pattern: "DELETE /templates/{id}", serve: postmarkTemplateDelete},
		{pattern: "GET /messages/outbound/{id}/details", serve: postmarkDetails},
	}
	return d
}

// postmarkError is an answer of an error.
type postmarkError struct {
	status int
	Code   int    `json:"ErrorCode"`
	Text   string `json:"Message"`
}

func (e *postmarkError) Error() string { return e.Text }

func postmarkWrong(code int, text string) *postmarkError {
	return &postmarkError{http.StatusUnprocessableEntity, code, text}
}

// postmarkOf is an error in Postmark's words.
func postmarkOf(c *call, err error) *postmarkError {
	var e *postmarkError
	var bad *badMail
	var field *json.UnmarshalTypeError
	var fault *faultError
	switch {
	case errors.As(err, &fault):
		return fault.postmark(c)
	case errors.As(err, &e):
		return e
	case errors.Is(err, errNoKey):
		return &postmarkError{http.StatusUnauthorized, 10, "No Account or Server API tokens were supplied in the HTTP headers. Please add a header for either X-Postmark-Server-Token or X-Postmark-Account-Token."}
	case errors.Is(err, errBadKey):
		return &postmarkError{http.StatusUnauthorized, 10, "The Server Token you provided in the X-Postmark-Server-Token request header was invalid. Please verify that you are using a valid token."}
	case errors.Is(err, errNoRoute):
		return &postmarkError{http.StatusNotFound, 404, "The requested resource does not exist."}
	case errors.Is(err, errMethod):
		return &postmarkError{http.StatusMethodNotAllowed, 405, "The requested resource does not support http method '" + c.r.Method + "'."}
	case errors.Is(err, errLarge), errors.Is(err, errTooBig):
		return &postmarkError{http.StatusRequestEntityTooLarge, 300, "The request exceeds the maximum size of 10 MB."}
	case errors.As(err, &field) && field.Field != "":
		return postmarkWrong(403, "Invalid request field(s): '"+field.Field+"'.")
	case errors.Is(err, errBody):
		return postmarkWrong(402, "Invalid JSON.")
	case errors.As(err, &bad), errors.Is(err, mailsim.ErrInvalid), errors.Is(err, mailsim.ErrConflict), errors.Is(err, mailsim.ErrNotFound):
		return postmarkWrong(300, err.Error())
	}
	return &postmarkError{c.internal(err), 101, "An unexpected error occurred."}
}

func postmarkRefuse(c *call, err error) {
	e := postmarkOf(c, err)
	c.w.Header().Set("X-PM-ApiErrorCode", strconv.Itoa(e.Code))
	c.answer(e.status, e)
}

// postmarkRequest is a mail.
type postmarkRequest struct {
	From, To, Cc, Bcc, Subject, Tag, HTMLBody, TextBody, ReplyTo string
	Headers                                                      []struct{ Name, Value string }
	TrackOpens                                                   *bool
	TrackLinks                                                   string
	Metadata                                                     map[string]string
	Attachments                                                  []struct{ Name, Content, ContentType, ContentID string }
	MessageStream                                                string
	TemplateID                                                   json.Number
	TemplateAlias                                                string
	TemplateModel                                                map[string]any
}

// postmarkSend is POST /email and /email/withTemplate.
func postmarkSend(c *call) error {
	var m postmarkRequest
	if err := c.decode(&m); err != nil {
		return err
	}
	out, err := m.send(c, false)
	if err == nil {
		c.answer(http.StatusOK, out)
	}
	return err
}

// postmarkSendBatch sends many mails, each of which succeeds or fails by itself.
func postmarkSendBatch(c *call) error {
	var list []postmarkRequest
	if strings.HasSuffix(c.r.URL.Path, "Templates") {
		var in struct{ Messages []postmarkRequest }
		if err := c.decode(&in); err != nil {
			return err
		}
		list = in.Messages
	} else if err := c.decode(&list); err != nil {
		return err
	}
	if len(list) > postmarkBatch {
		return postmarkWrong(410, "You may only send up to 500 messages in a single batched request.")
	}
	out := []any{}
	for i := range list {
		sent, err := list[i].send(c, true)
		if err != nil {
			out = append(out, postmarkOf(c, err))
			continue
		}
		out = append(out, sent)
	}
	c.answer(http.StatusOK, out)
	return nil
}

// postmarkSent is the answer about one mail.
type postmarkSent struct {
	To          string
	Cc          string `json:",omitempty"`
	Bcc         string `json:",omitempty"`
	SubmittedAt string
	MessageID   string
	ErrorCode   int
	Message     string
}

// send checks a mail and sends it, alone or as one of a batch.
func (m *postmarkRequest) send(c *call, batch bool) (*postmarkSent, error) {
	s, err := m.submission()
	if err != nil {
		return nil, err
	}
	if err := m.template(c, s); err != nil {
		return nil, err
	}
	if s.text == "" && s.html == "" {
		return nil, postmarkWrong(300, "Provide either email TextBody or HtmlBody or both.")
	}
	list := postmarkList(m.MessageStream)
	var inactive []string
	all := s.recipients()
	for _, a := range all {
		if _, _, ok := c.p.Suppressed(a, list); ok {
			inactive = append(inactive, a)
		}
	}
	if len(inactive) == len(all) {
		who := "recipient(s) that have"
		if batch {
			who = "a recipient that has"
		}
		return nil, postmarkWrong(406, "You tried to send to "+who+" been marked as inactive. Found inactive addresses: "+strings.Join(inactive, ", ")+". Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.")
	}
	if c.key == postmarkTest {
		return m.tested(c, s)
	}
	sent, err := c.submit(s)
	if err != nil {
		return nil, err
	}
	out := &postmarkSent{To: m.To, Cc: m.Cc, Bcc: m.Bcc, SubmittedAt: sent.Created.Format(postmarkSubmitted), MessageID: sent.ID, Message: "OK"}
	if len(inactive) > 0 {
		out.Message = "Message OK, but will not deliver to these inactive addresses: " + strings.Join(inactive, ", ")
	}
	return out, nil
}

// tested answers about a mail that is checked, and not sent.
func (m *postmarkRequest) tested(c *call, s *submission) (*postmarkSent, error) {
	d, err := c.p.Draft(c.ctx(), s.from.Addr)
	if err != nil {
		return nil, err
	}
	if _, err := s.build(d, s.messageID(s.id(d.ID))); err != nil {
		return nil, err
	}
	return &postmarkSent{To: m.To, Cc: m.Cc, Bcc: m.Bcc, SubmittedAt: d.Now.Format(postmarkSubmitted), MessageID: s.id(d.ID), Message: "Test job accepted"}, nil
}

// postmarkList is the list of those to whom a stream sends nothing.
func postmarkList(stream string) string {
	if stream == "" {
		stream = "outbound"
	}
	return "stream:" + stream
}

// submission is the mail, as far as it needs no template.
func (m *postmarkRequest) submission() (*submission, error) {
	s := &submission{subject: m.Subject, text: m.TextBody, html: m.HTMLBody, size: postmarkMail, id: asUUID, messageID: func(id string) string { return "<" + id + "@mtasv.net>" }, data: map[string]string{"stream": m.MessageStream}}
	var ok bool
	if m.From == "" {
		return nil, postmarkWrong(300, "Invalid 'From' value.")
	}
	if s.from, ok = mailbox(m.From); !ok {
		return nil, postmarkAddress("From", m.From)
	}
	for _, l := range []struct {
		name, text string
		to         *[]mimebuild.Address
	}{{"To", m.To, &s.to}, {"Cc", m.Cc, &s.cc}, {"Bcc", m.Bcc, &s.bcc}, {"ReplyTo", m.ReplyTo, &s.replyTo}} {
		if len(l.text) > maxAddresses {
			return nil, postmarkWrong(300, "Maximum of 50 recipients allowed per email message.")
		}
		list, bad, ok := mailboxes(commas(l.text))
		if !ok {
			return nil, postmarkAddress(l.name, bad)
		}
		*l.to = list
	}
	switch n := len(s.to) + len(s.cc) + len(s.bcc); {
	case len(s.to) == 0 || n == 0:
		return nil, postmarkWrong(300, "Zero recipients specified")
	case n > postmarkRecipients:
		return nil, postmarkWrong(300, "Maximum of 50 recipients allowed per email message.")
	case len(m.TextBody) > postmarkBody || len(m.HTMLBody) > postmarkBody:
		return nil, postmarkWrong(300, "TextBody and HtmlBody may have at most 5 MB each.")
	case len(m.Tag) > 1000:
		return nil, postmarkWrong(300, "Tag is too long: the maximum is 1000 characters.")
	case len(m.Subject) > 2000:
		return nil, postmarkWrong(300, "Subject is too long: the maximum is 2000 characters.")
	}
	if err := m.metadata(); err != nil {
		return nil, err
	}
	for _, h := range m.Headers {
		s.header = append(s.header, mimebuild.Field{Name: h.Name, Value: h.Value})
	}
	for _, a := range m.Attachments {
		data, ok := content(a.Content)
		if !ok {
			return nil, postmarkWrong(300, "The 'Content' of attachment '"+a.Name+"' is not valid base64.")
		}
		if postmarkForbidden(a.Name) {
			return nil, postmarkWrong(411, "Attachment file type not allowed.")
		}
		id := strings.TrimPrefix(a.ContentID, "cid:")
		s.files = append(s.files, mimebuild.Attachment{Filename: a.Name, ContentType: a.ContentType, Data: data, ContentID: id, Inline: id != ""})
	}
	if m.Tag != "" {
		s.tags = []string{m.Tag}
	}
	for k, v := range m.Metadata {
		s.data["meta."+k] = v
	}
	s.noOpens, s.noClicks = m.TrackOpens != nil && !*m.TrackOpens, m.TrackLinks == "None"
	list := postmarkList(m.MessageStream)
	s.lists = mailsim.ProviderLists{Skip: []string{list}, Bounced: list, Complained: list, Left: list}
	return s, nil
}

// metadata checks what is to come back with webhooks.
func (m *postmarkRequest) metadata() error {
	if len(m.Metadata) > 10 {
		return postmarkWrong(300, "Metadata may have at most 10 fields.")
	}
	for _, k := range sortedKeys(m.Metadata) {
		if len(k) > 20 || len(m.Metadata[k]) > 80 {
			return postmarkWrong(300, "Metadata keys may have at most 20 characters and values 80: '"+plain.Cut(k, 100)+"'.")
		}
	}
	return nil
}

// postmarkAddress is the error of a bad address. Both forms are Postmark's: the first comes
// of its parser (postmark-gem #4, laravel-postmark #8), the second of its rules (postmark-gem #87).
func postmarkAddress(field, bad string) error {
	if !strings.Contains(bad, "@") {
		return postmarkWrong(300, "Error parsing '"+field+"': Illegal email address '"+bad+"'. It must contain the '@' symbol.")
	}
	return postmarkWrong(300, "Invalid '"+field+"' address: '"+bad+"'.")
}

// postmarkForbidden tells whether a file is one of those that Postmark takes from nobody.
func postmarkForbidden(name string) bool {
	i := strings.LastIndexByte(name, '.')
	return i >= 0 && slices.Contains([]string{"vbs", "exe", "bin", "bat", "chm", "com", "cpl", "crt", "hlp", "hta", "inf", "ins", "isp", "jse", "lnk", "mdb", "pcd", "pif", "reg", "scr", "sct", "shs", "vbe", "vba", "wsf", "wsh", "wsl", "msc", "msi", "msp", "mst"}, strings.ToLower(name[i+1:]))
}

// postmarkTime writes an instant as Postmark's API does.
func postmarkTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// number reads a query's number.
func number(c *call, name string, usual int) int {
	if n, err := strconv.Atoi(c.r.URL.Query().Get(name)); err == nil && n >= 0 {
		return n
	}
	return usual
}
