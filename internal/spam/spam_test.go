package spam

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// spec: d.inspect.spam-higher
func TestOrderAgreesWithSpamAssassin(t *testing.T) {
	t.Parallel()
	var ours, theirs []float64
	for _, s := range samples {
		r := Score(s.mail)
		t.Logf("%-28s %5.1f %5.1f %v", s.name, s.spamAssassin, r.Score, names(r))
		ours, theirs = append(ours, r.Score), append(theirs, s.spamAssassin)
	}
	require.GreaterOrEqual(t, correlation(ranks(ours), ranks(theirs)), 0.8)
}

// ranks gives each value its place, equal ones the mean of theirs.
func ranks(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		below, equal := 0, 0
		for _, w := range values {
			switch cmp.Compare(w, v) {
			case -1:
				below++
			case 0:
				equal++
			}
		}
		out[i] = float64(below) + float64(equal+1)/2
	}
	return out
}

// correlation is Pearson's; of ranks it is Spearman's.
func correlation(x, y []float64) float64 {
	var sx, sy, sxx, syy, sxy float64
	for i := range x {
		sx, sy = sx+x[i], sy+y[i]
		sxx, syy, sxy = sxx+x[i]*x[i], syy+y[i]*y[i], sxy+x[i]*y[i]
	}
	n := float64(len(x))
	return (n*sxy - sx*sy) / math.Sqrt((n*sxx-sx*sx)*(n*syy-sy*sy))
}

func names(r Report) []string {
	out := []string{}
	for _, rule := range r.Rules {
		out = append(out, rule.Name)
	}
	return out
}

func TestSpamIsJunk(t *testing.T) {
	t.Parallel()
	for name, m := range unwanted {
		r := Score(m)
		require.True(t, r.Junk("normal"), "%s: %.1f %v", name, r.Score, names(r))
		require.True(t, r.Junk("strict"))
		require.False(t, r.Junk("none"))
	}
}

// spec: people.filter
func TestWantedMailPasses(t *testing.T) {
	t.Parallel()
	for name, m := range wanted {
		m = base(m)
		r := Score(m)
		require.LessOrEqual(t, r.Score, 1.5, "%s, not authenticated: %v", name, names(r))
		m.Auth = Auth{SPF: "pass", DKIM: "pass", DMARC: "pass", DKIMDomain: domainOf(m.From)}
		r = Score(m)
		require.LessOrEqual(t, r.Score, 1.0, "%s: %v", name, names(r))
		require.False(t, r.Junk("strict"))
	}
}

// spec: d.inspect.rules
func TestSumIsExact(t *testing.T) {
	t.Parallel()
	for _, s := range samples {
		r := Score(s.mail)
		tenths := 0
		for i, rule := range r.Rules {
			tenths += int(math.Round(rule.Score * 10))
			require.Equal(t, float64(int(math.Round(rule.Score*10)))/10, rule.Score)
			require.NotEmpty(t, rule.Text)
			if i > 0 {
				require.GreaterOrEqual(t, r.Rules[i-1].Score, rule.Score)
			}
		}
		require.Equal(t, float64(tenths)/10, r.Score)
		require.Equal(t, "rules", r.Engine)
		require.Equal(t, r, Score(s.mail))
	}
}

func TestRulesTable(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range rules {
		require.False(t, seen[r.name], r.name)
		seen[r.name] = true
		require.Regexp(t, `^[a-z_]+$`, r.name)
		require.Regexp(t, `[.]$`, r.text)
	}
	require.GreaterOrEqual(t, len(rules), 40)
}

// good is a mail that no rule speaks against.
func good() Mail {
	m := base(Mail{
		From: "alice@firm.example", FromName: "Alice Example", Subject: "Minutes of Tuesday",
		Text: "Hello Bob, the minutes are below. Could you look at point 3 before Friday? The names of those who came stand at the end, with the day of the next meeting. Thank you. Alice",
	})
	m.Auth = Auth{SPF: "pass"}
	return m
}

