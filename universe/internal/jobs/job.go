// Package jobs is what is planned: records of jobs, the queue of what is due, and how
// one is scheduled, moved, finished and cancelled. It runs nothing: what a kind of job
// does, and what mail it carries, is with the package that schedules it.
package jobs

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// Kinds lists every kind, sorted.
var Kinds = []string{
	string(mailsim.JobAct), string(mailsim.JobBounce), string(mailsim.JobCorrection), string(mailsim.JobDeliver), string(mailsim.JobDelivery),
	string(mailsim.JobFollowup), string(mailsim.JobForward), string(mailsim.JobInitiate), string(mailsim.JobNudge), string(mailsim.JobOOO),
	string(mailsim.JobRead), string(mailsim.JobRelease), string(mailsim.JobReply), string(mailsim.JobSend), string(mailsim.JobWorld),
}

// Record is a job as stored. It is replaced, never edited.
type Record struct {
	mailsim.Job
	Seq    int64  `json:"seq"`
	Key    string `json:"key"`
	Parent string `json:"parent,omitempty"`
	Depth  int    `json:"depth,omitempty"` // ancestors at the same instant
	Args   Args   `json:"args"`
}

// maxListed bounds a list of jobs.
const maxListed = 1000

// Args are what a job is about. Every kind has what stands here; of the groups each uses
// its own.
type Args struct {
	Correspondent string   `json:"correspondent,omitempty"` // header From as written
	Name          string   `json:"name,omitempty"`
	Thread        string   `json:"thread,omitempty"`
	To            []string `json:"to,omitempty"`
	Kind          string   `json:"kind,omitempty"` // kind of bounce, act, fault
	Stream        string   `json:"stream,omitempty"`
	Occasion      int      `json:"n,omitempty"`
	Round         int      `json:"round,omitempty"` // in which occasions were counted
	Count         int      `json:"count,omitempty"` // nudges or answers so far
	Answer
	Words
	Promise
	Visit
	Load Payload `json:"-"` // the mail that it carries
}

// Answer is what the answer to mails needs: of read, reply, ooo and act.
type Answer struct {
	Topic       string     `json:"topic,omitempty"`    // base subject of what a reply answers
	Address     string     `json:"address,omitempty"`  // the person's mailbox that got the mails
	UIDs        []uint32   `json:"uids,omitempty"`     // their copies in its INBOX
	Messages    []string   `json:"messages,omitempty"` // further mails that a reply answers
	DeliverAt   *time.Time `json:"deliver_at,omitempty"`
	Late        bool       `json:"late,omitempty"`         // it apologizes
	Double      string     `json:"double,omitempty"`       // kind of the second mail, "" for none
	DoubleAfter int64      `json:"double_after,omitempty"` // seconds
}

// Words are what was given for a mail to write: of initiate, followup, forward and act.
type Words struct {
	CC      []string `json:"cc,omitempty"`
	Subject string   `json:"subject,omitempty"`
	Text    string   `json:"text,omitempty"`
}

// Promise is what was promised, by the person or to them: of reply, deliver and nudge.
type Promise struct {
	What     string     `json:"what,omitempty"`
	Phrase   string     `json:"phrase,omitempty"`
	Promised *time.Time `json:"promised,omitempty"`
	Keep     bool       `json:"keep,omitempty"`
	Question bool       `json:"question,omitempty"` // it is the answer to one of the mail
}

// Visit is what a person opens of a mail: of read and act.
type Visit struct {
	Links  []string `json:"links,omitempty"`
	Opened int      `json:"opened,omitempty"`
	Lookup bool     `json:"lookup,omitempty"`
	Lean   string   `json:"lean,omitempty"`  // yes or no: what the rules say in a close call
	Pages  []string `json:"pages,omitempty"` // titles of the pages that were opened
}

// ParentSlot holds the job that the transaction ends.
var ParentSlot = state.NewSlot(func(j **Record) { *j = nil })

// queuedSlot holds what joins the queue of jobs.
var queuedSlot = state.NewListSlot[Queued]()

// Owner is whose job it is: a person by id and the key of their first address, or
// nobody.
type Owner struct{ ID, Key string }

