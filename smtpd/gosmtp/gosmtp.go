// Package gosmtp connects any server of github.com/emersion/go-smtp to a universe, which
// delivers the mail that the server receives:
//
//	s := smtp.NewServer(gosmtp.Backend(u, gosmtp.Options{}))
//	s.EnableSMTPUTF8, s.EnableDSN, s.AllowInsecureAuth = true, true, true
//	err := s.Serve(listener)
//
// It is for programs that have a go-smtp server of their own, with its own TLS, domains and
// middleware. If you only need a server, use package smtpd.
//
// It supports recipient rules and bad addresses, people, logins (PLAIN and LOGIN), DSN and
// SMTPUTF8 where the server enables them, a maximum size (Server.MaxMessageBytes), plans,
// limits on what a universe may hold (mailsim.Bounds), and over LMTP (Server.LMTP) one
// answer for each recipient. Faults act at ehlo, auth, mail, rcpt, data, body and
// after_data: delays, replies and disconnects.
//
// It does not support what go-smtp has no hooks for: faults at connect, starttls and quit, and
// those that slow the bytes down; a refusal of DATA before the message is sent (a fault at data
// acts after the message); transcripts; VRFY, EXPN and HELP as smtpd answers them; AUTH=, BY= and
// MT-PRIORITY=; a Received field that shows whether the client greeted with HELO or EHLO; values of
// NOTIFY, RET and BODY that go-smtp does not read. A line longer than Server.MaxLineLength ends the
// connection, even within a message.
//
// Some of its replies differ from those of package smtpd, as follows.
// (testdata/differences.txt has an example of each difference.)
//
//   - Commands out of order get 502 instead of 503 or 554.
//   - Parameters that it does not know get 500 or 504 instead of 555.
//   - An address with a space inside the angle brackets, or with "" or a quoted @ before
//     its domain, gets 501, and so does postmaster without a domain.
//   - Other errors in what follows MAIL and RCPT get 500 instead of 501.
//   - A parameter may be given twice, and the last one counts; SMTPUTF8 may have a value.
//   - These get 501: SIZE above 32 bits, ENVID with an encoded plus, NOTIFY with the same
//     word twice, and ORCPT of a type other than rfc822 and utf-8.
//   - These get 502: HELP, TURN, SEND, SAML, AUTH without a mechanism, and STARTTLS if the
//     server has no certificate.
//   - RSET and AUTH are accepted with one word too many, and VRFY without its word.
//   - A line must begin with STARTTLS or with a word of four letters; after such a word the
//     line must end, or go on with a space and more text. Any other line gets 501. An
//     unknown word of four letters gets 500. A line of an HTTP request
//     or a header field of a mail does not end the connection, as it does in smtpd.
//   - NOOP is accepted even if bytes that are not UTF-8 follow it.
//   - In AUTH, bad base64 gets 454, and so does a * that is given in the AUTH command itself.
//   - If a line begins with a dot and then a CR that is not followed by LF, the CR is dropped
//     and the message is accepted. After a line that ends with CR CR LF, a line with only a
//     dot does not end the message. smtpd refuses both messages.
//
// Where go-smtp makes a reply itself, its enhanced status code may differ
// from that of smtpd: 235 comes with 2.0.0 instead of 2.7.0.
package gosmtp

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-smtp"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
)

// Options describe the go-smtp server to the universe. The zero value works.
type Options struct {
	Proto    string // smtp (the default), or smtps if the listener has TLS from the first byte, which cannot be detected; a server with LMTP set is always lmtp
	NeedAuth bool   // take mail only after a login, whatever the universe requires

	// MaxLogins is how many logins may fail on a connection before it is closed; default 10,
	// below 0 no bound.
	MaxLogins int
}

// Bounds of what a recipient's ORCPT and a message's ENVID may hold (RFC 3461), in bytes.
const maxOriginal, maxEnvelopeID = 500, 100

// maxHops is how many servers have passed a mail on before it must be going in circles.
const maxHops = 49

// Backend makes a universe or cell the backend of a go-smtp server.
func Backend(h mailsim.Host, o Options) smtp.Backend {
	if o.MaxLogins == 0 {
		o.MaxLogins = 10
	}
	return smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return newSession(h, o, c) })
}

// session is one connection after its greeting. go-smtp reads chunks of a message on a
// goroutine of its own: the lock is for that.
type session struct {
	conn *smtp.Conn
	o    Options
	lmtp bool
	ctx  context.Context
	end  context.CancelFunc

	mu     sync.Mutex
	sess   mailsim.Session
	env    mailsim.Envelope
	open   bool // MAIL has been taken
	failed int  // logins
}

