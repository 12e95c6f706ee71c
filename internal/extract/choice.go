package extract

import (
	"slices"
	"strings"
)

// orWords part two things of which the reader does one.
var orWords = setOf("or", "oder", "ou", "o", "of", "eller", "tai", "lub", "albo", "nebo", "anebo", "alebo", "vagy", "sau", "ori", "или", "либо",
	"або", "чи", "η", "veya", "ya da", "او", "يا", "या", "hoac", "atau", "ili", "ali", "arba", "eða", "অথবা", "או")

// doubtfulOrs are other words in other languages.
var doubtfulOrs = setOf("o", "of", "tai", "η", "يا")

// orParts do so in scripts without spaces.
var orParts = []string{"または", "又は", "もしくは", "あるいは", "するか", "거나", "또는", "或", "หรือ"}

// lastOr finds the last "or" of a text; strict tells one that is another word in other languages.
func lastOr(low string) (or span, strict bool) {
	for _, part := range orParts {
		if k := strings.LastIndex(low, part); k >= or.end {
			or = span{k, k + len(part)}
		}
	}
	for end := len(low); end > or.end; {
		start := strings.LastIndexAny(low[:end], " ,/\"") + 1
		if w := low[start:end]; orWords.has(w) || w == "da" && strings.HasSuffix(low[:start], " ya ") {
			return span{start, end}, doubtfulOrs.has(w)
		}
		end = start - 1
	}
	return or, false
}

// refusals are parts of the words that say no to an invitation or a request.
var refusals = []string{"declin", "deny", "reject", "refus", "ablehn", "rechaz", "rifiut", "recus", "rejeit", "weiger", "afwijz", "avboj", "neka",
	"avsla", "avvis", "afvis", "hylka", "odrzuc", "odmit", "odmiet", "elutasit", "respin", "refuz", "откаж", "отклон", "відхил", "απορρ", "reddet",
	"رفض", "رد كردن", "דח", "अस्वीकार", "ปฏิเสธ", "tu choi", "tolak", "拒否", "辞退", "거절", "거부", "拒绝", "拒絕"}

// chosen leaves out the refusals that an "or" ties to a word that acts: who may "accept or decline" here may accept.
func chosen(low string, marks []mark) []mark {
	refused := func(m mark) bool { return m.class == linkReport && containsAny(low[m.start:m.end], refusals) }
	if !slices.ContainsFunc(marks, refused) {
		return marks
	}
	var kept []mark
	said := slices.DeleteFunc(slices.Clone(marks), func(m mark) bool { return m.class >= linkOnce }) // the others only point
	for k, m := range said {
		if !refused(m) || !tied(low, said, k-1) && !tied(low, said, k) {
			kept = append(kept, m)
		}
	}
	return kept
}

// maxChoice is the most words between the two verbs of a choice, as in "да приемете или да откажете" with its endings.
const maxChoice = 4

// tied tells that marks k and k+1 are a choice, and that one of them acts.
func tied(low string, marks []mark, k int) bool {
	if k < 0 || k+1 >= len(marks) || !marks[k].class.acts() && !marks[k+1].class.acts() {
		return false
	}
	gap := low[marks[k].end:marks[k+1].start]
	if strings.ContainsAny(gap, ".:;!?") || len(strings.Fields(gap)) > maxChoice {
		return false
	}
	or, _ := lastOr(gap)
	return or.end > 0 || strings.TrimSpace(gap) == "/"
}

// insteadOfCode reads a sentence that offers its link in place of a code: "type 519066 in the app or open ...". It gives the
// words that do.
func (j *linkJudge) insteadOfCode(sentence string) (string, bool) {
	if !j.hasCode {
		return "", false
	}
	or, strict := lastOr(sentence)
	if or.end == 0 || !hasClass(codeLexicon().find(sentence[:or.end]), enter) {
		return "", false
	}
	for _, m := range j.words.find(sentence[or.end:]) {
		gap, word := sentence[or.end:or.end+m.start], sentence[or.end+m.start:or.end+m.end]
		if m.class != linkPoint && !(m.class == linkOnce && containsAny(word, linkNouns)) || typing.has(word) {
			continue
		}
		if n := look(gap, false).words; n == 0 && !(strict && containsAny(word, linkNouns)) || n <= 2 && !strict {
			return sentence[or.start : or.end+m.end], true
		}
	}
	return "", false
}

// typing are words that point to a field as well as to a link.
var typing = setOf("use", "enter", "copy", "paste", "browser", "access", "this page", "on this page", "copie", "colle", "copia", "pega", "incolla",
	"cole", "kopieer", "plak")
