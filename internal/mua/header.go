package mua

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

// appendHeader appends the header block in the program's order, which places the
// fields of content, the body's own, too.
func (w *writer) appendHeader(b []byte, content string) []byte {
	for _, name := range w.fields {
		b = append(b, fieldOf(content, name)...)
		b = append(b, w.field(name)...)
	}
	for _, f := range w.Header {
		b = append(b, w.style.Text(f.Name, f.Value)...)
	}
	return b
}

// fieldOf returns the last whole field of a name in a header block, "" for none.
func fieldOf(block, name string) (field string) {
	for block != "" {
		end := 0
		for {
			n := strings.Index(block[end:], "\r\n") + 2
			end += n
			if end == len(block) || block[end] != ' ' && block[end] != '\t' {
				break
			}
		}
		if own, _, _ := strings.Cut(block[:end], ":"); strings.EqualFold(own, name) {
			field = block[:end]
		}
		block = block[end:]
	}
	return field
}

// field returns one field, "" if this mail has none.
func (w *writer) field(name string) string {
	switch strings.ToLower(name) {
	case "from":
		return w.addresses(name, []mimebuild.Address{w.From})
	case "to":
		return w.addresses(name, w.To)
	case "cc":
		return w.addresses(name, w.Cc)
	case "subject":
		return w.style.Text(name, w.subject())
	case "date":
		date := w.Date
		if w.utc {
			date = date.UTC()
		}
		return name + ": " + mimebuild.FormatDate(date) + "\r\n"
	case "message-id":
		return w.style.IDs(name, w.MessageID)
	case "in-reply-to":
		if w.Parent != nil {
			return w.style.IDs(name, w.Parent.MessageID)
		}
	case "references":
		return w.style.IDs(name, w.references()...)
	case "thread-topic":
		return w.style.Text(name, BaseSubject(w.subject()))
	case "thread-index":
		return w.style.Text(name, w.threadIndex())
	case "x-ms-has-attach":
		if len(w.Attachments) > 0 {
			return name + ": yes\r\n"
		}
		return name + ":\r\n"
	default:
		if value, ok := w.fixed[name]; ok {
			return strings.TrimRight(name+": "+value, " ") + "\r\n"
		}
	}
	return ""
}

func (w *writer) addresses(name string, list []mimebuild.Address) string {
	if w.nameBare {
		list = slices.Clone(list)
		for i, a := range list {
			if a.Name == "" {
				list[i].Name = a.Addr
			}
		}
	}
	return w.style.Addresses(name, list)
}

// maxReferences bounds the References of a long thread: its first and its last 20.
const maxReferences = 21

// references are those of the parent and the parent itself (RFC 5322 section 3.6.4).
func (w *writer) references() []string {
	if w.Parent == nil || w.Parent.MessageID == "" {
		return nil
	}
	refs := slices.Clone(w.Parent.References)
	refs = slices.DeleteFunc(refs, func(id string) bool { return id == w.Parent.MessageID })
	refs = append(refs, w.Parent.MessageID)
	if len(refs) > maxReferences {
		refs = append(refs[:1], refs[len(refs)-maxReferences+1:]...)
	}
	return refs
}

// subject is the draft's or the parent's with the program's prefix.
func (w *writer) subject() string {
	switch {
	case w.Parent == nil:
		return w.Subject
	case w.Subject == "":
		return w.prefixed(w.Parent.Subject, w.Forward)
	}
	return w.prefixed(w.Subject, w.Forward)
}

// Subject returns the subject that a reply to a mail with this one has, or a
// forward of it: one prefix, as the program spells it.
func Subject(c Client, subject string, forward bool) string {
	return programOf(c).prefixed(subject, forward)
}

func (p *program) prefixed(subject string, forward bool) string {
	if forward {
		return p.forwardPrefix + stripPrefixes(subject, forwardMarks)
	}
	return p.replyPrefix + stripPrefixes(subject, replyMarks)
}

// Marks of replies and forwards that programs put before subjects, in the
// languages that are common in mail.
var (
	replyMarks   = []string{"re", "aw", "antw", "sv", "vs", "odp", "rif", "res", "回复", "答复", "回覆"}
	forwardMarks = []string{"fwd", "fw", "wg", "tr", "rv", "enc", "i", "vl", "pd", "转发", "轉寄"}
)

// BaseSubject returns a subject without prefixes of replies and forwards.
func BaseSubject(s string) string {
	return stripPrefixes(s, allMarks)
}

var allMarks = slices.Concat(replyMarks, forwardMarks)

// stripPrefixes removes leading marks with a colon, counted ones ("Re[2]:") too.
func stripPrefixes(s string, marks []string) string {
	for {
		s = strings.TrimSpace(s)
		head, rest, ok := cutColon(s)
		if !ok {
			return s
		}
		if open := strings.IndexAny(head, "[("); open > 0 {
			head = head[:open]
		}
		if !slices.Contains(marks, strings.ToLower(strings.TrimSpace(head))) {
			return s
		}
		s = rest
	}
}

// cutColon splits at the first colon, wide ones too, if it is near the start.
func cutColon(s string) (head, rest string, ok bool) {
	const near = 16
	i := strings.IndexAny(s[:min(len(s), near)], ":：")
	if i < 0 {
		return "", "", false
	}
	if s[i] == ':' {
		return s[:i], s[i+1:], true
	}
	return s[:i], s[i+len("："):], true
}