// Rules that hold only beside another: all that hold, highest score first.
func TestRulesTogether(t *testing.T) {
	t.Parallel()
	say := func(s string) func(*Mail) { return func(m *Mail) { m.Text += " " + s } }
	short := func(name string) func(*Mail) {
		return func(m *Mail) { m.Text, m.Attachments = "See the file.", []Attachment{{Filename: name}} }
	}
	proven := func(change func(*Mail)) func(*Mail) {
		return func(m *Mail) { change(m); m.Auth.DMARC = "pass" }
	}
	for name, tt := range map[string]struct {
		change func(*Mail)
		want   []string
	}{
		"a greeting with an offer": {func(m *Mail) { m.Text = "Dear friend, hot singles. " + m.Text }, []string{"generic_greeting 2.5", "adult_offer 2"}},
		"anyone, elsewhere":        {say("Dear customer, https://other.example/x"), []string{"impersonal_greeting 1.5"}},
		"an offer elsewhere":       {say("Risk free: https://other.example/x"), []string{"offer_elsewhere 1.5", "sales_claims 0.5"}},
		"an offer at home":         {say("Risk free: https://firm.example/x"), []string{"sales_claims 0.5"}},
		"an offer proven":          {proven(say("Risk free: https://other.example/x")), []string{"sales_claims 0.5"}},
		"pressure at home":         {say("It is urgent: https://firm.example/x"), nil},
		"pressure proven":          {proven(say("It is urgent: https://other.example/x")), nil},
		"pressure to free mail":    {func(m *Mail) { m.Text += " It is urgent."; m.ReplyTo = "a@gmail.com" }, []string{"pressure_elsewhere 1.5", "freemail_reply_to 1.3"}},
		"a bare program":           {short("run.exe"), []string{"risky_attachment 4", "bare_attachment 1.5"}},
		"a bare page":              {short("form.html"), []string{"html_attachment 1.5", "bare_attachment 1.5"}},
		"a bare program, proven":   {proven(short("run.exe")), []string{"risky_attachment 4"}},
		"a bare document":          {short("minutes.pdf"), nil},
		"coins and pressure":       {say("Double your bitcoin, act now."), []string{"money_and_urgency 1", "crypto_offer 1"}},
		"a threat without a link":  {func(m *Mail) { m.Text += " Your account is locked."; m.ReplyTo = "a@gmail.com" }, []string{"phishing_phrases 2", "freemail_reply_to 1.3"}},
		"a picture in a sentence":  {func(m *Mail) { m.HTML = "<p>" + m.Text + "</p><img src=cid:a>" }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := good()
			tt.change(&m)
			var got []string
			for _, r := range Score(m).Rules {
				got = append(got, r.Name+" "+strconv.FormatFloat(r.Score, 'g', -1, 64))
			}
			require.Equal(t, tt.want, got)
		})
	}
}

