// Package mailview is all mail of a universe as a page shows it: each mail once, with its
// copies, what became of it for each recipient, and what is planned about it. It owns no
// records: copies are kept by package post, what happened stands in the log.
package mailview

import (
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/mails"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/search"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/story"
)

// Part lists one universe's mail.
type Part struct {
	*state.Book
	post   *post.Part
	jobs   *jobs.Part
	mails  *mails.Part
	search *search.Part
	story  *story.Part
	door   *door.Part
	places places
}

// Parts are those that this one calls.
type Parts struct {
	Post   *post.Part
	Jobs   *jobs.Part
	Mails  *mails.Part
	Search *search.Part
	Story  *story.Part
	Door   *door.Part
}

// New makes the part.
func New(b *state.Book, p Parts) *Part {
	return &Part{Book: b, post: p.Post, jobs: p.Jobs, mails: p.Mails, search: p.Search, story: p.Story, door: p.Door}
}

// places remembers where mails lie that were listed, since those are asked for next.
type places struct {
	mu   sync.Mutex
	byID map[string]mailsim.Mark
}

// maxPlaces bounds how many are remembered.
const maxPlaces = 10_000

func (p *places) note(id string, at mailsim.Mark) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byID == nil || len(p.byID) >= maxPlaces {
		p.byID = map[string]mailsim.Mark{}
	}
	p.byID[id] = at
}

// of returns where a mail may lie, 0 when it is not remembered.
func (p *places) of(id string) mailsim.Mark {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.byID[id]
}
