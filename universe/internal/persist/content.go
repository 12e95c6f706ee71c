package persist

// Mails and envelopes of records.

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/post"
)

// readContent reads what records share.
func (l *Loader) readContent() error {
	blobs := make(map[string]string, len(l.Records[blobTable]))
	for key, value := range l.Records[blobTable] {
		blobs[key] = string(value)
	}
	delete(l.Records, blobTable)
	for key := range l.Records[MailTable] {
		var m post.SavedMail
		if err := l.decode(MailTable, key, &m); err != nil {
			return err
		}
		if err := l.readMail(key, &m, blobs); err != nil {
			return err
		}
	}
	l.sameMails()
	for key := range l.Records[envelopeTable] {
		var e post.SavedEnvelope
		if err := l.decode(envelopeTable, key, &e); err != nil {
			return err
		}
		if n, ok := numberOf(key); ok {
			l.addWay(n, e.Way(&l.routes))
		} else {
			l.ways[key] = e.Way(&l.routes)
		}
	}
	return nil
}

// body reads the bytes of a mail that are not among the records.
func (l *Loader) body(key string) (string, error) {
	if l.Bodies == nil {
		return "", fail.Damagedf("a mail without its bytes")
	}
	raw, err := l.Bodies.Body(context.Background(), key)
	if errors.Is(err, mailsim.ErrNotFound) {
		return "", fail.Damagedf("a mail without its bytes")
	}
	return string(raw), err
}

// readMail reads one mail. Of one with a number the bytes stay in the store if that
// gives them one by one.
func (l *Loader) readMail(key string, m *post.SavedMail, blobs map[string]string) (err error) {
	n, ok := numberOf(key)
	if ok && l.Bodies != nil {
		l.addMail(m.Mail(n))
		return nil
	}
	blob := cmp.Or(m.Blob, key)
	l.blobs[key] = blob
	raw, had := blobs[blob]
	if !had {
		if raw, err = l.body(blob); err != nil {
			return err
		}
		blobs[blob] = raw
	}
	loaded := post.Loose(raw, m.ID)
	loaded.Thread, loaded.Truth = m.Thread, post.TruthOf(m.Truth)
	if ok {
		loaded.Number = n
		l.addMail(loaded)
	} else {
		l.mails[key] = loaded
	}
	return nil
}

// addMail adds a mail with a number.
func (l *Loader) addMail(m *post.Mail) {
	if l.Bodies != nil {
		if l.reading == nil {
			l.reading = &post.Cache{Source: func(key string) ([]byte, error) { return l.Bodies.Body(context.Background(), key) }}
		}
		m.Cache = l.reading
	}
	l.numbers.last = max(l.numbers.last, m.Number)
	l.numbered.set(m.Number, m)
}

// addWay adds an envelope with a number.
func (l *Loader) addWay(n uint32, w *post.Way) {
	w.Number = n
	l.numbers.last = max(l.numbers.last, n)
	l.envelopes.set(n, w)
}

// sameMails lets records that name a mail by its content have the one that folders
// have, where there is such a one.
func (l *Loader) sameMails() {
	loose := map[string]string{} // Message-ID to key
	for key, m := range l.mails {
		loose[m.MessageID] = key
	}
	if len(loose) == 0 || l.numbers.last == 0 {
		return
	}
	for m := range l.numbered.all() {
		other := l.mails[loose[m.MessageID]]
		if other == nil || other.Size() != m.Size() {
			continue
		}
		if raw, err := l.body(post.BodyKey(m.Number)); err == nil && raw == other.Look() && other.Thread == m.Thread {
			l.mails[loose[m.MessageID]] = m
		}
	}
}

// numberOf is the number that a key is, if it is one; others are hashes.
func numberOf(key string) (uint32, bool) {
	n, err := strconv.ParseUint(key, 10, 32)
	return uint32(n), err == nil && len(key) <= 10
}

// CheckBodies reads the bytes of every mail.
func (l *Loader) CheckBodies() error {
	if l.Bodies == nil {
		return nil
	}
	for _, key := range slices.Sorted(maps.Values(l.blobs)) {
		if _, err := l.body(key); err != nil {
			return err
		}
	}
	for m := range l.numbered.all() {
		if _, err := l.body(post.BodyKey(m.Number)); err != nil {
			return err
		}
	}
	return nil
}

// carried is load for a record beside copies.
func (l *Loader) carried(table, key string, keys post.CargoKeys) (post.Cargo, error) {
	if _, ok := numberOf(keys.Mail); ok {
		l.numbers.numbered[contentID{table, key}] = true
	}
	return l.load(keys)
}

// load finds what a record carries, and counts that it does.
func (l *Loader) load(keys post.CargoKeys) (c post.Cargo, err error) {
	if keys.Mail != "" {
		n, ok := numberOf(keys.Mail)
		if c.Mail = l.mails[keys.Mail]; ok {
			c.Mail = l.numbered.get(n)
		}
		if c.Mail == nil {
			return c, fail.Damagedf("a record of a mail that is not there")
		}
		if ok {
			c.Mail.Held++
		} else {
			l.refs[contentID{MailTable, keys.Mail}]++
			l.refs[contentID{blobTable, l.blobs[keys.Mail]}]++
		}
	}
	if keys.Envelope != "" {
		n, ok := numberOf(keys.Envelope)
		if c.Way = l.ways[keys.Envelope]; ok {
			c.Way = l.envelopes.get(n)
		}
		if c.Way == nil {
			return c, fail.Damagedf("a record of an envelope that is not there")
		}
		if ok {
			c.Way.Held++
		} else {
			l.refs[contentID{envelopeTable, keys.Envelope}]++
		}
	}
	return c, nil
}
