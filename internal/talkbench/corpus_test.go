package talkbench

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

// letter is one mail of the corpus and what a good answer to it must have.
type letter struct {
	ID       string
	To       string // the temperament of the reader; empty for any
	From     string // "Name <address>"
	Subject  string
	Attach   []string
	Facts    map[string]string // of the case that the mail belongs to
	Language string            // that the answer must be in
	Wants    []want
	Text     string
}

// want is one thing that a good answer has, or has not.
type want struct {
	Kind string // a kind of answer or act, or "match", "not", "none"
	Args []string
	re   *regexp.Regexp // of match and not
}

func (w want) String() string { return strings.TrimSpace(w.Kind + " " + strings.Join(w.Args, " | ")) }

// readCorpus reads the mails of a file. A mail starts with a line "## id", goes on
// with fields and, after an empty line, its text.
func readCorpus(path string) ([]letter, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []letter
	for _, part := range bytes.Split(append([]byte("\n"), data...), []byte("\n## "))[1:] {
		l, err := parseLetter(string(part))
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", filepath.Base(path), l.ID, err)
		}
		out = append(out, l)
	}
	return out, nil
}

func parseLetter(part string) (letter, error) {
	id, rest, _ := strings.Cut(part, "\n")
	l := letter{ID: strings.TrimSpace(id)}
	head, text, found := strings.Cut(rest, "\n\n")
	if !found {
		return l, fmt.Errorf("no empty line after the fields")
	}
	l.Text = strings.TrimSpace(text)
	lines := bufio.NewScanner(strings.NewReader(head))
	for lines.Scan() {
		name, value, ok := strings.Cut(lines.Text(), ":")
		if !ok {
			return l, fmt.Errorf("no field: %q", lines.Text())
		}
		if err := l.set(name, strings.TrimSpace(value)); err != nil {
			return l, err
		}
	}
	if l.From == "" {
		l.From = l.sender()
	}
	return l, nil
}

func (l *letter) set(name, value string) error {
	switch name {
	case "to":
		l.To = value
	case "from":
		l.From = value
	case "subject":
		l.Subject = value
	case "attach":
		l.Attach = splitList(value, ",")
	case "lang":
		l.Language = value
	case "case":
		l.Facts = map[string]string{}
		for _, f := range splitList(value, ";") {
			key, v, _ := strings.Cut(f, "=")
			l.Facts[strings.TrimSpace(key)] = strings.TrimSpace(v)
		}
	case "want", "match", "not":
		w, err := parseWant(name, value)
		if err != nil {
			return err
		}
		l.Wants = append(l.Wants, w)
	default:
		return fmt.Errorf("unknown field %q", name)
	}
	return nil
}

// parseWant reads "want: choice corner | window", "match: regexp" and "not: regexp".
func parseWant(name, value string) (want, error) {
	w := want{Kind: name, Args: []string{value}}
	if name == "want" {
		kind, args, _ := strings.Cut(value, " ")
		w.Kind, w.Args = kind, splitList(args, "|")
		if !known[kind] {
			return w, fmt.Errorf("unknown want %q", kind)
		}
		return w, nil
	}
	re, err := regexp.Compile("(?is)" + value)
	w.re = re
	return w, err
}

// fullName is a first and a last name.
var fullName = regexp.MustCompile(`^\p{Lu}\p{L}+ \p{Lu}[\p{L}-]+$`)

func splitList(s, sep string) (out []string) {
	for part := range strings.SplitSeq(s, sep) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// sender is made from the name under the mail, at a domain of the mail's own.
func (l *letter) sender() string {
	name := l.Text[strings.LastIndexByte(l.Text, '\n')+1:]
	name, _, _ = strings.Cut(name, " (")
	parts := strings.Split(name, ", ") // "Kofi Mensah, Support" and "Support, Kofi"
	name = parts[len(parts)-1]
	if !fullName.MatchString(name) && fullName.MatchString(parts[0]) {
		name = parts[0]
	}
	if words := strings.Fields(name); len(words) > 4 || len(words) == 0 || strings.ContainsAny(name, "?!:") {
		name = "Kim Larsson"
	}
	local := strings.Map(func(r rune) rune {
		switch r = unicode.ToLower(r); {
		case r >= 'a' && r <= 'z':
			return r
		case r == ' ':
			return '.'
		}
		return -1
	}, strings.TrimSpace(name))
	if strings.Trim(local, ".") == "" {
		local = "post"
	}
	return fmt.Sprintf("%q <%s@%s.test>", name, strings.Trim(local, "."), l.ID)
}
