package imapd

import (
	"strconv"
	"strings"
)

// state is a set of the session states of RFC 9051 section 3.
type state int

const (
	stateAnonymous state = 1 << iota
	stateLoggedIn
	stateSelected

	stateAny  = stateAnonymous | stateLoggedIn | stateSelected
	stateUser = stateLoggedIn | stateSelected
)

func (c *conn) state() state {
	switch {
	case c.acct == nil:
		return stateAnonymous
	case c.view == nil:
		return stateLoggedIn
	default:
		return stateSelected
	}
}

// pollKind says what a command may tell of the selected folder at its end.
type pollKind int

const (
	pollNone pollKind = iota
	pollKeep          // all but EXPUNGE: the numbers must stand (RFC 9051 section 7.5.1)
	pollAll
)

type command struct {
	states state
	poll   pollKind
	run    func(*conn, *request) error
}

// commands are all that the server knows. It is set in init because a
// handler may look into it.
var commands map[string]command

func init() {
	commands = map[string]command{
		"CAPABILITY":   {stateAny, pollAll, (*conn).capability},
		"NOOP":         {stateAny, pollAll, (*conn).noop},
		"LOGOUT":       {stateAny, pollNone, (*conn).logOut},
		"ID":           {stateAny, pollAll, (*conn).identify},
		"STARTTLS":     {stateAnonymous, pollNone, (*conn).startTLSCommand},
		"LOGIN":        {stateAnonymous, pollNone, (*conn).login},
		"AUTHENTICATE": {stateAnonymous, pollNone, (*conn).authenticate},

		"UNAUTHENTICATE": {stateUser, pollNone, (*conn).unauthenticate},

		"ENABLE":    {stateUser, pollAll, (*conn).enable},
		"COMPRESS":  {stateUser, pollNone, (*conn).compress},
		"NAMESPACE": {stateUser, pollAll, (*conn).namespace},
		"IDLE":      {stateUser, pollAll, (*conn).idle},

		"LIST":         {stateUser, pollAll, (*conn).list},
		"LSUB":         {stateUser, pollAll, (*conn).lsub},
		"STATUS":       {stateUser, pollAll, (*conn).status},
		"CREATE":       {stateUser, pollAll, (*conn).create},
		"DELETE":       {stateUser, pollAll, (*conn).delete},
		"RENAME":       {stateUser, pollAll, (*conn).rename},
		"SUBSCRIBE":    {stateUser, pollAll, (*conn).subscribe},
		"UNSUBSCRIBE":  {stateUser, pollAll, (*conn).subscribe},
		"GETQUOTA":     {stateUser, pollAll, (*conn).getQuota},
		"GETQUOTAROOT": {stateUser, pollAll, (*conn).getQuotaRoot},
		"SETQUOTA":     {stateUser, pollAll, (*conn).setQuota},
		"APPEND":       {stateUser, pollAll, (*conn).append},

		"SELECT":   {stateUser, pollNone, (*conn).selectFolder},
		"EXAMINE":  {stateUser, pollNone, (*conn).selectFolder},
		"CLOSE":    {stateSelected, pollNone, (*conn).closeFolder},
		"UNSELECT": {stateSelected, pollNone, (*conn).unselectFolder},
		"CHECK":    {stateSelected, pollAll, (*conn).noop},

		"FETCH":        {stateSelected, pollKeep, (*conn).fetch},
		"STORE":        {stateSelected, pollKeep, (*conn).store},
		"SEARCH":       {stateSelected, pollKeep, (*conn).search},
		"SORT":         {stateSelected, pollKeep, (*conn).sort},
		"THREAD":       {stateSelected, pollKeep, (*conn).thread},
		"COPY":         {stateSelected, pollAll, (*conn).copy},
		"MOVE":         {stateSelected, pollAll, (*conn).move},
		"EXPUNGE":      {stateSelected, pollAll, (*conn).expunge},
		"REPLACE":      {stateSelected, pollAll, (*conn).replace},
		"NOTIFY":       {stateUser, pollAll, (*conn).notifyCommand},
		"CANCELUPDATE": {stateSelected, pollAll, (*conn).cancelUpdate},

		"UID FETCH":   {stateSelected, pollAll, (*conn).fetch},
		"UID STORE":   {stateSelected, pollAll, (*conn).store},
		"UID SEARCH":  {stateSelected, pollAll, (*conn).search},
		"UID SORT":    {stateSelected, pollAll, (*conn).sort},
		"UID THREAD":  {stateSelected, pollAll, (*conn).thread},
		"UID COPY":    {stateSelected, pollAll, (*conn).copy},
		"UID MOVE":    {stateSelected, pollAll, (*conn).move},
		"UID EXPUNGE": {stateSelected, pollAll, (*conn).expunge},
		"UID REPLACE": {stateSelected, pollAll, (*conn).replace},
	}
}

