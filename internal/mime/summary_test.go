package mime

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
)

const ordinary = "Return-Path: <bounce@shop.example>\r\n" +
	"Received: from mail.shop.example (mail.shop.example [192.0.2.1])\r\n\tby mx.client.example with ESMTPS id 4XyZ1;\r\n\tFri, 20 Nov 2026 15:47:12 +0100 (CET)\r\n" +
	"DKIM-Signature: v=1; a=rsa-sha256; d=shop.example; s=s1; c=relaxed/relaxed;\r\n\th=from:to:subject:date; bh=frcCV1k9oG9oKj3dpUqdJg1PxRT2RSN/XKdLCPjaYaY=;\r\n\tb=dzdVyOfAKCdLXdJOc9G2q8LoXSlEniSbav+yuU4zGeeruD00lszZ\r\n" +
	"Message-ID: <20261120154712.abc123@shop.example>\r\n" +
	"In-Reply-To: <q1@client.example>\r\n" +
	"References: <q0@client.example>\r\n <q1@client.example>\r\n" +
	"Date: Fri, 20 Nov 2026 15:47:12 +0100\r\n" +
	"From: Bob Builder <bob@shop.example>\r\n" +
	"To: Anna Weber <anna@client.example>, carl@client.example\r\n" +
	"Cc: \"Weber, Eva\" <eva@client.example>\r\n" +
	"Subject: Your order 1234 is on its way\r\n" +
	"X-Service-Case: C-17\r\n" +
	"MIME-Version: 1.0\r\n" +
	"Content-Type: text/plain; charset=utf-8\r\n" +
	"Content-Transfer-Encoding: 8bit\r\n" +
	"\r\n" +
	"Hello Anna,\r\n\r\nthe parcel left today.\r\n"

// spec: messages.field.message_id messages.field.references
func TestSummarize(t *testing.T) {
	t.Parallel()
	want := Summary{
		MessageID:    "<20261120154712.abc123@shop.example>",
		InReplyTo:    "<q1@client.example>",
		References:   []string{"<q0@client.example>", "<q1@client.example>"},
		From:         Address{"Bob Builder", "bob@shop.example"},
		To:           []Address{{"Anna Weber", "anna@client.example"}, {"", "carl@client.example"}},
		Cc:           []Address{{"Weber, Eva", "eva@client.example"}},
		Subject:      "Your order 1234 is on its way",
		Date:         time.Date(2026, 11, 20, 15, 47, 12, 0, time.FixedZone("", 3600)),
		Service:      map[string]string{"x-service-case": "C-17"},
		ReturnPath:   "<bounce@shop.example>",
		ContentType:  "text/plain; charset=utf-8",
		HasMessageID: true, HasDate: true, HasFrom: true, HasSubject: true, HasReturnPath: true,
	}
	got := Summarize(ordinary)
	assert.Equal(t, "Hello Anna,", ordinary[got.BodyStart:got.BodyStart+11])
	got.BodyStart = 0
	assert.Empty(t, cmp.Diff(want, got))
	m := Parse(ordinary)
	assert.Equal(t, "Hello Anna,\n\nthe parcel left today.\n", m.Text)
	assert.Nil(t, m.Defects)
}

func TestSummarizeAutomatic(t *testing.T) {
	t.Parallel()
	got := Summarize("auto-submitted: auto-replied\nPrecedence: bulk\nList-Id: News <news.x.example>\nList-Unsubscribe: <https://x.example/u>,\n <mailto:u@x.example>\n" +
		"List-Unsubscribe-Post: List-Unsubscribe=One-Click\nX-Auto-Response-Suppress: OOF, AutoReply\nReturn-Path: <>\nSender: s@x.example\nReply-To: r@x.example\nBcc: b@x.example\n" +
		"To: a@x.example\nFrom:\nTo: c@x.example\nFrom: late@x.example\nDate: soon\nX-SERVICE-Case: 1\nx-service-case: 2\n\n")
	got.BodyStart = 0
	assert.Empty(t, cmp.Diff(Summary{
		AutoSubmitted: "auto-replied", Precedence: "bulk", ListID: "News <news.x.example>", ListUnsubscribe: "<https://x.example/u>, <mailto:u@x.example>",
		ListUnsubscribePost: "List-Unsubscribe=One-Click", XAutoResponseSuppress: "OOF, AutoReply", ReturnPath: "<>",
		Sender: []Address{{"", "s@x.example"}}, ReplyTo: []Address{{"", "r@x.example"}}, Bcc: []Address{{"", "b@x.example"}},
		To: []Address{{"", "a@x.example"}, {"", "c@x.example"}}, Service: map[string]string{"x-service-case": "1"},
		HasDate: true, HasFrom: true, HasReturnPath: true, HasList: true,
	}, got))
}

// A header in raw 8 bits is in the charset of the body, where that can be told.
func TestSummarizeRawHeader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ contentType, subject, want string }{
		{"text/plain; charset=gb2312", "\xd6\xd0\xce\xc4\xd6\xf7\xcc\xe2", "中文主题"},
		{"text/html; charset=\"Shift_JIS\"", "\x93\xfa\x96\x7b\x83\x5c", "日本ソ"}, // a second byte that is a backslash
		{"text/plain; charset=koi8-r", "\xf0\xd2\xc9\xd7\xc5\xd4", "Привет"},
		{"text/plain; charset=koi8-r", "Grüße", "Grüße"},
		{"text/plain; charset=gb2312", "=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", "Grüße"},
		{"text/plain; charset=utf-8", "caf\xe9", "café"},
		{"text/plain; charset=utf-16le", "caf\xe9", "café"},
		{"text/plain; charset=iso-2022-jp", "caf\xe9", "café"},
		{"text/plain; charset=nonesuch", "caf\xe9", "café"},
		{"multipart/mixed; boundary=x", "caf\xe9", "café"},
		{"text/plain; charset=gb2312", "\xff\xff", "ÿÿ"},
	} {
		raw := "Subject: " + c.subject + "\r\nFrom: " + c.subject + " <a@x.test>\r\nContent-Type: " + c.contentType + "\r\n\r\nbody"
		got := Summarize(raw)
		assert.Equal(t, c.want, got.Subject, c.contentType)
		assert.Equal(t, Address{c.want, "a@x.test"}, got.From, c.contentType)
		h := ScanHeader(raw)
		assert.Equal(t, c.want, h.Text("Subject"), c.contentType)
		assert.Equal(t, "body", raw[got.BodyStart:])
	}
}
