package report_test

import (
	"bufio"
	"flag"
	"io"
	"iter"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/mua"
	"github.com/mailsim/mailsim/internal/report"
	"github.com/mailsim/mailsim/internal/rng"
)

var update = flag.Bool("mailsim.update", false, "write the golden files anew")

var at = time.Date(2026, 11, 20, 15, 47, 12, 0, time.UTC)

const mail = "From: Ann <ann@x.example>\r\nTo: bob@y.example\r\nSubject: Lunch\r\nMessage-ID: <1@x.example>\r\n\r\nShall we?\r\n"

func options(l report.Layout, k report.Kind) report.DSNOptions {
	r, _ := k.Reply()
	return report.DSNOptions{
		Layout: l, Rand: rng.Seed("report").Draw("test/1", string(l), string(k)), Host: "mx.y.example", To: "ann@x.example",
		Date: at, Arrival: at.Add(-time.Minute), Recipients: []report.Recipient{{Addr: "bob@y.example", Reply: r}},
		Original: mail, OriginalID: "<1@x.example>", OriginalSubject: "Lunch",
		Header: []mimebuild.Field{{Name: "X-Service-Simulated", Value: "1"}},
	}
}

// parsed is a multipart/report taken apart.
type parsed struct {
	header     message.Header
	reportType string
	text       string // of the first part, its text/plain
	shape      string // of the first part
	kinds      []string
	bodies     []string
	groups     []textproto.MIMEHeader
}

func parse(t testing.TB, raw string) parsed {
	t.Helper()
	for line := range strings.SplitSeq(raw, "\r\n") {
		require.False(t, strings.ContainsAny(line, "\r\n"), "bare line break in %q", line)
	}
	e, err := message.Read(strings.NewReader(raw))
	require.NoError(t, err)
	kind, params, err := e.Header.ContentType()
	require.NoError(t, err)
	require.Equal(t, "multipart/report", kind) // spec: dsn.multipart-report
	p := parsed{header: e.Header, reportType: params["report-type"]}
	mr := e.MultipartReader()
	for n := 0; ; n++ {
		child, err := mr.NextPart()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		kind, _, err := child.Header.ContentType()
		require.NoError(t, err)
		p.kinds = append(p.kinds, kind)
		if n == 0 {
			p.shape, p.text = first(t, child)
			p.bodies = append(p.bodies, p.text)
			continue
		}
		body, err := io.ReadAll(child.Body)
		require.NoError(t, err)
		p.bodies = append(p.bodies, string(body))
	}
	require.GreaterOrEqual(t, len(p.bodies), 2)
	r := textproto.NewReader(bufio.NewReader(strings.NewReader(p.bodies[1] + "\r\n")))
	for {
		g, err := r.ReadMIMEHeader()
		if len(g) > 0 {
			p.groups = append(p.groups, g)
		}
		if err != nil {
			require.ErrorIs(t, err, io.EOF)
			return p
		}
	}
}

// first returns the shape of a part and its text.
func first(t testing.TB, e *message.Entity) (shape, text string) {
	require.NoError(t, e.Walk(func(_ []int, e *message.Entity, err error) error {
		require.NoError(t, err)
		kind, _, err := e.Header.ContentType()
		require.NoError(t, err)
		shape += " " + kind
		if kind == "text/plain" {
			body, err := io.ReadAll(e.Body)
			require.NoError(t, err)
			text = string(body)
		}
		return nil
	}))
	return strings.TrimSpace(shape), text
}

func TestReplies(t *testing.T) {
	t.Parallel()
	want := map[report.Kind][2]string{
		report.Unknown:  {"550 5.1.1 User unknown", "450 4.1.1 User unknown"},
		report.Domain:   {"550 5.1.2 Domain not found", "450 4.1.2 Domain not found"},
		report.Full:     {"552 5.2.2 Mailbox full", "452 4.2.2 Mailbox full"},
		report.Disabled: {"550 5.2.1 Mailbox disabled", "450 4.2.1 Mailbox disabled"},
		report.Blocked:  {"554 5.7.1 Rejected under policy", "454 4.7.1 Rejected under policy"},
	}
	require.Len(t, report.Kinds(), len(want))
	for _, k := range report.Kinds() {
		r, ok := k.Reply()
		require.True(t, ok)
		assert.Equal(t, want[k][0], r.String())
		assert.Equal(t, want[k][1], r.Temporary().String())
	}
	_, ok := report.Kind("other").Reply()
	assert.False(t, ok)
}

