package mailsim

// Faults on purpose (design 4, 5).

// faultRec is a fault rule as stored.
type faultRec struct{}

// faultAction is what a firing rule does to a delivery.
type faultAction struct{}

func (u *Universe) faultsFor(s *submission) {}

func (t *tx) deliverFaulty(s *submission, to string, a faultAction) error { return t.arrive(s, to) }

func (t *tx) faultJunks(s *submission, to string) bool { return false }
