package imapd

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-imap/v2"
)

const (
	delimiter   = "/"
	inbox       = "INBOX"
	maxName     = 1000
	maxNameDeep = 100
)

// canonicalName checks a folder name and spells INBOX in capitals.
func canonicalName(name string) (string, error) {
	if name == "" {
		return "", no(imap.ResponseCodeCannot, "Mailbox name is empty")
	}
	if len(name) > maxName || strings.Count(name, delimiter) > maxNameDeep {
		return "", no(imap.ResponseCodeLimit, "Mailbox name too long")
	}
	if !utf8.ValidString(name) {
		return "", no(imap.ResponseCodeCannot, "Mailbox name is not valid UTF-8")
	}
	if root, rest, below := strings.Cut(name, delimiter); strings.EqualFold(root, inbox) {
		if !below {
			return inbox, nil
		}
		return inbox + delimiter + rest, nil
	}
	return name, nil
}

// newName checks a name for a folder to be made. A delimiter at the end only
// says that folders below will follow (RFC 9051 section 6.3.4).
func newName(name string) (string, error) {
	name = strings.TrimSuffix(name, delimiter)
	switch {
	case name == "":
		return "", no(imap.ResponseCodeCannot, "Mailbox name is empty")
	case strings.HasPrefix(name, delimiter) || strings.HasSuffix(name, delimiter) || strings.Contains(name, "//"):
		return "", no(imap.ResponseCodeCannot, "Mailbox name has an empty level")
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", no(imap.ResponseCodeCannot, "Mailbox name has an invalid character")
	}
	return name, nil
}

// The uses a new folder may be given (RFC 6154).
var specialUses = []imap.MailboxAttr{
	imap.MailboxAttrArchive, imap.MailboxAttrDrafts, imap.MailboxAttrJunk, imap.MailboxAttrSent, imap.MailboxAttrTrash,
}

// create is CREATE, with a special use if asked (RFC 6154 section 3).
func (c *conn) create(req *request) error {
	name, err := req.folderArg()
	if err != nil {
		return err
	}
	var use imap.MailboxAttr
	if req.spaces() && !req.atEnd() {
		if use, err = req.createUse(); err != nil {
			return err
		}
	}
	if err := req.end(); err != nil {
		return err
	}
	if name, err = newName(name); err != nil {
		return err
	}
	if err := c.acct.Create(c.ctx, name, use); err != nil {
		return err
	}
	if f, err := c.acct.Status(name); err == nil && f.ID != "" {
		req.code = imap.ResponseCode("MAILBOXID (" + f.ID + ")")
	}
	return nil
}

// createUse parses `(USE (\Sent))`.
func (p *parser) createUse() (use imap.MailboxAttr, err error) {
	err = p.list(func() error {
		word, err := p.keyword()
		if err != nil {
			return err
		}
		if word != "USE" {
			return bad("Unknown parameter %s", word)
		}
		if err := p.space(); err != nil {
			return err
		}
		return p.list(func() error {
			if err := p.expect('\\'); err != nil {
				return err
			}
			s, err := p.atom()
			if err != nil {
				return err
			}
			if use != "" {
				return no(codeUseAttr, "A mailbox has one special use at most")
			}
			for _, u := range specialUses {
				if strings.EqualFold(string(u[1:]), s) {
					use = u
					return nil
				}
			}
			return no(codeUseAttr, "Special use \\%s is not supported", s)
		})
	})
	return use, err
}

// folderArg parses SP mailbox.
func (p *parser) folderArg() (string, error) {
	if err := p.space(); err != nil {
		return "", err
	}
	return p.mailbox()
}

// oneFolder parses a mailbox as the only argument.
func (p *parser) oneFolder() (string, error) {
	name, err := p.folderArg()
	if err != nil {
		return "", err
	}
	return name, p.end()
}

func (c *conn) delete(req *request) error {
	name, err := req.oneFolder()
	if err != nil {
		return err
	}
	if name == inbox {
		return no(imap.ResponseCodeCannot, "INBOX can't be deleted")
	}
	err = c.acct.Delete(c.ctx, name)
	switch {
	case isNonExistent(err) && c.listed(name): // only a level above others (RFC 9051 section 6.3.5)
		return no(imap.ResponseCodeHasChildren, "Mailbox has children")
	case err != nil:
		return err
	}
	if c.view != nil && c.view.name == name {
		c.unselect()
		c.untaggedOK("CLOSED", "Mailbox deleted.")
	}
	return nil
}

func (c *conn) rename(req *request) error {
	from, err := req.folderArg()
	if err != nil {
		return err
	}
	to, err := req.folderArg()
	if err != nil {
		return err
	}
	if err := req.end(); err != nil {
		return err
	}
	if to, err = newName(to); err != nil {
		return err
	}
	if to == inbox {
		return no(imap.ResponseCodeAlreadyExists, "INBOX always exists")
	}
	if strings.HasPrefix(to, from+delimiter) && from != inbox {
		return no(imap.ResponseCodeCannot, "Can't rename a mailbox under itself")
	}
	if err := c.acct.Rename(c.ctx, from, to); err != nil {
		return err
	}
	if v := c.view; v != nil && (v.name == from || strings.HasPrefix(v.name, from+delimiter)) {
		if _, ok := c.renamed(); !ok {
			c.unselect()
			c.untaggedOK("CLOSED", "Mailbox renamed.")
		}
	}
	return nil
}

// subscribe is SUBSCRIBE and UNSUBSCRIBE. What is not there can be taken off
// the list, but is not put on it (RFC 9051 section 6.3.7 allows to check).
func (c *conn) subscribe(req *request) error {
	name, err := req.oneFolder()
	if err != nil {
		return err
	}
	on := req.name == "SUBSCRIBE"
	if on {
		if name, err = newName(name); err != nil {
			return err
		}
		if !c.listed(name) {
			return no(imap.ResponseCodeNonExistent, "Mailbox doesn't exist")
		}
	}
	return c.acct.Subscribe(c.ctx, name, on)
}

// listed tells whether LIST shows a name: a folder, or a level above one.
func (c *conn) listed(name string) bool {
	return slices.ContainsFunc(c.acct.Folders(), func(f folderState) bool {
		return !f.NonExistent && (f.Name == name || strings.HasPrefix(f.Name, name+delimiter))
	})
}
