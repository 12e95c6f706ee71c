package cluster

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	proxyproto "github.com/pires/go-proxyproto"

	"github.com/mailsim/mailsim"
)

// A login whose universe another process serves is tried there; when it fits, the session
// waits there, under a ticket, for the connection that goes on with it. That begins with a
// header of the PROXY protocol, version 2, with the client's address, the ticket, and how far
// the session has come.

// TLVs of the header, in the range for private use.
const (
	tlvTicket proxyproto.PP2Type = 0xE0 + iota
	tlvTLS                       // version and cipher suite between the client and who accepted it; absent without
	tlvHelo                      // what the client greeted with
	tlvBasic                     // by HELO
)

const loginPath = "/cluster/login"

// question asks the owner of a universe whether a login fits.
type question struct {
	Universe string `json:"universe"`
	Proto    string `json:"proto"`
	Remote   string `json:"remote"`
	ActAs    string `json:"act_as"`
	Username string `json:"username"`
	Password string `json:"password"`
}

// verdict is the answer: a ticket, or why not.
type verdict struct {
	Ticket string       `json:"ticket,omitempty"`
	Kind   mailsim.Kind `json:"kind,omitempty"`
	Error  string       `json:"error,omitempty"`
}

// host is the cell as servers of mail know it: logins of universes that another process
// serves are handed over to it.
type host struct {
	*mailsim.Cell
	n *Node
}

// Host is the cell for SMTP, IMAP and POP3 servers.
func (n *Node) Host() mailsim.Host { return &host{n.cell, n} }

// NewSession opens a connection's view of the cluster.
func (h *host) NewSession(i mailsim.SessionInfo) mailsim.Session {
	return &session{h.Cell.NewSession(i), h.n, i}
}

// session is one whose login may be at another process.
type session struct {
	mailsim.Session
	n    *Node
	info mailsim.SessionInfo
}

// Authenticate logs in here or at the owner.
func (s *session) Authenticate(ctx context.Context, username, password string) error {
	return s.AuthenticateAs(ctx, "", username, password)
}

// AuthenticateAs logs in here or at the owner: its error is an Elsewhere with the way
// there then.
func (s *session) AuthenticateAs(ctx context.Context, actAs, username, password string) error {
	err := s.Session.AuthenticateAs(ctx, actAs, username, password)
	var refused error
	for _, at := range elsewhere(err) {
		address := s.n.addressOf(at.Owner)
		if address == "" {
			return at
		}
		v, failed := s.n.ask(ctx, address, question{at.Universe, s.info.Proto, s.info.Remote, actAs, username, password})
		switch {
		case failed != nil:
			s.n.log.Warn("a login could not be tried at its owner", "owner", at.Owner, "error", failed)
			return &mailsim.Elsewhere{Universe: at.Universe, Owner: at.Owner}
		case v.Ticket != "":
			s.n.count.handed.Add(1)
			return &mailsim.Elsewhere{Universe: at.Universe, Owner: at.Owner, Resume: func(ctx context.Context, r mailsim.Resumed) (net.Conn, error) {
				return s.n.resume(ctx, address, v.Ticket, r)
			}}
		}
		err := &mailsim.Error{Kind: v.Kind, Message: v.Error}
		if v.Kind != mailsim.ErrUnauthorized {
			return err
		}
		refused = cmp.Or(refused, error(err))
	}
	if refused != nil {
		return refused
	}
	return err
}

// elsewhere lists the universes of other processes in an error.
func elsewhere(err error) (out []*mailsim.Elsewhere) {
	switch e := err.(type) {
	case *mailsim.Elsewhere:
		return []*mailsim.Elsewhere{e}
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			out = append(out, elsewhere(one)...)
		}
	}
	return out
}

// ask has a login tried by its owner.
func (n *Node) ask(ctx context.Context, address string, q question) (v verdict, err error) {
	body, err := json.Marshal(q)
	if err != nil {
		return v, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+address+loginPath, bytes.NewReader(body))
	if err != nil {
		return v, err
	}
	answer, err := n.inner.http.RoundTrip(r)
	if err != nil {
		return v, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return v, errors.New(answer.Status)
	}
	return v, json.NewDecoder(io.LimitReader(answer.Body, 64<<10)).Decode(&v)
}

