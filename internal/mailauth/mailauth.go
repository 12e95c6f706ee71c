package mailauth

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"blitiri.com.ar/go/spf"
	"github.com/emersion/go-msgauth/dkim"
	"github.com/emersion/go-msgauth/dmarc"
	"golang.org/x/net/publicsuffix"
)

// Results in the words of RFC 8601 section 2.7.
const (
	None      = "none"
	Pass      = "pass"
	Fail      = "fail"
	SoftFail  = "softfail"
	Neutral   = "neutral"
	TempError = "temperror"
	PermError = "permerror"
)

// maxSignatures bounds the DKIM signatures that are checked, the first ones of
// a mail.
const maxSignatures = 8

// Message is a mail and how it came.
type Message struct {
	Raw      []byte // as received
	From     string // address in the header From
	MailFrom string // envelope sender, "" for the null sender
	Helo     string
	IP       netip.Addr // of the client, the zero Addr when it is not known
	// Authorized tells that the sender logged in as an address of MailFrom's
	// domain: the server it sends through is one of that domain.
	Authorized bool
	At         time.Time // arrival; a DKIM signature may have expired by then
}

// Results are what the checks found.
type Results struct {
	SPF   SPF    `json:"spf"`
	DKIM  []DKIM `json:"dkim"` // one for each signature, never nil
	DMARC DMARC  `json:"dmarc"`
}

// SPF is the result for the envelope sender.
type SPF struct {
	Result string `json:"result"`
	Domain string `json:"domain"`
	Text   string `json:"text,omitempty"` // why, when it did not pass
}

// DKIM is the result of one signature.
type DKIM struct {
	Result   string `json:"result"`
	Domain   string `json:"domain"`
	Selector string `json:"selector"`
	Text     string `json:"text,omitempty"`
}

// DMARC is the result for the domain of the header From.
type DMARC struct {
	Result string `json:"result"`
	Policy string `json:"policy"` // none, quarantine or reject; "" without a record
	Domain string `json:"domain"`
	Text   string `json:"text,omitempty"`
}

// Best returns the DKIM result that counts most: a signature that passes, of
// From's organization if there is one, else the first one that has a result.
func (r Results) Best() DKIM {
	best := DKIM{Result: None}
	score := 0
	for _, d := range r.DKIM {
		s := 1
		switch {
		case d.Result == Pass && aligned(d.Domain, r.DMARC.Domain, dmarc.AlignmentRelaxed):
			s = 4
		case d.Result == Pass:
			s = 3
		case d.Result != None:
			s = 2
		}
		if s > score {
			best, score = d, s
		}
	}
	return best
}

// Check judges a mail against a zone.
func Check(z *Zone, m Message) Results {
	r := Results{SPF: checkSPF(z, m), DKIM: checkDKIM(z, m)}
	r.DMARC = checkDMARC(z, m, r)
	return r
}

// checkSPF judges the domain of the envelope sender, or that of HELO for the
// null sender (RFC 7208 section 2.4).
func checkSPF(z *Zone, m Message) SPF {
	sender := m.MailFrom
	if sender == "" {
		sender = "postmaster@" + m.Helo
	}
	s := SPF{Result: None, Domain: domainOf(sender)}
	switch {
	case z.tables().down[s.Domain]:
		s.Result, s.Text = TempError, "the DNS of "+s.Domain+" does not answer"
		return s
	case s.Domain == "" || !z.hasSPF(s.Domain):
		s.Text = "no SPF record on file"
		return s
	case m.Authorized:
		s.Result = Pass
		return s
	case !m.IP.IsValid():
		s.Text = "the client's address is not known"
		return s
	}
	result, err := spf.CheckHostWithSender(m.IP.Unmap().AsSlice(), m.Helo, sender,
		spf.WithResolver(z), spf.WithContext(context.Background()))
	s.Result = string(result)
	if err != nil && result != spf.Pass {
		s.Text = err.Error()
	}
	return s
}

func (z *Zone) hasSPF(domain string) bool {
	for _, txt := range z.tables().txt[domain] {
		if txt == "v=spf1" || strings.HasPrefix(txt, "v=spf1 ") {
			return true
		}
	}
	return false
}

func checkDKIM(z *Zone, m Message) []DKIM {
	signatures := signatures(m.Raw)
	out := make([]DKIM, len(signatures))
	if len(signatures) == 0 {
		return out
	}
	verifications, err := dkim.VerifyWithOptions(bytes.NewReader(m.Raw), &dkim.VerifyOptions{
		LookupTXT:        func(name string) ([]string, error) { return z.LookupTXT(context.Background(), name) },
		MaxVerifications: maxSignatures,
	})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) || len(verifications) != len(signatures) {
		verifications = nil
	}
	for i, s := range signatures {
		d := DKIM{Result: PermError, Domain: s.domain, Selector: s.selector, Text: "the mail cannot be read"}
		if verifications != nil {
			d.Result, d.Text = judge(z, s, verifications[i], m.At)
		}
		out[i] = d
	}
	return out
}

