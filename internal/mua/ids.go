package mua

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/rng"
)

// MessageID returns a new Message-ID with angle brackets in the program's form.
func MessageID(c Client, r *rng.Rand, addr string, date time.Time) string {
	return "<" + programOf(c).messageID(r, mimebuild.Host(addr), date) + ">"
}

func gmailID(r *rng.Rand, _ string, _ time.Time) string {
	return "CA" + r.Text(rng.Mixed, 1) + r.Text(rng.Mixed+"-_+=", 45) + "@mail.gmail.com"
}

// exchangeSites are the data centres and forests in the names of servers.
var exchangeSites = [][2]string{{"DM4", "nam"}, {"BN8", "nam"}, {"CH2", "nam"}, {"SJ0", "nam"}, {"AM0", "eur"}, {"DB9", "eur"}, {"VI1", "eur"}}

// outlookID is a server name and 25 hexadecimal digits at that server.
func outlookID(r *rng.Rand, _ string, _ time.Time) string {
	site := rng.Pick(r, exchangeSites)
	forest := r.Between(2, 22)
	server := fmt.Sprintf("%sPR%02dMB%04d", site[0], forest, r.Between(1000, 9999))
	return fmt.Sprintf("%s%s@%s.%sprd%02d.prod.outlook.com", server, r.Text(rng.HEX, 25), server, site[1], forest)
}

func appleID(r *rng.Rand, host string, _ time.Time) string { return r.UUID() + "@" + host }

func plainID(r *rng.Rand, host string, date time.Time) string {
	return date.UTC().Format("20060102150405") + "." + r.Text(rng.Lower, 10) + "@" + host
}

func gmailBoundary(w *writer, _ string, _ int) string {
	return "000000000000" + w.Rand.Text(rng.Hex, 16)
}

// outlookBoundary is made of the Message-ID, with a number for what it bounds.
func outlookBoundary(w *writer, subtype string, n int) string {
	first := map[string]int{"alternative": 0, "related": 4, "mixed": 5}[subtype]
	local, server, _ := strings.Cut(w.MessageID, "@")
	server, forest, _ := strings.Cut(server, ".")
	forest = alnum(forest, 4)
	return fmt.Sprintf("_%03d_%s%s%s_", first+10*n, alnum(local, 38), alnum(server, 13), forest)
}

// alnum returns the first n letters and digits of s.
func alnum(s string, n int) string {
	b := make([]byte, 0, n)
	for i := 0; i < len(s) && len(b) < n; i++ {
		if strings.IndexByte(rng.Mixed, s[i]) >= 0 {
			b = append(b, s[i])
		}
	}
	return string(b)
}

func appleBoundary(w *writer, _ string, _ int) string  { return "Apple-Mail=_" + w.Rand.UUID() }
func iphoneBoundary(w *writer, _ string, _ int) string { return "Apple-Mail-" + w.Rand.UUID() }
func plainBoundary(w *writer, _ string, _ int) string  { return w.Rand.Text(rng.Mixed, 16) }

func gmailCID(r *rng.Rand, _ int, _ time.Time) string { return "ii_" + r.Text(rng.Lower, 12) }
func appleCID(r *rng.Rand, _ int, _ time.Time) string { return r.UUID() }

// outlookCID is a running name and the upper half of the FILETIME of writing.
func outlookCID(r *rng.Rand, n int, date time.Time) string {
	return fmt.Sprintf("image%03d.png@%08X.%s", n+1, filetime(date)>>32, r.Text(rng.HEX, 8))
}

// filetime counts 100 ns from 1601 (MS-DTYP section 2.3.3).
func filetime(t time.Time) uint64 {
	const epoch = 11644473600 // seconds from 1601 to 1970
	return uint64(t.Unix()+epoch)*1e7 + uint64(t.Nanosecond())/100
}

// maxThreadIndex bounds a Thread-Index in bytes: its header and 90 replies.
const maxThreadIndex = 22 + 5*90

// threadIndex is 22 bytes that name a conversation and 5 for each reply in it
// (MS-OXOMSG section 2.2.1.3), in base64.
func (w *writer) threadIndex() string {
	if w.Parent == nil {
		return base64.StdEncoding.EncodeToString(w.conversation(w.Date))
	}
	index, err := base64.StdEncoding.DecodeString(w.Parent.ThreadIndex)
	if err != nil || len(index) < 22 || (len(index)-22)%5 != 0 || len(index) >= maxThreadIndex {
		index = w.conversation(w.Parent.Date)
	}
	return base64.StdEncoding.EncodeToString(append(index, w.replyBlock(index)...))
}

// conversation is the header block: the upper 6 bytes of a FILETIME and a GUID.
func (w *writer) conversation(start time.Time) []byte {
	b := binary.BigEndian.AppendUint64(nil, filetime(start))[:6]
	b = binary.BigEndian.AppendUint64(b, w.Rand.Uint64())
	return binary.BigEndian.AppendUint64(b, w.Rand.Uint64())
}

// replyBlock holds the time since the header's: 31 bits of it in units of 26 ms
// within 1.7 years, else in units of 0.8 s.
func (w *writer) replyBlock(index []byte) []byte {
	start := binary.BigEndian.Uint64(index[:8]) &^ 0xffff
	passed := filetime(w.Date) - start
	if filetime(w.Date) < start {
		passed = 0
	}
	delta := uint32(passed>>18) & 0x7fffffff
	if passed>>49 != 0 {
		delta = uint32(passed>>23)&0x7fffffff | 1<<31
	}
	return append(binary.BigEndian.AppendUint32(nil, delta), byte(w.Rand.IntN(16)<<4))
}
