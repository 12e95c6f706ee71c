package imapd

import (
	"slices"
	"strconv"
)

// maxThreadDepth bounds how deep a conversation is nested.
const maxThreadDepth = 1000

// threadNode is a message of a thread, or with no row the place of one that
// is not there.
type threadNode struct {
	row      *sortRow
	parent   *threadNode
	children []*threadNode
}

// thread is THREAD and UID THREAD (RFC 5256), with REFS of draft-ietf-morg-inthread-01.
func (c *conn) thread(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	algorithm, err := req.keyword()
	if err != nil {
		return err
	}
	build := threadReferences
	switch algorithm {
	case "REFERENCES":
	case "REFS":
		build = threadRefs
	case "ORDEREDSUBJECT":
		build = threadSubjects
	default:
		return bad("Unknown thread algorithm %s", algorithm)
	}
	result, err := c.findIn(req)
	if err != nil {
		return err
	}
	w := threadWriter{b: []byte("* THREAD"), number: func(i int) uint32 { return c.number(i, req.uid) }}
	if len(result.indices) > 0 {
		w.b = append(w.b, ' ')
	}
	for _, n := range build(c.rows(result.indices)) {
		w.thread(n)
	}
	c.w.text(string(w.b) + "\r\n")
	return nil
}

type threadWriter struct {
	b      []byte
	number func(index int) uint32
}

// thread writes "(1 2 (3)(4 5))".
func (w *threadWriter) thread(n *threadNode) {
	w.b = append(w.b, '(')
	for first := true; ; first = false {
		if n.row != nil {
			if !first {
				w.b = append(w.b, ' ')
			}
			w.b = strconv.AppendUint(w.b, uint64(w.number(n.row.index)), 10)
		}
		if len(n.children) != 1 {
			break
		}
		n = n.children[0]
	}
	if len(n.children) > 1 {
		if n.row != nil {
			w.b = append(w.b, ' ')
		}
		for _, child := range n.children {
			w.thread(child)
		}
	}
	w.b = append(w.b, ')')
}

// byDate orders messages by when they were sent, then by number.
func byDate(a, b *sortRow) int {
	if d := a.sent().Compare(b.sent()); d != 0 {
		return d
	}
	return a.index - b.index
}

// threadSubjects is ORDEREDSUBJECT: a thread for each base subject, all later
// messages below the first.
func threadSubjects(rows []*sortRow) (roots []*threadNode) {
	slices.SortFunc(rows, byDate)
	bySubject := map[string]*threadNode{}
	for _, r := range rows {
		n := &threadNode{row: r}
		if first := bySubject[r.texts.subject]; first != nil {
			first.children = append(first.children, n)
			continue
		}
		bySubject[r.texts.subject] = n
		roots = append(roots, n)
	}
	return roots
}

// threadReferences is REFERENCES, in the steps of RFC 5256 section 3.
func threadReferences(rows []*sortRow) []*threadNode {
	roots := prune(linkReferences(rows))
	sortThreads(roots)
	roots = gatherSubjects(roots)
	sortThreads(roots)
	return roots
}

// threadRefs is REFS: threads by References alone, in the order of the date of their
// latest message.
func threadRefs(rows []*sortRow) []*threadNode {
	roots := prune(linkReferences(rows))
	sortThreads(roots)
	latest := make(map[*threadNode]*sortRow, len(roots))
	for _, n := range roots {
		latest[n] = n.latest()
	}
	slices.SortStableFunc(roots, func(a, b *threadNode) int { return byDate(latest[a], latest[b]) })
	return roots
}

// latest is the message of a thread that was sent last.
func (n *threadNode) latest() *sortRow {
	last := n.row
	for _, child := range n.children {
		if r := child.latest(); last == nil || byDate(r, last) > 0 {
			last = r
		}
	}
	return last
}

