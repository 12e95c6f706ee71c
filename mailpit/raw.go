package mailpit

import (
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/mimebuild"
)

// bytesOf are the bytes of a mail as Mailpit keeps them: those of the sender, with the
// Return-Path of the envelope, a Message-ID where there was none, and in Bcc the
// recipients of the envelope whom no field names. There is no Received.
func bytesOf(s *mailsim.Submission) string {
	h := mime.ScanHeader(s.Raw)
	sum := mime.Summarize(s.Raw)
	env := s.Envelope
	var b strings.Builder
	b.Grow(len(s.Raw) + 256)
	drop := ""
	if strings.Trim(h.Get("Return-Path"), "<>") != env.From || !h.Has("Return-Path") {
		b.WriteString("Return-Path: <" + env.From + ">\r\n")
		drop = "return-path"
	}
	if strings.Trim(h.Get("Message-ID"), "<> ") == "" {
		b.WriteString("Message-ID: " + s.MessageID + "\r\n")
	}
	named := map[string]bool{}
	for _, list := range [][]mime.Address{{sum.From}, sum.To, sum.Cc, sum.Bcc, sum.ReplyTo} {
		for _, a := range list {
			named[strings.ToLower(a.Addr)] = true
		}
	}
	var hidden []mimebuild.Address
	for _, to := range env.To {
		if !named[strings.ToLower(to)] {
			hidden = append(hidden, mimebuild.Address{Addr: to})
		}
	}
	b.WriteString(mimebuild.FoldAddressList("Bcc", hidden))
	if drop != "" && h.Has(drop) {
		b.WriteString(without(s.Raw, h.BodyStart(), drop))
	} else {
		b.WriteString(s.Raw)
	}
	return b.String()
}

// without is a mail without the fields of a name.
func without(raw string, bodyStart int, name string) string {
	var b strings.Builder
	b.Grow(len(raw))
	dropped := false
	for line := range strings.Lines(raw[:bodyStart]) {
		if line[0] != ' ' && line[0] != '\t' {
			field, _, ok := strings.Cut(line, ":")
			dropped = ok && strings.EqualFold(strings.TrimSpace(field), name)
		}
		if !dropped {
			b.WriteString(line)
		}
	}
	b.WriteString(raw[bodyStart:])
	return b.String()
}
