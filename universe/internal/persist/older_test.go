package persist_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/persist"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// firstFormat is a saved universe as versions of format 1 wrote it.
func firstFormat(t *testing.T, saved string) string {
	t.Helper()
	l, err := persist.ReadSaved(strings.NewReader(saved))
	require.NoError(t, err)
	without := func(table, key string, change func(record map[string]any)) {
		var record map[string]any
		d := json.NewDecoder(strings.NewReader(string(l.Records[table][key])))
		d.UseNumber()
		require.NoError(t, d.Decode(&record))
		change(record)
		text, err := json.Marshal(record)
		require.NoError(t, err)
		l.Records[table][key] = text
	}
	delete(l.Records, "used")
	delete(l.Records, "tempfail")
	for key := range l.Records["talk"] {
		without("talk", key, func(r map[string]any) { delete(r, "used") })
	}
	without("settings", "", func(r map[string]any) {
		if retention, ok := r["retention"].(map[string]any); ok {
			delete(retention, "memory_days")
		}
	})
	without(persist.StateTable, "", func(r map[string]any) {
		r["format"] = 1
		if swept, ok := r["swept"].(map[string]any); ok {
			delete(swept, "counted")
			delete(swept, "memory")
		}
	})
	return testkit.Written(t, l)
}

// TestLoadsTheFirstFormat, which told nothing about memory_days: it is 0, so that
// nothing is forgotten. Set later, it counts from the day of the save on for what has
// no day of its own.
func TestLoadsTheFirstFormat(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Bounds: mailsim.Bounds{Mails: 1000}})
	anna := testkit.AddPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(1.0) })
	ask := func(u *engine.Universe, from string) {
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: from, To: []string{"anna@client.test"}, Subject: "A question", Text: "Can you tell me when you are there?"})
		require.NoError(t, err)
	}
	ask(u, "me@app.test")
	_, err := u.Tempfail(context.Background(), "a@x.test", "b@y.test")
	require.NoError(t, err)
	testkit.Advance(t, u, 40*testkit.Day)
	ask(u, "you@app.test")
	testkit.Advance(t, u, 5*testkit.Day)
	old := firstFormat(t, testkit.Saved(t, u))

	v := testkit.Load(t, old, testkit.LoadOptions())
	assert.Equal(t, mailsim.Retention{}, v.Retention())
	testkit.Advance(t, v, 400*testkit.Day)
	held := func(u *engine.Universe) (n [3]int) {
		rel, err := u.Relations(anna.ID)
		require.NoError(t, err)
		u.Read(func(v state.View) {
			n = [3]int{len(rel.Relations), people.TalkTable.In(v.State).Len(), state.Uses.In(v.State).Len()}
		})
		return n
	}
	all := held(u)
	assert.Equal(t, 2, all[0])
	assert.Equal(t, 2, all[1])
	assert.Equal(t, all, held(v), "nothing is forgotten")
	first, err := v.Tempfail(context.Background(), "a@x.test", "b@y.test")
	require.NoError(t, err)
	assert.False(t, first, "it was deferred before the save")

	v = testkit.Load(t, old, testkit.LoadOptions())
	_, err = v.SetRetention(context.Background(), mailsim.Retention{MemoryDays: 20})
	require.NoError(t, err)
	testkit.Prune(t, v)
	assert.Equal(t, 1, held(v)[0], "a relation has its day")
	assert.Equal(t, all[1:], slices.Collect(func(yield func(int) bool) { n := held(v); _ = yield(n[1]) && yield(n[2]) }), "the others were used on the day of the save")
	testkit.Advance(t, v, 19*testkit.Day)
	assert.Equal(t, 2, held(v)[1])
	testkit.Advance(t, v, 30*testkit.Day)
	assert.Equal(t, [3]int{}, held(v))

	again := testkit.Load(t, testkit.Saved(t, testkit.Load(t, old, testkit.LoadOptions())), testkit.LoadOptions())
	assert.Equal(t, all, held(again), "and is written by the format of today")
}

// TestFormatTellsOlderVersions: a version that does not know a table refuses the
// content by its format, and calls nothing damaged that is only newer.
func TestFormatTellsOlderVersions(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	require.NoError(t, testkit.SendHello(u, "anna@client.test"))
	saved := testkit.Saved(t, u)
	l, err := persist.ReadSaved(strings.NewReader(saved))
	require.NoError(t, err)
	newer := strings.Replace(string(l.Records[persist.StateTable][""]), fmt.Sprintf(`"format":%d`, persist.Format), fmt.Sprintf(`"format":%d`, persist.Format+1), 1)
	later := testkit.WithRecord(t, testkit.WithRecord(t, saved, "table of tomorrow", "x", "1"), persist.StateTable, "", newer)
	_, err = engine.Load(strings.NewReader(later), testkit.LoadOptions())
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.ErrorContains(t, err, fmt.Sprintf("written by a later version of mailsim (format %d): update mailsim", persist.Format+1))
	_, err = engine.Load(strings.NewReader(testkit.WithRecord(t, saved, "table of tomorrow", "x", "1")), testkit.LoadOptions())
	assert.ErrorContains(t, err, `damaged: it has a table "table of tomorrow"`)

	// Whoever adds a table raises persistFormat, and this list.
	var names []string
	s := state.NewState()
	for _, tb := range s.Tables() {
		if tb.TableName() != "" {
			names = append(names, tb.TableName())
		}
	}
	slices.Sort(names)
	assert.Equal(t, 5, persist.Format)
	assert.Equal(t, strings.Fields("case case_of claim counter domain fact fault filler inspected job jobs_for key login mailbox memory namesake persona planned provider-mail provider-record provider-send provider-suppressed relation settings share stream talk tally tempfail used webhook"), names)
}
