package mailpit_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailpit"
	"github.com/mailsim/mailsim/universe"
)

// A client of Mailpit's API reads what an application sent to a universe.
func ExampleNew() {
	u, _ := universe.New(mailsim.Options{})
	defer u.Close()
	server := httptest.NewServer(mailpit.New(u, mailpit.Options{}))
	defer server.Close()

	_, _ = u.Send(context.Background(), mailsim.Outgoing{From: "shop@ours.test", To: []string{"anna@client.test"}, Subject: "Your order", Text: "Thank you."})
	res, _ := http.Get(server.URL + "/view/latest.txt")
	text, _ := io.ReadAll(res.Body)
	fmt.Printf("%s", text)
	// Output: Thank you.
}

// Below a path of a server of one's own, beside other handlers.
func ExamplePaths() {
	u, _ := universe.New(mailsim.Options{})
	defer u.Close()
	h := mailpit.New(u, mailpit.Options{})
	mux := http.NewServeMux()
	for _, path := range mailpit.Paths() {
		mux.Handle(path, h)
	}
	fmt.Println(mailpit.Paths())
	// Output: [/api/v1/ /api/v2/ /view/]
}
