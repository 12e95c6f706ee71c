package mimebuild_test

import (
	"bufio"
	"mime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

func newReader(s string) *bufio.Reader { return bufio.NewReader(strings.NewReader(s)) }

func TestText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, value, want string }{
		{"ascii", "Hello there", "Subject: Hello there\r\n"},
		{"empty", "", "Subject:\r\n"},
		{"one word coded", "Hello wörld again", "Subject: Hello =?utf-8?Q?w=C3=B6rld?= again\r\n"},
		{"neighbours are one", "Grüße für alle", "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_f=C3=BCr?= alle\r\n"},
		{"looks encoded", "=?utf-8?Q?a?=", "Subject: =?utf-8?Q?=3D=3Futf-8=3FQ=3Fa=3F=3D?=\r\n"},
		{"double space", "a  b c", "Subject: =?utf-8?Q?a__b?= c\r\n"},
		{"injection", "a\r\nBcc: b", "Subject: =?utf-8?Q?a__Bcc=3A?= b\r\n"},
		{"base64 when shorter", "日本語", "Subject: =?utf-8?B?5pel5pys6Kqe?=\r\n"},
		{"folds between words", strings.Repeat("word ", 20) + "end",
			"Subject: " + strings.Repeat("word ", 13) + "word\r\n " + strings.Repeat("word ", 6) + "end\r\n"},
		{"long word moves down", strings.Repeat("x", 70), "Subject:\r\n " + strings.Repeat("x", 70) + "\r\n"},
		{"longer word stays", strings.Repeat("x", 200), "Subject: " + strings.Repeat("x", 200) + "\r\n"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tc.want, mimebuild.EncodeHeader("Subject", tc.value))
		})
	}
	assert.Equal(t, "Subject: =?iso-8859-1?Q?w=F6rld?=\r\n", mimebuild.Style{Latin1: true}.Text("Subject", "wörld"))
	assert.Empty(t, mimebuild.EncodeHeader("Bad name", "x"))
}

func TestTextLongNonASCII(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"größer", "日本語テスト", "🙂🙂🙂", "é"} {
		value := strings.TrimSpace(strings.Repeat(word+" ", 100)) + " " + strings.Repeat(word, 60)
		field := mimebuild.EncodeHeader("Subject", value)
		var d mime.WordDecoder
		for _, line := range strings.Split(strings.TrimSuffix(field, "\r\n"), "\r\n") {
			assert.LessOrEqual(t, len(line), 76)
			for _, w := range strings.Fields(strings.TrimPrefix(line, "Subject:")) {
				decoded, err := d.Decode(w)
				require.NoError(t, err)
				assert.True(t, utf8.ValidString(decoded), "%q splits a character", w)
			}
		}
		got, err := d.DecodeHeader(strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(field), "Subject: "), "\r\n", ""))
		require.NoError(t, err)
		assert.Equal(t, value, got)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	list := []mimebuild.Address{
		{Name: "Bob Builder", Addr: "bob@x.example"}, {Name: "John Q. Public", Addr: "john@x.example"},
		{Name: `The "Boss"`, Addr: "boss@x.example"}, {Name: "Zoë", Addr: "zoe@x.example"}, {Addr: "plain@x.example"},
	}
	assert.Equal(t, "To: Bob Builder <bob@x.example>, \"John Q. Public\" <john@x.example>,\r\n"+
		" \"The \\\"Boss\\\"\" <boss@x.example>, =?utf-8?Q?Zo=C3=AB?= <zoe@x.example>,\r\n"+
		" plain@x.example\r\n", mimebuild.FoldAddressList("To", list))
	assert.Equal(t, "To: \"Bob Builder\" <bob@x.example>, \"John Q. Public\" <john@x.example>,\r\n"+
		"\t\"The \\\"Boss\\\"\" <boss@x.example>\r\n", mimebuild.Style{Tab: true, QuoteNames: true}.Addresses("To", list[:3]))
	assert.Empty(t, mimebuild.FoldAddressList("To", nil))
	assert.Equal(t, `"John Q. Public" <john@x.example>`, list[1].String())
	assert.Equal(t, "plain@x.example", list[4].String())
}

func TestIDs(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "References: <a@b> <c@d>\r\n", mimebuild.Style{}.IDs("References", "<a@b>", "x y@z", "c@d", ""))
	assert.Empty(t, mimebuild.Style{}.IDs("References", "", "a\nb"))
}

func TestParams(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"a.pdf", `we"ird\.txt`, "Übersicht.pdf", strings.Repeat("長い名前", 30) + ".pdf", strings.Repeat("long name ", 20) + ".txt", "100%.txt"} {
		field := mimebuild.Style{}.Params("Content-Disposition", "attachment", mimebuild.Param{Name: "filename", Value: file})
		for _, line := range strings.Split(field, "\r\n") {
			assert.LessOrEqual(t, len(line), 78)
		}
		value := strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(field), "Content-Disposition: "), "\r\n", "")
		kind, params, err := mime.ParseMediaType(value)
		require.NoError(t, err, field)
		assert.Equal(t, "attachment", kind)
		assert.Equal(t, map[string]string{"filename": file}, params)
	}
	assert.Equal(t, "Content-Type: text/plain; charset=utf-8\r\n",
		mimebuild.Style{BareParams: true}.Params("Content-Type", "text/plain", mimebuild.Param{Name: "charset", Value: "utf-8"}))
}
