package httpapi

import (
	"errors"
	"time"

	"github.com/mailsim/mailsim"
)

// The inputs of the rows in routes.go: see [plan] for their tags.

// People.

type personaID struct {
	ID string `path:"id"`
}

type newPersona struct {
	Body mailsim.Persona `body:"" required:"addresses" readonly:"id,provider,created" nonempty:"timing.hours.tz"`
}

type personaChange struct {
	ID   string               `path:"id"`
	Body mailsim.PersonaPatch `body:"patch" nonnull:"addresses,name,knows,temperament" readonly:"id,provider,created" fixed:"id,provider" nonempty:"timing.hours.tz"`
}

func (p *personaChange) kept(c *call, field string) (string, error) {
	if field == "id" {
		return p.ID, nil
	}
	now, err := c.u.Persona(p.ID)
	return now.Provider, err
}

type learn struct {
	Body struct {
		Address string `json:"address"`
		Paused  bool   `json:"paused"`
	} `body:"" required:"address"`
}

type newNote struct {
	ID   string       `path:"id"`
	Body mailsim.Note `body:"" required:"text"`
}

type externalNote struct {
	Body struct {
		System string `json:"system"`
		ID     string `json:"id"`
		mailsim.Note
	} `body:"" required:"system,id,text"`
}

type memoryClear struct {
	ID     string  `path:"id"`
	CaseID *string `query:"case_id" doc:"clears only the notes of this case; if empty, only those outside any case"`
}

type relationsForget struct {
	ID      string  `path:"id"`
	Address *string `query:"address" doc:"forgets this correspondent only"`
}

// Mailboxes and messages.

type mailbox struct {
	Address string `path:"address"`
}

type mailboxStatus struct {
	Address string `path:"address"`
	Body    struct {
		Status mailsim.MailboxStatus `json:"status"`
	} `body:"" required:"status"`
}

type messageList struct {
	Address string `path:"address"`
	Folder  string `query:"folder" doc:"default INBOX"`
	Before  uint32 `query:"before" doc:"only messages with a smaller 'uid'"`
	Limit   limit  `query:"limit" doc:"the maximum number, up to 1000; default all"`
}

type message struct {
	Address string `path:"address"`
	Folder  string `path:"folder"`
	UID     uint32 `path:"uid"`
}

func (m message) ref() mailsim.Ref {
	return mailsim.Ref{Address: m.Address, Folder: m.Folder, UID: m.UID}
}

type messageView struct {
	Address string `path:"address"`
	Folder  string `path:"folder"`
	UID     uint32 `path:"uid"`
	Remote  bool   `query:"remote" doc:"1: the HTML in 'safe' may load remote images"`
	Theme   theme  `query:"theme" doc:"'dark' (the default) adapts the colors of the HTML in 'safe' to a dark page; 'light' does not"`
}

// theme is light or dark, the page that a message is shown on.
type theme string

func (t *theme) parse(text string) error {
	if text != "light" && text != "dark" {
		return errors.New("light or dark")
	}
	*t = theme(text)
	return nil
}

type messageAttachment struct {
	Address string `path:"address"`
	Folder  string `path:"folder"`
	UID     uint32 `path:"uid"`
	N       int    `path:"n"`
}

type messageChange struct {
	Address string               `path:"address"`
	Folder  string               `path:"folder"`
	UID     uint32               `path:"uid"`
	Body    mailsim.MessagePatch `body:""`
}

type ofAddress struct {
	Address string `query:"address" required:"true" doc:"the mailbox"`
}

type searchFor struct {
	Q      string `query:"q" required:"true" doc:"words, \"quoted phrases\", and 'from:' 'to:' 'subject:' 'has:attachment' 'is:unread' 'in:' 'before:' 'after:' 'larger:'; a minus before a term excludes what it finds"`
	Before string `query:"before" doc:"the field 'next' from the previous page's answer"`
	Limit  limit  `query:"limit" doc:"default 50, at most 1000"`
}

type inspect struct {
	MessageID string `query:"message_id" required:"true" doc:"with its angle brackets"`
}

type newShare struct {
	Body struct {
		Address string `json:"address"`
		Folder  string `json:"folder"`
		UID     uint32 `json:"uid"`
		Expires string `json:"expires"` // a duration on the simulated clock
	} `body:"" required:"address,uid"`
}