// judge turns a verification into a result. The library compares the expiry
// with the system's clock; what counts is the instant of arrival. A signature
// that has expired only by the system's clock cannot be verified: neutral.
func judge(z *Zone, s signature, v *dkim.Verification, at time.Time) (result, text string) {
	var failure *net.DNSError
	_, err := z.LookupTXT(context.Background(), s.selector+"._domainkey."+s.domain)
	switch {
	case errors.As(err, &failure) && failure.IsTemporary:
		return TempError, "the DNS of the key does not answer"
	case err != nil:
		return None, "no key on file for this selector"
	}
	if !s.expires.IsZero() && at.After(s.expires) {
		return Fail, "the signature has expired"
	}
	switch err := v.Err; {
	case err == nil:
		return Pass, ""
	case strings.HasSuffix(err.Error(), "signature has expired"):
		return Neutral, "the signature has expired by the system's clock"
	case dkim.IsTempFail(err):
		return TempError, err.Error()
	case dkim.IsPermFail(err):
		return PermError, err.Error()
	default:
		return Fail, err.Error()
	}
}

// checkDMARC looks for a policy of From's domain and then of its organization,
// and asks for a passed check of an aligned domain (RFC 7489 section 6.6).
func checkDMARC(z *Zone, m Message, r Results) DMARC {
	d := DMARC{Result: None, Domain: domainOf(m.From)}
	record, inherited, err := z.policy(d.Domain)
	if errors.Is(err, dmarc.ErrNoPolicy) {
		d.Text = "no DMARC record on file"
		return d
	}
	switch {
	case dmarc.IsTempFail(err):
		d.Result, d.Text = TempError, err.Error()
		return d
	case err != nil:
		d.Result, d.Text = PermError, err.Error()
		return d
	}
	d.Policy = string(record.Policy)
	if inherited && record.SubdomainPolicy != "" {
		d.Policy = string(record.SubdomainPolicy)
	}
	results := map[string]bool{}
	if aligned(r.SPF.Domain, d.Domain, record.SPFAlignment) {
		results[r.SPF.Result] = true
	}
	for _, s := range r.DKIM {
		if aligned(s.Domain, d.Domain, record.DKIMAlignment) {
			results[s.Result] = true
		}
	}
	switch {
	case results[Pass]:
		d.Result = Pass
	case results[TempError]: // what could have passed is not known
		d.Result, d.Text = TempError, "SPF or DKIM of the domain in From could not be checked"
	default:
		d.Result, d.Text = Fail, "neither SPF nor DKIM passed for the domain in From"
	}
	return d
}

// policy returns the record that holds for a domain, and whether it is that
// of the organization above it.
func (z *Zone) policy(domain string) (record *dmarc.Record, inherited bool, err error) {
	if domain == "" {
		return nil, false, dmarc.ErrNoPolicy
	}
	options := &dmarc.LookupOptions{LookupTXT: func(name string) ([]string, error) {
		return z.LookupTXT(context.Background(), name)
	}}
	record, err = dmarc.LookupWithOptions(domain, options)
	if org := organization(domain); errors.Is(err, dmarc.ErrNoPolicy) && org != domain {
		record, err = dmarc.LookupWithOptions(org, options)
		inherited = true
	}
	return record, inherited, err
}

func aligned(domain, from string, mode dmarc.AlignmentMode) bool {
	if mode == dmarc.AlignmentStrict {
		return domain == from
	}
	return domain != "" && organization(domain) == organization(from)
}

func organization(domain string) string {
	if org, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		return org
	}
	return domain
}

func domainOf(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return ""
	}
	return canonical(strings.Trim(address[at+1:], "<> "))
}

// signature is what a DKIM-Signature field says about itself.
type signature struct {
	domain, selector string
	expires          time.Time
}

// signatures returns the first maxSignatures signatures of a mail in order.
func signatures(raw []byte) []signature {
	var out []signature
	field := []byte{}
	for len(out) < maxSignatures {
		line, rest, more := bytes.Cut(raw, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			field = append(field, line...)
		} else {
			if s, ok := parseSignature(string(field)); ok {
				out = append(out, s)
			}
			field = append(field[:0], line...)
		}
		if len(line) == 0 || !more {
			break
		}
		raw = rest
	}
	if s, ok := parseSignature(string(field)); ok && len(out) < maxSignatures {
		out = append(out, s)
	}
	return out
}

func parseSignature(field string) (signature, bool) {
	name, value, ok := strings.Cut(field, ":")
	if !ok || !strings.EqualFold(strings.TrimRight(name, " \t"), "DKIM-Signature") {
		return signature{}, false
	}
	var s signature
	for tag := range strings.SplitSeq(value, ";") {
		key, v, _ := strings.Cut(tag, "=")
		v = strings.Join(strings.Fields(v), "")
		switch strings.TrimSpace(key) {
		case "d":
			s.domain = canonical(v)
		case "s":
			s.selector = canonical(v)
		case "x":
			if n, err := strconv.ParseInt(v, 10, 64); err == nil && n > 0 && n < 1<<40 {
				s.expires = time.Unix(n, 0).UTC()
			}
		}
	}
	return s, true
}
