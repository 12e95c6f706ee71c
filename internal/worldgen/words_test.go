package worldgen

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/rng"
)

func TestKinds(t *testing.T) {
	t.Parallel()
	for _, kind := range Kinds() {
		bulk, truth := false, ""
		switch kind {
		case Newsletter:
			bulk = true
		case Spam, Phishing:
			bulk, truth = true, kind
		}
		assert.Equal(t, bulk, Bulk(kind), kind)
		assert.Equal(t, truth, Truth(kind), kind)
	}
}

// TestDates: what a mail says of days fits the date it is written on, on each of a year.
func TestDates(t *testing.T) {
	t.Parallel()
	quarters := []string{"", "second", "second", "second", "third", "third", "third", "fourth", "fourth", "fourth", "first", "first", "first"}
	coming := []string{"", "winter", "spring", "spring", "spring", "summer", "summer", "summer", "autumn", "autumn", "autumn", "winter", "winter"}
	for n := range 365 {
		date := monday.AddDate(0, 0, n)
		w := newWriter(rng.Seed("dates").Draw("x", strconv.Itoa(n)), Order{Kind: Lead, From: Sender{Address: "a@x.test"}, Date: date}, topic{})
		assert.NotContains(t, []string{"Saturday", "Sunday"}, w.value("day", 0))
		assert.Equal(t, date.Weekday().String(), w.value("weekday", 0))
		assert.NotEqual(t, date.Weekday().String(), w.value("lastday", 0))
		assert.Equal(t, "the "+quarters[date.Month()]+" quarter", w.value("quarter", 0), "%s", date)
		if date.Day() < 28 {
			assert.Equal(t, coming[date.Month()], w.value("season", 0), "%s", date)
		}
		assert.Equal(t, date.AddDate(0, 0, 15).Month().String(), w.value("month", 0))
		assert.Equal(t, strconv.Itoa(date.Year()), w.value("year", 0))
		by, err := time.Parse("2 January 2006", w.value("date", 0)+" "+strconv.Itoa(date.AddDate(0, 0, 30).Year()))
		if date.Month() == time.December {
			by, err = time.Parse("2 January 2006", w.value("date", 0)+" "+strconv.Itoa(date.Year()))
			if err == nil && by.Before(date) {
				by = by.AddDate(1, 0, 0)
			}
		}
		require.NoError(t, err)
		assert.NotContains(t, []time.Weekday{time.Saturday, time.Sunday}, by.Weekday(), "%s: %s", date, by)
		days := by.Sub(date).Hours() / 24
		assert.True(t, days > 6 && days < 28, "%s: by %s", date, by)
	}
}

var billed = regexp.MustCompile(`(?m)^INVOICE (\S+)\nDate: (.+)\n\n.*\n\nNet: (\S+) (\S+)\nVAT 20 %: (\S+) (\S+)\nTotal: (\S+) (\S+)\n\nPayable until (.+), (\d+) days net\.$`)

// bill is what a vendor's attachment says.
type bill struct {
	no                        string
	date, due                 time.Time
	days                      int
	net, vat, total           string
	currencies                []string
	netCents, vatCents, cents int
}

func readBill(t *testing.T, m Mail) (b bill) {
	t.Helper()
	require.Len(t, m.Attachments, 1)
	var lines []string
	for _, l := range regexp.MustCompile(`\((.*)\) Tj T\*`).FindAllStringSubmatch(strings.ReplaceAll(string(m.Attachments[0].Data), ") Tj T*", ") Tj T*\n"), -1) {
		lines = append(lines, l[1])
	}
	f := billed.FindStringSubmatch(strings.Join(lines, "\n"))
	require.NotNil(t, f, "%q", lines)
	cents := func(s string) int {
		assert.Regexp(t, `^\d{1,3}(,\d{3})*\.\d\d$`, s)
		n, err := strconv.Atoi(strings.NewReplacer(",", "", ".", "").Replace(s))
		require.NoError(t, err)
		return n
	}
	var err error
	b = bill{no: f[1], net: f[4], vat: f[6], total: f[8], currencies: []string{f[3], f[5], f[7]}, netCents: cents(f[4]), vatCents: cents(f[6]), cents: cents(f[8])}
	b.date, err = time.Parse("2 January 2006", f[2])
	require.NoError(t, err)
	b.due, err = time.Parse("2 January 2006", f[9])
	require.NoError(t, err)
	b.days, err = strconv.Atoi(f[10])
	require.NoError(t, err)
	return b
}

