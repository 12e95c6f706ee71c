package cluster_test

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/cluster"
	"github.com/mailsim/mailsim/store/postgres"
)

// million is how many universes the directory has whose answers are timed.
var million = flag.Int("cluster.universes", 10_000, "`number` of universes of the directory that is timed")

// TestManyUniverses: what the directory is asked is found by indexes, however many
// universes there are. It prints how long answers take.
func TestManyUniverses(t *testing.T) {
	dsn, n := database(t), *million
	ctx := context.Background()
	pool, err := postgres.Connect(ctx, dsn)
	check(t, err)
	defer pool.Close()
	check(t, postgres.Migrate(ctx, pool))
	d, err := cluster.NewDirectory(ctx, pool, "a")
	check(t, err)
	for _, q := range []string{
		`INSERT INTO mailsim_org SELECT 'org ' || i, '{}', false FROM generate_series(0, $1 / 10) i`,
		`INSERT INTO mailsim_tenant SELECT 'u_' || i, 'org ' || i / 10, 'name ' || i, now(), '' FROM generate_series(0, $1 - 1) i`,
		`INSERT INTO mailsim_key SELECT sha256(('key ' || i)::bytea), 'u_' || i FROM generate_series(0, $1 - 1) i`,
		`INSERT INTO mailsim_login SELECT 'app@' || i || '.test', 'org ' || i / 10, 'u_' || i, 'app@' || i || '.test', sha256(('mark ' || i)::bytea) FROM generate_series(0, $1 - 1) i`,
		`INSERT INTO mailsim_universe (universe, next_due) SELECT 'u_' || i, CASE WHEN i % 10 = 0 THEN now() + i * interval '1 second' END FROM generate_series(0, $1 - 1) i`,
	} {
		_, err := pool.Exec(ctx, q, n)
		check(t, err)
	}
	for _, table := range []string{"mailsim_org", "mailsim_tenant", "mailsim_key", "mailsim_login", "mailsim_universe"} {
		_, err := pool.Exec(ctx, "ANALYZE "+table)
		check(t, err)
	}
	var size int64
	check(t, pool.QueryRow(ctx, `SELECT pg_database_size(current_database())`).Scan(&size))
	t.Logf("%d universes: %d bytes each in the database", n, size/int64(n))
	for name, ask := range map[string]func(i int) error{
		"the universe of a key": func(i int) error {
			id, err := d.KeyUniverse(ctx, mailsim.Hash(sha256.Sum256(fmt.Appendf(nil, "key %d", i))))
			if err == nil && id != fmt.Sprintf("u_%d", i) {
				t.Errorf("%d: %s", i, id)
			}
			return err
		},
		"the logins of a name": func(i int) error {
			list, err := d.LoginsNamed(ctx, fmt.Sprintf("app@%d.test", i))
			if err == nil && (len(list) != 1 || list[0].Universe != fmt.Sprintf("u_%d", i)) {
				t.Errorf("%d: %+v", i, list)
			}
			return err
		},
		"the universes of an organization": func(i int) error {
			list, err := d.Universes(ctx, []string{fmt.Sprintf("org %d", i/10)}, 0)
			if err == nil && len(list) != 10 {
				t.Errorf("%d: %d", i, len(list))
			}
			return err
		},
		"what is due": func(int) error { _, err := postgres.Due(ctx, pool, time.Now().Add(time.Second), 100); return err },
		"what is due, for 100 processes": func(int) error {
			list, err := postgres.Due(ctx, pool, time.Now().Add(48*time.Hour), 10_000)
			if err == nil && len(list) != min(10_000, n/10) {
				t.Errorf("%d are due", len(list))
			}
			return err
		},
		"500 leases renewed": func(i int) error {
			names := make([]string, 500)
			for k := range names {
				names[k] = fmt.Sprintf("u_%d", (i+k*997)%n)
			}
			_, err := pool.Exec(ctx, `UPDATE mailsim_universe SET lease_until = now() WHERE universe = ANY($1::text[]) AND owner = $2 RETURNING universe, epoch`, names, "")
			return err
		},
	} {
		const times = 500
		took := make([]time.Duration, times)
		for k := range took {
			began := time.Now()
			check(t, ask(k*7919%n/10*10))
			took[k] = time.Since(began)
		}
		slices.Sort(took)
		t.Logf("%s: median %v, 99th of a hundred %v", name, took[times/2].Round(time.Microsecond), took[times*99/100].Round(time.Microsecond))
	}
}
