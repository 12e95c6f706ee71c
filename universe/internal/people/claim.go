package people

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Claim is something that a person said is so, and in which case.
type Claim struct {
	dialog.Claim
	CaseID string `json:"case_id,omitempty"`
}

// Bounds of what a person holds to.
const (
	maxClaims     = 200 // of one person; the oldest beyond are forgotten
	maxMailClaims = 16  // of one mail
	maxClaimText  = 200 // characters of a topic or value
)

// saidSource is the source of the notes that claims are shown as.
const saidSource = "said"

// Claims is what a person has said is so, to anybody and in any case, oldest first.
func Claims(v state.View, id string) []dialog.Claim {
	list := ClaimTable.In(v.State).At(id)
	out := make([]dialog.Claim, len(list))
	for i, c := range list {
		out[i] = c.Claim
	}
	return out
}

// ClaimNotes are the claims as notes of the memory, those of any case.
func ClaimNotes(claims []dialog.Claim) []string {
	out := make([]string, len(claims))
	for i := range claims {
		out[i] = claimText(&claims[i])
	}
	return out
}

// claimText is a claim as a note: "(said to anna@x.example) the table: the corner table".
func claimText(c *dialog.Claim) string {
	text := c.Value
	switch {
	case strings.HasSuffix(c.Topic, "?"): // a question, and what they said to it
		text = c.Topic + " " + c.Value
	case c.Topic != "":
		text = c.Topic + ": " + c.Value
	}
	return "(" + saidSource + " to " + c.To + ") " + text
}

// Said notes what a person's mail to an address says is so, in the place of what it
// replaces. Event: persona.memory for each.
func Said(t *state.Tx, p *Person, caseID, to string, claims []dialog.Claim) {
	if len(claims) == 0 {
		return
	}
	list := slices.Clone(ClaimTable.In(t.State).At(p.ID))
	for _, c := range claims[:min(len(claims), maxMailClaims)] {
		c.Topic, c.Value, c.About, c.Said, c.Sides = ownLine(c.Topic), ownLine(c.Value), ownLine(c.About), ownLine(c.Said), ownLine(c.Sides)
		if c.Value == "" {
			continue
		}
		c.To, c.At = to, t.Now
		list = slices.DeleteFunc(list, func(had Claim) bool { return c.Replaces(had.Claim) })
		list = append(list, Claim{c, caseID})
		t.Emit(mailsim.PersonaMemory{PersonaID: p.ID, CaseID: caseID, Source: saidSource})
	}
	state.Put(t, ClaimTable.In(t.State), p.ID, slices.Clip(list[max(0, len(list)-maxClaims):]))
}

// ownLine is a part of a claim as it is kept: its words may come from a stranger's
// mail, which it must not hold on to.
func ownLine(s string) string { return strings.Clone(plain.Cut(plain.Line(s), maxClaimText)) }

// dropClaims forgets the claims of a person that are to go.
func dropClaims(t *state.Tx, id string, goes func(c *Claim) bool) {
	list := ClaimTable.In(t.State).At(id)
	left := slices.DeleteFunc(slices.Clone(list), func(c Claim) bool { return goes(&c) })
	switch {
	case len(left) == len(list):
	case len(left) == 0:
		state.Drop(t, ClaimTable.In(t.State), id)
	default:
		state.Put(t, ClaimTable.In(t.State), id, left)
	}
}

// forgetClaims drops what people said to those whom they forget.
func forgetClaims(t *state.Tx, goes func(key string, day int) bool) {
	for _, id := range state.Keys(ClaimTable.In(t.State)) {
		dropClaims(t, id, func(c *Claim) bool {
			key, day := state.Key(id, addr.Correspondent(c.To)), state.DayOfUse(c.At)
			if r := RelationTable.In(t.State).At(key); r != nil {
				day = state.DayOfUse(state.Later(r.Last, r.Updated))
			}
			return goes(key, day)
		})
	}
}
