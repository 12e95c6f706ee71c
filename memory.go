package mailsim

import (
	"context"
	"time"
)

// What people remember: correspondents, opinions and notes.

// Relation is what a person knows of a correspondent.
type Relation struct {
	Address  string     `json:"address"`
	Name     string     `json:"name"`
	Knows    string     `json:"knows"`    // well, known or little
	Met      time.Time  `json:"met"`      // the first mail between them
	Last     *time.Time `json:"last"`     // the last one
	Sent     int        `json:"sent"`     // mails that the person wrote to them
	Received int        `json:"received"` // mails that they wrote to the person
	Note     string     `json:"note"`     // what the person found when looking them up; "" without a look-up
}

// Stance is a person's attitude to a correspondent. Trust grows with mail and thanks and falls
// with complaints, automatic and cold mail, and, if LinkPolicy.MissingSite is "notice", when a
// sender's site does not exist. At -0.1 and below they are annoyed, and answer less (0.6 times
// as often, unless their reply rate is given).
type Stance struct {
	Address string    `json:"address"`
	Trust   float64   `json:"trust"` // -1 to 1
	Mood    string    `json:"mood"`  // warm, neutral or annoyed
	Topic   string    `json:"topic"` // what they last wrote about
	Note    string    `json:"note"`  // what last moved the trust
	Updated time.Time `json:"updated"`
}

// Relations is what GET /api/personas/{id}/relations returns.
type Relations struct {
	Relations []Relation `json:"relations"`
	Stances   []Stance   `json:"stances"`
}

// Note is a note to add to a person's memory.
type Note struct {
	Text   string `json:"text"`    // required
	CaseID string `json:"case_id"` // "" for a note that belongs to no case
	Source string `json:"source"`  // stored as "(source) text"
}

type memories interface {
	Relations(id string) (Relations, error)
	ForgetRelation(ctx context.Context, id string, address string) error
	ForgetRelations(ctx context.Context, id string) error
	Memory(id string) (map[string][]string, error)
	AddMemory(ctx context.Context, id string, n Note) (map[string][]string, error)
	ClearMemory(ctx context.Context, id string) error
	ClearCaseMemory(ctx context.Context, id string, caseID string) error
	AddMemoryByExternal(ctx context.Context, system string, externalID string, n Note) (Persona, error)
}

// Relations returns what a person knows about each correspondent, sorted by address.
func (u *Universe) Relations(id string) (Relations, error) { return u.live().Relations(id) }

// ForgetRelation makes a person forget one correspondent.
func (u *Universe) ForgetRelation(ctx context.Context, id string, address string) error {
	return u.live().ForgetRelation(ctx, id, address)
}

// ForgetRelations makes a person forget all correspondents.
func (u *Universe) ForgetRelations(ctx context.Context, id string) error {
	return u.live().ForgetRelations(ctx, id)
}

// Memory returns a person's notes by case id; under "" are those that belong to no case.
func (u *Universe) Memory(id string) (map[string][]string, error) { return u.live().Memory(id) }

// AddMemory adds a note to a person's memory and returns the memory. Event: persona.memory.
func (u *Universe) AddMemory(ctx context.Context, id string, n Note) (map[string][]string, error) {
	return u.live().AddMemory(ctx, id, n)
}

// ClearMemory removes all notes of a person.
func (u *Universe) ClearMemory(ctx context.Context, id string) error {
	return u.live().ClearMemory(ctx, id)
}

// ClearCaseMemory removes a person's notes on one case; with caseID "", those that belong to no
// case.
func (u *Universe) ClearCaseMemory(ctx context.Context, id string, caseID string) error {
	return u.live().ClearCaseMemory(ctx, id, caseID)
}

// AddMemoryByExternal adds a note to the person whose external id in a system
// is externalID; Source defaults to the system. ErrNotFound when there is none.
func (u *Universe) AddMemoryByExternal(ctx context.Context, system string, externalID string, n Note) (Persona, error) {
	return u.live().AddMemoryByExternal(ctx, system, externalID, n)
}
