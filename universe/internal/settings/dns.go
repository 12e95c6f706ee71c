package settings

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mailauth"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// zone is the simulated DNS as it is kept in the settings.
type zone struct {
	Records []mailsim.DNSRecord
	Zone    *mailauth.Zone
}

func newZone(records []mailsim.DNSRecord) (*zone, error) {
	list := make([]mailauth.Record, len(records))
	for i, r := range records {
		list[i] = mailauth.Record(r)
	}
	z, err := mailauth.NewZone(list...)
	if err != nil {
		return nil, fail.Invalidf("dns: %s", err)
	}
	return &zone{slices.Clone(records), z}, nil
}

// MarshalJSON writes the records.
func (z *zone) MarshalJSON() ([]byte, error) { return json.Marshal(z.Records) }

// UnmarshalJSON reads records.
func (z *zone) UnmarshalJSON(b []byte) error {
	var records []mailsim.DNSRecord
	if err := json.Unmarshal(b, &records); err != nil {
		return err
	}
	next, err := newZone(records)
	if err == nil {
		*z = *next
	}
	return err
}

// maxDNS bounds the records of the simulated DNS.
const maxDNS = 10_000

// DNS returns the records of the simulated DNS; none at first.
func (u *Part) DNS() []mailsim.DNSRecord {
	if z := u.Settings().DNS; z != nil {
		return slices.Clone(z.Records)
	}
	return []mailsim.DNSRecord{}
}

// SetDNS replaces the records. What has none on file is neither passed nor
// failed: its result is none. ErrInvalid names the record that is wrong.
func (u *Part) SetDNS(ctx context.Context, records ...mailsim.DNSRecord) error {
	if len(records) > maxDNS {
		return fail.Invalidf("dns: there can be at most %d records", maxDNS)
	}
	var z *zone
	if len(records) > 0 {
		var err error
		if z, err = newZone(records); err != nil {
			return err
		}
	}
	return u.Update(ctx, func(t *state.Tx) error {
		Change(t, func(s *Record) { s.DNS = z })
		return nil
	})
}
