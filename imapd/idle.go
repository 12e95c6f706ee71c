package imapd

import "strings"

// idle is IDLE (RFC 2177). Another goroutine tells of changes until the
// client says DONE; meanwhile the view and the writer are its own.
func (c *conn) idle(req *request) error {
	if err := req.end(); err != nil {
		return err
	}
	if err := c.fault(StageIdle, ""); err != nil {
		return err
	}
	c.w.text("+ idling\r\n")
	if err := c.w.flush(); err != nil {
		return err
	}
	var line string
	err := c.tellWhile(func() (err error) {
		line, err = c.awaitDone()
		return err
	}, func() error {
		if c.view != nil && (c.notify == nil || c.notify.ofSelected()) { // RFC 5465 section 4
			if err := c.refresh(true, req.uid); err != nil {
				return err
			}
		}
		c.tellFolders()
		return nil
	})
	if err == nil {
		c.tapLine([]byte(line))
	}
	if err != nil {
		return err
	}
	if !strings.EqualFold(line, "DONE") {
		return bad("Expected DONE")
	}
	req.text = "Idle completed"
	return nil
}

// awaitDone reads the line that ends IDLE.
func (c *conn) awaitDone() (string, error) {
	if !c.await() {
		return "", &errBye{c.whyEnded()}
	}
	line, err := c.r.line()
	if err != nil {
		return "", err
	}
	c.expectRead(lineTimeout)
	return string(line), nil
}

// tellWhile reads, and meanwhile tells of each change. The writer belongs to those
// who tell until it returns. When they fail, they end the session by letting the
// read fail.
func (c *conn) tellWhile(read, tell func() error) error {
	stop, stopped := make(chan struct{}), make(chan error, 1)
	c.r.flush = nil
	go func() {
		err := c.guard(func() error { return c.tellUntil(stop, tell) })
		if err != nil {
			c.interrupt()
		}
		stopped <- err
	}()
	err := c.guard(read)
	close(stop)
	told := <-stopped
	c.r.flush = c.w.flush
	if told != nil {
		return told
	}
	return err
}

// tellUntil tells of each change, first of what came since the last command.
func (c *conn) tellUntil(stop <-chan struct{}, tell func() error) error {
	var selected, all <-chan struct{}
	if c.view != nil {
		selected = c.view.wake
	}
	if c.notify != nil {
		all = c.notify.wake
	}
	for {
		err := tell()
		if err == nil {
			err = c.w.flush()
		}
		if err != nil {
			return err
		}
		select {
		case <-stop:
			return nil
		case <-selected:
		case <-all:
		}
	}
}

// waitCommand waits for the next command. With NOTIFY, what happens is told meanwhile.
func (c *conn) waitCommand() error {
	read := func() error {
		_, err := c.r.br.Peek(1)
		return err
	}
	if c.notify == nil || c.r.br.Buffered() > 0 {
		return read()
	}
	return c.tellWhile(read, c.tellNotified)
}
