package mailsimd

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// versionCommand prints what this program was built of.
func versionCommand(_ context.Context, args []string, p Process) error {
	if len(args) > 0 {
		return fmt.Errorf("%w: version takes no arguments", errUsage)
	}
	info, _ := debug.ReadBuildInfo()
	_, err := io.WriteString(p.Stdout, version(info)+"\n")
	return err
}

// version is one line: the module's version, the commit with the day of it, and the
// version of Go.
func version(info *debug.BuildInfo) string {
	machine := runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	if info == nil {
		return "mailsimd (unknown version) " + machine
	}
	built := map[string]string{}
	for _, s := range info.Settings {
		built[s.Key] = s.Value
	}
	v := "mailsimd " + cmp.Or(moduleVersion(info), "(devel)")
	if commit := built["vcs.revision"]; commit != "" {
		v += " commit " + commit
		if built["vcs.modified"] == "true" {
			v += " with changes"
		}
		if at := built["vcs.time"]; at != "" {
			v += " of " + at
		}
	}
	return v + " " + machine
}

// moduleVersion is that of this module, be it the program's or one that it needs.
func moduleVersion(info *debug.BuildInfo) string {
	const path = "github.com/mailsim/mailsim"
	if info.Main.Path == path {
		return info.Main.Version
	}
	for _, dep := range info.Deps {
		if dep.Path == path {
			return dep.Version
		}
	}
	return ""
}
