package report_test

// A reader of delivery status notifications made from the RFCs and the standard
// library alone, which takes nothing that RFC 3464, 6522 and 6533 do not allow.

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/report"
)

// notice is what a bounce handler wants to know.
type notice struct {
	reporter   string
	envelopeID string
	recipients []noticed
	originalID string // Message-ID of the mail that came back, or of its header
}

// noticed is what became of one recipient.
type noticed struct {
	address, original string
	action, status    string
	code              string // of the SMTP reply
}

var (
	dateFields = map[string]bool{"arrival-date": true, "last-attempt-date": true, "will-retry-until": true}
	statusCode = regexp.MustCompile(`^[245]\.\d{1,3}\.\d{1,3}$`)
	classes    = map[string]string{"failed": "5", "delayed": "4", "delivered": "2", "relayed": "2", "expanded": "2"}
)

func readDSN(raw string) (n notice, err error) {
	m, err := netmail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		return n, err
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/report" || params["report-type"] != "delivery-status" {
		return n, fmt.Errorf("no report on delivery: %s %v %w", kind, params, err)
	}
	if strings.HasPrefix(m.Header.Get("Auto-Submitted"), "no") || m.Header.Get("Auto-Submitted") == "" {
		return n, errors.New("not marked as automatic (RFC 3834)")
	}
	whole := strings.ToLower(m.Header.Get("Content-Transfer-Encoding"))
	r := multipart.NewReader(m.Body, params["boundary"])
	var kinds []string
	for {
		p, err := r.NextRawPart()
		if err == io.EOF {
			break
		} else if err != nil {
			return n, err
		}
		body, err := io.ReadAll(p)
		if err != nil {
			return n, err
		}
		kind, params, err := mime.ParseMediaType(p.Header.Get("Content-Type"))
		if err != nil {
			return n, err
		}
		kinds = append(kinds, kind)
		encoding := strings.ToLower(p.Header.Get("Content-Transfer-Encoding"))
		if encoding == "8bit" && whole != "8bit" { // RFC 2045 section 6.4
			return n, fmt.Errorf("%s in 8 bits in a report of 7", kind)
		}
		if len(kinds) > 1 {
			if err := sevenBit(kind, encoding, string(body)); err != nil {
				return n, err
			}
		}
		switch len(kinds) {
		case 1:
			err = readText(kind, params["boundary"], string(body))
		case 2:
			err = n.readStatus(kind, string(body))
		case 3:
			err = n.readOriginal(kind, string(body))
		}
		if err != nil {
			return n, err
		}
	}
	if len(kinds) < 2 || len(kinds) > 3 {
		return n, fmt.Errorf("%d parts", len(kinds))
	}
	return n, nil
}

// readText is as strict about the first part as readers such as enmime's: text,
// HTML, or an alternative of these two.
func readText(kind, boundary, body string) error {
	switch kind {
	case "text/plain", "text/html":
		return nil
	case "multipart/alternative":
		var kinds []string
		for r := multipart.NewReader(strings.NewReader(body), boundary); ; {
			p, err := r.NextPart()
			if err == io.EOF {
				break
			} else if err != nil {
				return err
			}
			kind, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type"))
			kinds = append(kinds, kind)
		}
		if strings.Join(kinds, " ") == "text/plain text/html" {
			return nil
		}
		return fmt.Errorf("the first part holds %v", kinds)
	}
	return fmt.Errorf("the first part is %s", kind)
}

// sevenBit holds of the parts after the first: no encoding, and 8 bits only
// where they are declared (RFC 3464 section 2.1, RFC 6533 section 4).
func sevenBit(kind, encoding, body string) error {
	ascii := !strings.ContainsFunc(body, func(r rune) bool { return r >= 0x80 })
	switch {
	case encoding != "" && encoding != "7bit" && encoding != "8bit":
		return fmt.Errorf("%s in %s", kind, encoding)
	case !ascii && encoding != "8bit":
		return fmt.Errorf("8 bits in %s are not declared", kind)
	case !ascii && kind == "message/delivery-status":
		return fmt.Errorf("8 bits in %s", kind)
	}
	return nil
}

