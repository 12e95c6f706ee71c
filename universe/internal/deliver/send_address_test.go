package deliver_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// notAddresses are what no field for an address takes.
var notAddresses = []string{
	"a b@x.test", "x@y.test\r\nRCPT TO:<z@z.test>", "x@y.test\n", "\rx@y.test", "x\x00@y.test", "x@y.test\x00", "x@y.te st", " x@y.test", "x@y.test ",
	"x@y.test, z@z.test", "x@y.test; z@z.test", "x@y.test z@z.test", "x@y.test text", "text x@y.test", "x@y.test (text)", "(text) x@y.test",
	"<x@y.test>", "Ann <x@y.test", "Ann x@y.test>", "Ann <x@y.test> text", "Ann <x@y.test> (text)", "Ann <x@y.test>, z@z.test", "Ann <x@y.test><z@z.test>",
	"Ann < x@y.test>", "Ann <x @y.test>", "Ann <@relay.test:x@y.test>", "Ann <mailto:x@y.test>", "Ann <>", "Ann", "mailto:x@y.test", "team: x@y.test;",
	"Doe, Ann <x@y.test>", "Ann (CEO) <x@y.test>", "a@b <x@y.test>", "z@z.test <x@y.test>", "Ann: <x@y.test>", "Ann; <x@y.test>", `Ann "Doe <x@y.test>`, `"Ann <x@y.test>`, `Ann\ <x@y.test>`,
	"Ann\r\nBcc: z@z.test <x@y.test>", "Ann\x00 <x@y.test>", "\"Ann\r\n\" <x@y.test>", "Ann\x7f <x@y.test>", "Ann\u0085 <x@y.test>", "Ann\u2028 <x@y.test>", "Ann\xff <x@y.test>", "=?utf-8?Q?Ann=0D=0ABcc:_z=40z.test?= <x@y.test>", "=?utf-8?Q?a=00?= <x@y.test>",
	"x", "@y.test", "x@", "x@@y.test", "x@y@z.test", ".x@y.test", "x.@y.test", "x..y@z.test", "x@-y.test", "x@y..test", "x@.test", "x@y.test.", "x@[hello]", "x@[192.0.2.1", "x@192.0.2.1", `"x@y.test`, `"a"b@y.test`,
	"x@y.test\u0000", "x\u2028@y.test", "x\u00a0y@z.test", "x\xff@y.test", strings.Repeat("x", 300) + "@y.test", `Ann <"x y@z.test>`,
}

// goodAddresses are what Send takes, with the name and address it reads.
var goodAddresses = map[string][2]string{
	"x@y.test":                                    {"", "x@y.test"},
	`"x y"@z.test`:                                {"", `"x y"@z.test`},
	`"a@b,<c>"@z.test`:                            {"", `"a@b,<c>"@z.test`},
	"o'hara+tag_{1}@y.test":                       {"", "o'hara+tag_{1}@y.test"},
	"x@[192.0.2.1]":                               {"", "x@[192.0.2.1]"},
	"x@[IPv6:2001:db8::1]":                        {"", "x@[IPv6:2001:db8::1]"},
	"用户@例え.テスト":                                   {"", "用户@例え.テスト"},
	"jörg@müller.test":                            {"", "jörg@müller.test"},
	"Ann Doe <x@y.test>":                          {"Ann Doe", "x@y.test"},
	"Ann  <x@y.test>":                             {"Ann", "x@y.test"},
	"Ann<x@y.test>":                               {"Ann", "x@y.test"},
	"J. Doe <x@y.test>":                           {"J. Doe", "x@y.test"},
	"Ann O'Hara & Sons/2 <x@y.test>":              {"Ann O'Hara & Sons/2", "x@y.test"},
	`"Doe, Ann" <x@y.test>`:                       {"Doe, Ann", "x@y.test"},
	`"Ann <CEO>, \"x@y\"" <x@y.test>`:             {`Ann <CEO>, "x@y"`, "x@y.test"},
	`"a \\ b" <x@y.test>`:                         {`a \ b`, "x@y.test"},
	`"Ann" Doe <x@y.test>`:                        {"Ann Doe", "x@y.test"},
	`Ann <"x y"@z.test>`:                          {"Ann", `"x y"@z.test`},
	"Jörg Müller <jörg@müller.test>":              {"Jörg Müller", "jörg@müller.test"},
	"山田 太郎 <用户@例え.テスト>":                           {"山田 太郎", "用户@例え.テスト"},
	"=?utf-8?Q?J=C3=B6rg?= <x@y.test>":            {"Jörg", "x@y.test"},
	"=?utf-8?B?SsO2cmcsIE0u?= <x@y.test>":         {"Jörg, M.", "x@y.test"},
	"Ann\tDoe <x@y.test>":                         {"Ann Doe", "x@y.test"},
	`"" <x@y.test>`:                               {"", "x@y.test"},
	strings.Repeat("Ann ", 50) + "Doe <x@y.test>": {strings.Repeat("Ann ", 50) + "Doe", "x@y.test"},
}

