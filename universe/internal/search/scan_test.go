package search_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/rng"
	"github.com/mailsim/mailsim/internal/searchindex"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// searched are words in many scripts and shapes, so that random queries hit.
var searched = strings.Fields("invoice Invoice order 74711 2026-11 quarterly Straße größe ΣΊΣΥΦΟΣ İstanbul 日本語 請求書 émigré naïve ok a ab abc x.test anna@x.test 10:30 🎉 café Kühl-Regal <b> &amp; =C3=A9 attr")

func searchText(r *rng.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(rng.Pick(r, searched))
		b.WriteString(rng.Pick(r, []string{" ", " ", "\r\n", ", "}))
	}
	return b.String()
}

// searchMail writes a random mail in one of the ways in which text reaches its bytes.
func searchMail(r *rng.Rand, n int) string {
	subject, text := strings.Join(strings.Fields(searchText(r, 3)), " "), searchText(r, r.Between(0, 40))
	ascii := strings.ToValidUTF8(strings.Map(func(c rune) rune {
		if c > 126 {
			return 'x'
		}
		return c
	}, text), "")
	head := fmt.Sprintf("From: %s <%s@x.test>\r\nTo: box@x.test\r\nMessage-ID: <%d@x.test>\r\n", rng.Pick(r, []string{"Anna Lee", `"Lee, \"Al\" Ann"`, "=?utf-8?q?J=C3=B6rg?=", ""}), rng.Pick(r, []string{"anna", "a.b"}), n)
	word := func(s string) string { return mime.BEncoding.Encode("utf-8", s) }
	qp := func(s string) string {
		var b strings.Builder
		w := quotedprintable.NewWriter(&b)
		_, _ = w.Write([]byte(s))
		_ = w.Close()
		return b.String()
	}
	switch r.IntN(9) {
	case 0:
		return head + "Subject: " + subject + "\r\n\r\n" + text
	case 1:
		return head + "Subject: " + subject + "\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + text
	case 2:
		return head + "Subject: " + word(subject) + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + qp(text)
	case 3:
		return head + "Subject: " + word(subject) + "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte("<p title=attr>"+text+"</p>"))
	case 4:
		return head + "Subject: " + subject + "\r\nContent-Type: text/plain; format=flowed; charset=us-ascii\r\n\r\n" + strings.ReplaceAll(ascii, "\r\n", " \r\n")
	case 5:
		return head + "Subject:\r\n " + subject + "\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nKühl " + ascii
	case 6:
		return head + "Subject: " + subject + "\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\n\r\n" + text + "\r\n--q\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=\"invoice 74711.txt\"\r\n\r\n" + text + "\r\n--q--\r\n"
	case 7:
		return head + "Subject: " + subject + "\r\nContent-Type: text/plain; charset=iso-2022-jp\r\n\r\n\x1b$BF|K\\8l\x1b(B " + ascii
	}
	return head + "Subject: " + subject + "\r\nX-Tag: " + subject + "\r\n\r\n" + strings.Repeat(text, r.Between(1, 60))
}

// whole is a copy as a search that reads all of it sees it.
type whole struct {
	*post.Stored
	box, folder string
}

func (w whole) From() []searchindex.Address {
	a := w.Header().From
	return []searchindex.Address{{Name: a.Name, Addr: a.Addr}}
}

func (w whole) To() (out []searchindex.Address) {
	for _, a := range slices.Concat(w.Header().To, w.Header().Cc, w.Header().Bcc) {
		out = append(out, searchindex.Address{Name: a.Name, Addr: a.Addr})
	}
	if w.Traced {
		out = append(out, searchindex.Address{Addr: w.box})
	}
	return out
}