func (n *notice) readStatus(kind, body string) error {
	if kind != "message/delivery-status" && kind != "message/global-delivery-status" {
		return fmt.Errorf("the second part is %s", kind)
	}
	groups := strings.Split(strings.TrimSuffix(body, "\r\n")+"\r\n", "\r\n\r\n")
	for i, text := range groups {
		g, err := group(text)
		if err != nil {
			return err
		}
		if i == 0 {
			var ok bool
			if n.reporter, ok = strings.CutPrefix(g["reporting-mta"], "dns;"); !ok {
				return fmt.Errorf("no Reporting-MTA: %v", g)
			}
			n.reporter, n.envelopeID = strings.TrimSpace(n.reporter), g["original-envelope-id"]
			continue
		}
		one, err := recipient(kind, g)
		if err != nil {
			return err
		}
		n.recipients = append(n.recipients, one)
	}
	if len(n.recipients) == 0 {
		return errors.New("no recipient")
	}
	return nil
}

// group reads fields of which each may be there once.
func group(text string) (map[string]string, error) {
	g := map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		name, value, ok := strings.Cut(line, ":")
		name = strings.ToLower(name)
		switch {
		case !ok || name == "" || strings.ContainsAny(name, " \t"):
			return nil, fmt.Errorf("no field: %q", line)
		case g[name] != "":
			return nil, fmt.Errorf("%s twice", name)
		case len(line) > 998:
			return nil, fmt.Errorf("a line of %d bytes", len(line))
		}
		g[name] = strings.TrimSpace(value)
		if dateFields[name] {
			if _, err := netmail.ParseDate(g[name]); err != nil {
				return nil, err
			}
		}
	}
	return g, nil
}

func recipient(kind string, g map[string]string) (r noticed, err error) {
	r.action, r.status = g["action"], g["status"]
	class := classes[r.action]
	if class == "" || !statusCode.MatchString(r.status) || r.status[:1] != class {
		return r, fmt.Errorf("action %q with status %q", r.action, r.status)
	}
	if r.address, err = typed(kind, g["final-recipient"]); err != nil {
		return r, err
	}
	if g["original-recipient"] != "" {
		if r.original, err = typed(kind, g["original-recipient"]); err != nil {
			return r, err
		}
	}
	if answer, ok := strings.CutPrefix(g["diagnostic-code"], "smtp;"); ok {
		r.code, _, _ = strings.Cut(strings.TrimSpace(answer), " ")
		if r.code[:1] != class {
			return r, fmt.Errorf("%s after the answer %s", r.action, answer)
		}
	}
	if g["will-retry-until"] != "" && r.action != "delayed" {
		return r, errors.New("Will-Retry-Until of what is not tried again")
	}
	return r, nil
}

// typed reads an address with its type (RFC 3464 section 2.3.2, RFC 6533 section 3).
func typed(kind, value string) (string, error) {
	t, address, _ := strings.Cut(value, ";")
	address = strings.TrimSpace(address)
	ascii := !strings.ContainsFunc(address, func(r rune) bool { return r >= 0x80 })
	switch {
	case t == "rfc822" && ascii, t == "utf-8" && kind == "message/global-delivery-status":
		if !strings.Contains(address, "@") {
			return "", fmt.Errorf("no address: %q", value)
		}
		return address, nil
	}
	return "", fmt.Errorf("%q in %s", value, kind)
}

func (n *notice) readOriginal(kind, body string) error {
	switch kind {
	case "text/rfc822-headers", "message/global-headers":
		body += "\r\n"
	case "message/rfc822", "message/global":
	default:
		return fmt.Errorf("the third part is %s", kind)
	}
	m, err := netmail.ReadMessage(strings.NewReader(body))
	if err == nil {
		n.originalID = m.Header.Get("Message-ID")
	}
	return err
}

