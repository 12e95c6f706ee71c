package pop3d

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
)

// state is when a command may be given.
type state int

const (
	anyState state = iota
	beforeLogin
	afterLogin
)

// commands of RFC 1939, 2449, 2595, 5034 and 6856.
var commands = map[string]struct {
	when state
	run  func(c *conn, arg string)
}{
	"CAPA": {anyState, (*conn).doCapa},
	"QUIT": {anyState, (*conn).doQuit},
	"NOOP": {afterLogin, func(c *conn, _ string) { c.ok("") }},
	"USER": {beforeLogin, (*conn).doUser},
	"PASS": {beforeLogin, (*conn).doPass},
	"AUTH": {beforeLogin, (*conn).doAuth},
	"STLS": {beforeLogin, (*conn).doSTLS},
	"UTF8": {beforeLogin, func(c *conn, _ string) { c.ok("UTF-8 is used in any case") }},
	"STAT": {afterLogin, (*conn).doStat},
	"LIST": {afterLogin, (*conn).doList},
	"UIDL": {afterLogin, (*conn).doUIDL},
	"RETR": {afterLogin, (*conn).doRetr},
	"TOP":  {afterLogin, (*conn).doTop},
	"DELE": {afterLogin, (*conn).doDele},
	"RSET": {afterLogin, (*conn).doRset},
}

// command runs one line.
func (c *conn) command(line string) {
	verb, arg, _ := strings.Cut(line, " ")
	verb = strings.ToUpper(verb)
	c.tap("C: ", shown(verb, line))
	cmd, known := commands[verb]
	if verb != "PASS" {
		arg = strings.TrimSpace(arg)
	}
	switch {
	case !known:
		c.mistake("unknown command")
	case cmd.when == beforeLogin && c.drop != nil:
		c.mistake("logged in already")
	case cmd.when == afterLogin && c.drop == nil:
		c.mistake("log in first")
	default:
		c.run(cmd.run, arg)
	}
}

// run runs a command, and refuses it for now where a mail cannot be read.
func (c *conn) run(f func(*conn, string), arg string) {
	if err := readable(func() { f(c, arg) }); err != nil {
		c.s.opts.Logger.Error("a mail cannot be read", "error", cmp.Or(err.Err, error(err)))
		c.err("SYS/TEMP", err.Message)
	}
}

// readable runs f, and returns that a mail cannot be read: its universe was closed
// meanwhile, or its store fails.
func readable(f func()) (err *mailsim.Error) {
	defer func() {
		p := recover()
		if unread, _ := p.(error); p != nil && !errors.As(unread, &err) {
			panic(p)
		}
	}()
	f()
	return nil
}

// shown is a command as a transcript shows it.
func shown(verb, line string) string {
	switch verb {
	case "PASS":
		return "PASS " + hidden
	case "AUTH":
		if words := strings.Fields(line); len(words) > 2 {
			return words[0] + " " + words[1] + " " + hidden
		}
	}
	return line
}

func (c *conn) doCapa(string) {
	c.ok("capabilities follow")
	lines := []string{"TOP", "UIDL", "RESP-CODES", "AUTH-RESP-CODE", "PIPELINING", "EXPIRE NEVER", "UTF8 USER"}
	if c.mayLogin() {
		lines = append(lines, "USER", "SASL PLAIN LOGIN")
	}
	if c.canSTLS() {
		lines = append(lines, "STLS")
	}
	for _, line := range append(lines, "IMPLEMENTATION mailsim", ".") {
		c.say(line)
	}
}

// doQuit removes what was deleted: nothing else does.
func (c *conn) doQuit(string) {
	c.quit = true
	if c.drop == nil {
		c.ok("goodbye")
		return
	}
	if c.fault("quit", "") {
		return
	}
	if err := c.drop.update(c.s.ctx); err != nil {
		c.s.opts.Logger.Error("deleted mails of a maildrop were not removed", "mailbox", c.drop.key.address, "error", err)
		c.err("SYS/TEMP", "deleted messages were not removed")
		return
	}
	c.ok("goodbye")
}

func (c *conn) doStat(string) {
	if !c.fault("list", "") {
		c.ok(strconv.Itoa(c.drop.left) + " " + strconv.Itoa(c.drop.bytes))
	}
}

