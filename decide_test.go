package mailsim

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/decide"
)

func TestDecideIsPure(t *testing.T) {
	t.Parallel()
	s := Situation{
		Now: defaultStart, Person: Persona{Addresses: []string{"anna@client.test"}, Temperament: "busy"},
		Mail: MailTraits{From: "app@ours.test", InTo: true, Recipients: 1, Questions: 1}, Occasion: 1,
	}
	// spec: beyond.decide.pure
	assert.Equal(t, Decide(s), Decide(s))
	for i := range 200 {
		s.Occasion = i
		d := Decide(s)
		assert.False(t, !d.Due.IsZero() && d.Due.Before(s.Now))
	}
	Decide(Situation{})
}

// A universe does with a mail what Decide says.
func TestDecideIsWhatAUniverseDoes(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{Seed: "decide"})
	quietLinks(t, u)
	acts := map[DecisionAct]int{}
	for i, temperament := range []string{"responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost"} {
		for n := range 6 {
			p := addPerson(t, u, fmt.Sprintf("p%d.%d@client.test", i, n), func(p *Persona) { p.Temperament, p.Timing.ReplyRate = temperament, nil })
			raw := fmt.Sprintf("From: app@ours.test\r\nTo: %s\r\nSubject: Plan\r\nMessage-ID: <%d.%d@ours.test>\r\n\r\nIs Tuesday fine?\r\n", p.Addresses[0], i, n)
			s := Situation{Seed: u.Seed(), Now: u.Now(), Person: p, Pace: u.Pace(), Occasion: 1}.WithMail("app@ours.test", []byte(raw))
			d := Decide(s)
			acts[d.Act]++
			c := u.NewSession(SessionInfo{Proto: "smtp", Remote: "127.0.0.1"})
			_, err := c.Submit(bg, Envelope{From: "app@ours.test", To: p.Addresses, Proto: "smtp", Remote: "127.0.0.1"}, raw)
			require.NoError(t, err)
			c.Close()
			jobs, err := u.Jobs(JobFilter{Kind: JobReply, PersonaID: p.ID})
			require.NoError(t, err)
			if d.Act != DecideReply {
				assert.Empty(t, jobs, "%s %d", temperament, n)
				continue
			}
			require.Len(t, jobs, 1, "%s %d", temperament, n)
			assert.Equal(t, d.Due, jobs[0].Due)
			assert.Equal(t, d.Plan, jobs[0].Plan)
		}
	}
	assert.NotZero(t, acts[DecideReply])
	assert.NotZero(t, acts[DecideIgnore])
}

func TestSituationReadsMail(t *testing.T) {
	t.Parallel()
	read := func(sender, raw string) MailTraits {
		s := Situation{Now: defaultStart, Person: Persona{Addresses: []string{"anna@client.test"}}}
		return s.WithMail(sender, []byte(raw)).Mail
	}
	m := read("app@ours.test", "From: app@ours.test\r\nTo: anna@client.test\r\nSubject: Report\r\n\r\nCould you send me the contract? I will send you the report tomorrow.\r\n")
	assert.True(t, m.InTo && m.Wants && m.From == "app@ours.test", "%+v", m)
	require.NotNil(t, m.Promise)
	assert.True(t, m.Promise.Due.After(defaultStart))
	m = read("", "From: app@ours.test\r\nTo: anna@client.test\r\nAuto-Submitted: auto-replied\r\n\r\nAway.\r\n")
	assert.True(t, m.NullSender)
	assert.NotEmpty(t, m.Automatic)
	assert.Equal(t, MailTraits{}.Questions, read("x@y.test", "").Questions)
}

// Nothing of a situation or a decision is lost between the API and the rules.
func TestDecideCarriesEveryField(t *testing.T) {
	t.Parallel()
	var in Situation
	fill(reflect.ValueOf(&in).Elem())
	in.Person.Behaviors.ForwardTo, in.Relation.Knows = "ben@client.test", "well"
	in.Person.Timing.OOO = []Absence{{From: "2026-01-05", To: "2026-01-06", Message: "x"}}
	in.Person.Style.Client, in.Person.Temperament = "iphone", "busy"
	in.Person.Timing.Hours = &Hours{Days: "mon-sun", From: "08:00", To: "17:00"}
	assertFilled(t, reflect.ValueOf(in.resolve()), "Situation")
	var d decide.Decision
	fill(reflect.ValueOf(&d).Elem())
	assertFilled(t, reflect.ValueOf(decisionOf(d)), "Decision")
}

// fill gives every exported field a value that is not zero.
func fill(v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(defaultStart))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i))
			}
		}
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case v.Kind() == reflect.String:
		v.SetString("x")
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(1)
	case v.CanUint():
		v.SetUint(1)
	case v.CanFloat():
		v.SetFloat(1)
	}
}

// assertFilled finds fields that were left out.
func assertFilled(t *testing.T, v reflect.Value, path string) {
	t.Helper()
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]() {
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				assertFilled(t, v.Field(i), path+"."+v.Type().Field(i).Name)
			}
		}
		return
	}
	assert.False(t, v.IsZero(), "%s is left out", path)
}
