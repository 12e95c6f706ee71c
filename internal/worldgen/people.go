package worldgen

// The grammars of what people write. Patterns read well with any phrase as
// {topic}; those with {thing} are for what can be ordered, shown or paid for.

func peopleGrammar(kind string) rules {
	switch kind {
	case Lead:
		return leadRules
	case Support:
		return supportRules
	case Vendor:
		return vendorRules
	case Partner:
		return partnerRules
	case Customer:
		return customerRules
	}
	return customRules
}

// common are the parts that all kinds share.
var common = rules{
	"also": {
		"We also wondered about {other}.", "While you look into it: {other} would interest us too.", "The same goes for {other}.",
		"If it is easier, take {other} together with it.", "We will probably come back to you about {other} as well.",
	},
	"thanks": {"Thanks in advance.", "Thank you for your help.", "Many thanks.", "Thanks a lot.", "I appreciate it.", "Looking forward to your answer."},
	"soon": {
		"this week", "by {day}", "before the end of the week", "in the next few days", "by {date}",
	},
	"call": {
		"Would {day} at {hour} suit you for a short call?", "Do you have twenty minutes on {day}?", "Could we speak on {day}, around {hour}?",
		"I am free for a call on {day} after {hour}; does that work for you?",
	},
}

var leadRules = rules{
	"subject": {
		"Question about {topic}", "Enquiry: {topic}", "{Topic}: can you help?", "Interested in {thing}", "Quote for {thing}", "Prices for {thing}?",
		"{org}: question about {topic}", "Looking into {topic}", "{Thing} for {people} people", "A few questions about {topic}", "New project: {topic}",
		"Before we decide: {topic}", "Request for information about {topic}", "{Topic} - is this something you do?",
	},
	"body": {
		"{greet}\n\n{opening} {need}\n\n{context} {ask}\n\n{end}",
		"{greet}\n\n{need} {context}\n\n{ask}\n\n{end}",
		"{greet}\n\n{opening}\n\n{need} {ask}\n\n{close}\n\n{end}",
		"{greet}\n\n{opening} {need} {context}\n\n{questions}\n\n{close}\n\n{end}",
		"{greet}\n\n{need} {ask} {close}\n\n{end}",
	},
	"opening": {
		"I am {role} at {org}.", "My name is {name} and I work at {org}.", "A colleague recommended {company} to me.", "I came across {company} while comparing suppliers.",
		"We met your team at a trade fair last year and kept your card.", "I found your site yesterday and read through it with interest.",
		"We are a team of {people} at {org}.", "I hope I have the right address for this.",
	},
	"need": {
		"We are looking into {topic} and would like to know how you handle it.", "I would like to learn more about {topic}.",
		"At the moment we compare three suppliers, and it is mainly about {topic}.", "We need an offer for {thing}.",
		"Our question is about {topic}.", "We are planning ahead for {quarter} and one point on the list is still open: {topic}.",
		"I have been asked to find out about {topic}.", "Could you tell me more about {topic}?", "We would like to try {thing} with a small group first.",
	},
	"context": {
		"There are about {people} of us.", "Our budget for this year is settled, so we could start in {month}.", "Today we do all of it by hand, which costs us a day a week.",
		"The contract with our present supplier ends in {month}.", "Nothing is decided yet; my manager wants two offers to compare.",
		"We would start small, with {few} people, and grow from there.", "It has to be in place by {date}.", "Our last supplier could not help, so I would rather ask first.",
	},
	"ask": {
		"What would it cost for {people} people, and how long does it take to get started?", "Could you send me your prices {soon}?",
		"Is this something you offer, and from what price?", "{call}", "Can you send an offer {soon}?", "Who would be the right person to talk to?",
		"What would the next step be?", "Could you point me to something to read before we talk?",
	},
	"questions": {
		"Three things would help me:\n\n1. What does it cost for {people} people?\n2. How long is the notice period?\n3. Is there a trial?",
		"My questions:\n\n- Is it billed by month or by year?\n- Who helps us with the start?\n- Can we stop at any time?",
		"Could you answer two questions? How soon could we begin, and what would you need from us?",
		"I would like to know what is included, what costs extra, and whether there is a discount for a yearly contract.",
	},
	"close": {
		"A short answer is enough for now.", "I decide {soon}, so a quick reply would help.", "If you have a brochure, please attach it.", "{thanks}", "No rush, but {soon} would be good.",
	},
}

