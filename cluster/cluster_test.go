package cluster_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/cluster"
	"github.com/mailsim/mailsim/cluster/internal/dsns"
	"github.com/mailsim/mailsim/httpapi"
	"github.com/mailsim/mailsim/imapd"
	"github.com/mailsim/mailsim/pop3d"
	"github.com/mailsim/mailsim/provider"
	"github.com/mailsim/mailsim/smtpd"
	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

const (
	secret   = "the secret of a cluster in a test"
	adminKey = "server-admin-key-0123456789"
)

// server is the one that most tests share; nil where PostgreSQL is not installed.
var server *pgtest.Server

func TestMain(m *testing.M) {
	if dsn := os.Getenv(childEnv); dsn != "" {
		child(dsn)
	}
	var err error
	if server, err = pgtest.Run(); err != nil && !errors.Is(err, pgtest.ErrMissing) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	flag.Parse()
	code := m.Run()
	if server != nil {
		server.Close()
	}
	os.Exit(code)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func database(t testing.TB) string {
	t.Helper()
	if server == nil {
		t.Skip("PostgreSQL is not installed")
	}
	return server.Database(t)
}

// member is a node with its doors.
type member struct {
	*cluster.Node
	HTTP, SMTP, IMAP string
	POP3, Provider   string
	close            func()
}

// join starts a node and its doors.
func join(dsn, name string, lease time.Duration) (*member, error) {
	n, err := cluster.Start(context.Background(), dsns.Split(dsn), cluster.Options{
		Name: name, Secret: secret, Lease: lease,
		Listen: os.Getenv(childEnv + "_LISTEN"), Advertise: os.Getenv(childEnv + "_ADVERTISE"),
		Cell:     mailsim.CellOptions{Logger: childLog(), AdminKey: adminKey, HashCost: 4, Idle: time.Minute},
		Universe: mailsim.Options{HashCost: 4},
	})
	if err != nil {
		return nil, err
	}
	options := httpapi.Options{NoLimit: true, Cluster: n.InStatus}
	mail, boxes, drops := smtpd.New(n.Host(), smtpd.Options{}), imapd.New(n.Host(), imapd.Options{}), pop3d.New(n.Host(), pop3d.Options{})
	doors := provider.New(n.Cell(), provider.Options{Elsewhere: n.Forward})
	options.Mount = map[string]http.Handler{"/provider/": doors}
	within := httpapi.New(n.Cell(), cluster.InnerOptions(options))
	options.Elsewhere = n.Forward
	outside := httpapi.New(n.Cell(), options)
	n.Serve(within, mail, boxes, drops)
	web := httptest.NewServer(outside)
	own := httptest.NewServer(doors)
	m := &member{Node: n, HTTP: web.URL, Provider: own.URL}
	for _, d := range []struct {
		at    *string
		serve func(net.Listener) error
	}{{&m.SMTP, mail.Serve}, {&m.IMAP, boxes.Serve}, {&m.POP3, drops.Serve}} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		*d.at = l.Addr().String()
		go func() { _ = d.serve(l) }()
	}
	m.close = func() {
		web.CloseClientConnections()
		mail.Close()
		boxes.Close()
		drops.Close()
		web.Close()
		own.Close()
		n.Close()
	}
	return m, nil
}

// start is join until the test ends, when others know the node.
func start(t *testing.T, dsn, name string) *member {
	t.Helper()
	m, err := join(dsn, name, time.Second)
	check(t, err)
	t.Cleanup(m.close)
	return m
}

// eventually waits for something that takes heartbeats.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within 20 s: %s", what)
		}
	}
}

// spread makes a universe for each node, which it owns, and returns their ids by node.
func spread(t *testing.T, nodes ...*member) map[string]string {
	t.Helper()
	ctx := context.Background()
	for _, m := range nodes {
		eventually(t, "all nodes know each other", func() bool { return len(m.Status().Nodes) == len(nodes) })
	}
	check(t, nodes[0].Cell().SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	out := map[string]string{}
	for i := 0; len(out) < len(nodes); i++ {
		id := fmt.Sprintf("u_%d", i)
		name := nodes[0].Owner(id)
		if out[name] != "" {
			continue
		}
		_, err := nodes[0].Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: id, HashCost: 4})
		check(t, err)
		out[name] = id
	}
	for _, m := range nodes {
		eventually(t, "a universe comes to its owner", func() bool { _, err := m.Cell().Universe(out[m.Name()]); return err == nil })
	}
	return out
}

