package talkbench

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
)

// talk is a conversation of the corpus: the application's side is written down, with
// what each reply must have.
type talk struct {
	letter
	Stream string // whose person opens it; empty when the application does
	Steps  []step

	reader mailsim.Persona
	last   string            // Message-ID of the newest mail
	kept   map[string]string // what replies said, by name
}

// step is one mail of the application. Wants beside those of letters:
//
//	keep NAME regexp   the reply has it; what its group finds is remembered
//	same NAME          the reply has what was remembered
//	closes             there is no reply, or one that asks nothing
type step struct {
	Text  string
	Wants []want
}

// readTalks reads conversations: "## id", fields, an empty line, and steps parted by
// lines "---". Lines of a step that start with "? " are wants.
func readTalks(path string) (out []talk, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for _, part := range strings.Split("\n"+string(data), "\n## ")[1:] {
		c, err := parseTalk(part)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", filepath.Base(path), c.ID, err)
		}
		out = append(out, c)
	}
	return out, nil
}

func parseTalk(part string) (c talk, err error) {
	part = streamField.ReplaceAllStringFunc(part, func(s string) string {
		c.Stream = strings.TrimSpace(strings.TrimPrefix(s, "\nstream:"))
		return ""
	})
	steps := strings.Split(part, "\n---\n")
	head, first, _ := strings.Cut(steps[0], "\n\n")
	if c.letter, err = parseLetter(head + "\n\n" + first); err != nil {
		return c, err
	}
	steps[0] = first
	for _, s := range steps {
		var st step
		var text []string
		for line := range strings.SplitSeq(strings.TrimSpace(s), "\n") {
			what, is := strings.CutPrefix(line, "? ")
			if !is {
				text = append(text, line)
				continue
			}
			w, err := parseStepWant(what)
			if err != nil {
				return c, err
			}
			st.Wants = append(st.Wants, w)
		}
		st.Text = strings.TrimSpace(strings.Join(text, "\n"))
		c.Steps = append(c.Steps, st)
	}
	return c, nil
}

var streamField = regexp.MustCompile(`\nstream:[^\n]*`)

func parseStepWant(what string) (want, error) {
	kind, rest, _ := strings.Cut(what, " ")
	switch kind {
	case "keep":
		name, exp, _ := strings.Cut(rest, " ")
		re, err := regexp.Compile("(?is)" + exp)
		return want{Kind: kind, Args: []string{name, exp}, re: re}, err
	case "same":
		return want{Kind: kind, Args: []string{strings.TrimSpace(rest)}}, nil
	case "closes":
		return want{Kind: kind}, nil
	case "match", "not":
		return parseWant(kind, rest)
	}
	return parseWant("want", what)
}

// fits judges one want of a step.
func (c *talk) fits(w want, answer string) bool {
	switch w.Kind {
	case "keep":
		m := w.re.FindStringSubmatch(answer)
		if m != nil {
			c.kept[w.Args[0]] = strings.ToLower(cmp.Or(append(m[1:], m[0])...)) // the first group that found something
		}
		return m != nil
	case "same":
		kept := c.kept[w.Args[0]]
		return kept != "" && holds(answer, kept)
	case "closes":
		return !strings.Contains(answer, "?") && len(strings.Fields(answer)) < 80
	case "not":
		return !w.re.MatchString(answer)
	}
	return answer != "" && w.judge(answer) != missed
}

// talks lets the conversations of the corpus run side by side.
func (b *bench) talks() {
	list, err := readTalks("testdata/talks.txt")
	require.NoError(b.t, err)
	more, err := readTalks("testdata/talks-six.txt")
	require.NoError(b.t, err)
	list = append(list, more...)
	for i := range list {
		c := &list[i]
		c.reader = b.reader(c.To, i)
		if len(c.Facts) > 0 {
			c.reader = b.newcomer(c.letter, c.reader)
		}
	}
	b.run(list, "conversations")
}

