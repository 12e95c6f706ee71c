// Package drip: a campaign over thirty days runs in milliseconds, because the
// application's own cron runs on the simulated clock.
package drip

import (
	"fmt"
	"net/smtp"
	"testing"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
)

// campaign is the application under test.
type campaign struct {
	now     func() time.Time
	smtp    string
	readers map[string]*progress
	errs    []error
}

type progress struct {
	since time.Time
	sent  int
}

// days after which the mails go out.
var days = []int{0, 3, 7, 14, 30}

func (c *campaign) enrol(address string) {
	c.readers[address] = &progress{since: c.now()}
	c.tick()
}

func (c *campaign) tick() {
	for to, p := range c.readers {
		for p.sent < len(days) && !c.now().Before(p.since.AddDate(0, 0, days[p.sent])) {
			p.sent++
			body := fmt.Sprintf("From: tips@ours.test\r\nTo: %s\r\nSubject: Tip %d of %d\r\nList-Unsubscribe: <mailto:stop@ours.test>\r\n\r\nWater your plants.\r\n", to, p.sent, len(days))
			if err := smtp.SendMail(c.smtp, nil, "tips@ours.test", []string{to}, []byte(body)); err != nil {
				c.errs = append(c.errs, err)
			}
		}
	}
}

func TestThirtyDays(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	app := &campaign{now: sim.Now, smtp: sim.SMTPAddr(), readers: map[string]*progress{}}
	sim.Every(time.Hour, app.tick)
	anna := sim.Person("anna@client.test")

	start := sim.Now()
	app.enrol(anna.Address())
	sim.Advance(31 * 24 * time.Hour)
	for i, mail := range anna.ExpectInbox(len(days)) {
		mail.HasSubject(fmt.Sprintf("Tip %d of", i+1)).HasHeader("List-Unsubscribe", "stop@ours.test")
		if day := mail.Time.Sub(start) / (24 * time.Hour); int(day) != days[i] {
			t.Errorf("tip %d came on day %d, not %d", i+1, day, days[i])
		}
	}
	sim.ExpectNone(mailsim.Match{To: "tips@ours.test"}) // nobody answers bulk mail
	if len(app.errs) > 0 {
		t.Error(app.errs)
	}
}
