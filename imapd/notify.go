package imapd

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/emersion/go-imap/v2"
)

const (
	maxNotifyGroups = 100
	maxNotifyNames  = 1000 // folders named in one NOTIFY, by all groups together
)

// notifyEvents is a set of the events of RFC 5465 section 5.
type notifyEvents uint8

const (
	notifyNew notifyEvents = 1 << iota
	notifyExpunge
	notifyFlags
	notifyNames
	notifySubscriptions
	notifyUnknown // annotations and metadata, which there are none of, and what is not of RFC 5465

	notifyMessages = notifyNew | notifyExpunge | notifyFlags
)

var notifyEventNames = map[string]notifyEvents{
	"MESSAGENEW": notifyNew, "MESSAGEEXPUNGE": notifyExpunge, "FLAGCHANGE": notifyFlags,
	"MAILBOXNAME": notifyNames, "SUBSCRIPTIONCHANGE": notifySubscriptions,
}

// notifyGroup is some folders and what the client wants to hear of them.
type notifyGroup struct {
	kind   string   // PERSONAL and the like
	names  []string // of SUBTREE and MAILBOXES
	events notifyEvents
	fetch  *fetchArgs // of new messages in the selected folder
}

// has tells whether the group is about a folder.
func (g *notifyGroup) has(f folderState) bool {
	switch g.kind {
	case "PERSONAL":
		return true
	case "INBOXES": // those that delivery files in
		return f.Name == inbox || f.SpecialUse == imap.MailboxAttrJunk
	case "SUBSCRIBED":
		return f.Subscribed
	case "SUBTREE":
		return slices.ContainsFunc(g.names, func(name string) bool {
			return f.Name == name || strings.HasPrefix(f.Name, name+delimiter)
		})
	case "MAILBOXES":
		return slices.Contains(g.names, f.Name)
	}
	return false
}

// notifier tells a session what happens in its account at any time, not in IDLE
// alone (RFC 5465). What has changed is seen by comparing the folders with what was
// told of them: each is told once, however often it changed.
type notifier struct {
	groups   []notifyGroup
	selected *notifyGroup  // what is asked for of the selected folder; nil is nothing at once
	delayed  bool          // but no EXPUNGE out of turn
	told     []folderState // sorted by name
	dirty    atomic.Bool
	wake     chan struct{}
	stop     func()
}

// notifyCommand is NOTIFY. It takes the place of the one before.
func (c *conn) notifyCommand(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	word, err := req.keyword()
	if err != nil {
		return err
	}
	n, status := &notifier{wake: make(chan struct{}, 1)}, false
	switch word {
	case "NONE":
		n = nil
		err = req.end()
	case "SET":
		status, err = req.notifySet(n)
	default:
		err = bad("Expected SET or NONE")
	}
	if err != nil {
		return err
	}
	c.endNotify()
	if n == nil {
		return nil
	}
	n.stop = c.acct.Watch("", func() {
		n.dirty.Store(true)
		select {
		case n.wake <- struct{}{}:
		default:
		}
	})
	c.notify = n
	n.told = c.acct.Folders()
	if status {
		for _, f := range n.told {
			c.tellInitialStatus(n, f)
		}
	}
	return nil
}

func (c *conn) endNotify() {
	if c.notify != nil {
		c.notify.stop()
		c.notify = nil
	}
}

// notifySet parses `[STATUS] 1*(SP (folders events))`.
func (p *parser) notifySet(n *notifier) (status bool, err error) {
	if p.spaces(); p.takeWord("STATUS") {
		status = true
		p.spaces()
	}
	unknown, names := false, 0
	for !p.atEnd() {
		if len(n.groups) == maxNotifyGroups {
			return false, no(imap.ResponseCodeLimit, "Too many groups of events")
		}
		g, err := p.notifyGroup(maxNotifyNames - names)
		if err != nil {
			return false, err
		}
		names += len(g.names)
		if g.kind == "SELECTED" || g.kind == "SELECTED-DELAYED" {
			if n.selected != nil {
				return false, bad("Only one of SELECTED and SELECTED-DELAYED")
			}
			n.selected, n.delayed = &g, g.kind == "SELECTED-DELAYED"
		} else {
			n.groups = append(n.groups, g)
		}
		unknown = unknown || g.events&notifyUnknown != 0
		p.spaces()
	}
	if len(n.groups) == 0 && n.selected == nil {
		return false, bad("Expected a group of events")
	}
	if unknown {
		return false, no("BADEVENT (MessageNew MessageExpunge FlagChange MailboxName SubscriptionChange)", "Some events are not supported")
	}
	return status, nil
}

