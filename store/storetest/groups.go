package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

// put is a batch of one record.
func put(seq uint64, table, key, value string) mailsim.Batch {
	return mailsim.Batch{Seq: seq, Puts: []mailsim.Record{{Table: table, Key: key, Value: []byte(value)}}}
}

// testGroups gives many batches at once, which name the same records: the last one
// to name a record is right.
func testGroups(t *testing.T, open Open) {
	s := begun(t, open)
	want, seq := map[string]string{}, uint64(0)
	for round := range 5 {
		var group []mailsim.Batch
		for i := range 40 {
			seq++
			key := fmt.Sprint(i % 7)
			b := put(seq, "a", key, fmt.Sprintf("%d in round %d", i, round))
			want["a/"+key] = string(b.Puts[0].Value)
			gone := fmt.Sprint((i + 3) % 7)
			b.Deletes = []mailsim.Record{{Table: "a", Key: gone}}
			delete(want, "a/"+gone)
			b.Puts = append(b.Puts, mailsim.Record{Table: "c", Key: fmt.Sprint(seq), Value: bytes.Repeat([]byte{byte(i)}, i*100)})
			want[fmt.Sprintf("c/%d", seq)] = string(b.Puts[1].Value)
			group = append(group, b)
		}
		commit(t, s, group...)
	}
	check(t, s.Close())
	s = must[mailsim.Store](t)(open())
	if got := contents(t, s); !maps.Equal(got, want) {
		t.Errorf("%d records are loaded, want %d, or others", len(got), len(want))
	}
	commit(t, s, put(seq+1, "a", "later", "goes on after it was opened again"))
	check(t, s.Close())
}

// testOrder refuses a batch that was given before: two processes write, or one twice.
func testOrder(t *testing.T, open Open) {
	s := begun(t, open)
	defer func() { check(t, s.Close()) }()
	commit(t, s, put(1, "a", "x", "1"), put(2, "a", "x", "2"))
	kept, err := s.Commit(context.Background(), []mailsim.Batch{put(3, "a", "x", "3"), put(2, "a", "x", "again")})
	if err == nil || kept > 1 {
		t.Errorf("a batch that was there before is kept: %d, %v", kept, err)
	}
}

// testBodies reads bodies one by one, beside commits, where a store can.
func testBodies(t *testing.T, open Open) {
	ctx := context.Background()
	s := begun(t, open)
	defer func() { check(t, s.Close()) }()
	reader, ok := s.(mailsim.BodyStore)
	if !ok {
		return
	}
	body := func(i int) string { return strings.Repeat(fmt.Sprintf("mail %d\r\n", i), i) }
	const n = 50
	commit(t, s, put(1, mailsim.BodyTable, "0", ""))
	var wg sync.WaitGroup
	for i := range n {
		commit(t, s, put(uint64(i+2), mailsim.BodyTable, fmt.Sprint(i), body(i)))
		wg.Go(func() {
			value, err := reader.Body(ctx, fmt.Sprint(i))
			if err != nil || string(value) != body(i) {
				t.Errorf("body %d: %.50q, %v", i, value, err)
			}
		})
	}
	wg.Wait()
	commit(t, s, mailsim.Batch{Seq: n + 2, Deletes: []mailsim.Record{{Table: mailsim.BodyTable, Key: "7"}}})
	for _, key := range []string{"7", "never there", "", "\x00"} {
		if _, err := reader.Body(ctx, key); !errors.Is(err, mailsim.ErrNotFound) {
			t.Errorf("body %q, which is not there: %v", key, err)
		}
	}
}

// testTogether sends from many goroutines at once: all that was answered is there
// when the universe is opened again.
func testTogether(t *testing.T, open Open) {
	ctx := context.Background()
	u := must[*mailsim.Universe](t)(universe.Open(ctx, must[mailsim.Store](t)(open()), options()))
	const senders, each = 16, 5
	var wg sync.WaitGroup
	for i := range senders {
		wg.Go(func() {
			for j := range each {
				if _, err := u.Inject(ctx, mailsim.Inject{To: fmt.Sprintf("box%d@client.test", i%4), Raw: fmt.Sprintf("Subject: %d-%d\r\n\r\nHello", i, j)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	before := saved(t, u)
	check(t, u.Close())
	u = must[*mailsim.Universe](t)(universe.Open(ctx, must[mailsim.Store](t)(open()), options()))
	defer func() { check(t, u.Close()) }()
	if saved(t, u) != before {
		t.Error("the universe is another one after it was opened again")
	}
	n := 0
	for i := range 4 {
		box := must[mailsim.Access](t)(u.Access(fmt.Sprintf("box%d@client.test", i)))
		_, messages := box.Usage()
		n += messages
	}
	if n != senders*each {
		t.Errorf("%d mails are there of %d", n, senders*each)
	}
}
