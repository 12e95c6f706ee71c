package cell

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
)

// Attempts of an organization at a login name: ten, then one more every six
// seconds; at all names a hundred, then one a second. Others' attempts do not
// count: they could keep it from its own logins.
const (
	NameGuessEvery, nameGuesses = 6 * time.Second, 10
	orgGuessEvery, orgGuesses   = time.Second, 100
)

// WhyGuessed is the same whether the password was right.
const WhyGuessed = "a login of another organization was to have this name"

// attempts counts by name. The zero value is ready to use.
type attempts struct {
	mu     sync.Mutex
	byName map[string]*rate.Limiter
}

// maxAttempts is how many names are remembered before those that have rested are
// forgotten.
const maxAttempts = 4096

// take counts an attempt, or reports that it is one too many.
func (a *attempts) take(at time.Time, name string, every time.Duration, burst int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.byName[name]
	if l == nil {
		if a.byName == nil {
			a.byName = map[string]*rate.Limiter{}
		}
		if len(a.byName) >= maxAttempts {
			a.forget(at)
		}
		l = rate.NewLimiter(rate.Every(every), burst)
		a.byName[name] = l
	}
	return l.AllowN(at, 1)
}

// forget drops those who have all their attempts again; when none has, it drops
// all rather than grow.
func (a *attempts) forget(at time.Time) {
	for name, l := range a.byName {
		if l.TokensAt(at) >= float64(l.Burst()) {
			delete(a.byName, name)
		}
	}
	if len(a.byName) >= maxAttempts {
		clear(a.byName)
	}
}

// countGuess counts a login that is about to be made or to get another name or
// password as an attempt at the logins of its names in other organizations, and
// tells it there, before anything is compared. ErrTooMany.
func (c *Cell) countGuess(ctx context.Context, of *tenant, l login.Claim) error {
	names := []string{addr.Key(l.Address), addr.Key(l.Username)}
	if own := of.Part.login.Named(names[0]); own != nil {
		if l.Password == "" && (names[1] == "" || names[1] == addr.Key(own.Username) || own.Secret == nil) {
			return nil // neither name nor password is new
		}
		names[1] = cmp.Or(names[1], addr.Key(own.Username))
	} else if l.Password == "" {
		return nil
	}
	var targets []mailsim.LoginEntry
	guessed := map[string]bool{}
	for _, name := range slices.Compact(names) {
		list, err := c.dir.LoginsNamed(ctx, name)
		if err != nil {
			return err
		}
		for _, e := range list {
			if e.Org != of.org.name && e.Mark != nil {
				e.Names = []string{name}
				targets = append(targets, e)
				guessed[name] = true
			}
		}
	}
	if targets == nil {
		return nil
	}
	allowed := c.attempts.take(c.now(), of.org.name, orgGuessEvery, orgGuesses)
	for _, name := range slices.Compact(names) {
		if guessed[name] {
			allowed = c.attempts.take(c.now(), of.org.name+"\x00"+name, NameGuessEvery, nameGuesses) && allowed
		}
	}
	if !allowed {
		return fail.Errorf(mailsim.ErrTooMany, "too many passwords tried for this login name: try again in %s", NameGuessEvery)
	}
	c.tellGuessed(ctx, targets)
	return nil
}

// tellGuessed tells universes that a login of theirs was guessed at. One that is
// held by another process hears nothing: that is logged.
func (c *Cell) tellGuessed(ctx context.Context, targets []mailsim.LoginEntry) {
	for _, to := range targets {
		t, leave, err := c.need(ctx, to.Universe)
		if err != nil {
			c.unanswered(err)
			continue
		}
		address := to.Address
		if l := t.Part.login.Named(to.Address); l != nil {
			address = l.Address
		}
		t.Part.tell(ctx, mailsim.AuthFailed{Proto: "http", Username: to.Names[0], Address: address, Remote: "", Why: WhyGuessed})
		leave()
	}
}
