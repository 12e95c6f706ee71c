package decide

import "github.com/mailsim/mailsim/internal/rng"

// odds are the weights of values.
type odds []struct {
	value  string
	weight int
}

func (o odds) draw(r *rng.Rand) string {
	if len(o) == 0 {
		return ""
	}
	weights := make([]int, len(o))
	for i := range o {
		weights[i] = o[i].weight
	}
	return o[r.Weighted(weights)].value
}

// Leaning is how people of a temperament write and open links who say nothing else
// about it. "" and 0 are the plain defaults. A spam filter is their provider's, and no
// part of it.
type Leaning struct {
	Length, Formality, Links string
	Typos                    float64
}

// leanings by temperament; the responsive are the measure, and have none.
var leanings = map[string]struct {
	length, formality, links odds
	typos                    [2]int // from and to, in hundredths
}{
	Busy: {
		length: odds{{"short", 80}, {"medium", 20}}, formality: odds{{"casual", 50}, {"neutral", 50}},
		links: odds{{"usual", 80}, {"wary", 20}}, typos: [2]int{0, 5},
	},
	Procedural: {
		length: odds{{"medium", 40}, {"long", 60}}, formality: odds{{"neutral", 15}, {"formal", 85}},
		links: odds{{"usual", 60}, {"wary", 40}},
	},
	Skeptical: {
		length: odds{{"short", 35}, {"medium", 65}}, formality: odds{{"neutral", 60}, {"formal", 40}},
		links: odds{{"wary", 80}, {"never", 20}}, typos: [2]int{0, 5},
	},
	Flaky: {
		length: odds{{"short", 40}, {"medium", 40}, {"long", 20}}, formality: odds{{"casual", 75}, {"neutral", 25}},
		links: odds{{"usual", 55}, {"curious", 45}}, typos: [2]int{3, 10},
	},
	Difficult: {
		length: odds{{"medium", 35}, {"long", 65}}, formality: odds{{"casual", 15}, {"neutral", 45}, {"formal", 40}},
		links: odds{{"usual", 60}, {"wary", 40}}, typos: [2]int{0, 15},
	},
	Ghost: {
		length: odds{{"short", 90}, {"medium", 10}}, formality: odds{{"casual", 40}, {"neutral", 60}},
		links: odds{{"wary", 50}, {"never", 50}}, typos: [2]int{0, 10},
	},
}

// DrawLeaning draws that of a temperament. draw gives the generator of one field, so
// that no field depends on another.
func DrawLeaning(temperament string, draw func(field string) *rng.Rand) Leaning {
	l, ok := leanings[temperament]
	if !ok {
		return Leaning{}
	}
	return Leaning{
		Length: l.length.draw(draw("length")), Formality: l.formality.draw(draw("formality")),
		Links: l.links.draw(draw("links")),
		Typos: float64(draw("typos").Between(l.typos[0], l.typos[1])) / 100,
	}
}
