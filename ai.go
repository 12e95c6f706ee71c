package mailsim

// AI writing (spec 1): see Writer.

import "github.com/mailsim/mailsim/internal/compose"

// aiOn tells whether people write with AI now.
func (v view) aiOn() bool { return v.set().AI && v.u.opts.Writer != nil }

// byAI lets the writer write; ok is false when templates have to.
func (w *writing) byAI(compose.Brief) (draft, bool) { return draft{}, false }

// judgeClick lets the writer settle a close call about a link; asked is false
// when the rules decide alone.
func (w *writing) judgeClick(*mail, readLink, bool) (yes bool, why string, asked bool) {
	return true, "", false
}

// fillByAI lets the writer fill in a person.
func (t *tx) fillByAI(*personaRec) {}