var supportRules = rules{
	"subject": {
		"Help needed: {topic}", "Problem: {topic}", "{Topic}", "Trouble with {thing}", "Question about {topic}", "{Topic} - please help",
		"Support request: {topic}", "Can you look into {topic}?", "Urgent: {topic}", "{Topic} since {since}", "Ticket: {topic}", "It happened again: {topic}",
		"{Thing} not working", "Stuck: {topic}",
	},
	"body": {
		"{greet}\n\n{problem} {since2}\n\n{tried} {effect}\n\n{ask}\n\n{end}",
		"{greet}\n\n{problem}\n\n{steps}\n\n{ask}\n\n{end}",
		"{greet}\n\n{problem} {effect}\n\n{facts}\n\n{ask}\n\n{end}",
		"{greet}\n\n{effect} {problem} {since2} {ask}\n\n{end}",
		"{greet}\n\n{problem} {tried} {ask}\n\n{facts}\n\n{end}",
	},
	"problem": {
		"I need your help with {thing}: since yesterday it does not do what it should.", "I have a problem, and it is about {topic}.",
		"Something is wrong on our side or on yours. It concerns {topic}.", "We are stuck. In short: {topic}.", "I am writing about {topic}.",
		"I could not find anything in your help pages about {topic}.", "Since {since} we cannot use {thing}.", "This is about {topic}, and I do not get any further on my own.",
		"My colleagues and I have run into trouble. The subject is {topic}.",
	},
	"since2": {
		"It began on {lastday}.", "Until {lastday} everything was fine.", "It comes and goes.", "It happens every time.", "Nothing was changed on our side.",
		"It is the second time this month.", "I noticed it this morning.",
	},
	"tried": {
		"I have already tried another browser and another computer, with the same result.", "Signing out and in again did not help.",
		"I restarted everything and cleared the cache, without success.", "A colleague sees the same on her computer.", "On my phone it is the same.",
		"I followed the steps in your help pages twice.",
	},
	"effect": {
		"Six of us cannot work properly because of it.", "Our month-end closing depends on it.", "It is not the end of the world, but it costs us time every day.",
		"We have customers waiting.", "I have to give a presentation on {day} and need it until then.", "We work around it by hand for now.",
	},
	"steps": {
		"What I do:\n\n1. I sign in as usual.\n2. I open the page and enter the details.\n3. After about {seconds} seconds I get error {errno}.",
		"What I see: a message that says \"Something went wrong ({errno})\" and nothing else.",
		"How to see it: sign in, choose the first entry, press Save. Then the page stays empty.",
		"I expected a confirmation. Instead the page jumps back to the start.",
		"The message says \"Request could not be completed\", reference {ref}.",
	},
	"facts": {
		"Our customer number is {custno}.", "Reference: {ref}. I can send a screenshot if it helps.", "The order in question is {orderno}.",
		"Version {version}, in the latest Firefox on Windows.", "It is the account of {org}, customer number {custno}.", "Time of the last try: {lastday}, {hour}.",
	},
	"ask": {
		"Could you please look into it?", "What can I do?", "Can you tell me whether this is known, and when it will be fixed?", "Could someone call me back today?",
		"Please let me know what you need from me.", "Is there a way around it until it is solved?", "Can you check what is going on there?",
	},
}

