package post

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/internal/reading"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// Mail is the bytes of one message as its sender gave them, shared by all its
// copies, and what is known of them.
type Mail struct {
	body      atomic.Pointer[byte] // the first of its bytes; nil where a store has them
	MessageID string               // as in the header, or the one added for it
	Thread    string               // Message-ID at the root of its conversation
	size      uint32               // of its bytes
	Number    uint32               // names it in a store; 0 before it is there. For persist alone, as is the next
	Held      int32                // by so many records of the store
	bodyStart atomic.Uint32        // length of the header of raw; 0 until it is known
	wording   atomic.Uint32        // see Verbatim
	Truth     Truth                // label of World mail, which only the API shows
	Parsed    atomic.Pointer[reading.Parsed]
	memo      atomic.Pointer[memo]
	place     atomic.Pointer[searchindex.Place] // in a filter of the search
	Cache     *Cache                            // bounds parsed, memo and bytes that a store has too; nil for none
}

// Truth is what World mail is that is not what it seems.
type Truth uint8

// truths are the labels, that of honest mail first.
var truths = []string{"", worldgen.Spam, worldgen.Phishing}

// TruthOf is the truth of a label.
func TruthOf(label string) Truth { return Truth(max(0, slices.Index(truths, label))) }

func (t Truth) String() string { return truths[t] }

// NewMail is a mail whose header has been read.
func NewMail(raw string, sum *mime.Summary) *Mail {
	m := Identified(raw, sum)
	m.noteWording(sum)
	return m
}

// Identified is a mail of whose header only that has been read which mime.Identify reads.
func Identified(raw string, sum *mime.Summary) *Mail {
	m := MailOf(raw)
	m.MessageID = sum.MessageID
	m.bodyStart.Store(uint32(sum.BodyStart))
	return m
}

// memo holds ready-made answers of a protocol for one mail.
type memo struct{ texts [MemoKinds]string }

// MemoKinds is how many kinds of answers are kept for a mail.
const MemoKinds = 6

// Entry counts the stored copies of a Message-ID.
type Entry struct {
	*Mail  // the one that was filed first
	Copies int32
	After  uint32 // no event up to this one is about the mail
}

// Namesake is the mail that stands for a Message-ID which others have had
// too. It may be in no folder any more, and still is what answers speak of.
type Namesake struct {
	*Mail
	After uint32 // as in Entry
}

// EventBound is an event id as Entry keeps it: a smaller one bounds as well.
func EventBound(id int64) uint32 { return uint32(min(id, math.MaxUint32)) }

// WithFlags returns flags with others added (on) or taken away.
func WithFlags(f mailsim.Flags, o mailsim.Flags, on bool) mailsim.Flags {
	if on {
		return mailsim.Flags{System: f.System | o.System, Keywords: plain.DedupFold(slices.Concat(f.Keywords, o.Keywords))}
	}
	kept := slices.DeleteFunc(slices.Clone(f.Keywords), func(k string) bool {
		return slices.ContainsFunc(o.Keywords, func(x string) bool { return strings.EqualFold(x, k) })
	})
	return mailsim.Flags{System: f.System &^ o.System, Keywords: kept}
}

// SameFlags tells whether flags are equal.
func SameFlags(f mailsim.Flags, o mailsim.Flags) bool {
	return f.System == o.System && slices.Equal(f.Keywords, o.Keywords)
}

// Stored is one copy of a message in a folder. It is immutable: a change of
// flags replaces it.
type Stored struct {
	uid    uint32
	Marks  mailsim.SystemFlags
	BySMTP bool // filed in Sent by a submission, not yet by a client
	Traced bool // the trace headers stand before its bytes
	modseq uint64
	Seq    mailsim.Mark
	Filed  state.Instant // when it was filed, on the simulated clock
	Mail   *Mail
	Way    *Way // nil for what no submission filed here
	more   *Extras
}

