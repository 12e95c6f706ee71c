package config_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/racing"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

// nested are shapes of about n bytes whose parser would need the square of that.
var nested = map[string]func(n int) string{
	"lists":            func(n int) string { return strings.Repeat("[", n) },
	"mappings":         func(n int) string { return strings.Repeat("{", n) },
	"keys":             func(n int) string { return strings.Repeat("{a: ", n/4) },
	"lists in a key":   func(n int) string { return "name: x\npersonas: " + strings.Repeat("[", n) },
	"a line apart":     func(n int) string { return strings.Repeat("[\n", n/2) },
	"both in turn":     func(n int) string { return strings.Repeat("[{a: ", n/5) },
	"in quotes before": func(n int) string { return "- \"]]]]\"\n- '}'\n- # ]\n " + strings.Repeat("[", n) },
	"with anchors":     func(n int) string { return strings.Repeat("[&a ", n/4) },
	"with tags":        func(n int) string { return strings.Repeat("[!!seq ", n/7) },
	"items":            func(n int) string { return strings.Repeat("- ", n/2) },
	"questions":        func(n int) string { return strings.Repeat("? ", n/2) },
	"items of keys":    func(n int) string { return strings.Repeat("- ? ", n/4) },
	"wide":             func(n int) string { return numberedLines("k%d: v\n", n) },
	"indented": func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			b.WriteString(strings.Repeat(" ", i) + "a:\n")
		}
		return b.String()
	},
}

func numberedLines(format string, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestConfigNesting: a file that nests without end is refused before it is
// parsed, at its beginning where that tells.
func TestConfigNesting(t *testing.T) {
	for name, shape := range nested {
		text := []byte(shape(1 << 20))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := config.Parse("mail.yaml", text)
		runtime.ReadMemStats(&after)
		require.ErrorIs(t, err, mailsim.ErrInvalid, name)
		assert.Regexp(t, `^mail\.yaml:\d+: (the file is too large or too deep|a mapping may have at most 10000 keys)$`, err.Error(), name)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(32<<20), name)
	}
}

// costly are shapes of n bytes, each of whose mappings and lists alone may be so,
// and all together not.
var costly = map[string]func(n int) string{
	"mappings of 9999 keys": mappingsOf(9_999),
	"mappings of 1000 keys": mappingsOf(1_000),
	"mappings of 200 keys":  mappingsOf(200),
	"lists of mappings": func(n int) string {
		return "personas:\n" + strings.Repeat("- a: 1\n"+strings.Repeat("  b: 2\n", 999), n/7_000)
	},
	"empty items":     func(n int) string { return "a:\n" + strings.Repeat(" -\n", n/3) },
	"empty values":    func(n int) string { return "a:\n" + strings.Repeat(" - b:\n", n/6) },
	"empty, comments": func(n int) string { return "a:\n" + strings.Repeat(" - b: #\n", n/8) },
	"many items":      func(n int) string { return "a: [" + strings.Repeat("1, ", n/3) + "]\n" },
	"many colons":     func(n int) string { return "a: [" + strings.Repeat(":,", n/2) + "]\n" },
	"many comments":   func(n int) string { return strings.Repeat("#\n", n/2) },
	"many documents":  func(n int) string { return strings.Repeat("---\n", n/4) },
}

func mappingsOf(keys int) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for m := 0; b.Len() < n; m++ {
			fmt.Fprintf(&b, "m%d:\n", m)
			for i := 0; i < keys && b.Len() < n; i++ {
				fmt.Fprintf(&b, " k%d: 1\n", i)
			}
		}
		return b.String()
	}
}

// TestConfigWork: a file whose parser would need long is refused before, with its
// line, however the work is spread over it.
func TestConfigWork(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for name, shape := range costly {
		before := testkit.CPUTime()
		_, err := config.Parse("mail.yaml", []byte(shape(4<<20)))
		t.Log(name, testkit.CPUTime()-before, err)
		require.ErrorIs(t, err, mailsim.ErrInvalid, name)
		assert.Regexp(t, `^mail\.yaml:\d+: `+yamlfile.TooMuchYAML+`$`, err.Error(), name)
	}
}

// TestConfigNestingNamesTheLine: where it became too deep.
func TestConfigNestingNamesTheLine(t *testing.T) {
	t.Parallel()
	_, err := config.Parse("mail.yaml", []byte("name: x\npersonas:\n  - "+strings.Repeat("[", 60)))
	require.EqualError(t, err, "mail.yaml:3: the file is too large or too deep")
}

// TestConfigNestingHonest: brackets in texts and comments, many items, and
// depth that the reader takes, are no nesting.
func TestConfigNestingHonest(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	brackets := strings.Repeat("[{", 500)
	for name, text := range map[string]string{
		"quotes":      fmt.Sprintf("a: \"%s\"\nb: '%s'\n", brackets, brackets),
		"plain":       "a: see " + brackets + "\n",
		"literal":     "a: |\n  " + brackets + "\n  - - - - -\nb: >\n  " + brackets + "\n",
		"comments":    "# " + brackets + "\na: b # " + brackets + "\n",
		"siblings":    "a: [" + strings.Repeat("[{b: [c]}], ", 2000) + "]\n",
		"items":       numberedLines("- a: {b: [c%d]}\n  d:\n    - e\n", 200_000),
		"out and in":  strings.Repeat("- - - - - a\n", 2000),
		"depth":       strings.Repeat("[", 49) + strings.Repeat("]", 49),
		"indentation": depthOf(49),
		"keys":        numberedLines("k%d: v\n", 50_000),
		"mappings":    mappingsOf(20)(1 << 20),
		"a large one": numberedLines("k%d: v\n", 85_000),
		"empty":       "a:\n" + strings.Repeat(" - b:\n   c:\n", 5_000),
		"long texts":  "a: |\n" + strings.Repeat("  - b: [c, d]: - , #\n", 200_000),
		"aliases":     "a: &x [b]\nc: [" + strings.Repeat("*x, ", 2000) + "]\n",
	} {
		_, err := yamlfile.Parse("mail.yaml", []byte(text))
		assert.NoError(t, err, name)
	}
}

func depthOf(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "a:\n")
	}
	return b.String()
}

// BenchmarkConfigNesting: 1 MiB of open brackets.
func BenchmarkConfigNesting(b *testing.B) {
	text := []byte(strings.Repeat("[", 1<<20))
	b.ReportAllocs()
	for b.Loop() {
		_, _ = config.Parse("mail.yaml", text)
	}
}
