package engine_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// TestNothingIsSortedUnderTheReadLock reads the code of the package: what a function
// given to read does itself is no sorting. Records never change, so that their pointers
// are copied there, and put in order and read later.
func TestNothingIsSortedUnderTheReadLock(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../*/*.go")
	require.NoError(t, err)
	files, seen := token.NewFileSet(), 0
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testkit") {
			continue
		}
		f, err := parser.ParseFile(files, path, nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			if read, ok := call.Fun.(*ast.SelectorExpr); !ok || read.Sel.Name != "Read" {
				return true
			}
			body, ok := call.Args[0].(*ast.FuncLit)
			if !ok {
				return true
			}
			seen++
			ast.Inspect(body, func(n ast.Node) bool {
				if name := calledName(n); name == "Under" || name == "Keys" || strings.HasPrefix(name, "Sort") {
					t.Errorf("%s: %s is called under the read lock", files.Position(n.Pos()), name)
				}
				return true
			})
			return true
		})
	}
	assert.Greater(t, seen, 50)
}

// calledName is the name of the function that a node calls, "" for other nodes.
func calledName(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

// BenchmarkLists lists among 20,000 people, as many logins and cases, and as many jobs
// that have ended.
func BenchmarkLists(b *testing.B) {
	const n = 20_000
	u, err := engine.New(mailsim.Options{HashCost: 4})
	require.NoError(b, err)
	defer u.Close()
	require.NoError(b, u.Update(context.Background(), func(t *state.Tx) error {
		for i := range n {
			address := fmt.Sprintf("box%d@client.test", i)
			p, err := people.Add(t, mailsim.Persona{Addresses: []string{address}, ExternalIDs: map[string]string{"crm": fmt.Sprint(i)}}, people.ProviderAPI)
			if err != nil {
				return err
			}
			state.Put(t, login.Table.In(t.State), address, &login.Record{Address: address, Login: true})
			state.Put(t, people.CaseTable.In(t.State), fmt.Sprint(i), &people.Case{Case: mailsim.Case{ID: fmt.Sprint(i)}})
			jobs.Cancel(t, jobs.Schedule(t, mailsim.JobInitiate, p.Owner(), t.Now, mailsim.Job{}, jobs.Args{}), "done with")
		}
		return nil
	}))
	one := u.Personas()[n/2].ID
	for name, list := range map[string]func(){
		"mailboxes": func() { u.Mailboxes() }, "logins": func() { u.Logins() }, "cases": func() { u.Cases() }, "status": func() { u.Status() },
		"external": func() {
			_, _ = u.AddMemoryByExternal(context.Background(), "crm", fmt.Sprint(n/2), mailsim.Note{Text: "x"})
		},
		"jobs-of-one":  func() { _, _ = u.Jobs(mailsim.JobFilter{PersonaID: one}) },
		"jobs-pending": func() { _, _ = u.Jobs(mailsim.JobFilter{State: mailsim.StatePending}) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				list()
			}
		})
	}
}
