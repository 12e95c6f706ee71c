package engine

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// passage is an accepted envelope as it is kept with each mail, in little room:
// what mails have in common is there once, and the trace headers are written
// when they are read.
type passage struct {
	route *route
	asked *asked // nil for no parameters
	mail  *mail  // what came; nil once loaded
	at    int64  // when it was accepted, Unix seconds
	id    [12]byte
	added uint8
	size  uint16 // of the trace headers; 0 when they are longer
}

// What the sender had left out, and the trace headers bring.
const (
	addedID   = 1 << iota // Message-ID
	addedDate             // Date
)

// route is what the mails of a connection with the same sender and recipients
// have in common.
type route struct {
	wire *wire
	from string
	to   []string
	one  [1]string // behind to, of one recipient
}

// wire is what all mails of a connection have in common.
type wire struct {
	proto, remote, helo, tls, login, domain string
	basic                                   bool
}

// asked are the parameters of MAIL and RCPT.
type asked struct {
	body, ret, id string
	utf8          bool
	notify        []mailsim.Recipient
}

// routes finds what is there already. It remembers so many connections, and ways
// of a sender to one recipient.
type routes struct {
	wires map[wire]*wire
	ways  map[wayKey]*route
}

const (
	maxWires = 1000
	maxWays  = 4000
)

type wayKey struct {
	wire     *wire
	from, to string
}

// wire returns the one that is like w.
func (r *routes) wire(w wire) *wire {
	known := r.wires[w]
	if known == nil {
		if r.wires == nil || len(r.wires) >= maxWires {
			*r = routes{map[wire]*wire{}, map[wayKey]*route{}}
		}
		known = &w
		r.wires[w] = known
	}
	return known
}

// find returns the route of an envelope, which is shared where it leads to one recipient.
func (r *routes) find(e *mailsim.Envelope, w *wire, share func(string) string) *route {
	if len(e.To) != 1 {
		one := &route{wire: w, from: share(e.From), to: make([]string, len(e.To))}
		for i, to := range e.To {
			one.to[i] = share(to)
		}
		return one
	}
	key := wayKey{w, e.From, e.To[0]}
	known := r.ways[key]
	if known == nil {
		if len(r.ways) >= maxWays {
			clear(r.ways)
		}
		known = &route{wire: w, from: e.From, one: [1]string{e.To[0]}}
		known.to = known.one[:]
		r.ways[key] = known
	}
	return known
}

// Passage makes the kept form of an envelope.
func Passage(t *state.Tx, e *mailsim.Envelope, id string) *passage {
	return envelopePassage(e, routesPart.Of(t.Env), func(address string) string { return Share(t, address) }, t.Env.Domain(), t.Now.Unix(), id)
}

// Share returns the text of an address that is in memory already, where there is one.
func Share(t *state.Tx, address string) string {
	if m := Mailbox(t.View, address); m != nil && m.address == address {
		return m.address
	}
	return address
}

func envelopePassage(e *mailsim.Envelope, r *routes, share func(string) string, domain string, at int64, id string) *passage {
	w := r.wire(wire{e.Proto, e.Remote, e.Helo, e.TLS, e.Login, domain, e.Basic})
	p := &passage{route: r.find(e, w, share), at: at}
	copy(p.id[:], id)
	if e.Body != "" || e.UTF8 || e.Return != "" || e.EnvelopeID != "" || len(e.Notify) > 0 {
		p.asked = &asked{e.Body, e.Return, e.EnvelopeID, e.UTF8, e.Notify}
	}
	return p
}

// envelope is the public form, the caller's to change; nil for nil.
func (p *passage) envelope() *mailsim.Envelope {
	if p == nil {
		return nil
	}
	w := p.route.wire
	e := &mailsim.Envelope{From: p.route.from, To: slices.Clone(p.route.to), Proto: w.proto, Remote: w.remote, Helo: w.helo, Basic: w.basic, TLS: w.tls, Login: w.login}
	if a := p.asked; a != nil {
		e.Body, e.UTF8, e.Return, e.EnvelopeID, e.Notify = a.body, a.utf8, a.ret, a.id, slices.Clone(a.notify)
		for i := range e.Notify {
			e.Notify[i].Notify = slices.Clone(e.Notify[i].Notify)
		}
	}
	return e
}

// measure remembers the length of the trace headers.
func (p *passage) measure() {
	var room [512]byte
	if n := len(p.appendTrace(room[:0])); n <= math.MaxUint16 {
		p.size = uint16(n)
	}
}

// traceSize is the length of the trace headers.
func (p *passage) traceSize() int {
	if p.size > 0 {
		return int(p.size)
	}
	return len(p.trace())
}

// messageID is the one that the trace headers bring.
func (p *passage) messageID() string { return "<" + string(p.id[:]) + "@" + p.route.wire.domain + ">" }

// trace writes Return-Path and Received as a real server prepends them (RFC 5321
// section 4.4), without "for" when there are several recipients, and a
// Message-ID or Date that was missing.
func (p *passage) trace() string { return string(p.appendTrace(make([]byte, 0, 512))) }

func (p *passage) appendTrace(b []byte) []byte {
	r, w := p.route, p.route.wire
	helo := w.helo
	if helo == "" {
		if _, helo = addr.Split(r.from); helo == "" {
			helo = w.domain
		}
	}
	helo = traceToken(helo)
	b = append(append(append(b, "Return-Path: <"...), r.from...), ">\r\nReceived: from "...)
	b = append(b, helo...)
	if w.remote != "" {
		tag := ""
		if strings.Contains(w.remote, ":") {
			tag = "IPv6:" // RFC 5321 section 4.1.3
		}
		b = append(append(append(append(append(append(b, " ("...), helo...), " ["...), tag...), w.remote...), "])"...)
	}
	b = append(append(append(b, "\r\n\tby "...), w.domain...), " (mailsim) with "...)
	b = append(append(append(b, p.protocol()...), " id "...), p.id[:]...)
	if len(r.to) == 1 {
		b = append(append(append(b, "\r\n\tfor <"...), r.to[0]...), '>')
	}
	at := time.Unix(p.at, 0).UTC()
	b = append(mimebuild.AppendDate(append(b, "; "...), at), "\r\n"...)
	if p.added&addedID != 0 {
		b = append(append(append(b, "Message-ID: "...), p.messageID()...), "\r\n"...)
	}
	if p.added&addedDate != 0 {
		b = append(mimebuild.AppendDate(append(b, "Date: "...), at), "\r\n"...)
	}
	return b
}

// traceToken keeps what a client called itself within one header line.
func traceToken(s string) string {
	if len(s) > 255 {
		s = s[:255]
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f || strings.ContainsRune("()<>;", r) {
			return '?'
		}
		return r
	}, s)
}

// protocol is the transmission type of RFC 3848 and RFC 6531.
func (p *passage) protocol() string {
	switch p.route.wire.proto {
	case "api", "person", "world", "system", "":
		return "ESMTP"
	}
	name := "ESMTP"
	switch {
	case p.route.wire.proto == "lmtp":
		name = "LMTP"
	case p.route.wire.basic:
		return "SMTP"
	}
	if p.asked != nil && p.asked.utf8 {
		name = "UTF8" + strings.TrimPrefix(name, "E")
	}
	if p.route.wire.tls != "" {
		name += "S"
	}
	if p.route.wire.login != "" {
		name += "A"
	}
	return name
}
