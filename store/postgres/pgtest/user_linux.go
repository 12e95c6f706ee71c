package pgtest

import "syscall"

// attributes are those of the server's processes: a group of their own, and an end
// when the test ends that started them, however that is.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: user(), Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
