package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
)

// Bounds of what a request costs: of a body within its length, what it becomes in memory
// may be many times as large, and many may come at once.
const (
	maxParts     = 200_000   // values of a JSON body
	maxPairs     = 10_000    // of a form
	maxErrors    = 100       // named in one answer
	maxAddresses = 512 << 10 // bytes of a list of addresses
	smallBody    = 1 << 20   // bodies up to it are read at once
	maxMade      = 1 << 30   // bytes of all mails that a request may become
	largeBodies  = 6         // larger ones are read and worked at so many at a time
)

// read reads the body. One that is large waits for its turn.
func (c *call) read() (done func(), err error) {
	done = func() {}
	limit := min(c.door.limit, c.h.opts.MaxMail*2)
	if c.r.ContentLength > limit {
		return done, errLarge
	}
	if c.r.ContentLength < 0 || c.r.ContentLength > smallBody {
		select {
		case c.h.turns <- struct{}{}:
			done = func() { <-c.h.turns }
		case <-c.ctx().Done():
			return done, errBody
		}
	}
	c.body, err = io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, limit))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return done, errLarge
	case err != nil:
		return done, errBody
	}
	return done, nil
}

// fewParts tells whether a JSON text has no more values than maxParts: of those that lie
// deeper than depth, in a value that is kept as it is written, none counts.
func fewParts(body []byte, depth int) bool {
	n, level, quoted := 0, 0, false
	for i := 0; i < len(body); i++ {
		b := body[i]
		switch {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			if level++; level <= depth {
				n++
			}
		case b == '}' || b == ']':
			level--
		case b == ',' && level <= depth:
			n++
		}
	}
	return n <= maxParts
}

// asJSON reads a text that stands in a field of a request.
func asJSON(text string, v any) bool {
	return fewParts([]byte(text), 1<<30) && json.Unmarshal([]byte(text), v) == nil
}

// each refuses a request that would become so many mails, each as large as it may be.
func (c *call) each(mails int) error {
	if int64(len(c.body))*int64(mails) > maxMade {
		return errTooBig
	}
	return nil
}

// pairs reads a form that was posted as a URL's query.
func (c *call) pairs() (url.Values, error) {
	if bytes.Count(c.body, []byte("&")) > maxPairs {
		return nil, errBody
	}
	values, err := url.ParseQuery(string(c.body))
	if err != nil {
		return nil, errBody
	}
	return values, nil
}
