package mailauth

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/stretchr/testify/require"
)

var (
	key  = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	at   = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	mail = "From: Alice <alice@firm.example>\r\nTo: bob@x.example\r\nSubject: Hello\r\n\r\nHello Bob.\r\n"
)

func keyRecord(name string) Record {
	public := base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	return Record{name, "TXT", "v=DKIM1; k=ed25519; p=" + public}
}

func zone(t *testing.T, records ...Record) *Zone {
	z, err := NewZone(records...)
	require.NoError(t, err)
	return z
}

func sign(t testing.TB, raw, domain, selector string, expires time.Time) string {
	var b bytes.Buffer
	require.NoError(t, dkim.Sign(&b, strings.NewReader(raw), &dkim.SignOptions{
		Domain: domain, Selector: selector, Signer: key, Expiration: expires,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
	}))
	return b.String()
}

func TestSPF(t *testing.T) {
	t.Parallel()
	z := zone(t,
		Record{"firm.example", "TXT", "some other text"},
		Record{"firm.example", "TXT", "v=spf1 ip4:192.0.2.0/24 a:mail.firm.example mx include:_spf.esp.example -all"},
		Record{"mail.firm.example.", "A", "198.51.100.1"},
		Record{"Firm.Example", "MX", "10 mx.firm.example"},
		Record{"mx.firm.example", "AAAA", "2001:db8::1"},
		Record{"_spf.esp.example", "TXT", "v=spf1 ip4:203.0.113.5 ~all"},
		Record{"soft.example", "TXT", "v=spf1 ~all"},
		Record{"shrug.example", "TXT", "v=spf1 ?all"},
		Record{"broken.example", "TXT", "v=spf1 nonsense"},
		Record{"loop.example", "TXT", "v=spf1 include:loop.example -all"},
		Record{"ptr.example", "TXT", "v=spf1 ptr -all"},
		Record{"192.0.2.77", "PTR", "host.ptr.example"},
		Record{"host.ptr.example", "A", "192.0.2.77"},
	)
	for _, tt := range []struct{ from, helo, ip, want string }{
		{"a@firm.example", "x", "192.0.2.9", Pass},
		{"a@FIRM.example", "x", "198.51.100.1", Pass},
		{"a@firm.example", "x", "::ffff:198.51.100.1", Pass},
		{"a@firm.example", "x", "2001:db8::1", Pass},
		{"a@firm.example", "x", "203.0.113.5", Pass},
		{"a@firm.example", "x", "203.0.113.6", Fail},
		{"a@sub.firm.example", "x", "203.0.113.6", None},
		{"a@soft.example", "x", "203.0.113.6", SoftFail},
		{"a@shrug.example", "x", "203.0.113.6", Neutral},
		{"a@broken.example", "x", "203.0.113.6", PermError},
		{"a@loop.example", "x", "203.0.113.6", PermError},
		{"a@ptr.example", "x", "192.0.2.77", Pass},
		{"a@nowhere.example", "x", "192.0.2.9", None},
		{"", "firm.example", "192.0.2.9", Pass},
		{"", "firm.example", "203.0.113.6", Fail},
		{"", "", "192.0.2.9", None},
		{"nobody", "", "192.0.2.9", None},
	} {
		got := Check(z, Message{MailFrom: tt.from, Helo: tt.helo, IP: netip.MustParseAddr(tt.ip)}).SPF
		require.Equal(t, tt.want, got.Result, tt)
		require.Equal(t, tt.want == Pass, got.Text == "", got)
	}
	require.Equal(t, Pass, Check(z, Message{MailFrom: "a@firm.example", Authorized: true}).SPF.Result)
	require.Equal(t, None, Check(z, Message{MailFrom: "a@firm.example"}).SPF.Result)
	require.Equal(t, None, Check(z, Message{MailFrom: "a@nowhere.example", Authorized: true}).SPF.Result)
	require.Equal(t, None, Check(nil, Message{MailFrom: "a@firm.example", IP: netip.MustParseAddr("192.0.2.9")}).SPF.Result)
}

