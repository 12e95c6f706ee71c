// Package near finds the word that a misspelt one was meant to be.
package near

// Of returns the word of a list that another one was probably meant to be, "" when none is
// near: one mistake is allowed in a short word, two in one of seven letters or more.
func Of(word string, list []string) string {
	best, found := 3, ""
	for _, one := range list {
		if d := Edits(word, one); d < best && d <= Slips(one) && d < len(one)-1 {
			best, found = d, one
		}
	}
	return found
}

// Slips is how many mistakes a word of its length may have.
func Slips(word string) int {
	if len(word) < 7 {
		return 1
	}
	return 2
}

// Edits counts the letters to add, drop, change or swap with their neighbour that make one
// word of the other. Words of more than 64 bytes are far from all.
func Edits(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return max(len(a), len(b))
	}
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, up, upper := rows[i%3], rows[(i+2)%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := up[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, up[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], upper[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
