package smtpd

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mimebuild"
)

// command does one command line.
func (c *conn) command(line string) {
	verb, arg := word(strings.Trim(line, " \t"))
	verb = strings.ToUpper(verb)
	run, known := commands[verb]
	switch {
	case c.barred && verb != "QUIT":
		c.refuse(503, "5.7.0", "Error: access denied")
	case !utf8.ValidString(line):
		c.refuse(500, "5.5.2", "Error: bad UTF-8 syntax")
	case known:
		run(c, arg)
	case strings.Contains(verb, ":"): // a message that was refused comes all the same: its lines are no commands
		c.reply(221, "2.7.0", "Error: a header field is not a command")
		c.quit = true
	default:
		c.refuse(500, "5.5.2", "Error: command not recognized")
	}
}

// word cuts the first word off a line.
func word(s string) (first, rest string) {
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimLeft(s[i:], " \t")
}

var commands = map[string]func(c *conn, arg string){
	"HELO": (*conn).doHelo, "EHLO": (*conn).doEhlo, "LHLO": (*conn).doLhlo, "MAIL": (*conn).doMail, "RCPT": (*conn).doRcpt,
	"DATA": (*conn).doData, "BDAT": (*conn).doBdat, "RSET": (*conn).doRset, "NOOP": (*conn).doNoop, "QUIT": (*conn).doQuit,
	"VRFY": (*conn).doVrfy, "EXPN": (*conn).doExpn, "HELP": (*conn).doHelp, "STARTTLS": (*conn).doStartTLS, "AUTH": (*conn).doAuth,
	"GET": (*conn).doHTTP, "HEAD": (*conn).doHTTP, "POST": (*conn).doHTTP, "PUT": (*conn).doHTTP, "CONNECT": (*conn).doHTTP, "OPTIONS": (*conn).doHTTP,
}

func (c *conn) doHelo(arg string) { c.greet("HELO", arg) }
func (c *conn) doEhlo(arg string) { c.greet("EHLO", arg) }
func (c *conn) doLhlo(arg string) { c.greet("LHLO", arg) }

// greet opens, or resets, the session (RFC 5321 section 4.1.1.1).
func (c *conn) greet(verb, arg string) {
	if (verb == "LHLO") != c.s.opts.LMTP {
		c.refuse(500, "5.5.1", "Error: this server speaks "+map[bool]string{true: "LMTP: use LHLO", false: "SMTP: use EHLO"}[c.s.opts.LMTP])
		return
	}
	name, _ := word(arg)
	if name == "" {
		c.refuse(501, "5.5.4", "Syntax: "+verb+" hostname")
		return
	}
	if answered, _ := c.faultAt("ehlo", "", ""); answered {
		return
	}
	c.helo, c.extended = name, verb != "HELO"
	c.drop()
	if verb == "HELO" {
		c.reply(250, "", c.s.host.Domain())
		return
	}
	caps := []string{"PIPELINING", "SIZE " + itoa(c.s.opts.MaxBytes)}
	if c.canStartTLS() {
		caps = append(caps, "STARTTLS")
	}
	if c.canAuth() {
		caps = append(caps, "AUTH PLAIN LOGIN")
	}
	caps = append(caps, "ENHANCEDSTATUSCODES", "8BITMIME", "DSN", "SMTPUTF8", "CHUNKING", "BINARYMIME", "LIMITS RCPTMAX="+itoa(int64(c.s.opts.MaxRecipients)))
	c.reply(250, "", c.s.host.Domain(), caps...)
}

func (c *conn) canStartTLS() bool { return c.tlsText == "" && !c.s.opts.NoSTARTTLS }

func (c *conn) canAuth() bool { return c.tlsText != "" || !c.s.opts.NoPlainAuth }

// greeted refuses what needs a greeting before it.
func (c *conn) greeted() bool {
	if c.helo == "" {
		c.refuse(503, "5.5.1", "Error: send "+map[bool]string{true: "LHLO", false: "HELO/EHLO"}[c.s.opts.LMTP]+" first")
	}
	return c.helo != ""
}

func (c *conn) doStartTLS(arg string) {
	switch {
	case arg != "":
		c.refuse(501, "5.5.4", "Syntax: STARTTLS")
		return
	case c.s.opts.NoSTARTTLS:
		c.refuse(502, "5.5.1", "Error: TLS is not offered here")
		return
	case c.tlsText != "":
		c.refuse(503, "5.5.1", "Error: TLS already active")
		return
	}
	if answered, _ := c.faultAt("starttls", "", ""); answered {
		return
	}
	c.reply(220, "2.0.0", "Ready to start TLS")
	if c.w.Flush() != nil || !c.startTLS() {
		c.quit = true
		return
	}
	c.helo, c.tx = "", transaction{}
	c.newSession() // a login in the clear does not survive (RFC 3207 section 4.2)
}

