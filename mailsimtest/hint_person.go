package mailsimtest

import (
	"fmt"
	"strings"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/near"
)

// nobodies are hints at addresses that got mail as a person would, where nobody
// reads it: others of their domain are people, or a person has nearly that address.
func (l *look) nobodies() (out []hint) {
	people := newPeople(l)
	if len(people.written) == 0 {
		return nil
	}
	for _, key := range l.order {
		a := l.at[key]
		if a.got == 0 || a.sent != 0 || a.returned || a.box == nil || a.box.PersonaID != "" || a.box.CanLogin || l.tagged(key) {
			continue
		}
		alike := people.near(key)
		_, domain := cutAddress(key)
		if alike == "" && len(people.at[domain]) == 0 {
			continue
		}
		h := hint{from: a.got, about: []string{key}, text: fmt.Sprintf(
			"nobody is behind %s, which got %q from %s: its mailbox is read and answered by no one until sim.Person puts somebody there", a.address, a.subject, a.from)}
		if alike != "" {
			h.about = append(h.about, alike)
			h.text += fmt.Sprintf("; was %s meant?", people.written[alike])
		}
		out = append(out, h)
	}
	return out
}

// tagged tells whether what is done with an address is its tag's to say.
func (l *look) tagged(address string) bool {
	tags := tagsOf(address)
	if len(tags) == 0 || l.s.conf.options.NoMagic {
		return false
	}
	tag := tags[len(tags)-1]
	return isMagic(tag) || len(meantTags(tag)) > 0
}

// cutAddress gives the parts before and behind the @.
func cutAddress(address string) (local, domain string) {
	i := strings.LastIndexByte(address, '@')
	return address[:max(i, 0)], address[i+1:]
}

// people are the addresses that the test put someone behind, in lower case; who
// came into being with mail is none of them.
type people struct {
	written map[string]string   // as first seen
	at      map[string][]string // local parts of a domain
	named   map[string][]string // domains of a local part
	left    int                 // comparisons to make: a large world gets no more guesses
}

func newPeople(l *look) *people {
	p := &people{written: map[string]string{}, at: map[string][]string{}, named: map[string][]string{}, left: 20_000}
	for _, b := range l.boxes {
		key := addr.Key(b.Address)
		if b.PersonaID == "" || l.at[key].made != 0 {
			continue
		}
		local, domain := cutAddress(key)
		p.written[key] = b.Address
		p.at[domain], p.named[local] = append(p.at[domain], local), append(p.named[local], domain)
	}
	return p
}

// near is the address of a person for which another may be a slip, "" for none:
// with a +tag more, or with letters mistaken before or behind the @.
func (p *people) near(address string) string {
	local, domain := cutAddress(address)
	base, _, _ := strings.Cut(local, "+")
	if p.written[base+"@"+domain] != "" {
		return base + "@" + domain
	}
	if other := p.nearest(local, p.at[domain], 3); other != "" {
		return other + "@" + domain
	}
	if other := p.nearest(domain, p.named[local], 8); other != "" {
		return local + "@" + other
	}
	return ""
}

// nearest is the word for which another of some length may be a slip. Words that
// differ in digits alone are meant to.
func (p *people) nearest(word string, known []string, least int) (nearest string) {
	best := 3
	for _, k := range known {
		if p.left--; p.left < 0 {
			return nearest
		}
		if min(len(k), len(word)) < least || withoutDigits(k) == withoutDigits(word) {
			continue
		}
		if d := near.Edits(word, k); d < best && d <= near.Slips(k) {
			best, nearest = d, k
		}
	}
	return nearest
}

func withoutDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s)
}
