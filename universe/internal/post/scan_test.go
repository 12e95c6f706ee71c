package post_test

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// scanAlike holds what Scan takes against encoding/json, and reports how many of the three
// records it took.
func scanAlike(t *testing.T, value []byte) (taken int) {
	t.Helper()
	var s state.Scan
	var c, wantC post.SavedCopy
	if mail, way, ok := c.Scan(&s, value); ok {
		require.NoError(t, json.Unmarshal(value, &wantC))
		number := func(text string) (n uint64) {
			n, _ = strconv.ParseUint(text, 10, 32)
			return n
		}
		assert.Equal(t, number(wantC.Mail), uint64(mail))
		assert.Equal(t, number(wantC.Envelope), uint64(way))
		wantC.CargoKeys = post.CargoKeys{}
		assert.Equal(t, wantC, c)
		taken++
	}
	var m, wantM post.SavedMail
	if m.Scan(&s, value) {
		require.NoError(t, json.Unmarshal(value, &wantM))
		assert.Equal(t, wantM, m)
		taken++
	}
	var e, wantE post.SavedEnvelope
	if e.Scan(&s, value) {
		require.NoError(t, json.Unmarshal(value, &wantE))
		if len(e.To) == 0 {
			e.To, wantE.To = nil, nil
		}
		assert.Equal(t, wantE, e)
		taken++
	}
	return taken
}

var scanned = []interface{ Append([]byte) []byte }{
	&post.SavedCopy{CargoKeys: post.CargoKeys{Mail: "7", Envelope: "4294967295"}, Flags: 9, ModSeq: 1 << 60, Seq: 3, Filed: state.Instant{Sec: 5, Nsec: 999_999_999}, Traced: true},
	&post.SavedCopy{CargoKeys: post.CargoKeys{Mail: "7"}, ModSeq: 1, Saved: state.Instant{Sec: 1}, BySMTP: true, CaseID: "C-1 <x>", CaseHow: "subject"},
	&post.SavedMail{ID: "<a&b@x.test>", Thread: "<a&b@x.test>", Size: 2048, Start: 300, Wording: 3},
	&post.SavedMail{Blob: "x", ID: "<a@x.test>", Thread: "<other@x.test>", Truth: "spam"},
	&post.SavedEnvelope{Envelope: mailsim.Envelope{From: "a@x.test", To: []string{"b@y.test", "c@y.test"}, Proto: "smtp", Remote: "::1", Helo: "<odd>", TLS: "TLS 1.3", Login: "app@ours.test", Body: "8BITMIME", UTF8: true, Return: "HDRS"}, Domain: "mail.test", At: 1, ID: "0123456789AB", Added: 3},
	&post.SavedEnvelope{Envelope: mailsim.Envelope{To: []string{}, Basic: true}},
}

// TestScan: what is written as ever is read without encoding/json, to the same effect.
func TestScan(t *testing.T) {
	t.Parallel()
	for _, r := range scanned {
		assert.Equal(t, 1, scanAlike(t, r.Append(nil)), "%s", r.Append(nil))
	}
	for _, odd := range []string{
		"", "{}", "[]", "null", `{"blob":""}x`, `{"blob":"\n"}`, `{"blob":"ä"}`, `{"blob":"","size":-1}`, `{"blob":"","size":01}`, `{"blob":"","size":1.5}`, `{"blob":"","size":4294967296}`,
		`{"blob":"",}`, `{,"blob":""}`, `{"blob":"" "id":"x"}`, `{"blob":"\u003"}`, `{"blob":"`, `{"modseq":1,"seq":2,"filed":[1,1000000000],"internal":[1,1]}`,
		`{"from":"","to":["a" "b"],"proto":"","domain":"","at":1,"id":""}`, `{"from":"","to":[,"b"],"proto":"","domain":"","at":1,"id":""}`,
	} {
		scanAlike(t, []byte(odd))
	}
}

// FuzzScan: whatever Scan takes encoding/json takes, and reads the same.
func FuzzScan(f *testing.F) {
	for _, r := range scanned {
		f.Add(r.Append(nil))
	}
	f.Fuzz(func(t *testing.T, value []byte) { scanAlike(t, value) })
}
