package httpapi

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
)

// The page at /: modules and a style sheet that a browser reads as they stand in
// the folder page. They ask the API for everything, with the rights of who looks.

//go:embed page
var pageFiles embed.FS

// pagePolicy lets the page run its own modules, talk to this server and show mail
// in frames that this server fills, and nothing else.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// pageAsset is one file of the page.
type pageAsset struct {
	mediaType, etag string
	data            []byte
}

// mediaTypes of the page's files, by their ending. Others are not served.
var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
}

// pageAssets are the files of the page by path, and a hash of them all.
var pageAssets = sync.OnceValues(func() (map[string]pageAsset, string) {
	all, out := sha256.New(), map[string]pageAsset{}
	err := fs.WalkDir(pageFiles, "page", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || mediaTypes[path.Ext(name)] == "" {
			return err
		}
		data, err := pageFiles.ReadFile(name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		all.Write([]byte(name))
		all.Write(sum[:])
		out[strings.TrimPrefix(name, "page/")] = pageAsset{mediaTypes[path.Ext(name)], `"` + hex.EncodeToString(sum[:8]) + `"`, data}
		return nil
	})
	if err != nil {
		panic(err) // it is a file system in memory
	}
	return out, hex.EncodeToString(all.Sum(nil)[:8])
})

// addPage registers the page and its files.
func (h *Handler) addPage(page func(path string, serve http.HandlerFunc)) {
	assets, hash := pageAssets()
	index, there := assets["index.html"]
	if !there || h.opts.NoPage {
		page("/{$}", serveRoot)
		return
	}
	index = h.front(index, hash)
	page("/{$}", func(w http.ResponseWriter, r *http.Request) {
		if _, err := h.signedIn(r, ""); err != nil { // the page could offer no way in
			h.fail(w, r, err)
			return
		}
		index.serve(w, r, "no-cache")
	})
	page("/page/{file...}", func(w http.ResponseWriter, r *http.Request) {
		file, cache := r.PathValue("file"), "no-cache"
		if rest, current := strings.CutPrefix(file, hash+"/"); current {
			file, cache = rest, "public, max-age=31536000, immutable"
		}
		asset, there := assets[file]
		if !there || file == "index.html" {
			h.fail(w, r, errNoPath)
			return
		}
		asset.serve(w, r, cache)
	})
}

// front makes the document of this handler: it names the files by their hash, and
// how people sign in.
func (h *Handler) front(index pageAsset, hash string) pageAsset {
	signin := "key"
	if _, cell := h.host.(*mailsim.Cell); cell {
		signin = "password"
	}
	data := bytes.ReplaceAll(index.data, []byte(`"page/`), []byte(`"page/`+hash+`/`))
	data = bytes.Replace(data, []byte(`data-signin="key"`), []byte(`data-signin="`+signin+`"`), 1)
	sum := sha256.Sum256(data)
	return pageAsset{index.mediaType, `"` + hex.EncodeToString(sum[:8]) + `"`, data}
}

// serve answers with a file, or that it has not changed.
func (a pageAsset) serve(w http.ResponseWriter, r *http.Request, cache string) {
	header := w.Header()
	header.Set("Content-Security-Policy", pagePolicy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
	header.Set("Cache-Control", cache)
	header.Set("ETag", a.etag)
	for tag := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/"); tag == a.etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	header.Set("Content-Type", a.mediaType)
	_, _ = w.Write(a.data)
}

// withSlash leads to the page where the handler is mounted below a path and asked
// for without the slash behind it: the page's addresses are relative.
func withSlash(w http.ResponseWriter, r *http.Request) {
	asked, _, _ := strings.Cut(r.RequestURI, "?")
	w.Header().Set("Location", "./"+path.Base(asked)+"/")
	w.WriteHeader(http.StatusSeeOther)
}
