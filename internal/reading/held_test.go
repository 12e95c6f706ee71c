package reading

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsKeptHasItsOwnMemory(t *testing.T) {
	type inner struct {
		A, B string
		List []string
	}
	raw := "a text that is kept"
	passing := strings.Repeat("a passing text. ", 100)
	v := struct {
		Beside, Empty string
		N             int
		List          []inner
	}{Beside: raw[2:6], N: 7, List: []inner{{A: passing[2:9], B: passing[10:14], List: []string{passing[2:9], ""}}, {B: passing[:1]}}}
	want := v
	want.List = []inner{{A: "passing", B: "text", List: []string{"passing", ""}}, {B: "a"}}
	k := keeper{beside: []string{raw}, starts: map[string]int{}}
	k.keep(reflect.ValueOf(&v).Elem())
	require.Equal(t, want, v)
	require.Equal(t, len("passing"+"text"+"a"), k.size, "one piece, each text once")
	within := keeper{beside: []string{passing}, starts: map[string]int{}}
	within.keep(reflect.ValueOf(&v).Elem())
	require.Len(t, within.found, 5, "nothing refers to the text that passes")
}
