package mime

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
)

func TestCleanFilename(t *testing.T) {
	t.Parallel()
	cases := []struct{ in, want string }{
		{"a.pdf", "a.pdf"},
		{"Grüße 1.pdf", "Grüße 1.pdf"},
		{"", "attachment"},
		{".", "attachment"},
		{"..", "attachment"},
		{"../../etc/passwd", "passwd"},
		{`C:\Users\bob\a.txt`, "a.txt"},
		{"/", "attachment"},
		{"a/..", "a_"},
		{"a\x00b\r\n.txt", "ab.txt"},
		{"invoice\u202efdp.exe", "invoicefdp.exe"},
		{`a"<b>|c?*:.txt`, "a__b__c___.txt"},
		{"a.txt. . ", "a.txt"},
		{" .bashrc", ".bashrc"},
		{"\xff.txt", "_.txt"},
		{strings.Repeat("ä", 300) + ".pdf", strings.Repeat("ä", 98) + ".pdf"},
		{"a" + strings.Repeat("ä", 300) + ".pdf", "a" + strings.Repeat("ä", 97) + ".pdf"},
		{strings.Repeat("a", 300), strings.Repeat("a", 200)},
		{strings.Repeat("a", 100) + "." + strings.Repeat("b", 200), strings.Repeat("a", 100) + "." + strings.Repeat("b", 99)},
	}
	for _, c := range cases {
		assert.Equal(t, c.want, CleanFilename(c.in), "%q", c.in)
		assert.Equal(t, c.want, CleanFilename(c.want), "cleaning %q again", c.want)
	}
}

func TestParseParams(t *testing.T) {
	t.Parallel()
	cases := []struct {
		in, value string
		params    Params
	}{
		{"", "", nil},
		{"text/plain", "text/plain", nil},
		{"text/plain;", "text/plain", nil},
		{`text/plain; Charset="utf-8"`, "text/plain", Params{{"charset", "utf-8"}}},
		{"text/plain;charset=utf-8;format=flowed", "text/plain", Params{{"charset", "utf-8"}, {"format", "flowed"}}},
		{"text/plain charset=utf-8", "text/plain", Params{{"charset", "utf-8"}}},
		{`text/plain; a="x;y=\"z\" C:\dir"; b=1`, "text/plain", Params{{"a", `x;y="z" C:\dir`}, {"b", "1"}}},
		{`text/plain; a="x" b=1`, "text/plain", Params{{"a", "x"}, {"b", "1"}}},
		{`text/plain; a = "x" ;; b = y z ; c`, "text/plain", Params{{"a", "x"}, {"b", "y z"}}},
		{`text/plain; (comment) a=x`, "text/plain", Params{{"a", "x"}}},
		{`attachment; filename*0*=utf-8''a; filename*1=b`, "attachment", Params{{"filename*0*", "utf-8''a"}, {"filename*1", "b"}}},
		{`"text/plain"; a=`, "text/plain", Params{{"a", ""}}},
	}
	for _, c := range cases {
		value, params := parseParams(c.in)
		assert.Equal(t, c.value, value, "%q", c.in)
		assert.Equal(t, c.params, params, "%q", c.in)
	}
	_, params := parseParams("x; a*0=1; a*1=2; a*1=3; a*3=4; b*=koi8-r'ru'%F0%D2; b=plain; c*x=1; c=2; d*0*=utf-8''%C3; d*1*=%A4")
	assert.Equal(t, "124", params.Get("a"))
	assert.Equal(t, "Пр", params.Get("b"))
	assert.Equal(t, "2", params.Get("c"))
	assert.Equal(t, "ä", params.Get("d"))
	assert.Equal(t, "", params.Get("e"))
}

// tnef builds a container.
type tnef []byte

func newTNEF() tnef { return tnef{0x78, 0x9f, 0x3e, 0x22, 1, 0} }

func (c tnef) add(id uint32, data []byte) tnef {
	c = append(c, 2)
	c = binary.LittleEndian.AppendUint32(c, id)
	c = binary.LittleEndian.AppendUint32(c, uint32(len(data)))
	return append(append(c, data...), 0, 0)
}

func mapiString(id uint16, s string) []byte {
	var value []byte
	for _, u := range append(utf16.Encode([]rune(s)), 0) {
		value = binary.LittleEndian.AppendUint16(value, u)
	}
	p := binary.LittleEndian.AppendUint16(nil, 0x1f)
	p = binary.LittleEndian.AppendUint16(p, id)
	p = binary.LittleEndian.AppendUint32(p, 1)
	p = binary.LittleEndian.AppendUint32(p, uint32(len(value)))
	p = append(p, value...)
	return append(p, make([]byte, -len(value)&3)...)
}

func TestTNEF(t *testing.T) {
	t.Parallel()
	props := binary.LittleEndian.AppendUint32(nil, 4)
	props = append(props, 3, 0, 0x05, 0x37, 1, 0, 0, 0) // a number, passed over
	props = append(append(props, 3, 0, 1, 0x80), make([]byte, 24)...)
	props = append(props, 7, 0, 0, 0) // a named number
	props = append(props, mapiString(mapiLongFilename, "a long näme.pdf")...)
	props = append(props, mapiString(mapiMimeTag, "application/pdf")...)
	container := newTNEF().
		add(0x00089006, []byte{0, 0, 1, 0}).
		add(tnefAttachRendData, make([]byte, 14)).
		add(tnefAttachTitle, []byte("ALONGN~1.PDF\x00")).
		add(tnefAttachData, []byte("PDF")).
		add(tnefAttachment, props).
		add(tnefAttachRendData, make([]byte, 14)).
		add(tnefAttachTitle, []byte("b.txt\x00")).
		add(tnefAttachData, []byte("text"))
	mail := func(c tnef) *Message {
		return Parse(mixed(textPart, "Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n"+base64.StdEncoding.EncodeToString(c)))
	}
	whole := file{"winmail.dat", "application/ms-tnef", "", false, string(container)}
	want := reading{Text: "Hello", Format: "text", Defects: []string{"TNEF container: its files are listed after it"}, Files: []file{
		whole, {"a long näme.pdf", "application/pdf", "", false, "PDF"}, {"b.txt", "application/octet-stream", "", false, "text"}}}
	assert.Empty(t, cmp.Diff(want, readingOf(mail(container))))

	for n := range container { // cut anywhere, it is still an attachment
		m := mail(container[:n])
		assert.Equal(t, "winmail.dat", m.Attachments[0].Filename)
		for _, a := range m.Attachments {
			assert.Len(t, a.Bytes(), a.Size)
		}
	}
	m := mail(container[:len(container)-1])
	assert.Len(t, m.Attachments, 2)
	assert.Equal(t, []string{"damaged TNEF container"}, m.Defects)
}
