package rng

import (
	"bufio"
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("mailsim.update", false, "write the golden vectors anew")

// vectors renders what each method draws under fixed keys. They must hold on
// every GOARCH and in every later version.
func vectors() string {
	var b strings.Builder
	for i := range 8 {
		r := Seed("golden").Draw("vector/1", "anna@client.test", "app@ours.test", N(i))
		fmt.Fprintf(&b, "%016x %d %v %016x %016x %016x %s %d %v %s %s %s\n",
			r.Uint64(), r.IntN(1000), r.Chance(0.5), math.Float64bits(r.Unit()), math.Float64bits(r.Norm()),
			math.Float64bits(r.Exp()), r.Delay(45*time.Minute, 2.5), r.Weighted([]int{30, 24, 14, 11, 10, 7, 4}),
			r.Perm(5), r.Text(Mixed, 12), r.UUID(), Pick(r, []string{"a", "b", "c"}))
	}
	for i := range 16 {
		x := float64(i)*3.7 - 20
		fmt.Fprintf(&b, "exp %016x ln %016x quantile %016x\n", math.Float64bits(exp(x)),
			math.Float64bits(ln(exp(x))), math.Float64bits(quantile((float64(i)+0.5)/16)))
	}
	return b.String()
}

func TestGoldenVectors(t *testing.T) {
	const file = "testdata/vectors.txt"
	got := vectors()
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.Open(file)
	require.NoError(t, err)
	defer want.Close()
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	in := bufio.NewScanner(want)
	for n, line := range lines {
		require.True(t, in.Scan(), "line %d is missing", n+1)
		assert.Equal(t, in.Text(), line, "line %d", n+1)
	}
	assert.False(t, in.Scan(), "more lines than drawn")
}

func TestMathMatchesStandardLibrary(t *testing.T) {
	t.Parallel()
	for x := 1e-12; x < 1e12; x *= 1.37 {
		assert.InEpsilon(t, 1+math.Abs(math.Log(x)), 1+math.Abs(ln(x)), 1e-14, "ln %g", x)
	}
	for x := -600.0; x < 600; x += 3.3 {
		assert.InEpsilon(t, math.Exp(x), exp(x), 1e-13, "exp %g", x)
	}
	for _, c := range []struct{ p, z float64 }{{0.5, 0}, {0.975, 1.959963984540054}, {0.025, -1.959963984540054}, {1e-9, -5.997807015}, {0.8413447460685429, 1}} {
		assert.InDelta(t, c.z, quantile(c.p), 1e-8, "quantile %g", c.p)
	}
}

func TestKeysAreApart(t *testing.T) {
	t.Parallel()
	first := func(s Seed, d string, keys ...string) uint64 { return s.Draw(d, keys...).Uint64() }
	seen := map[uint64]bool{}
	for _, v := range []uint64{
		first("a", "b"), first("ab", ""), first("a", "b", ""), first("a", "b", "c", "d"), first("a", "b", "cd"),
		first("a", "b", "", "cd"), first("", "ab", "cd"), first("a", "b", "c"),
	} {
		assert.False(t, seen[v], "two key lists share a stream")
		seen[v] = true
	}
	assert.Equal(t, first("a", "b", "c"), first("a", "b", "c"))
}

func TestChanceBounds(t *testing.T) {
	t.Parallel()
	r := Seed("s").Draw("chance/1")
	hits := 0
	for range 20000 {
		assert.False(t, r.Chance(0))
		assert.False(t, r.Chance(math.NaN()))
		assert.False(t, r.Chance(-1))
		assert.True(t, r.Chance(1))
		assert.True(t, r.Chance(math.Inf(1)))
		if r.Chance(0.3) {
			hits++
		}
	}
	assert.InDelta(t, 6000, hits, 300)
}

func TestDelayIsLogNormal(t *testing.T) {
	t.Parallel()
	var below, inside int
	const n = 20000
	for i := range n {
		d := Seed("s").Draw("delay/1", N(i)).Delay(time.Hour, 2)
		require.Equal(t, d, d.Truncate(time.Second))
		if d < time.Hour {
			below++
		}
		if d > 30*time.Minute && d < 2*time.Hour {
			inside++
		}
	}
	assert.InDelta(t, n/2, below, 300)
	assert.InDelta(t, 0.6827*n, inside, 300)
	assert.Equal(t, time.Hour, Seed("s").Draw("delay/1").Delay(time.Hour, 1), "spread 1 is the median exactly")
	assert.Equal(t, 100*365*24*time.Hour, Seconds(1e300), "bounded at 100 years")
}

func TestWeightedAndEdges(t *testing.T) {
	t.Parallel()
	r := Seed("s").Draw("weights/1")
	count := make([]int, 3)
	for range 10000 {
		count[r.Weighted([]int{7, 0, 3})]++
	}
	assert.Zero(t, count[1])
	assert.InDelta(t, 7000, count[0], 200)
	assert.Zero(t, r.Weighted(nil))
	assert.Zero(t, r.Weighted([]int{-1, 0}))
	assert.Zero(t, r.IntN(0))
	assert.Empty(t, Pick(r, []string(nil)))
	assert.Equal(t, 5, r.Between(5, 5))
}

func BenchmarkDraw(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Seed("bench").Draw("reply/1", "anna@client.test", "app@ours.test", "7").Uint64()
	}
}

// Each mail draws some twenty times: a draw leaves nothing to collect.
func TestDrawAllocatesNothing(t *testing.T) {
	keys := []string{"Sent", "app@ours.test", "17"}
	var sum int
	assert.Zero(t, testing.AllocsPerRun(1000, func() { sum += Seed("seed").Draw("trace/1", keys...).IntN(10) }))
}

// What is held of a source and what follows is the source as it is, whatever is drawn in what pieces.
func TestDrawsAreTheSource(t *testing.T) {
	t.Parallel()
	const alphabet = "0123456789abcdef"
	for lead := range 20 {
		for _, pieces := range [][]int{{0}, {1}, {7, 1}, {8, 9}, {3, 3, 3, 3}, {40, 1}} {
			r := Seed("source").Draw("source/1", N(lead))
			src := rand.NewChaCha8(sha256.Sum256(appendPart(appendPart(appendPart(nil, "source"), "source/1"), N(lead))))
			for range lead {
				require.Equal(t, src.Uint64(), r.Uint64())
			}
			for _, n := range pieces {
				want := ""
				for range n {
					want += string(alphabet[src.Uint64()>>60])
				}
				require.Equal(t, want, r.Text(alphabet, n))
				require.Equal(t, src.Uint64(), r.Uint64())
			}
		}
	}
}