// notifyGroup parses `(folders events)`, with so many names at most.
func (p *parser) notifyGroup(maxNames int) (g notifyGroup, err error) {
	if err := p.expect('('); err != nil {
		return g, err
	}
	if g.kind, err = p.keyword(); err != nil {
		return g, err
	}
	switch g.kind {
	case "SELECTED", "SELECTED-DELAYED", "INBOXES", "PERSONAL", "SUBSCRIBED":
	case "SUBTREE", "MAILBOXES":
		if err := p.space(); err != nil {
			return g, err
		}
		if g.names, err = p.mailboxes(maxNames); err != nil {
			return g, err
		}
	default:
		return g, bad("Unknown folders %s", g.kind)
	}
	if err := p.space(); err != nil {
		return g, err
	}
	if err := p.notifyEvents(&g); err != nil {
		return g, err
	}
	return g, p.expect(')')
}

// mailboxes parses one name, or some in parentheses.
func (p *parser) mailboxes(limit int) (names []string, err error) {
	add := func() error {
		if len(names) >= limit {
			return no(imap.ResponseCodeLimit, "Too many folders")
		}
		name, err := p.mailbox()
		names = append(names, name)
		return err
	}
	if p.peek() == '(' {
		err = p.list(add)
	} else {
		err = add()
	}
	return names, err
}

// notifyEvents parses `NONE` or `(events)`. Which may stand together is of RFC 5465
// sections 5 and 6.1.
func (p *parser) notifyEvents(g *notifyGroup) error {
	if p.takeWord("NONE") {
		return nil
	}
	selected := strings.HasPrefix(g.kind, "SELECTED")
	err := p.list(func() error {
		word, err := p.keyword()
		if err != nil {
			return err
		}
		event, ok := notifyEventNames[word]
		if !ok { // of an extension (RFC 5465 section 8, event-ext)
			event = notifyUnknown
		}
		g.events |= event
		if selected && event&(notifyNames|notifySubscriptions) != 0 {
			return bad("%s is not an event of the selected folder", word)
		}
		if event != notifyNew {
			return nil
		}
		if g.fetch, err = p.unaskedItems(); err == nil && g.fetch != nil && !selected {
			err = bad("Items to fetch are for the selected folder")
		}
		return err
	})
	if err != nil {
		return err
	}
	switch both := notifyNew | notifyExpunge; {
	case g.events == 0:
		return bad("Expected events")
	case g.events&notifyMessages != 0 && g.events&both != both:
		return bad("MessageNew and MessageExpunge go together, and FlagChange with them")
	}
	return nil
}

// of returns what the client wants to hear of a folder: all that the groups about it
// ask for (RFC 5465 section 6), but nothing if one of them says NONE.
func (n *notifier) of(f folderState) (events notifyEvents) {
	for i := range n.groups {
		switch g := &n.groups[i]; {
		case !g.has(f):
		case g.events == 0:
			return 0
		default:
			events |= g.events
		}
	}
	return events
}

// ofSelected tells whether the client wants to hear of the selected folder at any time.
func (n *notifier) ofSelected() bool { return n != nil && n.selected != nil && n.selected.events != 0 }

// tellInitialStatus tells how a folder stands from which the changes count.
func (c *conn) tellInitialStatus(n *notifier, f folderState) {
	events := n.of(f)
	if f.NonExistent || events&notifyMessages == 0 || c.isSelected(f) {
		return
	}
	items := []string{"MESSAGES", "UIDNEXT", "UIDVALIDITY", "UNSEEN"}
	if events&notifyFlags != 0 || c.condstore {
		items = append(items, "HIGHESTMODSEQ")
	}
	c.tellStatus(f, items)
}

func (c *conn) isSelected(f folderState) bool {
	return c.view != nil && (c.view.name == f.Name || c.view.id == f.ID && f.ID != "") // others may have renamed it
}

// tellFolders tells what has changed since the last time.
func (c *conn) tellFolders() {
	n := c.notify
	if n == nil || !n.dirty.Swap(false) {
		return
	}
	before := n.told
	n.told = c.acct.Folders()
	renamed := map[string]string{} // new names to old ones
	for _, change := range folderChanges(before, n.told) {
		if change.old == change.now {
			continue
		}
		if change.old.Name != change.now.Name {
			renamed[change.now.Name] = change.old.Name
		}
		c.tellFolder(change.old, change.now, change.follows(renamed))
	}
}

// folderChange is what became of a folder. One that is not there is NonExistent.
type folderChange struct{ old, now folderState }

// follows tells whether a folder has another name because one above it has.
func (f folderChange) follows(renamed map[string]string) bool {
	for above := parentOf(f.now.Name); above != ""; above = parentOf(above) {
		if old, ok := renamed[above]; ok && f.old.Name == old+f.now.Name[len(above):] {
			return true
		}
	}
	return false
}

