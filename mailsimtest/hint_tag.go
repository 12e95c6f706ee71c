package mailsimtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/near"
	"github.com/mailsim/mailsim/internal/simtime"
)

// magic are the tags that decide how an address behaves, and what each does.
var magic = func() map[string]string {
	out := map[string]string{}
	for _, t := range mailsim.MagicTags() {
		out[t.Tag] = t.Text
	}
	return out
}()

// isMagic tells whether a tag decides anything.
func isMagic(tag string) bool {
	if magic[tag] != "" {
		return true
	}
	rest, slow := strings.CutPrefix(tag, "slow")
	d, err := simtime.ParseDuration(rest)
	return slow && err == nil && d > 0
}

// tagsOf are the tags of an address, lower case; the last is the one that counts.
func tagsOf(address string) []string {
	local := strings.ToLower(address)
	if i := strings.LastIndexByte(local, '@'); i >= 0 {
		local = local[:i]
	}
	return strings.Split(local, "+")[1:]
}

// tags are hints at tags that decide nothing: of addresses that were known before
// mail came for them, and those that may be misspelled.
func (l *look) tags() (out []hint) {
	if l.s.conf.options.NoMagic {
		return nil
	}
	for _, key := range l.order {
		a, tags := l.at[key], tagsOf(key)
		if len(tags) == 0 {
			continue
		}
		h := hint{from: cmp.Or(a.got, a.sent, l.last), about: []string{key}}
		tag := tags[len(tags)-1]
		if isMagic(tag) {
			if why := l.dead(a, tag); why != "" {
				h.text = fmt.Sprintf("the tag of %s decides nothing: %s", a.address, why)
				out = append(out, h)
			}
			continue
		}
		if earlier := slices.IndexFunc(tags, isMagic); earlier >= 0 {
			h.text = fmt.Sprintf("the tag +%s of %s decides nothing: only the last one counts", tags[earlier], a.address)
		} else if meant := meantTags(tag); len(meant) > 0 {
			h.text = fmt.Sprintf("+%s in %s decides nothing; was %s meant?", tag, a.address, strings.Join(meant, ", or "))
		} else {
			continue
		}
		out = append(out, h)
	}
	return out
}

// dead says why the magic tag of an address does not decide, "" if it does.
func (l *look) dead(a *addressLook, tag string) string {
	if a.box == nil {
		return "" // what refuses and bounces makes no mailbox
	}
	byDomain := false
	if u := l.s.Universe; u != nil {
		rules := u.Recipients()
		for address := range rules.Status {
			if addr.Key(address) == addr.Key(a.address) {
				return "" // it was given a status
			}
		}
		_, domain, _ := strings.Cut(strings.ToLower(a.address), "@")
		_, byDomain = rules.Domains[domain]
	}
	p, err := l.s.world.PersonaByAddress(a.address)
	someone := err == nil
	if someone && (p.Temperament == tag || tag == "ooo" && len(p.Timing.OOO) > 0) {
		return "" // it is so all the same
	}
	asPerson := tag == "ooo" || tag == "unsubscribe" || isTemperament(tag)
	fails := mailsim.MailboxStatus(strings.TrimSuffix(tag, "-dsn")).Reply().Code != 0
	first := a.got != 0 && (a.sent == 0 || a.got <= a.sent)
	switch {
	case asPerson && a.made != 0 && strings.HasSuffix(a.madeWhy, "+"+tag):
		return ""
	case !asPerson && !fails && first && !someone && !a.box.CanLogin && !byDomain:
		return ""
	case byDomain && first:
		return "the rule of its domain comes first"
	}
	const late = "a tag counts only for an address that is not known yet"
	remedy := "let mail come to it first"
	switch {
	case fails:
		remedy = "mailsim.Recipients.Status makes a known address fail"
	case someone && tag == "ooo":
		remedy = "Timing.OOO of a mailsim.Persona makes a known person absent"
	case someone && isTemperament(tag):
		remedy = "an edit of Temperament makes a known person " + tag
	}
	why := "its mailbox was there before"
	switch {
	case a.box.CanLogin:
		why = "it has a login"
	case someone && a.made == 0:
		why = fmt.Sprintf("%s was put behind it before", p.Name)
	case a.sent != 0 && !first:
		why = "it sent a mail before it got one"
	}
	return fmt.Sprintf("%s, and %s; %s", why, late, remedy)
}

func isTemperament(tag string) bool {
	return strings.HasPrefix(magic[tag], "a person with the temperament ")
}

// otherWords are what people write for tags that have another name.
var otherWords = map[string][]string{
	"unknown": {"nouser", "nobody", "noone", "notfound", "missing", "invalid", "nonexistent", "noexist", "doesnotexist", "gone", "reject", "rejected", "refuse", "refused", "550"},
	"unknown-dsn": {"bounce", "bounces", "bounced", "bouncing", "hardbounce", "hard-bounce", "fail", "fails", "failed", "failure", "dsn", "ndr",
		"undeliverable", "undelivered"},
	"domain":      {"nodomain", "nxdomain", "nohost"},
	"full":        {"quota", "overquota", "mailboxfull", "mailbox-full", "552"},
	"blocked":     {"block", "blocklist", "blocklisted", "blacklist", "blacklisted", "banned", "policy", "554"},
	"disabled":    {"inactive", "suspended"},
	"tempfail":    {"temp", "temporary", "tempfailure", "softbounce", "soft-bounce", "softfail", "defer", "deferred", "greylist", "greylisted", "greylisting", "451"},
	"slow30m":     {"slow", "delay", "delayed", "late"},
	"ooo":         {"outofoffice", "out-of-office", "oof", "away", "vacation", "holiday", "autoreply", "auto-reply", "autoresponder"},
	"complaint":   {"complain", "complains", "abuse", "fbl", "spamreport", "spam-report"},
	"unsubscribe": {"unsub", "optout", "opt-out"},
	"ghost":       {"silent", "noreply", "no-reply", "noanswer", "unresponsive", "ignore", "ignores"},
	"skeptical":   {"sceptical"},
}

// meantTags says which tags a word may have been meant as.
func meantTags(word string) (out []string) {
	say := func(tag string) { out = append(out, fmt.Sprintf("+%s (%s)", tag, magic[tag])) }
	for _, t := range mailsim.MagicTags() {
		if slices.Contains(otherWords[t.Tag], word) {
			say(t.Tag)
		}
	}
	if len(out) == 0 && strings.HasPrefix(word, "slow") {
		say("slow30m") // with what is no duration
	}
	if len(out) > 0 {
		return out
	}
	best := 3
	nearest := ""
	for _, t := range mailsim.MagicTags() {
		if d := near.Edits(word, t.Tag); d < best && d <= near.Slips(t.Tag) && misspelt(word, t.Tag) {
			best, nearest = d, t.Tag
		}
	}
	if nearest != "" {
		say(nearest)
	}
	return out
}

// misspelt tells whether a word near a short one looks like it: +foo is a word of
// its own, +oo and +oooo are not.
func misspelt(word, tag string) bool {
	if len(tag) > 4 {
		return true
	}
	return word != "" && word[0] == tag[0] && (len(word) != len(tag) || slices.Equal(sorted(word), sorted(tag)))
}

func sorted(s string) []byte {
	b := []byte(s)
	slices.Sort(b)
	return b
}
