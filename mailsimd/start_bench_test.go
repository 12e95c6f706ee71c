package mailsimd

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkStart reports the time from the start of the process to the greeting
// of SMTP over that of a program without a line (ratio) and in milliseconds, and
// what the idle process then keeps, in MiB: in all, which the pages of the program's file
// make up for the most part, and of its own. Of an empty configuration, medians.
func BenchmarkStart(b *testing.B) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		b.Skip("memory is read from /proc")
	}
	dir := b.TempDir()
	config, hello := filepath.Join(dir, "empty.yaml"), filepath.Join(dir, "hello")
	require.NoError(b, os.WriteFile(config, nil, 0o600))
	require.NoError(b, os.WriteFile(hello+".go", []byte("package main\n\nfunc main() {}\n"), 0o600))
	build := func(args ...string) {
		cmd := exec.Command("go", append([]string{"build", "-trimpath", "-ldflags", "-s -w", "-o"}, args...)...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as a release is: no C library is loaded first
		out, err := cmd.CombinedOutput()
		require.NoError(b, err, "%s", out)
	}
	released := filepath.Join(dir, "mailsimd")
	build(hello, hello+".go")
	build(released, "../cmd/mailsimd")
	var started, nothing, kept, own []float64
	for b.Loop() {
		began := time.Now()
		require.NoError(b, exec.Command(hello).Run())
		nothing = append(nothing, time.Since(began).Seconds())
		took, rss, anon := startOnce(b, released, config)
		started, kept, own = append(started, took.Seconds()), append(kept, rss), append(own, anon)
	}
	b.ReportMetric(middle(started)*1e3, "ms")
	b.ReportMetric(middle(started)/middle(nothing), "of-nothing")
	b.ReportMetric(middle(kept), "MiB")
	b.ReportMetric(middle(own), "MiB-own")
}

func middle(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// startOnce runs the binary until it greets, waits for it to be idle, and ends it.
func startOnce(b *testing.B, binary, config string) (took time.Duration, rss, own float64) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	addr := free.Addr().String()
	require.NoError(b, free.Close())
	cmd := exec.Command(binary, "-config", config, "-key", "a-key-of-16-characters", "-smtp", addr, "-smtps", "", "-imap", "127.0.0.1:0", "-imaps", "", "-http", "127.0.0.1:0")
	began := time.Now()
	require.NoError(b, cmd.Start())
	var c net.Conn
	for c == nil {
		c, _ = net.Dial("tcp", addr)
		require.Less(b, time.Since(began), time.Minute)
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	took = time.Since(began)
	require.NoError(b, err)
	require.Contains(b, line, "220 ")
	time.Sleep(200 * time.Millisecond)
	status, err := os.ReadFile("/proc/" + strconv.Itoa(cmd.Process.Pid) + "/status")
	require.NoError(b, err)
	mib := func(field string) float64 {
		kib, err := strconv.Atoi(regexp.MustCompile(field + `:\s+(\d+)`).FindStringSubmatch(string(status))[1])
		require.NoError(b, err)
		return float64(kib) / 1024
	}
	require.NoError(b, c.Close())
	require.NoError(b, cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(b, cmd.Wait())
	return took, mib("VmRSS"), mib("RssAnon")
}
