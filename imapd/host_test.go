package imapd_test

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/universe"
)

var bg = context.Background()

// serveHost serves a universe with one login on loopback.
func serveHost(t testing.TB) (*mailsim.Universe, string) {
	t.Helper()
	u, err := universe.New(mailsim.Options{HashCost: 4, Transcripts: 8})
	require.NoError(t, err)
	_, err = u.CreateLogin(bg, mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "s3cret"})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, u.Close()) })
	return u, serve(t, u)
}

func serve(t testing.TB, host mailsim.Host) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := imapd.New(host, imapd.Options{})
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		assert.NoError(t, s.Close())
		assert.ErrorIs(t, <-done, imapd.ErrServerClosed)
	})
	return l.Addr().String()
}

func client(t testing.TB, addr string, o *imapclient.Options) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(addr, o)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

func inject(t testing.TB, u *mailsim.Universe, folder, raw string) mailsim.Ref {
	t.Helper()
	ref, err := u.Inject(bg, mailsim.Inject{To: "app@ours.test", Folder: folder, Raw: raw})
	require.NoError(t, err)
	return ref
}

func TestHostLogins(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	c := client(t, addr, nil)
	// spec: auth.imap.wrong
	err := c.Login("app", "wrong").Wait()
	var no *imap.Error
	require.ErrorAs(t, err, &no)
	assert.Equal(t, imap.StatusResponseTypeNo, no.Type)
	assert.Equal(t, imap.ResponseCodeAuthenticationFailed, no.Code)
	// spec: auth.imap.login service.login.protocols
	require.NoError(t, c.Login("app@ours.test", "s3cret").Wait())
	// spec: auth.imap.plain
	require.NoError(t, client(t, addr, nil).Authenticate(sasl.NewPlainClient("", "app", "s3cret")))
	ok, failed := 0, 0
	for e := range u.Log(mailsim.EventFilter{}) {
		switch e.Data.(type) {
		case mailsim.AuthOK:
			ok++
		case mailsim.AuthFailed:
			failed++
		}
	}
	assert.Equal(t, [2]int{2, 1}, [2]int{ok, failed})
	text := ""
	for _, tr := range u.Transcripts() {
		text += tr.Text
	}
	// spec: beyond.transcript.imap
	assert.Contains(t, text, "C: T1 LOGIN")
	assert.NotContains(t, text, "s3cret")
}

func TestHostAndAPIShowTheSame(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	raw := "From: anna@client.test\r\nTo: app@ours.test\r\nSubject: Hi\r\nMessage-ID: <1@client.test>\r\n\r\nline\nbare\r\n"
	first := inject(t, u, "", raw)
	c := client(t, addr, nil)
	require.NoError(t, c.Login("app", "s3cret").Wait())
	sel, err := c.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	assert.EqualValues(t, 1, sel.NumMessages)
	assert.EqualValues(t, 1, sel.UIDValidity)
	got, err := c.Fetch(imap.SeqSetNum(1), &imap.FetchOptions{UID: true, Flags: true, RFC822Size: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	require.NoError(t, err)
	// spec: imap.inbox
	assert.EqualValues(t, first.UID, got[0].UID)
	assert.Equal(t, raw, string(got[0].BodySection[0].Bytes))
	assert.EqualValues(t, len(raw), got[0].RFC822Size)
	// spec: imap.flags-sync
	_, err = c.Store(imap.SeqSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagFlagged, "$Todo"}}, nil).Collect()
	require.NoError(t, err)
	v, err := u.Message(bg, first, mailsim.ViewOptions{})
	require.NoError(t, err)
	assert.Equal(t, []string{`\Flagged`, "$Todo"}, v.Message.Flags)
	_, err = u.UpdateMessage(bg, first, mailsim.MessagePatch{Seen: new(true)})
	require.NoError(t, err)
	got, err = c.Fetch(imap.SeqSetNum(1), &imap.FetchOptions{Flags: true}).Collect()
	require.NoError(t, err)
	assert.Contains(t, got[0].Flags, imap.FlagSeen)
	// spec: imap.append
	app := c.Append("Drafts", int64(len(raw)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagDraft}, Time: time.Date(2020, 5, 6, 7, 8, 9, 0, time.UTC)})
	_, err = io.WriteString(app, raw)
	require.NoError(t, err)
	require.NoError(t, app.Close())
	data, err := app.Wait()
	require.NoError(t, err)
	bytes, err := u.Raw(bg, mailsim.Ref{Address: "app@ours.test", Folder: "Drafts", UID: uint32(data.UID)})
	require.NoError(t, err)
	assert.Equal(t, raw, string(bytes))
	// spec: imap.move
	_, err = c.Move(imap.SeqSetNum(1), "Archive").Wait()
	require.NoError(t, err)
	list, err := u.Messages("app@ours.test", mailsim.MessageFilter{Folder: "Archive"})
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, []string{`\Seen`, `\Flagged`, "$Todo"}, list[0].Flags)
	list, err = u.Messages("app@ours.test", mailsim.MessageFilter{})
	require.NoError(t, err)
	assert.Empty(t, list)
}

