package people_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// TestNamedTemperamentGivesStyle: what is left out of a style comes from a temperament
// that is named; what is given wins, and without a name nothing is filled in.
func TestNamedTemperamentGivesStyle(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	style := func(address, temperament string, given mailsim.Style) mailsim.Style {
		given.Client = "plain"
		p, err := u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{address}, Temperament: temperament, Style: given})
		require.NoError(t, err)
		return p.Style
	}
	got := style("a@x.test", "skeptical", mailsim.Style{})
	assert.Contains(t, []string{"wary", "never"}, got.Links)
	assert.NotEmpty(t, got.Length)
	assert.NotEmpty(t, got.Formality)
	assert.Empty(t, got.Filter, "the provider's")
	given := mailsim.Style{Length: "long", Formality: "formal", Links: "usual", Filter: "none", Typos: new(0.0), Client: "plain"}
	assert.Equal(t, given, style("b@x.test", "flaky", given))
	assert.Equal(t, mailsim.Style{Client: "plain"}, style("c@x.test", "", mailsim.Style{}))
	assert.Equal(t, mailsim.Style{Client: "plain"}, style("d@x.test", "responsive", mailsim.Style{}))
	p, err := u.PersonaByAddress("d@x.test")
	require.NoError(t, err)
	p, err = u.UpdatePersona(context.Background(), p.ID, mailsim.PersonaPatch{Name: new("Dee")})
	require.NoError(t, err)
	assert.Equal(t, mailsim.Style{Client: "plain"}, p.Style)
	p, err = u.UpdatePersona(context.Background(), p.ID, mailsim.PersonaPatch{Temperament: new("flaky")})
	require.NoError(t, err)
	assert.NotEmpty(t, p.Style.Formality)
	require.NotNil(t, p.Style.Typos)
	assert.Equal(t, style("a2@x.test", "busy", mailsim.Style{}), func() mailsim.Style {
		other := testkit.New(t, mailsim.Options{})
		p, err := other.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"a2@x.test"}, Temperament: "busy", Style: mailsim.Style{Client: "plain"}})
		require.NoError(t, err)
		return p.Style
	}(), "the same in any universe of the seed")
}
