package testkit

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
)

// Quill is a writer whose answers a test gives.
type Quill struct {
	// Writes and Judges give the answers; nil gives usual ones.
	Writes func(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error)
	Judges func(q mailsim.Question) (mailsim.Answer, error)

	mu        sync.Mutex // over what it was asked
	Briefs    []mailsim.Brief
	Questions []mailsim.Question
}

// Name is that of the writer.
func (p *Quill) Name() string { return "pen" }

// Write notes the brief and answers by Writes.
func (p *Quill) Write(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	p.mu.Lock()
	p.Briefs = append(p.Briefs, b)
	p.mu.Unlock()
	if p.Writes == nil {
		return mailsim.Draft{Text: "Written by the pen."}, nil
	}
	return p.Writes(ctx, b)
}

// Judge notes the question and answers by Judges.
func (p *Quill) Judge(_ context.Context, q mailsim.Question) (mailsim.Answer, error) {
	p.mu.Lock()
	p.Questions = append(p.Questions, q)
	p.mu.Unlock()
	if p.Judges == nil {
		return mailsim.Answer{Yes: q.Lean, Why: "as usual"}, nil
	}
	return p.Judges(q)
}

// WithWriter makes a universe in which people write with AI.
func WithWriter(t *testing.T, p *Quill, o mailsim.Options) *engine.Universe {
	t.Helper()
	o.Writer = p
	u := New(t, o)
	_, err := u.SetAI(context.Background(), true)
	require.NoError(t, err)
	return u
}
