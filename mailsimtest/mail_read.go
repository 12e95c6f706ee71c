package mailsimtest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
)

// Links are the URLs of the mail's links, in order.
func (m *Mail) Links() []string {
	m.s.t.Helper()
	var out []string
	for _, l := range m.Extract().Links {
		out = append(out, l.URL)
	}
	return out
}

// Codes are the one-time codes of the mail, the likeliest first.
func (m *Mail) Codes() []string {
	m.s.t.Helper()
	var out []string
	for _, c := range m.Extract().Codes {
		out = append(out, c.Value)
	}
	return out
}

// HasNoLink expects no link whose text or URL contains part; with "" no link at all.
func (m *Mail) HasNoLink(part string) *Mail {
	m.s.t.Helper()
	for _, l := range m.Extract().Links {
		if contains(l.Text, part) || contains(l.URL, part) {
			return m.fail(fmt.Sprintf("to have no link with %q, and its links are", part), m.links())
		}
	}
	return m
}

// HasCC expects an address in Cc of the header.
func (m *Mail) HasCC(address string) *Mail {
	m.s.t.Helper()
	if !slices.ContainsFunc(m.CC, func(a string) bool { return addr.Key(a) == addr.Key(address) }) {
		return m.fail(fmt.Sprintf("to have %q in Cc, which is", address), strings.Join(m.CC, ", "))
	}
	return m
}

// Inspect reports on the mail as [mailsim.Universe.Inspect] does: its spam score,
// how it is authenticated, how mail programs show it, who can read it.
func (m *Mail) Inspect() mailsim.Inspection {
	m.s.t.Helper()
	report, err := m.s.world.Inspect(context.Background(), m.MessageID)
	m.s.must("inspect "+title(m.Message), err)
	return report
}
