package engine

import (
	"encoding/json"
	"time"

	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// instant is a simulated time in 12 bytes. Instants are in UTC.
type instant struct {
	sec  int64
	nsec int32
}

func instantOf(t time.Time) instant { return instant{t.Unix(), int32(t.Nanosecond())} }

func (i instant) time() time.Time { return time.Unix(i.sec, int64(i.nsec)).UTC() }

func (i instant) before(o instant) bool {
	return i.sec < o.sec || i.sec == o.sec && i.nsec < o.nsec
}

// MarshalJSON writes seconds and nanoseconds: no instant is out of range.
func (i instant) MarshalJSON() ([]byte, error) { return json.Marshal([2]int64{i.sec, int64(i.nsec)}) }

// UnmarshalJSON reads what MarshalJSON writes.
func (i *instant) UnmarshalJSON(b []byte) error {
	var in [2]int64
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	if in[1] < 0 || in[1] >= 1e9 {
		return fail.Damagedf("an instant of %d nanoseconds", in[1])
	}
	*i = instant{in[0], int32(in[1])}
	return nil
}

var endOfTime = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// dayMS is a day in milliseconds.
const dayMS = int64(simtime.Day / time.Millisecond)

// dayNumber is the number of the day since 1970 of an instant in milliseconds.
func dayNumber(at int64) int64 {
	n := at / dayMS
	if at < n*dayMS {
		n--
	}
	return n
}
