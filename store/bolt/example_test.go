package bolt_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/bolt"
	"github.com/mailsim/mailsim/universe"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "mailsim")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	for range 2 { // the second time the mail of the first is there
		u, err := universe.Open(ctx, bolt.Open(dir), mailsim.Options{})
		if err != nil {
			log.Fatal(err)
		}
		if _, err := u.Inject(ctx, mailsim.Inject{To: "anna@client.test", From: "bob@ours.test", Subject: "Hello", Text: "It is on the disk."}); err != nil {
			log.Fatal(err)
		}
		list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(len(list))
		if err := u.Close(); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// 1
	// 2
}
