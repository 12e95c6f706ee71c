package callback

import (
	"cmp"
	"strings"

	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/plain"
)

type mailpitAddress struct{ Name, Address string }

// mailpitSummary is the post of Mailpit about a new mail.
func mailpitSummary(m *Mail) *Request {
	list := func(in []mime.Address) []mailpitAddress {
		out := []mailpitAddress{}
		for _, a := range in {
			out = append(out, mailpitAddress{a.Name, a.Addr})
		}
		return out
	}
	body := text(map[string]any{
		"ID": cmp.Or(m.ID, unique(22, "mailpit", m.sum.MessageID)), "MessageID": strings.Trim(m.sum.MessageID, "<>"), "Read": false, "From": mailpitAddress{m.sum.From.Name, m.sum.From.Addr},
		"To": list(m.sum.To), "Cc": list(m.sum.Cc), "Bcc": mailpitBcc(m), "ReplyTo": list(m.sum.ReplyTo), "Subject": m.sum.Subject, "Created": stamp(m.At), "Username": "",
		"Tags": []string{}, "Size": len(m.Raw), "Attachments": len(m.parsed.Attachments), "Snippet": plain.Cut(strings.Join(strings.Fields(m.parsed.Text), " "), 250),
	})
	return &Request{ContentType: "application/json", Body: []byte(body)}
}

// mailpitBcc are the recipients that the header does not name.
func mailpitBcc(m *Mail) []mailpitAddress {
	named := map[string]bool{}
	for _, a := range append(append([]mime.Address{}, m.sum.To...), m.sum.Cc...) {
		named[strings.ToLower(a.Addr)] = true
	}
	out := []mailpitAddress{}
	for _, to := range m.To {
		if !named[strings.ToLower(to)] {
			out = append(out, mailpitAddress{"", to})
		}
	}
	return out
}
