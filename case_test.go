package mailsim

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCaseOfPeopleWhoNamedIt: who names a case before it is there is on it from
// its beginning, so that people and case always agree.
func TestCaseOfPeopleWhoNamedIt(t *testing.T) {
	t.Parallel()
	u := newTestUniverse(t, Options{})
	anna := addPerson(t, u, "anna@client.test", func(p *Persona) { p.CaseIDs = []string{"C-9"} })
	ben := addPerson(t, u, "ben@client.test", nil)
	_, err := u.UpdatePersona(bg, ben.ID, PersonaPatch{CaseIDs: []string{"C-8", "C-9"}})
	require.NoError(t, err)
	eve := addPerson(t, u, "eve@client.test", nil)
	assert.Equal(t, []string{"C-9"}, anna.CaseIDs)
	c, err := u.PushCase(bg, "C-9", CasePatch{PersonaIDs: []string{eve.ID, anna.ID}})
	require.NoError(t, err)
	assert.Equal(t, []string{eve.ID, anna.ID, ben.ID}, c.PersonaIDs) // spec: d.cases.persona-link
	assert.Equal(t, CaseUpdated{"C-9", "", true, []string{"persona_ids"}}, eventsOf[CaseUpdated](u)[0])
	on := func(id string) []string {
		p, err := u.Persona(id)
		require.NoError(t, err)
		return p.CaseIDs
	}
	assert.Equal(t, []string{"C-8", "C-9"}, on(ben.ID))
	assert.Equal(t, []string{"C-9"}, on(eve.ID))

	c, err = u.PushCase(bg, "C-9", CasePatch{PersonaIDs: []string{anna.ID}})
	require.NoError(t, err)
	assert.Equal(t, []string{anna.ID}, c.PersonaIDs)
	assert.Equal(t, []string{"C-8"}, on(ben.ID)) // spec: d.cases.persona-link
	require.NoError(t, u.DeleteCase(bg, "C-9"))
	assert.Empty(t, on(anna.ID))
}
