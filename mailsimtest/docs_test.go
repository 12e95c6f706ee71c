package mailsimtest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

var (
	codeBlock   = regexp.MustCompile("(?s)```go\n(.*?)```")
	exampleFile = regexp.MustCompile(`\]\(\.\./(examples/[^)]+)\)`)
)

// Every line of code in the tutorial stands in an example that it names, and
// every line of a recipe in the module examples/recipes; all of these run as tests.
func TestDocsAreMadeOfExamples(t *testing.T) {
	t.Parallel()
	recipes, err := filepath.Glob("../examples/recipes/*_test.go")
	require.NoError(t, err)
	tutorial := read(t, "../docs/tutorial.md")
	var named []string
	for _, m := range exampleFile.FindAllStringSubmatch(tutorial, -1) {
		named = append(named, filepath.Join("..", m[1]))
	}
	for doc, files := range map[string][]string{tutorial: named, read(t, "../docs/recipes.md"): recipes} {
		require.NotEmpty(t, files)
		code := map[string]bool{}
		for _, f := range files {
			for line := range strings.Lines(read(t, f)) {
				code[strings.TrimSpace(line)] = true
			}
		}
		for _, block := range codeBlock.FindAllStringSubmatch(doc, -1) {
			for line := range strings.Lines(block[1]) {
				assert.True(t, code[strings.TrimSpace(line)], "no example has the line %q", strings.TrimSpace(line))
			}
		}
	}
}

// The file of docs/world.md describes a universe.
func TestFileOfDocs(t *testing.T) {
	t.Parallel()
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindStringSubmatch(read(t, "../docs/world.md"))
	require.NotNil(t, block)
	c, err := universe.ParseConfig("mail.yaml", []byte(block[1]))
	require.NoError(t, err)
	u, err := universe.New(mailsim.Options{Config: c})
	require.NoError(t, err)
	defer u.Close()
	assert.Equal(t, []string{"en", "de", "fr"}, u.World().Streams[0].Languages)
	assert.Equal(t, []string{"de", "en"}, u.Personas()[0].Style.Languages)
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(b)
}
