package people

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// NoMemory tells whether nobody has relations or conversations, or said anything.
func NoMemory(s *state.State) bool {
	return RelationTable.In(s).Len()+TalkTable.In(s).Len()+ClaimTable.In(s).Len() == 0
}

// UsedByJobs names what pending jobs go by: relations, conversations, and the
// number of the mail that they answer.
func UsedByJobs(v state.View, use func(key string)) {
	for _, j := range jobs.Table.In(v.State).M {
		if p := Get(v, j.PersonaID); p != nil && (j.State == mailsim.StatePending || j.State == mailsim.StateRunning) {
			corr := addr.Correspondent(j.Args.Correspondent)
			use(state.Key(p.ID, corr))
			use(state.Key(p.ID, j.Args.Thread))
			use(state.Key("occasion", addr.Key(p.Addresses[0]), corr))
		}
	}
}

// ForgetMemory drops relations and conversations that were not used for long, and what
// was said to those who are forgotten.
func ForgetMemory(t *state.Tx, goes func(key string, day int) bool) {
	forgetClaims(t, goes)
	for _, key := range state.Keys(RelationTable.In(t.State)) {
		r := RelationTable.In(t.State).At(key)
		if goes(key, state.DayOfUse(state.Later(r.Last, r.Updated))) {
			state.Drop(t, RelationTable.In(t.State), key)
		}
	}
	for _, key := range state.Keys(TalkTable.In(t.State)) {
		if goes(key, TalkTable.In(t.State).At(key).Used) {
			state.Drop(t, TalkTable.In(t.State), key)
		}
	}
}
