// Package signup: a new user has to enter the code that comes by mail.
package signup

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"net/smtp"
	"testing"

	"github.com/mailsim/mailsim/mailsimtest"
)

// app is the application under test.
type app struct {
	smtp    string
	waiting map[string]string // code by address
	users   map[string]bool
}

func (a *app) signUp(email string) error {
	n, err := rand.Int(rand.Reader, big.NewInt(900_000))
	if err != nil {
		return err
	}
	code := fmt.Sprint(100_000 + n.Int64())
	a.waiting[email] = code
	body := "From: Shop <hello@shop.test>\r\nTo: " + email + "\r\nSubject: Your code for the shop\r\n\r\n" +
		"Welcome! Enter this code to confirm your address:\r\n\r\n    " + code + "\r\n\r\nIt is valid for 10 minutes. Order 20261105 is not affected.\r\n"
	return smtp.SendMail(a.smtp, nil, "hello@shop.test", []string{email}, []byte(body))
}

func (a *app) confirm(email, code string) bool {
	ok := a.waiting[email] == code
	a.users[email] = a.users[email] || ok
	return ok
}

func TestSignUp(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	shop := &app{smtp: sim.SMTPAddr(), waiting: map[string]string{}, users: map[string]bool{}}
	anna := sim.Person("Anna Weber <anna@client.test>")

	if err := shop.signUp(anna.Address()); err != nil {
		t.Fatal(err)
	}
	mail := anna.Wait().HasFrom("hello@shop.test").HasSubject("Your code").HasNoText("{{")
	if !shop.confirm(anna.Address(), mail.Code()) { // the order number is not the code
		t.Errorf("the code %s is refused", mail.Code())
	}
	anna.ExpectNone() // one mail, not two
}

func TestSignUpWithATypingError(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	shop := &app{smtp: sim.SMTPAddr(), waiting: map[string]string{}, users: map[string]bool{}}
	if err := shop.signUp("anna+unknown@client.test"); err == nil { // a magic address: no such user
		t.Error("the shop did not notice that the address does not exist")
	}
}
