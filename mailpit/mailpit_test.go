package mailpit_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailpit"
	"github.com/mailsim/mailsim/universe"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is a universe with the handler on it.
type world struct {
	*testing.T
	u *mailsim.Universe
	h *mailpit.Handler
}

func newWorld(t *testing.T, o mailpit.Options) *world {
	t.Helper()
	u, err := universe.New(mailsim.Options{Frozen: true, Start: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	return &world{t, u, mailpit.New(u, o)}
}

// do makes a request and returns the answer.
func (w *world) do(method, path, body string, header ...string) *httptest.ResponseRecorder {
	w.Helper()
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	r.Header.Set("Accept", "*/*")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	out := httptest.NewRecorder()
	w.h.ServeHTTP(out, r)
	return out
}

// get reads JSON.
func (w *world) get(path string, into any) {
	w.Helper()
	out := w.do("GET", path, "")
	require.Equal(w, http.StatusOK, out.Code, "%s: %s", path, out.Body)
	require.NoError(w, json.Unmarshal(out.Body.Bytes(), into))
}

// says expects a plain text.
func (w *world) says(status int, text, method, path, body string) {
	w.Helper()
	out := w.do(method, path, body)
	assert.Equal(w, status, out.Code, "%s %s", method, path)
	assert.Equal(w, text, out.Body.String(), "%s %s", method, path)
}

// smtp submits a mail as SMTP does.
func (w *world) smtp(from, raw string, to ...string) {
	w.Helper()
	s := w.u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"})
	defer s.Close()
	_, err := s.Submit(w.Context(), mailsim.Envelope{From: from, To: to, Helo: "app.test"}, strings.ReplaceAll(raw, "\n", "\r\n"))
	require.NoError(w, err)
}

type address struct{ Name, Address string }

type summary struct {
	ID, MessageID, Subject, Username, Snippet string
	Read                                      bool
	From                                      address
	To, Cc, Bcc, ReplyTo                      []address
	Created                                   time.Time
	Tags                                      []string
	Size, Attachments                         int
}

type list struct {
	Total, Unread, Count, Start int
	Messages_count              int
	Messages_unread             int
	Tags                        []string
	Messages                    []summary
}

func (l list) subjects() (out []string) {
	for _, m := range l.Messages {
		out = append(out, m.Subject)
	}
	return out
}

const plainMail = "From: Shop <shop@ours.test>\nTo: Anna Lee <anna@client.test>\nSubject: %s\nMessage-ID: <%s@ours.test>\n\n%s\n"

// mail submits a plain mail to anna.
func (w *world) mail(subject, id, text string) {
	w.Helper()
	w.smtp("shop@ours.test", fmt.Sprintf(plainMail, subject, id, text), "anna@client.test")
}

func TestMessages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	var l list
	w.get("/api/v1/messages", &l)
	assert.Equal(t, list{Tags: []string{}, Messages: []summary{}}, l)
	w.smtp("bounces+x@ours.test", "From: Shop <shop@ours.test>\nTo: Anna Lee <anna@client.test>, b@client.test\nReply-To: r@ours.test\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nX-Tags: one, Two\nDate: Mon, 02 Mar 2026 08:00:00 +0100\n\nHello,\nthere you are.\n",
		"anna@client.test", "b@client.test", "hidden@client.test")
	w.mail("second", "2", strings.Repeat("word ", 100))
	w.get("/api/v1/messages", &l)
	require.Equal(t, []string{"second", "Grüße"}, l.subjects(), "one submission is one message, the newest first")
	assert.Equal(t, []int{2, 2, 2, 2, 2}, []int{l.Total, l.Unread, l.Count, l.Messages_count, l.Messages_unread})
	assert.Equal(t, []string{"one", "Two"}, l.Tags)
	m := l.Messages[1]
	assert.Equal(t, address{"Shop", "shop@ours.test"}, m.From)
	assert.Equal(t, []address{{"Anna Lee", "anna@client.test"}, {"", "b@client.test"}}, m.To)
	assert.Equal(t, []address{{"", "hidden@client.test"}}, m.Bcc, "recipients that no field names")
	assert.Equal(t, []address{}, m.Cc)
	assert.Equal(t, "Hello, there you are.", m.Snippet)
	assert.Equal(t, w.u.Now(), m.Created)
	assert.Regexp(t, "^[0-9A-Z]{12}$", m.ID)
	assert.Equal(t, m.ID+"@"+w.u.Domain(), m.MessageID, "there was none")
	assert.Len(t, l.Messages[0].Snippet, 203)

	var one struct {
		summary
		ReturnPath, Text, HTML string
		Date                   time.Time
		Inline, Attachments    []any
	}
	w.get("/api/v1/message/"+m.ID, &one)
	assert.Equal(t, "bounces+x@ours.test", one.ReturnPath)
	assert.Equal(t, "Hello,\r\nthere you are.\r\n", one.Text)
	assert.Equal(t, time.Date(2026, 3, 2, 7, 0, 0, 0, time.UTC), one.Date.UTC())
	assert.Equal(t, []any{}, one.Attachments)
	w.get("/api/v1/messages?limit=1&start=1", &l)
	assert.True(t, l.Messages[0].Read, "who gets it has read it")
	assert.Equal(t, []int{2, 1, 1, 1}, []int{l.Total, l.Unread, l.Count, l.Start})
	w.get("/api/v1/message/latest", &one)
	assert.Equal(t, "second", one.Subject)
	w.get("/api/v1/message/latest?query=subject:gr%C3%BC", &one)
	assert.Equal(t, m.ID, one.ID)
	w.get("/api/v1/message/"+m.MessageID, &one)
	assert.Equal(t, m.ID, one.ID, "a Message-ID finds it too")

	headers := map[string][]string{}
	w.get("/api/v1/message/"+m.ID+"/headers", &headers)
	assert.Equal(t, []string{"<" + m.MessageID + ">"}, headers["Message-Id"])
	assert.NotContains(t, headers, "Received")
	raw := w.do("GET", "/api/v1/message/"+m.ID+"/raw?dl=1", "")
	assert.Equal(t, `attachment; filename="`+m.ID+`.eml"`, raw.Header().Get("Content-Disposition"))
	assert.Equal(t, m.Size, raw.Body.Len())
	w.says(404, "404 page not found", "GET", "/api/v1/message/NOSUCHMAIL00", "")
	w.says(404, "Message not found", "GET", "/api/v1/message/latest?query=nothing", "")
	w.says(404, "404 page not found", "GET", "/api/v1/nothing", "")
}

func TestReadAndDelete(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	for _, s := range []string{"a", "b", "c", "d"} {
		w.mail(s, s, "text of "+s)
	}
	var l list
	w.get("/api/v1/messages", &l)
	ids := map[string]string{}
	for _, m := range l.Messages {
		ids[m.Subject] = m.ID
	}
	unread := func() int {
		w.get("/api/v1/messages", &l)
		return l.Unread
	}
	w.says(200, "ok", "PUT", "/api/v1/messages", `{"read": true, "ids": ["`+ids["a"]+`", "nobody"], "more": 1}`)
	assert.Equal(t, 3, unread())
	w.says(200, "ok", "PUT", "/api/v1/messages", `{"Read": true, "Search": "subject:b"}`)
	assert.Equal(t, 2, unread())
	w.says(200, "ok", "PUT", "/api/v1/messages", `{"Read": true}`)
	assert.Equal(t, 0, unread())
	w.says(200, "ok", "PUT", "/api/v1/messages", `{}`)
	assert.Equal(t, 4, unread())
	w.says(400, "You may specify either IDs or a search query, not both", "PUT", "/api/v1/messages", `{"IDs": ["a"], "Search": "b"}`)
	assert.Equal(t, 400, w.do("PUT", "/api/v1/messages", "").Code)

	w.says(200, "ok", "DELETE", "/api/v1/messages", `{"IDs": ["`+ids["a"]+`", "nobody"]}`)
	w.says(200, "ok", "DELETE", "/api/v1/search?query=subject:c", "")
	w.says(400, "Error: no search query", "DELETE", "/api/v1/search?query=%20", "")
	w.get("/api/v1/messages", &l)
	assert.Equal(t, []string{"d", "b"}, l.subjects())
	inbox, err := w.u.Messages("anna@client.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Len(t, inbox, 2, "its copies are gone too")
	w.says(200, "ok", "DELETE", "/api/v1/messages", "no JSON")
	w.get("/api/v1/messages", &l)
	assert.Empty(t, l.Messages)
	assert.Equal(t, 0, l.Unread)
}

// Mail of people and the World is not the application's.
func TestOnlyTheApplicationsMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	_, err := w.u.CreatePersona(t.Context(), mailsim.Persona{Name: "Ben", Addresses: []string{"ben@client.test"}, Temperament: "responsive"})
	require.NoError(t, err)
	_, err = w.u.Inject(t.Context(), mailsim.Inject{To: "shop@ours.test", From: "x@client.test", Subject: "inject", Text: "x"})
	require.NoError(t, err)
	_, err = w.u.Send(t.Context(), mailsim.Outgoing{From: "shop@ours.test", To: []string{"ben@client.test"}, Subject: "sent", Text: "Could you confirm the date?"})
	require.NoError(t, err)
	_, err = w.u.Advance(t.Context(), 14*24*time.Hour)
	require.NoError(t, err)
	var l list
	w.get("/api/v1/messages", &l)
	assert.Equal(t, []string{"sent"}, l.subjects())
}

func TestTags(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	w.smtp("shop@ours.test", "From: Shop <shop+news+b!2@ours.test>\nTo: anna+vip@client.test\nSubject: a\nX-Tags: news, with  space\n\nx\n", "anna+vip@client.test")
	w.mail("b", "b", "x")
	var l list
	w.get("/api/v1/messages", &l)
	assert.Equal(t, []string{"b 2", "news", "vip", "with space"}, l.Messages[1].Tags)
	id, other := l.Messages[1].ID, l.Messages[0].ID
	w.says(200, "ok", "PUT", "/api/v1/tags", `{"Tags": ["NEWS", "<x>", "news"], "IDs": ["`+id+`", "`+other+`", "nobody"]}`)
	var tags []string
	w.get("/api/v1/tags", &tags)
	assert.Equal(t, []string{"news", "x"}, tags, "the first spelling stays, and what nobody has is gone")
	w.get("/api/v1/search?query=tag:News", &l)
	assert.Len(t, l.Messages, 2)
	w.says(400, "tag not found: nothing", "PUT", "/api/v1/tags/nothing", `{"Name": "y"}`)
	w.says(400, "tag already exists: news", "PUT", "/api/v1/tags/x", `{"Name": "news"}`)
	w.says(400, "invalid tag name: ", "PUT", "/api/v1/tags/x", `{"Name": "!"}`)
	w.says(200, "ok", "PUT", "/api/v1/tags/x", `{"Name": "y z"}`)
	w.says(200, "ok", "DELETE", "/api/v1/tags/News", "")
	w.says(400, "tag not found: News", "DELETE", "/api/v1/tags/News", "")
	w.get("/api/v1/search?query=is:tagged", &l)
	assert.Equal(t, []string{"y z"}, l.Messages[0].Tags)
	w.says(200, "ok", "DELETE", "/api/v1/messages", "")
	w.get("/api/v1/tags", &tags)
	assert.Empty(t, tags)
}

func TestSearch(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	w.smtp("shop@ours.test", "From: Shop <shop@ours.test>\nTo: \"Lee, Anna\" <anna@client.test>\nCc: cc@client.test\nReply-To: answer@ours.test\nSubject: Your Invoice 4711\nMessage-ID: <one@ours.test>\n\nPlease pay by Friday.\n", "anna@client.test", "cc@client.test", "bcc@client.test")
	_, err := w.u.Advance(t.Context(), 24*time.Hour)
	require.NoError(t, err)
	w.smtp("info@ours.test", "From: info@ours.test\nTo: ben@client.test\nSubject: News\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>Big <b>sale</b></p>\n--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=price.pdf\n\n"+strings.Repeat("x", 3000)+"\n--b--\n", "ben@client.test")
	both, first, second, none := []string{"News", "Your Invoice 4711"}, []string{"Your Invoice 4711"}, []string{"News"}, []string(nil)
	for query, want := range map[string][]string{
		"invoice": first, "INVOICE 4711": first, `"your invoice"`: first, `"invoice your"`: none, "-invoice": second, "!invoice": second, "big sale": second, "price.pdf": second,
		"one@ours.test": none, "message-id:one@": first, "from:shop": first, "from:Shop": first, "to:anna": first, "to:lee": first, "cc:cc@": first, "bcc:bcc": first, "reply-to:answer": first,
		"addressed:client.test": both, "addressed:<bcc@client.test>": first, "-to:anna": second, "subject:voice": first, `subject:"your inv"`: first, "is:unread": both, "is:read": none,
		"is:tagged": none, "has:attachment": second, "!has:attachments": first, "has:inline": none, "larger:2k": second, "smaller:2kb": first, "larger:1.5m": none, "larger:": none, "larger:x": none,
		"after:2026-03-03": second, "before:2026-03-03": first, `after:"2026-03-02 08:30"`: both, `before:"03/02/2026 10:00"`: first, "after:nonsense": both, "before:2026-03-03T09:00:00Z": both,
		"-after:2026-03-03": first, "to:": both, "https://x": none, "tag:x": none, "(invoice)": first, "%": none, "_": none, "-": none,
	} {
		var l list
		w.get("/api/v1/search?query="+escape(query), &l)
		assert.Equal(t, want, l.subjects(), "%s", query)
		assert.Equal(t, len(want), l.Messages_count, "%s", query)
		assert.Equal(t, 2, l.Total)
	}
	var l list
	w.get("/api/v1/search?tz=Pacific%2FAuckland&query="+escape(`before:"2026-03-02 22:30"`), &l)
	assert.Equal(t, first, l.subjects(), "09:00 UTC is 22:00 there")
	w.get("/api/v1/search?query=client.test&before="+escape("2026-03-03"), &l)
	assert.Equal(t, first, l.subjects())
	w.says(400, "Error: no search query", "GET", "/api/v1/search", "")
}

func escape(s string) string {
	return strings.NewReplacer("%", "%25", " ", "%20", "+", "%2B", "#", "%23", "&", "%26", `"`, "%22").Replace(s)
}

func picture(t *testing.T, size int) []byte {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, size, size))))
	return b.Bytes()
}

