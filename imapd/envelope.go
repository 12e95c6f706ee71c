package imapd

import (
	"strconv"
	"strings"
)

// The fields of an envelope in the order of the wire (RFC 9051 section 7.5.2).
const (
	envDate = iota
	envSubject
	envFrom
	envSender
	envReplyTo
	envTo
	envCc
	envBcc
	envInReplyTo
	envMessageID
	envCount
)

var envelopeFields = [envCount]string{
	"Date", "Subject", "From", "Sender", "Reply-To", "To", "Cc", "Bcc", "In-Reply-To", "Message-ID",
}

// envelope is a message's ENVELOPE, made once per stored message.
func envelope(m message) string {
	s := memoOf(m, memoEnvelope, func(m message) string {
		return string(appendEnvelope(nil, ownHeader(m)))
	})
	if !strings.HasPrefix(s, "(NIL ") && !strings.HasSuffix(s, " NIL)") {
		return s
	}
	// The Date or the Message-ID that is missing may be in the trace.
	trace := m.Trace()
	if lookup(trace, "Message-ID") == "" && lookup(trace, "Date") == "" {
		return s
	}
	return memoOf(m, memoEnvelopeTraced, func(m message) string {
		return string(appendEnvelope(nil, trace, ownHeader(m)))
	})
}

// maxJoined bounds what repeated address fields are joined to.
const maxJoined = 64 << 10

// appendEnvelope takes the first field of each name. Repeated address fields
// are shown as one list, so that no recipient is lost.
func appendEnvelope(b []byte, headers ...string) []byte {
	var values [envCount]string
	var seen [envCount]bool
	for _, h := range headers {
		for f := range fields(h) {
			for i, name := range envelopeFields {
				if !f.is(name) {
					continue
				}
				if v := f.value(); !seen[i] {
					values[i], seen[i] = v, true
				} else if i >= envFrom && i <= envBcc && len(values[i])+len(v) < maxJoined {
					values[i] += ", " + v
				}
			}
		}
	}
	from := appendAddresses(nil, values[envFrom])
	b = append(b, '(')
	for i, v := range values {
		if i > 0 {
			b = append(b, ' ')
		}
		switch {
		case (i == envSender || i == envReplyTo) && v == "":
			b = append(b, from...)
		case i >= envFrom && i <= envBcc:
			b = appendAddresses(b, v)
		case !seen[i]:
			b = append(b, "NIL"...)
		default:
			b = appendString(b, v)
		}
	}
	return append(b, ')')
}

func appendAddresses(b []byte, v string) []byte {
	list := parseAddresses(v)
	if len(list) == 0 {
		return append(b, "NIL"...)
	}
	b = append(b, '(')
	for _, a := range list {
		b = append(b, '(')
		b = appendNString(b, a.name)
		b = append(b, ' ')
		b = appendNString(b, a.route)
		b = append(b, ' ')
		b = appendNString(b, a.mailbox)
		b = append(b, ' ')
		b = appendNString(b, a.host)
		b = append(b, ')')
	}
	return append(b, ')')
}

func appendNString(b []byte, s string) []byte {
	if s == "" {
		return append(b, "NIL"...)
	}
	return appendString(b, s)
}

// appendString writes a string for ready-made texts, without NUL like
// writer.literal.
func appendString(b []byte, s string) []byte {
	if quotable(s, false) {
		return append(b, quote(s)...)
	}
	b = append(b, '{')
	b = strconv.AppendInt(b, int64(len(s)), 10)
	b = append(b, "}\r\n"...)
	return append(b, strings.ReplaceAll(s, "\x00", "\x80")...)
}
