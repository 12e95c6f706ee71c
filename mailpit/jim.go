package mailpit

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/mailsim/mailsim"
)

// jim is MailHog's chaos: the chances, from 0 to 1, that something happens.
type jim struct {
	DisconnectChance      float64
	AcceptChance          float64
	LinkSpeedAffect       float64
	LinkSpeedMin          float64 // bytes a second
	LinkSpeedMax          float64
	RejectSenderChance    float64
	RejectRecipientChance float64
	RejectAuthChance      float64
}

// defaultJim is what MailHog begins with.
var defaultJim = jim{0.005, 0.99, 0.1, 1024, 10240, 0.05, 0.05, 0.05}

// jimRules begin the ids of the fault rules by which jim comes about.
const jimRules = "jim-"

// rules are the fault rules of what may happen.
func (j *jim) rules() (rules []mailsim.FaultRule, err error) {
	for _, p := range []float64{j.DisconnectChance, j.AcceptChance, j.LinkSpeedAffect, j.RejectSenderChance, j.RejectRecipientChance, j.RejectAuthChance} {
		if !(p >= 0 && p <= 1) {
			return nil, errors.New("chances are from 0 to 1")
		}
	}
	add := func(name, at string, chance float64, r mailsim.FaultRule) {
		if chance > 0 {
			r.ID, r.Name, r.Where, r.At, r.Probability = jimRules+name, jimRules+name, "smtp", at, new(chance)
			rules = append(rules, r)
		}
	}
	reject := mailsim.FaultRule{Kind: mailsim.FaultReject, Code: 550, Bare: true}
	sender, recipient := reject, reject
	sender.Text, recipient.Text = "Invalid sender ", "Invalid recipient "
	add("accept", "connect", 1-j.AcceptChance, mailsim.FaultRule{Kind: mailsim.FaultDisconnect})
	add("disconnect", "mail", j.DisconnectChance, mailsim.FaultRule{Kind: mailsim.FaultDisconnect})
	if rate := (j.LinkSpeedMin + j.LinkSpeedMax) / 2; rate >= 1 && rate < 1e9 {
		add("linkspeed", "connect", j.LinkSpeedAffect, mailsim.FaultRule{Kind: mailsim.FaultTrickle, Rate: int(rate)})
	}
	add("sender", "mail", j.RejectSenderChance, sender)
	add("recipient", "rcpt", j.RejectRecipientChance, recipient)
	add("auth", "auth", j.RejectAuthChance, mailsim.FaultRule{Kind: mailsim.FaultReject, Code: 535, Text: "Authentication failed", Bare: true})
	return rules, nil
}

func (h *Handler) getJim(w http.ResponseWriter, _ *http.Request) {
	h.jimMu.Lock()
	defer h.jimMu.Unlock()
	if h.jim == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	answer(w, h.jim)
}

// createJim lets jim in: as the body says, as MailHog begins where it is none.
func (h *Handler) createJim(w http.ResponseWriter, r *http.Request) {
	h.jimMu.Lock()
	defer h.jimMu.Unlock()
	switch {
	case !h.opts.Chaos:
		w.WriteHeader(http.StatusNotFound)
	case h.jim != nil:
		w.WriteHeader(http.StatusBadRequest)
	default:
		in := jim{}
		if json.NewDecoder(r.Body).Decode(&in) != nil {
			in = defaultJim
		}
		h.useJim(w, r, &in, http.StatusCreated)
	}
}

func (h *Handler) updateJim(w http.ResponseWriter, r *http.Request) {
	h.jimMu.Lock()
	defer h.jimMu.Unlock()
	if h.jim == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	in := jim{}
	if json.NewDecoder(r.Body).Decode(&in) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	h.useJim(w, r, &in, http.StatusOK)
}

func (h *Handler) useJim(w http.ResponseWriter, r *http.Request, j *jim, status int) {
	rules, err := j.rules()
	if err == nil {
		err = h.setRules(r, jimRules, rules)
	}
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, plainError(err))
		return
	}
	h.jim = j
	w.WriteHeader(status)
}

func (h *Handler) deleteJim(w http.ResponseWriter, r *http.Request) {
	h.jimMu.Lock()
	defer h.jimMu.Unlock()
	if h.jim == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if err := h.setRules(r, jimRules, nil); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	h.jim = nil
	w.WriteHeader(http.StatusOK)
}
