package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/search"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

func searchSubjects(t *testing.T, u *engine.Universe, q string) (out []string) {
	page, err := u.Search(context.Background(), q, mailsim.SearchFilter{})
	require.NoError(t, err, q)
	for _, m := range page.Messages {
		out = append(out, m.Subject)
	}
	return out
}

func TestSearchOperators(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "app@ours.test", Raw: "From: Anna Lee <anna@x.test>\r\nTo: app@ours.test\r\nCc: Ben <ben@y.test>\r\nSubject: Invoice 17\r\n\r\nPlease pay the red bicycle soon.\r\n"})
	testkit.Inject(t, u, mailsim.Inject{To: "app@ours.test", Folder: "Archive", Raw: "From: banna@x.test\r\nTo: app@ours.test\r\nSubject: Hello\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nA bicycle, red.\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=manual.pdf\r\n\r\nxx\r\n--b--\r\n"})
	_, err := u.Advance(ctx, 48*time.Hour)
	require.NoError(t, err)
	ref := testkit.Inject(t, u, mailsim.Inject{To: "other@z.test", From: "anna@x.test", Subject: "Großer Bericht", Text: strings.Repeat("lang ", 3000)})
	_, err = u.UpdateMessage(ctx, ref, mailsim.MessagePatch{Seen: new(true)})
	require.NoError(t, err)

	// spec: beyond.search.operators
	for q, want := range map[string][]string{
		"":                              {"Großer Bericht", "Hello", "Invoice 17"},
		"bicycle":                       {"Hello", "Invoice 17"},
		`"red bicycle"`:                 {"Invoice 17"},
		"BICYCLE -invoice":              {"Hello"},
		"grosser":                       nil,
		"GROSSER OR x":                  nil,
		"großer":                        {"Großer Bericht"},
		"from:anna":                     {"Großer Bericht", "Invoice 17"},
		"from:anna@x.test":              {"Großer Bericht", "Invoice 17"}, // spec: beyond.search.exact-address
		"anna@x.test":                   {"Großer Bericht", "Invoice 17"},
		"from:lee":                      {"Invoice 17"},
		"to:ben@y.test":                 {"Invoice 17"},
		"to:app@ours.test -to:y.test":   {"Hello"},
		"subject:hello":                 {"Hello"},
		"has:attachment":                {"Hello"},
		"manual.pdf":                    {"Hello"},
		"is:unread":                     {"Hello", "Invoice 17"},
		"is:read":                       {"Großer Bericht"},
		"in:archive":                    {"Hello"},
		"in:INBOX":                      {"Großer Bericht", "Invoice 17"},
		"before:2026-01-06":             {"Hello", "Invoice 17"},
		"after:2026-01-06":              {"Großer Bericht"},
		"larger:5k":                     {"Großer Bericht"},
		"bicycle from:banna in:archive": {"Hello"},
		"nowhere":                       nil,
	} {
		assert.Equal(t, want, searchSubjects(t, u, q), q)
	}
	page, err := u.Search(ctx, "invoice", mailsim.SearchFilter{})
	require.NoError(t, err)
	assert.Equal(t, "app@ours.test", page.Messages[0].Address)
	assert.Equal(t, "", page.Next)
	for _, q := range []string{"has:wings", "before:soon", `"open`} {
		_, err := u.Search(ctx, q, mailsim.SearchFilter{})
		require.ErrorIs(t, err, mailsim.ErrInvalid, q)
	}
	_, err = u.Search(ctx, "x", mailsim.SearchFilter{Limit: -1})
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	_, err = u.Search(ctx, "x", mailsim.SearchFilter{Before: "yesterday"})
	require.ErrorIs(t, err, mailsim.ErrInvalid)
}

