package mua_test

import (
	"encoding/base64"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset"
	"github.com/emersion/go-message/mail"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/mua"
	"github.com/mailsim/mailsim/internal/rng"
)

var update = flag.Bool("mailsim.update", false, "write the golden files anew")

type address = mimebuild.Address

var (
	zone = time.FixedZone("CET", 3600)
	when = time.Date(2026, 11, 20, 14, 47, 12, 0, time.UTC)
	ann  = address{Name: "Ann Archer", Addr: "ann@x.example"}
	bob  = address{Name: "Bob Builder", Addr: "bob@y.example"}
)

func draft(key string) mua.Draft {
	return mua.Draft{
		Rand: rng.Seed("mua").Draw("test/1", key), From: ann, To: []address{bob}, Date: when.Add(90 * time.Minute).In(zone),
		Text:   "Hello Bob,\n\nthat works for me.\nSee you then.",
		Header: []mimebuild.Field{{Name: "X-Service-Simulated", Value: "1"}},
		Parent: &mua.Parent{From: bob, Date: when, Subject: "Re: Lunch", To: []address{ann}, MessageID: "<1@y.example>",
			References: []string{"<0@y.example>"}, Text: "Shall we?\r\n\r\n> before\r\n", Rich: true},
	}
}

// samples are the mails of the golden files.
func samples() []struct {
	name  string
	draft mua.Draft
} {
	reply, forward, foreign, copied, long, fresh, signed := draft("reply"), draft("forward"), draft("foreign"),
		draft("copied"), draft("long"), draft("fresh"), draft("signed")
	forward.Forward = true
	forward.Text = "For you."
	foreign.From.Name, foreign.Text = "Jürgen Müller", "Grüße aus Köln\n\n“Bis später” – 日本"
	foreign.Parent.From.Name, foreign.Parent.Subject = "Zoë Ångström", "Übersicht für Köln"
	copied.Cc = []address{{Addr: "carol@z.example"}, {Name: "Dave, the Driver", Addr: "dave@z.example"}}
	copied.Parent.Cc = copied.Cc
	long.Parent.Subject = strings.Repeat("A long subject that needs folding ", 5)
	long.Parent.From.Name = "Bartholomew Featherstonehaugh-Cholmondeley of Somewhere"
	fresh.Parent, fresh.Subject = nil, "Lunch"
	signed.Signature = "Ann Archer\nArchers Ltd"
	return []struct {
		name  string
		draft mua.Draft
	}{{"reply", reply}, {"forward", forward}, {"foreign", foreign}, {"copied", copied}, {"long", long}, {"fresh", fresh}, {"signed", signed}}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, c := range mua.Clients() {
		var b strings.Builder
		for _, s := range samples() {
			raw := mua.Write(c, s.draft)
			require.NotContains(t, strings.ReplaceAll(raw, "\r\n", ""), "\n")
			b.WriteString("==== " + s.name + " ====\n" + strings.ReplaceAll(raw, "\r\n", "\n"))
		}
		file := filepath.Join("testdata", string(c)+".txt")
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		if d := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), b.String()); d != "" {
			t.Errorf("%s (rewrite with -mailsim.update):\n%s", c, d)
		}
	}
}

// part is a leaf of a parsed mail.
type part struct{ kind, charset, encoding, body string }

func parse(t testing.TB, raw string) (mail.Header, []part) {
	t.Helper()
	e, err := message.Read(strings.NewReader(raw))
	require.NoError(t, err)
	var parts []part
	require.NoError(t, e.Walk(func(_ []int, e *message.Entity, err error) error {
		require.NoError(t, err)
		kind, params, err := e.Header.ContentType()
		require.NoError(t, err)
		if strings.HasPrefix(kind, "multipart/") {
			return nil
		}
		body, err := io.ReadAll(e.Body)
		require.NoError(t, err)
		parts = append(parts, part{kind, params["charset"], e.Header.Get("Content-Transfer-Encoding"), string(body)})
		return nil
	}))
	return mail.Header{Header: e.Header}, parts
}

func names(raw string) string {
	head, _, _ := strings.Cut(raw, "\r\n\r\n")
	return strings.Join(regexp.MustCompile(`(?m)^[^\s:]+`).FindAllString(head, -1), " ")
}

