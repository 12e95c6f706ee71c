package mime

import "unsafe"

// Held returns about how many bytes of memory the message keeps beside the mail
// that it was read from: parts, fields, decoded texts, attachments.
func (m *Message) Held() int {
	h := holder{seen: map[*byte]bool{}}
	if m.Root != nil {
		h.raw = m.Root.raw
	}
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

// holder adds up what a message holds, each text once and none that is part of
// the mail.
type holder struct {
	raw  string
	seen map[*byte]bool
	n    int
}

func (h *holder) texts(list ...string) {
	from := uintptr(unsafe.Pointer(unsafe.StringData(h.raw)))
	for _, s := range list {
		p := unsafe.StringData(s)
		at := uintptr(unsafe.Pointer(p))
		if len(s) == 0 || at >= from && at < from+uintptr(len(h.raw)) || h.seen[p] {
			continue
		}
		h.seen[p] = true
		h.n += (len(s) + 15) &^ 15
	}
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
