package gosmtp

import (
	"bytes"

	"github.com/emersion/go-sasl"

	"github.com/mailsim/mailsim"
)

// AuthMechanisms lists PLAIN and LOGIN.
func (s *session) AuthMechanisms() []string { return []string{sasl.Plain, sasl.Login} }

// Auth begins a login.
func (s *session) Auth(mech string) (sasl.Server, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open {
		return nil, refuse(503, "5.5.1", "Error: MAIL transaction in progress")
	}
	switch mech {
	case sasl.Plain:
		return &plainServer{s: s}, nil
	case sasl.Login:
		return &loginServer{s: s}, nil
	}
	return nil, refuse(504, "5.5.4", "Error: unknown mechanism")
}

// login tries a password.
func (s *session) login(actAs, username, password string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sess.LoginAddress() != "" {
		return refuse(503, "5.5.1", "Error: already authenticated")
	}
	if err := s.fault(mailsim.FaultPoint{At: "auth", Username: username}); err != nil {
		return err
	}
	err := s.sess.AuthenticateAs(s.ctx, actAs, username, password)
	switch kind := mailsim.KindOf(err); {
	case err == nil:
		s.sess.OnRevoked(func(string) { s.cut(false) })
		return nil
	case kind != mailsim.ErrUnauthorized && kind != mailsim.ErrForbidden:
		return refuse(454, "4.7.0", "Temporary authentication failure")
	}
	if s.failed++; s.o.MaxLogins > 0 && s.failed >= s.o.MaxLogins {
		defer s.cutSoon()
		return refuse(421, "4.7.0", "Error: too many errors")
	}
	return refuse(535, "5.7.8", "Error: authentication failed")
}

// plainServer is the mechanism PLAIN (RFC 4616).
type plainServer struct {
	s     *session
	asked bool
}

// Next takes the answer.
func (p *plainServer) Next(response []byte) (challenge []byte, done bool, err error) {
	if response == nil && !p.asked {
		p.asked = true
		return nil, false, nil
	}
	parts := bytes.Split(response, []byte{0})
	if len(parts) != 3 || len(parts[1]) == 0 {
		return nil, true, refuse(501, "5.5.2", "Error: malformed PLAIN response")
	}
	return nil, true, p.s.login(string(parts[0]), string(parts[1]), string(parts[2]))
}

// loginServer is the mechanism LOGIN, whose first answer may come with the command.
type loginServer struct {
	s     *session
	user  string
	asked bool
	named bool
}

// Next takes an answer and gives the next question.
func (l *loginServer) Next(response []byte) (challenge []byte, done bool, err error) {
	switch {
	case !l.named && response == nil && !l.asked:
		l.asked = true
		return []byte("Username:"), false, nil
	case !l.named:
		l.user, l.named = string(response), true
		return []byte("Password:"), false, nil
	}
	return nil, true, l.s.login("", l.user, string(response))
}
