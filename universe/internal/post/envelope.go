package post

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

// Way is an accepted envelope as it is kept with each mail, in little room:
// what mails have in common is there once, and the trace headers are written
// when they are read.
type Way struct {
	Route  *route
	Mail   *Mail // what came; nil once loaded, until a copy says it
	At     int64 // when it was accepted, Unix seconds
	ID     [12]byte
	Added  uint8
	size   uint16 // of the trace headers; 0 when they are longer
	Number uint32 // names it in a store; 0 before it is there. For persist alone, as is the next
	Held   int32  // by so many records of the store
}

// What the sender had left out, and the trace headers bring.
const (
	AddedID   = 1 << iota // Message-ID
	AddedDate             // Date
)

// route is what the mails of a connection with the same sender and recipients
// have in common.
type route struct {
	wire  *wire
	From  string
	To    []string
	one   [1]string // behind to, of one recipient
	asked *asked    // nil for most; a mail that has some has the route for itself
	trace int       // length of the shortest trace headers, of a day of one digit
}

// measured is the route with the length of its trace headers.
func (r *route) measured() *route {
	var room [512]byte
	r.trace = len((&Way{Route: r}).appendTrace(room[:0])) // 1970 began on the 1st
	return r
}

// wire is what all mails of a connection have in common.
type wire struct {
	proto, remote, helo, tls, login, domain, body, ret string
	basic, utf8                                        bool
}

// cloned is the wire in memory of its own: its texts may stand in lines that were read.
func (w wire) cloned() *wire {
	for _, s := range []*string{&w.proto, &w.remote, &w.helo, &w.tls, &w.login, &w.domain, &w.body, &w.ret} {
		*s = strings.Clone(*s)
	}
	return &w
}

// asked are the parameters of MAIL and RCPT that are of one mail.
type asked struct {
	id     string
	notify []mailsim.Recipient
}

