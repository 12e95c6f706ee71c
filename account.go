package mailsim

import (
	"context"
	"crypto/rand"
)

// Logins of mailboxes, signatures, roles and API keys.

// Login is a mailbox's login as the API shows it: never with its password.
type Login struct {
	Address     string `json:"address"`
	DisplayName string `json:"display_name"`
	Username    string `json:"username"` // a login name other than the address; both work
	AllowSMTP   bool   `json:"allow_smtp"`
	AllowIMAP   bool   `json:"allow_imap"` // POP3 too
	Disabled    bool   `json:"disabled"`
	Note        string `json:"note"`
	HasPassword bool   `json:"has_password"` // without one the login does not work
	Messages    int    `json:"messages"`     // copies in the mailbox
}

// NewLogin describes a login to create.
type NewLogin struct {
	Address     string `json:"address"`  // required; its mailbox is made when missing
	Password    string `json:"password"` // "" makes a login that does not work yet
	DisplayName string `json:"display_name"`
	Username    string `json:"username"`
	AllowSMTP   *bool  `json:"allow_smtp"` // default true
	AllowIMAP   *bool  `json:"allow_imap"` // default true; POP3 too
	Disabled    bool   `json:"disabled"`   // the login works once a change sets this to false
	Note        string `json:"note"`
}

// LoginPatch changes a login; a nil field is kept, and so is the password when Password is empty.
type LoginPatch struct {
	DisplayName   *string `json:"display_name,omitempty"`
	Password      *string `json:"password,omitempty"`
	Username      *string `json:"username,omitempty"`
	AllowSMTP     *bool   `json:"allow_smtp,omitempty"`
	AllowIMAP     *bool   `json:"allow_imap,omitempty"`
	Disabled      *bool   `json:"disabled,omitempty"`
	Note          *string `json:"note,omitempty"`
	ClearPassword bool    `json:"clear_password,omitempty"` // the login stops working; not together with a password
}

// PasswordCheck describes a login to try. Trying it causes no event.
type PasswordCheck struct {
	Password string `json:"password"`
	Username string `json:"username"` // default: the address
	Proto    string `json:"proto"`    // smtp or imap; "" both

	// Caller identifies who is trying the password, for example by the prefix of an API
	// key. The passwords of one caller are checked one at a time, and after each wrong
	// one the pause is longer. If Caller is "", nothing is delayed.
	Caller string `json:"-"`
}

// PasswordResult says over which protocols the login works; nil for one that was not tried.
type PasswordResult struct {
	SMTP *PasswordOK `json:"smtp,omitempty"`
	IMAP *PasswordOK `json:"imap,omitempty"`
}

// PasswordOK says whether a login works; Address is empty if it does not.
type PasswordOK struct {
	OK      bool   `json:"ok"`
	Address string `json:"address"`
}

// Role is what a caller may do.
type Role string

// The roles; each may do what the one before it may.
const (
	RoleViewer Role = "viewer"
	RoleMember Role = "member"
	RoleAdmin  Role = "admin"
)

// roleRank orders the roles; any other text is below all.
var roleRank = map[Role]int{RoleViewer: 1, RoleMember: 2, RoleAdmin: 3}

// Allows reports whether r is the role least or a higher one.
func (r Role) Allows(least Role) bool { return roleRank[r] > 0 && roleRank[r] >= roleRank[least] }

// Key describes an API key. The key itself is shown only once, when it is made.
type Key struct {
	Prefix string `json:"prefix"` // the key's first 8 characters; of a key shorter than 24, its first third
	Name   string `json:"name"`
	Role   Role   `json:"role"`
}

// NewKey draws a key of more than 128 random bits.
func NewKey() string { return "ms_" + rand.Text() }

