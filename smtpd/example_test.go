package smtpd_test

import (
	"errors"
	"fmt"
	"log"
	"net"
	"net/smtp"
	"net/textproto"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/universe"
)

// An application sends over SMTP: one address is there, the other is not.
func Example() {
	u, err := universe.New(mailsim.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer u.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	s := smtpd.New(u, smtpd.Options{NoSTARTTLS: true})
	go s.Serve(l)
	defer s.Close()

	for _, to := range []string{"anna@client.test", "anna+unknown@client.test"} {
		mail := "From: shop@ours.test\r\nTo: " + to + "\r\nSubject: Your order\r\n\r\nIt left today.\r\n"
		err := smtp.SendMail(l.Addr().String(), nil, "shop@ours.test", []string{to}, []byte(mail))
		var refused *textproto.Error
		fmt.Println(to, "refused:", errors.As(err, &refused))
	}
	inbox, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(inbox), "mail:", inbox[0].Subject)
	// Output:
	// anna@client.test refused: false
	// anna+unknown@client.test refused: true
	// 1 mail: Your order
}
