package mailsim

import (
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// What each type of event tells.

// The types of events.
const (
	EventMailDelivered   EventType = "mail.delivered"
	EventMailReport      EventType = "mail.report"
	EventPersonaReceived EventType = "persona.received"
	EventPersonaJunked   EventType = "persona.junked"
	EventPersonaIgnored  EventType = "persona.ignored"
	EventPersonaBatched  EventType = "persona.batched"
	EventPersonaSent     EventType = "persona.sent"
	EventPersonaBounced  EventType = "persona.bounced"
	EventPersonaPromised EventType = "persona.promised"
	EventPersonaWaiting  EventType = "persona.waiting"
	EventPersonaCreated  EventType = "persona.created"
	EventPersonaUpdated  EventType = "persona.updated"
	EventPersonaMemory   EventType = "persona.memory"
	EventCaseUpdated     EventType = "case.updated"
	EventLinkOpened      EventType = "link.opened"
	EventLinkFailed      EventType = "link.failed"
	EventLinkSkipped     EventType = "link.skipped"
	EventLinkSender      EventType = "link.sender"
	EventInspectScored   EventType = "inspect.scored"
	EventInspectLinks    EventType = "inspect.links"
	EventWorldMail       EventType = "world.mail"
	EventWorldUpdated    EventType = "world.updated"
	EventJobScheduled    EventType = "job.scheduled"
	EventJobDone         EventType = "job.done"
	EventJobFailed       EventType = "job.failed"
	EventJobUpdated      EventType = "job.updated"
	EventAuthOK          EventType = "auth.ok"
	EventAuthFailed      EventType = "auth.failed"
	EventClockChanged    EventType = "clock"
	EventPaceChanged     EventType = "pace"
	EventFaultsUpdated   EventType = "faults.updated"
	EventFaultFired      EventType = "fault.fired"
	EventMailDeleted     EventType = "mail.deleted"
	EventRetentionPruned EventType = "retention.pruned"
	EventBoundReached    EventType = "bound.reached"
	EventWriterFallback  EventType = "writer.fallback"
	EventWebhookFailed   EventType = "webhook.failed"
	EventNoteWritten     EventType = "note"

	EventMailReleased      EventType = "mail.released"
	EventMailReleaseFailed EventType = "mail.release_failed"
)

// MailDelivered: the application's message was accepted. To is the envelope's list.
type MailDelivered struct {
	From      string   `json:"from"`
	To        []string `json:"to"`
	Subject   string   `json:"subject"`
	MessageID string   `json:"message_id"`
}

// EventType returns mail.delivered.
func (MailDelivered) EventType() EventType { return EventMailDelivered }

func (d MailDelivered) about() subject { return subject{MessageID: d.MessageID} }

// PersonaReceived: a person got the email in their inbox.
type PersonaReceived struct {
	PersonaID string `json:"persona_id"`
	Persona   string `json:"persona"`
	CaseID    string `json:"case_id"`
	From      string `json:"from"`
	FromName  string `json:"from_name"`
	Subject   string `json:"subject"`
	MessageID string `json:"message_id"`
	Text      string `json:"text"`
}

// EventType returns persona.received.
func (PersonaReceived) EventType() EventType { return EventPersonaReceived }

func (d PersonaReceived) about() subject {
	return subject{PersonaID: d.PersonaID, CaseID: d.CaseID, MessageID: d.MessageID}
}

// PersonaJunked: a person's provider filed the email as spam.
type PersonaJunked struct {
	PersonaID string  `json:"persona_id"`
	Persona   string  `json:"persona"`
	Subject   string  `json:"subject"`
	MessageID string  `json:"message_id"`
	Score     float64 `json:"score"`
	Threshold float64 `json:"threshold"`
	Why       string  `json:"why"`
}

// EventType returns persona.junked.
func (PersonaJunked) EventType() EventType { return EventPersonaJunked }

func (d PersonaJunked) about() subject {
	return subject{PersonaID: d.PersonaID, MessageID: d.MessageID}
}

// PersonaIgnored: a person chose not to answer, or is paused.
type PersonaIgnored struct {
	PersonaID string `json:"persona_id"`
	Persona   string `json:"persona"`
	CaseID    string `json:"case_id"`
	Subject   string `json:"subject"`
	MessageID string `json:"message_id"`
	Why       string `json:"why"`
}

// EventType returns persona.ignored.
func (PersonaIgnored) EventType() EventType { return EventPersonaIgnored }

func (d PersonaIgnored) about() subject {
	return subject{PersonaID: d.PersonaID, CaseID: d.CaseID, MessageID: d.MessageID}
}

// PersonaBatched: a person will answer together with a reply already planned.
type PersonaBatched struct {
	PersonaID string `json:"persona_id"`
	Persona   string `json:"persona"`
	Subject   string `json:"subject"`
	MessageID string `json:"message_id"`
	Why       string `json:"why"`
}

// EventType returns persona.batched.
func (PersonaBatched) EventType() EventType { return EventPersonaBatched }

func (d PersonaBatched) about() subject {
	return subject{PersonaID: d.PersonaID, MessageID: d.MessageID}
}

// PersonaSent: a person sent an email. Kind is reply, followup, correction, ooo, initiate, deliver or nudge;
// initiate is a first mail to somebody, including a forwarded one. Text is the new text without quote and
// signature.
type PersonaSent struct {
	PersonaID   string   `json:"persona_id"`
	Persona     string   `json:"persona"`
	Kind        string   `json:"kind"`
	CaseID      string   `json:"case_id"`
	To          []string `json:"to"`
	CC          []string `json:"cc"`
	Subject     string   `json:"subject"`
	MessageID   string   `json:"message_id"`
	InReplyTo   string   `json:"in_reply_to"`
	By          string   `json:"by"`
	LinksOpened int      `json:"links_opened"`
	Text        string   `json:"text"`
}

// EventType returns persona.sent.
func (PersonaSent) EventType() EventType { return EventPersonaSent }

func (d PersonaSent) about() subject {
	return subject{PersonaID: d.PersonaID, CaseID: d.CaseID, MessageID: d.MessageID}
}

// PersonaBounced: a dead, full or blocking address bounced the mail. PersonaID is empty where nobody is behind the address.
type PersonaBounced struct {
	PersonaID string `json:"persona_id"`
	Address   string `json:"address"`
	Kind      string `json:"kind"`
	To        string `json:"to"`
	Subject   string `json:"subject"`
	MessageID string `json:"message_id"`
	Dropped   string `json:"dropped,omitempty"`
}

// EventType returns persona.bounced.
func (PersonaBounced) EventType() EventType { return EventPersonaBounced }

func (d PersonaBounced) about() subject {
	return subject{PersonaID: d.PersonaID, MessageID: d.MessageID}
}

// PersonaPromised: a person promised to do something.
type PersonaPromised struct {
	PersonaID string    `json:"persona_id"`
	Persona   string    `json:"persona"`
	To        string    `json:"to"`
	What      string    `json:"what"`
	Due       time.Time `json:"due"`
	WillKeep  bool      `json:"will_keep"`
	JobID     string    `json:"job_id"`
}

// EventType returns persona.promised.
func (PersonaPromised) EventType() EventType { return EventPersonaPromised }

func (d PersonaPromised) about() subject { return subject{PersonaID: d.PersonaID} }

// PersonaWaiting: a person is waiting on something promised.
type PersonaWaiting struct {
	PersonaID string    `json:"persona_id"`
	Persona   string    `json:"persona"`
	From      string    `json:"from"`
	What      string    `json:"what"`
	Due       time.Time `json:"due"`
	JobID     string    `json:"job_id"`
}

// EventType returns persona.waiting.
func (PersonaWaiting) EventType() EventType { return EventPersonaWaiting }

func (d PersonaWaiting) about() subject { return subject{PersonaID: d.PersonaID} }

// PersonaCreated: the universe made a person: a stranger, a sender of the World, somebody on a
// case, or a person learned from mail. Mode is "ai" if the AI writer says who they are, else
// "basic".
type PersonaCreated struct {
	PersonaID   string `json:"persona_id"`
	Persona     string `json:"persona"`
	Address     string `json:"address"`
	Temperament string `json:"temperament"`
	Mode        string `json:"mode"`
	Why         string `json:"why"`
}

// EventType returns persona.created.
func (PersonaCreated) EventType() EventType { return EventPersonaCreated }

func (d PersonaCreated) about() subject { return subject{PersonaID: d.PersonaID} }

// PersonaUpdated: a person was created or changed by the application (in Go, over the API or by
// Reload), or the AI filled in missing fields.
type PersonaUpdated struct {
	PersonaID string `json:"id"`
	Name      string `json:"name"`
}

// EventType returns persona.updated.
func (PersonaUpdated) EventType() EventType { return EventPersonaUpdated }

func (d PersonaUpdated) about() subject { return subject{PersonaID: d.PersonaID} }

// PersonaMemory: a note was added to a person's memory, by AddMemory or the API, or because the
// person stated a fact in a mail (Source is then "said").
type PersonaMemory struct {
	PersonaID string `json:"persona_id"`
	CaseID    string `json:"case_id"`
	Source    string `json:"source"`
}

// EventType returns persona.memory.
func (PersonaMemory) EventType() EventType { return EventPersonaMemory }

func (d PersonaMemory) about() subject { return subject{PersonaID: d.PersonaID, CaseID: d.CaseID} }

// CaseUpdated: a case was created or changed.
type CaseUpdated struct {
	CaseID  string   `json:"id"`
	Title   string   `json:"title"`
	New     bool     `json:"new"`
	Changed []string `json:"changed"`
}

// EventType returns case.updated.
func (CaseUpdated) EventType() EventType { return EventCaseUpdated }

func (d CaseUpdated) about() subject { return subject{CaseID: d.CaseID} }

// LinkOpened: a person opened a link. MS is the real duration in milliseconds, 0 for a site in the process.
type LinkOpened struct {
	PersonaID   string `json:"persona_id"`
	Persona     string `json:"persona"`
	URL         string `json:"url"`
	Text        string `json:"text"`
	MessageID   string `json:"message_id"`
	Why         string `json:"why"`
	Status      int    `json:"status"`
	FinalURL    string `json:"final_url"`
	Title       string `json:"title"`
	ContentType string `json:"content_type"`
	MS          int64  `json:"ms"`
}

// EventType returns link.opened.
func (LinkOpened) EventType() EventType { return EventLinkOpened }

func (d LinkOpened) about() subject { return subject{PersonaID: d.PersonaID, MessageID: d.MessageID} }

// LinkFailed: a person opened a link and it failed.
type LinkFailed struct {
	PersonaID string `json:"persona_id"`
	Persona   string `json:"persona"`
	URL       string `json:"url"`
	Text      string `json:"text"`
	MessageID string `json:"message_id"`
	Why       string `json:"why"`
	Error     string `json:"error"`
	MS        int64  `json:"ms"`
}

// EventType returns link.failed.
func (LinkFailed) EventType() EventType { return EventLinkFailed }

func (d LinkFailed) about() subject { return subject{PersonaID: d.PersonaID, MessageID: d.MessageID} }

// LinkSkipped: a person did not open a link that they might have opened. Domain is set for a
// sender look-up.
type LinkSkipped struct {
	PersonaID string `json:"persona_id"`
	Persona   string `json:"persona"`
	URL       string `json:"url"`
	MessageID string `json:"message_id"`
	Why       string `json:"why"`
	Domain    string `json:"domain,omitempty"`
}

// EventType returns link.skipped.
func (LinkSkipped) EventType() EventType { return EventLinkSkipped }

func (d LinkSkipped) about() subject { return subject{PersonaID: d.PersonaID, MessageID: d.MessageID} }

// LinkSender: a person looked up a sender they did not know. Status, FinalURL, Title and MS are
// set if a site loaded; Why, Quality and Error are set if none did.
type LinkSender struct {
	PersonaID string  `json:"persona_id"`
	Persona   string  `json:"persona"`
	Domain    string  `json:"domain"`
	MessageID string  `json:"message_id"`
	URL       string  `json:"url"`
	Reason    string  `json:"reason"`
	Status    int     `json:"status,omitempty"`
	FinalURL  string  `json:"final_url,omitempty"`
	Title     *string `json:"title,omitempty"`
	MS        *int64  `json:"ms,omitempty"`
	Why       string  `json:"why,omitempty"`
	Quality   string  `json:"quality,omitempty"`
	Error     string  `json:"error,omitempty"`
}

// EventType returns link.sender.
func (LinkSender) EventType() EventType { return EventLinkSender }

func (d LinkSender) about() subject { return subject{PersonaID: d.PersonaID, MessageID: d.MessageID} }

// InspectScored: a message got its spam score. Action is inbox or junk.
type InspectScored struct {
	MessageID string  `json:"message_id"`
	Subject   string  `json:"subject"`
	Score     float64 `json:"score"`
	Engine    string  `json:"engine"`
	Action    string  `json:"action"`
}

// EventType returns inspect.scored.
func (InspectScored) EventType() EventType { return EventInspectScored }

func (d InspectScored) about() subject { return subject{MessageID: d.MessageID} }

// InspectLinks: the links of a message were checked.
type InspectLinks struct {
	MessageID string `json:"message_id"`
	Subject   string `json:"subject"`
	Links     int    `json:"links"`
	Broken    int    `json:"broken"`
}

// EventType returns inspect.links.
func (InspectLinks) EventType() EventType { return EventInspectLinks }

func (d InspectLinks) about() subject { return subject{MessageID: d.MessageID} }

// WorldMail: the World sent the company an email: from a person (PersonaID, Persona) or from an address (From).
type WorldMail struct {
	Stream    string   `json:"stream"`
	Kind      string   `json:"kind"`
	To        []string `json:"to"`
	PersonaID string   `json:"persona_id,omitempty"`
	Persona   string   `json:"persona,omitempty"`
	From      string   `json:"from,omitempty"`
	Subject   string   `json:"subject"`
	MessageID string   `json:"message_id"`
	Truth     string   `json:"truth,omitempty"`
}

// EventType returns world.mail.
func (WorldMail) EventType() EventType { return EventWorldMail }

func (d WorldMail) about() subject { return subject{PersonaID: d.PersonaID, MessageID: d.MessageID} }

// WorldUpdated: World settings changed.
type WorldUpdated struct {
	Streams int `json:"streams"`
	Enabled int `json:"enabled"`
}

// EventType returns world.updated.
func (WorldUpdated) EventType() EventType { return EventWorldUpdated }

// JobScheduled: something was planned for later.
type JobScheduled struct {
	JobID     string    `json:"id"`
	Kind      string    `json:"kind"`
	PersonaID string    `json:"persona_id"`
	Due       time.Time `json:"due"`
	Plan      string    `json:"plan"`
}

// EventType returns job.scheduled.
func (JobScheduled) EventType() EventType { return EventJobScheduled }

func (d JobScheduled) about() subject { return subject{PersonaID: d.PersonaID} }

// JobDone: a job ran.
type JobDone struct {
	JobID     string `json:"id"`
	Kind      string `json:"kind"`
	PersonaID string `json:"persona_id"`
	Note      string `json:"note"`
}

// EventType returns job.done.
func (JobDone) EventType() EventType { return EventJobDone }

func (d JobDone) about() subject { return subject{PersonaID: d.PersonaID} }

// JobFailed: a job ran and failed.
type JobFailed struct {
	JobID     string `json:"id"`
	Kind      string `json:"kind"`
	PersonaID string `json:"persona_id"`
	Note      string `json:"note"`
}

// EventType returns job.failed.
func (JobFailed) EventType() EventType { return EventJobFailed }

func (d JobFailed) about() subject { return subject{PersonaID: d.PersonaID} }

// JobUpdated: a job was skipped or moved.
type JobUpdated struct {
	JobID     string    `json:"id"`
	State     string    `json:"state"`
	Due       time.Time `json:"due"`
	Kind      string    `json:"kind"`
	PersonaID string    `json:"persona_id,omitempty"`
	Note      string    `json:"note,omitempty"` // why it was skipped, such as "paused"
}

// EventType returns job.updated.
func (JobUpdated) EventType() EventType { return EventJobUpdated }

func (d JobUpdated) about() subject { return subject{PersonaID: d.PersonaID} }

// AuthOK: a login over SMTP, IMAP or POP3, or a person's sign-in (Cell.SignIn), succeeded.
// Remote is the IP without the port.
type AuthOK struct {
	Proto    string `json:"proto"`
	Username string `json:"username"`
	Address  string `json:"address"`
	Remote   string `json:"remote"`
	Why      string `json:"why"`
}

// EventType returns auth.ok.
func (AuthOK) EventType() EventType { return EventAuthOK }

// AuthFailed: a login over SMTP, IMAP or POP3, or a person's sign-in (Cell.SignIn), failed. In
// a Cell it is also logged when another organization tries to use the login's name: see
// CreateLogin. The event never holds the password.
type AuthFailed struct {
	Proto    string `json:"proto"`
	Username string `json:"username"`
	Address  string `json:"address"`
	Remote   string `json:"remote"`
	Why      string `json:"why"`
}

// EventType returns auth.failed.
func (AuthFailed) EventType() EventType { return EventAuthFailed }

// ClockChanged: the clock was moved, frozen, released or set to another speed.
type ClockChanged struct {
	Now    time.Time `json:"now"`
	Speed  float64   `json:"speed"`
	Frozen bool      `json:"frozen"`
	Real   time.Time `json:"real"`
}

// EventType returns clock.
func (ClockChanged) EventType() EventType { return EventClockChanged }

// PaceChanged: the pace changed.
type PaceChanged struct {
	Factor      float64 `json:"factor"`
	IgnoreHours bool    `json:"ignore_hours"`
}

// EventType returns pace.
func (PaceChanged) EventType() EventType { return EventPaceChanged }

// FaultsUpdated: fault rules changed.
type FaultsUpdated struct {
	Rules    int    `json:"rules"`
	Scenario string `json:"scenario"`
}

// EventType returns faults.updated.
func (FaultsUpdated) EventType() EventType { return EventFaultsUpdated }

// FaultFired: a fault rule acted.
type FaultFired struct {
	Rule      string `json:"rule"`
	Where     string `json:"where"`
	At        string `json:"at"`
	Kind      string `json:"kind"`
	From      string `json:"from"`
	To        string `json:"to"`
	MessageID string `json:"message_id"`
}

// EventType returns fault.fired.
func (FaultFired) EventType() EventType { return EventFaultFired }

func (d FaultFired) about() subject { return subject{MessageID: d.MessageID} }

// MailDeleted: a mail was deleted with all its copies.
type MailDeleted struct {
	ID        string `json:"id"` // of the submission, "" for what was filed without one
	MessageID string `json:"message_id"`
	Subject   string `json:"subject"`
	Copies    int    `json:"copies"`
}

// EventType returns mail.deleted.
func (MailDeleted) EventType() EventType { return EventMailDeleted }

func (d MailDeleted) about() subject { return subject{MessageID: d.MessageID} }

// RetentionPruned: old mail or events were removed.
type RetentionPruned struct {
	Messages int `json:"messages"`
	Events   int `json:"events"`
	Jobs     int `json:"jobs"`
}

// EventType returns retention.pruned.
func (RetentionPruned) EventType() EventType { return EventRetentionPruned }

// BoundReached: something was refused because a bound of the universe is reached. The event
// is logged once. It is logged again only after a tenth of the bound has become free and the
// bound is reached once more.
type BoundReached struct {
	Bound string `json:"bound"` // bytes, mails, copies or mailboxes
	Max   int64  `json:"max"`
}

// EventType returns bound.reached.
func (BoundReached) EventType() EventType { return EventBoundReached }

// WriterFallback: the AI failed and templates stood in.
type WriterFallback struct {
	What      string `json:"what"`
	Error     string `json:"error"`
	PersonaID string `json:"persona_id,omitempty"`
}

// EventType returns writer.fallback.
func (WriterFallback) EventType() EventType { return EventWriterFallback }

func (d WriterFallback) about() subject { return subject{PersonaID: d.PersonaID} }

// WebhookFailed: a webhook gave up after its last attempt, or events did not reach it
// because the queue was full or they had already left the log.
type WebhookFailed struct {
	URL     string `json:"url"`
	Error   string `json:"error"`
	EventID int64  `json:"event,omitempty"`
}

// EventType returns webhook.failed.
func (WebhookFailed) EventType() EventType { return EventWebhookFailed }

// NoteWritten: a test wrote a line into the story.
type NoteWritten struct {
	Text string `json:"text"`
}

// EventType returns note.
func (NoteWritten) EventType() EventType { return EventNoteWritten }

// eventDecoders reads the data of each type; a new type needs its line here.
var eventDecoders = map[EventType]func(json.RawMessage) (EventData, error){
	EventMailDelivered:   decodeAs[MailDelivered],
	EventMailReport:      decodeAs[MailReport],
	EventPersonaReceived: decodeAs[PersonaReceived],
	EventPersonaJunked:   decodeAs[PersonaJunked],
	EventPersonaIgnored:  decodeAs[PersonaIgnored],
	EventPersonaBatched:  decodeAs[PersonaBatched],
	EventPersonaSent:     decodeAs[PersonaSent],
	EventPersonaBounced:  decodeAs[PersonaBounced],
	EventPersonaPromised: decodeAs[PersonaPromised],
	EventPersonaWaiting:  decodeAs[PersonaWaiting],
	EventPersonaCreated:  decodeAs[PersonaCreated],
	EventPersonaUpdated:  decodeAs[PersonaUpdated],
	EventPersonaMemory:   decodeAs[PersonaMemory],
	EventCaseUpdated:     decodeAs[CaseUpdated],
	EventLinkOpened:      decodeAs[LinkOpened],
	EventLinkFailed:      decodeAs[LinkFailed],
	EventLinkSkipped:     decodeAs[LinkSkipped],
	EventLinkSender:      decodeAs[LinkSender],
	EventInspectScored:   decodeAs[InspectScored],
	EventInspectLinks:    decodeAs[InspectLinks],
	EventWorldMail:       decodeAs[WorldMail],
	EventWorldUpdated:    decodeAs[WorldUpdated],
	EventJobScheduled:    decodeAs[JobScheduled],
	EventJobDone:         decodeAs[JobDone],
	EventJobFailed:       decodeAs[JobFailed],
	EventJobUpdated:      decodeAs[JobUpdated],
	EventAuthOK:          decodeAs[AuthOK],
	EventAuthFailed:      decodeAs[AuthFailed],
	EventClockChanged:    decodeAs[ClockChanged],
	EventPaceChanged:     decodeAs[PaceChanged],
	EventFaultsUpdated:   decodeAs[FaultsUpdated],
	EventFaultFired:      decodeAs[FaultFired],
	EventMailDeleted:     decodeAs[MailDeleted],
	EventRetentionPruned: decodeAs[RetentionPruned],
	EventBoundReached:    decodeAs[BoundReached],
	EventWriterFallback:  decodeAs[WriterFallback],
	EventWebhookFailed:   decodeAs[WebhookFailed],
	EventNoteWritten:     decodeAs[NoteWritten],

	EventMailReleased:      decodeAs[MailReleased],
	EventMailReleaseFailed: decodeAs[MailReleaseFailed],
}

func decodeAs[T EventData](b json.RawMessage) (EventData, error) {
	var d T
	err := json.Unmarshal(b, &d)
	return d, err
}

func decodeEventData(t EventType, b json.RawMessage) (EventData, error) {
	if decode, ok := eventDecoders[t]; ok {
		return decode(b)
	}
	return RawEvent{t, b}, nil
}

// EventTypes lists every type, sorted.
func EventTypes() []EventType { return slices.Sorted(maps.Keys(eventDecoders)) }
