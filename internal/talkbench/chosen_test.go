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

// chosen are mails that leave something to choose, with words of which each answer has one.
var chosen = []struct{ body, says string }{
	{"I found two lamps. The tall one is brighter. The short one is cheaper. Which should I buy, and why?", "brighter|cheaper"},
	{"There are two ways. The lane is flat, four miles at most. The hill path has the views. We'd be five, or six if Ines comes. Which do you fancy?", "lane|hill path"},
	{"They sent me two stools. The Orlo has a steel foot. It is £80. The Tenna is softer. It is £120. Which would you prefer?", "Orlo|Tenna"},
	{"Would morning or afternoon be better?", "[Mm]orning|[Aa]fternoon"},
	{"Somebody has to fetch the keys. Is that me or Otto?", "[Yy]ou|Otto"},
}

// TestChosenIsNamed: who chooses names one of the things, and says of it what the mail says.
func TestChosenIsNamed(t *testing.T) {
	t.Parallel()
	var list []asked
	for i, s := range chosen {
		list = append(list, asked{ID: fmt.Sprint(i), From: fmt.Sprintf("dina@site%d.test", i), FromName: "Dina Ford", Temperament: "responsive", Name: "Ann Archer", Subject: "A question",
			Body: "Ann,\n\n" + s.body + "\n\nDina"})
	}
	var out bytes.Buffer
	answerMails(t, &out, list)
	for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		var p pair
		require.NoError(t, json.Unmarshal([]byte(line), &p))
		assert.Regexp(t, chosen[i].says, p.Reply, chosen[i].body)
	}
}
