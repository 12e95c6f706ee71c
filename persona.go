package mailsim

import (
	"context"
	"encoding/json"
	"time"

	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/simtime"
)

// People: who they are, how they write and when they answer.

// Learned is the result of Universe.LearnPersona.
type Learned struct {
	Persona Persona `json:"persona"`
	By      string  `json:"by"`     // who wrote the person: rules, or ai
	People  int     `json:"people"` // correspondents that the person knows from the start
}

// Persona is a simulated person. Fields left out of Timing and Behaviors come from the temperament.
// Fields left out of Style are drawn once, when the person is made or gets another temperament. If
// Temperament is given, it sets the odds of these draws. Busy people typically write short mails
// with typos; procedural ones write long, formal mails; skeptical ones are wary of links; flaky
// ones are casual and curious; difficult ones are long-winded; and ghosts open almost nothing. If
// Temperament is left out, it is drawn, and has no influence on the style: then, as with
// "responsive", only Client is drawn, and the other fields of Style have their defaults.
// Signatures are never made up.
//
// A paused person sends nothing: they answer nothing, open no links, and neither the World nor
// Send writes in their name. Their jobs that come due while they are paused are skipped
// (job.updated with the note "paused") and never made up for; later ones stay. Their mail server
// still sends bounces for their address.
type Persona struct {
	ID          string            `json:"id"`       // assigned: p_<chars>
	Provider    string            `json:"provider"` // assigned, where the person comes from: api, case, stranger, world, mail (LearnPersona) or config (a YAML file)
	Created     time.Time         `json:"created"`  // assigned
	Name        string            `json:"name"`     // default: made from the first address
	Role        string            `json:"role"`
	Org         string            `json:"org"`
	Who         string            `json:"who"`
	Wants       string            `json:"wants"`
	Character   string            `json:"character"`
	Addresses   []string          `json:"addresses"`   // at least one; the person writes from the first
	Knows       string            `json:"knows"`       // how much they know of what they are asked: all, some (default) or little
	Temperament string            `json:"temperament"` // default: drawn with the odds that Temperaments lists
	CaseIDs     []string          `json:"case_ids"`
	Style       Style             `json:"style"`
	Timing      Timing            `json:"timing"`
	Behaviors   Behaviors         `json:"behaviors"`
	ExternalIDs map[string]string `json:"external_ids"`
	Paused      bool              `json:"paused"` // see below
}

// Style is how a person writes and handles mail.
type Style struct {
	Length    string   `json:"length,omitempty"`    // short, medium (default) or long
	Formality string   `json:"formality,omitempty"` // casual, neutral (default) or formal
	Typos     *float64 `json:"typos,omitempty"`     // 0 (default) to 1
	Signature string   `json:"signature,omitempty"`
	Client    string   `json:"client,omitempty"` // gmail, outlook, apple, iphone, android or plain; default: drawn
	Links     string   `json:"links,omitempty"`  // usual (default), curious, wary or never
	Filter    string   `json:"filter,omitempty"` // strict, normal (default), lenient or none
	Access    string   `json:"access,omitempty"` // screen_reader or low_vision

	// Languages that they answer in, as ISO 639-1 codes such as de, the favorite first; at most
	// 20. The default is en, de, fr and es, which are those that templates write; a Writer may
	// write others. When a mail is in any other language, they only ask for English or, if
	// they do not know English, for the first of their languages that templates write.
	Languages []string `json:"languages,omitempty"`
}

// Timing is when a person writes.
//
// ReplyRate, from 0 to 1, is the chance that they answer a personal mail. A stranger's cold
// pitch is not personal and gets no answer. Once both sides have ended a conversation, mail
// in it that asks nothing is hardly ever answered, whatever the rate.
type Timing struct {
	ReplyRate *float64  `json:"reply_rate,omitempty"` // 0 to 1; see Timing
	Delay     *Delay    `json:"delay,omitempty"`
	Hours     *Hours    `json:"hours,omitempty"`
	OOO       []Absence `json:"ooo,omitempty"`
}

// Delay is how long a reply takes: log-normally distributed, with Median as the median and Spread
// as the geometric standard deviation. If Median is set and Spread is 1, every reply takes exactly
// Median, times Pace.Factor of the universe. If Median is 0, the temperament's median counts, and
// what the mail is like makes it longer or shorter. If Spread is 0, the temperament's spread
// counts.
type Delay struct {
	Median time.Duration
	Spread float64
}

type delayJSON struct {
	Median string   `json:"median,omitempty"`
	Spread *float64 `json:"spread,omitempty"`
}

