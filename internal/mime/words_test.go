package mime

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/racing"
)

// spec: messages.field.subject
func TestDecodeWords(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, in, want string }{
		{"plain", "Hello = world?", "Hello = world?"},
		{"q", "=?utf-8?q?caf=C3=A9?=", "café"},
		{"b", "=?UTF-8?B?Y2Fmw6k=?=", "café"},
		{"latin 1", "=?iso-8859-1?Q?caf=E9?=", "café"},
		{"koi8-r", "=?koi8-r?B?8NLJ18XU?=", "Привет"},
		{"iso-2022-jp", "=?iso-2022-jp?B?GyRCJDMkcyRLJEEkTxsoQg==?=", "こんにちは"},
		{"gb2312", "=?gb2312?B?xOO6ww==?=", "你好"},
		{"shift_jis", "=?shift_jis?B?grGC8YLJgr+CzQ==?=", "こんにちは"},
		{"euc-kr", "=?ks_c_5601-1987?B?vsiz5w==?=", "안녕"},
		{"windows-1251", "=?windows-1251?Q?=CF=F0=E8=E2=E5=F2?=", "Привет"},
		{"underscore", "=?utf-8?q?a_b=5Fc?=", "a b_c"},
		{"adjacent", "=?utf-8?q?a?= =?utf-8?q?b?=", "ab"},
		{"adjacent folded", "=?utf-8?q?a?=\r\n =?utf-8?b?Yg==?=", "ab"},
		{"adjacent glued", "=?utf-8?q?a?==?utf-8?q?b?=", "ab"},
		{"text between", "=?utf-8?q?a?= x =?utf-8?q?b?=", "a x b"},
		{"split inside a character, q", "=?utf-8?q?caf=C3?= =?utf-8?q?=A9!?=", "café!"},
		{"split inside a character, b", "=?utf-8?B?Y2Fmww==?= =?utf-8?B?qSE=?=", "café!"},
		{"split, charset in other case", "=?utf-8?q?caf=C3?= =?UTF-8?q?=A9?=", "café"},
		{"different charsets", "=?utf-8?q?=C3=A9?= =?iso-8859-1?q?=E9?=", "éé"},
		{"space inside", "=?utf-8?q?hello world?=", "hello world"},
		{"space inside b", "=?utf-8?b?aGVs bG8=?=", "hello"},
		{"question mark inside", "=?utf-8?q?what??=", "what?"},
		{"question mark in the middle", "=?utf-8?q?a?b?=", "a?b"},
		{"glued to text", "x=?utf-8?q?=C3=A9?=y", "xéy"},
		{"in quotes", `"=?utf-8?q?J=C3=B6rg?="`, `"Jörg"`},
		{"unterminated", "=?utf-8?q?caf=C3=A9", "café"},
		{"unterminated, half", "=?utf-8?q?caf=C3=A9?", "café"},
		{"unterminated before another", "=?utf-8?q?caf=C3=A9 =?utf-8?q?!?=", "café!"},
		{"no padding", "=?utf-8?B?Y2Fmw6k?=", "café"},
		{"bad base64", "=?utf-8?B?Y2F*mw6k=?=", "café"},
		{"bad hex", "=?utf-8?q?a=ZZb=?=", "a=ZZb="},
		{"unknown charset", "=?klingon?q?caf=C3=A9?=", "café"},
		{"unknown charset, not utf-8", "=?klingon?q?caf=E9?=", "café"},
		{"lying charset", "=?iso-8859-1?q?caf=C3=A9?=", "café"},
		{"lying utf-8", "=?utf-8?q?caf=E9?=", "café"},
		{"lying ascii", "=?us-ascii?q?caf=C3=A9?=", "café"},
		{"no charset", "=??q?caf=C3=A9?=", "café"},
		{"language", "=?utf-8*fr?q?caf=C3=A9?=", "café"},
		{"unknown encoding", "=?utf-8?x?abc?=", "=?utf-8?x?abc?="},
		{"no encoding", "=?utf-8?=", "=?utf-8?="},
		{"empty", "=?utf-8?q??=", ""},
		{"raw utf-8", "café", "café"},
		{"raw windows-1252", "caf\xe9 \x80 \x93x\x94", "café € “x”"},
		{"raw and word", "caf\xe9 =?utf-8?q?=C3=A9?=", "café é"},
		{"controls", "a\x00b\x07c\td\x7f", "abc d"},
		{"encoded line end", "=?utf-8?q?a=0D=0ABcc:_x?=", "a  Bcc: x"},
		{"c1 control", "a\u0085b", "ab"},
		{"utf-16", "=?utf-16?B?/v8AYQDp?=", "aé"},
		{"utf-7", "=?utf-7?q?caf+AOk-?=", "café"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, c.want, DecodeWords(c.in))
		})
	}
}

