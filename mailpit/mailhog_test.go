package mailpit_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailpit"
)

type hogContent struct {
	Headers map[string][]string
	Body    string
	Size    int
	MIME    *struct{ Parts []*hogContent }
}

type hogPath struct {
	Relays                  []string
	Mailbox, Domain, Params string
}

type hogMessage struct {
	ID      string
	From    hogPath
	To      []hogPath
	Content hogContent
	Created time.Time
	MIME    *struct{ Parts []*hogContent }
	Raw     struct {
		From, Data, Helo string
		To               []string
	}
}

type hogPage struct {
	Total, Count, Start int
	Items               []hogMessage
}

func TestMailHog(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	w.smtp("shop@ours.test", "From: Shop <shop@ours.test>\nTo: anna@client.test\nSubject: two\n parts\nContent-Type: multipart/mixed; boundary=b\n\nbefore\n--b\nContent-Type: text/plain\n\none\n--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=x.png\n\nAQID\n--b--\n", "anna@client.test", "bcc@client.test")
	w.mail("second", "2", "hello there")
	var p hogPage
	w.get("/api/v2/messages", &p)
	require.Equal(t, []int{2, 2, 0}, []int{p.Total, p.Count, p.Start})
	m := p.Items[1]
	assert.Equal(t, []hogPath{{Mailbox: "anna", Domain: "client.test"}, {Mailbox: "bcc", Domain: "client.test"}}, m.To)
	assert.Equal(t, hogPath{Mailbox: "shop", Domain: "ours.test"}, m.From)
	assert.Equal(t, []string{"two parts"}, m.Content.Headers["Subject"])
	assert.Equal(t, []string{"<shop@ours.test>"}, m.Content.Headers["Return-Path"])
	assert.Len(t, m.Content.Headers["Message-ID"], 1)
	assert.Contains(t, m.Content.Headers["Received"][0], m.ID)
	assert.Equal(t, "app.test", m.Raw.Helo)
	assert.Equal(t, w.u.Now(), m.Created)
	require.Len(t, m.MIME.Parts, 4, "what stands before and behind the parts counts")
	assert.Equal(t, "one", m.MIME.Parts[1].Body)
	assert.Nil(t, p.Items[0].MIME)
	assert.Equal(t, "hello there", p.Items[0].Content.Body)

	w.get("/api/v2/messages?start=1&limit=1", &p)
	assert.Equal(t, []int{2, 1, 1}, []int{p.Total, p.Count, p.Start})
	for query, want := range map[string]int{
		"kind=from&query=SHOP": 2, "kind=to&query=bcc@": 1, "kind=to&query=anna": 2, "kind=containing&query=Hello": 1, "kind=containing&query=x.png": 1, "kind=from&query=nobody": 0, "kind=to&query=anna&limit=1": 2,
	} {
		w.get("/api/v2/search?"+query, &p)
		assert.Equal(t, want, p.Total, query)
	}
	for _, query := range []string{"", "kind=from", "kind=other&query=x"} {
		assert.Equal(t, 400, w.do("GET", "/api/v2/search?"+query, "").Code)
	}
	var one hogMessage
	w.get("/api/v1/messages/"+m.ID, &one)
	assert.Equal(t, m, one)
	assert.Equal(t, "message/rfc822", w.do("GET", "/api/v1/messages/"+m.ID+"/download", "").Header().Get("Content-Type"))
	part := w.do("GET", "/api/v1/messages/"+m.ID+"/mime/part/2/download", "")
	assert.Equal(t, "\x01\x02\x03", part.Body.String())
	assert.Equal(t, "attachment; filename=x.png", part.Header().Get("Content-Disposition"))
	for _, path := range []string{"/api/v1/messages/nobody", "/api/v1/messages/" + m.ID + "/mime/part/9/download", "/api/v1/messages/" + m.ID + "/mime/part/x/download"} {
		assert.Equal(t, 404, w.do("GET", path, "").Code, path)
	}
	w.says(200, "{}\n", "GET", "/api/v2/outgoing-smtp", "")
	w.says(500, "SMTP error: there is no relay: set Options.Relay, or start mailsimd with -relay", "POST", "/api/v1/messages/"+m.ID+"/release", `{"Host": "evil.test", "Port": "25", "Email": "x@evil.test"}`)
	w.says(200, "", "DELETE", "/api/v1/messages/"+m.ID, "")
	w.get("/api/v2/messages", &p)
	assert.Equal(t, 1, p.Total)

	out := w.do("DELETE", "/api/v1/messages", "", "Accept", "")
	assert.Equal(t, "", out.Body.String(), "its client for Node takes any text for JSON")
	w.get("/api/v2/messages", &p)
	assert.Empty(t, p.Items)
}

func TestJim(t *testing.T) {
	t.Parallel()
	off := newWorld(t, mailpit.Options{})
	for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
		assert.Equal(t, 404, off.do(method, "/api/v2/jim", "{}").Code)
	}
	w := newWorld(t, mailpit.Options{Chaos: true})
	_, err := w.u.SetFaults(t.Context(), mailsim.Faults{Rules: []mailsim.FaultRule{{ID: "own", Where: "smtp", At: "rcpt", Kind: mailsim.FaultSlow}}})
	require.NoError(t, err)
	assert.Equal(t, 404, w.do("GET", "/api/v2/jim", "").Code)
	assert.Equal(t, 201, w.do("POST", "/api/v2/jim", "").Code)
	assert.Equal(t, 400, w.do("POST", "/api/v2/jim", "").Code, "he is there")
	assert.Len(t, w.u.Faults().Rules, 7)
	var jim map[string]float64
	w.get("/api/v2/jim", &jim)
	assert.Equal(t, 0.99, jim["AcceptChance"])
	assert.Equal(t, 400, w.do("PUT", "/api/v2/jim", "x").Code)
	assert.Equal(t, 400, w.do("PUT", "/api/v2/jim", `{"AcceptChance": 2}`).Code)
	assert.Equal(t, 200, w.do("PUT", "/api/v2/jim", `{"AcceptChance": 1, "RejectSenderChance": 1}`).Code)
	assert.Equal(t, "550 Invalid sender", w.fault("mail"))
	assert.Equal(t, 200, w.do("DELETE", "/api/v2/jim", "").Code)
	require.Len(t, w.u.Faults().Rules, 1)
	assert.Equal(t, "own", w.u.Faults().Rules[0].ID)
}

