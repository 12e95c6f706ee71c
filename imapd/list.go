package imapd

import (
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
)

const (
	maxPattern  = 512
	maxPatterns = 32
)

// listArgs are the arguments of LIST with its extensions (RFC 5258, 5819, 6154).
type listArgs struct {
	imap.ListOptions
	patterns []string
	status   []string
	none     bool // the pattern "" asks for the delimiter
	extended bool // the command has the form of RFC 5258
}

// list is LIST.
func (c *conn) list(req *request) error {
	a, err := req.listArgs()
	if err != nil {
		return err
	}
	if slices.Contains(a.status, "HIGHESTMODSEQ") {
		c.enableCondstore()
	}
	if a.none {
		c.w.text(`* LIST (\Noselect) "/" ""` + "\r\n")
		return nil
	}
	for _, e := range listEntries(c.acct.Folders(), a) {
		c.tellList(e, a)
		if a.status != nil && !e.NonExistent {
			c.tellStatus(e.folderState, a.status)
		}
	}
	return nil
}

// listEntry is one line of LIST.
type listEntry struct {
	folderState
	children  bool
	childInfo bool // a folder below has what is selected but is not in the answer
}

// listEntries picks the folders, and those above them that do not exist.
func listEntries(folders []folderState, a *listArgs) (entries []listEntry) {
	all := withParents(folders)
	index := make(map[string]int, len(all))
	for i, e := range all {
		index[e.Name] = i
	}
	selected := func(e listEntry) bool {
		return (!a.SelectSubscribed || e.Subscribed) && (!a.SelectSpecialUse || e.SpecialUse != "")
	}
	matches := make([]bool, len(all))
	for i, e := range all {
		matches[i] = matchAny(a.patterns, e.Name)
		for parent := parentOf(e.Name); parent != ""; parent = parentOf(parent) {
			p := &all[index[parent]]
			p.children = p.children || !e.NonExistent
			p.childInfo = p.childInfo || (a.SelectRecursiveMatch && selected(e) && !matches[i])
		}
	}
	for i, e := range all {
		switch {
		case !matches[i]:
		case selected(e) && (e.children || !e.NonExistent || a.SelectSubscribed), e.childInfo:
			entries = append(entries, e)
		}
	}
	return entries
}

// withParents adds the levels that no folder stands for, in order.
func withParents(folders []folderState) []listEntry {
	known := make(map[string]bool, len(folders))
	all := make([]listEntry, 0, len(folders))
	for _, f := range folders {
		known[f.Name] = true
		all = append(all, listEntry{folderState: f})
	}
	for _, f := range folders {
		for parent := parentOf(f.Name); parent != "" && !known[parent]; parent = parentOf(parent) {
			known[parent] = true
			all = append(all, listEntry{folderState: folderState{Name: parent, NonExistent: true}})
		}
	}
	slices.SortStableFunc(all, func(a, b listEntry) int { return strings.Compare(sortName(a.Name), sortName(b.Name)) })
	return all
}

// sortName puts INBOX first and keeps a folder's own before others.
func sortName(name string) string {
	if name == inbox || strings.HasPrefix(name, inbox+delimiter) {
		name = "\x00" + name
	}
	return strings.ReplaceAll(name, delimiter, "\x01")
}

func parentOf(name string) string {
	return name[:max(0, strings.LastIndexByte(name, '/'))]
}

// tellList writes one line of LIST. A folder that does not exist is
// \NonExistent to clients who know the word, \Noselect to others (RFC 5258
// section 3).
func (c *conn) tellList(e listEntry, a *listArgs) {
	var attrs []imap.Flag
	switch {
	case e.NonExistent && (a.extended || c.rev2):
		attrs = append(attrs, imap.Flag(imap.MailboxAttrNonExistent))
	case e.NonExistent:
		attrs = append(attrs, imap.Flag(imap.MailboxAttrNoSelect))
	}
	if e.children {
		attrs = append(attrs, imap.Flag(imap.MailboxAttrHasChildren))
	} else {
		attrs = append(attrs, imap.Flag(imap.MailboxAttrHasNoChildren))
	}
	if e.Subscribed && (a.SelectSubscribed || a.ReturnSubscribed) {
		attrs = append(attrs, imap.Flag(imap.MailboxAttrSubscribed))
	}
	if e.SpecialUse != "" {
		attrs = append(attrs, imap.Flag(e.SpecialUse))
	}
	c.w.text("* LIST ")
	c.w.flags(attrs, false)
	c.w.text(` "/" `)
	c.w.name(e.Name, c.utf8)
	if e.childInfo {
		c.w.text(` ("CHILDINFO" (` + a.selection() + `))`)
	}
	c.w.text("\r\n")
}

// selection names what a folder below has (RFC 5258 section 3.5, RFC 6154 section 5.2).
func (a *listArgs) selection() string {
	switch {
	case !a.SelectSpecialUse:
		return `"SUBSCRIBED"`
	case !a.SelectSubscribed:
		return `"SPECIAL-USE"`
	default:
		return `"SUBSCRIBED" "SPECIAL-USE"`
	}
}