// Pages together are all that is found, each once, in order, also where a
// client has made copies.
func TestSearchPages(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	for i := range 30 {
		testkit.Inject(t, u, mailsim.Inject{To: fmt.Sprintf("m%d@x.test", i%4), From: "a@b.test", Subject: fmt.Sprint(i), Text: "word"})
	}
	a, err := u.Access("m1@x.test")
	require.NoError(t, err)
	_, err = a.Copy(ctx, "INBOX", []uint32{1, 2}, "Archive")
	require.NoError(t, err)
	for limit := 1; limit < 9; limit++ {
		var got []mailsim.Ref
		for next, more := "", true; more; more = next != "" {
			page, err := u.Search(ctx, "word", mailsim.SearchFilter{Limit: limit, Before: next})
			require.NoError(t, err)
			assert.LessOrEqual(t, len(page.Messages), limit)
			for _, m := range page.Messages {
				if n := len(got); n > 0 && got[n-1] == m.Ref {
					t.Fatal("twice")
				}
				got = append(got, m.Ref)
			}
			next = page.Next
		}
		assert.Len(t, got, 32, limit)
	}
}

// The index follows what is filed, moved, copied, renamed and expunged.
func TestSearchFollows(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	ref := testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@x.test", Subject: "one", Text: "zebra"})
	assert.Equal(t, []string{"one"}, searchSubjects(t, u, "zebra"))
	testkit.Inject(t, u, mailsim.Inject{To: "c@x.test", From: "b@x.test", Subject: "two", Text: "zebra"})
	assert.Equal(t, []string{"two", "one"}, searchSubjects(t, u, "zebra"))
	_, err := u.UpdateMessage(ctx, ref, mailsim.MessagePatch{MoveTo: new("Trash")})
	require.NoError(t, err)
	assert.Equal(t, []string{"one"}, searchSubjects(t, u, "zebra in:trash"))
	a, err := u.Access("a@x.test")
	require.NoError(t, err)
	require.NoError(t, a.CreateFolder(ctx, "Old", ""))
	_, err = a.Copy(ctx, "Trash", []uint32{1}, "Old")
	require.NoError(t, err)
	assert.Equal(t, []string{"two", "one", "one"}, searchSubjects(t, u, "zebra"))
	require.NoError(t, a.RenameFolder(ctx, "Old", "Older"))
	assert.Equal(t, []string{"one"}, searchSubjects(t, u, "zebra in:older"))
	require.NoError(t, a.DeleteFolder(ctx, "Older"))
	_, err = a.StoreFlags(ctx, "Trash", []uint32{1}, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagDeleted}, nil)
	require.NoError(t, err)
	_, err = a.Expunge(ctx, "Trash", nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"two"}, searchSubjects(t, u, "zebra"))

	stop, cancel := context.WithCancel(ctx)
	cancel()
	testkit.Inject(t, u, mailsim.Inject{To: "c@x.test", From: "b@x.test", Subject: "three", Text: "zebra"})
	_, err = u.Search(stop, "zebra", mailsim.SearchFilter{})
	require.Error(t, err)
	assert.Equal(t, []string{"three", "two"}, searchSubjects(t, u, "zebra"))
}

func TestSearchText(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	for i := range door.ScanUpTo + 50 {
		testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", Raw: fmt.Sprintf("From: b@x.test\r\nSubject: S\r\nX-Odd: head%dend\r\nContent-Type: text/html\r\n\r\n<p title=attr%dend>Bücher</p>\r\n", i, i)})
	}
	a, err := u.Access("a@x.test")
	require.NoError(t, err)
	for _, tc := range []struct {
		text    string
		headers bool
		want    int
	}{{"HEAD7end", true, 1}, {"head7end", false, 0}, {"attr300end", false, 1}, {"BÜCHER", false, door.ScanUpTo + 50}, {"x-odd: head9END", true, 1}, {"no such", true, 0}} {
		uids, err := a.SearchText(ctx, "INBOX", tc.text, tc.headers)
		require.NoError(t, err)
		assert.Len(t, uids, tc.want, tc.text)
	}
	_, err = a.SearchText(ctx, "Nowhere", "x", true)
	require.ErrorIs(t, err, mailsim.ErrNotFound)
}

