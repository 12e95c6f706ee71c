package cluster_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/cluster"
	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

var rewrite = flag.String("mailsim.rewrite", "", "`file` to write the tables of this version to")

const oldKey = "a-key-of-long-ago-0123456789"

// TestGolden: a node on the tables of each version so far brings them up to its own, and
// goes on with what they have: people, keys, logins and mail.
func TestGolden(t *testing.T) {
	t.Parallel()
	if *rewrite != "" {
		writeGolden(t, database(t), *rewrite)
	}
	files, err := filepath.Glob("testdata/schema-*.sql.gz")
	check(t, err)
	if len(files) != cluster.SchemaVersion {
		t.Errorf("testdata has the tables of %d versions, and there were %d: write this one's with -mailsim.rewrite", len(files), cluster.SchemaVersion)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { onGolden(t, file) })
	}
}

func onGolden(t *testing.T, file string) {
	t.Parallel()
	ctx, dsn := context.Background(), database(t)
	f, err := os.Open(file)
	check(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	check(t, err)
	script, err := io.ReadAll(z)
	check(t, err)
	db, err := pgx.Connect(ctx, dsn)
	check(t, err)
	defer db.Close(ctx)
	_, err = db.PgConn().Exec(ctx, string(script)).ReadAll()
	check(t, err)

	a, b := start(t, dsn, "a"), start(t, dsn, "b") // at once, as they are when a cell is renewed
	session, err := a.Cell().SignIn(ctx, "ann@acme.test", "secret of ann", "")
	check(t, err)
	who, err := b.Cell().Authenticate(ctx, mailsim.Credentials{Session: session})
	check(t, err)
	if me := who.Me(); me.User.Name != "Ann" || len(me.Orgs) != 1 || len(me.Universes) != 2 {
		t.Errorf("%+v", me)
	}
	for i, id := range []string{"old_0", "old_1"} {
		box := fmt.Sprintf("box%d@ours.test", i)
		eventually(t, "it is served", func() bool {
			status, text, _ := call(a, adminKey, id, "GET", "/api/mailboxes/"+box+"/messages", "")
			return status == 200 && strings.Contains(text, "A mail of long ago")
		})
		check(t, send(b.SMTP, box, "secret", box, box, "A mail of today"))
		if _, text, _ := call(a, adminKey, id, "GET", "/api/mailboxes/"+box+"/messages", ""); !strings.Contains(text, "A mail of today") || !strings.Contains(text, "A mail of long ago") {
			t.Error(text)
		}
	}
	want(t, 200, b, oldKey, "", "GET", "/api/status", "")
	_, err = a.Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: "new", HashCost: 4})
	check(t, err)
	check(t, b.Cell().DeleteUniverse(ctx, "old_1"))
	want(t, 404, a, adminKey, "old_1", "GET", "/api/status", "")

	_, err = db.Exec(ctx, `UPDATE mailsim_cluster SET version = version + 1`)
	check(t, err)
	_, err = cluster.Start(ctx, []string{dsn}, cluster.Options{Name: "c", Secret: secret})
	if !errors.Is(err, mailsim.ErrInvalid) || !strings.Contains(err.Error(), "use that version") {
		t.Errorf("tables of a later version: %v", err)
	}
}

// writeGolden makes what TestGolden finds, and writes its tables as SQL.
func writeGolden(t *testing.T, dsn, file string) {
	t.Helper()
	ctx := context.Background()
	n, err := cluster.Start(ctx, []string{dsn}, cluster.Options{Name: "long ago", Secret: secret, Cell: mailsim.CellOptions{HashCost: 4, AdminKey: adminKey}})
	check(t, err)
	check(t, n.Cell().SetOrg(ctx, mailsim.Org{Name: "Acme"}))
	check(t, n.Cell().SetUser(ctx, "Acme", mailsim.OrgUser{Email: "ann@acme.test", Name: "Ann", Password: "secret of ann", Role: mailsim.RoleAdmin}))
	for i, id := range []string{"old_0", "old_1"} {
		box := fmt.Sprintf("box%d@ours.test", i)
		u, err := n.Cell().CreateUniverse(ctx, "Acme", mailsim.Options{ID: id, HashCost: 4, Frozen: true, Seed: "golden", Start: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)})
		check(t, err)
		_, err = u.CreateLogin(ctx, mailsim.NewLogin{Address: box, Password: "secret"})
		check(t, err)
		_, err = u.Send(ctx, mailsim.Outgoing{From: box, To: []string{box}, Subject: "A mail of long ago", Text: "Hello"})
		check(t, err)
		if i == 0 {
			_, err = u.AddKey(ctx, oldKey, "ci", mailsim.RoleAdmin)
			check(t, err)
		}
	}
	check(t, n.Close())
	dump, err := exec.Command(filepath.Join(pgtest.Bin(), "pg_dump"), "--inserts", "--no-owner", "--no-privileges", "-d", dsn).Output()
	check(t, err)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for line := range strings.Lines(string(dump)) { // what is about the dump and its server, not the tables
		if line != "\n" && !strings.HasPrefix(line, "--") && !strings.HasPrefix(line, `\`) && !strings.HasPrefix(line, "SET ") && !strings.HasPrefix(line, "SELECT pg_catalog") {
			_, err := io.WriteString(z, line)
			check(t, err)
		}
	}
	check(t, z.Close())
	check(t, os.MkdirAll(filepath.Dir(file), 0o755))
	check(t, os.WriteFile(file, packed.Bytes(), 0o644))
}