// login tries a login for another process.
func (in *inner) login(w http.ResponseWriter, r *http.Request) {
	var q question
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10)).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var v verdict
	s := in.n.cell.NewSession(mailsim.SessionInfo{Proto: q.Proto, Remote: q.Remote})
	switch err := s.AuthenticateAs(r.Context(), q.ActAs, q.Username, q.Password); {
	case err == nil && s.Universe().ID() == q.Universe:
		v.Ticket = in.tickets.put(s, q.Proto)
	case err == nil:
		s.Close()
		v = verdict{Kind: mailsim.ErrFenced, Error: "the universe is at another server"}
	default:
		s.Close()
		v = verdict{Kind: mailsim.KindOf(err), Error: err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// ticketTime is how long a session waits for its connection.
const ticketTime = 10 * time.Second

// tickets are sessions that are logged in and wait for their connection.
type tickets struct {
	mu   sync.Mutex
	list map[string]*ticket
}

type ticket struct {
	session mailsim.Session
	proto   string
	timer   *time.Timer
}

func (t *tickets) put(s mailsim.Session, proto string) (id string) {
	id = rand.Text()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.list == nil {
		t.list = map[string]*ticket{}
	}
	t.list[id] = &ticket{s, proto, time.AfterFunc(ticketTime, func() {
		if w := t.take(id); w != nil {
			w.session.Close()
		}
	})}
	return id
}

func (t *tickets) take(id string) *ticket {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.list[id]
	delete(t.list, id)
	if w != nil {
		w.timer.Stop()
	}
	return w
}

func (t *tickets) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, w := range t.list {
		w.timer.Stop()
		w.session.Close()
		delete(t.list, id)
	}
}

// resume opens the way to where a session goes on.
func (n *Node) resume(ctx context.Context, address, id string, at mailsim.Resumed) (net.Conn, error) {
	nc, err := n.dial(ctx, address, protoDoor)
	if err != nil {
		return nil, err
	}
	h := &proxyproto.Header{Version: 2, Command: proxyproto.PROXY, TransportProtocol: proxyproto.TCPv4, SourceAddr: &net.TCPAddr{IP: net.IPv4zero}, DestinationAddr: &net.TCPAddr{IP: net.IPv4zero}}
	if ip, err := netip.ParseAddr(at.Remote); err == nil {
		ip = ip.Unmap().WithZone("")
		h.SourceAddr = &net.TCPAddr{IP: ip.AsSlice()}
		if ip.Is6() {
			h.TransportProtocol, h.DestinationAddr = proxyproto.TCPv6, &net.TCPAddr{IP: net.IPv6zero}
		}
	}
	tlvs := []proxyproto.TLV{{Type: tlvTicket, Value: []byte(id)}, {Type: tlvHelo, Value: []byte(at.Helo)}}
	if at.TLS != "" {
		tlvs = append(tlvs, proxyproto.TLV{Type: tlvTLS, Value: []byte(at.TLS)})
	}
	if at.Basic {
		tlvs = append(tlvs, proxyproto.TLV{Type: tlvBasic, Value: []byte{1}})
	}
	if err = h.SetTLVs(tlvs); err == nil {
		_ = nc.SetDeadline(time.Now().Add(handshake))
		if _, err = h.WriteTo(nc); err == nil {
			var yes [1]byte // the owner has the session: before that it may have moved
			if _, err = io.ReadFull(nc, yes[:]); err == nil && yes[0] != accepted {
				err = errors.New("the owner refused the session")
			}
		}
	}
	if err != nil {
		nc.Close()
		return nil, err
	}
	_ = nc.SetDeadline(time.Time{})
	return sessionConn{nc}, nil
}

// accepted is what the owner answers to a header whose session it has.
const accepted = '+'

// enter goes on with the session of a connection.
func (in *inner) enter(nc *tls.Conn) {
	_ = nc.SetDeadline(time.Now().Add(handshake))
	r := bufio.NewReader(nc)
	w, at, err := in.read(r)
	if err != nil {
		in.n.log.Warn("a session did not come over", "error", err)
		nc.Close()
		return
	}
	if _, err := nc.Write([]byte{accepted}); err != nil {
		w.session.Close()
		nc.Close()
		return
	}
	_ = nc.SetDeadline(time.Time{})
	in.mu.Lock()
	smtp, imap, pop3 := in.smtp, in.imap, in.pop3
	in.mu.Unlock()
	conn := &readConn{nc, r}
	switch {
	case strings.HasPrefix(w.proto, "imap") && imap != nil:
		err = imap.Resume(conn, w.session, at)
	case strings.HasPrefix(w.proto, "smtp") && smtp != nil:
		err = smtp.Resume(conn, w.session, at)
	case strings.HasPrefix(w.proto, "pop3") && pop3 != nil:
		err = pop3.Resume(conn, w.session, at)
	default:
		w.session.Close()
		nc.Close()
	}
	if err != nil {
		in.n.log.Warn("a session could not go on", "error", err)
	}
}

// read takes the header of a connection, and the session that waits for it.
func (in *inner) read(r *bufio.Reader) (w *ticket, at mailsim.Resumed, err error) {
	h, err := proxyproto.Read(r)
	if err != nil {
		return nil, at, err
	}
	tlvs, err := h.TLVs()
	if err != nil {
		return nil, at, err
	}
	if a, ok := h.SourceAddr.(*net.TCPAddr); ok && !a.IP.IsUnspecified() {
		at.Remote = a.IP.String()
	}
	id := ""
	for _, t := range tlvs {
		switch t.Type {
		case tlvTicket:
			id = string(t.Value)
		case tlvTLS:
			at.TLS = string(t.Value)
		case tlvHelo:
			at.Helo = string(t.Value)
		case tlvBasic:
			at.Basic = true
		}
	}
	if w = in.tickets.take(id); w == nil {
		return nil, at, errors.New("no session waits for this connection")
	}
	return w, at, nil
}
