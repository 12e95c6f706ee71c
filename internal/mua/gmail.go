package mua

import (
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// gmail is Gmail in a browser.
func gmail() *program {
	return &program{
		style: mimebuild.Style{Charset: "UTF-8", Tab: true},
		fields: []string{"MIME-Version", "References", "In-Reply-To", "From", "Date", "Message-ID", "Subject",
			"To", "Cc", "Content-Type", "Content-Transfer-Encoding"},
		fixed:       map[string]string{"MIME-Version": "1.0"},
		implied7bit: true,
		replyPrefix: "Re: ", forwardPrefix: "Fwd: ",
		charset:   func(...string) string { return "UTF-8" },
		encoding:  byContent,
		messageID: gmailID, boundary: gmailBoundary, contentID: gmailCID, fileField: gmailFile,
		textBody: func(w *writer) []string { return gmailText(w, " at ") },
		htmlBody: func(w *writer) string { return gmailHTML(w, "ltr", " at ") },
	}
}

// android is the Gmail app: what differs are the comma in the date and the direction.
func android() *program {
	p := gmail()
	p.textBody = func(w *writer) []string { return gmailText(w, ", ") }
	p.htmlBody = func(w *writer) string { return gmailHTML(w, "auto", ", ") }
	return p
}

const forwardLine = "---------- Forwarded message ---------"

// gmailWhen is the parent's date with the text between day and time.
func gmailWhen(w *writer, between string) string {
	return w.in(w.Parent.Date).Format("Mon, Jan 2, 2006") + between + w.in(w.Parent.Date).Format("3:04"+narrow+"PM")
}

func gmailText(w *writer, between string) []string {
	top := join(w.lines, w.pictures("[image: ", "]", func(a mimebuild.Attachment) string { return a.Filename }), w.dashed())
	if w.Parent == nil {
		return top
	}
	p := w.Parent
	if w.Forward {
		block := []string{forwardLine, "From: " + mailbox(p.From), "Date: " + gmailWhen(w, between), "Subject: " + shown(p.Subject)}
		block = append(block, wrap("To: "+mailboxes(p.To, ", "))...)
		if len(p.Cc) > 0 {
			block = append(block, wrap("Cc: "+mailboxes(p.Cc, ", "))...)
		}
		return join(top, append(block, ""), w.quote)
	}
	attribution := wrap("On " + gmailWhen(w, between) + " " + mailbox(p.From) + " wrote:")
	return join(top, attribution, mark(w.quote, ">"))
}

func gmailHTML(w *writer, dir, between string) string {
	var b strings.Builder
	b.Grow(len(w.text) + len(w.text)/2 + 512)
	b.WriteString(`<div dir="` + dir + `">` + divs(w.lines) + w.images())
	if w.signature != nil {
		b.WriteString(`<div><br></div><span class="gmail_signature_prefix">-- </span><br>` +
			`<div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature">` + escLines(w.signature) + `</div>`)
	}
	b.WriteString("</div>")
	if w.Parent == nil {
		return b.String()
	}
	p := w.Parent
	b.WriteString(`<br><div class="gmail_quote gmail_quote_container"><div dir="` + dir + `" class="gmail_attr">`)
	if w.Forward {
		b.WriteString(forwardLine + `<br>From: <strong class="gmail_sendername" dir="auto">` + esc(shown(p.From.Name)) +
			`</strong> <span dir="auto">&lt;` + mailto(p.From.Addr) + `&gt;</span><br>Date: ` + esc(gmailWhen(w, between)) +
			`<br>Subject: ` + esc(shown(p.Subject)) + `<br>To: ` + gmailList(p.To) + `<br>`)
		if len(p.Cc) > 0 {
			b.WriteString(`Cc: ` + gmailList(p.Cc) + `<br>`)
		}
		b.WriteString("</div><br><br>" + escLines(w.quote) + "</div>")
		return b.String()
	}
	b.WriteString("On " + esc(gmailWhen(w, between)) + " " + gmailLink(p.From) + ` wrote:<br></div>` +
		`<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">` +
		escLines(w.quote) + "</blockquote></div>")
	return b.String()
}

func gmailLink(a mimebuild.Address) string {
	if a.Name == "" {
		return "&lt;" + mailto(a.Addr) + "&gt;"
	}
	return esc(shown(a.Name)) + " &lt;" + mailto(a.Addr) + "&gt;"
}

func gmailList(list []mimebuild.Address) string {
	links := make([]string, len(list))
	for i, a := range list {
		links[i] = gmailLink(a)
	}
	return strings.Join(links, ", ")
}

// gmailFile adds the identifier that every attachment has.
func gmailFile(w *writer, a mimebuild.Attachment) string {
	if a.ContentID != "" {
		return w.style.Text("X-Attachment-Id", a.ContentID)
	}
	id := "f_" + w.Rand.Text(rng.Lower, 9)
	return "Content-ID: <" + id + ">\r\nX-Attachment-Id: " + id + "\r\n"
}
