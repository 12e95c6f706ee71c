package login

import (
	"context"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Hashing holds one for each password that is being hashed, in the whole process.
var Hashing = make(chan struct{}, max(1, runtime.NumCPU()/2))

// hashTurn waits for a turn to hash at a cost, until done.
func hashTurn(ctx context.Context, cost int) (done func(), err error) {
	if cost < CheapHashCost {
		return func() {}, nil
	}
	done = func() { <-Hashing }
	select {
	case Hashing <- struct{}{}: // also for one who has left, so that it does not depend on the moment
		return done, nil
	default:
	}
	select {
	case Hashing <- struct{}{}:
		return done, nil
	case <-ctx.Done():
		return nil, fail.ContextError(ctx)
	}
}

// How guesses from one address are slowed: after a wrong one they are tried one by
// one, after a few by a pause, which doubles. Who rests for a while begins anew.
const (
	FreeGuesses   = 3
	firstPause    = 100 * time.Millisecond
	longestPause  = 2 * time.Second
	guessRest     = time.Minute
	maxGuessers   = 4096 // addresses that are remembered
	maxWaiting    = 1000 // of one address
	maxWaitWrong  = 16   // of one that has guessed wrong
	CheapHashCost = 8    // below it a hash costs nearly nothing: nobody waits
)

// Guesses lets addresses, or callers of another kind, guess: as many of one at once
// as may hash until one was wrong, then one by one. The zero value is ready to use.
type Guesses struct {
	mu        sync.Mutex
	byAddress map[string]*guesser
}

type guesser struct {
	trying int             // passwords that are tried
	queue  []chan struct{} // those who wait for their turn, in order; closed at it
	users  int             // who try or wait
	wrong  int             // guesses lately
	next   time.Time       // when the next one may be tried
}

// admit gives those who wait their turn as far as there is room.
func (of *guesser) admit() {
	room := cap(Hashing)
	if of.wrong > 0 {
		room = 1
	}
	for len(of.queue) > 0 && of.trying < room {
		close(of.queue[0])
		of.queue = of.queue[1:]
		of.trying++
	}
}

// Enter waits for a turn of an address, "" for none. Leave ends it and tells whether the
// password was wrong.
func (g *Guesses) Enter(ctx context.Context, remote string) (leave func(wrong bool), err error) {
	if remote == "" {
		return func(bool) {}, nil
	}
	of, turn, err := g.join(guessBucket(remote))
	if err != nil {
		return nil, err
	}
	select {
	case <-turn:
	default:
		select {
		case <-turn:
		case <-ctx.Done():
			g.giveUp(of, turn)
			return nil, fail.ContextError(ctx)
		}
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
			g.quit(of, false)
			return nil, fail.ContextError(ctx)
		}
	}
	return func(wrong bool) { g.quit(of, wrong) }, nil
}

// guessPause is how long the next guess waits after a number of wrong ones.
func guessPause(wrong int) time.Duration {
	if wrong < FreeGuesses {
		return 0
	}
	return min(firstPause<<min(wrong-FreeGuesses, 10), longestPause)
}

// join queues up for a turn, which has come when the channel is closed.
func (g *Guesses) join(address string) (of *guesser, turn chan struct{}, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	of = g.byAddress[address]
	switch {
	case of == nil:
		if len(g.byAddress) >= maxGuessers {
			g.forget()
		}
		if g.byAddress == nil {
			g.byAddress = map[string]*guesser{}
		}
		of = &guesser{}
		g.byAddress[address] = of
	case of.users == 0 && time.Since(of.next) > guessRest:
		of.wrong = 0
	case of.users >= maxWaiting, of.wrong >= FreeGuesses && of.users >= maxWaitWrong:
		return nil, nil, fail.Errorf(mailsim.ErrTooMany, "too many logins at once from %s", address)
	}
	of.users++
	turn = make(chan struct{})
	of.queue = append(of.queue, turn)
	of.admit()
	return of, turn, nil
}

// quit ends a turn.
func (g *Guesses) quit(of *guesser, wrong bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if wrong {
		of.wrong++
		of.next = time.Now().Add(guessPause(of.wrong))
	}
	of.users--
	of.trying--
	of.admit()
}

// giveUp leaves the line, or ends the turn that has come meanwhile.
func (g *Guesses) giveUp(of *guesser, turn chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	of.users--
	if i := slices.Index(of.queue, turn); i >= 0 {
		of.queue = slices.Delete(of.queue, i, i+1)
		return
	}
	of.trying--
	of.admit()
}

// forget drops addresses that have rested; when none has, those that do nothing now.
func (g *Guesses) forget() {
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
		return plain.Cut(remote, valid.MaxName)
	}
	if ip = ip.Unmap(); ip.Is6() {
		if p, err := ip.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return ip.String()
}
