package door

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/selfcert"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Status returns the counts of a universe.
func (u *Part) Status() (s mailsim.Summary) {
	u.Read(func(v state.View) {
		s = mailsim.Summary{
			Mailboxes: post.Boxes.In(v.State).Len(), Messages: v.Kept.Copies, Bounds: keep.Fullness(v), Personas: people.Count(v), Cases: people.CaseCount(v), PendingJobs: v.Kept.Pending, Clock: run.ClockOf(v), Writer: settings.AI(v).Writer, Mails: v.Kept.Mails,
		}
		for _, m := range post.Boxes.In(v.State).M {
			for _, f := range m.Folders {
				s.Unread += f.Unseen
			}
		}
	})
	s.Bounds.Webhooks = u.webhook.Hooks.Fullness()
	return s
}

// Connection returns how to reach the universe's servers.
func (u *Part) Connection() mailsim.Connection {
	d := u.Announced
	der := d.certificate()
	d.mu.Lock()
	defer d.mu.Unlock()
	c := mailsim.Connection{
		Domain: u.Domain(), Services: append([]mailsim.Service{}, d.services...), AuthMechanisms: []string{"PLAIN", "LOGIN"},
		PlainAuthAllowed: d.plain, SMTPAuthRequired: d.required,
	}
	if cert, err := x509.ParseCertificate(der); err == nil {
		sum := sha256.Sum256(der)
		c.Certificate = mailsim.Certificate{
			SelfSigned: slices.Equal(cert.RawIssuer, cert.RawSubject), SHA256: hex.EncodeToString(sum[:]), Subject: cert.Subject.String(),
		}
	}
	return c
}

// Certificate returns the certificate that TLS presents, as PEM; nil without TLS.
func (u *Part) Certificate() []byte {
	der := u.Announced.certificate()
	if der == nil {
		return nil
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// Announce tells the universe where a door serves it, for Connection.
func (u *Part) Announce(s mailsim.Service) { u.Doors.Announce(s) }

// Announce adds a server, or replaces it.
func (d *Services) Announce(s mailsim.Service) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.services = slices.DeleteFunc(d.services, func(o mailsim.Service) bool { return o.Name == s.Name && o.Address == s.Address && o.Port == s.Port })
	d.services = append(d.services, s)
	order := []string{"SMTP", "SMTPS", "IMAP", "IMAPS"}
	slices.SortStableFunc(d.services, func(a, b mailsim.Service) int {
		return slices.Index(order, strings.ToUpper(a.Name)) - slices.Index(order, strings.ToUpper(b.Name))
	})
}

// AnnounceAuth tells what the doors ask of logins, and the certificate (DER) that they present.
func (u *Part) AnnounceAuth(plainAllowed, smtpRequired bool, certificate []byte) {
	u.Doors.AnnounceAuth(plainAllowed, smtpRequired, certificate)
}

// AnnounceAuth notes what is asked of logins, and the certificate if there is one.
func (d *Services) AnnounceAuth(plainAllowed, smtpRequired bool, certificate []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.plain, d.required = plainAllowed, smtpRequired
	if certificate != nil {
		d.cert = certificate
	}
}

// AnnounceProviders tells where the doors of mail providers stand.
func (u *Part) AnnounceProviders(url string) { u.Announced.AnnounceProviders(url) }

// AnnounceProviders notes where the doors of mail providers stand.
func (d *Services) AnnounceProviders(url string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.providers = url
}

// Providers is where the doors of mail providers stand, "" when nobody serves them.
func (d *Services) Providers() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.providers
}

// AnnounceCertificate tells which certificate (DER) a door presents; nil is the self-signed one.
func (u *Part) AnnounceCertificate(der []byte) { u.Announced.AnnounceCertificate(der, u.Domain()) }

// AnnounceCertificate notes a certificate, nil for the self-signed one of a domain; the first
// one stays.
func (d *Services) AnnounceCertificate(der []byte, domain string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.cert != nil || d.selfSigned != "":
	case der == nil:
		d.selfSigned = domain
	default:
		d.cert = der
	}
}

// certificate returns the certificate that doors present; nil without TLS. Only now a
// self-signed one has to be made.
func (d *Services) certificate() []byte {
	d.mu.Lock()
	der, domain := d.cert, d.selfSigned
	d.mu.Unlock()
	if der != nil || domain == "" {
		return der
	}
	c, err := selfcert.For(domain)
	if err != nil {
		return nil
	}
	return c.Certificate[0]
}
