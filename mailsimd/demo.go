package mailsimd

import (
	"context"
	"crypto/rand"
	_ "embed"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// demoFile describes a support desk, its customers and the mail that reaches it.
//
//go:embed demo.yaml
var demoFile []byte

func demoConfig(busy bool) *mailsim.Config {
	c, err := universe.ParseConfig("demo.yaml", demoFile)
	if err != nil {
		panic(err) // it is part of the program, and tested
	}
	if busy {
		for i := range c.World.Streams {
			c.World.Streams[i].PerDay *= busyFactor
		}
	}
	return c
}

// busyFactor is how much more mail comes with -busy.
const busyFactor = 50

const deskAddress = "help@lumen.test"

// startDemo lets something happen: a login to read the desk's mail with, the
// first mails of its streams, and customers who answer within the first minute.
func startDemo(ctx context.Context, u *mailsim.Universe) (login, password string, err error) {
	password = rand.Text()[:12]
	if _, err = u.CreateLogin(ctx, mailsim.NewLogin{Address: deskAddress, DisplayName: "Lumen help desk", Password: password}); err != nil {
		return "", "", err
	}
	for _, stream := range []string{"support", "leads", "newsletter", "spam"} {
		if _, err = u.SendStream(ctx, stream); err != nil {
			return "", "", err
		}
	}
	for i, m := range []mailsim.Outgoing{
		{To: []string{"Mira Okafor <mira@harbour.test>"}, Subject: "Your order LU-2041", Text: "Hello Mira,\n\nyour two desk lamps leave our warehouse today. Shall we deliver to the office or to the workshop?\n\nBest regards\nLumen help desk"},
		{To: []string{"Tom Brandt <tom.brandt@fernwood.test>"}, Subject: "Invoice 7733", Text: "Dear Tom,\n\ninvoice 7733 over 412.50 EUR is still open. Could you tell me when you expect to pay it?\n\nKind regards\nLumen help desk"},
	} {
		m.From = "Lumen help desk <" + deskAddress + ">"
		id, err := u.Send(ctx, m)
		if err != nil {
			return "", "", err
		}
		p, err := u.Persona([]string{"p_mira", "p_tom"}[i])
		if err != nil {
			return "", "", err
		}
		if _, err := u.Act(ctx, p.ID, mailsim.Act{Kind: mailsim.ActReply, MessageID: id, After: time.Duration(i+1) * 15 * time.Second}); err != nil {
			return "", "", err
		}
	}
	return deskAddress, password, nil
}
