package engine

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/persist"
	"github.com/mailsim/mailsim/universe/internal/state"
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
	return written(t, l)
}

// TestLoadsTheFirstFormat, which told nothing about memory_days: it is 0, so that
// nothing is forgotten. Set later, it counts from the day of the save on for what has
// no day of its own.
func TestLoadsTheFirstFormat(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{Bounds: mailsim.Bounds{Mails: 1000}})
	anna := addPerson(t, u, "anna@client.test", func(p *mailsim.Persona) { p.Timing.ReplyRate = new(1.0) })
	ask := func(u *Universe, from string) {
		_, err := u.Send(bg, mailsim.Outgoing{From: from, To: []string{"anna@client.test"}, Subject: "A question", Text: "Can you tell me when you are there?"})
		require.NoError(t, err)
	}
	ask(u, "me@app.test")
	_, err := u.Tempfail(bg, "a@x.test", "b@y.test")
	require.NoError(t, err)
	advance(t, u, 40*day)
	ask(u, "you@app.test")
	advance(t, u, 5*day)
	old := firstFormat(t, savedBytes(t, u))

	v := loadOf(t, old, loadOptions())
	assert.Equal(t, mailsim.Retention{}, v.Retention())
	advance(t, v, 400*day)
	held := func(u *Universe) (n [3]int) {
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
	first, err := v.Tempfail(bg, "a@x.test", "b@y.test")
	require.NoError(t, err)
	assert.False(t, first, "it was deferred before the save")

	v = loadOf(t, old, loadOptions())
	_, err = v.SetRetention(bg, mailsim.Retention{MemoryDays: 20})
	require.NoError(t, err)
	prune(t, v)
	assert.Equal(t, 1, held(v)[0], "a relation has its day")
	assert.Equal(t, all[1:], slices.Collect(func(yield func(int) bool) { n := held(v); _ = yield(n[1]) && yield(n[2]) }), "the others were used on the day of the save")
	advance(t, v, 19*day)
	assert.Equal(t, 2, held(v)[1])
	advance(t, v, 30*day)
	assert.Equal(t, [3]int{}, held(v))

	again := loadOf(t, savedBytes(t, loadOf(t, old, loadOptions())), loadOptions())
	assert.Equal(t, all, held(again), "and is written by the format of today")
}

// TestFormatTellsOlderVersions: a version that does not know a table refuses the
// content by its format, and calls nothing damaged that is only newer.
func TestFormatTellsOlderVersions(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, mailsim.Options{})
	require.NoError(t, sendHello(u, "anna@client.test"))
	saved := savedBytes(t, u)
	l, err := persist.ReadSaved(strings.NewReader(saved))
	require.NoError(t, err)
	newer := strings.Replace(string(l.Records[persist.StateTable][""]), fmt.Sprintf(`"format":%d`, persist.Format), fmt.Sprintf(`"format":%d`, persist.Format+1), 1)
	later := withRecord(t, withRecord(t, saved, "table of tomorrow", "x", "1"), persist.StateTable, "", newer)
	_, err = Load(strings.NewReader(later), loadOptions())
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.ErrorContains(t, err, fmt.Sprintf("written by a later version of mailsim (format %d): update mailsim", persist.Format+1))
	_, err = Load(strings.NewReader(withRecord(t, saved, "table of tomorrow", "x", "1")), loadOptions())
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
	assert.Equal(t, 3, persist.Format)
	assert.Equal(t, strings.Fields("case case_of claim counter domain fact fault inspected job jobs_for key login mailbox memory namesake persona planned relation settings share stream talk tally tempfail used webhook"), names)
}
