package compose

import (
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
)

// settle writes the mail that gives the answer which was promised.
func settle(b Brief) Draft {
	in := b.input()
	in.Promise, in.Prompt = "", true
	out := dialog.Plan(in)
	m, ok := deferred(out.Moves, b.Promise.What)
	if ok && len(b.Mails) > 0 {
		b.Voice.Language = out.Language
	}
	w := newWriter(b)
	if !ok && !slices.ContainsFunc(out.Moves, func(m dialog.Move) bool { return strings.HasPrefix(m.Slot, "answer.open") }) {
		return Draft{Thread: b.Thread, Why: "no answer to give"} // rather than "it is done"
	}
	w.openAndClose()
	if !ok {
		w.why = append(w.why, "what was to be looked up is not found")
		w.put("deliver.none", atStart)
		w.note()
		return w.finish()
	}
	w.why = append(w.why, "the answer that was promised")
	slot := "deliver.answer"
	if w.Late {
		slot += ".late"
	}
	m.Label = ""
	lead, led := w.sentence(slot)
	if w.move(m, atStart) && led {
		w.led(lead)
	}
	w.note()
	if m.Claim > 0 {
		c := out.Claims[m.Claim-1]
		w.Thread.Agreed = append(slices.DeleteFunc(slices.Clone(w.Thread.Agreed), func(had dialog.Claim) bool { return c.Replaces(had) }), c)
		out.Claims = []dialog.Claim{c}
	} else {
		out.Claims = nil
	}
	d := w.finish()
	d.Claims = out.Claims
	return d
}

// deferred finds the answer that was put off: the one about what was promised, else one
// that was not given before.
func deferred(moves []dialog.Move, what string) (found dialog.Move, ok bool) {
	best := 0
	for _, m := range moves {
		score := 1
		switch {
		case group(m.Slot) != "answer" || m.Due != "" || m.Slot == "answer.unknown" || strings.HasPrefix(m.Slot, "answer.open"):
			continue
		case what != "" && strings.EqualFold(clean(m.Values["topic"], 40), what):
			score = 3
		case m.Claim > 0:
			score = 2
		}
		if score > best {
			found, best = m, score
		}
	}
	return found, best > 0
}

// Told returns what a text of another writer, for the mail that b asks for, says is so of
// what the mails ask.
func Told(b Brief, text string) []dialog.Claim {
	if len(b.Mails) == 0 {
		return nil
	}
	return dialog.Told(b.input(), gist.Read("", text))
}
