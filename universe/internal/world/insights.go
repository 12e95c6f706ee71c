package world

// What insights are told of the streams, which package insight does not know.

import (
	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Insights counts what happened, and reads no mail: it costs by the days of the
// time asked for, the people of each, and the replies, whose times are sorted. ErrPlan
// when the plan lacks insights, ErrInvalid when until is before
// since, ErrNotFound for a person of whom there is nothing.
func (u *Part) Insights(f mailsim.InsightFilter) (mailsim.Insights, error) {
	return u.insight.Between(f, kinds)
}

// kinds are the kinds of the streams by id.
func kinds(v state.View) map[string]string {
	kinds := make(map[string]string, Table.In(v.State).Len())
	for id, s := range Table.In(v.State).M {
		kinds[id] = s.Kind
	}
	return kinds
}
