package extract

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// opinion is what one sign says about a link.
type opinion struct {
	class class
	word  string
}

// linkJudge judges the links of a page. hasCode tells that the mail holds a code to type, so that a page to type it in is
// no magic link.
type linkJudge struct {
	*page
	words   *lexicon
	hasCode bool
	targets map[string]target // by address: footers repeat theirs
	timed   func() bool       // the mail says of its link that it ends, serves once or was asked for
	invited func() bool       // the mail speaks of an invitation apart from its links
	sole    func() bool       // the mail has one link with a token, footers aside, and speaks of no trade
}

// judgeLinks gives every link of the page, and those that act for the reader.
func (p *page) judgeLinks(hasCode bool) (all, magic []Link) {
	all, magic = []Link{}, []Link{}
	if len(p.links) == 0 {
		return all, magic
	}
	j := &linkJudge{page: p, words: linkLexicon(), hasCode: hasCode, targets: map[string]target{}}
	j.timed = sync.OnceValue(j.speaksOfLinks)
	j.invited = sync.OnceValue(j.speaksOfInvitation)
	j.sole = sync.OnceValue(j.hasSoleToken)
	at := map[string]int{}
	var acting []bool
	open, line := -1, 0 // a link that holds a token and that nothing else tells about
	for i := range p.links {
		l := &p.links[i]
		class, why := j.judge(i)
		found := Link{URL: l.url, Text: l.text, Kind: linkKinds[class], Why: why}
		k, seen := at[l.url]
		switch {
		case !seen:
			at[l.url] = len(all)
			if t := j.target(l.url); class == 0 && t.secret() && !t.site {
				open, line = len(all), l.line
			}
			all, acting = append(all, found), append(acting, class.acts())
		case class.acts() && (all[k].Kind == "other" || all[k].Kind == "image"):
			all[k], acting[k] = found, true
		case all[k].Text == "":
			all[k].Text = l.text
		}
	}
	if open >= 0 && j.sole() && !slices.Contains(acting, true) {
		acting[open] = j.lastResort(&all[open], line)
	}
	for k, l := range all {
		if acting[k] {
			magic = append(magic, l)
		}
	}
	return all, magic
}

// lastResort makes the only link with a token, which stands on line at, one that acts, if the mail speaks of acting or of a
// password.
func (j *linkJudge) lastResort(l *Link, at int) bool {
	label := anchorWords(l.Text)
	points, hint := j.points(label) || at > 0 && j.takesUp(label, at-1), ""
	for i := range j.lines {
		for _, m := range j.lines[i].marks {
			if m.class == password && points {
				l.Kind, l.Why = linkKinds[linkReset], "the only link with a token in a mail about a password"
				return true
			}
		}
		low := j.lines[i].low
		for _, m := range j.words.find(low) {
			c := m.class
			switch c {
			case linkReport: // "if you did not ask for this"
				c = linkConfirm
			case linkHint:
				hint = low[m.start:m.end]
			}
			if c.acts() && (points || c == linkInvite && strings.Contains(low, lastWord(label))) { // "invited you to the board": "See the board"
				l.Kind, l.Why = linkKinds[c], fmt.Sprintf("the only link with a token in a mail that says %q", low[m.start:m.end])
				return true
			}
		}
	}
	if hint != "" && points && j.timed() {
		l.Kind, l.Why = linkKinds[linkVerify], fmt.Sprintf("the only link with a token, for a while or once, in a mail that says %q", hint)
		return true
	}
	return false
}

func (j *linkJudge) hasSoleToken() bool {
	only := ""
	for i := range j.links {
		l := &j.links[i]
		t := j.target(l.url)
		if l.url == only || !t.secret() || t.against.class.turnsAway() && t.against.class != linkOther {
			continue
		}
		if said := say(j.words, anchorWords(l.text)).class; said.turnsAway() && said != linkOther {
			continue
		}
		if only != "" {
			return false
		}
		only = l.url
	}
	for i := range j.lines {
		if l := &j.lines[i]; l.promo || hasClass(j.words.find(l.low), linkOther) {
			return false
		}
	}
	return true
}

func (j *linkJudge) speaksOfInvitation() bool {
	for i := range j.lines {
		for _, m := range j.words.find(j.lines[i].low) {
			if m.class == linkInvite && !j.inAnchor(i, span{m.start, m.end}) {
				return true
			}
		}
	}
	return false
}

func (j *linkJudge) speaksOfLinks() bool {
	for i := range j.lines {
		low := j.lines[i].low
		for _, m := range j.words.find(low) {
			if m.class == linkOnce || m.class == linkSignin && containsAny(low[m.start:m.end], linkNouns, passwordNouns) {
				return true
			}
		}
	}
	return false
}

func containsAny(s string, lists ...[]string) bool {
	return slices.ContainsFunc(lists, func(parts []string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
	})
}

func (j *linkJudge) target(url string) target {
	t, ok := j.targets[url]
	if !ok {
		t = readTarget(url)
		j.targets[url] = t
	}
	return t
}

