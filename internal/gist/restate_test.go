package gist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRestate goes through testdata/restate: a line is a question or request and how its
// reader says it back,
//
//	question | affirmed | denied | task
//
// a part that is left out is not looked at, one that is "-" must be empty.
func TestRestate(t *testing.T) {
	t.Parallel()
	for code := range engines {
		data, err := os.ReadFile(filepath.Join("testdata", "restate", code+".txt"))
		require.NoError(t, err)
		n := 0
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			n++
			parts := strings.Split(line, "|")
			for i := range parts {
				parts[i] = strings.TrimSpace(parts[i])
			}
			got := Restate(code, parts[0], firstWord(parts[0]))
			for i, have := range []string{got.Yes, got.No, got.Do} {
				if i+1 < len(parts) && parts[i+1] != "" {
					assert.Equal(t, strings.TrimPrefix(parts[i+1], "-"), have, "%s: %s", code, parts[0])
				}
			}
		}
		assert.Greater(t, n, 20, code)
	}
}

func firstWord(s string) string {
	first, _, _ := strings.Cut(strings.ToLower(s), " ")
	return first
}

// TestRestateIsBounded: whatever stands in a sentence, what is said back is short and
// whole.
func TestRestateIsBounded(t *testing.T) {
	t.Parallel()
	for code := range engines {
		for _, piece := range []string{"could you send me ", "is the room ", "do you have ", "kannst du mir ", "pouvez-vous m'", "¿puede ", "and ", "if you ", "(", "\"", "\u00e9", "\xff", "you ", "of the ", ", ", "you're ", "not "} {
			for _, lead := range []string{"", "Could you ", "Is ", "Können Sie ", "Pouvez-vous ", "¿Puedes ", "Please "} {
				r := Restate(code, lead+strings.Repeat(piece, 400)+"?", "send")
				for _, s := range []string{r.Yes, r.No, r.Do, r.Free} {
					assert.LessOrEqual(t, len(s), maxRestated, "%s: %s%s", code, lead, piece)
					assert.LessOrEqual(t, len(strings.Fields(s)), maxRestatedWords+maxSubject+8, "%s: %s%s", code, lead, piece)
				}
			}
		}
	}
}

// TestRestateOfParts: whatever is cut off a sentence, before or behind, what remains does no harm.
func TestRestateOfParts(t *testing.T) {
	t.Parallel()
	for code := range engines {
		data, err := os.ReadFile(filepath.Join("testdata", "restate", code+".txt"))
		require.NoError(t, err)
		for line := range strings.Lines(string(data)) {
			text, _, _ := strings.Cut(line, "|")
			words := strings.Fields(text)
			for i := range words {
				for _, part := range [][]string{words[:i+1], words[i:], append(words[i:len(words):len(words)], words[:i]...)} {
					for other := range engines {
						r := Restate(other, strings.Join(part, " ")+"?", "")
						assert.LessOrEqual(t, len(r.Yes), maxRestated)
					}
				}
			}
		}
	}
}

// TestNothingIsRestatedInOtherLanguages that there are no rules for.
func TestNothingIsRestatedInOtherLanguages(t *testing.T) {
	t.Parallel()
	assert.Zero(t, Restate("it", "Can you come?", ""))
	assert.Zero(t, Restate("", "Can you come?", ""))
	assert.Zero(t, Restate("en", "CAN YOU COME ON FRIDAY?", ""))
}

// FuzzRestate: no text makes it panic or run over its bounds.
func FuzzRestate(f *testing.F) {
	for _, s := range []string{"Could you send me the form by Friday, please?", "Is Mrs Laidlaw still alive?", "Können Sie mir die Unterlagen schicken?", "Pouvez-vous m'envoyer la facture ?", "¿Me puede enviar la factura?", "Hast du schon?", "if", "you're, aren't you?", "please", "is the \xff"} {
		f.Add(s, "send")
	}
	f.Fuzz(func(t *testing.T, text, verb string) {
		for code := range engines {
			r := Restate(code, text, verb)
			for _, s := range []string{r.Yes, r.No, r.Do, r.Free} {
				if len(s) > maxRestated {
					t.Errorf("%s: %d bytes", code, len(s))
				}
			}
		}
	})
}
