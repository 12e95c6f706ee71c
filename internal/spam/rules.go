package spam

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// rule is one row of the table: judge returns tenths of a point, 0 when the
// rule does not hold.
type rule struct {
	name, text string
	judge      func(f *facts) int
}

// when makes a judge of a condition.
func when(tenths int, holds func(f *facts) bool) func(*facts) int {
	return func(f *facts) int {
		if holds(f) {
			return tenths
		}
		return 0
	}
}

// rules is the table. The scores follow those of SpamAssassin 4.0.1 in scale
// and order, not in value.
var rules = [...]rule{
	// Headers.
	{"missing_date", "There is no Date header: set one (RFC 5322 section 3.6.1).",
		when(25, func(f *facts) bool { return f.Date.IsZero() })},
	{"date_in_future", "The Date header lies more than a day after the arrival: correct the clock or the time zone of the sender.",
		when(24, func(f *facts) bool {
			return !f.Date.IsZero() && !f.Arrived.IsZero() && f.Date.Sub(f.Arrived) > 24*time.Hour
		})},
	{"date_in_past", "The Date header lies more than four days before the arrival: set it when the mail is sent.",
		when(8, func(f *facts) bool {
			return !f.Date.IsZero() && !f.Arrived.IsZero() && f.Arrived.Sub(f.Date) > 96*time.Hour
		})},
	{"missing_message_id", "There is no Message-ID header: give each mail one of its own.",
		when(10, func(f *facts) bool { return !f.HasMessageID })},
	{"missing_subject", "The subject is empty: say in a few words what the mail is about.",
		when(13, func(f *facts) bool { return strings.TrimSpace(f.Subject) == "" })},
	{"missing_from", "There is no usable From address: send from a full address.",
		when(20, func(f *facts) bool { return f.sender == "" })},
	{"subject_all_caps", "The subject is in capitals: write it in ordinary letters.",
		when(8, func(f *facts) bool { return mostlyCaps(f.Subject, 8, 90) })},
	{"many_exclamations", "Too many exclamation marks: one at most in the subject, no rows of them in the text.",
		when(5, manyExclamations)},
	{"fake_reply", "The subject starts with Re: or Fwd: but the mail answers nothing: drop the prefix or send the References of the thread.",
		when(8, func(f *facts) bool { return !f.InThread && hasReplyPrefix(f.Subject) && f.unfamiliar() && f.offers() })},
	{"from_name_is_other_address", "The sender's name shows an address of another domain: use a plain name.",
		when(20, func(f *facts) bool {
			d := domainIn(f.FromName)
			return d != "" && !f.isSender(d)
		})},
	{"from_name_is_brand", "The sender's name is that of a well-known company but the address is not of its domain: send from your own name or domain.",
		when(15, (*facts).pretendsBrand)},
	{"freemail_reply_to", "Reply-To is at a free mail provider and differs from From: answer to the sending domain.",
		when(13, (*facts).freeMailReply)},

	// Body.
	{"empty_body", "The body is empty: write at least a sentence.",
		when(23, func(f *facts) bool { return len(f.words) == 0 && f.images == 0 && len(f.Attachments) == 0 })},
	{"body_mostly_caps", "Most of the text is in capitals: write it in ordinary letters.",
		when(15, func(f *facts) bool { return mostlyCaps(f.body, 40, 60) })},
	{"image_only", "An image carries the message: put its content in the HTML as text as well.",
		when(25, (*facts).imageOnly)},
	{"linked_image", "The whole mail is one linked image: put the link under words that say where it goes.",
		when(22, func(f *facts) bool { return f.imageOnly() && f.imageLinks > 0 })},
	{"html_only", "There is no plain text part: send both in multipart/alternative.",
		when(3, func(f *facts) bool { return f.HTML != "" && strings.TrimSpace(f.Text) == "" })},
	{"text_html_differ", "The plain text and the HTML say different things: make one from the other.",
		when(15, (*facts).partsDiffer)},
	{"hidden_text", "Much text is hidden from the reader: remove what is not to be read.",
		when(12, func(f *facts) bool { return f.content.Hidden > 300 && f.content.Hidden > len(f.content.Text)/2 })},
	{"html_form", "The HTML holds a form: link to a page with the form instead.",
		when(15, func(f *facts) bool { return f.content.Forms > 0 })},
	{"html_script", "The HTML holds a script: remove it, no client runs it.",
		when(20, func(f *facts) bool { return f.content.Scripts > 0 })},
	{"obfuscated_words", "Words mix scripts or are spaced out to slip past filters: spell them as they are.",
		when(18, func(f *facts) bool { return f.mixedScripts > 0 || f.spacedOut >= 2 })},

	// Words.
	{"generic_greeting", "The greeting fits anyone (dear friend, dear winner): address the reader by name.",
		anyonesGreeting},
	{"impersonal_greeting", "The greeting names a role (dear customer): address the reader by name.",
		func(f *facts) int {
			switch {
			case f.hits[impersonal] == 0 || !f.unfamiliar():
				return 0
			case f.unproven() && f.elsewhere():
				return 15
			}
			return 5
		}},
	{"money_and_urgency", "Promises of money, and pressure to act at once: say the offer plainly and leave the reader time.",
		moneyAndUrgency},
	{"advance_fee", "The text reads like an advance-fee letter (inheritance, funds, beneficiary): leave such phrases out.",
		func(f *facts) int { return ladder(f.hits[advanceFee], 0, 20, 25, 40) }},
	{"pharmacy", "The text advertises drugs: leave their names and claims out, or write about them without selling.",
		drugs},
	{"crypto_offer", "The text promises gains from coins or trading: state no returns and ask for no transfer.",
		func(f *facts) int { return ladder(f.hits[crypto], 10, 30, 40) }},
	{"adult_offer", "The text offers adult content: leave it out.",
		when(20, func(f *facts) bool { return f.hits[adult] > 0 })},
	{"extortion", "The text threatens to publish something unless paid: no filter lets that pass.",
		func(f *facts) int { return ladder(f.hits[extortion], 0, 40, 60) }},
	{"sales_claims", "Claims of the kind that spam makes (100% free, no obligation, risk free): describe the product instead.",
		func(f *facts) int { return ladder(f.hits[claims], 5, 10, 20, 30, 40) }},
	{"phishing_phrases", "Threats about an account together with a link: name the account, drop the threat, let readers go to the site themselves.",
		phishing},
	{"pressure_elsewhere", "A deadline, and an answer that goes somewhere else than to the sender: link to your own site, answer to your own domain, leave the reader time.",
		when(15, func(f *facts) bool { return f.hits[urgency] > 0 && f.unproven() && f.elsewhere() })},
	{"offer_elsewhere", "An offer whose answer goes somewhere else than to the sender: link to your own site, answer to your own domain.",
		when(15, func(f *facts) bool { return f.offers() && f.hits[threats] == 0 && f.unproven() && f.elsewhere() })},

	// Links.
	{"link_mismatch", "A link shows one site and goes to another: let text and target name the same host.",
		when(25, func(f *facts) bool { return f.mismatched > 0 })},
	{"url_shortener", "A link goes through a URL shortener: link to the page itself.",
		when(10, func(f *facts) bool { return f.shortened > 0 })},
	{"ip_address_link", "A link names a number instead of a host: use a host name.",
		when(12, func(f *facts) bool { return f.numeric > 0 })},
	{"deceptive_link", "A link hides its host behind a user name, look-alike letters or an odd port: use a plain URL.",
		when(15, func(f *facts) bool { return f.deceptive > 0 })},
	{"risky_domain", "A link goes to a top-level domain that spam uses most: use the domain readers know you by.",
		when(6, func(f *facts) bool { return f.riskyDomain > 0 })},

	// Attachments.
	{"risky_attachment", "A file of a kind that can run programs is attached: send a link, or a PDF.",
		when(40, func(f *facts) bool { return f.riskyFiles > 0 })},
	{"html_attachment", "A web page is attached: put it in the body or send a link.",
		when(15, func(f *facts) bool { return f.webFiles > 0 })},
	{"bare_attachment", "A file that can do harm comes with hardly a word: say what it is, and sign the mail (DKIM).",
		when(15, func(f *facts) bool {
			return f.unproven() && len(f.words) < 25 && (f.riskyFiles+f.webFiles > 0 || f.archives > 0 && f.hits[password] > 0)
		})},
	{"archive_with_password", "An archive is attached and its password is in the text: share the file another way.",
		when(30, func(f *facts) bool { return f.archives > 0 && f.hits[password] > 0 })},

	// Sending.
	{"bulk_without_unsubscribe", "Mail to many without a List-Unsubscribe header: add one with an https link (RFC 2369, RFC 8058).",
		when(15, func(f *facts) bool { return f.Bulk && strings.TrimSpace(f.ListUnsubscribe) == "" })},
	{"no_one_click", "List-Unsubscribe without one click: add an https link and List-Unsubscribe-Post: List-Unsubscribe=One-Click (RFC 8058).",
		when(5, func(f *facts) bool { return f.Bulk && strings.TrimSpace(f.ListUnsubscribe) != "" && !f.oneClick() })},
	{"spf_fail", "SPF fails: list the sending server in the SPF record of the envelope domain.",
		when(15, func(f *facts) bool { return f.Auth.SPF == "fail" })},
	{"spf_softfail", "SPF fails softly: list the sending server in the SPF record of the envelope domain.",
		when(10, func(f *facts) bool { return f.Auth.SPF == "softfail" })},
	{"dkim_invalid", "The DKIM signature does not verify: sign last, and change nothing after it.",
		when(5, func(f *facts) bool { return f.Auth.DKIM == "fail" || f.Auth.DKIM == "permerror" })},
	{"dmarc_fail", "DMARC fails: pass SPF or DKIM for the domain in From.",
		when(25, func(f *facts) bool { return f.Auth.DMARC == "fail" })},
	{"no_authentication", "An unknown sender without SPF, DKIM and DMARC: set up at least one that passes.",
		when(5, func(f *facts) bool {
			return !f.Known && isNone(f.Auth.SPF) && isNone(f.Auth.DKIM) && isNone(f.Auth.DMARC)
		})},
	{"dkim_aligned", "Signed by the domain in From.",
		when(-3, func(f *facts) bool {
			return f.Auth.DKIM == "pass" && (f.Auth.DMARC == "pass" || f.isSender(f.Auth.DKIMDomain))
		})},
	{"known_correspondent", "The reader has written to this sender before.",
		when(-20, func(f *facts) bool { return f.Known })},
	{"reply_in_thread", "An answer to a mail of the reader.",
		when(-30, func(f *facts) bool { return f.InThread })},
}

