package mua

import (
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

// outlook is Outlook on Microsoft 365, its header block under a ruler as the web
// and mobile programs write it: reply parsers do not find the one without.
func outlook() *program {
	return &program{
		style: mimebuild.Style{Tab: true, Latin1: true},
		fields: []string{"From", "To", "CC", "Subject", "Thread-Topic", "Thread-Index", "Date", "Message-ID",
			"References", "In-Reply-To", "Accept-Language", "Content-Language", "X-MS-Has-Attach",
			"X-MS-TNEF-Correlator", "Content-Type", "Content-Transfer-Encoding", "MIME-Version"},
		fixed: map[string]string{"Accept-Language": "en-US", "Content-Language": "en-US", "X-MS-TNEF-Correlator": "",
			"MIME-Version": "1.0"},
		utc: true, nameBare: true,
		replyPrefix: "RE: ", forwardPrefix: "FW: ",
		charset: narrowest,
		encoding: func(charset, _ string) string {
			if charset == utf8 {
				return mimebuild.Base64Enc
			}
			return mimebuild.Quoted
		},
		messageID: outlookID, boundary: outlookBoundary, contentID: outlookCID,
		fileField: func(w *writer, a mimebuild.Attachment) string {
			return w.style.Text("Content-Description", a.Filename)
		},
		textBody: outlookText, htmlBody: outlookHTML,
	}
}

// ruler is what the line over the header block becomes in plain text.
const ruler = "________________________________"

// outlookBlock returns the header block of the parent as names and values.
func outlookBlock(w *writer) [][2]string {
	p := w.Parent
	block := [][2]string{
		{"From:", mailbox(p.From)},
		{"Sent:", w.in(p.Date).Format("Monday, January 2, 2006 3:04 PM")},
		{"To:", mailboxes(p.To, "; ")},
	}
	if len(p.Cc) > 0 {
		block = append(block, [2]string{"Cc:", mailboxes(p.Cc, "; ")})
	}
	return append(block, [2]string{"Subject:", shown(p.Subject)})
}

func outlookText(w *writer) []string {
	top := join(w.lines, w.pictures("[cid:", "]", func(a mimebuild.Attachment) string { return a.ContentID }), w.signature)
	if w.Parent == nil {
		return top
	}
	block := []string{ruler}
	for _, f := range outlookBlock(w) {
		block = append(block, f[0]+" "+f[1])
	}
	return join(top, block, unmarked(w.quote))
}

// unmarked returns lines without quote marks: the program shows a quote in a
// quote as HTML and makes its text part from that.
func unmarked(list []string) []string {
	out := make([]string, len(list))
	for i, l := range list {
		out[i] = strings.TrimLeft(l, "> ")
	}
	return out
}

const outlookFont = `style="font-family: Aptos, Calibri, Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);"`

func outlookHTML(w *writer) string {
	charset := w.charset(w.text)
	var b strings.Builder
	b.Grow(2 * len(w.text))
	b.WriteString("<html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=" + charset + "\">\n" +
		"<style type=\"text/css\" style=\"display:none;\"> P {margin-top:0;margin-bottom:0;} </style>\n</head>\n<body dir=\"ltr\">\n")
	paragraph := func(l string) {
		if l == "" {
			l = "<br>"
		} else {
			l = esc(l)
		}
		b.WriteString(`<div class="elementToProof" ` + outlookFont + ">\n")
		b.WriteString(l)
		b.WriteString("</div>\n")
	}
	for _, l := range w.lines {
		paragraph(l)
	}
	b.WriteString(w.images())
	if w.signature != nil {
		paragraph("")
		b.WriteString(`<div id="Signature" class="elementToProof" ` + outlookFont + ">\n" + escLines(w.signature) + "</div>\n")
	}
	if w.Parent != nil {
		b.WriteString(`<div id="appendonsend"></div>` + "\n" + `<hr style="display:inline-block;width:98%" tabindex="-1">` + "\n" +
			`<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">`)
		for i, f := range outlookBlock(w) {
			if i > 0 {
				b.WriteString("<br>\n")
			}
			b.WriteString("<b>" + f[0] + "</b> " + esc(f[1]))
		}
		b.WriteString("</font>\n<div>&nbsp;</div>\n</div>\n<div>" + escLines(unmarked(w.quote)) + "</div>\n")
	}
	b.WriteString("</body>\n</html>")
	return b.String()
}
