package mailsim_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// door is one way to the same universe: it makes people, sends, moves the clock
// and reads what a mailbox got.
type door interface {
	person(t *testing.T, p mailsim.Persona)
	send(t *testing.T, to, subject, text string)
	advance(t *testing.T, by string)
	inbox(t *testing.T, address string) []string // the bytes of each mail, oldest first
}

const sender = "app@ours.test"

// byGo calls the methods.
type byGo struct{ u *mailsim.Universe }

func (d byGo) person(t *testing.T, p mailsim.Persona) {
	_, err := d.u.CreatePersona(context.Background(), p)
	require.NoError(t, err)
}

func (d byGo) send(t *testing.T, to, subject, text string) {
	_, err := d.u.Send(context.Background(), mailsim.Outgoing{From: sender, To: []string{to}, Subject: subject, Text: text})
	require.NoError(t, err)
}

func (d byGo) advance(t *testing.T, by string) {
	dur, err := mailsim.ParseDuration(by)
	require.NoError(t, err)
	_, err = d.u.Advance(context.Background(), dur)
	require.NoError(t, err)
}

func (d byGo) inbox(t *testing.T, address string) (out []string) {
	list, err := d.u.Messages(address, mailsim.MessageFilter{})
	require.NoError(t, err)
	for i := range list {
		out = append(out, string(list[len(list)-1-i].Bytes()))
	}
	return out
}

// byHTTP calls the API.
type byHTTP struct{ url, key string }

func (d byHTTP) call(t *testing.T, method, path string, in any) []byte {
	b, err := json.Marshal(in)
	require.NoError(t, err)
	req, err := http.NewRequest(method, d.url+"/api"+path, bytes.NewReader(b))
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+d.key)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	out, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Equal(t, 200, res.StatusCode, "%s %s: %s", method, path, out)
	return out
}

func (d byHTTP) person(t *testing.T, p mailsim.Persona) {
	d.call(t, "POST", "/personas", map[string]any{"name": p.Name, "addresses": p.Addresses, "temperament": p.Temperament, "style": p.Style, "timing": p.Timing})
}

func (d byHTTP) send(t *testing.T, to, subject, text string) {
	d.call(t, "POST", "/send", map[string]any{"from": sender, "to": []string{to}, "subject": subject, "text": text})
}

func (d byHTTP) advance(t *testing.T, by string) {
	d.call(t, "POST", "/clock/advance", map[string]string{"by": by})
}

func (d byHTTP) inbox(t *testing.T, address string) (out []string) {
	var list []struct{ UID int }
	require.NoError(t, json.Unmarshal(d.call(t, "GET", "/mailboxes/"+address+"/messages", nil), &list))
	for i := range list {
		out = append(out, string(d.call(t, "GET", fmt.Sprintf("/mailboxes/%s/messages/INBOX/%d/raw", address, list[len(list)-1-i].UID), nil)))
	}
	return out
}

// byMail sends over SMTP and reads over IMAP; people and clock have no protocol.
type byMail struct {
	byGo
	smtp, imap string
}

func (d byMail) send(t *testing.T, to, subject, text string) {
	raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: %s\r\nDate: %s\r\nMessage-ID: <%s.%d@library.test>\r\n\r\n%s\r\n", sender, to, subject,
		d.u.Now().Format(time.RFC1123Z), to[:2], d.u.Now().Unix(), text)
	require.NoError(t, smtp.SendMail(d.smtp, nil, sender, []string{to}, []byte(raw)))
}

func (d byMail) inbox(t *testing.T, address string) (out []string) {
	_, err := d.u.CreateLogin(context.Background(), mailsim.NewLogin{Address: address, Password: "s3cret"})
	require.NoError(t, err)
	c, err := imapclient.DialInsecure(d.imap, nil)
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.Login(address, "s3cret").Wait())
	_, err = c.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
	require.NoError(t, err)
	got, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	require.NoError(t, err)
	for _, m := range got {
		out = append(out, string(m.BodySection[0].Bytes))
	}
	return out
}

