package mailsim

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTextsMustBeUTF8: what a saved universe could not hold as it is, is refused; of
// several wrong fields always the same one is named.
func TestTextsMustBeUTF8(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newTestUniverse(t, Options{})
	const odd = "a\xffb"
	person := func(change func(p *Persona)) func() error {
		return func() error {
			p := Persona{ID: "p_a", Name: "Ada", Addresses: []string{"ada@client.test"}}
			change(&p)
			_, err := u.CreatePersona(ctx, p)
			return err
		}
	}
	odds := odd
	pushCase := func(id string, p CasePatch) func() error {
		return func() error { _, err := u.PushCase(ctx, id, p); return err }
	}
	for name, do := range map[string]func() error{
		"name":            person(func(p *Persona) { p.Name = odd }),
		"who":             person(func(p *Persona) { p.Who = odd }),
		"style.signature": person(func(p *Persona) { p.Style.Signature = odd }),
		"timing.ooo": person(func(p *Persona) {
			p.Timing.OOO = []Absence{{From: "2026-03-02", To: "2026-03-06", Message: odd}}
		}),
		"external_ids": person(func(p *Persona) { p.ExternalIDs = map[string]string{"crm": odd} }),
		"id":           pushCase(odd, CasePatch{}),
		"title":        pushCase("T-1", CasePatch{Title: &odds}),
		"facts":        pushCase("T-1", CasePatch{Facts: map[string]string{odd: "x"}}),
		"note": func() error {
			_, err := u.CreateLogin(ctx, NewLogin{Address: "app@ours.test", Password: "secret", Note: odd})
			return err
		},
		"signature": func() error {
			_, err := u.SetSignature(ctx, "app@ours.test", odd)
			return err
		},
	} {
		err := do()
		require.ErrorIs(t, err, ErrInvalid, name)
		assert.Contains(t, err.Error(), name+" must be valid UTF-8")
	}
	assert.Empty(t, u.Personas())
	long := strings.Repeat("x", maxText+1)
	for range 20 {
		err := person(func(p *Persona) { p.Org, p.Who, p.Wants = long, long, long })()
		assert.ErrorContains(t, err, "org must be at most")
	}
}
