package compose

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
)

// TestTitlesAreNotSigned: nobody signs with what others call them.
func TestTitlesAreNotSigned(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"don Anselmo": "Anselmo", "Mrs Pemberton": "Pemberton", "Uncle Rob": "Rob"} {
		v := person("responsive", "x@acme.example")
		v.Name = name
		d := Write(Brief{Seed: "s", Voice: v, Kind: Reply, Occasion: 1, Mails: []gist.Gist{gist.Read("", "Will you come on Friday?\n\nAnn")}})
		assert.Regexp(t, "(?m)^"+want+"$", d.Text)
	}
}

// TestMumIsGreetedAsMum: who signs as a relative is called so.
func TestMumIsGreetedAsMum(t *testing.T) {
	t.Parallel()
	v := person("responsive", "x@acme.example")
	d := Write(Brief{Seed: "s", Voice: v, To: Correspondent{Name: "Gwen Hart", Address: "gwen@b.example"}, Kind: Reply, Occasion: 1, Mails: []gist.Gist{gist.Read("", "Hi love,\n\nwill you come on Friday?\n\nLove, Mum xx")}})
	assert.Contains(t, d.Text, "Mum")
	assert.NotContains(t, d.Text, "Gwen")
}

// TestMereMannerNeedsAnArrangement: nobody says "if something changes, just write" of a
// yes to a plain question.
func TestMereMannerNeedsAnArrangement(t *testing.T) {
	t.Parallel()
	assert.True(t, arranges(dialog.Move{Slot: "answer.meet.free"}))
	assert.False(t, arranges(dialog.Move{Slot: "answer.yes"}))
}
