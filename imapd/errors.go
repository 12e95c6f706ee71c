package imapd

import (
	"errors"
	"fmt"

	"github.com/emersion/go-imap/v2"
)

// ErrServerClosed is returned by Serve and ServeTLS after Shutdown or Close.
var ErrServerClosed = errors.New("imapd: server closed")

// ErrDisconnect, returned by Options.Fault, cuts the connection without a word.
var ErrDisconnect = errors.New("imapd: disconnect")

// ErrReset is an ErrDisconnect that resets the connection (TCP RST).
var ErrReset = fmt.Errorf("%w by reset", ErrDisconnect)

// errBye ends a session; the text goes out in an untagged BYE.
type errBye struct{ text string }

func (e *errBye) Error() string { return e.text }

func bad(format string, args ...any) error {
	return &imap.Error{Type: imap.StatusResponseTypeBad, Text: fmt.Sprintf(format, args...)}
}

func no(code imap.ResponseCode, format string, args ...any) error {
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: fmt.Sprintf(format, args...)}
}

// Response codes that go-imap does not name.
const (
	codeExpungeIssued     imap.ResponseCode = "EXPUNGEISSUED"     // RFC 9051 section 7.1
	codeUseAttr           imap.ResponseCode = "USEATTR"           // RFC 6154
	codeCompressionActive imap.ResponseCode = "COMPRESSIONACTIVE" // RFC 4978
)

// tryCreate turns the missing folder of an error into the hint that the
// client may create it (RFC 9051 section 6.3.12, 6.4.7).
func tryCreate(err error) error {
	var e *imap.Error
	if errors.As(err, &e) && e.Code == imap.ResponseCodeNonExistent {
		return no(imap.ResponseCodeTryCreate, "Mailbox doesn't exist")
	}
	return err
}

// isNo tells a refusal from a command that is wrong or cannot be read.
func isNo(err error) bool {
	var e *imap.Error
	return errors.As(err, &e) && e.Type == imap.StatusResponseTypeNo
}

func isNonExistent(err error) bool {
	var e *imap.Error
	return errors.As(err, &e) && e.Code == imap.ResponseCodeNonExistent
}
