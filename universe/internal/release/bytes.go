package release

import (
	"strconv"
	"strings"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// ReleasedHeader names the universe that a mail has left.
const ReleasedHeader = "X-Service-Released"

// left tells whether a mail has been released before, here or elsewhere.
func left(m *post.Mail) bool {
	h := mime.ScanHeader(m.Look())
	return h.Has(ReleasedHeader)
}

// message is what the relay gets: the mail as its sender gave it, changed as the rules
// said, behind the trace of how it came in.
func message(e *state.Env, l *Load) string {
	raw := l.mail.Raw()
	if l.Traced {
		_, trace, _ := strings.Cut(l.way.Trace(), "\r\n") // Return-Path is for the last server to write
		raw = trace + raw
	}
	h := mime.ScanHeader(raw)
	var b strings.Builder
	b.Grow(len(raw) + 1024)
	b.WriteString(ReleasedHeader + ": " + e.ID() + "\r\n")
	edit := map[string]func(value string){"bcc": func(string) {}}
	if l.Author != "" {
		from := mimebuild.Address{Addr: l.Author}
		if was := mime.ParseAddressList(h.Get("From")); len(was) > 0 {
			from.Name = was[0].Name
		}
		replace(&b, &h, edit, "From", strings.TrimRight(mimebuild.FoldAddressList("From", []mimebuild.Address{from}), "\r\n"))
	}
	if l.Fresh {
		id := e.Chance.Draw("release/1", state.InRound([]string{addr.Key(l.From), strconv.Itoa(l.N)}, l.Round)...).Text("0123456789abcdef", 24)
		replace(&b, &h, edit, "Message-ID", "Message-ID: <"+id+"@"+idDomain(e, l)+">")
	}
	rewrite(&b, raw, h.BodyStart(), edit)
	return b.String()
}

// replace puts a field in the place of that of its name, which stays as X-Original-…,
// or before the header where it has none. Further fields of the name go.
func replace(b *strings.Builder, h *mime.Header, edit map[string]func(string), name, field string) {
	if !h.Has(name) {
		b.WriteString(field + "\r\n")
		return
	}
	done := false
	edit[strings.ToLower(name)] = func(old string) {
		if !done {
			done = true
			b.WriteString(field + "\r\nX-Original-" + name + ":" + old)
		}
	}
}

// idDomain is where a new Message-ID comes from.
func idDomain(e *state.Env, l *Load) string {
	if d := addr.Domain(l.Author); addr.ValidDomain(d) && d[0] != '[' {
		return d
	}
	return e.Domain()
}

// rewrite copies a mail, each field of its header by the function of its name, which
// gets the value with its line end.
func rewrite(b *strings.Builder, raw string, body int, edit map[string]func(value string)) {
	for at := 0; at < body; {
		end := fieldEnd(raw[at:body]) + at
		field := raw[at:end]
		at = end
		name, value, ok := strings.Cut(field, ":")
		if f := edit[strings.ToLower(strings.TrimRight(name, " \t"))]; ok && f != nil {
			f(value)
			continue
		}
		b.WriteString(field)
	}
	b.WriteString(raw[body:])
}

// fieldEnd is the length of the first field with the lines that continue it.
func fieldEnd(header string) int {
	at := 0
	for {
		i := strings.IndexByte(header[at:], '\n')
		if i < 0 {
			return len(header)
		}
		at += i + 1
		if at >= len(header) || header[at] != ' ' && header[at] != '\t' {
			return at
		}
	}
}