// linkReferences is step 1 and 2: parents by References, then those without.
func linkReferences(rows []*sortRow) (roots []*threadNode) {
	byID := map[string]*threadNode{}
	var all []*threadNode
	node := func(id string) *threadNode {
		n := byID[id]
		if n == nil {
			n = &threadNode{}
			byID[id] = n
			all = append(all, n)
		}
		return n
	}
	for _, r := range rows {
		var n *threadNode
		if id := r.texts.messageID; id != "" {
			n = node(id)
		}
		if n == nil || n.row != nil { // no id of its own
			n = &threadNode{}
			all = append(all, n)
		}
		n.row = r
		var parent *threadNode
		for _, id := range r.texts.references {
			ref := node(id)
			if parent != nil && ref.parent == nil {
				ref.setParent(parent)
			}
			parent = ref
		}
		if parent != nil {
			n.setParent(parent)
		}
	}
	for _, n := range all {
		if n.parent == nil {
			roots = append(roots, n)
		} else {
			n.parent.children = append(n.parent.children, n)
		}
	}
	return roots
}

// setParent links n below parent and no other any more, unless that made a
// loop or went too deep.
func (n *threadNode) setParent(parent *threadNode) {
	n.parent = nil
	depth := 0
	for p := parent; p != nil; p = p.parent {
		if depth++; p == n || depth > maxThreadDepth {
			return
		}
	}
	n.parent = parent
}

// prune is step 3: places without a message go, their children move up; at
// the root only a single one does. Children are done before their parents.
func prune(roots []*threadNode) (out []*threadNode) {
	for _, n := range roots {
		n.children = pruneChildren(n.children)
		switch {
		case n.row != nil || len(n.children) > 1:
			out = append(out, n)
		case len(n.children) == 1:
			out = append(out, n.children[0])
		}
	}
	return out
}

func pruneChildren(children []*threadNode) (out []*threadNode) {
	for _, n := range children {
		n.children = pruneChildren(n.children)
		if n.row != nil {
			out = append(out, n)
		} else {
			out = append(out, n.children...)
		}
	}
	return out
}

// first is the message that a thread is sorted and named by.
func (n *threadNode) first() *sortRow {
	for n.row == nil {
		n = n.children[0]
	}
	return n.row
}

// sortThreads is steps 4 and 6: siblings by the date of their first message.
func sortThreads(nodes []*threadNode) {
	for _, n := range nodes {
		sortThreads(n.children)
	}
	slices.SortStableFunc(nodes, func(a, b *threadNode) int { return byDate(a.first(), b.first()) })
}

// gatherSubjects is step 5: threads with one base subject become one.
func gatherSubjects(roots []*threadNode) []*threadNode {
	table := map[string]*threadNode{}
	for _, n := range roots {
		subject := n.first().texts.subject
		if subject == "" {
			continue
		}
		old := table[subject]
		isReply := func(n *threadNode) bool { return n.first().texts.reply != "" }
		if old == nil || (old.row != nil && n.row == nil) ||
			(old.row != nil && isReply(old) && !isReply(n)) {
			table[subject] = n
		}
	}
	merged := map[*threadNode]bool{}
	replaced := map[*threadNode]*threadNode{}
	for _, n := range roots {
		head := table[n.first().texts.subject]
		if head == nil || head == n || merged[n] {
			continue
		}
		merged[n] = true
		switch {
		case head.row == nil && n.row == nil:
			head.children = append(head.children, n.children...)
		case head.row == nil || (n.row != nil && n.first().texts.reply != "" && head.first().texts.reply == ""):
			head.children = append(head.children, n)
		default:
			// Siblings below a place without a message.
			both := &threadNode{children: []*threadNode{head, n}}
			table[n.first().texts.subject] = both
			replaced[head] = both
		}
	}
	out := roots[:0]
	for _, n := range roots {
		if both := replaced[n]; both != nil {
			n = both
		}
		if !merged[n] {
			out = append(out, n)
		}
	}
	return out
}