// Each rule alone: what makes it hold, and the score it gives.
func TestEachRule(t *testing.T) {
	t.Parallel()
	require.Empty(t, Score(good()).Rules)
	page := func(s string) func(*Mail) {
		return func(m *Mail) { m.HTML = "<p>" + m.Text + "</p>" + s }
	}
	say := func(s string) func(*Mail) { return func(m *Mail) { m.Text += " " + s } }
	file := func(name, kind string) func(*Mail) {
		return func(m *Mail) { m.Attachments = []Attachment{{Filename: name, ContentType: kind}} }
	}
	for _, tt := range []struct {
		rule   string
		score  float64
		change func(*Mail)
	}{
		{"missing_date", 2.5, func(m *Mail) { m.Date = time.Time{} }},
		{"date_in_future", 2.4, func(m *Mail) { m.Date = day.Add(48 * time.Hour) }},
		{"date_in_past", 0.8, func(m *Mail) { m.Date = day.Add(-120 * time.Hour) }},
		{"missing_message_id", 1.0, func(m *Mail) { m.HasMessageID = false }},
		{"missing_subject", 1.3, func(m *Mail) { m.Subject = " " }},
		{"missing_from", 2.0, func(m *Mail) { m.From = "" }},
		{"subject_all_caps", 0.8, func(m *Mail) { m.Subject = "MINUTES OF TUESDAY" }},
		{"many_exclamations", 0.5, func(m *Mail) { m.Subject = "Minutes!!" }},
		{"many_exclamations", 0.5, say("Look!!! Here!!!")},
		{"from_name_is_other_address", 2.0, func(m *Mail) { m.FromName = "boss@bank.example" }},
		{"from_name_is_brand", 1.5, func(m *Mail) { m.FromName = "PayPal Support" }},
		{"freemail_reply_to", 1.3, func(m *Mail) { m.ReplyTo = "alice@gmail.com" }},
		{"freemail_reply_to", 1.3, func(m *Mail) { m.From, m.ReplyTo = "alice@gmail.com", "bob@gmail.com" }},
		{"empty_body", 2.3, func(m *Mail) { m.Text = " \n" }},
		{"body_mostly_caps", 1.5, func(m *Mail) { m.Text = strings.ToUpper(m.Text) }},
		{"image_only", 2.5, func(m *Mail) { m.Text, m.HTML = "See the picture", "See the picture<img src=cid:a>" }},
		{"html_only", 0.3, func(m *Mail) { m.Text, m.HTML = "", "<p>"+m.Text }},
		{"text_html_differ", 1.5, func(m *Mail) { m.HTML = "<p>Nothing here resembles what stands there, neither names nor verbs" }},
		{"hidden_text", 1.2, page("<div style='display:none'>" + strings.Repeat("filler words ", 50) + "</div>")},
		{"html_form", 1.5, page("<form></form>")},
		{"html_script", 2.0, page("<script></script>")},
		{"obfuscated_words", 1.8, say("your pаypal account")},
		{"obfuscated_words", 1.8, say("v i a g r a or c i a l i s")},
		{"generic_greeting", 0.5, func(m *Mail) { m.Text = "Dear friend, " + m.Text }},
		{"impersonal_greeting", 0.5, say("Dear customer")},
		{"money_and_urgency", 1.0, say("Earn money, act now.")},
		{"money_and_urgency", 2.0, say("Earn money, act now, hurry.")},
		{"money_and_urgency", 3.0, say("Earn money, get rich, free cash, act now.")},
		{"money_and_urgency", 1.0, say("Receive $2,000,000 as a cash bonus.")},
		{"advance_fee", 2.0, say("An inheritance without next of kin.")},
		{"pharmacy", 2.0, say("Buy viagra.")},
		{"pharmacy", 4.0, say("Via\u200bgra from an online pharmacy.")},
		{"crypto_offer", 3.0, say("Guaranteed returns: send BTC.")},
		{"adult_offer", 2.0, say("Hot singles near you.")},
		{"extortion", 6.0, say("I recorded you. I tell your contacts; my bitcoin address follows. I have access to your mail.")},
		{"sales_claims", 1.0, say("Risk free! No obligation.")},
		{"sales_claims", 4.0, say("Risk free! No obligation, no hidden costs, lowest price, satisfaction guaranteed.")},
		{"pressure_elsewhere", 1.5, say("It is urgent: https://other.example/x")},
		{"pharmacy", 1.0, func(m *Mail) {
			m.InThread, m.Text = false, m.Text+" Viagra is not to be had without a prescription."
			m.Auth.DMARC = "pass"
		}},
		{"phishing_phrases", 2.0, say("Your account has been suspended. https://evil.example/x")},
		{"phishing_phrases", 2.0, say("Your account is locked, verify your identity. https://firm.example/x")},
		{"link_mismatch", 2.5, page(`<a href="https://evil.example/">www.bank.example</a>`)},
		{"link_mismatch", 2.5, page(`<a href="https://evil.example/">https://bank.example/login</a>`)},
		{"url_shortener", 1.0, say("https://bit.ly/x")},
		{"url_shortener", 1.0, page(`<a href="https://tinyurl.com/x">more about it</a>`)},
		{"ip_address_link", 1.2, say("http://203.0.113.9/x")},
		{"ip_address_link", 1.2, page(`<a href="http://3405803785/x">more about it</a>`)},
		{"deceptive_link", 1.5, say("http://bank.example@firm.example/")},
		{"deceptive_link", 1.5, say("https://firm.example:4444/")},
		{"deceptive_link", 1.5, say("https://xn--frm-jma.example/")},
		{"risky_domain", 0.6, say("https://win.click/")},
		{"risky_attachment", 4.0, file("run.exe", "application/octet-stream")},
		{"risky_attachment", 4.0, file("invoice.pdf.js", "")},
		{"risky_attachment", 4.0, file("offer.DOCM", "")},
		{"risky_attachment", 4.0, file("offer.exe.zip", "application/zip")},
		{"risky_attachment", 4.0, file("disk.iso", "")},
		{"risky_attachment", 4.0, file("link.lnk", "")},
		{"risky_attachment", 4.0, file("saver.scr . ", "")},
		{"risky_attachment", 4.0, file("photo\u202egpj.exe", "")},
		{"risky_attachment", 4.0, file("noname", "application/x-msdownload; name=x")},
		{"html_attachment", 1.5, file("form.html", "text/html")},
		{"archive_with_password", 3.0, func(m *Mail) { file("docs.zip", "application/zip")(m); say("The password is 1234.")(m) }},
		{"bulk_without_unsubscribe", 1.5, func(m *Mail) { m.Bulk = true }},
		{"no_one_click", 0.5, func(m *Mail) { m.Bulk, m.ListUnsubscribe = true, "<mailto:u@firm.example>" }},
		{"spf_fail", 1.5, func(m *Mail) { m.Auth.SPF = "fail" }},
		{"spf_softfail", 1.0, func(m *Mail) { m.Auth.SPF = "softfail" }},
		{"dkim_invalid", 0.5, func(m *Mail) { m.Auth.DKIM = "fail" }},
		{"dmarc_fail", 2.5, func(m *Mail) { m.Auth.DMARC = "fail" }},
		{"no_authentication", 0.5, func(m *Mail) { m.Auth = Auth{DKIM: "none"} }},
		{"dkim_aligned", -0.3, func(m *Mail) { m.Auth.DKIM, m.Auth.DKIMDomain = "pass", "mail.firm.example" }},
		{"known_correspondent", -2.0, func(m *Mail) { m.Known = true }},
		{"reply_in_thread", -3.0, func(m *Mail) { m.InThread = true }},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			m := good()
			tt.change(&m)
			r := Score(m)
			require.Equal(t, []string{tt.rule}, names(r))
			require.Equal(t, tt.score, r.Score)
		})
	}
}

