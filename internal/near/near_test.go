package near_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/near"
)

func TestOf(t *testing.T) {
	t.Parallel()
	list := []string{"to", "from", "limit", "before", "message_id"}
	for word, want := range map[string]string{
		"form": "from", "limits": "limit", "befor": "before", "message-id": "message_id", "mesage_Id": "message_id",
		"colour": "", "": "", "t": "", "two": "", "ti": "", strings.Repeat("limit", 1000): "",
	} {
		assert.Equal(t, want, near.Of(word, list), "%.20s", word)
	}
	assert.Empty(t, near.Of("form", nil))
}