// TestBills: sums, dates and numbers of a vendor's bills agree in mail and file, the
// numbers rise, and reminders are of an older bill.
func TestBills(t *testing.T) {
	t.Parallel()
	last, reminders, large := map[int]int{}, 0, 0
	for _, brief := range []string{"", "fruit (organic)"} {
		clear(last)
		sends(Vendor, brief, 30, 12, func(sender int, m Mail) {
			b := readBill(t, m)
			assert.InDelta(t, float64(b.netCents)*0.2, float64(b.vatCents), 1)
			assert.InDelta(t, b.netCents+b.vatCents, b.cents, 1)
			assert.Equal(t, b.date.AddDate(0, 0, b.days), b.due)
			assert.Len(t, slices.Compact(slices.Clone(b.currencies)), 1)
			assert.Equal(t, "Invoice-"+b.no+".pdf", m.Attachments[0].Filename)
			if b.cents >= 100_000 {
				large++
			}
			for _, amount := range regexp.MustCompile(`(?:EUR|GBP) ([\d,.]*\d)`).FindAllStringSubmatch(m.Subject+"\n"+m.Text, -1) {
				assert.Contains(t, []string{b.net, b.vat, b.total}, amount[1])
			}
			for _, no := range regexp.MustCompile(`[A-Z]{2}-\d{4}-\d{4,5}`).FindAllString(m.Subject+"\n"+m.Text, -1) {
				assert.Equal(t, b.no, no)
			}
			assert.Equal(t, strconv.Itoa(b.date.Year()), strings.Split(b.no, "-")[1])
			n, err := strconv.Atoi(strings.Split(b.no, "-")[2])
			require.NoError(t, err)
			first, known := last[sender]
			switch old := strings.Contains(m.Text, "still open") || strings.Contains(m.Text, "yet seen") || strings.Contains(m.Text, "friendly reminder") || strings.Contains(m.Text, "slipped through"); {
			case old:
				reminders++
				require.True(t, known, "nobody is reminded in a first mail")
				assert.Less(t, n, first)
			case known:
				assert.Greater(t, n, first+2, "bills to others lie between")
				last[sender] = n
			default:
				last[sender] = n
			}
		})
	}
	assert.InDelta(t, 2*30*11*0.15, reminders, 35)
	assert.Positive(t, large)
	// a vendor bills for one thing
	topics := map[int]string{}
	sends(Vendor, "apples, pears, plums", 10, 5, func(sender int, m Mail) {
		if topics[sender] == "" {
			topics[sender] = m.Topic
		}
		assert.Equal(t, topics[sender], m.Topic)
	})
}

// TestRemindersAreOfOldBills: between five and seven weeks old.
func TestRemindersAreOfOldBills(t *testing.T) {
	t.Parallel()
	for n := range 50 {
		w := newWriter(rng.Seed("bills").Draw("x", strconv.Itoa(n)), Order{Kind: Vendor, From: Sender{Address: "a@x.test", Org: "Acme"}, Date: monday, Nth: 1}, topic{text: "it"})
		w.remind()
		date, err := time.Parse("2 January 2006", w.value("billdate", 0))
		require.NoError(t, err)
		age := monday.Truncate(24*time.Hour).Sub(date).Hours() / 24
		assert.True(t, age >= 35 && age <= 50, "%v days", age)
	}
}

