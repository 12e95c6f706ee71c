// Package opens: a campaign counts who opened its mail, by an image that has a
// different URL for each reader.
package opens

import (
	"fmt"
	"net/http"
	"net/smtp"
	"slices"
	"testing"

	"github.com/mailsim/mailsim/mailsimtest"
)

// campaign is the application under test.
type campaign struct {
	smtp   string
	opened []string
}

func (c *campaign) send(to string) error {
	body := fmt.Sprintf("From: offers@ours.test\r\nTo: %s\r\nSubject: Spring offers\r\nList-Unsubscribe: <mailto:stop@ours.test>\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n"+
		"<p>Everything for the garden.</p><img src=\"https://mail.ours.test/seen/%s\" width=\"1\" height=\"1\" alt=\"\">\r\n", to, to)
	return smtp.SendMail(c.smtp, nil, "offers@ours.test", []string{to}, []byte(body))
}

// ServeHTTP notes an open, each reader once.
func (c *campaign) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if who := r.PathValue("who"); !slices.Contains(c.opened, who) {
		c.opened = append(c.opened, who)
	}
	w.Header().Set("Content-Type", "image/gif")
	fmt.Fprint(w, "GIF89a\x01\x00\x01\x00\x00\x00\x00;")
}

func TestOpens(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	anna, ben := sim.Person("anna@client.test"), sim.Person("ben@client.test")
	app := &campaign{smtp: sim.SMTPAddr()}
	site := http.NewServeMux()
	site.Handle("GET /seen/{who}", app)
	sim.Site("mail.ours.test", site)
	for _, to := range []string{anna.Address(), ben.Address()} {
		if err := app.send(to); err != nil {
			t.Fatal(err)
		}
	}

	mail := anna.Wait()
	for range 2 { // Anna reads it twice, in a program that shows images
		anna.ShowImages(mail)[0].HasStatus(http.StatusOK)
	}
	ben.Wait() // the program of Ben shows none
	if want := []string{"anna@client.test"}; !slices.Equal(app.opened, want) {
		t.Errorf("opened by %q, want %q", app.opened, want)
	}
}
