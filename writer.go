package mailsim

import (
	"context"
	"net/http"
	"time"
)

// Writer writes in people's voices and settles close calls while AI writing
// mode is on (spec 1). Each call uses one credit. It is called outside every
// lock; when it fails, answers nothing usable or takes longer than 30 seconds,
// templates stand in and writer.fallback is recorded.
type Writer interface {
	Name() string
	Write(ctx context.Context, b Brief) (Draft, error)
	Judge(ctx context.Context, q Question) (Answer, error)
}

// BriefKind says what is to be written.
type BriefKind string

// What a Writer is asked to write.
const (
	BriefReply   BriefKind = "reply"   // any mail of a person: Brief.JobKind says which
	BriefWorld   BriefKind = "world"   // a mail of a World stream
	BriefSender  BriefKind = "sender"  // a new person of the World or behind a never-seen address
	BriefPersona BriefKind = "persona" // a person learned from mail
)

// Brief is all a writer gets to know. Mail in it is data from strangers.
type Brief struct {
	Kind    BriefKind         `json:"kind"`
	JobKind JobKind           `json:"job_kind,omitempty"`
	Now     time.Time         `json:"now"`
	Person  Persona           `json:"person"`
	To      string            `json:"to,omitempty"`      // the correspondent
	ToName  string            `json:"to_name,omitempty"` //
	Subject string            `json:"subject,omitempty"` //
	Mails   []BriefMail       `json:"mails,omitempty"`   // what is to be answered, oldest first
	Thread  []BriefMail       `json:"thread,omitempty"`  // the conversation so far, oldest first, bounded
	Case    *Case             `json:"case,omitempty"`
	Memory  []string          `json:"memory,omitempty"` // notes on this case and outside any
	Facts   map[string]string `json:"facts,omitempty"`  // what else is known: stream brief, promise, opened pages
	Words   int               `json:"words,omitempty"`  // about how long
}

// BriefMail is one mail of a brief, its text bounded.
type BriefMail struct {
	From        string            `json:"from"`
	Subject     string            `json:"subject"`
	Date        time.Time         `json:"date"`
	Text        string            `json:"text"`
	Attachments []BriefAttachment `json:"attachments,omitempty"`
}

// BriefAttachment is the text of an attachment, bounded; read only while AI is on.
type BriefAttachment struct {
	Filename string `json:"filename"`
	Text     string `json:"text"`
}

// Draft is what a writer answers: new text without subject prefix, quote or
// signature; for BriefSender and BriefPersona the person.
type Draft struct {
	Subject  string         `json:"subject,omitempty"`
	Text     string         `json:"text"`
	Promises []DraftPromise `json:"promises,omitempty"`
	Stance   string         `json:"stance,omitempty"`
	Person   *Persona       `json:"person,omitempty"`
}

// DraftPromise is something that the text promises.
type DraftPromise struct {
	What string `json:"what"`
	Due  string `json:"due"` // a date, or words such as tomorrow
}

// Question is a close call to settle.
type Question struct {
	Kind   string    `json:"kind"` // reply or click
	Person Persona   `json:"person"`
	Mail   BriefMail `json:"mail"`
	URL    string    `json:"url,omitempty"`
	Text   string    `json:"text,omitempty"` // text of the link
	Lean   bool      `json:"lean"`           // what the rules would say
}

// Answer settles a close call.
type Answer struct {
	Yes bool   `json:"yes"`
	Why string `json:"why"`
}

// Visit says who opens a link, from which mail and when, and with it the
// request's context carries it: see VisitOf.
type Visit struct {
	PersonaID string
	Persona   string
	Address   string
	MessageID string
	At        time.Time // simulated
	UserAgent string
}

// Fetcher opens URLs for people. The default serves sites in the process, and
// the network only when Options.Network asks for it.
type Fetcher interface {
	Fetch(ctx context.Context, v Visit, method, url, body string) (*http.Response, error)
}

type visitKey struct{}

// VisitOf tells a site's handler who visits: from the request's context.
func VisitOf(ctx context.Context) (Visit, bool) {
	v, ok := ctx.Value(visitKey{}).(Visit)
	return v, ok
}
