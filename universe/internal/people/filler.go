package people

import (
	"slices"
	"time"

	"github.com/mailsim/mailsim/universe/internal/state"
)

// Filler is a sentence without content that a person wrote, and when.
type Filler struct {
	Key string    `json:"key"` // as compose tells it
	At  time.Time `json:"at"`
}

// Bounds of the sentences that a person does not write again.
const (
	fillerStays = 30 * 24 * time.Hour
	maxFiller   = 500 // of one person; the oldest beyond are forgotten
)

// FillerOf are the sentences without content that a person wrote in the last 30 days, to
// anybody, oldest first.
func FillerOf(v state.View, id string) []string {
	var out []string
	for _, f := range FillerTable.In(v.State).At(id) {
		if v.Now.Sub(f.At) < fillerStays {
			out = append(out, f.Key)
		}
	}
	return out
}

// Filled notes the sentences without content of a person's mail.
func Filled(t *state.Tx, p *Person, keys []string) {
	if len(keys) == 0 {
		return
	}
	list := slices.DeleteFunc(slices.Clone(FillerTable.In(t.State).At(p.ID)), func(f Filler) bool { return t.Now.Sub(f.At) >= fillerStays })
	for _, key := range keys {
		list = append(list, Filler{key, t.Now})
	}
	state.Put(t, FillerTable.In(t.State), p.ID, slices.Clone(list[max(0, len(list)-maxFiller):]))
}