// TestSearchAttachedText: IMAP looks in attached files and messages too, in whose
// headers only when asked to, as Dovecot does, without an index and with one.
func TestSearchAttachedText(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", Raw: "From: b@x.test\r\nSubject: S\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n" +
		"--q\r\n\r\nfront\r\n" +
		"--q\r\nContent-Type: text/plain; name=a.txt; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Disposition: attachment\r\n\r\nschl=FCssel\r\n" +
		"--q\r\nContent-Type: text/calendar\r\n\r\nATTENDEE:guest\r\n" +
		"--q\r\nContent-Type: application/octet-stream\r\n\r\nbinary\r\n" +
		"--q\r\nContent-Type: message/rfc822\r\n\r\nSubject: =?utf-8?q?inner=C3=A9?=\r\nContent-Type: multipart/mixed; boundary=r\r\n\r\n--r\r\n\r\ndeep\r\n--r--\r\n" +
		"--q--\r\n"})
	a, err := u.Access("a@x.test")
	require.NoError(t, err)
	for range 2 {
		for text, want := range map[string][2]int{"FRONT": {1, 1}, "schlüssel": {1, 1}, "attendee:guest": {1, 1}, "innerÉ": {0, 1}, "deep": {1, 1}, "binary": {0, 0}, "boundary=r": {0, 1}} {
			for i, headers := range []bool{false, true} {
				uids, err := a.SearchText(context.Background(), "INBOX", text, headers)
				require.NoError(t, err)
				assert.Len(t, uids, want[i], text)
			}
		}
		for range door.ScanUpTo {
			testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@x.test", Subject: "S", Text: "other"})
		}
	}
}

// Words so frequent that the index answers for them by itself are found where a look at the text finds them.
func TestSearchFrequentWords(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for i := range 1300 {
		word := []string{"Common", "other"}[i%2]
		testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", Raw: fmt.Sprintf("From: b@x.test\r\nSubject: S\r\nX-Tag: hidden\r\n\r\n%s text %d\r\n", word, i)})
	}
	count := func(query string) (n int) {
		page := mailsim.SearchPage{Next: ""}
		for {
			var err error
			page, err = u.Search(context.Background(), query, mailsim.SearchFilter{Limit: 400, Before: page.Next})
			require.NoError(t, err)
			if n += len(page.Messages); page.Next == "" {
				return n
			}
		}
	}
	for query, want := range map[string]int{"common": 650, "OMMO": 650, "text": 1300, "text common": 650, "text -common": 650, "common is:unread": 650, "common other": 0, "hidden": 0, "subject:common": 0} {
		assert.Equal(t, want, count(query), query)
	}
}

