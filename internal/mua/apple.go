package mua

import (
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

// apple is Apple Mail on macOS.
func apple() *program {
	return &program{
		style: mimebuild.Style{Tab: true, BareParams: true, SplitParams: true},
		fields: []string{"Content-Type", "Mime-Version", "Subject", "From", "In-Reply-To", "Date", "Cc",
			"Content-Transfer-Encoding", "Message-Id", "References", "To", "X-Mailer"},
		fixed: map[string]string{"Mime-Version": `1.0 (Mac OS X Mail 16.0 \(3826.700.81\))`,
			"X-Mailer": "Apple Mail (2.3826.700.81)"},
		format: styled, relatedInside: true,
		replyPrefix: "Re: ", forwardPrefix: "Fwd: ",
		charset: asciiOr, encoding: quoted,
		messageID: appleID, boundary: appleBoundary, contentID: appleCID,
		textBody: appleText, htmlBody: appleHTML,
	}
}

// iphone is Apple Mail on iOS.
func iphone() *program {
	return &program{
		style: mimebuild.Style{BareParams: true},
		fields: []string{"Content-Type", "Content-Transfer-Encoding", "From", "Mime-Version", "Subject", "Date",
			"Message-Id", "References", "Cc", "In-Reply-To", "To", "X-Mailer"},
		fixed:  map[string]string{"Mime-Version": "1.0 (1.0)", "X-Mailer": "iPhone Mail (21F90)"},
		format: styled, relatedInside: true,
		replyPrefix: "Re: ", forwardPrefix: "Fwd: ",
		defaultSignature: "Sent from my iPhone",
		charset:          func(...string) string { return utf8 },
		encoding:         func(string, string) string { return mimebuild.Quoted },
		messageID:        appleID, boundary: iphoneBoundary, contentID: appleCID,
		textBody: iphoneText, htmlBody: iphoneHTML,
	}
}

const beginForward = "Begin forwarded message:"

// The attributions differ in the clock alone: 24 hours on the Mac, 12 on the phone.
func appleAttribution(w *writer, clock string) string {
	return "On " + w.in(w.Parent.Date).Format("Jan 2, 2006, at "+clock) + ", " + mailbox(w.Parent.From) + " wrote:"
}

// appleBlock is the header of a forwarded mail; the Mac has the subject second,
// the phone last.
func appleBlock(w *writer, subjectLast bool) [][2]string {
	p := w.Parent
	subject := [2]string{"Subject:", shown(p.Subject)}
	block := [][2]string{{"From:", mailbox(p.From)}}
	if !subjectLast {
		block = append(block, subject)
	}
	block = append(block, [2]string{"Date:", w.in(p.Date).Format("January 2, 2006 at 3:04:05" + narrow + "PM MST")},
		[2]string{"To:", mailboxes(p.To, ", ")})
	if len(p.Cc) > 0 {
		block = append(block, [2]string{"Cc:", mailboxes(p.Cc, ", ")})
	}
	if subjectLast {
		block = append(block, subject)
	}
	return block
}

func blockLines(block [][2]string) []string {
	out := make([]string, len(block))
	for i, f := range block {
		out[i] = f[0] + " " + f[1]
	}
	return out
}

func appleText(w *writer) []string {
	top := join(w.lines, w.signature)
	if w.Parent == nil {
		return top
	}
	if w.Forward {
		return join(top, mark(join([]string{beginForward}, blockLines(appleBlock(w, false)), w.quote), "> "))
	}
	return join(top, mark(join([]string{appleAttribution(w, "15:04")}, w.quote), "> "))
}

// first puts the zero width no-break space of the phone before a quote.
func first(quote []string) []string {
	return append([]string{"\ufeff" + quote[0]}, quote[1:]...)
}

func iphoneText(w *writer) []string {
	top := join(w.lines, w.signature)
	if w.Parent == nil {
		return top
	}
	if w.Forward {
		return join(top, []string{beginForward}, mark(join(blockLines(appleBlock(w, true)), first(w.quote)), "> "))
	}
	return join(top, mark(join([]string{appleAttribution(w, "3:04"+narrow+"PM")}, first(w.quote)), "> "))
}

const appleBody = `<body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">`

func appleHTML(w *writer) string {
	var b strings.Builder
	b.WriteString(`<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head>` + appleBody)
	b.WriteString(divs(w.lines) + w.images())
	if w.signature != nil {
		b.WriteString(`<br id="lineBreakAtBeginningOfSignature"><div>` + escLines(w.signature) + `</div>`)
	}
	if w.Parent != nil {
		b.WriteString(`<div><br><blockquote type="cite"><div>`)
		if w.Forward {
			b.WriteString(beginForward + `</div><br class="Apple-interchange-newline">`)
			for _, f := range appleBlock(w, false) {
				b.WriteString(`<div style="margin: 0px;"><b>` + f[0] + ` </b>` + esc(f[1]) + `</div>`)
			}
			b.WriteString("<br>")
		} else {
			b.WriteString(esc(appleAttribution(w, "15:04")) + `</div><br class="Apple-interchange-newline">`)
		}
		b.WriteString("<div>" + escLines(w.quote) + "</div></blockquote></div><br>")
	}
	return b.String() + "</body></html>"
}

func iphoneHTML(w *writer) string {
	var b strings.Builder
	b.WriteString(`<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">`)
	b.WriteString(divs(w.lines) + w.images() + `<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">` + escLines(w.signature) + `</div>`)
	if w.Parent != nil {
		b.WriteString(`<div dir="ltr"><br>`)
		if w.Forward {
			b.WriteString(beginForward + `<br><br></div><blockquote type="cite"><div dir="ltr">`)
			for _, f := range appleBlock(w, true) {
				b.WriteString("<b>" + f[0] + "</b> " + esc(f[1]) + "<br>")
			}
			b.WriteString("<br></div></blockquote>")
		} else {
			b.WriteString(`<blockquote type="cite">` + esc(appleAttribution(w, "3:04"+narrow+"PM")) + `<br><br></blockquote></div>`)
		}
		b.WriteString(`<blockquote type="cite"><div dir="ltr">` + "\ufeff" + escLines(w.quote) + "</div></blockquote>")
	}
	return b.String() + "</body></html>"
}
