package gist

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// kindFloor is the share of questions, in percent, whose kind is read right.
const kindFloor = 77

// sameKind are kinds that one answer does for.
var sameKind = map[Ask]Ask{AskDeadline: AskDate, AskMeet: AskDate, AskSum: AskNumber, AskVersion: AskIdentifier, AskAddress: AskPlace}

// TestQuestionsAreReadByTheirKind reads questions as people put them, one a mail.
func TestQuestionsAreReadByTheirKind(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/kinds.txt")
	require.NoError(t, err)
	kin := func(a Ask) Ask {
		if k, ok := sameKind[a]; ok {
			return k
		}
		return a
	}
	var kind Ask
	all, right := 0, 0
	wrong := map[Ask]map[Ask]int{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			kind = Ask(strings.Trim(line, "[]"))
			wrong[kind] = map[Ask]int{}
		default:
			all++
			got := Ask("nothing")
			for _, q := range Read("A question", "Hello,\n\n"+line+"\n\nBest regards").Questions {
				if got = q.Ask; kin(got) == kin(kind) {
					break
				}
			}
			if kin(got) == kin(kind) {
				right++
				continue
			}
			wrong[kind][got]++
			if testing.Verbose() {
				t.Logf("%s as %s: %s", kind, got, line)
			}
		}
	}
	t.Logf("%d of %d; wrong: %v", right, all, wrong)
	assert.GreaterOrEqual(t, 100*right, kindFloor*all)
}

// TestThingsAreGone: what is gone is somebody only if a person is named.
func TestThingsAreGone(t *testing.T) {
	t.Parallel()
	for text, dead := range map[string]bool{
		"We're down to 9 for Sunday, Jonno's hamstring has gone.": false,
		"The last of the cake is gone.":                           false,
		"I am sorry to tell you that Dad is gone.":                true,
	} {
		g := Read("", text)
		assert.Equal(t, dead, slices.ContainsFunc(g.Acts, func(a Act) bool { return a.Kind == Condolence }), "%s %v", text, g.Acts)
	}
}
