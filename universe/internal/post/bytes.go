package post

import (
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"github.com/mailsim/mailsim/universe/internal/fail"
)

// The bytes of mails: in memory, or in a store that is asked for them.

// MailOf is a mail of these bytes, its header not read yet.
func MailOf(raw string) *Mail {
	m := new(Mail)
	m.set(raw)
	return m
}

// Loose is a mail of these bytes and this Message-ID that is in no folder.
func Loose(raw, messageID string) *Mail {
	m := MailOf(raw)
	m.MessageID = messageID
	return m
}

// Elsewhere is a mail whose bytes a store has, under its number.
func Elsewhere(number, size uint32) *Mail {
	m := &Mail{Number: number, size: size}
	m.wording.Store(inStore)
	return m
}

func (m *Mail) set(raw string) {
	m.size = uint32(len(raw))
	m.body.Store(unsafe.StringData(raw))
}

// Size returns the number of its bytes.
func (m *Mail) Size() int { return int(m.size) }

// Raw returns the bytes as the sender gave them. They are ready for the next time,
// within the bounds of the cache. It panics with fail.Unreadable where a store fails.
func (m *Mail) Raw() string {
	if text, ok := m.atHand(); ok {
		return text
	}
	text := m.read()
	if m.Cache != nil {
		m.body.Store(unsafe.StringData(text))
		m.Cache.keep(m, len(text)+bodyCost)
	}
	return text
}

// Look is Raw for whoever looks at many: they are not kept ready.
func (m *Mail) Look() string {
	if text, ok := m.atHand(); ok {
		return text
	}
	return m.read()
}

// atHand returns the bytes that are in memory, if they are.
func (m *Mail) atHand() (text string, ok bool) {
	if m.size == 0 {
		return "", true
	}
	if first := m.body.Load(); first != nil {
		return unsafe.String(first, m.size), true
	}
	if p := m.Parsed.Load(); p != nil {
		return p.Msg.Raw(), true
	}
	return "", false
}

// away is how many bytes a mail that is parsed keeps in memory which a store has too.
func (m *Mail) away() int {
	if m.body.Load() != nil {
		return 0
	}
	return m.Size()
}

// bodyCost is what bytes at hand cost beside themselves.
const bodyCost = 64

func (m *Mail) read() string {
	if m.Cache == nil || m.Cache.Source == nil {
		panic(fail.NewUnreadable(fmt.Errorf("mail %d has no store", m.Number)))
	}
	raw, err := m.Cache.Source(BodyKey(m.Number))
	if err == nil && len(raw) != m.Size() {
		err = fmt.Errorf("mail %d has %d bytes, not %d", m.Number, len(raw), m.Size())
	}
	if err != nil {
		panic(fail.NewUnreadable(err))
	}
	return unsafe.String(unsafe.SliceData(raw), len(raw))
}

// BodyKey is the key of a mail, and of its bytes, in a store.
func BodyKey(number uint32) string { return strconv.FormatUint(uint64(number), 10) }

// Stored says that a store has the bytes: memory lets go of them as of others.
func (m *Mail) Stored() {
	if m.Cache == nil || m.Cache.Source == nil || m.size == 0 {
		return
	}
	m.wording.Or(inStore)
	m.Cache.keep(m, m.Size()+bodyCost)
}

// Fetch brings the bytes of a mail back that is to leave the store: whoever still has
// it can read it.
func (m *Mail) Fetch() (size int) {
	if m.size == 0 || m.Cache == nil || m.wording.Load()&inStore == 0 {
		return 0
	}
	m.body.Store(unsafe.StringData(m.Look()))
	m.Leave()
	return m.Size()
}

// Leave says that a store is to lose the bytes.
func (m *Mail) Leave() {
	m.Cache.mu.Lock()
	defer m.Cache.mu.Unlock()
	m.wording.And(^uint32(inStore))
}

// release lets go of the bytes if a store has them. The caller holds the lock of the cache.
func (m *Mail) release() {
	if m.wording.Load()&inStore != 0 {
		m.body.Store(nil)
	}
}

// Own gives a mail that a store is to keep names of their own: they would hold on to
// what they stand in.
func (m *Mail) Own() {
	if m.Cache == nil || m.Cache.Source == nil {
		return
	}
	same := m.Thread == m.MessageID
	m.MessageID = strings.Clone(m.MessageID)
	if m.Thread = strings.Clone(m.Thread); same {
		m.Thread = m.MessageID
	}
}
