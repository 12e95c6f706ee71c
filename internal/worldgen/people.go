package worldgen

import "sync"

// The grammars of what people write to a company, but for support. Patterns read
// well with any phrase as {topic}; those with {thing} are for what can be ordered,
// shown or paid for, those with {wish} for what someone wants to do.

func peopleGrammar(kind string) rules {
	switch kind {
	case Lead:
		return leadRules()
	case Support:
		return supportRules()
	case Vendor:
		return vendorRules()
	case Partner:
		return partnerRules()
	case Customer:
		return customerRules()
	}
	return customRules()
}

// common are the parts that all kinds share.
var common = sync.OnceValue(func() rules {
	return rules{
		"also": {
			"We also wondered about {other}.", "While you look into it: {other} would interest us too.", "The same question for {other}, if you can.",
			"If it is easier, answer it together with {other}.", "We will probably come back to you about {other} as well.",
		},
		"thanks": {"Thanks in advance.", "Thank you for your help.", "Thanks a lot.", "I appreciate it.", "Looking forward to your answer."},
		"soon": {
			"this week", "by {day}", "before the end of the week", "in the next few days", "by {date}",
		},
		"call": {
			"Would {day} at {hour} suit you for a short call?", "Do you have twenty minutes on {day}?", "Could we speak on {day}, around {hour}?",
			"I am free for a call on {day} after {hour}; does that work for you?",
		},
	}
})

var leadRules = sync.OnceValue(func() rules {
	return rules{
		"subject": {
			"Question about {topic}", "Enquiry: {topic}", "{Topic}: can you help?", "Interested in {thing}", "Quote for {thing}", "Price for {thing}?",
			"{org}: question about {topic}", "Looking into {topic}", "A few questions about {topic}", "New project: {topic}", "Before we decide: {topic}",
			"Request for information: {topic}", "{Topic}: is this something you do?", "Comparing suppliers: {topic}",
		},
		"subject wish": {"Can you help us {wish}?", "We would like to {wish}", "How best to {wish}?", "Enquiry: help to {wish}", "{Wish}: where do we start?", "New project: {wish}"},
		"subject seen": {
			"{Topic}: one more question", "Following up on {topic}", "Our enquiry about {topic}", "{Topic}: next steps?", "Still interested: {topic}", "Back to {topic}",
			"{Topic}: we are ready to decide", "Once more about {topic}",
		},
		"body": {
			"{greet}\n\n{opening} {need}\n\n{context} {ask}\n\n{end}",
			"{greet}\n\n{need} {context}\n\n{ask}\n\n{end}",
			"{greet}\n\n{opening}\n\n{need} {ask}\n\n{close}\n\n{end}",
			"{greet}\n\n{opening} {need} {context}\n\n{questions}\n\n{close}\n\n{end}",
			"{greet}\n\n{need} {ask} {close}\n\n{end}",
		},
		"opening first": {
			"I am {role} at {org}.", "My name is {name} and I work at {org}.", "A colleague recommended {company} to me.", "I came across {company} while comparing suppliers.",
			"We met your team at a trade fair last year and kept your card.", "I found your site yesterday and read through it with interest.",
			"I hope I have the right address for this.", "You do not know us yet: we are {org}.",
		},
		"opening again": {
			"{name} from {org} again, with a different question.", "Another question from our side, separate from my last mail.", "You may remember me from my last mail.",
			"Since I last wrote, something else has come up.", "One more thing while we plan the next months.",
		},
		"need": {
			"We are looking into {topic} and would like to know how you handle it.", "I would like to learn more about {topic}.",
			"We are comparing three suppliers, and for us it mostly comes down to {topic}.", "We would like a quote for {thing}.",
			"Our main question is about {topic}.", "One point on our list for {quarter} is still open: {topic}.",
			"I have been asked to find out about {topic}.", "Could you tell me more about {topic}?", "I am putting together a shortlist for {thing}.",
		},
		"need wish": {
			"We would like to {wish} and are looking for someone to do it with.", "We have decided to {wish}, and I am collecting offers.", "My task for {quarter} is simple to describe: we want to {wish}.",
			"How do your other customers go about it when they want to {wish}?", "We have talked for a while about how to {wish}; now it is time to start.",
		},
		"need seen": {
			"I wrote to you about {topic} before, and since then it has moved up our list.", "Some time ago I asked you about {topic}. We are now close to a decision.",
			"I am coming back to {topic}: my manager has approved the budget.", "We talked it over again, and {topic} is the point that decides it for us.",
			"About {topic}, my question from last time: the team has grown, so the answer matters more now.", "One thing about {topic} was left open when I last wrote.",
		},
		"context": {
			"Our budget for this year is settled, so we could start in {month}.", "The contract with our present supplier ends in {month}.",
			"Nothing is decided yet; my manager wants two offers to compare.", "It has to be in place by {date}.", "Our last supplier could not help, so I would rather ask first.",
			"We would start small and grow from there.", "We are in no great hurry, but I want the facts on the table.",
		},
		"ask": {
			"Could you send me your prices {soon}?", "Is this something you offer, and from what price?", "{call}", "Can you send an offer {soon}?",
			"Who would be the right person to talk to?", "What would the next step be?", "Could you point me to something to read before we talk?",
			"What would you need from us to make an offer?",
		},
		"questions": {
			"Three things would help me:\n\n1. What does it cost?\n2. How soon could it start?\n3. Who would be our contact?",
			"Could you answer two questions? How soon could we begin, and what would you need from us?",
			"I would like to know what is included, what costs extra, and whether larger orders get a discount.",
			"My questions:\n\n- What does a typical first order look like?\n- How long does it take?\n- What are your terms of payment?",
		},
		"close": {
			"A short answer is enough for now.", "I decide {soon}, so a quick reply would help.", "If you have a brochure, please attach it.", "{thanks}", "No rush, but {soon} would be good.",
		},
	}
})