// Schedule plans a job. Its due instant is not before now. Event: job.scheduled.
func Schedule(t *state.Tx, kind mailsim.JobKind, who Owner, due time.Time, job mailsim.Job, args Args) *Record {
	n := t.Counter("job") + 1
	t.SetCounter("job", n)
	job.PersonaID = who.ID
	job.ID, job.Kind, job.State = "j_"+strconv.Itoa(n), kind, mailsim.StatePending
	job.Due, job.Created = state.Later(due, t.Now).UTC(), t.Now
	if job.Due.After(state.EndOfTime) {
		job.Due = state.EndOfTime
	}
	j := &Record{Job: job, Seq: int64(n), Args: args, Key: state.Key(string(kind), who.Key, addr.Correspondent(args.Correspondent))}
	if parent := *ParentSlot.Of(t); parent != nil {
		j.Parent = parent.ID
		if job.Due.Equal(parent.Due) {
			j.Depth = parent.Depth + 1
		}
	}
	put(t, j)
	Enqueue(t, j)
	if who.ID != "" && job.MessageID != "" {
		key := state.Key(who.ID, job.MessageID)
		state.Put(t, ForTable.In(t.State), key, append(slices.Clip(ForTable.In(t.State).At(key)), j.ID))
	}
	t.Emit(mailsim.JobScheduled{JobID: j.ID, Kind: string(kind), PersonaID: j.PersonaID, Due: j.Due, Plan: j.Plan})
	return j
}

// Enqueue notes that a pending job joins the queue at the commit: a new one, or one
// that was moved.
func Enqueue(t *state.Tx, j *Record) {
	queue := queuedSlot.Of(t)
	*queue = append(*queue, Queued{state.InstantOf(j.Due), j.Key, j.Seq, j.ID})
	t.Wakeup = true
}

// Change replaces a job's record.
func Change(t *state.Tx, j *Record, f func(*Record)) *Record {
	next := *j
	f(&next)
	put(t, &next)
	return &next
}

// Finish ends a job. Event: job.done, or job.failed.
func Finish(t *state.Tx, j *Record, state mailsim.JobState, note string) {
	j = Change(t, j, func(j *Record) { j.end(state, note) })
	unplan(t, j)
	if state == mailsim.StateFailed {
		t.Emit(mailsim.JobFailed{JobID: j.ID, Kind: string(j.Kind), PersonaID: j.PersonaID, Note: note})
		return
	}
	t.Emit(mailsim.JobDone{JobID: j.ID, Kind: string(j.Kind), PersonaID: j.PersonaID, Note: note})
}

// end gives the job its last state. The mail that it carried is needed no more.
func (j *Record) end(state mailsim.JobState, note string) {
	j.State, j.Note, j.Args.Load = state, note, nil
}

// unplan forgets that a reply of a thread is pending.
func unplan(t *state.Tx, j *Record) {
	for _, key := range PlannedKeys(j.PersonaID, &j.Args) {
		if j.Kind == mailsim.JobReply && PlannedTable.In(t.State).At(key) == j.ID {
			state.Drop(t, PlannedTable.In(t.State), key)
		}
	}
}

// Cancel ends a pending job that will not run. Event: job.updated.
func Cancel(t *state.Tx, j *Record, note string) {
	j = Change(t, j, func(j *Record) { j.end(mailsim.StateSkipped, note) })
	unplan(t, j)
	t.Wakeup = true
	t.Emit(mailsim.JobUpdated{JobID: j.ID, State: string(mailsim.StateSkipped), Due: j.Due, Kind: string(j.Kind), PersonaID: j.PersonaID, Note: j.Note})
}

// Jobs lists jobs in order of due time, then as planned. An unknown state or
// kind, or a negative limit, is ErrInvalid.
func (u *Part) Jobs(f mailsim.JobFilter) ([]mailsim.Job, error) {
	switch f.State {
	case "", mailsim.StatePending, mailsim.StateRunning, mailsim.StateDone, mailsim.StateFailed, mailsim.StateSkipped:
	default:
		return nil, fail.Invalidf("unknown job state %.50q: use pending, running, done, failed or skipped", f.State)
	}
	if f.Kind != "" {
		if err := valid.OneOf("kind", string(f.Kind), Kinds...); err != nil {
			return nil, err
		}
	}
	if f.Limit < 0 {
		return nil, fail.Invalidf("limit must not be negative")
	}
	var found []*Record
	u.Read(func(v state.View) {
		for j := range like(v, f) {
			if j.chosenBy(f) {
				found = append(found, j)
			}
		}
	})
	found = InOrder(found)
	if f.Limit > 0 {
		found = found[:min(len(found), f.Limit, maxListed)]
	}
	out := make([]mailsim.Job, len(found))
	for i, j := range found {
		out[i] = j.Job
	}
	return out, nil
}

