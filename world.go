package mailsim

// The World: inbound traffic to a company (spec 2.5, 4.8).

import "time"

// World is a company and the streams of mail that reach it.
type World struct {
	Company Company  `json:"company"`
	Streams []Stream `json:"streams"`
}

// Company is whom the World writes to.
type Company struct {
	Name      string           `json:"name"`
	Domain    string           `json:"domain"`
	TZ        string           `json:"tz"` // IANA name; "" is UTC
	Mailboxes []CompanyMailbox `json:"mailboxes"`
}

// CompanyMailbox is a mailbox of the company. In JSON a bare text is its address.
type CompanyMailbox struct {
	Address string `json:"address"`
	Name    string `json:"name"`
	Role    string `json:"role"`
}

// Stream is one kind of mail that reaches the company at a rate.
type Stream struct {
	ID            string     `json:"id"`      // assigned when left out; keep it to keep Sent
	Kind          string     `json:"kind"`    // one of StreamKinds
	PerDay        float64    `json:"per_day"` // capped at 500
	BusinessHours bool       `json:"business_hours"`
	Brief         string     `json:"brief"`
	NewPeople     float64    `json:"new_people"` // 0 to 1, capped at 1
	Enabled       bool       `json:"enabled"`
	To            []string   `json:"to"`
	Sent          int        `json:"sent"`           // read only
	Next          *time.Time `json:"next,omitempty"` // read only
}

// streamRec is a stream as stored.
type streamRec struct {
	Stream
	Job    string   `json:"job"`
	People []string `json:"people"` // who wrote in it
}

// runWorld sends one mail of a stream.
func runWorld(r *jobRun) error { return nil }
