package addr

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestUsual: what is valid at once is valid by all rules too, for each local part and
// domain of a few characters.
func TestUsual(t *testing.T) {
	t.Parallel()
	const letters = "aZ0.-_é@\" "
	var texts []string
	var grow func(text string, n int)
	grow = func(text string, n int) {
		texts = append(texts, text)
		if n == 0 {
			return
		}
		for _, c := range letters {
			grow(text+string(c), n-1)
		}
	}
	grow("", 4)
	for _, text := range texts {
		for _, address := range []string{text + "@a.test", "a@" + text, text + "@" + text} {
			local, domain := Split(address)
			want := local != "" && domain != "" && utf8.ValidString(address) && validLocal(local) && ValidDomain(domain)
			require.Equal(t, want, Valid(address), "%q", address)
		}
	}
}
