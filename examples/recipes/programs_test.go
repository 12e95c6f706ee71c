package recipes

import (
	"net"
	"net/smtp"
	"os"
	"os/exec"
	"testing"

	"github.com/mailsim/mailsim/mailsimtest"
)

// TestProgram is a program in another process: it sends by what its environment
// says.
func TestProgram(t *testing.T) {
	if os.Getenv("SMTP_HOST") == "" {
		t.Skip("runs as the program of TestOtherProcesses")
	}
	auth := smtp.PlainAuth("", os.Getenv("SMTP_USERNAME"), os.Getenv("SMTP_PASSWORD"), os.Getenv("SMTP_HOST"))
	body := []byte("From: app@ours.test\r\nSubject: Hello\r\n\r\nHello Anna.\r\n")
	address := net.JoinHostPort(os.Getenv("SMTP_HOST"), os.Getenv("SMTP_PORT"))
	if err := smtp.SendMail(address, auth, os.Getenv("SMTP_FROM"), []string{"anna@client.test"}, body); err != nil {
		t.Fatal(err)
	}
}

func TestOtherProcesses(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app, anna := sim.Login("app@ours.test"), sim.Person("anna@client.test")
	cmd := exec.Command(os.Args[0], "-test.run=^TestProgram$")
	cmd.Env = append(os.Environ(), app.Env()...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	anna.Wait().HasSubject("Hello")
}

func TestGoIMAP(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app, anna := sim.Login("app@ours.test"), sim.Person("anna@client.test")
	anna.Send(app.Address(), "Hello", "A question.")
	c := app.IMAP() // *imapclient.Client, logged in, closed with the test
	inbox, err := c.Select("INBOX", nil).Wait()
	if err != nil || inbox.NumMessages != 1 {
		t.Fatalf("%+v, %v", inbox, err)
	}
}
