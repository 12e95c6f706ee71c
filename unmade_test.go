package mailsim_test

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// called calls a method with plausible arguments and that context, and tells
// what it panicked with and its error.
func called(m reflect.Value, ctx context.Context) (panicked any, err error) {
	defer func() { panicked = recover() }()
	t := m.Type()
	args := []reflect.Value{}
	for i := range t.NumIn() {
		if t.IsVariadic() && i == t.NumIn()-1 {
			break
		}
		args = append(args, plausible(t.In(i), ctx))
	}
	for _, out := range m.Call(args) {
		switch v := out.Interface().(type) {
		case error:
			err = v
		case nil:
		default:
			if out.Kind() == reflect.Func && out.Type().NumIn() == 1 { // a sequence, which does nothing until it is ranged over
				out.Call([]reflect.Value{reflect.MakeFunc(out.Type().In(0), func(in []reflect.Value) []reflect.Value {
					if e, ok := in[len(in)-1].Interface().(error); ok {
						err = e
					}
					return []reflect.Value{reflect.ValueOf(false)}
				})})
			}
		}
	}
	return nil, err
}

// plausible is an argument that a method does not refuse at once.
func plausible(t reflect.Type, ctx context.Context) reflect.Value {
	v := reflect.New(t).Elem()
	switch x := v.Addr().Interface().(type) {
	case *context.Context:
		if ctx != nil {
			*x = ctx
		}
	case *time.Duration:
		*x = time.Hour
	case *time.Time:
		*x = time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	case *string:
		*x = "client.test"
	case *int:
		*x = 1
	case *float64:
		*x = 1
	case *func():
		*x = func() {}
	case *func(context.Context):
		*x = func(context.Context) {}
	case *iter.Seq2[mailsim.Archived, error]:
		*x = func(yield func(mailsim.Archived, error) bool) { yield(mailsim.Archived{}, nil) }
	case *http.Handler:
		*x = http.NotFoundHandler()
	case **mailsim.Config:
		*x = new(mailsim.Config)
	case *mailsim.Persona:
		x.Addresses = []string{"anna@client.test"}
	case *mailsim.Outgoing:
		*x = mailsim.Outgoing{From: sender, To: []string{"anna@client.test"}}
	case *mailsim.ReplyMatch:
		x.From = "anna@client.test"
	case *mailsim.Match:
		x.To = "anna@client.test"
	}
	return v
}

func TestUnmadeUniverse(t *testing.T) {
	t.Parallel()
	const says = "the universe was not made: use New, Open, Load or Fork"
	methods := reflect.TypeFor[*mailsim.Universe]()
	for i := range methods.NumMethod() {
		t.Run(methods.Method(i).Name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // which ends when the method hangs
				panicked, err := called(reflect.ValueOf(new(mailsim.Universe)).Method(i), t.Context())
				if panicked != nil {
					assert.Equal(t, "mailsim: "+says, fmt.Sprint(panicked))
				}
				if err != nil { // or of an argument, which may be looked at first
					assert.NotEqual(t, mailsim.ErrInternal, mailsim.KindOf(err), "%v", err)
				}
			})
		})
	}
	var u mailsim.Universe
	_, err := u.Advance(t.Context(), time.Hour)
	assert.EqualError(t, err, says)
	_, err = u.CreatePersona(t.Context(), mailsim.Persona{Addresses: []string{"anna@client.test"}})
	assert.EqualError(t, err, says)
	assert.EqualError(t, u.Close(), says)
	assert.PanicsWithValue(t, "mailsim: "+says, func() { u.Personas() })
}

// TestNilContext: a nil context is one clear panic where a context is needed,
// and no matter where it is not.
func TestNilContext(t *testing.T) {
	t.Parallel()
	needed := map[string]bool{}
	for _, name := range []string{
		"Advance", "AdvanceTo", "AdvanceJobs", "Freeze", "SetSpeed", "Settle", "RunJob", "Reset", "Wait", "WaitNewest", "WaitReply", "WaitEvent",
		"Follow", "FollowBodies", "Search", "LearnPersona", "Import", "Message", "Mails", "Mail", "MailHTML", "Conversation", "Story",
	} {
		needed[name] = true
	}
	methods := reflect.TypeFor[*mailsim.Universe]()
	for i := range methods.NumMethod() {
		m := methods.Method(i)
		if m.Type.NumIn() < 2 || m.Type.In(1) != reflect.TypeFor[context.Context]() {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				u, err := universe.New(mailsim.Options{HashCost: 4})
				require.NoError(t, err)
				defer u.Close()
				_, err = u.CreatePersona(t.Context(), mailsim.Persona{Addresses: []string{"anna@client.test"}})
				require.NoError(t, err)
				panicked, _ := called(reflect.ValueOf(u).Method(i), nil)
				if needed[m.Name] {
					assert.Equal(t, "mailsim: nil Context", panicked)
				} else {
					assert.Nil(t, panicked)
				}
			})
		})
	}
}
