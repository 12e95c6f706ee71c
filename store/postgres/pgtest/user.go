//go:build unix

package pgtest

import (
	"os"
	"syscall"
)

// user is who runs the server: PostgreSQL refuses to run as root.
func user() *syscall.Credential {
	if os.Geteuid() != 0 {
		return nil
	}
	return &syscall.Credential{Uid: 65534, Gid: 65534, NoSetGroups: true} // nobody
}