func TestDSN(t *testing.T) {
	t.Parallel()
	subjects := map[report.Layout]string{
		report.Postfix:  "Undelivered Mail Returned to Sender",
		report.Exchange: "Undeliverable: Lunch",
		report.Gmail:    "Delivery Status Notification (Failure)",
	}
	shapes := map[report.Layout]string{
		report.Postfix:  "text/plain",
		report.Exchange: "multipart/alternative text/plain text/html",
		report.Gmail:    "multipart/alternative text/plain text/html",
	}
	senders := map[report.Layout]string{
		report.Postfix:  "MAILER-DAEMON@mx.y.example (Mail Delivery System)",
		report.Exchange: "postmaster@y.example",
		report.Gmail:    "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
	}
	for _, l := range report.Layouts() {
		for _, k := range report.Kinds() {
			t.Run(string(l)+"/"+string(k), func(t *testing.T) {
				t.Parallel()
				o := options(l, k)
				p := parse(t, report.DSN(o))
				reply := o.Recipients[0].Reply
				assert.Equal(t, "delivery-status", p.reportType)
				assert.Equal(t, subjects[l], p.header.Get("Subject"))
				assert.Equal(t, senders[l], p.header.Get("From"))
				assert.Equal(t, "ann@x.example", p.header.Get("To"))
				assert.Equal(t, "auto-replied", p.header.Get("Auto-Submitted"))
				assert.Equal(t, "<1@x.example>", p.header.Get("In-Reply-To"))
				assert.Equal(t, "<1@x.example>", p.header.Get("References"))
				assert.Equal(t, "1", p.header.Get("X-Service-Simulated"))
				assert.Regexp(t, `^<.+@.+>$`, p.header.Get("Message-Id"))
				assert.Equal(t, shapes[l], p.shape)
				assert.Equal(t, "message/delivery-status", p.kinds[1])
				assert.Equal(t, "message/rfc822", p.kinds[2])
				assert.Equal(t, mail, p.bodies[2]) // spec: dsn.original
				assert.Contains(t, strings.Join(strings.Fields(p.text), " "), reply.String())
				assert.Contains(t, p.text, "bob@y.example")

				require.Len(t, p.groups, 2)
				space := " "
				if l == report.Exchange {
					space = ""
				}
				assert.Equal(t, "dns;"+space+"mx.y.example", p.groups[0].Get("Reporting-MTA"))
				assert.Equal(t, "Fri, 20 Nov 2026 15:46:12 +0000", p.groups[0].Get("Arrival-Date"))
				g := p.groups[1]
				assert.Equal(t, "rfc822;"+space+"bob@y.example", g.Get("Final-Recipient")) // spec: dsn.fields
				assert.Equal(t, "failed", g.Get("Action"))
				assert.Equal(t, reply.Enhanced, g.Get("Status"))
				assert.Equal(t, "smtp;"+space+reply.String(), g.Get("Diagnostic-Code"))
				assert.Contains(t, g.Get("Remote-MTA"), "dns;"+space+"mx.y.example")
				assert.Equal(t, "Fri, 20 Nov 2026 15:47:12 +0000", g.Get("Last-Attempt-Date"))
				assert.Empty(t, g.Get("Original-Recipient"))
			})
		}
	}
}

func TestDSNLayoutFields(t *testing.T) {
	t.Parallel()
	p := parse(t, report.DSN(options(report.Postfix, report.Full)))
	assert.Regexp(t, `^[0-9A-F]{10}$`, p.groups[0].Get("X-Postfix-Queue-Id"))
	assert.Equal(t, "rfc822; ann@x.example", p.groups[0].Get("X-Postfix-Sender"))
	assert.Regexp(t, `^<20261120154712\.[0-9A-F]{10}@mx\.y\.example>$`, p.header.Get("Message-Id"))
	assert.Regexp(t, `boundary="[0-9A-F]{10}\.1795189632/mx\.y\.example"`, p.header.Get("Content-Type"))
	assert.Contains(t, p.text, "This is the mail system at host mx.y.example.")

	p = parse(t, report.DSN(options(report.Gmail, report.Full)))
	assert.Equal(t, "bob@y.example", p.header.Get("X-Failed-Recipients"))
	assert.Regexp(t, `\.GMR@mx\.google\.com>$`, p.header.Get("Message-Id"))
	assert.Equal(t, "<1@x.example>", p.groups[0].Get("X-Original-Message-Id"))
	assert.Contains(t, p.text, "** Recipient inbox full **")

	p = parse(t, report.DSN(options(report.Exchange, report.Full)))
	assert.Equal(t, "1", p.header.Get("X-MS-Exchange-Message-Is-Ndr"))
	assert.Contains(t, p.text, "Delivery has failed to these recipients or groups:")
	assert.Contains(t, p.text, "Diagnostic information for administrators:")
}