func TestHeaderOrder(t *testing.T) {
	t.Parallel()
	want := map[mua.Client]string{
		mua.Gmail:   "MIME-Version References In-Reply-To From Date Message-ID Subject To Cc Content-Type X-Service-Simulated",
		mua.Android: "MIME-Version References In-Reply-To From Date Message-ID Subject To Cc Content-Type X-Service-Simulated",
		mua.Outlook: "From To CC Subject Thread-Topic Thread-Index Date Message-ID References In-Reply-To Accept-Language Content-Language X-MS-Has-Attach X-MS-TNEF-Correlator Content-Type MIME-Version X-Service-Simulated",
		mua.Apple:   "Content-Type Mime-Version Subject From In-Reply-To Date Cc Message-Id References To X-Mailer X-Service-Simulated",
		mua.IPhone:  "Content-Type From Mime-Version Subject Date Message-Id References Cc In-Reply-To To X-Mailer X-Service-Simulated",
		mua.Plain:   "Date From To Cc Subject Message-ID References MIME-Version Content-Type Content-Disposition Content-Transfer-Encoding In-Reply-To User-Agent X-Service-Simulated",
	}
	for _, c := range mua.Clients() {
		d := draft("order")
		d.Cc = []address{{Addr: "c@z.example"}}
		got := names(mua.Write(c, d))
		if c == mua.Plain { // 7bit is not written
			want[c] = strings.Replace(want[c], "Content-Transfer-Encoding ", "", 1)
		}
		assert.Equal(t, want[c], got, c) // spec: people.client
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	for _, c := range mua.Clients() {
		for _, s := range samples() {
			raw := mua.Write(c, s.draft)
			h, _ := parse(t, raw)
			from, err := h.AddressList("From")
			require.NoError(t, err)
			assert.Equal(t, []*mail.Address{{Name: s.draft.From.Name, Address: s.draft.From.Addr}}, from)
			cc, err := h.AddressList("Cc")
			require.NoError(t, err)
			assert.Len(t, cc, len(s.draft.Cc))
			date, err := h.Date()
			require.NoError(t, err)
			assert.True(t, s.draft.Date.Equal(date))
			assert.Equal(t, "1", h.Get("X-Service-Simulated"))
			id, err := h.MessageID()
			require.NoError(t, err)
			assert.NotEmpty(t, id)
			subject, err := h.Subject()
			require.NoError(t, err)
			if s.draft.Parent == nil {
				assert.Equal(t, s.draft.Subject, subject)
				continue
			}
			assert.Equal(t, mua.Subject(c, s.draft.Parent.Subject, s.draft.Forward), subject)
			refs, err := h.MsgIDList("References")
			require.NoError(t, err)
			assert.Equal(t, []string{"0@y.example", "1@y.example"}, refs)
			parent, err := h.MsgIDList("In-Reply-To")
			require.NoError(t, err)
			assert.Equal(t, []string{"1@y.example"}, parent)
		}
	}
}

// TestNewTextFirst holds that every part begins, or in the plain program ends,
// with the new text as it was given.
func TestNewTextFirst(t *testing.T) {
	t.Parallel()
	for _, c := range mua.Clients() {
		for _, s := range samples() {
			_, parts := parse(t, mua.Write(c, s.draft))
			text := strings.ReplaceAll(parts[0].body, "\r\n", "\n")
			require.Equal(t, "text/plain", parts[0].kind)
			switch {
			case c == mua.Plain && s.draft.Parent != nil && !s.draft.Forward:
				_, after, _ := strings.Cut(text, "\n\n")
				assert.True(t, strings.HasPrefix(after, s.draft.Text+"\n"), "%s %s:\n%s", c, s.name, text)
			default:
				assert.True(t, strings.HasPrefix(text, s.draft.Text+"\n"), "%s %s:\n%s", c, s.name, text)
			}
			for i, p := range parts[1:] {
				require.Equal(t, "text/html", p.kind, "%s %s part %d", c, s.name, i)
			}
		}
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	tests := []struct {
		client mua.Client
		rich   bool
		kinds  string
	}{
		{mua.Gmail, false, "text/plain text/html"}, {mua.Gmail, true, "text/plain text/html"},
		{mua.Android, false, "text/plain text/html"}, {mua.Outlook, false, "text/plain text/html"},
		{mua.Apple, false, "text/plain"}, {mua.Apple, true, "text/plain text/html"},
		{mua.IPhone, false, "text/plain"}, {mua.IPhone, true, "text/plain text/html"},
		{mua.Plain, true, "text/plain"},
	}
	for _, tc := range tests {
		d := draft("formats")
		d.Parent.Rich = tc.rich
		_, parts := parse(t, mua.Write(tc.client, d))
		var kinds []string
		for _, p := range parts {
			kinds = append(kinds, p.kind)
		}
		assert.Equal(t, tc.kinds, strings.Join(kinds, " "), tc.client)
	}
}

func TestCharsets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		client                  mua.Client
		text, charset, encoding string
	}{
		{mua.Gmail, "plain", "UTF-8", ""},
		{mua.Gmail, "schön wär’s, wenn es ginge", "UTF-8", "quoted-printable"},
		{mua.Gmail, "日本語のメール", "UTF-8", "base64"},
		{mua.Outlook, "plain", "us-ascii", "quoted-printable"},
		{mua.Outlook, "schön", "iso-8859-1", "quoted-printable"},
		{mua.Outlook, "“schön” – 5 €", "Windows-1252", "quoted-printable"},
		{mua.Outlook, "日本", "utf-8", "base64"},
		{mua.Apple, "plain", "us-ascii", "7bit"},
		{mua.Apple, "schön", "utf-8", "quoted-printable"},
		{mua.IPhone, "plain", "utf-8", "quoted-printable"},
		{mua.Plain, "plain", "us-ascii", ""},
		{mua.Plain, "schön", "utf-8", "8bit"},
	}
	for _, tc := range tests {
		d := draft("charset")
		d.Parent, d.Text, d.Header = nil, tc.text, nil
		raw := mua.Write(tc.client, d)
		_, parts := parse(t, raw)
		assert.Equal(t, tc.charset, parts[0].charset, "%s %s", tc.client, tc.text)
		assert.Equal(t, tc.encoding, parts[0].encoding, "%s %s", tc.client, tc.text)
		assert.True(t, strings.HasPrefix(parts[0].body, tc.text+"\r\n"), "%q", parts[0].body)
	}
}

