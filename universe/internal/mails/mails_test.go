package mails_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// submit sends a mail as SMTP would.
func submit(t testing.TB, u *engine.Universe, from string, n int, to ...string) {
	t.Helper()
	s := u.NewSession(mailsim.SessionInfo{Proto: "smtp", Remote: "192.0.2.1"})
	defer s.Close()
	id := "" // that of a mail which has none
	if n > 0 {
		id = fmt.Sprintf("Message-ID: <%d@app.test>\r\n", n)
	}
	_, err := s.Submit(t.Context(), mailsim.Envelope{From: from, To: to, Proto: "smtp", Helo: "app.test"}, "From: "+from+"\r\nSubject: nr "+fmt.Sprint(n)+"\r\n"+id+"\r\nCould you tell me by tomorrow which of the two offers you would like to take?\r\n")
	require.NoError(t, err)
}

func subjects(t testing.TB, u *engine.Universe) (out []string) {
	t.Helper()
	list, _ := u.Submissions(0)
	for _, s := range list {
		whole, err := u.Submission(s.ID)
		require.NoError(t, err)
		assert.Equal(t, s.MessageID, whole.MessageID)
		var subject string
		_, _ = fmt.Sscanf(whole.Raw[len("From: "+whole.Envelope.From+"\r\n"):], "Subject: nr %s", &subject)
		out = append(out, subject)
	}
	return out
}

// A submission is one mail however many copies there are, in the order in which they came.
func TestSubmissions(t *testing.T) {
	t.Parallel()
	for _, asked := range []bool{false, true} { // before the mails come, or after them
		u := testkit.New(t, mailsim.Options{})
		if asked {
			u.Submissions(0)
		}
		submit(t, u, "app@ours.test", 1, "a@x.test", "b@x.test", "c@x.test")
		submit(t, u, "app@ours.test", 1, "a@x.test") // the same Message-ID
		submit(t, u, "app@ours.test", 0, "a@x.test") // none
		submit(t, u, "", 2, "d@x.test")              // no sender: no copy in Sent
		_, err := u.Inject(t.Context(), mailsim.Inject{To: "a@x.test", From: "z@x.test", Subject: "nr 9", Text: "no submission"})
		require.NoError(t, err)
		assert.Equal(t, []string{"1", "1", "0", "2"}, subjects(t, u))
		list, version := u.Submissions(0)
		assert.Equal(t, "smtp", list[0].Proto)
		assert.Len(t, list[0].ID, 12)
		assert.NotEqual(t, list[0].ID, list[1].ID)
		assert.Equal(t, "<"+list[2].ID+"@"+u.Domain()+">", list[2].MessageID)
		whole, err := u.Submission(list[0].ID)
		require.NoError(t, err)
		assert.Equal(t, []string{"a@x.test", "b@x.test", "c@x.test"}, whole.Envelope.To)
		same, again := u.Submissions(version)
		assert.Nil(t, same)
		assert.Equal(t, version, again)
		_, err = u.Submission("NOSUCHMAIL00")
		assert.ErrorIs(t, err, mailsim.ErrNotFound)
	}
}

// What leaves the last folder is gone, by whichever way; what is reset is too.
func TestSubmissionsFollow(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	submit(t, u, "app@ours.test", 1, "a@x.test")
	submit(t, u, "", 2, "a@x.test")
	assert.Equal(t, []string{"1", "2"}, subjects(t, u))
	box, err := u.Access("a@x.test")
	require.NoError(t, err)
	_, err = box.StoreFlags(t.Context(), "INBOX", []uint32{1, 2}, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagDeleted}, nil)
	require.NoError(t, err)
	_, err = box.Expunge(t.Context(), "INBOX", nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"1"}, subjects(t, u), "the other has a copy in Sent")
	_, err = u.Reset(t.Context())
	require.NoError(t, err)
	assert.Empty(t, subjects(t, u))
	submit(t, u, "app@ours.test", 3, "a@x.test")
	assert.Equal(t, []string{"3"}, subjects(t, u))
	box, err = u.Access("a@x.test")
	require.NoError(t, err)
	require.NoError(t, box.RenameFolder(t.Context(), "INBOX", "Old"))
	require.NoError(t, box.DeleteFolder(t.Context(), "Old"))
	assert.Equal(t, []string{"3"}, subjects(t, u))
}

