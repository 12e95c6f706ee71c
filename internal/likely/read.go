package likely

import "strings"

// Read returns the sentences of a labelled text: lines under the label that stands in
// brackets above them. Labels that as maps are renamed; those that it maps to "" are left
// out.
func Read(text string, as func(label string) string) []Sentence {
	var out []Sentence
	label := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			label = as(strings.Trim(line, "[]"))
		case label != "":
			out = append(out, Sentence{Text: line, Label: label})
		}
	}
	return out
}

// Pairs returns the sentences of lines "label | text"; one that begins with "!" says what
// a text is not, and teaches nothing.
func Pairs(text string, as func(label string) string) []Sentence {
	var out []Sentence
	for line := range strings.Lines(text) {
		label, text, ok := strings.Cut(line, "|")
		if label = strings.TrimSpace(label); !ok || label == "" || strings.ContainsAny(label[:1], "!#\"") {
			continue
		}
		text, _, _ = strings.Cut(text, "|")
		if label = as(label); label != "" {
			out = append(out, Sentence{Text: strings.TrimSpace(text), Label: label})
		}
	}
	return out
}

// Act keeps the labels of acts and what asks apart: all kinds of questions are one.
func Act(label string) string {
	switch label {
	case "request", "none", "death", "illness", "badnews", "goodnews", "rejection", "praise", "apology", "invitation", "introduction", "farewell", "thanks", "smalltalk", "information", "decision", "approval", "reminder", "complaint", "change", "acceptance", "refusal", "offer", "answer", "closing", "attachment", "wrongperson":
		return label
	case "shouting":
		return ""
	}
	return "question"
}
