package httpapi

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// BenchmarkServe compares requests a second over loopback with a bare handler
// that writes the same bytes, in one run.
func BenchmarkServe(b *testing.B) {
	u, err := universe.New(mailsim.Options{HashCost: 4})
	if err != nil {
		b.Fatal(err)
	}
	defer u.Close()
	for i := range 100 {
		if _, err := u.Send(b.Context(), mailsim.Outgoing{From: "app@ours.test", To: []string{"desk@ours.test"}, Subject: fmt.Sprint("Mail ", i), Text: "It left today.\n\nBest\nThe shop"}); err != nil {
			b.Fatal(err)
		}
	}
	key, _, err := u.CreateKey(b.Context(), "bench", viewer)
	if err != nil {
		b.Fatal(err)
	}
	h := New(u, Options{NoLimit: true})
	for _, path := range []string{"/api/status", "/api/mailboxes/desk@ours.test/messages?limit=100"} {
		b.Run(path[5:11], func(b *testing.B) {
			ours := httptest.NewServer(h)
			defer ours.Close()
			body := fetchBody(b, ours.URL+path, key)
			bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Content-Length", fmt.Sprint(len(body)))
				_, _ = w.Write(body)
			}))
			defer bare.Close()
			var took [2]time.Duration
			for range b.N {
				for i, s := range []*httptest.Server{ours, bare} {
					began := time.Now()
					for range 50 {
						fetchBody(b, s.URL+path, key)
					}
					took[i] += time.Since(began)
				}
			}
			b.ReportMetric(took[1].Seconds()/took[0].Seconds(), "of-bare")
		})
	}
}

func fetchBody(b *testing.B, url, key string) []byte {
	r, _ := http.NewRequest(get, url, nil)
	r.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		b.Fatal(resp.Status, err)
	}
	return body
}
