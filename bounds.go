package mailsim

import "cmp"

// Bounds of what a universe keeps, and how full they are.

// Bounds limit what a universe keeps. 0 is no limit. A number below 0 is no limit either, even
// where a default would apply. When a bound of mail or mailboxes is reached, a change that
// needs more room fails with ErrFull and does nothing, unless WhenFull deletes the oldest
// mails to make room. Changes that need no room still work. Mail that people, the World and
// servers were about to send is not sent: its job fails with the reason.
type Bounds struct {
	Bytes     int64    `json:"bytes"`  // of all mails, each counted once however many copies lie in folders
	Mails     int      `json:"mails"`  // each counted once; mail that is held back counts while it waits
	Copies    int      `json:"copies"` // of mails in folders, the one in Sent included
	Mailboxes int      `json:"mailboxes"`
	Events    int      `json:"events"`    // the oldest are removed first, with the finished jobs that they report
	WhenFull  WhenFull `json:"when_full"` // default refuse
}

// WhenFull says what happens to mail that arrives when a bound of bytes, mails or copies has been
// reached.
type WhenFull string

// What happens at a bound.
const (
	FullRefuse WhenFull = "refuse" // it is refused
	FullOldest WhenFull = "oldest" // it is accepted: the oldest mails are deleted until there is room for it and a hundredth of the bound is free besides; for a bound of mails or copies that is at most 1,000. Event: retention.pruned
)

// Or returns b with each bound that is zero taken from o.
func (b Bounds) Or(o Bounds) Bounds {
	return Bounds{
		cmp.Or(b.Bytes, o.Bytes), cmp.Or(b.Mails, o.Mails), cmp.Or(b.Copies, o.Copies), cmp.Or(b.Mailboxes, o.Mailboxes), cmp.Or(b.Events, o.Events),
		cmp.Or(b.WhenFull, o.WhenFull),
	}
}

// Usage is how full a bound is.
type Usage struct {
	Used int64 `json:"used"`
	Max  int64 `json:"max"` // 0 is no limit
}

// Fullness is how full the bounds of a universe are.
type Fullness struct {
	Bytes     Usage    `json:"bytes"`
	Mails     Usage    `json:"mails"`
	Copies    Usage    `json:"copies"`
	Mailboxes Usage    `json:"mailboxes"`
	Events    Usage    `json:"events"`
	Webhooks  Usage    `json:"webhooks"` // deliveries that are pending, bounded by Options.WebhookQueue
	WhenFull  WhenFull `json:"when_full"`
}

type bounding interface {
	Bounds() (f Fullness)
}

// Bounds returns how full the bounds of the universe are.
func (u *Universe) Bounds() (f Fullness) { return u.live().Bounds() }
