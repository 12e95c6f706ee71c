package worldgen

import (
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/lang"
)

// table is what people of one language write with, read from its files.
type table struct {
	scopes  map[string]rules    // by kind, kind and area, or "" for all
	matters map[string][]matter // by kind and area
	facts   map[string][]fact   // by kind and area, or kind
	own     map[string]bool     // facts that are the same in all mails of a sender
}

// matter is what is the matter, as a sentence without its first capital and its dot, and
// as a subject says it.
type matter struct{ symptom, short string }

// fact is something that a sender knows: its key, and the name that tells it.
type fact struct{ key, name string }

var tables sync.Map // table by language

// tableOf is the table of a language, that of English where there is none.
func tableOf(language string) *table {
	if t, ok := tables.Load(language); ok {
		return t.(*table)
	}
	texts := lang.World(language)
	if len(texts) == 0 {
		if language == english {
			return &table{}
		}
		return tableOf(english)
	}
	t, _ := tables.LoadOrStore(language, readTable(texts))
	return t.(*table)
}

// Languages lists the languages that people of the World can write in.
func Languages() []string {
	return slices.DeleteFunc(lang.Codes(), func(code string) bool { return len(lang.World(code)) == 0 })
}

// english is the language that people write in when nothing else is asked for.
const english = "en"

func readTable(texts []string) *table {
	t := &table{scopes: map[string]rules{}, matters: map[string][]matter{}, facts: map[string][]fact{}, own: map[string]bool{}}
	for _, text := range texts {
		scope, name := "", ""
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			switch {
			case line == "" || line[0] == '#':
			case line[0] == '[':
				head := strings.Trim(line, "[]")
				scope, name = "", head
				if before, after, ok := strings.Cut(head, ": "); ok {
					scope, name = before, after
				}
			default:
				t.add(scope, name, strings.ReplaceAll(line, `\n`, "\n"))
			}
		}
	}
	return t
}

// add takes one line of a section.
func (t *table) add(scope, name, line string) {
	switch name {
	case "matter":
		symptom, short, _ := strings.Cut(line, " | ")
		t.matters[scope] = append(t.matters[scope], matter{symptom, short})
	case "facts":
		for _, item := range strings.Split(line, ", ") {
			key, source, ok := strings.Cut(item, "=")
			if !ok {
				source = key
			}
			t.facts[scope] = append(t.facts[scope], fact{key, source})
		}
	case "own":
		for _, item := range strings.Split(line, ", ") {
			t.own[item] = true
		}
	default:
		if t.scopes[scope] == nil {
			t.scopes[scope] = rules{}
		}
		t.scopes[scope][name] = append(t.scopes[scope][name], line)
	}
}

// factsOf are those of a kind and an area.
func (t *table) factsOf(kind, area string) []fact {
	return slices.Concat(t.facts[kind+" "+area], t.facts[kind])
}
