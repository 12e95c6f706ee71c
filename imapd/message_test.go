package imapd

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/casemap"
	"github.com/mailsim/mailsim/internal/mime"
)

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

func memMail(trace, data string) *memMessage {
	return &memMessage{uid: 1, trace: trace, body: &memBody{data: data}}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                                   "NIL",
		"a@b.test":                           `((NIL NIL "a" "b.test"))`,
		"Fred F. <a@b.test>, \"X, Y\" <c@d>": `(("Fred F." NIL "a" "b.test")("X, Y" NIL "c" "d"))`,
		"a@b.test (Fred (the) F)":            `(("Fred (the) F" NIL "a" "b.test"))`,
		"<@r1,@r2:a@b.test>":                 `((NIL "@r1,@r2" "a" "b.test"))`,
		"Team: a@b, C <c@d>;, e@f":           `((NIL NIL "Team" NIL)(NIL NIL "a" "b")("C" NIL "c" "d")(NIL NIL NIL NIL)(NIL NIL "e" "f"))`,
		"undisclosed-recipients:;":           `((NIL NIL "undisclosed-recipients" NIL)(NIL NIL NIL NIL))`,
		"Open: a@b":                          `((NIL NIL "Open" NIL)(NIL NIL "a" "b")(NIL NIL NIL NIL))`,
		"Fred no address":                    `(("Fred no address" NIL "MISSING_MAILBOX" "MISSING_DOMAIN"))`,
		"fred":                               `((NIL NIL "fred" "MISSING_DOMAIN"))`,
		"Fred <fred>":                        `(("Fred" NIL "fred" "MISSING_DOMAIN"))`,
		"<>":                                 `((NIL NIL "MISSING_MAILBOX" "MISSING_DOMAIN"))`,
		`"a b"@c.test, <"d e"@f>`:            `((NIL NIL "a b" "c.test")(NIL NIL "d e" "f"))`,
		`"quo\"te\\d" <a@b>`:                 `(("quo\"te\\d" NIL "a" "b"))`,
		"=?utf-8?q?J=C3=B6rg?= <j@b.test>":   `(("=?utf-8?q?J=C3=B6rg?=" NIL "j" "b.test"))`,
		"J\xf6rg <j@b>":                      "(({4}\r\nJ\xf6rg NIL \"j\" \"b\"))",
		"a@b c@d <e@f":                       `(("a@b c@d" NIL "e" "f"))`,
		", ,a@b,,":                           `((NIL NIL "a" "b"))`,
		"a@b> junk, c@d":                     `((NIL NIL "a" "b")(NIL NIL "c" "d"))`,
		"<a (x)@ (y>) b (z)>":                `((NIL NIL "a" "b"))`,
		`<"a (x)"@b>, c@d`:                   `((NIL NIL "a (x)" "b")(NIL NIL "c" "d"))`,
		"<a(x@b>, c@d":                       `((NIL NIL "a(x" "b")(NIL NIL "c" "d"))`,
	} {
		require.Equal(t, want, string(appendAddresses(nil, in)), "%q", in)
	}
}

func TestEnvelopeOfTracedCopy(t *testing.T) {
	t.Parallel()
	body := "From: a@b\r\nSubject: x\r\n\r\n"
	traced := memMail("Return-Path: <a@b>\r\nMessage-ID: <made@up>\r\nDate: Mon, 5 Jan 2026 09:00:00 +0000\r\n", body)
	bare := &memMessage{uid: 2, body: traced.body}
	require.Contains(t, envelope(bare), `(NIL "x" ((NIL NIL "a" "b"))`)
	require.NotContains(t, envelope(bare), "made@up")
	require.Contains(t, envelope(traced), `("Mon, 5 Jan 2026 09:00:00 +0000" "x" `)
	require.Contains(t, envelope(traced), `"<made@up>")`)
	require.Equal(t, "<made@up>", textsOf(traced).messageID)
}

