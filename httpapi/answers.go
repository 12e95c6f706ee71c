package httpapi

import (
	"time"

	"github.com/mailsim/mailsim"
)

// Answers that are put together here.

// sentMail is what POST /api/send answers.
type sentMail struct {
	Status    string `json:"status"`
	MessageID string `json:"message_id"`
}

// found is what was extracted from a text: values, and beside them why each was taken.
type found struct {
	Codes      []string          `json:"codes"`
	MagicLinks []string          `json:"magic_links"`
	Links      []string          `json:"links"`
	Reasons    map[string]string `json:"reasons"` // by code or link
}

func newFound(e mailsim.Extract) found {
	f := found{Codes: []string{}, MagicLinks: []string{}, Links: []string{}, Reasons: map[string]string{}}
	for _, l := range e.Links {
		f.Links = append(f.Links, l.URL)
		f.Reasons[l.URL] = l.Why
	}
	for _, l := range e.MagicLinks {
		f.MagicLinks = append(f.MagicLinks, l.URL)
		f.Reasons[l.URL] = l.Why
	}
	for _, c := range e.Codes {
		f.Codes = append(f.Codes, c.Value)
		f.Reasons[c.Value] = c.Why
	}
	return f
}

// extracted is what POST /api/extract answers.
type extracted struct {
	found
	Text string `json:"text"`
}

// arrival is what the waits answer: a message, and what is in it.
type arrival struct {
	mailsim.Message
	found
}

func newArrival(a mailsim.Arrival, err error) (arrival, error) {
	if err != nil {
		return arrival{}, err
	}
	return arrival{a.Message, newFound(a.Extract)}, nil
}

// newKey is what POST /api/keys answers.
type newKey struct {
	Secret string `json:"key"` // shown this once
	mailsim.Key
}

// pass is what POST /api/pass answers.
type pass struct {
	Key     string    `json:"key"`
	Expires time.Time `json:"expires"` // real time
}

// worldShown is what GET /api/world answers.
type worldShown struct {
	World mailsim.World `json:"world"`
	Kinds []string      `json:"kinds"`
}

// worldSet is what PUT /api/world answers.
type worldSet struct {
	World mailsim.World `json:"world"`
}
