package mailsimd

import (
	"fmt"
	"regexp/syntax"
	"strings"
)

// expression turns a regular expression over addresses, as Mailpit takes it, into the
// patterns that a flag takes. One that says more than patterns can is refused: what is
// left out of it would let mail out to more than was meant, or to fewer.
func expression(flag string) func(string) ([]setting, error) {
	return func(value string) ([]setting, error) {
		if list, ok := patternsOf(value); ok {
			return []setting{{flag, strings.Join(list, ",")}}, nil
		}
		return nil, fmt.Errorf("the regular expression says more than patterns can: say -%s with patterns such as *@client.test", flag)
	}
}

// The marks of the two ends of an address, while it is put together.
const (
	begin = "\x02"
	end   = "\x03"
)

// maxPatterns bounds what one expression becomes.
const maxPatterns = 100

// patternsOf lists the patterns, each of one "*" at most, that match what an expression
// finds; false when there are none such.
func patternsOf(expression string) ([]string, bool) {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil, false
	}
	texts, ok := spell(re)
	for i, t := range texts {
		if !strings.HasPrefix(t, begin) {
			t = "*" + t
		}
		if !strings.HasSuffix(t, end) {
			t += "*"
		}
		t = strings.TrimSuffix(strings.TrimPrefix(t, begin), end)
		for strings.Contains(t, "**") {
			t = strings.ReplaceAll(t, "**", "*")
		}
		ok = ok && strings.Count(t, "*") <= 1 && !strings.ContainsAny(t, begin+end+", ")
		texts[i] = t
	}
	return texts, ok && len(texts) > 0
}

// spell lists the texts that an expression is, with "*" for anything.
func spell(re *syntax.Regexp) ([]string, bool) {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpLiteral:
		text := string(re.Rune)
		return []string{text}, !strings.Contains(text, "*")
	case syntax.OpBeginText, syntax.OpBeginLine:
		return []string{begin}, true
	case syntax.OpEndText, syntax.OpEndLine:
		return []string{end}, true
	case syntax.OpCapture:
		return spell(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus:
		any := re.Sub[0].Op == syntax.OpAnyCharNotNL || re.Sub[0].Op == syntax.OpAnyChar
		return []string{"*"}, any
	case syntax.OpCharClass:
		return letters(re.Rune)
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			texts, ok := spell(sub)
			if all = append(all, texts...); !ok || len(all) > maxPatterns {
				return nil, false
			}
		}
		return all, true
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range re.Sub {
			texts, ok := spell(sub)
			if !ok || len(all)*len(texts) > maxPatterns {
				return nil, false
			}
			var next []string
			for _, head := range all {
				for _, tail := range texts {
					next = append(next, head+tail)
				}
			}
			all = next
		}
		return all, true
	}
	return nil, false
}

// letters lists those of a class, which alternatives of one letter are too.
func letters(ranges []rune) (list []string, ok bool) {
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if list = append(list, string(r)); len(list) > 10 || r == '*' {
				return nil, false
			}
		}
	}
	return list, true
}