func TestHostIdleHearsOfMail(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	told := make(chan uint32, 8)
	c := client(t, addr, &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(d *imapclient.UnilateralDataMailbox) {
			if d.NumMessages != nil {
				told <- *d.NumMessages
			}
		},
	}})
	require.NoError(t, c.Login("app", "s3cret").Wait())
	_, err := c.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	idle, err := c.Idle()
	require.NoError(t, err)
	_, err = u.Send(bg, mailsim.Outgoing{From: "anna@client.test", To: []string{"app@ours.test"}, Subject: "x", Text: "x"})
	require.NoError(t, err)
	// spec: imap.idle
	select {
	case n := <-told:
		assert.EqualValues(t, 1, n)
	case <-time.After(5 * time.Second):
		t.Fatal("IDLE did not tell of the mail")
	}
	require.NoError(t, idle.Close())
}

// A login may name itself as whom it acts as, by its address or username, and
// nobody else (RFC 4616 section 2).
func TestHostActAs(t *testing.T) {
	t.Parallel()
	_, addr := serveHost(t)
	for actAs, want := range map[string]imap.ResponseCode{
		"app": "", "app@ours.test": "", "App@Ours.Test": "", "other@ours.test": imap.ResponseCodeAuthorizationFailed,
	} {
		err := client(t, addr, nil).Authenticate(sasl.NewPlainClient(actAs, "app", "s3cret"))
		if want == "" {
			assert.NoError(t, err, actAs)
			continue
		}
		var no *imap.Error
		require.ErrorAs(t, err, &no, actAs)
		assert.Equal(t, want, no.Code, actAs)
	}
}

// submitted is a client of a mailbox by which a mail has been sent over a session.
func submitted(t *testing.T) (u *mailsim.Universe, c *imapclient.Client, s mailsim.Session, raw string) {
	u, addr := serveHost(t)
	s = u.NewSession(mailsim.SessionInfo{Proto: "smtp"})
	require.NoError(t, s.Authenticate(bg, "app", "s3cret"))
	raw = "From: app@ours.test\r\nTo: a@b.test\r\nSubject: Hi\r\nMessage-ID: <7@ours.test>\r\n\r\nx\r\n"
	_, err := s.Submit(bg, mailsim.Envelope{From: "app@ours.test", To: []string{"a@b.test"}}, raw)
	require.NoError(t, err)
	c = client(t, addr, nil)
	require.NoError(t, c.Login("app", "s3cret").Wait())
	return u, c, s, raw
}

func appendMail(t *testing.T, c *imapclient.Client, folder, raw string) {
	t.Helper()
	app := c.Append(folder, int64(len(raw)), nil)
	_, _ = io.WriteString(app, raw)
	require.NoError(t, app.Close())
	_, err := app.Wait()
	require.NoError(t, err)
}

// TestAppendToSentReplacesWhatSMTPFiled sends over a session and appends the same
// message to Sent, as mail programs do: one copy stays.
func TestAppendToSentReplacesWhatSMTPFiled(t *testing.T) {
	t.Parallel()
	u, c, s, raw := submitted(t)
	// Another message, or the same one elsewhere, replaces nothing.
	moved := strings.Replace(raw, "<7@", "<6@", 1)
	_, err := s.Submit(bg, mailsim.Envelope{From: "app@ours.test", To: []string{"a@b.test"}}, moved)
	require.NoError(t, err)
	_, err = c.Select("Sent", nil).Wait()
	require.NoError(t, err)
	_, err = c.Move(imap.UIDSetNum(2), "Archive").Wait()
	require.NoError(t, err)
	for folder, raw := range map[string]string{"Archive": moved, "Sent": moved} {
		appendMail(t, c, folder, raw)
		list, err := u.Messages("app@ours.test", mailsim.MessageFilter{Folder: folder})
		require.NoError(t, err)
		assert.Len(t, list, 2, folder)
	}
	for i, want := range []int{2, 3} { // a second APPEND is a copy of its own
		own := strings.Replace(raw, "Subject: Hi", "X-Mine: 1\r\nSubject: Hi", 1)
		appendMail(t, c, "Sent", own)
		list, err := u.Messages("app@ours.test", mailsim.MessageFilter{Folder: "Sent"})
		require.NoError(t, err)
		require.Len(t, list, want, "append %d", i)
		assert.Equal(t, own, string(list[0].Bytes()))
		assert.EqualValues(t, 4+i, list[0].UID)
	}
}

