package mime

import "strings"

// unflow joins the paragraphs of format=flowed text (RFC 3676) with LF line ends:
// a line that ends in a space goes on in the next one of the same quote depth. With
// delSp that space goes, for languages written without them.
func unflow(s string, delSp bool) string {
	var b strings.Builder
	b.Grow(len(s))
	open, openDepth := false, 0 // the last line goes on
	for l := range strings.Lines(s) {
		l, end := strings.CutSuffix(l, "\n")
		depth := 0
		for depth < len(l) && l[depth] == '>' {
			depth++
		}
		quotes := l[:depth]
		text := strings.TrimPrefix(l[depth:], " ") // space-stuffing
		if open && (depth != openDepth || text == "-- ") {
			b.WriteByte('\n')
			open = false
		}
		if !open && depth > 0 {
			b.WriteString(quotes)
			if text != "" {
				b.WriteByte(' ')
			}
		}
		open = end && strings.HasSuffix(text, " ") && text != "-- "
		openDepth = depth
		if open && delSp {
			text = text[:len(text)-1]
		}
		b.WriteString(text)
		if end && !open {
			b.WriteByte('\n')
		}
	}
	if open {
		b.WriteByte('\n')
	}
	return b.String()
}
