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
	open := -1 // a link that holds a token and that nothing else tells about
	for i := range p.links {
		l := &p.links[i]
		class, why := j.judge(i)
		found := Link{URL: l.url, Text: l.text, Kind: linkKinds[class], Why: why}
		k, seen := at[l.url]
		switch {
		case !seen:
			at[l.url] = len(all)
			if t := j.target(l.url); class == 0 && t.secret() && !t.public {
				open = len(all)
			}
			all, acting = append(all, found), append(acting, class.acts())
		case class.acts() && (all[k].Kind == "other" || all[k].Kind == "image"):
			all[k], acting[k] = found, true
		case all[k].Text == "":
			all[k].Text = l.text
		}
	}
	if open >= 0 && j.sole() && !slices.Contains(acting, true) {
		acting[open] = j.lastResort(&all[open])
	}
	for k, l := range all {
		if acting[k] {
			magic = append(magic, l)
		}
	}
	return all, magic
}

// lastResort makes the only link with a token one that acts, if the mail speaks of acting or of a password.
func (j *linkJudge) lastResort(l *Link) bool {
	label := anchorWords(l.Text)
	points, hint := j.points(label), ""
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
	return slices.ContainsFunc(j.lines, func(l line) bool {
		return !strings.Contains(l.low, linkRune) && hasClass(j.words.find(l.low), linkInvite)
	})
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

// judge weighs the address, the anchor text and the words around link i.
func (j *linkJudge) judge(i int) (class, string) {
	l := &j.links[i]
	t := j.target(l.url)
	switch {
	case t.social != "":
		return linkSocial, "leads to " + t.social
	case t.reading, t.public && !t.secret() && !(t.acts() && t.personal):
		return linkOther, "leads to a store or a site to read"
	case t.against.class == linkPreferences && t.acts() && t.token:
		// "/settings/email/confirm/8kd2": the action is in the settings
	case t.against.class != 0 && t.against.class != linkOther && t.against.class != linkHelp:
		return t.against.class, fmt.Sprintf("address says %q", t.against.word)
	}
	said := say(j.words, anchorWords(l.text))
	if joinWords[said.word] && t.act.class == linkInvite && t.secret() && j.invited() {
		return linkInvite, fmt.Sprintf("text says %q", said.word)
	}
	if said.class.turnsAway() {
		return said.class, fmt.Sprintf("text says %q", said.word)
	}
	if said.class.acts() {
		return j.judgeSaid(said, t)
	}
	if l.anchor && l.image && l.text == "" && !t.acts() {
		return linkImage, "an image without words"
	}
	var around opinion
	if !l.anchor || len(anchorWords(l.text)) <= maxLabelText {
		around = j.around(i)
	}
	return j.judgeAround(around, t)
}

// judgeSaid decides about an anchor whose text names an action.
func (j *linkJudge) judgeSaid(said opinion, t target) (class, string) {
	why := fmt.Sprintf("text says %q", said.word)
	switch {
	case t.against.class != 0 && !(t.acts() && t.token):
		return t.against.class, fmt.Sprintf("address says %q", t.against.word)
	case t.home:
		return 0, "leads to a home page"
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

// judgeAround decides about a link by its address and the words around it.
func (j *linkJudge) judgeAround(around opinion, t target) (class, string) {
	switch {
	case t.public && !t.acts() && (around.class == linkInvite || !around.class.acts()):
		return linkOther, "leads to a site to read or to meet"
	case around.class.turnsAway() && !(around.class == linkOther && t.acts() && t.token):
		return around.class, fmt.Sprintf("beside %q", around.word)
	case t.against.class != 0 && !(t.acts() && t.token && around.class.acts()):
		return t.against.class, fmt.Sprintf("address says %q", t.against.word)
	case around.class.acts() && t.secret() && (around.class != linkSignin || t.acts() || j.timed() || j.sole()):
		return around.class, fmt.Sprintf("beside %q", around.word)
	case around.class.acts() && t.acts() && t.personal:
		return around.class, fmt.Sprintf("beside %q", around.word)
	case t.acts() && t.token && !t.public:
		return t.act.class, fmt.Sprintf("address says %q and holds a token", t.act.word)
	}
	return 0, "no sign of an action"
}

// anchorWords is anchor text in the form of the lexicon.
func anchorWords(text string) string { return lower(normalise(text)) }

// say is what a text says of the link it stands for: words that turn away come first, then those that act.
func say(x *lexicon, low string) opinion {
	var first opinion
	for _, m := range x.find(low) {
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

// maxLabelText is the most bytes of anchor text that leaves it to the words around it to say where it leads.
const maxLabelText = 40

// points tells a label that only points: nothing, an address, "here", "click this link", a button to go on.
func (j *linkJudge) points(label string) bool {
	label = strings.Trim(label, linkRune+" :.!>-<([\"'*")
	if label == "" || strings.Contains(label, "://") {
		return true
	}
	return slices.ContainsFunc(j.words.find(label), func(m mark) bool {
		return m.class == linkPoint || m.class.acts() || m.class == linkHint || m.class == linkOnce && containsAny(label[m.start:m.end], linkNouns)
	})
}

// around is what the sentence that holds link i says of it, or the lines above.
func (j *linkJudge) around(i int) opinion {
	p, x := j.page, j.words
	l := &p.links[i]
	own := &p.lines[l.line]
	before := own.low[:min(l.start, len(own.low))]
	if i > 0 && p.links[i-1].line == l.line && p.links[i-1].end <= len(before) {
		before = before[p.links[i-1].end:] // what stands before it is about that link
	}
	if len(before) > reachLeft {
		before = before[len(before)-reachLeft:]
	}
	after := own.low[min(l.end, len(own.low)):]
	if k := strings.Index(after, linkRune); k >= 0 {
		after = after[:k]
	}
	sentence, earlier := lastSentence(before)
	if o := nearest(x, sentence); o.class != 0 {
		return o
	}
	if o := say(x, firstSentence(after)); o.class != 0 && strings.TrimSpace(sentence) != "" {
		return o
	}
	if label := sentence; l.anchor && !j.points(anchorWords(l.text)) || !l.anchor && !j.points(label) {
		return opinion{} // it says itself what it leads to
	}
	if o := nearest(x, earlier); o.class != 0 {
		return o
	}
	for d := 1; d <= 3 && l.line-d >= 0; d++ {
		above := &p.lines[l.line-d]
		if above.part != own.part && above.part != inSubject || strings.Contains(tail(above.low), linkRune) {
			break
		}
		if o := nearest(x, tail(above.low)); o.class != 0 {
			return o
		}
	}
	if p.lines[0].part == inSubject {
		if o := say(x, p.lines[0].low); o.class != 0 {
			return o
		}
	}
	if next := l.line + 1; l.anchor && next < len(p.lines) && p.lines[next].part == own.part && !strings.Contains(p.lines[next].low, linkRune) {
		return say(x, firstSentence(p.lines[next].low))
	}
	return opinion{}
}

func tail(s string) string { return s[max(0, len(s)-reachLeft):] }

// nearest is what the words before a link say of it. A sentence that begins with a condition ("if it was not you, ...")
// is what it asks for in the end, unless it only asks to tell.
func nearest(x *lexicon, low string) opinion {
	var last opinion
	turned := false
	for _, m := range x.find(low) {
		if m.class >= linkOnce || m.class == linkLegal || m.class == linkSocial {
			continue
		}
		o := opinion{m.class, low[m.start:m.end]}
		if last.class == linkReset && m.class == linkPreferences {
			continue
		}
		if m.class.turnsAway() && m.class != linkOther && m.class != linkHelp {
			turned, last = true, o
			continue
		}
		if m.class.acts() && !turned || last.class == 0 {
			last = o
		}
	}
	return last
}

func lastSentence(s string) (last, earlier string) {
	s = strings.TrimRight(s, " ")
	cut := -1
	for _, end := range []string{". ", "! ", "? "} {
		cut = max(cut, strings.LastIndex(s, end))
	}
	if cut < 0 {
		return s, ""
	}
	return s[cut+2:], s[:cut+1]
}

func firstSentence(s string) string {
	end := min(len(s), reachRight)
	for _, mark := range []string{". ", "! ", "? "} {
		if k := strings.Index(s[:end], mark); k >= 0 {
			end = k
		}
	}
	return s[:end]
}