// TestAppendToSentLeavesCopies: a copy that a client made of what SMTP filed is
// the client's, and no APPEND replaces it.
func TestAppendToSentLeavesCopies(t *testing.T) {
	t.Parallel()
	u, c, _, raw := submitted(t)
	_, err := c.Select("Sent", nil).Wait()
	require.NoError(t, err)
	_, err = c.Copy(imap.UIDSetNum(1), "Sent").Wait()
	require.NoError(t, err)
	for range 2 {
		appendMail(t, c, "Sent", raw)
	}
	list, err := u.Messages("app@ours.test", mailsim.MessageFilter{Folder: "Sent"})
	require.NoError(t, err)
	uids := []uint32{}
	for _, m := range list {
		uids = append(uids, m.UID)
	}
	assert.ElementsMatch(t, []uint32{2, 3, 4}, uids, "the filed one went, the copy stayed")
}

// TestHostReplace saves a draft anew and then sent (RFC 8508).
func TestHostReplace(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	inject(t, u, "Drafts", "Subject: x\r\n\r\nx\r\n")
	c := dialWire(t, addr).login(t)
	require.Contains(t, c.ask(t, "SELECT Drafts"), "OK")
	assert.Equal(t, "* OK [APPENDUID 1 2] Replacement message ready\r\n* 1 EXPUNGE\r\n* 1 EXISTS\r\n* 1 RECENT\r\nOK REPLACE completed\r\n",
		c.ask(t, "REPLACE 1 Drafts (\\Draft) {4+}\r\nX:y\n"))
	require.Contains(t, c.ask(t, "REPLACE 1 None {4+}\r\nX:y\n"), "NO [TRYCREATE]")
	assert.Equal(t, "* OK [APPENDUID 1 1] Replacement message ready\r\n* 1 EXPUNGE\r\nOK UID REPLACE completed\r\n", c.ask(t, "UID REPLACE 2 Sent {4+}\r\nX:z\n"))
	// Where others renamed the folder, it is followed.
	require.Contains(t, c.ask(t, "APPEND Drafts {4+}\r\nX:y\n"), "OK")
	require.Contains(t, dialWire(t, addr).login(t).ask(t, "RENAME Drafts Old"), "OK")
	assert.Contains(t, c.ask(t, "REPLACE 1 Old {4+}\r\nX:y\n"), "OK REPLACE completed")
	raw, err := u.Raw(bg, mailsim.Ref{Address: "app@ours.test", Folder: "Sent", UID: 1})
	require.NoError(t, err)
	assert.Equal(t, "X:z\n", string(raw))
}

// A session may log in elsewhere, in another organization too (RFC 8437).
func TestHostUnauthenticate(t *testing.T) {
	t.Parallel()
	cell, err := universe.NewCell(mailsim.CellOptions{HashCost: 4, AdminKey: "server-admin-key-0123456789"})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, cell.Close()) })
	for _, name := range []string{"one", "two"} {
		require.NoError(t, cell.SetOrg(bg, mailsim.Org{Name: name}))
		u, err := cell.CreateUniverse(bg, name, mailsim.Options{HashCost: 4, Transcripts: 8})
		require.NoError(t, err)
		_, err = u.CreateLogin(bg, mailsim.NewLogin{Address: "box@" + name + ".test", Password: "s3cret"})
		require.NoError(t, err)
		a, err := u.Access("box@" + name + ".test")
		require.NoError(t, err)
		require.NoError(t, a.CreateFolder(bg, "of "+name, ""))
	}
	c := dialWire(t, serve(t, cell))
	for _, name := range []string{"one", "two", "one"} {
		require.Contains(t, c.ask(t, "LOGIN box@"+name+".test s3cret"), "OK")
		assert.Contains(t, c.ask(t, `LIST "" of*`), `"of `+name+`"`)
		require.Contains(t, c.ask(t, "UNAUTHENTICATE"), "OK")
	}
}

