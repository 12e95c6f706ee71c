package transit

import (
	"net/netip"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mailauth"
	"github.com/mailsim/mailsim/internal/spam"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// CheckAuth judges who a mail is from, by how it came: env is nil for what
// no submission brought. It reads the body only when it is signed.
func (u *Part) CheckAuth(m *post.Mail, env *mailsim.Envelope, at time.Time) mailauth.Results {
	var known *mailauth.Zone
	if z := u.settings.Settings().DNS; z != nil {
		known = z.Zone
	}
	known = known.Trusting(u.Signer())
	sum := m.Summary()
	in := mailauth.Message{Raw: []byte(m.Raw()), From: sum.From.Addr, At: at}
	if env != nil {
		in.MailFrom, in.Helo = env.From, env.Helo
		in.IP, _ = netip.ParseAddr(env.Remote)
		in.Authorized = env.Login != "" && addr.Domain(env.Login) == addr.Domain(env.From) ||
			env.Proto == "person" || env.Proto == "api" // sent by the domain's own server
	}
	return mailauth.Check(known, in)
}

// Signer signs what simulated domains send; its key is on file for each of them.
func (u *Part) Signer() *mailauth.Signer { return u.signer() }

// authResults are what the filter hears of a mail's origin: nothing while no
// DNS record is on file.
func (u *Part) authResults(m *post.Mail, env *mailsim.Envelope, at time.Time) spam.Auth {
	if u.settings.Settings().DNS == nil {
		return spam.Auth{}
	}
	r := u.CheckAuth(m, env, at)
	best := r.Best()
	return spam.Auth{SPF: r.SPF.Result, DKIM: best.Result, DMARC: r.DMARC.Result, DKIMDomain: best.Domain}
}
