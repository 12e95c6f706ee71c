package mails

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// deletedNote is why a job ends whose mail was deleted.
const deletedNote = "the mail was deleted"

// DeleteSubmissions deletes mails with all their copies, wherever those lie, in one
// step: what is planned because of them is skipped, and what of them is still on its way
// does not arrive. What came of them before stays: replies, bounces, notes. Unknown ids
// are passed over. It returns how many mails went. Event: mail.deleted for each.
func (u *Part) DeleteSubmissions(ctx context.Context, ids ...string) (deleted int, err error) {
	var list []Record
	for _, id := range ids {
		if r, ok := u.find(id); ok {
			list = append(list, r)
		}
	}
	return u.Delete(ctx, list)
}

// Delete is DeleteSubmissions for mails however they came.
func (u *Part) Delete(ctx context.Context, list []Record) (deleted int, err error) {
	if len(list) == 0 {
		return 0, nil
	}
	d := deletion{list: list, found: map[*post.Mail]int{}, ids: map[string]bool{}}
	for _, r := range list {
		d.found[r.Mail] = 0
		d.ids[r.Mail.MessageID] = true
		d.first = min(cmp.Or(d.first, r.Seq), r.Seq)
	}
	d.guess()
	err = u.Update(ctx, func(t *state.Tx) error {
		deleted = d.run(t, u)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return deleted, nil
}

// deletion is mails that go.
type deletion struct {
	list  []Record
	found map[*post.Mail]int // copies
	ids   map[string]bool    // Message-IDs
	first mailsim.Mark       // no copy came before it
	boxes []string           // keys of the mailboxes where copies most likely are
}

// maxGuessed is the number of mails up to which their copies are looked for one by one.
const maxGuessed = 100

// guess finds out in whose mailboxes the copies most likely are.
func (d *deletion) guess() {
	if len(d.list) > maxGuessed {
		return
	}
	for _, r := range d.list {
		d.boxes = append(d.boxes, addr.Key(r.Mail.Summary().From.Addr))
		if r.Way == nil {
			continue
		}
		_, login := r.Way.Door()
		for _, a := range append([]string{r.Way.Route.From, login}, r.Way.Route.To...) {
			d.boxes = append(d.boxes, addr.Key(a))
		}
	}
	slices.Sort(d.boxes)
	d.boxes = slices.Compact(d.boxes)
}

// run takes all copies out of their folders, and ends the jobs about the mails.
func (d *deletion) run(t *state.Tx, u *Part) (deleted int) {
	clear(d.found)
	for _, r := range d.list {
		d.found[r.Mail] = 0
	}
	for _, key := range d.boxes {
		d.search(t, key)
	}
	if !d.complete(u) {
		for _, key := range state.Keys(post.Boxes.In(t.State)) {
			d.search(t, key)
		}
	}
	for _, r := range d.list {
		n := d.found[r.Mail]
		if n == 0 {
			continue // it went before, or is in the list twice
		}
		delete(d.found, r.Mail)
		deleted++
		e := mailsim.MailDeleted{MessageID: r.Mail.MessageID, Subject: strings.Clone(r.Mail.Summary().Subject), Copies: n}
		if r.Way != nil {
			e.ID = string(r.Way.ID[:])
		}
		t.Emit(e)
	}
	endJobs(t, d.ids)
	return deleted
}

// search takes the copies out of the folders of a mailbox.
func (d *deletion) search(t *state.Tx, key string) {
	m := post.Boxes.In(t.State).At(key)
	if m == nil {
		return
	}
	for _, f := range m.Folders {
		var uids []uint32
		for s := range f.Since(d.first) {
			if _, ok := d.found[s.Mail]; ok {
				d.found[s.Mail]++
				uids = append(uids, s.UID())
			}
		}
		if len(uids) > 0 {
			slices.Sort(uids)
			post.Remove(t, m.Address, post.Mailbox(t.View, m.Address).Folder(f.Name), uids)
			post.Touch(t, m.Address, f.Name)
		}
	}
}

// complete tells whether all copies were found.
func (d *deletion) complete(u *Part) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	for m, n := range d.found {
		if r := u.recs[m]; !u.made || r != nil && n < r.copies {
			return false
		}
	}
	return true
}

// endJobs skips the pending jobs that are about a Message-ID which finds no mail any more,
// but those that are about another mail as well.
func endJobs(t *state.Tx, ids map[string]bool) {
	var list []*jobs.Record
	for _, j := range jobs.Table.In(t.State).M {
		if j.State == mailsim.StatePending && ids[j.MessageID] && j.MessageID != "" && post.ByID(t.View, j.MessageID) == nil && !jobs.HasMail(t.View, &j.Args) {
			list = append(list, j)
		}
	}
	slices.SortFunc(list, func(a, b *jobs.Record) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, j := range list {
		jobs.Cancel(t, j, deletedNote)
	}
}
