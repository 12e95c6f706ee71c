package record

import "strings"

// Bounds of a comparison.
const (
	maxLines = 400
	maxShown = 60
)

// nearest is the recording of the same sort that shares the most lines.
func (r *Recorder) nearest(rec *recording) (best *recording) {
	lines := lineSet(string(rec.told()))
	most := -1
	for _, k := range r.known {
		if (k.Question == nil) != (rec.Question == nil) {
			continue
		}
		shared := 0
		for line, n := range lineSet(string(k.told())) {
			shared += 2*min(n, lines[line]) - n // what only the other one has counts against it
		}
		if best == nil || shared > most {
			best, most = k, shared
		}
	}
	return best
}

func lineSet(text string) map[string]int {
	set := map[string]int{}
	for line := range strings.SplitSeq(text, "\n") {
		set[line]++
	}
	return set
}

// diff shows the lines that differ, each with its sign, and "…" for those that
// do not.
func diff(old, new string) string {
	a, b := splitLines(old), splitLines(new)
	length := make([][]int16, len(a)+1) // of the longest common subsequence from here on
	for i := range length {
		length[i] = make([]int16, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var out []string
	same := false
	show := func(sign, line string) {
		if same && len(out) > 0 {
			out = append(out, "  …")
		}
		same = false
		out = append(out, sign+" "+line)
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			same = true
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && length[i+1][j] >= length[i][j+1]:
			show("-", a[i])
			i++
		default:
			show("+", b[j])
			j++
		}
	}
	if len(out) > maxShown {
		out = append(out[:maxShown], "  …")
	}
	return strings.Join(out, "\n")
}

func splitLines(text string) []string {
	lines := strings.Split(text, "\n")
	return lines[:min(len(lines), maxLines)]
}
