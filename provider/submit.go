package provider

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/htmlmail"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/plain"
)

// submission is a mail as every provider takes it.
type submission struct {
	from        mimebuild.Address
	sender      string // of the envelope; "" is from
	to, cc, bcc []mimebuild.Address
	replyTo     []mimebuild.Address
	subject     string
	text, html  string
	header      []mimebuild.Field
	files       []mimebuild.Attachment
	raw         string // given whole; then only its recipients and ids are looked at

	at        time.Time
	lists     mailsim.ProviderLists
	tags      []string
	data      map[string]string
	noOpens   bool
	noClicks  bool
	size      int64                     // what the provider takes at most, with the header; 0 is what the handler takes
	id        func(drawn string) string // the send's id
	messageID func(id string) string    // the mail's, with angle brackets
}

// errTooBig is a mail above what the provider, or the handler, takes.
var errTooBig = errors.New("the mail is too large")

// recipients is the envelope.
func (s *submission) recipients() (out []string) {
	for _, list := range [][]mimebuild.Address{s.to, s.cc, s.bcc} {
		for _, a := range list {
			out = append(out, a.Addr)
		}
	}
	return addr.Distinct(out)
}

// submit builds the mail and hands it over.
func (c *call) submit(s *submission) (mailsim.ProviderSend, error) {
	d, err := c.p.Draft(c.ctx(), s.from.Addr)
	if err != nil {
		return mailsim.ProviderSend{}, err
	}
	id := s.id(d.ID)
	raw := s.raw
	if raw == "" {
		if raw, err = s.build(d, s.messageID(id)); err != nil {
			return mailsim.ProviderSend{}, err
		}
	} else {
		raw = rename(raw, s.messageID(id))
	}
	most := c.h.opts.MaxMail
	if s.size > 0 {
		most = min(most, s.size)
	}
	if int64(len(raw)) > most {
		return mailsim.ProviderSend{}, errTooBig
	}
	from := s.sender
	if from == "" {
		from = s.from.Addr
	}
	return c.p.Submit(c.ctx(), mailsim.ProviderMail{
		ID: id, From: from, To: s.recipients(), Raw: raw, Remote: c.remote(), At: s.at, Lists: s.lists, Tags: s.tags, Data: s.data, NoOpens: s.noOpens, NoClicks: s.noClicks,
	})
}

// build makes the bytes of the mail.
func (s *submission) build(d mailsim.ProviderDraft, messageID string) (string, error) {
	m := mimebuild.Mail{
		From: s.from, To: s.to, Cc: s.cc, Subject: s.subject, Date: d.Now, MessageID: messageID, Text: s.text, HTML: s.html, Attachments: s.files,
		Boundary: func(n int) string { return "=_" + d.Unique(n) },
	}
	if s.text == "" && s.html != "" {
		m.Text = htmlmail.Text(s.html)
	}
	if len(s.replyTo) > 0 {
		m.Header = append(m.Header, mimebuild.Field{Name: "Reply-To", Value: spellAll(s.replyTo)})
	}
	for _, f := range s.header {
		switch strings.ToLower(f.Name) {
		case "in-reply-to":
			m.InReplyTo = strings.TrimSpace(f.Value)
		case "references":
			m.References = strings.Fields(f.Value)
		default:
			m.Header = append(m.Header, f)
		}
	}
	raw, err := mimebuild.Build(m)
	if err != nil {
		return "", &badMail{err}
	}
	return raw, nil
}

// badMail is a mail that cannot be built: the caller's mistake.
type badMail struct{ error }

