package archive

import (
	"bytes"
	"slices"
	"strings"
)

// Flags in the fields that mutt, Dovecot and others keep them in.

// statusLetters are those of Status and X-Status, by flag.
var statusLetters = []struct {
	field  string
	letter byte
	flag   string
}{{"Status", 'R', `\Seen`}, {"X-Status", 'A', `\Answered`}, {"X-Status", 'F', `\Flagged`}, {"X-Status", 'T', `\Draft`}, {"X-Status", 'D', `\Deleted`}}

// split parts a mail at the blank line behind its header, which goes with neither.
func split(raw []byte) (head, body []byte) {
	at := 0
	for line := range bytes.Lines(raw) {
		if isBlank(line) {
			return raw[:at], raw[at+len(line):]
		}
		at += len(line)
	}
	return raw, nil
}

// eol is the line end of a header.
func eol(head []byte) string {
	if bytes.HasSuffix(head, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// withoutField is a header, with what follows it, without the fields of a name that have
// one line.
func withoutField(raw []byte, name string) []byte {
	out := make([]byte, 0, len(raw))
	at := 0
	for line := range bytes.Lines(raw) {
		if isBlank(line) {
			break
		}
		at += len(line)
		if field, _, ok := bytes.Cut(line, []byte(":")); ok && strings.EqualFold(string(field), name) {
			continue
		}
		out = append(out, line...)
	}
	return append(out, raw[at:]...)
}

// takeStatus takes the flags out of the header.
func takeStatus(raw []byte) (rest []byte, flags []string) {
	head, _ := split(raw)
	found := false
	for line := range bytes.Lines(head) {
		name, value, ok := strings.Cut(string(line), ":")
		if !ok || strings.HasPrefix(name, " ") || strings.HasPrefix(name, "\t") {
			continue
		}
		value = strings.TrimSpace(value)
		switch {
		case strings.EqualFold(name, "X-Keywords"):
			flags = append(flags, strings.Fields(strings.ReplaceAll(value, ",", " "))...)
		case strings.EqualFold(name, "Status"), strings.EqualFold(name, "X-Status"):
			for _, s := range statusLetters {
				if strings.EqualFold(name, s.field) && strings.IndexByte(value, s.letter) >= 0 {
					flags = append(flags, s.flag)
				}
			}
		default:
			continue
		}
		found = true
	}
	if !found {
		return raw, nil
	}
	for _, name := range []string{"Status", "X-Status", "X-Keywords"} {
		raw = withoutField(raw, name)
	}
	return raw, flags
}

// putStatus puts the flags into the header, behind its other fields.
func putStatus(raw []byte, flags []string) []byte {
	if len(flags) == 0 {
		return raw
	}
	head, _ := split(raw)
	end := eol(head)
	var b strings.Builder
	status, keywords := map[string]string{}, []string{}
	for _, s := range statusLetters {
		if slices.Contains(flags, s.flag) {
			status[s.field] += string(s.letter)
		}
	}
	if status["Status"] != "" {
		status["Status"] += "O"
	}
	for _, f := range flags {
		if !strings.HasPrefix(f, `\`) && !strings.ContainsAny(f, " ,\r\n") {
			keywords = append(keywords, f)
		}
	}
	status["X-Keywords"] = strings.Join(keywords, " ")
	for _, field := range []string{"Status", "X-Status", "X-Keywords"} {
		if status[field] != "" {
			b.WriteString(field + ": " + status[field] + end)
		}
	}
	if len(head) > 0 && !bytes.HasSuffix(head, []byte("\n")) {
		return slices.Concat(head, []byte(end+b.String()), raw[len(head):])
	}
	return slices.Concat(head, []byte(b.String()), raw[len(head):])
}