// call asks the API of a node.
func call(m *member, key, universe, method, path, body string) (int, string, http.Header) {
	r, err := http.NewRequest(method, m.HTTP+path, strings.NewReader(body))
	if err != nil {
		return 0, err.Error(), nil
	}
	r.Header.Set("Authorization", "Bearer "+key)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if universe != "" {
		r.Header.Set("X-Service-Universe", universe)
	}
	answer, err := (&http.Client{Timeout: 30 * time.Second}).Do(r)
	if err != nil {
		return 0, err.Error(), nil
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), answer.Header
}

func want(t *testing.T, status int, m *member, key, universe, method, path, body string) string {
	t.Helper()
	got, text, _ := call(m, key, universe, method, path, body)
	if got != status {
		t.Fatalf("%s %s: %d %s", method, path, got, text)
	}
	return text
}

// TestAnyNode: each node takes any request and any session, whoever owns the universe.
func TestAnyNode(t *testing.T) {
	t.Parallel()
	dsn := database(t)
	a, b := start(t, dsn, "a"), start(t, dsn, "b")
	theirs := spread(t, a, b)["b"]
	u, err := b.Cell().Universe(theirs)
	check(t, err)
	key, k, err := u.CreateKey(context.Background(), "ci", mailsim.RoleAdmin)
	check(t, err)

	want(t, 200, a, key, "", "GET", "/api/status", "")
	var at struct{ Cluster *httpapi.Cluster }
	check(t, json.Unmarshal([]byte(want(t, 200, a, adminKey, theirs, "GET", "/api/status", "")), &at))
	if c := at.Cluster; c == nil || c.Owner != "b" || c.Epoch != b.Status().Universes[0].Epoch || c.Process == nil || len(c.Process.Nodes) != 2 || c.Process.Lag < 0 || c.Process.Universes != 1 {
		t.Fatalf("%+v", at.Cluster)
	}
	at.Cluster = nil
	check(t, json.Unmarshal([]byte(want(t, 200, a, key, "", "GET", "/api/status", "")), &at))
	if c := at.Cluster; c == nil || c.Owner != "b" || c.Process != nil {
		t.Fatalf("for a tenant: %+v", at.Cluster)
	}
	want(t, 200, a, adminKey, "", "GET", "/api/universes", "")
	for _, p := range []string{"one", "two"} {
		want(t, 200, a, key, "", "POST", "/api/accounts", fmt.Sprintf(`{"address":"%s@ours.test","username":"%s","password":"secret of %s"}`, p, p, p))
	}
	if got := a.Status(); got.Forwarded < 3 || len(got.Universes) > 1 {
		t.Fatalf("%+v", got)
	}

	t.Run("a stream is passed on at once", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		r, _ := http.NewRequestWithContext(ctx, "GET", a.HTTP+"/api/events/stream", nil)
		r.Header.Set("Authorization", "Bearer "+key)
		answer, err := http.DefaultClient.Do(r)
		check(t, err)
		defer answer.Body.Close()
		_, err = u.Send(ctx, mailsim.Outgoing{From: "one@ours.test", To: []string{"two@ours.test"}, Subject: "streamed", Text: "x"})
		check(t, err)
		lines := bufio.NewScanner(answer.Body)
		for lines.Scan() && !strings.Contains(lines.Text(), "mail.delivered") {
		}
		if !strings.Contains(lines.Text(), "mail.delivered") {
			t.Fatal(lines.Err())
		}
	})

	t.Run("SMTP", func(t *testing.T) {
		check(t, send(a.SMTP, "one", "secret of one", "one@ours.test", "two@ours.test", "over another node"))
		mails, err := u.Messages("two@ours.test", mailsim.MessageFilter{})
		check(t, err)
		if len(mails) == 0 || mails[0].Subject != "over another node" {
			t.Fatalf("%+v", mails)
		}
		if err := send(a.SMTP, "one", "wrong", "one@ours.test", "two@ours.test", "x"); err == nil || !strings.Contains(err.Error(), "535") {
			t.Fatal(err)
		}
		seen := false
		for e := range u.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventAuthOK}}) {
			d := e.Data.(mailsim.AuthOK)
			seen = seen || d.Proto == "smtp" && d.Remote == "127.0.0.1"
		}
		if !seen {
			t.Fatal("the owner was not told who logged in")
		}
	})

	t.Run("IMAP", func(t *testing.T) {
		c, err := net.Dial("tcp", a.IMAP)
		check(t, err)
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(20 * time.Second))
		r := bufio.NewReader(c)
		say := func(line, until string) (all string) {
			fmt.Fprint(c, line)
			for {
				got, err := r.ReadString('\n')
				all += got
				if err != nil || strings.HasPrefix(got, until) {
					return all
				}
			}
		}
		say("", "* OK")
		if got := say("1 LOGIN two \"wrong\"\r\n", "1 "); !strings.Contains(got, "1 NO") {
			t.Fatal(got)
		}
		if got := say("2 LOGIN two \"secret of two\"\r\n3 SELECT INBOX\r\n", "3 "); !strings.Contains(got, "2 OK") || !strings.Contains(got, "* 2 EXISTS") {
			t.Fatal(got)
		}
		if got := say("4 FETCH 2 BODY[HEADER.FIELDS (SUBJECT)]\r\n", "4 "); !strings.Contains(got, "over another node") {
			t.Fatal(got)
		}
		fmt.Fprint(c, "5 IDLE\r\n")
		r.ReadString('\n')
		check(t, b.Cell().Sleep(context.Background(), theirs))
		if got := say("", "* BYE"); !strings.Contains(got, "* BYE") {
			t.Fatal(got)
		}
	})
	t.Run("POP3", func(t *testing.T) {
		c, err := net.Dial("tcp", a.POP3)
		check(t, err)
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(20 * time.Second))
		r := bufio.NewReader(c)
		say := func(line, want string) {
			t.Helper()
			fmt.Fprint(c, line)
			if got, _ := r.ReadString('\n'); !strings.HasPrefix(got, want) {
				t.Fatalf("%q: %q", line, got)
			}
		}
		say("", "+OK")
		say("USER two\r\n", "+OK")
		say("PASS wrong\r\n", "-ERR [AUTH]")
		say("USER two\r\n", "+OK")
		say("PASS secret of two\r\n", "+OK ")
		say("STAT\r\n", "+OK 2 ")
		other, err := net.Dial("tcp", a.POP3)
		check(t, err)
		defer other.Close()
		fmt.Fprint(other, "USER two\r\nPASS secret of two\r\n")
		if text, _ := io.ReadAll(other); !strings.Contains(string(text), "-ERR [IN-USE]") {
			t.Fatalf("a second session: %q", text)
		}
		check(t, b.Cell().Sleep(context.Background(), theirs))
		say("", "-ERR [SYS/")
	})

	t.Run("provider", func(t *testing.T) {
		mail := `{"personalizations":[{"to":[{"email":"two@ours.test"}]}],"from":{"email":"one@ours.test"},"subject":"by a provider","content":[{"type":"text/plain","value":"Hello"}]}`
		for _, at := range []string{a.Provider + "/v3/mail/send", a.HTTP + "/provider/sendgrid/v3/mail/send"} {
			for try, status := range map[string]int{key: 202, "SG.wrong": 401} {
				r, err := http.NewRequest("POST", at, strings.NewReader(mail))
				check(t, err)
				r.Header.Set("Authorization", "Bearer "+try)
				r.Header.Set("Content-Type", "application/json")
				answer, err := http.DefaultClient.Do(r)
				check(t, err)
				text, _ := io.ReadAll(answer.Body)
				answer.Body.Close()
				if answer.StatusCode != status {
					t.Fatalf("%s: %d %s", at, answer.StatusCode, text)
				}
			}
		}
		mails, err := wake(b, theirs).Messages("two@ours.test", mailsim.MessageFilter{})
		check(t, err)
		if len(mails) != 4 || mails[0].Subject != "by a provider" {
			t.Fatalf("%+v", mails)
		}
	})
	if got := a.Status().Handed; got != 4 {
		t.Fatal(got)
	}
	check(t, wake(b, theirs).DeleteKey(context.Background(), k.Prefix))
	want(t, 401, a, key, "", "GET", "/api/status", "")
}

