package talkbench

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

var (
	inFlag   = flag.String("talk.in", "", "folder with *.jsonl of mails and conversations to answer")
	outFlag  = flag.String("talk.out", "", "file for the mails with their answers, as JSON lines")
	seedFlag = flag.String("talk.seed", "talk", "seed of the universes")
)

// asked is a line of the input: a mail, a conversation (Turns) or a conversation that
// someone of a World stream opens (Stream and Turns).
type asked struct {
	ID          string            `json:"id"`
	From        string            `json:"from"`
	FromName    string            `json:"from_name"`
	Temperament string            `json:"to_temperament"`
	Formality   string            `json:"to_formality"`
	Length      string            `json:"to_length"`
	Name        string            `json:"to_name"`
	Subject     string            `json:"subject"`
	Body        string            `json:"body"`
	Attachments []string          `json:"attachments"`
	Facts       map[string]string `json:"facts"`
	Stream      string            `json:"stream"`
	Turns       []turn            `json:"turns"`
}

type turn struct {
	Body        string   `json:"body"`
	Attachments []string `json:"attachments"`
	Days        int      `json:"days"` // that pass before it is written
}

// pair is a line of the output.
type pair struct {
	ID          string   `json:"id"`
	Turn        int      `json:"turn"` // from 1; 0 is the mail that opens a conversation of a stream
	Temperament string   `json:"to_temperament"`
	Person      string   `json:"person"`
	From        string   `json:"from,omitempty"`
	Subject     string   `json:"subject"`
	Body        string   `json:"body,omitempty"`
	Attachments []string `json:"attachments,omitempty"`
	Reply       string   `json:"reply"`
	Later       []string `json:"later,omitempty"` // second mails, what was promised, reminders
	Why         string   `json:"why,omitempty"`   // that nothing was answered
	Memory      []string `json:"memory,omitempty"`
}

