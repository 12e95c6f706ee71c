package httpapi

import (
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
	bytes int
}

const maxListed = 8 << 20

// sameVersion reports whether nothing has changed between two versions of
// folders. A copy belongs to one folder and is replaced when it changes, so
// that the same last copy means the same folder.
func sameVersion(a, b mailsim.Snapshot) bool {
	n := a.Len()
	return n > 0 && n == b.Len() && a.At(n-1) == b.At(n-1) && a.Info.HighestModSeq == b.Info.HighestModSeq
}

func (l *lists) get(k listKey, now mailsim.Snapshot) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	if page := l.byKey[k]; sameVersion(page.version, now) {
		return page.json
	}
	return nil
}

func (l *lists) put(k listKey, page listed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bytes += len(page.json) - len(l.byKey[k].json)
	if l.byKey == nil || l.bytes > maxListed {
		l.byKey, l.bytes = map[listKey]listed{}, len(page.json)
	}
	if l.bytes <= maxListed {
		l.byKey[k] = page
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
	c.h.lists.put(k, listed{version, page})
	return page, nil
}

// listJSON is a list as JSON.
type listJSON []byte

func (j listJSON) respond(w http.ResponseWriter, _ *http.Request) error {
	jsonHeader(w.Header(), len(j))
	_, err := w.Write(j)
	return ignoreWrite(err)
}
