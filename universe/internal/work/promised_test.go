package work_test

import (
	"fmt"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestPutOffAnswerComes: who has to look up a number tells it later, says the same number
// when asked again, and the promise is told of and counted.
func TestPutOffAnswerComes(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	number := regexp.MustCompile(`\d{3,}`)
	var id string
	for i := 0; id == ""; i++ {
		require.Less(t, i, 60, "nobody puts an answer off")
		at := fmt.Sprintf("ben%c%c@client.test", 'a'+i/26, 'a'+i%26)
		testkit.AddPerson(t, u, at, func(p *mailsim.Persona) { p.Behaviors.DoubleReply, p.Behaviors.KeepPromises = new(0.0), new(1.0) })
		testkit.SendTo(t, u, at, "The boiler", "What is the serial number, please?")
		testkit.Advance(t, u, 6*time.Hour)
		for _, e := range testkit.EventsOf[mailsim.PersonaPromised](u) {
			assert.True(t, e.WillKeep)
			id = e.PersonaID
		}
	}
	testkit.Advance(t, u, 10*testkit.Day)
	var told []mailsim.PersonaSent
	for _, e := range testkit.EventsOf[mailsim.PersonaSent](u) {
		if e.PersonaID == id {
			told = append(told, e)
		}
	}
	require.Len(t, told, 2)
	require.Equal(t, "deliver", told[1].Kind)
	value := number.FindString(told[1].Text)
	require.NotEmpty(t, value, told[1].Text)
	require.NotContains(t, told[0].Text, value)
	p := testkit.Insights(t, u, mailsim.InsightFilter{}).Promises
	assert.Equal(t, mailsim.PromiseInsight{Made: 1, Kept: 1}, p)

	testkit.SendTo(t, u, testkit.Person(t, u, id).Addresses[0], "The boiler, again", "What is the serial number, please?")
	testkit.Advance(t, u, 3*testkit.Day)
	sent := testkit.EventsOf[mailsim.PersonaSent](u)
	assert.Equal(t, value, number.FindString(sent[len(sent)-1].Text), sent[len(sent)-1].Text)
}
