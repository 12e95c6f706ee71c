package pgtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var statement = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|LISTEN|BEGIN|COMMIT|ROLLBACK|LOCK|COPY|SAVEPOINT|WHERE|LEFT JOIN)\b`)

// Statements returns the SQL in the Go files of a directory, tests excepted. SQL is each string
// literal that begins with a word of SQL.
func Statements(t testing.TB, dir string) (list []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if l, is := n.(*ast.BasicLit); is && l.Kind == token.STRING {
				if text, err := strconv.Unquote(l.Value); err == nil && statement.MatchString(text) {
					list = append(list, text)
				}
			}
			return true
		})
	}
	return list
}

// unportable is what databases with PostgreSQL's protocol lack, or do in another way.
var unportable = []string{
	"advisory", "COPY", "LOCK TABLE", "SKIP LOCKED", "NOWAIT", "FOR SHARE", "SERIAL", "BIGSERIAL", "nextval", "SEQUENCE", "REFERENCES", "FOREIGN KEY",
	"DEFERRABLE", "TEMP", "TEMPORARY", "SAVEPOINT", "TRIGGER", "FUNCTION", "PROCEDURE", "DO $$", "MERGE", "jsonb", "EXCLUDE", "xmin", "ctid", "CURSOR",
	"TABLESAMPLE", "PREPARE TRANSACTION", "GENERATED",
}

// Unportable returns a word in a statement that other databases do not support, from a list of
// its own or from more; "" if there is none.
func Unportable(statement string, more ...string) string {
	for _, list := range [][]string{unportable, more} {
		for _, word := range list {
			if regexp.MustCompile(`(?i)(^|\W)` + regexp.QuoteMeta(word) + `(\W|$)`).MatchString(statement) {
				return word
			}
		}
	}
	return ""
}
