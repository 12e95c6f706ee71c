package dsns

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	for list, want := range map[string][]string{
		"postgres://u@a/x":                               {"postgres://u@a/x"},
		"postgres://u@a:1,b:2/x?sslmode=disable":         {"postgres://u@a:1,b:2/x?sslmode=disable"},
		"postgres://a,b/x,postgresql://c,d/y":            {"postgres://a,b/x", "postgresql://c,d/y"},
		"host=a,b port=1,2 dbname=x":                     {"host=a,b port=1,2 dbname=x"},
		"host=a,b dbname=x,host=c dbname=y,postgres://d": {"host=a,b dbname=x", "host=c dbname=y", "postgres://d"},
	} {
		if got := Split(list); !slices.Equal(got, want) {
			t.Errorf("%s: %q", list, got)
		}
	}
}
