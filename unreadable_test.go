package mailsim_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/pop3d"
	"github.com/mailsim/mailsim/store/storetest"
	"github.com/mailsim/mailsim/universe"
)

// Mails whose bytes a store does not give: methods return an error, doors answer one.

// stored is a universe on a store, with mail of which no byte is in memory.
type stored struct {
	*mailsim.Universe
	store *storetest.Failing
	texts []string // what a method may be asked for
	ref   mailsim.Ref
}

// reopened fills a store, and opens it anew.
func reopened(t *testing.T) stored {
	ctx := context.Background()
	m := &storetest.Memory{Bodies: true}
	u, err := universe.Open(ctx, m.Open(), mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	p, err := u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"anna@client.test"}})
	require.NoError(t, err)
	_, err = u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Username: "app", Password: "secret"})
	require.NoError(t, err)
	id, err := u.Send(ctx, mailsim.Outgoing{From: sender, To: []string{"anna@client.test"}, Subject: "Offer", Text: "Do you agree?"})
	require.NoError(t, err)
	ref, err := u.Inject(ctx, mailsim.Inject{To: sender, Raw: "From: anna@client.test\r\nSubject: Kept\r\nMessage-ID: <kept@client.test>\r\n\r\nkept\r\n"})
	require.NoError(t, err)
	share, err := u.CreateShare(ctx, ref, time.Hour)
	require.NoError(t, err)
	jobs, err := u.Jobs(mailsim.JobFilter{})
	require.NoError(t, err)
	require.NotEmpty(t, jobs)
	require.NoError(t, u.Close())
	s := stored{store: storetest.NewFailing(m.Open()), ref: ref, texts: []string{"anna@client.test", sender, id, "<kept@client.test>", p.ID, share.ID, jobs[0].ID, "agree"}}
	s.Universe, err = universe.Open(ctx, s.store.WithBodies(), mailsim.Options{HashCost: 4})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// asked calls a method for one of the texts, and tells what it panicked with and its errors.
func (s stored) asked(ctx context.Context, m reflect.Value, text string) (panicked any, all error) {
	defer func() { panicked = recover() }()
	t := m.Type()
	var args []reflect.Value
	for i := range t.NumIn() {
		if in := t.In(i); !t.IsVariadic() || i < t.NumIn()-1 {
			v := plausible(in, ctx)
			switch x := v.Addr().Interface().(type) {
			case *string:
				*x = text
			case *mailsim.Ref:
				*x = s.ref
			case *mailsim.Event:
				x.ID = 1
			case *io.Writer:
				*x = io.Discard
			case *mailsim.Match:
				x.Subject = "Kept"
			}
			args = append(args, v)
		} else if in.Elem() == reflect.TypeFor[string]() {
			args = append(args, reflect.ValueOf(text))
		}
	}
	for _, out := range m.Call(args) {
		if err, is := out.Interface().(error); is {
			all = errors.Join(all, err)
		}
		if out.Kind() == reflect.Func && out.Type().NumIn() == 1 && out.Type().In(0).NumIn() == 2 { // a sequence with errors
			out.Call([]reflect.Value{reflect.MakeFunc(out.Type().In(0), func(in []reflect.Value) []reflect.Value {
				err, _ := in[1].Interface().(error)
				all = errors.Join(all, err)
				return []reflect.Value{reflect.ValueOf(err == nil)}
			})})
		}
	}
	return nil, all
}

// returnsError tells whether a method, or the sequence it returns, has a place for an error.
func returnsError(m reflect.Type) bool {
	failure := reflect.TypeFor[error]()
	for i := range m.NumOut() {
		out := m.Out(i)
		if out == failure || out.Kind() == reflect.Func && out.NumIn() == 1 && out.In(0).NumIn() == 2 && out.In(0).In(1) == failure {
			return true
		}
	}
	return false
}

// TestUnreadableMails: no method that can return an error panics where the store gives no bytes
// of mails, and what reads them returns one. The store's failure is the cause.
func TestUnreadableMails(t *testing.T) {
	t.Parallel()
	reads := map[string]bool{}
	for _, name := range []string{"Attachment", "Conversation", "DeleteMail", "Events", "Export", "Follow", "Inspect", "LearnPersona", "Mail", "MailHTML", "Mails", "Message", "Messages", "OpenShare", "Raw", "Save", "Search", "Story", "Threads", "UpdateMessage", "Wait", "Fork"} {
		reads[name] = true
	}
	methods := reflect.TypeFor[*mailsim.Universe]()
	for i := range methods.NumMethod() {
		m := methods.Method(i)
		if !returnsError(m.Type) || m.Name == "SaveFile" {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			failed := false
			for n := range 8 {
				synctest.Test(t, func(t *testing.T) {
					s := reopened(t)
					s.store.FailBodies(true)
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
					defer cancel()
					panicked, err := s.asked(ctx, reflect.ValueOf(s.Universe).Method(i), s.texts[n])
					require.Nil(t, panicked)
					if errors.Is(err, storetest.ErrOnDemand) {
						failed = true
						assert.ErrorIs(t, err, mailsim.ErrInternal)
					}
				})
			}
			assert.True(t, failed || !reads[m.Name], "no mail was read")
		})
	}
}

