package mailsim

import (
	"context"
	"encoding/json"
	"time"

	"github.com/mailsim/mailsim/internal/worldgen"
)

// The World: inbound traffic to a company.

// World is a company and the streams of mail that reach it.
type World struct {
	Company Company  `json:"company"`
	Streams []Stream `json:"streams"`
}

// Company is the company that the World writes to.
type Company struct {
	Name      string           `json:"name"`
	Domain    string           `json:"domain"`
	TZ        string           `json:"tz,omitempty"` // IANA name; default UTC
	Mailboxes []CompanyMailbox `json:"mailboxes"`
}

// CompanyMailbox is a mailbox of the company. In JSON a plain string is its address.
type CompanyMailbox struct {
	Address string `json:"address"`
	Name    string `json:"name"`
	Role    string `json:"role"` // what it is for, such as "billing": the AI writer gets it, templates ignore it
}

// UnmarshalJSON reads an object or a bare address.
func (m *CompanyMailbox) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		*m = CompanyMailbox{}
		return json.Unmarshal(b, &m.Address)
	}
	type plain CompanyMailbox
	return strictJSON(b, (*plain)(m))
}

// Stream is one kind of mail that reaches the company at a rate: its mails arrive as a Poisson
// process on the simulated clock. With BusinessHours they come only Monday to Friday from 09:00
// to 18:00 in the company's zone, PerDay of them on each of these days. A sender who gets no
// answer asks again in their own working hours; the reminder takes the place of the stream's
// next mail.
type Stream struct {
	ID            string   `json:"id"`      // assigned when left out; give the same ID again to keep the count in Sent
	Kind          string   `json:"kind"`    // one of StreamKinds
	PerDay        float64  `json:"per_day"` // capped at 500
	BusinessHours bool     `json:"business_hours"`
	Brief         string   `json:"brief"`      // what the mails are about
	NewPeople     float64  `json:"new_people"` // share of mails from people not seen before; capped at 1
	Enabled       *bool    `json:"enabled"`    // default: true if PerDay is above 0
	To            []string `json:"to"`         // each mail goes to all of them

	// Languages that its people write in, as ISO 639-1 codes, with equal shares: their names
	// are of that language, and they answer in it first. If it is empty, people with names
	// from many languages write English; newsletters, spam and phishing are always in
	// English. See StreamLanguages.
	Languages []string `json:"languages,omitempty"`

	Sent int        `json:"sent"`           // read only
	Next *time.Time `json:"next,omitempty"` // read only
}

// StreamKinds lists the kinds of streams.
func StreamKinds() []string { return worldgen.Kinds() }

// StreamLanguages lists the languages that the people of a stream can write in.
func StreamLanguages() []string { return worldgen.Languages() }

type worlds interface {
	World() (w World)
	SetWorld(ctx context.Context, w World) (World, error)
	SendStream(ctx context.Context, id string) (messageID string, err error)
}

// World returns the company and its streams, in the order in which they were set.
func (u *Universe) World() (w World) { return u.live().World() }

// SetWorld replaces the company and all streams. The jobs of the old streams are removed, and
// every enabled stream is planned from now. A stream that is left out sends no more. The
// mailboxes of the company and of the streams are made when missing. ErrInvalid names what is
// wrong and changes nothing. Events: world.updated, and job.scheduled for each enabled stream.
func (u *Universe) SetWorld(ctx context.Context, w World) (World, error) {
	return u.live().SetWorld(ctx, w)
}

// SendStream sends one mail of a stream now; the stream's schedule does not change. It returns
// the Message-ID. ErrInvalid "that stream no longer exists" for an unknown id, and when the
// plan's daily inbound mail is used up. Events: those of the mail, then world.mail; if a person
// sends it, also persona.sent, and persona.created if that person is new.
func (u *Universe) SendStream(ctx context.Context, id string) (messageID string, err error) {
	return u.live().SendStream(ctx, id)
}