func TestDSNActions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		action  report.Action
		status  string
		subject map[report.Layout]string
	}{
		{report.Delayed, "4.2.2", map[report.Layout]string{report.Postfix: "Delayed Mail (still being retried)",
			report.Exchange: "Delayed: Lunch", report.Gmail: "Delivery Status Notification (Delay)"}},
		{report.Delivered, "2.1.5", map[report.Layout]string{report.Postfix: "Successful Mail Delivery Report",
			report.Exchange: "Delivered: Lunch", report.Gmail: "Delivery Status Notification (Success)"}},
		{report.Relayed, "2.1.5", map[report.Layout]string{report.Postfix: "Successful Mail Delivery Report",
			report.Exchange: "Relayed: Lunch", report.Gmail: "Delivery Status Notification (Relay)"}},
	}
	for _, tc := range tests {
		for _, l := range report.Layouts() {
			t.Run(string(l)+"/"+string(tc.action), func(t *testing.T) {
				t.Parallel()
				o := options(l, report.Full)
				o.Action, o.Recipients[0].RetryUntil = tc.action, at.Add(5*24*time.Hour)
				p := parse(t, report.DSN(o))
				assert.Equal(t, tc.subject[l], p.header.Get("Subject"))
				g := p.groups[1]
				assert.Equal(t, string(tc.action), g.Get("Action"))
				assert.Equal(t, tc.status, g.Get("Status"))
				assert.Equal(t, tc.action == report.Delayed, g.Get("Will-Retry-Until") == "Wed, 25 Nov 2026 15:47:12 +0000")
				assert.Equal(t, "text/rfc822-headers", p.kinds[2], "only a failure returns the mail")
				if tc.action == report.Delayed {
					assert.Contains(t, p.text, "5 ")
				}
				if l == report.Gmail && tc.action == report.Delayed {
					assert.Contains(t, p.header.Get("Message-Id"), ".GMRIR@")
				}
			})
		}
	}
}

func TestDSNParameters(t *testing.T) {
	t.Parallel()
	for _, l := range report.Layouts() {
		o := options(l, report.Unknown)
		o.Return, o.EnvelopeID, o.Recipients[0].Original = report.ReturnHeaders, "env 7", "robert@y.example"
		o.Recipients = append(o.Recipients, report.Recipient{Addr: "carol@z.example", RemoteMTA: "in.z.example", Reply: report.Reply{Code: 554, Enhanced: "5.3.4", Text: "Too big"}})
		p := parse(t, report.DSN(o))
		assert.Equal(t, "text/rfc822-headers", p.kinds[2])
		head, _, _ := strings.Cut(mail, "\r\n\r\n")
		assert.Equal(t, head+"\r\n", p.bodies[2])
		require.Len(t, p.groups, 3)
		assert.Equal(t, "env 7", p.groups[0].Get("Original-Envelope-Id"))
		assert.Regexp(t, `^rfc822; ?robert@y\.example$`, p.groups[1].Get("Original-Recipient"))
		assert.Regexp(t, `^rfc822; ?carol@z\.example$`, p.groups[2].Get("Final-Recipient"))
		assert.Equal(t, "5.3.4", p.groups[2].Get("Status"))
		assert.Contains(t, p.groups[2].Get("Remote-MTA"), "in.z.example")
	}
}

