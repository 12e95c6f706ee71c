package mailsimd

import (
	"bytes"
	"fmt"
	"mime"
	"net/mail"
	"strings"
)

// draft is a mail as a program hands it over: with LF or CRLF, maybe without a
// header.
type draft struct {
	fields []field
	body   []byte
}

// field is one field of a header, its lines as they are.
type field struct {
	name string
	raw  []byte
}

// newDraft takes a mail apart. Where no field of a header begins, the body does.
func newDraft(text []byte) *draft {
	if bytes.HasPrefix(text, []byte("From ")) { // of an mbox
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	d := &draft{}
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		line := text[:end]
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			d.body = text[end:]
			return d
		}
		name, ok := fieldName(line)
		switch {
		case (line[0] == ' ' || line[0] == '\t') && len(d.fields) > 0:
			last := &d.fields[len(d.fields)-1]
			last.raw = append(last.raw[:len(last.raw):len(last.raw)], line...)
		case ok:
			d.fields = append(d.fields, field{name, line})
		default:
			d.body = text
			return d
		}
		text = text[end:]
	}
	return d
}

// fieldName is the name that a line of a header begins with (RFC 5322 section 2.2).
func fieldName(line []byte) (string, bool) {
	name, _, ok := bytes.Cut(line, []byte(":"))
	name = bytes.TrimRight(name, " \t")
	if !ok || len(name) == 0 || bytes.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return "", false
	}
	return string(name), true
}

func (d *draft) has(name string) bool {
	for _, f := range d.fields {
		if strings.EqualFold(f.name, name) {
			return true
		}
	}
	return false
}

// values are those of a field's occurrences, unfolded.
func (d *draft) values(name string) (out []string) {
	for _, f := range d.fields {
		if strings.EqualFold(f.name, name) {
			_, value, _ := bytes.Cut(f.raw, []byte(":"))
			out = append(out, strings.Join(strings.Fields(string(value)), " "))
		}
	}
	return out
}

// address is the first one of a field, "" when there is none.
func (d *draft) address(name string) string {
	for _, value := range d.values(name) {
		if list, err := parseList(value); err == nil && len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

// recipients are those that the header names: those of a mail that is sent again
// (RFC 5322 section 3.6.6) where there are any.
func (d *draft) recipients() (out []string, err error) {
	for _, prefix := range []string{"Resent-", ""} {
		for _, name := range []string{"To", "Cc", "Bcc"} {
			for _, value := range d.values(prefix + name) {
				list, err := parseList(value)
				if err != nil {
					return nil, fmt.Errorf("%s: %q: %w", prefix+name, value, err)
				}
				out = append(out, list...)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out, nil
}

// parseList reads the addresses of a field. Groups without members, such as
// "undisclosed-recipients:;", have none.
func parseList(value string) ([]string, error) {
	value = strings.Trim(value, " ,")
	if value == "" {
		return nil, nil
	}
	if list, err := addresses(value); err == nil {
		return list, nil
	}
	p := mail.AddressParser{WordDecoder: &mime.WordDecoder{}}
	list, err := p.ParseList(value)
	if err != nil {
		if strings.HasSuffix(value, ":;") {
			return nil, nil
		}
		return nil, err
	}
	var out []string
	for _, a := range list {
		out = append(out, a.Address)
	}
	return out, nil
}

// drop removes fields.
func (d *draft) drop(names ...string) {
	kept := d.fields[:0]
	for _, f := range d.fields {
		dropped := false
		for _, name := range names {
			dropped = dropped || strings.EqualFold(f.name, name)
		}
		if !dropped {
			kept = append(kept, f)
		}
	}
	d.fields = kept
}

// prepend adds a field before the others.
func (d *draft) prepend(name, value string) {
	d.fields = append([]field{{name, []byte(name + ": " + value + "\n")}}, d.fields...)
}

// bytes is the mail, with CRLF at the end of each line: a carriage return more, as
// programs write that have CRLF turned into CRCRLF, is left out.
func (d *draft) bytes() []byte {
	var b bytes.Buffer
	for _, f := range d.fields {
		writeLines(&b, f.raw)
	}
	b.WriteString("\r\n")
	writeLines(&b, d.body)
	return b.Bytes()
}

func writeLines(b *bytes.Buffer, text []byte) {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		b.Write(bytes.TrimRight(line, "\r"))
		b.WriteString("\r\n")
		text = rest
	}
}
