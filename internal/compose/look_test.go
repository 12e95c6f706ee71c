package compose

import (
	"fmt"
	"github.com/mailsim/mailsim/internal/gist"
	"testing"
)

func TestLook(t *testing.T) {
	for _, temp := range []string{"responsive", "busy", "procedural", "skeptical", "flaky", "difficult", "ghost"} {
		for _, l := range [][2]string{{"short", "casual"}, {"medium", "neutral"}, {"long", "formal"}} {
			for i, m := range mails {
				b := Brief{Seed: "s", Kind: Reply, Voice: Voice{Name: "Bea Novak", Address: temp + l[0] + "@x.example", Role: "Buyer", Org: "Acme", Temperament: temp, Length: l[0], Formality: l[1]}, To: Correspondent{"Ann Lee", "ann@y.example"}, Subject: m[0], Occasion: i + 1, Mails: []gist.Gist{gist.Read(m[0], m[1])}, Case: Case{Title: "Office move", Facts: map[string]string{"delivery_date": "14 January", "price": "EUR 300"}}}
				d := Write(b)
				fmt.Printf("=== %s %s %s: %s\n%s\n--- %v %s\n", temp, l[0], l[1], m[1], d.Text, d.Promises, d.Why)
			}
		}
	}
}

var mails = [][2]string{
	{"Delivery", "Hi,\n\nwhen is the delivery, and who is my contact for returns?\n\nThanks\nAnn"},
	{"Meeting", "Is Tuesday 10:00 fine for a call?"},
	{"Contract", "Could you send me the signed contract by Friday?"},
	{"Broken lamp", "The desk lamp from order 10427 arrived broken. I am very disappointed."},
}
