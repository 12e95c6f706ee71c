package dialog

import (
	"maps"
	"slices"
	"strings"
)

// slots lists what a plan may ask to be said, with the values that every such move
// has; "topic?" is one that it may have. Any answer may come as "….again": it was
// said before.
var slots = map[string]string{
	"answer.yes": "echo? topic? reason? value? stated?", "answer.no": "echo? topic? reason? value? stated?",
	"answer.choice": "value other? topic? wish? reason?", "answer.either": "topic?", "answer.number": "value unit? topic? before? after?", "answer.money": "value topic? before? after?",
	"answer.date": "value other? topic? before? after? wish?", "answer.meet": "value other? topic?", "answer.meet.other": "date value topic?", "answer.meet.free": "value topic?",
	"answer.time": "value other? topic? before? after? wish?", "answer.deadline": "value other? topic? before? after?", "answer.duration": "value other? topic? before? after?", "answer.place": "value other? topic? before? after?",
	"answer.who": "value other? topic? after? past?", "answer.identifier": "value topic? before? after?", "answer.version": "value topic? before? after?", "answer.phone": "value topic?",
	"answer.address": "value topic?", "answer.opinion.good": "reason topic?", "answer.opinion.mixed": "reason topic?", "answer.opinion.bad": "reason topic?",
	"answer.rating": "value high reason? topic?", "answer.feeling.good": "topic?", "answer.feeling.was": "topic?", "answer.feeling.soso": "topic?", "answer.sum": "value unit? topic?",
	"answer.why": "reason topic?", "answer.how": "way topic?", "answer.status.done": "topic?", "answer.status.going": "due topic?", "answer.status.not": "due topic?",
	"answer.waits.done": "echo? topic?", "answer.waits.sent": "echo? topic?", "answer.waits.seen": "echo? topic?", "answer.waits.state": "echo? topic?", "answer.waits.not": "due topic? of?", "answer.waits.not.other": "due of?", "answer.waits.not.think": "due of?",
	"answer.remind": "value topic?", "answer.what": "value? topic?", "answer.unknown": "topic? who?", "answer.open": "", "answer.open.topic": "topic", "answer.open.look": "", "answer.open.which": "", "answer.open.look.topic": "topic", "answer.open.why": "", "answer.open.yours": "", "answer.open.view": "", "answer.open.rest": "", "answer.first": "value", "answer.choice.how": "value", "answer.choice.deed": "value", "answer.choice.mine": "value", "answer.choice.joint": "value", "answer.choice.theirs": "value", "answer.choice.state": "value", "answer.choice.right": "value", "answer.choice.first": "value", "answer.clause": "value", "answer.clause.joint": "value", "answer.yes.leave": "stated?", "answer.no.leave": "stated?", "answer.defer": "due topic?", "answer.defer.rest": "due", "answer.refuse": "reason topic?",
	"answer.note": "note", "answer.ready": "value", "answer.confirm": "due topic?", "fact": "key value is before? after?", "fact.yes": "key value is", "fact.no": "key value is", "fact.long": "key value is",

	"do.yes": "doing? topic?", "do.done": "topic?", "do.promise": "due topic? doing?", "send.promise": "due topic? doing? sends?", "do.no": "reason topic? doing? stated?", "confirm.yes": "topic? value?",

	"condole": "", "illness": "", "badnews": "topic?", "pity": "topic?", "goodnews": "topic?", "rejected": "topic?", "praised": "topic?", "forgive": "topic?",
	"invited.yes": "topic? day?", "invited.no": "reason topic? day?", "introduced": "name?", "farewell": "name?", "thanked": "topic?", "smalltalk": "value?",
	"shouted": "topic?", "informed": "topic?", "informed.date": "value topic?", "informed.note": "value", "informed.money": "value topic?",
	"decided.yes": "reason? topic?", "decided.no": "reason topic?", "approved": "topic?", "refused": "reason topic?", "reminded": "topic?", "complained": "topic?",
	"changed": "value topic?", "changed.no": "value reason topic?", "accepted": "topic?", "declined": "topic?", "offered.yes": "topic?", "offered.no": "reason topic?",
	"answered": "topic? value?", "goodbye": "", "attachment.missing": "topic?", "contradiction": "value other", "contradiction.day": "value day other",
	"react": "value", "react.sad": "value", "react.wrong": "value",
	"wrongname": "own other?", "wrongperson": "topic?", "wrongperson.mine": "",

	"give": "value topic?", "accept.date": "value topic?", "accept.price": "value topic?", "accept.offer": "topic?", "haggle": "value other",
	"decline.price": "value reason", "solved": "topic?", "unsolved": "reason topic?", "patient": "topic? due?",
	"escalate.1": "topic", "escalate.2": "topic", "escalate.3": "topic", "ask": "topic", "ask.again": "topic", "close": "",

	"said": "value", "answer.no.glad": "stated", "need.english": "", "need.language": "value", "ask.what": "",
}

// Slots lists the slots of all moves in the order of their names, those for an answer
// given before, ".again", aside.
func Slots() []string { return slices.Sorted(maps.Keys(slots)) }

// Values lists the values that every move of a slot has, and those that one may have.
func Values(slot string) (always, maybe []string) {
	for _, name := range strings.Fields(slots[strings.TrimSuffix(slot, ".again")]) {
		if bare, ok := strings.CutSuffix(name, "?"); ok {
			maybe = append(maybe, bare)
		} else {
			always = append(always, name)
		}
	}
	return always, maybe
}
