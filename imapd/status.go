package imapd

import (
	"slices"
	"strconv"

	"github.com/emersion/go-imap/v2"
)

// statusValues gives each item of STATUS its value.
var statusValues = map[string]func(*conn, folderState) string{
	"MESSAGES":        func(_ *conn, f folderState) string { return strconv.Itoa(f.Total) },
	"RECENT":          func(c *conn, f folderState) string { return strconv.Itoa(c.recent(f)) },
	"UIDNEXT":         func(_ *conn, f folderState) string { return strconv.FormatUint(uint64(f.UIDNext), 10) },
	"UIDVALIDITY":     func(_ *conn, f folderState) string { return strconv.FormatUint(uint64(f.UIDValidity), 10) },
	"UNSEEN":          func(_ *conn, f folderState) string { return strconv.Itoa(f.Unseen) },
	"DELETED":         func(_ *conn, f folderState) string { return strconv.Itoa(f.Deleted) },
	"SIZE":            func(_ *conn, f folderState) string { return strconv.FormatInt(f.Size, 10) },
	"DELETED-STORAGE": func(_ *conn, f folderState) string { return strconv.FormatInt(f.DeletedSize, 10) },
	"HIGHESTMODSEQ":   func(_ *conn, f folderState) string { return strconv.FormatUint(f.HighestModSeq, 10) },
	"APPENDLIMIT":     func(c *conn, _ folderState) string { return strconv.FormatInt(c.appendLimit(), 10) },
	"MAILBOXID":       func(_ *conn, f folderState) string { return "(" + f.ID + ")" },
}

// recent counts the messages of a folder that are \Recent to this session: those
// that it has claimed too, where it has the folder selected.
func (c *conn) recent(f folderState) int {
	if c.view == nil || c.view.readOnly || c.view.name != f.Name {
		return f.Recent
	}
	return f.Recent + c.view.numRecent()
}

// status is STATUS.
func (c *conn) status(req *request) error {
	name, err := req.folderArg()
	if err != nil {
		return err
	}
	if err := req.space(); err != nil {
		return err
	}
	items, err := req.statusItems()
	if err != nil {
		return err
	}
	if err := req.end(); err != nil {
		return err
	}
	if slices.Contains(items, "HIGHESTMODSEQ") {
		c.enableCondstore()
	}
	f, err := c.acct.Status(name)
	if err != nil {
		return err
	}
	if f.NonExistent {
		return no(imap.ResponseCodeNonExistent, "Mailbox doesn't exist")
	}
	c.tellStatus(f, items)
	return nil
}

func (p *parser) statusItems() (items []string, err error) {
	err = p.list(func() error {
		word, err := p.keyword()
		if err != nil {
			return err
		}
		if _, ok := statusValues[word]; !ok {
			return bad("Unknown status item %s", word)
		}
		if !slices.Contains(items, word) {
			items = append(items, word)
		}
		return nil
	})
	if err == nil && len(items) == 0 {
		err = bad("Empty list of items")
	}
	return items, err
}

func (c *conn) tellStatus(f folderState, items []string) {
	c.w.text("* STATUS ")
	c.w.name(f.Name, c.utf8)
	c.w.text(" (")
	for i, item := range items {
		if i > 0 {
			c.w.text(" ")
		}
		c.w.text(item + " " + statusValues[item](c, f))
	}
	c.w.text(")\r\n")
}

// The one quota root (RFC 9208). Without limits its list of resources is empty.
const quotaRoot = "User quota"

// getQuota is GETQUOTA.
func (c *conn) getQuota(req *request) error {
	if err := req.space(); err != nil {
		return err
	}
	root, err := req.astring()
	if err != nil {
		return err
	}
	if err := req.end(); err != nil {
		return err
	}
	if root != quotaRoot {
		return no(imap.ResponseCodeNonExistent, "No such quota root")
	}
	c.tellQuota()
	return nil
}

// getQuotaRoot is GETQUOTAROOT.
func (c *conn) getQuotaRoot(req *request) error {
	name, err := req.oneFolder()
	if err != nil {
		return err
	}
	if _, err := c.acct.Status(name); err != nil {
		return err
	}
	c.w.text("* QUOTAROOT ")
	c.w.name(name, c.utf8)
	c.w.text(" " + quote(quotaRoot) + "\r\n")
	c.tellQuota()
	return nil
}

// tellQuota writes the limits that there are; storage is in units of 1024 bytes.
func (c *conn) tellQuota() {
	q := c.acct.Quota()
	c.w.text("* QUOTA " + quote(quotaRoot) + " (")
	kib := func(n int64) string { return strconv.FormatInt((n+1023)/1024, 10) }
	if q.MaxBytes > 0 {
		c.w.text("STORAGE " + kib(q.Bytes) + " " + kib(q.MaxBytes))
	}
	if q.MaxMessages > 0 {
		if q.MaxBytes > 0 {
			c.w.text(" ")
		}
		c.w.text("MESSAGE " + strconv.FormatInt(q.Messages, 10) + " " + strconv.FormatInt(q.MaxMessages, 10))
	}
	c.w.text(")\r\n")
}

// setQuota is SETQUOTA: limits are set elsewhere.
func (c *conn) setQuota(*request) error {
	return no(imap.ResponseCodeNoPerm, "Quota can't be changed")
}