func TestAttributions(t *testing.T) {
	t.Parallel()
	const nn = "\u202f"
	reply := map[mua.Client]string{
		mua.Gmail:   "On Fri, Nov 20, 2026 at 3:47" + nn + "PM Bob Builder <bob@y.example> wrote:\n\n> Shall we?\n>\n>> before\n",
		mua.Android: "On Fri, Nov 20, 2026, 3:47" + nn + "PM Bob Builder <bob@y.example> wrote:\n\n> Shall we?\n>\n>> before\n",
		mua.Outlook: "________________________________\nFrom: Bob Builder <bob@y.example>\nSent: Friday, November 20, 2026 3:47 PM\nTo: Ann Archer <ann@x.example>\nSubject: Re: Lunch\n\nShall we?\n\nbefore\n",
		mua.Apple:   "> On Nov 20, 2026, at 15:47, Bob Builder <bob@y.example> wrote:\n> \n> Shall we?\n> \n>> before\n",
		mua.IPhone:  "Sent from my iPhone\n\n> On Nov 20, 2026, at 3:47" + nn + "PM, Bob Builder <bob@y.example> wrote:\n> \n> \ufeffShall we?\n> \n>> before\n",
		mua.Plain:   "On Fri, Nov 20, 2026 at 03:47:12PM +0100, Bob Builder wrote:\n> Shall we?\n> \n> > before\n",
	}
	forward := map[mua.Client]string{
		mua.Gmail:   "---------- Forwarded message ---------\nFrom: Bob Builder <bob@y.example>\nDate: Fri, Nov 20, 2026 at 3:47" + nn + "PM\nSubject: Re: Lunch\nTo: Ann Archer <ann@x.example>\n\n\nShall we?",
		mua.Android: "---------- Forwarded message ---------\nFrom: Bob Builder <bob@y.example>\nDate: Fri, Nov 20, 2026, 3:47" + nn + "PM\n",
		mua.Outlook: "________________________________\nFrom: Bob Builder <bob@y.example>\nSent: ",
		mua.Apple:   "> Begin forwarded message:\n> \n> From: Bob Builder <bob@y.example>\n> Subject: Re: Lunch\n> Date: November 20, 2026 at 3:47:12" + nn + "PM CET\n> To: Ann Archer <ann@x.example>\n> \n> Shall we?",
		mua.IPhone:  "Begin forwarded message:\n\n> From: Bob Builder <bob@y.example>\n> Date: November 20, 2026 at 3:47:12" + nn + "PM CET\n> To: Ann Archer <ann@x.example>\n> Subject: Re: Lunch\n> \n> \ufeffShall we?",
		mua.Plain:   "----- Forwarded message from Bob Builder <bob@y.example> -----\n\nDate: Fri, 20 Nov 2026 14:47:12 +0000\nFrom: Bob Builder <bob@y.example>\n",
	}
	for _, c := range mua.Clients() {
		d := draft("attribution")
		assert.Contains(t, text(t, mua.Write(c, d)), reply[c])
		d = draft("attribution")
		d.Forward = true
		assert.Contains(t, text(t, mua.Write(c, d)), forward[c])
	}
}