func newSession(h mailsim.Host, o Options, c *smtp.Conn) (smtp.Session, error) {
	if !utf8.ValidString(c.Hostname()) {
		return nil, refuse(500, "5.5.2", "Error: bad UTF-8 syntax")
	}
	s := &session{conn: c, o: o, lmtp: c.Server().LMTP}
	s.ctx, s.end = context.WithCancel(context.Background())
	info := mailsim.SessionInfo{Proto: o.Proto, Remote: c.Conn().RemoteAddr().String()}
	if host, _, err := net.SplitHostPort(info.Remote); err == nil {
		info.Remote = host
	}
	switch {
	case s.lmtp:
		info.Proto = "lmtp"
	case info.Proto == "":
		info.Proto = "smtp"
	}
	s.sess = h.NewSession(info)
	if err := s.fault(mailsim.FaultPoint{At: "ehlo"}); err != nil {
		_ = s.Logout()
		return nil, err
	}
	return s, nil
}

// refuse is an answer of the server.
func refuse(code int, enhanced, text string) *smtp.SMTPError {
	e := &smtp.SMTPError{Code: code, EnhancedCode: smtp.NoEnhancedCode, Message: oneLine(text)}
	if parts := strings.Split(enhanced, "."); len(parts) == 3 {
		for i, p := range parts {
			e.EnhancedCode[i], _ = strconv.Atoi(p)
		}
	}
	return e
}

func replied(r mailsim.SMTPReply) *smtp.SMTPError { return refuse(r.Code, r.Enhanced, r.Text) }

// oneLine makes a text one that a reply may hold.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f {
			return '?'
		}
		return r
	}, s)
}

// failure is an error of the universe as an answer: for good where the mail or its
// sender is at fault, else for now.
func failure(err error) *smtp.SMTPError {
	switch mailsim.KindOf(err) {
	case mailsim.ErrInvalid, mailsim.ErrForbidden, mailsim.ErrPlan, mailsim.ErrNotFound:
		return refuse(554, "5.7.1", err.Error())
	case mailsim.ErrFull:
		return refuse(452, "4.3.1", err.Error())
	}
	return refuse(451, "4.3.0", err.Error())
}

var errCut = refuse(421, "4.4.2", "Connection is closed")

// fault lets the rules of a moment act: the answer instead of the usual one, or nil.
func (s *session) fault(p mailsim.FaultPoint) error {
	p.Where = "smtp"
	if p.Username == "" {
		p.Username = s.sess.LoginAddress()
	}
	f, ok := s.sess.Fault(s.ctx, p)
	if !ok {
		return nil
	}
	if f.Delay > 0 {
		wait := time.NewTimer(f.Delay)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-s.ctx.Done():
		}
	}
	switch {
	case f.Disconnect:
		s.cut(f.Reset)
		return errCut
	case f.Reply.Code == 421:
		defer s.cutSoon()
		return replied(f.Reply)
	case f.Reply.Code != 0:
		return replied(f.Reply)
	}
	return nil
}

// cut closes the connection, with reset by RST.
func (s *session) cut(reset bool) {
	conn := s.conn.Conn()
	if tcp, ok := conn.(*net.TCPConn); ok && reset {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// cutSoon has the connection end behind the answer that is now written: nothing more is
// read from it.
func (s *session) cutSoon() {
	if tcp, ok := s.conn.Conn().(*net.TCPConn); ok {
		_ = tcp.CloseRead()
		return
	}
	_ = s.conn.Conn().SetReadDeadline(time.Unix(1, 0))
}

// Reset drops the message that was begun.
func (s *session) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop()
}

func (s *session) drop() { s.env, s.open = mailsim.Envelope{}, false }

// Logout ends the session.
func (s *session) Logout() error {
	s.end()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sess.Close()
	return nil
}

// Mail begins a message.
func (s *session) Mail(from string, o *smtp.MailOptions) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open {
		return refuse(503, "5.5.1", "Error: nested MAIL command")
	}
	if s.sess.LoginAddress() == "" && (s.o.NeedAuth || s.sess.NeedsLogin()) {
		return refuse(530, "5.7.0", "Authentication required")
	}
	switch {
	case !utf8.ValidString(from):
		return refuse(500, "5.5.2", "Error: bad UTF-8 syntax")
	case len(o.EnvelopeID) > maxEnvelopeID:
		return refuse(501, "5.5.4", "Error: ENVID is too long")
	}
	if from = quoted(from); from != "" && !mailsim.ValidAddress(from) && !strings.EqualFold(from, "postmaster") {
		return refuse(501, "5.1.7", "Bad sender address syntax")
	}
	if !ascii(from) && !o.UTF8 {
		return refuse(553, "5.6.7", "Address needs SMTPUTF8")
	}
	switch err := s.sess.MailAllowed(); {
	case errors.Is(err, mailsim.ErrForbidden):
		return refuse(550, "5.7.1", err.Error())
	case err != nil:
		return refuse(452, "4.5.3", err.Error())
	}
	if err := s.sess.RoomFor(o.Size); err != nil {
		return failure(err)
	}
	if err := s.fault(mailsim.FaultPoint{At: "mail", From: from}); err != nil {
		return err
	}
	s.open = true
	s.env = mailsim.Envelope{
		From: from, Helo: s.conn.Hostname(), Proto: "", Login: s.sess.LoginAddress(), Body: string(o.Body), UTF8: o.UTF8, Return: string(o.Return), EnvelopeID: o.EnvelopeID,
	}
	if state, on := s.conn.TLSConnectionState(); on {
		s.env.TLS = tls.VersionName(state.Version) + " " + tls.CipherSuiteName(state.CipherSuite)
	}
	return nil
}

