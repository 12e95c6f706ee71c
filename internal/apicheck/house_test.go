package apicheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// row is a line of the table of packages in ARCHITECTURE.md.
var row = regexp.MustCompile("^\\| `?([a-z0-9/]+)`? \\| [^|]+ \\| ([^|]+) \\|$")

// TestLeavesAreNamed: the list below the table has every leaf, and no other.
func TestLeavesAreNamed(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	require.NoError(t, err)
	_, list, there := strings.Cut(string(text), "\nThe leaves: ")
	require.True(t, there)
	list, _, there = strings.Cut(list, "Modules of their own:")
	require.True(t, there)
	dirs, err := os.ReadDir("..")
	require.NoError(t, err)
	leaves := map[string]bool{}
	for _, d := range dirs {
		if d.Name() == "seam" { // it has a row of the table
			continue
		}
		leaves[d.Name()] = true
		assert.Contains(t, list, "`"+d.Name()+"`", "ARCHITECTURE.md does not name internal/%s", d.Name())
	}
	for _, m := range regexp.MustCompile("`([a-z0-9]+)`").FindAllStringSubmatch(list, -1) {
		assert.True(t, leaves[m[1]], "ARCHITECTURE.md names the leaf %s, which is not there", m[1])
	}
}

// TestPackagesImportWhatTheTableAllows holds ARCHITECTURE.md against the imports.
func TestPackagesImportWhatTheTableAllows(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	require.NoError(t, err)
	allowed, rows := map[string][]string{}, map[string]int{}
	for line := range strings.Lines(string(text)) {
		if m := row.FindStringSubmatch(strings.TrimSpace(line)); m != nil && m[1] != "package" {
			rows[m[1]] = len(rows)
			for _, what := range strings.Split(m[2], ",") {
				allowed[m[1]] = append(allowed[m[1]], strings.Trim(what, " `"))
			}
		}
	}
	require.Greater(t, len(allowed), 10)
	for _, p := range list(t, "./...") {
		name := inTable(p.ImportPath)
		at := name
		for allowed[at] == nil && strings.Contains(at, "/") {
			at = at[:strings.LastIndexByte(at, '/')]
		}
		if strings.HasPrefix(name, "clients") {
			continue
		}
		require.NotNil(t, allowed[at], "%s has no row in ARCHITECTURE.md", name)
		for _, path := range p.Imports {
			if path != module && !strings.HasPrefix(path, module+"/") {
				continue
			}
			of := inTable(path)
			may := false
			for _, a := range allowed[at] {
				may = may || a == of || a == "leaves" && strings.HasPrefix(of, "internal/") && of != "internal/seam" ||
					"universe/internal/"+a == of
			}
			if strings.HasPrefix(of, "universe/internal/") {
				assert.Greater(t, rows[of], rows[at], "%s imports %s: its row is not below", name, of)
			}
			assert.True(t, may, "%s imports %s: ARCHITECTURE.md does not allow it", name, of)
		}
	}
}

// inTable is how the table calls a package.
func inTable(path string) string {
	if path == module {
		return "root"
	}
	return strings.TrimPrefix(path, module+"/")
}

// TestRootIsALanguage: root holds no lock and starts no goroutine.
func TestRootIsALanguage(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("../../*.go")
	require.NoError(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		for _, im := range f.Imports {
			assert.NotContains(t, im.Path.Value, `"sync`, name)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if _, is := n.(*ast.GoStmt); is {
				t.Errorf("%s starts a goroutine", name)
			}
			return true
		})
	}
}
