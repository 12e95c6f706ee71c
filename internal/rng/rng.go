// Package rng makes every chance decision of a universe from a generator of
// its own, keyed by (seed, decision, keys). No stream is shared, so an added
// draw, another person or another order of arrival shifts no other decision.
//
// It is a leaf: it knows keys and numbers, nothing of mail.
package rng

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"
)

// Seed is the root of all draws of one universe.
type Seed string

// Draw returns the generator of one decision. The decision is a name with a
// version ("reply/1"): a change of what is drawn under it takes a new version.
// Keys must be stable under reordering: addresses and ordinals, never
// Message-IDs, UIDs, event ids or wall time.
func (s Seed) Draw(decision string, keys ...string) *Rand {
	r := new(Rand) // here, so that a caller who keeps it to itself has it on its stack
	s.Begin(r, decision, keys...)
	return r
}

// Begin makes r what Draw returns. Helpers that call it with a new(Rand) of their own
// are small enough to be inlined, as Draw is.
func (s Seed) Begin(r *Rand, decision string, keys ...string) {
	var buf [256]byte
	b := appendPart(buf[:0], string(s))
	b = appendPart(b, decision)
	for _, k := range keys {
		b = appendPart(b, k)
	}
	r.seed, r.drawn, r.src = sha256.Sum256(b), 0, nil
	src := sources.Get().(*rand.ChaCha8)
	src.Seed(r.seed)
	for i := range r.first {
		r.first[i] = src.Uint64()
	}
	sources.Put(src)
}

// N is the key text of an ordinal.
func N(n int) string { return strconv.Itoa(n) }

// appendPart prefixes each part with its length, so that no two key lists
// share an encoding.
func appendPart(b []byte, part string) []byte {
	b = binary.AppendUvarint(b, uint64(len(part)))
	return append(b, part...)
}

// Rand is the generator of one decision. It is not safe for concurrent use.
//
// Few decisions draw more than a few numbers, so it holds the first ones of its source
// and no source: a ChaCha8 is large and always on the heap.
type Rand struct {
	first [8]uint64
	drawn int
	seed  [32]byte
	src   *rand.ChaCha8 // what comes after the first, at need
}

// sources are for the moment in which the first numbers are drawn.
var sources = sync.Pool{New: func() any { return new(rand.ChaCha8) }}

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	if r.drawn < len(r.first) {
		r.drawn++
		return r.first[r.drawn-1]
	}
	return r.beyond()
}

func (r *Rand) beyond() uint64 {
	if r.src == nil {
		r.src = new(rand.ChaCha8)
		r.proceed(r.src)
	}
	r.drawn++
	return r.src.Uint64()
}

// proceed brings a source to where r is.
func (r *Rand) proceed(src *rand.ChaCha8) {
	src.Seed(r.seed)
	for range r.drawn {
		src.Uint64()
	}
}

// IntN returns a number in [0, n). It returns 0 when n is below 1.
func (r *Rand) IntN(n int) int {
	if n < 1 {
		return 0
	}
	return below(r.Uint64(), n)
}

// below brings 64 random bits into [0, n) by Lemire's multiplication; the bias is below n/2^64.
func below(x uint64, n int) int {
	hi, _ := bits.Mul64(x, uint64(n))
	return int(hi)
}

// Between returns a number in [lo, hi]; lo when hi is not above it.
func (r *Rand) Between(lo, hi int) int {
	if hi <= lo {
		return lo
	}
	return lo + r.IntN(hi-lo+1)
}

// chanceScale is the resolution of Chance: probabilities are compared as
// integers, so that no rounding of a platform decides.
const chanceScale = 1 << 32

// Chance is true with probability p: never at 0 and below (and for NaN), always at 1 and above.
func (r *Rand) Chance(p float64) bool {
	draw := r.Uint64() >> 32
	switch {
	case !(p > 0):
		return false
	case p >= 1:
		return true
	}
	return draw < uint64(float64(p*chanceScale))
}

// Unit returns a number strictly between 0 and 1.
func (r *Rand) Unit() float64 {
	return float64(float64(r.Uint64()>>11)+0.5) / (1 << 53)
}

// Norm returns a standard normal number.
func (r *Rand) Norm() float64 { return quantile(r.Unit()) }

// Exp returns an exponential number with mean 1.
func (r *Rand) Exp() float64 { return -ln(r.Unit()) }

// LogNormal returns median * spread^z with z standard normal. The spread is a
// geometric standard deviation: 1 gives the median itself.
func (r *Rand) LogNormal(median, spread float64) float64 {
	z := r.Norm()
	if !(spread > 1) {
		return median
	}
	return float64(median * exp(float64(ln(spread)*z)))
}

// maxSeconds bounds a drawn duration to 100 years.
const maxSeconds = 100 * 365 * 24 * 3600

// Delay returns a log-normal duration in whole seconds, at most 100 years.
func (r *Rand) Delay(median time.Duration, spread float64) time.Duration {
	return Seconds(r.LogNormal(median.Seconds(), spread))
}

// Seconds rounds s to a whole, non-negative number of seconds, at most 100 years.
func Seconds(s float64) time.Duration {
	if !(s > 0) {
		return 0
	}
	if s > maxSeconds {
		s = maxSeconds
	}
	return time.Duration(int64(s+0.5)) * time.Second
}

// Weighted returns an index of weights with odds as given; 0 when no weight
// is positive. Weights are whole numbers so that sums are exact.
func (r *Rand) Weighted(weights []int) int {
	sum := 0
	for _, w := range weights {
		sum += max(w, 0)
	}
	at := r.IntN(sum)
	for i, w := range weights {
		if at -= max(w, 0); at < 0 {
			return i
		}
	}
	return 0
}

// Perm returns the numbers 0 to n-1 in random order.
func (r *Rand) Perm(n int) []int {
	p := make([]int, max(n, 0))
	for i := range p {
		j := r.IntN(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}

// Pick returns one element of list, the zero value of an empty one.
func Pick[T any](r *Rand, list []T) T {
	var zero T
	if len(list) == 0 {
		return zero
	}
	return list[r.IntN(len(list))]
}

// Alphabets for Text.
const (
	Lower = "abcdefghijklmnopqrstuvwxyz0123456789"
	Hex   = "0123456789abcdef"
	HEX   = "0123456789ABCDEF"
	Mixed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
)

// Text returns n characters of an ASCII alphabet.
func (r *Rand) Text(alphabet string, n int) string {
	var room [32]byte
	b := room[:0]
	if r.src == nil && r.drawn+n > len(r.first) { // names are longer than what is held, and the last thing drawn
		src := sources.Get().(*rand.ChaCha8)
		r.proceed(src)
		for range n {
			b = append(b, alphabet[below(src.Uint64(), len(alphabet))])
		}
		sources.Put(src)
		r.drawn += n
		return string(b)
	}
	for range n {
		b = append(b, alphabet[r.IntN(len(alphabet))])
	}
	return string(b)
}

// UUID returns a version 4 UUID in capitals (RFC 9562 section 5.4).
func (r *Rand) UUID() string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], r.Uint64())
	binary.BigEndian.PutUint64(b[8:], r.Uint64())
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	out := make([]byte, 0, 36)
	for i, c := range b {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			out = append(out, '-')
		}
		out = append(out, HEX[c>>4], HEX[c&15])
	}
	return string(out)
}