// Openings without an end cost no more than other text.
func TestDecodeWordsHostile(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for _, s := range []string{"=?utf-8?q?", "=?utf-8?q?x", "=?", "=?a?q?x =?", "=?utf-8?b?AA==", "=?a?q?b?=", "=?a?q?b?= ", "?=", "=?utf-7?q?+", "\xff"} {
		DecodeWords(strings.Repeat(s, 1<<20/len(s)))
		ParseAddressList(strings.Repeat(s, 1<<20/len(s)))
		ParseMsgIDs(strings.Repeat(s, 1<<20/len(s)))
	}
}

func TestParseAddressList(t *testing.T) {
	t.Parallel()
	type list = []Address
	cases := []struct {
		name, in string
		want     list
	}{
		{"empty", "", nil},
		{"bare", "bob@x.example", list{{"", "bob@x.example"}}},
		{"name", "Bob Builder <bob@x.example>", list{{"Bob Builder", "bob@x.example"}}},
		{"two", "Bob <bob@x.example>, carl@x.example", list{{"Bob", "bob@x.example"}, {"", "carl@x.example"}}},
		{"folded", "Bob <bob@x.example>,\r\n Carl\r\n <carl@x.example>", list{{"Bob", "bob@x.example"}, {"Carl", "carl@x.example"}}},
		{"quoted comma", `"Builder, Bob" <bob@x.example>`, list{{"Builder, Bob", "bob@x.example"}}},
		{"quoted escapes", `"Bob \"the\" \\ Builder" <bob@x.example>`, list{{`Bob "the" \ Builder`, "bob@x.example"}}},
		{"address as name", `"bob@x.example" <bob@x.example>`, list{{"bob@x.example", "bob@x.example"}}},
		{"single quotes", `'bob@x.example' <bob@x.example>`, list{{"bob@x.example", "bob@x.example"}}},
		{"semicolons", "Bob <bob@x.example>; Carl <carl@x.example>", list{{"Bob", "bob@x.example"}, {"Carl", "carl@x.example"}}},
		{"encoded", "=?utf-8?q?J=C3=B6rg?= <j@x.example>", list{{"Jörg", "j@x.example"}}},
		{"encoded twice", "=?utf-8?q?J=C3=B6rg?= =?utf-8?q?_B=C3=A4r?= <j@x.example>", list{{"Jörg Bär", "j@x.example"}}},
		{"encoded in quotes", `"=?utf-8?q?J=C3=B6rg?=" <j@x.example>`, list{{"Jörg", "j@x.example"}}},
		{"encoded with a comma", "=?utf-8?q?B=C3=A4r,_J=C3=B6rg?= <j@x.example>, b@x.example", list{{"Bär, Jörg", "j@x.example"}, {"", "b@x.example"}}},
		{"encoded with parentheses", "=?utf-8?q?J=C3=B6rg_(EU)?= <j@x.example>", list{{"Jörg (EU)", "j@x.example"}}},
		{"encoded comma", "=?utf-8?q?B=C3=A4r=2C_J?= <j@x.example>", list{{"Bär, J", "j@x.example"}}},
		{"all encoded", "=?utf-8?q?Bob_<bob=40x.example>?=", list{{"Bob", "bob@x.example"}}},
		{"word cut off", "=?utf-8?q?Bob <bob@x.example>, Carl <carl@x.example>", list{{"Bob", "bob@x.example"}, {"Carl", "carl@x.example"}}},
		{"raw utf-8", "Jörg Bär <jörg@bär.example>", list{{"Jörg Bär", "jörg@bär.example"}}},
		{"raw latin 1", "J\xf6rg <j@x.example>", list{{"Jörg", "j@x.example"}}},
		{"comment", "bob@x.example (Bob Builder)", list{{"Bob Builder", "bob@x.example"}}},
		{"nested comment", "bob@x.example (Bob (the) Builder)", list{{"Bob (the) Builder", "bob@x.example"}}},
		{"comment after brackets", "<bob@x.example> (Bob Builder)", list{{"Bob Builder", "bob@x.example"}}},
		{"comment in name", "Bob (the) Builder <bob@x.example>", list{{"Bob Builder", "bob@x.example"}}},
		{"comma in comment", "bob@x.example (Builder, Bob), carl@x.example", list{{"Builder, Bob", "bob@x.example"}, {"", "carl@x.example"}}},
		{"group", "Team: Bob <bob@x.example>, carl@x.example;, eva@x.example", list{{"Bob", "bob@x.example"}, {"", "carl@x.example"}, {"", "eva@x.example"}}},
		{"empty group", "undisclosed-recipients:;", nil},
		{"route", "Bob <@relay.example,@r2.example:bob@x.example>", list{{"Bob", "bob@x.example"}}},
		{"no brackets", "Bob Builder bob@x.example, carl@x.example", list{{"Bob Builder", "bob@x.example"}, {"", "carl@x.example"}}},
		{"quoted without brackets", `"Bob" bob@x.example`, list{{"Bob", "bob@x.example"}}},
		{"no closing bracket", "Bob <bob@x.example, Carl <carl@x.example>", list{{"Bob", "bob@x.example"}, {"Carl", "carl@x.example"}}},
		{"no closing bracket at the end", "Bob <bob@x.example", list{{"Bob", "bob@x.example"}}},
		{"no opening bracket", "bob@x.example>", list{{"", "bob@x.example"}}},
		{"double brackets", "Bob <<bob@x.example>>", list{{"Bob", "bob@x.example"}}},
		{"no comma", "Bob <bob@x.example> Carl <carl@x.example>", list{{"Bob", "bob@x.example"}, {"Carl", "carl@x.example"}}},
		{"commas too many", ",, bob@x.example,,", list{{"", "bob@x.example"}}},
		{"unclosed quote", `"Bob <bob@x.example>, carl@x.example`, list{{"Bob", "bob@x.example"}, {"", "carl@x.example"}}},
		{"unclosed quote before another", `"Bob <bob@x.example>, "Carl" <carl@x.example>`, list{{"Bob", "bob@x.example"}, {"Carl", "carl@x.example"}}},
		{"unclosed comment", "bob@x.example (Bob, carl@x.example", list{{"Bob", "bob@x.example"}, {"", "carl@x.example"}}},
		{"quote inside name", `Bob "B" Builder <bob@x.example>`, list{{"Bob B Builder", "bob@x.example"}}},
		{"quoted local part", `"bob builder"@x.example, <"a,b"@x.example>`, list{{"", `"bob builder"@x.example`}, {"", `"a,b"@x.example`}}},
		{"spaces in the address", "Bob < bob @ x.example >", list{{"Bob", "bob@x.example"}}},
		{"spaces in a bare address", "bob @ x . example", list{{"", "bob@x.example"}}},
		{"folded address", "Bob <bob@\r\n x.example>", list{{"Bob", "bob@x.example"}}},
		{"literal", "bob@[IPv6:2001:db8::1], carl@[192.0.2.1]", list{{"", "bob@[IPv6:2001:db8::1]"}, {"", "carl@[192.0.2.1]"}}},
		{"mailto", "<mailto:bob@x.example>", list{{"", "bob@x.example"}}},
		{"local only", "root", list{{"", "root"}}},
		{"name only", "Bob Builder", list{{"Bob Builder", ""}}},
		{"bad among good", "bob@x.example, <>, @, Carl <carl@x.example>", list{{"", "bob@x.example"}, {"", "@"}, {"Carl", "carl@x.example"}}},
		{"null sender", "<>", nil},
		{"name without address", "Bob <>", list{{"Bob", ""}}},
		{"colon in name", "Re: Bob <bob@x.example>", list{{"Bob", "bob@x.example"}}},
		{"control characters", "Bob\x00 <bob\r\n@x.example>", list{{"Bob", "bob@x.example"}}},
		{"dots in name", "Bob B. Builder, Jr. <bob@x.example>", list{{"Bob B. Builder", ""}, {"Jr.", "bob@x.example"}}},
		{"plus and case", "Bob+Tag@X.Example", list{{"", "Bob+Tag@X.Example"}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, c.want, ParseAddressList(c.in))
			if c.want != nil {
				assert.Equal(t, c.want[0], firstAddress(c.in))
			}
		})
	}
}

func TestParseAddressListHostile(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for _, s := range []string{`"`, `"\`, `"a`, "(", "(,", "<", "<,", ",", "a@[", ":", "<@", `\"`, `<"`, "a <b> ", "((a)", `"a"a`, "@", "a@b ", ";"} {
		ParseAddressList(strings.Repeat(s, 1<<20/len(s)))
		ParseMsgIDs(strings.Repeat(s, 1<<20/len(s)))
	}
}
