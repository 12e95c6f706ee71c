package imapd

import (
	"bytes"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/require"
)

// dialClient logs go-imap's client in and selects INBOX.
func dialClient(t testing.TB, addr string, o *imapclient.Options) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(addr, o)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.Login("user", "pass").Wait())
	_, err = c.Select("INBOX", nil).Wait()
	require.NoError(t, err)
	return c
}

func TestGoIMAPClient(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	_, addr := startServer(t, b, Options{})
	c := dialClient(t, addr, nil)

	when := time.Date(2020, 2, 1, 10, 0, 0, 0, time.FixedZone("", 7200))
	cmd := c.Append("INBOX", int64(len(plainMail)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagFlagged, "$Work"}, Time: when})
	_, err := cmd.Write([]byte(plainMail))
	require.NoError(t, err)
	require.NoError(t, cmd.Close())
	appended, err := cmd.Wait()
	require.NoError(t, err)
	require.Equal(t, imap.UID(1), appended.UID)

	whole := &imap.FetchItemBodySection{Peek: true}
	msgs, err := c.Fetch(imap.SeqSetNum(1), &imap.FetchOptions{
		Envelope: true, Flags: true, InternalDate: true, RFC822Size: true, UID: true, ModSeq: true,
		BodyStructure: &imap.FetchItemBodyStructure{Extended: true}, BodySection: []*imap.FetchItemBodySection{whole},
	}).Collect()
	require.NoError(t, err)
	require.Len(t, msgs, 1)
	m := msgs[0]
	require.Equal(t, plainMail, string(m.FindBodySection(whole)))
	require.Equal(t, "afternoon", m.Envelope.Subject)
	require.Equal(t, "fred@a.test", m.Envelope.From[0].Addr())
	require.Equal(t, "1@a.test", m.Envelope.MessageID)
	require.ElementsMatch(t, []imap.Flag{imap.FlagFlagged, "$Work", `\Recent`}, m.Flags)
	require.True(t, when.Equal(m.InternalDate))
	require.Equal(t, int64(len(plainMail)), m.RFC822Size)
	require.Equal(t, "text/plain", m.BodyStructure.MediaType())
	require.NotZero(t, m.ModSeq)

	// spec: imap.search
	fill(t, b.acct, 2)
	found, err := c.UIDSearch(&imap.SearchCriteria{
		Header:  []imap.SearchCriteriaHeaderField{{Key: "From", Value: "FRED"}, {Key: "Subject", Value: "noon"}},
		NotFlag: []imap.Flag{imap.FlagSeen, imap.FlagFlagged}, Since: time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC),
	}, &imap.SearchOptions{ReturnAll: true, ReturnCount: true}).Wait()
	require.NoError(t, err)
	require.Equal(t, []imap.UID{2, 3}, found.AllUIDs())
	require.Equal(t, uint32(2), found.Count)

	stored, err := c.Store(imap.SeqSetNum(2), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Collect()
	require.NoError(t, err)
	require.Contains(t, stored[0].Flags, imap.FlagDeleted)
	expunged, err := c.Expunge().Collect()
	require.NoError(t, err)
	require.Equal(t, []uint32{2}, expunged)

	moved, err := c.Move(imap.UIDSetNum(3), "Archive").Wait()
	require.NoError(t, err)
	require.Equal(t, imap.UIDSetNum(3), moved.SourceUIDs)
	copied, err := c.Copy(imap.SeqSetNum(1), "Sent").Wait()
	require.NoError(t, err)
	require.Equal(t, imap.UIDSetNum(1), copied.DestUIDs)

	// spec: imap.special-use
	list, err := c.List("", "%", &imap.ListOptions{ReturnStatus: &imap.StatusOptions{NumMessages: true, UIDNext: true, Size: true}}).Collect()
	require.NoError(t, err)
	uses := map[string][]imap.MailboxAttr{}
	for _, l := range list {
		uses[l.Mailbox] = l.Attrs
		require.NotNil(t, l.Status.NumMessages)
	}
	require.Contains(t, uses["Sent"], imap.MailboxAttrSent)
	require.Contains(t, uses["Trash"], imap.MailboxAttrTrash)

	require.NoError(t, c.Create("Bücher/Neu", &imap.CreateOptions{SpecialUse: []imap.MailboxAttr{imap.MailboxAttrJunk}}).Wait())
	require.NoError(t, c.Rename("Bücher/Neu", "Bücher/Alt", nil).Wait())
	require.NoError(t, c.Subscribe("Bücher/Alt").Wait())
	status, err := c.Status("Bücher/Alt", &imap.StatusOptions{NumMessages: true, NumUnseen: true, UIDValidity: true, HighestModSeq: true}).Wait()
	require.NoError(t, err)
	require.Equal(t, "Bücher/Alt", status.Mailbox)
	_, err = c.Namespace().Wait()
	require.NoError(t, err)
	id, err := c.ID(nil).Wait()
	require.NoError(t, err)
	require.Equal(t, "mailsim", id.Name)
	sorted, err := c.UIDSort(&imapclient.SortOptions{
		SortCriteria:   []imapclient.SortCriterion{{Key: imapclient.SortKeyArrival, Reverse: true}},
		SearchCriteria: &imap.SearchCriteria{},
	}).Wait()
	require.NoError(t, err)
	require.Equal(t, []uint32{1}, sorted)
	threads, err := c.Thread(&imapclient.ThreadOptions{Algorithm: imap.ThreadReferences, SearchCriteria: &imap.SearchCriteria{}}).Wait()
	require.NoError(t, err)
	require.Len(t, threads, 1)
	_, err = c.Enable(imap.CapIMAP4rev2).Wait()
	require.NoError(t, err)
	require.NoError(t, c.Unselect().Wait())
	require.NoError(t, c.Logout().Wait())
}

// spec: imap.idle
func TestIdleTellsOfMailAtOnce(t *testing.T) {
	t.Parallel()
	b := newMemBackend()
	_, addr := startServer(t, b, Options{})
	exists := make(chan uint32, 10)
	c := dialClient(t, addr, &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(d *imapclient.UnilateralDataMailbox) {
			if d.NumMessages != nil {
				exists <- *d.NumMessages
			}
		},
	}})
	// What comes between the last command and IDLE is not lost.
	b.acct.deliver("INBOX", "Received: by x\r\n", plainMail)
	idle, err := c.Idle()
	require.NoError(t, err)
	require.Equal(t, uint32(1), <-exists)
	b.acct.deliver("INBOX", "Received: by x\r\n", plainMail)
	require.Equal(t, uint32(2), <-exists)
	require.NoError(t, idle.Close())
	require.NoError(t, idle.Wait())
	data, err := c.Fetch(imap.SeqSetNum(2), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{}}}).Collect()
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(data[0].FindBodySection(&imap.FetchItemBodySection{}), []byte("Received: by x\r\nFrom: Fred")))
}
