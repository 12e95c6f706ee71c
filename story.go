package mailsim

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"
)

// What happened, told in sentences.

// StoryFilter chooses the lines of a story; its zero value chooses all. A line must match
// all fields that are set.
type StoryFilter struct {
	CaseID    string // the case, its mails, and what was planned about them
	PersonaID string // only what concerns this person
	MessageID string // one mail, and what was planned about it
	Thread    string // a conversation, by the Message-ID at its root
	After     int64  // only what came after an event; 0 is no bound
	Before    int64  // only what came before an event; 0 is no bound
	Onward    bool   // the oldest Limit lines, instead of the newest
	Limit     int    // lines; default 200, above 1,000 counts as 1,000
}

// Story is a part of a story, the oldest line first.
type Story struct {
	Lines []StoryLine `json:"lines"`
	More  bool        `json:"more"` // more lines exist: before the first one or, if Onward was set, after the last one
	Last  int64       `json:"last"` // id of the newest event when the story was read
}

// StoryLine is one thing that happened. Who and What make a sentence.
type StoryLine struct {
	Event     int64     `json:"event"` // its id in the log
	At        time.Time `json:"at"`    // on the simulated clock
	Type      EventType `json:"type"`
	Who       string    `json:"who"`
	What      string    `json:"what"`
	PersonaID string    `json:"persona_id"`
	CaseID    string    `json:"case_id"`
	MessageID string    `json:"message_id"`
	JobID     string    `json:"job_id"`
}

type storytelling interface {
	Story(ctx context.Context, f StoryFilter) (Story, error)
	Note(ctx context.Context, text string) error
}

// Story tells what happened. ErrInvalid for a negative bound or limit, ErrNotFound for
// an unknown case or person.
func (u *Universe) Story(ctx context.Context, f StoryFilter) (Story, error) {
	return u.live().Story(ctx, f)
}

// Note writes a line into the story, such as what a test is about to do or why it
// failed; at most 10,000 bytes. ErrInvalid for an empty or longer one. Event: note.
func (u *Universe) Note(ctx context.Context, text string) error { return u.live().Note(ctx, text) }

// Teller puts events into words. Its zero value is ready for use. It remembers the
// names of people from the events that it is given.
type Teller struct {
	// Name, if not nil, gives the name of a person by id, "" when it is not known.
	Name  func(personaID string) string
	names map[string]string
}

// Tell says in a sentence what happened: who, and what they do. what is "" for an event that
// says nothing new.
func (t *Teller) Tell(e Event) (who, what string) {
	switch d := e.Data.(type) {
	case MailDelivered:
		return cmp.Or(d.From, "<>"), fmt.Sprintf("sends %q to %s", d.Subject, strings.Join(d.To, ", "))
	case PersonaReceived:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("gets %q from %s", d.Subject, cmp.Or(d.From, "<>"))
	case PersonaJunked:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("does not see %q, filed as spam at %.1f of %.1f: %s", d.Subject, d.Score, d.Threshold, d.Why)
	case PersonaIgnored:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("will not answer %q: %s", d.Subject, d.Why)
	case PersonaBatched:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("will answer %q together with another mail: %s", d.Subject, d.Why)
	case PersonaSent:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("sends %q to %s (%s)", d.Subject, strings.Join(d.To, ", "), d.Kind)
	case PersonaBounced:
		if d.Dropped != "" {
			return cmp.Or(d.Address, d.PersonaID), fmt.Sprintf("bounces %q (%s), but the notice is dropped: %s", d.Subject, d.Kind, d.Dropped)
		}
		return cmp.Or(d.Address, d.PersonaID), fmt.Sprintf("bounces %q to %s (%s)", d.Subject, d.To, d.Kind)
	case PersonaPromised:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("promises %s: %s, until %s", d.To, d.What, storyTime(d.Due))
	case PersonaWaiting:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("waits for %s: %s, until %s", d.From, d.What, storyTime(d.Due))
	case PersonaCreated:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("comes into being behind %s (%s): %s", d.Address, d.Temperament, d.Why)
	case PersonaUpdated:
		t.who(d.PersonaID, d.Name)
		return "", ""
	}
	return t.tellOfPlans(e)
}

