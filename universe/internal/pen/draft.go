package pen

// What a writer answers, made safe to send.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/compose"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/simtime"
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/mind"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Bounds of an answer.
const (
	maxDraft        = 8000 // characters
	maxDraftSubject = 200
	maxPromises     = 3
)

// ByAI lets the writer write a mail; ok is false when templates have to.
func (u *Part) ByAI(ctx context.Context, w *Writing, b compose.Brief) (Draft, bool) {
	if w.Kind == mailsim.JobOOO || !u.WritesByAI(w.Person) { // an absence notice is a machine's
		return Draft{}, false
	}
	d, ok := u.AskDraft(ctx, w, u.BriefFor(ctx, w, b))
	if !ok {
		return Draft{}, false
	}
	words := mind.Words{}
	switch b.Kind {
	case compose.Reply, compose.Followup, compose.Correction, compose.Deliver:
		words.Claims = compose.Told(b, d.Text)
	}
	return Draft{Subject: d.Subject, Text: d.Text, By: cmp.Or(d.By, u.Writer), Owed: u.promises(w, d.Promises), Stance: d.Stance, Words: words}, true
}

// AskDraft lets the writer write what a brief wants, and takes only what is safe to send.
func (u *Part) AskDraft(ctx context.Context, w *Writing, brief mailsim.Brief) (mailsim.Draft, bool) {
	known := KnownURLs(textsOf(&brief))
	what := string(w.Kind) + " from " + w.Person.Name + " to " + brief.To
	return ai.Ask(ctx, u.ai, what, w.Person.ID, func(ctx context.Context, fault string) (mailsim.Draft, error) {
		told := brief
		told.Fault = fault
		d, err := u.ai.Write(ctx, told)
		if err != nil {
			return d, err
		}
		return CleanDraft(d, w.Person.Style.Signature, known)
	})
}

// CleanDraft makes a draft safe to send, or says what is wrong with it.
func CleanDraft(d mailsim.Draft, signature string, known map[string]bool) (mailsim.Draft, error) {
	d.Text = withoutSignature(CleanText(d.Text, known), signature)
	switch n := len([]rune(d.Text)); {
	case d.Text == "":
		return d, errors.New("text: nothing is left of it without quotes, header lines and signature")
	case n > maxDraft:
		return d, fmt.Errorf("text: %d characters are too long: at most %d", n, maxDraft)
	}
	d.Subject, d.By = CleanLine(d.Subject, maxDraftSubject, known), CleanLine(d.By, valid.MaxName, nil)
	d.Promises = slices.Clone(d.Promises[:min(len(d.Promises), maxPromises)])
	for i, p := range d.Promises {
		d.Promises[i] = mailsim.DraftPromise{What: CleanLine(p.What, valid.MaxName, known), Due: CleanLine(p.Due, valid.MaxName, nil)}
	}
	return d, nil
}

// withoutSignature cuts a person's signature from the end of a text, where it
// stands without a separator line.
func withoutSignature(text, signature string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), strings.TrimSpace(signature)))
}

// fieldLine is a line that a reader of mail could take for a header field.
var fieldLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*\**(from|to|cc|bcc|subject|reply-to|sender|return-path|received|message-id|in-reply-to|references|mime-version|content-[a-z-]+|x-[a-z-]+)\**\s*:`)
})

// leadingLine is one that only above the text is a header field.
var leadingLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^\s*\**(date|sent|body|text|re)\**\s*:`) })

// CleanText is an answer as plain text: without header lines, quotes, signature,
// control characters, and without URLs that nobody gave the writer.
func CleanText(s string, known map[string]bool) string {
	s = dropURLs(printableText(s), known)
	var kept []string
	top := true
	for line := range strings.SplitSeq(s, "\n") {
		blank := strings.TrimSpace(line) == ""
		if fieldLine().MatchString(line) || top && (blank || leadingLine().MatchString(line)) {
			continue
		}
		top = false
		kept = append(kept, strings.TrimRight(line, " \t"))
	}
	return strings.TrimSpace(mime.NewText(strings.Join(kept, "\n")))
}

// printableText is valid UTF-8 with LF line ends, and without characters that
// are not seen or change the direction of others.
func printableText(s string) string {
	if len(s) > 8*maxDraft {
		s = s[:8*maxDraft]
	}
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(strings.ToValidUTF8(s, ""))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\u200d': // the last one joins emoji
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s)
}

// CleanLine is an answer as one line of at most limit characters.
func CleanLine(s string, limit int, known map[string]bool) string {
	return plain.Cut(plain.Line(dropURLs(printableText(s), known)), limit)
}

// URLs finds what mail programs make a link of: with a scheme, with www, or a
// host with a path.
var URLs = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:[a-z][a-z0-9+.-]{1,20}://|www\.)[^\s<>"'\x60]+|\b(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}/[^\s<>"'\x60]*`)
})

