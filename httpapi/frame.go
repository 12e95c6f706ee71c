package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
)

// A mail's HTML as a document of its own, for a frame without rights.

const htmlType = "text/html; charset=utf-8"

// framePolicy lets the HTML of a stranger's mail do nothing but be read, and links
// open in windows of their own: the frame and this policy both have to allow that.
const framePolicy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
	"form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

// withPictures is the policy where somebody asked for the pictures of other servers.
var withPictures = strings.Replace(framePolicy, "img-src data:", "img-src data: http: https:", 1)

// framePage is the document of a mail: its HTML made safe, or else its text.
func framePage(look theme, made safe, text string) []byte {
	colors := "color: #202124; background: #fff;"
	if look == "dark" {
		colors = "color: #e8eaed; background: #16181d;"
	} else {
		look = "light"
	}
	var m markup
	m.WriteString(`<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>mail</title>
<style>
:root { color-scheme: ` + string(look) + `; }
body { margin: 0; padding: 16px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; ` + colors + ` }
img { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; font: inherit; margin: 0; }
table { max-width: 100%; }
@media (max-width: 40rem) { table { width: auto !important; min-width: 0 !important; max-width: 100% !important; } }
</style>
</head>
<body>`)
	m.writeMail(made, text)
	m.WriteString("</body>\n</html>\n")
	return m.Bytes()
}

// writeMail writes the HTML of a mail, or the text of one without HTML.
func (m *markup) writeMail(made safe, text string) {
	if made != "" {
		m.WriteString(string(made))
	} else {
		m.writef("<pre>%s</pre>", text)
	}
}

type mailFrame struct {
	ID    string `path:"id"`
	Theme theme  `query:"theme" doc:"'light' or 'dark': the colors of the page around the frame; default 'light'"`

	Images bool `query:"images" doc:"loads pictures from other servers, which can then tell that the mail was opened; default false"`
}

// frame is the document of a mail.
type frame struct {
	page   []byte
	policy string
}

func (c *call) mailHTML(in mailFrame) (frame, error) { return newFrame(c.ctx(), c.u, in) }

func newFrame(ctx context.Context, u *mailsim.Universe, in mailFrame) (frame, error) {
	made, err := u.MailHTML(ctx, in.ID, mailsim.ViewOptions{Light: in.Theme != "dark", Remote: in.Images})
	if err != nil {
		return frame{}, err
	}
	text := ""
	if made.HTML == "" {
		m, err := u.Mail(ctx, in.ID)
		if err != nil {
			return frame{}, err
		}
		text = m.Text
	}
	page := framePage(in.Theme, safe(made.HTML), text) // made safe by the universe
	if in.Images {
		return frame{page, withPictures}, nil
	}
	return frame{page, framePolicy}, nil
}

func (f frame) respond(w http.ResponseWriter, _ *http.Request) error {
	header := w.Header()
	header.Set("Content-Length", strconv.Itoa(len(f.page)))
	header.Set("Cache-Control", "no-store")
	header.Set("X-DNS-Prefetch-Control", "off")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	writePage(w, f.policy, f.page)
	return nil
}

func (frame) mediaType() string { return "text/html" }

// newestTranscripts are the last of some sessions, the newest first: those that
// brought a mail, "" for any.
func newestTranscripts(list []mailsim.Transcript, mail string, limit int) []mailsim.Transcript {
	out := []mailsim.Transcript{}
	for _, t := range slices.Backward(list) {
		if mail != "" && !slices.Contains(t.Mails, mail) {
			continue
		}
		if out = append(out, t); len(out) == limit {
			break
		}
	}
	return out
}