// BenchmarkSearch finds one mail of 100,000 of 2 KiB in 100 mailboxes: the first search
// after the fill, which looks at the bytes of all, and those after it, by a word and by
// digits. x-scan is how many times as fast they are as a search in lower-cased copies.
func BenchmarkSearch(b *testing.B) {
	ctx := context.Background()
	u, err := engine.New(mailsim.Options{})
	require.NoError(b, err)
	defer u.Close()
	const n = 100_000
	words := strings.Fields("order garden shop way parcel customer shelf morning lamp invoice number street paper winter office people water table letter green")
	texts := make([]string, 0, n)
	r := rng.Seed("bench").Draw("search/1")
	for i := range n {
		var t strings.Builder
		for t.Len() < 2000 {
			t.WriteString(rng.Pick(r, words) + " ")
			if r.Chance(0.05) {
				fmt.Fprintf(&t, "%d ", r.IntN(100_000))
			}
		}
		if i == n/2 {
			t.WriteString("Xylophone 7770123")
		}
		texts = append(texts, strings.ToLower(t.String()))
		_, err := u.Inject(ctx, mailsim.Inject{To: fmt.Sprintf("m%d@x.test", i%100), Raw: "From: b@x.test\r\nTo: a@x.test\r\nMessage-ID: <" + fmt.Sprint(i) + "@x.test>\r\nSubject: S\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + t.String()})
		require.NoError(b, err)
	}
	search := func(q string) time.Duration {
		start := time.Now()
		page, err := u.Search(ctx, q, mailsim.SearchFilter{})
		require.NoError(b, err)
		require.Len(b, page.Messages, 1)
		return time.Since(start)
	}
	first := search("xylophone")
	for made := -1; made < u.SearchIndexBytes(); { // until all have a filter
		made = u.SearchIndexBytes()
		time.Sleep(200 * time.Millisecond)
	}
	var took, digits, scans []time.Duration
	for b.Loop() {
		took, digits = append(took, search("xylophone")), append(digits, search("7770123"))
		start, found := time.Now(), 0
		for _, s := range texts {
			if strings.Contains(s, "xylophone") {
				found++
			}
		}
		scans = append(scans, time.Since(start))
		require.Equal(b, 1, found)
	}
	mid := func(list []time.Duration) float64 { slices.Sort(list); return list[len(list)/2].Seconds() * 1000 }
	b.ReportMetric(first.Seconds()*1000, "ms-first")
	b.ReportMetric(mid(took), "ms-word")
	b.ReportMetric(mid(digits), "ms-digits")
	b.ReportMetric(mid(scans)/mid(took), "x-scan")
	b.ReportMetric(float64(u.SearchIndexBytes())/(1<<20), "MiB")
}

func TestSearchBefore(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for _, before := range []string{"x", "5", "5.x", "x.5", "-1.0", "5.-1"} {
		_, err := u.Search(context.Background(), "", mailsim.SearchFilter{Before: before})
		assert.ErrorIs(t, err, mailsim.ErrInvalid, before)
	}
}

// spec: beyond.search.operators
func TestSearchPlaces(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Raw: "From: a@x.test\r\nBcc: Hidden <bcc@y.test>\r\nSubject: header\r\n\r\nx\r\n"})
	_, err := u.Send(context.Background(), mailsim.Outgoing{From: "a@x.test", To: []string{"to@y.test"}, BCC: []string{"blind@y.test"}, Subject: "blind", Text: "x"})
	require.NoError(t, err)
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Raw: "Subject: image\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>lit&eacute;rature " + strings.Repeat("ä", 300) + "</p>\r\n" +
		"--b\r\nContent-Type: image/png\r\nContent-ID: <i>\r\n\r\nPNG\r\n--b--\r\n"})
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test", Subject: "flagged", Flags: []string{`\Flagged`}, Time: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)})
	testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", From: "a@x.test", Subject: "seen", Flags: []string{`\Seen`}})
	for q, want := range map[string][]string{
		"to:bcc@y.test": {"header"}, "hidden": {"header"}, "to:blind@y.test": {"blind"}, "littérature": nil, "litérature": {"image"}, "has:attachment": nil,
		"is:flagged": {"flagged"}, "before:2021-01-01": nil, "in:inbox after:2026-01-01 subject:flagged": {"flagged"},
	} {
		assert.Equal(t, want, searchSubjects(t, u, q), q)
	}
	page, err := u.Search(context.Background(), "subject:image", mailsim.SearchFilter{})
	require.NoError(t, err)
	require.Len(t, page.Messages, 1)
	assert.Equal(t, "litérature "+strings.Repeat("ä", 229), page.Messages[0].Text)
	assert.Empty(t, page.Messages[0].HTML)
}

// A folder made anew begins with the same UIDs.
func TestSearchAfterAFolderIsMadeAnew(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	file := func(subject string) {
		testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Folder: "Z", From: "a@x.test", Subject: subject})
	}
	file("alpha")
	assert.Equal(t, []string{"alpha"}, searchSubjects(t, u, "from:a@x.test"))
	a, err := u.Access("box@x.test")
	require.NoError(t, err)
	require.NoError(t, a.DeleteFolder(context.Background(), "Z"))
	file("beta")
	assert.Equal(t, []string{"beta"}, searchSubjects(t, u, "from:a@x.test"))
	assert.Empty(t, searchSubjects(t, u, "alpha"))
}

func TestSearchPageSizes(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	for range search.MaxLimit + 1 {
		testkit.Inject(t, u, mailsim.Inject{To: "box@x.test", Raw: "Subject: x\r\n\r\n"})
	}
	for limit, want := range map[int]int{0: search.DefaultLimit, 3: 3, search.MaxLimit: search.MaxLimit, search.MaxLimit + 500: search.MaxLimit} {
		page, err := u.Search(context.Background(), "", mailsim.SearchFilter{Limit: limit})
		require.NoError(t, err)
		assert.Len(t, page.Messages, want)
		assert.NotEmpty(t, page.Next)
	}
}
