package postgres_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
	"github.com/mailsim/mailsim/store/postgres/pgtest"
	"github.com/mailsim/mailsim/universe"
)

var update = flag.Bool("mailsim.rewrite", false, "write the tables of this version to testdata")

// golden are the tables of the first version, as SQL. A later schema gets a file of its
// own beside it, and this one is migrated for ever.
const golden = "testdata/schema-1.sql.gz"

// TestGolden migrates the tables that versions before have written, and goes on with them.
func TestGolden(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	if *update {
		writeGolden(t, database(t))
	}
	if server == nil {
		t.Skip("skipped: PostgreSQL is not installed")
	}
	if postgres.SchemaVersion != 1 {
		t.Errorf("schema %d needs a file of its own", postgres.SchemaVersion)
	}
	f, err := os.Open(golden)
	check(t, err)
	defer func() { check(t, f.Close()) }()
	z, err := gzip.NewReader(f)
	check(t, err)
	script, err := io.ReadAll(z)
	check(t, err)
	pool := connect(t, server.Database(t))
	conn, err := pool.Acquire(ctx)
	check(t, err)
	_, err = conn.Conn().PgConn().Exec(ctx, string(script)).ReadAll()
	conn.Release()
	check(t, err)
	check(t, postgres.Migrate(ctx, pool))
	s, err := postgres.Open(ctx, pool, "old", postgres.Options{MustExist: true})
	check(t, err)
	check(t, universe.CheckStore(ctx, s))
	u, _ := open(t, pool, "old", postgres.Options{MustExist: true})
	list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
	check(t, err)
	if len(list) != 3 || !strings.Contains(list[2].Text+list[0].Text, "Is Tuesday fine?") {
		t.Errorf("%d mails are there", len(list))
	}
	_, err = u.Advance(ctx, 7*24*time.Hour)
	check(t, err)
	check(t, inject(u, "goes on"))
	before := saved(t, u)
	check(t, u.Close())
	u, _ = open(t, pool, "old", postgres.Options{MustExist: true})
	defer func() { check(t, u.Close()) }()
	if saved(t, u) != before {
		t.Error("it is another universe after it was opened again")
	}
}

func writeGolden(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	ctx := context.Background()
	s, err := postgres.Open(ctx, pool, "old", postgres.Options{Owner: "long ago"})
	check(t, err)
	u, err := universe.Open(ctx, s, mailsim.Options{HashCost: 4, Seed: "postgres", Frozen: true, Start: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)})
	check(t, err)
	_, err = u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}})
	check(t, err)
	check(t, inject(u, "A mail of long ago"))
	check(t, inject(u, "Another one"))
	_, err = u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Is Tuesday fine?"})
	check(t, err)
	_, err = u.Advance(ctx, 24*time.Hour)
	check(t, err)
	check(t, u.Close())
	dump, err := exec.Command(filepath.Join(pgtest.Bin(), "pg_dump"), "--inserts", "--no-owner", "--no-privileges", "-d", pool.Config().ConnString()).Output()
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
	check(t, os.MkdirAll(filepath.Dir(golden), 0o755))
	check(t, os.WriteFile(golden, packed.Bytes(), 0o644))
}