func isNone(result string) bool { return result == "" || result == "none" }

// ladder returns the step of that many hits; more stay on the last.
func ladder(hits int, steps ...int) int {
	if hits == 0 {
		return 0
	}
	return steps[min(hits, len(steps))-1]
}

// anyonesGreeting weighs little in a mail that wants nothing: friends and clubs
// greet so too.
func anyonesGreeting(f *facts) int {
	switch {
	case f.hits[greeting] == 0:
		return 0
	case f.offers() || f.hits[extortion] > 0 || f.elsewhere():
		return 25
	}
	return 5
}

// drugs weighs names of drugs less in a mail of a proven sender that does not
// press: doctors and chemists write about them.
func drugs(f *facts) int {
	if !f.unproven() && f.hits[urgency]+f.hits[claims] == 0 {
		return ladder(f.hits[pharmacy], 5, 10)
	}
	return ladder(f.hits[pharmacy], 20, 40, 45)
}

// moneyAndUrgency takes both together: either alone is ordinary business. Gains
// from coins are money as well.
func moneyAndUrgency(f *facts) int {
	m, u := f.hits[money]+min(f.hits[crypto], 1), f.hits[urgency]
	switch {
	case m >= 3 && u >= 1 || m >= 5:
		return 30
	case m >= 2 && u >= 1 || m >= 1 && u >= 2:
		return 20
	case m >= 1 && u >= 1 || m >= 2:
		return 10
	}
	return 0
}

