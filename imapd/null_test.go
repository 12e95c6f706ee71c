package imapd

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/stretchr/testify/require"
)

// null is the yardstick of the benchmarks: a go-imap server that answers with
// ready-made data and keeps nothing.
type null struct {
	imapserver.Session // what is not asked of it
	mails              []nullMail
}

type nullMail struct {
	flags    []imap.Flag
	envelope imap.Envelope
	body     string
}

// serveNull serves n mails like those of benchHost.
func serveNull(b *testing.B, n int) string {
	all := make([]nullMail, n)
	for i := range all {
		all[i] = nullMail{[]imap.Flag{}, imap.Envelope{
			Date: time.Date(2026, 1, 5, 8, 0, 0, 0, time.FixedZone("", 3600)), Subject: "afternoon", MessageID: "1@a.test",
			From: []imap.Address{{Name: "Fred", Mailbox: "fred", Host: "a.test"}}, Sender: []imap.Address{{Name: "Fred", Mailbox: "fred", Host: "a.test"}},
			ReplyTo: []imap.Address{{Name: "Fred", Mailbox: "fred", Host: "a.test"}}, To: []imap.Address{{Mailbox: "bob", Host: "b.test"}},
		}, benchMail(i)}
	}
	s := imapserver.New(&imapserver.Options{
		InsecureAuth: true,
		Caps:         imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapLiteralPlus: {}},
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &null{mails: all}, &imapserver.GreetingData{}, nil
		},
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	go s.Serve(l)
	b.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

func (s *null) Close() error               { return nil }
func (s *null) Login(string, string) error { return nil }

func (s *null) Select(string, *imap.SelectOptions) (*imap.SelectData, error) {
	return &imap.SelectData{NumMessages: uint32(len(s.mails)), UIDValidity: 1, UIDNext: imap.UID(len(s.mails) + 1)}, nil
}

func (s *null) Poll(*imapserver.UpdateWriter, bool) error { return nil }

func (s *null) Append(_ string, r imap.LiteralReader, _ *imap.AppendOptions) (*imap.AppendData, error) {
	_, err := io.Copy(io.Discard, r)
	return &imap.AppendData{UIDValidity: 1, UID: 1}, err
}

// each runs over a set of numbers, which are the UIDs too.
func (s *null) each(set imap.NumSet, do func(uint32, *nullMail) error) error {
	ranges, ok := set.(imap.SeqSet)
	if !ok {
		for _, r := range set.(imap.UIDSet) {
			ranges.AddRange(uint32(r.Start), uint32(r.Stop))
		}
	}
	for _, r := range ranges {
		if r.Stop == 0 {
			r.Stop = uint32(len(s.mails))
		}
		for n := r.Start; n <= r.Stop; n++ {
			if err := do(n, &s.mails[n-1]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *null) Fetch(w *imapserver.FetchWriter, set imap.NumSet, o *imap.FetchOptions) error {
	return s.each(set, func(n uint32, m *nullMail) error {
		r := w.CreateMessage(n)
		if o.UID {
			r.WriteUID(imap.UID(n))
		}
		if o.Flags {
			r.WriteFlags(m.flags)
		}
		if o.Envelope {
			r.WriteEnvelope(&m.envelope)
		}
		for _, section := range o.BodySection {
			l := r.WriteBodySection(section, int64(len(m.body)))
			if _, err := io.WriteString(l, m.body); err != nil {
				return err
			}
			if err := l.Close(); err != nil {
				return err
			}
		}
		return r.Close()
	})
}

func (s *null) Store(w *imapserver.FetchWriter, set imap.NumSet, f *imap.StoreFlags, _ *imap.StoreOptions) error {
	if f.Silent {
		return nil
	}
	return s.each(set, func(n uint32, m *nullMail) error {
		r := w.CreateMessage(n)
		r.WriteFlags(f.Flags)
		return r.Close()
	})
}

// BenchmarkAgainstNull tells the time of what clients do most over that of a
// server with ready-made answers (ratio), for 10,000 mails of 2 KiB.
func BenchmarkAgainstNull(b *testing.B) {
	_, addr := benchHost(b, 10_000)
	nullAddr := serveNull(b, 10_000)
	for _, command := range []string{
		"FETCH 1:* (FLAGS ENVELOPE)", "FETCH 1:* (BODY.PEEK[])", "FETCH 77 (BODY.PEEK[])", "STORE 77 +FLAGS (\\Seen)", "STORE 77 +FLAGS.SILENT (\\Seen)", "NOOP",
	} {
		b.Run(strings.ReplaceAll(command, " ", "_"), func(b *testing.B) {
			c, least := benchClient(b, addr), benchClient(b, nullAddr)
			size, nullSize := answerSize(b, c, command), answerSize(b, least, command)
			var times [2]time.Duration
			for b.Loop() {
				for i, run := range []func(){
					func() { exchange(b, c, "a "+command, size) },
					func() { exchange(b, least, "a "+command, nullSize) },
				} {
					start := time.Now()
					run()
					times[i] += time.Since(start)
				}
			}
			b.ReportMetric(float64(times[0])/float64(times[1]), "ratio")
		})
	}
}
