package hook

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Two at once to one URL: the one that comes second overtakes the first.
func TestOneIsHeldAtATime(t *testing.T) {
	t.Parallel()
	var o Overtaken
	takeBack := o.Hold(Delivery{URL: "u", Event: 1})
	require.NotNil(t, takeBack)
	assert.Nil(t, o.Hold(Delivery{URL: "u", Event: 2}))
	got, ok := o.Take("u")
	assert.True(t, ok)
	assert.EqualValues(t, 1, got.Event)
	assert.False(t, takeBack(), "it is gone")
	require.NotNil(t, o.Hold(Delivery{URL: "u", Event: 3}))
	assert.False(t, takeBack(), "that is another one")
	assert.Len(t, o.TakeAll(), 1)
}
