package mailauth

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/rng"
)

// Signer signs mail of simulated domains (RFC 6376, RFC 8463). All of them share its key,
// which a seed gives, so that a mail is signed the same in every run; nothing is kept for
// a domain. It is safe for concurrent use.
type Signer struct {
	key      ed25519.PrivateKey
	selector string
	record   string
}

// NewSigner makes the signer of a seed.
func NewSigner(seed rng.Seed) *Signer {
	r := seed.Draw("dkim/1")
	secret := make([]byte, ed25519.SeedSize)
	for i := range secret {
		secret[i] = byte(r.IntN(256))
	}
	key := ed25519.NewKeyFromSeed(secret)
	public := key.Public().(ed25519.PublicKey)
	return &Signer{key, "s" + r.Text(rng.Hex, 10), "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
}

// signed are the fields that a signature covers, those that the mail has.
var signed = []string{"from", "to", "cc", "reply-to", "subject", "date", "message-id", "in-reply-to", "references", "mime-version", "content-type", "list-unsubscribe", "list-unsubscribe-post"}

// Sign returns the field DKIM-Signature of a mail with CRLF lines as a domain signs it at
// an instant, with its CRLF. Header and body are taken relaxed.
func (s *Signer) Sign(raw, domain string, at time.Time) string {
	head, body, _ := strings.Cut(raw, "\r\n\r\n")
	sum := sha256.Sum256([]byte(relaxedBody(body)))
	fields := map[string]string{}
	for _, f := range unfold(head) {
		name, value, _ := strings.Cut(f, ":")
		fields[strings.ToLower(strings.TrimSpace(name))] = value // of several the last one counts
	}
	var covered []string
	var data strings.Builder
	for _, name := range signed {
		if value, ok := fields[name]; ok {
			covered = append(covered, name)
			data.WriteString(name + ":" + relaxed(value) + "\r\n")
		}
	}
	value := "v=1; a=ed25519-sha256; c=relaxed/relaxed; d=" + domain + ";\r\n\ts=" + s.selector + "; t=" + strconv.FormatInt(at.Unix(), 10) +
		";\r\n\th=" + strings.Join(covered, ":") + ";\r\n\tbh=" + base64.StdEncoding.EncodeToString(sum[:]) + ";\r\n\tb="
	data.WriteString("dkim-signature:" + relaxed(value))
	hash := sha256.Sum256([]byte(data.String()))
	return "DKIM-Signature: " + value + base64.StdEncoding.EncodeToString(ed25519.Sign(s.key, hash[:])) + "\r\n"
}

// unfold returns the fields of a header, folded lines kept with their field.
func unfold(head string) []string {
	var out []string
	for _, line := range strings.Split(head, "\r\n") {
		if n := len(out); n > 0 && line != "" && (line[0] == ' ' || line[0] == '\t') {
			out[n-1] += line
		} else {
			out = append(out, line)
		}
	}
	return out
}

// relaxed is a value with each run of blanks as one, none at the ends (RFC 6376 section
// 3.4.2).
func relaxed(value string) string {
	return strings.Join(strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }), " ")
}

// relaxedBody has each run of blanks as one, none at the ends of lines and no empty lines
// at the end (RFC 6376 section 3.4.4).
func relaxedBody(body string) string {
	var b strings.Builder
	empty := 0
	for line := range strings.SplitSeq(body, "\r\n") {
		line = strings.TrimRight(squeeze(line), " ")
		if line == "" {
			empty++
			continue
		}
		for ; empty > 0; empty-- {
			b.WriteString("\r\n")
		}
		b.WriteString(line + "\r\n")
	}
	return b.String()
}

// squeeze lets each run of blanks be one space.
func squeeze(line string) string {
	if !strings.Contains(line, "  ") && !strings.Contains(line, "\t") {
		return line
	}
	var b strings.Builder
	blank := false
	for i := range len(line) {
		c := line[i]
		if c == '\t' {
			c = ' '
		}
		if c == ' ' && blank {
			continue
		}
		blank = c == ' '
		b.WriteByte(c)
	}
	return b.String()
}