func wake(m *member, id string) *mailsim.Universe {
	u, err := m.Cell().Universe(id)
	if err != nil {
		panic(err)
	}
	return u
}

// send sends a mail after a login.
func send(addr, user, password, from, to, subject string) error {
	nc, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		return err
	}
	defer nc.Close()
	_ = nc.SetDeadline(time.Now().Add(20 * time.Second))
	c, err := smtp.NewClient(nc, "127.0.0.1")
	if err != nil {
		return err
	}
	if err := c.Auth(smtp.PlainAuth("", user, password, "127.0.0.1")); err != nil {
		return err
	}
	if err := errors.Join(c.Mail(from), c.Rcpt(to)); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "From: <%s>\r\nTo: <%s>\r\nSubject: %s\r\n\r\nHello\r\n", from, to, subject)
	return w.Close()
}

// TestPeople: who signed in at one node is known at the others, and who was dismissed at
// one has nothing left at the others: streams within a second.
func TestPeople(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dsn := database(t)
	a, b := start(t, dsn, "a"), start(t, dsn, "b")
	own := spread(t, a, b)
	check(t, a.Cell().SetUser(ctx, "Acme", mailsim.OrgUser{Email: "Ann@acme.test", Name: "Ann", Password: "secret", Role: mailsim.RoleAdmin}))
	check(t, a.Cell().SetOrg(ctx, mailsim.Org{Name: "Beta"}))
	check(t, b.Cell().SetUser(ctx, "Beta", mailsim.OrgUser{Email: "ann@acme.test", Role: mailsim.RoleViewer}))
	id, err := b.Cell().SignIn(ctx, "ANN@acme.test", "secret", "")
	check(t, err)
	if _, err := a.Cell().SignIn(ctx, "ann@acme.test", "wrong", ""); !errors.Is(err, mailsim.ErrUnauthorized) {
		t.Fatal(err)
	}
	who, err := a.Cell().Authenticate(ctx, mailsim.Credentials{Session: id})
	check(t, err)
	if me := who.Me(); me.User.Email != "Ann@acme.test" || len(me.Orgs) != 2 || len(me.Universes) != 2 {
		t.Fatalf("%+v", me)
	}
	_, err = a.Cell().Authenticate(ctx, mailsim.Credentials{Session: id, Universe: own["a"]})
	check(t, err)

	looked := make(chan struct{}, 100)
	defer a.Cell().WatchAccess(func() { looked <- struct{}{} })()
	for len(looked) > 0 {
		<-looked
	}
	check(t, b.Cell().DeleteUser(ctx, "Acme", "ann@acme.test"))
	began := time.Now()
	<-looked
	if took := time.Since(began); took > time.Second {
		t.Fatal(took)
	}
	if _, err = a.Cell().Authenticate(ctx, mailsim.Credentials{Session: id, Universe: own["a"]}); !errors.Is(err, mailsim.ErrForbidden) {
		t.Fatal(err)
	}
	check(t, b.Cell().SetUser(ctx, "Beta", mailsim.OrgUser{Email: "ann@acme.test", Password: "other", Role: mailsim.RoleViewer}))
	if _, err = a.Cell().Authenticate(ctx, mailsim.Credentials{Session: id}); !errors.Is(err, mailsim.ErrUnauthorized) {
		t.Fatal(err)
	}
	check(t, b.Cell().SetOrg(ctx, mailsim.Org{Name: "Acme", Suspended: true}))
	u := wake(a, own["a"])
	key, _, err := u.CreateKey(ctx, "ci", mailsim.RoleAdmin)
	check(t, err)
	eventually(t, "the suspension is known", func() bool { got, _, _ := call(a, key, "", "GET", "/api/status", ""); return got == 403 })
	if err := a.Cell().DeleteOrg(ctx, "Acme"); !errors.Is(err, mailsim.ErrConflict) {
		t.Fatal(err)
	}
	check(t, b.Cell().DeleteOrg(ctx, "Beta"))
	if _, err := a.Cell().SignIn(ctx, "ann@acme.test", "other", ""); !errors.Is(err, mailsim.ErrUnauthorized) {
		t.Fatal("who has no role any more is gone", err)
	}
}

