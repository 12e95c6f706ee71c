package mime

import (
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// toUTF8 decodes text that says it is in the given charset. The result is
// always valid UTF-8; ok is false when the charset was unknown or evidently not
// the one of the text, which is then read as UTF-8 if it is that, else as
// windows-1252.
func toUTF8(s, charset string) (text string, ok bool) {
	name := charsetName(charset)
	switch name {
	case "", "us-ascii", "utf-8":
		return decodeUnicode(s, name)
	case "utf-7":
		return guardUTF8(s, decodeUTF7(s))
	case "iso-2022-kr":
		return decodeWith(korean.EUCKR, shiftKR(s))
	}
	enc := lookup(name)
	switch {
	case enc == nil:
		text, _ = decodeUnicode(s, "")
		return text, false
	case wideUnicode(name) && strings.IndexByte(s, 0) < 0 && isASCII(s):
		return s, false
	case !wideUnicode(name) && secretlyUTF8(s, enc):
		return s, false
	}
	return decodeWith(enc, s)
}

// decodeUnicode reads s as UTF-8. Without a charset the other guesses are ISO-2022-JP,
// which announces itself, and windows-1252.
func decodeUnicode(s, name string) (string, bool) {
	if name != "utf-8" && (strings.Contains(s, "\x1b$B") || strings.Contains(s, "\x1b$@")) {
		if t, ok := decodeWith(lookup("iso-2022-jp"), s); ok {
			return t, name == ""
		}
	}
	if utf8.ValidString(s) {
		return s, name != "us-ascii" || isASCII(s)
	}
	if name == "utf-8" {
		if good, bad := countUTF8(s); good > bad {
			return strings.ToValidUTF8(s, "\ufffd"), false
		}
	}
	return windows1252(s), false
}

// decodeWith decodes by enc and doubts the result when it holds characters that
// could not be read: a few are kept as U+FFFD, many mean another charset.
func decodeWith(enc encoding.Encoding, s string) (string, bool) {
	out, err := enc.NewDecoder().String(s)
	if err != nil {
		out = ""
	}
	return guardUTF8(s, out)
}

func guardUTF8(s, out string) (string, bool) {
	bad := strings.Count(out, "\ufffd")
	switch {
	case bad == 0 && (out != "" || s == ""):
		return out, true
	case utf8.ValidString(s):
		return s, false
	case out != "" && bad*10 < utf8.RuneCountInString(out):
		return out, false
	}
	return windows1252(s), false
}

func windows1252(s string) string {
	out, _ := charmap.Windows1252.NewDecoder().String(s) // a one-byte charset cannot fail
	return strings.ToValidUTF8(out, "\ufffd")
}

// countUTF8 counts the well-formed characters of more than a byte, and the
// bytes that are part of none.
func countUTF8(s string) (good, bad int) {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			bad++
		} else {
			good++
		}
		i += n
	}
	return good, bad
}