// A deletion takes every copy, and what was planned; nothing else.
func TestDeleteSubmissions(t *testing.T) {
	t.Parallel()
	u := testkit.FromFile(t, "personas: [{name: Anna, addresses: [anna@x.test], temperament: responsive}]", mailsim.Options{Frozen: true})
	submit(t, u, "app@ours.test", 1, "anna@x.test", "b@x.test", "late+slow2h@x.test")
	submit(t, u, "app@ours.test", 1, "b@x.test")
	submit(t, u, "app@ours.test", 2, "anna@x.test")
	list, _ := u.Submissions(0)
	require.Len(t, list, 3)
	box, err := u.Access("b@x.test")
	require.NoError(t, err)
	require.NoError(t, box.CreateFolder(t.Context(), "Kept", ""))
	_, err = box.Copy(t.Context(), "INBOX", []uint32{1}, "Kept")
	require.NoError(t, err)

	n, err := u.DeleteSubmissions(t.Context(), list[0].ID, "NOSUCHMAIL00", list[0].ID)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	assert.Equal(t, []string{"1", "2"}, subjects(t, u))
	n, err = u.DeleteSubmissions(t.Context(), list[1].ID, list[0].ID)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	var kinds []mailsim.JobKind
	for _, j := range jobs {
		if j.MessageID == "<1@app.test>" {
			kinds = append(kinds, j.Kind)
			assert.Equal(t, mailsim.StateSkipped, j.State)
		}
	}
	assert.Equal(t, []mailsim.JobKind{mailsim.JobDelivery, mailsim.JobReply}, kinds)
	var told []mailsim.MailDeleted
	for _, d := range mailsim.EventsOf[mailsim.MailDeleted](u.Log(mailsim.EventFilter{})) {
		told = append(told, d)
	}
	assert.Equal(t, []mailsim.MailDeleted{
		{ID: list[0].ID, MessageID: "<1@app.test>", Subject: "nr 1", Copies: 4}, {ID: list[1].ID, MessageID: "<1@app.test>", Subject: "nr 1", Copies: 2},
	}, told)
	_, err = u.Advance(t.Context(), 30*24*time.Hour)
	require.NoError(t, err)
	for _, m := range u.Mailboxes() {
		for _, folder := range []string{"INBOX", "Sent"} {
			mails, err := u.Messages(m.Address, mailsim.MessageFilter{Folder: folder})
			require.NoError(t, err)
			for _, mail := range mails {
				assert.NotEqual(t, "nr 1", mail.Subject)
			}
		}
	}
	for _, sent := range mailsim.EventsOf[mailsim.PersonaSent](u.Log(mailsim.EventFilter{})) {
		assert.NotContains(t, sent.Subject, "nr 1")
	}
}

// Many are deleted in one step, and the index follows while mail comes in.
func TestDeleteWhileMailArrives(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	var all sync.WaitGroup
	for k := range 4 {
		all.Go(func() {
			for n := range 100 {
				submit(t, u, fmt.Sprintf("app%d@ours.test", k), 1+k*1000+n, "a@x.test", "b@x.test")
			}
		})
	}
	for range 20 {
		list, _ := u.Submissions(0)
		var ids []string
		for i, s := range list {
			if i%2 == 0 {
				ids = append(ids, s.ID)
			}
		}
		_, err := u.DeleteSubmissions(context.Background(), ids...)
		require.NoError(t, err)
	}
	all.Wait()
	list, _ := u.Submissions(0)
	for i := 1; i < len(list); i++ {
		assert.Less(t, list[i-1].Mark, list[i].Mark)
	}
	assert.Equal(t, 3*len(list), copies(u))
	var ids []string
	for _, s := range list {
		ids = append(ids, s.ID)
	}
	n, err := u.DeleteSubmissions(t.Context(), ids...)
	require.NoError(t, err)
	assert.Equal(t, len(list), n)
	assert.Zero(t, copies(u))
	assert.Empty(t, subjects(t, u))
}

func copies(u *engine.Universe) (n int) {
	u.Read(func(v state.View) {
		for _, m := range post.Boxes.In(v.State).M {
			for _, f := range m.Folders {
				n += f.Len()
			}
		}
	})
	return n
}