func TestSendAndParts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{Root: "/mail"})
	file := base64.StdEncoding.EncodeToString(picture(t, 300))
	html := "<div>\n <img src=\"cid:Logo\"> <a href=\"https://x.test/\">x</a>\r\n</div>"
	body, err := json.Marshal(map[string]any{
		"From": map[string]string{"Email": "shop@ours.test", "Name": "Größe"}, "To": []map[string]string{{"Email": "anna@client.test", "Name": "Anna"}}, "Bcc": []string{"b@client.test"},
		"ReplyTo": []map[string]string{{"Email": "r@ours.test", "Name": "R, S"}}, "Subject": "Fünf", "Text": "line\n.\nlast ", "HTML": html, "Tags": []string{"t1", "t2"}, "Headers": map[string]string{"X-Own": "1"},
		"Attachments": []map[string]string{{"Content": "data:image/png;base64," + file, "Filename": "a b.png"}, {"Content": file, "Filename": "logo.png", "ContentID": "logo", "ContentType": "image/png"}},
	})
	require.NoError(t, err)
	out := w.do("POST", "/api/v1/send", string(body), "Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("tester:x")))
	require.Equal(t, 200, out.Code, out.Body)
	var sent struct{ ID string }
	require.NoError(t, json.Unmarshal(out.Body.Bytes(), &sent))
	var m struct {
		summary
		Text, HTML          string
		Inline, Attachments []struct {
			PartID, FileName, ContentType, ContentID string
			Size                                     int
			Checksums                                struct{ MD5, SHA1, SHA256 string }
		}
	}
	w.get("/api/v1/message/"+sent.ID, &m)
	assert.Equal(t, "tester", m.Username)
	assert.Equal(t, address{"Größe", "shop@ours.test"}, m.From)
	assert.Equal(t, []address{{"R, S", "r@ours.test"}}, m.ReplyTo)
	assert.Equal(t, []address{{"", "b@client.test"}}, m.Bcc)
	assert.Equal(t, []string{"t1", "t2"}, m.Tags)
	assert.Equal(t, "line\n.\nlast ", m.Text, "byte by byte")
	assert.Equal(t, html, m.HTML)
	require.Len(t, m.Attachments, 1)
	require.Len(t, m.Inline, 1)
	assert.Equal(t, "a b.png", m.Attachments[0].FileName)
	assert.Equal(t, "logo", m.Inline[0].ContentID)
	assert.Len(t, m.Inline[0].Checksums.SHA256, 64)
	part := w.do("GET", "/api/v1/message/latest/part/"+m.Attachments[0].PartID, "")
	assert.Equal(t, "image/png", part.Header().Get("Content-Type"))
	assert.Equal(t, `inline; filename="a%20b.png"`, part.Header().Get("Content-Disposition"))
	assert.Equal(t, picture(t, 300), part.Body.Bytes())
	thumb := w.do("GET", "/api/v1/message/"+sent.ID+"/part/"+m.Attachments[0].PartID+"/thumb", "")
	assert.Equal(t, "image/jpeg", thumb.Header().Get("Content-Type"))
	small, err := jpeg.Decode(thumb.Body)
	require.NoError(t, err)
	assert.Equal(t, image.Rect(0, 0, 180, 120), small.Bounds())
	w.says(400, "attachment not found", "GET", "/api/v1/message/"+sent.ID+"/part/9/thumb", "")
	w.says(404, "404 page not found", "GET", "/api/v1/message/"+sent.ID+"/part/9", "")

	page := w.do("GET", "/view/"+sent.ID+".html", "")
	assert.Equal(t, strings.Replace(html, "cid:Logo", "/mail/api/v1/message/"+sent.ID+"/part/"+m.Inline[0].PartID, 1), page.Body.String())
	assert.Contains(t, page.Header().Get("Content-Security-Policy"), "sandbox")
	assert.NotContains(t, page.Header().Get("Content-Security-Policy"), "script")
	assert.Contains(t, w.do("GET", "/view/latest.html?embed=1", "").Body.String(), `target="_blank" rel="noreferrer noopener"`)
	w.says(200, "line\n.\nlast ", "GET", "/view/latest.txt", "")
	assert.Equal(t, "/mail/view/"+sent.ID, w.do("GET", "/view/latest", "").Header().Get("Location"))
	assert.Equal(t, 200, w.do("GET", "/view/anything", "").Code)
	w.says(404, "Message not found", "GET", "/view/nothing.html", "")
	w.mail("plain", "p", "x")
	w.says(404, "This message does not contain a HTML part", "GET", "/view/latest.html", "")
	w.says(400, "message does not contain HTML", "GET", "/api/v1/message/latest/html-check", "")
}

