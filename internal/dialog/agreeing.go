package dialog

import "slices"

// whoAgrees leaves out what a mail wants for the case that the person does not agree, where it
// says what to do if they do: "Should you agree, please sign. Should you wish to discuss it, I can
// offer Tuesday." Who signs needs no meeting.
func (p *planner) whoAgrees(items []item) []item {
	if p.out.Language != "en" || !slices.ContainsFunc(items, func(it item) bool { return p.begins("in agreement", it.text) }) {
		return items
	}
	return slices.DeleteFunc(items, func(it item) bool { return p.begins("to be discussed", it.text) })
}
