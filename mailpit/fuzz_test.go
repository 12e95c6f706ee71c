package mailpit

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/spam"
	"github.com/mailsim/mailsim/universe"
)

// FuzzSearch takes any text for a search, and finds with it what is there or not.
func FuzzSearch(f *testing.F) {
	for _, q := range []string{`from:a "b c" -d`, `!to:"x y" after:"2026-01-02 10:00" larger:1.5m`, `tag:"`, `before:1e9 smaller:.5k is:read -`, "\xff:\x00 has:inline", "message-id:<a@b>"} {
		f.Add(q, "Europe/Berlin")
	}
	e := &entry{at: time.Unix(1e9, 0), tags: []string{"a"}, digest: &digest{text: "some text", summary: summary{From: &address{"A", "a@b.test"}, Subject: "Subject", Size: 5000}}}
	v := newView(nil)
	f.Fuzz(func(t *testing.T, text, zone string) {
		q := parseQuery(text, zone)
		if len(q) > maxTerms {
			t.Errorf("%d terms", len(q))
		}
		for _, one := range q { // a term and its opposite never hold both
			if (query{one}).finds(v, e) == (query{{!one.not, one.holds}}).finds(v, e) {
				t.Errorf("%q", text)
			}
		}
		if clean := cleanText(text); cleanText(clean) != clean && strings.ToValidUTF8(text, "") == text {
			t.Errorf("%q: %q", text, clean)
		}
	})
}

// FuzzBodies takes any body at the paths that change something: none is answered by an
// error of the server.
func FuzzBodies(f *testing.F) {
	u, err := universe.New(mailsim.Options{Frozen: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { u.Close() })
	h := New(u, Options{Chaos: true})
	paths := [][2]string{{"POST", "/api/v1/send"}, {"PUT", "/api/v1/messages"}, {"DELETE", "/api/v1/messages"}, {"PUT", "/api/v1/tags"}, {"PUT", "/api/v1/tags/x"}, {"PUT", "/api/v1/chaos"}, {"POST", "/api/v2/jim"}, {"PUT", "/api/v2/jim"},
		{"GET", "/api/v1/message/latest"}, {"GET", "/api/v2/messages"}}
	for i, body := range []string{
		`{"From": {"Email": "a@b.test"}, "To": [{"Email": "c@d.test", "Name": "\r\nX: y"}], "Text": "a\nb", "HTML": "<p>", "Headers": {"X-A": "b"}, "Tags": ["x"], "Attachments": [{"Content": "AA==", "ContentID": "<x>"}]}`,
		`{"IDs": ["x"], "Read": true}`, `{"IDs": null}`, `{"Tags": ["a", ""], "IDs": ["x"]}`, `{"Name": "y"}`, `{"Sender": {"ErrorCode": 500, "Probability": 1e2}}`, `{"AcceptChance": 0.5, "LinkSpeedMax": 1e308}`, `[`,
	} {
		f.Add(uint8(i), body)
	}
	f.Fuzz(func(t *testing.T, which uint8, body string) {
		p := paths[int(which)%len(paths)]
		r := httptest.NewRequest(p[0], "http://localhost"+p[1], strings.NewReader(body))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("%s %s: %d %s", p[0], p[1], w.Code, w.Body)
		}
	})
}

// FuzzLetter reads any mail as both APIs show it.
func FuzzLetter(f *testing.F) {
	f.Add("From: a@b\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\na\r\n--x--\r\n", "a@b.test", "c@d.test")
	f.Add("Return-Path: <x>\r\n y\r\nList-Unsubscribe: <mailto:a>(b), <http://c>\r\n\r\n<a href=cid:x>", "", "c@d.test")
	f.Fuzz(func(t *testing.T, raw, from, to string) {
		s := &mailsim.Submission{ID: "A", MessageID: "<a@b>", Raw: raw, Envelope: &mailsim.Envelope{From: from, To: []string{to}}}
		l := read(bytesOf(s))
		l.unsubscribe()
		l.snippet()
		l.searchText()
		l.links()
		listed(append(l.inline, l.attachments...))
		if l.html != "" {
			newWindows(l.linked("/x/"))
			checkHTML(l.html)
		}
		hog(s)
		headerTags(raw)
	})
}

// Each feature that package spam knows has a name at caniemail.com.
func TestSlugs(t *testing.T) {
	t.Parallel()
	for _, feature := range spam.Features() {
		if slugs[feature] == "" {
			t.Errorf("%s has none", feature)
		}
	}
	for _, client := range spam.Clients() {
		if htmlClients[client].platform == "" {
			t.Errorf("%s has no platform", client)
		}
	}
}
