package persist

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Copied is a state with mails of its own, all their bytes in memory: those of s may
// be in a store. Its clock is that of s.
func Copied(s state.State, e *state.Env) (*Loader, error) {
	l := NewLoader()
	var tables []wholeTable
	if err := fail.Readable(func() { tables = encodeWhole(&s, whole(state.View{State: &s, Env: e, Now: s.Clock.Base})) }); err != nil {
		return nil, err
	}
	for _, table := range tables {
		for i := range table.records {
			r := &table.records[i]
			value := r.Value
			if r.text != "" {
				value = []byte(r.text)
			}
			l.Add(mailsim.Record{Table: table.name, Key: r.Key, Value: value})
		}
	}
	if err := l.Read(); err != nil {
		return nil, err
	}
	l.State.Clock = s.Clock
	return l, nil
}