// TestGreetings: a person is greeted by name, an office is not, and one who writes again
// knows that someone is there.
func TestGreetings(t *testing.T) {
	t.Parallel()
	greetings := func(formality, to string, nth int) (out []string) {
		for n := range 60 {
			from := Sender{Name: "Ann Lee", Given: "Ann", Address: fmt.Sprintf("a%d@x.test", n), Org: "Acme", Formality: formality}
			m := Write(rng.Seed("g").Draw("x", strconv.Itoa(n)), Order{Kind: Custom, From: from, To: Recipient{Name: to, Address: "x@ours.test"}, Date: monday, Nth: nth})
			line, _, _ := strings.Cut(m.Text, "\n")
			out = append(out, line)
			sign := m.Text[strings.LastIndexByte(m.Text, '\n')+1:]
			assert.Equal(t, map[bool]string{true: "Ann Lee", false: "Ann"}[formality == "formal"], sign)
			thanked := regexp.MustCompile(`(?i)thank`).FindAllString(m.Text, -1)
			closing := strings.Split(m.Text, "\n")[strings.Count(m.Text, "\n")-1]
			if strings.Contains(closing, "hanks") {
				assert.Len(t, thanked, 1, "they thank once: %s", m.Text)
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	for _, c := range []struct {
		formality, to string
		nth           int
		want          []string
	}{
		{"formal", "Jo Park", 0, []string{"Dear Jo Park,", "Good day Jo Park,"}},
		{"neutral", "Jo Park", 0, []string{"Dear Jo,", "Hello Jo,", "Hi Jo,"}},
		{"casual", "Jo Park", 0, []string{"Hello Jo!", "Hey Jo,", "Hi Jo,"}},
		{"neutral", "Jo", 0, []string{"Dear team,", "Good morning,", "Hello team,", "Hello,", "Hi,"}},
		{"neutral", "Support Team", 0, []string{"Dear team,", "Good morning,", "Hello team,", "Hello,", "Hi,"}},
		{"casual", "Help Desk", 0, []string{"Hello there,", "Hey team,", "Hi all,", "Hi,"}},
		{"formal", "Our Office", 0, []string{"Dear Sir or Madam,", "Dear team,", "Good day,", "To whom it may concern,"}},
		{"formal", "", 1, []string{"Dear all,", "Dear team,", "Good day,"}},
	} {
		assert.Equal(t, c.want, greetings(c.formality, c.to, c.nth), "%+v", c)
	}
}

// TestEndings: nobody thanks twice, who has no first name signs with the whole one, and
// lines end cleanly.
func TestEndings(t *testing.T) {
	t.Parallel()
	for n := range 300 {
		from := Sender{Name: "Acme Desk", Address: fmt.Sprintf("a%d@x.test", n), Org: "Acme", Formality: []string{"casual", "neutral"}[n%2]}
		m := Write(rng.Seed("e").Draw("x", strconv.Itoa(n)), Order{Kind: Customer, From: from, To: Recipient{Address: "x@ours.test"}, Date: monday, Nth: n % 3})
		lines := strings.Split(m.Text, "\n")
		assert.Equal(t, "Acme Desk", lines[len(lines)-1])
		if closing := lines[len(lines)-2]; strings.Contains(closing, "hanks") {
			assert.NotContains(t, strings.Join(lines[:len(lines)-2], "\n"), "hank", m.Text)
		}
	}
	assert.Equal(t, "a\n\nb\nc", tidy(" a  \n\n \n\n\nb \nc\n"))
}

// TestCompanyNames: a company is called by its name, in one line, else by that of its
// domain.
func TestCompanyNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		company Company
		want    string
	}{{Company{"Ours\r\n GmbH  & Co", "x.test"}, "Ours GmbH & Co"}, {Company{"", "bluebird.test"}, "Bluebird"}, {Company{}, "your company"}} {
		found := false
		for n := range 60 {
			from := Sender{Name: "Ann Lee", Given: "Ann", Address: fmt.Sprintf("a%d@x.test", n), Org: "Acme", Role: "Buyer"}
			m := Write(rng.Seed("c").Draw("x", strconv.Itoa(n)), Order{Kind: Partner, Company: c.company, From: from, To: Recipient{Address: "x@ours.test"}, Date: monday})
			found = found || strings.Contains(m.Subject, c.want) && strings.Contains(m.Text, c.want)
			assert.NotContains(t, m.Text, "  ")
		}
		assert.True(t, found, c.want)
	}
}

// TestSendersOwnNumbers: a customer's number and the size of their firm are the same in
// all their mails, and in support the order too.
func TestSendersOwnNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, brief, number string }{
		{Customer, "the contract", `(K\d{5})`}, {Customer, "the contract", `grown to (\d+) people`}, {Support, "late deliveries", `[Oo]rder (?:number is |in question is )?(\d{6})`},
	} {
		number, seen, others := regexp.MustCompile(c.number), map[int]string{}, map[string]bool{}
		sends(c.kind, c.brief, 30, 12, func(sender int, m Mail) {
			for _, f := range number.FindAllStringSubmatch(m.Subject+"\n"+m.Text, -1) {
				if seen[sender] == "" {
					seen[sender] = f[1]
				}
				assert.Equal(t, seen[sender], f[1], m.Text)
				others[f[1]] = true
			}
		})
		assert.Greater(t, len(others), 5, c.number)
	}
}