func TestSendErrors(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{MaxBytes: 2000})
	const from = `"From": {"Email": "shop@ours.test"}, `
	for body, want := range map[string]string{
		`{` + from + `"To": [{"Email": "x"}]}`:                                                            `invalid To address: x`,
		`{` + from + `"To": [{"Email": "A <a@b.test>"}]}`:                                                 `invalid To address: A <a@b.test>`,
		`{` + from + `"To": [{"Email": "a@b.test\r\nRCPT TO:<c@d.test>"}]}`:                               "invalid To address: a@b.test\r\nRCPT TO:<c@d.test>",
		`{` + from + `"Cc": [{"Email": "x"}]}`:                                                            `invalid Cc address: x`,
		`{` + from + `"Bcc": ["x"]}`:                                                                      `invalid Bcc address: x`,
		`{` + from + `"To": [{"Email": "a@b.test"}], "ReplyTo": [{"Email": "x"}]}`:                        `invalid Reply-To address: x`,
		`{` + from + `"To": [{"Email": "a@b.test"}], "Headers": {"subject": "x"}}`:                        `cannot overwrite header: "subject"`,
		`{` + from + `"To": [{"Email": "a@b.test"}], "Tags": ["a"], "Headers": {"X-Tags": "x"}}`:          `cannot overwrite header: "X-Tags"`,
		`{` + from + `"To": [{"Email": "a@b.test"}], "Headers": {"X-A": "x\r\nBcc: y@z.test"}}`:           `error building message: header "X-A" cannot be written`,
		`{` + from + `"To": [{"Email": "a@b.test"}], "Attachments": [{"Filename": "f", "Content": "!"}]}`: `error decoding base64 attachment "f": illegal base64 data at input byte 0`,
		`{"From": {"Email": "shop@ours.test"}}`:                                                           `error building message: no to, cc, or bcc set`,
		`{"To": [{"Email": "a@b.test"}]}`:                                                                 `invalid From address: `,
		`[`:                                                                                               `unexpected end of JSON input`,
	} {
		out := w.do("POST", "/api/v1/send", body)
		assert.Equal(t, 400, out.Code, body)
		var e struct{ Error string }
		require.NoError(t, json.Unmarshal(out.Body.Bytes(), &e), "%s", out.Body)
		assert.Equal(t, want, e.Error)
	}
	out := w.do("POST", "/api/v1/send", `{"Text": "`+strings.Repeat("x", 2000)+`"}`)
	assert.Equal(t, http.StatusRequestEntityTooLarge, out.Code)
	assert.Contains(t, out.Body.String(), `{"Error":`)
}