// TestNames: a login name and a key lead to one universe, whichever nodes they are made at.
func TestNames(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dsn := database(t)
	a, b := start(t, dsn, "a"), start(t, dsn, "b")
	own := spread(t, a, b)
	one, two := wake(a, own["a"]), wake(b, own["b"])
	add := func(u *mailsim.Universe, address, username, password string) error {
		_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: address, Username: username, Password: password})
		return err
	}
	check(t, add(one, "app@ours.test", "app", "first"))
	if err := add(two, "APP@ours.test", "", "x"); err == nil || err.Error() != "login name already in use" {
		t.Fatal(err)
	}
	check(t, add(two, "other@ours.test", "", "x"))
	if _, err := two.UpdateLogin(ctx, "other@ours.test", mailsim.LoginPatch{Username: new("app")}); err == nil || err.Error() != "login name already in use" {
		t.Fatal(err)
	}
	_, err := one.UpdateLogin(ctx, "app@ours.test", mailsim.LoginPatch{Username: new("apple")})
	check(t, err)
	_, err = two.UpdateLogin(ctx, "other@ours.test", mailsim.LoginPatch{Username: new("app")})
	check(t, err)
	_, err = one.AddKey(ctx, "shared-key-0123456789", "", mailsim.RoleAdmin)
	check(t, err)
	if _, err = two.AddKey(ctx, "shared-key-0123456789", "", mailsim.RoleAdmin); !errors.Is(err, mailsim.ErrInvalid) {
		t.Fatal(err)
	}
	check(t, one.DeleteKey(ctx, "shared-"))
	_, err = two.AddKey(ctx, "shared-key-0123456789", "", mailsim.RoleAdmin)
	check(t, err)
	_, err = one.Reset(ctx)
	check(t, err)
	check(t, add(two, "app@ours.test", "", "first"))
	check(t, a.Cell().DeleteUniverse(ctx, own["a"]))
	if _, err := b.Cell().Universe(own["a"]); !errors.Is(err, mailsim.ErrNotFound) {
		t.Fatal(err)
	}
}

