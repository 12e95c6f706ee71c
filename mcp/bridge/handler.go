package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strings"

	"github.com/mailsim/mailsim/mcp"
)

// newHandler serves MCP whose tools call the API at target.
func newHandler(target *url.URL, key string, o mcp.Options) http.Handler {
	tools := mcp.New(newAPI(target), o)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/mcp", func(w http.ResponseWriter, r *http.Request) {
		if key != "" && !loopback(hostName(r.Host)) {
			fail(w, http.StatusForbidden, "only this machine may ask") // a page made a name lead here
			return
		}
		if key != "" && bare(r) {
			r.Header.Set("Authorization", "Bearer "+key)
		}
		if admitted(w, r, target) {
			tools.ServeHTTP(w, r)
		}
	})
	return http.NewCrossOriginProtection().Handler(mux)
}

// newAPI passes requests on to mailsimd.
func newAPI(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.SetXForwarded()
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { fail(w, http.StatusBadGateway, noAnswer) },
	}
}

// admitted asks mailsimd whether the caller may use MCP: at the path of MCP it
// refuses those without a key or the plan's feature, even where it serves none.
// When admitted reports false, it has answered the request.
func admitted(w http.ResponseWriter, r *http.Request, target *url.URL) bool {
	at := target.JoinPath("api", "mcp")
	at.RawQuery = r.URL.RawQuery
	ask, err := http.NewRequestWithContext(r.Context(), http.MethodPost, at.String(), nil)
	if err != nil {
		fail(w, http.StatusBadRequest, "the query cannot be read")
		return false
	}
	for _, name := range []string{"Authorization", "Cookie", "X-Service-Universe"} {
		if values := r.Header.Values(name); values != nil {
			ask.Header[name] = values
		}
	}
	got, err := http.DefaultTransport.RoundTrip(ask)
	if err != nil {
		fail(w, http.StatusBadGateway, noAnswer)
		return false
	}
	defer got.Body.Close()
	switch got.StatusCode {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusTooManyRequests:
	default:
		return true
	}
	for _, name := range []string{"Content-Type", "Retry-After", "Www-Authenticate"} {
		if values := got.Header.Values(name); values != nil {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(got.StatusCode)
	_, _ = io.Copy(w, io.LimitReader(got.Body, 64<<10)) // a client that went away needs no answer
	return false
}

// noAnswer is what callers hear when there is no mailsimd.
const noAnswer = "mailsimd does not answer"

// bare reports whether a request carries no credentials.
func bare(r *http.Request) bool {
	return r.Header.Get("Authorization") == "" && r.Header.Get("Cookie") == "" && !r.URL.Query().Has("token")
}

func fail(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": why})
}

// loopback reports whether only this machine reaches a host.
func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// hostName strips the port and the brackets of a Host.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}
