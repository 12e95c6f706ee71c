// Package dsns parts a list of connection strings of PostgreSQL.
package dsns

import (
	"regexp"
	"strings"
)

var (
	url = regexp.MustCompile(`^postgres(ql)?://`)
	key = regexp.MustCompile(`^\s*[a-z_]+\s*=`)
)

// Split parts "DSN,DSN…". A string may name several hosts, which have commas between them
// too: another one begins behind a comma only with postgres://, or with a key where the
// one before has that form.
func Split(list string) []string {
	out := []string{""}
	for i, part := range strings.Split(list, ",") {
		last := &out[len(out)-1]
		switch {
		case i == 0:
			*last = part
		case url.MatchString(part), !url.MatchString(*last) && key.MatchString(part):
			out = append(out, part)
		default:
			*last += "," + part
		}
	}
	return out
}