type shareID struct {
	ID string `path:"id"`
}

// Sending.

type send struct {
	Body mailsim.Outgoing `body:"" required:"from,to"`
}

type inject struct {
	Body mailsim.Inject `body:"" required:"to"`
}

// Waiting.

type waitFor struct {
	To       string  `query:"to" required:"true" doc:"the mailbox"`
	From     string  `query:"from" doc:"the sender's address, or a part of the address or name"`
	Subject  string  `query:"subject" doc:"a part of the subject"`
	Contains string  `query:"contains" doc:"a part of the text"`
	Folder   string  `query:"folder" doc:"default INBOX and Junk"`
	Existing bool    `query:"existing" doc:"1: if matching mail is already there, returns the newest"`
	After    *int64  `query:"after" doc:"an event id: mail filed after that event counts too"`
	Timeout  timeout `query:"timeout" doc:"milliseconds, or a duration such as 45s; default 30s, at most 5m"`
}

func (w *waitFor) setDefaults() { w.Timeout = defaultTimeout }

type waitReply struct {
	From      string  `query:"from" required:"true" doc:"the person's id or address"`
	InReplyTo string  `query:"in_reply_to" doc:"only the answer to this Message-ID"`
	Fast      bool    `query:"fast" doc:"sends the planned answer now; default true, but false for a viewer"`
	After     *int64  `query:"after" doc:"an event id: mail sent after that event counts too"`
	Timeout   timeout `query:"timeout" doc:"milliseconds, or a duration such as 45s; default 30s, at most 5m"`
}

func (w *waitReply) setDefaults() { w.Fast, w.Timeout = true, defaultTimeout }

// defaultTimeout is how long a wait lasts.
const defaultTimeout = timeout(30 * time.Second)

type extractFrom struct {
	Body struct {
		Text string `json:"text"`
		HTML string `json:"html"`
	} `body:""`
}

// Logins.

type newLogin struct {
	Body mailsim.NewLogin `body:"" required:"address" readonly:"messages,can_login,has_password"`
}

type loginChange struct {
	Address string             `path:"address"`
	Body    mailsim.LoginPatch `body:"patch" nonnull:"allow_smtp,allow_imap" readonly:"address,messages,has_password" fixed:"address"`
}

func (l *loginChange) kept(*call, string) (string, error) { return l.Address, nil }

type passwordCheck struct {
	Address string                `path:"address"`
	Body    mailsim.PasswordCheck `body:"" required:"password"`
}

type signature struct {
	Signature string `json:"signature"`
}

type setSignature struct {
	Address string    `path:"address"`
	Body    signature `body:"" required:"signature"`
}

// Settings.

type setAI struct {
	Body struct {
		Mode string `json:"mode"`
	} `body:"" required:"mode" readonly:"writer,credits"`
}

type setPace struct {
	Body mailsim.Pace `body:""`
}

func (s *setPace) setDefaults() { s.Body.Factor = 1 }

type setRecipients struct {
	Body recipients `body:""`
}

// recipients are the rules as they are sent: each starts from the defaults.
type recipients struct {
	Default rule                             `json:"default"`
	Domains map[string]rule                  `json:"domains"`
	Status  map[string]mailsim.MailboxStatus `json:"status"`
	Seed    string                           `json:"seed"`
}

type rule struct{ mailsim.Rule }

// UnmarshalJSON starts from the default rule.
func (r *rule) UnmarshalJSON(b []byte) error {
	r.Rule = mailsim.DefaultRule()
	if isNull(b) {
		return nil
	}
	return decodeStrict("", b, &r.Rule)
}

func (s *setRecipients) setDefaults() { s.Body.Default.Rule = mailsim.DefaultRule() }

func (s setRecipients) rules() mailsim.Recipients {
	out := mailsim.Recipients{Default: s.Body.Default.Rule, Domains: map[string]mailsim.Rule{}, Status: s.Body.Status, Seed: s.Body.Seed}
	for domain, r := range s.Body.Domains {
		out.Domains[domain] = r.Rule
	}
	return out
}

type setLinks struct {
	Body mailsim.LinkPolicy `body:""`
}

func (s *setLinks) setDefaults() { s.Body = mailsim.DefaultLinkPolicy() }

