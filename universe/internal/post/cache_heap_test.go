package post_test

import (
	"encoding/base64"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/racing"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// TestCacheCountsWhatItHolds measures the heap that parsed mails of many shapes
// hold, beside their bytes, against what the cache counts for them: were that too
// low, Options.CacheBytes would bound nothing. No test may run beside it.
func TestCacheCountsWhatItHolds(t *testing.T) {
	racing.Skip(t)
	for _, shape := range shapes {
		const most = 1.25
		t.Run(shape.name, func(t *testing.T) {
			raws := make([]string, shape.mails)
			for i := range raws {
				raws[i] = strings.Clone(shape.raw(i)) // bytes of its own
			}
			for _, k := range []struct {
				read  bool
				memos int
			}{{false, 0}, {true, 0}, {true, 2}} {
				var held, counted int64
				for round := 0; round < 5 && (round == 0 || float64(held) > most*float64(counted)); round++ { // what else is made meanwhile is not held each time
					held, counted = weigh(raws, k.read, k.memos)
				}
				n := int64(shape.mails)
				t.Logf("%+v: %d bytes a mail, %d counted: %.2f", k, held/n, counted/n, float64(held)/float64(counted))
				assert.LessOrEqual(t, float64(held), most*float64(counted), "%+v", k)
			}
		})
	}
}

// weigh parses mails, and returns how much the heap grew by it and what the cache
// counted; read lets them be understood too, as people do, and memos are the answers
// of protocols that are kept ready.
func weigh(raws []string, read bool, memos int) (held, counted int64) {
	c := &post.Cache{Limit: 1 << 40}
	mails := make([]*post.Mail, len(raws))
	for i, raw := range raws {
		mails[i] = post.MailOf(raw)
		mails[i].Cache = c
	}
	before := heap()
	for _, m := range mails {
		p := m.Parse()
		if read {
			p.Understood()
		}
	}
	for i, m := range mails {
		for kind := range memos {
			(&post.Stored{Mail: m}).Remember(kind, strings.Repeat(strconv.Itoa(i%10), 100))
		}
	}
	held, counted = heap()-before, c.Bytes
	runtime.KeepAlive(mails)
	return held, counted
}

// heap is how much is in use once all garbage is gone.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

var shapes = []struct {
	name  string
	mails int
	raw   func(i int) string
}{
	{"tiny", 1000, func(i int) string { return fmt.Sprintf("Subject: %d\r\n\r\nHi\r\n", i) }},
	{"plain text of 2 KiB", 300, func(i int) string { return head(i) + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + prose(2048) }},
	{"plain text of 200 KiB", 10, func(i int) string { return head(i) + "\r\n" + prose(200<<10) }},
	{"quoted printable", 100, func(i int) string {
		return head(i) + "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + strings.Repeat("caf=C3=A9 and more, =\r\nplease\r\n", 200)
	}},
	{"latin-1", 100, func(i int) string {
		return head(i) + "Content-Type: text/plain; charset=iso-8859-1\r\n\r\n" + strings.Repeat("caf\xe9 au lait\r\n", 300)
	}},
	{"an answer", 300, func(i int) string {
		return head(i) + "In-Reply-To: <a@ours.test>\r\nReferences: " + strings.Repeat("<0123456789@client.test>\r\n ", 20) + "<a@ours.test>\r\n\r\nYes, gladly. When do we meet?\r\n\r\nOn Monday App wrote:\r\n> " +
			strings.ReplaceAll(prose(2048), "\r\n", "\r\n> ") + "\r\n"
	}},
	{"questions", 50, func(i int) string {
		return head(i) + "\r\n" + strings.Repeat("Could you send me the signed contract by Tuesday? How much is invoice INV-20931, is it EUR 1,200 or 15 %?\r\n\r\n", 30)
	}},
	{"everything asked", 20, func(i int) string {
		var b strings.Builder
		for k := range 200 {
			fmt.Fprintf(&b, "Could you please send me the contract %d from Anna Berg%d by %d January, and pay EUR %d,200? I will call you on Tuesday at %d:00. Invoice INV-%d is open.\r\n\r\n", k, k, k%28+1, k, k%24, k)
		}
		return head(i) + "\r\n" + b.String()
	}},
	{"HTML", 100, func(i int) string { return head(i) + "Content-Type: text/html; charset=utf-8\r\n\r\n" + page(60) }},
	{"both", 100, func(i int) string { return both(i, prose(2048), page(60)) }},
	{"both in base64", 100, func(i int) string {
		enc := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) + "\r\n" }
		return strings.ReplaceAll(both(i, enc(prose(2048)), enc(page(60))), "charset=utf-8", "charset=utf-8\r\nContent-Transfer-Encoding: base64")
	}},
	{"three attachments", 300, func(i int) string { return attached(i, 3, 20<<10) }},
	{"100 attachments", 100, func(i int) string { return attached(i, 100, 100) }},
	{"an attached mail", 300, func(i int) string {
		return head(i) + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee below.\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n" + attached(i, 2, 4<<10) + "\r\n--b--\r\n"
	}},
	{"50 levels", 300, func(i int) string { return nested(i, 50) }},
	{"300 levels", 100, func(i int) string { return nested(i, 300) }},
	{"50 mails within", 200, func(i int) string {
		return strings.Repeat("Subject: Fwd\r\nContent-Type: message/rfc822\r\n\r\n", 50) + head(i) + "\r\nHi\r\n"
	}},
	{"1,000 empty parts", 100, func(i int) string {
		return head(i) + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\n\r\n", 1000) + "--b--\r\n"
	}},
	{"1,000 parts of a line", 100, func(i int) string {
		return head(i) + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nline\r\n", 1000) + "--b--\r\n"
	}},
	{"many headers", 200, func(i int) string {
		var b strings.Builder
		for k := range 900 {
			fmt.Fprintf(&b, "X-Field-%d: value %d\r\n", k, k)
		}
		return head(i) + b.String() + "\r\nHi\r\n"
	}},
	{"many fields of the service", 200, func(i int) string {
		var b strings.Builder
		for k := range 300 {
			fmt.Fprintf(&b, "X-Service-%d: =?utf-8?q?caf=C3=A9?= %d\r\n", k, k)
		}
		return head(i) + b.String() + "\r\nHi\r\n"
	}},
	{"many recipients", 200, func(i int) string {
		return head(i) + "Cc: " + strings.Repeat("=?utf-8?q?J=C3=B6rg?= <joerg@client.test>,\r\n ", 300) + "anna@client.test\r\n\r\nHi\r\n"
	}},
	{"a long name in another charset", 20, func(i int) string {
		return head(i) + "Content-Type: text/plain; charset=iso-8859-1\r\nReply-To: anna@client.test (" + strings.Repeat("caf\xe9 au lait\r\n ", 10000) + ")\r\n\r\nHi\r\n"
	}},
	{"many references", 200, func(i int) string {
		var b strings.Builder
		for k := range 500 {
			fmt.Fprintf(&b, "\r\n <%d.%d@client.test>", i, k)
		}
		return head(i) + "References:" + b.String() + "\r\n\r\nHi\r\n"
	}},
	{"many parameters", 200, func(i int) string {
		var b strings.Builder
		for k := range 300 {
			fmt.Fprintf(&b, ";\r\n name*%d*=caf%%C3%%A9", k)
		}
		return head(i) + "Content-Type: application/pdf" + b.String() + "\r\n\r\nx\r\n"
	}},
	{"broken lines", 200, func(i int) string { return head(i) + strings.Repeat("no field at all\r\n", 300) + "\r\nHi\r\n" }},
}

