package webhook

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/hook"
)

// Two at once to one URL: the one that comes second overtakes the first.
func TestOneIsHeldAtATime(t *testing.T) {
	t.Parallel()
	var o overtaken
	takeBack := o.hold(hook.Delivery{URL: "u", Event: 1})
	require.NotNil(t, takeBack)
	assert.Nil(t, o.hold(hook.Delivery{URL: "u", Event: 2}))
	got, ok := o.take("u")
	assert.True(t, ok)
	assert.EqualValues(t, 1, got.Event)
	assert.False(t, takeBack(), "it is gone")
	require.NotNil(t, o.hold(hook.Delivery{URL: "u", Event: 3}))
	assert.False(t, takeBack(), "that is another one")
	assert.Len(t, o.takeAll(), 1)
}
