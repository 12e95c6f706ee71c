package dialog

import "strings"

// Replaces reports whether a claim takes the place of an earlier one of the same person:
// it is of the same kind and topic, and, where that is a matter between two, said to the
// same correspondent.
func (c Claim) Replaces(had Claim) bool {
	return c.Topic != "" && had.Kind == c.Kind && strings.EqualFold(had.Topic, c.Topic) &&
		(!personal(c.Kind) || strings.EqualFold(had.To, c.To))
}
