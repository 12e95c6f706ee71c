package provider

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Amazon SES, version 1 of its API: forms, answered by XML; and what SNS asks.

const (
	sesSpace = "http://ses.amazonaws.com/doc/2010-12-01/"
	snsSpace = "http://sns.amazonaws.com/doc/2010-03-31/"
)

// sesQueries are the actions by name. Each returns the elements of its result.
var sesQueries map[string]func(c *call, form url.Values) (string, error)

func init() {
	sesQueries = map[string]func(*call, url.Values) (string, error){
		"SendEmail": sesQuerySend, "SendRawEmail": sesQueryRaw, "SendTemplatedEmail": sesQueryTemplated,
		"GetSendQuota": func(c *call, _ url.Values) (string, error) {
			return "<Max24HourSend>50000.0</Max24HourSend><MaxSendRate>14.0</MaxSendRate><SentLast24Hours>" + strconv.Itoa(c.sentToday()) + ".0</SentLast24Hours>", nil
		},
		"VerifyEmailIdentity": func(*call, url.Values) (string, error) { return "", nil },
		"VerifyEmailAddress":  func(*call, url.Values) (string, error) { return "", nil },
		"ListIdentities":      func(*call, url.Values) (string, error) { return "<Identities></Identities>", nil },
		"GetAccountSendingEnabled": func(*call, url.Values) (string, error) {
			return "<Enabled>true</Enabled>", nil
		},
	}
}

// sesQuery runs the action of a form.
func sesQuery(c *call) error {
	form, err := c.pairs()
	if err != nil {
		return err
	}
	action := form.Get("Action")
	run := sesQueries[action]
	if run == nil {
		return &sesError{http.StatusBadRequest, "InvalidAction", "Could not find operation " + action + " for version 2010-12-01"}
	}
	result, err := run(c, form)
	if err != nil {
		return err
	}
	c.xml(http.StatusOK, "<"+action+"Response xmlns=\""+sesSpace+"\"><"+action+"Result>"+result+"</"+action+"Result><ResponseMetadata><RequestId>"+c.requestID()+"</RequestId></ResponseMetadata></"+action+"Response>")
	return nil
}

// requestID is an id that nobody asks about.
func (c *call) requestID() string { return "00000000-0000-4000-8000-000000000000" }

func (c *call) xml(status int, body string) {
	c.w.Header().Set("Content-Type", "text/xml")
	c.w.WriteHeader(status)
	_, _ = c.w.Write([]byte(body))
}

// escaped is a text within XML.
func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}

// sesCodes are the codes of version 1 by the kinds of version 2.
var sesCodes = map[string]string{
	"BadRequestException": "InvalidParameterValue", "MissingAuthenticationTokenException": "MissingAuthenticationToken", "UnrecognizedClientException": "InvalidClientTokenId",
	"NotFoundException": "TemplateDoesNotExist", "SerializationException": "MalformedQueryString", "InternalServiceErrorException": "InternalFailure", "LimitExceededException": "Throttling",
	"TooManyRequestsException": "Throttling", "ServiceUnavailableException": "ServiceUnavailable", "AccessDeniedException": "AccessDenied",
}

// sesRefuseQuery writes an error as version 1 does.
func sesRefuseQuery(c *call, e *sesError) {
	code, ok := sesCodes[e.kind]
	if !ok {
		code = e.kind
	}
	status, who := e.status, "Sender"
	if status >= 500 {
		who = "Receiver"
	} else if status == http.StatusNotFound || status == http.StatusTooManyRequests {
		status = http.StatusBadRequest
	}
	c.xml(status, "<ErrorResponse xmlns=\""+sesSpace+"\"><Error><Type>"+who+"</Type><Code>"+code+"</Code><Message>"+escaped(e.text)+"</Message></Error><RequestId>"+c.requestID()+"</RequestId></ErrorResponse>")
}

// members are the items of a list of a form.
func members(form url.Values, name string) (out []string) {
	for i := 1; i <= 1000; i++ {
		v := form.Get(name + ".member." + strconv.Itoa(i))
		if v == "" {
			return out
		}
		out = append(out, v)
	}
	return out
}