// phishing wants a way to answer. One such phrase with links to the sender's own
// site is how services write to their users.
func phishing(f *facts) int {
	if f.webLinks == 0 && !f.elsewhere() || !f.unfamiliar() || f.hits[threats] == 1 && !f.elsewhere() {
		return 0
	}
	return ladder(f.hits[threats], 20, 20, 30)
}

func manyExclamations(f *facts) bool {
	return strings.Count(f.Subject, "!") > 1 || strings.Count(f.body, "!!!") > 1
}

// mostlyCaps reports whether at least percent of the letters are capitals, in
// text of at least minLetters that could be in small letters.
func mostlyCaps(s string, minLetters, percent int) bool {
	upper, letters := 0, 0
	for _, r := range s {
		switch {
		case 'a' <= r && r <= 'z':
			letters++
		case 'A' <= r && r <= 'Z', r >= utf8.RuneSelf && unicode.IsUpper(r):
			upper++
			letters++
		case r >= utf8.RuneSelf && unicode.IsLower(r):
			letters++
		}
	}
	return letters >= minLetters && upper*100 >= letters*percent
}

func hasReplyPrefix(subject string) bool {
	s := strings.ToLower(strings.TrimSpace(subject))
	for _, p := range [...]string{"re:", "fwd:", "fw:", "aw:", "wg:", "sv:", "antw:"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
