package dialog

import (
	"fmt"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/lang"
)

var shapeSets = sync.OnceValue(func() map[string]func() *shapes {
	out := map[string]func() *shapes{}
	for _, code := range lang.Codes() {
		if text := lang.Open(code); text != "" {
			out[code] = sync.OnceValue(func() *shapes {
				set, err := parseShapes(text)
				if err != nil {
					panic(err) // compiled in, and tested
				}
				return set
			})
		}
	}
	return out
})

func parseShapes(text string) (*shapes, error) {
	out := &shapes{byFirst: map[string][]filed{}, things: map[string][]*shape{}, tells: map[string][]int{}, fields: map[string]uint64{}, open: map[string][]string{}, asking: asking{asks: asksOpenly, breaks: shapeBreaks}}
	var cur []*shape
	head, name, ordinal := "", "", 0
	flush := func() error {
		if head != "" && (len(cur) == 0 || len(cur[0].lines)+len(cur[0].staged) == 0) {
			return fmt.Errorf("%s has no answer", head)
		}
		if name != "" {
			out.list(name, cur[0].lines)
		}
		return nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		body, weak := strings.CutPrefix(line, "~")
		body, loud := strings.CutPrefix(body, "!")
		body, anew := strings.CutPrefix(body, "+")
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
		case strings.HasPrefix(body, "[") && strings.HasSuffix(body, "]"):
			if err := flush(); err != nil {
				return nil, err
			}
			ordinal++
			if name = body[1 : len(body)-1]; named(name) {
				head, cur = line, []*shape{{}}
				continue
			}
			if scene, ok := strings.CutPrefix(name, "scene "); ok {
				out.scenes, name = append(out.scenes, scene), ""
				head, cur = line, []*shape{{scenic: true}}
				continue
			}
			if strings.HasPrefix(name, "field ") {
				if out.newest <<= 1; out.newest == 0 {
					out.newest = 1
				}
				name = ""
				head, cur = line, []*shape{{fielding: true}}
				continue
			}
			name = ""
			head, cur = line, out.heads(body[1:len(body)-1], weak, loud, ordinal)
			for _, s := range cur {
				s.anew = anew
			}
		case head == "":
			return nil, fmt.Errorf("%q stands in no section", line)
		case len(cur) == 1 && cur[0].scenic:
			cur[0].set(line)
			out.tell(out.spelt(line))
		case len(cur) == 1 && cur[0].fielding:
			cur[0].set(line)
			out.field(line)
		case len(line) > maxReady:
			return nil, fmt.Errorf("%s: %q is longer than %d bytes", head, line, maxReady)
		default:
			for _, s := range cur {
				s.set(line)
			}
		}
	}
	return out, flush()
}

// heads reads the shapes of a section and files them.
func (out *shapes) heads(text string, weak, loud bool, ordinal int) (list []*shape) {
	forms := strings.Split(text, " / ")
	last, lastScene, _ := strings.Cut(forms[len(forms)-1], ";")
	_, lastWords, _ := strings.Cut(last, ":")
	for _, one := range forms { // what the last one has is for those that have none of their own
		one, scene, own := strings.Cut(one, ";")
		if !own {
			scene = lastScene
		}
		one, words, own := strings.Cut(one, ":")
		if !own {
			words = lastWords
		}
		s := &shape{weak: weak, loud: loud, words: stemSet(out.spelt(words)), scene: stemSet(scene + " " + out.spelt(scene)), ordinal: ordinal}
		fields := strings.Fields(out.spelt(one))
		if len(fields) > 1 && fields[0] == "=" {
			s.thing, s.weight = true, shapeThing
			for _, w := range fields[1:] {
				out.things[w] = append(out.things[w], s)
			}
			list = append(list, s)
			continue
		}
		f := filed{shape: s}
		for _, w := range fields {
			switch w {
			case "*":
				s.parts = append(s.parts, nil)
			case "$":
				s.parts, s.weight = append(s.parts, []string{"$"}), s.weight+shapeEnd
			default:
				words := strings.Split(w, "|")
				s.parts, s.weight = append(s.parts, words), s.weight+shapeWord
				f.mark(words)
			}
		}
		if len(s.parts) == 0 {
			continue
		}
		if s.parts[0] == nil {
			out.free = append(out.free, f)
		}
		for _, w := range s.parts[0] {
			out.byFirst[w] = append(out.byFirst[w], f)
		}
		list = append(list, s)
	}
	return list
}

// mark notes the words of a part, of which a question must have one.
func (f *filed) mark(words []string) {
	all := uint64(0)
	for _, w := range words {
		all |= mark(w)
	}
	if len(words) == 1 {
		f.needs |= all
	} else if f.either == 0 {
		f.either = all
	}
}

// tell files words that tell the newest scene, also with an "s".
func (out *shapes) tell(words string) {
	at := len(out.scenes) - 1
	for w := range strings.FieldsSeq(words) {
		out.tells[w] = append(out.tells[w], at)
		out.tells[w+"s"] = append(out.tells[w+"s"], at)
	}
}