func TestInfo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{Label: "ci"})
	w.smtp("shop@ours.test", "From: shop@ours.test\nX-Tags: a\n\nx\n", "x@client.test")
	var info map[string]any
	w.get("/api/v1/info", &info)
	assert.Equal(t, mailpit.Version, info["Version"])
	assert.Equal(t, map[string]any{"a": 1.0}, info["Tags"])
	assert.Equal(t, 1.0, info["Messages"])
	var ui map[string]any
	w.get("/api/v1/webui", &ui)
	assert.Equal(t, map[string]any{"Label": "ci", "SpamAssassin": true, "ChaosEnabled": false, "DuplicatesIgnored": false, "HideDeleteAllButton": false, "MessageRelay": map[string]any{
		"Enabled": false, "SMTPServer": "", "ReturnPath": "", "AllowedRecipients": "", "BlockedRecipients": "", "OverrideFrom": "", "PreserveMessageIDs": true, "RecipientAllowlist": "",
	}}, ui)
	for _, path := range []string{"/", "/search?q=x", "/livez", "/readyz"} {
		out := w.do("GET", path, "")
		assert.Equal(t, 200, out.Code)
		assert.Equal(t, w.u.Now().Format(http.TimeFormat), out.Header().Get("Date"))
	}
	var swagger struct{ Paths map[string]map[string]any }
	w.get("/api/v1/swagger.json", &swagger)
	assert.Contains(t, swagger.Paths["/api/v1/message/{id}"], "get")
	assert.NotContains(t, swagger.Paths, "/api/v2/messages")
	assert.Equal(t, 200, w.do("HEAD", "/api/v1/info", "").Code)
	zipped := w.do("GET", "/api/v1/info", "", "Accept-Encoding", "gzip")
	assert.Equal(t, "gzip", zipped.Header().Get("Content-Encoding"))
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	w.mail("kept", "k", "x")
	for _, origin := range []string{"http://evil.test", "null", "http://localhost.evil.test", "http://localhost:81"} {
		for _, path := range []string{"/api/v1/messages", "/api/v2/messages", "/view/latest.html"} {
			out := w.do("DELETE", path, "", "Origin", origin)
			assert.Equal(t, 403, out.Code)
			assert.Contains(t, out.Body.String(), "Blocked due to CORS violation")
		}
	}
	out := w.do("OPTIONS", "/api/v1/messages", "", "Origin", "http://localhost")
	assert.Equal(t, "", out.Body.String())
	assert.Equal(t, "http://localhost", out.Header().Get("Access-Control-Allow-Origin"))
	assert.Equal(t, "GET, POST, DELETE, PUT, OPTIONS", out.Header().Get("Access-Control-Allow-Methods"))
	var l list
	w.get("/api/v1/messages", &l)
	assert.Len(t, l.Messages, 1)
}

