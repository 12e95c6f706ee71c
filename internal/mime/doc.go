// Package mime reads mail that strangers send: headers, addresses, dates, the
// tree of parts and the visible text, however broken. It never fails, never
// panics and alters no byte: what cannot be decoded is shown as well as
// possible and named in [Message.Defects].
//
// A raw mail is a string, stored once; every text and offset that comes out
// refers to its memory where nothing had to be decoded. All work is linear in
// the length of the mail, whatever its nesting.
//
// It is a leaf: it knows RFC 5322, the MIME family (RFC 2045 to 2049, 2231,
// 3676) and how they are misused, nothing of mailboxes or people.
package mime