func TestEnvelopeFields(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, header, want string }{
		{"folded by a tab", "Subject: a\r\n\tb\r\n", `(NIL "a b" NIL NIL NIL NIL NIL NIL NIL NIL)`},
		{"the first of each", "Subject: one\r\nSubject: two\r\n", `(NIL "one" NIL NIL NIL NIL NIL NIL NIL NIL)`},
		{"there but empty", "Subject:\r\nDate:\r\n", `("" "" NIL NIL NIL NIL NIL NIL NIL NIL)`},
		{"no recipient lost", "To: a@b\r\nTo: c@d\r\n", `(NIL NIL NIL NIL NIL ((NIL NIL "a" "b")(NIL NIL "c" "d")) NIL NIL NIL NIL)`},
		{"controls as a literal", "Subject: a\x01\x00b\r\n", "(NIL {4}\r\na\x01\x80b NIL NIL NIL NIL NIL NIL NIL NIL)"},
		{"quoted", `Subject: "a\b"` + "\r\n", `(NIL "\"a\\b\"" NIL NIL NIL NIL NIL NIL NIL NIL)`},
		{"its own sender and reply address", "From: a@b\r\nSender: c@d\r\nReply-To: e@f\r\nBcc: g@h\r\nIn-Reply-To: <1@x>\r\nMessage-ID: <2@x>\r\n",
			`(NIL NIL ((NIL NIL "a" "b")) ((NIL NIL "c" "d")) ((NIL NIL "e" "f")) NIL NIL ((NIL NIL "g" "h")) "<1@x>" "<2@x>")`},
	} {
		require.Equal(t, c.want, string(appendEnvelope(nil, c.header)), c.name)
	}
}

func TestBodyStructure(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ mail, want string }{
		"no header at all": {"", `("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 0 0 NIL NIL NIL NIL)`},
		"attachment": {
			"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\nPGI+\n--b\n" +
				"Content-Type: image/png; name=\"a b.png\"\nContent-Disposition: attachment; filename*=utf-8''a%20b.png; size=3\nContent-ID: <i@d>\n" +
				"Content-Language: de, en\nContent-MD5: abc\nContent-Location: http://x\n\nabc\n--b--\n",
			`(("text" "html" ("charset" "utf-8") NIL NIL "base64" 4 0 NIL NIL NIL NIL)` +
				`("image" "png" ("name" "a b.png") "<i@d>" NIL "7bit" 3 "abc" ("attachment" ("filename*" "utf-8''a%20b.png" "size" "3")) ("de" "en") "http://x")` +
				` "mixed" ("boundary" "b") NIL NIL NIL)`,
		},
		"multipart without parts": {
			"Content-Type: multipart/mixed; boundary=b\n\nno parts here\n",
			`(("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 0 0 NIL NIL NIL NIL) "mixed" ("boundary" "b") NIL NIL NIL)`,
		},
		"first field counts, described": {
			"Content-Description: a letter\nContent-Description: not this\nContent-Type: text/plain; charset=x\n\n",
			`("text" "plain" ("charset" "x") NIL "a letter" "7bit" 0 0 NIL NIL NIL NIL)`,
		},
		"message/global": {
			"Content-Type: message/global\n\nSubject: in\n\nbody\n",
			`("message" "global" NIL NIL NIL "7bit" 21 (NIL "in" NIL NIL NIL NIL NIL NIL NIL NIL)` +
				` ("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 6 1 NIL NIL NIL NIL) 3 NIL NIL NIL NIL)`,
		},
		"nonsense type": {"Content-Type: ;;;\n\nx\n", `("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 3 1 NIL NIL NIL NIL)`},
		"parameters in pieces": {
			"Content-Type: a/b; n*0=x; n*1=\"y z\"; m*0*=utf-8''%41; m*1=\"b c\"; m*2*=%44; l*1=q; k=v\n\n",
			`("a" "b" ("n" "xy z" "m*" "utf-8''%41b%20c%44" "l*1" "q" "k" "v") NIL NIL "7bit" 0 NIL NIL NIL NIL)`,
		},
		"digest": {
			"Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: in\n\nbody\n--b--\n",
			`(("message" "rfc822" NIL NIL NIL "7bit" 19 (NIL "in" NIL NIL NIL NIL NIL NIL NIL NIL)` +
				` ("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 4 0 NIL NIL NIL NIL) 2 NIL NIL NIL NIL) "digest" ("boundary" "b") NIL NIL NIL)`,
		},
	} {
		require.Equal(t, c.want, bodyStructure(memMail("", crlf(c.mail)), true), name)
	}
}

