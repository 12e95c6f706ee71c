package linkwalk

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
)

// MaxBody is how many bytes of an answer are read: what stands behind it is as if the
// reader had gone away.
const MaxBody = 1 << 20

var (
	errPanicked = errors.New("the site's handler panicked")
	errTooLong  = fmt.Errorf("the reader went away after %d bytes", MaxBody)
)

// serve answers a client's request by calling h in this process. A handler
// that outlives the request's context is left to itself: the context it holds
// is done, and what it writes goes nowhere.
func serve(h http.Handler, req *http.Request) (*http.Response, error) {
	rec := &recorder{ctx: req.Context(), header: http.Header{}}
	done := make(chan error, 1)
	go func() {
		err := errors.New("the site's handler ended its goroutine")
		defer func() { done <- err }()
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("%w: %s", errPanicked, oneLine(fmt.Sprint(p), 200))
			}
		}()
		h.ServeHTTP(rec, serverRequest(req))
		err = nil
	}()
	select {
	case err := <-done:
		if err != nil {
			return nil, err
		}
		return rec.response(req), nil
	case <-req.Context().Done():
		return nil, context.Cause(req.Context())
	}
}

// serverRequest turns a request as a client makes it into one as a server
// hands it to a handler.
func serverRequest(req *http.Request) *http.Request {
	in := req.Clone(req.Context())
	in.Proto, in.ProtoMajor, in.ProtoMinor = "HTTP/1.1", 1, 1
	if in.Host == "" {
		in.Host = req.URL.Host
	}
	in.RemoteAddr = "192.0.2.1:1234" // RFC 5737: nobody's address
	if req.URL.Scheme == "https" {
		in.TLS = &tls.ConnectionState{Version: tls.VersionTLS13, HandshakeComplete: true, ServerName: req.URL.Hostname()}
	}
	in.RequestURI = req.URL.RequestURI()
	in.URL.Scheme, in.URL.Host, in.URL.User, in.URL.Fragment, in.URL.RawFragment = "", "", nil, "", ""
	if in.URL.Path == "" {
		in.URL.Path = "/"
	}
	if in.Body == nil {
		in.Body = http.NoBody
	}
	return in
}

// recorder is the ResponseWriter of an in-process visit. Only the handler's
// goroutine touches it until the handler has returned.
type recorder struct {
	ctx    context.Context
	header http.Header // what the handler edits
	sent   http.Header // as it was when the status was written
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) Flush() {
	if r.status == 0 {
		r.WriteHeader(http.StatusOK)
	}
}

func (r *recorder) WriteHeader(status int) {
	if status < 100 || status > 999 {
		panic("invalid status " + strconv.Itoa(status)) // as net/http does
	}
	if r.status != 0 || status < 200 {
		return
	}
	r.status, r.sent = status, r.header.Clone()
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	if r.status == http.StatusNoContent || r.status == http.StatusNotModified {
		return 0, http.ErrBodyNotAllowed
	}
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	n, _ := r.body.Write(p[:min(len(p), MaxBody+1-r.body.Len())])
	if n < len(p) {
		return n, errTooLong
	}
	return n, nil
}

func (r *recorder) response(req *http.Request) *http.Response {
	r.Flush()
	body := r.body.Bytes()
	if r.sent.Get("Content-Type") == "" && len(body) > 0 {
		r.sent.Set("Content-Type", http.DetectContentType(body))
	}
	return &http.Response{
		Status:     strconv.Itoa(r.status) + " " + http.StatusText(r.status),
		StatusCode: r.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: r.sent, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)), Request: req,
	}
}
