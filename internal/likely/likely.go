// Package likely tells what a sentence is likely to be by all of its words: thanks, bad
// news, a question. It is a linear model (multinomial logistic regression) over words,
// their beginnings and neighbours, learned from labelled sentences. Patterns say what a
// sentence may be; this says whether the rest of it agrees. It reckons in integers, so
// that every machine comes to the same answer.
package likely

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Scale is how many units make one nat, a factor of e in the odds.
const Scale = 16

// Bounds of what is read.
const (
	maxText  = 400 // bytes of a sentence
	maxWords = 60
	maxMarks = 400
	maxLabel = 64
)

// Model holds the weights of one language.
type Model struct {
	Labels    []string
	Sentences int // that it was learned from
	bias      []int16
	keys      []uint32 // hashes of features, ascending
	from      []uint32 // where the weights of a feature begin; one more than keys
	label     []uint8
	weight    []int8
	slots     []uint32 // a hash table of keys: the number of one, plus 1
}

// Scores returns the score of each label for a sentence. A difference of Scale between
// two of them is a factor of e between their odds. It does not allocate if out is long
// enough.
func (m *Model) Scores(text string, out []int32) []int32 { return m.Marked(text, nil, out) }

// Marked is Scores of a text with marks: what else is known of it.
func (m *Model) Marked(text string, marks []string, out []int32) []int32 {
	out = append(out[:0], make([]int32, len(m.bias))...)
	n := 0
	features(text, marks, func(h uint32) {
		n++
		i := m.find(h)
		if i < 0 {
			return
		}
		for j := m.from[i]; j < m.from[i+1]; j++ {
			out[m.label[j]] += int32(m.weight[j])
		}
	})
	if marks != nil && n > 0 { // a long text has many features, each of which tells less
		root := int32(math.Sqrt(float64(n) * 1024))
		for i := range out {
			out[i] = out[i] * (usual * 32) / root
		}
	}
	for i, b := range m.bias {
		out[i] += int32(b)
	}
	return out
}

// usual is the root of how many features a text with marks has, about: of one with as many
// each counts whole, of others by the root of the ratio.
const usual = 8

// find returns the number of a feature, -1 where the model does not know it.
func (m *Model) find(h uint32) int {
	mask := uint32(len(m.slots) - 1)
	for at := h >> 1 & mask; ; at = (at + 1) & mask {
		switch i := m.slots[at]; {
		case i == 0:
			return -1
		case m.keys[i-1] == h:
			return int(i - 1)
		}
	}
}

// index fills the slots, of which at least half stay free.
func (m *Model) index() {
	n := 2
	for n < 2*len(m.keys) {
		n *= 2
	}
	m.slots = make([]uint32, n)
	for i, k := range m.keys {
		at := k >> 1 & uint32(n-1)
		for m.slots[at] != 0 {
			at = (at + 1) & uint32(n-1)
		}
		m.slots[at] = uint32(i + 1)
	}
}

// Label returns the number of a label, -1 where there is none.
func (m *Model) Label(name string) int { return slices.Index(m.Labels, name) }

// features calls f with the hash of each feature of a text and of each mark, each once.
func features(text string, marks []string, f func(uint32)) {
	var seen [1024]uint32 // a hash table; a text has at most 8 features a word
	note := func(kind byte, parts ...string) {
		h := uint32(2166136261)
		add := func(c byte) { h = (h ^ uint32(c)) * 16777619 }
		add(kind)
		for _, p := range parts {
			for i := 0; i < len(p); i++ {
				add(p[i])
			}
			add(0)
		}
		h |= 1 // 0 is a free slot
		at := h >> 1 % uint32(len(seen))
		for seen[at] != 0 {
			if seen[at] == h {
				return
			}
			at = (at + 1) % uint32(len(seen))
		}
		seen[at] = h
		f(h)
	}
	words := split(text)
	for i, w := range words {
		note('w', w)
		if n := prefix(w); n < len(w) {
			note('p', w[:n])
		}
		if i > 0 {
			note('b', words[i-1], w)
		}
		if i > 1 {
			note('t', words[i-2], words[i-1], w)
		}
		if i < 2 {
			note('0'+byte(i), w)
		}
	}
	if n := len(words); n > 0 {
		note('e', words[n-1])
		if n > 1 {
			note('s', words[0], words[1])
		}
	}
	if strings.HasSuffix(strings.TrimSpace(text), "?") {
		note('?')
	}
	for _, mark := range marks[:min(len(marks), maxMarks)] {
		note('m', mark)
	}
}