// streams lets people of the World open conversations.
func (b *bench) streams() {
	list, err := readTalks("testdata/world.txt")
	require.NoError(b.t, err)
	kinds := map[string]bool{}
	var all []string
	for _, c := range list {
		if !kinds[c.Stream] {
			kinds[c.Stream], all = true, append(all, c.Stream)
		}
	}
	b.settle(all...)
	for i := range list {
		c := &list[i]
		m := b.opens(c.Stream)
		c.reader, c.last, c.From, c.Subject = m.person, m.id, m.to, m.subject
		if b.shows(c.ID, false) {
			fmt.Printf("=== %s: %s (%s) opens\n%s\n\n", c.ID, c.reader.Name, c.reader.Temperament, indent("Subject: "+m.subject+"\n\n"+m.text))
		}
	}
	b.run(list, "people of the World")
}

// run sends the steps of conversations, all first ones first, and judges the replies.
func (b *bench) run(list []talk, row string) {
	for n := 0; ; n++ {
		sent := map[int]string{}
		for i := range list {
			if c := &list[i]; n < len(c.Steps) {
				sent[i] = b.say(c, n)
			}
		}
		if len(sent) == 0 {
			break
		}
		b.pass(12)
		answers := b.answers()
		for i := range list {
			if id := sent[i]; id != "" {
				b.judgeStep(&list[i], n, id, answers[id], row)
			}
		}
	}
}

// say sends the n-th step of a conversation.
func (b *bench) say(c *talk, n int) string {
	l := c.letter
	if c.kept == nil {
		c.kept = map[string]string{}
	}
	for name, value := range c.kept {
		c.Steps[n].Text = strings.ReplaceAll(c.Steps[n].Text, "{"+name+"}", value)
	}
	l.Text = c.Steps[n].Text
	if c.last != "" {
		l.Subject, l.Facts = "Re: "+strings.TrimPrefix(l.Subject, "Re: "), nil
	}
	return b.send(l, c.reader, c.last)
}

func (b *bench) judgeStep(c *talk, n int, id string, h *heard, row string) {
	if h == nil {
		h = &heard{Why: "nothing came"}
	}
	if c.last = id; h.ID != "" {
		c.last = h.ID
	}
	var verdicts []string
	for _, w := range c.Steps[n].Wants {
		if !c.fits(w, h.Text) {
			verdicts = append(verdicts, "MISSED "+w.String())
		}
	}
	if broken.MatchString(h.Text) {
		verdicts = append(verdicts, fmt.Sprintf("BROKEN %q", broken.FindAllString(h.Text, -1)))
	}
	if len(c.Steps[n].Wants) > 0 {
		b.table.count(row, len(verdicts) == 0)
	}
	if h.Text != "" {
		b.replies = append(b.replies, h.Text)
	}
	if b.shows(c.ID, len(verdicts) > 0) {
		l := c.letter
		l.ID, l.Text = c.ID+" "+strconv.Itoa(n+1), c.Steps[n].Text
		fmt.Println(show(l, c.reader, h, verdicts))
	}
}

// shows tells whether a mail is printed.
func (b *bench) shows(id string, missed bool) bool {
	s := *showFlag
	return s == "all" || s == "missed" && missed || s != "" && strings.Contains(id, s)
}

// newcomer is a person for a letter with a case: cases of others are not theirs.
func (b *bench) newcomer(l letter, like mailsim.Persona) mailsim.Persona {
	return b.sim.Person(fmt.Sprintf("%s <%s@cases.test>", like.Name, l.ID), func(p *mailsim.Persona) {
		p.Temperament, p.Style.Formality = like.Temperament, like.Style.Formality
		p.Timing.ReplyRate, p.Behaviors.Bounce = new(1.0), new(0.0)
	}).Persona()
}

// undecided is a person who answers as often as others of their temperament do.
func (b *bench) undecided(l letter, like mailsim.Persona) mailsim.Persona {
	b.cases++
	return b.sim.Person(fmt.Sprintf("%s <%s-%d@cold.test>", like.Name, l.ID, b.cases), func(p *mailsim.Persona) {
		p.Temperament, p.Style.Formality = like.Temperament, like.Style.Formality
	}).Persona()
}