// MarshalJSON writes the median as text, such as 45m.
func (d Delay) MarshalJSON() ([]byte, error) {
	out := delayJSON{}
	if d.Median > 0 {
		out.Median = simtime.FormatDuration(d.Median)
	}
	if d.Spread != 0 {
		out.Spread = &d.Spread
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the median from text. A median that is left out gives a Median of 0, which
// means the temperament's median; a median that is written as 0 is refused.
func (d *Delay) UnmarshalJSON(b []byte) error {
	var in delayJSON
	if err := strictJSON(b, &in); err != nil {
		return err
	}
	*d = Delay{}
	if in.Median != "" {
		median, err := ParseDuration(in.Median)
		if err != nil {
			return invalidf("timing.delay.median: %s", err)
		}
		if median == 0 {
			return invalidf("timing.delay.median must be above 0")
		}
		d.Median = median
	}
	if in.Spread != nil {
		if !(*in.Spread >= 1) {
			return invalidf("timing.delay.spread must be 1 or more")
		}
		d.Spread = *in.Spread
	}
	return nil
}

// Hours are a person's working hours. A person whose hours are given keeps to them. Where
// Days, From and To are all left out, each person has a working day of their own near
// office hours, Monday to Friday, starting between 07:30 and 10:00. Of the mails that would
// otherwise wait for the next working day, such a person answers one in ten earlier, from
// the phone.
type Hours struct {
	TZ   string `json:"tz,omitempty"`   // IANA name, such as Europe/Paris; default the company's, else UTC
	Days string `json:"days,omitempty"` // such as mon-fri, the default
	From string `json:"from,omitempty"` // HH:MM; 09:00 if only Days or To is given
	To   string `json:"to,omitempty"`   // HH:MM; 18:00 if only Days or From is given
}

// Absence is a time out of office, from the first to the last day inclusive. Each
// correspondent gets the automatic reply once per absence.
type Absence struct {
	From    string `json:"from"` // 2026-01-05, in the person's zone
	To      string `json:"to"`
	Message string `json:"message"` // what the automatic reply says
}

// Behaviors are habits; each number is a chance from 0 to 1.
type Behaviors struct {
	DoubleReply  *float64 `json:"double_reply,omitempty"`
	Bounce       *float64 `json:"bounce,omitempty"`
	CCSomeone    *float64 `json:"cc_someone,omitempty"` // an answer goes to a colleague of their domain too
	ForwardTo    string   `json:"forward_to,omitempty"` // id of a person that exists, or an address; not one of their own
	KeepPromises *float64 `json:"keep_promises,omitempty"`
}

// PersonaPatch changes a person: a nil field is kept, a nested struct is replaced whole.
type PersonaPatch struct {
	Name        *string           `json:"name,omitempty"`
	Role        *string           `json:"role,omitempty"`
	Org         *string           `json:"org,omitempty"`
	Who         *string           `json:"who,omitempty"`
	Wants       *string           `json:"wants,omitempty"`
	Character   *string           `json:"character,omitempty"`
	Addresses   []string          `json:"addresses,omitzero"`
	Knows       *string           `json:"knows,omitempty"`
	Temperament *string           `json:"temperament,omitempty"`
	CaseIDs     []string          `json:"case_ids,omitzero"`
	Style       *Style            `json:"style,omitempty"`
	Timing      *Timing           `json:"timing,omitempty"`
	Behaviors   *Behaviors        `json:"behaviors,omitempty"`
	ExternalIDs map[string]string `json:"external_ids,omitzero"`
	Paused      *bool             `json:"paused,omitempty"`
}

// TemperamentInfo describes one temperament.
type TemperamentInfo struct {
	Name        string  `json:"name"`
	Weight      int     `json:"weight"` // odds when drawn
	ReplyRate   float64 `json:"reply_rate"`
	MedianDelay string  `json:"median_delay"`
	Text        string  `json:"text"`
}

// Temperaments lists the temperaments.
func Temperaments() []TemperamentInfo {
	var out []TemperamentInfo
	for _, t := range decide.Temperaments() {
		out = append(out, TemperamentInfo{t.Name, t.Weight, t.ReplyRate, simtime.FormatDuration(t.MedianDelay), t.Text})
	}
	return out
}

type people interface {
	Personas() []Persona
	Persona(id string) (Persona, error)
	PersonaByAddress(address string) (Persona, error)
	CreatePersona(ctx context.Context, p Persona) (Persona, error)
	UpdatePersona(ctx context.Context, id string, patch PersonaPatch) (Persona, error)
	DeletePersona(ctx context.Context, id string) error
	LearnPersona(ctx context.Context, address string, paused bool) (Learned, error)
}

// Personas lists every person, sorted by name, then id.
func (u *Universe) Personas() []Persona { return u.live().Personas() }

// Persona returns one person; ErrNotFound "no such persona" when there is none.
func (u *Universe) Persona(id string) (Persona, error) { return u.live().Persona(id) }

// PersonaByAddress returns the person who owns an address.
func (u *Universe) PersonaByAddress(address string) (Persona, error) {
	return u.live().PersonaByAddress(address)
}

// CreatePersona adds a person and their mailboxes. ID, Provider and Created are
// assigned. ErrInvalid names a wrong field, an address that is another person's,
// or the plan's limit. Event: persona.updated.
func (u *Universe) CreatePersona(ctx context.Context, p Persona) (Persona, error) {
	return u.live().CreatePersona(ctx, p)
}

// UpdatePersona changes the fields that are set. A wrong field changes nothing.
// ErrConflict for a person from a YAML file. Event: persona.updated.
func (u *Universe) UpdatePersona(ctx context.Context, id string, patch PersonaPatch) (Persona, error) {
	return u.live().UpdatePersona(ctx, id, patch)
}

// DeletePersona removes a person together with their memory, relations and
// pending jobs; their mailboxes and mail are kept. ErrConflict for a person
// from a YAML file.
func (u *Universe) DeletePersona(ctx context.Context, id string) error {
	return u.live().DeletePersona(ctx, id)
}

// LearnPersona makes a person for a mailbox that has none, from its mail: first from the mail
// that it sent, then from the mail that it received. Name, role, signature, tone, length,
// working hours, zone, typical delay and mail program are taken from that mail; with AI on, the
// writer adds what rules cannot see. Their correspondents become relations. A paused person
// answers nothing.
//
// ErrNotFound when there is no such mailbox, ErrConflict when a person has it,
// ErrInvalid at the plan's monthly limit. Events: persona.created, and
// persona.updated when the AI filled something in.
func (u *Universe) LearnPersona(ctx context.Context, address string, paused bool) (Learned, error) {
	return u.live().LearnPersona(ctx, address, paused)
}