// Routes finds what is there already. It remembers so many connections, and ways
// of a sender to one recipient.
type Routes struct {
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
func (r *Routes) wire(w wire) *wire {
	known := r.wires[w]
	if known == nil {
		if r.wires == nil || len(r.wires) >= maxWires {
			*r = Routes{map[wire]*wire{}, map[wayKey]*route{}}
		}
		known = w.cloned()
		r.wires[*known] = known
	}
	return known
}

// find returns the route of an envelope, which is shared where it leads to one recipient.
func (r *Routes) find(e *mailsim.Envelope, w *wire, share func(string) string) *route {
	if len(e.To) != 1 || e.EnvelopeID != "" || len(e.Notify) > 0 {
		one := &route{wire: w, From: share(e.From), To: make([]string, len(e.To))}
		for i, to := range e.To {
			one.To[i] = share(to)
		}
		if e.EnvelopeID != "" || len(e.Notify) > 0 {
			one.asked = &asked{e.EnvelopeID, e.Notify}
		}
		return one.measured()
	}
	key := wayKey{w, e.From, e.To[0]}
	known := r.ways[key]
	if known == nil {
		if len(r.ways) >= maxWays {
			clear(r.ways)
		}
		known = &route{wire: w, From: strings.Clone(e.From), one: [1]string{strings.Clone(e.To[0])}}
		known.To = known.one[:]
		known.measured()
		r.ways[wayKey{w, known.From, known.one[0]}] = known
	}
	return known
}

// NewWay makes the kept form of an envelope.
func NewWay(t *state.Tx, e *mailsim.Envelope, id string) *Way {
	return wayOf(e, OwnRoutes.Of(t.Env), func(address string) string { return share(t, address) }, t.Env.Domain(), t.Now.Unix(), id)
}

// share returns the text of an address that is in memory already, where there is one.
func share(t *state.Tx, address string) string {
	if m := Mailbox(t.View, address); m != nil && m.Address == address {
		return m.Address
	}
	return address
}

// wayOf makes the kept form of an envelope; share returns the text of an address that is
// in memory already.
func wayOf(e *mailsim.Envelope, r *Routes, share func(string) string, domain string, at int64, id string) *Way {
	w := r.wire(wire{e.Proto, e.Remote, e.Helo, e.TLS, e.Login, domain, e.Body, e.Return, e.Basic, e.UTF8})
	p := &Way{Route: r.find(e, w, share), At: at}
	copy(p.ID[:], id)
	return p
}

// Envelope is the public form, the caller's to change; nil for nil.
func (p *Way) Envelope() *mailsim.Envelope {
	if p == nil {
		return nil
	}
	w := p.Route.wire
	e := &mailsim.Envelope{
		From: p.Route.From, To: slices.Clone(p.Route.To), Proto: w.proto, Remote: w.remote, Helo: w.helo, Basic: w.basic,
		TLS: w.tls, Login: w.login, Body: w.body, UTF8: w.utf8, Return: w.ret,
	}
	if a := p.Route.asked; a != nil {
		e.EnvelopeID, e.Notify = a.id, slices.Clone(a.notify)
		for i := range e.Notify {
			e.Notify[i].Notify = slices.Clone(e.Notify[i].Notify)
		}
	}
	return e
}

// Door is the protocol by which the mail came, and who had logged in.
func (p *Way) Door() (proto, login string) { return p.Route.wire.proto, p.Route.wire.login }

// Measure remembers the length of the trace headers.
func (p *Way) Measure() {
	n, day := p.Route.trace, 0
	if time.Unix(p.At, 0).UTC().Day() > 9 {
		day = 1
	}
	n += day
	if p.Added&AddedID != 0 {
		n += len("Message-ID: <@>\r\n") + len(p.ID) + len(p.Route.wire.domain)
	}
	if p.Added&AddedDate != 0 {
		n += len("Date: \r\n") + dateLength + day
	}
	if n <= math.MaxUint16 {
		p.size = uint16(n)
	}
}

// dateLength is the length of a date of a day of one digit.
var dateLength = len(mimebuild.AppendDate(nil, time.Unix(0, 0).UTC()))

// TraceSize is the length of what Trace returns; after Measure it is known without writing it.
func (p *Way) TraceSize() int {
	if p.size > 0 {
		return int(p.size)
	}
	return len(p.trace())
}

// MessageID is the one that the trace headers bring.
func (p *Way) MessageID() string { return "<" + string(p.ID[:]) + "@" + p.Route.wire.domain + ">" }

// trace writes Return-Path and Received as a real server prepends them (RFC 5321
// section 4.4), without "for" when there are several recipients, and a
// Message-ID or Date that was missing.
func (p *Way) trace() string { return string(p.appendTrace(make([]byte, 0, 512))) }

// Trace is what delivery puts before the mail: see trace.
func (p *Way) Trace() string { return p.trace() }

func (p *Way) appendTrace(b []byte) []byte {
	r, w := p.Route, p.Route.wire
	helo := w.helo
	if helo == "" {
		if _, helo = addr.Split(r.From); helo == "" {
			helo = w.domain
		}
	}
	helo = traceToken(helo)
	b = append(append(append(b, "Return-Path: <"...), r.From...), ">\r\nReceived: from "...)
	b = append(b, helo...)
	if w.remote != "" {
		tag := ""
		if strings.Contains(w.remote, ":") {
			tag = "IPv6:" // RFC 5321 section 4.1.3
		}
		b = append(append(append(append(append(append(b, " ("...), helo...), " ["...), tag...), w.remote...), "])"...)
	}
	b = append(append(append(b, "\r\n\tby "...), w.domain...), " (mailsim) with "...)
	b = append(append(append(b, p.protocol()...), " id "...), p.ID[:]...)
	if len(r.To) == 1 {
		b = append(append(append(b, "\r\n\tfor <"...), r.To[0]...), '>')
	}
	at := time.Unix(p.At, 0).UTC()
	b = append(mimebuild.AppendDate(append(b, "; "...), at), "\r\n"...)
	if p.Added&AddedID != 0 {
		b = append(append(append(b, "Message-ID: "...), p.MessageID()...), "\r\n"...)
	}
	if p.Added&AddedDate != 0 {
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
func (p *Way) protocol() string {
	switch p.Route.wire.proto {
	case "api", "person", "world", "system", "":
		return "ESMTP"
	}
	name := "ESMTP"
	switch {
	case p.Route.wire.proto == "lmtp":
		name = "LMTP"
	case p.Route.wire.basic:
		return "SMTP"
	}
	if p.Route.wire.utf8 {
		name = "UTF8" + strings.TrimPrefix(name, "E")
	}
	if p.Route.wire.tls != "" {
		name += "S"
	}
	if p.Route.wire.login != "" {
		name += "A"
	}
	return name
}