// folderChanges pairs the folders of two lists: by name, or by id where a folder
// has another name now.
func folderChanges(before, now []folderState) (list []folderChange) {
	there, byName, byID := map[string]bool{}, map[string]folderState{}, map[string]folderState{}
	for _, f := range now {
		there[f.Name] = !f.NonExistent
	}
	for _, f := range before {
		if byName[f.Name] = f; !f.NonExistent && !there[f.Name] {
			byID[f.ID] = f
		}
	}
	came := map[string]folderState{} // by the new name
	for _, f := range now {
		old, ok := byName[f.Name]
		if from, renamed := byID[f.ID]; renamed && !f.NonExistent && (!ok || old.NonExistent) {
			came[f.Name] = from
			byName[from.Name] = folderState{Name: from.Name, NonExistent: true, Subscribed: from.Subscribed}
		}
	}
	for _, f := range now {
		old, ok := byName[f.Name]
		if from, renamed := came[f.Name]; renamed {
			from.Subscribed = old.Subscribed // that is the name's
			old = from
		} else if !ok {
			old = folderState{Name: f.Name, NonExistent: true}
		}
		delete(byName, f.Name)
		list = append(list, folderChange{old, f})
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		list = append(list, folderChange{byName[name], folderState{Name: name, NonExistent: true}})
	}
	return list
}

// tellFolder tells of a folder that is not as it was. A new name that follows from
// that of another folder is not told (RFC 5465 section 5.4).
func (c *conn) tellFolder(old, now folderState, follows bool) {
	events := c.notify.of(old) | c.notify.of(now)
	renamed := old.Name != now.Name
	switch {
	case follows:
	case (renamed || old.NonExistent != now.NonExistent) && events&notifyNames != 0:
		oldName := ""
		if renamed {
			oldName = old.Name
		}
		c.tellName(now, oldName)
	case old.Subscribed != now.Subscribed && events&notifySubscriptions != 0:
		c.tellName(now, "")
	}
	if !old.NonExistent && !now.NonExistent && !c.isSelected(now) {
		c.tellChanged(events, old, now)
	}
}

// tellName tells of a folder that came, went, was renamed or (un)subscribed.
func (c *conn) tellName(f folderState, oldName string) {
	var attrs []imap.Flag
	if f.NonExistent {
		attrs = append(attrs, imap.Flag(imap.MailboxAttrNonExistent))
	}
	if f.Subscribed {
		attrs = append(attrs, imap.Flag(imap.MailboxAttrSubscribed))
	}
	if f.SpecialUse != "" && !f.NonExistent {
		attrs = append(attrs, imap.Flag(f.SpecialUse))
	}
	c.w.text("* LIST ")
	c.w.flags(attrs, false)
	c.w.text(` "/" `)
	c.w.name(f.Name, c.utf8)
	if oldName != "" {
		c.w.text(` ("OLDNAME" (`)
		c.w.name(oldName, c.utf8)
		c.w.text(`))`)
	}
	c.w.text("\r\n")
}

// tellChanged tells by STATUS what became of the messages of a folder that is not
// selected (RFC 5465 sections 5.1 to 5.3).
func (c *conn) tellChanged(events notifyEvents, old, now folderState) {
	var items []string
	another := now.UIDValidity != old.UIDValidity
	switch counted := another || now.UIDNext != old.UIDNext || now.Total != old.Total; {
	case counted && events&notifyMessages != 0:
		items = []string{"MESSAGES", "UIDNEXT", "UNSEEN"}
	case now.HighestModSeq != old.HighestModSeq && events&notifyFlags != 0:
		items = []string{"UNSEEN"}
	default:
		return
	}
	if another || events&notifyFlags != 0 && c.condstore {
		items = append(items, "UIDVALIDITY")
	}
	if events&notifyFlags != 0 || c.condstore {
		items = append(items, "HIGHESTMODSEQ")
	}
	c.tellStatus(now, items)
}

// tellNotified tells what NOTIFY asks for while no command runs.
func (c *conn) tellNotified() error {
	if n := c.notify; c.view != nil && n.ofSelected() {
		if err := c.refresh(!n.delayed, true); err != nil {
			return err
		}
	}
	c.tellFolders()
	return nil
}

// tellNew fetches of new messages, from the index fresh on, what NOTIFY asks for of
// them.
func (c *conn) tellNew(fresh int) error {
	if c.notify == nil || c.notify.selected == nil || c.notify.selected.fetch == nil || fresh == c.view.len() {
		return nil
	}
	return c.streamUnasked(c.notify.selected.fetch, []span{{fresh, c.view.len()}})
}
