package dialog

import (
	"strings"

	"github.com/mailsim/mailsim/internal/gist"
)

// decidesGerman answers a German question that offers several things of which none can be
// named: "der erste Termin" for "welcher Termin?", else that both are all right. It reports
// whether it did.
func (p *planner) decidesGerman(it *item, place string) bool {
	article, noun, ok := strings.Cut(it.topic, " ")
	ending := strings.TrimPrefix(p.think.form[place], "das ")
	switch {
	case it.kind == "which" && ok && !strings.Contains(noun, " ") && ending != "" && (article == "der" || article == "die" || article == "das"):
		p.tell(it, "answer.choice", article+" "+strings.ToLower(ending)+" "+noun)
	case it.kind != "" && it.kind != "if":
		return false
	case p.begins("goes well", it.text):
		it.ask = gist.AskYesNo
		p.whole(it, p.worded("all well", ""))
	case !strings.Contains(it.text, " oder "):
		return false
	default:
		p.say(Move{Slot: "answer.either", Label: it.label, Values: values("topic", it.topic), Core: true})
	}
	return true
}
