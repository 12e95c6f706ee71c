package reading

import (
	"reflect"

	"github.com/mailsim/mailsim/internal/mime"
)

// held is about how many bytes of memory a value keeps beside itself, but what is
// part of the texts given.
func held(v reflect.Value, beside ...string) (n int) {
	switch v.Kind() {
	case reflect.String:
		for _, text := range beside {
			if v.Len() == 0 || mime.Within(v.String(), text) {
				return 0
			}
		}
		return (v.Len() + 15) &^ 15
	case reflect.Slice:
		n = v.Cap() * int(v.Type().Elem().Size())
		for i := range v.Len() {
			n += held(v.Index(i), beside...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += held(v.Field(i), beside...)
		}
	}
	return n
}