// secretlyUTF8 reports whether text labelled with an older charset is UTF-8: a
// single well-formed sequence is enough against one-byte charsets, where it would
// be two odd signs in a row; double-byte ones need three long sequences, because
// short words can be well formed in both.
func secretlyUTF8(s string, enc encoding.Encoding) bool {
	if isASCII(s) || !utf8.ValidString(s) {
		return false
	}
	if _, oneByte := enc.(*charmap.Charmap); oneByte {
		return true
	}
	long := 0
	for _, r := range s {
		if r >= 0x800 {
			long++
		}
	}
	return long >= 3
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func wideUnicode(name string) bool {
	return strings.HasPrefix(name, "utf-16") || strings.HasPrefix(name, "utf-32")
}

// charsetName brings the name of a charset into the form of the tables: lower
// case, without quotes, RFC 2231 language, comment or what follows a blank.
func charsetName(s string) string {
	s = strings.ToLower(strings.Trim(s, " \t\r\n\"'<>"))
	if i := strings.IndexAny(s, " \t\r\n;*(,"); i >= 0 {
		s = s[:i]
	}
	s = strings.Trim(s, "\"'")
	if a, ok := charsetAliases()[s]; ok {
		return a
	}
	return s
}

// charsetAliases are names seen in mail that neither index knows, or knows otherwise
// than mail means them.
var charsetAliases = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"utf8": "utf-8", "utf_8": "utf-8", "x-utf-8": "utf-8", "unicode-1-1-utf-8": "utf-8", "utf-8mb4": "utf-8", "utf8mb4": "utf-8",
		"ascii": "us-ascii", "us_ascii": "us-ascii", "usascii": "us-ascii", "ansi_x3.4-1968": "us-ascii", "iso646-us": "us-ascii",
		"7bit": "", "8bit": "", "binary": "", "unknown": "", "unknown-8bit": "", "x-unknown": "", "default": "", "none": "", "x-user-defined": "",
		"default_charset": "", "iso": "", "ansi": "windows-1252", "western": "windows-1252", "latin-1": "windows-1252",
		"latin": "windows-1252", "iso-latin-1": "windows-1252", "iso8859_1": "windows-1252", "iso-8859": "windows-1252", "8859_1": "windows-1252",
		"windows1252": "windows-1252", "win-1252": "windows-1252", "win1251": "windows-1251", "win-1251": "windows-1251", "windows1251": "windows-1251",
		"latin-2": "iso-8859-2", "latin-9": "iso-8859-15", "koi8": "koi8-r", "koi8r": "koi8-r", "koi8u": "koi8-u",
		"unicode-1-1-utf-7": "utf-7", "utf7": "utf-7", "x-utf-7": "utf-7", "unicode": "utf-16", "ucs-2": "utf-16", "iso-10646-ucs-2": "utf-16",
		"utf16": "utf-16", "utf-16-le": "utf-16le", "utf-16-be": "utf-16be", "utf32": "utf-32", "ucs-4": "utf-32", "iso-10646-ucs-4": "utf-32",
		"gb2312": "gb18030", "gbk": "gb18030", "gb_2312-80": "gb18030", "x-gbk": "gb18030", "cp936": "gb18030", "ms936": "gb18030", "gb-2312": "gb18030",
		"euc-cn": "gb18030", "gb": "gb18030", "gb2312-80": "gb18030", "windows-936": "gb18030", "chinesebig5": "big5", "cp950": "big5", "ms950": "big5",
		"windows-950": "big5", "hz-gb-2312": "hz", "cp932": "shift_jis", "ms932": "shift_jis", "shift-jis": "shift_jis", "x-ms-cp932": "shift_jis",
		"windows-932": "shift_jis", "iso-2022-jp-1": "iso-2022-jp", "iso-2022-jp-2": "iso-2022-jp", "iso-2022-jp-3": "iso-2022-jp", "iso-2022-jp-ms": "iso-2022-jp", "cp50220": "iso-2022-jp",
		"cp50221": "iso-2022-jp", "cp51932": "euc-jp", "eucjp": "euc-jp", "eucjp-ms": "euc-jp", "cp949": "euc-kr", "ms949": "euc-kr", "uhc": "euc-kr",
		"euckr": "euc-kr", "ks_c_5601": "euc-kr", "ksc5601": "euc-kr", "x-windows-949": "euc-kr", "csiso2022kr": "iso-2022-kr", "tis-620": "windows-874", "x-cp1252": "windows-1252",
		"x-mac-roman": "macintosh", "macroman": "macintosh", "iso-8859-8-i": "iso-8859-8", "iso-8859-8-e": "iso-8859-8",
	}
})

// lookup finds the decoder of a normalised charset name, nil when unknown.
func lookup(name string) encoding.Encoding {
	switch name {
	case "utf-16":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM) // RFC 2781 section 4.3
	case "utf-16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case "utf-16be":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case "utf-32", "utf-32be":
		return utf32.UTF32(utf32.BigEndian, utf32.UseBOM)
	case "utf-32le":
		return utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)
	case "hz":
		return simplifiedchinese.HZGB2312
	}
	if enc, err := htmlindex.Get(name); err == nil && enc != encoding.Replacement {
		return enc
	}
	for _, n := range [...]string{name, "cs" + name, strings.TrimPrefix(name, "x-"), strings.ReplaceAll(name, "_", "-")} {
		if enc, err := ianaindex.MIME.Encoding(n); err == nil && enc != nil {
			return enc
		}
	}
	for _, prefix := range [...]string{"cp", "windows-", "ibm"} { // "cp-850", "windows-850", "ibm-850"
		if n := strings.TrimLeft(strings.TrimPrefix(name, prefix), "-_"); n != name {
			if enc, err := ianaindex.MIME.Encoding("IBM" + n); err == nil && enc != nil {
				return enc
			}
			if enc, err := htmlindex.Get("windows-" + n); err == nil {
				return enc
			}
		}
	}
	return nil
}

// shiftKR turns ISO-2022-KR (RFC 1557) into EUC-KR: bytes between SO and SI get
// their high bit, the designation goes.
func shiftKR(s string) string {
	s = strings.ReplaceAll(s, "\x1b$)C", "")
	out := make([]byte, 0, len(s))
	var high byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == 0x0e:
			high = 0x80
		case c == 0x0f || c == '\n':
			high = 0
			if c == '\n' {
				out = append(out, c)
			}
		case c > ' ':
			out = append(out, c|high)
		default:
			out = append(out, c)
		}
	}
	return string(out)
}
