package testkit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
)

// SetFaults sets the fault rules.
func SetFaults(t *testing.T, u *engine.Universe, rules ...mailsim.FaultRule) mailsim.Faults {
	f, err := u.SetFaults(context.Background(), mailsim.Faults{Rules: rules})
	require.NoError(t, err)
	return f
}

// LoadScenario sets the rules of a scenario.
func LoadScenario(t *testing.T, u *engine.Universe, name string) {
	f, err := u.SetFaults(context.Background(), mailsim.Faults{Scenario: name})
	require.NoError(t, err)
	assert.Equal(t, name, f.Scenario) // spec: d.faults.preset
	assert.Equal(t, name != mailsim.ScenarioCalm, len(f.Rules) > 0)
}
