package httpapi

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mailsim/mailsim"
)

// Lists of messages are what clients poll, and encoding/json takes longer for
// them than all else together. They are written by hand here; a test compares
// the two.

func appendMessages(b []byte, list []mailsim.Message) []byte {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendMessage(b, &list[i])
	}
	return append(b, ']')
}

func appendMessage(b []byte, m *mailsim.Message) []byte {
	b = append(b, '{')
	if m.Address != "" {
		b = append(appendString(append(b, `"address":`...), m.Address), ',')
	}
	b = appendString(append(b, `"folder":`...), m.Folder)
	b = strconv.AppendUint(append(b, `,"uid":`...), uint64(m.UID), 10)
	b = appendStrings(append(b, `,"flags":`...), m.Flags)
	b = appendTime(append(b, `,"time":`...), m.Time)
	b = strconv.AppendInt(append(b, `,"size":`...), int64(m.Size), 10)
	b = appendString(append(b, `,"message_id":`...), m.MessageID)
	b = appendString(append(b, `,"in_reply_to":`...), m.InReplyTo)
	b = appendStrings(append(b, `,"references":`...), m.References)
	b = appendString(append(b, `,"from":`...), m.From)
	b = appendString(append(b, `,"from_name":`...), m.FromName)
	b = appendStrings(append(b, `,"to":`...), m.To)
	b = appendStrings(append(b, `,"cc":`...), m.CC)
	b = appendString(append(b, `,"subject":`...), m.Subject)
	if b = append(b, `,"date":`...); m.Date == nil {
		b = append(b, "null"...)
	} else {
		b = appendTime(b, *m.Date)
	}
	b = appendString(append(b, `,"text":`...), m.Text)
	if m.Cut {
		b = append(b, `,"cut":true`...)
	}
	if m.NewText != "" {
		b = appendString(append(b, `,"new_text":`...), m.NewText)
	}
	b = appendString(append(b, `,"html":`...), m.HTML)
	b = appendString(append(b, `,"format":`...), m.Format)
	b = append(b, `,"attachments":[`...)
	for i, a := range m.Attachments {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendAttachment(b, a)
	}
	b = appendHeaders(append(b, `],"headers":`...), m.Headers)
	if len(m.Defects) > 0 {
		b = appendStrings(append(b, `,"defects":`...), m.Defects)
	}
	if m.Truth != "" {
		b = appendString(append(b, `,"truth":`...), m.Truth)
	}
	return append(b, '}')
}

func appendHeaders(b []byte, headers map[string]string) []byte {
	if len(headers) == 0 {
		return append(b, `{}`...)
	}
	b = append(b, '{')
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		b = append(appendString(append(appendString(b, name), ':'), headers[name]), ',')
	}
	b[len(b)-1] = '}'
	return b
}

func appendAttachment(b []byte, a mailsim.Attachment) []byte {
	b = appendString(append(b, `{"filename":`...), a.Filename)
	b = appendString(append(b, `,"content_type":`...), a.ContentType)
	b = strconv.AppendInt(append(b, `,"size":`...), int64(a.Size), 10)
	if a.ContentID != "" {
		b = appendString(append(b, `,"content_id":`...), a.ContentID)
	}
	if a.Inline {
		b = append(b, `,"inline":true`...)
	}
	return append(b, '}')
}

func appendTime(b []byte, t time.Time) []byte {
	return append(t.AppendFormat(append(b, '"'), time.RFC3339Nano), '"')
}

func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, s)
	}
	return append(b, ']')
}

// appendString writes a text as encoding/json does, HTML not escaped.
func appendString(b []byte, s string) []byte {
	start := len(b)
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			return append(b[:start], marshalText(s)...)
		}
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		case '\b':
			b = append(b, `\b`...)
		case '\f':
			b = append(b, `\f`...)
		default:
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		}
	}
	return append(append(b, s[from:]...), '"')
}

// marshalText is the slow way, for what is not plain ASCII.
func marshalText(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s)
	return strings.TrimSuffix(b.String(), "\n")
}