func head(i int) string {
	return fmt.Sprintf("From: App <app@ours.test>\r\nTo: Anna Berg <anna%d@client.test>\r\nSubject: Mail number %d\r\nDate: Mon, 05 Jan 2026 09:00:00 +0000\r\n"+
		"Message-ID: <%d.0123456789abcdef@ours.test>\r\nMIME-Version: 1.0\r\n", i%100, i, i)
}

func prose(n int) string {
	const line = "The quick brown fox jumps over the lazy dog again.\r\n"
	return strings.Repeat(line, n/len(line)) + "\r\n"
}

func page(paragraphs int) string {
	return "<html><body><h1>Hello</h1>\r\n" + strings.Repeat("<p>Have a look at <a href=\"https://shop.test/a\">our shop</a> &amp; buy.</p>\r\n", paragraphs) + "<img src=cid:logo></body></html>\r\n"
}

func both(i int, text, html string) string {
	return head(i) + "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + text +
		"\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html + "\r\n--b--\r\n"
}

func attached(i, files, size int) string {
	var b strings.Builder
	b.WriteString(head(i) + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee the files.\r\n")
	data := base64.StdEncoding.EncodeToString(make([]byte, size))
	for k := range files {
		fmt.Fprintf(&b, "--b\r\nContent-Type: application/pdf; name=\"report %d.pdf\"\r\nContent-Disposition: attachment; filename=\"report %d.pdf\"\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <f%d@ours.test>\r\n\r\n%s\r\n", k, k, k, data)
	}
	return b.String() + "--b--\r\n"
}

func nested(i, levels int) string {
	var b strings.Builder
	b.WriteString(head(i) + "Content-Type: multipart/mixed; boundary=b0\r\n\r\n")
	for k := range levels {
		fmt.Fprintf(&b, "--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n", k, k+1)
	}
	fmt.Fprintf(&b, "--b%d\r\n\r\nx\r\n", levels)
	for k := levels; k >= 0; k-- {
		fmt.Fprintf(&b, "--b%d--\r\n", k)
	}
	return b.String()
}