// Extras is what few copies have.
type Extras struct {
	keywords []string
	CaseID   string
	CaseHow  string
	internal state.Instant // INTERNALDATE (RFC 9051 section 2.3.3) where it is not when the copy was filed
	saved    state.Instant // when it came to its folder, where that was later
}

// noExtras is what most copies have of it.
var noExtras Extras

func (s *Stored) Extras() *Extras {
	if s.more == nil {
		return &noExtras
	}
	return s.more
}

// SetExtras replaces what few copies have; the copy is not filed yet.
func (s *Stored) SetExtras(m Extras) {
	if s.more = nil; len(m.keywords) > 0 || m.CaseID != "" || m.internal != (state.Instant{}) || m.saved != (state.Instant{}) {
		more := m // m itself would be on the heap for every copy
		s.more = &more
	}
}

// SetFlags sets system flags and keywords; the copy is not filed yet.
func (s *Stored) SetFlags(f mailsim.Flags) {
	if s.Marks = f.System; len(f.Keywords) == 0 && len(s.Extras().keywords) == 0 {
		return
	}
	more := *s.Extras()
	more.keywords = f.Keywords
	s.SetExtras(more)
}

// SetInternal sets the internal date; the copy is not filed yet.
func (s *Stored) SetInternal(i state.Instant) {
	more := *s.Extras()
	more.internal = i
	s.SetExtras(more)
}

// setSaved notes when the copy comes to its folder; it is not filed yet.
func (s *Stored) setSaved(i state.Instant) {
	if i == s.Filed {
		i = state.Instant{}
	}
	if more := *s.Extras(); more.saved != i {
		more.saved = i
		s.SetExtras(more)
	}
}

// UID returns the copy's unique identifier within its folder.
func (s *Stored) UID() uint32 { return s.uid }

// ModSeq returns the copy's mod-sequence (RFC 7162).
func (s *Stored) ModSeq() uint64 { return s.modseq }

// Flags returns the copy's flags.
func (s *Stored) Flags() mailsim.Flags {
	return mailsim.Flags{System: s.Marks, Keywords: s.Extras().keywords}
}

// Time returns when the copy was filed, on the simulated clock.
func (s *Stored) Time() time.Time { return s.Filed.Time() }

// InternalDate returns the IMAP internal date.
func (s *Stored) InternalDate() time.Time { return s.internal().Time() }

func (s *Stored) internal() state.Instant {
	if i := s.Extras().internal; i != (state.Instant{}) {
		return i
	}
	return s.Filed
}

// SaveDate returns when the copy came to its folder, on the simulated clock: when
// it was filed there, copied or moved (RFC 8514).
func (s *Stored) SaveDate() time.Time {
	if i := s.Extras().saved; i != (state.Instant{}) {
		return i.Time()
	}
	return s.Time()
}

// Parts returns the trace headers that delivery prepended and the sender's
// bytes. The message is the one followed by the other.
func (s *Stored) Parts() (trace, body string) { return s.Trace(), s.Body() }

// Trace returns the trace headers that delivery prepended, "" when there are
// none. They are written anew each time.
func (s *Stored) Trace() string {
	if s.Traced && s.Way != nil {
		return s.Way.trace()
	}
	return ""
}

// Body returns the sender's bytes, header and all.
func (s *Stored) Body() string { return s.Mail.Raw() }

// Size returns the length of the message in bytes.
func (s *Stored) Size() int {
	n := s.Mail.Size()
	if s.Traced && s.Way != nil {
		n += s.Way.TraceSize()
	}
	return n
}

// Bytes returns the whole message.
func (s *Stored) Bytes() string {
	trace, body := s.Parts()
	return trace + body
}

// Structure returns the tree of parts; its offsets count from the sender's
// bytes, without the trace headers.
func (s *Stored) Structure() *mime.Message { return s.Mail.Parse().Msg }

