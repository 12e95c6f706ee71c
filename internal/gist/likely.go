package gist

import (
	"slices"
	"sync"

	"github.com/mailsim/mailsim/internal/lang"
	"github.com/mailsim/mailsim/internal/likely"
)

// doubt is how much likelier a sentence must be something else, all of its words taken
// together, for a pattern that was found in it to be passed over: a factor of 55. It is
// 400 in a language of which the model has seen few sentences.
const (
	doubt    = 4 * likely.Scale
	doubtFew = 6 * likely.Scale
	few      = 5000
)

// plainWords is how long a sentence is in which one word weighs as much as it should: in
// a longer one the scores of all that it says add up, up to longWords.
const (
	plainWords = 12
	longWords  = 14
)

// judge is what a language's model says of sentences.
type judge struct {
	*likely.Model
	of             map[ActKind]int
	asks, requests int
}

var judges = sync.OnceValue(func() map[string]func() *judge {
	out := map[string]func() *judge{}
	for _, code := range lang.Codes() {
		if data := lang.Likely(code); data != nil {
			out[code] = sync.OnceValue(func() *judge {
				model, err := likely.Parse(data)
				if err != nil {
					panic(err) // compiled in
				}
				j := &judge{Model: model, of: map[ActKind]int{}, asks: model.Label("question"), requests: model.Label("request")}
				for i, name := range model.Labels {
					j.of[ActKind(name)] = i
				}
				return j
			})
		}
	}
	return out
})

// likelihoods are the scores of a sentence, reckoned once.
func (m *mail) likelihoods(l *lexicon, i int) (*judge, []int32) {
	of, ok := judges()[l.code]
	if !ok {
		return nil, nil
	}
	j := of()
	if m.scores == nil {
		m.scores = make([][]int32, len(m.sentences))
	}
	if m.scores[i] == nil {
		m.scores[i] = m.sentences[i].scores(j)
	}
	return j, m.scores[i]
}

// scores are those of the sentence, reckoned once if it is kept.
func (s *sentence) scores(j *judge) []int32 {
	if s.known != nil {
		if scores := s.known.scored.Load(); scores != nil {
			return *scores
		}
	}
	scores := j.Scores(s.text, make([]int32, 0, len(j.Labels)))
	if s.known != nil {
		s.known.scored.Store(&scores)
	}
	return scores
}

// agrees reports whether the words of a sentence allow that it is an act. What an act
// asks is no doubt for one that may stand in a question.
func (m *mail) agrees(l *lexicon, i int, kind ActKind, asked bool) bool {
	j, scores := m.likelihoods(l, i)
	if j == nil {
		return true
	}
	at, ok := j.of[kind]
	if !ok {
		return true
	}
	most := int32(doubt)
	if j.Sentences < few {
		most = doubtFew
	}
	most = most * min(max(plainWords, int32(len(m.sentences[i].tokens))), longWords) / plainWords
	for other, s := range scores {
		if s-scores[at] > most && !(asked && (other == j.asks || other == j.requests)) {
			return false
		}
	}
	return true
}

// nearly is how much likelier something else may be for an act to be plain: a factor of e.
const nearly = likely.Scale

// nearlyFirst is the same for the sentence that a mail begins with.
const nearlyFirst = 5 * likely.Scale / 2

// likeliest reports whether no other act, and no question, is much likelier for a sentence.
func (m *mail) likeliest(l *lexicon, i int, kind ActKind) bool {
	j, scores := m.likelihoods(l, i)
	if j == nil {
		return true
	}
	at, ok := j.of[kind]
	margin := int32(nearly)
	if i == 0 {
		margin = nearlyFirst
	}
	return !ok || scores[at] >= slices.Max(scores)-margin
}

// sure is how much likelier than all else a sentence without a pattern must be an act: a
// factor of 20.
const sure = 3 * likely.Scale

// sureAlone is the same in a mail that asks nothing: it must be about something.
const sureAlone = 2 * likely.Scale

// plainly are the acts that a sentence can be by its words alone, as nothing in it has to
// be understood for an answer.
var plainly = map[ActKind]bool{
	Condolence: true, Illness: true, BadNews: true, GoodNews: true, Rejecting: true, Declining: true, Praising: true, Apologising: true, Introducing: true, Leaving: true, ThankingFor: true, SmallTalk: true,
}

// surely returns the row of the act that a sentence is by all of its words, -1 for none.
func (m *mail) surely(l *lexicon, i int, asks bool) int {
	j, scores := m.likelihoods(l, i)
	if j == nil {
		return -1
	}
	best, second := -1, -1
	for at := range scores {
		switch {
		case best < 0 || scores[at] > scores[best]:
			best, second = at, best
		case second < 0 || scores[at] > scores[second]:
			second = at
		}
	}
	kind := ActKind(j.Labels[best])
	margin := int32(sure)
	if !asks {
		margin = sureAlone
	}
	if !plainly[kind] || second >= 0 && scores[best]-scores[second] < margin {
		return -1
	}
	return slices.IndexFunc(actGroups, func(a actGroup) bool { return a.kind == kind })
}
