package provider

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/mail"
	"net/url"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/plain"
)

// Mailgun's API. Words are those that its SDKs and support pages show it to answer with.

// Bounds of Mailgun.
const (
	mailgunMail       = 25 << 20
	mailgunRecipients = 1000
	mailgunTags       = 10
	mailgunAhead      = 7 * 24 * time.Hour
	mailgunFields     = 2000

	mailgunOptionBytes = 16 << 10
)

// newMailgun is its table.
func newMailgun() *door {
	d := &door{name: "mailgun", limit: mailgunMail * 3 / 2, refuse: mailgunRefuse, key: func(r *http.Request) (string, bool) {
		user, key, ok := r.BasicAuth()
		return key, ok && user == "api"
	}, mine: func(r *http.Request) bool { _, _, ok := r.BasicAuth(); return ok }}
	d.routes = []route{
		{pattern: "POST /v3/{domain}/messages", serve: mailgunSend},
		{pattern: "POST /v3/{domain}/messages.mime", serve: mailgunSend},
		{pattern: "GET /v3/{domain}/events", serve: mailgunEvents},
		{pattern: "POST /v3/{domain}/templates", serve: mailgunNewTemplate},
		{pattern: "GET /v3/{domain}/templates", serve: mailgunTemplates},
		{pattern: "GET /v3/{domain}/templates/{name}", serve: mailgunTemplateGet},
		{pattern: "DELETE /v3/{domain}/templates/{name}", serve: mailgunTemplateDelete},
	}
	for _, l := range []string{"bounces", "unsubscribes", "complaints"} {
		d.routes = append(d.routes,
			route{pattern: "GET /v3/{domain}/" + l, serve: func(c *call) error { return mailgunList(c, l) }},
			route{pattern: "POST /v3/{domain}/" + l, serve: func(c *call) error { return mailgunListAdd(c, l) }},
			route{pattern: "DELETE /v3/{domain}/" + l, serve: func(c *call) error { return mailgunListClear(c, l) }},
			route{pattern: "GET /v3/{domain}/" + l + "/{address}", serve: func(c *call) error { return mailgunListGet(c, l) }},
			route{pattern: "DELETE /v3/{domain}/" + l + "/{address}", serve: func(c *call) error { return mailgunListDelete(c, l) }},
		)
	}
	return d
}

// mailgunError is an answer of an error.
type mailgunError struct {
	status int
	text   string
}

func (e *mailgunError) Error() string { return e.text }

func mailgunWrong(text string) error { return &mailgunError{http.StatusBadRequest, text} }

func mailgunRefuse(c *call, err error) {
	var e *mailgunError
	var bad *badMail
	var fault *faultError
	switch {
	case errors.As(err, &e):
	case errors.As(err, &fault):
		e = fault.mailgun(c)
	case errors.Is(err, errNoKey), errors.Is(err, errBadKey):
		http.Error(c.w, "Forbidden", http.StatusUnauthorized)
		return
	case errors.Is(err, errNoRoute), errors.Is(err, mailsim.ErrNotFound):
		e = &mailgunError{http.StatusNotFound, "Not found"}
	case errors.Is(err, errMethod):
		e = &mailgunError{http.StatusMethodNotAllowed, "Method not allowed"}
	case errors.Is(err, errLarge), errors.Is(err, errTooBig):
		e = &mailgunError{http.StatusRequestEntityTooLarge, "Request entity too large: the message may have at most 25 MB"}
	case errors.Is(err, errBody):
		e = &mailgunError{http.StatusBadRequest, "Bad Request"}
	case errors.As(err, &bad), errors.Is(err, mailsim.ErrInvalid), errors.Is(err, mailsim.ErrConflict):
		e = &mailgunError{http.StatusBadRequest, err.Error()}
	default:
		e = &mailgunError{c.internal(err), "Internal Server Error"}
	}
	c.answer(e.status, map[string]string{"message": e.text})
}

// formFile is a file of a form.
type formFile struct {
	field string
	mimebuild.Attachment
}

// form reads the body's fields and files.
func (c *call) form() (url.Values, []formFile, error) {
	kind, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		values, err := c.pairs()
		return values, nil, err
	}
	values, files, n := url.Values{}, []formFile(nil), 0
	r := multipart.NewReader(bytes.NewReader(c.body), params["boundary"])
	for {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return values, files, nil
		}
		if n++; err != nil || n > mailgunFields {
			return nil, nil, errBody
		}
		data, err := io.ReadAll(p)
		if err != nil {
			return nil, nil, errBody
		}
		if p.FileName() == "" {
			values.Add(p.FormName(), string(data))
			continue
		}
		files = append(files, formFile{p.FormName(), mimebuild.Attachment{Filename: p.FileName(), ContentType: p.Header.Get("Content-Type"), Data: data}})
	}
}

