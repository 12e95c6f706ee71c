package mailsimd

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// forgetStart unmaps the code and constants that only the start needed: about
// 15 MiB. What is needed again is mapped again, from the kernel's cache of the file.
func forgetStart() {
	own, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer maps.Close()
	for _, m := range untouched(maps, own) {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.from, m.to-m.from, syscall.MADV_DONTNEED) // or it stays mapped
	}
}

// span is a range of addresses.
type span struct{ from, to uintptr }

// untouched returns the mappings of a file, in the form of /proc/PID/smaps, that the process
// cannot write to and nobody has: a debugger's breakpoints would be lost.
func untouched(smaps io.Reader, file string) (spans []span) {
	var m span
	ours := false
	for lines := bufio.NewScanner(smaps); lines.Scan(); {
		line := lines.Text()
		switch name, rest, _ := strings.Cut(line, " "); {
		case strings.Contains(name, "-"): // 00400000-00fbe000 r-xp 00000000 fe:00 10011169    /mailsimd
			ours = len(rest) > 4 && rest[1] == '-' && rest[3] == 'p' && strings.HasSuffix(line, " "+file)
			if from, to, _ := strings.Cut(name, "-"); ours {
				m = span{address(from), address(to)}
			}
		case name == "Anonymous:" && ours && 0 < m.from && m.from < m.to && strings.TrimSpace(rest) == "0 kB":
			spans = append(spans, m)
		}
	}
	return spans
}

// address reads an address of smaps; 0 is none.
func address(hex string) uintptr {
	n, err := strconv.ParseUint(hex, 16, strconv.IntSize)
	if err != nil {
		return 0
	}
	return uintptr(n)
}
