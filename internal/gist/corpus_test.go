package gist

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

//go:embed testdata/questions.txt
var questionRows string

type row struct {
	line              int
	kind, text, extra string
}

func rows(text string) []row {
	var out []row
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(line, " | ", 3)
		r := row{line: n, kind: strings.TrimSpace(parts[0]), text: strings.ReplaceAll(parts[1], `\n`, "\n")}
		if len(parts) == 3 {
			r.extra = strings.TrimSpace(parts[2])
		}
		out = append(out, r)
	}
	return out
}

// share fails when less than want of the rows are right, and names the wrong ones.
func share(t *testing.T, want float64, wrong []string, of int) {
	t.Helper()
	got := 1 - float64(len(wrong))/float64(of)
	for _, w := range wrong {
		t.Log(w)
	}
	assert.GreaterOrEqual(t, got, want, "%d of %d are read wrong", len(wrong), of)
}

// TestKindsOfQuestions: the last question of each row is of its kind, with what it holds.
func TestKindsOfQuestions(t *testing.T) {
	t.Parallel()
	list := rows(questionRows)
	var kinds, extras []string
	with := 0
	for _, r := range list {
		g := Read("", r.text)
		if len(g.Questions) == 0 {
			kinds = append(kinds, fmt.Sprintf("%d: no question in %q (%d requests)", r.line, r.text, len(g.Requests)))
			continue
		}
		q := g.Questions[len(g.Questions)-1]
		if string(q.Ask) != r.kind {
			kinds = append(kinds, fmt.Sprintf("%d: %s, not %s: %q", r.line, q.Ask, r.kind, r.text))
			continue
		}
		if r.extra == "" {
			continue
		}
		with++
		got := strings.Join(q.Options, "; ")
		switch q.Ask {
		case AskYesNo:
			got = q.Echo + "; " + q.Denial
		case AskRating:
			got = fmt.Sprintf("%d-%d", q.Low, q.High)
		case AskNumber:
			got = q.Unit
		case AskSum:
			got = q.Result
		}
		if got != r.extra {
			extras = append(extras, fmt.Sprintf("%d: %q, not %q: %q", r.line, got, r.extra, r.text))
		}
	}
	share(t, 0.97, kinds, len(list))
	share(t, 0.95, extras, with)
}

//go:embed testdata/acts.txt
var actRows string

// TestActs: the act of a row is read, or is not, with its value.
func TestActs(t *testing.T) {
	t.Parallel()
	list := rows(actRows)
	var wrong []string
	for _, r := range list {
		kind, not := strings.CutPrefix(r.kind, "!")
		g := Read("", r.text)
		at := slices.IndexFunc(g.Acts, func(a Act) bool { return string(a.Kind) == kind })
		switch {
		case (at < 0) != not:
			wrong = append(wrong, fmt.Sprintf("%d: %s: %q %v", r.line, r.kind, r.text, kindsOf(g.Acts)))
		case r.extra != "" && g.Acts[at].Value != r.extra:
			wrong = append(wrong, fmt.Sprintf("%d: %q, not %q: %q", r.line, g.Acts[at].Value, r.extra, r.text))
		}
	}
	share(t, 0.97, wrong, len(list))
}

// TestNotTheseActs: what looks like an act by its words only.
func TestNotTheseActs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		not  ActKind
		text string
	}{
		{Leaving, "I read the new chapter nine in the bath last night."},
		{Praising, "I keep bees now, best decision I ever made."},
		{WantsApproval, "Before we can approve the plan we require a drawing of the porch."},
	} {
		assert.NotContains(t, kindsOf(Read("", c.text).Acts), c.not, c.text)
	}
	assert.Contains(t, kindsOf(Read("", "Can you please approve the drawing?").Acts), WantsApproval)
}

func kindsOf(acts []Act) (out []ActKind) {
	for _, a := range acts {
		out = append(out, a.Kind)
	}
	return out
}

//go:embed testdata/machine.txt
var machineRows string

// TestMachines: what programs and crooks write is known, and never a person's mail taken for it.
func TestMachines(t *testing.T) {
	t.Parallel()
	var wrong []string
	machines := 0
	for _, r := range rows(machineRows) {
		got := Read("", r.text).Machine
		if r.kind == "person" {
			assert.Empty(t, got, r.text)
			continue
		}
		machines++
		if string(got) != r.kind {
			wrong = append(wrong, fmt.Sprintf("%d: %q, not %s: %q", r.line, got, r.kind, r.text))
		}
	}
	share(t, 0.95, wrong, machines)
	for _, text := range []string{questionRows, actRows} {
		for _, r := range rows(text) {
			assert.Empty(t, Read("", r.text).Machine, r.text)
		}
	}
}
