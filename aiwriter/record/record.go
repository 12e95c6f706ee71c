// Package record keeps a writer's answers in files, so that tests with AI
// writing run without a model, the same each time.
//
//	w := record.Test(t, "testdata/ai", model) // plays back; with MAILSIM_AI_RECORD=1 it records
//	sim := mailsimtest.New(t, mailsimtest.Writer(w))
//	_, err := sim.SetAI(ctx, true)
//
// A recording is found by the SHA-256 of the brief or question as JSON, after Options.Normalize
// has replaced what differs from run to run. Its file is readable JSON with the brief or
// question and the answer. If no recording matches, the call fails, and its error shows how the
// brief or question differs from the nearest recording.
//
// Playing an answer back uses one AI credit of the plan, as asking the writer
// does, so that the plan's limit is reached at the same mail. Further credits
// that the writer took for one answer (mailsim.TakeCredit) are not taken again.
package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/aiwriter"
)

// Mode says where answers come from.
type Mode string

// The modes.
const (
	Replay Mode = "replay" // from recordings alone
	Record Mode = "record" // from the writer; its answers replace earlier recordings
	Auto   Mode = "auto"   // from recordings, else from the writer, whose answers are kept
)

// Options describe a recorder. Dir or FS is required.
type Options struct {
	Dir       string              // where the files are; made when something is recorded
	FS        fs.FS               // read instead of Dir if set, such as an embed.FS; Record and Auto write to Dir
	Mode      Mode                // default Replay
	Writer    mailsim.Writer      // asked for answers; not needed to play back
	Normalize func(string) string // applied to every text of a brief; default Normalize
	OnMiss    func(error)         // called, when playing back, once for each brief or question that has no recording
}

// Recorder is a mailsim.Writer that keeps the answers of another Writer. Within one run, equal
// briefs get equal answers, whatever the mode. It is safe for concurrent use.
type Recorder struct {
	o     Options
	name  string
	known []*recording // sorted by key

	mu      sync.Mutex
	entries map[string]*entry
	misses  []error
}

// entry is the one answer to a key in this run.
type entry struct {
	once sync.Once
	rec  *recording
	err  error
}

// recording is one file. One of Brief and Question is set, and one of Draft,
// Answer and Error.
type recording struct {
	Writer   string          `json:"writer"`
	Key      string          `json:"key"`
	Brief    json.RawMessage `json:"brief,omitempty"`
	Question json.RawMessage `json:"question,omitempty"`
	Draft    *mailsim.Draft  `json:"draft,omitempty"`
	Answer   *mailsim.Answer `json:"answer,omitempty"`
	Error    string          `json:"error,omitempty"` // why the answer was of no use
}

// Open reads the recordings. It fails when an option is wrong or missing, or a file
// cannot be read; the error names it.
func Open(o Options) (*Recorder, error) {
	if o.Mode == "" {
		o.Mode = Replay
	}
	switch {
	case !slices.Contains([]Mode{Replay, Record, Auto}, o.Mode):
		return nil, fmt.Errorf("record: unknown mode %.20q: use replay, record or auto", string(o.Mode))
	case o.Dir == "" && (o.FS == nil || o.Mode != Replay):
		return nil, errors.New("record: a directory is required")
	case o.Writer == nil && o.Mode != Replay:
		return nil, fmt.Errorf("record: mode %s needs a writer", o.Mode)
	}
	if o.Normalize == nil {
		o.Normalize = Normalize
	}
	from := o.FS
	if from == nil {
		from = os.DirFS(o.Dir)
	}
	r := &Recorder{o: o, entries: map[string]*entry{}}
	if err := r.load(from); err != nil {
		return nil, err
	}
	switch {
	case o.Mode == Replay && len(r.known) > 0:
		r.name = r.known[0].Writer
	case o.Writer != nil:
		r.name = o.Writer.Name()
	default:
		r.name = "recording"
	}
	return r, nil
}

// load reads every file of the folder; one that is not there has none.
func (r *Recorder) load(from fs.FS) error {
	files, err := fs.Glob(from, "*.json")
	if err != nil {
		return err
	}
	for _, name := range files {
		b, err := fs.ReadFile(from, name)
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
		rec := &recording{}
		if err := json.Unmarshal(b, rec); err != nil || rec.Key == "" {
			return fmt.Errorf("record: %s is not a recording: %w", name, cmpErr(err, errors.New("it has no key")))
		}
		rec.Brief, rec.Question = canonical(rec.Brief, nil), canonical(rec.Question, nil)
		r.known = append(r.known, rec)
	}
	slices.SortFunc(r.known, func(a, b *recording) int { return strings.Compare(a.Key, b.Key) })
	return nil
}

func cmpErr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// Name returns the name of the writer. In mode Replay it is the one stored
// in the recordings, if there are any.
func (r *Recorder) Name() string { return r.name }

// Misses lists the errors of briefs that had no recording, in order.
func (r *Recorder) Misses() []error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.misses)
}