func TestDSNOriginal(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, original, kind, body string }{
		{"bare LF", "Subject: a\n\nb\n", "message/rfc822", "Subject: a\r\n\r\nb\r\n"},
		{"8 bit", "Subject: a\r\n\r\nü\r\n", "message/rfc822", "Subject: a\r\n\r\nü\r\n"},
		{"no body", "Subject: a", "message/rfc822", "Subject: a"},
		{"empty", "", "message/rfc822", ""},
		{"too long", "Subject: a\r\n\r\n" + strings.Repeat("x", report.MaxOriginal), "text/rfc822-headers", "Subject: a\r\n"},
		{"endless header", strings.Repeat("X: yyyyyyyyyyyyyyyy\r\n", 5000), "text/rfc822-headers", strings.Repeat("X: yyyyyyyyyyyyyyyy\r\n", 2380)},
		{"8-bit header", "Subject: ü\r\n\r\nb\r\n", "message/rfc822", "Subject: ü\r\n\r\nb\r\n"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			o := options(report.Postfix, report.Unknown)
			o.Original = tc.original
			raw := report.DSN(o)
			p := parse(t, raw)
			assert.Equal(t, tc.kind, p.kinds[2])
			assert.Equal(t, tc.body, p.bodies[2])
			_, third, _ := strings.Cut(raw, "Content-Description: Undelivered Message")
			assert.Equal(t, strings.Contains(tc.body, "ü"), strings.Contains(third, "Content-Transfer-Encoding: 8bit"))
		})
	}
}

func TestDSNInternational(t *testing.T) {
	t.Parallel()
	for _, l := range report.Layouts() {
		o := options(l, report.Unknown)
		o.Recipients[0].Addr, o.UTF8 = "bücher@exämple.test", true
		o.Original = "To: bücher@exämple.test\r\n\r\nb\r\n"
		p := parse(t, report.DSN(o))
		assert.Equal(t, []string{"message/global-delivery-status", "message/global"}, p.kinds[1:])
		assert.Regexp(t, `^utf-8; ?bücher@exämple\.test$`, p.groups[1].Get("Final-Recipient"))
		assert.Contains(t, p.groups[1].Get("Remote-MTA"), "mx.xn--exmple-cua.test")
		assert.Contains(t, p.text, "bücher@exämple.test")
		assert.Empty(t, p.header.Get("X-Failed-Recipients"))
	}
}

// An address of ORCPT in UTF-8 goes back in ASCII to who did not say SMTPUTF8.
func TestDSNOriginalRecipientInUTF8(t *testing.T) {
	t.Parallel()
	for _, l := range report.Layouts() {
		o := options(l, report.Unknown)
		o.Recipients[0].Original = "jürgen+x@y.example"
		p := parse(t, report.DSN(o))
		assert.Equal(t, "message/delivery-status", p.kinds[1])
		assert.Regexp(t, `^utf-8; ?j\\x\{FC\}rgen\\x\{2B\}x@y\.example$`, p.groups[1].Get("Original-Recipient"))
		o.UTF8 = true
		p = parse(t, report.DSN(o))
		assert.Equal(t, "message/global-delivery-status", p.kinds[1])
		assert.Regexp(t, `^utf-8; ?jürgen\+x@y\.example$`, p.groups[1].Get("Original-Recipient"))
	}
}

// A domain alone in UTF-8 is no reason for a report that few can read: but for
// Postfix, which spells addresses as they came.
func TestDSNInternationalDomain(t *testing.T) {
	t.Parallel()
	for _, l := range report.Layouts() {
		o := options(l, report.Unknown)
		o.Recipients[0].Addr, o.UTF8 = "bob@exämple.test", true
		p := parse(t, report.DSN(o))
		kind, want := "message/delivery-status", `^rfc822; ?bob@xn--exmple-cua\.test$`
		if l == report.Postfix {
			kind, want = "message/global-delivery-status", `^utf-8; bob@exämple\.test$`
		}
		assert.Equal(t, kind, p.kinds[1])
		assert.Regexp(t, want, p.groups[1].Get("Final-Recipient"))
		if l == report.Gmail {
			assert.Equal(t, "bob@xn--exmple-cua.test", p.header.Get("X-Failed-Recipients"))
		}
	}
}

