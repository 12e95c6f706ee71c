package worldgen

import (
	"html"
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// mask is whom a phisher pretends to be, and what that sender would write.
type mask struct {
	name, host, topic string
	rules             rules
}

var masks = sync.OnceValue(func() []mask {
	return []mask{
		{"Mail Administrator", "mail-admin", "your mailbox storage", rules{
			"subject": {"Your mailbox is 98 % full", "Mailbox storage: action required", "Undelivered messages are waiting"},
			"story": {
				"Your mailbox {mail} has reached its storage limit, and {held} incoming messages are being held.", "The storage of {mail} is full. New messages cannot be delivered.", "{Held} messages to {mail} could not be delivered because your mailbox storage is used up.",
			},
			"threat": {"If you do not verify your account within {hours} hours, all your messages will be deleted.", "Your account will be closed today. Verify your account to keep your messages."},
			"action": {"Release your messages", "Verify your account"},
		}},
		{"IT Service Desk", "it-servicedesk", "your password", rules{
			"subject": {"Your password expires today", "Password expiry: {mail}", "[{company}] Keep your current password"},
			"story":   {"Your password for {mail} expires today.", "According to our records the password of {mail} has not been changed for 90 days.", "The {company} password policy has changed. Your password for {mail} is no longer valid."},
			"threat":  {"If you do not confirm your password within {hours} hours, your account will be locked.", "Confirm your password immediately to keep using your account."},
			"action":  {"Keep my password", "Confirm your password"},
		}},
		{"Account Security", "account-security", "an unusual sign-in", rules{
			"subject": {"Unusual sign-in to your account", "Security alert for {mail}", "Was this you?"},
			"story": {
				"We noticed unusual activity on your account: a sign-in from a new device.", "Someone has just signed in to {mail} from a country that you do not usually sign in from.", "We blocked three attempts to sign in to your account {mail}.",
			},
			"threat": {"If this was not you, verify your account immediately. Otherwise it will be suspended within {hours} hours.", "Your account has been limited until you verify your identity."},
			"action": {"Review the activity", "Verify your account"},
		}},
		{"Parcel Service", "parcel-tracking", "your parcel", rules{
			"subject": {"Your parcel could not be delivered", "Parcel {ref}: delivery failed", "Action required: your parcel {ref}"},
			"story": {
				"Our driver could not deliver your parcel {ref} because the address is incomplete.", "Your parcel {ref} is waiting at our depot. A redelivery fee of 1.99 is open.", "We tried to deliver your parcel {ref} twice.",
			},
			"threat": {"If you do not act within {hours} hours, it will be returned to the sender.", "Please confirm your address and payment details immediately, or it will be destroyed."},
			"action": {"Schedule a new delivery", "Update your payment details"},
		}},
		{"Payroll", "payroll-portal", "a payroll update", rules{
			"subject": {"Action required: payroll update", "Your salary statement is ready", "Payroll: confirm your bank details"},
			"story": {
				"{Company} is moving to a new payroll system, and your bank details are missing.", "There is a correction to your last salary statement. Sign in to see it.", "Your salary for {month} could not be paid out because your account could not be verified.",
			},
			"threat": {"Verify your account within {hours} hours to be paid on time.", "Without your confirmation today, the payment will be delayed until next month."},
			"action": {"Confirm your bank details", "Verify your account"},
		}},
		{"Document Sharing", "docs-share", "a shared document", rules{
			"subject": {"A document has been shared with you", "{Company}: \"Salaries {year}.xlsx\" was shared with you", "You have one unread document"},
			"story":   {"A confidential document has been shared with {mail}.", "A colleague at {company} has shared a document with you. Sign in to see it.", "You have a new secure document. It is protected, so please sign in with your e-mail password."},
			"threat":  {"Verify your account within {hours} hours, then the link expires.", "For your security you must confirm your password before it opens."},
			"action":  {"Open the document", "Sign in to read it"},
		}},
		{"Billing Department", "billing-center", "an overdue invoice", rules{
			"subject": {"Final notice: overdue invoice {ref}", "Your account will be closed", "Payment failed: invoice {ref}"},
			"story":   {"Your last payment was declined, and invoice {ref} is overdue.", "We were unable to process the payment for your subscription.", "Invoice {ref} has been unpaid for 30 days."},
			"threat":  {"Update your payment details within {hours} hours or your account will be closed.", "Failure to act immediately will result in legal action and additional costs."},
			"action":  {"Update your payment details", "Pay now"},
		}},
		{"Your Bank", "online-banking", "your bank account", rules{
			"subject": {"Your account has been limited", "Important security notice", "Please confirm your transaction of 849.00"},
			"story":   {"We noticed unusual activity on your bank account and have limited it for your protection.", "A transfer of 849.00 to an unknown recipient is waiting for your confirmation.", "Your online banking access must be renewed."},
			"threat":  {"Verify your account within {hours} hours or it will be suspended.", "If you did not order it, you must confirm your identity immediately to stop it."},
			"action":  {"Verify your account", "Stop the transfer"},
		}},
		{"Voice Mail", "voicemail-box", "a voice message", rules{
			"subject": {"You have a new voice message (0:47)", "Missed call from +44 20 7946 0{line}", "New voice message for {mail}"},
			"story":   {"A caller has left you a voice message of 47 seconds.", "You missed a call today at {hour}. The caller left a message.", "A new voice message is waiting for {mail}. Sign in with your e-mail password to listen."},
			"threat":  {"Verify your account within {hours} hours or it will be deleted.", "Confirm your password to keep it, or your account will be closed."},
			"action":  {"Listen to the message", "Sign in to listen"},
		}},
		{"Help Desk", "helpdesk-portal", "your two-step sign-in", rules{
			"subject": {"Your two-step sign-in expires", "Security upgrade for {mail}", "Ticket {ref}: renew your two-step sign-in"},
			"story":   {"The two-step sign-in of {mail} must be set up again after our security upgrade.", "We are upgrading all accounts at {company}. Yours has not been upgraded yet.", "Your two-step sign-in expires today."},
			"threat":  {"If you do not verify your account within {hours} hours, your access will be suspended.", "Confirm your password to keep your access."},
			"action":  {"Renew my sign-in", "Upgrade my account"},
		}},
		{"HR Department", "hr-update", "the new holiday policy", rules{
			"subject": {"New holiday policy: please sign", "Action required: staff handbook {year}", "HR: your signature is missing"},
			"story":   {"{Company} has a new holiday policy, and your signature is missing.", "All employees must sign the staff handbook {year}.", "Your holiday request could not be approved. See the note from HR."},
			"threat":  {"Verify your account with your e-mail password within {hours} hours.", "If you do not confirm your identity today, your account will be locked."},
			"action":  {"Sign in and confirm", "Read and sign"},
		}},
		{"Customs Office", "customs-clearance", "a customs fee", rules{
			"subject": {"Customs fee for parcel {ref}", "Your parcel is held by customs", "Final notice: customs clearance {ref}"},
			"story":   {"A parcel addressed to you ({ref}) is held by customs. A fee of 2.99 is due.", "We could not clear parcel {ref}: the recipient must be verified.", "Parcel {ref} arrived from abroad, and duties of 2.99 have not been paid."},
			"threat":  {"Update your payment details within {hours} hours or it will be destroyed.", "After {hours} hours storage costs of 15.00 a day will be charged."},
			"action":  {"Pay the fee", "Verify your address"},
		}},
	}
})

// phisher is who pretends to be someone else.
func phisher(r *rng.Rand) Sender {
	p := rng.Pick(r, masks())
	domain := p.host + "-" + rng.Pick(r, []string{"verify", "secure", "login", "update", "support", "alert"}) + rng.Pick(r, []string{".example", ".test"})
	return Sender{Name: p.name, Address: rng.Pick(r, []string{"security", "support", "admin", "alert", "service", "notice"}) + "@" + domain, Org: p.name}
}

// phishingRules fit any topic.
var phishingRules = sync.OnceValue(func() rules {
	return rules{
		"subject": {
			"Action required: {topic}", "Urgent: {topic}", "Security alert: {topic}", "Final notice: {topic}", "Your account will be closed: {topic}", "Verify your account: {topic}",
			"[{company}] {Topic}", "Reminder: {topic} ({hours} hours left)", "Important: {topic}", "Case {ref}: {topic}",
		},
		"hello": {"Dear user,", "Dear customer,", "Dear {mail},", "Attention {mail},", "Hello,", "Dear account holder,"},
		"story": {
			"We noticed unusual activity on your account. It concerns {topic}.", "We were unable to verify your account. The reason: {topic}.", "There is a pending notice for you about {topic}.",
			"During our last check we found a problem with your account ({topic}).", "A document about {topic} has been shared with you. Sign in to see it.",
		},
		"threat": {
			"Verify your account within {hours} hours or it will be suspended.", "If you do not confirm your password within {hours} hours, your access will be suspended.",
			"Failure to act immediately will result in the loss of your access.", "Your account will be closed today unless you confirm your identity.",
		},
		"action":  {"Verify your account", "Confirm your password", "Sign in to keep your account"},
		"regards": {"{org}", "{org}\nAutomatic message, please do not reply", "Thank you for your cooperation,\n{org}"},
	}
})

// phishing writes a mail whose links show one host and lead to another.
func (w *writer) phishing() Mail {
	o := w.order
	if w.topic.text == "" {
		for _, m := range masks() {
			if m.name == o.From.Name {
				w.topic.text, w.vars["topic"] = m.topic, m.topic
				w.rules = append(w.rules, m.rules)
			}
		}
	}
	w.rules = append(w.rules, phishingRules())
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
	if w.r.Chance(0.4) {
		m.Attachments = w.bait(link)
	}
	if w.r.Chance(0.5) {
		m.ReplyTo = mimebuild.Address{Name: o.From.Name, Addr: "desk" + w.r.Text("0123456789", 4) + "@" + rng.Pick(w.r, mailHosts)}
	}
	return m
}

// bait is the file of a phishing mail: a page that asks for the password, or what calls
// itself an archive of the document. Nothing in it can run.
func (w *writer) bait(link string) []mimebuild.Attachment {
	name := rng.Pick(w.r, []string{"Invoice", "Statement", "Document", "Secure_Message", "Voicemail", "Payment_Advice", "Scan"}) + "_" + w.r.Text("0123456789", 5)
	if w.r.Chance(0.6) {
		page := "<html><body><h3>" + html.EscapeString(oneLine(w.order.From.Org)) + "</h3><form action=\"" + html.EscapeString(link) + "\" method=\"post\">" +
			"E-mail <input name=\"user\" value=\"" + html.EscapeString(w.order.To.Address) + "\"><br>Password <input name=\"pass\" type=\"password\"><br><button>Open document</button></form></body></html>\n"
		return []mimebuild.Attachment{{Filename: name + ".html", ContentType: "text/html", Data: []byte(page)}}
	}
	return []mimebuild.Attachment{{Filename: name + ".pdf.zip", ContentType: "application/zip", Data: []byte("PK\x05\x06" + strings.Repeat("\x00", 18))}}
}
