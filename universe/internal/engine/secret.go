package engine

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/crypto/bcrypt"

	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Bounds of bcrypt's cost; 10 is what a server wants, 4 what a test does.
const (
	minHashCost     = bcrypt.MinCost
	maxHashCost     = bcrypt.MaxCost
	defaultHashCost = bcrypt.DefaultCost
)

// secret is a password as its bcrypt hash. Those of a file, which holds them as
// they are, are hashed when someone logs in or they are stored: hundreds would
// take as long as a start may.
type secret struct {
	mu   sync.Mutex
	text string // until it is hashed
	cost int
	hash []byte
}

// newSecret returns nil for no password.
func newSecret(password string, cost int) *secret {
	if password == "" {
		return nil
	}
	return &secret{text: password, cost: cost}
}

// hashPassword is a secret that is hashed, nil for no password.
func hashPassword(ctx context.Context, password string, cost int) (*secret, error) {
	if err := valid.Password(password); err != nil {
		return nil, err
	}
	s := newSecret(password, cost)
	if s == nil {
		return nil, nil
	}
	done, err := hashTurn(ctx, cost)
	if err != nil {
		return nil, err
	}
	defer done()
	s.sum()
	return s, nil
}

func (u *loginPart) hashPassword(ctx context.Context, password string) (*secret, error) {
	return hashPassword(ctx, password, u.Opts.HashCost)
}

// noSecret is the hash of a password that nobody knows; it costs what others do.
func noSecret(cost int) *secret {
	return &secret{hash: fmt.Appendf(nil, "$2a$%02d$%s", cost, strings.Repeat(".", 53))}
}

// sum returns the hash, and the password too when this call has hashed it.
func (s *secret) sum() (hash []byte, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hash == nil {
		var err error
		if s.hash, err = bcrypt.GenerateFromPassword(bcryptInput(s.text), s.cost); err != nil {
			panic("mailsim: a password cannot be hashed: " + err.Error()) // its length and the cost have been checked
		}
		text, s.text, s.cost = s.text, "", 0
	}
	return s.hash, text
}

// bcryptInput brings a password of any length under bcrypt's 72 bytes.
func bcryptInput(password string) []byte {
	if len(password) <= 72 {
		return []byte(password)
	}
	sum := sha256.Sum256([]byte(password))
	return []byte(base64.StdEncoding.EncodeToString(sum[:]))
}

// MarshalJSON writes the hash.
func (s *secret) MarshalJSON() ([]byte, error) {
	hash, _ := s.sum()
	return json.Marshal(hash)
}

// UnmarshalJSON reads a hash.
func (s *secret) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &s.hash); err != nil {
		return err
	}
	if len(s.hash) == 0 {
		return fail.Damagedf("a password without its hash")
	}
	return nil
}

// secretCache remembers verified passwords for the process, by a keyed MAC, so
// that a hash costs its time once.
type secretCache struct {
	once  sync.Once
	key   [32]byte
	mu    sync.Mutex
	known map[[32]byte]struct{}

	hashed atomic.Int64 // how many hashes have been computed, for tests
}

func (c *secretCache) mac(hash []byte, password string) (sum [32]byte) {
	c.once.Do(func() { _, _ = rand.Read(c.key[:]) })
	m := hmac.New(sha256.New, c.key[:])
	m.Write(hash)
	m.Write([]byte(password))
	m.Sum(sum[:0])
	return sum
}

const maxKnownSecrets = 10_000

// knows tells whether a password has been verified before.
func (c *secretCache) knows(s *secret, password string) bool {
	s.mu.Lock()
	hash := s.hash
	s.mu.Unlock()
	return hash != nil && c.has(c.mac(hash, password))
}

func (c *secretCache) has(sum [32]byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.known[sum]
	return ok
}

// costOf is the bcrypt cost of a secret, hashed or not.
func (s *secret) costOf() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hash == nil {
		return s.cost
	}
	cost, err := bcrypt.Cost(s.hash)
	if err != nil {
		return defaultHashCost
	}
	return cost
}

// verify compares a password with a secret, in time that one hash sets at first:
// it waits for its turn to hash. The error is that of a ctx that has ended.
func (c *secretCache) verify(ctx context.Context, s *secret, password string) (bool, error) {
	if c.knows(s, password) {
		return true, nil
	}
	done, err := hashTurn(ctx, s.costOf())
	if err != nil {
		return false, err
	}
	defer done()
	hash, text := s.sum()
	sum := c.mac(hash, password)
	if c.has(sum) { // meanwhile
		return true, nil
	}
	c.hashed.Add(1)
	ok := false
	if text != "" {
		own := c.mac(hash, text)
		ok = hmac.Equal(own[:], sum[:])
	} else {
		ok = bcrypt.CompareHashAndPassword(hash, bcryptInput(password)) == nil
	}
	if !ok {
		return false, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= maxKnownSecrets {
		c.known = map[[32]byte]struct{}{}
	}
	c.known[sum] = struct{}{}
	return true, nil
}