// spec: send.from.required send.to.list send.cc
func TestAddressesOfMail(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for _, bad := range notAddresses {
		good := []string{"box@x.test"}
		for field, m := range map[string]mailsim.Outgoing{
			"from": {From: bad, To: good}, "to": {From: "app@ours.test", To: []string{"box@x.test", bad}},
			"cc": {From: "app@ours.test", To: good, CC: []string{bad}}, "bcc": {From: "app@ours.test", To: good, BCC: []string{bad}},
			"Reply-To": {From: "app@ours.test", To: good, Header: []mailsim.HeaderField{{Name: "Reply-To", Value: strings.ReplaceAll(bad, ", ", "; ")}}},
		} {
			if field == "Reply-To" && strings.Trim(bad, " ") == "x@y.test" {
				continue
			}
			_, err := u.Send(context.Background(), m)
			require.ErrorIs(t, err, mailsim.ErrInvalid, "%s %q", field, bad)
			assert.ErrorContains(t, err, field+":", "%q", bad)
		}
		_, err := u.Inject(context.Background(), mailsim.Inject{To: "box@x.test", From: bad, Text: "x"})
		require.ErrorIs(t, err, mailsim.ErrInvalid, bad)
		_, err = u.Inject(context.Background(), mailsim.Inject{To: bad, From: "app@ours.test", Text: "x"})
		require.ErrorIs(t, err, mailsim.ErrInvalid, bad)
	}
	assert.Empty(t, u.Mailboxes(), "nothing is sent")
	for good, want := range goodAddresses {
		a, err := valid.Mailbox("to", good)
		require.NoError(t, err)
		assert.Equal(t, mimebuild.Address{Name: want[0], Addr: want[1]}, a)
		id, err := u.Send(context.Background(), mailsim.Outgoing{From: good, To: []string{good}, CC: []string{good}, Header: []mailsim.HeaderField{{Name: "Reply-To", Value: good + ", other@y.test"}}})
		require.NoError(t, err, good)
		m := mustMessage(t, u, id)
		assert.Equal(t, want[1], m.From, good)
		assert.Equal(t, want[0], m.FromName, good)
		assert.Equal(t, []string{want[1]}, m.To, good)
		assert.Equal(t, []string{want[1]}, m.CC, good)
	}
}

func mustMessage(t *testing.T, u *engine.Universe, id string) mailsim.Message {
	t.Helper()
	refs := u.FindMessage(id)
	require.NotEmpty(t, refs)
	v, err := u.Message(context.Background(), refs[0], mailsim.ViewOptions{})
	require.NoError(t, err)
	return v.Message
}

