package imapd_test

import (
	"context"
	"fmt"
	"log"
	"net"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/universe"
)

// An application reads the mail of its own mailbox over IMAP.
func Example() {
	ctx := context.Background()
	u, err := universe.New(mailsim.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer u.Close()
	if _, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "shop@ours.test", Username: "shop", Password: "s3cret"}); err != nil {
		log.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	s := imapd.New(u, imapd.Options{})
	go s.Serve(l)
	defer s.Close()

	if _, err := u.Send(ctx, mailsim.Outgoing{From: "anna@client.test", To: []string{"shop@ours.test"}, Subject: "Where is my order?", Text: "It is late."}); err != nil {
		log.Fatal(err)
	}

	c, err := imapclient.DialInsecure(l.Addr().String(), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	if err := c.Login("shop", "s3cret").Wait(); err != nil {
		log.Fatal(err)
	}
	inbox, err := c.Select("INBOX", nil).Wait()
	if err != nil {
		log.Fatal(err)
	}
	mails, err := c.Fetch(imap.SeqSetNum(1), &imap.FetchOptions{Envelope: true}).Collect()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(inbox.NumMessages, "mail")
	fmt.Println(mails[0].Envelope.From[0].Addr(), "asks:", mails[0].Envelope.Subject)
	// Output:
	// 1 mail
	// anna@client.test asks: Where is my order?
}
