package mimebuild_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

func cid(n int) string { return "i" + strconv.Itoa(n) + "@x" }

func TestInlineDataImages(t *testing.T) {
	t.Parallel()
	const png = "data:image/png;base64,iVBORw0KGgo="
	tests := []struct {
		name, in, want string
		types          []string
	}{
		{"none", `<p>plain</p>`, `<p>plain</p>`, nil},
		{"img", `<p>a<img alt="x" src="` + png + `">b`, `<p>a<img alt="x" src="cid:i0@x">b`, []string{"image/png"}},
		{"unquoted, other case", `<IMG SRC=` + strings.Replace(png, "data:image", "DATA:Image", 1) + `>`, `<img src="cid:i0@x">`, []string{"image/png"}},
		{"twice is one", `<img src="` + png + `"><img src="` + png + `">`, `<img src="cid:i0@x"><img src="cid:i0@x">`, []string{"image/png"}},
		{"white space inside", "<img src='data:image/gif;base64,R0\nlG OD'>", `<img src="cid:i0@x">`, []string{"image/gif"}},
		{"style", `<div style="background: URL('` + png + `') no-repeat">`, `<div style="background: URL(cid:i0@x) no-repeat">`, []string{"image/png"}},
		{"background", `<td background="` + png + `">`, `<td background="cid:i0@x">`, []string{"image/png"}},
		{"svg as text", `<img src="data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'/>">`, `<img src="cid:i0@x">`, []string{"image/svg+xml"}},
		{"parameters", `<img src="data:image/jpeg;name=a.jpg;base64,/9j/">`, `<img src="cid:i0@x">`, []string{"image/jpeg"}},
		{"malformed base64", `<img src="data:image/png;base64,!!!">`, `<img src="data:image/png;base64,!!!">`, nil},
		{"empty", `<img src="data:image/png;base64,">`, `<img src="data:image/png;base64,">`, nil},
		{"other type", `<img src="data:text/html,<b>">`, `<img src="data:text/html,<b>">`, nil},
		{"link", `<a href="` + png + `">`, `<a href="` + png + `">`, nil},
		{"in text", `<p>` + png + `</p>`, `<p>` + png + `</p>`, nil},
		{"in a script", `<script>"<img src='` + png + `'>"</script>`, `<script>"<img src='` + png + `'>"</script>`, nil},
		{"in a comment", `<!-- <img src="` + png + `"> -->`, `<!-- <img src="` + png + `"> -->`, nil},
		{"cut tag", `a<img src="` + png, `a<img src="` + png, nil},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, images := mimebuild.InlineDataImages(tc.in, cid)
			assert.Equal(t, tc.want, got)
			var types []string
			for i, a := range images {
				types = append(types, a.ContentType)
				assert.Equal(t, cid(i), a.ContentID)
				assert.True(t, a.Inline)
				assert.NotEmpty(t, a.Data)
			}
			assert.Equal(t, tc.types, types)
		})
	}
}

func TestInlineDataImagesBounded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 300 {
		b.WriteString(`<img src="data:image/png;base64,` + strings.Repeat("A", 4*(i+1)) + `">`)
	}
	got, images := mimebuild.InlineDataImages(b.String(), cid)
	assert.Len(t, images, 200)
	assert.Equal(t, 100, strings.Count(got, "data:"))
}

// FuzzInlineDataImages holds that nothing changes but what became an attachment.
func FuzzInlineDataImages(f *testing.F) {
	f.Add(`<p>a<img src="data:image/png;base64,iVBORw0KGgo=">`)
	f.Add(`<div style="a:url(data:image/gif,x);b:url(">&amp;<img src='data:image/png,%zz'><style>data:</style>`)
	f.Add("<img\x00data: <svg><image href=\"data:image/png,a\"/>\r\n<textarea><img src=data:image/png,a>")
	f.Fuzz(func(t *testing.T, text string) {
		same, none := mimebuild.InlineDataImages(text, func(int) string { return "" })
		require.Equal(t, text, same)
		require.Empty(t, none)
		out, images := mimebuild.InlineDataImages(text, cid)
		if len(images) == 0 {
			require.Equal(t, text, out)
		}
	})
}
