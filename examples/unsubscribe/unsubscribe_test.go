// Package unsubscribe: one click (RFC 8058) is enough, and no mail comes after it.
package unsubscribe

import (
	"fmt"
	"net/http"
	"net/smtp"
	"net/url"
	"testing"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// newsletter is the application under test.
type newsletter struct {
	smtp string
	list map[string]bool
}

func (n *newsletter) publish(issue int) error {
	for to := range n.list {
		link := "https://news.test/unsubscribe?who=" + url.QueryEscape(to)
		body := fmt.Sprintf("From: news@news.test\r\nTo: %s\r\nSubject: Issue %d\r\nList-Unsubscribe: <%s>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n\r\nNews.\r\n\r\nUnsubscribe: %s\r\n",
			to, issue, link, link)
		if err := smtp.SendMail(n.smtp, nil, "news@news.test", []string{to}, []byte(body)); err != nil {
			return err
		}
	}
	return nil
}

// ServeHTTP unsubscribes by POST alone: virus scanners follow every GET.
func (n *newsletter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		fmt.Fprint(w, `<form method="post"><button>Unsubscribe</button></form>`)
		return
	}
	delete(n.list, r.URL.Query().Get("who"))
	fmt.Fprint(w, "You are unsubscribed.")
}

func TestOneClickUnsubscribe(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	anna, ben := sim.Person("anna@client.test"), sim.Person("ben@client.test")
	app := &newsletter{smtp: sim.SMTPAddr(), list: map[string]bool{anna.Address(): true, ben.Address(): true}}
	sim.Site("news.test", app)

	publish := func(issue int) {
		t.Helper()
		if err := app.publish(issue); err != nil {
			t.Fatal(err)
		}
	}
	publish(1)
	ben.Unsubscribe(ben.Wait()).HasStatus(http.StatusOK).HasText("unsubscribed")
	anna.Open(anna.Wait().Link("unsubscribe")).HasStatus(http.StatusOK) // opening the page does not unsubscribe her
	left := sim.Mark()
	publish(2)
	left.ExpectNone(mailsim.Match{To: ben.Address()})
	left.Wait(mailsim.Match{To: anna.Address()}).HasSubject("Issue 2")
}
