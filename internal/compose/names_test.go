package compose

import (
	"testing"

	"github.com/stretchr/testify/assert"

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
