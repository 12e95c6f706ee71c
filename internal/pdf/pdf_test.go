package pdf

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPage: a file's table names where its objects stand and how long the page is, and its
// text is in the standard encoding.
func TestPage(t *testing.T) {
	t.Parallel()
	const file = `a (b) \ c`
	b := string(Page([]string{file, "Grüße, 20 £", "日本"}))
	for i, at := range regexp.MustCompile(`(?m)^(\d{10}) 00000 n `).FindAllStringSubmatch(b, -1) {
		n, err := strconv.Atoi(at[1])
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(b[n:], fmt.Sprintf("%d 0 obj\n", i+1)), "object %d", i+1)
	}
	start, err := strconv.Atoi(regexp.MustCompile(`startxref\n(\d+)\n`).FindStringSubmatch(b)[1])
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(b[start:], "xref\n0 6\n"))
	page := regexp.MustCompile(`(?s)/Length (\d+) >>\nstream\n(.*)\nendstream`).FindStringSubmatch(b)
	assert.Equal(t, strconv.Itoa(len(page[2])), page[1])
	for _, want := range []string{`(a \(b\) \\ c) Tj`, `(Gr\374\337e, 20 \243) Tj`, `(??) Tj`} {
		assert.Contains(t, page[2], want)
	}
}
