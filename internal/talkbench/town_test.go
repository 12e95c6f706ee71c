package talkbench

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// town is a universe with people of all temperaments who answer every personal mail.
type town struct {
	t      testing.TB
	sim    *mailsimtest.Server
	people map[string][]mailsim.Persona // by temperament
	met    map[string]int               // letters to each temperament
	cases  int
}

// readers are the people of a town: temperament, name and formality.
var readers = [][3]string{
	{"responsive", "Anna Weber", ""}, {"responsive", "Tom Bright", "casual"}, {"responsive", "Ines Duarte", "formal"}, {"responsive", "Paul Novak", "neutral"},
	{"busy", "Carla Stein", ""}, {"busy", "Rob Ashford", "casual"}, {"busy", "Maya Iqbal", "neutral"}, {"busy", "Henrik Dahl", "formal"},
	{"procedural", "Edith Moser", ""}, {"procedural", "Walter Finch", "formal"}, {"procedural", "Lina Petrov", "neutral"}, {"procedural", "Joel Marsh", "casual"},
	{"skeptical", "Nora Quinn", ""}, {"skeptical", "Viktor Hale", "casual"}, {"skeptical", "Rosa Lindt", "formal"},
	{"flaky", "Danny Cole", ""}, {"flaky", "Suki Mori", "casual"}, {"flaky", "Bea Fontaine", "neutral"},
	{"difficult", "Gerald Pike", ""}, {"difficult", "Marta Kovac", "formal"}, {"difficult", "Leo Strand", "casual"},
	{"ghost", "Iris Blom", ""},
}

// turns is the order in which letters for anybody go round: about the odds of the catalogue.
var turns = []string{
	"responsive", "busy", "procedural", "responsive", "skeptical", "busy", "flaky", "responsive", "difficult", "procedural", "responsive", "busy",
	"skeptical", "procedural", "responsive", "difficult", "busy", "responsive", "flaky", "ghost",
}

func newTown(t testing.TB, opts ...mailsimtest.Option) *town {
	town := &town{t: t, sim: mailsimtest.New(t, append(opts, mailsimtest.InMemory())...), people: map[string][]mailsim.Persona{}, met: map[string]int{}}
	for _, r := range readers {
		address := strings.ToLower(strings.ReplaceAll(r[1], " ", ".")) + "@reader.test"
		p := town.sim.Person(r[1]+" <"+address+">", func(p *mailsim.Persona) {
			p.Temperament, p.Style.Formality = r[0], r[2]
			p.Timing.ReplyRate = new(1.0)
			p.Behaviors.Bounce = new(0.0)
		})
		town.people[r[0]] = append(town.people[r[0]], p.Persona())
	}
	return town
}

// reader is who gets the n-th letter.
func (w *town) reader(temperament string, n int) mailsim.Persona {
	if temperament == "" {
		temperament = turns[n%len(turns)]
	}
	list := w.people[temperament]
	if len(list) == 0 {
		w.t.Fatalf("nobody is %q", temperament)
	}
	p := list[w.met[temperament]%len(list)]
	w.met[temperament]++
	return p
}

// addressed is a text with the reader's names filled in.
func addressed(text string, p mailsim.Persona) string {
	first, last, _ := strings.Cut(p.Name, " ")
	return strings.NewReplacer("{me}", first, "{last}", last, "{name}", p.Name, "{address}", p.Addresses[0]).Replace(text)
}

// send sends a letter to a person and returns its Message-ID.
func (w *town) send(l letter, p mailsim.Persona, answers string) string {
	w.t.Helper()
	out := mailsim.Outgoing{From: l.From, To: []string{p.Addresses[0]}, Subject: addressed(l.Subject, p), Text: addressed(l.Text, p), InReplyTo: answers, Unsigned: true}
	for _, name := range l.Attach {
		out.Attachments = append(out.Attachments, mailsim.OutgoingFile{Filename: name, ContentType: "application/octet-stream", Data: []byte(base64.StdEncoding.EncodeToString([]byte(name)))})
	}
	if len(l.Facts) > 0 {
		w.push(l, p)
	}
	id, err := w.sim.Universe.Send(context.Background(), out)
	if err != nil {
		w.t.Fatalf("%s: %v", l.ID, err)
	}
	return id
}

// push makes the case of a letter, which its sender's address belongs to.
func (w *town) push(l letter, p mailsim.Persona) {
	w.cases++
	title := l.Subject
	if _, err := w.sim.Universe.PushCase(context.Background(), "case-"+strconv.Itoa(w.cases), mailsim.CasePatch{Title: &title, Facts: l.Facts, PersonaIDs: []string{p.ID}}); err != nil {
		w.t.Fatalf("%s: %v", l.ID, err)
	}
}

// heard is what became of a mail.
type heard struct {
	Text    string // what was answered first; empty for no answer
	More    []string
	ID      string // Message-ID of the answer
	From    string
	Subject string
	Why     string // that nothing was
}

// answers are what people wrote, by the mail that it answers.
func (w *town) answers() map[string]*heard {
	out := map[string]*heard{}
	of := func(id string) *heard {
		if out[id] == nil {
			out[id] = &heard{}
		}
		return out[id]
	}
	for _, e := range slices.Collect(w.sim.Universe.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventPersonaSent, mailsim.EventPersonaIgnored, mailsim.EventPersonaJunked}})) {
		switch d := e.Data.(type) {
		case mailsim.PersonaSent:
			h := of(d.InReplyTo)
			if d.Kind == "reply" && h.Text == "" {
				h.Text, h.ID, h.From, h.Subject = d.Text, d.MessageID, d.Persona, d.Subject
				continue
			}
			h.More = append(h.More, "("+d.Kind+") "+d.Text)
		case mailsim.PersonaIgnored:
			of(d.MessageID).Why = "ignored: " + d.Why
		case mailsim.PersonaJunked:
			of(d.MessageID).Why = "junked: " + d.Why
		}
	}
	return out
}

// pass lets days go by.
func (w *town) pass(days int) { w.sim.Advance(time.Duration(days) * 24 * time.Hour) }

func indent(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") }

// show prints a mail and its answer.
func show(l letter, p mailsim.Persona, h *heard, verdicts []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "=== %s → %s (%s %s)\n%s\n  --\n", l.ID, p.Name, p.Temperament, p.Style.Formality, indent("Subject: "+addressed(l.Subject, p)+"\n\n"+addressed(l.Text, p)))
	if h.Text == "" {
		fmt.Fprintf(&b, "  (no answer; %s)\n", h.Why)
	} else {
		fmt.Fprintln(&b, indent(h.Text))
		for _, m := range h.More {
			fmt.Fprintln(&b, "  + "+strings.ReplaceAll(m, "\n", "\n    "))
		}
	}
	for _, v := range verdicts {
		fmt.Fprintln(&b, "  "+v)
	}
	return b.String()
}