// Write returns the recorded draft.
func (r *Recorder) Write(ctx context.Context, b mailsim.Brief) (mailsim.Draft, error) {
	text := canonical(marshal(b), r.o.Normalize)
	rec, err := r.answer(ctx, &recording{Key: keyOf("brief", text), Brief: text}, fileName(string(b.Kind), b.Person), func(rec *recording) error {
		d, err := r.o.Writer.Write(ctx, b)
		rec.Draft = &d
		return err
	})
	if err != nil || rec.Draft == nil {
		return mailsim.Draft{}, cmpErr(err, errors.New("record: "+rec.Key+" holds no draft"))
	}
	d := *rec.Draft
	d.Promises = slices.Clone(d.Promises)
	return d, nil
}

// Judge returns the recorded answer.
func (r *Recorder) Judge(ctx context.Context, q mailsim.Question) (mailsim.Answer, error) {
	text := canonical(marshal(q), r.o.Normalize)
	rec, err := r.answer(ctx, &recording{Key: keyOf("question", text), Question: text}, fileName("judge-"+q.Kind, q.Person), func(rec *recording) error {
		a, err := r.o.Writer.Judge(ctx, q)
		rec.Answer = &a
		return err
	})
	if err != nil || rec.Answer == nil {
		return mailsim.Answer{}, cmpErr(err, errors.New("record: "+rec.Key+" holds no answer"))
	}
	return *rec.Answer, nil
}

// answer finds or makes the one answer to a key. An answer that was of no use is
// kept too: a later run fails alike. What failed otherwise is asked anew.
func (r *Recorder) answer(ctx context.Context, rec *recording, file string, ask func(*recording) error) (*recording, error) {
	if r.o.Mode == Replay && mailsim.Ahead(ctx) && r.recorded(rec.Key) == nil {
		return nil, mailsim.ErrAskLater // no miss while it may not be needed
	}
	r.mu.Lock()
	e := r.entries[rec.Key]
	if e == nil {
		e = &entry{}
		r.entries[rec.Key] = e
	}
	r.mu.Unlock()
	e.once.Do(func() { e.rec, e.err = r.obtain(rec, file, ask) })
	switch {
	case e.err != nil:
		if r.o.Mode != Replay {
			r.forget(rec.Key, e)
		}
		return rec, e.err
	case e.rec.Error != "":
		return e.rec, &aiwriter.UnusableError{Why: e.rec.Error}
	}
	return e.rec, nil
}

func (r *Recorder) forget(key string, e *entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.entries[key] == e {
		delete(r.entries, key)
	}
}

// recorded returns the recording that was read under a key, nil when there is none.
func (r *Recorder) recorded(key string) *recording {
	i, ok := slices.BinarySearchFunc(r.known, key, func(k *recording, key string) int { return strings.Compare(k.Key, key) })
	if !ok {
		return nil
	}
	return r.known[i]
}

// obtain looks a key up, or asks the writer.
func (r *Recorder) obtain(rec *recording, file string, ask func(*recording) error) (*recording, error) {
	if known := r.recorded(rec.Key); known != nil && r.o.Mode != Record {
		return known, nil
	}
	if r.o.Mode == Replay {
		return nil, r.miss(rec)
	}
	rec.Writer = r.o.Writer.Name()
	err := ask(rec)
	var unusable *aiwriter.UnusableError
	switch {
	case errors.As(err, &unusable):
		rec.Draft, rec.Answer, rec.Error = nil, nil, unusable.Why
	case err != nil:
		return nil, err
	}
	return rec, r.save(rec, file+"-"+rec.Key[:12]+".json")
}

// miss says that there is no recording, and what is different in the nearest.
// Its kind keeps the universe from asking again.
func (r *Recorder) miss(rec *recording) error {
	near, text := r.nearest(rec), "there is no recording at all"
	if near != nil {
		text = "the nearest (-) " + near.Key[:12] + " differs from what was asked (+):\n" + diff(string(near.told()), string(rec.told()))
	}
	err := &mailsim.Error{Kind: mailsim.ErrNotFound, Message: "no recording for " + rec.Key[:12] + ": " + text + "\nrecord it, or give a Normalize that replaces what differs"}
	r.mu.Lock()
	r.misses = append(r.misses, err)
	r.mu.Unlock()
	if r.o.OnMiss != nil {
		r.o.OnMiss(err)
	}
	return err
}

func (rec *recording) told() json.RawMessage {
	if rec.Question != nil {
		return rec.Question
	}
	return rec.Brief
}

// save writes a file whole or not at all.
func (r *Recorder) save(rec *recording, name string) error {
	b, err := encode(rec)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.o.Dir, 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(r.o.Dir, ".recording-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(b)
	if err = errors.Join(err, tmp.Chmod(0o644), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), filepath.Join(r.o.Dir, name))
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
	}
	return err
}

// TB is what Test needs of a *testing.T.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Test returns a recorder for a test. It plays back the recordings in dir; a brief without a
// recording fails the test. If MAILSIM_AI_RECORD is 1 in the environment, it records w's
// answers instead; if it is auto, only the missing ones. w may be nil when there is nothing to
// record.
func Test(t TB, dir string, w mailsim.Writer) *Recorder {
	t.Helper()
	o := Options{Dir: dir, Writer: w, Mode: Replay, OnMiss: func(err error) { t.Errorf("%s", err) }}
	switch os.Getenv("MAILSIM_AI_RECORD") {
	case "1", "true", string(Record):
		o.Mode = Record
	case string(Auto):
		o.Mode = Auto
	}
	r, err := Open(o)
	if err != nil {
		t.Fatalf("%s", err)
	}
	return r
}
