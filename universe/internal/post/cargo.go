package post

import (
	"crypto/sha256"
	"encoding/hex"
)

// Cargo is what a record shares with others.
type Cargo struct {
	Mail *Mail
	Way  *Way
}

// CargoKeys name a cargo's records; "" is none.
type CargoKeys struct {
	Mail     string `json:"mail,omitempty"`
	Envelope string `json:"envelope,omitempty"`
}

// Cargo is what the copy shares with others.
func (s *Stored) Cargo() Cargo { return Cargo{s.Mail, s.Way} }

// HashKey is the key of a content.
func HashKey[T string | []byte](text T) string {
	var room [2 * sha256.Size]byte
	sum := sha256.Sum256([]byte(text))
	hex.Encode(room[:], sum[:])
	return string(room[:])
}
