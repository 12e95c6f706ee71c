package bolt_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/bolt"
	"github.com/mailsim/mailsim/universe"
)

var update = flag.Bool("mailsim.rewrite", false, "write the store of this version to testdata")

// golden is the store of the first form, a backup that is compressed. A later form
// gets a file of its own beside it, and this one is opened for ever.
const golden = "testdata/format-1.db.gz"

// TestGolden opens the stores that versions before have written, and goes on with them.
func TestGolden(t *testing.T) {
	t.Parallel()
	if *update {
		writeGolden(t)
	}
	f, err := os.Open(golden)
	check(t, err)
	defer func() { check(t, f.Close()) }()
	z, err := gzip.NewReader(f)
	check(t, err)
	dir := t.TempDir()
	check(t, bolt.Restore(dir, z))
	check(t, universe.CheckStore(context.Background(), bolt.Open(dir)))
	u, _ := open(t, dir)
	list, err := u.Messages("anna@client.test", mailsim.MessageFilter{})
	check(t, err)
	if len(list) != 3 || !strings.Contains(list[2].Text+list[0].Text, "Is Tuesday fine?") {
		t.Errorf("%d mails are there", len(list))
	}
	if p, err := u.PersonaByAddress("anna@client.test"); err != nil || p.Name != "Anna Weber" {
		t.Errorf("the person is %q", p.Name)
	}
	last := int64(0)
	for e := range u.Log(mailsim.EventFilter{}) {
		if last++; e.ID != last {
			t.Errorf("event %d is at the place of %d", e.ID, last)
		}
	}
	_, err = u.Advance(context.Background(), 7*24*time.Hour)
	check(t, err)
	inject(t, u, 1, "goes on")
	before := saved(t, u)
	check(t, u.Close())
	u, _ = open(t, dir)
	defer func() { check(t, u.Close()) }()
	if saved(t, u) != before {
		t.Error("it is another universe after it was opened again")
	}
}

func writeGolden(t *testing.T) {
	t.Helper()
	ctx := context.Background()
	s := bolt.Open(t.TempDir())
	u, err := universe.Open(ctx, s, mailsim.Options{HashCost: 4, Seed: "bolt", Frozen: true, Start: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)})
	check(t, err)
	defer func() { check(t, u.Close()) }()
	_, err = u.CreatePersona(ctx, mailsim.Persona{Name: "Anna Weber", Addresses: []string{"anna@client.test"}})
	check(t, err)
	inject(t, u, 2, "A mail of long ago.")
	_, err = u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"anna@client.test"}, Subject: "Meeting", Text: "Is Tuesday fine?"})
	check(t, err)
	_, err = u.Advance(ctx, 24*time.Hour)
	check(t, err)
	var b, packed bytes.Buffer
	check(t, s.Backup(&b))
	z := gzip.NewWriter(&packed)
	_, err = io.Copy(z, &b)
	check(t, err)
	check(t, z.Close())
	check(t, os.MkdirAll(filepath.Dir(golden), 0o755))
	check(t, os.WriteFile(golden, packed.Bytes(), 0o644))
}
