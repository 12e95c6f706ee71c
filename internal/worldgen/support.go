package worldgen

import "sync"

import "strings"

// What people write who have a problem. The sentences depend on what kind of
// thing is broken: nobody tries another browser on a broken parcel.

var supportRules = sync.OnceValue(func() rules {
	return rules{
		"subject": {
			"Help needed: {topic}", "Problem: {topic}", "{Topic}", "Trouble with {thing}", "Question about {topic}", "{Topic}: please help",
			"Support request: {topic}", "Can you look into {topic}?", "Urgent: {topic}", "Complaint: {topic}", "Ticket: {topic}", "Stuck: {topic}", "{Topic}: what can I do?",
		},
		"subject wish":      {"How do I {wish}?", "Trying to {wish}", "Cannot {wish}", "Help needed: how to {wish}", "{Wish}: how does it work?", "Stuck: I want to {wish}"},
		"subject seen":      {"It happened again: {topic}", "Still open: {topic}", "{Topic}, again", "Again: {topic}", "{Topic}: not solved yet", "Second request: {topic}", "Back with the same problem: {topic}"},
		"subject seen wish": {"Still trying to {wish}", "I still cannot {wish}", "Second request: how to {wish}", "Again: how do I {wish}?"},
		"body": {
			"{greet}\n\n{problem} {began}\n\n{tried} {effect}\n\n{ask}\n\n{end}",
			"{greet}\n\n{problem}\n\n{steps}\n\n{ask}\n\n{end}",
			"{greet}\n\n{problem} {effect}\n\n{facts}\n\n{ask}\n\n{end}",
			"{greet}\n\n{problem} {began} {ask}\n\n{facts}\n\n{end}",
			"{greet}\n\n{problem} {tried} {ask}\n\n{facts}\n\n{end}",
		},
		"problem": {
			"I have a problem, and it is about {topic}.", "Something has gone wrong on our side or on yours. It concerns {topic}.", "I am writing about {topic}.",
			"This is about {topic}, and I am not getting any further on my own.", "We have run into trouble, in short: {topic}.", "I need your help with {thing}.",
		},
		"problem wish": {
			"I am trying to {wish} and am not getting any further.", "How do I {wish}? I have looked everywhere.", "We need to {wish}, and nobody here knows how.", "I wanted to {wish}, but it does not seem to be possible.",
		},
		"problem seen": {
			"I wrote to you about {topic} before. It is not solved.", "It is about {topic} again.", "It is {topic} once more. We thought that was behind us.", "I have to come back to {topic}.",
		},
		"problem seen wish": {"I asked you before how to {wish}, and I am still stuck.", "I am still trying to {wish}.", "We have not managed to {wish} yet."},
		"also": {
			"There is also {other}, but that can wait.", "While you look into it, {other} is the other thing on my list.", "If it is easier, take {other} together with it.", "On another note: {other}. One thing at a time, though.",
		},
		"began": {"It is the second time this month.", "I noticed it this morning."},
		"tried": {"I have read your help pages twice and found nothing.", "I called on {lastday}, but the line was busy.", "A colleague could not help me either."},
		"effect": {
			"It is not the end of the world, but it costs us time every day.", "We have people waiting for it.", "I need it settled before {day}.", "This is the kind of thing that makes me look bad in front of my team.",
		},
		"steps": {"I do not know what else to tell you; ask me anything.", "I can send photos or copies of everything if that helps.", "There is nothing special about our case as far as I can see."},
		"facts": {"Our customer number is {custno}.", "It is the account of {org}, customer number {custno}.", "If you need a reference: {ref}.", "You can reach me by phone until {hour} on most days."},
		"ask": {
			"Could you please look into it?", "What can I do?", "Can you tell me whether this is known, and when it will be solved?", "Could someone call me back today?",
			"Please let me know what you need from me.", "Can you check what is going on there?", "How do we solve this?",
		},
	}
})

