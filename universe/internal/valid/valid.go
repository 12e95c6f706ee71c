// Package valid says what can be: it checks the words of package mailsim, puts
// defaults where nothing is said, and names the field that is wrong. It knows no
// universe.
package valid

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/near"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Zone refuses what is no IANA zone name; "" is allowed.
func Zone(field, tz string) error {
	if tz == "" {
		return nil
	}
	if _, err := simtime.LoadZone(tz); err != nil {
		return fail.Invalidf("%s: %s", field, err)
	}
	return nil
}

const (
	MaxDuration = 100 * 365 * 24 * time.Hour
)

// idForm is what ids given in a file may be: they stand in URLs.
var idForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`) })

func ID(id string) error {
	if id != "" && !idForm().MatchString(id) {
		return fail.Invalidf("id must be at most 100 letters, digits, _ and -")
	}
	return nil
}

// EventTypes refuses types, and prefixes ending in *, of which no event can come, and
// names them, at most five. Those that there is anyway are taken.
func EventTypes(types []mailsim.EventType, there func(mailsim.EventType) bool) error {
	var unknown []string
	for _, t := range types {
		if !KnownType(t) && !there(t) && len(unknown) < 5 {
			name := fmt.Sprintf("%.100q", string(t))
			if meant := meantType(t); meant != "" {
				name += " (did you mean " + meant + "?)"
			}
			unknown = append(unknown, name)
		}
	}
	switch len(unknown) {
	case 0:
		return nil
	case 1:
		return fail.Invalidf("unknown event type %s", unknown[0])
	}
	return fail.Invalidf("unknown event types %s", strings.Join(unknown, ", "))
}

// meantType is the type that a misspelt one was probably meant to be, "" for none.
func meantType(t mailsim.EventType) string {
	if len(t) > 60 {
		return ""
	}
	var names []string
	for _, known := range mailsim.EventTypes() {
		names = append(names, string(known))
	}
	return near.Of(string(t), names)
}

func KnownType(t mailsim.EventType) bool {
	one := []mailsim.EventType{t}
	for _, known := range mailsim.EventTypes() {
		if Covers(one, known) {
			return true
		}
	}
	return false
}

// Covers reports whether a list of names and prefixes covers a type.
func Covers(types []mailsim.EventType, t mailsim.EventType) bool {
	if len(types) == 0 {
		return true
	}
	return slices.ContainsFunc(types, func(want mailsim.EventType) bool {
		if prefix, ok := strings.CutSuffix(string(want), "*"); ok {
			return strings.HasPrefix(string(t), prefix)
		}
		return want == t
	})
}

// Key bounds an identifier that the caller gives; "" is allowed.
func Key(field, id string) error {
	if len(id) > 200 || strings.ContainsFunc(id, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return fail.Invalidf("%s must be at most 200 bytes without control characters", field)
	}
	return Texts(NamedText{field, id})
}
