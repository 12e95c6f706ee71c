package provider

import (
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/addr"
)

// What SendGrid refuses, in its words: those that its API is known to answer with (issues
// of sendgrid-nodejs, -php, -python, -ruby and -go, its support pages), else those of
// "Errors" in its reference of Mail Send. Bounds are those of its OpenAPI description.

// Bounds of one request.
const (
	sendgridPeople     = 1000
	sendgridRecipients = 1000
	sendgridArgs       = 10000
	sendgridAhead      = 72 * time.Hour
	sendgridCategories = 10
	sendgridGroups     = 25
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
	case m.From == nil || m.From.Email == "" && m.From.Name == "":
		e.add("from.email", "message.from", `The from object must be provided for every email send. It is an object that requires the email parameter, but may also contain a name parameter.  e.g. {"email" : "example@example.com"}  or {"email" : "example@example.com", "name" : "Example Recipient"}.`)
	case m.From.Email == "":
		e.add("from.email", "message.from", "The from email parameter is required.")
	case !addr.Valid(m.From.Email):
		e.add("from.email", "message.from", "The from email does not contain a valid address.")
	}
	if m.ReplyTo != nil && len(m.ReplyToList) > 0 {
		e.add("reply_to", "message.reply_to", "The reply_to and reply_to_list parameters are mutually exclusive.")
	}
	if m.ReplyTo != nil && m.ReplyTo.Email == "" {
		e.add("reply_to.email", "message.reply_to", "The reply_to email parameter is required.")
	} else if m.ReplyTo != nil && !addr.Valid(m.ReplyTo.Email) {
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
		e.add("personalizations", "-Personalizations-Errors", "The personalization block is limited to 1000 personalizations per API request. You have provided "+strconv.Itoa(n)+" personalizations. Please consider splitting this into multiple requests and resending your request.")
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
				case a.Email == "":
					e.add(field+"."+l.name+"."+strconv.Itoa(j)+".email", "message.personalizations."+l.name, "The "+l.name+" email parameter is required.")
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
		e.add("personalizations", "message.recipient-errors", "There is a limit of 1000 total recipients (to + cc + bcc) per request.")
	}
}

func checkHeaders(e *sendgridErrors, field string, headers map[string]string) {
	for _, name := range sortedKeys(headers) {
		if sendgridReserved[strings.ToLower(name)] {
			e.add(field, "message."+unnumbered(field), "Header can not be one of the reserved keys.")
			return
		}
		if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' || r == ':' }) {
			e.add(field, "message."+unnumbered(field), "Header keys can't contain non-ASCII characters and empty spaces.")
			return
		}
	}
}