// TestHostileBrief: nothing of a brief is markup in the mails of programs.
func TestHostileBrief(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{Newsletter, Spam, Phishing} {
		shown := false
		for n := range 200 {
			s := NewSender(rng.Seed("h").Draw("s", strconv.Itoa(n)), kind, "")
			m := Write(rng.Seed("h").Draw("x", strconv.Itoa(n)), Order{
				Kind: kind, Brief: "<i>R&D</i>", From: s, Nth: n % 5, Date: monday, Company: Company{"<i>Ours</i>", "ours.test"}, To: Recipient{Address: "r&d@<i>ours.test"},
			})
			assert.NotContains(t, m.HTML, "<i>", kind)
			assert.NotContains(t, m.HTML, "R&D", kind)
			assert.NotContains(t, m.HTML, "r&d", kind)
			shown = shown || strings.Contains(m.HTML, "&lt;i&gt;R&amp;D&lt;/i&gt;")
		}
		assert.True(t, shown, kind)
	}
	// of phishing each part, whatever stands in it
	for n := range 100 {
		s := NewSender(rng.Seed("h").Draw("s", strconv.Itoa(n)), Phishing, "")
		s.Org = "<i>Bank</i>"
		m := Write(rng.Seed("h").Draw("x", strconv.Itoa(n)), Order{Kind: Phishing, From: s, Date: monday, Company: Company{"<i>Ours</i>", ""}, To: Recipient{Address: "a@<i>ours.test"}})
		assert.NotContains(t, m.HTML, "<i>")
		assert.Contains(t, m.HTML, "&lt;i&gt;ours.test/", "without a company's domain, that of the recipient is shown")
	}
}

// TestIssues: the issues of a newsletter are counted one by one; an address of a story
// has at most six words, and no piece comes twice in an issue.
func TestIssues(t *testing.T) {
	t.Parallel()
	issue, last := regexp.MustCompile(`[Ii]ssue (\d+)|#(\d+)`), map[int][2]int{}
	at, counted := map[int]int{}, 0
	sends(Newsletter, "a very long word about the many things of which nobody ever heard, tea", 20, 12, func(sender int, m Mail) {
		n := at[sender]
		at[sender]++
		if f := issue.FindStringSubmatch(m.Subject + "\n" + m.Text); f != nil {
			no, err := strconv.Atoi(f[1] + f[2])
			require.NoError(t, err)
			if l, ok := last[sender]; ok {
				assert.Equal(t, n-l[0], no-l[1])
				counted++
			}
			last[sender] = [2]int{n, no}
		}
		headlines := regexp.MustCompile(`<h2[^>]*>(.*?)</h2>`).FindAllString(m.HTML, -1)
		slices.Sort(headlines)
		assert.Len(t, slices.Compact(headlines), len(headlines))
		for _, f := range regexp.MustCompile(`https://[^/]+/\d{4}/([^?\s]+)\?i=`).FindAllStringSubmatch(m.Text, -1) {
			assert.LessOrEqual(t, len(strings.Split(f[1], "-")), 6, f[1])
			assert.NotContains(t, f[1], "--")
			assert.NotRegexp(t, `^-|-$`, f[1])
		}
	})
	assert.Greater(t, counted, 20)
	assert.Equal(t, "a-b", slugWords("a - & b"))
}

