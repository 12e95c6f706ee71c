package compose

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// forbidden is what no line of a mail may look like.
var forbidden = regexp.MustCompile(`(?im)^(?:(?:from|sent|to):|>|--|__|==|sent from|on .*wrote:|[-–—_=* ]+$)`)

func FuzzWrite(f *testing.F) {
	f.Add("seed", "Bea Novak", "bea@acme.example", "Delivery", "When is it? Is Tuesday ok?", "delivery_date", "14 January", uint16(0), 0.5)
	f.Add("", "From: x\n> y", "", "--", "On Monday Bob wrote: \n> hi", "From:", "-- \nSent from my iPhone", uint16(7), 1.0)
	f.Add("s", "(a|b){np}", "x", "{np}", "{topic}(", "(", "{", uint16(999), -1.0)
	f.Add("s", "\ue000", "\ue001", "\ue002", "\ue000 when is \ue001?", "is", "\ue000", uint16(321), 2.0)
	f.Add("", "From:0", "", "0", "0", "0", "0", uint16(7), 1.0)
	f.Add("s", "x", "x@a.example", "x", "away\xee \ue000", "k", "v", uint16(390), 0.0) // an absence
	kinds := []Kind{Reply, Followup, Correction, OOO, Initiate, Deliver, Nudge, Forward, ""}
	f.Fuzz(func(t *testing.T, seed, name, address, subject, text, key, value string, bits uint16, typos float64) {
		n := int(bits)
		flag := func(i int) bool { return n>>i&1 == 1 }
		b := Brief{
			Seed: rng.Seed(seed), Kind: kinds[n%len(kinds)], To: Correspondent{Name: value, Address: address}, Subject: subject,
			Voice: Voice{Name: name, Address: address, Role: key, Org: value, Wants: value, Character: key, Typos: typos, Knows: []string{"all", "some", "little"}[n%3],
				Temperament: temperaments[n/3%7], Length: lengths[n/7%3], Formality: formalities[n/5%3], Access: "screen_reader"},
			Mails: []gist.Gist{gist.Read(subject, text)}, ThreadReplies: n % 9, Occasion: n - 3,
			Case: Case{Title: value, Status: key, Summary: text, Facts: map[string]string{key: value}}, Memory: []string{"(" + key + ") " + text, value},
			Promise: Promise{What: value, Due: key}, Waiting: Waiting{value, key}, Late: flag(3), Attached: flag(4), Phone: flag(5), ImagesOnly: flag(6),
			Fix: []string{"", "attachment", "date", value}[n%4], Absence: Absence{Message: map[bool]string{true: text}[flag(7)], To: key},
		}
		d := Write(b)
		if bad := forbidden.FindString(d.Text); bad != "" {
			t.Fatalf("line %q in:\n%s", bad, d.Text)
		}
		if !utf8.ValidString(d.Text) || strings.ContainsAny(d.Text, "\r\ue000\ue001\ue002") || len(d.Text) > maxAbsence+4000 {
			t.Fatalf("text %q", d.Text)
		}
		if strings.ContainsAny(d.Subject, "\r\n\ue000\ue001\ue002") || len(d.Subject) > 400 {
			t.Fatalf("subject %q", d.Subject)
		}
		if strings.TrimSpace(d.Text) == "" && (b.Kind != OOO || !flag(7)) && b.Kind != Followup && b.Kind != Correction {
			t.Fatalf("empty mail of kind %s", b.Kind)
		}
		if again := Write(b); again.Text != d.Text || again.Subject != d.Subject {
			t.Fatal("two runs differ")
		}
	})
}
