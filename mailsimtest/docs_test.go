package mailsimtest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	codeBlock   = regexp.MustCompile("(?s)```go\n(.*?)```")
	exampleFile = regexp.MustCompile(`\]\(\.\./(examples/[^)]+)\)`)
)

// Every line of code in the tutorial stands in an example, which runs as a test.
func TestTutorialIsMadeOfExamples(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/tutorial.md")
	require.NoError(t, err)
	code := map[string]bool{}
	files := exampleFile.FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, files)
	for _, m := range files {
		src, err := os.ReadFile(filepath.Join("..", m[1]))
		require.NoError(t, err)
		for line := range strings.Lines(string(src)) {
			code[strings.TrimSpace(line)] = true
		}
	}
	for _, block := range codeBlock.FindAllStringSubmatch(string(text), -1) {
		for line := range strings.Lines(block[1]) {
			assert.True(t, code[strings.TrimSpace(line)], "no example has the line %q", strings.TrimSpace(line))
		}
	}
}
