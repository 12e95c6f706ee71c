package mailsimcontainer_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/network"

	"github.com/mailsim/mailsim/mailsimcontainer"
)

// An application in a container sends to mailsim by its name in a network of both;
// the test asks mailsim what came.
func Example() {
	var t *testing.T // of the test
	ctx := context.Background()
	both, err := network.New(ctx)
	if err != nil {
		t.Fatal(err)
	}
	testcontainers.CleanupNetwork(t, both)

	mails, err := mailsimcontainer.Run(ctx, mailsimcontainer.Image, network.WithNetwork([]string{"mailsim"}, both))
	testcontainers.CleanupContainer(t, mails)
	if err != nil {
		t.Fatal(err)
	}
	app, err := testcontainers.Run(ctx, "shop:latest", network.WithNetwork([]string{"shop"}, both),
		testcontainers.WithEnv(map[string]string{"SMTP_HOST": "mailsim", "SMTP_PORT": "1025"}))
	testcontainers.CleanupContainer(t, app)
	if err != nil {
		t.Fatal(err)
	}

	url, err := mails.URL(ctx)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(url + "/api/wait?to=anna@client.test&existing=true") // the mail, with its codes and links
}

// A world of its own, and a login.
func ExampleRun() {
	world := []byte("personas:\n  - {name: Anna Weber, addresses: [anna@client.test]}\n")
	c, err := mailsimcontainer.Run(context.Background(), mailsimcontainer.Image,
		mailsimcontainer.WithConfig(world), mailsimcontainer.WithLogin("app@ours.test", "secret"))
	fmt.Println(c, err)
}
