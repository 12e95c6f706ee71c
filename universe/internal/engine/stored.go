package engine

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
	"github.com/mailsim/mailsim/internal/worldgen"
	"github.com/mailsim/mailsim/universe/internal/state"
)

// mail is the bytes of one message as its sender gave them, shared by all its
// copies, and what is known of them.
type mail struct {
	raw       string
	messageID string        // as in the header, or the one added for it
	thread    string        // Message-ID at the root of its conversation
	bodyStart atomic.Uint32 // length of the header of raw; 0 until it is known
	truth     truth         // label of World mail, which only the API shows
	parsed    atomic.Pointer[reading.Parsed]
	memo      atomic.Pointer[memo]
	cache     *parseCache // bounds parsed and memo; nil for none
}

// truth is what World mail is that is not what it seems.
type truth uint8

// truths are the labels, that of honest mail first.
var truths = []string{"", worldgen.Spam, worldgen.Phishing}

func truthOf(label string) truth { return truth(max(0, slices.Index(truths, label))) }

func (t truth) String() string { return truths[t] }

// newMail is a mail whose header has been read.
func newMail(raw string, sum *mime.Summary) *mail {
	m := &mail{raw: raw, messageID: sum.MessageID}
	m.bodyStart.Store(uint32(sum.BodyStart))
	return m
}

// memo holds ready-made answers of a protocol for one mail.
type memo struct{ texts [memoKinds]string }

const memoKinds = 6

// mailRec counts the stored copies of a Message-ID.
type mailRec struct {
	*mail  // the one that was filed first
	copies int32
	after  uint32 // no event up to this one is about the mail
}

// namesakeRec is the mail that stands for a Message-ID which others have had
// too. It may be in no folder any more, and still is what answers speak of.
type namesakeRec struct {
	*mail
	after uint32 // as in mailRec
}

// eventBound is an event id as mailRec keeps it: a smaller one bounds as well.
func eventBound(id int64) uint32 { return uint32(min(id, math.MaxUint32)) }

// with returns the flags with others added (on) or taken away.
func flagsWith(f mailsim.Flags, o mailsim.Flags, on bool) mailsim.Flags {
	if on {
		return mailsim.Flags{System: f.System | o.System, Keywords: plain.DedupFold(slices.Concat(f.Keywords, o.Keywords))}
	}
	kept := slices.DeleteFunc(slices.Clone(f.Keywords), func(k string) bool {
		return slices.ContainsFunc(o.Keywords, func(x string) bool { return strings.EqualFold(x, k) })
	})
	return mailsim.Flags{System: f.System &^ o.System, Keywords: kept}
}

func flagsEqual(f mailsim.Flags, o mailsim.Flags) bool {
	return f.System == o.System && slices.Equal(f.Keywords, o.Keywords)
}

// Stored is one copy of a message in a folder. It is immutable: a change of
// flags replaces it.
type Stored struct {
	uid    uint32
	flags  mailsim.SystemFlags
	bySMTP bool // filed in Sent by a submission, not yet by a client
	traced bool // the trace headers stand before its bytes
	modseq uint64
	seq    mailsim.Mark
	filed  state.Instant // when it was filed, on the simulated clock
	mail   *mail
	env    *passage // nil for what no submission filed here
	more   *copyMore
}

// copyMore is what few copies have.
type copyMore struct {
	keywords []string
	caseID   string
	caseHow  string
	internal state.Instant // INTERNALDATE (RFC 9051 section 2.3.3) where it is not when the copy was filed
	saved    state.Instant // when it came to its folder, where that was later
}

// noMore is what most copies have of it.
var noMore copyMore

func (s *Stored) extra() *copyMore {
	if s.more == nil {
		return &noMore
	}
	return s.more
}

// setExtra replaces what few copies have; the copy is not filed yet.
func (s *Stored) setExtra(m copyMore) {
	if s.more = nil; len(m.keywords) > 0 || m.caseID != "" || m.internal != (state.Instant{}) || m.saved != (state.Instant{}) {
		s.more = &m
	}
}

// setFlags sets system flags and keywords; the copy is not filed yet.
func (s *Stored) setFlags(f mailsim.Flags) {
	if s.flags = f.System; len(f.Keywords) == 0 && len(s.extra().keywords) == 0 {
		return
	}
	more := *s.extra()
	more.keywords = f.Keywords
	s.setExtra(more)
}

// setInternal sets the internal date; the copy is not filed yet.
func (s *Stored) setInternal(i state.Instant) {
	more := *s.extra()
	more.internal = i
	s.setExtra(more)
}

// setSaved notes when the copy comes to its folder; it is not filed yet.
func (s *Stored) setSaved(i state.Instant) {
	if i == s.filed {
		i = state.Instant{}
	}
	if more := *s.extra(); more.saved != i {
		more.saved = i
		s.setExtra(more)
	}
}

// UID returns the copy's unique identifier within its folder.
func (s *Stored) UID() uint32 { return s.uid }