// TestHostKeywordSpelling: a keyword is spelled in a folder as it was at first,
// whatever case later commands write it in.
func TestHostKeywordSpelling(t *testing.T) {
	t.Parallel()
	u, addr := serveHost(t)
	for range 2 {
		_, err := u.Inject(bg, mailsim.Inject{To: "app@ours.test", Raw: "Subject: x\r\n\r\nx\r\n"})
		require.NoError(t, err)
	}
	c := dialWire(t, addr).login(t)
	require.Contains(t, c.ask(t, "SELECT INBOX"), "OK")
	require.Contains(t, c.ask(t, "STORE 1 FLAGS.SILENT ($Work)"), "OK")
	assert.Contains(t, c.ask(t, "STORE 2 +FLAGS ($WORK $new)"), "* 2 FETCH (FLAGS ($new $Work \\Recent))")
	before := c.ask(t, "STATUS INBOX (HIGHESTMODSEQ)")
	require.Contains(t, c.ask(t, "STORE 1:2 +FLAGS.SILENT ($work)"), "OK")
	require.Contains(t, c.ask(t, "STORE 1 FLAGS.SILENT ($work)"), "OK")
	assert.Contains(t, before, strings.TrimSpace(strings.Split(c.ask(t, "STATUS INBOX (HIGHESTMODSEQ)"), "\r\n")[0]), "nothing changed")
	assert.Contains(t, c.ask(t, "SELECT INBOX"), "* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $new $Work)\r\n")
	// a folder of its own has spellings of its own
	require.Contains(t, c.ask(t, "COPY 1 Archive"), "OK")
	require.Contains(t, c.ask(t, "STORE 2 FLAGS.SILENT ($NEW)"), "OK")
	require.Contains(t, c.ask(t, "SELECT Archive"), "OK")
	require.Contains(t, c.ask(t, "STORE 1 FLAGS.SILENT ($NEW)"), "OK")
	require.Contains(t, c.ask(t, "SELECT INBOX"), "OK")
	require.Contains(t, c.ask(t, "MOVE 2 Archive"), "OK")
	require.Contains(t, c.ask(t, "SELECT Archive"), "OK")
	assert.Contains(t, c.ask(t, "FETCH 2 FLAGS"), "* 2 FETCH (FLAGS ($NEW")
}

// A subscription stays with its name: a folder that comes to bear the name is
// listed once, as subscribed.
func TestHostSubscriptionsOfMissingFolders(t *testing.T) {
	t.Parallel()
	_, addr := serveHost(t)
	c := dialWire(t, addr).login(t)
	for _, command := range []string{
		"CREATE a", "CREATE b/c", "CREATE x", "CREATE y/c", "CREATE z", "CREATE w",
		"SUBSCRIBE x", "SUBSCRIBE y/c", "SUBSCRIBE z", "SUBSCRIBE w", "DELETE x", "DELETE y/c", "DELETE z", "DELETE w",
		"RENAME a x", "RENAME b y", "RENAME INBOX z", "CREATE w", "UNSUBSCRIBE w",
	} {
		require.Contains(t, c.ask(t, command), "OK", command)
	}
	assert.Equal(t, "* LIST (\\HasNoChildren) \"/\" \"w\"\r\nOK LIST completed\r\n", c.ask(t, `LIST "" w`))
	for _, name := range []string{"x", "y/c", "z"} {
		assert.Equal(t, "* LIST (\\HasNoChildren \\Subscribed) \"/\" \""+name+"\"\r\nOK LIST completed\r\n", c.ask(t, `LIST "" `+name+" RETURN (SUBSCRIBED)"))
	}
	require.Contains(t, c.ask(t, "RENAME x v"), "OK")
	assert.Contains(t, c.ask(t, `LSUB "" x`), `* LSUB (\Noselect) "/" "x"`, "the name stays subscribed")
	assert.Equal(t, "OK LSUB completed\r\n", c.ask(t, `LSUB "" v`))
	require.Contains(t, c.ask(t, "RENAME y v/y"), "OK")
	assert.Contains(t, c.ask(t, `LIST (SUBSCRIBED) "" y/c`), `* LIST (\NonExistent \HasNoChildren \Subscribed) "/" "y/c"`)
	require.Contains(t, c.ask(t, "RENAME v x"), "OK")
	assert.Contains(t, c.ask(t, `LSUB "" x*`), "* LSUB () \"/\" \"x\"\r\nOK ", "the folder is x again")
	require.Contains(t, c.ask(t, "RENAME INBOX q"), "OK")
	assert.Equal(t, "OK LSUB completed\r\n", c.ask(t, `LSUB "" q`))
}
