// Package report writes mails that programs send by themselves: delivery status
// notifications (RFC 3464, 6533), complaints (RFC 5965), disposition notifications
// (RFC 8098) and absence replies (RFC 3834, 5230), and recognises such mails.
//
// It is a leaf: it is told what happened and to whom. Every draw comes from the
// generator it is given, every date from its options. None of these mails may be
// answered, so the caller sends all of them from the null sender <>.
package report

import "strconv"

// Kind is why an address is bad.
type Kind string

// The kinds of bad addresses.
const (
	Unknown  Kind = "unknown"
	Domain   Kind = "domain"
	Full     Kind = "full"
	Disabled Kind = "disabled"
	Blocked  Kind = "blocked"
)

// Kinds lists the kinds in the order of the specification.
func Kinds() []Kind { return []Kind{Unknown, Domain, Full, Disabled, Blocked} }

// Reply is what a server answered: a code of RFC 5321, one of RFC 3463 and a text.
type Reply struct {
	Code     int
	Enhanced string
	Text     string
}

// String returns the reply as a server sends it: 550 5.1.1 User unknown.
func (r Reply) String() string {
	s := strconv.Itoa(r.Code)
	if r.Enhanced != "" {
		s += " " + r.Enhanced
	}
	if r.Text != "" {
		s += " " + r.Text
	}
	return s
}

// Temporary returns the reply as one to be tried again: 552 5.2.2 becomes 452 4.2.2.
func (r Reply) Temporary() Reply {
	if r.Code >= 500 {
		r.Code -= 100
	}
	if r.Enhanced != "" && r.Enhanced[0] == '5' {
		r.Enhanced = "4" + r.Enhanced[1:]
	}
	return r
}

// Reply returns the reply of the specification's table; ok is false for no kind.
func (k Kind) Reply() (r Reply, ok bool) {
	switch k {
	case Unknown:
		return Reply{550, "5.1.1", "User unknown"}, true
	case Domain:
		return Reply{550, "5.1.2", "Domain not found"}, true
	case Full:
		return Reply{552, "5.2.2", "Mailbox full"}, true
	case Disabled:
		return Reply{550, "5.2.1", "Mailbox disabled"}, true
	case Blocked:
		return Reply{554, "5.7.1", "Rejected under policy"}, true
	}
	return Reply{}, false
}