type accounts interface {
	Logins() []Login
	Login(address string) (out Login, err error)
	CreateLogin(ctx context.Context, n NewLogin) (Login, error)
	UpdateLogin(ctx context.Context, address string, p LoginPatch) (Login, error)
	DisableLogin(ctx context.Context, address string) error
	CheckPassword(ctx context.Context, address string, c PasswordCheck) (PasswordResult, error)
	Signature(address string) (text string, err error)
	SetSignature(ctx context.Context, address string, text string) (string, error)
	CreateKey(ctx context.Context, name string, role Role) (secret string, k Key, err error)
	AddKey(ctx context.Context, secret string, name string, role Role) (Key, error)
	Keys() []Key
	DeleteKey(ctx context.Context, prefix string) error
}

// Logins lists all logins, disabled ones included, and the addresses that
// have only a signature, sorted by address.
func (u *Universe) Logins() []Login { return u.live().Logins() }

// Login returns one login; ErrNotFound when the address has none.
func (u *Universe) Login(address string) (out Login, err error) { return u.live().Login(address) }

// CreateLogin makes a login and its mailbox. ErrInvalid says what is wrong. In a Cell, another
// organization may already use the login name. In that case, a call with a password counts at
// the other organization as a failed attempt to log in (event auth.failed), even if the
// password is the right one. Ten such calls for a name are answered, then one every six
// seconds; the others get ErrTooMany.
func (u *Universe) CreateLogin(ctx context.Context, n NewLogin) (Login, error) {
	return u.live().CreateLogin(ctx, n)
}

// UpdateLogin changes a login. A login that DisableLogin turned off counts against the plan's
// logins again as soon as it is given a password or enabled. ErrNotFound when the address has
// no login. In a Cell, a new name or password counts as a failed attempt to log in at every
// other organization that already uses the name: see CreateLogin.
func (u *Universe) UpdateLogin(ctx context.Context, address string, p LoginPatch) (Login, error) {
	return u.live().UpdateLogin(ctx, address, p)
}

// DisableLogin turns a login off and removes its password and username. Mailbox and mail
// are kept. ErrNotFound when the address has no login.
func (u *Universe) DisableLogin(ctx context.Context, address string) error {
	return u.live().DisableLogin(ctx, address)
}

// CheckPassword tries a login over one protocol or both. ErrNotFound when the
// address has no login, ErrTooMany when too many passwords of the caller are waiting
// to be checked.
func (u *Universe) CheckPassword(ctx context.Context, address string, c PasswordCheck) (PasswordResult, error) {
	return u.live().CheckPassword(ctx, address, c)
}

// Signature returns the signature of an address, "" when it has none.
func (u *Universe) Signature(address string) (text string, err error) {
	return u.live().Signature(address)
}

// SetSignature sets the signature of an address, at most 10,000 bytes; tabs and line breaks
// are kept, other control characters are ErrInvalid, and "" removes it. Send adds it to
// mail from that address from now on, unless Outgoing.Unsigned is set. Mail over SMTP is
// left as it is, and people sign with their own (Style.Signature).
func (u *Universe) SetSignature(ctx context.Context, address string, text string) (string, error) {
	return u.live().SetSignature(ctx, address, text)
}

// CreateKey makes an API key of this universe and returns it: it is not shown
// again. ErrInvalid for an unknown role or a name above 500 bytes.
func (u *Universe) CreateKey(ctx context.Context, name string, role Role) (secret string, k Key, err error) {
	return u.live().CreateKey(ctx, name, role)
}

// AddKey lets a given key open this universe. A key that already opens it gets the new name
// and role. ErrInvalid for a key that is not 16 to 200 printable ASCII characters
// without spaces.
func (u *Universe) AddKey(ctx context.Context, secret string, name string, role Role) (Key, error) {
	return u.live().AddKey(ctx, secret, name, role)
}

// Keys lists the keys by name, then prefix.
func (u *Universe) Keys() []Key { return u.live().Keys() }

// DeleteKey revokes the key whose Key.Prefix is prefix. ErrNotFound when there is none,
// ErrConflict when there are several.
func (u *Universe) DeleteKey(ctx context.Context, prefix string) error {
	return u.live().DeleteKey(ctx, prefix)
}
