package mailsimd

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/mail"
	"os"
	osuser "os/user"
	"strings"
	"time"
)

// What /usr/sbin/sendmail is to programs: mailsimd sendmail, or a link of that
// name, hands mail from standard input to a running server.

const sendmailUsage = `mailsimd sendmail hands a mail from standard input to a running mailsimd.

  -t            also send to the addresses in To, Cc and Bcc; Bcc is removed
  -i, -oi       a line with only a dot does not end the mail
  -f ADDRESS    envelope sender (also -r); default: the address in Sender or From
  -F NAME       full name of the sender, if the mail has no From
  -S HOST:PORT  the server, or smtp://USER:PASSWORD@HOST:PORT (also --smtp-addr); default:
                $MP_SENDMAIL_SMTP_ADDR, $MH_SENDMAIL_SMTP_ADDR, $MAILSIM_SMTP or 127.0.0.1:1025
  -bs           speak SMTP on standard input and output
  -bp           print the queue, which is always empty
  -N, -R, -V    the DSN parameters NOTIFY, RET and ENVID (RFC 3461)

Other options of sendmail are accepted and ignored. Exit status: 0 if sent, else one of
sysexits.h: 64 wrong use, 67 recipient refused, 69 mail refused, 75 try again, and others.
`

// Exit statuses of sysexits.h.
const (
	exUsage       = 64
	exDataErr     = 65
	exNoUser      = 67
	exUnavailable = 69
	exIOErr       = 74
	exTempFail    = 75
	exNoPerm      = 77
)

// exitError is an error with the status to exit with.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

func exitf(status int, format string, args ...any) error {
	return &exitError{status, fmt.Errorf(format, args...)}
}

