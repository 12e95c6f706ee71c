package dialog

import (
	"slices"
	"strings"
)

// What tells a scene.
const (
	sceneOwn   = 3 // what a word of the question counts, where one of the mail counts 1
	sceneLeast = 2 // what a scene must come to where the mail has words of several
)

// set takes a line with its scenes.
func (s *shape) set(line string) {
	tags, rest, tagged := strings.Cut(line, " ")
	if tags, ok := strings.CutPrefix(tags, "@"); ok && tagged {
		if s.staged == nil {
			s.staged, s.nobody.staged = map[string][]string{}, map[string][]string{}
		}
		for tag := range strings.SplitSeq(tags, "|") {
			s.staged[tag] = append(s.staged[tag], rest)
			if !namesWhom(rest) {
				s.nobody.staged[tag] = append(s.nobody.staged[tag], rest)
			}
		}
		return
	}
	s.lines = append(s.lines, line)
	if !namesWhom(line) {
		s.nobody.lines = append(s.nobody.lines, line)
	}
}

// answers are the lines for a question, those of its scenes before those for any, and whether
// a scene told them. Where it is not known who is asked about, they name nobody. They fit the
// mail; where the question names what the shape is for, whatever they name does.
func (s *shape) answers(q *shaped, named bool) (lines []string, staged bool) {
	said := s.nobody
	if q.whom != "" {
		said = answered{s.lines, s.staged}
	}
	fit := q.fit
	if named {
		fit = func(lines []string) []string { return lines }
	}
	if whole := fit; q.suit != nil {
		fit = func(lines []string) []string { return whole(q.suit(lines)) }
	}
	if len(said.staged) > 0 {
		for _, scene := range q.stage {
			if lines := fit(said.staged[scene]); len(lines) > 0 {
				return lines, true
			}
		}
	}
	return fit(said.lines), false
}

// namesWhom reports whether a line has a pronoun of who is asked about.
func namesWhom(line string) bool {
	return strings.Contains(line, "{he}") || strings.Contains(line, "{He}") || strings.Contains(line, "{him}") || strings.Contains(line, "{his}") || strings.Contains(line, "{His}")
}

// staged is how much the newest mail tells of each scene.
func (p *planner) staged(set *shapes) []int {
	if p.stages == nil {
		p.stages = make([]int, len(set.scenes))
		seen := map[string]bool{}
		for _, text := range p.sceneTexts() {
			for _, w := range p.words(text) {
				if list := set.tells[w]; list != nil && !seen[w] {
					seen[w] = true
					for _, i := range list {
						p.stages[i]++
					}
				}
			}
		}
	}
	return p.stages
}

// stage returns the scenes of a question, the likeliest first: those that are told at least
// half as much as the first one.
func (set *shapes) stage(words []string, mail []int) []string {
	if len(set.scenes) == 0 {
		return []string{}
	}
	told, top := slices.Clone(mail), 0
	for _, w := range words {
		for _, i := range set.tells[w] {
			told[i] += sceneOwn
		}
	}
	order := make([]int, 0, len(told))
	for i, n := range told {
		if top = max(top, n); n > 0 {
			order = append(order, i)
		}
	}
	if top < sceneLeast && len(order) > 1 {
		return []string{} // a word of each
	}
	slices.SortStableFunc(order, func(a, b int) int { return told[b] - told[a] })
	names := []string{}
	for _, i := range order {
		if 2*told[i] >= top {
			names = append(names, set.scenes[i])
		}
	}
	return names
}