// fault is what SMTP answers at a stage, "" for nothing.
func (w *world) fault(at string) string {
	s := w.u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	defer s.Close()
	e, ok := s.Fault(w.Context(), mailsim.FaultPoint{Where: "smtp", At: at, From: "a@x.test", To: "b@x.test"})
	if !ok {
		return ""
	}
	return e.Reply.String()
}

func TestChaos(t *testing.T) {
	t.Parallel()
	newWorld(t, mailpit.Options{}).says(400, "Chaos is not enabled", "PUT", "/api/v1/chaos", "{}")
	w := newWorld(t, mailpit.Options{Chaos: true})
	const calm = `{"Sender":{"ErrorCode":451,"Probability":0},"Recipient":{"ErrorCode":451,"Probability":0},"Authentication":{"ErrorCode":535,"Probability":0}}` + "\n"
	w.says(200, calm, "GET", "/api/v1/chaos", "")
	w.says(400, "error code must be between 400 and 599", "PUT", "/api/v1/chaos", `{"Sender": {"ErrorCode": 399}}`)
	w.says(400, "probability must be between 0 and 100", "PUT", "/api/v1/chaos", `{"Sender": {"Probability": 101}}`)
	assert.Empty(t, w.u.Faults().Rules, "nothing of it is set")
	w.says(200, `{"Sender":{"ErrorCode":421,"Probability":100},"Recipient":{"ErrorCode":550,"Probability":100},"Authentication":{"ErrorCode":599,"Probability":0}}`+"\n",
		"PUT", "/api/v1/chaos", `{"sender": {"errorcode": 421, "probability": 100}, "Recipient": {"ErrorCode": 550, "Probability": 100}, "Authentication": {"ErrorCode": 599}}`)
	assert.Equal(t, "421 Chaos sender error", w.fault("mail"))
	assert.Equal(t, "550 Chaos recipient error", w.fault("rcpt"))
	assert.Equal(t, "", w.fault("auth"))
	w.says(200, calm, "PUT", "/api/v1/chaos", `{}`)
	assert.Equal(t, "", w.fault("rcpt"))
}

func TestChecks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailpit.Options{})
	var heads atomic.Bool // the last request was one
	w.u.SetSite("shop.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/gone":
			http.NotFound(w, r)
		case "/moved":
			http.Redirect(w, r, "/", http.StatusFound)
		}
		heads.Store(r.Method == http.MethodHead)
	}))
	w.smtp("shop@ours.test", "From: shop@ours.test\nTo: anna@client.test\nSubject: links\nMessage-ID: <links@ours.test>\nContent-Type: text/html\n\n<link rel=stylesheet href='https://shop.test/gone'><div style='display:flex; gap:1px'><a href='https://shop.test/'>a</a> <a href='https://shop.test/moved'>b</a>"+
		"<img src='http://127.0.0.1:1/x.png'><a href='http://elsewhere.test/'>c</a><a href='mailto:x@y.test'>d</a><a href='https://shop.test/'>e</a></div>\n", "anna@client.test")
	var links struct {
		Errors int
		Links  []struct {
			URL, Status string
			StatusCode  int
		}
	}
	w.get("/api/v1/message/latest/link-check", &links)
	got := map[string]int{}
	for _, l := range links.Links {
		got[l.URL] = l.StatusCode
	}
	assert.Equal(t, map[string]int{"https://shop.test/gone": 404, "https://shop.test/": 200, "https://shop.test/moved": 302, "http://127.0.0.1:1/x.png": 451, "http://elsewhere.test/": 0}, got)
	assert.Equal(t, 3, links.Errors)
	assert.True(t, heads.Load())
	w.get("/api/v1/message/latest/link-check?follow=true", &links)
	for _, l := range links.Links {
		if l.URL == "https://shop.test/moved" {
			assert.Equal(t, 200, l.StatusCode)
		}
	}
	var html struct {
		Total    struct{ Tests, Nodes, Supported, Partial, Unsupported float64 }
		Warnings []struct {
			Slug, URL string
			Results   []map[string]string
		}
		Platforms map[string][]string
	}
	w.get("/api/v1/message/latest/html-check", &html)
	assert.Greater(t, html.Total.Supported, 0.0)
	assert.Less(t, html.Total.Supported, 100.0)
	slugs := map[string]bool{}
	for _, warning := range html.Warnings {
		slugs[warning.Slug] = true
		assert.Len(t, warning.Results, 7)
		assert.Equal(t, "https://www.caniemail.com/features/"+warning.Slug+"/", warning.URL)
	}
	assert.True(t, slugs["css-display-flex"] && slugs["css-gap"] && slugs["html-div"], "%v", slugs)
	assert.NotEmpty(t, html.Platforms["windows"])
	var spam struct {
		IsSpam bool
		Error  string
		Score  float64
		Rules  []map[string]any
	}
	w.get("/api/v1/message/latest/sa-check", &spam)
	assert.Empty(t, spam.Error)
	assert.NotEmpty(t, spam.Rules)
}