// asSendmail reports whether the program was called by one of sendmail's names.
func asSendmail(name string) bool {
	name = strings.TrimSuffix(name[strings.LastIndexAny(name, `/\`)+1:], ".exe")
	return name == "sendmail" || name == "mhsendmail"
}

// sendmail is one call of the command.
type sendmail struct {
	toHeader   bool // -t
	dots       bool // -i
	from       *string
	fullName   string
	server     string
	mode       byte
	notify     string
	ret, envID string
	to         []string
}

// takeArgument are the options that have an argument, attached or behind them.
const takeArgument = "ABCFLNORSVXbefhopr"

// parseSendmail reads the options as getopt does: single letters, several at once.
func parseSendmail(args []string) (s *sendmail, err error) {
	s = &sendmail{mode: 'm'}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			return s, s.addTo(args)
		case strings.HasPrefix(arg, "--"):
			if args, err = s.long(arg[2:], args); err != nil {
				return nil, err
			}
			continue
		case len(arg) < 2 || arg[0] != '-':
			if err := s.addTo([]string{arg}); err != nil {
				return nil, err
			}
			continue
		}
		for letters := arg[1:]; letters != ""; {
			letter := letters[0]
			letters = letters[1:]
			value := ""
			switch {
			case letter == 'q' || letter == 'd': // an argument can only be attached
				letters = ""
			case strings.IndexByte(takeArgument, letter) >= 0:
				if value, letters = letters, ""; value == "" {
					if len(args) == 0 {
						return nil, exitf(exUsage, "-%c needs an argument", letter)
					}
					value, args = args[0], args[1:]
				}
			}
			if err := s.set(letter, value); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// long reads the long options that sendmails of other mail catchers have.
func (s *sendmail) long(option string, rest []string) ([]string, error) {
	name, value, attached := strings.Cut(option, "=")
	letter, known := map[string]byte{"smtp-addr": 'S', "from": 'f', "help": 'H', "verbose": 'v', "ignore-dots": 'i', "read-recipients": 't'}[name]
	if !known {
		return nil, exitf(exUsage, "--%s is not an option; --help lists them", name)
	}
	if !attached && strings.IndexByte(takeArgument, letter) >= 0 {
		if len(rest) == 0 {
			return nil, exitf(exUsage, "--%s needs an argument", name)
		}
		value, rest = rest[0], rest[1:]
	}
	return rest, s.set(letter, value)
}

func (s *sendmail) set(letter byte, value string) error {
	switch letter {
	case 't':
		s.toHeader = true
	case 'i':
		s.dots = true
	case 'o':
		s.dots = s.dots || value == "i"
	case 'f', 'r':
		s.from = &value
	case 'F':
		s.fullName = value
	case 'S':
		s.server = value
	case 'N':
		s.notify = strings.ToUpper(value)
	case 'R':
		s.ret = strings.ToUpper(value)
	case 'V':
		s.envID = value
	case 'H':
		s.mode = 'H'
	case 'b':
		if value != "m" && value != "s" && value != "p" && value != "i" {
			return exitf(exUsage, "-b%s is not possible here", value)
		}
		s.mode = value[0]
	default:
		if strings.IndexByte("ABCLOXehpGIUmnvqdx", letter) < 0 {
			return exitf(exUsage, "-%c is not an option; --help lists them", letter)
		}
	}
	return nil
}

// addTo adds recipients of the command line: addresses, with or without names,
// several with commas.
func (s *sendmail) addTo(args []string) error {
	for _, arg := range args {
		list, err := addresses(arg)
		if err != nil {
			return exitf(exDataErr, "%q is not an address", arg)
		}
		s.to = append(s.to, list...)
	}
	return nil
}

// addresses reads a list of addresses. A name alone is one of this machine.
func addresses(text string) (out []string, err error) {
	for _, one := range strings.Split(text, ",") {
		if one = strings.TrimSpace(one); one != "" && !strings.ContainsAny(one, "@<>\"():; ") {
			out = append(out, one+"@"+thisHost())
			continue
		}
		list, err := mail.ParseAddressList(text)
		if err != nil {
			return nil, err
		}
		out = out[:0]
		for _, a := range list {
			out = append(out, a.Address)
		}
		return out, nil
	}
	return out, nil
}

func thisHost() string {
	name, _ := os.Hostname()
	return cmp.Or(name, "localhost")
}

func thisUser() string {
	if u, err := osuser.Current(); err == nil && u.Username != "" {
		return u.Username[strings.LastIndexByte(u.Username, '\\')+1:]
	}
	return "nobody"
}

// sendmailCommand does what sendmail would.
func sendmailCommand(ctx context.Context, args []string, p Process) error {
	s, err := parseSendmail(args)
	if err != nil {
		return err
	}
	s.server = firstSet(p, s.server, "MP_SENDMAIL_SMTP_ADDR", "MH_SENDMAIL_SMTP_ADDR", "MAILSIM_SMTP", "MP_SMTP_BIND_ADDR")
	switch s.mode {
	case 'H':
		_, err = io.WriteString(p.Stdout, sendmailUsage)
		return err
	case 'p':
		_, err = io.WriteString(p.Stdout, "Mail queue is empty\n")
		return err
	case 'i': // newaliases
		return nil
	case 's':
		return s.pass(ctx, p)
	}
	if s.from == nil {
		if from := firstSet(p, "", "MP_SENDMAIL_FROM", "MH_SENDMAIL_FROM"); from != "" {
			s.from = &from
		}
	}
	if !s.toHeader && len(s.to) == 0 {
		return exitf(exUsage, "there is no recipient: name one, or say -t")
	}
	m, err := s.read(p.Stdin)
	if err != nil {
		return err
	}
	return s.deliver(ctx, m)
}

// firstSet is a value, else that of the first name of the environment that is set.
func firstSet(p Process, value string, names ...string) string {
	for _, name := range names {
		if value == "" {
			value, _ = p.Env(name)
		}
	}
	return value
}

// maxSent bounds a mail that is read, in bytes.
const maxSent = 256 << 20

// read reads the mail, and from its header who sends it and who gets it.
func (s *sendmail) read(stdin io.Reader) (*draft, error) {
	text, err := readMail(stdin, s.dots)
	if err != nil {
		return nil, exitf(exIOErr, "reading the mail: %w", err)
	}
	if len(text) > maxSent {
		return nil, exitf(exDataErr, "the mail has more than %d bytes", maxSent)
	}
	d := newDraft(text)
	if s.toHeader {
		to, err := d.recipients()
		if err != nil {
			return nil, exitf(exDataErr, "%w", err)
		}
		s.to = append(s.to, to...)
		d.drop("Bcc", "Resent-Bcc")
	}
	if len(s.to) == 0 {
		return nil, exitf(exDataErr, "the mail names no recipient in To, Cc or Bcc")
	}
	if s.from == nil {
		from := cmp.Or(d.address("Sender"), d.address("From"), thisUser()+"@"+thisHost())
		s.from = &from
	}
	from, err := sender(*s.from)
	if err != nil {
		return nil, exitf(exDataErr, "-f: %q is not an address", *s.from)
	}
	s.from = &from
	if !d.has("From") && from != "" {
		d.prepend("From", (&mail.Address{Name: s.fullName, Address: from}).String())
	}
	return d, nil
}

// sender reads the address of -f; "<>" and "" are nobody.
func sender(text string) (string, error) {
	if text = strings.TrimSpace(text); text == "" || text == "<>" {
		return "", nil
	}
	list, err := addresses(text)
	if err != nil || len(list) != 1 {
		return "", errors.New("one address is wanted")
	}
	return list[0], nil
}

// readMail reads to the end, or to a line of a dot alone unless dots are text.
func readMail(r io.Reader, dots bool) ([]byte, error) {
	in := bufio.NewReader(io.LimitReader(r, maxSent+1))
	if dots {
		return io.ReadAll(in)
	}
	var b bytes.Buffer
	for {
		line, err := in.ReadBytes('\n')
		if text := string(bytes.TrimRight(line, "\r\n")); text == "." {
			return b.Bytes(), nil
		}
		b.Write(line)
		if err == io.EOF {
			return b.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// pass is SMTP between the standard streams and the server.
func (s *sendmail) pass(ctx context.Context, p Process) error {
	nc, _, err := s.dial(ctx)
	if err != nil {
		return err
	}
	defer nc.Close()
	go func() {
		_, _ = io.Copy(nc, p.Stdin)
		if half, ok := nc.(interface{ CloseWrite() error }); ok {
			_ = half.CloseWrite()
		}
	}()
	if _, err := io.Copy(p.Stdout, nc); err != nil {
		return exitf(exIOErr, "%w", err)
	}
	return nil
}

// sendTime is how long a mail may take to be handed over.
const sendTime = 10 * time.Minute

// dial connects to the server, and returns the user and password to show.
func (s *sendmail) dial(ctx context.Context) (net.Conn, *login, error) {
	addr, l, err := serverOf(s.server)
	if err != nil {
		return nil, nil, exitf(exUsage, "-S: %w", err)
	}
	d := net.Dialer{Timeout: 15 * time.Second}
	nc, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, nil, exitf(exTempFail, "no server at %s: %w", addr, err)
	}
	_ = nc.SetDeadline(time.Now().Add(sendTime))
	return nc, l, nil
}
