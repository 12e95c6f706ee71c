package mailsim

import (
	"context"
	"time"
)

// Cases: context that people share.

// CaseStatus is where a case stands.
type CaseStatus string

// The statuses of a case.
const (
	CaseOpen    CaseStatus = "open"
	CaseWaiting CaseStatus = "waiting"
	CaseClosed  CaseStatus = "closed"
)

// Case is context that people share: a ticket, an order, a project.
type Case struct {
	ID          string            `json:"id"`
	Title       string            `json:"title"`
	Status      CaseStatus        `json:"status"` // open at first
	Summary     string            `json:"summary"`
	Facts       map[string]string `json:"facts"`
	PersonaIDs  []string          `json:"persona_ids"`
	Addresses   []string          `json:"addresses"` // an address with neither mailbox nor person gets a person
	ExternalIDs map[string]string `json:"external_ids"`
	Created     time.Time         `json:"created"`
	Updated     time.Time         `json:"updated"`
	Messages    int               `json:"messages"` // mails linked to it
	Last        *time.Time        `json:"last"`     // when the last one came
}

// CasePatch changes a case; a nil field is kept. Facts and external ids are replaced whole.
type CasePatch struct {
	Title       *string           `json:"title,omitempty"`
	Status      *CaseStatus       `json:"status,omitempty"`
	Summary     *string           `json:"summary,omitempty"`
	Facts       map[string]string `json:"facts,omitzero"`
	PersonaIDs  []string          `json:"persona_ids,omitzero"`
	Addresses   []string          `json:"addresses,omitzero"`
	ExternalIDs map[string]string `json:"external_ids,omitzero"`
}

// CaseLink says which case a message was linked to. How names the part of the message that showed
// which case it is: "header", "thread", "subject" or "text". The value "only" means that no part
// showed it, but that the person who got the message has just one open case, and that either the
// sender belongs to that case or the message shares a number or a word with it.
type CaseLink struct {
	ID  string `json:"id"`
	How string `json:"how"`
}

type cases interface {
	Cases() []Case
	Case(id string) (Case, error)
	PushCase(ctx context.Context, id string, p CasePatch) (Case, error)
	DeleteCase(ctx context.Context, id string) error
}

// Cases lists the cases by id.
func (u *Universe) Cases() []Case { return u.live().Cases() }

// Case returns one case; ErrNotFound "no such case" when there is none.
func (u *Universe) Case(id string) (Case, error) { return u.live().Case(id) }

// PushCase makes a case, or changes the fields of one. Events: case.updated, and
// persona.created for each address that gets a person.
func (u *Universe) PushCase(ctx context.Context, id string, p CasePatch) (Case, error) {
	return u.live().PushCase(ctx, id, p)
}

// DeleteCase removes a case; ErrNotFound when there is none. Messages keep no
// link to it.
func (u *Universe) DeleteCase(ctx context.Context, id string) error {
	return u.live().DeleteCase(ctx, id)
}
