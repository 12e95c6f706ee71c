// Command aiwriter has three people answer one mail, each in their own voice,
// and prints what they write.
//
// By default it plays back the recordings in its folder, which were written by
// hand, and needs no model. Set two variables and a real model writes:
//
//	MAILSIM_AI_URL=http://127.0.0.1:11434/v1 MAILSIM_AI_MODEL=llama3.1 go run ./examples/aiwriter
//
// MAILSIM_AI_KEY holds the key if one is needed. -record DIR keeps the model's
// answers in a folder; -replay DIR plays them back.
package main

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/aiwriter"
	"github.com/mailsim/mailsim/aiwriter/record"
	"github.com/mailsim/mailsim/universe"
)

//go:embed recordings/*.json
var recordings embed.FS

func main() {
	keep := flag.String("record", "", "keep the model's answers in this folder")
	play := flag.String("replay", "", "play back the answers of this folder")
	flag.Parse()
	w, err := writer(*keep, *play)
	if err == nil {
		err = run(context.Background(), os.Stdout, w)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "aiwriter:", err)
		os.Exit(1)
	}
}

// writer is the model that the environment names, else the recordings.
func writer(keep, play string) (mailsim.Writer, error) {
	if play != "" {
		return record.Open(record.Options{Dir: play})
	}
	model, err := aiwriter.FromEnv(os.Getenv)
	switch {
	case err != nil:
		return nil, err
	case model != nil && keep != "":
		return record.Open(record.Options{Dir: keep, Mode: record.Record, Writer: model})
	case model != nil:
		return model, nil
	}
	files, err := fs.Sub(recordings, "recordings")
	if err != nil {
		return nil, err
	}
	return record.Open(record.Options{FS: files})
}

// people get the same mail and make different things of it.
func people() []mailsim.Persona {
	always, once := 1.0, 0.0
	who := func(name, role, temperament, character string, style mailsim.Style) mailsim.Persona {
		first, _, _ := strings.Cut(strings.ToLower(name), " ")
		style.Links = "never"
		return mailsim.Persona{
			Name: name, Role: role, Temperament: temperament, Character: character, Addresses: []string{first + "@bakery.test"}, Style: style,
			Timing: mailsim.Timing{ReplyRate: &always}, Behaviors: mailsim.Behaviors{DoubleReply: &once, CCSomeone: &once, KeepPromises: &always},
		}
	}
	return []mailsim.Persona{
		who("Ingrid Holm", "owner", "responsive", "warm, quick, loves a joke", mailsim.Style{Length: "short", Formality: "casual", Client: "iphone"}),
		who("Konrad Weiss", "bookkeeper", "procedural", "exact, wants a reference for everything", mailsim.Style{Length: "medium", Formality: "formal", Client: "outlook", Signature: "Konrad Weiss\nBookkeeping"}),
		who("Pia Lund", "night baker", "skeptical", "tired, blunt, trusts nobody who sells something", mailsim.Style{Length: "short", Formality: "casual", Client: "gmail"}),
	}
}

const offer = `Hello,

your oven is due for its yearly service. Could you tell me which day of next
week suits you, and send me the serial number?

Best regards,
Tom Baker
Ovenworks`

// run sends the mail to each of them, lets a week pass and prints what came.
func run(ctx context.Context, out io.Writer, w mailsim.Writer) error {
	u, err := universe.New(mailsim.Options{Seed: "bakery", Writer: w})
	if err != nil {
		return err
	}
	defer u.Close()
	if _, err := u.SetAI(ctx, true); err != nil {
		return err
	}
	for _, p := range people() {
		if _, err := u.CreatePersona(ctx, p); err != nil {
			return err
		}
		if _, err := u.Send(ctx, mailsim.Outgoing{From: "Tom Baker <tom@ovenworks.test>", To: p.Addresses, Subject: "Service of your oven", Text: offer}); err != nil {
			return err
		}
	}
	if _, err := u.Advance(ctx, 7*24*time.Hour); err != nil {
		return err
	}
	for e := range u.Log(mailsim.EventFilter{}) {
		switch d := e.Data.(type) {
		case mailsim.PersonaSent:
			fmt.Fprintf(out, "%s  %s (%s, by %s)\n\n%s\n\n", e.At.Format("Mon 15:04"), d.Persona, d.Kind, d.By, indent(d.Text))
		case mailsim.PersonaPromised:
			fmt.Fprintf(out, "%s  %s promised %s by %s\n\n", e.At.Format("Mon 15:04"), d.Persona, d.What, d.Due.Format("Mon 15:04"))
		case mailsim.WriterFallback:
			fmt.Fprintf(out, "%s  templates stood in: %s: %s\n\n", e.At.Format("Mon 15:04"), d.What, d.Error)
		}
	}
	ai := u.AI()
	fmt.Fprintf(out, "%d calls of %s\n", ai.Credits.Used, ai.Writer)
	return nil
}

func indent(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") }
