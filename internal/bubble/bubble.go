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
//
// It asks a new goroutine, which is in the same bubble: a trace of its short stack
// costs a tenth of one of a deep stack.
func ID() string {
	id := make(chan string)
	go func() { id <- own() }()
	return <-id
}

func own() string {
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