// leadSoftware is what someone adds who asks about software.
var leadSoftware = sync.OnceValue(func() rules {
	return rules{
		"context": {
			"There are about {people} of us.", "Today we do all of it by hand, which costs us a day a week.", "We would start with {few} people and grow from there.",
			"Our present tool runs until the end of {month}.", "Nothing is decided yet; my manager wants two offers to compare.", "We tried two other tools and were not happy with either.",
		},
		"ask": {
			"What would it cost for {people} people, and how long does it take to get started?", "Could you send me your prices {soon}?", "Could we try it with a small group first?", "{call}",
			"What would the next step be?", "Is there a demo that I can show around here?",
		},
		"questions": {
			"Three things would help me:\n\n1. What does it cost for {people} people?\n2. How long is the notice period?\n3. Is there a trial?",
			"My questions:\n\n- Is it billed by month or by year?\n- Who helps us with the start?\n- Can we stop at any time?",
			"I would like to know what is included, what costs extra, and whether there is a discount for a yearly contract.",
		},
	}
})

var partnerRules = sync.OnceValue(func() rules {
	return rules{
		"subject": {
			"Idea for a partnership: {topic}", "{org} and {company}: {topic}", "Working together on {topic}", "Proposal: {topic}", "{Topic}: shall we do this together?",
			"Partnership enquiry: {topic}", "An idea about {topic}", "A plan for {quarter}: {topic}", "{Topic}: a proposal from {org}",
			"A quick idea: {topic}", "Invitation to talk: {topic}",
		},
		"subject first": {"Introduction: {org}"},
		"subject wish":  {"Shall we {wish} together?", "Proposal: {wish}", "An idea: {wish} with {company}", "{Wish}: a proposal", "Partnership enquiry: {wish}"},
		"subject seen":  {"{Topic}: the next step", "Our proposal: {topic}", "{Topic}: have you had time to think about it?", "Once more: {topic}", "{Topic}, round two", "Following up on {topic}"},
		"body": {
			"{greet}\n\n{opening} {idea}\n\n{benefit}\n\n{ask}\n\n{end}",
			"{greet}\n\n{idea} {benefit}\n\n{ask}\n\n{end}",
			"{greet}\n\n{opening}\n\n{idea} {plan}\n\n{ask}\n\n{end}",
			"{greet}\n\n{opening} {idea}\n\n{benefit}\n\n{plan} {ask}\n\n{end}",
		},
		"opening first": {
			"I look after partnerships at {org}.", "We at {org} have followed {company} for a while.", "Several of our customers are also yours.", "We share a good part of our market with you.",
			"I am {role} at {org}.", "Last month we opened our partner programme.",
		},
		"opening again": {
			"{name} from {org} again.", "I have another idea for our two companies.", "Since my last mail we have been thinking further.", "A different thought this time.",
		},
		"idea": {
			"I would like to propose something to you: {topic}.", "What we have in mind is {thing}.", "We have been thinking about {topic}, and you came to mind first.",
			"Would you be open to a conversation about {topic}?", "In short, it is about {topic}, in {month} if it suits you.", "I think {company} and {org} could do something good together: {topic}.",
		},
		"idea wish": {
			"We would like to {wish}, and we would like to do it with you.", "Our plan for {quarter} is to {wish}, and you came to mind first.", "Would you be open to a conversation about how our two companies could {wish}?",
		},
		"idea seen": {
			"I wrote to you about {topic} some time ago and would still like to try it.", "About {topic}: we have prepared our side and could start any time.", "Coming back to {topic}: a first outline is ready.",
			"We have not given up on {topic}. I believe it is worth an hour of your time.",
		},
		"benefit": {
			"Our newsletter reaches about {readers} readers, and we would bring the audience.", "For you it would mean new customers without advertising; for us, an answer to a question that we hear every week.",
			"We would share the work evenly, and the results too.", "We did the same with two other firms last year, and both renewed.", "It would not cost you anything but a few hours.",
			"We pay our partners {percent} % for each customer they bring.",
		},
		"plan": {
			"This is how it could go: a first call, a one-page outline from us, and a start soon after.", "We would prepare everything; from you we would need one contact person.",
			"I have put a draft together and can send it any time.", "A small trial in {month} would tell us both whether it works.",
		},
		"ask": {
			"{call}", "Who takes care of such things on your side?", "Is this of interest to you?", "What do you think?", "May I send you the outline?", "Could you let me know {soon} whether it fits your plans?",
		},
	}
})

