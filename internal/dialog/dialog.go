// Package dialog decides what a person says in a mail: which questions they answer
// and with what, how they meet news, thanks and complaints, what they ask for, when
// they are done. It thinks in moves and leaves the words to package compose.
//
// One mail goes this way, by [Plan]:
//
//   - the language to answer in is chosen; who cannot read the mail's says so (plan.go)
//   - what the mails ask becomes items, the same thing asked twice one (item.go)
//   - what they state is kept in the thread, and ends what the person was asking (state.go)
//   - what the mail tells is met with a reaction, if there is one for it, and a short one
//     beside it (react.go), where it fits what the mail is about (matter.go); without one, a
//     mail that is plainly about something is met by that (news.go)
//   - speech acts are met, the weightiest first, two at most; questions that only put
//     an act into words are answered by it (act.go, notice.go, change.go)
//   - each item is answered: from a fact of the case, else from what the person said
//     before, in the thread or to anybody, else from what they hold about their own
//     matter, else from a note, else by the form of an open question, else with a whole
//     answer that is ready, else with a drawn value, else frankly without one (answer.go,
//     facts.go, shape.go with stage.go, ready.go, draw.go, either.go, yesorno.go, meet.go,
//     frank.go); requests are done or promised (do.go, hand.go)
//   - an offer of the mail is taken, an invitation by the way thanked for (beside.go)
//   - who opened the thread goes after what they want (mine.go)
//   - what was said is kept in the thread (state.go)
//
// Values are drawn by person, correspondent and how many values of that kind the
// person gave them: never by words of the mail, which at most set the scale. What was
// drawn is a [Claim], which they remember: asked again, also by others, they say the
// same. The words of values are data of package lang (think.go).
//
// It is a leaf, and pure: the same In gives the same Out.
package dialog

import (
	"time"

	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/internal/rng"
)

// In is all that a person goes by.
type In struct {
	Seed     rng.Seed
	Me       Person
	You      Correspondent
	Mails    []gist.Gist // what is answered, oldest first
	Files    int         // attachments of the newest one
	Occasion int         // n-th mail of the correspondent to the person
	Now      time.Time   // in the person's zone, as the universe's clock tells it
	Case     Case
	Notes    []string // of the person's memory that are no claims
	Claims   []Claim  // what the person said before, to anybody, oldest first
	Thread   State
	Promise  string // the phrase by which the person means to promise; empty where none was planned
	unready  bool   // values are drawn even where a whole answer is ready, for tests of values
	Prompt   bool   // every question is answered now: nothing is put off or left out
}

// Person is who answers.
type Person struct {
	Name, Address                    string
	Role, Org, Who, Wants, Character string
	Temperament                      string   // one of the catalogue
	Knows                            string   // all, some, little
	Languages                        []string // that they answer in, the first one preferred
	Start, End                       int      // working hours, minutes of the day
	Warm                             bool
}

// Correspondent is who wrote.
type Correspondent struct {
	Name, Address string
	Trust         int // -100 to 100
	Mood          string
}

// Case is what the person knows of the case.
type Case struct {
	Title, Status, Summary string
	Facts                  map[string]string
}

// Claim is something that a person said is so, and holds to.
type Claim struct {
	Kind  gist.Ask  `json:"kind"`
	Topic string    `json:"topic"` // a noun phrase as the person says it; may be empty
	Value string    `json:"value"`
	To    string    `json:"to"` // the correspondent's address
	At    time.Time `json:"at"`
	Whole bool      `json:"whole,omitempty"` // the value is a sentence of its own
	About string    `json:"about,omitempty"` // what asked for it, with the sentence before that
	Other string    `json:"other,omitempty"` // of two that were offered, the one that the value is not
	Said  string    `json:"said,omitempty"`  // how it was said in a sentence, where the value tells little by itself
	Sides string    `json:"sides,omitempty"` // of things that were offered, the one taken and the others, as the asker named them
}

// State is what a person keeps in mind of one thread. The zero value is a new one.
type State struct {
	Mine     bool              `json:"mine,omitempty"`     // the person opened it
	Want     string            `json:"want,omitempty"`     // what they want from it: "support", "quote", "job", "payment" …
	Hidden   map[string]string `json:"hidden,omitempty"`   // facts that they hold and tell when asked: "browser": "Firefox 131"
	Language string            `json:"language,omitempty"` // of the mails
	Agreed   []Claim           `json:"agreed,omitempty"`   // dates, prices, choices, places that hold, whoever named them
	Asked    []Asking          `json:"asked,omitempty"`    // what the person asked and has no answer to
	Open     []string          `json:"open,omitempty"`     // what was asked of them and has no answer, in its words
	Given    []string          `json:"given,omitempty"`    // topics that they told, sent or delivered
	Promised []string          `json:"promised,omitempty"`
	Mood     int               `json:"mood,omitempty"`    // from -3, angry, to 3, delighted
	Turns    int               `json:"turns,omitempty"`   // mails that they wrote
	Idle     int               `json:"idle,omitempty"`    // their last mails in a row that only thanked or took note
	Closed   bool              `json:"closed,omitempty"`  // both sides see that it has ended
	Private  bool              `json:"private,omitempty"` // a mail of it was of family, friends or neighbors
}

// Asking is a question of the person.
type Asking struct {
	Ask   gist.Ask `json:"ask"`
	Topic string   `json:"topic"`
	Times int      `json:"times"` // how often they asked
}

// Out is what the person says and keeps in mind.
type Out struct {
	Dated    bool // the mail names days in full, and so does the answer
	Moves    []Move
	Claims   []Claim // new ones, or changed ones, which take the place of their topic's
	Thread   State
	Language string   // to answer in
	Why      []string // for a reader of plans
}

// Move is one thing said. Values are texts as the reader would say them, without
// an ending mark; [Move.Slot] names the table that puts them into words.
type Move struct {
	Slot   string            // "answer.number", "condole", "accept.date" …
	Label  string            // the mark of the question that it answers
	Values map[string]string // of the table's slots: "value", "topic", "other", "reason", "due", "unit", "name"
	Due    string            // of a promise: the phrase in English, as promises are planned; Values["due"] says it
	Core   bool              // the mail cannot do without it
	Claim  int               // 1 + index into Out.Claims of what it says, 0 for none
}
