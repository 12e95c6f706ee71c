// Package bubble tells bubbles of testing/synctest apart.
package bubble

import (
	"bytes"
	"runtime"
)

// ID names the bubble that this goroutine is in, "" outside of all. Only the
// goroutine's line in a stack trace tells:
//
//	goroutine 9 [running, synctest bubble 1]:
//
// A Go that words it otherwise is as if there were no bubbles.
func ID() string {
	var buf [128]byte
	line := buf[:runtime.Stack(buf[:], false)]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	_, id, ok := bytes.Cut(line, []byte("synctest bubble "))
	if !ok {
		return ""
	}
	if end := bytes.IndexAny(id, "],"); end >= 0 {
		id = id[:end]
	}
	return string(id)
}
