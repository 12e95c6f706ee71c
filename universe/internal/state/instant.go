package state

import (
	"encoding/json"
	"time"

	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Instant is a simulated time in 12 bytes. Instants are in UTC.
type Instant struct {
	Sec  int64
	Nsec int32
}

// InstantOf is a time as an instant.
func InstantOf(t time.Time) Instant { return Instant{t.Unix(), int32(t.Nanosecond())} }

// Time is the instant as a time.
func (i Instant) Time() time.Time { return time.Unix(i.Sec, int64(i.Nsec)).UTC() }

// Before tells whether an instant comes before another.
func (i Instant) Before(o Instant) bool {
	return i.Sec < o.Sec || i.Sec == o.Sec && i.Nsec < o.Nsec
}

// MarshalJSON writes seconds and nanoseconds: no instant is out of range.
func (i Instant) MarshalJSON() ([]byte, error) { return json.Marshal([2]int64{i.Sec, int64(i.Nsec)}) }

// UnmarshalJSON reads what MarshalJSON writes.
func (i *Instant) UnmarshalJSON(b []byte) error {
	var in [2]int64
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	if in[1] < 0 || in[1] >= 1e9 {
		return fail.Damagedf("an instant of %d nanoseconds", in[1])
	}
	*i = Instant{in[0], int32(in[1])}
	return nil
}

// EndOfTime is where clocks and jobs stop: later years have no date in mail.
var EndOfTime = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

// Later returns the later of two times.
func Later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// DayMS is a day in milliseconds.
const DayMS = int64(simtime.Day / time.Millisecond)

// DayNumber is the number of the day since 1970 of an instant in milliseconds.
func DayNumber(at int64) int64 {
	n := at / DayMS
	if at < n*DayMS {
		n--
	}
	return n
}
