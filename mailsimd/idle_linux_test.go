package mailsimd

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mappings are the beginnings of a text that the kernel writes.
const mappings = `00400000-00fbe000 r-xp 00000000 fe:00 10011169                           /bin/mailsimd
Rss:                9336 kB
Anonymous:             0 kB
AnonHugePages:         0 kB
00fbe000-01ea4000 r--p 00bbe000 fe:00 10011169                           /bin/mailsimd
Anonymous:             4 kB
01ea4000-01fe6000 rw-p 01aa4000 fe:00 10011169                           /bin/mailsimd
Anonymous:             0 kB
02000000-02001000 r--p 00bbe000 fe:00 10011169                           /bin/mailsimd
Anonymous:             0 kB
03000000-03001000 r--s 00bbe000 fe:00 10011169                           /bin/mailsimd
Anonymous:             0 kB
04000000-04001000 r--p 00bbe000 fe:00 10011170                           /other/mailsimd
Anonymous:             0 kB
zz000000-04001000 r--p 00bbe000 fe:00 10011170                           /bin/mailsimd
Anonymous:             0 kB
7f239c1d7000-7f239c1d9000 r-xp 00000000 00:00 0                          [vdso]
Anonymous:             0 kB
`

func TestUntouched(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []span{{0x400000, 0xfbe000}, {0x2000000, 0x2001000}}, untouched(strings.NewReader(mappings), "/bin/mailsimd"))
	assert.Empty(t, untouched(strings.NewReader(mappings), "/bin/another"))
	assert.Empty(t, untouched(strings.NewReader("Anonymous: 0 kB\n-\n- r--p /bin/mailsimd\nAnonymous: 0 kB"), "/bin/mailsimd"))
}

// TestForgetStart is alone: whatever else ran would map its code again.
func TestForgetStart(t *testing.T) {
	mapped := func() int {
		status, err := os.ReadFile("/proc/self/status")
		require.NoError(t, err)
		kib := regexp.MustCompile(`RssFile:\s+(\d+)`).FindSubmatch(status)
		if kib == nil {
			t.Skip("this system does not tell what is mapped")
		}
		n, err := strconv.Atoi(string(kib[1]))
		require.NoError(t, err)
		return n
	}
	before := mapped()
	forgetStart()
	assert.Less(t, mapped(), before*3/4)
}