var customerRules = sync.OnceValue(func() rules {
	return rules{
		"subject": {
			"{Topic}", "Question: {topic}", "About {topic}", "{Topic}: a short question", "Thanks, and a question about {topic}",
			"Our account: {topic}", "{org}: {topic}", "News from us: {topic}", "Customer {custno}: {topic}", "Change request: {topic}",
			"One more thing: {topic}",
		},
		"subject wish": {"We would like to {wish}", "How do we {wish}?", "Request: {wish}", "Customer {custno}: we want to {wish}", "Is it possible to {wish}?"},
		"subject seen": {"Following up on {topic}", "{Topic}: one more point", "Again: {topic}", "{Topic}: where do we stand?", "Still open: {topic}", "Back to {topic}"},
		"body": {
			"{greet}\n\n{opening} {matter}\n\n{detail}\n\n{ask}\n\n{end}",
			"{greet}\n\n{matter} {detail} {ask}\n\n{end}",
			"{greet}\n\n{opening}\n\n{matter} {ask}\n\n{end}",
			"{greet}\n\n{opening} {matter} {ask}\n\n{thanks}\n\n{end}",
			"{greet}\n\n{matter} {detail}\n\n{ask} {thanks}\n\n{end}",
		},
		"opening": {"I hope all is well with you.", "First of all: we are happy with how things are going.", "A quick note from our side.", "Greetings from a rainy {weekday}."},
		"opening first": {
			"We have been with you for {years} years now.", "It has been a while since you heard from us.", "A colleague used to write to you; from now on it is me.",
		},
		"opening again": {"It is me again, with something new.", "Another small matter.", "Since my last mail one more thing has come up."},
		"matter": {
			"I have a question about {topic}.", "Today I am writing about {topic}.", "This is about {topic}.", "We talked about {topic} in the team yesterday, and nobody was quite sure.",
			"There is one thing that I would like to settle with you: {topic}.", "Could we talk about {topic}?", "My request concerns {topic}.",
		},
		"matter wish": {
			"We would like to {wish}.", "Some of us want to {wish}, and I said I would ask.", "Before we {wish}, I wanted to check with you.", "Is there a way to {wish}?",
		},
		"matter seen": {
			"I wrote to you about {topic} before; there is one more point.", "About {topic} once more: things have changed a little on our side.", "The matter of {topic} is still open for us.",
			"We are nearly there with {topic}, but one question is left.",
		},
		"detail": {
			"Last time it took a few days, so I am asking early.", "It would be good to have this clear before {date}.", "A colleague of mine takes over in {month}; please keep us both in copy then.",
			"Nothing else has changed.", "We have grown to {people} people since we started with you.", "If it costs extra, please tell me beforehand.", "Our customer number is {custno}.",
			"Our last order was {orderno}.",
		},
		"ask": {
			"Can you tell me how to go about it?", "Is that possible, and from when?", "Could you confirm this {soon}?", "What do you suggest?", "Would you let me know what you need from us?",
			"Can you take care of it?", "Is there a form for it, or is this mail enough?", "{call}",
		},
	}
})