// unnumbered is a field as anchors name it: personalizations.0.headers is
// personalizations.headers.
func unnumbered(field string) string {
	var parts []string
	for part := range strings.SplitSeq(field, ".") {
		if _, err := strconv.Atoi(part); err != nil {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ".")
}

func checkSendAt(e *sendgridErrors, field string, at int64, now time.Time) {
	if at != 0 && time.Unix(at, 0).Sub(now) > sendgridAhead {
		e.add(field, "message."+unnumbered(field), "Scheduling more than 72 hours in advance is forbidden.")
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
	inOrder := true
	for i, part := range m.Content {
		field := "content." + strconv.Itoa(i)
		switch {
		case part.Type == "":
			e.add(field+".type", "message.content.type", "A content type is required, this tells email clients how to display the email.")
		case strings.ContainsAny(part.Type, ";,\r\n"):
			e.add(field+".type", "message.content.type", "Cannot contain ';', or CRLF characters.")
		}
		if part.Value == "" {
			e.add(field+".value", "message.content.value", "The content value must be a string at least one character in length.")
		}
		inOrder = inOrder && (i == 0 || textRank(part.Type) > textRank(m.Content[i-1].Type) || textRank(part.Type) == 2)
	}
	if !inOrder {
		e.add("content", "", "Following RFC 1341, section 7.2, if either text/html or text/plain are to be sent in your email: text/plain needs to be first, followed by text/html, followed by any other content.")
	}
	m.checkFiles(e)
}

// textRank is the place of a content type in the order of a mail.
func textRank(kind string) int {
	switch kind {
	case "text/plain":
		return 0
	case "text/html":
		return 1
	}
	return 2
}

func (m *sendgridRequest) checkFiles(e *sendgridErrors) {
	for i, f := range m.Files {
		field, help := "attachments."+strconv.Itoa(i), "message.attachments."
		switch _, ok := content(f.Content); {
		case f.Content == "":
			e.add(field+".content", help+"content", "The attachment content must be a string at least one character in length.")
		case !ok:
			e.add(field+".content", help+"content", "The attachment content must be base64 encoded.")
		}
		switch {
		case f.Filename == "":
			e.add(field+".filename", help+"filename", "The attachment filename parameter is required.")
		case strings.ContainsAny(f.Filename, "\r\n"):
			e.add(field+".filename", help+"filename", "The filename of your attachment can't contain CRLF characters.")
		}
		if strings.ContainsAny(f.Type, ";\r\n") {
			e.add(field+".type", help+"type", "The type can't contain ';', or CRLF characters.")
		}
		if strings.ContainsAny(f.ContentID, "\r\n") {
			e.add(field+".content_id", help+"content_id", "The content ID of your attachment can't contain CRLF characters.")
		}
		if f.Disposition != "" && f.Disposition != "inline" && f.Disposition != "attachment" {
			e.add(field+".disposition", help+"disposition", `The disposition of your attachment can be either "inline" or "attachment". You provided `+f.Disposition+`.`)
		}
	}
}

func (m *sendgridRequest) checkRest(e *sendgridErrors, now time.Time) {
	if n := len(m.Categories); n > sendgridCategories {
		e.add("categories", "message.categories", "There is a limit of 10 categories for each email that is sent. You provided "+strconv.Itoa(n)+" categories.")
	}
	seen := map[string]bool{}
	for i, cat := range m.Categories {
		field := "categories." + strconv.Itoa(i)
		if len(cat) > 255 {
			e.add(field, "message.categories", "Each category must not be longer than 255 characters. "+cat+" exceeds this limit.")
		}
		if strings.ContainsFunc(cat, func(r rune) bool { return r > '~' }) {
			e.add(field, "message.categories", "Categories can not contain non-ASCII characters.")
		}
		if seen[cat] {
			e.add("categories", "message.categories", "The categories must be a unique list, and you have included "+cat+" more than once.")
		}
		seen[cat] = true
	}
	if m.ASM != nil && len(m.ASM.GroupsToDisplay) > sendgridGroups {
		e.add("asm.groups_to_display", "message.asm.groups_to_display", "There is a limit of 25 unsubscribe groups that can be displayed to a user at a time.")
	}
	checkHeaders(e, "headers", m.Headers)
	checkSendAt(e, "send_at", m.SendAt, now)
	for i := range m.People {
		merged := maps.Clone(m.Args)
		if merged == nil {
			merged = map[string]string{}
		}
		maps.Copy(merged, m.People[i].Args)
		if sizeOf(merged) > sendgridArgs {
			e.add("personalizations."+strconv.Itoa(i)+".custom_args", "message.personalizations.custom_args", "The combined size of both global and personalization custom arguments may not exceed 10,000 bytes per personalization.")
		}
		if sizeOf(m.People[i].Subs) > sendgridArgs {
			e.add("personalizations."+strconv.Itoa(i)+".substitutions", "message.personalizations.substitutions", "You are limited to 10,000 substitutions.")
		}
	}
	m.checkSettings(e)
}

// sizeOf is how many bytes keys and values have together.
func sizeOf(m map[string]string) (n int) {
	for k, v := range m {
		n += len(k) + len(v)
	}
	return n
}

// sendgridSettings are the values of the settings of a request that must be of a type, with
// what is said of others.
var sendgridSettings = []struct{ path, kind, says string }{
	{"mail_settings.bcc.enable", "boolean", "The bcc enable param should be a Boolean value."},
	{"mail_settings.bypass_list_management.enable", "boolean", "The bypass list management enable param should be a Boolean value."},
	{"mail_settings.footer.enable", "boolean", "The footer enable param should be a Boolean value."},
	{"mail_settings.footer.html", "string", "The text/html version of your footer should be a string."},
	{"mail_settings.footer.text", "string", "The text/plain version of your footer should be a string."},
	{"mail_settings.sandbox_mode.enable", "boolean", "The sandbox mode enable param should be a boolean value."},
	{"mail_settings.spam_check.enable", "boolean", "The spam check enable param should be a boolean value."},
	{"mail_settings.spam_check.post_to_url", "string", "The spam check url must be a string."},
	{"tracking_settings.click_tracking.enable", "boolean", "The click tracking enable param should be a boolean value."},
	{"tracking_settings.click_tracking.enable_text", "boolean", "The click tracking enable text must be a boolean value."},
	{"tracking_settings.ganalytics.enable", "boolean", "The Google Analytics enable param must be a boolean value."},
	{"tracking_settings.ganalytics.utm_campaign", "string", "The Google Analytics utm_campaign must be a string value."},
	{"tracking_settings.ganalytics.utm_content", "string", "The Google Analytics utm_content must be a string value."},
	{"tracking_settings.ganalytics.utm_medium", "string", "The Google Analytics utm_medium must be a string value."},
	{"tracking_settings.ganalytics.utm_source", "string", "The Google Analytics utm_source must be a string value."},
	{"tracking_settings.ganalytics.utm_term", "string", "The Google Analytics utm_term must be a string value."},
	{"tracking_settings.open_tracking.enable", "boolean", "The open tracking enable param should be a boolean value."},
	{"tracking_settings.open_tracking.substitution_tag", "string", "The open tracking substitution tag must be a string."},
	{"tracking_settings.subscription_tracking.enable", "boolean", "The subscription tracking enable param should be a boolean value."},
	{"tracking_settings.subscription_tracking.html", "string", "The subscription tracking unsubscribe content for text/html messages must be a string."},
	{"tracking_settings.subscription_tracking.substitution_tag", "string", "The subscription tracking substitution tag must be a string value."},
	{"tracking_settings.subscription_tracking.text", "string", "The subscription tracking unsubscribe content for text/plain messages must be a string."},
}

func (m *sendgridRequest) checkSettings(e *sendgridErrors) {
	for _, s := range sendgridSettings {
		path := strings.Split(s.path, ".")
		settings := m.MailSettings
		if path[0] == "tracking_settings" {
			settings = m.TrackingSettings
		}
		var of map[string]any
		if json.Unmarshal(settings[path[1]], &of) != nil {
			continue
		}
		if v, ok := of[path[2]]; ok && v != nil && jsonType(v) != s.kind {
			e.add(s.path, "message."+s.path, s.says)
		}
	}
}