// mailgunSend is POST messages and messages.mime: one mail, or with recipient variables one
// for each recipient.
func mailgunSend(c *call) error {
	values, files, err := c.form()
	if err != nil {
		return err
	}
	s, err := mailgunSubmission(c, values, files)
	if err != nil {
		return err
	}
	var vars map[string]map[string]any
	if text := values.Get("recipient-variables"); text != "" && !asJSON(text, &vars) {
		return mailgunWrong("recipient-variables parameter is not a valid JSON")
	}
	if vars == nil {
		return mailgunQueue(c, values, []*submission{s})
	}
	if err := c.each(len(s.to)); err != nil {
		return err
	}
	var list []*submission
	for _, to := range s.to {
		list = append(list, mailgunFor(s, to, vars))
	}
	return mailgunQueue(c, values, list)
}

// mailgunQueue sends what a request asks for.
func mailgunQueue(c *call, values url.Values, list []*submission) error {
	id := ""
	for _, s := range list {
		if yes(values, "o:testmode") {
			d, err := c.p.Draft(c.ctx(), s.from.Addr)
			if err != nil {
				return err
			}
			id = s.messageID(s.id(d.ID))
			continue
		}
		sent, err := c.submit(s)
		if err != nil {
			return err
		}
		id = sent.MessageID
	}
	c.answer(http.StatusOK, map[string]string{"id": id, "message": "Queued. Thank you."})
	return nil
}

// mailgunFor is the mail of one recipient, its variables filled in.
func mailgunFor(s *submission, to mimebuild.Address, vars map[string]map[string]any) *submission {
	one := *s
	one.to, one.cc, one.bcc = []mimebuild.Address{to}, nil, nil
	mine := map[string]any{"recipient": to.Addr, "recipient_name": to.Name}
	for who, v := range vars {
		if addr.Key(who) == addr.Key(to.Addr) {
			for name, value := range v {
				mine["recipient."+name] = value
			}
		}
	}
	put := func(text string) string {
		var b strings.Builder
		for {
			before, rest, ok := strings.Cut(text, "%")
			b.WriteString(before)
			if !ok {
				return b.String()
			}
			name, after, ok := strings.Cut(rest, "%")
			if v, known := mine[name]; ok && known {
				b.WriteString(lookup(map[string]any{"v": v}, "v"))
				text = after
				continue
			}
			b.WriteByte('%')
			text = rest
		}
	}
	one.subject, one.text, one.html = put(s.subject), put(s.text), put(s.html)
	return &one
}

// yes tells what an option of a request says.
func yes(values url.Values, name string) bool {
	v := strings.ToLower(values.Get(name))
	return v == "yes" || v == "true" || v == "htmlonly"
}

// no is whether an option is switched off.
func no(values url.Values, name string) bool {
	v := strings.ToLower(values.Get(name))
	return v == "no" || v == "false"
}

// mailgunSubmission checks a mail.
func mailgunSubmission(c *call, values url.Values, files []formFile) (*submission, error) {
	domain := strings.ToLower(c.r.PathValue("domain"))
	s := &submission{
		subject: values.Get("subject"), text: values.Get("text"), html: values.Get("html"), size: mailgunMail, tags: values["o:tag"], data: map[string]string{},
		id:        func(drawn string) string { return c.u.Now().Format("20060102150405") + "." + drawn[:16] + "@" + domain },
		messageID: func(id string) string { return "<" + id + ">" },
		lists:     mailsim.ProviderLists{Skip: []string{"bounces", "unsubscribes", "complaints"}, Bounced: "bounces", Complained: "complaints", Left: "unsubscribes"},
	}
	if !addr.ValidDomain(domain) {
		return nil, &mailgunError{http.StatusNotFound, "Domain not found: " + domain}
	}
	whole := strings.HasSuffix(c.r.URL.Path, ".mime")
	if err := mailgunPeople(s, values, whole); err != nil {
		return nil, err
	}
	if whole {
		s.raw = values.Get("message")
		for _, f := range files {
			if f.field == "message" {
				s.raw = string(f.Data)
			}
		}
		if s.raw == "" {
			return nil, mailgunWrong("message parameter is missing")
		}
		if m, err := mail.ReadMessage(strings.NewReader(s.raw)); err != nil {
			return nil, mailgunWrong("message is not a valid MIME")
		} else if a, ok := mailbox(m.Header.Get("From")); ok {
			s.from = a
		} else {
			return nil, mailgunWrong("'from' parameter is not a valid address. please check documentation")
		}
	} else if err := mailgunContent(c, s, values, files); err != nil {
		return nil, err
	}
	return s, mailgunOptions(c, s, values)
}

