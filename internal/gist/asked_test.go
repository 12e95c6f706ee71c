package gist

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOtherLanguagesAreRead reads short mails of testdata/asked, each with the question,
// act, request or promise that is to be found in it.
func TestOtherLanguagesAreRead(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/asked/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		code := strings.TrimSuffix(filepath.Base(file), ".txt")
		all, right := 0, 0
		for line := range strings.Lines(string(data)) {
			want, text, found := strings.Cut(line, "|")
			if !found {
				continue
			}
			all++
			g := Read("", strings.TrimSpace(text))
			if g.Language == code && found && reads(g, strings.TrimSpace(want)) {
				right++
			} else {
				t.Logf("%s: %s not found in %q", code, want, text)
			}
		}
		assert.Greater(t, all, 50, code)
		assert.GreaterOrEqual(t, right*10, all*9, code)
	}
}

// reads reports whether a question or act of a kind was found.
func reads(g Gist, want string) bool {
	for _, q := range g.Questions {
		if string(q.Ask) == want {
			return true
		}
	}
	for _, a := range g.Acts {
		if string(a.Kind) == want {
			return true
		}
	}
	return want == "request" && len(g.Requests) > 0 || want == "promise" && len(g.Promises) > 0
}

func TestNounPhrasesWithArticles(t *testing.T) {
	t.Parallel()
	for text, topic := range map[string]string{
		"Haben Sie den neuen Vertrag schon unterschrieben?": "der Vertrag",
		"Was kostet die Reparatur des Druckers?":            "die Reparatur",
		"Wo ist das Ladegerät?":                             "das Ladegerät",
		"Quel est le prix de l'abonnement ?":                "le prix de l'abonnement",
		"Où en est la livraison ?":                          "la livraison",
		"Qui s'occupe de votre offre ?":                     "l'offre",
	} {
		g := Read("", text)
		if assert.NotEmpty(t, g.Questions, text) {
			assert.Equal(t, topic, g.Questions[0].Topic, text)
		}
	}
}

// TestOptionsWithArticles: the options of a choice keep their articles, and what is elided
// stands close; a day or an hour has none, and a time of day gets one.
func TestOptionsWithArticles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Préférez-vous le train ou la voiture ?":             {"le train", "la voiture"},
		"Préférez-vous l'avion ou le train ?":                {"l'avion", "le train"},
		"Préférez-vous le matin ou l’après-midi ?":           {"le matin", "l’après-midi"},
		"Vous préférez matin ou après-midi ?":                {"le matin", "l'après-midi"},
		"Vous préférez du thé ou de l'eau ?":                 {"thé", "de l'eau"},
		"Prefiere el tren o el coche?":                       {"el tren", "el coche"},
		"On se voit le 26 ou le 27 mars pour la signature ?": {"26 mars", "27 mars"},
	} {
		g := Read("", text)
		if assert.NotEmpty(t, g.Questions, text) {
			assert.Equal(t, want, g.Questions[0].Options, text)
		}
	}
}

// TestKindsOfWhatIsAsked: "which glass" is one of the glasses that the sentence before names.
func TestKindsOfWhatIsAsked(t *testing.T) {
	t.Parallel()
	g := Read("", "With normal glass both come to 164, with museum glass to 238. Which glass should I use?")
	require.Len(t, g.Questions, 1)
	assert.Equal(t, []string{"normal glass", "museum glass"}, g.Questions[0].Options)
}

// TestQuestionIsNoGreeting: a short question that begins with "and" is one.
func TestQuestionIsNoGreeting(t *testing.T) {
	t.Parallel()
	assert.Len(t, Read("", "And how many in all?").Questions, 1)
}

// TestWhereOfASpanTells: "where" behind a span of time asks for no place.
func TestWhereOfASpanTells(t *testing.T) {
	t.Parallel()
	for body, asks := range map[string]bool{
		"I only wanted to say that it was the first meeting in weeks where nobody shouted.": false,
		"Please let me know where the keys are.":                                            true,
		"Please tell me the day and where we meet.":                                         true,
	} {
		asked := slices.ContainsFunc(Read("", body).Questions, func(q Question) bool { return q.Kind == "where" })
		assert.Equal(t, asks, asked, body)
	}
}