func TestDeepNestingStaysReadable(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	s := bodyStructure(memMail("", crlf(b.String())), true)
	require.Equal(t, strings.Count(s, "("), strings.Count(s, ")"))
	s = bodyStructure(memMail("", crlf(strings.Repeat("Content-Type: message/rfc822\n\n", 3000))), true)
	require.Equal(t, strings.Count(s, "("), strings.Count(s, ")"))
}

func TestSections(t *testing.T) {
	t.Parallel()
	const trace = "Return-Path: <a@b>\r\n"
	inner := "Subject: inner\nContent-Type: multipart/mixed; boundary=i\n\n--i\nX: 1\n\none\n--i\n\ntwo\n--i--\n"
	mail := crlf("Subject: outer\nContent-Type: multipart/mixed; boundary=o\n\npreamble\n--o\nContent-Type: text/plain\n\nfirst\n--o\n" +
		"Content-Type: message/rfc822\n\n" + inner + "\n--o\nContent-Type: message/rfc822\n\nSubject: plain\n\nthird\n--o--\n")
	m := memMail(trace, mail)
	flat := memMail("", "Subject: s\r\nX: y\r\n\r\nbody\r\n")
	bare := memMail("", "Content-Type: multipart/mixed\r\n\r\nno parts\r\n")
	for _, c := range []struct {
		m    *memMessage
		spec string
		want string
	}{
		{m, "", trace + mail},
		{m, "HEADER", trace + crlf("Subject: outer\nContent-Type: multipart/mixed; boundary=o\n\n")},
		{m, "HEADER.FIELDS (return-path SUBJECT)", trace + "Subject: outer\r\n\r\n"},
		{m, "HEADER.FIELDS.NOT (Content-Type)", trace + "Subject: outer\r\n\r\n"},
		{m, "HEADER.FIELDS (Nope)", "\r\n"},
		{m, "1", "first"},
		{m, "1.MIME", "Content-Type: text/plain\r\n\r\n"},
		{m, "1.TEXT", ""},
		{m, "1.1", ""},
		{m, "2", crlf(inner)},
		{m, "2.HEADER", crlf("Subject: inner\nContent-Type: multipart/mixed; boundary=i\n\n")},
		{m, "2.HEADER.FIELDS (Subject)", "Subject: inner\r\n\r\n"},
		{m, "2.TEXT", crlf("--i\nX: 1\n\none\n--i\n\ntwo\n--i--\n")},
		{m, "2.1", "one"},
		{m, "2.1.MIME", "X: 1\r\n\r\n"},
		{m, "2.2", "two"},
		{m, "3.1", "third"},
		{m, "3.TEXT", "third"},
		{m, "4", ""},
		{flat, "1", "body\r\n"},
		{flat, "1.MIME", "Subject: s\r\nX: y\r\n\r\n"},
		{flat, "TEXT", "body\r\n"},
		{flat, "2", ""},
		{flat, "1.1", ""},
		{bare, "TEXT", "no parts\r\n"},
		{bare, "1", ""},
		{bare, "1.MIME", ""},
		{bare, "1.1", ""},
		{bare, "2", ""},
		{memMail("", "Subject: no end"), "HEADER.FIELDS (Subject)", "Subject: no end\r\n\r\n"},
	} {
		p := &parser{line: []byte(c.spec + "]")}
		var s imap.FetchItemBodySection
		spec, err := p.section(&s, false)
		require.NoError(t, err, c.spec)
		require.Equal(t, c.spec, spec)
		got := section(c.m, &s)
		require.Equal(t, c.want, got.a+got.b, "BODY[%s]", c.spec)
	}
}

