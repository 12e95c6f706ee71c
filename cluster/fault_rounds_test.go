package cluster_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim/store/postgres/pgtest"
)

var (
	faults   = flag.Int("cluster.faults", 0, "`number` of faults that TestFaults makes")
	seed     = flag.Uint64("cluster.seed", 1, "`seed` of the rounds of TestFaults")
	failover = flag.Duration("cluster.failover", 30*time.Second, "`time` that a failover may take")
	only     = flag.String("cluster.only", "", "`names` of faults, apart by commas; default all")
)

// field is a primary, its synchronous standby, three nodes, and the network between them.
type field struct {
	t       *testing.T
	r       *rand.Rand
	servers [2]*pgtest.Server
	primary int // which of them
	toDB    [3][2]*link
	toNode  [3][3]*link // from, to
	toMain  *link       // from the standby to the primary
	dbRoad  [3][2]*road
	nodeAt  [3]*road
	mainAt  *road
	epoch   int // of the tales

	mu    sync.Mutex
	nodes [3]*process
	bad   [3]bool // clients are led elsewhere
	no    map[string]int
	tales []*tale
}

const nodesOf = 3

func newField(t *testing.T) *field {
	f := &field{t: t, r: rand.New(rand.NewPCG(*seed, 0)), no: map[string]int{}}
	own := []string{"wal_retrieve_retry_interval=100ms", "wal_keep_size=256MB"}
	f.servers[0] = pgtest.Start(t, own...)
	t.Cleanup(func() {
		for _, s := range f.servers {
			if s != nil {
				s.Close()
			}
		}
	})
	check(t, f.servers[0].Exec("postgres", "CREATE DATABASE cell"))
	f.toMain = newLink()
	f.mainAt = newRoad(t, f.servers[0].Addr(), func(net.Conn) *link { return f.toMain })
	f.follow()
	for i := range nodesOf {
		for k := range 2 {
			l := newLink()
			f.toDB[i][k] = l
			f.dbRoad[i][k] = newRoad(t, f.servers[k].Addr(), func(net.Conn) *link { return l })
		}
		for k := range nodesOf {
			f.toNode[i][k] = newLink()
		}
		f.nodeAt[i] = newRoad(t, "", func(c net.Conn) *link {
			if from := holder(c, f.pids()); from >= 0 {
				return f.toNode[from][i]
			}
			return nil
		})
	}
	t.Cleanup(func() { // goroutines that wait
		for _, l := range f.links() {
			l.sever(true)
		}
	})
	for i := range nodesOf {
		f.begin(i)
	}
	f.trace()
	return f
}

func (f *field) links() (all []*link) {
	for i := range nodesOf {
		all = append(append(all, f.toDB[i][:]...), f.toNode[i][:]...)
	}
	return append(all, f.toMain)
}

// follow makes the server that does not run a standby of the primary.
func (f *field) follow() {
	k := 1 - f.primary
	if s := f.servers[k]; s != nil {
		s.Close()
	}
	f.mainAt.lead(f.servers[f.primary].Addr())
	s, err := f.servers[f.primary].FollowBy(f.mainAt.addr())
	check(f.t, err)
	f.servers[k] = s
	for i := range nodesOf {
		if f.dbRoad[i][k] != nil {
			f.dbRoad[i][k].lead(s.Addr())
		}
	}
}

// begin starts a node.
func (f *field) begin(i int) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(f.t, err)
	at := l.Addr().String()
	l.Close()
	f.nodeAt[i].lead(at)
	dsn := pgtest.DSN("cell", f.dbRoad[i][0].addr(), f.dbRoad[i][1].addr())
	p := spawn(f.t, dsn, string(rune('a'+i)), childEnv+"_LISTEN="+at, childEnv+"_ADVERTISE="+f.nodeAt[i].addr())
	f.mu.Lock()
	defer f.mu.Unlock()
	f.nodes[i] = p
}

func (f *field) pids() (list []int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.nodes {
		if p == nil {
			list = append(list, -1)
		} else {
			list = append(list, p.cmd.Process.Pid)
		}
	}
	return list
}

// any draws a node for a client, and says whether it is well.
func (f *field) any() (*process, bool) {
	i := rand.IntN(nodesOf)
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.nodes[i], !f.bad[i]
}

func (f *field) mark(i int, bad bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bad[i] = bad
}