// chosenBy tells whether a filter chooses the job, its limit apart.
func (j *Record) chosenBy(f mailsim.JobFilter) bool {
	return (f.State == "" || j.State == f.State) && (f.Kind == "" || j.Kind == f.Kind) && (f.PersonaID == "" || j.PersonaID == f.PersonaID) &&
		(f.Thread == "" || j.Args.Thread == f.Thread) && (f.MessageID == "" || j.isAbout(f.MessageID))
}

// isAbout tells whether the job is about a mail.
func (j *Record) isAbout(messageID string) bool {
	return j.MessageID == messageID || slices.Contains(j.Args.Messages, messageID)
}

// About lists the pending jobs about a mail, in the order of their due time.
func About(v state.View, messageID string) (list []*Record) {
	for j := range Pending(v) {
		if messageID != "" && j.State == mailsim.StatePending && j.isAbout(messageID) {
			list = append(list, j)
		}
	}
	return InOrder(list)
}

// like yields all jobs that a filter may choose, and others, in no order: those of
// its person, those that are pending, or all.
func like(v state.View, f mailsim.JobFilter) iter.Seq[*Record] {
	switch {
	case f.State == mailsim.StatePending && (f.PersonaID == "" || v.Kept.Pending < count(v, f.PersonaID)):
		return Pending(v)
	case f.PersonaID != "":
		return Of(v, f.PersonaID)
	}
	return maps.Values(Table.In(v.State).M)
}

// Job returns one job; ErrNotFound when there is none.
func (u *Part) Job(id string) (mailsim.Job, error) {
	var j *Record
	u.Read(func(v state.View) { j = Table.In(v.State).At(id) })
	if j == nil {
		return mailsim.Job{}, fail.NoSuch("job")
	}
	return j.Job, nil
}

// PendingJob returns a job that can still be run, skipped or moved; ErrConflict when
// it cannot.
func PendingJob(v state.View, id string) (*Record, error) {
	j, ok := Table.In(v.State).Get(id)
	if !ok {
		return nil, fail.NoSuch("job")
	}
	if j.State != mailsim.StatePending {
		return nil, fail.Conflictf("the job is %s: only a pending job can be run, skipped or moved", j.State)
	}
	return j, nil
}

// MoveJob plans a pending job for another instant; one in the past means now.
// ErrConflict when it is not pending. Event: job.updated.
func (u *Part) MoveJob(ctx context.Context, id string, due time.Time) (mailsim.Job, error) {
	if due.IsZero() {
		return mailsim.Job{}, fail.Invalidf("due is required")
	}
	if due.After(state.EndOfTime) {
		return mailsim.Job{}, fail.Invalidf("due must not lie after the year 9999")
	}
	var out mailsim.Job
	err := u.Update(ctx, func(t *state.Tx) error {
		j, err := PendingJob(t.View, id)
		if err != nil {
			return err
		}
		out = Move(t, j, due).Job
		return nil
	})
	return out, err
}

// movedTo leads the instant that a job was moved to, at the end of its plan: the
// sentence before it may name another.
const movedTo = "; moved to "

// Move plans a pending job anew. Event: job.updated.
func Move(t *state.Tx, j *Record, due time.Time) *Record {
	j = Change(t, j, func(j *Record) {
		j.Due = state.Later(due.Round(0).UTC(), t.Now)
		plan, _, _ := strings.Cut(j.Plan, movedTo)
		j.Plan = plan + movedTo + j.Due.Format(time.RFC3339)
	})
	Enqueue(t, j)
	t.Emit(mailsim.JobUpdated{JobID: j.ID, State: string(j.State), Due: j.Due, Kind: string(j.Kind), PersonaID: j.PersonaID, Note: ""})
	return j
}

