package mailsimd

import (
	"bytes"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim/internal/near"
)

// Names of the environment: each flag's own, and those that Mailpit and MailHog
// read, so that their compose files need another image alone.

const envPrefix = "MAILSIM_"

// setting is a flag and its value.
type setting struct{ flag, value string }

// alias is another program's name in the environment.
type alias struct {
	name  string
	flag  string
	read  func(value string) ([]setting, error) // nil: the value is the flag's
	value string                                // where several names make one
}

// fromEnv sets the flags that are not given by the environment, notes them as
// given, and returns the names that are passed over.
func fromEnv(fs *flag.FlagSet, env func(string) (string, bool), given map[string]bool) (passed []string, err error) {
	fs.VisitAll(func(f *flag.Flag) {
		name := envName(f.Name)
		value, ok := env(name)
		if !ok || given[f.Name] || err != nil {
			return
		}
		err = setFrom(fs, name, setting{f.Name, value})
		given[f.Name] = true
	})
	for _, a := range append(joint(env), aliases...) {
		value, ok := env(a.name)
		if a.value != "" {
			value, ok = a.value, true
		}
		if !ok || value == "" || err != nil { // Mailpit does not tell an empty value from none
			continue
		}
		err = a.apply(fs, value, given)
	}
	return unheededIn(env), err
}

// others are names that begin as those of flags and that other parts read.
var others = []string{"MAILSIM_ARTIFACTS", "MAILSIM_AI_RECORD", "MAILSIM_URL", "MAILSIM_IMAGE"}

// unknownIn describes the names of the environment that look as if they set a flag and set
// none. Names that the file refers to as ${NAME} are of use there.
func unknownIn(environ []string, flags []string, file []byte) (out []string) {
	known := slices.Clone(others)
	for _, name := range flags {
		known = append(known, envName(name))
	}
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, envPrefix) || slices.Contains(known, name) || bytes.Contains(file, []byte("${"+name+"}")) {
			continue
		}
		if meant := near.Of(strings.TrimPrefix(name, envPrefix), flagWords(flags)); meant != "" {
			name += ": did you mean " + envPrefix + meant + "?"
		}
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// envName is the name of a flag in the environment.
func envName(name string) string { return envPrefix + flagWord(name) }

func flagWord(name string) string { return strings.ToUpper(strings.ReplaceAll(name, "-", "_")) }

func flagWords(names []string) (out []string) {
	for _, name := range names {
		out = append(out, flagWord(name))
	}
	return out
}

// apply sets what a name stands for, but flags that were given and those that a
// command does not have.
func (a alias) apply(fs *flag.FlagSet, value string, given map[string]bool) error {
	set := []setting{{a.flag, value}}
	if a.read != nil {
		var err error
		if set, err = a.read(value); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	for _, s := range set {
		f := fs.Lookup(s.flag)
		if f == nil || given[s.flag] {
			continue
		}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			s.value = strconv.FormatBool(isOn(s.value))
		}
		if err := setFrom(fs, a.name, s); err != nil {
			return err
		}
		given[s.flag] = true
	}
	return nil
}

// isOn reads a switch as Mailpit does.
func isOn(value string) bool {
	return slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(value))
}

// secretFlags hold what no error may repeat.
var secretFlags = []string{"key", "ai-key", "ui-auth", "login", "relay-password"}

func setFrom(fs *flag.FlagSet, name string, s setting) error {
	if err := fs.Set(s.flag, s.value); err != nil {
		if slices.Contains(secretFlags, s.flag) {
			return fmt.Errorf("%s: %w", name, err)
		}
		return fmt.Errorf("%s: invalid value %q: %w", name, s.value, err)
	}
	return nil
}
