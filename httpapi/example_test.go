package httpapi_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/universe"
)

// Mount the API below a path of an existing server.
func Example() {
	u, err := universe.New(mailsim.Options{})
	if err != nil {
		panic(err)
	}
	defer u.Close()
	mux := http.NewServeMux()
	mux.Handle("/sim/", http.StripPrefix("/sim", httpapi.New(u, httpapi.Options{Anonymous: mailsim.RoleAdmin})))
	server := httptest.NewServer(mux)
	defer server.Close()

	resp, err := http.Post(server.URL+"/sim/api/extract", "application/json", strings.NewReader(`{"text": "Your code is 482913."}`))
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	fmt.Println(resp.StatusCode, strings.Contains(string(body), `"codes":["482913"]`))
	// Output: 200 true
}

// The table says all that is known of the endpoints.
func ExampleRoutes() {
	for _, r := range httpapi.Routes() {
		if strings.HasPrefix(r.Path, "/clock") {
			fmt.Println(r.Method, r.Path, r.Role, r.Go)
		}
	}
	// Output:
	// GET /clock viewer Clock
	// POST /clock/advance member Advance
	// POST /clock/freeze member Freeze
	// POST /clock/speed member SetSpeed
}