// TestStrangers: who does not have the secret reaches nothing.
func TestStrangers(t *testing.T) {
	t.Parallel()
	dsn := database(t)
	if _, err := cluster.Start(context.Background(), []string{dsn}, cluster.Options{Secret: "short"}); !errors.Is(err, mailsim.ErrInvalid) {
		t.Fatal(err)
	}
	a := start(t, dsn, "a")
	spread(t, a)
	stranger, err := cluster.Start(context.Background(), []string{dsn}, cluster.Options{Name: "s", Secret: "not the secret of the cluster"})
	check(t, err)
	defer stranger.Close()
	eventually(t, "they see each other", func() bool { return len(stranger.Status().Nodes) == 2 })
	w := httptest.NewRecorder()
	stranger.Forward(w, httptest.NewRequest("GET", "/api/status", nil), &mailsim.Elsewhere{Universe: "u", Owner: "a"})
	if w.Code != 503 || w.Header().Get("Retry-After") == "" {
		t.Fatal(w.Code, w.Body)
	}
}

// TestDue: a sleeping universe is woken for what it has planned: an answer, and the next mail
// of a stream.
func TestDue(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dsn := database(t)
	a := start(t, dsn, "a")
	spread(t, a)
	for id, plan := range map[string]func(*mailsim.Universe) error{
		"u_due": func(u *mailsim.Universe) error {
			if _, err := u.CreatePersona(ctx, mailsim.Persona{Addresses: []string{"anna@client.test"}}); err != nil {
				return err
			}
			_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Is Tuesday fine?"})
			return err
		},
		"u_stream": func(u *mailsim.Universe) error {
			_, err := u.SetWorld(ctx, mailsim.World{Streams: []mailsim.Stream{{Kind: "newsletter", PerDay: 100, To: []string{"desk@ours.test"}}}})
			return err
		},
	} {
		u, err := a.Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: id, HashCost: 4, Speed: 3600})
		check(t, err)
		check(t, plan(u))
		wakes := a.Status().Wakes
		check(t, a.Cell().Sleep(ctx, id))
		eventually(t, id+" wakes", func() bool { _, open := a.Cell().Awake(id); return open && a.Status().Wakes > wakes })
	}
	eventually(t, "the stream has sent a mail", func() bool {
		mails, err := wake(a, "u_stream").Messages("desk@ours.test", mailsim.MessageFilter{})
		return err == nil && len(mails) > 0
	})
}

