package aiwriter

import (
	"encoding/json"
	"strings"

	"github.com/mailsim/mailsim"
)

// Bounds of an answer's texts in bytes; the universe has finer ones.
const (
	maxText = 100_000
	maxList = 20
)

// readDraft reads a mail or a person.
func readDraft(text, secret string, kind mailsim.BriefKind) (mailsim.Draft, error) {
	if kind == mailsim.BriefSender || kind == mailsim.BriefPersona {
		return readPerson(text, secret)
	}
	var d mailsim.Draft
	var in struct {
		Subject  string                 `json:"subject"`
		Text     *string                `json:"text"`
		Promises []mailsim.DraftPromise `json:"promises"`
		Stance   string                 `json:"stance"`
	}
	if err := read(text, secret, &in); err != nil {
		return d, err
	}
	switch {
	case in.Text == nil:
		return d, &UnusableError{"text is missing"}
	case strings.TrimSpace(*in.Text) == "":
		return d, &UnusableError{"text is empty"}
	case len(in.Promises) > maxList:
		return d, &UnusableError{"promises: there are too many"}
	}
	return mailsim.Draft{Subject: in.Subject, Text: *in.Text, Promises: in.Promises, Stance: in.Stance}, nil
}

func readPerson(text, secret string) (mailsim.Draft, error) {
	var in struct {
		Person *struct {
			Name, Role, Org, Who, Wants, Character, Length, Formality, Signature string
		} `json:"person"`
	}
	if err := read(text, secret, &in); err != nil {
		return mailsim.Draft{}, err
	}
	if in.Person == nil {
		return mailsim.Draft{}, &UnusableError{"person is missing"}
	}
	p := in.Person
	return mailsim.Draft{Person: &mailsim.Persona{
		Name: p.Name, Role: p.Role, Org: p.Org, Who: p.Who, Wants: p.Wants, Character: p.Character,
		Style: mailsim.Style{Length: p.Length, Formality: p.Formality, Signature: p.Signature},
	}}, nil
}

// readAnswer reads a decision.
func readAnswer(text, secret string) (mailsim.Answer, error) {
	var in struct {
		Yes *bool  `json:"yes"`
		Why string `json:"why"`
	}
	if err := read(text, secret, &in); err != nil {
		return mailsim.Answer{}, err
	}
	if in.Yes == nil {
		return mailsim.Answer{}, &UnusableError{"yes is missing"}
	}
	return mailsim.Answer{Yes: *in.Yes, Why: in.Why}, nil
}

// read finds the JSON object in an answer: models like to put words or a fence
// around it.
func read(text, secret string, v any) error {
	start := strings.IndexByte(text, '{')
	switch {
	case len(text) > maxText:
		return &UnusableError{"it is too long"}
	case strings.Contains(text, secret):
		return &UnusableError{"it shows the secret word of its instructions"}
	case start < 0:
		return &UnusableError{"it is not a JSON object"}
	}
	if err := json.NewDecoder(strings.NewReader(text[start:])).Decode(v); err != nil {
		return &UnusableError{"it is not JSON of the given shape: " + err.Error()}
	}
	return nil
}
