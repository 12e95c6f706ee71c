package respell_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/persist"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

const (
	ascii   = "jo@xn--mnchen-3ya.test"
	unicode = "jo@münchen.test"
)

// TestOneMailbox: whichever spelling of a domain is used, it is one mailbox, login and person.
func TestOneMailbox(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	ctx := context.Background()
	p := testkit.AddPerson(t, u, unicode, nil)
	_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "ann@xn--mnchen-3ya.test", Password: "a secret"})
	require.NoError(t, err)
	require.NoError(t, testkit.SendHello(u, ascii))
	require.NoError(t, testkit.SendHello(u, "JO@XN--MNCHEN-3YA.TEST", unicode))

	a, err := u.WaitNewest(ctx, mailsim.Match{To: unicode})
	require.NoError(t, err)
	assert.Equal(t, unicode, a.Message.Address)
	assert.Len(t, testkit.Inbox(t, u, ascii), 2)
	who, err := u.PersonaByAddress(ascii)
	require.NoError(t, err)
	assert.Equal(t, p.ID, who.ID)
	check, err := u.CheckPassword(ctx, "ann@münchen.test", mailsim.PasswordCheck{Password: "a secret"})
	require.NoError(t, err)
	assert.True(t, check.IMAP.OK)
	mails, err := u.Mails(ctx, mailsim.MailFilter{Address: ascii})
	require.NoError(t, err)
	assert.Len(t, mails.Mails, 2)

	_, err = u.SetRecipients(ctx, mailsim.Recipients{Default: mailsim.Rule{Create: new(true)}, Domains: map[string]mailsim.Rule{"xn--mnchen-3ya.test": {Create: new(false)}}, Status: map[string]mailsim.MailboxStatus{ascii: mailsim.StatusFull}})
	require.NoError(t, err)
	refused, _ := testkit.SubmitTo(t, u, "a@b.test", "new@münchen.test", "new@other.test")
	assert.Len(t, refused, 1)
	assert.Equal(t, mailsim.StatusFull, u.Recipients().Status[unicode])
	for _, m := range u.Mailboxes() {
		assert.NotContains(t, m.Address, "xn--")
	}
}

// older is a saved universe in which an address is in A-labels, as earlier versions kept it.
func older(t *testing.T, saved, address string) string {
	t.Helper()
	l, err := persist.ReadSaved(strings.NewReader(saved))
	require.NoError(t, err)
	out := persist.NewLoader()
	for table, records := range l.Records {
		for key, value := range records {
			switch table {
			case "mailbox", persist.FolderTable, persist.CopyTable, "expunged", "counter", "used", "login", "relation", "share", "settings", "persona":
				key, value = strings.ReplaceAll(key, address, ascii), []byte(strings.ReplaceAll(string(value), address, ascii))
			}
			out.Add(mailsim.Record{Table: table, Key: key, Value: value})
		}
	}
	return testkit.Written(t, out)
}

// TestOlderMailbox: a mailbox that an earlier version kept in A-labels opens under either
// spelling, with what else is kept under its address, and stays so.
func TestOlderMailbox(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.AddPerson(t, u, "jo@there.test", nil)
	require.NoError(t, testkit.SendHello(u, "jo@there.test"))
	_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "jo@there.test", Password: "a secret", Username: "jo"})
	require.NoError(t, err)
	_, err = u.SetMailboxStatus(ctx, "jo@there.test", mailsim.StatusFull)
	require.NoError(t, err)
	store := &testkit.RecordStore{}
	v, err := engine.LoadInto(ctx, store, strings.NewReader(older(t, testkit.Saved(t, u), "jo@there.test")), testkit.LoadOptions())
	require.NoError(t, err)
	look := func(v *engine.Universe) {
		t.Helper()
		assert.Len(t, testkit.Inbox(t, v, unicode), 1)
		assert.Len(t, testkit.Inbox(t, v, ascii), 1)
		assert.Equal(t, mailsim.StatusFull, v.Recipients().Status[unicode])
		check, err := v.CheckPassword(ctx, unicode, mailsim.PasswordCheck{Username: "jo", Password: "a secret"})
		require.NoError(t, err)
		assert.True(t, check.IMAP.OK)
		who, err := v.PersonaByAddress(unicode)
		require.NoError(t, err)
		rel, err := v.Relations(who.ID)
		require.NoError(t, err)
		assert.Len(t, rel.Relations, 1)
	}
	look(v)
	assert.Empty(t, keys(store))
	require.NoError(t, v.Close())
	again, err := engine.Open(ctx, store, testkit.LoadOptions())
	require.NoError(t, err)
	look(again)
	require.NoError(t, again.Close())
}