// lsub is LSUB. A folder above a subscribed one is shown for "%"
// (RFC 3501 section 6.3.9).
func (c *conn) lsub(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	reference, err := req.listName()
	if err != nil {
		return err
	}
	if err := req.space(); err != nil {
		return err
	}
	pattern, err := req.listName()
	if err != nil {
		return err
	}
	if err := req.end(); err != nil {
		return err
	}
	if len(reference)+len(pattern) > maxPattern {
		return no(imap.ResponseCodeLimit, "Pattern too long")
	}
	patterns := []string{reference + pattern}
	above := strings.Contains(patterns[0], "%")
	shown := map[string]bool{}
	all := withParents(c.acct.Folders())
	for _, e := range all {
		for name := e.Name; e.Subscribed && name != ""; name = parentOf(name) {
			if matchAny(patterns, name) {
				shown[name] = shown[name] || name == e.Name
				break
			}
			if !above {
				break
			}
		}
	}
	for _, e := range all {
		subscribed, ok := shown[e.Name]
		switch {
		case !ok:
			continue
		case subscribed && !e.NonExistent:
			c.w.text(`* LSUB () "/" `)
		default:
			c.w.text(`* LSUB (\Noselect) "/" `)
		}
		c.w.name(e.Name, c.utf8)
		c.w.text("\r\n")
	}
	return nil
}

func (p *parser) listArgs() (a *listArgs, err error) {
	a = &listArgs{}
	if err := p.space(); err != nil {
		return nil, err
	}
	if p.peek() == '(' {
		a.extended = true
		if err := p.list(func() error { return p.listSelection(a) }); err != nil {
			return nil, err
		}
		if a.SelectRecursiveMatch && !a.SelectSubscribed && !a.SelectSpecialUse {
			return nil, bad("RECURSIVEMATCH needs another selection")
		}
		if err := p.space(); err != nil {
			return nil, err
		}
	}
	reference, err := p.listName()
	if err != nil {
		return nil, err
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	add := func() error {
		pattern, err := p.listName()
		if len(reference)+len(pattern) > maxPattern || len(a.patterns) == maxPatterns {
			return no(imap.ResponseCodeLimit, "Pattern too long")
		}
		a.patterns = append(a.patterns, reference+pattern)
		a.none = pattern == ""
		return err
	}
	if p.peek() == '(' {
		err = p.list(add)
		a.none, a.extended = false, true
	} else {
		err = add()
	}
	if err != nil {
		return nil, err
	}
	if p.spaces() && !p.atEnd() {
		a.extended = true
		if !p.takeWord("RETURN") {
			return nil, bad("Expected RETURN")
		}
		if err := p.space(); err != nil {
			return nil, err
		}
		if err := p.list(func() error { return p.listReturn(a) }); err != nil {
			return nil, err
		}
	}
	return a, p.end()
}

func (p *parser) listSelection(a *listArgs) error {
	word, err := p.keyword()
	if err != nil {
		return err
	}
	switch word {
	case "SUBSCRIBED":
		a.SelectSubscribed = true
	case "REMOTE":
		a.SelectRemote = true // all folders are here
	case "RECURSIVEMATCH":
		a.SelectRecursiveMatch = true
	case "SPECIAL-USE":
		a.SelectSpecialUse = true
	default:
		return bad("Unknown selection option %s", word)
	}
	return nil
}

func (p *parser) listReturn(a *listArgs) error {
	word, err := p.keyword()
	if err != nil {
		return err
	}
	switch word {
	case "SUBSCRIBED":
		a.ReturnSubscribed = true
	case "CHILDREN", "SPECIAL-USE": // always told
	case "STATUS":
		if err := p.space(); err != nil {
			return err
		}
		a.status, err = p.statusItems()
		return err
	default:
		return bad("Unknown return option %s", word)
	}
	return nil
}

// listName is a reference or a pattern.
func (p *parser) listName() (string, error) {
	var s string
	var err error
	if ch := p.peek(); ch == '"' || ch == '{' {
		s, err = p.str()
	} else if s = p.while(isAstringChar); s == "" {
		err = bad("Expected a mailbox pattern")
	}
	if err != nil || p.c.utf8 {
		return s, err
	}
	if decoded, ok := decodeUTF7(s); ok {
		return decoded, nil
	}
	return s, nil // it matches nothing, or a name that is not ASCII
}

func matchAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		return match(p, name) || (strings.HasPrefix(name, inbox) && match(upperRoot(p), name))
	})
}

// upperRoot puts the first level in capitals: INBOX has no case.
func upperRoot(pattern string) string {
	root, _, _ := strings.Cut(pattern, delimiter)
	return strings.ToUpper(root) + pattern[len(root):]
}

// match applies a pattern: "*" is anything, "%" anything within a level. Its
// time is bounded by the product of the lengths.
func match(pattern, name string) bool {
	reached := make([]bool, len(name)+1)
	reached[0] = true
	for i := 0; i < len(pattern); i++ {
		switch ch := pattern[i]; ch {
		case '*', '%':
			for j := 1; j <= len(name); j++ {
				reached[j] = reached[j] || (reached[j-1] && (ch == '*' || name[j-1] != '/'))
			}
		default:
			for j := len(name); j > 0; j-- {
				reached[j] = reached[j-1] && name[j-1] == ch
			}
			reached[0] = false
		}
	}
	return reached[len(name)]
}
