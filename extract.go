package mailsim

import "github.com/mailsim/mailsim/internal/extract"

// One-time codes and links found in mail.

// Extract is what was found in a text.
type Extract struct {
	Codes      []Code `json:"codes"`
	MagicLinks []Link `json:"magic_links"`
	Links      []Link `json:"links"`
	Text       string `json:"text"` // the visible text
}

// Code is a one-time code, and why it was taken for one.
type Code struct {
	Value string `json:"value"`
	Why   string `json:"why"`
}

// Link is a link of a mail. Kind says what it is for: signin, verify, reset,
// invite, unsubscribe, …
type Link struct {
	URL  string `json:"url"`
	Text string `json:"text"`
	Kind string `json:"kind"`
	Why  string `json:"why"`
}

// ExtractFrom finds one-time codes and links in the text and HTML of a mail.
func ExtractFrom(text, html string) Extract { return extractFrom("", text, html) }

func extractFrom(subject, text, html string) Extract {
	r := extract.Find(subject, text, html)
	out := Extract{Codes: []Code{}, MagicLinks: []Link{}, Links: []Link{}, Text: r.Text}
	for _, c := range r.Codes {
		out.Codes = append(out.Codes, Code{c.Value, c.Why})
	}
	for _, l := range r.MagicLinks {
		out.MagicLinks = append(out.MagicLinks, Link{l.URL, l.Text, l.Kind, l.Why})
	}
	for _, l := range r.Links {
		out.Links = append(out.Links, Link{l.URL, l.Text, l.Kind, l.Why})
	}
	return out
}

// Extract finds the codes and links in a message and in its subject.
func (m Message) Extract() Extract {
	if m.of == nil {
		return extractFrom(m.Subject, m.Text, m.HTML)
	}
	text, html := m.of.Texts()
	return extractFrom(m.Subject, text, html)
}