func text(t testing.TB, raw string) string {
	t.Helper()
	_, parts := parse(t, raw)
	return strings.ReplaceAll(parts[0].body, "\r\n", "\n")
}

func TestWrappedAttribution(t *testing.T) {
	t.Parallel()
	d := draft("wrap")
	d.Parent.From = address{Name: "Bartholomew Featherstonehaugh", Addr: "bartholomew.featherstonehaugh@company.example"}
	assert.Contains(t, text(t, mua.Write(mua.Gmail, d)),
		"\n\nOn Fri, Nov 20, 2026 at 3:47\u202fPM Bartholomew Featherstonehaugh\n<bartholomew.featherstonehaugh@company.example> wrote:\n\n> ")
	d.Parent.From = address{Addr: "shop@y.example"}
	assert.Contains(t, text(t, mua.Write(mua.Gmail, d)), "PM <shop@y.example> wrote:")
}

func TestSignatures(t *testing.T) {
	t.Parallel()
	want := map[mua.Client]string{
		mua.Gmail:   "See you then.\n\n-- \nAnn\nLtd\n\nOn Fri",
		mua.Android: "See you then.\n\n-- \nAnn\nLtd\n\nOn Fri",
		mua.Outlook: "See you then.\n\nAnn\nLtd\n\n____",
		mua.Apple:   "See you then.\n\nAnn\nLtd\n\n> On",
		mua.IPhone:  "See you then.\n\nAnn\nLtd\n\n> On",
		mua.Plain:   "See you then.\n\n-- \nAnn\nLtd\n",
	}
	for _, c := range mua.Clients() {
		d := draft("signature")
		d.Signature = "Ann\r\nLtd\r\n"
		assert.Contains(t, text(t, mua.Write(c, d)), want[c])
	}
}

func TestSubjects(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in            string
		forward       bool
		gmail, others string
	}{
		{"Lunch", false, "Re: Lunch", "RE: Lunch"},
		{"Re: Lunch", false, "Re: Lunch", "RE: Lunch"},
		{"RE: re: AW: Re[3]: Lunch", false, "Re: Lunch", "RE: Lunch"},
		{"Fwd: Lunch", false, "Re: Fwd: Lunch", "RE: Fwd: Lunch"},
		{"Re: Lunch", true, "Fwd: Re: Lunch", "FW: Re: Lunch"},
		{"FW: Fwd: Lunch", true, "Fwd: Lunch", "FW: Lunch"},
		{"回复：会议", false, "Re: 会议", "RE: 会议"},
		{"Regarding: lunch", false, "Re: Regarding: lunch", "RE: Regarding: lunch"},
		{"", false, "Re: ", "RE: "},
	}
	for _, tc := range tests {
		assert.Equal(t, tc.gmail, mua.Subject(mua.Gmail, tc.in, tc.forward))
		assert.Equal(t, tc.others, mua.Subject(mua.Outlook, tc.in, tc.forward))
	}
	assert.Equal(t, "Lunch", mua.BaseSubject("Re: FW: aw: Lunch"))
}

