package httpapi

import (
	"context"
	"time"

	"github.com/mailsim/mailsim"
)

// Handlers of more than a few lines.

func (c *call) clearMemory(in memoryClear) error {
	if in.CaseID != nil {
		return c.u.ClearCaseMemory(c.ctx(), in.ID, *in.CaseID)
	}
	return c.u.ClearMemory(c.ctx(), in.ID)
}

func (c *call) forget(in relationsForget) error {
	if in.Address != nil {
		return c.u.ForgetRelation(c.ctx(), in.ID, *in.Address)
	}
	return c.u.ForgetRelations(c.ctx(), in.ID)
}

// since is the mark that a wait begins at: after an event, else now.
func (c *call) since(after *int64) mailsim.Mark {
	if after != nil {
		return c.u.MarkOf(*after)
	}
	return c.u.Mark()
}

func (c *call) wait(in waitFor) (arrival, error) {
	ctx, cancel := context.WithTimeout(c.ctx(), time.Duration(in.Timeout))
	defer cancel()
	if in.To == "" {
		return arrival{}, invalidf("to is missing")
	}
	m := mailsim.Match{To: in.To, From: in.From, Subject: in.Subject, Contains: in.Contains, Folder: in.Folder}
	if in.Existing {
		return newArrival(c.u.WaitNewest(ctx, m))
	}
	return newArrival(c.u.Wait(ctx, c.since(in.After), m))
}

// waitReply waits for a person's mail. A viewer changes nothing, so that for one
// the plan is left alone.
func (c *call) waitReply(in waitReply) (arrival, error) {
	ctx, cancel := context.WithTimeout(c.ctx(), time.Duration(in.Timeout))
	defer cancel()
	m := mailsim.ReplyMatch{From: in.From, InReplyTo: in.InReplyTo, AsPlanned: !in.Fast || c.who.Role() == mailsim.RoleViewer}
	return newArrival(c.u.WaitReply(ctx, c.since(in.After), m))
}

func (c *call) setAI(in setAI) (mailsim.AI, error) {
	if in.Body.Mode != "on" && in.Body.Mode != "off" {
		return mailsim.AI{}, invalidf("mode must be on or off")
	}
	return c.u.SetAI(c.ctx(), in.Body.Mode == "on")
}

func (c *call) advance(in advance) (mailsim.Advanced, error) {
	b := in.Body
	given := 0
	for _, there := range []bool{b.By != nil, b.To != nil, b.Jobs != nil} {
		if there {
			given++
		}
	}
	switch {
	case given != 1:
		return mailsim.Advanced{}, invalidf("give one of by, to and jobs")
	case b.To != nil:
		return c.u.AdvanceTo(c.ctx(), *b.To)
	case b.Jobs != nil:
		return c.u.AdvanceJobs(c.ctx(), *b.Jobs)
	}
	d, err := mailsim.ParseDuration(*b.By)
	if err != nil {
		return mailsim.Advanced{}, invalidf("by: %s", err)
	}
	return c.u.Advance(c.ctx(), d)
}

// events answers oldest first when after is given, be it 0.
func (c *call) events(in eventList) (mailsim.EventPage, error) {
	if in.After != nil {
		return c.u.EventsAfter(in.filter())
	}
	return c.u.Events(in.filter())
}

// certificate is the certificate that TLS presents.
func (c *call) certificate() (file, error) {
	pem := c.u.Certificate()
	if pem == nil {
		return file{}, errorf(mailsim.ErrNotFound, "no server of this universe speaks TLS")
	}
	return file{"application/x-pem-file", "mailsim.pem", pem}, nil
}
