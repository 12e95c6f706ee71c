package casemap

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"golang.org/x/text/unicode/norm"

	"github.com/mailsim/mailsim/internal/racing"
)

func TestString(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                   "",
		"Hello_[1]":          "HELLO_[1]",
		"caf\u00e9":          "CAFE\u0301",
		"cafe\u0301":         "CAFE\u0301",
		"Σίσυφος":            "ΣΙ\u0301ΣΥΦΟΣ",
		"\u212a \u017f":      "K S",
		"\uff21\uff42":       "AB",
		"a\u00a0b\u3000c":    "A B C",
		"\u0130i\u0131":      "I\u0307II",
		"\u00df\u1e9e":       "\u00df\u1e9e",
		"\u01c6\ufb01\u00aa": "Dz\u030cfia", // what decomposition makes is not mapped again
		"\u1e69":             "S\u0323\u0307",
		"が각가日":               "か\u3099\u1100\u1161\u11a8\u1100\u1161日",
		"\xff":               "\ufffd",
	} {
		assert.Equal(t, want, String(in), "%q", in)
	}
}

// Runes that differ by case alone are equal, but for letters that have no titlecase:
// sharp s and the Georgian ones. All decompose as far as they can.
func TestRunes(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		m := string(AppendRune(nil, r))
		if norm.NFKD.String(string(unicode.ToTitle(r))) != m {
			t.Fatalf("%U is mapped to %q", r, m)
		}
		if !utf8.ValidString(m) {
			t.Fatalf("%U is mapped to %q", r, m)
		}
		for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
			if r != 'ß' && r != 'ẞ' && !unicode.Is(unicode.Georgian, r) && string(AppendRune(nil, o)) != m {
				t.Fatalf("%U and %U differ by case alone", r, o)
			}
		}
	}
}
