package search

import (
	"runtime"
	"sync/atomic"

	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// index fills filters with mail, behind the searches: a search uses what is there and
// looks at the bytes of the rest. A mail knows its place in a filter, so a fork shares
// it, and what is deleted is let go of.
type index struct {
	filling atomic.Bool
	bytes   *atomic.Int64 // of the filters that this universe made and somebody still holds
}

// fillFrom is how many mails without a filter a search must come by for filters to be
// made: a few are looked at in no time.
const fillFrom = 1000

// share is the part of Options.CacheBytes that filters may take.
func (u *Part) share() int64 { return u.Opts.CacheBytes / 8 * 7 }

// fillSoon has filters made in the background, unless that is done already or there
// is no room for more.
func (u *Part) fillSoon() {
	if u.Index.bytes.Load()+searchindex.FilterBytes > u.share() || !u.Index.filling.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer u.Index.filling.Store(false)
		if err := post.Readable(u.fill); err != nil {
			u.Logger.Error("the search looks at mails one by one", "error", err)
		}
	}()
}

// fill gives mail a place, the newest of each folder first, until all has one or
// there is no room for more.
func (u *Part) fill() {
	var b searchindex.Builder
	made := made{b: &b}
	for _, f := range u.folders() {
		for s := range f.Backward() {
			if s.Mail.Place() != nil {
				continue
			}
			texts := textsOf(s)
			p := b.Add(texts...)
			if p == nil {
				made.publish(u)
				if u.IsClosed() || u.Index.bytes.Load()+searchindex.FilterBytes > u.share() {
					return
				}
				b.Next()
				p = b.Add(texts...)
			}
			made.mails, made.places = append(made.mails, s.Mail), append(made.places, p)
		}
	}
	made.publish(u)
}

// made is what a filter that is being filled holds.
type made struct {
	b      *searchindex.Builder
	mails  []*post.Mail
	places []*searchindex.Place
}

// publish lets searches use a filter.
func (m *made) publish(u *Part) {
	if len(m.mails) == 0 {
		return
	}
	bytes := u.Index.bytes
	bytes.Add(searchindex.FilterBytes)
	runtime.AddCleanup(m.places[0].Filter(), func(n int64) { bytes.Add(-n) }, searchindex.FilterBytes)
	for i, mail := range m.mails {
		mail.SetPlace(m.places[i])
	}
	m.mails, m.places = m.mails[:0], m.places[:0]
	post.OwnCache.Of(u.Env).Share(u.Opts.CacheBytes - bytes.Load()) // one budget
}

// textsOf are all texts that a mail can be found by, but what the folder and the way of
// a copy add.
func textsOf(s *post.Stored) []string {
	if s.Mail.Verbatim() {
		return []string{s.Mail.Look()}
	}
	f := found{Stored: s}
	return append(searchindex.Texts(&f), f.further()...)
}

// folder is a folder with mail as it was when a search began.
type folder struct {
	address string
	*post.Folder
}

// folders lists the folders with mail, in no order.
func (u *Part) folders() (list []folder) {
	u.Read(func(v state.View) {
		for _, m := range post.Boxes.In(v.State).M {
			for _, f := range m.Folders {
				if f.Len() > 0 {
					list = append(list, folder{m.Address, f})
				}
			}
		}
	})
	return list
}

// SearchIndexBytes returns the memory that filters hold, 0 before there was much to
// search.
func (u *Part) SearchIndexBytes() int { return int(u.Index.bytes.Load()) }
