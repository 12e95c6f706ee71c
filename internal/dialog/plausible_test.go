package dialog

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

//go:embed testdata/plausible.txt
var plausible string

// TestValuesArePlausible asks twelve people each question.
func TestValuesArePlausible(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(plausible) {
		f := strings.SplitN(strings.TrimSpace(line), "|", 5)
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		if len(f) < 5 || strings.HasPrefix(f[0], "#") {
			continue
		}
		for seed := range 12 {
			q := gist.Question{Ask: gist.Ask(f[0]), Topic: f[1], Unit: f[2], Text: f[3], Of: gist.OfReader}
			if strings.HasPrefix(f[3], "How many") {
				q.Kind = "how many"
			}
			g := gist.Gist{Questions: []gist.Question{q}}
			if q.Ask == gist.AskTime {
				g.Dates = []string{"8:30"} // hours are counted to 24
			}
			i := in(fmt.Sprint(seed), g)
			i.Me.Temperament = "procedural"
			out := Plan(i)
			require.NotEmpty(t, out.Moves)
			said := out.Moves[0].Values["value"] + out.Moves[0].Values["reason"] + out.Moves[0].Values["way"]
			holds(t, f[3], said, f[4])
		}
	}
}

var rangeRE = regexp.MustCompile(`^(\d+)-(\d+)$`)
var figureRE = regexp.MustCompile(`\d[\d,]*`)

func holds(t *testing.T, question, said, want string) {
	t.Helper()
	m := rangeRE.FindStringSubmatch(want)
	if m == nil {
		assert.Regexp(t, "(?i)"+want, said, question)
		return
	}
	low, _ := strconv.Atoi(m[1])
	high, _ := strconv.Atoi(m[2])
	n, err := strconv.Atoi(strings.ReplaceAll(figureRE.FindString(said), ",", ""))
	assert.NoError(t, err, "%s %q", question, said)
	assert.GreaterOrEqual(t, n, low, "%s %q", question, said)
	assert.LessOrEqual(t, n, high, "%s %q", question, said)
}

// TestPricesAreInTheMailsCurrency: what the mail prices is something else, or the same.
func TestPricesAreInTheMailsCurrency(t *testing.T) {
	t.Parallel()
	for seed := range 12 {
		g := gist.Gist{Amounts: []string{"£640"}, Questions: []gist.Question{{Ask: gist.AskMoney, Text: "How much should we ask per slice?"}}}
		out := Plan(in(fmt.Sprint(seed), g))
		assert.Regexp(t, `^£[12](\.\d0)?$`, out.Moves[0].Values["value"])
		g.Amounts = []string{"£1.50"}
		out = Plan(in(fmt.Sprint(seed), g))
		assert.Regexp(t, `^£1\.[2-7]0$`, out.Moves[0].Values["value"])
	}
}

// TestNobodyInventsWhatHasNoClass: then they do not know, or look it up.
func TestNobodyInventsWhatHasNoClass(t *testing.T) {
	t.Parallel()
	for seed := range 12 {
		out := Plan(in(fmt.Sprint(seed), gist.Gist{Questions: []gist.Question{ask(gist.AskWhat, "the zeugma", "What is the zeugma?")}}))
		require.Len(t, out.Moves, 1)
		assert.Contains(t, []string{"answer.unknown", "answer.defer"}, out.Moves[0].Slot)
		assert.Empty(t, out.Claims)
	}
}

// TestWhatIsLookedUpIsPromised: once in a mail, for all that has to be looked up; whoever has
// promised it before, or is to answer now, says frankly that they do not know.
func TestWhatIsLookedUpIsPromised(t *testing.T) {
	t.Parallel()
	zeugma := ask(gist.AskWhat, "the zeugma", "What is the zeugma?")
	ferret := ask(gist.AskWhat, "", "What became of the ferret?")
	meal := ask(gist.AskMeet, "", "Are you free on Friday?")
	meal.Options = []string{"Friday"}
	g := gist.Gist{Questions: []gist.Question{zeugma}}
	assert.Equal(t, []string{"answer.defer"}, slotsOf(Plan(in("one", g))))
	i := in("now", g)
	i.Prompt = true
	assert.Equal(t, []string{"answer.open.look.topic"}, slotsOf(Plan(i)))
	out := Plan(in("rest", gist.Gist{Questions: []gist.Question{meal, zeugma, ferret}}))
	assert.Equal(t, "answer.defer.rest", out.Moves[len(out.Moves)-1].Slot)
	assert.NotEmpty(t, out.Moves[len(out.Moves)-1].Due)
}