// sesForm is what mails of forms have in common.
func sesForm(form url.Values) (*sesRequest, error) {
	m := &sesRequest{FromEmailAddress: form.Get("Source"), ReplyToAddresses: members(form, "ReplyToAddresses"), ConfigurationSetName: form.Get("ConfigurationSetName"), FeedbackForwardingEmailAddress: form.Get("ReturnPath")}
	m.Destination = sesDestination{members(form, "Destination.ToAddresses"), members(form, "Destination.CcAddresses"), members(form, "Destination.BccAddresses")}
	for i := 1; i <= 50 && form.Get("Tags.member."+strconv.Itoa(i)+".Name") != ""; i++ {
		at := "Tags.member." + strconv.Itoa(i)
		m.EmailTags = append(m.EmailTags, struct{ Name, Value string }{form.Get(at + ".Name"), form.Get(at + ".Value")})
	}
	return m, nil
}

// sesSent sends a mail of a form.
func sesSent(c *call, m *sesRequest) (string, error) {
	s, err := m.submission(c)
	if err != nil {
		return "", err
	}
	s.size = sesMailV1
	sent, err := c.submit(s)
	if err != nil {
		return "", err
	}
	return "<MessageId>" + sent.ID + "</MessageId>", nil
}

func sesQuerySend(c *call, form url.Values) (string, error) {
	m, err := sesForm(form)
	if err != nil {
		return "", err
	}
	if m.FromEmailAddress == "" {
		return "", &sesError{http.StatusBadRequest, "ValidationError", "1 validation error detected: Value at 'source' failed to satisfy constraint: Member must not be null"}
	}
	body := map[string]any{"Subject": map[string]string{"Data": form.Get("Message.Subject.Data")}}
	texts := map[string]any{}
	for _, part := range []string{"Text", "Html"} {
		if form.Has("Message.Body." + part + ".Data") {
			texts[part] = map[string]string{"Data": form.Get("Message.Body." + part + ".Data")}
		}
	}
	body["Body"] = texts
	if err := recode(map[string]any{"Simple": body}, &m.Content); err != nil {
		return "", err
	}
	return sesSent(c, m)
}

func sesQueryRaw(c *call, form url.Values) (string, error) {
	m, err := sesForm(form)
	if err != nil {
		return "", err
	}
	data, ok := content(form.Get("RawMessage.Data"))
	if !ok || len(data) == 0 {
		return "", &sesError{http.StatusBadRequest, "ValidationError", "1 validation error detected: Value at 'rawMessage.data' failed to satisfy constraint: Member must not be null"}
	}
	m.Destination = sesDestination{BccAddresses: members(form, "Destinations")}
	m.Content.Raw = &struct{ Data []byte }{data}
	return sesSent(c, m)
}

func sesQueryTemplated(c *call, form url.Values) (string, error) {
	m, err := sesForm(form)
	if err != nil {
		return "", err
	}
	m.Content.Template = &sesTemplateUse{TemplateName: form.Get("Template"), TemplateData: form.Get("TemplateData")}
	return sesSent(c, m)
}

// snsAction answers the links of SNS: that a subscription is confirmed, or ended.
func snsAction(c *call) error {
	q := c.r.URL.Query()
	switch action := q.Get("Action"); action {
	case "ConfirmSubscription", "Unsubscribe":
		result := ""
		if action == "ConfirmSubscription" {
			result = "<ConfirmSubscriptionResult><SubscriptionArn>" + escaped(q.Get("TopicArn")) + ":confirmed</SubscriptionArn></ConfirmSubscriptionResult>"
		}
		c.xml(http.StatusOK, "<"+action+"Response xmlns=\""+snsSpace+"\">"+result+"<ResponseMetadata><RequestId>"+c.requestID()+"</RequestId></ResponseMetadata></"+action+"Response>")
		return nil
	}
	return &sesError{http.StatusBadRequest, "InvalidAction", "Could not find operation for version 2010-03-31"}
}
