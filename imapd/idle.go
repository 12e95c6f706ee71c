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
	stop, stopped := make(chan struct{}), make(chan error, 1)
	go func() { stopped <- c.tellUntil(stop, req.uid) }()
	line, err := c.awaitDone()
	close(stop)
	told := <-stopped
	c.r.flush = c.w.flush
	if err == nil {
		c.tapLine([]byte(line))
	}
	if told != nil {
		return told
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
	c.r.flush = nil
	if !c.await() {
		return "", &errBye{"Server shutting down"}
	}
	line, err := c.r.line()
	if err != nil {
		return "", err
	}
	c.expectRead(lineTimeout)
	return string(line), nil
}

// tellUntil tells of each change of the selected folder. It first looks for
// what came since the last command. When it fails, it ends the session by
// letting the read of DONE fail.
func (c *conn) tellUntil(stop <-chan struct{}, uid bool) error {
	var wake <-chan struct{}
	if c.view != nil {
		wake = c.view.wake
	}
	for {
		if c.view != nil {
			err := c.refresh(true, uid)
			if err == nil {
				err = c.w.flush()
			}
			if err != nil {
				c.interrupt()
				return err
			}
		}
		select {
		case <-stop:
			return nil
		case <-wake:
		}
	}
}