// spec: send.in_reply_to send.references
func TestMessageIDsOfMail(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	for _, bad := range []string{
		"junk", "<a@x.test", "a@x.test>", "<a@x.test> junk", "junk <a@x.test>", "<a@x.test>\r\n", "<a@x.test\r\nBcc: z@z.test>", "<a\x00@x.test>", "\x00", "<>", "< a@x.test>", "<a b@x.test>", "<<a@x.test>>", "a@x.test b@x.test", "<a@x.test>,<b@x.test>", "<a@\xff>", " ",
	} {
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"box@x.test"}, InReplyTo: bad})
		require.ErrorIs(t, err, mailsim.ErrInvalid, bad)
		assert.ErrorContains(t, err, "in_reply_to:")
		_, err = u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"box@x.test"}, References: []string{"<a@x.test>", bad}})
		require.ErrorIs(t, err, mailsim.ErrInvalid, bad)
		assert.ErrorContains(t, err, "references:")
		_, err = u.Wait(context.Background(), 0, mailsim.Match{To: "box@x.test", InReplyTo: bad})
		require.ErrorIs(t, err, mailsim.ErrInvalid, bad)
		_, err = u.WaitReply(context.Background(), 0, mailsim.ReplyMatch{From: anna.ID, InReplyTo: bad})
		require.ErrorIs(t, err, mailsim.ErrInvalid, bad)
	}
	for good, want := range map[string]string{"<a@x.test>": "<a@x.test>", "a@x.test": "<a@x.test>", " <a@x.test> ": "<a@x.test>", "<nobody>": "<nobody>", "<ü@x.test>": "<ü@x.test>"} {
		id, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"box@x.test"}, InReplyTo: good})
		require.NoError(t, err, good)
		assert.Equal(t, want, mustMessage(t, u, id).InReplyTo, good)
	}
}

// spec: input.hostile
func TestBreaksInFieldsOfMail(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	anna := testkit.AddPerson(t, u, "anna@client.test", nil)
	for _, bad := range []string{"a\rb", "a\nb", "a\r\nBcc: z@z.test", "a\x00b", "\r", "\n", "\x00"} {
		for name, edit := range map[string]func(m *mailsim.Outgoing){
			"subject":     func(m *mailsim.Outgoing) { m.Subject = bad },
			"header":      func(m *mailsim.Outgoing) { m.Header = []mailsim.HeaderField{{Name: "X-A", Value: bad}} },
			"header name": func(m *mailsim.Outgoing) { m.Header = []mailsim.HeaderField{{Name: "X-A" + bad, Value: "a"}} },
			"file": func(m *mailsim.Outgoing) {
				m.Attachments = []mailsim.OutgoingFile{{Filename: bad, ContentType: "text/plain", Data: nil}}
			},
			"content type": func(m *mailsim.Outgoing) {
				m.Attachments = []mailsim.OutgoingFile{{Filename: "a", ContentType: "text/plain;" + bad + " charset=utf-8", Data: nil}}
			},
		} {
			m := mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Text: "x"}
			edit(&m)
			_, err := u.Send(context.Background(), m)
			assert.ErrorIs(t, err, mailsim.ErrInvalid, "%s %q", name, bad)
		}
		_, err := u.Inject(context.Background(), mailsim.Inject{To: "box@x.test", From: "app@ours.test", Subject: bad})
		require.ErrorIs(t, err, mailsim.ErrInvalid, bad)
		_, err = u.Act(context.Background(), anna.ID, mailsim.Act{Kind: mailsim.ActWrite, To: "app@ours.test", Subject: bad})
		require.ErrorIs(t, err, mailsim.ErrInvalid, bad)
	}
	for _, m := range []mailsim.Outgoing{{Text: "a\x00"}, {HTML: "<p>\x00</p>"}} {
		m.From, m.To = "app@ours.test", []string{"anna@client.test"}
		_, err := u.Send(context.Background(), m)
		require.ErrorIs(t, err, mailsim.ErrInvalid)
	}
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	assert.Empty(t, jobs)
	_, err = u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Text: "a\r\nb\rc\nd", HTML: "<p>\r\n</p>"})
	require.NoError(t, err, "texts have lines")
}
