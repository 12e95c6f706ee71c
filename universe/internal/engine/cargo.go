package engine

import (
	"crypto/sha256"
	"encoding/hex"
)

// cargo is what a record shares with others.
type cargo struct {
	mail *mail
	way  *passage
}

// cargoKeys name a cargo's records; "" is none.
type cargoKeys struct {
	Mail     string `json:"mail,omitempty"`
	Envelope string `json:"envelope,omitempty"`
}

func (s *Stored) Cargo() cargo { return cargo{s.mail, s.env} }

// hashKey is the key of a content.
func hashKey[T string | []byte](text T) string {
	var room [2 * sha256.Size]byte
	sum := sha256.Sum256([]byte(text))
	hex.Encode(room[:], sum[:])
	return string(room[:])
}
