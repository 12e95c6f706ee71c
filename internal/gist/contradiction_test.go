package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTwoDaysForOneEvent: of the subject, of an event named again, beside days that come
// again; not of two events, or of one that has several dates.
func TestTwoDaysForOneEvent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ subject, text, want string }{
		{"Concert", "Our concert will be on Saturday 20 June. Rehearsals are every Tuesday as usual. Please keep Saturday 27 June free for the concert.", "Saturday 20 June|Saturday 27 June"},
		{"First aid", "The first aid training will be on Friday, 16 October. The training on 15 October is in room 204.", "Friday, 16 October|15 October"},
		{"Talk on Tuesday 6th", "I've put you down for Wednesday 6th. Will you need the projector?", "Tuesday 6th|Wednesday 6th"},
		{"Workshop on 21 January", "I'm looking forward to the workshop on 22 January. Do you bring the projector?", "21 January|22 January"},
		{"Rehearsal at 10:00", "The rehearsal tomorrow is at 11:30 in the small hall.", "10:00|11:30"},
		{"Rehearsal at 10:00", "The rehearsal tomorrow is at 10:00. Supper is at 18:30.", ""},
		{"Workshop on 21 January", "The workshop needs a projector. On 19 January the van comes.", ""},
		{"Workshop on 21 January", "Please send your papers for the workshop by 15 January.", ""},
		{"Workshop on 21 January", "We have to move the workshop to 28 January.", ""},
		{"Meetings", "The meeting is on 3 March. The second meeting is on 10 March.", ""},
		{"Meetings", "The meeting is on 3 March. The dinner on 10 March is at Joe's.", ""},
	} {
		got := ""
		for _, a := range Read(c.subject, c.text).Acts {
			if a.Kind == Contradicting {
				got = a.Value
			}
		}
		assert.Equal(t, c.want, got, c.text)
	}
}