type setRetention struct {
	Body mailsim.Retention `body:""`
}

type reset struct {
	Body struct {
		Keep []mailsim.Part `json:"keep"`
	} `body:"optional"`
}

type setWorld struct {
	Body mailsim.World `body:"" nonempty:"company.tz"`
}

type streamID struct {
	ID string `path:"id"`
}

type setFaults struct {
	Body mailsim.Faults `body:"" readonly:"scenarios"`
}

type replayWebhook struct {
	Body struct {
		Name   string  `json:"name"`
		Events []int64 `json:"events"`
	} `body:""`
}

type setWebhooks struct {
	Body []mailsim.Webhook `body:""`
}

// Cases, clock, jobs, events.

type caseID struct {
	ID string `path:"id"`
}

type pushCase struct {
	ID   string            `path:"id"`
	Body mailsim.CasePatch `body:"patch" nonnull:"status" readonly:"id,created,updated,messages,last" fixed:"id"`
}

func (p *pushCase) kept(*call, string) (string, error) { return p.ID, nil }

type advance struct {
	Body struct {
		By   *string    `json:"by,omitempty"`
		To   *time.Time `json:"to,omitempty"`
		Jobs *int       `json:"jobs,omitempty"`
	} `body:""`
}

type freeze struct {
	Body struct {
		Frozen bool `json:"frozen"`
	} `body:"optional"`
}

func (f *freeze) setDefaults() { f.Body.Frozen = true }

type speed struct {
	Body struct {
		Factor float64 `json:"factor"`
	} `body:"" required:"factor"`
}

type jobList struct {
	State     string `query:"state" doc:"pending, running, done, failed or skipped"`
	Kind      string `query:"kind" doc:"read, reply, followup, correction, ooo, initiate, deliver, nudge, forward, bounce, delivery, world, release, send or act"`
	PersonaID string `query:"persona_id"`
	MessageID string `query:"message_id" doc:"only jobs about this mail"`
	Thread    string `query:"thread" doc:"only jobs of the conversation with this Message-ID at its root"`
	Limit     limit  `query:"limit" doc:"the maximum number, up to 1000; default all"`
}

type jobID struct {
	ID string `path:"id"`
}

type moveJob struct {
	ID   string `path:"id"`
	Body struct {
		Due time.Time `json:"due"`
	} `body:"" required:"due" readonly:"id,kind,state,created,persona_id,case_id,message_id,plan,note" fixed:"id"`
}

func (m *moveJob) kept(*call, string) (string, error) { return m.ID, nil }

type eventList struct {
	After     *int64 `query:"after" doc:"only events after this id, oldest first. If 'last' in the answer is smaller than this id, the server has a new log"`
	Before    *int64 `query:"before" doc:"only events before this id"`
	Type      types  `query:"type" doc:"event types, separated by commas; a '*' at the end matches any ending"`
	PersonaID string `query:"persona_id"`
	CaseID    string `query:"case_id"`
	Limit     limit  `query:"limit" doc:"default 100, at most 1000"`
}

// types is a comma list of event types.
type types []mailsim.EventType

func (t *types) parse(text string) error {
	for _, name := range list(text) {
		*t = append(*t, mailsim.EventType(name))
	}
	return nil
}

func (l eventList) filter() mailsim.EventFilter {
	f := mailsim.EventFilter{Types: l.Type, PersonaID: l.PersonaID, CaseID: l.CaseID, Limit: int(l.Limit)}
	if l.After != nil {
		f.After = *l.After
	}
	if l.Before != nil {
		f.Before = *l.Before
		if f.Before == 0 { // which is no bound in Go: nothing has an id below 1 either
			f.Before = 1
		}
	}
	return f
}

type insightsOf struct {
	Since     time.Time `query:"since" doc:"from this instant on"`
	Until     time.Time `query:"until" doc:"before this instant"`
	PersonaID string    `query:"persona_id" doc:"only events that concern this person"`
}

// Access.

type signIn struct {
	Body struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	} `body:"" required:"email,password"`
}

type createKey struct {
	Body struct {
		Name string       `json:"name"`
		Role mailsim.Role `json:"role"`
	} `body:"" required:"name,role"`
}

type keyPrefix struct {
	Prefix string `path:"prefix"`
}