// doMail opens a transaction.
func (c *conn) doMail(arg string) {
	if !c.greeted() {
		return
	}
	rest, ok := cutFold(arg, "FROM:")
	if !ok {
		c.refuse(501, "5.5.4", "Syntax: MAIL FROM:<address>")
		return
	}
	if c.tx.open {
		c.refuse(503, "5.5.1", "Error: nested MAIL command")
		return
	}
	if !c.loggedIn() && (c.s.opts.RequireAuth || c.sess.NeedsLogin()) {
		c.refuse(530, "5.7.0", "Authentication required")
		return
	}
	path, params, err := parsePath(rest)
	if err != nil || path.addr == "" && !path.null {
		c.refuse(501, "5.1.7", "Bad sender address syntax")
		return
	}
	tx := transaction{open: true}
	tx.env.From, tx.env.Helo, tx.env.Basic, tx.env.TLS = path.addr, c.helo, !c.extended, c.tlsText
	if r := tx.mailParams(params, c.s.opts.MaxBytes); r != nil {
		c.refuse(r.Code, r.Enhanced, r.Text)
		return
	}
	if !ascii(path.addr) && !tx.env.UTF8 {
		c.refuse(553, "5.6.7", "Address needs SMTPUTF8")
		return
	}
	switch err := c.sess.MailAllowed(); {
	case errors.Is(err, mailsim.ErrForbidden):
		c.refuse(550, "5.7.1", oneLine(err.Error()))
		return
	case err != nil:
		c.refuse(452, "4.5.3", oneLine(err.Error()))
		return
	}
	if err := c.sess.RoomFor(tx.size); err != nil {
		c.fail(err)
		return
	}
	if answered, _ := c.faultAt("mail", path.addr, ""); answered {
		return
	}
	c.tx = tx
	c.reply(250, "2.1.0", "Ok")
}

// doRcpt adds a recipient.
func (c *conn) doRcpt(arg string) {
	if !c.greeted() {
		return
	}
	rest, ok := cutFold(arg, "TO:")
	switch {
	case !ok:
		c.refuse(501, "5.5.4", "Syntax: RCPT TO:<address>")
		return
	case !c.tx.open:
		c.refuse(503, "5.5.1", "Error: need MAIL command")
		return
	case c.tx.bdat:
		c.refuse(503, "5.5.1", "Error: RCPT after BDAT")
		return
	case len(c.tx.env.To) >= c.s.opts.MaxRecipients: // no error: the others go in another transaction (RFC 5321 section 4.5.3.1.10)
		c.reply(452, "4.5.3", "Error: too many recipients")
		return
	}
	c.tx.asked = true
	path, params, err := parsePath(rest)
	if err == nil && strings.EqualFold(path.addr, "postmaster") {
		path.addr += "@" + c.s.host.Domain()
	}
	if err != nil || !mailsim.ValidAddress(path.addr) {
		c.refuse(501, "5.1.3", "Bad recipient address syntax")
		return
	}
	if !ascii(path.addr) && !c.tx.env.UTF8 {
		c.refuse(553, "5.6.7", "Address needs SMTPUTF8")
		return
	}
	dsn := mailsim.Recipient{Address: path.addr}
	if r := rcptParams(params, &dsn); r != nil {
		c.refuse(r.Code, r.Enhanced, r.Text)
		return
	}
	if answered, _ := c.faultAt("rcpt", c.tx.env.From, path.addr); answered {
		return
	}
	if r, ok := c.sess.Recipient(c.s.ctx, c.tx.env.From, path.addr); !ok {
		c.reply(r.Code, r.Enhanced, r.Text)
		return
	}
	c.tx.env.To = append(c.tx.env.To, path.addr)
	if dsn.Notify != nil || dsn.Original != "" {
		c.tx.env.Notify = append(c.tx.env.Notify, dsn)
	}
	c.reply(250, "2.1.5", "Ok")
}

func (c *conn) doRset(arg string) {
	if arg != "" {
		c.refuse(501, "5.5.4", "Syntax: RSET")
		return
	}
	c.drop()
	c.reply(250, "2.0.0", "Ok")
}

func (c *conn) doNoop(string) { c.reply(250, "2.0.0", "Ok") }

func (c *conn) doQuit(string) {
	if answered, _ := c.faultAt("quit", "", ""); !answered {
		c.reply(221, "2.0.0", "Bye")
	}
	c.quit, c.left = true, true
}

func (c *conn) doVrfy(arg string) {
	if arg == "" {
		c.refuse(501, "5.5.4", "Syntax: VRFY address")
		return
	}
	if p, _, err := parsePath(arg); err == nil {
		if r, ok := c.sess.Verify(p.addr); !ok {
			c.reply(r.Code, r.Enhanced, r.Text)
			return
		}
	}
	text := oneLine(arg)
	if n := max(0, len(arg)-len(" SMTPUTF8")); strings.EqualFold(arg[n:], " SMTPUTF8") { // RFC 6531
		text = mimebuild.Clean(arg[:n])
	}
	c.reply(252, "2.0.0", text) // it may exist, and takes mail
}

func (c *conn) doExpn(string) { c.refuse(502, "5.5.1", "Error: lists are not expanded here") }

func (c *conn) doHelp(string) {
	greeting := "HELO EHLO"
	if c.s.opts.LMTP {
		greeting = "LHLO"
	}
	c.reply(214, "2.0.0", greeting+" MAIL RCPT DATA BDAT RSET NOOP QUIT VRFY HELP STARTTLS AUTH")
}

// doHTTP turns away what a web page makes a browser send: what follows is the
// page's text, and no commands.
func (c *conn) doHTTP(string) {
	c.reply(221, "2.7.0", "Error: this is not a web server")
	c.quit = true
}
