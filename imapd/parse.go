package imapd

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// parser reads the arguments of one command. It holds the current line; a
// literal at its end is fetched from the connection, followed by the next line.
type parser struct {
	c    *conn
	line []byte
	pos  int
	args int64 // bytes of literals that are arguments, and of the lines behind literals

	anyOctet bool // strings may hold NUL and literals be literal8: a text to search for
}

func (p *parser) peek() byte {
	if p.pos < len(p.line) {
		return p.line[p.pos]
	}
	return 0
}

func (p *parser) atEnd() bool { return p.pos >= len(p.line) }

// take consumes b if it comes next.
func (p *parser) take(b byte) bool {
	if !p.atEnd() && p.line[p.pos] == b {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expect(b byte) error {
	if !p.take(b) {
		if b == ' ' && p.atEnd() {
			return bad("Missing arguments")
		}
		return bad("Expected %q", b)
	}
	return nil
}

// takeWord consumes an atom that equals word without case.
func (p *parser) takeWord(word string) bool {
	end := p.pos + len(word)
	if end > len(p.line) || !strings.EqualFold(string(p.line[p.pos:end]), word) {
		return false
	}
	if end < len(p.line) && isAtomChar(p.line[end]) {
		return false
	}
	p.pos = end
	return true
}

// space is what stands between arguments. Some clients write more than one, and
// servers in wide use forgive that.
func (p *parser) space() error {
	if !p.spaces() {
		return p.expect(' ')
	}
	return nil
}

// spaces reads past spaces, if there are any.
func (p *parser) spaces() (some bool) {
	for p.take(' ') {
		some = true
	}
	return some
}

// end is the end of the command. Trailing spaces are forgiven.
func (p *parser) end() error {
	if p.spaces(); !p.atEnd() {
		return bad("Unexpected extra arguments")
	}
	return nil
}

func isAtomChar(b byte) bool {
	switch b {
	case '(', ')', '{', ' ', '%', '*', '"', '\\', ']':
		return false
	}
	return b > 0x1f && b < 0x7f
}

// isAstringChar: 8-bit bytes are taken too, and of the specials of RFC 9051
// section 9 the three that begin nothing in the place of a string: common
// clients send DOMAIN\user or 50%off without quotes, and Dovecot takes them.
func isAstringChar(b byte) bool {
	switch b {
	case ']', '\\', '%', '*':
		return true
	}
	return isAtomChar(b) || b >= 0x80
}

func (p *parser) while(ok func(byte) bool) string {
	start := p.pos
	for p.pos < len(p.line) && ok(p.line[p.pos]) {
		p.pos++
	}
	return string(p.line[start:p.pos])
}

func (p *parser) atom() (string, error) {
	s := p.while(isAtomChar)
	if s == "" {
		return "", bad("Expected an atom")
	}
	return s, nil
}

// keyword is an atom in upper case.
func (p *parser) keyword() (string, error) {
	s, err := p.atom()
	return strings.ToUpper(s), err
}

func (p *parser) astring() (string, error) {
	switch p.peek() {
	case '"':
		return p.quoted()
	case '{':
		return p.literalArg()
	}
	s := p.while(isAstringChar)
	if s == "" {
		return "", bad("Expected a string")
	}
	return s, nil
}

// str is a quoted string or a literal.
func (p *parser) str() (string, error) {
	switch p.peek() {
	case '"':
		return p.quoted()
	case '{':
		return p.literalArg()
	}
	return "", bad("Expected a quoted string or a literal")
}

func (p *parser) quoted() (string, error) {
	p.pos++
	var b []byte
	for ; p.pos < len(p.line); p.pos++ {
		switch ch := p.line[p.pos]; ch {
		case '"':
			p.pos++
			return string(b), nil
		case '\\':
			if p.pos++; p.pos == len(p.line) || (p.line[p.pos] != '"' && p.line[p.pos] != '\\') {
				return "", bad("Invalid escape in quoted string")
			}
			b = append(b, p.line[p.pos])
		case 0, '\r':
			if ch == 0 && p.anyOctet {
				b = append(b, ch)
				continue
			}
			return "", bad("Invalid character in quoted string")
		default:
			b = append(b, ch)
		}
	}
	return "", bad("Missing '\"'")
}

// maxLiteralHead is the length of the longest head.
const maxLiteralHead = len("~{123456789012345678+}")

// literalHead is a parsed "{123+}" or "~{123+}" that ends a line.
type literalHead struct {
	size    int64
	nonSync bool
	binary  bool
}

// parseLiteralHead reads the head that b consists of.
func parseLiteralHead(b []byte) (h literalHead, ok bool) {
	if len(b) > 0 && b[0] == '~' {
		h.binary, b = true, b[1:]
	}
	if len(b) < 3 || b[0] != '{' || b[len(b)-1] != '}' {
		return h, false
	}
	b = b[1 : len(b)-1]
	if b[len(b)-1] == '+' {
		h.nonSync, b = true, b[:len(b)-1]
	}
	if len(b) == 0 || len(b) > 18 {
		return h, false
	}
	for _, d := range b {
		if d < '0' || d > '9' {
			return h, false
		}
		h.size = h.size*10 + int64(d-'0')
	}
	return h, true
}

// literalArg reads a literal that is an argument.
func (p *parser) literalArg() (string, error) {
	h, ok := parseLiteralHead(p.line[p.pos:])
	if !ok || h.binary && !p.anyOctet {
		return "", bad("Invalid literal")
	}
	limit := int64(maxLiteral)
	if p.c.acct == nil {
		limit = maxAnonymous
	}
	if h.size > limit || p.args+h.size > maxArguments {
		return "", no(imap.ResponseCodeTooBig, "Literal too big")
	}
	p.args += h.size
	s, err := p.literal(h)
	if err == nil && !p.anyOctet && strings.IndexByte(s, 0) >= 0 {
		return "", bad("NUL in literal")
	}
	return s, err
}

// literal asks for the literal whose head comes next, reads it, and goes on
// with the line behind it.
func (p *parser) literal(h literalHead) (string, error) {
	if !h.nonSync {
		p.c.w.text("+ OK\r\n")
	}
	p.pos = len(p.line)
	s, err := p.c.r.literal(h.size)
	if err != nil {
		return "", err
	}
	p.c.tapLiteral(s)
	return s, p.nextLine()
}

func (p *parser) nextLine() error {
	p.c.expectRead(lineTimeout)
	line, err := p.c.r.line()
	if errors.Is(err, errLineTooLong) { // what it leads to is read past
		p.line, p.pos = p.c.r.end, 0
	}
	if err != nil {
		return err
	}
	p.c.tapLine(line)
	p.line, p.pos = line, 0
	p.args += int64(len(line))
	return nil
}

// skip reads past what is left of a command that failed, so that the bytes
// of a non-synchronising literal are never taken for commands.
func (p *parser) skip() error {
	for total := int64(0); ; {
		rest := p.line[p.pos:]
		rest = rest[max(0, len(rest)-maxLiteralHead):]
		i := bytes.LastIndexByte(rest, '{')
		if i < 0 {
			return nil
		}
		h, ok := parseLiteralHead(rest[i:])
		if !ok || !h.nonSync {
			return nil
		}
		if total += h.size; total > p.c.srv.maxBytes()*maxAppendFactor {
			return &errBye{"Literal too big"}
		}
		if err := p.c.r.discard(h.size); err != nil {
			return err
		}
		if err := p.nextLine(); err != nil && !errors.Is(err, errLineTooLong) {
			return err
		}
	}
}

// number is a decimal up to limit.
func (p *parser) number(limit uint64) (uint64, error) {
	start, n := p.pos, uint64(0)
	for ; p.pos < len(p.line); p.pos++ {
		d := p.line[p.pos]
		if d < '0' || d > '9' {
			break
		}
		if n > (limit-uint64(d-'0'))/10 {
			return 0, bad("Number too large")
		}
		n = n*10 + uint64(d-'0')
	}
	if p.pos == start {
		return 0, bad("Expected a number")
	}
	return n, nil
}

func (p *parser) number32() (uint32, error) {
	n, err := p.number(math.MaxUint32)
	return uint32(n), err
}

// number63 is a mod-sequence or a size (RFC 9051: 63 bits).
func (p *parser) number63() (uint64, error) { return p.number(math.MaxInt64) }

// list calls item for each element of a parenthesised list.
func (p *parser) list(item func() error) error {
	if err := p.expect('('); err != nil {
		return err
	}
	p.spaces()
	for first := true; !p.take(')'); first = false {
		if !first {
			if err := p.space(); err != nil {
				return err
			}
			if p.take(')') {
				break
			}
		}
		if err := item(); err != nil {
			return err
		}
	}
	return nil
}

// mailbox is a folder name, decoded and with INBOX in capitals.
func (p *parser) mailbox() (string, error) {
	s, err := p.astring()
	if err != nil {
		return "", err
	}
	return p.c.decodeName(s)
}

var systemFlags = []imap.Flag{imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagSeen, imap.FlagDraft}

const (
	maxFlags   = 64
	maxKeyword = 100
)

// flag is a flag that a client may set.
func (p *parser) flag() (imap.Flag, error) {
	if !p.take('\\') {
		s, err := p.atom()
		if len(s) > maxKeyword {
			return "", no(imap.ResponseCodeLimit, "Keyword too long")
		}
		return imap.Flag(s), err
	}
	s, err := p.atom()
	if err != nil {
		return "", err
	}
	for _, f := range systemFlags {
		if strings.EqualFold(string(f[1:]), s) {
			return f, nil
		}
	}
	return "", bad("Invalid system flag \\%s", s)
}

func (p *parser) addFlag(flags []imap.Flag) ([]imap.Flag, error) {
	f, err := p.flag()
	if err != nil {
		return nil, err
	}
	if hasFlag(flags, f) {
		return flags, nil
	}
	if len(flags) == maxFlags {
		return nil, no(imap.ResponseCodeLimit, "Too many flags")
	}
	return append(flags, f), nil
}

func (p *parser) flagList() (flags []imap.Flag, err error) {
	err = p.list(func() error {
		flags, err = p.addFlag(flags)
		return err
	})
	return flags, err
}

func hasFlag(flags []imap.Flag, f imap.Flag) bool {
	for _, g := range flags {
		if g == f || strings.EqualFold(string(g), string(f)) {
			return true
		}
	}
	return false
}

const (
	dateLayout     = "2-Jan-2006"
	dateTimeLayout = "_2-Jan-2006 15:04:05 -0700" // as it is read
	dateTimeFormat = "02-Jan-2006 15:04:05 -0700"
)

// date is a date of a search, quoted or not.
func (p *parser) date() (time.Time, error) {
	s, err := p.astring()
	if err != nil {
		return time.Time{}, err
	}
	t, err := time.Parse(dateLayout, strings.TrimPrefix(s, " ")) // some pad the day
	if err != nil {
		return t, bad("Invalid date")
	}
	return t, nil
}

func (p *parser) dateTime() (time.Time, error) {
	s, err := p.quoted()
	if err != nil {
		return time.Time{}, err
	}
	t, err := time.Parse(dateTimeLayout, s)
	if err != nil {
		return t, bad("Invalid date-time")
	}
	return t, nil
}