// keys are those of a store's records that name an address in A-labels.
func keys(s *testkit.RecordStore) (out []string) {
	for r := range s.Load(context.Background()) {
		if strings.Contains(r.Key, "xn--") {
			out = append(out, r.Table+" "+r.Key)
		}
	}
	return out
}

// TestBothSpellings: of two mailboxes of an earlier version the one in U-labels takes over
// the mail of the other one, and shares of it still show their mail.
func TestBothSpellings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	for i, to := range []string{unicode, "jo@there.test", unicode, "jo@there.test", "jo@there.test"} {
		testkit.Inject(t, u, mailsim.Inject{To: to, Raw: "Subject: mail " + string(rune('0'+i)) + "\r\nMessage-ID: <" + string(rune('0'+i)) + "@x.test>\r\n\r\n"})
	}
	testkit.Inject(t, u, mailsim.Inject{To: "jo@there.test", Folder: "Bills", Raw: "Subject: bill\r\n\r\n"})
	for _, a := range []string{unicode, "jo@there.test"} {
		_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: a, Password: "secret of " + a})
		require.NoError(t, err)
	}
	share, err := u.CreateShare(ctx, mailsim.Ref{Address: "jo@there.test", Folder: "INBOX", UID: 1}, time.Hour)
	require.NoError(t, err)
	kept, err := u.CreateShare(ctx, mailsim.Ref{Address: unicode, Folder: "INBOX", UID: 1}, time.Hour)
	require.NoError(t, err)
	store := &testkit.RecordStore{}
	v, err := engine.LoadInto(ctx, store, strings.NewReader(older(t, testkit.Saved(t, u), "jo@there.test")), testkit.LoadOptions())
	require.NoError(t, err)
	look := func(v *engine.Universe) {
		t.Helper()
		var subjects []string
		for _, m := range testkit.Inbox(t, v, ascii) {
			subjects = append(subjects, m.Subject)
		}
		assert.ElementsMatch(t, []string{"mail 0", "mail 1", "mail 2", "mail 3", "mail 4"}, subjects)
		bills, err := v.Messages(unicode, mailsim.MessageFilter{Folder: "Bills"})
		require.NoError(t, err)
		assert.Len(t, bills, 1)
		shown, err := v.OpenShare(ctx, share.ID)
		require.NoError(t, err)
		assert.Equal(t, "mail 1", shown.Message.Subject)
		shown, err = v.OpenShare(ctx, kept.ID)
		require.NoError(t, err)
		assert.Equal(t, "mail 0", shown.Message.Subject)
		check, err := v.CheckPassword(ctx, ascii, mailsim.PasswordCheck{Password: "secret of " + unicode})
		require.NoError(t, err)
		assert.True(t, check.IMAP.OK)
		assert.Len(t, v.Logins(), 1)
		assert.Equal(t, 1, v.Status().Mailboxes)
		assert.Equal(t, 6, v.Status().Messages)
	}
	look(v)
	assert.Empty(t, keys(store))
	require.NoError(t, v.Close())
	again, err := engine.Open(ctx, store, testkit.LoadOptions())
	require.NoError(t, err)
	look(again)
	require.NoError(t, again.Close())
}

// TestPersonWithBothSpellings opens, and has one of them.
func TestPersonWithBothSpellings(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	p := testkit.AddPerson(t, u, unicode, func(p *mailsim.Persona) { p.Addresses = append(p.Addresses, "jo@there.test") })
	v := testkit.Load(t, older(t, testkit.Saved(t, u), "jo@there.test"), testkit.LoadOptions())
	assert.Equal(t, []string{unicode}, testkit.Person(t, v, p.ID).Addresses)
}
