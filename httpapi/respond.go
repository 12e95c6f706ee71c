package httpapi

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
)

// responder is an answer that is no JSON.
type responder interface {
	respond(w http.ResponseWriter, r *http.Request) error
}

// buffers keeps the buffers of answers for the next ones.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxKept bounds a buffer that is kept.
const maxKept = 1 << 20

// writeJSON answers with a value as JSON.
func writeJSON(w http.ResponseWriter, status int, v any) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	defer func() {
		if b.Cap() <= maxKept {
			buffers.Put(b)
		}
	}()
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	jsonHeader(w.Header(), b.Len())
	w.WriteHeader(status)
	_, err := w.Write(b.Bytes())
	return ignoreWrite(err)
}

// jsonHeader sets the header of an answer in JSON.
func jsonHeader(header http.Header, size int) {
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(size))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
}

// ignoreWrite drops the error of a client that went away: nobody is left to tell.
func ignoreWrite(error) error { return nil }

// file is an answer to be saved, never to be shown: it may hold anything.
type file struct {
	contentType, name string
	data              []byte
}

func (f file) respond(w http.ResponseWriter, _ *http.Request) error {
	header := w.Header()
	header.Set("Content-Type", safeType(f.contentType))
	header.Set("Content-Length", strconv.Itoa(len(f.data)))
	header.Set("Content-Disposition", disposition(f.name))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "sandbox")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(f.data)
	return ignoreWrite(err)
}

// safeType returns a content type of a mail as a header may carry it.
func safeType(t string) string {
	media, params, err := mime.ParseMediaType(t)
	if err == nil && strings.Contains(media, "/") {
		if t = mime.FormatMediaType(media, params); t != "" {
			return t
		}
	}
	return "application/octet-stream"
}

// disposition writes a Content-Disposition (RFC 6266): a plain name for all, and
// the exact one for those who read RFC 8187.
func disposition(name string) string {
	if name == "" {
		return "attachment"
	}
	plain := strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r == 0x7f || strings.ContainsRune(`"\/%`, r):
			return '_'
		case r > 0x7e:
			return '_'
		}
		return r
	}, name)
	value := `attachment; filename="` + plain + `"`
	if plain != name {
		value += "; filename*=UTF-8''" + strings.ReplaceAll(url.QueryEscape(strings.ToValidUTF8(name, "�")), "+", "%20")
	}
	return value
}

func (file) mediaType() string { return "application/octet-stream" }