// Rcpt adds a recipient.
func (s *session) Rcpt(to string, o *smtp.RcptOptions) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if to = quoted(to); strings.EqualFold(to, "postmaster") {
		to += "@" + s.sess.Domain()
	}
	switch {
	case !mailsim.ValidAddress(to):
		return refuse(501, "5.1.3", "Bad recipient address syntax")
	case !ascii(to) && !s.env.UTF8:
		return refuse(553, "5.6.7", "Address needs SMTPUTF8")
	case o != nil && len(o.OriginalRecipient) > maxOriginal:
		return refuse(501, "5.5.4", "Error: ORCPT is too long")
	case o != nil && !utf8.ValidString(o.OriginalRecipient):
		return refuse(500, "5.5.2", "Error: bad UTF-8 syntax")
	}
	if err := s.fault(mailsim.FaultPoint{At: "rcpt", From: s.env.From, To: to}); err != nil {
		return err
	}
	if r, ok := s.sess.Recipient(s.ctx, s.env.From, to); !ok {
		return replied(r)
	}
	s.env.To = append(s.env.To, to)
	if o != nil && (len(o.Notify) > 0 || o.OriginalRecipient != "") {
		r := mailsim.Recipient{Address: to}
		for _, n := range o.Notify {
			r.Notify = append(r.Notify, string(n))
		}
		if o.OriginalRecipient != "" {
			r.Original = strings.ToLower(string(o.OriginalRecipientType)) + ";" + o.OriginalRecipient
		}
		s.env.Notify = append(s.env.Notify, r)
	}
	return nil
}

// Data takes the message. The answer names its id.
func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	env := s.env
	s.drop()
	if err != nil {
		return readError(err)
	}
	return s.submit(env, string(raw))
}

// LMTPData is Data with the same answer for each recipient: the message is filed for
// all of them or for none.
func (s *session) LMTPData(r io.Reader, _ smtp.StatusCollector) error { return s.Data(r) }

// readError is the answer to a message that did not come whole: nothing of it is kept.
func readError(err error) error {
	var own *smtp.SMTPError
	if errors.As(err, &own) {
		return own
	}
	return refuse(451, "4.4.2", "Error: the message did not come whole")
}

// submit files a message that has come whole.
func (s *session) submit(env mailsim.Envelope, raw string) error {
	switch {
	case bare(raw) && env.Body != string(smtp.BodyBinaryMIME):
		return refuse(550, "5.5.2", "Error: bare <CR> or <LF> received")
	case hops(raw) >= maxHops:
		return refuse(554, "5.4.6", "Error: too many hops")
	}
	h := mime.ScanHeader(raw)
	at := mailsim.FaultPoint{From: env.From, Recipients: env.To}
	for _, stage := range []string{"data", "body"} {
		if at.At = stage; stage == "body" {
			at.Header, at.Subject, at.MessageID = h.Get, h.Get("Subject"), h.Get("Message-ID")
		}
		if err := s.fault(at); err != nil {
			return err
		}
	}
	id, err := s.sess.Submit(s.ctx, env, raw)
	if err != nil {
		return failure(err)
	}
	at.At = "after_data"
	if err := s.fault(at); err != nil {
		return err
	}
	return refuse(250, "2.0.0", "Ok: queued as "+strings.Trim(id, "<>"))
}
