package imapd

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-imap/v2"
)

// messageURL is an IMAP URL (RFC 5092) that names a message of the own account,
// or a part of one, as CATENATE takes it (RFC 4469 section 3).
type messageURL struct {
	folder      string // empty for the selected one
	uidValidity uint32 // 0 if not given
	uid         uint32
	section     string               // as within BODY[]
	partial     *imap.SectionPartial // URL-PARTIAL (RFC 5550)
}

// parseMessageURL reads "/folder/;UID=7/;SECTION=TEXT" and, for a message of the
// selected folder, "/;UID=7" and ";UID=7". The slash before a parameter may be
// missing: RFC 4469 shows it so.
func parseMessageURL(s string) (u messageURL, ok bool) {
	path, rest, ok := strings.Cut(s, ";")
	if !ok || strings.HasPrefix(path, "//") || path != "" && path[0] != '/' {
		return u, false // of another server, or relative to the parent of a folder
	}
	if path = strings.TrimSuffix(path, "/"); path != "" {
		if u.folder, ok = unescape(path[1:]); !ok || u.folder == "" {
			return u, false
		}
	}
	last := -1 // they stand in this order, each once
	for param := range strings.SplitSeq(rest, ";") {
		name, value, _ := strings.Cut(param, "=")
		value = strings.TrimSuffix(value, "/")
		at := slices.Index(urlParams, strings.ToUpper(name))
		if at <= last || !u.set(urlParams[at], value) {
			return u, false
		}
		last = at
	}
	return u, u.uid > 0
}

var urlParams = []string{"UIDVALIDITY", "UID", "SECTION", "PARTIAL"}

// set takes over a parameter.
func (u *messageURL) set(name, value string) (ok bool) {
	switch name {
	case "UIDVALIDITY":
		u.uidValidity, ok = urlNumber(value)
	case "UID":
		u.uid, ok = urlNumber(value)
	case "SECTION":
		u.section, ok = unescape(value)
	case "PARTIAL":
		u.partial, ok = urlPartial(value)
	}
	return ok
}

// urlNumber is a number above 0.
func urlNumber(s string) (uint32, bool) {
	n, err := strconv.ParseUint(s, 10, 32)
	return uint32(n), err == nil && n > 0
}

// urlPartial is "offset" or "offset.length".
func urlPartial(s string) (*imap.SectionPartial, bool) {
	from, size, bounded := strings.Cut(s, ".")
	p := &imap.SectionPartial{Size: math.MaxInt64}
	offset, err := strconv.ParseUint(from, 10, 63)
	if bounded && err == nil {
		var n uint64
		n, err = strconv.ParseUint(size, 10, 63)
		p.Size = int64(n)
	}
	p.Offset = int64(offset)
	return p, err == nil && p.Size > 0
}

// unescape decodes "%C3%BC". What may not stand in a URL as it is, may not here.
func unescape(s string) (string, bool) {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f || strings.IndexByte(`"<>\^`+"`{|}", s[i]) >= 0 {
			return "", false
		}
	}
	s, err := url.PathUnescape(s)
	return s, err == nil && utf8.ValidString(s)
}

// content is what a URL names, as it is stored now; false if it names nothing.
// A part that the message does not have is empty, as in FETCH.
func (c *conn) content(s string) (t text, ok bool) {
	u, ok := parseMessageURL(s)
	if !ok {
		return t, false
	}
	var spec imap.FetchItemBodySection
	p := &parser{c: c, line: []byte(u.section + "]")}
	if _, err := p.section(&spec, false); err != nil || !p.take(']') || !p.atEnd() {
		return t, false
	}
	if u.folder == "" && c.view != nil {
		u.folder = c.view.name
	}
	name, err := canonicalName(u.folder)
	if err != nil {
		return t, false
	}
	snap, err := c.acct.Open(name)
	if err != nil || u.uidValidity != 0 && u.uidValidity != snap.UIDValidity() {
		return t, false
	}
	i, ok := snap.IndexOf(u.uid)
	if !ok {
		return t, false
	}
	return partial(section(snap.At(i), &spec), u.partial), true
}

// badURL refuses a URL. The code has it bare (RFC 4469 erratum 4046), so that
// what would end the code or the line is escaped.
func badURL(s string) error {
	var b strings.Builder
	for i := range len(s) {
		if ch := s[i]; ch <= ' ' || ch >= 0x7f || ch == ']' || ch == '\\' {
			b.WriteString("%" + strings.ToUpper(strconv.FormatUint(0x100|uint64(ch), 16)[1:]))
		} else {
			b.WriteByte(ch)
		}
	}
	return no(imap.ResponseCode(strings.TrimSpace("BADURL "+b.String())), "The URL names no message of this account")
}
