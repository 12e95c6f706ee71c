package reading

import (
	"reflect"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/mime"
)

// keeper gives what is kept of a mail memory of its own: else a word of a sentence
// would keep all of the text that it was cut from. All texts share one piece of memory,
// because a collector looks at each piece.
type keeper struct {
	beside []string       // texts that are kept anyway: what is part of them stays so
	found  []*string      // the texts that are part of none
	starts map[string]int // where each of them begins in all
	size   int            // of all
	bytes  int            // about how much memory is kept beside the value itself
}

// keep moves what a value holds; v can be set.
func (k *keeper) keep(v reflect.Value) {
	k.found = make([]*string, 0, 32)
	k.collect(v)
	if len(k.found) == 0 {
		return
	}
	var b strings.Builder
	b.Grow(k.size)
	for _, f := range k.found {
		if s := *f; k.starts[s] == b.Len() {
			b.WriteString(s)
		}
	}
	k.bytes += (k.size + 15) &^ 15
	for _, f := range k.found {
		at := k.starts[*f]
		*f = b.String()[at : at+len(*f)]
	}
}

// collect gives slices their own memory and finds the texts that need some.
func (k *keeper) collect(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		k.text((*string)(v.Addr().UnsafePointer()))
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		v.Set(own)
		k.bytes += v.Len() * int(v.Type().Elem().Size())
		for i := range v.Len() {
			k.collect(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				k.collect(f)
			}
		}
	}
}

func (k *keeper) text(at *string) {
	s := *at
	if s == "" || slices.ContainsFunc(k.beside, func(all string) bool { return mime.Within(s, all) }) {
		return
	}
	k.found = append(k.found, at)
	if _, ok := k.starts[s]; !ok {
		k.starts[s] = k.size
		k.size += len(s)
	}
}
