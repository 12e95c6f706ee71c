package jobs

import (
	"encoding/json"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// Payload is a mail that a job carries, with what its run needs to know of it.
type Payload interface {
	Kind() mailsim.JobKind // of the jobs that carry it
	Cargo() post.Cargo     // the mail, which a store shares with other records
	Light() Payload        // what is left of it without the mail
	Restore(post.Cargo)    // gives it the mail again
	Size() int             // of the mail, in bytes
}

// payloads are the kinds of jobs that carry mail, with the key under which a store
// keeps what they carry. Whoever runs a kind adds its own.
var payloads = map[mailsim.JobKind]struct {
	key   string
	empty func() Payload
}{}

// Carry adds a kind of payload.
func Carry(key string, empty func() Payload) {
	payloads[empty().Kind()] = struct {
		key   string
		empty func() Payload
	}{key, empty}
}

// MarshalJSON writes the payload under the key of its kind, behind the rest.
func (a Args) MarshalJSON() ([]byte, error) {
	type plain Args
	b, err := json.Marshal(plain(a))
	if err != nil || a.Load == nil {
		return b, err
	}
	load, err := json.Marshal(a.Load)
	if err != nil {
		return nil, err
	}
	b = b[:len(b)-1]
	if len(b) > 1 {
		b = append(b, ',')
	}
	b = append(append(b, '"'), payloads[a.Load.Kind()].key...)
	return append(append(append(b, '"', ':'), load...), '}'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (a *Args) UnmarshalJSON(b []byte) error {
	type plain Args
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, (*plain)(a)); err != nil {
		return err
	}
	if err := json.Unmarshal(b, &fields); err != nil {
		return err
	}
	for _, p := range payloads {
		raw, there := fields[p.key]
		if !there || string(raw) == "null" {
			continue
		}
		if a.Load != nil {
			return fail.Damagedf("it carries two mails")
		}
		a.Load = p.empty()
		if err := json.Unmarshal(raw, a.Load); err != nil {
			return err
		}
	}
	return nil
}

// Saved is a job, its mail and envelope shared with other records.
type Saved struct {
	Record
	Cargo post.CargoKeys `json:"cargo,omitzero"`
}

// Cargo is the mail that a job carries.
func (j *Record) Cargo() (c post.Cargo) {
	if j.Args.Load != nil {
		c = j.Args.Load.Cargo()
	}
	return c
}

// Saved is the form in which a store keeps the job.
func (j *Record) Saved(keys post.CargoKeys) any {
	s := Saved{*j, keys}
	if s.Args.Load != nil {
		s.Args.Load = s.Args.Load.Light()
	}
	return s
}

// Job returns the record, and gives the job back what it carries.
func (s Saved) Job(load post.Cargo) (*Record, error) {
	j := s.Record
	carried := j.Args.Load
	_, carrier := payloads[j.Kind]
	open := j.State != mailsim.StateDone && j.State != mailsim.StateFailed && j.State != mailsim.StateSkipped // one that has ended carries nothing
	if (carried != nil) != (load.Mail != nil && load.Way != nil) || open && carrier != (carried != nil) || open && carrier && carried.Kind() != j.Kind {
		return nil, fail.Damagedf("job %.50q: what it carries does not fit its kind", j.ID)
	}
	if carried != nil {
		carried.Restore(load)
	}
	return &j, nil
}