func (c *conn) doList(arg string) {
	c.list(arg, func(i int) string { return strconv.Itoa(c.drop.sizes[i]) })
}

func (c *conn) doUIDL(arg string) { c.list(arg, c.drop.uid) }

// list answers with a property of one message or of all.
func (c *conn) list(arg string, of func(i int) string) {
	if c.fault("list", "") {
		return
	}
	if arg != "" {
		if i, ok := c.number(arg); ok {
			c.ok(strconv.Itoa(i+1) + " " + of(i))
		}
		return
	}
	c.ok(c.drop.describe())
	for i := range c.drop.snap.Len() {
		if !c.drop.deleted[i] {
			_, _ = c.w.WriteString(strconv.Itoa(i+1) + " " + of(i) + "\r\n")
		}
	}
	c.tap("S: ", fmt.Sprintf("(%d lines)", c.drop.left))
	c.say(".")
}

// number reads the number of a message that is there.
func (c *conn) number(arg string) (i int, ok bool) {
	i, ok = c.drop.message(arg)
	if !ok {
		c.mistake("no such message, there are " + strconv.Itoa(c.drop.snap.Len()))
	}
	return i, ok
}

func (c *conn) doRetr(arg string) {
	i, ok := c.number(arg)
	if !ok || c.fault("retr", "") {
		return
	}
	c.send(i, math.MaxInt, strconv.Itoa(c.drop.sizes[i])+" octets")
	if c.drop.snap.At(i).Flags().System&mailsim.FlagSeen == 0 {
		c.drop.seen[i] = true
	}
}

func (c *conn) doTop(arg string) {
	number, lines, _ := strings.Cut(arg, " ")
	n, err := strconv.ParseUint(strings.TrimSpace(lines), 10, 31)
	if err != nil {
		c.mistake("syntax: TOP message lines")
		return
	}
	i, ok := c.number(number)
	if !ok || c.fault("retr", "") {
		return
	}
	c.send(i, int(n), "the top follows")
}

// send writes a message, or its header and so many lines, behind a word that it comes.
func (c *conn) send(i, lines int, ok string) {
	m := c.drop.snap.At(i)
	trace, body := m.Parts()
	c.ok(ok)
	if lines < math.MaxInt {
		body = firstLines(body, m.HeaderLen(), lines)
	}
	c.tap("S: ", fmt.Sprintf("(%d bytes, Message-ID %s)", len(trace)+len(body), m.MessageID()))
	d := dotWriter{w: c.w}
	if d.write(trace) != nil || d.write(body) != nil {
		c.quit = true
		return
	}
	d.end()
}

func (c *conn) doDele(arg string) {
	if i, ok := c.number(arg); ok {
		c.drop.delete(i)
		c.ok("message " + strconv.Itoa(i+1) + " deleted")
	}
}

func (c *conn) doRset(string) {
	c.drop.undelete()
	c.ok(c.drop.describe())
}

// fault lets the rules of a stage act. It is true when the command has been
// answered, or the connection is to end without an answer.
func (c *conn) fault(at, user string) (answered bool) {
	if !c.sess.Faulty() {
		return false
	}
	if user == "" {
		user = c.sess.LoginAddress()
	}
	f, ok := c.sess.Fault(c.s.ctx, mailsim.FaultPoint{Where: "pop3", At: at, Username: user, Folder: inbox})
	if !ok {
		return false
	}
	if f.Delay > 0 && !c.pause(f.Delay) {
		f.Disconnect = true
	}
	switch {
	case f.Disconnect:
		c.disconnect(f.Reset)
	case f.Reply.Code == 535:
		c.err("AUTH", f.Reply.Text)
	case f.Reply.Code != 0:
		c.err("SYS/TEMP", f.Reply.Text)
	default:
		return false
	}
	return true
}

// pause waits in real time; a stopping server ends it.
func (c *conn) pause(d time.Duration) bool {
	_ = c.w.Flush()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-c.s.ctx.Done():
		return false
	}
}

// disconnect ends the connection without an answer, with reset by a TCP RST.
func (c *conn) disconnect(reset bool) {
	c.quit = true
	if tcp, ok := c.raw.(interface{ SetLinger(int) error }); ok && reset {
		_ = tcp.SetLinger(0)
	}
	c.Cut()
}
