package httpapi

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var rewriteReference = flag.Bool("mailsim.rewrite", false, "write docs/http.md anew from the table of routes")

// TestReference holds docs/http.md against the table of routes:
//
//	go test ./httpapi -run Reference -mailsim.rewrite
//
// TestExamples shows that its examples work.
func TestReference(t *testing.T) {
	t.Parallel()
	const file = "../docs/http.md"
	want := reference()
	if *rewriteReference {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
	}
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	require.True(t, want == string(got), "docs/http.md differs from the table of routes: write it anew by the command in the comment of this test")
}

const referenceHead = `# The HTTP API

A running ` + "`mailsimd`" + ` serves this reference at ` + "`/docs`" + `, and as OpenAPI at ` + "`/api/openapi.json`" + `.

Unless the endpoint says otherwise, every request needs a key: ` + "`Authorization: Bearer KEY`" + `. On a server with several universes, the header ` + "`X-Service-Universe`" + ` names the universe if the
key does not. Each key has a role: viewer, member or admin. A member may also do what a viewer may, and an admin everything. The plan of an organization limits which features it can use; without a plan, every feature is available.

Bodies and answers are JSON. An error is ` + "`{\"error\": \"text\"}`" + `, with one of these statuses:

| status | meaning |
| --- | --- |
| 400 | invalid value, or a field or parameter that the endpoint does not have |
| 401 | missing or wrong key |
| 402 | the plan lacks the feature |
| 403 | role too low |
| 404 | not found |
| 405 | the path has no such method |
| 408 | the wait timed out |
| 409 | not possible in the present state |
| 429 | too many requests: see the header ` + "`Retry-After`" + ` |
| 500 | server error |
| 503 | not available now: see the header ` + "`Retry-After`" + ` |
| 507 | storage limit reached |

In the examples, ` + "`SERVICE_URL`" + ` is the server's URL, such as http://127.0.0.1:8025, and ` + "`SERVICE_API_KEY`" + ` is the key.
`

// reference is the reference as Markdown.
func reference() string {
	var b strings.Builder
	b.WriteString(referenceHead)
	group := ""
	for _, r := range table() {
		if r.Group != group {
			group = r.Group
			fmt.Fprintf(&b, "\n## %s\n", group)
		}
		r.docs().writeTo(&b)
	}
	return b.String()
}

func (row docsRow) writeTo(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s /api%s\n\n%s\n\n", row.Method, row.Path, row.Summary)
	needs := "no key"
	if row.Role != nobody {
		needs = "role " + string(row.Role)
	}
	if row.Feature != "" {
		needs += ", and a plan with the feature `" + string(row.Feature) + "`"
	}
	fmt.Fprintf(b, "Needs: %s. In Go: `%s`.\n", needs, row.Calls)
	if len(row.Params) > 0 {
		b.WriteString("\n| parameter | in | type | |\n| --- | --- | --- | --- |\n")
		for _, p := range row.Params {
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", p.Name, p.In, p.Type, strings.ReplaceAll(p.Doc, "|", `\|`))
		}
	}
	fmt.Fprintf(b, "\n```sh\n%s\n```\n", row.Request)
	if row.Body != "" {
		b.WriteString("\nBody")
		if row.Required != "" {
			b.WriteString(", required: " + row.Required)
		}
		fmt.Fprintf(b, ":\n\n```json\n%s\n```\n", row.Body)
	}
	if row.Takes != "" {
		fmt.Fprintf(b, "\nBody: %s.\n", row.Takes)
	}
	if row.Gives != "" {
		fmt.Fprintf(b, "\nAnswer: %s.\n", row.Gives)
		return
	}
	fmt.Fprintf(b, "\nAnswer:\n\n```json\n%s\n```\n", row.Answer)
}
