package bubble

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
)

func TestID(t *testing.T) {
	assert.Empty(t, ID())
	var ids []string
	for range 2 {
		synctest.Test(t, func(t *testing.T) {
			ids = append(ids, ID())
			other := make(chan string)
			go func() { other <- ID() }()
			assert.Equal(t, ids[len(ids)-1], <-other)
		})
	}
	assert.NotEmpty(t, ids[0])
	assert.NotEmpty(t, ids[1])
	assert.NotEqual(t, ids[0], ids[1])
	assert.Empty(t, ID())
}
