package gist

import (
	"regexp"
	"strings"
)

// lexicon is what reading a language takes. Others can be added beside english.
type lexicon struct {
	greetings, stopWords, dateWords, verbs, nouns, adjectives, vague, links, documents                             map[string]bool
	auxiliaries, subjects, objects, firstPerson, prepositions, fillers, leads                                      map[string]bool
	polite, also, begins, determined, asking, needing, needObject, sending, telling, promised, idle, abbreviations map[string]bool
	determiners                                                                                                    map[string]string // as the reader says them
	wh, howKinds                                                                                                   map[string]string
	signOffs                                                                                                       []string // longer ones first
	cues                                                                                                           map[string][]string
	dateRE, dueRE                                                                                                  *regexp.Regexp
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

func list(lines string) []string {
	var out []string
	for _, s := range strings.Split(lines, ",") {
		out = append(out, strings.TrimSpace(s))
	}
	return out
}

const (
	weekday = `(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b`
	month   = `(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?`
	clock   = `(?:\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\b)?|\d{1,2}\s?[ap]\.?m\b|noon|midday)`
	monthly = `(?:\d{1,2}(?:st|nd|rd|th)?(?: of)?\s` + month + `(?:,?\s\d{4})?|` + month + `\s\d{1,2}(?:st|nd|rd|th)?\b(?:,?\s\d{4})?)`
	numeric = `\d{4}-\d{2}-\d{2}|\b\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})?|\b\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})`
	day     = `(?:(?:next |this )?(?:` + weekday + `)(?:,? (?:the )?` + monthly + `)?(?: (?:morning|afternoon|evening))?|` + monthly + `|` + numeric +
		`|today|tonight|tomorrow(?: (?:morning|afternoon|evening))?|(?:next|this) (?:week|month)(?: (?:mon|tues|wednes|thurs|fri)day)?|(?:the )?end of (?:the |this |next )?(?:day|week|month))`
	someDate = `(?i)\b(?:` + day + `(?:,?\s(?:at\s|from\s|around\s)?` + clock + `(?:\s?(?:-|to|until)\s?` + clock + `)?)?|` + clock + `)`
	someDue  = `(?i)\b(?:(?:by|before|until|on|within|in|not later than)\s)?(?:(?:the\s)?(?:a few|a couple of|two or three|two|three|four|five|\d{1,2})\s(?:working |business )?(?:hours|days|weeks)|an hour|(?:a|one)\s(?:working |business )?(?:day|week)|(?:later |first thing )?(?:` + day + `)(?:,?\s(?:at\s)?` + clock + `)?)`
)

var english = &lexicon{
	greetings: set(`hi hello hey dear hiya greetings morning afternoon evening good mr mrs ms dr mr. mrs. ms. dr. all team everyone folks there sir madam or and to whom it may concern`),
	signOffs: list(`best regards, kind regards, warm regards, many thanks and regards, with kind regards, with best regards, with regards, regards, yours sincerely, sincerely yours, sincerely,
		yours faithfully, yours truly, best wishes, all the best, many thanks, thanks and regards, thanks in advance, thanks a lot, thank you, thanks, thx, cheers, best, br, talk soon, speak soon, see you, take care, ciao, warmly, cordially, respectfully, yours`),
	abbreviations: set(`mr mrs ms dr no nr e.g i.e etc approx vs st prof inc ltd co dept ext p.m a.m resp incl`),
	determiners: map[string]string{
		"the": "the", "this": "the", "that": "the", "these": "the", "those": "the", "your": "the", "our": "your", "my": "your",
		"a": "a", "an": "an", "his": "his", "her": "her", "their": "their", "its": "its",
	},
	links: set(`of for`),
	wh: map[string]string{
		"when": "when", "where": "where", "who": "who", "whom": "who", "whose": "who", "what": "what", "which": "which", "why": "why", "how": "how", "whether": "if", "if": "if",
		"what's": "what", "when's": "when", "where's": "where", "who's": "who", "how's": "how",
	},
	howKinds:     map[string]string{"much": "how much", "many": "how many", "long": "how long", "soon": "when", "often": "how often", "far": "how far"},
	auxiliaries:  set(`is are was were am do does did has have had can could will would shall should may might must isn't aren't don't doesn't didn't haven't hasn't can't couldn't won't wouldn't any ok`),
	subjects:     set(`i you we they he she it there someone anyone everybody`),
	objects:      set(`me us you`),
	firstPerson:  set(`i we`),
	prepositions: set(`about by for of in on to at until from with and but or so`),
	fillers:      set(`also then be now just gladly try to have still certainly need surely please`),
	leads:        set(`and so but also then well ok okay hi hello yes no by the way one more thing question quick just finally first second firstly secondly lastly further furthermore additionally besides`),
	polite:       set(`please kindly`),
	also:         set(`also then just too`),
	begins:       set(`is are was were does did has would could should`), // a question after "and"
	determined:   set(`this that these those my your our his her its their some any no each every all both another several many more one whatever`),
	asking:       set(`can could would will`),
	needing:      set(`need require want`),
	needObject:   set(`me us the a an your over it`),
	sending:      set(`send forward share provide attach email mail resend supply submit upload return give pass`),
	idle:         set(`find note be see accept excuse forgive ignore feel mind`), // "please find attached" asks nothing
	telling:      set(`tell let know say advise confirm explain inform clarify ask wonder wondering remind`),
	promised: set(`send get check deliver provide forward let call come look find give share prepare write reply answer respond confirm update ship sort fix return pay transfer book arrange
		follow have ask submit upload finish complete pass bring take do review sign issue refund replace follow-up clarify investigate dig revert chase see read tell report return circulate draft`),
	documents: set(`contract document invoice receipt certificate form report statement copy pdf file presentation spreadsheet brochure catalogue catalog datasheet sheet
		specification spec manual agreement proposal quote quotation offer list drawing plan paper slides deck attachment minutes agenda photo picture scan confirmation policy licence license cv`),
	stopWords: set(`i me you he him she it we us they them who whom and or but nor so yet if then than as at by for from in into of off on onto out over to up with without within about after again
		against all also always am among an any anybody anyone anything are around back be because been before being below between both can can't cannot could do does doing done
		don't down during each either else enough even ever every everything few fine following further had has have having here hers hi hello hey how however i'd i'll i'm i've
		indeed instead is it's just kind kindly last later least less let let's like little look lot lots many may maybe me might mine more most much must myself near neither
		never next no nobody none not nothing now nowhere ok okay once one only other others otherwise ought ours own per perhaps please possible quite rather ready really regarding same several shall
		should since some somebody someone something sometimes somewhere soon still such sure thank thanks there therefore they're thing things think though through thus till together too toward
		towards under unless until upon us used usual very via was way we'll we're we've well were what when where whether which while why will wish won't would yes yet you'd you'll you're
		you've yours yourself available hopefully already currently yesterday ago fwd re concerning dear everyone eur usd gbp chf regards best good great happy glad sorry able aware wrong right correct concerned
		that's there's what's where's who's when's isn't aren't wasn't doesn't didn't haven't hasn't couldn't wouldn't shouldn't asap far anymore either first second third due whatever whenever alright
		mr mrs ms dr`),
	dateWords: set(`monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun january february march april june july august september october november december
		jan feb mar apr jun jul aug sep sept oct nov dec today tomorrow tonight week weeks day days month months hour hours minute minutes am pm noon midday morning afternoon evening weekend year years`),
	adjectives: set(`new old final latest current full short quick big small open closed next free clear easy hard different important urgent nice interested pleased late early high low whole
		still correct best better cheap expensive long fast slow possible necessary unable safe`),
	vague: set(`question questions matter moment time way idea bit thing things help people point stuff part kind sort reason chance touch need lot number interest case mail email message note news answer reply response line hand hope look talk word
		apologies regards wishes thank inconvenience delay information info details feedback attention step steps rest everything name stock`),
	nouns: set(`access account address addition agenda agreement amount analysis answer application appointment approval area article attachment audit balance bank batch battery benefit bill booking box
		branch breakfast briefing brochure budget bug building business button cable call camera campaign car card case catalog catalogue certificate chair change charge claim class client code colour comment company
		complaint component condition conference configuration confirmation contact contract copy cost course credit customer dashboard data database deadline deal deck delivery demo department deposit design desk detail device
		dinner discount dispatch document door downtime draft drawing driver due edition email engineer entry entrance equipment error estimate event exam example exchange expense export extension fee feature feedback figure file filter
		flight floor form format forecast freight fund furniture guarantee guest guide headset heating holiday hotel image import incident input inspection installation installment insurance integration interest interview
		inventory invitation invoice issue item job key kit label lamp laptop launch lead lease leave lesson letter licence license limit link list load location login logo lunch machine mail mailbox maintenance manager manual map
		margin market material meeting member membership menu message meter migration minutes model move module money network newsletter notice number offer office option order outage output oven package page paint paper parcel parking part
		partner partnership party password patch payment permission permit phone photo picture pilot plan plant platform policy position post presentation press price pricing printer problem process product profile program
		programme progress project proof proposal purchase quality quantity quotation quote rate rating receipt record reference refund registration release reminder renewal rent repair replacement report request
		requirement reservation response result return review role room route sale sample schedule schedules screen seat security seminar sensor server service session setting setup shipment shipping shop shuttle signature site size
		slides slot software space speaker spec specification staff stage stand standard statement status step stock storage store strategy student subject subscription summary supplier supply support survey switch
		system table tariff task tax team template term terms test ticket timeline timesheet timing tool total tour tracking trade training transfer transport travel trial trip truck tyre unit update upgrade upload user vacancy van vendor
		venue version video visa visit voucher wage wall warehouse warranty water website weight window wire wording work workshop workflow seating stay check rollout launch relocation kickoff catering parking cleaning printing lighting heating wiring onboarding accounting`),
	verbs: set(`accept accepted applies stands leaves add added agree allow apply arrange arrive arrived arrives ask asked assume attach attached be became become been believe book booked bring brought buy call called came cancel cancelled cause change changed charge charged check
		checked choose clarify clean close come comes complete completed confirm confirmed consider contact contacted continue convert copy cost costs cover create decide deduct deliver delivered describe did discuss do does
		doing done drop end enjoy ensure expect expected explain extend fail failed feel fill find finish fit fix follow forget forgot forward found gave get gets getting give given go goes going gone got guess had happen
		happened happens has have hear heard help hold hope include includes increase inform install introduce join keep kept knew know known leave left let lets load log look looks lose lost made mail make makes manage mean means
		meet mention mentioned met mind miss missed move must need needed needs note offer offered open order ordered pass pay paid pick place plan planned post prefer prepare print promise promised provide provided pull push put
		raise ran reach reached read receive received recommend record refer refund register release rely remain remind remove renew repair repeat replace reply report request require required reschedule reserve resend resolve respond return returned review run said
		save saw say says schedule see seem seems seen sell send sends sent set settle share ship shipped ships should show shows sign signed sit solve sort speak spend spoke start started starts state stay stop submit
		suggest suit suits supply suppose switch take taken takes talk tell test thank think thought told took transfer travel tried try turn understand update use used visit wait waiting want wanted wants was watch went were will wish wonder work works works
		write written wrote wondering provide attach upload bought`),
	cues: map[string][]string{
		"thanks":       list(`thank you, thanks, thx, many thanks, much appreciated, grateful, appreciate it, cheers`),
		"money":        list(`eur, usd, gbp, chf, jpy, sek, nok, dkk, pln, euro*, dollar*, pound*, percent`),
		"urgent":       list(`urgent*, asap, as soon as possible, immediately, right away, straight away, without delay, time-critical, emergency, top priority, by eod, at once`),
		"chase":        list(`following up, follow up on, follow-up, just checking in, any news, any update, reminder, remind you, have not heard, haven't heard, still waiting, no reply, bumping, bump this, circling back, second time, did you get my, did you have a chance, did you get a chance, chance to look, my last email, my previous email, my last mail, in case you missed, waiting for your`),
		"lastcall":     list(`last time, last try, final attempt, one last, final email, last email, last mail, third time, won't bother you, will not bother you, close your file, closing your file, break up`),
		"cold":         list(`came across your, reaching out, reach out because, quick call, 15 minutes, 15-minute, 20 minutes, 10 minutes, book a demo, a short demo, quick demo, free trial, boost your, increase your, more leads, lead generation, your pipeline, roi, our platform helps, we help companies, we help businesses, helps companies, companies like yours, businesses like yours, teams like yours, right person to talk, right person to speak, decision maker, would you be open to, worth a chat, worth a quick, love to show you, love to connect, saw that you, noticed that your, special introductory, no obligation, save up to, grow your business, skyrocket, double your`),
		"newsletter":   list(`unsubscribe, view in browser, view this email in your browser, newsletter, you are receiving this, you're receiving this, manage your preferences, update your preferences, no longer wish to receive, in this issue, read more, this month's, all rights reserved`),
		"complaint":    list(`complain*, unacceptable, not acceptable, disappoint*, unhappy, dissatisfied, not satisfied, frustrat*, annoyed, annoying, damaged, broken, defective, faulty, does not work, doesn't work, not working, stopped working, still not arrived, never arrived, has not arrived, hasn't arrived, wrong item, wrong product, overcharged, charged twice, poor service, terrible, awful, ridiculous, fed up, refund immediately, my lawyer, incorrect invoice, letting us down, let us down`),
		"meeting":      list(`meet, meeting, appointment, call, phone call, video call, schedule, reschedule, a slot, calendar, available on, available at, are you free, free on, suit you, suits you, work for you, works for you, time for a, lunch on, a coffee, visit you, join us, get together, catch up`),
		"offer":        list(`our offer, special offer, discount, we offer, we can offer, we would like to offer, happy to offer, our proposal, quotation, our quote, price list, special price, our best price, pleased to offer, deal for you, promotion`),
		"invoice":      list(`invoice*, payment due, amount due, overdue, outstanding amount, outstanding balance, bank details, remittance`),
		"payment":      list(`pay, payment, due, overdue, outstanding, settle, transfer, remit, attached`),
		"introduction": list(`my name is, i'd like to introduce, i would like to introduce, introduce myself, introduce you, new colleague, your new contact, i am the new, i'm the new, i recently joined, i have taken over, i've taken over, i am taking over, meet our new, nice to meet you`),
		"closing":      list(`that's all, that is all, no further questions, nothing further, no more questions, all good, all set, all clear, have a nice, have a great, have a good, enjoy your, see you then, see you on, sounds good, perfect, that works, case closed, consider this closed, nothing else, no need to reply, no reply needed, no action needed, speak then, great, got it`),
	},
	dateRE: regexp.MustCompile(someDate),
	dueRE:  regexp.MustCompile(someDue),
}