// TestClosedWhileRead: of a universe that was closed with its store, or by a cell that opens
// it again, whoever reads mails hears so.
func TestClosedWhileRead(t *testing.T) {
	t.Parallel()
	s := reopened(t)
	require.NoError(t, s.Close())
	s.store.FailBodies(true)
	_, err := s.Messages(sender, mailsim.MessageFilter{})
	assert.EqualError(t, err, "the universe is closed")
	assert.ErrorIs(t, err, mailsim.ErrConflict)

	_, u := asleep(t)
	_, err = u.Messages(sender, mailsim.MessageFilter{})
	assert.ErrorIs(t, err, mailsim.ErrFenced)
	api := httpapi.New(u, httpapi.Options{Anonymous: mailsim.RoleAdmin})
	w := httptest.NewRecorder()
	api.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/api/mailboxes/"+sender+"/messages", nil))
	assert.Equal(t, http.StatusServiceUnavailable, w.Code, w.Body)
	assert.Equal(t, "1", w.Header().Get("Retry-After"))
}

// asleep is a universe that a cell has closed, whose store gives nothing any more, and the cell.
func asleep(t *testing.T) (*mailsim.Cell, *mailsim.Universe) {
	ctx := context.Background()
	m := &storetest.Memory{Bodies: true}
	c, err := universe.NewCell(mailsim.CellOptions{Open: func(context.Context, mailsim.UniverseRecord) (mailsim.Store, mailsim.Options, error) {
		s := storetest.NewFailing(m.Open())
		s.FailBodies(true)
		return s.WithBodies(), mailsim.Options{HashCost: 4, CacheBytes: 1}, nil
	}})
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, c.SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	_, err = c.CreateUniverse(ctx, "Acme", mailsim.Options{ID: "one", HashCost: 4})
	require.NoError(t, err)
	u, err := c.Universe("one")
	require.NoError(t, err)
	_, err = u.CreateLogin(ctx, mailsim.NewLogin{Address: sender, Username: "app", Password: "secret"})
	require.NoError(t, err)
	_, err = u.Inject(ctx, mailsim.Inject{To: sender, Raw: "Subject: Kept\r\n\r\nkept\r\n"})
	require.NoError(t, err)
	require.NoError(t, c.Sleep(ctx, "one"))
	u, err = c.Universe("one") // no byte of it is in memory
	require.NoError(t, err)
	require.NoError(t, c.Sleep(ctx, "one"))
	return c, u
}

// TestUnreadableAtDoors: what needs the mail is refused for now, and the session goes on unless
// an answer had begun.
func TestUnreadableAtDoors(t *testing.T) {
	t.Parallel()
	s := reopened(t)
	api := httpapi.New(s.Universe, httpapi.Options{Anonymous: mailsim.RoleAdmin})
	boxes, drops := imapd.New(s.Universe, imapd.Options{}), pop3d.New(s.Universe, pop3d.Options{})
	talk := func(serve func(net.Listener) error, lines ...string) string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		go func() { _ = serve(l) }()
		c, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		_, err = fmt.Fprint(c, strings.Join(lines, "\r\n")+"\r\n")
		require.NoError(t, err)
		answer, err := io.ReadAll(c)
		require.NoError(t, err)
		return string(answer)
	}
	t.Cleanup(func() { _ = boxes.Close(); _ = drops.Close() })

	s.store.FailBodies(true)
	w := httptest.NewRecorder()
	api.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/api/mailboxes/"+sender+"/messages", nil))
	assert.Equal(t, http.StatusInternalServerError, w.Code)
	assert.JSONEq(t, `{"error":"a mail cannot be read from the store"}`, w.Body.String())

	answer := talk(boxes.Serve, "1 LOGIN app secret", "2 SELECT INBOX", "3 SEARCH HEADER X-Other kept", "4 FETCH 1 FLAGS", "5 FETCH 1 BODY[TEXT]")
	assert.Contains(t, answer, "3 NO [UNAVAILABLE] a mail cannot be read from the store\r\n")
	assert.Contains(t, answer, "4 OK")
	assert.Contains(t, answer, "\r\n* BYE [UNAVAILABLE] a mail cannot be read from the store\r\n") // the answer had begun

	answer = talk(drops.Serve, "USER app", "PASS secret", "QUIT") // the sizes of its mails
	assert.Contains(t, answer, "-ERR [SYS/TEMP] the mailbox cannot be opened\r\n")
	s.store.FailBodies(false)
	answer = talk(drops.Serve, "USER app", "PASS secret", "RETR 1", "QUIT") // nobody has the maildrop
	assert.Contains(t, answer, "kept")
}