func openDoors(t *testing.T) map[string]struct {
	door
	u *mailsim.Universe
} {
	fresh := func() *mailsim.Universe {
		u, err := universe.New(mailsim.Options{HashCost: 4, Real: time.Unix(0, 0).UTC()})
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, u.Close()) })
		return u
	}
	listen := func() net.Listener {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		return l
	}
	web, post := fresh(), fresh()
	key, _, err := web.CreateKey(context.Background(), "doors", mailsim.RoleAdmin)
	require.NoError(t, err)
	srv := httptest.NewServer(httpapi.New(web, httpapi.Options{NoLimit: true}))
	t.Cleanup(srv.Close)
	ls, li := listen(), listen()
	s, i := smtpd.New(post, smtpd.Options{NoSTARTTLS: true}), imapd.New(post, imapd.Options{})
	go s.Serve(ls)
	go i.Serve(li)
	t.Cleanup(func() {
		assert.NoError(t, s.Close())
		assert.NoError(t, i.Close())
	})
	type opened = struct {
		door
		u *mailsim.Universe
	}
	direct := fresh()
	return map[string]opened{
		"Go": {byGo{direct}, direct}, "HTTP": {byHTTP{srv.URL, key}, web}, "SMTP and IMAP": {byMail{byGo{post}, ls.Addr().String(), li.Addr().String()}, post},
	}
}

// TestDoorsAreAlike plays one script through each door: the same events follow, but
// for logins and the ids that senders make up, and people write the same words.
func TestDoorsAreAlike(t *testing.T) {
	t.Parallel()
	type outcome struct{ events, replies []string }
	got := map[string]outcome{}
	for name, d := range openDoors(t) {
		for i, temper := range []string{"responsive", "busy", "procedural", "difficult"} {
			d.person(t, mailsim.Persona{Name: "Person " + temper, Addresses: []string{fmt.Sprintf("p%d@client.test", i)}, Temperament: temper,
				Style: mailsim.Style{Client: "gmail"}, Timing: mailsim.Timing{ReplyRate: new(1.0)}})
		}
		for round := range 3 {
			for i := range 4 {
				d.send(t, fmt.Sprintf("p%d@client.test", i), fmt.Sprintf("Matter %d", round), "Could you tell me the date of the delivery?")
			}
			d.advance(t, "36h")
		}
		d.send(t, "gone+full-dsn@client.test", "Lost", "Hello?")
		d.advance(t, "14d")
		var o outcome
		ids := map[string]string{}
		for e := range d.u.Log(mailsim.EventFilter{}) {
			if e.Type == mailsim.EventAuthOK {
				continue
			}
			if s, ok := e.Data.(mailsim.MailDelivered); ok {
				ids[s.MessageID] = fmt.Sprintf("<sent-%d>", len(ids))
			}
			b, err := json.Marshal(e.Data)
			require.NoError(t, err)
			line := fmt.Sprintf("%s %s %s", e.At.Format(time.RFC3339), e.Type, strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(b)))
			for id, mark := range ids {
				line = strings.ReplaceAll(line, id, mark)
			}
			o.events = append(o.events, strings.TrimRight(strings.ReplaceAll(line, `\n"`, `"`), "\n"))
		}
		for _, raw := range d.inbox(t, sender) {
			_, body, _ := strings.Cut(raw, "\r\n\r\n")
			if !strings.Contains(raw, "Return-Path: <>") {
				o.replies = append(o.replies, body)
			}
		}
		got[name] = o
	}
	require.NotEmpty(t, got["Go"].replies)
	// spec: delivery.pipeline send.as-smtp
	assert.Equal(t, got["Go"].events, got["HTTP"].events)
	assert.Equal(t, got["Go"].replies, got["HTTP"].replies)
	assert.Equal(t, got["Go"].events, got["SMTP and IMAP"].events)
	assert.Len(t, got["SMTP and IMAP"].replies, len(got["Go"].replies))
}