func (f *field) refused(kind string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	text := err.Error()
	f.no[kind+": "+text[:min(len(text), 100)]]++
}

// trace has the database note every batch: by which epoch of which owner.
func (f *field) trace() {
	for _, s := range []string{
		`CREATE TABLE traced (n bigserial PRIMARY KEY, universe text, epoch bigint, owner text, seq bigint)`,
		`CREATE FUNCTION trace() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO traced (universe, epoch, owner, seq) VALUES (NEW.universe, NEW.epoch, NEW.owner, NEW.seq); RETURN NEW; END $$`,
		`CREATE TRIGGER trace AFTER UPDATE ON mailsim_universe FOR EACH ROW WHEN (OLD.seq <> NEW.seq OR OLD.epoch <> NEW.epoch) EXECUTE FUNCTION trace()`,
	} {
		check(f.t, f.servers[f.primary].Exec("cell", s))
	}
}

// query asks the primary.
func query[T any](f *field, to func(pgx.CollectableRow) (T, error), q string, args ...any) []T {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, f.servers[f.primary].DSN("cell"))
	check(f.t, err)
	defer conn.Close(context.Background())
	rows, err := conn.Query(ctx, q, args...)
	check(f.t, err)
	list, err := pgx.CollectRows(rows, to)
	check(f.t, err)
	return list
}

// owners lists who has which universes.
func (f *field) owners() map[string]string {
	out := map[string]string{}
	for _, r := range query(f, func(r pgx.CollectableRow) (p [2]string, err error) { return p, r.Scan(&p[0], &p[1]) },
		`SELECT universe, owner FROM mailsim_universe WHERE lease_until > now()`) {
		out[r[0]] = r[1]
	}
	return out
}

