package apicheck

import (
	"bytes"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// public are the directories of the packages that users import, those of nested
// modules included.
var public = []string{".", "aiwriter", "aiwriter/record", "archive", "cluster", "httpapi", "imapd", "mailpit", "mailsimtest", "mailsimd", "mailsimcontainer", "mailsimtest/rapidgen", "mcp", "pop3d", "provider", "provider/providertest", "relay", "smtpd", "smtpd/gosmtp", "store/bolt", "store/postgres", "store/postgres/pgtest", "store/storetest", "universe"}

// documented is a public package as go doc sees it, with its examples.
func documented(t *testing.T, dir string) *doc.Package {
	t.Helper()
	set := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
	require.NoError(t, err)
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, f)
	}
	path := module
	if dir != "." {
		path += "/" + dir
	}
	p, err := doc.NewFromFiles(set, files, path)
	require.NoError(t, err)
	return p
}

func TestPublicListsEveryPackage(t *testing.T) {
	t.Parallel()
	for _, p := range list(t, "./...") {
		dir := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		if isPublic(p.ImportPath) && p.Name != "main" && dir != "" && dir != "clients" { // clients are in other languages
			assert.Contains(t, public, dir)
		}
	}
}

// TestEveryNameIsExplained fails on an exported name without a comment of its own.
// A method that meets an interface needs none, nor do constants that share the
// comment of their group.
func TestEveryNameIsExplained(t *testing.T) {
	t.Parallel()
	for _, dir := range public {
		p := documented(t, dir)
		assert.NotEmpty(t, p.Doc, "package %s", dir)
		for _, f := range p.Funcs {
			explained(t, dir, f.Name, f.Doc)
		}
		for _, typ := range p.Types {
			explained(t, dir, typ.Name, typ.Doc)
			for _, f := range typ.Funcs {
				explained(t, dir, f.Name, f.Doc)
			}
			for _, m := range typ.Methods {
				if !prescribed[m.Name] {
					explained(t, dir, typ.Name+"."+m.Name, m.Doc)
				}
			}
			values(t, dir, typ.Consts)
			values(t, dir, typ.Vars)
		}
		values(t, dir, p.Consts)
		values(t, dir, p.Vars)
	}
}

// editorial is what belongs to the work on a comment, not to its reader: names of our
// files, and notes in parentheses.
var editorial = regexp.MustCompile(`\b[a-z]+/[a-z_]+\.go\b|\((?i:nb|same in|see also|todo|fixme)\b|\((?i:full|was|now):|(?i:todo|fixme):`)

// TestCommentsAddressTheirReader fails on notes of an editor in what go doc shows.
func TestCommentsAddressTheirReader(t *testing.T) {
	t.Parallel()
	for _, note := range []string{"(Same in smtpd/server.go.)", `(full: "IMAP")`, "(NB the code)", "TODO: say more"} {
		require.Regexp(t, editorial, note)
	}
	for _, dir := range public {
		p := documented(t, dir)
		texts := []string{p.Doc}
		fields := func(n ast.Node) bool {
			if f, ok := n.(*ast.Field); ok {
				texts = append(texts, f.Doc.Text(), f.Comment.Text())
			}
			return true
		}
		for _, f := range p.Funcs {
			texts = append(texts, f.Doc)
		}
		for _, typ := range p.Types {
			texts = append(texts, typ.Doc)
			ast.Inspect(typ.Decl, fields)
			for _, f := range slices.Concat(typ.Funcs, typ.Methods) {
				texts = append(texts, f.Doc)
			}
		}
		for _, text := range texts {
			assert.NotRegexp(t, editorial, text, dir)
		}
	}
}

// prescribed are methods by which a type meets an interface; nobody calls them by
// name.
var prescribed = map[string]bool{"Error": true, "Unwrap": true, "Is": true, "EventType": true, "MarshalJSON": true, "UnmarshalJSON": true, "String": true}

func values(t *testing.T, dir string, list []*doc.Value) {
	t.Helper()
	for _, v := range list {
		if v.Doc != "" {
			continue
		}
		for _, spec := range v.Decl.Specs {
			s := spec.(*ast.ValueSpec)
			for _, n := range s.Names {
				assert.False(t, n.IsExported() && s.Doc.Text() == "" && s.Comment.Text() == "", "%s: %s has no comment", dir, n.Name)
			}
		}
	}
}

