package webmail_test

import (
	"context"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// spec: messages.field.time messages.field.date messages.field.bodies
func TestMessageOfAnyMail(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	raw := "From: a@x.test\r\nDate: Mon, 05 Jan 2026 09:00:00 +0200\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: zip\r\n\r\n<p>Hello</p>"
	ref := testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Folder: "inbox", Raw: raw, Time: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)})
	require.Equal(t, "INBOX", ref.Folder)
	list, err := u.Messages("box@x.test", mailsim.MessageFilter{Folder: "inbox"})
	require.NoError(t, err)
	require.Len(t, list, 1)
	m := list[0]
	assert.Equal(t, u.Now(), m.Time, "when it was filed, whatever its internal date")
	assert.Equal(t, time.Date(2026, 1, 5, 7, 0, 0, 0, time.UTC), *m.Date)
	assert.Equal(t, time.UTC, m.Date.Location())
	assert.Equal(t, "Hello", strings.TrimSpace(m.Text), "made from the HTML")
	assert.Empty(t, m.HTML, "lists have none")
	assert.Equal(t, []string{`unknown transfer encoding "zip"`}, m.Defects)
	ref.Folder = "iNbOx"
	v, err := u.Message(context.Background(), ref, mailsim.ViewOptions{})
	require.NoError(t, err)
	assert.Equal(t, "INBOX", v.Message.Folder)
	a, err := u.Access("box@x.test")
	require.NoError(t, err)
	folder, err := a.Open("INBOX")
	require.NoError(t, err)
	assert.Equal(t, 2020, folder.At(0).InternalDate().Year())
	assert.Same(t, folder.At(0).Structure(), folder.At(0).Structure(), "it is parsed once")
	_, err = u.Messages("box@x.test", mailsim.MessageFilter{Limit: -1})
	assert.ErrorIs(t, err, mailsim.ErrInvalid)
	_, err = u.Messages("box@x.test", mailsim.MessageFilter{Folder: "None"})
	assert.ErrorIs(t, err, mailsim.ErrNotFound)
}

// What delivery adds to a mail without them is what the API shows.
func TestMessageWithoutDateOrID(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{Frozen: true})
	id := testkit.Deliver(t, u, mailsim.Envelope{From: "app@ours.test", To: []string{"box@x.test"}}, "From: app@ours.test\r\nSubject: x\r\n\r\ny\r\n")
	m := testkit.Inbox(t, u, "box@x.test")[0]
	assert.Equal(t, id, m.MessageID)
	require.NotNil(t, m.Date)
	assert.Equal(t, u.Now(), *m.Date)
	assert.Equal(t, id, post.CopyOf(&m).Header().MessageID)
	list, err := u.Messages("app@ours.test", mailsim.MessageFilter{Folder: "Sent"})
	require.NoError(t, err)
	assert.Nil(t, list[0].Date, "the sender's own copy has no added headers")
	assert.Equal(t, []string{`\Seen`}, list[0].Flags)
}

// spec: messages.safe.html
func TestInlineImages(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	part := func(kind, id, data string) string {
		return "--b\r\nContent-Type: image/" + kind + "\r\nContent-ID: <" + id + ">\r\n\r\n" + data + "\r\n"
	}
	html := `<img src="cid:png"><img src="cid:jpg"><img src="cid:gif"><img src="cid:webp"><img src="cid:svg"><img src="cid:big"><img src="cid:none">`
	ref := testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Raw: "Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n" + html + "\r\n" +
		part("png", "png", "PNG") + part("jpeg", "jpg", "JPG") + part("gif", "gif", "GIF") + part("webp", "webp", "WEB") + part("svg+xml", "svg", "<svg/>") +
		part("png", "big", strings.Repeat("x", post.MaxInline+1)) + "--b--\r\n"})
	v, err := u.Message(context.Background(), ref, mailsim.ViewOptions{Light: true})
	require.NoError(t, err)
	assert.Equal(t, `<img src="data:image/png;base64,UE5H"><img src="data:image/jpeg;base64,SlBH"><img src="data:image/gif;base64,R0lG"><img src="data:image/webp;base64,V0VC">`+
		`<img src="cid:svg"><img src="cid:big"><img src="cid:none">`, v.Safe.HTML)
}

// spec: messages.patch.both states.message.move
func TestUpdateMessageKeeps(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	ref := testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test", Flags: []string{`\Flagged`, "Later"}})
	inbox := func() mailsim.Folder {
		folders, err := u.Folders("box@x.test")
		require.NoError(t, err)
		return folders[0]
	}
	m, err := u.UpdateMessage(context.Background(), ref, mailsim.MessagePatch{Seen: new(true), MoveTo: new("inbox")})
	require.NoError(t, err)
	assert.Equal(t, ref, m.Ref, "it is there already")
	assert.Equal(t, []string{`\Seen`, `\Flagged`, "Later"}, m.Flags, "other flags stay")
	before := inbox()
	assert.Zero(t, before.Unread)
	_, err = u.UpdateMessage(context.Background(), ref, mailsim.MessagePatch{Seen: new(true)})
	require.NoError(t, err)
	assert.Equal(t, before, inbox(), "what is so already is no change")
	m, err = u.UpdateMessage(context.Background(), ref, mailsim.MessagePatch{Seen: new(false), MoveTo: new("inbox/Sub")})
	require.NoError(t, err)
	assert.Equal(t, mailsim.Ref{Address: "box@x.test", Folder: "INBOX/Sub", UID: 1}, m.Ref)
	assert.Equal(t, []string{`\Flagged`, "Later"}, m.Flags)
	assert.Equal(t, mailsim.Folder{}.Total, inbox().Total)
	_, err = u.Raw(context.Background(), m.Ref)
	require.NoError(t, err)
}

// spec: messages.attachment.index messages.attachment.404
func TestAttachmentIndex(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.SendTo(t, u, "box@x.test", "File", "x", func(m *mailsim.Outgoing) {
		m.Attachments = []mailsim.OutgoingFile{{Filename: "a.txt", ContentType: "text/plain", Data: []byte("A")}}
	})
	ref := testkit.Inbox(t, u, "box@x.test")[0].Ref
	a, err := u.Attachment(context.Background(), ref, 0)
	require.NoError(t, err)
	assert.Equal(t, "A", string(a.Data))
	for _, n := range []int{-1, 1, 1 << 30} {
		_, err := u.Attachment(context.Background(), ref, n)
		assert.ErrorIs(t, err, mailsim.ErrNotFound, "%d", n)
	}
}

// An image is encoded once for its page, however often the page names it.
func TestInlineImageOnce(t *testing.T) {
	t.Parallel()
	msg := mime.Parse("Content-Type: image/png\r\nContent-ID: <a>\r\nContent-Disposition: inline\r\n\r\nbytes")
	image := post.InlineImages(msg)
	first, ok := image("a")
	require.True(t, ok)
	again, _ := image("a")
	assert.Equal(t, "data:image/png;base64,Ynl0ZXM=", first)
	assert.Same(t, unsafe.StringData(first), unsafe.StringData(again))
	_, ok = image("b")
	assert.False(t, ok)
}
