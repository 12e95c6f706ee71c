package talkbench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// short are mails that are answered shortly, with words that no answer says back.
var short = []struct{ body, not string }{
	{"How do we handle the keys of the boathouse on Saturday?", "boathouse"},
	{"Have you had a chance to look at the drawings for the loft?", "a chance"},
	{"Did you get round to mending the gate by the pond?", "get round|got round"},
	{"Has the invoice for the scaffolding been paid?", "scaffolding"},
	{"Have you been able to order the new motor for the cold store?", "cold store"},
	{"Could you put the heating in the vestry on at six?", "vestry on at"},
	{"Could you bring the folding chairs from the vestry on Sunday morning?", "from the vestry"},
	{"Hast du die Anzahlung für das Zelt schon überwiesen?", "für das Zelt"},
	{"Avez-vous eu le temps de relire le contrat du traiteur ?", "traiteur"},
	{"¿Has podido revisar el contrato del local?", "del local"},
}

// TestAnswersAreShort: what a question has just named is not said back with all its words.
func TestAnswersAreShort(t *testing.T) {
	t.Parallel()
	var list []asked
	for i, s := range short {
		name := []string{"Ann Archer", "Bea Bell", "Carl Crane"}[i%3]
		list = append(list, asked{ID: fmt.Sprint(i), From: fmt.Sprintf("dina@site%d.test", i), FromName: "Dina Ford", Temperament: "responsive", Name: name, Subject: "A question",
			Body: strings.Fields(name)[0] + ",\n\n" + s.body + "\n\nDina"})
	}
	var out bytes.Buffer
	answerMails(t, &out, list)
	for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		var p pair
		require.NoError(t, json.Unmarshal([]byte(line), &p))
		for no := range strings.SplitSeq(short[i].not, "|") {
			assert.NotContains(t, p.Reply, no, short[i].body)
		}
	}
}