func TestDKIM(t *testing.T) {
	t.Parallel()
	z := zone(t, keyRecord("k1._domainkey.firm.example"), keyRecord("k1._domainkey.esp.example"),
		Record{"revoked._domainkey.firm.example", "TXT", "v=DKIM1; k=ed25519; p="})
	signed := sign(t, mail, "firm.example", "k1", time.Time{})
	for _, tt := range []struct{ name, raw, want string }{
		{"signed", signed, Pass},
		{"body changed", strings.Replace(signed, "Hello Bob", "Hello Rob", 1), Fail},
		{"subject changed", strings.Replace(signed, "Subject: Hello", "Subject: Hullo", 1), Fail},
		{"no key on file", sign(t, mail, "firm.example", "k2", time.Time{}), None},
		{"domain without records", sign(t, mail, "nowhere.example", "k1", time.Time{}), None},
		{"key revoked", sign(t, mail, "firm.example", "revoked", time.Time{}), PermError},
		{"not a signature", "DKIM-Signature: v=1; d=firm.example; s=k1\r\n" + mail, PermError},
		{"bare line ends", strings.ReplaceAll(signed, "\r\n", "\n"), Pass},
	} {
		got := Check(z, Message{Raw: []byte(tt.raw), From: "alice@firm.example", At: at}).DKIM
		require.Len(t, got, 1, tt.name)
		require.Equal(t, tt.want, got[0].Result, "%s: %s", tt.name, got[0].Text)
		require.NotEmpty(t, got[0].Selector)
	}
	require.Equal(t, []DKIM{}, Check(z, Message{Raw: []byte(mail)}).DKIM)
	require.Equal(t, []DKIM{}, Check(z, Message{}).DKIM)

	two := Check(z, Message{Raw: []byte(sign(t, signed, "esp.example", "k1", time.Time{})), From: "alice@firm.example", At: at})
	require.Equal(t, []string{"esp.example", "firm.example"}, []string{two.DKIM[0].Domain, two.DKIM[1].Domain})
	require.Equal(t, DKIM{Result: Pass, Domain: "firm.example", Selector: "k1"}, two.Best())
}

// The instant of arrival decides whether a signature has expired.
func TestExpiry(t *testing.T) {
	t.Parallel()
	z := zone(t, keyRecord("k1._domainkey.firm.example"))
	expires := time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)
	raw := []byte(sign(t, mail, "firm.example", "k1", expires))
	check := func(at time.Time) string { return Check(z, Message{Raw: raw, At: at}).DKIM[0].Result }
	require.Equal(t, Pass, check(expires.Add(-time.Hour)))
	require.Equal(t, Fail, check(expires.Add(time.Hour)))
	old := []byte(sign(t, mail, "firm.example", "k1", time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)))
	require.Equal(t, Neutral, Check(z, Message{Raw: old, At: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)}).DKIM[0].Result)
}

func TestDMARC(t *testing.T) {
	t.Parallel()
	records := []Record{
		{"firm.example", "TXT", "v=spf1 ip4:192.0.2.1 -all"}, {"bounce.firm.example", "TXT", "v=spf1 ip4:192.0.2.1 -all"},
		{"esp.example", "TXT", "v=spf1 ip4:192.0.2.1 -all"},
		keyRecord("k1._domainkey.firm.example"), keyRecord("k1._domainkey.mail.firm.example"), keyRecord("k1._domainkey.esp.example"),
	}
	relaxed := Record{"_dmarc.firm.example", "TXT", "v=DMARC1; p=reject; sp=quarantine"}
	strict := Record{"_dmarc.firm.example", "TXT", "v=DMARC1; p=quarantine; aspf=s; adkim=s"}
	for _, tt := range []struct {
		name         string
		record       Record
		from, sender string
		signer       string
		want, policy string
	}{
		{"SPF aligned", relaxed, "a@firm.example", "a@firm.example", "", Pass, "reject"},
		{"SPF aligned, relaxed", relaxed, "a@firm.example", "b@bounce.firm.example", "", Pass, "reject"},
		{"SPF of a subdomain, strict", strict, "a@firm.example", "b@bounce.firm.example", "", Fail, "quarantine"},
		{"SPF of another", relaxed, "a@firm.example", "b@esp.example", "", Fail, "reject"},
		{"DKIM aligned", relaxed, "a@firm.example", "b@esp.example", "firm.example", Pass, "reject"},
		{"DKIM of a subdomain", relaxed, "a@firm.example", "b@esp.example", "mail.firm.example", Pass, "reject"},
		{"DKIM of a subdomain, strict", strict, "a@firm.example", "b@esp.example", "mail.firm.example", Fail, "quarantine"},
		{"DKIM of another", relaxed, "a@firm.example", "b@esp.example", "esp.example", Fail, "reject"},
		{"policy of the organization", relaxed, "a@news.firm.example", "b@esp.example", "", Fail, "quarantine"},
		{"no record", Record{"_dmarc.other.example", "TXT", "v=DMARC1; p=none"}, "a@firm.example", "b@esp.example", "", None, ""},
		{"broken record", Record{"_dmarc.firm.example", "TXT", "v=DMARC1; p"}, "a@firm.example", "a@firm.example", "", PermError, ""},
		{"no From", relaxed, "", "a@firm.example", "", None, ""},
	} {
		raw := mail
		if tt.signer != "" {
			raw = sign(t, mail, tt.signer, "k1", time.Time{})
		}
		got := Check(zone(t, append(records, tt.record)...), Message{
			Raw: []byte(raw), From: tt.from, MailFrom: tt.sender, IP: netip.MustParseAddr("192.0.2.1"), At: at,
		}).DMARC
		require.Equal(t, tt.want, got.Result, "%s: %s", tt.name, got.Text)
		require.Equal(t, tt.policy, got.Policy, tt.name)
	}
}