func (w whole) Subject() string { return w.Header().Subject }
func (w whole) Text() string {
	text := w.Mail.Parse().Text()
	for _, a := range w.Structure().Attachments {
		text += "\n" + a.Filename
	}
	return text
}
func (w whole) Folder() string { return w.folder }
func (w whole) Seen() bool     { return w.Marks&mailsim.FlagSeen != 0 }
func (w whole) Flagged() bool  { return w.Marks&mailsim.FlagFlagged != 0 }
func (w whole) HasAttachment() bool {
	for _, a := range w.Structure().Attachments {
		if !a.Inline {
			return true
		}
	}
	return false
}
func (w whole) Size() int64 { return int64(w.Stored.Size()) }

func (w whole) At() time.Time { return w.Time() }

// TestSearchFindsWhatAScanFinds: before any filter is made, when all mail has one and
// when half of it has, in a fork too, what is found is what a look at all text finds.
func TestSearchFindsWhatAScanFinds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := context.Background()
		u := testkit.New(t, mailsim.Options{})
		r := rng.Seed("search").Draw("corpus/1")
		n := 0
		fill := func(u *engine.Universe, mails int) {
			for range mails {
				n++
				raw := searchMail(r, n)
				if n%50 == 0 {
					raw = fmt.Sprintf("Subject: rare%04d\r\n\r\nplatypus", n)
				}
				testkit.Inject(t, u, mailsim.Inject{To: fmt.Sprintf("m%d@x.test", r.IntN(4)), Raw: raw, Folder: rng.Pick(r, []string{"", "", "Archive"})})
			}
			_, err := u.Send(ctx, mailsim.Outgoing{From: "app@ours.test", To: []string{"m1@x.test"}, BCC: []string{"blind@y.test", "m2@x.test"}, Subject: "Order", Text: "invoice for all"})
			require.NoError(t, err)
		}
		check := func(u *engine.Universe) (hits int) {
			for i := range 60 {
				text := searchQuery(r)
				if i >= 40 { // which no mail of most folders has
					text = rng.Pick(r, []string{"rare%04d", "rare%04d platypus", "%04d -platypus"})
					text = fmt.Sprintf(text, r.IntN(n/50+2)*50)
				}
				q, err := searchindex.Parse(text)
				if err != nil {
					continue
				}
				var want, got []string
				for _, w := range everything(u) {
					if q.Match(w) {
						want = append(want, fmt.Sprint(w.Seq, w.box, w.folder, w.UID()))
					}
				}
				for next, more := "", true; more; more = next != "" {
					page, err := u.Search(ctx, text, mailsim.SearchFilter{Limit: r.Between(1, 300), Before: next})
					require.NoError(t, err)
					for _, m := range page.Messages {
						got = append(got, fmt.Sprint(m.Mark(), m.Address, m.Folder, m.UID))
					}
					next = page.Next
				}
				require.Equal(t, want, got, "query %q", text)
				hits += len(got)
			}
			return hits
		}
		fill(u, 1500)
		a, err := u.Access("m1@x.test")
		require.NoError(t, err)
		_, err = a.Copy(ctx, "INBOX", []uint32{1, 2, 30}, "Archive")
		require.NoError(t, err)
		assert.Zero(t, u.SearchIndexBytes())
		hits := check(u) // makes filters meanwhile
		synctest.Wait()
		assert.Positive(t, u.SearchIndexBytes())
		hits += check(u)
		fill(u, 200)
		hits += check(u)
		f, err := u.Fork(mailsim.Options{})
		require.NoError(t, err)
		defer f.Close()
		fill(f, 100)
		hits += check(f)
		synctest.Wait()
		hits += check(f)
		box, err := f.Access("m1@x.test")
		require.NoError(t, err)
		_, err = box.StoreFlags(ctx, "INBOX", []uint32{3, 4, 150}, mailsim.FlagsAdd, mailsim.Flags{System: mailsim.FlagSeen}, nil)
		require.NoError(t, err)
		_, err = box.Move(ctx, "INBOX", []uint32{5, 40, 151, 152}, "Archive")
		require.NoError(t, err)
		hits += check(f) + check(u)
		assert.Greater(t, hits, 5000, "the queries must find something")
	})
}