func TestDSNHostileOriginal(t *testing.T) {
	t.Parallel()
	for _, l := range report.Layouts() {
		o := options(l, report.Unknown)
		first := report.DSN(o)
		o = options(l, report.Unknown) // the same draws: the boundary of the first is known
		o.Original = first
		p := parse(t, report.DSN(o))
		require.Len(t, p.bodies, 3)
		assert.Equal(t, first, p.bodies[2])
	}
	o := options(report.Gmail, report.Unknown)
	o.To, o.OriginalSubject, o.OriginalID, o.EnvelopeID = "a@b\r\nBcc: x@y", "s\r\nX: y", "<a>\r\n", "e\r\n\r\nAction: delivered"
	o.Recipients[0] = report.Recipient{Addr: "c@d\r\nAction: relayed", Reply: report.Reply{Code: 550, Enhanced: "5.1.1", Text: "a\r\nAction: x"}}
	p := parse(t, report.DSN(o))
	assert.Empty(t, p.header.Get("Bcc"))
	require.Len(t, p.groups, 2)
	assert.Equal(t, []string{"failed"}, p.groups[1]["Action"])
}

func TestComplaint(t *testing.T) {
	t.Parallel()
	o := report.ComplaintOptions{Rand: rng.Seed("r").Draw("arf/1"), Host: "fbl.y.example", To: "abuse@x.example", Date: at,
		MailFrom: "news@x.example", Recipients: []string{"bob@y.example"}, Arrival: at, SourceIP: "192.0.2.9", Original: mail, OriginalSubject: "Lunch"}
	p := parse(t, report.Complaint(o))
	assert.Equal(t, "feedback-report", p.reportType)
	assert.Equal(t, []string{"text/plain", "message/feedback-report", "message/rfc822"}, p.kinds)
	require.Len(t, p.groups, 1)
	want := map[string]string{"Feedback-Type": "abuse", "Version": "1", "Original-Mail-From": "<news@x.example>", "Original-Rcpt-To": "<bob@y.example>",
		"Source-Ip": "192.0.2.9", "Reported-Domain": "x.example", "Arrival-Date": "Fri, 20 Nov 2026 15:47:12 +0000", "User-Agent": "FeedbackLoop/1.0 (fbl.y.example)"}
	for k, v := range want {
		assert.Equal(t, v, p.groups[0].Get(k), k)
	}
	assert.Equal(t, mail, p.bodies[2])
	assert.Equal(t, "FW: Lunch", p.header.Get("Subject"))
}

func TestMDN(t *testing.T) {
	t.Parallel()
	o := report.MDNOptions{Client: mua.Outlook, Rand: rng.Seed("r").Draw("mdn/1"), From: mimebuild.Address{Name: "Bob", Addr: "bob@y.example"},
		To: "ann@x.example", Date: at, Original: mail, OriginalID: "<1@x.example>", OriginalSubject: "Lunch", OriginalRecipient: "bob@y.example"}
	p := parse(t, report.MDN(o))
	assert.Equal(t, "disposition-notification", p.reportType)
	assert.Equal(t, []string{"text/plain", "message/disposition-notification", "text/rfc822-headers"}, p.kinds)
	want := map[string]string{"Reporting-Ua": "y.example; Microsoft Outlook", "Original-Recipient": "rfc822; bob@y.example", "Final-Recipient": "rfc822; bob@y.example",
		"Original-Message-Id": "<1@x.example>", "Disposition": "manual-action/MDN-sent-manually; displayed"}
	for k, v := range want {
		assert.Equal(t, v, p.groups[0].Get(k), k)
	}
	assert.Equal(t, "Read: Lunch", p.header.Get("Subject"))

	o.Automatic, o.Disposition, o.Original = true, report.Deleted, ""
	p = parse(t, report.MDN(o))
	assert.Len(t, p.kinds, 2)
	assert.Equal(t, "automatic-action/MDN-sent-automatically; deleted", p.groups[0].Get("Disposition"))
	assert.Equal(t, "Not read: Lunch", p.header.Get("Subject"))
}

func absence(c mua.Client) report.AbsenceOptions {
	return report.AbsenceOptions{Client: c, Rand: rng.Seed("r").Draw("absence/1", string(c)), From: mimebuild.Address{Name: "Bob", Addr: "bob@y.example"},
		To: mimebuild.Address{Addr: "ann@x.example"}, Date: at, Text: "I am away until Monday.\n\nBob & Co", OriginalID: "<1@x.example>",
		References: []string{"<0@x.example>"}, OriginalSubject: "Re: Lunch", Header: []mimebuild.Field{{Name: "X-Service-Simulated", Value: "1"}}}
}

