package mime

import (
	"strings"
	"unsafe"
)

// Raw is the mail that the message was read from.
func (m *Message) Raw() string {
	if m.Root == nil {
		return ""
	}
	return m.Root.raw
}

// Held returns about how many bytes of memory the message keeps beside the mail
// that it was read from: parts, fields, decoded texts, attachments.
func (m *Message) Held() int {
	h := holder{raw: m.Raw(), seen: map[*byte]bool{}}
	h.n = int(unsafe.Sizeof(*m)) + cap(m.Header.fields)*int(unsafe.Sizeof(Field{})) + cap(m.Attachments)*int(unsafe.Sizeof(Attachment{}))
	for _, f := range m.Header.fields {
		h.texts(f.Name, f.Value)
	}
	h.list(m.Header.odd)
	h.list(m.Defects)
	h.texts(m.Text, m.HTML, m.Beside)
	for _, a := range m.Attachments {
		h.texts(a.Filename, a.ContentType, a.Charset, a.ContentID)
	}
	h.part(m.Root)
	return h.n
}

// Held returns about how many bytes of memory the summary keeps beside itself and
// the mail that it was read from.
func (s *Summary) Held(raw string) int {
	h := holder{raw: raw, seen: map[*byte]bool{}}
	h.texts(s.MessageID, s.InReplyTo, s.From.Name, s.From.Addr, s.Subject, s.AutoSubmitted, s.Precedence, s.ListID, s.ListUnsubscribe,
		s.ListUnsubscribePost, s.XAutoResponseSuppress, s.ReturnPath, s.ContentType)
	h.list(s.References)
	for _, list := range [][]Address{s.Sender, s.ReplyTo, s.To, s.Cc, s.Bcc} {
		h.n += cap(list) * int(unsafe.Sizeof(Address{}))
		for _, a := range list {
			h.texts(a.Name, a.Addr)
		}
	}
	if n := len(s.Service); n > 0 {
		slots := 8
		for slots*7 < n*8 {
			slots *= 2
		}
		h.n += 64 + slots*(2*int(unsafe.Sizeof(""))+1)
		for k, v := range s.Service {
			h.texts(k, v)
		}
	}
	return h.n
}

// own gives the texts that are no part of the mail memory of their own: one may be
// a few bytes of a long field that was decoded, and would keep all of it.
func (s *Summary) own(raw string) {
	own := func(t *string) {
		if *t != "" && !Within(*t, raw) {
			*t = strings.Clone(*t)
		}
	}
	own(&s.MessageID)
	own(&s.InReplyTo)
	own(&s.From.Name)
	own(&s.From.Addr)
	for i := range s.References {
		own(&s.References[i])
	}
	for _, list := range [...][]Address{s.Sender, s.ReplyTo, s.To, s.Cc, s.Bcc} {
		for i := range list {
			own(&list[i].Name)
			own(&list[i].Addr)
		}
	}
}

// holder adds up what a message holds, each text once and none that is part of
// the mail.
type holder struct {
	raw  string
	seen map[*byte]bool
	n    int
}

func (h *holder) texts(list ...string) {
	for _, s := range list {
		p := unsafe.StringData(s)
		if len(s) == 0 || Within(s, h.raw) || h.seen[p] {
			continue
		}
		h.seen[p] = true
		h.n += (len(s) + 15) &^ 15
	}
}

// Within tells whether a text that is not empty shares its memory with another.
func Within(s, all string) bool {
	from, at := uintptr(unsafe.Pointer(unsafe.StringData(all))), uintptr(unsafe.Pointer(unsafe.StringData(s)))
	return at >= from && at < from+uintptr(len(all))
}

func (h *holder) list(list []string) {
	h.n += cap(list) * int(unsafe.Sizeof(""))
	h.texts(list...)
}

func (h *holder) part(p *Part) {
	if p == nil {
		return
	}
	h.n += (int(unsafe.Sizeof(*p))+31)&^31 + (cap(p.Params)+cap(p.DispositionParams))*int(unsafe.Sizeof(Param{})) + cap(p.Children)*int(unsafe.Sizeof(p))
	for _, list := range []Params{p.Params, p.DispositionParams} {
		for _, v := range list {
			h.texts(v.Name, v.Value)
		}
	}
	h.texts(p.Type, p.Disposition, p.Encoding, p.ID, p.Description, p.MD5, p.Location)
	h.list(p.Language)
	for _, c := range p.Children {
		h.part(c)
	}
	h.part(p.Embedded)
}