// Header returns the summary of the header.
func (s *Stored) Header() *mime.Summary { return &s.Mail.Parse().Sum }

// HeaderLen returns the length of the header of the sender's bytes, with the
// blank line behind it.
func (s *Stored) HeaderLen() int { return s.Mail.headerLen() }

func (m *Mail) headerLen() int {
	n := int(m.bodyStart.Load())
	if n == 0 {
		n = m.header().BodyStart()
		m.bodyStart.Store(uint32(n))
	}
	return n
}

// SentDate returns the instant of the Date header in its own zone, the zero time
// when there is none to read.
func (s *Stored) SentDate() time.Time { return s.Mail.Summary().Date }

// Envelope returns how the message came in, nil for what no submission filed.
func (s *Stored) Envelope() *mailsim.Envelope { return s.Way.Envelope() }

// MessageID returns the Message-ID with angle brackets, "" when there is none.
func (s *Stored) MessageID() string { return s.Mail.MessageID }

// ThreadID names the conversation; equal for all mails of one.
func (s *Stored) ThreadID() string { return s.Mail.Thread }

// Memo returns the text that Remember was given for this mail, "" when it is not at hand.
func (s *Stored) Memo(kind int) string {
	if m := s.Mail.memo.Load(); m != nil {
		return m.texts[kind]
	}
	return ""
}

// Remember keeps a text for Memo.
func (s *Stored) Remember(kind int, text string) {
	next := &memo{}
	if m := s.Mail.memo.Load(); m != nil {
		*next = *m
	}
	next.texts[kind] = text
	s.Mail.memo.Store(next)
	s.Mail.Cache.keep(s.Mail, len(text)+memoCost)
}

// memoCost is what a memo keeps in memory beside its texts, in bytes.
const memoCost = 128

// Parse returns the parsed mail, parsing it at first need.
func (m *Mail) Parse() *reading.Parsed {
	if p := m.Parsed.Load(); p != nil {
		return p
	}
	p := m.Glance()
	p.Grown = func(bytes int) { m.Cache.keep(m, bytes) }
	if m.Parsed.CompareAndSwap(nil, p) {
		m.Cache.keep(m, p.Cost()+m.away())
	}
	return p
}

// Glance parses the mail without keeping it ready, for who looks at many.
func (m *Mail) Glance() *reading.Parsed {
	if p := m.Parsed.Load(); p != nil {
		return p
	}
	p := reading.Parse(m.Look())
	p.Sum.Subject = strings.Clone(p.Sum.Subject) // a search over many finds them side by side, not each in its mail
	p.Sum.MessageID = m.MessageID
	return p
}

// Join lets a mail that nobody else sees yet belong to a cache.
func (m *Mail) Join(c *Cache) {
	if m.Cache = c; c != nil {
		if p := m.Parsed.Load(); p != nil {
			c.keep(m, p.Cost())
		}
	}
}

// Summary returns the summary of the header without parsing the body.
func (m *Mail) Summary() mime.Summary {
	if p := m.Parsed.Load(); p != nil {
		return p.Sum
	}
	sum := mime.Summarize(m.Look())
	sum.MessageID = m.MessageID
	return sum
}

// EmailID is the same for all copies of one message (RFC 8474).
func (s *Stored) EmailID() string {
	raw := s.Mail.Look()
	return "M" + shortHash(s.Mail.MessageID, raw[:min(len(raw), 1<<10)])
}

// IMAPThreadID names the conversation in the characters of RFC 8474.
func (s *Stored) IMAPThreadID() string {
	if s.Mail.Thread == "" {
		return ""
	}
	return "T" + shortHash(s.Mail.Thread)
}

func shortHash(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		_, _ = io.WriteString(h, p)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// WithFlags returns the copy with other flags, still without its mod-sequence.
func (s *Stored) WithFlags(f mailsim.Flags) *Stored {
	next := *s
	next.SetFlags(f)
	return &next
}
