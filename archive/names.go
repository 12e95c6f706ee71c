package archive

import (
	"encoding/base64"
	"encoding/binary"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mailsim/mailsim"
)

// maildirLetters are the flags in the name of a file in a Maildir, in their order there.
var maildirLetters = []struct {
	letter byte
	flag   string
}{{'D', `\Draft`}, {'F', `\Flagged`}, {'P', "$Forwarded"}, {'R', `\Answered`}, {'S', `\Seen`}, {'T', `\Deleted`}}

// flagsOf reads flags by their letters; keywords are those of the small ones.
func flagsOf(letters string, keywords []string) (flags []string) {
	for _, l := range maildirLetters {
		if strings.IndexByte(letters, l.letter) >= 0 {
			flags = append(flags, l.flag)
		}
	}
	for i := range len(letters) {
		if n := int(letters[i]) - 'a'; n >= 0 && n < len(keywords) && keywords[n] != "" {
			flags = append(flags, keywords[n])
		}
	}
	return flags
}

// lettersOf are the letters of flags; forwarded says whether $Forwarded has one.
func lettersOf(flags []string, forwarded bool) string {
	var b strings.Builder
	for _, l := range maildirLetters {
		if slices.Contains(flags, l.flag) && (forwarded || l.letter != 'P') {
			b.WriteByte(l.letter)
		}
	}
	return b.String()
}

// keywordsOf are the flags that have no letter.
func keywordsOf(flags []string, forwarded bool) []string {
	return slices.DeleteFunc(slices.Clone(flags), func(f string) bool {
		return strings.HasPrefix(f, `\`) || forwarded && f == "$Forwarded"
	})
}

// placed reads mailbox and folder from the directories above a file.
func placed(dirs []string, m *mailsim.Archived) {
	for i, d := range dirs {
		if mailsim.ValidAddress(unescaped(d)) {
			m.Address = unescaped(d)
			dirs = dirs[i+1:]
			break
		}
	}
	if m.Address == "" {
		return
	}
	var levels []string
	for _, d := range dirs {
		levels = append(levels, unescaped(d))
	}
	m.Folder = strings.Join(levels, "/")
}

// inMaildir reads mailbox and folder from the directories above cur or new.
func inMaildir(dirs []string, m *mailsim.Archived) {
	own := slices.Clone(dirs)
	folder := ""
	if n := len(own); n > 0 && strings.HasPrefix(own[n-1], ".") && own[n-1] != "." && own[n-1] != ".." {
		var levels []string
		for level := range strings.SplitSeq(own[n-1][1:], ".") {
			levels = append(levels, fromUTF7(level))
		}
		folder = strings.Join(levels, "/")
		own = own[:n-1]
	}
	own = slices.DeleteFunc(own, func(d string) bool { return d == "Maildir" || d == "." })
	placed(own, m)
	if folder != "" {
		m.Folder = folder
	}
}

// maildirPath is the directory of a folder in a Maildir.
func maildirPath(folder string) string {
	if folder == "" || strings.EqualFold(folder, "INBOX") {
		return ""
	}
	var levels []string
	for level := range strings.SplitSeq(folder, "/") {
		levels = append(levels, toUTF7(level))
	}
	return "." + strings.Join(levels, ".")
}

// filePath is the directory of a folder in a zip.
func filePath(m mailsim.Archived) string {
	out := "mail"
	if m.Address != "" {
		out = escaped(m.Address)
	}
	folder := m.Folder
	if folder == "" {
		folder = "INBOX"
	}
	for level := range strings.SplitSeq(folder, "/") {
		out = path.Join(out, escaped(level))
	}
	return out
}

// escaped is a name that every file system takes as one.
func escaped(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if c < ' ' || c == 0x7f || strings.IndexByte(`%/\:*?"<>|,;`, c) >= 0 || c == '.' && (i == 0 || i == len(name)-1) || c == ' ' && i == len(name)-1 {
			b.WriteString("%" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15]))
			continue
		}
		b.WriteByte(c)
	}
	if b.Len() == 0 {
		return "%20"
	}
	return b.String()
}

// unescaped undoes escaped.
func unescaped(name string) string {
	if plain, err := url.PathUnescape(name); err == nil {
		return plain
	}
	return name
}

// utf7 is the base64 of modified UTF-7 (RFC 3501 section 5.1.3).
var utf7 = base64.NewEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,").WithPadding(base64.NoPadding)

// toUTF7 writes the level of a folder's name; dots, slashes and what is not ASCII are encoded.
func toUTF7(name string) string {
	var b strings.Builder
	var wide []rune
	flush := func() {
		if len(wide) > 0 {
			var raw []byte
			for _, u := range utf16.Encode(wide) {
				raw = binary.BigEndian.AppendUint16(raw, u)
			}
			b.WriteString("&" + utf7.EncodeToString(raw) + "-")
			wide = wide[:0]
		}
	}
	for _, r := range name {
		switch {
		case r == '&':
			flush()
			b.WriteString("&-")
		case r < ' ' || r > '~' || r == '.' || r == '/' || r == '\\':
			wide = append(wide, r)
		default:
			flush()
			b.WriteRune(r)
		}
	}
	flush()
	return b.String()
}

// fromUTF7 reads a name; one that is wrong stays as it is.
func fromUTF7(name string) string {
	var b strings.Builder
	for rest := name; rest != ""; {
		plain, more, shift := strings.Cut(rest, "&")
		b.WriteString(plain)
		if !shift {
			break
		}
		code, after, closed := strings.Cut(more, "-")
		if !closed {
			return name
		}
		rest = after
		if code == "" {
			b.WriteByte('&')
			continue
		}
		raw, err := utf7.DecodeString(code)
		if err != nil || len(raw)%2 != 0 {
			return name
		}
		var units []uint16
		for i := 0; i < len(raw); i += 2 {
			units = append(units, binary.BigEndian.Uint16(raw[i:]))
		}
		for _, r := range utf16.Decode(units) {
			b.WriteRune(r)
		}
	}
	if !utf8.ValidString(b.String()) {
		return name
	}
	return b.String()
}
