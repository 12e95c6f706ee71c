package compose

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/lang"
)

// table is one language, of the files that package lang holds for it. A section
// starts with its slot and the tags that it is for,
//
//	[request busy casual]
//
// and every line below it is a variant. "(a|b)" is a choice, "{slot}" a value of
// the brief or a line of section "word.slot", " ~ " the writer's favourite
// joint between two clauses, "!" an exclamation mark for those who use them. A
// variant whose slots have no value is passed over.
type table map[string][]section

// section is a list of variants for a temperament and a formality; an empty
// tag fits all.
type section struct {
	temperament, formality string
	variants               []variant
}

type variant struct {
	text string
	key  string // stable name of the variant, for SaidBefore
}

var tables = sync.OnceValue(func() map[string]table {
	all := map[string]table{}
	for _, code := range lang.Codes() {
		t := table{}
		for _, text := range lang.Say(code) {
			t.parse(text)
		}
		all[code] = t
	}
	return all
})

// parse adds the sections of a file.
func (t table) parse(text string) {
	var slot string
	var cur section
	flush := func() {
		if slot != "" {
			t[slot] = append(t[slot], cur)
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[' && line[len(line)-1] == ']':
			flush()
			tags := strings.Fields(line[1 : len(line)-1])
			slot, cur = tags[0], section{}
			for _, tag := range tags[1:] {
				if slices.Contains(formalities, tag) {
					cur.formality = tag
				} else {
					cur.temperament = tag
				}
			}
		default:
			h := fnv.New32a()
			h.Write([]byte(line))
			cur.variants = append(cur.variants, variant{line, "#" + strconv.FormatUint(uint64(h.Sum32()), 36)})
		}
	}
	flush()
}

// tiers returns the variants of a slot that fit, those written for the
// temperament first, those for all after.
func (t table) tiers(slot, temperament, formality string) [2][]variant {
	var out [2][]variant
	for _, s := range t[slot] {
		if s.formality != "" && s.formality != formality {
			continue
		}
		switch s.temperament {
		case temperament:
			out[0] = append(out[0], s.variants...)
		case "":
			out[1] = append(out[1], s.variants...)
		}
	}
	return out
}

// lines returns all variants of a slot that fit, as text.
func (t table) lines(slot, temperament, formality string) []string {
	var out []string
	for _, tier := range t.tiers(slot, temperament, formality) {
		for _, v := range tier {
			out = append(out, v.text)
		}
	}
	return out
}

// wordings are the rewritings of a language.
type wordings struct{ contract, repair *strings.Replacer }

// rewritings are made once for each language.
var rewritings = sync.OnceValue(func() map[string]wordings {
	all := map[string]wordings{}
	for code, t := range tables() {
		all[code] = wordings{t.replacer("contractions"), t.replacer("repairs")}
	}
	return all
})

// replacer rewrites whole words by the pairs "old = new" of a slot.
func (t table) replacer(slot string) *strings.Replacer {
	var pairs []string
	for _, line := range t.lines(slot, "", "") {
		from, to, _ := strings.Cut(line, " = ")
		pairs = append(pairs, " "+from+" ", " "+to+" ", " "+upperFirst(from)+" ", " "+upperFirst(to)+" ")
	}
	return strings.NewReplacer(pairs...)
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