// emptyLink is what is left of a Markdown link without its URL.
var emptyLink = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[([^\]\n]*)\]\(\s*\)`) })

// dropURLs removes the URLs that are not known.
func dropURLs(s string, known map[string]bool) string {
	s = URLs().ReplaceAllStringFunc(s, func(found string) string {
		url := strings.TrimRight(found, ".,;:!?)]}*_")
		if known[urlKey(url)] {
			return found
		}
		return found[len(url):]
	})
	return strings.ReplaceAll(emptyLink().ReplaceAllString(s, "$1"), "<>", "")
}

// KnownURLs are the URLs of the texts that the writer got.
func KnownURLs(texts []string) map[string]bool {
	known := map[string]bool{}
	for _, text := range texts {
		for _, url := range URLs().FindAllString(text, -1) {
			known[urlKey(strings.TrimRight(url, ".,;:!?)]}*_"))] = true
		}
	}
	return known
}

// urlKey is a URL without scheme and www, its host in lower case.
func urlKey(url string) string {
	if _, rest, ok := strings.Cut(url, "://"); ok && strings.HasPrefix(strings.ToLower(url), "http") {
		url = rest
	}
	host, path, _ := strings.Cut(url, "/")
	return strings.TrimPrefix(strings.ToLower(host), "www.") + "/" + path
}

// promises resolves what the text of a writer promises. What the person planned to promise
// is kept or broken as planned, anything else as they usually do.
func (u *Part) promises(w *Writing, list []mailsim.DraftPromise) (out []Owed) {
	if w.Kind != mailsim.JobReply {
		return nil
	}
	o := u.owing(w, "ai")
	for i, p := range list {
		out = append(out, o.owed(i, p.What, p.Due, i == 0 && w.Args.Promised != nil))
	}
	return out
}

// said resolves what a reply of the templates promises: first what was planned, then what
// was put off besides.
func (u *Part) said(w *Writing, list []compose.Promise) []Owed {
	if w.Kind != mailsim.JobReply || len(list) == 0 {
		return nil // what the words do not promise is not owed
	}
	out := w.Promise()
	o := u.owing(w, "said")
	for i, p := range list[:min(len(list), maxPromises)] {
		if i == 0 && len(out) > 0 {
			out[0].What, out[0].Question = cmp.Or(p.What, out[0].What), p.Answer
			if due, ok := o.hours.ParseDue(p.Due, w.Now); ok && due.Before(out[0].Due) { // the day that the mail wants it by
				out[0].Due = due
				if out[0].Deliver.After(due) {
					out[0].Deliver = due
				}
			}
			continue
		}
		next := o.owed(i, p.What, p.Due, false)
		next.Question = p.Answer
		out = append(out, next)
	}
	return out
}

// owing makes of what a mail promises what is owed.
type owing struct {
	w     *Writing
	by    string // who made the words, in the names of draws
	keeps float64
	hours simtime.Hours
}

func (u *Part) owing(w *Writing, by string) *owing {
	o := &owing{w: w, by: by}
	u.Peek(func(v state.View) { o.keeps, o.hours = mind.Traits(v, w.Person).KeepPromises, mind.Hours(v, w.Person) })
	return o
}

// owed is the i-th promise of a mail, due by a phrase, three working days where that names no day.
func (o *owing) owed(i int, what, phrase string, planned bool) Owed {
	w := o.w
	draw := func(decision string) *rng.Rand {
		return w.Seed.Draw(o.by+decision, append(slices.Clip(w.Key), strconv.Itoa(i))...)
	}
	due, ok := o.hours.ParseDue(phrase, w.Now)
	if !ok {
		due = o.hours.InWorkingDays(w.Now, 3) // in a few days
	}
	p := Owed{What: cmp.Or(what, "what was asked for"), Phrase: cmp.Or(phrase, "in a few days"), Due: due, Deliver: due}
	if planned {
		p.Keep = w.Args.Keep
	} else {
		p.Keep = draw("-keep/1").Chance(o.keeps)
	}
	if p.Keep {
		early := rng.Seconds(float64(due.Sub(w.Now).Seconds() * float64(0.2*draw("-early/1").Unit())))
		if p.Deliver = o.hours.Next(due.Add(-early)); p.Deliver.After(due) {
			p.Deliver = due
		}
	}
	return p
}

// stand lets a person stand to a correspondent as the writer says.
func stand(t *state.Tx, p *people.Person, to, stance string) {
	if !addr.Valid(to) {
		return
	}
	change := map[string]func(r *people.Relation){
		"warm":    func(r *people.Relation) { r.Trust = min(max(r.Trust+10, 20), 100) },
		"neutral": func(r *people.Relation) { r.Trust = min(max(r.Trust, -9), 19) },
		"annoyed": func(r *people.Relation) { r.Trust = max(min(r.Trust-15, -10), -100) },
	}[strings.ToLower(strings.TrimSpace(stance))]
	if change != nil {
		people.ChangeRelation(t, p, to, func(r *people.Relation) {
			change(r)
			r.Why = "the last mail"
			r.Updated = t.Now
		})
	}
}

// WritesByAI tells whether a person writes with AI: not who was paused.
func (u *Part) WritesByAI(p *people.Person) (on bool) {
	u.Peek(func(v state.View) { on = settings.AIOn(v) && !p.Paused })
	return on
}