func TestMessageIDs(t *testing.T) {
	t.Parallel()
	want := map[mua.Client]string{
		mua.Gmail:   `^<CA[A-Za-z0-9_=+-]{46}@mail\.gmail\.com>$`,
		mua.Android: `^<CA[A-Za-z0-9_=+-]{46}@mail\.gmail\.com>$`,
		mua.Outlook: `^<([A-Z0-9]{3}PR\d\dMB\d{4})[0-9A-F]{25}@[A-Z0-9]{13}\.(nam|eur)prd\d\d\.prod\.outlook\.com>$`,
		mua.Apple:   `^<[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}@x\.example>$`,
		mua.IPhone:  `^<[0-9A-F-]{36}@x\.example>$`,
		mua.Plain:   `^<20261120144712\.[a-z0-9]{10}@x\.example>$`,
	}
	for _, c := range mua.Clients() {
		id := mua.MessageID(c, rng.Seed("ids").Draw("id/1", string(c)), "ann@x.example", when)
		assert.Regexp(t, want[c], id)
		again := mua.MessageID(c, rng.Seed("ids").Draw("id/1", string(c)), "ann@x.example", when)
		assert.Equal(t, id, again)
		d := draft("id")
		d.MessageID = id
		h, _ := parse(t, mua.Write(c, d))
		assert.Equal(t, id, h.Get("Message-Id"))
	}
	assert.Contains(t, mua.MessageID(mua.Apple, rng.Seed("a").Draw("id/1"), "ö@bücher.example", when), "@xn--bcher-kva.example>")
	assert.Contains(t, mua.MessageID(mua.Apple, rng.Seed("a").Draw("id/1"), "a@b>\r\nX: y", when), "@bXy>")
}

func TestBoundaries(t *testing.T) {
	t.Parallel()
	want := map[mua.Client]string{
		mua.Gmail:   `boundary="000000000000[0-9a-f]{16}"`,
		mua.Android: `boundary="000000000000[0-9a-f]{16}"`,
		mua.Outlook: `boundary="_000_[A-Z0-9]{13}[0-9A-F]{25}[A-Z0-9]{13}(namp|eurp)_"`,
		mua.Apple:   `boundary="Apple-Mail=_[0-9A-F-]{36}"`,
		mua.IPhone:  `boundary=Apple-Mail-[0-9A-F-]{36}\r\n`,
	}
	for c, pattern := range want {
		assert.Regexp(t, pattern, mua.Write(c, draft("boundary")), c)
	}
}

func TestThreadIndex(t *testing.T) {
	t.Parallel()
	index := func(d mua.Draft) string {
		h, _ := parse(t, mua.Write(mua.Outlook, d))
		return h.Get("Thread-Index")
	}
	fresh := draft("index")
	fresh.Parent = nil
	first := index(fresh)
	assert.Len(t, first, 32)
	b, err := base64.StdEncoding.DecodeString(first)
	require.NoError(t, err)
	assert.Equal(t, byte(1), b[0])

	reply := draft("index")
	reply.Parent.ThreadIndex = first
	second := index(reply)
	assert.Len(t, second, 36)
	sb, err := base64.StdEncoding.DecodeString(second)
	require.NoError(t, err)
	assert.Equal(t, b, sb[:22])

	reply.Parent.ThreadIndex = second
	assert.Len(t, index(reply), 44)
	for _, bad := range []string{"", "!!", "AQ==", strings.Repeat("A", 4000)} {
		reply.Parent.ThreadIndex = bad
		assert.Len(t, index(reply), 36)
	}
}

func TestReferencesTrimmed(t *testing.T) {
	t.Parallel()
	d := draft("references")
	d.Parent.References = nil
	for i := range 50 {
		d.Parent.References = append(d.Parent.References, "<r"+rng.N(i)+"@y.example>")
	}
	h, _ := parse(t, mua.Write(mua.Gmail, d))
	refs, err := h.MsgIDList("References")
	require.NoError(t, err)
	assert.Len(t, refs, 21)
	assert.Equal(t, "r0@y.example", refs[0])
	assert.Equal(t, "r31@y.example", refs[1])
	assert.Equal(t, "1@y.example", refs[20])
	assert.Len(t, d.Parent.References, 50)
	assert.Equal(t, "<r1@y.example>", d.Parent.References[1], "the caller's list is untouched")
}

