//go:build unix && !solaris && !aix

package bolt

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// mapped is how much of a file is mapped ahead, in bytes: address space is plenty
// where addresses have 64 bits.
const mapped = int((1 << 32) * (uint64(^uint(0)) >> 63))

// lock is a directory that one process has.
type lock struct{ f *os.File }

// How long a process that was killed may take to be gone, and how often it is looked for.
const (
	lockWait = time.Second
	lockStep = 20 * time.Millisecond
)

// lockDir takes a directory for this process and notes its number in it. The lock
// ends with the process, however that ends.
func lockDir(dir string) (*lock, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for waited := time.Duration(0); syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil; waited += lockStep {
		if waited >= lockWait {
			_ = f.Close()
			return nil, inUse(dir)
		}
		time.Sleep(lockStep)
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())), 0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &lock{f}, nil
}

// release gives the directory back.
func (l *lock) release() error { return errors.Join(l.f.Truncate(0), l.f.Close()) }

// syncDir makes a rename durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
