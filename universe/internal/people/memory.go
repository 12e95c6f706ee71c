package people

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Note is one note of a person's memory.
type Note struct {
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// maxNotes bounds the notes of one person about one case.
const maxNotes = 1000

// Memory returns a person's notes by case id, what they said is so among them; ""
// holds those outside any case.
func (u *Part) Memory(id string) (map[string][]string, error) {
	var m memory
	var err error
	u.Read(func(v state.View) {
		if _, err = Find(v, id); err == nil {
			m = memoryOf(v, id)
		}
	})
	return m.byCase(), err
}

// memory is what a person remembers, as the state has it.
type memory struct {
	id     string
	rows   []state.Row[[]Note]
	claims []Claim
}

func memoryOf(v state.View, id string) memory {
	return memory{id, state.Rows(MemoryTable.In(v.State), id+"\x00"), ClaimTable.In(v.State).At(id)}
}

// byCase are the notes by case, and what the person said among them, in the order of
// time.
func (m memory) byCase() map[string][]string {
	notes := make(map[string][]Note, len(m.rows))
	for _, r := range m.rows {
		notes[strings.TrimPrefix(r.Key, m.id+"\x00")] = slices.Clip(r.Record)
	}
	for i := range m.claims {
		c := &m.claims[i]
		notes[c.CaseID] = append(notes[c.CaseID], Note{claimText(&c.Claim), c.At})
	}
	out := make(map[string][]string, len(notes))
	for caseID, list := range notes {
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b Note) int { return a.At.Compare(b.At) })
		for _, n := range list {
			out[caseID] = append(out[caseID], n.Text)
		}
	}
	return out
}

// Recalled are the notes that a person has in mind about a case, then those
// outside any; what they said themselves is in Claims.
func Recalled(v state.View, id, caseID string) []string {
	var out []string
	for _, key := range slices.Compact([]string{caseID, ""}) {
		for _, n := range state.AtKey(MemoryTable.In(v.State), id, key) {
			out = append(out, n.Text)
		}
	}
	return out
}

// AddMemory adds a note. Event: persona.memory. It returns the memory.
func (u *Part) AddMemory(ctx context.Context, id string, n mailsim.Note) (map[string][]string, error) {
	var m memory
	err := u.Update(ctx, func(t *state.Tx) error {
		if _, err := Find(t.View, id); err != nil {
			return err
		}
		if err := addNote(t, id, n); err != nil {
			return err
		}
		m = memoryOf(t.View, id)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return m.byCase(), nil
}

// addNote checks a note and stores it. Event: persona.memory.
func addNote(t *state.Tx, id string, n mailsim.Note) error {
	switch {
	case strings.TrimSpace(n.Text) == "":
		return fail.Invalidf("text is required")
	case len(n.Source) > valid.MaxName:
		return fail.Invalidf("source must be at most %d bytes", valid.MaxName)
	}
	if err := valid.Texts(valid.NamedText{Field: "text", Value: n.Text}, valid.NamedText{Field: "source", Value: n.Source}); err != nil {
		return err
	}
	if err := valid.Key("case_id", n.CaseID); err != nil {
		return err
	}
	remember(t, id, n)
	t.Emit(mailsim.PersonaMemory{PersonaID: id, CaseID: n.CaseID, Source: n.Source})
	return nil
}

// remember stores a note; the oldest beyond the bound are forgotten.
func remember(t *state.Tx, id string, n mailsim.Note) {
	text := n.Text
	if n.Source != "" {
		text = "(" + n.Source + ") " + n.Text
	}
	key := state.Key(id, n.CaseID)
	notes := append(slices.Clip(MemoryTable.In(t.State).At(key)), Note{text, t.Now})
	state.Put(t, MemoryTable.In(t.State), key, notes[max(0, len(notes)-maxNotes):])
}

// ClearMemory removes all notes of a person, what they said is so, and what they hold
// as agreed in conversations.
func (u *Part) ClearMemory(ctx context.Context, id string) error {
	return u.Update(ctx, func(t *state.Tx) error {
		if _, err := Find(t.View, id); err != nil {
			return err
		}
		dropPrefix(t, MemoryTable.In(t.State), id+"\x00")
		state.Drop(t, ClaimTable.In(t.State), id)
		forgetAgreed(t, id)
		return nil
	})
}

// ClearCaseMemory removes the notes of one case, and what was said in it; "" those
// outside any.
func (u *Part) ClearCaseMemory(ctx context.Context, id, caseID string) error {
	return u.Update(ctx, func(t *state.Tx) error {
		if _, err := Find(t.View, id); err != nil {
			return err
		}
		state.Drop(t, MemoryTable.In(t.State), state.Key(id, caseID))
		dropClaims(t, id, func(c *Claim) bool { return c.CaseID == caseID })
		return nil
	})
}

// AddMemoryByExternal adds a note to the person whose external id in a system
// is externalID; Source defaults to the system. ErrNotFound when there is none.
func (u *Part) AddMemoryByExternal(ctx context.Context, system, externalID string, n mailsim.Note) (mailsim.Persona, error) {
	switch {
	case system == "":
		return mailsim.Persona{}, fail.Invalidf("system is required")
	case externalID == "":
		return mailsim.Persona{}, fail.Invalidf("id is required")
	}
	if n.Source == "" {
		n.Source = system
	}
	var out mailsim.Persona
	err := u.Update(ctx, func(t *state.Tx) error {
		if strings.TrimSpace(n.Text) == "" {
			return fail.Invalidf("text is required")
		}
		found := ByExternal(t.View, system, externalID)
		if found == nil {
			return fail.NoSuch("persona")
		}
		out = found.Clone()
		return addNote(t, found.ID, n)
	})
	return out, err
}