// What looks like a finding and is none.
func TestNoFalseAlarm(t *testing.T) {
	t.Parallel()
	for _, change := range []func(*Mail){
		func(m *Mail) { m.Subject = "FYI" },
		func(m *Mail) { m.Subject = "Great news!" },
		func(m *Mail) { m.FromName = "Chase Miller" },
		func(m *Mail) { m.FromName = "Apple Martin" },
		func(m *Mail) { m.FromName, m.From = "PayPal", "service@paypal.de" },
		func(m *Mail) { m.FromName, m.From = "Google", "no-reply@accounts.google.com" },
		func(m *Mail) { m.FromName = "alice@mail.firm.example" },
		func(m *Mail) { m.ReplyTo = "support@helpdesk.example" },
		func(m *Mail) { m.From, m.ReplyTo = "alice@gmail.com", "Alice@gmail.com" },
		func(m *Mail) { m.Text, m.Attachments = "", []Attachment{{Filename: "scan.pdf"}} },
		func(m *Mail) {
			m.Attachments = []Attachment{{Filename: "report.final.v2.pdf"}, {Filename: "a.com.pdf"}}
		},
		func(m *Mail) { m.Text += " Our specialists, Cialdini's book, 5 µm, β-test." },
		func(m *Mail) { m.Text += " A receipt over $1,000.00 for 3 items." },
		func(m *Mail) { m.Text += " It is urgent, please answer within 24 hours." },
		func(m *Mail) { m.Text += " See http://localhost:8025/x and http://127.0.0.1:3000/y." },
		func(m *Mail) {
			m.HTML = "<p>" + m.Text + `<a href="https://cdn.example/f">invoice.pdf</a> <a href="https://cdn.example/g">backup.zip</a>`
		},
		func(m *Mail) { m.HTML = "<p>" + m.Text + `<a href="https://click.shop.example/r">www.shop.example</a>` },
		func(m *Mail) {
			m.HTML = "<p>" + m.Text + `<a href="https://cdn.example/f">Read about Node.js and v1.2</a>`
		},
		func(m *Mail) { m.HTML = "<div style='display:none'>A short preheader</div><p>" + m.Text },
		func(m *Mail) { m.Known, m.Auth, m.Text = true, Auth{}, m.Text+" Dear customer" },
	} {
		m := good()
		change(&m)
		for _, rule := range Score(m).Rules {
			require.Negative(t, rule.Score, "%s: %+v", rule.Name, m)
		}
	}
}

