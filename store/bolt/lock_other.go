//go:build !js && !wasip1 && !plan9 && (!unix || solaris || aix)

package bolt

import (
	"os"
	"path/filepath"
	"strconv"
)

// mapped is how much of a file is mapped ahead: nothing, as the file would be made as
// large.
const mapped = 0

// lock is a directory that one process has: the lock of its file says so.
type lock struct{ path string }

func lockDir(dir string) (*lock, error) {
	l := &lock{filepath.Join(dir, lockName)}
	if _, err := os.Stat(l.path); err == nil { // whoever wrote it may be gone
		return l, nil
	}
	return l, os.WriteFile(l.path, []byte(strconv.Itoa(os.Getpid())), 0o600)
}

func (l *lock) release() error { return os.Remove(l.path) }

func syncDir(string) error { return nil }
