package mailsim_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/seam"
)

// Nothing of a situation or a decision is lost between the API and the rules.
func TestDecideCarriesEveryField(t *testing.T) {
	t.Parallel()
	var in mailsim.Situation
	fill(reflect.ValueOf(&in).Elem())
	in.Person.Behaviors.ForwardTo, in.Relation.Knows = "ben@client.test", "well"
	in.Person.Timing.OOO = []mailsim.Absence{{From: "2026-01-05", To: "2026-01-06", Message: "x"}}
	in.Person.Style.Client, in.Person.Temperament = "iphone", "busy"
	in.Person.Timing.Hours = &mailsim.Hours{Days: "mon-sun", From: "08:00", To: "17:00"}
	assertFilled(t, reflect.ValueOf(seam.Situation(in)), "Situation")
	var d decide.Decision
	fill(reflect.ValueOf(&d).Elem())
	assertFilled(t, reflect.ValueOf(seam.Decision(d)), "Decision")
}

// fill gives every exported field a value that is not zero.
func fill(v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)))
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
