// Package mounted: an existing server serves a universe below a path, and mail over
// its own listeners.
package mounted

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"testing"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

func TestMountedBelowAPath(t *testing.T) {
	t.Parallel()
	u, err := universe.New(mailsim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	api := httpapi.New(u, httpapi.Options{})
	mux := http.NewServeMux() // the server that exists already
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("the shop")) })
	mux.Handle("/mail/", http.StripPrefix("/mail", api))
	web := httptest.NewServer(mux)
	defer web.Close()
	defer api.Shutdown(context.Background())

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	mail := smtpd.New(u, smtpd.Options{NoSTARTTLS: true})
	go mail.Serve(l)
	defer mail.Close()

	if err := smtp.SendMail(l.Addr().String(), nil, "app@ours.test", []string{"anna@client.test"}, []byte("Subject: Hello\r\n\r\nHello.\r\n")); err != nil {
		t.Fatal(err)
	}
	key, _, err := u.CreateKey(context.Background(), "test", mailsim.RoleViewer)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Get(web.URL + "/mail/api/mailboxes/anna@client.test/messages?token=" + key)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var list []mailsim.Message
	if err := json.NewDecoder(res.Body).Decode(&list); err != nil || len(list) != 1 || list[0].Subject != "Hello" {
		t.Errorf("%s: %v %v", res.Status, list, err)
	}
}
