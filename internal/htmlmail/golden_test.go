package htmlmail

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("mailsim.update", false, "write the golden files anew")

// spec: messages.safe.html
// spec: messages.safe.remote-images
func TestGolden(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/mail/*.html")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 12)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			golden := strings.TrimSuffix(file, ".html") + ".golden"
			got := report(t, string(src))
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")))
		})
	}
}

// report shows all that the package makes of a mail.
func report(t *testing.T, src string) string {
	var b strings.Builder
	for _, v := range []struct {
		name string
		o    Options
	}{
		{"dark", Options{}},
		{"light", Options{Light: true}},
		{"light, remote", Options{Light: true, Remote: true}},
	} {
		out, blocked := Sanitize(src, v.o)
		requireSafe(t, out, v.o.Remote)
		fmt.Fprintf(&b, "=== safe, %s (%d blocked)\n%s\n", v.name, blocked, out)
	}
	fmt.Fprintf(&b, "=== text\n%s\n=== visible text\n%s\n=== links\n", Text(src), VisibleText(src))
	for _, l := range Links(src) {
		fmt.Fprintf(&b, "%+v\n", l)
	}
	return b.String()
}