func TestAbsence(t *testing.T) {
	t.Parallel()
	tests := []struct {
		clients []mua.Client
		subject string
		fields  map[string]string
		shape   string
	}{
		{[]mua.Client{mua.Gmail, mua.Android}, "Re: Lunch", map[string]string{"Auto-Submitted": "auto-replied", "Precedence": "bulk", "X-Autoreply": "yes"},
			"multipart/alternative text/plain text/html"},
		{[]mua.Client{mua.Outlook}, "Automatic reply: Lunch", map[string]string{"Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All",
			"X-MS-Exchange-Parent-Message-Id": "<1@x.example>", "X-MS-Exchange-Inbox-Rules-Loop": "bob@y.example"},
			"multipart/alternative text/plain text/html"},
		{[]mua.Client{mua.Apple, mua.IPhone, mua.Plain}, "Auto: Lunch", map[string]string{"Auto-Submitted": "auto-replied (vacation)", "Precedence": "bulk"}, "text/plain"},
	}
	for _, tc := range tests {
		for _, c := range tc.clients {
			e, err := message.Read(strings.NewReader(report.Absence(absence(c))))
			require.NoError(t, err)
			assert.Equal(t, tc.subject, e.Header.Get("Subject"))
			assert.Equal(t, report.AbsenceSubject(c, "Lunch"), e.Header.Get("Subject"))
			for k, v := range tc.fields {
				assert.Equal(t, v, e.Header.Get(k), "%s %s", c, k)
			}
			assert.Equal(t, "<1@x.example>", e.Header.Get("In-Reply-To"))
			assert.Equal(t, "<0@x.example> <1@x.example>", e.Header.Get("References"))
			why, ok := report.IsAutomatic(fields(e.Header), "bob@y.example", "bob@y.example")
			assert.True(t, ok, "an absence reply is seen as automatic: %s", why)
			shape, text := first(t, e)
			assert.Equal(t, tc.shape, shape)
			assert.Equal(t, "I am away until Monday.\r\n\r\nBob & Co\r\n", text)
		}
	}
}

func fields(h message.Header) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for f := h.Fields(); f.Next(); {
			if !yield(f.Key(), f.Value()) {
				return
			}
		}
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	mails := map[string]string{}
	for _, l := range report.Layouts() {
		mails["dsn-"+string(l)] = report.DSN(options(l, report.Unknown))
	}
	for _, c := range []mua.Client{mua.Gmail, mua.Outlook, mua.Apple} {
		mails["absence-"+string(c)] = report.Absence(absence(c))
	}
	for name, raw := range mails {
		got := strings.ReplaceAll(raw, "\r\n", "\n")
		file := filepath.Join("testdata", name+".txt")
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		if d := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); d != "" {
			t.Errorf("%s (rewrite with -mailsim.update):\n%s", name, d)
		}
	}
}