func TestPartial(t *testing.T) {
	t.Parallel()
	whole := text{"abc", "defg"}
	for lo := range int64(9) {
		for n := int64(1); n < 9; n++ {
			got := partial(whole, &imap.SectionPartial{Offset: lo, Size: n})
			want := "abcdefg"[min(lo, 7):min(lo+n, 7)]
			require.Equal(t, want, got.a+got.b)
		}
	}
	require.Zero(t, partial(whole, &imap.SectionPartial{Offset: 1<<63 - 1, Size: 1<<63 - 1}).len())
}

func TestBinary(t *testing.T) {
	t.Parallel()
	m := memMail("", crlf("Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: base64\n\nAGI\n=\n--b\n"+
		"Content-Transfer-Encoding: Quoted-Printable\n\na=3Db=\nc\n--b\nContent-Transfer-Encoding: rot13\n\nx\n--b\n"+
		"Content-Transfer-Encoding: Binary\n\n=41\n--b\nContent-Transfer-Encoding: 8bit (clean)\n\n=42\n--b--\n"))
	for _, c := range []struct {
		path []int
		want string
		ok   bool
	}{{[]int{1}, "\x00b", true}, {[]int{2}, "a=bc", true}, {[]int{3}, "", false}, {[]int{4}, "=41", true}, {[]int{5}, "=42", true}, {[]int{6}, "", true}} {
		got, ok := decodedSection(m, c.path)
		require.Equal(t, c.ok, ok)
		require.Equal(t, c.want, got.a+got.b)
	}
}

func TestUnbinary(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"plain", "Subject: s\n\nx\x00y", "Subject: s\n\nx\x00y"},
		{"no body", "Content-Transfer-Encoding: binary", "Content-Transfer-Encoding: binary"},
		{"a field that begins with a space", " Content-Transfer-Encoding: binary\n\n\x00", " Content-Transfer-Encoding: binary\n\n\x00"},
		{"one", "A: 1\nContent-Transfer-Encoding: Binary\nB: 2\n\n\x00\xff", "A: 1\nContent-Transfer-Encoding: base64\nB: 2\n\nAP8="},
		{"long", "Content-transfer-encoding: binary\n\n" + strings.Repeat("\x00", 58),
			"Content-transfer-encoding: base64\n\n" + strings.Repeat("A", 76) + "\nAA=="},
		{
			"parts", "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: binary\n\n--b\nContent-Transfer-Encoding: 8bit\n\nk\xfc\n" +
				"--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: binary\n\nContent-Transfer-Encoding: binary\n\n\x00\n--b--\n",
			"Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: binary\n\n--b\nContent-Transfer-Encoding: 8bit\n\nk\xfc\n" +
				"--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: binary\n\nContent-Transfer-Encoding: base64\n\nAA==\n--b--\n",
		},
	} {
		require.Equal(t, crlf(c.want), unbinary(crlf(c.in)), c.name)
	}
}

// RFC 3516 section 4: what came as a literal8 can be read by FETCH BODY too.
func TestAppendBinary(t *testing.T) {
	t.Parallel()
	_, addr := startServer(t, newMemBackend(), Options{})
	c := dial(t, addr)
	c.line()
	c.say(t, "a", "LOGIN user pass")
	encoded := "Content-Transfer-Encoding: binary\r\n\r\n\x00\x01\xff"
	bare := "Subject: s\r\n\r\na\x00b"
	c.say(t, "a", fmt.Sprintf("APPEND INBOX ~{%d+}\r\n%s ~{%d+}\r\n%s", len(encoded), encoded, len(bare), bare))
	c.say(t, "a", "SELECT INBOX")
	got := strings.Join(c.say(t, "a", "FETCH 1 (BODY.PEEK[1] BINARY.PEEK[1] BINARY.SIZE[1])"), "\r\n")
	require.Contains(t, got, "BODY[1] {4}\r\nAAH/ BINARY[1] ~{3}\r\n\x00\x01\xff BINARY.SIZE[1] 3)")
	got = strings.Join(c.say(t, "a", "FETCH 2 (BODY.PEEK[TEXT] BINARY.PEEK[1])"), "\r\n")
	require.Contains(t, got, "BODY[TEXT] {3}\r\na\x80b BINARY[1] ~{3}\r\na\x00b)", "a literal has no NUL")
}