// A DNS that does not answer is temperror, never fail: for the record itself and
// for one that it includes.
func TestServerFailure(t *testing.T) {
	t.Parallel()
	records := []Record{
		{"firm.example", "TXT", "v=spf1 include:_spf.esp.example -all"}, {"_spf.esp.example", "TXT", "v=spf1 ip4:192.0.2.1 -all"},
		keyRecord("k1._domainkey.firm.example"), {"_dmarc.firm.example", "TXT", "v=DMARC1; p=reject"},
	}
	for down, want := range map[string][3]string{
		"other.example":              {Pass, Pass, Pass},
		"firm.example":               {TempError, Pass, Pass},
		"_SPF.esp.example.":          {TempError, Pass, Pass},
		"k1._domainkey.firm.example": {Pass, TempError, Pass},
		"_dmarc.firm.example":        {Pass, Pass, TempError},
	} {
		m := Message{
			Raw: []byte(sign(t, mail, "firm.example", "k1", time.Time{})), From: "alice@firm.example", MailFrom: "alice@firm.example",
			IP: netip.MustParseAddr("192.0.2.1"), At: at,
		}
		z := zone(t, append(records, Record{down, "SERVFAIL", ""})...)
		r := Check(z, m)
		require.Equal(t, want, [3]string{r.SPF.Result, r.DKIM[0].Result, r.DMARC.Result}, down)
		m.IP = netip.MustParseAddr("192.0.2.2") // SPF fails, or is not known
		if r = Check(z, m); down == "k1._domainkey.firm.example" {
			require.Equal(t, [3]string{Fail, TempError, TempError}, [3]string{r.SPF.Result, r.DKIM[0].Result, r.DMARC.Result})
		}
	}
}

func TestNothingOnFile(t *testing.T) {
	t.Parallel()
	for _, z := range []*Zone{nil, {}, zone(t)} {
		r := Check(z, Message{
			Raw: []byte(sign(t, mail, "firm.example", "k1", time.Time{})), From: "alice@firm.example",
			MailFrom: "alice@firm.example", Helo: "mx.firm.example", IP: netip.MustParseAddr("192.0.2.1"), At: at,
		})
		require.Equal(t, None, r.SPF.Result)
		require.Equal(t, None, r.DKIM[0].Result)
		require.Equal(t, None, r.DMARC.Result)
		require.Equal(t, None, r.Best().Result)
	}
}

func TestNewZoneRefuses(t *testing.T) {
	t.Parallel()
	for _, r := range []Record{
		{"", "TXT", "x"}, {"a.example", "CNAME", "b.example"}, {"a.example", "A", "x"}, {"a.example", "A", "::1"},
		{"a.example", "AAAA", "192.0.2.1"}, {"a.example", "MX", "mail.example"}, {"a.example", "MX", "10 "},
		{"a.example", "MX", "70000 mail.example"}, {"a.example", "PTR", "b.example"}, {"a.example", "SERVFAIL", "x"},
	} {
		_, err := NewZone(r)
		require.ErrorContains(t, err, r.Type, r)
	}
}

func FuzzCheck(f *testing.F) {
	signed := sign(f, mail, "firm.example", "k1", time.Time{})
	for _, raw := range []string{"", mail, signed, signed[:100], signed + signed, strings.Repeat("DKIM-Signature: d=a;s=b\r\n", 20), "DKIM-Signature:\r\n b\r\n"} {
		f.Add([]byte(raw), "alice@firm.example", "v=spf1 mx -all")
	}
	f.Fuzz(func(t *testing.T, raw []byte, address, record string) {
		z, err := NewZone(keyRecord("k1._domainkey.firm.example"), Record{"firm.example", "TXT", record}, Record{"_dmarc.firm.example", "TXT", record})
		require.NoError(t, err)
		m := Message{Raw: raw, From: address, MailFrom: address, Helo: address, IP: netip.MustParseAddr("192.0.2.1"), At: at}
		r := Check(z, m)
		require.LessOrEqual(t, len(r.DKIM), maxSignatures)
		require.NotNil(t, r.DKIM)
	})
}
