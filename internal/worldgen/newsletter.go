package worldgen

import (
	"cmp"
	"html"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// publisher is who sends a newsletter.
func publisher(r *rng.Rand) Sender {
	name := rng.Pick(r, firstWords) + " " + rng.Pick(r, []string{"Weekly", "Letter", "Digest", "Notes", "Monthly", "Brief", "Insider", "Review", "Dispatch", "Journal"})
	domain := slug(name) + rng.Pick(r, []string{".example", ".test"})
	return Sender{Name: name, Address: rng.Pick(r, []string{"news", "newsletter", "hello", "editors", "mail"}) + "@" + domain, Org: name, Formality: "neutral"}
}

var newsletterRules = sync.OnceValue(func() rules {
	return rules{
		"subject": {
			"{org}: {headline}", "{headline}", "{org} #{issue}: {headline}", "This week: {headline}", "Issue {issue}: {headline}", "{headline} (and more)", "The {month} issue: {headline}", "To read over coffee: {headline}",
		},
		"hello": {
			"Welcome to issue {issue}, on {topic}.", "Good morning, and thank you for reading. This issue is about {topic}.", "Here is what caught our eye since the last issue: {topic}, from several sides.",
			"A short issue this time: {topic}, with one long read at the end.", "This week we look at {topic}.", "{readers} of you read the last issue. This one is about {topic}.",
		},
		"headline": {
			"What we learned about {topic}", "A checklist: {topic}", "Reader question: {topic}", "Three myths about {topic}", "A year with {topic}: an interview", "{Topic}, explained in ten minutes",
			"Our numbers on {topic}", "From our archive: {topic}", "What usually goes wrong: {topic}", "A small habit with a large effect", "Before and after: {topic}", "Tools that we tried for {topic}",
		},
		"teaser": {
			"Most people start too big. The ones who last begin with a single question and answer it every week.", "We asked {asked} readers and got one answer more often than all others together.",
			"It takes an afternoon, costs nothing, and nobody wants to go back.", "Our editor tried it for thirty days and kept a diary.",
			"The figures rose by {percent} % within a year. The reason is simpler than it looks.", "Half of the advice contradicts the other half. We sorted it.",
			"A practical guide, with a template that you can copy.", "Why the obvious answer fails, and what worked instead.",
		},
		"offer": {
			"Our {season} course has {few} places left.", "Readers get {percent} % off the handbook until {date}.", "On {date} we meet online, at {hour}. Bring a question.", "Know someone who should read this? Forward it.",
			"You have a story for us? Reply to this mail; we read everything.",
		},
		"more": {"Read on", "Read the article", "The whole story", "Continue reading", "More on this"},
	}
})

// UnsubscribeLocal is the local part of the address by which a newsletter is unsubscribed.
const UnsubscribeLocal = "unsubscribe"

// UnsubscribePath is the path below which a newsletter is unsubscribed by its site.
const UnsubscribePath = "/unsubscribe/"

// newsletter writes an issue: text, HTML, and the fields that lists carry
// (RFC 2369, 2919, 8058).
func (w *writer) newsletter() Mail {
	w.rules = []rules{newsletterRules()}
	w.vars["issue"] = strconv.Itoa(w.own("issue").Between(12, 240) + w.order.Nth)
	from := w.order.From
	_, domain, _ := strings.Cut(from.Address, "@")
	token := w.r.Text(rng.Mixed, 16)
	token = cmp.Or(w.order.Unsubscribe, token)
	unsubscribe := "https://" + domain + UnsubscribePath + token
	stories := w.stories()
	w.vars["headline"] = stories[0].headline
	m := Mail{Subject: oneLine(w.rule("subject")), Topic: w.topic.text}
	hello, offer := w.rule("hello"), w.rule("offer")
	var text, body strings.Builder
	text.WriteString(from.Name + "\n" + strings.Repeat("=", len([]rune(from.Name))) + "\n\n" + hello + "\n\n")
	body.WriteString("<p>" + html.EscapeString(hello) + "</p>")
	for i, s := range stories {
		more := w.rule("more")
		link := "https://" + domain + "/" + strconv.Itoa(w.order.Date.Year()) + "/" + slugWords(s.headline) + "?i=" + strconv.Itoa(i+1)
		text.WriteString(s.headline + "\n" + s.teaser + "\n" + more + ": " + link + "\n\n")
		body.WriteString(`<h2 style="font-size:18px;margin:24px 0 6px">` + html.EscapeString(s.headline) + "</h2><p>" + html.EscapeString(s.teaser) + ` <a href="` + html.EscapeString(link) + `">` + more + "</a></p>")
	}
	text.WriteString(offer + "\n\n--\nYou get this mail because you subscribed to " + from.Name + ".\nUnsubscribe: " + unsubscribe + "\n")
	body.WriteString(`<p style="background:#f2f2ee;padding:12px">` + html.EscapeString(offer) + "</p>")
	m.Text = text.String()
	m.HTML = page(from.Name, body.String(), `You get this mail because you subscribed to `+html.EscapeString(from.Name)+`. <a href="`+unsubscribe+`">Unsubscribe</a>`)
	m.Header = []mimebuild.Field{
		{Name: "List-Id", Value: from.Name + " <news." + domain + ">"},
		{Name: "List-Unsubscribe", Value: "<" + unsubscribe + ">, <mailto:" + UnsubscribeLocal + "@" + domain + "?subject=" + token + ">"},
		{Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click"},
		{Name: "Precedence", Value: "bulk"},
	}
	return m
}

// story is one piece of an issue.
type story struct{ headline, teaser string }

// stories are those of this issue. Without a brief they come from the
// newsletter's theme; once all have been told, such as fit any topic take turns
// with them. When they come again, the one that leads an issue has another place among the
// subjects.
func (w *writer) stories() []story {
	var own []story
	if w.topic.text == "" {
		t := themes[themeOf(w.order.From.Address)]
		w.topic.text, w.vars["topic"], own = t.name, t.name, t.stories
	}
	order := w.own("stories").Perm(len(own))
	out, used := make([]story, 2+w.own("length").IntN(2)), map[string]bool{}
	for i := range out {
		at := w.order.Nth*len(out) + i
		if round, at := at/max(1, 2*len(own)), at%max(1, 2*len(own)); at < len(own) {
			out[i] = own[order[(at+round)%len(own)]]
		} else {
			out[i] = story{w.unused("headline", used), w.unused("teaser", used)}
		}
	}
	return out
}

// themeOf is the place of a newsletter's theme among all themes.
func themeOf(address string) int {
	return rng.Seed(address).Draw("theme").IntN(len(themes))
}

// Crowded tells whether a newsletter would write about what others do already, although there
// is a theme that none has.
func Crowded(address string, others []string) bool {
	taken := map[int]bool{}
	for _, o := range others {
		taken[themeOf(o)] = true
	}
	return len(taken) < len(themes) && taken[themeOf(address)]
}

// unused expands a rule until it gives what the mail does not hold yet.
func (w *writer) unused(rule string, used map[string]bool) string {
	s := w.rule(rule)
	for range 20 {
		if !used[s] {
			break
		}
		s = w.rule(rule)
	}
	used[s] = true
	return s
}

// theme is what a newsletter without a brief writes about.
type theme struct {
	name    string
	stories []story
}

var themes = []theme{
	{"remote teams", []story{
		{"The meeting that became a page", "One team replaced its Monday call with a shared page. Eight months later nobody wants the call back."},
		{"Who is awake when?", "Four time zones, one rule: decisions wait until everyone has had a morning."},
		{"How to say hello to someone you never meet", "Three firms tell us about the first week of a new colleague far away."},
		{"The quiet ones", "In a video call the loud win. A round of written answers beforehand changes that."},
		{"Cameras on or off?", "We asked 412 people. The answer depends less on shyness than on the size of the kitchen."},
		{"A handbook in a weekend", "You need nine pages, not ninety. Here is the list."},
		{"When chat eats the day", "Two hours without messages, every morning, for a month: a diary."},
		{"The case for meeting twice a year", "What it costs, what it brings, and why the second evening matters most."},
	}},
	{"small business finance", []story{
		{"The invoice that nobody paid", "A carpenter, a late payer and four letters that worked."},
		{"Cash in March", "Why profitable firms run dry in spring, and a table that warns you in January."},
		{"Three prices instead of one", "A bakery let its customers choose. The middle price won, by far."},
		{"Talk to the bank before you must", "What a branch manager wants to see, from someone who was one for 20 years."},
		{"Leasing or buying?", "The sum that sellers leave out."},
		{"The five-minute closing", "How a shop with two employees closes its books every Friday."},
		{"Raise your prices, gently", "When, by how much, and the two sentences for your regulars."},
		{"What we would not insure again", "Readers went through their folders. The list is long."},
	}},
	{"customer service", []story{
		{"Sorry is not enough", "What people want to read after a mistake, in their own words."},
		{"The first line", "Most answers lose the reader in the first ten words. We rewrote twelve of them."},
		{"Saying no in a good way", "Five refusals after which the customer said thank you."},
		{"Answer slower", "A hotel stopped answering within minutes. Complaints went down."},
		{"One name, one customer", "What happens when the same person answers every time."},
		{"The angry caller", "An emergency nurse explains how she talks to people in panic."},
		{"Templates that do not sound like templates", "Leave a gap in the middle, and fill it by hand."},
		{"What a refund really costs", "Less than the mails about it, as one shop found out."},
	}},
	{"product design", []story{
		{"The button that nobody saw", "Nine people looked straight at it. An eye test in a car park."},
		{"Designing for gloves", "What a cold store taught us about touch screens."},
		{"Delete a feature", "A team asks every quarter which one, and has not regretted it yet."},
		{"The empty page", "First impressions without any data: six good ones and two bad."},
		{"Words before pictures", "Why our favourite studio writes the manual first."},
		{"Colour is not enough", "One man in twelve cannot see your warning."},
		{"A sketch is a question", "Show it too early, and people talk about fonts. Show it too late, and they are polite."},
		{"Interview with a toolmaker", "Forty years of handles, and what the hand forgives."},
	}},
	{"data protection", []story{
		{"The spreadsheet on the old laptop", "Nobody knew that it was there. A post-mortem in seven steps."},
		{"Who may see the salaries?", "Rights grow over the years. A Friday afternoon to prune them."},
		{"Consent in one sentence", "We tried to write it so that a twelve-year-old understands. It is possible."},
		{"Delete, and prove it", "What a request for erasure looks like from the inside of a small company."},
		{"The visitor list at reception", "A paper book, a pen on a string, and two rules broken."},
		{"Backups nobody has restored", "Try it once. Then try it with the person who is usually on holiday."},
		{"Passwords, the end of a habit", "Why changing them every three months made things worse."},
		{"Ask before you collect", "A form lost six of its ten fields, and gained readers."},
	}},
	{"online retail", []story{
		{"Why people leave the basket", "We called forty of them. The postage is not the main reason."},
		{"Photos that sell, photos that come back", "A coat, three pictures, and the rate of returns."},
		{"The thank-you card", "Handwritten until order 4,000. What changed then."},
		{"Sizes", "The most expensive table in your shop."},
		{"When the parcel service strikes", "A plan B that fits on one page."},
		{"Reviews, the bad ones", "Three stars with a reason sell better than five without."},
		{"Selling in winter what people wear in summer", "A swimwear label explains its calendar."},
		{"Closing for a week", "She put up a notice and went on holiday. The customers were fine."},
	}},
	{"workplace health", []story{
		{"Stand up, but not all day", "The new desks are lovely. The feet disagree."},
		{"Light", "A lamp for forty euros against the afternoon headache."},
		{"The lunch that somebody cooks", "Once a week, in turns, for eleven people: a year later."},
		{"Sleep and the late mail", "A company switched its server off at eight. Then it switched it back on, for some."},
		{"Noise is not only loud", "What a ringing phone two desks away does to a page of text."},
		{"Back pain, the honest version", "A physiotherapist on what helps, what does not, and what nobody knows."},
		{"The first-aid box", "When did you last open yours? We opened twenty."},
		{"A walk instead of a meeting", "It works for two people, not for three. We tried."},
	}},
	{"software testing", []story{
		{"The test that never failed", "It was green for three years. It tested nothing."},
		{"Flaky on Tuesdays", "A hunt through time zones, with a happy end."},
		{"How many tests are enough?", "Stop counting them. Ask what you would dare to change."},
		{"Names are half the test", "We renamed 200 of them and found eleven that were missing."},
		{"The tester who reads the letters", "Support mail is a test plan that customers write for free."},
		{"Do not wait, listen", "Every sleep in a test is a bug report to yourself."},
		{"A bug worth keeping", "The story of a rounding error that customers had come to like."},
		{"Throw the mock away", "When the real thing starts in a second, what is the copy for?"},
	}},
}

// page is the frame of an HTML mail.
func page(title, body, footer string) string {
	return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>` + html.EscapeString(title) + `</title></head>` +
		`<body style="margin:0;background:#ffffff"><table role="presentation" width="100%"><tr><td align="center">` +
		`<table role="presentation" width="600" style="font-family:Georgia,serif;font-size:16px;line-height:1.5;color:#222222"><tr><td style="padding:24px">` +
		`<h1 style="font-size:24px;margin:0 0 16px">` + html.EscapeString(title) + `</h1>` + body +
		`<p style="font-size:12px;color:#666666;border-top:1px solid #dddddd;padding-top:12px">` + footer + `</p></td></tr></table></td></tr></table></body></html>`
}

// slugWords is a headline as the end of a URL.
func slugWords(s string) string {
	var words []string
	for _, f := range strings.Fields(s) {
		if f = slug(f); f != "" {
			words = append(words, f)
		}
		if len(words) == 6 {
			break
		}
	}
	return strings.Join(words, "-")
}
