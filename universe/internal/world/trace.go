package world

// What servers on the way add to a mail of the World before it comes to ours.

import (
	"fmt"
	"time"

	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/worldgen"
)

// traced is a mail as the last server before ours passes it on: signed by the sender's
// domain, and with two or three Received fields, the newest first. What only pretends to
// come from where it says bears no signature or one that does not hold.
func (m *Mail) traced(raw, from string) string {
	r, domain := m.draw("world-trace/1"), addr.Domain(from)
	out, kind := "mail."+domain, m.stream.Kind
	first := received(r, clientOf(r, kind), private(r), out, "ESMTPSA", m.now)
	raw = first + raw
	switch {
	case worldgen.Truth(kind) == "":
		raw = m.u.transit.Signer().Sign(raw, domain, m.now) + raw
	case r.Chance(0.4): // signed, and changed afterwards
		broken := m.u.transit.Signer().Sign(raw+r.Text(rng.Hex, 12), domain, m.now)
		raw = broken + raw
	}
	relay := "out" + r.Text("123456789", 1) + "." + domain
	raw = received(r, out, public(r), relay, "ESMTPS", m.now) + raw
	if r.Chance(0.5) {
		raw = received(r, relay, public(r), "gw."+domain, "ESMTPS", m.now) + raw
	}
	return raw
}

// clientOf is what the first server calls whom it got the mail from.
func clientOf(r *rng.Rand, kind string) string {
	if worldgen.Bulk(kind) {
		return "app" + r.Text("123456789", 2)
	}
	return rng.Pick(r, []string{"laptop", "desktop-", "phone", "pc-"}) + r.Text("0123456789", 2)
}

// private is an address of a network of one's own (RFC 1918), public one that is kept for
// documentation (RFC 5737).
func private(r *rng.Rand) string {
	return fmt.Sprintf("192.168.%d.%d", r.Between(0, 3), r.Between(2, 250))
}

func public(r *rng.Rand) string {
	return rng.Pick(r, []string{"192.0.2.", "198.51.100.", "203.0.113."}) + fmt.Sprint(r.Between(1, 254))
}

// received is one field Received (RFC 5321 section 4.4).
func received(r *rng.Rand, from, ip, by, with string, at time.Time) string {
	return "Received: from " + from + " (" + from + " [" + ip + "])\r\n\tby " + by + " with " + with + " id " + r.Text(rng.Hex, 12) + ";\r\n\t" +
		string(mimebuild.AppendDate(nil, at.UTC())) + "\r\n"
}