func TestThreshold(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]float64{"strict": 3, "normal": 5, "lenient": 8} {
		got, ok := Threshold(filter)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	for _, filter := range []string{"none", "", "NORMAL"} {
		_, ok := Threshold(filter)
		require.False(t, ok)
	}
}

func TestWhy(t *testing.T) {
	t.Parallel()
	r := Score(samples[9].mail)
	require.Equal(t, []string{r.Rules[0].Text, r.Rules[1].Text, r.Rules[2].Text}, r.Why())
	require.Equal(t, []string{}, Score(good()).Why())
	m := good()
	m.Known = true
	require.Equal(t, []string{}, Score(m).Why())
}

func FuzzScore(f *testing.F) {
	for _, s := range samples {
		f.Add(s.mail.Subject, s.mail.Text, s.mail.HTML, s.mail.From, s.mail.FromName, "a.pdf.exe")
	}
	for _, m := range unwanted {
		f.Add(m.Subject, m.Text, m.HTML, m.From, m.FromName, "")
	}
	f.Fuzz(func(t *testing.T, subject, text, html, from, name, file string) {
		m := Mail{Subject: subject, Text: text, HTML: html, From: from, FromName: name, ReplyTo: name,
			Attachments: []Attachment{{Filename: file, ContentType: file}}}
		r := Score(m)
		sum := 0
		for _, rule := range r.Rules {
			sum += int(math.Round(rule.Score * 10))
		}
		require.Equal(t, float64(sum)/10, r.Score)
		require.Equal(t, r, Score(m))
		CheckAccess(html, text)
		CheckHTML(html)
		CheckHeaders([]Header{{"From", from}, {"Subject", subject}, {"Date", text}, {"Message-ID", name}}, true, true)
	})
}

// hostile mails must not take long.
func TestHostileMail(t *testing.T) {
	t.Parallel()
	const size = 256 << 10
	for _, unit := range []string{"dear ", "$1,", "://", "a ", "http://a/ ", "<a href=//x>y.z</a>", "!!!", "@", "<", "\u200b", "{", "<p style='color:#"} {
		s := strings.Repeat(unit, size/len(unit))
		Score(Mail{From: s, FromName: s, ReplyTo: s, Subject: s, Text: s, HTML: s, ListUnsubscribe: s,
			Attachments: slices.Repeat([]Attachment{{Filename: s[:1000]}}, 100)})
		CheckHTML(s)
		CheckAccess(s, s)
		CheckHeaders([]Header{{"From", s}, {"To", s}, {"Reply-To", s}, {"Date", s}, {"Message-ID", s}, {"List-Unsubscribe", s}}, true, true)
	}
}

// BenchmarkScore compares with splitting the same mail into small words, the
// least that any filter of words does.
func BenchmarkScore(b *testing.B) {
	for _, n := range []int{0, 1, 3, 6} {
		m := samples[n].mail
		for len(m.Text)+len(m.HTML) < 2048 {
			m.Text += samples[0].mail.Text
		}
		b.Run(strings.ReplaceAll(samples[n].name, " ", "_"), func(b *testing.B) {
			var own, other time.Duration
			for b.Loop() {
				t0 := time.Now()
				Score(m)
				t1 := time.Now()
				strings.Fields(strings.ToLower(m.Text + m.HTML))
				own, other = own+t1.Sub(t0), other+time.Since(t1)
			}
			b.ReportMetric(float64(own)/float64(other), "x/Fields")
		})
	}
}

// TestOneLookServesEveryReader scores a mail for all readers from one look, in any order.
func TestOneLookServesEveryReader(t *testing.T) {
	t.Parallel()
	for _, s := range samples {
		l := Look(s.mail)
		for _, known := range []bool{true, false, true} {
			for _, inThread := range []bool{false, true, false} {
				m := s.mail
				m.Known, m.InThread = known, inThread
				require.Equal(t, Score(m), l.Score(known, inThread), s.name)
			}
		}
	}
}
