package gist

import (
	"fmt"
	"testing"
)

func TestLook(t *testing.T) {
	for _, s := range [][2]string{
		{"Meeting", "Hi Ann,\n\nIs Tuesday 10:00 fine?\n\nBest regards,\nBob Lee\nAcme\n+44 123 456"},
		{"Delivery of order 10427", "Hello,\n\nwhen will my order 10427 arrive, and how much is the delivery to Spain? Could you also send me the\ninvoice as PDF by Friday?\n\nThanks\nJo"},
		{"Re: Contract", "Dear Ms Miller,\n\nI will send you the signed contract by Friday. Please let me know whether the delivery address is correct.\n"},
		{"", "Please let me know when the installation team can come."},
		{"Invoice INV-2026-014", "Please find attached invoice INV-2026-014 over EUR 1,240.00. Payment is due by 31 January 2026."},
		{"broken", "The coffee machine you delivered on 3 March is broken. This is unacceptable! We want a refund."},
		{"", "thanks a lot, all good now"},
		{"Your outbound", "Hi Tom, I came across your company and thought: we help companies like yours to get more leads. Would you be open to a quick call next week?"},
		{"", "What is the warranty period for the printer? Who is my contact for returns? Can I pay by card?"},
		{"", "Wann kommt die Lieferung? Bitte senden Sie mir die Rechnung."},
		{"Hello", "My name is Carla Gomez and I have taken over the account of Northwind from Peter."},
		{"", "Would Monday 9 March at 14:00 or Wednesday at 3 pm suit you for a call about the budget?"},
		{"", "We need 20 chairs for the new office in Leeds. Do you have them in stock?"},
		{"Update", "The server migration took place last night. Everything is running again."},
		{"Welcome", "Your account has been created. Do you like the new dashboard?"},
		{"Order A-1009", "Do you still want the blue lamp or should we ship the black one instead?"},
	} {
		g := Read(s[0], s[1])
		fmt.Printf("%q\n  kinds=%v np=%q greet=%q signed=%q lang=%s urgent=%v cold=%d\n  dates=%q amounts=%q numbers=%v names=%q phrases=%q\n", s[1], g.Kinds, g.NounPhrase, g.Greeting, g.Signed, g.Language, g.Urgent, g.ColdStep, g.Dates, g.Amounts, g.Numbers, g.Names, g.Phrases)
		for _, q := range g.Questions {
			fmt.Printf("  Q %+v\n", q)
		}
		for _, q := range g.Requests {
			fmt.Printf("  R %+v\n", q)
		}
		for _, q := range g.Promises {
			fmt.Printf("  P %+v\n", q)
		}
	}
}
