package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWanted: what somebody offers to do is asked for by the one to whom it is offered.
func TestWanted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ code, text, want string }{
		{"es", "que le devolvamos el dinero", "que me devuelvan el dinero"},
		{"es", "que le enviemos otro", "que me envíen otro"},
		{"es", "que lo dejemos en la tienda", "que lo dejen en la tienda"},
		{"es", "que le hagamos un descuento", "que me hagan un descuento"},
		{"es", "que lo recojamos en su casa", "que lo recojan en mi casa"},
		{"es", "con tarjeta", ""},
		{"fr", "que nous commencions en mars", "que vous commenciez en mars"},
		{"fr", "que nous vous rappelions demain", "que vous me rappeliez demain"},
		{"fr", "qu'on fasse ça chez toi", ""},
	} {
		assert.Equal(t, c.want, Wanted(c.code, c.text, Polite), c.text)
	}
	assert.Empty(t, Wanted("es", "que quedemos antes", Familiar))
}