// TestFilters: messages get the tags of the searches that find them, once.
func TestFilters(t *testing.T) {
	t.Parallel()
	var f mailpit.Filters
	require.NoError(t, f.Set(`"big news"="subject:\"big day\"" x=from:shop@ours.test`))
	require.NoError(t, f.Set(f.String()))
	assert.Equal(t, mailpit.Filter{Tag: "big news", Search: `subject:"big day"`}, f[0])
	for _, bad := range []string{"x", "=y", "x=", `"x=y`, `x="`, "a/b=c", "x=y z", `"x"y=z`, `x="" y`} {
		assert.Error(t, new(mailpit.Filters).Set(bad), bad)
	}
	w := newWorld(t, mailpit.Options{Filters: f})
	w.smtp("shop@ours.test", "From: shop@ours.test\nTo: a+plus@client.test\nSubject: The big day\n\nx\n", "a@client.test")
	w.smtp("x@ours.test", "From: x@ours.test\nTo: a@client.test\nSubject: big\n\nx\n", "a@client.test")
	var l struct{ Messages []struct{ Tags []string } }
	w.get("/api/v1/messages", &l)
	require.Len(t, l.Messages, 2)
	assert.Equal(t, []string{}, l.Messages[0].Tags)
	assert.Equal(t, []string{"big news", "plus", "x"}, l.Messages[1].Tags)
}

// TestInlineText: a text that is shown in the mail and has a name is also a file in it.
func TestInlineText(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	w.smtp("a@ours.test", "From: a@ours.test\nTo: a@client.test\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Disposition: inline\n\none\n--x\nContent-Type: text/plain; name=notes.txt\nContent-Disposition: inline\n\ntwo\n--x--\n", "a@client.test")
	var m struct {
		Text                string
		Inline, Attachments []struct{ PartID, FileName string }
	}
	w.get("/api/v1/message/latest", &m)
	assert.Equal(t, []struct{ PartID, FileName string }{{"2", "notes.txt"}}, m.Inline)
	assert.Empty(t, m.Attachments)
	assert.Contains(t, m.Text, "one")
	w.says(200, "two", "GET", "/api/v1/message/latest/part/2", "")
}
