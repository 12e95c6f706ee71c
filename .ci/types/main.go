// Command types type-checks all packages of the module for other systems, given as
// GOOS/GOARCH, from source, and their tests for those but js. What does not depend on the
// system is compiled and linked by other checks; here only types can differ, and to compile
// the standard library for each system would take ten times as long.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	failed := false
	for _, target := range os.Args[1:] {
		n, errs := check(target)
		fmt.Printf("types of %s: %d packages, %d errors\n", target, n, len(errs))
		for _, err := range errs {
			fmt.Println(err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// listed is a package as go list describes it, those it imports before it.
type listed struct {
	Dir, ImportPath string
	GoFiles         []string
	ImportMap       map[string]string
	Module          *struct {
		Main      bool
		GoVersion string
	}
}

// check returns how many packages of the module it has checked, and what is wrong.
func check(target string) (n int, errs []error) {
	goos, goarch, _ := strings.Cut(target, "/")
	tests := goos != "js" // where no server can listen, there is little to test
	list := exec.Command("go", "list", "-deps", fmt.Sprintf("-test=%t", tests), "-json=Dir,ImportPath,GoFiles,ImportMap,Module", "./...")
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		return 0, []error{err}
	}
	if err := list.Start(); err != nil {
		return 0, []error{err}
	}
	known := importer{"unsafe": types.Unsafe}
	files := token.NewFileSet()
	for packages := json.NewDecoder(out); ; {
		var p listed
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return n, append(errs, err)
		}
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") {
			continue // made, not written
		}
		own := p.Module != nil && p.Module.Main
		c := types.Config{
			Importer: mapped{known, p.ImportMap}, Sizes: types.SizesFor("gc", goarch),
			IgnoreFuncBodies: !own, FakeImportC: true, // what others have written is only imported
			Error: func(err error) {
				if own {
					errs = append(errs, err)
				}
			},
		}
		if p.Module != nil && p.Module.GoVersion != "" {
			c.GoVersion = "go" + p.Module.GoVersion
		}
		var parsed []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			parsed = append(parsed, f)
		}
		path, _, _ := strings.Cut(p.ImportPath, " ") // without what it is built for
		known[p.ImportPath], _ = c.Check(path, files, parsed, nil)
		if own {
			n++
		}
	}
	if err := list.Wait(); err != nil {
		errs = append(errs, fmt.Errorf("go list: %w", err))
	}
	if n == 0 {
		errs = append(errs, errors.New("there is nothing to check"))
	}
	return n, errs
}

type importer map[string]*types.Package

// mapped finds what a package means by a path: in tests, and in the standard library, it may
// be another one.
type mapped struct {
	known importer
	paths map[string]string
}

func (m mapped) Import(path string) (*types.Package, error) {
	if to := m.paths[path]; to != "" {
		path = to
	}
	if p := m.known[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not listed before", path)
}