var customRules = sync.OnceValue(func() rules {
	return rules{
		"subject": {
			"{Topic}", "About {topic}", "Regarding {topic}", "Question about {topic}", "{Topic}: your opinion?", "A word about {topic}", "For your attention: {topic}", "Request: {topic}", "Concerning {topic}", "A note on {topic}",
			"{Topic}: whom do I ask?", "A short question: {topic}", "{Topic} - who is in charge?", "Could you help? {Topic}", "{Topic} in {month}", "{Topic}: a few words", "{Topic}, if you have a minute", "{Topic} (from {name})",
		},
		"subject wish": {
			"Request to {wish}", "May we {wish}?", "We would like to {wish}", "{Wish}: would that be possible?", "Asking to {wish}", "{org} would like to {wish}", "{Wish} in {month}?", "Hoping to {wish}", "Whom do I ask? I would like to {wish}",
		},
		"subject seen": {"{Topic}: any news?", "Once more: {topic}", "A reminder: {topic}", "{Topic}, second try", "Following up: {topic}", "Still hoping for an answer about {topic}", "{Topic}: did you get my mail?", "Back to {topic}", "Open question: {topic}"},
		"subject seen wish": {
			"Still hoping to {wish}", "Our request to {wish}", "Following up: our wish to {wish}", "A gentle reminder: we would like to {wish}", "Any news? We would like to {wish}", "Second try: {wish}",
		},
		"body": {
			"{greet}\n\n{opening} {matter} {detail}\n\n{ask}\n\n{end}",
			"{greet}\n\n{matter} {ask}\n\n{end}",
			"{greet}\n\n{opening} {matter}\n\n{ask}\n\n{end}",
			"{greet}\n\n{matter} {detail}\n\n{ask}\n\n{end}",
			"{greet}\n\n{matter}\n\n{detail} {detail}\n\n{ask}\n\n{end}",
			"{greet}\n\n{opening} {matter} {ask} {detail}\n\n{end}",
		},
		"opening first": {
			"I was given your address by a <colleague|neighbour|friend>.", "I hope this reaches the right person.", "Sorry to come to you with this out of the blue.", "I write on behalf of {org}.", "We have not been in touch before.",
			"<I will be brief.|I will keep it short.|This will take you a minute.>", "You do not know me, but <perhaps you can help|you may be just the person to ask>.", "I <rang|tried to call> on {lastday}, but <the line was busy|nobody picked up>, so I write.",
			"I found {company} <on the web|in a directory|by asking around> and thought I would <try|write>.", "My name is {name}.",
		},
		"opening again": {
			"It is me again.", "You may remember my last mail.", "Thank you for your patience with me.", "I promised myself to write only once more.", "<I hope you do not mind|Forgive me for> <another mail|a second mail> from me.", "{name} again.",
		},
		"matter": {
			"I am writing about {topic}.", "This is about {topic}.", "I would like to bring up {topic}.", "Let me get straight to it: {topic}.", "What I have in mind is {topic}.",
			"<We talked|Some of us talked> about {topic} <yesterday|last week|on {lastday}>, and <nobody knew the answer|your name came up>.", "<My question|What I would like to know> is about {topic}.",
			"<It may be a small thing to you, but to us it matters|Perhaps you hear this often|You may wonder why I write>: {topic}.", "<There is something I would like to ask you|I have a request>. It is about {topic}.",
			"<For some weeks|Since {month}> I have been <looking into|thinking about> {topic}.",
		},
		"matter wish": {
			"I would like to {wish}.", "We are hoping to {wish} {soon}.", "Would it be possible for us to {wish}?", "My request is a simple one: I want to {wish}.", "For some time now we have wanted to {wish}.",
			"<Could we|May we|Are we allowed to> {wish}?", "<The idea|Our idea> is to {wish}, <and you could help us with it|if you have nothing against it>.",
		},
		"matter seen": {
			"I wrote to you about {topic} and have not let go of it.", "It is still about {topic}.", "My question about {topic} stands.", "<I have not forgotten|Nothing has moved on> {topic} <since my last mail|yet>.",
			"<A while ago|Some time back> I asked you about {topic}; <meanwhile others here have asked me too|now it is getting pressing>.",
		},
		"matter seen wish": {
			"I wrote before that I would like to {wish}; that has not changed.", "We still hope to {wish}.", "I would be glad to {wish} at any time that suits you.", "If you let us {wish}, it will take an hour of your time, no more.",
		},
		"detail": {
			"The details are quickly told, and I can send more if you need it.", "It has been on my list for a while.", "It would have to be settled {deadline}.", "I attach nothing for now; tell me what would help.",
			"Two of my colleagues asked me the same.", "Any day in {month} would do.", "You can reach me on {phone}<| in the afternoon| until {hour}>.", "<It need not cost anything.|We would pay for it, of course.|I do not expect it for nothing.>",
			"<Last year we managed without|So far we did without>, but that does not work any more.", "<I asked elsewhere first|Two others have said no>, <to be honest|I should add>.", "There is no hurry, but <I would like to plan|it would be good to know> {deadline}.",
		},
		"ask": {
			"Could you get back to me about it?", "What do you think?", "Who is responsible for this on your side?", "Can you help me with it?", "Please let me know how to proceed.", "Could you answer {soon}?",
			"<Would|Might> that be possible, <and when|and what would it cost>?", "<Do you have|Is there> <ten minutes|a quarter of an hour> on {day} for a call?", "<Is there a form for it|Do I have to fill anything in>, or is this mail enough?",
			"<How do others go about it|What have you told others who asked>?", "May I come by on {day}<| around {hour}>?", "<Yes or no|A yes or a no> would be enough for me.", "What would you need from me?",
		},
		"ask seen": {
			"<Have you had|Did you have> time to <look at it|think about it>?", "<Is there any news|How do things stand>?", "Could you answer {deadline}, please?", "<If it is not you|If you are the wrong person>, who is it?",
			"<If the answer is no, that is fine|A no is fine too>; could you just tell me?", "Is there anything that you still need from me?",
		},
	}
})
