package gosmtp_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/smtpd/internal/dialogue"
)

// rule is a class of replies that go-smtp gives otherwise than smtpd does: by the command
// and by the two replies, "theirs for ours", where a dialogue first differs.
type rule struct {
	says             string // as the comment of the package has it
	command, replies *regexp.Regexp
}

func newRule(says, command, replies string) rule {
	return rule{says, regexp.MustCompile(`^(?:` + command + `)`), regexp.MustCompile(`^(?:` + replies + `)$`)}
}

// rules explain every difference; the first that fits one has it.
var rules = []rule{
	newRule("Commands out of order get 502 instead of 503 or 554.", `(?i)MAIL|RCPT|DATA|AUTH|BDAT|STARTTLS`, `502(, \d+)* for (503|554)(, \d+)*|502(, \d+)* for 554.*`),
	newRule("Parameters that it does not know get 500 or 504 instead of 555.", `MAIL|RCPT`, `50[04] for 555`),
	newRule("An address with a space inside the angle brackets, or with \"\" or a quoted @ before its domain, gets 501, and so does postmaster without a domain.",
		`(MAIL FROM|RCPT TO):(<\s|<\S+ >|<?(?i:postmaster)|<"")|(MAIL FROM|RCPT TO):<"a@b"`, `501 for 250`),
	newRule("Other errors in what follows MAIL and RCPT get 500 instead of 501.", `MAIL|RCPT`, `500 for 501`),
	newRule("A parameter may be given twice, and the last one counts; SMTPUTF8 may have a value.", `MAIL.*(SIZE|BODY|SMTPUTF8|RET|ENVID)[= ]|MAIL.*SMTPUTF8=|RCPT.*(NOTIFY|ORCPT)=`, `250 for 501`),
	newRule("These get 501: SIZE above 32 bits, ENVID with an encoded plus, NOTIFY with the same word twice, and ORCPT of a type other than rfc822 and utf-8.",
		`MAIL.*(SIZE|ENVID)=|RCPT.*(NOTIFY|ORCPT)=`, `501 for (250|552)`),
	newRule("These get 502: HELP, TURN, SEND, SAML, AUTH without a mechanism, and STARTTLS if the server has no certificate.", `HELP|TURN|SEND|SAML|AUTH$|STARTTLS`, `502 for \d+`),
	newRule("RSET and AUTH are accepted with one word too many, and VRFY without its word.", `RSET x|VRFY$|AUTH PLAIN \S+ x`, `250 for 501|252 for 501|235 for 501`),
	newRule("A line must begin with STARTTLS or with a word of four letters; after such a word the line must end, or go on with a space and more text. Any other line gets 501. An unknown word of four letters gets 500. A line of an HTTP request or a header field of a mail does not end the connection, as it does in smtpd.",
		`[A-Z]*\\|[A-Z]+(OM:|a$)|MAILFROM|Subject|GET|POST|CONNECT|XCLIENT|XFORWARD|\.|\{|DATA$|czNj|From`, `50[01] for (500|220|221|235|250|354|503)`),
	newRule("NOOP is accepted even if bytes that are not UTF-8 follow it.", `NOOP \\xff`, `250 for 500`),
	newRule("In AUTH, bad base64 gets 454, and so does a * that is given in the AUTH command itself.", `AUTH PLAIN (\*|!!!)|AUTH FOO BAR|!!!|YXBw`, `454 for 50[14]`),
	newRule("If a line begins with a dot and then a CR that is not followed by LF, the CR is dropped and the message is accepted. After a line that ends with CR CR LF, a line with only a dot does not end the message. smtpd refuses both messages.", `a\\r`, `(250|451) for 550`),
}

// explain returns the rule that a difference falls under, -1 for none.
func explain(d dialogue.Dialogue, got []string) int {
	_, sent, _ := strings.Cut(d.Text, "] ")
	commands := strings.Split(sent, " | ")
	for i := range got {
		theirs, ours := codes(got[i:i+1]), codes(d.Want[i:i+1])
		if theirs == ours {
			continue
		}
		for n, r := range rules {
			if r.command.MatchString(commands[i]) && r.replies.MatchString(theirs+" for "+ours) {
				return n
			}
		}
		break
	}
	return -1
}

// TestRulesAreTold: the comment of the package has each rule, word by word.
func TestRulesAreTold(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("gosmtp.go")
	require.NoError(t, err)
	comment, _, _ := strings.Cut(string(source), "\npackage ")
	comment = strings.Join(strings.Fields(strings.ReplaceAll(comment, "//", " ")), " ")
	for _, r := range rules {
		assert.Contains(t, comment, "- "+r.says)
	}
}