func explained(t *testing.T, dir, name, text string) {
	t.Helper()
	assert.NotEmpty(t, strings.TrimSpace(text), "%s: %s has no comment", dir, name)
	_, last, _ := strings.Cut(name, ".")
	if last == "" {
		last = name
	}
	assert.True(t, text == "" || strings.HasPrefix(text, last+" ") || strings.HasPrefix(text, last+": ") || regexp.MustCompile(`^(An? |The )`+last+` `).MatchString(text),
		"%s: the comment on %s begins with another word: %.40q", dir, name, text)
}

// TestExamples looks for the names of mailsimtest and of the root that nothing
// shows: no Example, no test in examples/, none of the tutorial's, and, for what
// doors are built of, no door of ours. testdata/unshown.txt lists them, each with
// its reason. A name that is new there needs an example, or a reason why not.
func TestExamples(t *testing.T) {
	t.Parallel()
	var got []string
	all := map[string]bool{}
	for _, dir := range []string{".", "mailsimtest"} {
		used := shown(t, dir)
		for _, name := range names(documented(t, dir)) {
			last := name[strings.LastIndexByte(name, '.')+1:]
			name = strings.TrimPrefix(dir+": "+name, ".: ")
			all[name] = true
			if !used[last] {
				got = append(got, name)
			}
		}
	}
	want, err := os.ReadFile("testdata/unshown.txt")
	require.NoError(t, err)
	listed := map[string]bool{}
	reason := ""
	for line := range strings.Lines(string(want)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			reason = ""
		case strings.HasPrefix(line, "# "):
			reason = line
		default:
			assert.NotEmpty(t, reason, "%s has no reason", line)
			assert.True(t, all[line], "%s is gone", line)
			listed[line] = true
		}
	}
	for _, name := range got {
		assert.True(t, listed[name], "no example shows %s: write one, or give a reason in testdata/unshown.txt", name)
	}
}

// names lists the functions and methods of a package.
func names(p *doc.Package) (out []string) {
	for _, f := range p.Funcs {
		out = append(out, f.Name)
	}
	for _, typ := range p.Types {
		for _, f := range typ.Funcs {
			out = append(out, f.Name)
		}
		for _, m := range typ.Methods {
			if m.Level == 0 && !prescribed[m.Name] {
				out = append(out, typ.Name+"."+m.Name)
			}
		}
		out = append(out, asked(typ)...)
	}
	return out
}

// asked lists the methods of an exported interface.
func asked(typ *doc.Type) (out []string) {
	for _, spec := range typ.Decl.Specs {
		i, ok := spec.(*ast.TypeSpec).Type.(*ast.InterfaceType)
		if !ok || !ast.IsExported(typ.Name) {
			continue
		}
		for _, m := range i.Methods.List {
			for _, n := range m.Names {
				if n.IsExported() && !prescribed[n.Name] {
					out = append(out, typ.Name+"."+n.Name)
				}
			}
		}
	}
	return out
}

var selector = regexp.MustCompile(`\.([A-Z][A-Za-z]+)\b`)

// shown are the names that examples use. What an endpoint does, and what only
// doors need, is shown by the doors: each endpoint has a request and an answer in
// the reference at /docs.
func shown(t *testing.T, dir string) map[string]bool {
	t.Helper()
	globs := []string{"examples/*/*.go", "mailsimd/*.go", "mailsimtest/sketch_test.go", "mailsimtest/readme_test.go", dir + "/*example*_test.go"}
	if dir == "." {
		globs = append(globs, "mailsimtest/example*_test.go", "httpapi/*.go", "smtpd/*.go", "imapd/*.go", "aiwriter/*.go")
	}
	out := map[string]bool{}
	for _, glob := range globs {
		files, err := filepath.Glob(filepath.Join("../..", glob))
		require.NoError(t, err)
		require.NotEmpty(t, files, glob)
		for _, f := range files {
			if door := dir == "." && !strings.Contains(f, "example"); door && strings.HasSuffix(f, "_test.go") && !strings.Contains(f, "mailsimtest") {
				continue
			}
			src, err := os.ReadFile(f)
			require.NoError(t, err)
			for _, m := range selector.FindAllSubmatch(src, -1) {
				out[string(m[1])] = true
			}
		}
	}
	return out
}

// An alias of an internal type shows none of its fields in go doc.
func TestAliasesShowNothingInternal(t *testing.T) {
	t.Parallel()
	for _, dir := range public {
		cmd := exec.Command("go", "doc", "-all", ".")
		cmd.Dir = filepath.Join("../..", dir)
		out, err := cmd.Output()
		require.NoError(t, err)
		for line := range bytes.Lines(out) {
			assert.NotRegexp(t, `^type \w+ = \w+\.`, string(line), dir)
		}
	}
}
