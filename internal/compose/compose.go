// Package compose writes what a person writes when no AI does: prose put
// together by meaning from the tables in lang, in the voice of that person.
// What a reply says is thought out by package dialog; this package gives it words.
// The same brief gives the same words.
//
// It is a leaf: it takes a resolved person and the gist of the mail, and knows
// nothing of headers, quotes and signatures.
package compose

import (
	"time"

	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// Kind is the occasion of a mail.
type Kind string

// The kinds of mail that a person writes.
const (
	Reply      Kind = "reply"
	Followup   Kind = "followup"   // a second mail soon after a reply
	Correction Kind = "correction" // a second mail that mends the first
	OOO        Kind = "ooo"        // the text of an absence notice
	Initiate   Kind = "initiate"   // the person writes first
	Deliver    Kind = "deliver"    // what was promised comes, or an apology
	Nudge      Kind = "nudge"      // chases what was promised to them
	Forward    Kind = "forward"    // the lines above a forwarded mail
)

// Voice is a person as resolved: every default filled in.
type Voice struct {
	Name, Address                    string // Address is the first address, the key of the person's draws
	Role, Org, Who, Wants, Character string
	Temperament                      string  // one of the catalogue; another text writes neutrally
	Length                           string  // short, medium, long; default medium
	Formality                        string  // casual, neutral, formal; default neutral
	Typos                            float64 // 0 to 1: share of 8 % of the words that get a slip
	Knows                            string  // all, some, little; default some
	Access                           string  // screen_reader, low_vision or empty
	Language                         string  // code of a table in lang, of mails that answer none; default en

	Languages  []string // that the person answers in, the first one preferred; none means all there are
	Start, End int      // working hours, minutes of the day; both 0 mean 9:00 to 18:00
}

// Correspondent is who the mail goes to.
type Correspondent struct {
	Name, Address string
	Trust         int // of the person in them, -100 to 100
	Mood          string
}

// Case is what the person knows of the case that the mail belongs to.
type Case struct {
	Title, Status, Summary string
	Facts                  map[string]string
}

// Promise is something promised, and by when in words ("by Friday").
type Promise struct {
	What, Phrase, Due string
	Answer            bool // it is the answer to a question of the mails
}

// Waiting is something promised to the person.
type Waiting struct{ What, Due string }

// Absence is what an absence notice says. An empty Message takes a default text, which
// names no day of the year 1 or 9999: one is away from or until then who is always away.
type Absence struct{ Message, From, To string }

// Brief is all that a mail is written from.
type Brief struct {
	Seed          rng.Seed
	Voice         Voice
	Kind          Kind
	To            Correspondent
	Subject       string
	Mails         []gist.Gist // what is answered or referred to, oldest first; several when batched
	ThreadReplies int         // mails that this person has written in the thread
	Occasion      int         // n-th mail of the correspondent to the person, or of the person to them
	Case          Case
	Memory        []string // notes, as "text" or "(source) text"
	Promise       Promise  // Deliver: what was promised; Reply: the phrase with which something is
	Waiting       Waiting  // Nudge: what is waited for
	Always        bool     // Followup, Correction: it is written also where there is nothing to add
	Late          bool     // Deliver: after its due time
	Attached      bool     // a file goes with the mail
	Fix           string   // Correction: "attachment", "date" or empty
	Phone         bool     // written on a phone: one class shorter
	ImagesOnly    bool     // the mail carries its text in images
	Absence       Absence
	SaidBefore    []string // what Draft.Said returned for earlier mails of the thread, or plain sentences
	Filler        []string // what Draft.Filler returned for mails of the person to anybody in the last 30 days

	Now    time.Time      // in the person's zone
	Files  int            // attachments of the newest mail
	Claims []dialog.Claim // what the person said before, to anybody, oldest first
	Thread dialog.State   // what they keep in mind of the thread
}

// Draft is a mail as written.
type Draft struct {
	Subject  string // only for Initiate, or when the brief has none
	Text     string // greeting to sign-off, without signature; lines end with \n inside, not at the end
	Promises []Promise
	Said     []string // to be given back as SaidBefore in the same thread
	Filler   []string // to be given back as Filler, in all threads of the person for 30 days
	Why      string   // what was picked up and how, for a reader of plans

	Claims []dialog.Claim // what the mail says is so and was not said before; a claim takes the place of an earlier one of its topic
	Thread dialog.State   // what the person keeps in mind of the thread after it
}

// Bounds of what is read from a brief.
const (
	maxMails  = 4
	maxMemory = 200
	maxSaid   = 4000
)

// Write writes the mail. It never fails: a brief that says nothing gets a mail
// that asks what it is about. A second mail with nothing to add has no text, but where
// one has to come: none is to go out.
func Write(b Brief) Draft {
	switch b.Kind {
	case OOO:
		return newWriter(b).absence()
	case Initiate:
		w := newWriter(b)
		w.initiate()
		return w.finish()
	case Followup:
		return followUp(b)
	case Deliver:
		if b.Promise.Answer {
			return settle(b)
		}
	case Correction:
		if b.Fix == "" {
			return followUp(b)
		}
	case Reply, "":
		if !b.ImagesOnly {
			return say(b, dialog.Plan(b.input()))
		}
	}
	w := newWriter(b)
	w.occasion()
	return w.finish()
}

// say writes the mail that was thought out.
func say(b Brief, out dialog.Out) Draft {
	b.Voice.Language = out.Language
	w := newWriter(b)
	w.converse(out)
	d := w.finish()
	d.Claims, d.Thread = out.Claims, out.Thread
	return d
}
