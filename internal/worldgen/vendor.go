package worldgen

import "sync"

// What suppliers write: an invoice with its PDF, now and then a reminder of one.

var vendorRules = sync.OnceValue(func() rules {
	return rules{
		"subject": {
			"Invoice {invno}", "Invoice {invno}: {thing}", "Your invoice for {month}", "Invoice {invno} from {org}", "{org}: invoice {invno}, due {duedate}",
			"{Topic}: invoice {invno}", "Invoice for {thing}", "Bill {invno} ({amount})", "Order {orderno}: invoice attached", "Invoice {invno} / {topic}",
		},
		"body": {
			"{greet}\n\n{opening}\n\n{table}\n\n{pay} {ask}\n\n{end}",
			"{greet}\n\n{opening} {pay}\n\n{table}\n\n{ask}\n\n{end}",
			"{greet}\n\n{opening}\n\n{table}\n\n{ask}\n\n{end}",
			"{greet}\n\n{opening} {ask}\n\n{table}\n\n{pay}\n\n{end}",
			"{greet}\n\n{opening} {note}\n\n{table}\n\n{ask}\n\n{end}",
			"{greet}\n\n{opening}\n\n{table}\n\n{pay} {note}\n\n{end}",
			"{greet}\n\n{opening}\n\n{table}\n\n{pay}\n\n{note}\n\n{ask}\n\n{end}",
		},
		"opening": {
			"Please find attached invoice {invno} for {thing}.", "Thank you for your order. Our invoice {invno} is attached; it covers {topic}.",
			"As agreed, here is our bill for {thing}.", "Attached you will find invoice {invno} ({topic}).", "Here is invoice {invno} for {month}: {topic}.",
			"Invoice {invno} ({topic}) is ready for payment. A copy is attached.", "With this mail you receive invoice {invno} for {topic}.",
		},
		"note": {
			"<One thing besides|Please note|Something else|For your files|A word on the side>: {news}.", "<You may have noticed|As you may know|In case nobody has told you>: {news}.", "{News}.",
			"<If you have questions|With questions about it>, your contact is {contact}.", "The account to use is {account}.",
		},
		"opening first": {"We are glad to have you as a customer. Our first invoice, {invno}, is attached; it is for {topic}.", "Thank you for choosing {org}. Attached is invoice {invno} for {topic}."},
		"table": {
			"Invoice number: {invno}\nInvoice date: {billdate}\nNet: {net}\nVAT 20 %: {vat}\nTotal: {amount}\nDue: {duedate}",
			"{Topic}\nNet amount {net}, VAT 20 % {vat}, total {amount}\nPayable until {duedate}",
			"Order: {orderno}\nInvoice: {invno}\nAmount due: {amount} (of which VAT {vat})\nDue date: {duedate}",
			"Total: {amount} including {vat} VAT\nTerms: {terms} days net, until {duedate}\nReference: {invno}",
		},
		"pay": {
			"Please transfer the amount to the account given on the invoice.", "Please state the invoice number with your payment.", "Our terms are {terms} days net.",
			"If you have paid in the meantime, please disregard this mail.", "Payment within 10 days gives you a 2 % discount.",
		},
		"ask": {
			"Could you confirm that you have received it?", "Do you need a purchase order number on it?", "Please let me know if anything is missing.",
			"Is this the right address for our invoices?", "Could you tell me when we can expect the payment?", "Should the next one go to the same address?",
		},
	}
})

// reminderRules ask for what was billed a while ago.
var reminderRules = sync.OnceValue(func() rules {
	return rules{
		"subject": {"Payment reminder: invoice {invno}", "Reminder: invoice {invno} was due on {duedate}", "Open invoice {invno}", "Invoice {invno}: payment outstanding", "{org}: reminder for invoice {invno}"},
		"opening": {
			"Our invoice {invno} of {billdate} for {thing} is still open; it was due on {duedate}.", "We have not yet seen your payment of invoice {invno} ({topic}), due on {duedate}.",
			"This is a friendly reminder of invoice {invno} for {topic}. It was due on {duedate}.", "Perhaps it slipped through: invoice {invno} of {billdate}, for {thing}, is unpaid.",
		},
		"pay": {"Please transfer the amount in the next few days.", "If you have paid in the meantime, please disregard this mail.", "A copy is attached in case the first one was lost."},
		"ask": {"Could you tell me when we can expect the payment?", "Is anything wrong with the invoice?", "Would you let me know if there is a problem?", "Who can I call about it?"},
	}
})
