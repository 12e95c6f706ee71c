// Package apicheck looks at the public packages as a user of them would: every
// type can be named, every name is explained.
package apicheck

import (
	"encoding/json"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/mailsim/mailsim"

// listed is what go list tells of a package.
type listed struct {
	ImportPath, Name, Dir, Export string
	DepOnly                       bool
	Imports                       []string
}

// list runs go list over the module.
func list(t *testing.T, args ...string) (out []listed) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Name,Dir,Export,DepOnly,Imports"}, args...)...)
	cmd.Dir, cmd.Stderr = "../..", os.Stderr
	stdout, err := cmd.Output()
	require.NoError(t, err)
	for dec := json.NewDecoder(strings.NewReader(string(stdout))); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			return out
		}
		require.NoError(t, err)
		out = append(out, p)
	}
}

// isPublic tells whether users can import a package.
func isPublic(path string) bool {
	return (path == module || strings.HasPrefix(path, module+"/")) && !strings.Contains(path+"/", "/internal/") && !strings.Contains(path, "/examples/")
}

// TestEveryTypeCanBeNamed fails on an exported field, parameter or result whose
// type lives in an internal package under no public name: nobody could declare a
// variable of it.
func TestEveryTypeCanBeNamed(t *testing.T) {
	t.Parallel()
	exports := map[string]string{}
	var public []string
	for _, p := range list(t, "-export", "-deps", "./...") {
		exports[p.ImportPath] = p.Export
		if isPublic(p.ImportPath) && p.Name != "main" && p.Export != "" {
			public = append(public, p.ImportPath)
		}
	}
	load := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	w := walker{named: map[*types.TypeName]bool{}, seen: map[types.Type]bool{}}
	var packages []*types.Package
	for _, path := range public {
		pkg, err := load.Import(path)
		require.NoError(t, err)
		packages = append(packages, pkg)
		w.publish(pkg.Scope())
	}
	for _, pkg := range packages {
		for _, name := range pkg.Scope().Names() {
			if obj := pkg.Scope().Lookup(name); obj.Exported() {
				w.visit(obj.Type(), pkg.Name()+"."+name)
			}
		}
	}
	assert.Empty(t, w.found)
	assert.Greater(t, len(w.seen), 500, "the walk has seen the API")
}

// kept are methods of mailsim.Stored and imapd.Message by which the packages of
// this module hand parsed mail to each other as it lies. Users have Bytes.
var kept = map[string]bool{"Structure": true, "Header": true, "HasHeader": true, "ContainsText": true}

// walker goes through all types that users can reach.
type walker struct {
	named map[*types.TypeName]bool // internal types with a public name
	seen  map[types.Type]bool
	found []string
}

// publish notes the public names of internal types.
func (w *walker) publish(scope *types.Scope) {
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !obj.Exported() || !obj.IsAlias() {
			continue
		}
		if n, ok := types.Unalias(obj.Type()).(*types.Named); ok {
			w.named[n.Obj()] = true
		}
	}
}

func (w *walker) visit(t types.Type, where string) {
	t = types.Unalias(t)
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		w.visitNamed(t, where)
	case *types.Pointer:
		w.visit(t.Elem(), where)
	case *types.Slice:
		w.visit(t.Elem(), where)
	case *types.Array:
		w.visit(t.Elem(), where)
	case *types.Chan:
		w.visit(t.Elem(), where)
	case *types.Map:
		w.visit(t.Key(), where)
		w.visit(t.Elem(), where)
	case *types.Tuple:
		for v := range t.Variables() {
			w.visit(v.Type(), where)
		}
	case *types.Signature:
		w.visit(t.Params(), where)
		w.visit(t.Results(), where)
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				w.visit(f.Type(), where+"."+f.Name())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() && !kept[m.Name()] {
				w.visit(m.Type(), where+"."+m.Name())
			}
		}
	}
}

func (w *walker) visitNamed(t *types.Named, where string) {
	for arg := range t.TypeArgs().Types() {
		w.visit(arg, where)
	}
	obj := t.Obj()
	if obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path(), module) {
		return
	}
	if !isPublic(obj.Pkg().Path()) && !w.named[t.Origin().Obj()] {
		w.found = append(w.found, where+" is a "+obj.Pkg().Path()+"."+obj.Name())
		slices.Sort(w.found)
	}
	if !obj.Exported() {
		return // options are functions on such a type, which users never touch
	}
	w.visit(t.Underlying(), where)
	for m := range t.Methods() {
		if m.Exported() && !kept[m.Name()] {
			w.visit(m.Type(), where+"."+m.Name())
		}
	}
}