func TestIsAutomatic(t *testing.T) {
	t.Parallel()
	type field = [2]string
	tests := []struct {
		name       string
		fields     []field
		from, path string
		why        string // "" is not automatic
	}{
		{"personal", []field{{"Subject", "Hi"}, {"Content-Type", "text/plain"}}, "ann@x.example", "ann@x.example", ""},
		{"null path", nil, "ann@x.example", "<>", "null return path"},
		{"empty path", nil, "ann@x.example", "", "null return path"},
		{"auto-replied", []field{{"Auto-Submitted", "auto-replied (vacation)"}}, "a@x", "a@x", "Auto-Submitted: auto-replied (vacation)"},
		{"auto-generated", []field{{"auto-submitted", "Auto-Generated; x=y"}}, "a@x", "a@x", "auto-submitted: Auto-Generated; x=y"},
		{"not auto", []field{{"Auto-Submitted", "No"}}, "a@x", "a@x", ""},
		{"not auto with comment", []field{{"Auto-Submitted", "no (typed by hand)"}}, "a@x", "a@x", ""},
		{"bulk", []field{{"Precedence", "Bulk"}}, "a@x", "a@x", "Precedence: Bulk"},
		{"list", []field{{"Precedence", "list"}}, "a@x", "a@x", "Precedence: list"},
		{"junk", []field{{"Precedence", "junk"}}, "a@x", "a@x", "Precedence: junk"},
		{"first class", []field{{"Precedence", "first-class"}}, "a@x", "a@x", ""},
		{"list id", []field{{"List-Id", "<l.x>"}}, "a@x", "a@x", "List-Id: <l.x>"},
		{"list unsubscribe", []field{{"LIST-UNSUBSCRIBE", "<https://x>"}}, "a@x", "a@x", "LIST-UNSUBSCRIBE: <https://x>"},
		{"suppress all", []field{{"X-Auto-Response-Suppress", "All"}}, "a@x", "a@x", ""},
		{"suppress oof", []field{{"X-Auto-Response-Suppress", "DR, RN, OOF"}}, "a@x", "a@x", ""},
		{"suppress receipts", []field{{"X-Auto-Response-Suppress", "DR, NDR"}}, "a@x", "a@x", ""},
		{"report", []field{{"Content-Type", "Multipart/Report; boundary=x"}}, "a@x", "a@x", "Content-Type: Multipart/Report; boundary=x"},
		{"daemon", nil, "MAILER-DAEMON@x", "a@x", "sender MAILER-DAEMON@x"},
		{"postmaster", nil, "postmaster@x", "a@x", "sender postmaster@x"},
		{"no reply", nil, "no-reply@x", "a@x", "sender no-reply@x"},
		{"noreply with a tag", nil, "noreply+17@x", "a@x", "sender noreply+17@x"},
		{"do not reply", nil, "do_not.reply@x", "a@x", "sender do_not.reply@x"},
		{"owner", nil, "owner-list@x", "a@x", "sender owner-list@x"},
		{"request", nil, "list-request@x", "a@x", "sender list-request@x"},
		{"bounces", nil, "list-bounces@x", "a@x", "sender list-bounces@x"},
		{"owner path", nil, "ann@x", "owner-list@x", "return path owner-list@x"},
		{"a tracked path", nil, "ann@x", "shop-bounces@x", ""},
		{"a name within", nil, "norepl@x", "ann@x", ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			seq := func(yield func(string, string) bool) {
				for _, f := range tc.fields {
					if !yield(f[0], f[1]) {
						return
					}
				}
			}
			why, ok := report.IsAutomatic(seq, tc.from, tc.path)
			assert.Equal(t, tc.why, why)
			assert.Equal(t, tc.why != "", ok)
		})
	}
}

func TestReportsAreAutomatic(t *testing.T) {
	t.Parallel()
	for _, l := range report.Layouts() {
		p := parse(t, report.DSN(options(l, report.Full)))
		_, ok := report.IsAutomatic(fields(p.header), "someone@y.example", "someone@y.example")
		assert.True(t, ok)
	}
}

// FuzzDSN holds that no input adds a field or a group to a report.
func FuzzDSN(f *testing.F) {
	f.Add("bob@y.example", "ann@x.example", "mx.y.example", "Lunch", "<1@x>", mail, "User unknown", byte(0))
	f.Add("a\r\nAction: x", "@", "\r\n", "s\r\n\r\n", "<\n>", "--0000", "a\n\nAction: b", byte(1))
	f.Add("ü@ü", "\xff@\xff", strings.Repeat("h", 300), strings.Repeat("ü", 900), "", "Subject: \xff\n\x00", strings.Repeat("x ", 2000), byte(5))
	f.Fuzz(func(t *testing.T, addr, to, host, subject, id, raw, text string, mode byte) {
		l := report.Layouts()[int(mode)%3]
		o := options(l, report.Unknown)
		o.Host, o.To, o.OriginalSubject, o.OriginalID, o.Original, o.EnvelopeID = host, to, subject, id, raw, id
		o.Action = []report.Action{report.Failed, report.Delayed, report.Delivered, report.Relayed}[int(mode/3)%4]
		o.Recipients[0].Addr, o.Recipients[0].Original, o.Recipients[0].Reply.Text, o.Recipients[0].RemoteMTA = addr, id, text, host
		e, err := message.Read(strings.NewReader(report.DSN(o)))
		require.NoError(t, err)
		mr := e.MultipartReader()
		require.NotNil(t, mr)
		var kinds []string
		for {
			p, err := mr.NextPart()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			kind, _, _ := p.Header.ContentType()
			kinds = append(kinds, kind)
			if strings.HasSuffix(kind, "delivery-status") {
				body, err := io.ReadAll(p.Body)
				require.NoError(t, err)
				require.Equal(t, 1, strings.Count("\r\n"+string(body), "\r\nAction: "))
				require.Equal(t, 1, strings.Count(string(body), "\r\n\r\n"))
			}
		}
		require.Len(t, kinds, 3)
	})
}
