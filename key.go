package mailsim

// keyRec is an API key as stored: never the key itself.
type keyRec struct {
	Prefix string `json:"prefix"`
	Name   string `json:"name"`
	Role   string `json:"role"`
	Hash   []byte `json:"hash"` // SHA-256: a key has entropy enough
}