// TestTalk answers the mails of -talk.in, for somebody who grades them.
func TestTalk(t *testing.T) {
	t.Parallel()
	if *inFlag == "" {
		t.Skip("no -talk.in")
	}
	files, err := filepath.Glob(filepath.Join(*inFlag, "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files, "no *.jsonl in -talk.in")
	var mails, talks []asked
	for _, path := range files {
		for _, a := range readAsked(t, path) {
			if len(a.Turns) > 0 || a.Stream != "" {
				talks = append(talks, a)
			} else {
				mails = append(mails, a)
			}
		}
	}
	out, err := os.Create(*outFlag)
	require.NoError(t, err)
	defer out.Close()
	answerMails(t, out, mails)
	for _, a := range talks {
		converse(t, out, a)
	}
}

func readAsked(t *testing.T, path string) (out []asked) {
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var a asked
		require.NoError(t, json.Unmarshal(lines.Bytes(), &a), "%s: %s", path, lines.Text())
		out = append(out, a)
	}
	require.NoError(t, lines.Err())
	return out
}

// letter is the first mail of an item.
func (a asked) letter(i int) letter {
	from, name := a.From, a.FromName
	if from == "" {
		from = fmt.Sprintf("writer%d@desk%d.test", i, i)
	}
	if name != "" && !strings.Contains(from, "<") {
		from = fmt.Sprintf("%q <%s>", name, from)
	}
	return letter{ID: a.ID, To: a.Temperament, From: from, Subject: a.Subject, Text: a.Body, Attach: a.Attachments, Facts: a.Facts}
}

// whom chooses the person of an item.
func (w *town) whom(a asked, i int) mailsim.Persona {
	if a.Name == "" && a.Formality == "" && a.Length == "" && len(a.Facts) == 0 {
		return w.reader(a.Temperament, i)
	}
	if a.Name == "" {
		a.Name = readers[i%len(readers)][1]
	}
	if a.Temperament == "" {
		a.Temperament = turns[i%len(turns)]
	}
	p := w.sim.Person(fmt.Sprintf("%s <%s@town%d.test>", a.Name, strings.ToLower(strings.Join(strings.FieldsFunc(a.Name, func(r rune) bool { return !unicode.IsLetter(r) }), ".")), i), func(p *mailsim.Persona) {
		p.Temperament, p.Style.Formality, p.Style.Length = a.Temperament, a.Formality, a.Length
		p.Timing.ReplyRate, p.Behaviors.Bounce = new(1.0), new(0.0)
	})
	return p.Persona()
}

func answerMails(t *testing.T, out io.Writer, list []asked) {
	town := newTown(t, mailsimtest.Seed(*seedFlag))
	var sent []posted
	for i, a := range list {
		p := town.whom(a, i)
		sent = append(sent, posted{a.letter(i), p, town.send(a.letter(i), p, "")})
		if i%8 == 7 {
			town.sim.Advance(time.Hour)
		}
	}
	town.pass(21)
	answers := town.answers()
	for _, p := range sent {
		h := answers[p.id]
		if h == nil {
			h = &heard{Why: "nothing came"}
		}
		write(t, out, pair{ID: p.ID, Turn: 1, Temperament: p.reader.Temperament, Person: p.reader.Name, From: p.From, Subject: addressed(p.Subject, p.reader),
			Body: addressed(p.Text, p.reader), Attachments: p.Attach, Reply: h.Text, Later: h.More, Why: h.why()})
	}
}

func (h *heard) why() string {
	if h.Text != "" {
		return ""
	}
	return h.Why
}

func write(t *testing.T, out io.Writer, p pair) {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	require.NoError(t, e.Encode(p))
}

// converse lets one conversation run in a universe of its own.
func converse(t *testing.T, out io.Writer, a asked) {
	town := newTown(t, mailsimtest.Seed(*seedFlag+"/"+a.ID))
	l := a.letter(0)
	var p mailsim.Persona
	var last string // what the next turn answers
	if a.Stream != "" {
		town.settle(a.Stream)
		m := town.opens(a.Stream)
		p, last, l.From, l.Subject = m.person, m.id, m.to, "Re: "+m.subject
		write(t, out, pair{ID: a.ID, Temperament: p.Temperament, Person: p.Name, Subject: m.subject, Reply: m.text})
	} else {
		p = town.whom(a, 0)
	}
	for i, turn := range a.Turns {
		if turn.Days > 0 {
			town.pass(turn.Days)
		}
		l.Text, l.Attach = turn.Body, turn.Attachments
		if i > 0 {
			l.Subject, l.Facts = "Re: "+strings.TrimPrefix(l.Subject, "Re: "), nil
		}
		id := town.send(l, p, last)
		town.pass(5)
		h := town.answers()[id]
		if h == nil {
			h = &heard{Why: "nothing came"}
		}
		if last = id; h.ID != "" {
			last = h.ID
		}
		o := pair{ID: a.ID, Turn: i + 1, Temperament: p.Temperament, Person: p.Name, From: l.From, Subject: l.Subject, Body: addressed(turn.Body, p),
			Attachments: turn.Attachments, Reply: h.Text, Later: h.More, Why: h.why()}
		if i == len(a.Turns)-1 {
			o.Memory = town.memory(p)
		}
		write(t, out, o)
	}
}

// memory lists the notes of a person.
func (w *town) memory(p mailsim.Persona) (out []string) {
	notes, err := w.sim.Universe.Memory(p.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	for about, list := range notes {
		for _, n := range list {
			out = append(out, about+": "+n)
		}
	}
	return out
}

// opened is the first mail of a stream's person.
type opened struct {
	person                mailsim.Persona
	id, to, subject, text string
}

// settle lets streams of these kinds write to a company.
func (w *town) settle(kinds ...string) {
	if _, err := w.sim.Universe.SetWorld(context.Background(), world(kinds...)); err != nil {
		w.t.Fatal(err)
	}
}

// opens lets the stream of a kind send one mail. Who wrote it answers every mail.
func (w *town) opens(kind string) opened {
	id, err := w.sim.Universe.SendStream(context.Background(), kind)
	if err != nil {
		w.t.Fatal(err)
	}
	for e := range w.sim.Universe.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventPersonaSent}}) {
		if d, ok := e.Data.(mailsim.PersonaSent); ok && d.MessageID == id {
			p, err := w.sim.Universe.UpdatePersona(context.Background(), d.PersonaID, mailsim.PersonaPatch{Timing: &mailsim.Timing{ReplyRate: new(1.0)}})
			if err != nil {
				w.t.Fatal(err)
			}
			return opened{p, id, "Desk <desk@lumen.test>", d.Subject, d.Text}
		}
	}
	w.t.Fatalf("no person sent %s", id)
	return opened{}
}

// world is a company that streams of some kinds write to.
func world(kinds ...string) mailsim.World {
	w := mailsim.World{Company: mailsim.Company{Name: "Lumen Desk", Domain: "lumen.test", Mailboxes: []mailsim.CompanyMailbox{{Address: "desk@lumen.test", Name: "Desk", Role: "sales and support"}}}}
	for _, k := range kinds {
		w.Streams = append(w.Streams, mailsim.Stream{ID: k, Kind: k, PerDay: 1, NewPeople: 1, Enabled: new(false), To: []string{"desk@lumen.test"}})
	}
	return w
}