func searchQuery(r *rng.Rand) string {
	var terms []string
	for range r.Between(1, 3) {
		w := rng.Pick(r, searched)
		if r.Chance(0.3) {
			at := r.IntN(len(w))
			w = w[at:r.Between(at+1, len(w))]
		}
		w = strings.Trim(w, `-":`)
		op := rng.Pick(r, []string{"", "", "", "subject:", "from:", "to:", "-"})
		switch r.IntN(8) {
		case 0:
			op, w = "", rng.Pick(r, []string{"is:unread", "has:attachment", "-has:attachment", "in:inbox", "larger:2k", "to:blind@y.test", "m2@x.test", "blind@y.test"})
		case 1:
			w = `"` + w + " " + rng.Pick(r, searched) + `"`
		}
		terms = append(terms, op+w)
	}
	return strings.Join(terms, " ")
}

// everything is all mail, in the order in which a search shows it.
func everything(u *engine.Universe) (all []whole) {
	u.Read(func(v state.View) {
		for _, m := range post.Boxes.In(v.State).M {
			for _, f := range m.Folders {
				for s := range f.All() {
					all = append(all, whole{s, m.Address, f.Name})
				}
			}
		}
	})
	slices.SortFunc(all, func(a, b whole) int {
		switch {
		case a.Seq != b.Seq:
			return int(b.Seq - a.Seq)
		case a.box != b.box:
			return strings.Compare(a.box, b.box)
		case a.folder != b.folder:
			return post.FolderOrder(a.folder, b.folder)
		}
		return int(a.UID()) - int(b.UID())
	})
	return all
}

// TestSearchLetsGo: filters go with the mail that they are of, and a fork makes none
// for mail that has one.
func TestSearchLetsGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := context.Background()
		u := testkit.New(t, mailsim.Options{})
		for i := range 2000 {
			testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@x.test", Subject: fmt.Sprint(i), Text: "zebra"})
		}
		_, err := u.Search(ctx, "nothing", mailsim.SearchFilter{})
		require.NoError(t, err)
		synctest.Wait()
		made := u.SearchIndexBytes()
		assert.InDelta(t, 2000*520, made, 64*520)
		f, err := u.Fork(mailsim.Options{})
		require.NoError(t, err)
		_, err = f.Search(ctx, "nothing", mailsim.SearchFilter{})
		require.NoError(t, err)
		synctest.Wait()
		assert.Zero(t, f.SearchIndexBytes())
		require.NoError(t, f.Close())

		_, err = u.Reset(ctx)
		require.NoError(t, err)
		for range 100 {
			if runtime.GC(); u.SearchIndexBytes() < made/4 {
				return
			}
			runtime.Gosched()
		}
		t.Errorf("%d of %d bytes are held after all mail is deleted", u.SearchIndexBytes(), made)
	})
}

// TestSearchKeepsItsBound: at the bound the rest is looked at without a filter.
func TestSearchKeepsItsBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := testkit.New(t, mailsim.Options{CacheBytes: 1 << 20})
		for i := range 3000 {
			testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@x.test", Subject: fmt.Sprint("mail-", i, "-"), Text: "zebra"})
		}
		for _, q := range []string{"mail-7-", "mail-2999-"} {
			assert.Len(t, searchSubjects(t, u, q), 1)
			synctest.Wait()
		}
		assert.LessOrEqual(t, u.SearchIndexBytes(), 1<<20)
		assert.Greater(t, u.SearchIndexBytes(), 1<<19)
	})
}

// TestSearchEndsWithItsContext, amid much mail too.
func TestSearchEndsWithItsContext(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "a@x.test", From: "b@x.test", Subject: "one", Text: "zebra"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := u.Search(ctx, "zebra", mailsim.SearchFilter{})
	assert.ErrorIs(t, err, mailsim.ErrTimeout)
}