// ModSeq returns the copy's mod-sequence (RFC 7162).
func (s *Stored) ModSeq() uint64 { return s.modseq }

// Flags returns the copy's flags.
func (s *Stored) Flags() mailsim.Flags {
	return mailsim.Flags{System: s.flags, Keywords: s.extra().keywords}
}

// Time returns when the copy was filed, on the simulated clock.
func (s *Stored) Time() time.Time { return s.filed.Time() }

// InternalDate returns the IMAP internal date.
func (s *Stored) InternalDate() time.Time { return s.internal().Time() }

func (s *Stored) internal() state.Instant {
	if i := s.extra().internal; i != (state.Instant{}) {
		return i
	}
	return s.filed
}

// SaveDate returns when the copy came to its folder, on the simulated clock: when
// it was filed there, copied or moved (RFC 8514).
func (s *Stored) SaveDate() time.Time {
	if i := s.extra().saved; i != (state.Instant{}) {
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
	if s.traced && s.env != nil {
		return s.env.trace()
	}
	return ""
}

// Body returns the sender's bytes, header and all.
func (s *Stored) Body() string { return s.mail.raw }

// Size returns the length of the message in bytes.
func (s *Stored) Size() int {
	n := len(s.mail.raw)
	if s.traced && s.env != nil {
		n += s.env.traceSize()
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
func (s *Stored) Structure() *mime.Message { return s.mail.parse().Msg }

// Header returns the summary of the header.
func (s *Stored) Header() *mime.Summary { return &s.mail.parse().Sum }

// HeaderLen returns the length of the header of the sender's bytes, with the
// blank line behind it.
func (s *Stored) HeaderLen() int {
	n := int(s.mail.bodyStart.Load())
	if n == 0 {
		n = s.mail.header().BodyStart()
		s.mail.bodyStart.Store(uint32(n))
	}
	return n
}

// SentDate returns the instant of the Date header in its own zone, the zero time
// when there is none to read.
func (s *Stored) SentDate() time.Time { return s.mail.summary().Date }

// Envelope returns how the message came in, nil for what no submission filed.
func (s *Stored) Envelope() *mailsim.Envelope { return s.env.envelope() }

// MessageID returns the Message-ID with angle brackets, "" when there is none.
func (s *Stored) MessageID() string { return s.mail.messageID }

// ThreadID names the conversation; equal for all mails of one.
func (s *Stored) ThreadID() string { return s.mail.thread }

// Memo returns the text that Remember was given for this mail, "" when it is not at hand.
func (s *Stored) Memo(kind int) string {
	if m := s.mail.memo.Load(); m != nil {
		return m.texts[kind]
	}
	return ""
}

// Remember keeps a text for Memo.
func (s *Stored) Remember(kind int, text string) {
	next := &memo{}
	if m := s.mail.memo.Load(); m != nil {
		*next = *m
	}
	next.texts[kind] = text
	s.mail.memo.Store(next)
	s.mail.cache.keep(s.mail, len(text)+memoCost)
}

// memoCost is what a memo keeps in memory beside its texts, in bytes.
const memoCost = 128

// parse returns the parsed mail, parsing it at first need.
func (m *mail) parse() *reading.Parsed {
	if p := m.parsed.Load(); p != nil {
		return p
	}
	p := m.glance()
	if m.parsed.CompareAndSwap(nil, p) {
		m.cache.keep(m, p.Cost())
	}
	return p
}

// glance parses the mail without keeping it ready, for who looks at many.
func (m *mail) glance() *reading.Parsed {
	if p := m.parsed.Load(); p != nil {
		return p
	}
	p := reading.Parse(m.raw)
	p.Sum.Subject = strings.Clone(p.Sum.Subject) // a search over many finds them side by side, not each in its mail
	p.Sum.MessageID = m.messageID
	return p
}

// join lets a mail that nobody else sees yet belong to a cache.
func (m *mail) join(c *parseCache) {
	if m.cache = c; c != nil {
		if p := m.parsed.Load(); p != nil {
			c.keep(m, p.Cost())
		}
	}
}

// summary returns the summary of the header without parsing the body.
func (m *mail) summary() mime.Summary {
	if p := m.parsed.Load(); p != nil {
		return p.Sum
	}
	sum := mime.Summarize(m.raw)
	sum.MessageID = m.messageID
	return sum
}

// EmailID is the same for all copies of one message (RFC 8474).
func (s *Stored) EmailID() string {
	return "M" + shortHash(s.mail.messageID, s.mail.raw[:min(len(s.mail.raw), 1<<10)])
}

// IMAPThreadID names the conversation in the characters of RFC 8474.
func (s *Stored) IMAPThreadID() string {
	if s.mail.thread == "" {
		return ""
	}
	return "T" + shortHash(s.mail.thread)
}

func shortHash(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		_, _ = io.WriteString(h, p)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// withFlags returns the copy with other flags, still without its mod-sequence.
func (s *Stored) withFlags(f mailsim.Flags) *Stored {
	next := *s
	next.setFlags(f)
	return &next
}
