package deliver_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// spec: send.to.required send.to.list send.references
func TestSendBounds(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	ids := func(n int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprintf("<%d@x.test>", i))
		}
		return out
	}
	people := func(n int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprintf("box%d@x.test", i))
		}
		return out
	}
	for name, c := range map[string]struct {
		edit func(m *mailsim.Outgoing)
		want string
	}{
		"no recipient in to":    {func(m *mailsim.Outgoing) { m.To, m.CC, m.BCC = nil, people(1), people(2) }, "to is required"},
		"1,000 recipients":      {func(m *mailsim.Outgoing) { m.To = people(1000) }, ""},
		"1,001 recipients":      {func(m *mailsim.Outgoing) { m.To, m.BCC = people(1000), []string{"one@x.test"} }, "at most 1000 recipients"},
		"100 files":             {func(m *mailsim.Outgoing) { m.Attachments = make([]mailsim.OutgoingFile, 100) }, ""},
		"101 files":             {func(m *mailsim.Outgoing) { m.Attachments = make([]mailsim.OutgoingFile, 101) }, "attachments: at most 100"},
		"200 references":        {func(m *mailsim.Outgoing) { m.References = ids(200) }, ""},
		"201 references":        {func(m *mailsim.Outgoing) { m.References = ids(201) }, "references: at most 200"},
		"a reference of none":   {func(m *mailsim.Outgoing) { m.References = []string{"<a@x.test>", "junk"} }, `references: "junk" is not a Message-ID`},
		"two mails answered":    {func(m *mailsim.Outgoing) { m.InReplyTo = "<a@x.test> <b@x.test>" }, "in_reply_to: "},
		"a reference with more": {func(m *mailsim.Outgoing) { m.References = []string{"<a@x.test> <b@x.test>"} }, ""},
	} {
		m := mailsim.Outgoing{From: "app@ours.test", To: []string{"box@x.test"}, Text: "x"}
		c.edit(&m)
		_, err := u.Send(context.Background(), m)
		if c.want == "" {
			assert.NoError(t, err, name)
		} else {
			assert.ErrorIs(t, err, mailsim.ErrInvalid, name)
			assert.ErrorContains(t, err, c.want, name)
		}
	}
}

// spec: send.cc send.answer.brackets
func TestSendBlindCopies(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	id, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@ours.test", To: []string{"to@x.test", "To@X.test"}, CC: []string{"cc@x.test"}, BCC: []string{"Blind Man <blind@x.test>", "CC@x.test"}, Text: "x"})
	require.NoError(t, err)
	refs := u.FindMessage(id)
	var where []string
	for _, r := range refs {
		raw, err := u.Raw(context.Background(), r)
		require.NoError(t, err)
		where = append(where, r.Address+" "+r.Folder)
		head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
		assert.NotContains(t, strings.ToLower(head), "bcc")
		_, fields, _ := strings.Cut(head, "\r\nFrom:")
		assert.NotContains(t, strings.ToLower(fields), "blind", r.Address)
	}
	assert.Equal(t, []string{"app@ours.test Sent", "blind@x.test INBOX", "cc@x.test INBOX", "to@x.test INBOX"}, where, "one copy each")
}

// spec: send.forward send.html.data-images
func TestSendCarriesBytes(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	first := testkit.SendTo(t, u, "box@x.test", "File", "x", func(m *mailsim.Outgoing) {
		m.Attachments = []mailsim.OutgoingFile{{Filename: "a.bin", ContentType: "application/x-a", Data: []byte{0, 1, 2, 255}}}
		m.HTML = `<p>Look <img src="data:image/png;base64,UE5H"></p>`
	})
	testkit.SendTo(t, u, "other@x.test", "Fwd: File", "y", func(m *mailsim.Outgoing) { m.Forward = &u.FindMessage(first)[1] })
	for _, box := range []string{"box@x.test", "other@x.test"} {
		m := testkit.Inbox(t, u, box)[0]
		a, err := u.Attachment(context.Background(), m.Ref, 1)
		require.NoError(t, err)
		assert.Equal(t, "a.bin", a.Filename)
		assert.Equal(t, []byte{0, 1, 2, 255}, a.Data, box)
	}
	m := testkit.Inbox(t, u, "box@x.test")[0]
	require.Len(t, m.Attachments, 2)
	assert.NotContains(t, string(m.Bytes()), "data:image")
	assert.Contains(t, post.CopyOf(&m).Structure().HTML, "cid:"+m.Attachments[0].ContentID)
	assert.True(t, m.Attachments[0].Inline)
}

// spec: messages.header.simulated
func TestSendFromAPerson(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Domain: "sim.test"})
	testkit.AddPerson(t, u, "anna@client.test", nil)
	for from, want := range map[string]string{"anna@client.test": "1", "app@ours.test": ""} {
		_, err := u.Send(context.Background(), mailsim.Outgoing{From: from, To: []string{"box@x.test"}, Text: "x"})
		require.NoError(t, err)
		assert.Equal(t, want, testkit.Inbox(t, u, "box@x.test")[0].Headers["x-service-simulated"], from)
	}
	id, err := u.Send(context.Background(), mailsim.Outgoing{From: "app@[192.0.2.1]", To: []string{"box@x.test"}, Text: "x"})
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(id, "@sim.test>"), id)
}

// spec: inject.files inject.fields inject.body.required
func TestInjectFields(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	box := mailsim.Inject{To: "box@x.test", Folder: "Archive", From: "Bob <bob@x.test>", Subject: "Grüße", Text: "Hello"}
	one := testkit.Inject(t, u, box)
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test"})
	two, three := testkit.Inject(t, u, box), testkit.Inject(t, u, box)
	v, err := u.Message(context.Background(), one, mailsim.ViewOptions{})
	require.NoError(t, err)
	w, err := u.Message(context.Background(), two, mailsim.ViewOptions{})
	require.NoError(t, err)
	x, err := u.Message(context.Background(), three, mailsim.ViewOptions{})
	require.NoError(t, err)
	assert.NotEqual(t, v.Message.MessageID, w.Message.MessageID, "each is a mail of its own")
	assert.NotEqual(t, w.Message.MessageID, x.Message.MessageID)
	assert.Equal(t, u.Now().Truncate(time.Second), *v.Message.Date)
	assert.Equal(t, "bob@x.test Bob Grüße Hello", strings.Join([]string{v.Message.From, v.Message.FromName, v.Message.Subject, strings.TrimSpace(v.Message.Text)}, " "))
	_, err = u.Inject(context.Background(), mailsim.Inject{To: "box@x.test", Subject: "x"})
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.ErrorContains(t, err, "from is required")
}

func TestSignatureBound(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test"})
	_, err := u.SetSignature(context.Background(), "box@x.test", strings.Repeat("a", valid.MaxText))
	require.NoError(t, err)
	_, err = u.SetSignature(context.Background(), "box@x.test", strings.Repeat("b", valid.MaxText+1))
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	text, err := u.Signature("BOX@x.test")
	require.NoError(t, err)
	assert.Equal(t, strings.Repeat("a", valid.MaxText), text)
}
