package links

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/linkwalk"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/transit"
)

// WalkPolicy is the link policy as a walk takes it.
func WalkPolicy(p mailsim.LinkPolicy) linkwalk.Policy {
	return linkwalk.Policy{
		Enabled: *p.Enabled, Allow: p.Allow, Deny: p.Deny, MaxLinks: *p.MaxLinks, Unsubscribe: p.Unsubscribe,
		UserAgent: cmp.Or(p.UserAgent, mailsim.DefaultUserAgent), ClickLocal: p.LocalLinks == "click",
	}
}

// Offer is how a mail offers to unsubscribe (RFC 2369, 8058).
type Offer struct {
	URL      string
	OneClick bool // by a POST (RFC 8058)
}

// OfferOf reads List-Unsubscribe and List-Unsubscribe-Post; nil when they offer nothing.
func OfferOf(sum *mime.Summary) *Offer {
	for part := range strings.SplitSeq(sum.ListUnsubscribe, ",") {
		url := strings.Trim(strings.TrimSpace(part), "<>")
		if strings.HasPrefix(strings.ToLower(url), "http") {
			one := strings.EqualFold(strings.ReplaceAll(sum.ListUnsubscribePost, " ", ""), "List-Unsubscribe=One-Click")
			return &Offer{url, one}
		}
	}
	return nil
}

// PlanReading plans that a person opens links, looks a sender up or settles a
// close call, when they read the mail. What needs the outside is a job of its own.
func PlanReading(t *state.Tx, p *people.Person, s *transit.Submission, d decide.Decision, lean string, job mailsim.Job, args jobs.Args) {
	policy := settings.Of(t.View).Links
	args.Lean = lean
	if *policy.Enabled {
		planLinks(t, p, s, policy, &args)
	}
	if d.ReadAt.IsZero() || len(args.Links) == 0 && !args.Lookup && lean == "" {
		return
	}
	job.Plan = p.Name + " reads the mail"
	if len(args.Links) > 0 {
		job.Plan += " and may open its links"
	}
	if args.Lookup {
		job.Plan += " and looks the sender up"
	}
	if lean != "" {
		job.Plan += " and decides whether to answer"
	}
	jobs.Schedule(t, mailsim.JobRead, p.Owner(), d.ReadAt, job, args)
}

// planLinks says what a person may open of a mail.
func planLinks(t *state.Tx, p *people.Person, s *transit.Submission, policy mailsim.LinkPolicy, args *jobs.Args) {
	corr := addr.Correspondent(s.From())
	known := people.RelationOf(t.View, p, corr).Received > 1 || people.At(t.View, s.From()) != nil || addr.Domain(s.From()) == addr.Domain(p.Addresses[0])
	r := t.Env.Chance.Draw("lookup/1", addr.Key(p.Addresses[0]), corr, strconv.Itoa(args.Occasion))
	args.Lookup = r.Chance(*policy.SenderCheck) && !known && s.Env.From != ""
	if p.Style.Links != "never" {
		for _, l := range s.Read.Links.SeenBy(p.Style.Client) {
			args.Links = append(args.Links, l.URL)
		}
	}
}

// PlanUnsubscribe plans that a person unsubscribes, whatever the policy.
func PlanUnsubscribe(t *state.Tx, p *people.Person, s *transit.Submission) {
	args := jobs.Args{Correspondent: s.From(), Thread: s.Mail.Thread, Kind: string(mailsim.ActUnsubscribe)}
	r := t.Env.Chance.Draw("unsubscribe/1", addr.Key(p.Addresses[0]), addr.Correspondent(s.From()))
	job := mailsim.Job{MessageID: s.Mail.MessageID, Plan: p.Name + " unsubscribes"}
	jobs.Schedule(t, mailsim.JobAct, p.Owner(), t.Now.Add(time.Duration(r.Between(60, 1800))*time.Second), job, args)
}
