package engine

import (
	"context"
	"net/netip"
	"runtime"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
)

// hashing holds one for each password that is being hashed, in the whole process.
var hashing = make(chan struct{}, max(1, runtime.NumCPU()/2))

// hashTurn waits for a turn to hash at a cost, until done.
func hashTurn(ctx context.Context, cost int) (done func(), err error) {
	if cost < cheapHashCost {
		return func() {}, nil
	}
	select {
	case hashing <- struct{}{}:
		return func() { <-hashing }, nil
	case <-ctx.Done():
		return nil, contextError(ctx)
	}
}

// How guesses from one address are slowed: after a few wrong ones by a pause, which
// doubles. Who rests for a while begins anew.
const (
	freeGuesses   = 3
	firstPause    = 100 * time.Millisecond
	longestPause  = 2 * time.Second
	guessRest     = time.Minute
	maxGuessers   = 4096 // addresses that are remembered
	maxWaiting    = 1000 // of one address
	maxWaitWrong  = 16   // of one that has guessed wrong
	cheapHashCost = 8    // below it a hash costs nearly nothing: nobody waits
)

// guessLine lets the addresses guess. The zero value is ready to use.
type guessLine struct {
	mu        sync.Mutex
	byAddress map[string]*guesser
}

type guesser struct {
	turn  chan struct{} // holds one while a password is tried
	users int           // who try or wait
	wrong int           // guesses lately
	next  time.Time     // when the next one may be tried
}

// enter waits for a turn of an address, "" for none. Leave ends it and tells whether the
// password was wrong.
func (g *guessLine) enter(ctx context.Context, remote string) (leave func(wrong bool), err error) {
	if remote == "" {
		return func(bool) {}, nil
	}
	of, err := g.join(guessBucket(remote))
	if err != nil {
		return nil, err
	}
	select {
	case of.turn <- struct{}{}:
	case <-ctx.Done():
		g.quit(of)
		return nil, contextError(ctx)
	}
	g.mu.Lock()
	wait := time.Until(of.next)
	g.mu.Unlock()
	if wait > 0 {
		pause := time.NewTimer(wait)
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-ctx.Done():
			<-of.turn
			g.quit(of)
			return nil, contextError(ctx)
		}
	}
	return func(wrong bool) {
		g.mu.Lock()
		if wrong {
			of.wrong++
			of.next = time.Now().Add(guessPause(of.wrong))
		}
		g.mu.Unlock()
		<-of.turn
		g.quit(of)
	}, nil
}

// guessPause is how long the next guess waits after a number of wrong ones.
func guessPause(wrong int) time.Duration {
	if wrong < freeGuesses {
		return 0
	}
	return min(firstPause<<min(wrong-freeGuesses, 10), longestPause)
}

func (g *guessLine) join(address string) (*guesser, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	of := g.byAddress[address]
	switch {
	case of == nil:
		if len(g.byAddress) >= maxGuessers {
			g.forget()
		}
		if g.byAddress == nil {
			g.byAddress = map[string]*guesser{}
		}
		of = &guesser{turn: make(chan struct{}, 1)}
		g.byAddress[address] = of
	case of.users == 0 && time.Since(of.next) > guessRest:
		of.wrong = 0
	case of.users >= maxWaiting, of.wrong >= freeGuesses && of.users >= maxWaitWrong:
		return nil, errorf(mailsim.ErrTooMany, "too many logins at once from %s", address)
	}
	of.users++
	return of, nil
}

func (g *guessLine) quit(of *guesser) {
	g.mu.Lock()
	defer g.mu.Unlock()
	of.users--
}

// forget drops addresses that have rested; when none has, those that do nothing now.
func (g *guessLine) forget() {
	for _, rest := range []time.Duration{guessRest, -longestPause} {
		for address, of := range g.byAddress {
			if of.users == 0 && time.Since(of.next) > rest {
				delete(g.byAddress, address)
			}
		}
		if len(g.byAddress) < maxGuessers {
			return
		}
	}
}

// guessBucket names an address, and its network of IPv6, of which one host has all.
func guessBucket(remote string) string {
	ip, err := netip.ParseAddr(remote)
	if err != nil {
		return cut(remote, maxName)
	}
	if ip = ip.Unmap(); ip.Is6() {
		if p, err := ip.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return ip.String()
}
