package universe_test

import (
	"context"
	"fmt"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// A universe without servers: Anna gets a mail and answers while the clock moves.
func ExampleNew() {
	u, err := universe.New(mailsim.Options{Seed: "demo-1"})
	if err != nil {
		panic(err)
	}
	defer u.Close()

	ctx, always := context.Background(), 1.0
	if _, err := u.CreatePersona(ctx, mailsim.Persona{
		Name: "Anna Weber", Addresses: []string{"anna@client.test"}, Timing: mailsim.Timing{ReplyRate: &always},
	}); err != nil {
		panic(err)
	}
	id, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Lunch", Text: "Shall we have lunch on Friday?"})
	if err != nil {
		panic(err)
	}
	if _, err := u.Advance(ctx, 48*time.Hour); err != nil {
		panic(err)
	}
	reply, err := u.Wait(ctx, 0, mailsim.Match{To: "app@ours.test", InReplyTo: id})
	if err != nil {
		panic(err)
	}
	fmt.Println(reply.FromName, "wrote", reply.Subject)
	// Output: Anna Weber wrote Re: Lunch
}
