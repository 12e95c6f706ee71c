package provider

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/addr"
)

// What SendGrid refuses, in its words.

// Bounds of one request.
const (
	sendgridPeople     = 1000
	sendgridRecipients = 1000
	sendgridArgs       = 10000
	sendgridAhead      = 72 * time.Hour
	sendgridCategories = 10
)

// sendgridReserved are header fields that a request may not set.
var sendgridReserved = map[string]bool{
	"x-sg-id": true, "x-sg-eid": true, "received": true, "dkim-signature": true, "content-type": true, "content-transfer-encoding": true,
	"to": true, "from": true, "subject": true, "reply-to": true, "cc": true, "bcc": true,
}

// check finds as much as it can of what is wrong.
func (m *sendgridRequest) check(c *call) error {
	e := &sendgridErrors{status: http.StatusBadRequest}
	m.checkFrom(e)
	m.checkPeople(e, c.u.Now())
	m.checkContent(e)
	m.checkRest(e, c.u.Now())
	if len(e.list) > 0 {
		return e
	}
	return nil
}

func (m *sendgridRequest) checkFrom(e *sendgridErrors) {
	switch {
	case m.From == nil || m.From.Email == "":
		e.add("from.email", "message.from", `The from object must be provided for every email send. It is an object that requires the email parameter, but may also contain a name parameter.  e.g. {"email" : "example@example.com"}  or {"email" : "example@example.com", "name" : "Example Recipient"}.`)
	case !addr.Valid(m.From.Email):
		e.add("from.email", "message.from", "The from email does not contain a valid address.")
	}
	if m.ReplyTo != nil && len(m.ReplyToList) > 0 {
		e.add("reply_to", "message.reply_to", "The reply_to and reply_to_list parameters are mutually exclusive.")
	}
	if m.ReplyTo != nil && !addr.Valid(m.ReplyTo.Email) {
		e.add("reply_to.email", "message.reply_to", "The reply_to email does not contain a valid address.")
	}
	for i, a := range m.ReplyToList {
		if !addr.Valid(a.Email) {
			e.add("reply_to_list."+strconv.Itoa(i)+".email", "message.reply_to_list", "Does not contain a valid address.")
		}
	}
}

func (m *sendgridRequest) checkPeople(e *sendgridErrors, now time.Time) {
	switch n := len(m.People); {
	case n == 0:
		e.add("personalizations", "-Personalizations-Errors", "The personalizations field is required and must have at least one personalization.")
	case n > sendgridPeople:
		e.add("personalizations", "-Personalizations-Errors", "There is a limit of 1000 personalizations per request.")
		return
	}
	total := 0
	for i := range m.People {
		p := &m.People[i]
		field := "personalizations." + strconv.Itoa(i)
		if len(p.To) == 0 {
			e.add(field+".to", "message.personalizations.to", "The to array is required for all personalization objects, and must have at least one email object with a valid email address.")
		}
		seen := map[string]bool{}
		twice := false
		for _, l := range []struct {
			name string
			list []sendgridAddress
		}{{"to", p.To}, {"cc", p.CC}, {"bcc", p.BCC}} {
			total += len(l.list)
			for j, a := range l.list {
				key := addr.Key(a.Email)
				switch {
				case !addr.Valid(a.Email):
					e.add(field+"."+l.name+"."+strconv.Itoa(j)+".email", "message.personalizations."+l.name, "Does not contain a valid address.")
				case seen[key] && !twice:
					twice = true
					e.add(field, "message.recipient-errors", "Each email address in the personalization block should be unique between to, cc, and bcc. We found the first duplicate instance of ["+a.Email+"] in the "+field+"."+l.name+" field.")
				}
				seen[key] = true
			}
		}
		checkHeaders(e, field+".headers", p.Headers)
		checkSendAt(e, field+".send_at", p.SendAt, now)
		if p.From != nil && !addr.Valid(p.From.Email) {
			e.add(field+".from.email", "message.from", "The from email does not contain a valid address.")
		}
	}
	if total > sendgridRecipients {
		e.add("personalizations", "-Personalizations-Errors", "The total number of recipients must be no more than 1000. This includes all recipients defined within the to, cc, and bcc parameters, across each object that you include in the personalizations array.")
	}
}