// whole waits until every node answers for every universe, and the standby follows.
func (f *field) whole() {
	f.t.Helper()
	end := time.Now().Add(2 * time.Minute)
	try := func(what string, is func() error) {
		f.t.Helper()
		for {
			err := is()
			if err == nil {
				return
			}
			if time.Now().After(end) {
				f.t.Fatalf("not within two minutes: %s: %v", what, err)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	try("the standby follows", func() error {
		if n := query(f, pgx.RowTo[int], `SELECT count(*)::int FROM pg_stat_replication WHERE sync_state = 'sync'`); n[0] != 1 {
			return fmt.Errorf("%d do", n[0])
		}
		return nil
	})
	for _, p := range f.nodes {
		for _, u := range f.tales {
			try(p.name+" answers for "+u.id, func() error {
				status, text, err := request(p, patience, u.id, "GET", "/api/status", nil)
				if err == nil && status != 200 {
					err = errors.New(text)
				}
				return err
			})
		}
	}
	try("universes are spread", func() error {
		seen := query(f, pgx.RowTo[int], `SELECT count(*)::int FROM mailsim_node WHERE seen > now() - interval '2 s'`)
		if seen[0] != nodesOf {
			return fmt.Errorf("%d nodes", seen[0])
		}
		return nil
	})
}

// universes are those of an era.
const universes = 4

// era begins anew, with other universes: so that none grows without end.
func (f *field) era() {
	f.t.Helper()
	f.epoch++
	f.mu.Lock()
	f.tales = nil
	f.mu.Unlock()
	p := f.nodes[0]
	for i := range universes {
		u := &tale{id: fmt.Sprintf("u%d-%d", f.epoch, i), asked: map[string]string{}, acked: map[string]bool{}, began: monday}
		fmt.Fprintln(p.in, u.id)
		if said, err := p.out.ReadString('\n'); err != nil || said != "<nil>\n" {
			f.t.Fatal(u.id, said, err)
		}
		f.ask(p, u.id, "POST", "/api/personas", map[string]any{"addresses": []string{"anna@" + u.id + ".client.test"}})
		f.tales = append(f.tales, u)
	}
}

// ask asks while all is well, again where the universe moves.
func (f *field) ask(p *process, universe, method, path string, body any) string {
	f.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		status, text, err := request(p, 4*patience, universe, method, path, body)
		switch {
		case err == nil && status < 300:
			return text
		case err == nil && status == 409: // a try whose answer was lost
			return text
		case time.Now().After(end):
			f.t.Fatalf("%s %s: %d %s %v", method, path, status, text, err)
		}
	}
}

// fault is one that is made and mended: it returns from when on what it hit should be
// served again, and which universes it hit.
type fault struct {
	name string
	make func(f *field) (since time.Time, hit func(owner string) bool)
}

func everyone(string) bool { return true }
func nobody(string) bool   { return false }

// until waits until what was hit is served again.
func (f *field) served(since time.Time, hit func(string) bool, owners map[string]string) {
	for _, u := range f.tales {
		if !hit(owners[u.id]) {
			continue
		}
		for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
			if _, is := u.after(since); is {
				break
			}
			if time.Now().After(end) {
				f.t.Fatalf("%s is not served again within a minute", u.id)
			}
		}
	}
}

func (f *field) between(least, most time.Duration) time.Duration {
	return least + time.Duration(f.r.Int64N(int64(most-least)))
}

// promoted makes the standby the primary.
func (f *field) promote() (since time.Time) {
	f.primary = 1 - f.primary
	since = time.Now()
	check(f.t, f.servers[f.primary].Promote())
	return since
}

// sides draws which way is cut: there, back or both.
func (f *field) sides() (there, back bool) {
	n := f.r.IntN(4)
	return n != 1, n != 2
}

var kinds = []fault{
	{"owner killed", func(f *field) (time.Time, func(string) bool) {
		i := f.victim()
		f.mark(i, true)
		f.nodes[i].kill()
		since, owners, hit := time.Now(), f.owners(), of(i)
		f.served(since, hit, owners)
		f.begin(i)
		f.mark(i, false)
		return since, hit
	}},
	{"owner paused", func(f *field) (time.Time, func(string) bool) {
		i := f.victim()
		owners, hit := f.owners(), of(i)
		f.mark(i, true)
		check(f.t, f.nodes[i].cmd.Process.Signal(syscall.SIGSTOP))
		since := time.Now()
		f.served(since, hit, owners)
		time.Sleep(f.between(0, time.Second))
		check(f.t, f.nodes[i].cmd.Process.Signal(syscall.SIGCONT))
		f.mark(i, false)
		return since, hit
	}},
	{"standby killed", func(f *field) (time.Time, func(string) bool) {
		f.servers[1-f.primary].Kill()
		time.Sleep(f.between(0, 4*time.Second))
		check(f.t, f.servers[1-f.primary].Restart())
		return time.Now(), nobody
	}},
	{"primary killed", func(f *field) (time.Time, func(string) bool) {
		f.servers[f.primary].Kill()
		time.Sleep(f.between(0, 2*time.Second))
		since := f.promote()
		f.served(since, everyone, nil)
		f.follow()
		return since, everyone
	}},
	{"primary lost", func(f *field) (time.Time, func(string) bool) { // as if its machine were off
		old := f.primary
		for i := range nodesOf {
			f.toDB[i][old].silence(true, true)
		}
		f.toMain.silence(true, true)
		time.Sleep(f.between(0, 2*time.Second))
		f.servers[old].Kill()
		since := f.promote()
		f.served(since, everyone, nil)
		f.toMain.sever(true)
		f.toMain.silence(false, false)
		f.toMain.sever(false)
		f.follow()
		for i := range nodesOf {
			f.toDB[i][old].sever(true)
			f.toDB[i][old].silence(false, false)
			f.toDB[i][old].sever(false)
		}
		return since, everyone
	}},
	{"primary stopped", func(f *field) (time.Time, func(string) bool) { // it takes connections, and answers nothing
		old := f.servers[f.primary]
		old.Pause()
		time.Sleep(f.between(0, 2*time.Second))
		since := f.promote()
		f.served(since, everyone, nil)
		old.Kill()
		f.follow()
		return since, everyone
	}},
	{"node and database cut", func(f *field) (time.Time, func(string) bool) {
		i := f.victim()
		owners, hit := f.owners(), of(i)
		there, back := f.sides()
		f.mark(i, true)
		since := time.Now()
		for _, l := range f.toDB[i] {
			l.silence(there, back)
		}
		f.served(since, hit, owners)
		time.Sleep(f.between(0, time.Second))
		for _, l := range f.toDB[i] {
			l.silence(false, false)
		}
		f.mark(i, false)
		return since, hit
	}},
	{"node and database cut for a moment", func(f *field) (time.Time, func(string) bool) {
		i := f.victim()
		f.mark(i, true)
		for _, l := range f.toDB[i] {
			l.silence(f.sides())
		}
		time.Sleep(f.between(0, 3*time.Second))
		for _, l := range f.toDB[i] {
			l.silence(false, false)
		}
		f.mark(i, false)
		return time.Now(), nobody
	}},
	{"node and database reset", func(f *field) (time.Time, func(string) bool) {
		i := f.victim()
		owners, hit := f.owners(), of(i)
		f.mark(i, true)
		since := time.Now()
		for _, l := range f.toDB[i] {
			l.sever(true)
		}
		f.served(since, hit, owners)
		for _, l := range f.toDB[i] {
			l.sever(false)
		}
		f.mark(i, false)
		return since, hit
	}},
	{"two nodes cut", func(f *field) (time.Time, func(string) bool) {
		i := f.r.IntN(nodesOf)
		k := (i + 1 + f.r.IntN(nodesOf-1)) % nodesOf
		there, back := f.sides()
		f.toNode[i][k].silence(there, back)
		f.toNode[k][i].silence(back, there)
		f.mark(i, true) // others reach them, and they do not reach each other
		f.mark(k, true)
		since := time.Now()
		f.served(since, everyone, nil)
		time.Sleep(f.between(0, 5*time.Second))
		f.toNode[i][k].silence(false, false)
		f.toNode[k][i].silence(false, false)
		f.mark(i, false)
		f.mark(k, false)
		return since, everyone
	}},
	{"two nodes reset", func(f *field) (time.Time, func(string) bool) {
		i := f.r.IntN(nodesOf)
		k := (i + 1 + f.r.IntN(nodesOf-1)) % nodesOf
		f.toNode[i][k].sever(true)
		f.toNode[k][i].sever(true)
		time.Sleep(f.between(0, 2*time.Second))
		f.toNode[i][k].sever(false)
		f.toNode[k][i].sever(false)
		return time.Now(), nobody
	}},
	{"primary and standby cut", func(f *field) (time.Time, func(string) bool) {
		there, back := f.sides()
		f.toMain.silence(there, back)
		time.Sleep(f.between(0, 5*time.Second))
		f.toMain.silence(false, false)
		return time.Now(), nobody
	}},
	{"primary and standby reset", func(f *field) (time.Time, func(string) bool) {
		f.toMain.sever(true)
		time.Sleep(f.between(0, 4*time.Second))
		f.toMain.sever(false)
		return time.Now(), nobody
	}},
}

func of(i int) func(string) bool {
	return func(owner string) bool { return owner == string(rune('a'+i)) }
}

// victim draws a node that owns a universe of these days.
func (f *field) victim() int {
	owners := f.owners()
	var list []int
	for _, u := range f.tales {
		if o := owners[u.id]; o != "" && !slices.Contains(list, int(o[0]-'a')) {
			list = append(list, int(o[0]-'a'))
		}
	}
	if len(list) == 0 {
		f.t.Fatal("nobody owns anything")
	}
	slices.Sort(list)
	return list[f.r.IntN(len(list))]
}

// roundsOfEra is after how many rounds other universes come.
const roundsOfEra = 10

// TestFaults: three nodes on a primary and its synchronous standby, of which one after the other is killed,
// paused, promoted or cut off under load. What was acknowledged is there once and whole,
// each universe has one log without gaps, and each batch is of one owner.
func TestFaults(t *testing.T) {
	if *faults == 0 {
		t.Skip("skipped: -cluster.faults says how many faults to make, as .ci/cluster does")
	}
	database(t)
	f := newField(t)
	check(t, f.servers[0].Exec("cell", `INSERT INTO mailsim_org (name, plan, suspended) VALUES ('Acme', '{}', false)`))
	var deck []fault
	acked, asked, logged := 0, 0, 0
	all := map[string][]time.Duration{}
	again := map[string][]time.Duration{}
	for n := range *faults {
		if n%roundsOfEra == 0 {
			f.era()
		}
		if len(deck) == 0 {
			deck = slices.DeleteFunc(slices.Clone(kinds), func(k fault) bool { return *only != "" && !slices.Contains(strings.Split(*only, ","), k.name) })
			f.r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		}
		now := deck[0]
		deck = deck[1:]
		f.whole()
		box := func(u *tale) string { return fmt.Sprintf("box%d@%s.test", n, u.id) }
		before := map[*tale]int{}
		for _, u := range f.tales {
			f.ask(f.nodes[f.r.IntN(nodesOf)], u.id, "POST", "/api/accounts", map[string]any{"address": box(u), "password": "secret"})
			before[u], u.took = u.count(), nil
			u.boxes = append(u.boxes, box(u))
		}
		stop := make(chan struct{})
		clients := f.load(stop, box)
		more := func(what string) {
			for _, u := range f.tales {
				least := u.count() + 3
				for end := time.Now().Add(time.Minute); u.count() < least; time.Sleep(5 * time.Millisecond) {
					if time.Now().After(end) {
						t.Fatalf("round %d: %s: nothing is acknowledged in %s", n, what, u.id)
					}
				}
			}
		}
		more("before " + now.name)
		owners := f.owners()
		since, hit := now.make(f)
		mended := time.Now()
		var worst time.Duration
		for _, u := range f.tales {
			if took, is := u.after(since); is && hit(owners[u.id]) {
				worst = max(worst, took)
			}
		}
		if worst > 0 {
			all[now.name] = append(all[now.name], worst)
		}
		more("after " + now.name)
		f.whole()
		back := time.Since(mended)
		again[now.name] = append(again[now.name], back)
		close(stop)
		clients.Wait()
		round := 0
		for _, u := range f.tales {
			round += u.count() - before[u]
		}
		t.Logf("round %d: %s: failover %v, whole %v after it was mended, %d mails acknowledged", n, now.name, worst.Round(time.Millisecond), back.Round(time.Millisecond), round)
		if worst > *failover {
			t.Errorf("round %d: %s: it took %v", n, now.name, worst)
		}
		last := n+1 == *faults || (n+1)%roundsOfEra == 0
		for _, u := range f.tales {
			p := f.nodes[f.r.IntN(nodesOf)]
			f.audit(n, func() error { _, err := u.inspect(p, box(u)); return err })
			f.audit(n, func() error { return u.follow(p) })
			if !last {
				continue
			}
			f.audit(n, func() error { return u.again(f.nodes[f.r.IntN(nodesOf)]) })
			for _, b := range u.boxes {
				f.audit(n, func() error { _, err := u.inspect(p, b); return err })
			}
			acked, asked, logged = acked+len(u.acked), asked+len(u.asked), logged+len(u.story)
		}
		f.fences(n)
		if t.Failed() {
			break
		}
	}
	for _, k := range kinds {
		if list := all[k.name]; len(list) > 0 {
			slices.Sort(list)
			t.Logf("%s: served again after %v (median), %v (worst of %d)", k.name, list[len(list)/2].Round(time.Millisecond), list[len(list)-1].Round(time.Millisecond), len(list))
		}
		if list := again[k.name]; len(list) > 0 {
			slices.Sort(list)
			t.Logf("%s: whole again after it was mended: %v (median), %v (worst of %d)", k.name, list[len(list)/2].Round(time.Millisecond), list[len(list)-1].Round(time.Millisecond), len(list))
		}
	}
	for text, n := range f.no {
		if testing.Verbose() && n > *faults/20 {
			t.Logf("refused %d times: %s", n, text)
		}
	}
	t.Logf("%d mails of %d acknowledged and read back, %d events without a gap, %d faults", acked, asked, logged, *faults)
}

// audit looks at what was promised; what cannot be asked is asked again.
func (f *field) audit(n int, look func() error) {
	f.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		err := look()
		var lie *broken
		switch {
		case err == nil:
			return
		case errors.As(err, &lie), time.Now().After(end):
			f.t.Errorf("round %d: %v", n, err)
			return
		}
	}
}

// fences looks at what the database has noted: an epoch is of one owner, later ones follow
// earlier ones, and no batch goes back.
func (f *field) fences(n int) {
	f.t.Helper()
	type batch struct {
		universe, owner string
		epoch, seq      int64
	}
	was := map[string]batch{}
	for _, b := range query(f, func(r pgx.CollectableRow) (b batch, err error) {
		return b, r.Scan(&b.universe, &b.epoch, &b.owner, &b.seq)
	}, `SELECT universe, epoch, owner, seq FROM traced ORDER BY universe, n`) {
		w, is := was[b.universe]
		if is && (b.epoch < w.epoch || b.epoch == w.epoch && b.owner != w.owner || b.seq < w.seq || b.epoch == w.epoch && b.seq == w.seq) {
			f.t.Errorf("round %d: in %s %+v follows %+v", n, b.universe, b, w)
		}
		was[b.universe] = b
	}
	if len(was) == 0 {
		f.t.Errorf("round %d: the database has noted nothing", n)
	}
}
