package httpapi

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// maxPage bounds all files of the page together, in bytes.
const maxPage = 120_000

// harmful is what the files of the page may not have, by their ending.
var harmful = map[string]*regexp.Regexp{
	".js": regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|createContextualFragment|srcdoc\s*=|\.srcdoc\b|javascript:` +
		`|set(?:Timeout|Interval)\(\s*['"` + "`]" + `|setHTMLUnsafe|importScripts|\.setAttribute\(\s*['"]on`),
	".html": regexp.MustCompile(`(?i)\son\w+\s*=|<style|\sstyle\s*=|javascript:|<base|<script(?:\s+type="module"|\s+src="page/[\w./-]+")*\s*>[^<]`),
	".css":  regexp.MustCompile(`(?i)@import|url\(\s*['"]?(?:https?:)?//|expression\(`),
	".svg":  regexp.MustCompile(`(?i)<script|\son\w+\s*=|<foreignObject|javascript:`),
}

// outside is an address of another host.
var outside = regexp.MustCompile(`(?i)(?:https?:)?//[a-z0-9-]+\.[a-z0-9.-]+`)

// TestPageFiles: the page is small, and its files can do no harm.
func TestPageFiles(t *testing.T) {
	t.Parallel()
	total := 0
	require.NoError(t, fs.WalkDir(pageFiles, "page", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := pageFiles.ReadFile(name)
		require.NoError(t, err)
		total += len(data)
		assert.NotEmpty(t, mediaTypes[path.Ext(name)], "%s is of no type that is served", name)
		text := withoutComments(path.Ext(name), string(data))
		if bad := harmful[path.Ext(name)]; bad != nil {
			assert.Empty(t, bad.FindString(text), name)
		}
		for _, address := range outside.FindAllString(strings.ReplaceAll(text, "http://www.w3.org/", ""), -1) {
			assert.Regexp(t, `\.(?:test|example|local)\b|//(?:api|docs)/|example\.(?:com|org|net)`, address, name)
		}
		return nil
	}))
	assert.LessOrEqual(t, total, maxPage, "all files of the page")
}

// withoutComments leaves out the lines that are comments.
func withoutComments(ext, text string) string {
	if ext != ".js" && ext != ".css" {
		return text
	}
	text = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(text, "")
	return regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAllString(text, "")
}

// TestPageHeaders: what the page is served with lets it do what it must, and nothing
// else.
func TestPageHeaders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	front := w.as("", get, "/", "")
	require.Equal(t, http.StatusOK, front.Status)
	assert.NotContains(t, front.Header.Get("Content-Security-Policy"), "unsafe")
	for _, part := range []string{"default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
		assert.Contains(t, front.Header.Get("Content-Security-Policy"), part)
	}
	for name, value := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		"Cache-Control": "no-cache", "Content-Type": "text/html; charset=utf-8",
	} {
		assert.Equal(t, value, front.Header.Get(name), name)
	}
	again := w.request("", get, "/", "")
	again.Header.Set("If-None-Match", front.Header.Get("ETag"))
	assert.Equal(t, http.StatusNotModified, w.do(again).Status)
	assert.Equal(t, http.StatusMethodNotAllowed, w.as("", post, "/", "").Status)
}

// TestPageNamesItsFiles: what the document names is there, kept for good under its
// hash, and each module finds those that it imports.
func TestPageNamesItsFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	front := w.as("", get, "/", "").ok()
	named := regexp.MustCompile(`"(page/[^"]+)"`).FindAllSubmatch(front.Body, -1)
	require.NotEmpty(t, named)
	seen := map[string]bool{}
	for _, m := range named {
		followImports(t, w, "/"+string(m[1]), seen)
	}
	assets, hash := pageAssets()
	for name, asset := range assets {
		if name == "index.html" {
			continue
		}
		plain := w.as("", get, "/page/"+name, "").ok()
		assert.Equal(t, "no-cache", plain.Header.Get("Cache-Control"))
		assert.Equal(t, asset.data, plain.Body)
		if strings.HasSuffix(name, ".js") || strings.HasSuffix(name, ".css") {
			assert.True(t, seen["/page/"+hash+"/"+name], "%s is read by nobody", name)
		}
	}
	assert.Equal(t, http.StatusNotFound, w.as("", get, "/page/none.js", "").Status)
	assert.Equal(t, http.StatusNotFound, w.as("", get, "/page/0123456789abcdef/app.js", "").Status, "of another version")
}

var imported = regexp.MustCompile(`(?:import|from)\s*\(?\s*['"](\.[^'"]+)['"]`)

// followImports asks for a file and all that it imports.
func followImports(t *testing.T, w *world, file string, seen map[string]bool) {
	if seen[file] {
		return
	}
	seen[file] = true
	got := w.as("", get, file, "")
	require.Equal(t, http.StatusOK, got.Status, file)
	assert.Contains(t, got.Header.Get("Cache-Control"), "immutable", file)
	assert.Equal(t, mediaTypes[path.Ext(file)], got.Header.Get("Content-Type"), file)
	for _, m := range imported.FindAllSubmatch(got.Body, -1) {
		followImports(t, w, path.Join(path.Dir(file), string(m[1])), seen)
	}
}

// TestPageBelowAPath: a handler that is mounted below a path is asked for with or
// without the slash behind it.
func TestPageBelowAPath(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailsim.Options{})
	below := http.StripPrefix("/tools/sim", w.h)
	ask := func(path string) *http.Response {
		rec := httptest.NewRecorder()
		below.ServeHTTP(rec, httptest.NewRequest(get, "http://mail.test"+path, nil))
		return rec.Result()
	}
	moved := ask("/tools/sim")
	assert.Equal(t, http.StatusSeeOther, moved.StatusCode)
	at, err := moved.Location()
	require.NoError(t, err)
	assert.Equal(t, "http://mail.test/tools/sim/", httptest.NewRequest(get, "http://mail.test/tools/sim", nil).URL.ResolveReference(at).String())
	assert.Equal(t, http.StatusOK, ask("/tools/sim/").StatusCode)
	assert.Equal(t, http.StatusNotFound, ask("/tools/sim/page/").StatusCode)
}

// TestNoPage: without the page / leads to the reference.
func TestNoPage(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, mailsim.Options{}, Options{NoPage: true})
	got := w.as("", get, "/", "")
	assert.Equal(t, http.StatusSeeOther, got.Status)
	assert.Equal(t, "docs", got.Header.Get("Location"))
	assert.Equal(t, http.StatusNotFound, w.as("", get, "/page/favicon.svg", "").Status)
}
