package dialog

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestBesideTheAnswers: what is told on the way to a question is met in short before the
// answers, offers and loose invitations behind them, and nothing where it is not sure.
func TestBesideTheAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ subject, body, has, not string }{
		{"Tent", "Hi Sam,\n\nwhat time will you be there on Friday? I can bring my big tent if you need it.\n\nDave", "\nreact: ", "tent if I"},
		{"Lift", "Hi Sam,\n\nwhat time will you be there on Friday? My husband can pick you up from the station.\n\nDave", "\nreact: ", "my husband"},
		{"Book", "Hi Sam,\n\nis the book for you or for Jo? I can send it or leave it at the desk.\n\nDave", "answer", "could send"},
		{"Room", "Hi Sam,\n\nwe could give you the garden room at 10 percent less. Is that all right for you?\n\nEllen", "answer", "react"},
		{"Shopping", "Hi Sam,\n\nhow are you feeling now? Please tell me if I can help with shopping.\n\nLinda", "will let you know|if I need", "answer.no"},
		{"Party", "Hi Sam,\n\nthe party was a great success. How much was it in total?\n\nNina", "good|nice|lovely|great|glad", "ongratulations"},
		{"Party", "Hi Sam,\n\nI hope the party was a great success. How much was it in total?\n\nNina", "answer", "react"},
		{"Job", "Hi Sam,\n\nI got the job! Thank you for helping me with my CV. Do you have time on Friday?\n\nGrace", "glad", "react.sad"},
		{"Call", "Hi Sam,\n\nthank you for coming back to me. Which one do you want, the red or the blue?\n\nTara", "answer", "react"},
		{"Rent", "Hi Sam,\n\nthe rent was due on the 1st and I haven't seen it yet. When can I expect it?\n\nGrace", "orry", "hank you for telling"},
		{"Rent", "Hi Sam,\n\nwill Tuesday do for the plumber? I will take $50 off your next rent.\n\nMartin", "hank you|good of you", "offer"},
		{"Church", "Dear Sam,\n\nthe ringing began at seven and my husband is on nights at the hospital. Was it a special occasion?\n\nJudith", "answer", "husband"},
		{"Dad", "Sam,\n\nthe scan came back and it's what they thought. They're not going to operate, he's too frail. Could you manage something before Christmas?\n\nK", "react.sad", "orry, I cannot"},
		{"Wedding", "Hi Sam,\n\nElla and James are getting married! The wedding is in Bath.\n\nWendy", "them", "you both"},
		{"Week", "Hi Sam,\n\nwe leave school at 8:30 and are back by 3. Could you come along?\n\nHelen", "", "farewell"},
		{"Coat", "Dear Sam,\n\nsomeone has gone home in Alfie's coat. Did you take the wrong one from the peg?\n\nMandy", "answer", "wrongperson"},
		{"Solo", "Sam, would you sing the solo? Margaret has lost her voice and the concert is in nine days.\n\nVal", "", "illness"},
		{"Car", "Sam, your car has passed its MOT. The key is at the desk until 6.\n\nLowfield Garage", "", "condole"},
		{"Shower", "Hi Sam,\n\nyou can use the shower at ours any time, just knock. Have you got enough heaters?\n\nIan", "kind of you", "answer.open"},
		{"Sitter", "Sam, dinner at ours on Saturday. Can you make it? I can ask my niece to sit with the kids if you're stuck.\n\nZoe", "you could ask your niece|offer|kind|no need|answer.no", "ask my"},
		{"Flu", "Hi Sam,\n\nmy sister says you had flu, hope you're over the worst. When can I collect my level?\n\nPhil", "better, thank|nearly well", "sister"},
		{"Scones", "Dear Sam,\n\nwhat a lovely afternoon. The scones were the best I've had in years. Are you free on the 14th?\n\nMargaret", "hank you|kind", "praised"},
		{"Secret", "Sam, they made me deputy head! I haven't told Mum yet so keep it quiet. Will you do the barbecue?\n\nMaya", "not say a word|keep it to myself", "goodnews"},
		{"Glasses", "Dear Sam,\n\nyour glasses are ready to pick up. Do you want the old ones back?\n\nCarol", "as soon as I can", "react.wrong"},
		{"Quote", "Dear Sam,\n\nI took your advice and got a second quote, and it came in at almost half. Do they need a permit for the flue?\n\nCharles", "kind|good|nice", "insurance"},
		{"Swarm", "Sam, there's a swarm in my apple tree!! Who do I call?\n\nMartha", "answer", "react"},
		{"Home", "Hi Sam,\n\nI'm home most evenings. What suits you?\n\nBob", "answer", "react"},
		{"Knee", "Sam, done my hamstring, absolutely gutted. Can you take the kit on Saturday?\n\nDan", "better|orry", "goodnews"},
		{"Earrings", "Sam, thank you for the earrings, darling, I haven't taken them off! Are you in tomorrow, Mum?\n\nRuby", "welcome|pleasure", "sorry"},
		{"Request", "Dear Sam,\n\nthank you for your request for a buffet. How many guests will you have?\n\nLaura", "answer", "react"},
		{"Lift", "Dear Sam,\n\nwe apologise that the lift has been out of order since Monday. How many people cannot use the stairs?\n\nMeadow Vale", "answer", "personally"},
		{"Bays", "Hi Sam,\n\nyour visitors have used our space three evenings running. Could you ask them to use the bays?\n\nNita", "sorry about that", "illness"},
		{"Tiger", "Sam, you'll be relieved, Tiger turned up in our shed, cross but in one piece. Can you come and get him?\n\nEdith", "glad|relief", "condole"},
		{"Job", "Sam, my fault, I rebooted the wrong machine and your job died halfway. Do you need me to restart it?\n\nErik", "answer", "condole"},
		{"Umbrella", "Sam dear, I walked off with your umbrella. Shall I bring it to church?\n\nFlo", "answer", "offered.no"},
		{"Office", "Sam, we've moved! Same street, number 48, second floor. Could you send the June invoice to the new address?\n\nSunita", "", "neighbo"},
		{"Dress", "Auntie Sam, the dress fits like a glove. Will you do my hair as well?\n\nMilly", "hear|read|glad|lovely", "react.sad"},
		{"Chairs", "Sam,\n\nthirty chairs arrived. I can store the spare ones until you decide. Do you want to keep any of them?\n\nRoger", "", "decided"},
		{"Grandad", "Sam, Grandad's out of hospital! Could you go round on Sunday?\n\nB", "glad|relief|better", "poor Grandad"},
		{"Visit", "Dear Sam,\n\nmay we print your note? You'd be welcome to visit any Wednesday.\n\nFaith", "would love to come", "invited"},
	} {
		for seed := range 4 {
			said := "\n" + reactionTo(c.subject, c.body, seed)
			assert.Regexp(t, c.has, said, c.body)
			assert.NotContains(t, said, c.not, c.body)
		}
	}
}

// TestCoulds: an offer is said back as what the other could do.
func TestCoulds(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "you could bring your tent", coulds("you can bring your tent if I need it"))
	assert.Equal(t, "your husband could pick him up", coulds("your husband can pick him up"))
	assert.Equal(t, "you could lend me your ladder", coulds("you would be happy to lend me your ladder"))
	assert.Empty(t, coulds("the party was a great success"))
}