func TestQuoteBounded(t *testing.T) {
	t.Parallel()
	d := draft("bounded")
	d.Parent.Text = strings.Repeat("ü", 30_000)
	for _, c := range mua.Clients() {
		_, parts := parse(t, mua.Write(c, d))
		for _, p := range parts {
			assert.Equal(t, 10_000, strings.Count(p.body, "ü"), c)
		}
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	want := map[mua.Client]string{
		mua.Gmail: `Content-ID: <ii_[a-z0-9]{12}>`, mua.Android: `Content-ID: <ii_[a-z0-9]{12}>`,
		mua.Outlook: `Content-ID: <image001\.png@01DD[0-9A-F]{4}\.[0-9A-F]{8}>`,
		mua.Apple:   `Content-ID: <[0-9A-F-]{36}>`, mua.IPhone: `Content-ID: <[0-9A-F-]{36}>`,
	}
	for _, c := range mua.Clients() {
		d := draft("pictures")
		d.Attachments = []mimebuild.Attachment{
			{Filename: "logo.png", ContentType: "image/png", Data: []byte("picture"), Inline: true},
			{Filename: "Übersicht.pdf", ContentType: "application/pdf", Data: []byte("file")},
		}
		raw := mua.Write(c, d)
		_, parts := parse(t, raw)
		var all []string
		for _, p := range parts {
			all = append(all, p.kind)
			if p.kind == "text/html" {
				id := regexp.MustCompile(`cid:([^"]+)"`).FindStringSubmatch(p.body)
				require.NotNil(t, id)
				assert.Contains(t, raw, "<"+id[1]+">")
			}
		}
		if c == mua.Plain {
			assert.Equal(t, []string{"text/plain", "image/png", "application/pdf"}, all)
			continue
		}
		assert.Equal(t, []string{"text/plain", "text/html", "image/png", "application/pdf"}, all)
		assert.Regexp(t, want[c], raw)
	}
}

func TestUnmistakable(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"Hello\n\nfine", "Hello\n\nfine"},
		{"From: the start", "• From: the start"},
		{"> quoted", "• quoted"},
		{"a\n-----\nb", "a\n\nb"},
		{"-- \nAnn", "\nAnn"},
		{"Sent from my desk", "• Sent from my desk"},
		{"On Monday Bob wrote:", "• On Monday Bob wrote:"},
		{"On Monday I am away.", "On Monday I am away."},
		{"- one\n- two", "- one\n- two"},
	}
	for _, tc := range tests {
		got := mua.Unmistakable(tc.in)
		assert.Equal(t, tc.want, got)
		assert.Equal(t, strings.TrimRight(got, "\n"), mua.Unmistakable(got))
	}
}

// FuzzWrite holds that whatever a mail brings, the answer to it parses, has only
// the fields of its program and keeps its lines in bounds.
func FuzzWrite(f *testing.F) {
	f.Add("Bob", "bob@y.example", "Re: x", "<1@y>", "text", "sig", "AQ==", byte(0))
	f.Add("a\r\nB: c", "a@b\r\n\r\n", "s\r\nBcc: x@y", "<a\nb>", "> x\r\n--0000\x00", "-- \n", strings.Repeat("A", 900), byte(7))
	f.Add("\xff\u202e", "@", ":：", "", strings.Repeat("ü ", 3000), "\n", "", byte(10))
	f.Fuzz(func(t *testing.T, name, addr, subject, id, body, signature, index string, mode byte) {
		d := draft("fuzz")
		d.Forward = mode&1 != 0
		d.Signature, d.Text = signature, body
		d.Parent = &mua.Parent{From: address{Name: name, Addr: addr}, Date: when, Subject: subject, MessageID: id, Rich: mode&2 != 0,
			References: []string{id, name}, Text: body, ThreadIndex: index, To: []address{{Name: addr, Addr: name}}}
		d.To = []address{{Name: name, Addr: addr}}
		d.Attachments = []mimebuild.Attachment{{Filename: name, ContentType: subject, Data: []byte(body), Inline: mode&4 != 0}}
		c := mua.Clients()[int(mode>>3)%6]
		raw := mua.Write(c, d)
		for line := range strings.SplitSeq(raw, "\r\n") {
			require.False(t, strings.ContainsAny(line, "\r\n"))
			require.LessOrEqual(t, len(line), 998)
		}
		allowed := " MIME-Version Mime-Version References In-Reply-To From Date Message-ID Message-Id Subject To CC Cc Content-Type" +
			" Content-Transfer-Encoding Content-Disposition X-Mailer User-Agent Thread-Topic Thread-Index Accept-Language" +
			" Content-Language X-MS-Has-Attach X-MS-TNEF-Correlator X-Service-Simulated "
		for n := range strings.FieldsSeq(names(raw)) {
			require.Contains(t, allowed, " "+n+" ")
		}
		parse(t, raw)
	})
}