func (t *Teller) tellOfPlans(e Event) (who, what string) {
	switch d := e.Data.(type) {
	case LinkOpened:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("opens %s: %d (%s)", d.URL, d.Status, d.Why)
	case LinkFailed:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("opens %s, and it fails: %s", d.URL, d.Error)
	case LinkSkipped:
		if d.URL == "" && d.Domain != "" {
			return t.who(d.PersonaID, d.Persona), fmt.Sprintf("does not look %s up: %s", d.Domain, d.Why)
		}
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("does not open %s: %s", cmp.Or(d.URL, "its links"), d.Why)
	case LinkSender:
		return t.who(d.PersonaID, d.Persona), fmt.Sprintf("looks %s up: %s", d.Domain, cmp.Or(d.Why, fmt.Sprintf("status %d", d.Status)))
	case JobScheduled:
		return t.who(d.PersonaID, ""), fmt.Sprintf("plans for %s: %s", storyTime(d.Due), d.Plan)
	case JobFailed:
		return t.who(d.PersonaID, ""), fmt.Sprintf("fails at a plan (%s): %s", d.Kind, d.Note)
	case JobUpdated:
		state := d.State
		if d.Note != "" {
			state += " (" + d.Note + ")"
		}
		return t.who(d.PersonaID, ""), fmt.Sprintf("changes a plan (%s): %s, due %s", d.Kind, state, storyTime(d.Due))
	case WorldMail:
		return "the world", fmt.Sprintf("sends %q to %s (%s)", d.Subject, strings.Join(d.To, ", "), d.Kind)
	case CaseUpdated:
		if d.New {
			return "case " + d.CaseID, fmt.Sprintf("begins: %q", d.Title)
		}
		return "case " + d.CaseID, "changes: " + strings.Join(d.Changed, ", ")
	case MailDeleted:
		if d.Copies == 1 {
			return "someone", fmt.Sprintf("deletes %q, of which there was 1 copy", d.Subject)
		}
		return "someone", fmt.Sprintf("deletes %q, of which there were %d copies", d.Subject, d.Copies)
	}
	return tellOfServers(e)
}

func tellOfServers(e Event) (who, what string) {
	switch d := e.Data.(type) {
	case AuthFailed:
		return cmp.Or(d.Username, "someone"), fmt.Sprintf("fails to log in over %s: %s", d.Proto, d.Why)
	case FaultFired:
		return "fault " + d.Rule, fmt.Sprintf("strikes at %s %s (%s): from %s to %s", d.Where, d.At, d.Kind, cmp.Or(d.From, "-"), cmp.Or(d.To, "-"))
	case WebhookFailed:
		if d.EventID != 0 {
			return "a webhook", fmt.Sprintf("to %s gave up on event %d: %s", d.URL, d.EventID, d.Error)
		}
		return "a webhook", fmt.Sprintf("to %s gave up: %s", d.URL, d.Error)
	case WriterFallback:
		return "the writer", fmt.Sprintf("failed (%s), templates stood in: %s", d.What, d.Error)
	case NoteWritten:
		return "—", d.Text
	case ClockChanged:
		return "the clock", "is moved to " + storyTime(d.Now)
	}
	return "", ""
}

// who names a person.
func (t *Teller) who(id, name string) string {
	if name == "" && t.Name != nil && id != "" {
		name = t.Name(id)
	}
	if name != "" {
		if t.names == nil {
			t.names = map[string]string{}
		}
		t.names[id] = name
	}
	return cmp.Or(t.names[id], id, "the world")
}

// storyTime writes an instant as stories do.
func storyTime(at time.Time) string { return at.UTC().Format("Mon 2006-01-02 15:04:05") }