// What is announced always, before login only, and after it only.
const (
	capsAlways = "IMAP4rev1 IMAP4rev2 LITERAL+ ID ENABLE IDLE"
	capsUser   = "NAMESPACE UIDPLUS UNSELECT CHILDREN SPECIAL-USE CREATE-SPECIAL-USE LIST-EXTENDED LIST-STATUS" +
		" STATUS=SIZE ESEARCH ESORT SEARCHRES WITHIN CONTEXT=SEARCH CONTEXT=SORT PARTIAL NOTIFY SORT SORT=DISPLAY I18NLEVEL=1 THREAD=ORDEREDSUBJECT THREAD=REFERENCES THREAD=REFS" +
		" MOVE REPLACE MULTIAPPEND CATENATE URL-PARTIAL BINARY CONDSTORE QRESYNC OBJECTID SAVEDATE PREVIEW UTF8=ACCEPT QUOTA QUOTA=RES-STORAGE QUOTA=RES-MESSAGE"
)

// capabilities are those of the session as it stands.
func (c *conn) capabilities() string {
	caps := []string{capsAlways}
	if c.acct != nil || c.leaving {
		caps = append(caps, capsUser, "APPENDLIMIT="+strconv.FormatInt(c.appendLimit(), 10))
		if !c.compressed {
			caps = append(caps, "COMPRESS=DEFLATE UNAUTHENTICATE")
		}
		return strings.Join(caps, " ")
	}
	caps = append(caps, "SASL-IR")
	if c.canStartTLS() {
		caps = append(caps, "STARTTLS")
	}
	if c.mayLogin() {
		caps = append(caps, "AUTH=PLAIN AUTH=LOGIN")
	} else {
		caps = append(caps, "LOGINDISABLED")
	}
	return strings.Join(caps, " ")
}

func (c *conn) capability(req *request) error {
	if err := req.end(); err != nil {
		return err
	}
	c.w.text("* CAPABILITY " + c.capabilities() + "\r\n")
	return nil
}

func (c *conn) noop(req *request) error { return req.end() }

func (c *conn) logOut(req *request) error {
	if err := req.end(); err != nil {
		return err
	}
	c.logout = true
	c.w.text("* BYE Logging out\r\n")
	return nil
}

// identify is ID (RFC 2971).
func (c *conn) identify(req *request) error {
	// What a client says of itself changes nothing, so that it may say it as it
	// likes: some say nothing, or write atoms, or commas.
	if req.spaces() && !req.atEnd() && !req.takeWord("NIL") {
		err := req.list(func() error {
			var err error
			if c := req.peek(); c == '"' || c == '{' {
				if _, err = req.str(); err == nil {
					req.while(isAtomChar)
				}
			} else {
				_, err = req.atom()
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if err := req.end(); err != nil {
		return err
	}
	c.w.text(`* ID ("name" "mailsim")` + "\r\n")
	return nil
}

// enable is ENABLE (RFC 5161). What is unknown is left out of the answer.
func (c *conn) enable(req *request) error {
	var enabled []string
	condstore := c.condstore
	set := func(on *bool, name string) {
		if !*on {
			enabled = append(enabled, name)
		}
		*on = true
	}
	for first := true; first || !req.atEnd(); first = false {
		if err := req.space(); err != nil {
			return err
		}
		name, err := req.keyword()
		if err != nil {
			return err
		}
		switch name {
		case "CONDSTORE":
			set(&c.condstore, name)
		case "QRESYNC":
			set(&c.qresync, name)
			c.condstore = true
		case "UTF8=ACCEPT":
			set(&c.acceptUTF8, name)
			c.utf8 = true
		case "IMAP4REV2":
			set(&c.rev2, "IMAP4rev2")
			c.utf8 = true
		}
	}
	c.w.text(strings.TrimRight("* ENABLED "+strings.Join(enabled, " "), " ") + "\r\n")
	if c.condstore && !condstore {
		c.tellHighestModSeq()
	}
	return nil
}

// enableCondstore switches CONDSTORE on by use (RFC 7162 section 3.1).
func (c *conn) enableCondstore() {
	if !c.condstore {
		c.condstore = true
		c.tellHighestModSeq()
	}
}

func (c *conn) tellHighestModSeq() {
	if c.view != nil {
		c.untaggedOK("HIGHESTMODSEQ "+strconv.FormatUint(c.view.snap.HighestModSeq(), 10), "Highest")
	}
}

func (c *conn) namespace(req *request) error {
	if err := req.end(); err != nil {
		return err
	}
	c.w.text(`* NAMESPACE (("" "/")) NIL NIL` + "\r\n")
	return nil
}
