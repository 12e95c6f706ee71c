package reading

import (
	"reflect"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/mime"
)

// keeper gives what is kept of a mail memory of its own: else a word of a sentence
// would keep all of the text that it was cut from.
type keeper struct {
	beside []string          // texts that are kept anyway: what is part of them stays so
	texts  map[string]string // the others, each once
	bytes  int               // about how much memory is kept beside the value itself
}

// keep moves what a value holds; v can be set.
func (k *keeper) keep(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(k.text(v.String()))
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		v.Set(own)
		k.bytes += v.Len() * int(v.Type().Elem().Size())
		for i := range v.Len() {
			k.keep(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				k.keep(f)
			}
		}
	}
}

func (k *keeper) text(s string) string {
	if s == "" || slices.ContainsFunc(k.beside, func(all string) bool { return mime.Within(s, all) }) {
		return s
	}
	own, ok := k.texts[s]
	if !ok {
		own = strings.Clone(s)
		k.texts[own] = own
		k.bytes += (len(own) + 15) &^ 15
	}
	return own
}