// TestShares: how often mails of programs have what filters look at.
func TestShares(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, what string
		has        func(m Mail) bool
		share      float64
	}{
		{Spam, "an address of numbers", func(m Mail) bool { return strings.Contains(m.Text, "http://192.0.2.") }, 0.25},
		{Spam, "HTML", func(m Mail) bool { return m.HTML != "" }, 0.75},
		{Spam, "replies elsewhere", func(m Mail) bool { return m.ReplyTo.Addr != "" }, 0.4},
		{Phishing, "replies elsewhere", func(m Mail) bool { return m.ReplyTo.Addr != "" }, 0.5},
		{Phishing, "a file", func(m Mail) bool { return len(m.Attachments) == 1 }, 0.4},
		{Newsletter, "HTML", func(m Mail) bool { return m.HTML != "" }, 1},
	} {
		n := 0
		for i := range 400 {
			if _, m := nth(c.kind, "", i); c.has(m) {
				n++
			}
		}
		assert.InDelta(t, c.share, float64(n)/400, 4*math.Sqrt(c.share*(1-c.share)/400)+1e-9, "%s: %s", c.kind, c.what)
	}
}

// TestSenders: private people write as users and customers alone, from a mail host, and
// have neither firm nor signature.
func TestSenders(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{Lead, Support, Vendor, Partner, Customer, Custom} {
		private, signed, sites := 0, 0, 0
		for n := range 400 {
			s := NewSender(rng.Seed("s").Draw("x", kind, strconv.Itoa(n)), kind, "")
			local, domain, _ := strings.Cut(s.Address, "@")
			assert.Regexp(t, `^[a-z0-9._]+$`, local)
			assert.True(t, strings.HasPrefix(s.Who, s.Name) && strings.HasSuffix(s.Who, whoWrites()[kind]), s.Who)
			assert.Equal(t, s.Org == "", s.Role == "")
			assert.Equal(t, s.Org == "", slices.Contains(mailHosts, domain), s.Address)
			if s.Org == "" {
				private++
				assert.Empty(t, s.Signature)
				assert.NotContains(t, s.Who, " at ")
				continue
			}
			assert.Contains(t, s.Who, s.Role+" at "+s.Org)
			if s.Signature != "" {
				signed++
				assert.Contains(t, s.Signature, s.Name+"\n"+s.Role)
				assert.Contains(t, s.Signature, s.Org)
				if strings.Contains(s.Signature, "\nwww.") {
					sites++
					assert.True(t, strings.HasSuffix(s.Signature, "\nwww."+domain))
				}
			}
		}
		firms := 400 - private
		assert.InDelta(t, 0.6, float64(signed)/float64(firms), 0.12, kind)
		assert.InDelta(t, 0.5, float64(sites)/float64(signed), 0.14, kind)
		switch kind {
		case Support, Customer, Custom:
			assert.InDelta(t, 0.35*400, private, 40, kind)
		default:
			assert.Zero(t, private, kind)
		}
	}
	for name, want := range map[string]string{"Müller": "mueller", "Łukasz": "lukasz", "Åkesson": "aakesson", "İnce": "ince", "A1 & Sons": "a1sons"} {
		assert.Equal(t, want, slug(name))
	}
}