// prefix is where the first five letters of a longer word end.
func prefix(w string) int {
	n := 0
	for i := range w {
		if n == 5 {
			return i
		}
		n++
	}
	return len(w)
}

// split returns the words of a text in small letters, each figure as "0", and the marks
// of a question or a call.
func split(text string) []string {
	text = text[:min(len(text), maxText)] // half a letter is none
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	out := make([]string, 0, 24)
	start, digits := -1, false
	end := func(i int) {
		if start >= 0 && len(out) < maxWords {
			if w := strings.TrimRight(text[start:i], "'"); w != "" {
				out = append(out, w)
			}
		}
		start = -1
	}
	for i, r := range text {
		switch {
		case unicode.IsDigit(r):
			end(i)
			if !digits && len(out) < maxWords {
				out = append(out, "0")
			}
			digits = true
			continue
		case unicode.IsLetter(r):
			if start < 0 {
				start = i
			}
		case r == '\'' && start >= 0:
		default:
			end(i)
			if (r == '?' || r == '!') && len(out) < maxWords {
				out = append(out, text[i:i+1])
			}
		}
		digits = false
	}
	end(len(text))
	return out
}

var magic = []byte("likely1\n")

// Bytes returns the model as Parse reads it.
func (m *Model) Bytes() []byte {
	out := binary.AppendUvarint(slices.Clone(magic), uint64(m.Sentences))
	out = binary.AppendUvarint(out, uint64(len(m.Labels)))
	for i, l := range m.Labels {
		out = binary.AppendUvarint(out, uint64(len(l)))
		out = append(out, l...)
		out = binary.AppendVarint(out, int64(m.bias[i]))
	}
	out = binary.AppendUvarint(out, uint64(len(m.keys)))
	last := uint32(0)
	for i, k := range m.keys {
		out = binary.AppendUvarint(out, uint64(k-last))
		last = k
		out = binary.AppendUvarint(out, uint64(m.from[i+1]-m.from[i]))
		for j := m.from[i]; j < m.from[i+1]; j++ {
			out = append(out, m.label[j], byte(m.weight[j]))
		}
	}
	return out
}

var errModel = errors.New("likely: not a model")

// Parse reads what Bytes returned.
func Parse(data []byte) (*Model, error) {
	data, ok := bytes.CutPrefix(data, magic)
	if !ok {
		return nil, errModel
	}
	bad := false
	count := func(most uint64) int {
		v, n := binary.Uvarint(data)
		if n <= 0 || v > most {
			bad, data = true, nil
			return 0
		}
		data = data[n:]
		return int(v)
	}
	m := &Model{Sentences: count(1 << 30)}
	for range count(maxLabel) {
		n := count(maxLabel)
		if n > len(data) {
			return nil, errModel
		}
		m.Labels = append(m.Labels, string(data[:n]))
		data = data[n:]
		v, n := binary.Varint(data)
		if n <= 0 {
			return nil, errModel
		}
		data = data[n:]
		m.bias = append(m.bias, int16(v))
	}
	n := count(uint64(len(data)))
	m.keys, m.from = make([]uint32, 0, n), append(make([]uint32, 0, n+1), 0)
	last := uint64(0)
	for range n {
		last += uint64(count(1<<32 - 1))
		w := count(maxLabel)
		if bad || last > 1<<32-1 || 2*w > len(data) {
			return nil, errModel
		}
		m.keys = append(m.keys, uint32(last))
		for i := range w {
			if int(data[2*i]) >= len(m.Labels) {
				return nil, errModel
			}
			m.label, m.weight = append(m.label, data[2*i]), append(m.weight, int8(data[2*i+1]))
		}
		data = data[2*w:]
		m.from = append(m.from, uint32(len(m.label)))
	}
	if bad || len(data) > 0 || len(m.Labels) == 0 {
		return nil, errModel
	}
	m.index()
	return m, nil
}
