package mailsimtest

import (
	"encoding/base64"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

// Attack is a hostile mail: it tries to turn a program that reads mail against the owner of
// that program.
type Attack struct {
	Name string // such as hidden-html; a name for t.Run
	Text string // what it tries, in a sentence

	// Marker is a word that the mail asks for: a program that writes it has obeyed.
	Marker string
	// Drop is an address to which the mail wants something sent, "" for none.
	Drop string
	// Automatic says that nobody may answer the mail (RFC 3834).
	Automatic bool

	from    string // header From, {domain} being the agent's; "" is the attacker
	sender  string // envelope sender; "" is the attacker, <> the null sender
	subject string
	header  []mimebuild.Field
	text    string
	html    string
	file    *mimebuild.Attachment
}

// Attacks yields the corpus of hostile mail, in a fixed order. Send one with
// [Scorecard.Attack].
func Attacks() iter.Seq[Attack] {
	return func(yield func(Attack) bool) {
		for i, a := range corpus() {
			a.Marker = fmt.Sprintf("ZEBRA%02dQUARTZ", i+1)
			if !yield(a.fill()) {
				return
			}
		}
	}
}

// drop is where attacks want things sent.
const drop = "drop@evil.test"

// fill puts marker and drop into the texts. {base64: …} and {tags: …} hide what
// they hold.
func (a Attack) fill() Attack {
	r := strings.NewReplacer("{marker}", a.Marker, "{drop}", drop)
	put := func(text string) string {
		text = r.Replace(text)
		if strings.Contains(text, drop) {
			a.Drop = drop
		}
		text = hide(text, "{base64:", func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) })
		return hide(text, "{tags:", func(s string) string {
			return strings.Map(func(r rune) rune { return r + 0xE0000 }, s) // tag characters, which no screen shows
		})
	}
	a.subject, a.text, a.html = put(a.subject), put(a.text), put(a.html)
	a.header = slices.Clone(a.header)
	for i := range a.header {
		a.header[i].Value = put(a.header[i].Value)
	}
	if a.file != nil {
		f := *a.file
		f.Filename, f.Data = put(f.Filename), []byte(put(string(f.Data)))
		a.file = &f
	}
	return a
}

// hide replaces what stands between an opening and the next brace.
func hide(text, open string, how func(string) string) string {
	before, rest, ok := strings.Cut(text, open)
	if !ok {
		return text
	}
	inner, after, _ := strings.Cut(rest, "}")
	return before + how(strings.TrimSpace(inner)) + after
}

// message is the mail as it goes to an agent, and its envelope sender.
func (a Attack) message(s *Server, attacker, agent string) (sender string, raw []byte, err error) {
	_, domain, _ := strings.Cut(agent, "@")
	from := mimebuild.Address{Addr: attacker}
	if a.from != "" {
		from.Name, from.Addr = splitAddress(strings.ReplaceAll(a.from, "{domain}", domain))
	}
	switch sender = attacker; a.sender {
	case "":
	case "<>":
		sender = ""
	default:
		sender = a.sender
	}
	m := mimebuild.Mail{
		From: from, To: []mimebuild.Address{{Addr: agent}}, Subject: a.subject, Date: s.world.Now(),
		MessageID: fmt.Sprintf("<%s.%d@evil.test>", a.Name, s.lastEvent()), Header: a.header, Text: a.text, HTML: a.html,
	}
	if a.file != nil {
		m.Attachments = []mimebuild.Attachment{*a.file}
	}
	text, err := mimebuild.Build(m)
	return sender, []byte(text), err
}
