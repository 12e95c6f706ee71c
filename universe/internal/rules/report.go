package rules

import (
	"strconv"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/report"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// WriteNotice writes the mail of a notice as the domain's server would.
func (u *Part) WriteNotice(b *Notice, kind mailsim.MailboxStatus) string {
	draw := u.Chance.Draw("dsn/2", state.InRound([]string{addr.Key(b.Address), addr.Key(b.To), strconv.Itoa(b.N)}, b.Round)...)
	domain, now := addr.Domain(b.Address), u.Now()
	var header []mimebuild.Field
	u.Peek(func(v state.View) { header = transit.Marks(v) })
	if b.Action == Complaint {
		return report.Complaint(report.ComplaintOptions{
			Rand: draw, Host: domain, To: b.To, Date: now, MailFrom: b.To, Recipients: []string{b.Address}, Arrival: b.Arrival,
			SourceIP: b.Envelope.Remote, Original: b.Raw, OriginalSubject: b.Subject, Header: header,
		})
	}
	reply := kind.Reply()
	bad := reply.Code != 0
	if !bad {
		reply = NoAnswer
	}
	ret := report.ReturnFull
	if strings.EqualFold(b.Envelope.Return, "HDRS") {
		ret = report.ReturnHeaders
	}
	originalType, original := dsnOriginal(b.Original)
	return report.DSN(report.DSNOptions{
		Layout: u.dsnLayout(domain), Rand: draw, Action: b.Action, Host: "mx." + domain, To: b.To, Date: now, Arrival: b.Arrival,
		Recipients: []report.Recipient{{
			Addr: b.Address, Original: original, Type: originalType, RetryUntil: b.Until,
			Reply: report.Reply{Code: reply.Code, Enhanced: reply.Enhanced, Text: reply.Text},
		}},
		Return: ret, EnvelopeID: b.Envelope.EnvelopeID, UTF8: b.Envelope.UTF8, Original: b.Raw, OriginalID: b.ID,
		OriginalSubject: b.Subject, Header: header,
	})
}

// dsnLayout is whose notices a domain's server sends; always the same for it.
func (u *Part) dsnLayout(domain string) report.Layout {
	layouts := report.Layouts()
	return layouts[u.Chance.Draw("dsn-layout/1", domain).Weighted([]int{50, 30, 20})]
}

// dsnOriginal reads ORCPT, "rfc822;address". The type may be missing.
func dsnOriginal(orcpt string) (kind, addr string) {
	kind, addr, ok := strings.Cut(orcpt, ";")
	if !ok {
		return "", orcpt
	}
	return kind, addr
}
