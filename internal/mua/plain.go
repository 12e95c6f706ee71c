package mua

import (
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

// plain is a terminal program such as mutt: text alone, the answer under the quote.
func plain() *program {
	return &program{
		style: mimebuild.Style{Tab: true, BareParams: true},
		fields: []string{"Date", "From", "To", "Cc", "Subject", "Message-ID", "References", "MIME-Version",
			"Content-Type", "Content-Disposition", "Content-Transfer-Encoding", "In-Reply-To", "User-Agent"},
		fixed:  map[string]string{"MIME-Version": "1.0", "User-Agent": "Mutt/2.2.13 (2024-03-09)"},
		format: never, implied7bit: true, disposition: true,
		replyPrefix: "Re: ", forwardPrefix: "Fwd: ",
		charset: asciiOr,
		encoding: func(charset, body string) string {
			switch {
			case !fits998(body):
				return mimebuild.Quoted
			case charset == utf8:
				return mimebuild.EightBit
			}
			return mimebuild.SevenBit
		},
		messageID: plainID, boundary: plainBoundary,
		textBody: plainText,
	}
}

func plainText(w *writer) []string {
	p := w.Parent
	switch {
	case p == nil:
		return join(w.lines, w.dashed())
	case w.Forward:
		return join(w.lines, plainForward(w), w.dashed())
	}
	attribution := "On " + w.in(p.Date).Format("Mon, Jan 2, 2006 at 03:04:05PM -0700") + ", " + plainName(p.From) + " wrote:"
	quote := append([]string{attribution}, indent(w.quote)...)
	return join(quote, w.lines, w.dashed())
}

func plainForward(w *writer) []string {
	p := w.Parent
	head := []string{
		"Date: " + mimebuild.FormatDate(p.Date), "From: " + mailbox(p.From), "To: " + mailboxes(p.To, ", "),
	}
	if len(p.Cc) > 0 {
		head = append(head, "Cc: "+mailboxes(p.Cc, ", "))
	}
	head = append(head, "Subject: "+shown(p.Subject))
	return join([]string{"----- Forwarded message from " + mailbox(p.From) + " -----"}, head, w.quote,
		[]string{"----- End forwarded message -----"})
}

// plainName is the name alone, as an attribution there has it.
func plainName(a mimebuild.Address) string {
	if strings.TrimSpace(a.Name) == "" {
		return shown(a.Addr)
	}
	return shown(a.Name)
}

// indent puts "> " before every line, empty and quoted ones too.
func indent(list []string) []string {
	out := make([]string, len(list))
	for i, l := range list {
		out[i] = "> " + l
	}
	return out
}
