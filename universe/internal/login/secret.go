package login

import (
	"bytes"
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
	MinHashCost     = bcrypt.MinCost
	MaxHashCost     = bcrypt.MaxCost
	DefaultHashCost = bcrypt.DefaultCost
)

// Secret is a password as its bcrypt hash. Those of a file, which holds them as
// they are, are hashed when someone logs in or they are stored: hundreds would
// take as long as a start may.
type Secret struct {
	mu   sync.Mutex
	Text string // as it was given, until it is hashed
	cost int
	Hash []byte // nil before
}

// NewSecret returns nil for no password.
func NewSecret(password string, cost int) *Secret {
	if password == "" {
		return nil
	}
	return &Secret{Text: password, cost: cost}
}

// HashPassword is a secret that is hashed, nil for no password.
func HashPassword(ctx context.Context, password string, cost int) (*Secret, error) {
	if err := valid.Password(password); err != nil {
		return nil, err
	}
	s := NewSecret(password, cost)
	if s == nil {
		return nil, nil
	}
	done, err := hashTurn(ctx, cost)
	if err != nil {
		return nil, err
	}
	defer done()
	s.Sum()
	return s, nil
}

func (u *Part) hashPassword(ctx context.Context, password string) (*Secret, error) {
	return HashPassword(ctx, password, u.Opts.HashCost)
}

// NoSecret is the hash of a password that nobody knows; it costs what others do.
func NoSecret(cost int) *Secret {
	return &Secret{Hash: fmt.Appendf(nil, "$2a$%02d$%s", cost, strings.Repeat(".", 53))}
}

// Sum returns the hash, and the password too when this call has hashed it.
func (s *Secret) Sum() (hash []byte, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Hash == nil {
		var err error
		if s.Hash, err = bcrypt.GenerateFromPassword(bcryptInput(s.Text), s.cost); err != nil {
			panic("mailsim: a password cannot be hashed: " + err.Error()) // its length and the cost have been checked
		}
		text, s.Text, s.cost = s.Text, "", 0
	}
	return s.Hash, text
}

// Is tells whether the secret has been hashed, and to this.
func (s *Secret) Is(hash []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Hash != nil && bytes.Equal(s.Hash, hash)
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
func (s *Secret) MarshalJSON() ([]byte, error) {
	hash, _ := s.Sum()
	return json.Marshal(hash)
}

// UnmarshalJSON reads a hash.
func (s *Secret) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &s.Hash); err != nil {
		return err
	}
	if len(s.Hash) == 0 {
		return fail.Damagedf("a password without its hash")
	}
	return nil
}

// Secrets remembers verified passwords for the process, by a keyed MAC, so
// that a hash costs its time once.
type Secrets struct {
	once  sync.Once
	key   [32]byte
	mu    sync.Mutex
	known map[[32]byte]struct{}

	Hashed atomic.Int64 // how many hashes have been computed, for tests
}

func (c *Secrets) mac(hash []byte, password string) (sum [32]byte) {
	c.once.Do(func() { _, _ = rand.Read(c.key[:]) })
	m := hmac.New(sha256.New, c.key[:])
	m.Write(hash)
	m.Write([]byte(password))
	m.Sum(sum[:0])
	return sum
}

// maxKnown is how many passwords are remembered before all are forgotten.
const maxKnown = 10_000

// Knows tells whether a password has been verified before.
func (c *Secrets) Knows(s *Secret, password string) bool {
	s.mu.Lock()
	hash := s.Hash
	s.mu.Unlock()
	return hash != nil && c.has(c.mac(hash, password))
}

func (c *Secrets) has(sum [32]byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.known[sum]
	return ok
}

// costOf is the bcrypt cost of a secret, hashed or not.
func (s *Secret) costOf() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Hash == nil {
		return s.cost
	}
	cost, err := bcrypt.Cost(s.Hash)
	if err != nil {
		return DefaultHashCost
	}
	return cost
}

// Verify compares a password with a secret, in time that one hash sets at first:
// it waits for its turn to hash. The error is that of a ctx that has ended.
func (c *Secrets) Verify(ctx context.Context, s *Secret, password string) (bool, error) {
	if c.Knows(s, password) {
		return true, nil
	}
	done, err := hashTurn(ctx, s.costOf())
	if err != nil {
		return false, err
	}
	defer done()
	hash, text := s.Sum()
	sum := c.mac(hash, password)
	if c.has(sum) { // meanwhile
		return true, nil
	}
	c.Hashed.Add(1)
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
	if c.known == nil || len(c.known) >= maxKnown {
		c.known = map[[32]byte]struct{}{}
	}
	c.known[sum] = struct{}{}
	return true, nil
}