// spellAll writes addresses as a header has them, names encoded.
func spellAll(list []mimebuild.Address) string {
	out := make([]string, len(list))
	for i, a := range list {
		switch {
		case a.Name == "":
			out[i] = a.Addr
		case strings.ContainsFunc(a.Name, func(r rune) bool { return r > 126 || r < 32 }):
			out[i] = mime.QEncoding.Encode("utf-8", a.Name) + " <" + a.Addr + ">"
		default:
			out[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(a.Name) + `" <` + a.Addr + ">"
		}
	}
	return strings.Join(out, ", ")
}

// rename gives a whole mail CRLF lines and the provider's Message-ID in place of its own,
// and takes out what recipients may not see.
func rename(raw, messageID string) string {
	raw = strings.ReplaceAll(strings.ReplaceAll(raw, "\r\n", "\n"), "\n", "\r\n")
	head, body, ok := strings.Cut(raw, "\r\n\r\n")
	if !ok {
		head, body = strings.TrimSuffix(raw, "\r\n"), ""
	}
	var b strings.Builder
	b.Grow(len(raw) + len(messageID) + 20)
	b.WriteString("Message-ID: " + messageID + "\r\n")
	gone := false
	for line := range strings.SplitSeq(head, "\r\n") {
		if line == "" {
			continue
		}
		if line[0] != ' ' && line[0] != '\t' {
			name, _, _ := strings.Cut(line, ":")
			name = strings.ToLower(strings.TrimSpace(name))
			gone = name == "message-id" || name == "bcc" || strings.HasPrefix(name, "x-ses-")
		}
		if !gone {
			b.WriteString(line + "\r\n")
		}
	}
	b.WriteString("\r\n" + body)
	return b.String()
}

// mailbox reads "Name <a@x.test>" or an address.
func mailbox(text string) (mimebuild.Address, bool) {
	a, ok := addr.ReadMailbox(strings.TrimSpace(text))
	if !ok || !addr.Valid(a.Addr) {
		return mimebuild.Address{}, false
	}
	return a, true
}

// mailboxes reads a list of them.
func mailboxes(list []string) (out []mimebuild.Address, bad string, ok bool) {
	for _, text := range list {
		a, ok := mailbox(text)
		if !ok {
			return nil, text, false
		}
		out = append(out, a)
	}
	return out, "", true
}

// commas splits a list of addresses.
func commas(text string) (out []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for _, one := range addr.SplitMailboxes(text) {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}

// content reads base64, with line breaks.
func content(text string) ([]byte, bool) {
	text = strings.NewReplacer("\r", "", "\n", "", " ", "").Replace(text)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		data, err = base64.RawStdEncoding.DecodeString(text)
	}
	return data, err == nil
}

// decode reads the body as JSON. Of Resend's mails the contents of attachments may be
// lists of numbers, four levels down.
func (c *call) decode(v any) error {
	depth := 1 << 30
	if c.r.URL.Path == "/emails" {
		depth = 3
	}
	if !fewParts(c.body, depth) {
		return errBody
	}
	if err := json.Unmarshal(c.body, v); err != nil {
		return errors.Join(errBody, err)
	}
	return nil
}

// answer writes a value as JSON.
func (c *call) answer(status int, v any) {
	b, err := plain.JSON(v)
	if err != nil {
		status, b = http.StatusInternalServerError, []byte("{}")
	}
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	_, _ = c.w.Write(b)
}

// asUUID writes 32 hexadecimal digits as a UUID of version 4.
func asUUID(hex string) string {
	b := []byte(hex[:32])
	b[12], b[16] = '4', "89ab"[b[16]%4]
	return string(b[:8]) + "-" + string(b[8:12]) + "-" + string(b[12:16]) + "-" + string(b[16:20]) + "-" + string(b[20:])
}

// isUUID tells whether a text has the form of one.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i, r := range []byte(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		hex := r >= '0' && r <= '9' || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F'
		if dash != (r == '-') || !dash && !hex {
			return false
		}
	}
	return true
}

// internal logs an error that is not the caller's, and tells its status.
func (c *call) internal(err error) int {
	switch {
	case errors.Is(err, mailsim.ErrFull):
		return http.StatusInsufficientStorage
	case errors.Is(err, mailsim.ErrPlan), errors.Is(err, mailsim.ErrTooMany):
		return http.StatusTooManyRequests
	case errors.Is(err, mailsim.ErrFenced), errors.Is(err, mailsim.ErrUnavailable):
		c.w.Header().Set("Retry-After", "1")
		return http.StatusServiceUnavailable
	}
	c.h.opts.Logger.Error("a provider's door failed", "provider", c.door.name, "path", c.r.URL.Path, "error", err)
	return http.StatusInternalServerError
}

// sortedKeys are the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// sortFields puts fields that came without an order into one.
func sortFields(list []mimebuild.Field) {
	slices.SortFunc(list, func(a, b mimebuild.Field) int { return strings.Compare(a.Name, b.Name) })
}

// recode gives a value the type of another by way of JSON.
func recode(from, to any) error {
	b, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, to)
}