func checkHeaders(e *sendgridErrors, field string, headers map[string]string) {
	for name := range headers {
		if sendgridReserved[strings.ToLower(name)] {
			e.add(field, "message.headers", "You cannot use the reserved headers. The reserved headers are: x-sg-id, x-sg-eid, received, dkim-signature, Content-Type, Content-Transfer-Encoding, To, From, Subject, Reply-To, CC, BCC.")
			return
		}
	}
}

func checkSendAt(e *sendgridErrors, field string, at int64, now time.Time) {
	if at != 0 && time.Unix(at, 0).Sub(now) > sendgridAhead {
		e.add(field, "message.send_at", "Scheduling more than 72 hours in advance is forbidden.")
	}
}

func (m *sendgridRequest) checkContent(e *sendgridErrors) {
	if m.TemplateID == "" {
		if len(m.Content) == 0 {
			e.add("content", "message.content", "Unless a valid template_id is provided, the content parameter is required. There must be at least one defined content block. We typically suggest both text/plain and text/html blocks are included, but only one block is required.")
		}
		missing := m.Subject == ""
		for i := range m.People {
			missing = missing && m.People[i].Subject == ""
		}
		if missing {
			e.add("subject", "message.subject", "The subject is required. You can get around this requirement if you use a template with a subject defined or if every personalization has a subject defined.")
		}
	}
	html := false
	for i, part := range m.Content {
		field := "content." + strconv.Itoa(i)
		switch {
		case part.Type == "":
			e.add(field+".type", "message.content.type", "The content type must be a string at least one character in length.")
		case part.Type == "text/plain" && html || i > 0 && part.Type == "text/plain":
			e.add("content", "message.content", "If present, text/plain and text/html may only be provided once, with text/plain first and text/html second.")
		case strings.ContainsAny(part.Type, ";,\r\n"):
			e.add(field+".type", "message.content.type", "The content type cannot contain ';', ',' or CRLF characters.")
		}
		html = html || part.Type == "text/html"
		if part.Value == "" {
			e.add(field+".value", "message.content.value", "The content value must be a string at least one character in length.")
		}
	}
	for i, f := range m.Files {
		field := "attachments." + strconv.Itoa(i)
		switch _, ok := content(f.Content); {
		case f.Content == "":
			e.add(field+".content", "message.attachments.content", "The attachment content is required.")
		case !ok:
			e.add(field+".content", "message.attachments.content", "The attachment content must be base64 encoded.")
		}
		if f.Filename == "" {
			e.add(field+".filename", "message.attachments.filename", "The attachment filename is required.")
		}
		if f.Disposition != "" && f.Disposition != "inline" && f.Disposition != "attachment" {
			e.add(field+".disposition", "message.attachments.disposition", `The disposition of your attachment can be either "inline" or "attachment".`)
		}
	}
}

func (m *sendgridRequest) checkRest(e *sendgridErrors, now time.Time) {
	if len(m.Categories) > sendgridCategories {
		e.add("categories", "message.categories", "You cannot have more than 10 categories per request.")
	}
	seen := map[string]bool{}
	for i, cat := range m.Categories {
		if len(cat) > 255 {
			e.add("categories."+strconv.Itoa(i), "message.categories", "The category value must be less than 255 characters.")
		}
		if seen[cat] {
			e.add("categories", "message.categories", "The category values must be unique.")
		}
		seen[cat] = true
	}
	checkHeaders(e, "headers", m.Headers)
	checkSendAt(e, "send_at", m.SendAt, now)
	for i := range m.People {
		size := 0
		for _, args := range []map[string]any{m.Args, m.People[i].Args} {
			for k, v := range args {
				size += len(k) + len(argText(v))
			}
		}
		if size > sendgridArgs {
			e.add("personalizations."+strconv.Itoa(i)+".custom_args", "message.custom_args", "The total length of custom arguments must be less than 10000 bytes.")
		}
	}
}
