package mailpit

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
)

// triggers say how often SMTP refuses what, and by which code.
type triggers struct{ Sender, Recipient, Authentication trigger }

type trigger struct {
	ErrorCode   int // 400 to 599
	Probability int // percent
}

// chaosRules are the ids of the fault rules by which chaos comes about.
const chaosRules = "chaos-"

// chaosStages are the triggers in order: the rule's id, its stage, the code where none is
// given, and the words of the reply.
var chaosStages = []struct {
	id, at string
	code   int
	text   string
	of     func(*triggers) *trigger
}{
	{chaosRules + "sender", "mail", 451, "Chaos sender error", func(t *triggers) *trigger { return &t.Sender }},
	{chaosRules + "recipient", "rcpt", 451, "Chaos recipient error", func(t *triggers) *trigger { return &t.Recipient }},
	{chaosRules + "authentication", "auth", 535, "Chaos authentication error", func(t *triggers) *trigger { return &t.Authentication }},
}

// chaosOf reads the triggers from the fault rules of the universe.
func chaosOf(rules []mailsim.FaultRule) (t triggers) {
	for _, s := range chaosStages {
		s.of(&t).ErrorCode = s.code
		for _, r := range rules {
			if r.ID != s.id {
				continue
			}
			s.of(&t).ErrorCode = r.Code
			if *r.Enabled {
				s.of(&t).Probability = int(math.Round(*r.Probability * 100))
			}
		}
	}
	return t
}

// rules are the fault rules of triggers. One that never acts is switched off: it keeps
// its code.
func (t *triggers) rules() (rules []mailsim.FaultRule, err error) {
	for _, s := range chaosStages {
		g := s.of(t)
		if g.ErrorCode == 0 {
			g.ErrorCode = s.code
		}
		if g.ErrorCode < 400 || g.ErrorCode > 599 {
			return nil, errors.New("error code must be between 400 and 599")
		}
		if g.Probability < 0 || g.Probability > 100 {
			return nil, errors.New("probability must be between 0 and 100")
		}
		kind := mailsim.FaultTempfail
		if g.ErrorCode >= 500 {
			kind = mailsim.FaultReject
		}
		rules = append(rules, mailsim.FaultRule{
			ID: s.id, Name: s.id, Where: "smtp", At: s.at, Kind: kind, Code: g.ErrorCode, Text: s.text, Bare: true,
			Enabled: new(g.Probability > 0), Probability: new(float64(g.Probability) / 100),
		})
	}
	return rules, nil
}

// setRules puts rules in the place of those whose ids begin with prefix.
func (h *Handler) setRules(r *http.Request, prefix string, rules []mailsim.FaultRule) error {
	h.rules.Lock()
	defer h.rules.Unlock()
	f := h.u.Faults()
	kept := slices.DeleteFunc(slices.Clone(f.Rules), func(r mailsim.FaultRule) bool { return strings.HasPrefix(r.ID, prefix) })
	_, err := h.u.SetFaults(r.Context(), mailsim.Faults{Rules: append(kept, rules...)})
	return err
}

func (h *Handler) chaos(w http.ResponseWriter, _ *http.Request) {
	if !h.opts.Chaos {
		refuse(w, "Chaos is not enabled")
		return
	}
	answer(w, chaosOf(h.u.Faults().Rules))
}

func (h *Handler) setChaos(w http.ResponseWriter, r *http.Request) {
	if !h.opts.Chaos {
		refuse(w, "Chaos is not enabled")
		return
	}
	var t triggers
	err := json.NewDecoder(r.Body).Decode(&t)
	var rules []mailsim.FaultRule
	if err == nil {
		rules, err = t.rules()
	}
	if err == nil {
		err = h.setRules(r, chaosRules, rules)
	}
	if err != nil {
		refuse(w, plainError(err))
		return
	}
	h.chaos(w, r)
}
