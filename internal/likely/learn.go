package likely

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Sentence is a labelled one to learn from.
type Sentence struct {
	Text, Label string
	Marks       []string
}

// How a model is learned.
const (
	rounds  = 30
	decay   = 2e-5 // L2, for each sentence seen
	seldom  = 2    // sentences that a feature must be in
	maxBias = 1 << 10
)

// Learn fits a model to labelled sentences by stochastic gradient descent with rates by
// feature (AdaGrad: Duchi, Hazan and Singer, 2011). A label counts by the root of how
// often it comes, so that common ones do not drown rare ones.
func Learn(all []Sentence) *Model {
	rounds, rate, trifle, power, decay := rounds, 0.3, 0.4, 0.5, decay
	fine := slices.ContainsFunc(all, func(s Sentence) bool { return s.Marks != nil })
	if fine {
		rounds, rate, trifle, power, decay = 40, 0.02, 0.03, 0.3, 1e-4 // many of them say the same, each a little
	}
	count := map[string]int{}
	seen := map[uint32]int{}
	texts := make([][]uint32, len(all))
	for i, s := range all {
		count[s.Label]++
		features(s.Text, s.Marks, func(h uint32) { texts[i] = append(texts[i], h); seen[h]++ })
	}
	m := &Model{Labels: slices.Sorted(maps.Keys(count)), Sentences: len(all)}
	number := map[string]int{}
	for i, l := range m.Labels {
		number[l] = i
	}
	for h, n := range seen {
		if n >= seldom {
			m.keys = append(m.keys, h)
		}
	}
	slices.Sort(m.keys)
	n := len(m.Labels)
	w, g := make([]float64, (len(m.keys)+1)*n), make([]float64, (len(m.keys)+1)*n)
	sum := make([]float64, len(w)) // of the weights in the second half of the rounds
	rows := make([][]int, len(all))
	for i, t := range texts {
		for _, h := range t {
			if at, ok := slices.BinarySearch(m.keys, h); ok {
				rows[i] = append(rows[i], at*n)
			}
		}
		rows[i] = append(rows[i], len(m.keys)*n) // the bias
	}
	p := make([]float64, n)
	mean := float64(len(all)) / float64(n)
	for round := range rounds {
		for step := range all {
			i := (step*7919 + round*104729) % len(all) // another order each round
			share := 1.0
			if fine {
				share = usual / math.Sqrt(float64(max(len(texts[i]), 1)))
			}
			softmax(w, rows[i], share, p)
			weight := math.Pow(mean/float64(count[all[i].Label]), power)
			p[number[all[i].Label]]--
			for k, at := range rows[i] {
				of := share
				if k == len(rows[i])-1 {
					of = 1
				}
				for j, d := range p {
					d = weight*of*d + decay*w[at+j]*float64(n)
					g[at+j] += d * d
					w[at+j] -= rate * d / (1e-3 + math.Sqrt(g[at+j]))
				}
			}
		}
		if fine && round >= rounds/2 {
			for i := range w {
				sum[i] += w[i]
			}
		}
	}
	if fine {
		for i := range w {
			w[i] = sum[i] / float64(rounds-rounds/2)
		}
	}
	bias := w[len(m.keys)*n:]
	for _, b := range bias {
		m.bias = append(m.bias, int16(math.Round(min(max(b*Scale, -maxBias), maxBias))))
	}
	m.from = []uint32{0}
	for i := range m.keys {
		for j := range n {
			if v := w[i*n+j]; math.Abs(v) >= trifle {
				m.label = append(m.label, uint8(j))
				m.weight = append(m.weight, int8(math.Round(min(max(v*Scale, -127), 127))))
			}
		}
		m.from = append(m.from, uint32(len(m.label)))
	}
	m.index()
	return m
}

// softmax reckons how likely each label is, the last row being the bias; each of the others
// counts by share.
func softmax(w []float64, rows []int, share float64, p []float64) {
	for j := range p {
		sum := 0.0
		for _, at := range rows[:len(rows)-1] {
			sum += w[at+j]
		}
		p[j] = share*sum + w[rows[len(rows)-1]+j]
	}
	most, sum := slices.MaxFunc(p, cmp.Compare), 0.0
	for j := range p {
		p[j] = math.Exp(p[j] - most)
		sum += p[j]
	}
	for j := range p {
		p[j] /= sum
	}
}
