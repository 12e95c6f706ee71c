// Package passwordreset: a person asks for a new password and clicks the link in
// the mail. The click runs the application's handler within the test.
package passwordreset

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"testing"
	"time"

	"github.com/mailsim/mailsim/mailsimtest"
)

// app is the application under test: two pages and a mail.
type app struct {
	now    func() time.Time
	smtp   string
	tokens map[string]time.Time
}

func (a *app) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/forgot":
		token := fmt.Sprintf("r%d-Vq7Lw2Kp9Zx", len(a.tokens))
		a.tokens[token] = a.now().Add(time.Hour)
		to := r.FormValue("email")
		body := "From: shop@shop.test\r\nTo: " + to + "\r\nSubject: Reset your password\r\n\r\n" +
			"Choose a new password within 60 minutes:\r\nhttps://shop.test/reset?token=" + token + "\r\n"
		if err := smtp.SendMail(a.smtp, nil, "shop@shop.test", []string{to}, []byte(body)); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	case "/reset":
		token := r.FormValue("token")
		if until, ok := a.tokens[token]; !ok || a.now().After(until) {
			http.Error(w, "This link has expired.", http.StatusGone)
			return
		}
		delete(a.tokens, token)
		fmt.Fprint(w, "Choose a new password.")
	}
}

func TestPasswordReset(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	shop := &app{now: sim.Now, smtp: sim.SMTPAddr(), tokens: map[string]time.Time{}}
	sim.Site("shop.test", shop) // links to shop.test reach the handler; no network, no DNS
	anna := sim.Person("Anna Weber <anna@client.test>")

	forgot := func() string {
		shop.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/forgot?email="+anna.Address(), nil))
		return anna.Wait().HasSubject("Reset your password").HasText("60 minutes").MagicLink()
	}
	link := forgot()
	anna.Open(link).HasStatus(http.StatusOK).HasText("new password")
	anna.Open(link).HasStatus(http.StatusGone) // a link works once

	late := forgot()
	sim.Advance(61 * time.Minute) // the link expires unopened: people open links only when the test says so
	anna.Open(late).HasStatus(http.StatusGone)
}
