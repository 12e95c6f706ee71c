package compose

import (
	"strings"
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

// TestFormalPeopleAnswerInKind: who is called by the given name, and signs with one, is
// called so by formal people, too.
func TestFormalPeopleAnswerInKind(t *testing.T) {
	t.Parallel()
	v := person("responsive", "x@acme.example")
	v.Formality = "formal"
	for text, want := range map[string]string{
		"Hi Bea,\n\nwill the van come on Friday?\n\nAnn":              "Dear Ann,",
		"Hi Bea,\n\nwill the van come on Friday?\n\nRegards\nAnn Lee": "Dear Ann Lee,",
		"Dear Ms Novak,\n\nwill the van come on Friday?\n\nAnn":       "Dear Ann Lee,",
		"Hello,\n\nwill the van come on Friday?\n\nKind regards\nAnn": "Dear Ann Lee,",
	} {
		d := Write(Brief{Seed: "s", Voice: v, To: Correspondent{Name: "Ann Lee", Address: "ann@b.example"}, Kind: Reply, Occasion: 1, Mails: []gist.Gist{gist.Read("", text)}})
		greeting, _, _ := strings.Cut(d.Text, "\n")
		assert.Equal(t, want, greeting, text)
	}
}
