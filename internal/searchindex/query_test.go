package searchindex

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestQuery(t *testing.T) {
	t.Parallel()
	doc := &mail{
		from: []Address{{"Anna-Maria Lee", "anna.lee@x.test"}}, to: []Address{{"", "ba@x.test"}, {"Zoë", "zoe+orders@Shop.TEST"}},
		subject: "Re: Your Invoice 4711", text: "Dear Zoë,\r\nthe quarterly\r\n  report is at https://x.test/a:b for BA@x.test. See c@x.test.example, 10:30",
		folder: "Archive/Größe", flagged: true, attaching: true, size: 10 * 1024, at: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC),
	}
	for text, want := range map[string]bool{
		// spec: beyond.search.operators
		"": true, "  ": true, "invoice": true, "INVOICE 4711": true, "voic": true, "invoice absent": false, "-absent": true, "-invoice": false, "orders": true, "-orders": false, "@x.test": true, "lee@": true, "zoë": true, "ZOË": true,
		`"your invoice"`: true, `"invoice your"`: false, `"quarterly report"`: true, `"quarterly  Report"`: true, `-"quarterly report"`: false, `"invoice 47` + "\t" + `"`: true,
		"from:anna": true, "from:ANNA-maria": true, "from:lee": true, "from:ann": false, "from:maria": true, `from:"maria lee"`: true, `from:"anna lee"`: true, `from:"anna smith"`: false, "from:zoë": false, "-from:anna": false,
		"from:anna.lee@x.test": true, "from:<Anna.Lee@X.test>": true, "from:lee@x.test": false, "from:x.test": true, "from:@x.test": true, "from:test": false, "from:.test": false, "from:anna.lee": true, "from:lee.anna": false,
		"to:ba@x.test": true, "to:x.test": true, "to:zoe": true, "to:orders": true, "to:zoe@shop.test": false, "to:zoe+orders@shop.test": true, "to:zoë": true, "to:anna": false,
		// spec: beyond.search.exact-address
		"to:a@x.test": false, "from:a@x.test": false, "a@x.test": false, "ba@x.test": true, `"a@x.test"`: false, "c@x.test": false, "c@x.test.example": true, "subject:a@x.test": false,
		"subject:invoice": true, "subject:report": false, `subject:"re: your"`: true, "SUBJECT:4711": true,
		"has:attachment": true, "-has:attachment": false, "is:unread": true, "is:read": false, "is:flagged": true, "is:Unread": true,
		"in:archive/größe": true, "in:archive": false, `in:"ARCHIVE/GRÖSSE"`: false, `in:"ARCHIVE/GRÖßE"`: true,
		"before:2026-01-06": true, "before:2026-01-05": false, "after:2026-01-05": true, "after:2026-01-06": false, "before:2026-01-05T09:00:01Z": true, "before:2026-01-05T09:00:00Z": false,
		"after:2026-01-05T09:00:00Z": true, "after:2026-01-05T10:00:00+01:00": true, "after:2026-01-05t09:00:01z": false,
		"larger:10k": false, "larger:9k": true, "larger:10239": true, "smaller:2m": true, "smaller:10K": false, "smaller:10241": true,
		"https://x.test/a:b": true, "10:30": true, "-10:31": true, "--": false, `"-"`: true, "from:anna subject:invoice has:attachment -is:read report": true,
	} {
		q, err := Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, q.Match(doc), "%q", text)
		if want {
			for _, n := range q.Needles() {
				for _, w := range strings.Fields(n.folded) {
					assert.True(t, NewNeedle(w).In(strings.Join(Texts(doc), "\n")), "%q: the index would miss %q", text, w)
				}
			}
		}
	}
}

func TestAddressesInText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"a@x.test": true, "<a@x.test>": true, "A@X.TEST.": true, "mail a@x.test, please": true, "mailto:a@x.test?x": true, "写信给a@x.test。谢谢": true, "ba@x.test a@x.test": true,
		"ba@x.test": false, "b.a@x.test": false, "b+a@x.test": false, "a@x.tests": false, "a@x.test.example": false, "a@x.test-y": false, "äa@x.test": false, "a@x.testä": false, "a@x": false,
	} {
		assert.Equal(t, want, NewNeedle("a@x.test").inAsAddress(text), text)
	}
}

func TestQueryErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"subjet:x": `subjet: is not an operator`, "Re: hello": "re: is not an operator", "from:": "from: needs a value", `subject:""`: "needs a value", "from:@": "no domain", "from:a@": "no domain", "from:...": "want an address",
		"before:yesterday": "want a day like 2026-01-05", "after:2026-13-01": "want a day", "before:2026-1-5": "want a day", "larger:big": "want a number of bytes", "larger:-5": "want a number", "smaller:10g": "want a number",
		"larger:99999999999999999999": "want a number", "has:link": "want has:attachment", "is:seen": "want is:unread, is:read or is:flagged", `"open`: `not closed`, `subject:"open`: "not closed",
		"-": `a lone "-"`, "a - b": `a lone "-"`, `""`: "searches for nothing", `-" "`: "searches for nothing", strings.Repeat("x", 2001): "longer than 2000", strings.Repeat("x ", 51): "more than 50 terms",
	} {
		_, err := Parse(text)
		assert.ErrorContains(t, err, want, "%.40q", text)
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"7": 7, "10k": 10 << 10, "2m": 2 << 20, "3M": 3 << 20} {
		got, err := parseSize(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"invoice", `from:anna -"a b" in:x`, "a@x.test", "before:2026-01-05 larger:10k", `"`, "-", "\xff:\xff", "İ ſ \u212A"} {
		f.Add(s, "text İ ſ \u212A "+s)
	}
	f.Fuzz(func(t *testing.T, query, text string) {
		q, err := Parse(query)
		if err != nil {
			return
		}
		d := &mail{subject: text, text: text, from: []Address{{text, text}}}
		var x filters
		x.add(Texts(d)...)
		if q.Match(d) && x.named(q.Needles()...) == nil {
			t.Fatalf("%q matches %q, which the filter hides", query, text)
		}
	})
}
