package valid

import (
	"cmp"
	"unicode/utf8"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

func CasePatch(p mailsim.CasePatch) error {
	if p.Status != nil {
		if err := OneOf("status", string(*p.Status), "open", "waiting", "closed"); err != nil {
			return err
		}
	}
	if err := Texts(NamedText{"title", orEmpty(p.Title)}, NamedText{"summary", orEmpty(p.Summary)}); err != nil {
		return err
	}
	if err := cmp.Or(Entries("facts", p.Facts), Entries("external_ids", p.ExternalIDs)); err != nil {
		return err
	}
	for _, a := range p.Addresses {
		if err := Address("addresses", a); err != nil {
			return err
		}
	}
	return nil
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func Entries(field string, m map[string]string) error {
	if len(m) > 1000 {
		return fail.Invalidf("%s: at most 1000 entries", field)
	}
	for k, v := range m {
		switch {
		case k == "" || len(k) > MaxName || len(v) > MaxText:
			return fail.Invalidf("%s: a name must not be empty, names at most %d and texts %d bytes", field, MaxName, MaxText)
		case !utf8.ValidString(k) || !utf8.ValidString(v):
			return fail.Invalidf("%s must be valid UTF-8", field)
		}
	}
	return nil
}