var vendorRules = rules{
	"subject": {
		"Invoice {invno}", "Invoice {invno}: {thing}", "Your invoice for {month}", "Invoice {invno} from {org}", "{org}: invoice {invno}, due {duedate}",
		"Payment reminder: invoice {invno}", "{Topic}: invoice {invno}", "Invoice for {thing}", "Statement of account, {month}", "Bill {invno} ({amount})",
		"Order {orderno} - invoice attached", "Invoice {invno} / {topic}",
	},
	"body": {
		"{greet}\n\n{opening}\n\n{table}\n\n{pay} {ask}\n\n{end}",
		"{greet}\n\n{opening} {pay}\n\n{table}\n\n{ask}\n\n{end}",
		"{greet}\n\n{opening}\n\n{table}\n\n{ask}\n\n{end}",
		"{greet}\n\n{opening} {ask}\n\n{table}\n\n{pay}\n\n{end}",
	},
	"opening": {
		"please find attached invoice {invno} for {thing}.", "thank you for your order. Attached is our invoice {invno}; it is about {topic}.",
		"as agreed, here is our bill for {thing}.", "attached you will find invoice {invno} ({topic}).", "here comes invoice {invno} for {month}, subject: {topic}.",
		"our records show that invoice {invno} ({topic}) is ready for payment. A copy is attached.", "with this mail you receive invoice {invno}. It covers {thing}.",
	},
	"table": {
		"Invoice number: {invno}\nInvoice date: {today}\nNet: {net}\nVAT 20 %: {vat}\nTotal: {amount}\nDue: {duedate}",
		"{Topic}\nNet amount {net}, VAT 20 % {vat}, total {amount}\nPayable until {duedate}",
		"Order: {orderno}\nInvoice: {invno}\nAmount due: {amount} (of which VAT {vat})\nDue date: {duedate}",
		"Total: {amount} including {vat} VAT\nTerms: {terms} days net, until {duedate}\nReference: {invno}",
	},
	"pay": {
		"Please transfer the amount to the account given on the invoice.", "Please state the invoice number with your payment.", "Our terms are {terms} days net.",
		"If you have paid in the meantime, please disregard this mail.", "Payment within 10 days gives you 2 % discount.",
	},
	"ask": {
		"Could you confirm that you have received it?", "Do you need a purchase order number on it?", "Please let me know if anything is missing.",
		"Is this the right address for our invoices?", "Could you tell me when we can expect the payment?", "Should the next one go to the same address?",
	},
}

var partnerRules = rules{
	"subject": {
		"Idea for a partnership: {topic}", "{org} and {company}: {topic}", "Working together on {topic}", "Proposal: {topic}", "{Topic} - shall we do this together?",
		"Partnership enquiry: {topic}", "An idea about {topic}", "Joint plan for {quarter}: {topic}", "Introduction: {org}", "{Topic}: a proposal from {org}",
		"Quick idea, {topic}", "Invitation to talk: {topic}",
	},
	"body": {
		"{greet}\n\n{opening} {idea}\n\n{benefit}\n\n{ask}\n\n{end}",
		"{greet}\n\n{idea} {opening}\n\n{benefit} {ask}\n\n{end}",
		"{greet}\n\n{opening}\n\n{idea}\n\n{plan}\n\n{ask}\n\n{end}",
		"{greet}\n\n{idea}\n\n{benefit}\n\n{plan} {ask}\n\n{end}",
	},
	"opening": {
		"I look after partnerships at {org}.", "We at {org} have followed {company} for a while.", "Several of our customers are also yours.", "We share a good part of our market with you.",
		"I am {role} at {org}.", "Last month we opened our partner programme.",
	},
	"idea": {
		"I would like to propose something to you: {topic}.", "My idea is {thing}.", "We have been thinking about {topic}, and you came to mind first.",
		"Would you be open to a conversation about {topic}?", "What we have in mind is {topic}, in {month}.", "I think {company} and {org} could do something good together. The subject: {topic}.",
	},
	"benefit": {
		"Our newsletter reaches about {readers} readers, and we would bring the audience.", "For you it would mean new customers without advertising; for us, an answer to a question that we hear every week.",
		"We would share the work evenly and the results too.", "We did the same with two other firms last year, and both renewed.", "It would not cost you anything but a few hours.",
		"We pay our partners {percent} % for each customer they bring.",
	},
	"plan": {
		"This is how it could go: a first call, a one-page outline from us, and a start soon after.", "We would prepare everything; from you we would need one contact person.",
		"In practice: one evening in {month}, two speakers, forty minutes.", "I have put a draft together and can send it any time.",
	},
	"ask": {
		"{call}", "Who takes care of such things on your side?", "Is this of interest to you?", "What do you think?", "May I send you the outline?", "Could you let me know {soon} whether it fits your plans?",
	},
}

