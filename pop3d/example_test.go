package pop3d_test

import (
	"fmt"
	"net"
	"net/textproto"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/pop3d"
	"github.com/mailsim/mailsim/universe"
)

// Serve a universe to whatever reads mail by POP3.
func ExampleNew() {
	u, _ := universe.New(mailsim.Options{HashCost: 4})
	defer u.Close()
	_, _ = u.CreateLogin(bg, mailsim.NewLogin{Address: "app@ours.test", Password: "s3cret"})
	_, _ = u.Inject(bg, mailsim.Inject{To: "app@ours.test", From: "anna@client.test", Text: "Hello."})

	l, _ := net.Listen("tcp", "127.0.0.1:0")
	s := pop3d.New(u, pop3d.Options{})
	go func() { _ = s.Serve(l) }()
	defer s.Close()

	c, _ := textproto.Dial("tcp", l.Addr().String())
	defer c.Close()
	_, _ = c.ReadLine()
	for _, line := range []string{"USER app@ours.test", "PASS s3cret", "UIDL 1", "QUIT"} {
		_ = c.PrintfLine("%s", line)
		answer, _ := c.ReadLine()
		if line == "UIDL 1" {
			fmt.Println(answer)
		}
	}
	// Output: +OK 1 1.1
}
