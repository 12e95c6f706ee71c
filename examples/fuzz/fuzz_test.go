// Package fuzz: a fuzzer writes valid, odd and broken mail, and a program that files
// it as tickets must survive all of it.
//
//	go test ./examples/fuzz -fuzz FuzzTickets -fuzzminimizetime 20x
package fuzz

import (
	"net/mail"
	"regexp"
	"strings"
	"testing"

	"github.com/mailsim/mailsim/mailsimtest"
)

// desk is the application under test: a mail opens a ticket, unless its subject
// names one.
type desk struct {
	box     *mailsimtest.Account
	seen    int
	tickets []string // who opened each
	follow  int
}

var number = regexp.MustCompile(`\[#(\d{1,9})\]`)

func (d *desk) work() {
	for _, m := range d.box.Inbox()[d.seen:] {
		d.seen++
		from, err := mail.ParseAddress(m.Header("From"))
		if err != nil {
			from = &mail.Address{Address: m.From} // a broken header: the envelope has somebody
		}
		if number.MatchString(m.Subject) {
			d.follow++
			continue
		}
		d.tickets = append(d.tickets, strings.ToLower(from.Address))
	}
}

// FuzzTickets gives each run a world of its own. The bytes of the fuzzer decide who
// writes what; the same bytes write the same mail, so a failure that is found stays
// found, in testdata/fuzz.
func FuzzTickets(f *testing.F) {
	f.Add([]byte("a seed"))
	f.Add([]byte{0, 255, 7, 130, 9, 64, 3, 88, 200, 41, 5, 17})
	f.Fuzz(func(t *testing.T, data []byte) {
		sim := mailsimtest.New(t)
		d := &desk{box: sim.Login("desk@ours.test")}
		gen := mailsimtest.NewGen(mailsimtest.Bytes(data))
		anna := sim.Person("anna@client.test")
		for range 5 {
			sim.Submit(anna.Address(), d.box.Address(), gen.Raw(anna.Address(), d.box.Address()))
		}
		d.work()
		if len(d.tickets)+d.follow != len(d.box.Inbox()) {
			t.Errorf("%d mails became %d tickets and %d follow-ups", len(d.box.Inbox()), len(d.tickets), d.follow)
		}
		sim.CheckInvariants()
	})
}
