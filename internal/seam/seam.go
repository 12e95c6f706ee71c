// Package seam joins the words of package mailsim to what lives above them: what
// package universe needs of a word that no user should see is a function here,
// which package mailsim sets.
package seam

import (
	"context"
	"encoding/json"

	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/simtime"
)

// What package universe sets when it is initialized: what answers for the zero
// Universe and the zero Cell.
var NoUniverse, NoCell func() any

// What package mailsim sets when it is initialized.
var (
	// Universe, Cell and Timer make the handle, a *mailsim.Universe and so on, of what
	// stands behind it.
	Universe, Cell, Timer func(engine any) any

	// Message ties a *mailsim.Message to the stored copy that it was read from,
	// and to the mark of its arrival.
	Message func(message any, of Copy, mark int64)

	// CopyOf returns what a *mailsim.Message was read from, nil for one made by hand.
	CopyOf func(message any) Copy

	// DecodeEvent reads the data of an event type; the result is a mailsim.EventData.
	DecodeEvent func(eventType string, data json.RawMessage) (any, error)

	// AboutOf tells what the data of an event is about.
	AboutOf func(data any) Subject

	// Hours are the working hours of a *mailsim.Persona, in the company's zone where
	// they name none; those of an office where they make no sense.
	Hours func(persona any, companyTZ string) simtime.Hours

	// CheckHours refuses *mailsim.Hours that make no sense.
	CheckHours func(hours any) error

	// Traits are what decides for a *mailsim.Persona with these hours: what they say
	// of themselves, else their temperament.
	Traits func(persona any, hours simtime.Hours) decide.Traits

	// Situation and Decision are how mailsim.Decide translates: a mailsim.Situation into what
	// is decided about, and what was decided into a mailsim.Decision. Only tests call them.
	Situation func(situation any) decide.Situation
	Decision  func(decision decide.Decision) any
)

// Copy is the stored copy that a message was read from.
type Copy interface {
	Bytes() string
	Texts() (text, html string) // of its parts, whole
}

// Subject is what an event is about: "" is nothing.
type Subject struct{ PersonaID, CaseID, MessageID string }

// About is implemented by the data of events that concern a person, a case or a mail.
type About interface{ About() Subject }

// Call is a call to a Writer, in its context.
type Call interface {
	Ahead() bool                          // it is made early: before the clock has reached the instant of its job
	TakeCredit(ctx context.Context) error // one more credit
}

type callKey struct{}

// WithCall returns a context in which a Writer's call is known.
func WithCall(ctx context.Context, c Call) context.Context {
	return context.WithValue(ctx, callKey{}, c)
}

// CallOf returns the call of a context, nil when there is none.
func CallOf(ctx context.Context) Call {
	c, _ := ctx.Value(callKey{}).(Call)
	return c
}

type visitKey struct{}

// WithVisit returns the context of a visit, a mailsim.Visit.
func WithVisit(ctx context.Context, visit any) context.Context {
	return context.WithValue(ctx, visitKey{}, visit)
}

// VisitOf returns the visit of a context, nil when there is none.
func VisitOf(ctx context.Context) any { return ctx.Value(visitKey{}) }
