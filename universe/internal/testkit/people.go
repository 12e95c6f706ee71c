package testkit

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Person is the person of an id.
func Person(t *testing.T, u *engine.Universe, id string) mailsim.Persona {
	p, err := u.Persona(id)
	require.NoError(t, err)
	return p
}

// Petra files the mail of someone to learn: five questions, answered in office
// hours in Berlin about 40 minutes later.
func Petra(t *testing.T, u *engine.Universe) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for i, delay := range []int{20, 35, 40, 41, 90} {
		at := time.Date(2026, 1, 12+i, 8+2*i%7, 10, 0, 0, zone)
		id := fmt.Sprintf("<q%d@shop.test>", i)
		File(t, u, "petra@werk.test", "", "From: Max Shop <max@shop.test>", "To: petra@werk.test", "Subject: Order "+strconv.Itoa(i), "Message-ID: "+id,
			"Date: "+at.UTC().Format(time.RFC1123Z), "", "Hello, when does it come?")
		File(t, u, "petra@werk.test", post.Sent, "From: Petra Vogel <petra@werk.test>", "To: Max Shop <max@shop.test>", "Cc: ludwig@werk.test",
			"Subject: Re: Order "+strconv.Itoa(i), fmt.Sprintf("Message-ID: <a%d@werk.test>", i), "In-Reply-To: "+id, "X-Mailer: Apple Mail (2.3826)",
			"Date: "+at.Add(time.Duration(delay)*time.Minute).Format(time.RFC1123Z), "",
			"Dear Max,", "", "Please find the date in the list. It comes on Friday.", "", "Kind regards,", "Petra", "",
			"-- ", "Petra Vogel", "Head of Purchasing | Werk GmbH", "+49 30 1234567")
	}
	File(t, u, "petra@werk.test", "", "From: News <noreply@news.test>", "To: petra@werk.test", "Subject: Offers", "List-Id: <n.news.test>", "", "Buy.")
}

// Address is that of one of many people, of a hundred domains.
func Address(i int) string { return fmt.Sprintf("p%d@d%d.test", i, i%100) }

// PendingJobs are the jobs of a kind that are to come.
func PendingJobs(t *testing.T, u *engine.Universe, kind mailsim.JobKind) []mailsim.Job {
	t.Helper()
	list, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending, Kind: kind})
	require.NoError(t, err)
	return list
}

// AddPerson adds somebody who answers all mail soon; edit may be nil.
func AddPerson(t *testing.T, u *engine.Universe, address string, edit func(*mailsim.Persona)) mailsim.Persona {
	t.Helper()
	p := mailsim.Persona{Addresses: []string{address}, Temperament: "responsive", Timing: mailsim.Timing{ReplyRate: new(1.0)}}
	if edit != nil {
		edit(&p)
	}
	out, err := u.CreatePersona(context.Background(), p)
	require.NoError(t, err)
	return out
}

// SetWorld sets the World of a test and returns it as stored.
func SetWorld(t *testing.T, u *engine.Universe, streams ...mailsim.Stream) mailsim.World {
	t.Helper()
	w, err := u.SetWorld(context.Background(), mailsim.World{Company: mailsim.Company{Name: "Ours", Domain: "ours.test", Mailboxes: []mailsim.CompanyMailbox{}}, Streams: streams})
	require.NoError(t, err)
	return w
}

// Says lets a person have said something to an address.
func Says(t *testing.T, u *engine.Universe, id, caseID, to string, claims ...dialog.Claim) {
	t.Helper()
	require.NoError(t, u.Update(context.Background(), func(tx *state.Tx) error {
		people.Said(tx, people.Get(tx.View, id), caseID, to, claims)
		return nil
	}))
}

// Table is something that can be said of a table.
func Table(value string) dialog.Claim {
	return dialog.Claim{Kind: gist.AskChoice, Topic: "the table", Value: value}
}
