package mime

import "strings"

// scanner walks the fields of one header. pos is the next line to read and,
// after next has answered false, the start of the body.
type scanner struct {
	raw   string
	pos   int
	start int
	cr    bool      // a bare CR ends a line
	stop  *openings // delimiters of the multiparts around, which end a header too
	kept  int
	odd   []string
}

// newScanner returns a scanner for the header of a whole message.
func newScanner(raw string) scanner {
	s := scanner{raw: raw, cr: bareCR(raw)}
	s.pos = s.firstField(0)
	return s
}

// bareCR reports whether the first line of s ends with a CR alone. Only then
// does a bare CR end lines: elsewhere it is a byte like any other, as it is for
// mail servers, so that it cannot smuggle a field in.
func bareCR(s string) bool {
	s = s[:min(len(s), 4<<10)] // a first line longer than that settles nothing
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		s = strings.TrimRight(s[:n], "\r")
	}
	return strings.IndexByte(s, '\r') >= 0
}

// line returns the end of the line at pos without its line end, and the start
// of the next one.
func line(s string, pos int, cr bool) (end, next int) {
	n := -1
	if cr {
		n = strings.IndexAny(s[pos:], "\r\n") // looks no further than the line: stays linear
	} else {
		n = strings.IndexByte(s[pos:], '\n')
	}
	if n < 0 {
		return len(s), len(s)
	}
	end, next = pos+n, pos+n+1
	if cr && s[end] == '\r' && next < len(s) && s[next] == '\n' {
		return end, next + 1
	}
	for end > pos && s[end-1] == '\r' { // "\r\r\n" is met too
		end--
	}
	return end, next
}

// next returns the next field, and false at the end of the header.
func (s *scanner) next() (Field, bool) {
	for s.pos < len(s.raw) {
		start := s.pos
		end, next := line(s.raw, start, s.cr)
		if end == start { // the blank line
			s.pos = next
			return Field{}, false
		}
		if s.stop.match(s.raw[start:end]) {
			return Field{}, false
		}
		name, colon := fieldName(s.raw[start:end])
		if colon < 0 && !s.skippable(start, next) {
			return Field{}, false
		}
		s.pos = next
		for s.pos < len(s.raw) && isBlank(s.raw[s.pos]) {
			end, s.pos = line(s.raw, s.pos, s.cr)
		}
		if colon < 0 {
			if name, colon = looseName(s.raw[start:end]); colon < 0 {
				if len(s.odd) < maxDefects {
					s.odd = append(s.odd, s.raw[start:end])
				}
				continue
			}
		}
		if s.kept < maxFields && start < maxHeader+s.start {
			s.kept++
			return Field{name, s.raw[start+colon+1 : max(start+colon+1, min(end, s.start+maxHeader))]}, true
		}
	}
	return Field{}, false
}

// fieldName returns the name of the field in line and where its colon stands,
// or -1 when the line is no field.
func fieldName(line string) (string, int) {
	i := 0
	for i < len(line) && line[i] > ' ' && line[i] < 0x7f && line[i] != ':' {
		i++
	}
	end := i
	for i < len(line) && isBlank(line[i]) { // "Subject : x"
		i++
	}
	if end == 0 || i == len(line) || line[i] != ':' {
		return "", -1
	}
	return line[:end], i
}

// looseName is fieldName for a line that stands among fields: blanks and other
// characters inside the name are let pass.
func looseName(line string) (string, int) {
	i := strings.IndexByte(line, ':')
	if i < 1 || strings.ContainsAny(line[:i], "\r\n") {
		return "", -1
	}
	name := trimSpace(line[:i])
	if name == "" {
		return "", -1
	}
	return name, i
}

// skippable reports whether the line at start, which is no field, is a flaw of
// the header, not the first line of a body without a blank line before it: it
// stands after a field, and another field or the blank line follows.
func (s *scanner) skippable(start, next int) bool {
	if start == s.start || next == len(s.raw) {
		return false
	}
	if isBlank(s.raw[next]) {
		return true
	}
	end, _ := line(s.raw, next, s.cr)
	if end == next || s.stop.match(s.raw[next:end]) {
		return true
	}
	_, colon := fieldName(s.raw[next:end])
	return colon >= 0
}

// firstField returns where the header of a message starts that may begin with a
// byte order mark, an mbox line, blank lines or a broken line. Such a lead is
// skipped only when a field that mail is known to have follows.
func (s *scanner) firstField(pos int) int {
	s.start = pos
	lead := strings.HasPrefix(s.raw[pos:], "\ufeff")
	at := pos
	if lead {
		at += len("\ufeff")
	}
	for range maxLead {
		if at == len(s.raw) {
			return pos
		}
		from := at
		for from < len(s.raw) && isBlank(s.raw[from]) {
			from++
		}
		end, next := line(s.raw, from, s.cr)
		name, colon := fieldName(s.raw[from:end])
		if colon >= 0 {
			if from != pos && !lead && !knownField(name) {
				return pos
			}
			s.start = from
			return from
		}
		text := s.raw[from:end]
		if s.stop.match(text) {
			return pos
		}
		lead = lead || strings.HasPrefix(text, "From ") || strings.HasPrefix(text, ">From ")
		at = next
	}
	return pos
}

// knownField reports whether mail commonly has a field of that name at its start.
func knownField(name string) bool {
	name = strings.ToLower(name)
	for _, p := range [...]string{"x-", "content-", "list-", "resent-", "arc-", "dkim-", "received", "authentication-"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	switch name {
	case "from", "to", "cc", "bcc", "subject", "date", "message-id", "mime-version", "return-path", "reply-to", "sender",
		"delivered-to", "envelope-to", "in-reply-to", "references", "thread-topic", "thread-index", "user-agent",
		"auto-submitted", "precedence", "status", "importance", "priority", "comments", "keywords", "organization":
		return true
	}
	return false
}
