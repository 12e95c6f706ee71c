package worldgen

import (
	"html"
	"strconv"
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// publisher is who sends a newsletter.
func publisher(r *rng.Rand) Sender {
	name := rng.Pick(r, firstWords) + " " + rng.Pick(r, []string{"Weekly", "Letter", "Digest", "Notes", "Monthly", "Brief", "Insider", "Review", "Dispatch", "Journal"})
	domain := slug(name) + rng.Pick(r, []string{".example", ".test"})
	return Sender{Name: name, Address: rng.Pick(r, []string{"news", "newsletter", "hello", "editors", "mail"}) + "@" + domain, Org: name, Formality: "neutral"}
}

var newsletterRules = rules{
	"subject": {
		"{org}: {topic}", "{Topic}, and what to read this week", "What is new in {topic}", "{org} #{issue}: {topic}", "Five minutes on {topic}",
		"This week: {topic}", "{Topic}: our pick for {month}", "The {month} issue: {topic}", "What readers asked about {topic}", "{Topic} in numbers", "Issue {issue} - {topic}",
	},
	"hello": {
		"Welcome to issue {issue}.", "Good morning, and thank you for reading.", "Here is what caught our eye since the last issue.", "A short issue this time, with one long read at the end.",
		"This week we look at {topic}.", "{people} readers wrote to us about {topic}. Here is what we found.",
	},
	"headline": {
		"What we learned about {topic}", "{Topic}: a checklist", "Reader question: {topic}", "Three myths about {topic}", "Interview: a year with {topic}", "{Topic}, explained in ten minutes",
		"Numbers of the week", "The tool of the month", "From our archive: {topic}", "Where {topic} goes wrong", "A small habit with a large effect", "{Topic}: before and after",
	},
	"teaser": {
		"Most teams start too big. The ones that last begin with a single question and answer it every week.", "We asked {people} people and got one answer more often than all others together.",
		"It takes an afternoon, costs nothing, and nobody wants to go back.", "Our editor tried it for thirty days and kept a diary.",
		"The figures rose by {percent} % within a year. The reason is simpler than it looks.", "Half of the advice on {topic} contradicts the other half. We sorted it.",
		"A practical guide, with a template that you can copy.", "Why the obvious answer fails, and what worked instead.",
	},
	"offer": {
		"Our autumn course on {topic} has {few} places left.", "Readers get {percent} % off the handbook until {date}.", "On {date} we meet online, at {hour}. Bring a question.", "Know someone who should read this? Forward it.",
	},
	"more": {"Read on", "Read the article", "To the checklist", "Continue reading", "See the figures"},
}

// newsletter writes an issue: text, HTML, and the fields that lists carry
// (RFC 2369, 2919, 8058).
func (w *writer) newsletter() Mail {
	w.rules = []rules{newsletterRules}
	w.vars["issue"] = strconv.Itoa(w.r.Between(12, 240))
	from := w.order.From
	_, domain, _ := strings.Cut(from.Address, "@")
	token := w.r.Text(rng.Mixed, 16)
	unsubscribe := "https://" + domain + "/unsubscribe/" + token
	m := Mail{Subject: oneLine(w.rule("subject")), Topic: w.topic.text}
	var text, body strings.Builder
	hello := w.rule("hello")
	if !strings.Contains(hello, w.topic.text) {
		hello += " The subject: " + w.topic.text + "."
	}
	text.WriteString(from.Name + "\n" + strings.Repeat("=", len([]rune(from.Name))) + "\n\n" + hello + "\n\n")
	body.WriteString("<p>" + html.EscapeString(hello) + "</p>")
	used := map[string]bool{}
	for i := range w.r.Between(2, 4) {
		headline := w.unused("headline", used)
		teaser, more := w.unused("teaser", used), w.rule("more")
		link := "https://" + domain + "/" + strconv.Itoa(w.order.Date.Year()) + "/" + slugWords(headline) + "?i=" + strconv.Itoa(i+1)
		text.WriteString(headline + "\n" + teaser + "\n" + more + ": " + link + "\n\n")
		body.WriteString(`<h2 style="font-size:18px;margin:24px 0 6px">` + html.EscapeString(headline) + "</h2><p>" + html.EscapeString(teaser) + ` <a href="` + html.EscapeString(link) + `">` + more + "</a></p>")
	}
	offer := w.rule("offer")
	text.WriteString(offer + "\n\n--\nYou get this mail because you subscribed to " + from.Name + ".\nUnsubscribe: " + unsubscribe + "\n")
	body.WriteString(`<p style="background:#f2f2ee;padding:12px">` + html.EscapeString(offer) + "</p>")
	m.Text = text.String()
	m.HTML = page(from.Name, body.String(), `You get this mail because you subscribed to `+html.EscapeString(from.Name)+`. <a href="`+unsubscribe+`">Unsubscribe</a>`)
	m.Header = []mimebuild.Field{
		{Name: "List-Id", Value: from.Name + " <news." + domain + ">"},
		{Name: "List-Unsubscribe", Value: "<" + unsubscribe + ">, <mailto:unsubscribe@" + domain + "?subject=" + token + ">"},
		{Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click"},
		{Name: "Precedence", Value: "bulk"},
	}
	return m
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

// spammer is who sends unwanted advertising.
func spammer(r *rng.Rand) Sender {
	a, b := rng.Pick(r, []string{"best", "super", "mega", "top", "prime", "lucky", "quick", "gold", "easy", "daily"}), rng.Pick(r, []string{"deals", "offers", "winner", "cash", "pharm", "rank", "profit", "shop", "promo", "bonus"})
	domain := a + "-" + b + r.Text("0123456789", 2) + rng.Pick(r, []string{".test", ".example"})
	name := rng.Pick(r, []string{"Special Offers", "VIP Promotions", "Dr. " + rng.Pick(r, origins[2].family), "Customer Rewards", "Best Deals Today", "Marketing Team", "Prize Department", "Online Store", "Your Advisor"})
	return Sender{Name: name, Address: rng.Pick(r, []string{"offer", "promo", "info", "sales", "win", "contact"}) + r.Text("0123456789", 3) + "@" + domain, Org: name}
}

var spamRules = rules{
	"subject": {
		"{Topic} - 100% GUARANTEED!!!", "Congratulations! {Topic}", "ACT NOW: {topic}", "{percent}% OFF {topic}!!!", "You have been selected: {topic}", "Re: your request, {topic}",
		"Don't miss out!! {Topic}", "LAST CHANCE - {topic}", "Make money fast with {topic}", "FREE: {topic} (limited time)", "Dear friend, {topic}", "$$$ {Topic} $$$", "{Topic} without prescription!",
	},
	"hello": {"Dear friend,", "Dear winner,", "Dear valued customer,", "Hello dear,", "Attention!!!", "Dear sir/madam,"},
	"pitch": {
		"This is NOT a joke! {Topic} is waiting for you, 100% guaranteed and completely risk free!!!", "You have been chosen to receive {topic} at a price that you will never see again!",
		"Thousands of happy customers already use our secret to {topic}. Doctors hate it!", "Amazing results with {topic} in only 7 days, or your money back GUARANTEED!",
		"Stop paying too much! {Topic} can be yours today. No obligation, no questions asked!", "I am writing to you in confidence about {topic}. The sum of $ 4,500,000.00 is involved, and you will receive 30% of it.",
		"We noticed that your website does not rank on the first page. With {topic} we bring you to number 1, guaranteed!",
	},
	"press": {
		"Act now! This offer expires in {hours} hours!!!", "Only {few} left. Order now, do not delay!", "Click below before midnight, limited time only!", "Hurry, this is a once in a lifetime opportunity.",
		"Send your full name, address and bank account number to claim it immediately.",
	},
	"button": {"CLICK HERE NOW", "CLAIM YOUR PRIZE", "ORDER NOW - {percent}% OFF", "YES, I WANT IT", "GET INSTANT ACCESS"},
	"small":  {"This is a one-time mailing. To be removed reply with REMOVE.", "You receive this because you are on our opt-in list.", "This message complies with all laws."},
}

func (w *writer) spam() Mail {
	w.rules = []rules{spamRules}
	w.vars["hours"] = rng.Pick(w.r, []string{"2", "6", "12", "24", "48"})
	_, domain, _ := strings.Cut(w.order.From.Address, "@")
	link := "http://" + rng.Pick(w.r, []string{"click.", "go.", "track.", ""}) + domain + "/" + w.r.Text(rng.Mixed, 10)
	if w.r.Chance(0.25) {
		link = "http://192.0.2." + strconv.Itoa(w.r.Between(1, 254)) + "/" + w.r.Text(rng.Mixed, 8) // TEST-NET-1 (RFC 5737)
	}
	hello, pitch, press, button, small := w.rule("hello"), w.rule("pitch"), w.rule("press"), w.rule("button"), w.rule("small")
	m := Mail{Subject: oneLine(w.rule("subject")), Topic: w.topic.text}
	m.Text = hello + "\n\n" + pitch + "\n\n" + press + "\n\n" + button + ": " + link + "\n\n" + small + "\n"
	if w.r.Chance(0.75) {
		m.HTML = `<html><body bgcolor="#ffff99"><center><font size="5" color="#cc0000"><b>` + html.EscapeString(m.Subject) + `</b></font><p>` + html.EscapeString(hello) +
			`</p><p><b>` + html.EscapeString(pitch) + `</b></p><p>` + html.EscapeString(press) + `</p><p><a href="` + link + `"><font size="6">` + html.EscapeString(button) +
			`</font></a></p><p><font size="1">` + html.EscapeString(small) + `</font></p></center></body></html>`
	}
	if w.r.Chance(0.4) {
		m.ReplyTo = mimebuild.Address{Name: w.order.From.Name, Addr: "claim" + w.r.Text("0123456789", 4) + "@" + rng.Pick(w.r, mailHosts)}
	}
	return m
}

// phisher is who pretends to be someone else.
func phisher(r *rng.Rand) Sender {
	p := rng.Pick(r, []struct{ name, host string }{
		{"Mail Administrator", "mail-admin"}, {"IT Service Desk", "it-servicedesk"}, {"Account Security", "account-security"}, {"Parcel Service", "parcel-tracking"},
		{"Payroll", "payroll-portal"}, {"Document Sharing", "docs-share"}, {"Billing Department", "billing-center"}, {"Your Bank", "online-banking"}, {"Voice Mail", "voicemail-box"},
		{"Help Desk", "helpdesk-portal"}, {"HR Department", "hr-update"}, {"Customs Office", "customs-clearance"},
	})
	domain := p.host + "-" + rng.Pick(r, []string{"verify", "secure", "login", "update", "support", "alert"}) + rng.Pick(r, []string{".example", ".test"})
	return Sender{Name: p.name, Address: rng.Pick(r, []string{"security", "support", "admin", "alert", "service", "notice"}) + "@" + domain, Org: p.name}
}

var phishingRules = rules{
	"subject": {
		"Action required: {topic}", "Urgent: {topic}", "Security alert: {topic}", "Final notice: {topic}", "Your account will be closed: {topic}", "{Topic} - verify your account",
		"[{company}] {Topic}", "Unusual activity: {topic}", "Reminder: {topic} ({hours} hours left)", "Your password expires today: {topic}", "Important: {topic}", "Case {ref}: {topic}",
	},
	"hello": {"Dear user,", "Dear customer,", "Dear {mail},", "Attention {mail},", "Hello,", "Dear account holder,"},
	"story": {
		"We noticed unusual activity on your account. It concerns {topic}.", "We were unable to verify your account. The reason: {topic}.", "Your access to the services of {company} has been limited ({topic}).",
		"There is a pending notice for you about {topic}.", "During our last check we found a problem with your account ({topic}).", "A document about {topic} has been shared with you. Sign in to see it.",
		"Your password for {mail} expires today. Please see the notice about {topic}.",
	},
	"threat": {
		"Verify your account within {hours} hours or it will be suspended.", "If you do not confirm your password within {hours} hours, all your messages will be deleted.",
		"Failure to act immediately will result in the loss of your access.", "Your account will be closed today unless you confirm your identity.", "This is the last warning before your account is locked.",
	},
	"action":  {"Verify your account", "Confirm your password", "Sign in to keep your account", "Review the activity", "Update your payment details", "Release your messages"},
	"regards": {"Account Security Team", "{company} IT Department", "Mail Administrator", "Customer Protection", "System Notification"},
}

// phishing writes a mail whose links show one host and lead to another.
func (w *writer) phishing() Mail {
	w.rules = []rules{phishingRules}
	o := w.order
	w.vars["hours"] = rng.Pick(w.r, []string{"12", "24", "24", "48"})
	w.vars["mail"] = o.To.Address
	_, host, _ := strings.Cut(o.From.Address, "@")
	link := "http://" + rng.Pick(w.r, []string{"login.", "secure.", "www.", ""}) + host + "/" + rng.Pick(w.r, []string{"verify", "signin", "update", "confirm"}) + "?id=" + w.r.Text(rng.Hex, 20)
	shown := o.Company.Domain
	if shown == "" {
		_, shown, _ = strings.Cut(o.To.Address, "@")
	}
	shown = "https://" + rng.Pick(w.r, []string{"login.", "mail.", "portal.", "www."}) + shown + "/" + rng.Pick(w.r, []string{"login", "account", "security"})
	hello, story, threat, action, regards := w.rule("hello"), w.rule("story"), w.rule("threat"), w.rule("action"), w.rule("regards")
	m := Mail{Subject: oneLine(w.rule("subject")), Topic: w.topic.text}
	m.Text = hello + "\n\n" + story + " " + threat + "\n\n" + action + ":\n" + link + "\n\n" + regards + "\n"
	m.HTML = `<html><body style="font-family:Arial,sans-serif;font-size:14px"><p>` + html.EscapeString(hello) + "</p><p>" + html.EscapeString(story) + "</p><p><b>" +
		html.EscapeString(threat) + "</b></p><p>" + html.EscapeString(action) + `: <a href="` + html.EscapeString(link) + `">` + html.EscapeString(shown) + "</a></p><p>" + html.EscapeString(regards) + "</p></body></html>"
	if w.r.Chance(0.5) {
		m.ReplyTo = mimebuild.Address{Name: o.From.Name, Addr: "desk" + w.r.Text("0123456789", 4) + "@" + rng.Pick(w.r, mailHosts)}
	}
	return m
}