var customerRules = rules{
	"subject": {
		"{Topic}", "Question: {topic}", "About {topic}", "{Topic} - a short question", "Feedback on {thing}", "Thanks, and a question about {topic}",
		"Our account: {topic}", "{org} - {topic}", "News from us: {topic}", "Customer {custno}: {topic}", "Change request: {topic}", "Following up on {topic}",
		"One more thing: {topic}",
	},
	"body": {
		"{greet}\n\n{opening} {matter}\n\n{detail}\n\n{ask}\n\n{end}",
		"{greet}\n\n{matter} {detail} {ask}\n\n{end}",
		"{greet}\n\n{opening}\n\n{matter}\n\n{ask}\n\n{end}",
		"{greet}\n\n{opening} {matter} {ask}\n\n{thanks}\n\n{end}",
		"{greet}\n\n{matter}\n\n{detail} {thanks}\n\n{ask}\n\n{end}",
	},
	"opening": {
		"I hope all is well with you.", "First of all: we are happy with how things go.", "It has been a while since my last mail.", "Thank you for the quick help last time.",
		"We have been with you for {years} years now.", "A quick note from our side.", "Greetings from a rainy {weekday}.",
	},
	"matter": {
		"I have a question about {topic}.", "Today I am writing about {topic}.", "It is about {topic}.", "We talked it over in the team, and the point was {topic}.",
		"There is one thing that I would like to settle with you: {topic}.", "Could we talk about {topic}?", "My request concerns {topic}.",
	},
	"detail": {
		"Last time it took a few days, so I am asking early.", "It would be good to have this clear before {date}.", "My colleague will take over from {month}, please keep her in copy then.",
		"Nothing has changed otherwise.", "We have grown to {people} people since.", "If it costs extra, please tell me beforehand.", "Our customer number is {custno}.",
		"The last order was {orderno}.",
	},
	"ask": {
		"Can you tell me how to go about it?", "Is that possible, and from when?", "Could you confirm this {soon}?", "What do you suggest?", "Would you let me know what you need from us?",
		"Can you take care of it?", "Is there a form for it, or is this mail enough?", "{call}",
	},
}

var customRules = rules{
	"subject": {
		"{Topic}", "About {topic}", "Regarding {topic}", "Question about {topic}", "{Topic} - your opinion?", "A word about {topic}", "For your attention: {topic}",
		"Request: {topic}", "{Topic}, as discussed", "Note on {topic}", "Concerning {topic}",
	},
	"body": {
		"{greet}\n\n{matter} {detail}\n\n{ask}\n\n{end}",
		"{greet}\n\n{matter} {ask}\n\n{end}",
		"{greet}\n\n{opening} {matter}\n\n{ask}\n\n{end}",
		"{greet}\n\n{opening}\n\n{matter} {detail}\n\n{ask}\n\n{end}",
	},
	"opening": {
		"I was given your address by a colleague.", "I hope this reaches the right person.", "You may remember me from last year.", "Sorry to come to you with this out of the blue.", "I write on behalf of {org}.",
	},
	"matter": {
		"I am writing about {topic}.", "My concern is {topic}.", "It is about {topic}.", "The subject is {topic}.", "I would like to bring up {topic}.", "Let me get straight to it: {topic}.",
	},
	"detail": {
		"The details are quickly told, and I can send more if you need it.", "It has been on my list for a while.", "It would have to be settled by {date}.", "I attach nothing for now; tell me what would help.",
		"Two of my colleagues asked me the same.",
	},
	"ask": {
		"Could you get back to me about it?", "What do you think?", "Who is responsible for this on your side?", "Can you help me with it?", "Please let me know how to proceed.", "Could you answer {soon}?",
	},
}
