package settings_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// spec: errors.400.plan-limit
func TestPlanLimitsSayOneOrMany(t *testing.T) {
	t.Parallel()
	stream := mailsim.Stream{Kind: "lead", PerDay: 1, Enabled: new(true), To: []string{"a@b.test"}}
	for n, want := range map[int][]string{
		1: {"the plan small allows 1 person; upgrade for more", "the plan small allows 1 login; upgrade for more", "the plan small allows 1 inbound stream(s); upgrade for more"},
		2: {"the plan small allows 2 people; upgrade for more", "the plan small allows 2 logins; upgrade for more", "the plan small allows 2 inbound stream(s); upgrade for more"},
	} {
		u := testkit.New(t, mailsim.Options{Plan: mailsim.Plan{Name: "small", Limits: mailsim.Limits{Personas: n, Logins: n, Streams: n}}})
		w := mailsim.World{Streams: []mailsim.Stream{stream}}
		for i := range n {
			a := "a" + strconv.Itoa(i) + "@b.test"
			testkit.AddPerson(t, u, a, nil)
			_, err := u.CreateLogin(context.Background(), mailsim.NewLogin{Address: a})
			require.NoError(t, err)
			w.Streams = append(w.Streams, stream)
		}
		_, err := u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"x@b.test"}})
		require.EqualError(t, err, want[0])
		_, err = u.CreateLogin(context.Background(), mailsim.NewLogin{Address: "x@b.test"})
		require.EqualError(t, err, want[1])
		_, err = u.SetWorld(context.Background(), w)
		require.EqualError(t, err, want[2])
	}
}
