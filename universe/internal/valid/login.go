package valid

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

func LoginTexts(display, username, note string) error {
	switch {
	case len(display) > MaxName || strings.ContainsAny(display, "\r\n\x00"):
		return fail.Invalidf("display_name must be one line of at most %d bytes", MaxName)
	case len(username) > MaxName || strings.ContainsFunc(username, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return fail.Invalidf("username must be at most %d bytes without spaces", MaxName)
	}
	return Texts(NamedText{"display_name", display}, NamedText{"username", username}, NamedText{"note", note})
}

func OrgUser(p mailsim.OrgUser) error {
	return cmp.Or(Address("email", p.Email), Line("name", p.Name), Password(p.Password), Role(p.Role))
}

func Role(r mailsim.Role) error {
	return OneOf("role", string(r), string(mailsim.RoleViewer), string(mailsim.RoleMember), string(mailsim.RoleAdmin))
}

// Line refuses a text that is not one short line.
func Line(field, text string) error {
	if len(text) > MaxName || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return fail.Invalidf("%s must be one line of at most %d bytes", field, MaxName)
	}
	return nil
}

func Password(password string) error {
	if len(password) > 1024 || strings.ContainsRune(password, 0) {
		return fail.Invalidf("password must be at most 1024 bytes without NUL")
	}
	return nil
}
