package mailsim

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseCacheIsBounded(t *testing.T) {
	t.Parallel()
	c := &parseCache{limit: 100 * (parsedCost + 10)}
	mails := make([]*mail, 5000)
	ready := func() (n int) {
		for _, m := range mails {
			if m.parsed.Load() != nil {
				n++
			}
		}
		return n
	}
	for i := range mails {
		mails[i] = &mail{raw: fmt.Sprintf("Subject: %d\r\n\r\nHi", i), cache: c}
		assert.Equal(t, fmt.Sprint(i), mails[i].parse().sum.Subject)
		assert.LessOrEqual(t, c.bytes, c.limit)
	}
	assert.Equal(t, 100, ready())
	assert.LessOrEqual(t, len(c.list), 2500, "what was let go of leaves no room behind")
	s := &Stored{mail: mails[4999]}
	for k := range memoKinds {
		s.Memo(k, func() string { return string(make([]byte, 1<<20)) })
	}
	assert.Equal(t, 0, ready(), "memos count too")
	assert.Equal(t, "0", mails[0].parse().sum.Subject, "and can be made again")
}

// TestParsedCost compares what the cache counts with what it holds.
func TestParsedCost(t *testing.T) {
	c := &parseCache{limit: 1 << 40}
	mails := make([]*mail, 2000)
	for i := range mails {
		mails[i] = &mail{raw: mailOf(i), cache: c}
	}
	before := heapNow()
	for _, m := range mails {
		m.parse()
	}
	held := heapNow() - before
	t.Logf("%.0f bytes a mail, %d counted", held/2000, c.bytes/2000)
	assert.Greater(t, float64(c.bytes), held/2)
	assert.Less(t, float64(c.bytes), held*2)
	runtime.KeepAlive(mails)
}
