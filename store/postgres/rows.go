package postgres

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/mailsim/mailsim"
)

// Rows are named by the length of their key and the key, so that keys which are
// numbers that rise come at the end of the index. What is long goes in several rows: an index
// takes no entry of some KiB, and engines that spread tables take no row of many MiB.

const (
	maxPart  = 512 << 10 // bytes of a value in one row
	plainKey = 1000      // bytes of a key that stand in its row's name
	maxTable = 255       // bytes of the name of a table
	maxKey   = 1<<16 - 1
)

// rowKey is the name of the rows of a key: its length, then the key, or of a long one
// its sum; the key stands before the value then.
func rowKey(key string) []byte {
	b := binary.BigEndian.AppendUint16(make([]byte, 0, 2+min(len(key), plainKey)), uint16(len(key)))
	if len(key) <= plainKey {
		return append(b, key...)
	}
	sum := sha256.Sum256([]byte(key))
	return append(b, sum[:]...)
}

// keyOf is the key of rows and their value without it.
func keyOf(row, value []byte) (key string, rest []byte, err error) {
	if len(row) < 2 {
		return "", nil, damaged("a row has no key")
	}
	n := int(binary.BigEndian.Uint16(row))
	if n <= plainKey {
		return string(row[2:]), value, nil
	}
	if len(value) < n {
		return "", nil, damaged("a row has half a key")
	}
	return string(value[:n]), value[n:], nil
}

// damaged is what a store says whose tables hold what was never written.
func damaged(what string) error {
	return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: "the store is damaged: " + what + ": go back to a backup", Err: errLasting}
}

// name is what a record is called.
type name struct{ table, key string }

// changes are what some batches change, each record once.
type changes struct {
	now   map[name][]byte // nil is gone
	bytes int
}

func (c *changes) add(b mailsim.Batch) error {
	for _, r := range b.Deletes {
		c.now[name{r.Table, r.Key}] = nil
	}
	for _, r := range b.Puts {
		if len(r.Key) > maxKey || len(r.Table) > maxTable {
			return fmt.Errorf("a record of table %.40q has a name of %d bytes", r.Table, len(r.Key))
		}
		value := r.Value
		if value == nil {
			value = []byte{}
		}
		c.now[name{r.Table, r.Key}] = value
		c.bytes += len(value) + len(r.Key)
	}
	return nil
}

// columns are rows on their way, column by column.
type columns struct {
	tables, keys, values [][]byte
	part, parts          []int32
	bytes                int
}

func (c *columns) add(table []byte, key string, value []byte, full func()) {
	row := rowKey(key)
	if len(key) > plainKey {
		value = append([]byte(key), value...)
	}
	n := max(1, (len(value)+maxPart-1)/maxPart)
	for i := range n {
		piece := value[i*maxPart : min(len(value), (i+1)*maxPart)]
		c.tables, c.keys, c.values = append(c.tables, table), append(c.keys, row), append(c.values, piece)
		c.part, c.parts = append(c.part, int32(i)), append(c.parts, int32(n))
		if c.bytes += len(piece) + len(row) + 40; c.bytes >= 2*maxPart {
			full()
			*c = columns{}
		}
	}
}

const (
	putRecords = `INSERT INTO mailsim_record (universe, tbl, key, part, parts, value)
		SELECT $1::text, r.t, r.k, r.p, r.n, r.v FROM unnest($2::bytea[], $3::bytea[], $4::integer[], $5::integer[], $6::bytea[]) AS r (t, k, p, n, v)
		ON CONFLICT (universe, tbl, key, part) DO UPDATE SET parts = excluded.parts, value = excluded.value`
	putBodies = `INSERT INTO mailsim_body (universe, key, part, parts, value)
		SELECT $1::text, r.k, r.p, r.n, r.v FROM unnest($2::bytea[], $3::integer[], $4::integer[], $5::bytea[]) AS r (k, p, n, v)
		ON CONFLICT (universe, key, part) DO UPDATE SET parts = excluded.parts, value = excluded.value`
	dropRecords = `DELETE FROM mailsim_record WHERE universe = $1 AND tbl = $2 AND key = ANY($3::bytea[])`
	dropBodies  = `DELETE FROM mailsim_body WHERE universe = $1 AND key = ANY($2::bytea[])`
)

// queue adds the statements for the changes, in an order that depends on nothing else.
// long are the records that have had several rows; what is shorter now loses the others.
func (c *changes) queue(b *pgx.Batch, universe string, long map[name]bool) {
	var records, bodies columns
	drops := map[string][][]byte{}
	flushRecords := func() {
		if len(records.keys) > 0 {
			b.Queue(putRecords, universe, records.tables, records.keys, records.part, records.parts, records.values)
		}
	}
	flushBodies := func() {
		if len(bodies.keys) > 0 {
			b.Queue(putBodies, universe, bodies.keys, bodies.part, bodies.parts, bodies.values)
		}
	}
	names := slices.SortedFunc(maps.Keys(c.now), func(x, y name) int {
		return cmp.Or(cmp.Compare(x.table, y.table), cmp.Compare(len(x.key), len(y.key)), cmp.Compare(x.key, y.key))
	})
	for _, n := range names {
		if c.now[n] == nil || long[n] {
			drops[n.table] = append(drops[n.table], rowKey(n.key))
		}
	}
	for _, table := range slices.Sorted(maps.Keys(drops)) {
		for some := range slices.Chunk(drops[table], 2000) {
			if table == mailsim.BodyTable {
				b.Queue(dropBodies, universe, some)
			} else {
				b.Queue(dropRecords, universe, []byte(table), some)
			}
		}
	}
	for _, n := range names {
		value := c.now[n]
		switch {
		case value == nil:
		case n.table == mailsim.BodyTable:
			bodies.add(nil, n.key, value, flushBodies)
		default:
			records.add([]byte(n.table), n.key, value, flushRecords)
		}
	}
	flushRecords()
	flushBodies()
}

// remember notes which records have several rows now.
func (c *changes) remember(long map[name]bool) {
	for n, value := range c.now {
		if len(n.key)+len(value) > maxPart && n.table != mailsim.BodyTable { // bodies are not written anew
			long[n] = true
		} else if len(long) > 0 {
			delete(long, n)
		}
	}
}

// joiner puts values together again whose rows come in order.
type joiner struct {
	table, row []byte
	value      []byte
	next, n    int32
	open       bool
}

// add takes the next row and tells whether a value is whole.
func (j *joiner) add(table, row []byte, part, parts int32, value []byte) (whole bool, err error) {
	switch same := bytes.Equal(table, j.table) && bytes.Equal(row, j.row); {
	case part == 0:
		if j.open {
			return false, damaged("a value has no end")
		}
		*j = joiner{table: table, row: row, value: value, next: 1, n: parts, open: parts > 1}
		return parts <= 1, nil
	case same && part >= j.n: // what a longer value before has left
		return false, nil
	case !same || part != j.next:
		return false, damaged("a part of a value is missing")
	}
	j.value = append(j.value, value...)
	j.next++
	j.open = j.next < j.n
	return !j.open, nil
}