func TestModifiedUTF7(t *testing.T) {
	t.Parallel()
	for wire, name := range map[string]string{
		"INBOX": "INBOX", "&-": "&", "Entw&APw-rfe": "Entwürfe", "~peter/mail/&U,BTFw-/&ZeVnLIqe-": "~peter/mail/台北/日本語",
		"&2D3eAA-": "😀", "a&-b&AOk-": "a&bé",
	} {
		got, ok := decodeUTF7(wire)
		require.True(t, ok, wire)
		require.Equal(t, name, got)
		require.Equal(t, wire, encodeUTF7(name))
	}
	for _, wire := range []string{"&", "&AOk", "&!!!-", "&AGE-", "&2D0-", "é", "a\x01", "&AOk-&AOk-", "&AO-"} {
		_, ok := decodeUTF7(wire)
		require.False(t, ok, "%q", wire)
	}
}

func TestBaseSubject(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"hello": "hello", "re: hello": "hello", "re: fwd: [list] re[2]: hello (fwd)": "hello", "[fwd: hello]": "hello",
		"[list] hello": "hello", "[list]": "[list]", "re:": "", "regards": "regards", "fw : x": "x", "[a][b] x": "x", "re [x]: y": "y",
	} {
		got, _ := baseSubject(in)
		require.Equal(t, want, got, "%q", in)
	}
}

// RFC 5957 section 3: the name shown, decoded; without one, the address.
func TestDisplayNames(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"=?utf-8?q?J=C3=B6rg?= <j@b.test>": casemap.String("Jörg"), "j@b.test, Ann <a@b>": "J@B.TEST", "Team: a@b;": "TEAM", "": "",
	} {
		require.Equal(t, want, displayOf(in), in)
	}
}

// RFC 5256 section 2.2: texts stand in the order of i;unicode-casemap.
func TestCollation(t *testing.T) {
	t.Parallel()
	list := []string{"_", "[x]", "b", "Äb", "z", "1", "", "ac", "A", "fa"}
	slices.SortStableFunc(list, func(a, b string) int { return strings.Compare(casemap.String(a), casemap.String(b)) })
	require.Equal(t, []string{"", "1", "A", "ac", "Äb", "b", "fa", "z", "[x]", "_"}, list)
}

func TestListPatterns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"*", "a/b/c", true}, {"%", "a", true}, {"%", "a/b", false}, {"a/%", "a/b", true}, {"a/%/c", "a/b/c", true},
		{"%/%", "a/b", true}, {"a*c", "a/b/c", true}, {"a%c", "abc", true}, {"a%c", "a/c", false}, {"", "", true}, {"a", "ab", false},
		{"inb%", "INBOX", true}, {"inbox/*", "INBOX/x", true}, {"sent", "Sent", false},
	} {
		require.Equal(t, c.want, matchAny([]string{c.pattern}, c.name), "%q %q", c.pattern, c.name)
	}
}

// unparsed is a message whose parts must not be asked for.
type unparsed struct{ message }

func (unparsed) Structure() *mime.Message { panic("parsed") }

func TestWholeMessagesAreNotParsed(t *testing.T) {
	t.Parallel()
	m := unparsed{memMail("Received: by x\r\n", plainMail)}
	head, body, _ := strings.Cut(plainMail, "\r\n\r\n")
	for _, tc := range []struct {
		section imap.FetchItemBodySection
		want    string
	}{
		{imap.FetchItemBodySection{}, "Received: by x\r\n" + plainMail},
		{imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader}, "Received: by x\r\n" + head + "\r\n\r\n"},
		{imap.FetchItemBodySection{Specifier: imap.PartSpecifierText}, body},
	} {
		got := section(m, &tc.section)
		require.Equal(t, tc.want, got.a+got.b)
	}
}
