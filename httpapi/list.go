package httpapi

import (
	"maps"
	"net/http"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
)

// Clients poll lists of messages that mostly have not changed. The last answers
// are kept with the version of the folder they show; a folder of another
// version is listed anew.

// listKey names a list of messages.
type listKey struct {
	u               *mailsim.Universe
	address, folder string
	before          uint32
	limit           limit
}

// listed is a list as JSON, and the version of the folder that it shows.
type listed struct {
	version mailsim.Snapshot
	json    []byte
}

// lists keeps answers, at most maxListed bytes of them.
type lists struct {
	mu    sync.Mutex
	byKey map[listKey]listed
	of    map[*mailsim.Universe]bool // universes that it has pages of
	bytes int
}

const maxListed = 8 << 20

// sameVersion reports whether nothing has changed between two versions of
// folders. A copy belongs to one folder and is replaced when it changes, so
// that the same last copy means the same folder.
func sameVersion(a, b mailsim.Snapshot) bool {
	if a == nil || b == nil {
		return false // no folder
	}
	n := a.Len()
	return n > 0 && n == b.Len() && a.At(n-1) == b.At(n-1) && a.HighestModSeq() == b.HighestModSeq()
}

func (l *lists) get(k listKey, now mailsim.Snapshot) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	if page := l.byKey[k]; sameVersion(page.version, now) {
		return page.json
	}
	return nil
}

// put keeps a page. The first one of a universe is the time to forget those of
// universes that are gone.
func (l *lists) put(k listKey, page listed, gone func(*mailsim.Universe) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.of[k.u] {
		for old, page := range l.byKey {
			if gone(old.u) {
				l.bytes -= len(page.json)
				delete(l.byKey, old)
			}
		}
		maps.DeleteFunc(l.of, func(u *mailsim.Universe, _ bool) bool { return gone(u) })
	}
	l.bytes += len(page.json) - len(l.byKey[k].json)
	if l.byKey == nil || l.bytes > maxListed {
		l.byKey, l.of, l.bytes = map[listKey]listed{}, map[*mailsim.Universe]bool{}, len(page.json)
	}
	if l.bytes <= maxListed {
		l.byKey[k], l.of[k.u] = page, true
	}
}

// messages lists a folder.
func (c *call) messages(in messageList) (listJSON, error) {
	k := listKey{c.u, strings.ToLower(in.Address), in.Folder, in.Before, in.Limit}
	folder := in.Folder
	if folder == "" {
		folder = "INBOX"
	}
	var version mailsim.Snapshot
	if box, err := c.u.Access(in.Address); err == nil {
		version, _ = box.Open(folder)
	}
	if page := c.h.lists.get(k, version); page != nil {
		return page, nil
	}
	list, err := c.u.Messages(in.Address, mailsim.MessageFilter{Folder: in.Folder, Before: in.Before, Limit: int(in.Limit)})
	if err != nil {
		return nil, err
	}
	page := appendMessages(nil, list)
	c.h.lists.put(k, listed{version, page}, c.h.gone)
	return page, nil
}

// gone tells whether a universe is served no longer.
func (h *Handler) gone(u *mailsim.Universe) bool {
	cell, ok := h.host.(*mailsim.Cell)
	if !ok {
		return false
	}
	now, open := cell.Awake(u.ID())
	return !open || now != u
}

// listJSON is a list as JSON.
type listJSON []byte

func (j listJSON) respond(w http.ResponseWriter, _ *http.Request) error {
	jsonHeader(w.Header(), len(j))
	_, err := w.Write(j)
	return ignoreWrite(err)
}
