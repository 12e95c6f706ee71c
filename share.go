package mailsim

import "time"

// shareRec is a share as stored.
type shareRec struct {
	ID      string    `json:"id"`
	Ref     Ref       `json:"ref"`
	Expires time.Time `json:"expires"`
}
