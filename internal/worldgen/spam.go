package worldgen

import (
	"html"
	"strconv"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// spammer is who sends unwanted advertising.
func spammer(r *rng.Rand) Sender {
	a, b := rng.Pick(r, []string{"best", "super", "mega", "top", "prime", "lucky", "quick", "gold", "easy", "daily"}), rng.Pick(r, []string{"deals", "offers", "winner", "cash", "pharm", "rank", "profit", "shop", "promo", "bonus"})
	domain := a + "-" + b + r.Text("0123456789", 2) + rng.Pick(r, []string{".test", ".example"})
	name := rng.Pick(r, []string{"Special Offers", "VIP Promotions", "Dr. " + rng.Pick(r, origins()[2].family), "Mrs. " + rng.Pick(r, origins()[2].family), "Customer Rewards", "Best Deals Today", "Marketing Team", "Prize Department", "Online Store", "Your Advisor"})
	return Sender{Name: name, Address: rng.Pick(r, []string{"offer", "promo", "info", "sales", "win", "contact"}) + r.Text("0123456789", 3) + "@" + domain, Org: name}
}

// spamRules fit any topic; pitches have words of their own.
var spamRules = sync.OnceValue(func() rules {
	return rules{
		"subject": {
			"{Topic} - 100% GUARANTEED!!!", "Congratulations! {Topic}", "ACT NOW: {topic}", "{percent}% OFF {topic}!!!", "You have been selected: {topic}", "Re: your request, {topic}",
			"Don't miss out!! {Topic}", "LAST CHANCE - {topic}", "FREE: {topic} (limited time)", "$$$ {Topic} $$$", "{Topic}: only {hours} hours left", "Your friends already know: {topic}",
		},
		"hello": {"Dear friend,", "Dear winner,", "Dear valued customer,", "Hello dear,", "Attention!!!", "Dear sir/madam,"},
		"pitch": {
			"This is NOT a joke! {Topic}: yours today, 100% guaranteed and completely risk free!!!", "You have been chosen for {topic} at a price that you will never see again!",
			"Thousands of happy customers already know our secret: {topic}. Doctors hate it!", "Amazing results in only 7 days, or your money back GUARANTEED! The secret is {topic}.",
			"Stop paying too much! {Topic}, no obligation, no questions asked!",
		},
		"press": {
			"Act now! This offer expires in {hours} hours!!!", "Only {few} left. Order now, do not delay!", "Click below before midnight, limited time only!", "Hurry, this is a once in a lifetime opportunity.",
		},
		"button": {"CLICK HERE NOW", "CLAIM YOUR DISCOUNT", "ORDER NOW - {percent}% OFF", "YES, I WANT IT", "GET INSTANT ACCESS"},
		"small":  {"This is a one-time mailing. To be removed reply with REMOVE.", "You receive this because you are on our opt-in list.", "This message complies with all laws."},
	}
})

// pitches are what spam without a brief is about.
var pitches = sync.OnceValue(func() []topic {
	return []topic{
		{text: "natural weight loss", rules: rules{"pitch": {
			"Lose 12 kg in 30 days WITHOUT exercise! 100% guaranteed, or your money back!", "Doctors hate this one simple trick: eat what you want and still lose weight. Risk free!", "She lost 20 kg before the wedding. Her secret? Natural weight loss, 100% guaranteed!",
		}}},
		{text: "search engine rankings", rules: rules{"pitch": {
			"We noticed that your website does not rank on the first page. We bring you to number 1, guaranteed!", "I have checked your site and found 47 errors. With better search engine rankings you will make money fast.",
			"10,000 visitors a day for your website, 100% guaranteed. No obligation!",
		}, "button": {"GET MY FREE REPORT", "CLICK HERE NOW", "YES, MAKE ME NUMBER 1"}}},
		{text: "premium replica watches", rules: rules{"pitch": {
			"Swiss style for the price of a dinner! Nobody will see the difference, 100% guaranteed.", "All famous brands, {percent}% OFF today only. Risk free, your money back if anyone notices!", "Why pay $ 9,000? Our premium replica watches look, feel and weigh the same!!!",
		}}},
		{text: "instant business loans", rules: rules{"pitch": {
			"$ 250,000 on your account within 24 hours. No credit check, no questions asked, 100% guaranteed approval!", "Your business has been PRE-APPROVED. Bad credit? No problem! No obligation.", "Banks say no? We say YES. Instant cash for every business, risk free.",
		}, "button": {"GET MY CASH", "APPLY NOW", "CLICK HERE NOW"}}},
		{text: "crypto trading signals", rules: rules{"pitch": {
			"Our members made 1,340 % last month. Join now and double your bitcoin, risk free!", "Make money fast while you sleep: our robot buys low and sells high, 100% guaranteed profit.", "He invested $ 250 and now drives a sports car. Crypto trading signals that never lose!!!",
		}, "button": {"START EARNING", "JOIN THE GROUP", "GET INSTANT ACCESS"}}},
		{text: "discount medication", rules: rules{"pitch": {
			"Cheap viagra, cialis and more WITHOUT prescription! Discreet shipping worldwide.", "Up to {percent}% OFF all pills, no prescription, your money back guaranteed.", "Our online pharmacy has no waiting room: order now, delivered in 3 days, no questions asked!",
		}}},
		{text: "bulk e-mail lists", rules: rules{"pitch": {
			"30 million fresh e-mail addresses, sorted by country, for only $ 99! 100% deliverable.", "Reach every office manager in Europe by tonight. Make money fast with our opt-in lists!", "Your competitors already use our lists. Order now and get a second country FREE.",
		}}},
		{text: "an unclaimed inheritance", rules: rules{"subject": {
			"URGENT AND CONFIDENTIAL", "Your unclaimed inheritance", "From the desk of the barrister", "Dear beneficiary, please reply", "Attention: transfer of $ 4,500,000.00", "RE: the estate of your late relative",
		}, "hello": {"Dear friend,", "Dear beneficiary,", "Attention beneficiary,", "Hello dear,"}, "pitch": {
			"I am the barrister of a late client who bears your family name and left the sum of $ 4,500,000.00 without any next of kin. I write to you in confidence: 30% of it will be yours.",
			"You are named as the beneficiary of an unclaimed inheritance of $ 4,500,000.00. The bank will confiscate the funds unless you come forward.",
		}, "press": {
			"Send your full name, address and bank account number to claim it immediately.", "Please treat this as strictly confidential and reply today.", "The transfer needs only a small fee for the papers.",
		}, "button": {"Confirm your identity", "Open the secure form"}, "small": {"May God bless you.", "This message is confidential.", "Yours in trust."}}},
		{text: "miracle hair growth", rules: rules{"pitch": {
			"Full hair in only 7 days, or your money back GUARANTEED!", "Doctors hate it: one spoon a day, and the hair is back. 100% natural, risk free!!!", "Thousands of happy customers threw their hats away. Amazing results without surgery!",
		}}},
		{text: "a work-from-home income", rules: rules{"pitch": {
			"Make money fast from home: $ 5,000 a week, no experience, 100% guaranteed!", "Be your own boss! Two hours a day, risk free, and the first payment tomorrow.", "I was broke, now I earn in a week what my boss earns in a month. Let me show you how, free!",
		}, "button": {"START EARNING", "YES, I WANT IT", "GET INSTANT ACCESS"}}},
	}
})

func (w *writer) spam() Mail {
	if w.topic.text == "" {
		list := pitches()
		t := list[w.own("pitch").Perm(len(list))[w.order.Nth%len(list)]]
		w.topic, w.vars["topic"] = t, t.text
		w.rules = append(w.rules, t.rules)
	}
	w.rules = append(w.rules, spamRules())
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
