package valid

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mailsim/mailsim/universe/internal/fail"
)

// MessageIDs reads Message-IDs in angle brackets with spaces between them, or one
// without its brackets, and refuses everything else, naming the field.
func MessageIDs(field, text string) ([]string, error) {
	var ids []string
	for rest := strings.Trim(text, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		id, after, closed := strings.Cut(rest, ">")
		if inner, open := strings.CutPrefix(id, "<"); open && closed && validMessageID(inner) {
			ids, rest = append(ids, "<"+inner+">"), after
		} else if ids == nil && strings.Contains(rest, "@") && validMessageID(rest) {
			return []string{"<" + rest + ">"}, nil
		} else {
			return nil, fail.Invalidf("%s: %.100q is not a Message-ID in angle brackets", field, text)
		}
	}
	if ids == nil {
		return nil, fail.Invalidf("%s: %.100q is not a Message-ID in angle brackets", field, text)
	}
	return ids, nil
}

// MessageID reads one Message-ID, or "" for none.
func MessageID(field, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	ids, err := MessageIDs(field, text)
	if err == nil && len(ids) != 1 {
		err = fail.Invalidf("%s: %.100q is more than one Message-ID", field, text)
	}
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

func validMessageID(id string) bool {
	return id != "" && utf8.ValidString(id) && !strings.ContainsFunc(id, func(r rune) bool {
		return r == '<' || r == '>' || unicode.IsSpace(r) || unicode.IsControl(r)
	})
}