// Every kind of bad address is read right in every layout, for every spelling of
// address and header that mail comes with, failed and delayed.
func TestDSNRead(t *testing.T) {
	t.Parallel()
	// spec: dsn.multipart-report dsn.fields dsn.original
	kinds := map[string]report.Kind{}
	for _, k := range report.Kinds() {
		r, _ := k.Reply()
		kinds[r.Enhanced[1:]] = k
	}
	tried := 0
	each := func(l report.Layout, k report.Kind, a report.Action, ret report.Return, utf8 bool, addr, subject string) {
		o := options(l, k)
		o.Action, o.Return, o.UTF8, o.EnvelopeID = a, ret, utf8, "e+1"
		o.Recipients[0].Addr, o.Recipients[0].RetryUntil = addr, at.Add(5*24*time.Hour)
		o.Original = "From: ann@x.example\r\nTo: " + addr + "\r\nSubject: " + subject + "\r\nMessage-ID: <1@x.example>\r\n\r\nShall we?\r\n"
		name := fmt.Sprint(l, k, a, ret, utf8, addr, subject)
		n, err := readDSN(report.DSN(o))
		require.NoError(t, err, name)
		assert.Equal(t, "mx.y.example", n.reporter, name)
		assert.Equal(t, "e+1", n.envelopeID, name)
		assert.Equal(t, "<1@x.example>", n.originalID, name)
		require.Len(t, n.recipients, 1, name)
		got := n.recipients[0]
		assert.Equal(t, k, kinds[got.status[1:]], name)
		assert.Equal(t, string(a), got.action, name)
		assert.Equal(t, got.status[:1], got.code[:1], name)
		want := addr
		if l != report.Postfix {
			want = strings.ReplaceAll(addr, "bob@exämple.test", "bob@xn--exmple-cua.test")
		}
		assert.Equal(t, want, got.address, name)
		tried++
	}
	for _, l := range report.Layouts() {
		for _, k := range report.Kinds() {
			for _, a := range []report.Action{report.Failed, report.Delayed} {
				for _, ret := range []report.Return{"", report.ReturnFull, report.ReturnHeaders} {
					for _, subject := range []string{"Lunch", "=?utf-8?q?Gr=C3=B6=C3=9Fe?=", "Größe"} {
						for _, addr := range []string{"bob@y.example", "bob@exämple.test", "bücher@y.example", "用户@例子.test"} {
							for _, utf8 := range []bool{false, true} {
								each(l, k, a, ret, utf8, addr, subject)
							}
						}
					}
				}
			}
		}
	}
	assert.Equal(t, 3*5*2*3*3*4*2, tried)
}

// The reader is no rubber stamp.
func TestDSNReaderRefuses(t *testing.T) {
	t.Parallel()
	good := report.DSN(options(report.Postfix, report.Unknown))
	_, err := readDSN(good)
	require.NoError(t, err)
	for from, to := range map[string]string{
		"Action: failed":                 "Action: delayed",
		"Status: 5.1.1":                  "Status: 5.1",
		"rfc822; bob@y.example":          "utf-8; bob@y.example",
		"Final-Recipient":                "X-Recipient",
		"Reporting-MTA":                  "X-MTA",
		"report-type=delivery-status":    "report-type=other",
		"message/delivery-status":        "text/plain",
		"Diagnostic-Code: smtp; 550":     "Diagnostic-Code: smtp; 450",
		"Arrival-Date: Fri, 20 Nov 2026": "Arrival-Date: soon",
		"Auto-Submitted":                 "X-Submitted",
		"X-Postfix-Queue-ID":             "Reporting-MTA",
		"Content-Type: message/rfc822":   "Content-Type: text/html",
	} {
		bad := strings.Replace(good, from, to, 1)
		require.NotEqual(t, good, bad, from)
		_, err := readDSN(bad)
		assert.Error(t, err, from)
	}
}