var supportSoftware = sync.OnceValue(func() rules {
	return rules{
		"problem first": {
			"{Thing}: since yesterday something is not working as it should.", "I could not find anything in your help pages about {topic}.", "My colleagues and I are stuck with {thing}.",
		},
		"problem": {
			"I have a problem, and it is about {topic}.", "I am writing about {topic}.", "This is about {topic}, and I am not getting any further on my own.", "We are stuck. In short: {topic}.", "I need your help with {thing}.",
		},
		"began": {
			"It has been so {since}.", "Until then everything was fine.", "It happens {frequency}.", "Nothing was changed on our side.", "It is the second time this month.", "I noticed it this morning.",
		},
		"tried": {
			"{Attempts}.", "So far: {attempts}.",
			"A colleague sees the same on her computer.", "On my phone it is the same.", "I followed the steps in your help pages twice.",
		},
		"effect": {
			"{People} of us cannot work properly because of it.", "Our month-end closing depends on it.", "It is not the end of the world, but it costs us time every day.", "We have customers waiting.",
			"I have to give a presentation on {day} and need it until then.", "We work around it by hand for now.",
		},
		"steps": {
			"What I do:\n\n1. I sign in as usual.\n2. I open the page and enter the details.\n3. After about {seconds} seconds I get {error}.",
			"What I see: {error}, and nothing else.", "How to see it: sign in, choose the first entry, press Save. Then the page stays empty.",
			"I expected a confirmation. Instead the page jumps back to the start.", "The message says \"Request could not be completed\", reference {ref}.",
		},
		"facts": {
			"Our customer number is {custno}.", "Reference: {ref}. I can send a screenshot if it helps.", "Version {version}, in {browser}.",
			"It is the account of {org}, customer number {custno}.", "Time of the last try: {lastday}, {hour}.", "Version {version} on {device}, if that matters.",
		},
		"ask": {
			"Could you please look into it?", "What can I do?", "Can you tell me whether this is known, and when it will be fixed?", "Could someone call me back today?",
			"Please let me know what you need from me.", "Is there a way around it until it is solved?", "Can you check what is going on there?",
		},
	}
})

var supportOrder = sync.OnceValue(func() rules {
	return rules{
		"began": {"I ordered {ordered}.", "It was due on {lastday}.", "The parcel came on {lastday}.", "It is the second time this month.", "The order number is {orderno}."},
		"tried": {
			"I asked the carrier, and they sent me back to you.", "Nobody at our reception has seen anything.", "The tracking page has said the same since {lastday}.", "I looked through all the papers in the box.",
		},
		"effect": {
			"I needed it for {lastday}.", "It was meant as a present.", "My customer is waiting for it, and I have run out of excuses.", "It is not the end of the world, but I paid in full.", "We have had to buy a replacement in the shop around the corner.",
		},
		"steps": {
			"What I expected: order {orderno}, complete and in one piece. What I got is something else.", "I have kept the box and can send photos.", "The delivery note names {few} items; I count fewer.",
			"I can send it back if you tell me how, but I do not want to pay for the postage.",
		},
		"facts": {"The order number is {orderno}.", "Order {orderno}, customer number {custno}.", "The order in question is {orderno}. I can send photos if that helps.", "It was order {orderno}, paid {payment method}."},
		"ask": {
			"Could you please look into it?", "When can I expect it?", "Can you send a replacement?", "I would like my money back. How does that work?", "Please tell me what happens next.", "Can you check with the carrier?",
		},
	}
})

var supportMoney = sync.OnceValue(func() rules {
	return rules{
		"began": {"It was on the statement of {lastday}.", "It is the second time this month.", "I noticed it this morning.", "Last year the sum was lower."},
		"tried": {"I compared it with the contract twice.", "Our accountant does not understand it either.", "I looked at the invoices in my account, but they say the same."},
		"effect": {
			"Our month-end closing depends on it.", "I cannot book it like this.", "It is not a large sum, but it has to be right.", "My manager will ask me about it on {day}.",
		},
		"steps": {"What I see: {amount} was taken, and I expected less.", "The sum in question is {amount}, reference {ref}.", "I can send you a copy of the statement."},
		"facts": {"Our customer number is {custno}.", "The reference on the statement is {ref}.", "It is the account of {org}, customer number {custno}.", "The sum is {amount}."},
		"ask": {
			"Could you please look into it?", "Can you correct it and send me a new invoice?", "When will the money be back in our account?", "Could someone from accounting call me?", "Please explain to me how the sum comes about.",
		},
	}
})

// domains are the words by which a problem is told to be of a kind.
var domains = sync.OnceValue(func() []domain {
	return []domain{
		{supportOrder(), order, " order orders ordered delivery deliveries delivered parcel parcels package packages shipment shipments shipping arrived damaged return returns exchange item items box spare parts "},
		{supportMoney(), money, " invoice invoices bill bills billing billed charge charges charged refund refunds payment payments paid price prices fee fees credit vat tax subscription "},
		{supportSoftware(), software, " app site website page pages export exports import imports sync sign login log password passwords account accounts report reports dashboard update updates screen button search " +
			"error errors crash crashes print printing email emails e-mail notification notifications install installation link links data upload uploads download downloads file files browser system " +
			"software api integration calendar user users permissions csv pdf sso bug bugs server slow reset data browser tablet tablets phone code codes two-factor 2fa "},
	}
})

// domain is a kind of problem.
type domain struct {
	rules rules
	area  string
	words string
}

// has tells whether a phrase has a word of the domain.
func (d *domain) has(phrase string) bool {
	for _, word := range strings.Fields(strings.ToLower(phrase)) {
		if strings.Contains(d.words, " "+strings.Trim(word, ".,:;!?()\"'")+" ") {
			return true
		}
	}
	return false
}

// domainOf are the rules of the first kind that a phrase has a word of.
func domainOf(phrase string) rules {
	for _, d := range domains() {
		if d.has(phrase) {
			return d.rules
		}
	}
	return nil
}