// TestDueOfOthers: what others have to wake, and do not, keeps nobody from waking their own.
func TestDueOfOthers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dsn := database(t)
	a := start(t, dsn, "a")
	spread(t, a)
	db, err := pgx.Connect(ctx, dsn)
	check(t, err)
	defer db.Close(ctx)
	_, err = db.Exec(ctx, `INSERT INTO mailsim_node (name, address, seen) VALUES ('b', '127.0.0.1:1', now() + interval '1 hour')`) // it lives, and does nothing
	check(t, err)
	eventually(t, "it is known", func() bool { return len(a.Status().Nodes) == 2 })
	ids := map[string][]string{}
	for i := 0; len(ids["b"]) < 150 || len(ids["a"]) < 1; i++ {
		id := fmt.Sprintf("due_%d", i)
		ids[a.Owner(id)] = append(ids[a.Owner(id)], id)
	}
	for _, id := range ids["b"] {
		_, err := db.Exec(ctx, `INSERT INTO mailsim_universe (universe, next_due) VALUES ($1, now() - interval '1 hour')`, id)
		check(t, err)
	}
	id := ids["a"][0]
	u, err := a.Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: id, HashCost: 4, Speed: 3600})
	check(t, err)
	_, err = u.SetWorld(ctx, mailsim.World{Streams: []mailsim.Stream{{Kind: "newsletter", PerDay: 100, To: []string{"desk@ours.test"}}}})
	check(t, err)
	check(t, a.Cell().Sleep(ctx, id))
	eventually(t, "it wakes", func() bool { _, open := a.Cell().Awake(id); return open })
}

// TestRevokedElsewhere: what one process takes away ends at the others too, within a second:
// the streams and sessions of an organization that is suspended.
func TestRevokedElsewhere(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dsn := database(t)
	a, b := start(t, dsn, "a"), start(t, dsn, "b")
	theirs := spread(t, a, b)["b"]
	u := wake(b, theirs)
	key, _, err := u.CreateKey(ctx, "ci", mailsim.RoleAdmin)
	check(t, err)
	box(t, u, "one")
	r, _ := http.NewRequest("GET", a.HTTP+"/api/events/stream", nil)
	r.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(r)
	check(t, err)
	defer answer.Body.Close()
	c, err := net.Dial("tcp", a.IMAP)
	check(t, err)
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprint(c, "1 LOGIN one \"secret of one\"\r\n2 SELECT INBOX\r\n3 IDLE\r\n")
	lines := bufio.NewScanner(c)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "+") {
	}
	check(t, a.Cell().SetOrg(ctx, mailsim.Org{Name: "Acme", Suspended: true}))
	began := time.Now()
	last := ""
	for lines.Scan() {
		last = lines.Text()
	}
	if !strings.HasPrefix(last, "* BYE") {
		t.Errorf("the last line of IMAP is %q: %v", last, lines.Err())
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	t.Logf("all had ended after %d ms", time.Since(began).Milliseconds())
	want(t, 403, b, key, "", "GET", "/api/status", "")
}

// TestMetrics: each figure has a help text, in which no word stands twice in a row, and a value.
func TestMetrics(t *testing.T) {
	t.Parallel()
	a := start(t, database(t), "a")
	id := spread(t, a)["a"]
	var text strings.Builder
	a.Metrics(&text)
	for _, want := range []string{"mailsim_cluster_nodes 1\n", "mailsim_cluster_universes 1\n", `mailsim_cluster_epoch{universe="` + id + `",owner="a"} 1` + "\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
	for line := range strings.Lines(text.String()) {
		words := strings.Fields(strings.ToLower(line))
		if len(slices.Compact(slices.Clone(words))) != len(words) {
			t.Errorf("a word twice: %s", line)
		}
	}
}