// judge weighs what speaks of link i. What its label or its sentence says it does goes before its address, its address
// before what a neighbouring sentence or the host hints at. Only what stands higher, or is plain, turns a link away.
func (j *linkJudge) judge(i int) (class, string) {
	l := &j.links[i]
	t := j.target(l.url)
	switch {
	case t.social != "":
		return linkSocial, "leads to " + t.social
	case t.store:
		return linkOther, "leads to a store"
	case t.against.class == linkUnsubscribe, t.against.class == linkReport, t.against.class == linkTracking:
		return t.against.class, fmt.Sprintf("address says %q", t.against.word)
	}
	said := say(j.words, anchorWords(l.text))
	switch {
	case joinWords.has(said.word) && t.act.class == linkInvite && t.secret() && j.invited():
		return linkInvite, fmt.Sprintf("text says %q", said.word)
	case said.class.turnsAway():
		return said.class, fmt.Sprintf("text says %q", said.word)
	case said.class == linkReset && j.unasked(i):
		return linkReport, "for those who did not ask"
	case said.class.acts():
		return j.judgeSaid(said, t)
	case l.anchor && l.image && l.text == "" && !t.acts():
		return linkImage, "an image without words"
	}
	var heard hearing
	if !l.anchor || len(anchorWords(l.text)) <= maxLabelText {
		heard = j.around(i)
	}
	return j.judgeHeard(heard, t)
}

// unasked tells a link for those who did not ask for the mail: "if that was not you, change your password".
func (j *linkJudge) unasked(i int) bool {
	l := &j.links[i]
	low := j.lines[l.line].low
	sentence, earlier := lastSentence(tail(low[:min(l.start, len(low))]))
	asked, _ := lastSentence(earlier)
	return j.denies(sentence) || j.denies(asked)
}

// judgeSaid decides about an anchor whose text names an action.
func (j *linkJudge) judgeSaid(said opinion, t target) (class, string) {
	why := fmt.Sprintf("text says %q", said.word)
	switch {
	case t.against.class != 0 && !(t.acts() && t.token) && !(t.secret() && (!t.trades() || said.class == linkVerify || said.class == linkReset)):
		return t.against.class, fmt.Sprintf("address says %q", t.against.word)
	case t.home:
		return 0, "leads to a home page"
	case t.site && !t.secret() && !(t.acts() && t.personal):
		return linkOther, "leads to a site to read or to meet"
	case said.class == linkSignin && (t.secret() && (t.acts() || j.timed() || j.sole()) || t.acts() && t.personal && j.timed()):
		return said.class, why
	case said.class == linkSignin:
		return 0, "a sign-in page for everyone"
	case t.token || t.personal:
		return said.class, why
	case t.acts() && !j.hasCode && said.class != linkReset:
		return said.class, why
	}
	return 0, "names an action, but is the same for everyone"
}

// judgeHeard decides about a link by the words around it and its address.
func (j *linkJudge) judgeHeard(heard hearing, t target) (class, string) {
	why := fmt.Sprintf("beside %q", heard.word)
	ownAct := t.acts() && t.token
	asks := heard.class.acts() && (t.secret() && (heard.class != linkSignin || t.acts() || j.timed() || j.sole()) || t.acts() && t.personal)
	switch {
	case heard.class.turnsAway() && (heard.class.overrules() || !ownAct):
		return heard.class, why
	case t.site && !ownAct && (heard.class == linkInvite || !asks || t.titled):
		return linkOther, "leads to a site to read or to meet"
	case heard.announced && (asks && t.secret() && !t.trades() || heard.class == linkInvite && t.act.class == linkInvite && t.named || t.numbered && heard.class.acts() && heard.class != linkSignin && (t.against.class == 0 || t.acts() && sitePlaces.has(t.against.word))):
		return heard.class, why
	case t.against.class != 0 && !(ownAct && (heard.class.acts() || t.against.class == linkPreferences)):
		return t.against.class, fmt.Sprintf("address says %q", t.against.word)
	case asks:
		return heard.class, why
	case ownAct && (!t.site || t.act.class != linkInvite || j.invited()):
		return t.act.class, fmt.Sprintf("address says %q and holds a token", t.act.word)
	}
	return 0, "no sign of an action"
}

// anchorWords is anchor text in the form of the lexicon.
func anchorWords(text string) string { return lower(normalise(text)) }

// say is what a text says of the link it stands for: words that turn away come first, then those that act.
func say(x *lexicon, low string) opinion {
	var first opinion
	for _, m := range chosen(low, x.find(low)) {
		o := opinion{m.class, low[m.start:m.end]}
		switch {
		case m.class >= linkOnce:
		case first.class == 0:
			first = o
		case first.class == linkReset && m.class == linkPreferences: // "set a new password", where "set" is the word for settings
		case first.class.acts() && m.class.turnsAway() && m.class != linkOther && m.class != linkHelp && m.class != linkLegal && m.class != linkSocial:
			first = o
		case first.class == linkOther && m.class.acts() || first.class == linkSignin && m.class.acts():
			if first.class == linkSignin {
				first = o
			}
		}
	}
	return first
}