// MeetKind marks the read job in which the writer says who a stranger is.
const MeetKind = "meet"

// count is about how many jobs a person has.
func count(v state.View, personaID string) int {
	if list := PersonTable.In(v.State).At(personaID); list != nil {
		return len(list.IDs)
	}
	return 0
}

// Get returns a job, nil when there is none.
func Get(v state.View, id string) *Record { return Table.In(v.State).At(id) }

// For lists the ids of a person's jobs about a mail, as they were planned.
func For(v state.View, personaID, messageID string) []string {
	return state.AtKey(ForTable.In(v.State), personaID, messageID)
}

// HasMail tells whether one of the copies that a job is about is where it came.
func HasMail(v state.View, args *Args) bool {
	box := post.Mailbox(v, args.Address)
	return box != nil && slices.ContainsFunc(args.UIDs, func(uid uint32) bool {
		_, is := box.Folder(post.Inbox).Get(uid)
		return is
	})
}

// AddFor lists a job under a mail that it is about too.
func AddFor(t *state.Tx, messageID string, j *Record) {
	key := state.Key(j.PersonaID, messageID)
	state.Put(t, ForTable.In(t.State), key, append(slices.Clip(ForTable.In(t.State).At(key)), j.ID))
}

// Of yields the jobs of a person, in no order.
func Of(v state.View, personaID string) iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		list := PersonTable.In(v.State).At(personaID)
		if list == nil {
			return
		}
		for _, id := range list.IDs {
			if j := Table.In(v.State).At(id); j != nil && !yield(j) {
				return
			}
		}
	}
}

// put replaces the record of a job; Drop removes it. Mail that waits in a
// job counts as kept.
func put(t *state.Tx, j *Record) {
	old := Table.In(t.State).At(j.ID)
	if Keep(&t.Kept, old, -1); old == nil && j.PersonaID != "" {
		t.AddID(PersonTable.In(t.State), j.PersonaID, j.ID)
	}
	state.Put(t, Table.In(t.State), j.ID, j)
	Keep(&t.Kept, j, 1)
}

// Drop removes a job.
func Drop(t *state.Tx, id string) {
	old := Table.In(t.State).At(id)
	Keep(&t.Kept, old, -1)
	state.Drop(t, Table.In(t.State), id)
	if old != nil && old.PersonaID != "" {
		t.DropID(PersonTable.In(t.State), old.PersonaID, func(id string) bool { return Table.In(t.State).At(id) != nil })
	}
}

// Keep counts a job that is pending, and the mail that waits in it.
func Keep(k *state.Kept, j *Record, by int) {
	if j != nil && j.State == mailsim.StatePending {
		k.Pending += by
	}
	if n, waits := j.waiting(); waits {
		k.Mails += by
		k.Bytes += int64(by * n)
	}
}

// waiting is the size of the mail that waits in a job.
func (j *Record) waiting() (size int, waits bool) {
	switch {
	case j == nil, j.State != mailsim.StatePending && j.State != mailsim.StateRunning:
		return 0, false
	case j.Args.Load == nil:
		return 0, false
	}
	return j.Args.Load.Size(), true
}

// PlannedKeys are where a pending reply is found: by its thread, and by who
// wrote about what, as threads are told where no reference tells them.
func PlannedKeys(personaID string, args *Args) []string {
	keys := []string{state.Key(personaID, args.Thread)}
	if args.Topic != "" {
		keys = append(keys, state.Key(personaID, "", addr.Correspondent(args.Correspondent), args.Topic))
	}
	return keys
}

// PendingReply is the pending reply that is found at the keys of PlannedKeys, nil
// when there is none.
func PendingReply(v state.View, personaID string, args *Args) *Record {
	j := pendingAt(v, personaID, args.Thread)
	if j == nil && args.Topic != "" {
		j = pendingAt(v, personaID, "", addr.Correspondent(args.Correspondent), args.Topic)
	}
	return j
}

func pendingAt(v state.View, parts ...string) *Record {
	if j := Get(v, state.AtKey(PlannedTable.In(v.State), parts...)); j != nil && j.State == mailsim.StatePending {
		return j
	}
	return nil
}