// mailgunPeople reads who sends and to whom.
func mailgunPeople(s *submission, values url.Values, whole bool) error {
	var ok bool
	if !whole {
		if values.Get("from") == "" {
			return mailgunWrong("from parameter is missing")
		}
		if s.from, ok = mailbox(values.Get("from")); !ok {
			return mailgunWrong("'from' parameter is not a valid address. please check documentation")
		}
	}
	for _, l := range []struct {
		name string
		to   *[]mimebuild.Address
	}{{"to", &s.to}, {"cc", &s.cc}, {"bcc", &s.bcc}, {"h:Reply-To", &s.replyTo}} {
		var texts []string
		size := 0
		for _, v := range values[l.name] {
			if size += len(v); size > maxAddresses {
				return mailgunWrong("Too many recipients; max is 1000")
			}
			texts = append(texts, commas(v)...)
		}
		list, _, ok := mailboxes(texts)
		if !ok {
			return mailgunWrong("'" + l.name + "' parameter is not a valid address. please check documentation")
		}
		*l.to = list
	}
	switch n := len(s.to) + len(s.cc) + len(s.bcc); {
	case len(s.to) == 0:
		return mailgunWrong("to parameter is missing")
	case n > mailgunRecipients:
		return mailgunWrong("Too many recipients; max is 1000")
	}
	return nil
}

// mailgunContent reads the texts, the files and further fields.
func mailgunContent(c *call, s *submission, values url.Values, files []formFile) error {
	if name := values.Get("template"); name != "" {
		if s.html != "" {
			return mailgunWrong("Only one parameters 'html' or 'template' is allowed")
		}
		if err := mailgunFill(c, s, name, values); err != nil {
			return err
		}
	}
	if s.text == "" && s.html == "" && values.Get("amp-html") == "" {
		return mailgunWrong("Need at least one of 'text', 'html', 'amp-html' or 'template' parameters specified")
	}
	for name, list := range values {
		if strings.HasPrefix(name, "h:") && strings.ContainsFunc(name, func(r rune) bool { return r > '~' }) {
			return mailgunWrong("Header name must be pure ASCII: " + plain.Cut(name[2:], 200))
		}
		if field, ok := strings.CutPrefix(name, "h:"); ok && !strings.EqualFold(field, "reply-to") && !strings.EqualFold(field, "x-mailgun-variables") {
			for _, v := range list {
				s.header = append(s.header, mimebuild.Field{Name: field, Value: v})
			}
		}
	}
	sortFields(s.header)
	for _, f := range files {
		if f.field == "inline" {
			f.Inline, f.ContentID = true, f.Filename
			if strings.ContainsAny(f.ContentID, " <>\t") {
				f.ContentID = ""
			}
		}
		s.files = append(s.files, f.Attachment)
	}
	return nil
}

// mailgunOptions reads what goes along with a mail.
func mailgunOptions(c *call, s *submission, values url.Values) error {
	size := 0
	for name, list := range values {
		if len(name) > 2 && name[1] == ':' && strings.Contains("ohv", name[:1]) {
			for _, v := range list {
				size += len(name) + len(v)
			}
		}
	}
	if size > mailgunOptionBytes {
		return mailgunWrong("Send options (parameters starting with o:, h:, or v:) are limited to 16 kB total")
	}
	if len(s.tags) > mailgunTags {
		return mailgunWrong("too many tags: at most 10 are allowed")
	}
	for _, t := range s.tags {
		if len(t) > 128 {
			return mailgunWrong("tag is too long: at most 128 characters are allowed")
		}
	}
	for name := range values {
		if v, ok := strings.CutPrefix(name, "v:"); ok {
			s.data["v."+v] = values.Get(name)
		}
	}
	if text := values.Get("o:deliverytime"); text != "" {
		at, err := mail.ParseDate(text)
		if err != nil {
			return mailgunWrong("o:deliverytime parameter is not a valid date: use RFC 2822")
		}
		if at.Sub(c.u.Now()) > mailgunAhead {
			return mailgunWrong("o:deliverytime parameter is too far in the future: at most 7 days are allowed")
		}
		s.at = at
	}
	s.noOpens = no(values, "o:tracking") || no(values, "o:tracking-opens")
	s.noClicks = no(values, "o:tracking") || no(values, "o:tracking-clicks")
	return nil
}
