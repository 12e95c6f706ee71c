package extract

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/racing"
)

func TestNothing(t *testing.T) {
	t.Parallel()
	want := Result{Codes: []Code{}, MagicLinks: []Link{}, Links: []Link{}}
	assert.Equal(t, want, Find("", "", ""))
}

// A number that stands for something else in its own form: a bank account, the title of an article.
func TestNumbersThatAreNoCodes(t *testing.T) {
	t.Parallel()
	for want, mail := range map[string][2]string{
		"572638": {"The TAN for the transfer to DE02 1203 0000 0000 2020 51 is 572638"},
		"58203":  {"Your code is QD-58203. QD is filled in already: type only the digits."},
		"482913": {"", `<a href="https://a.example/9">Why 123456 is the worst passcode of all</a><p>Your code is 482913</p>`},
		"135792": {"", `<a href="https://a.example/9">Your one-time code for today is 135792</a>`},
		"2019":   {"2019 is your login code, and 2018 was a good year."},
		"605318": {"Geben Sie bitte die TAN 605 318 ein."},
		"5520":   {"With 5520 you sign in at the kiosk. With 3380 seats, the hall opens."},
	} {
		assert.Equal(t, []string{want}, values(Find("", mail[0], mail[1]).Codes), mail)
	}
}

// TestCountsAreNoCodes: what is counted is not typed, whoever approves.
func TestCountsAreNoCodes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"61200 readers approve.", "The survey is in. 61200 readers approve.", "61200 readers approve the new design of your letter."} {
		assert.Empty(t, Find("", text, "").Codes, text)
	}
	for _, text := range []string{"61200 approves your payment.", "Approve the sign-in: 61200", "Type this. 61200 works once.", "61200"} {
		if got := Find("Your sign-in code", text, "").Codes; assert.Len(t, got, 1, text) {
			assert.Equal(t, "61200", got[0].Value, text)
		}
	}
}

// A number that opens a sentence and does something is a code, whatever it does it to; one with a noun of its own is not.
func TestCodesThatAct(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"93 41 07 approves your card payment of 61.20 EUR.":  true,
		"Harbor Bank: 934107 authorises the transfer.":       true,
		"4471 releases your parcel.":                         true,
		"934107 genehmigt Ihre Kartenzahlung von 61,20 EUR.": true,
		"934107 vous connecte.":                              true,
		"934107 autoriza el pago.":                           true,
		"934107 zatwierdza płatność kartą.":                  true,
		"934107 підтверджує платіж.":                         true,
		"934107 εγκρίνει την πληρωμή.":                       true,
		"Route 4471 connects your town to the sea.":          false,
		"Invoice 934107 completes your payment.":             false,
		"Our store: 934107 square feet connect two streets.": false,
		"5000 opens the new season of readers.":              false,
		"2027 opens the new hall.":                           false,
	} {
		assert.Equal(t, want, len(Find("", text, "").Codes) == 1, text)
	}
}

// A link on a host where people read or meet acts where the sentence or the address says so.
func TestPublicHosts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Confirm your address: https://forum.example/c/8fk2aq":                           true,
		"To log in: https://forum.example/session/email-login/8fk2aq":                    true,
		"Tom invited you to the talk: https://meet.example/x/8fk2aq":                     false,
		"Tom invited you to the team: https://teams.example/invite/8fk2aq":               true,
		"How to verify your backups: https://blog.example/2026/verify-your-backups-9c1d": false,
	} {
		assert.Equal(t, want, len(Find("", text, "").MagicLinks) == 1, text)
	}
}

// The sentence above a link tells of it only if its label points, and not of what is done.
func TestLabels(t *testing.T) {
	t.Parallel()
	const link = `<p><a href="https://a.example/x/9fk29dkal2">`
	for html, want := range map[string]bool{
		"<p>Confirm your address.</p>" + link + "Continue</a>":                                  true,
		"<p>Confirm your address.</p>" + link + "Opening hours</a>":                             false,
		"<p>Confirm your address to stay connected.</p>" + link + "Stay online</a>":             true,
		"<p>Tom invited you to the board Q4.</p>" + link + "See the board</a>":                  true,
		"<p>Tom invited you to the board Q4.</p>" + link + "See the weather</a>":                false,
		"<p>Your password waits.</p>" + link + "OK</a>":                                         true,
		"<p>Your password waits.</p>" + link + "Security page</a>":                              false,
		"<p>Welcome to Fern.</p><p>The link works for 30 minutes.</p>" + link + "OK</a>":        true,
		"<p>Welcome to Fern.</p>" + link + "OK</a>":                                             false,
		"<p>Din bokning är bekräftad.</p>" + link + "Öppna</a>":                                 false,
		"<p>Tom invited you to a team.</p><a href='https://a.example/join?i=9fk2'>Join now</a>": true,
		"<p>New classes.</p><a href='https://a.example/join?i=9fk2'>Join now</a>":               false,
	} {
		assert.Equal(t, want, len(Find("", "", html).MagicLinks) == 1, html)
	}
}

// Years, prices, telephone numbers and dates stand beside a labelled code and are left out.
func TestLabelledCodeAmongNumbers(t *testing.T) {
	t.Parallel()
	got := Find("", "Order 771204 of 03.12.2026, EUR 2350, placed in 2026.\nQuestions? Call 0345 555 0199.\nYour verification code: 482 913", "")
	assert.Equal(t, []string{"482913"}, values(got.Codes)) // spec: extract.not-codes
}

func TestReasons(t *testing.T) {
	t.Parallel()
	got := Find("", "Your verification code: 482913\n\nOr confirm here: https://a.example/x/9fk29dkal2\nStop these mails: https://a.example/stop/9fk29dkal2", "")
	// spec: beyond.extract.reasons
	assert.Equal(t, []Code{{"482913", `after "verification code"`}}, got.Codes)
	want := []Link{
		{URL: "https://a.example/x/9fk29dkal2", Kind: "confirm", Why: `beside "confirm"`},
		{URL: "https://a.example/stop/9fk29dkal2", Kind: "unsubscribe", Why: `address says "stop"`},
	}
	assert.Empty(t, cmp.Diff(want, got.Links))
	assert.Empty(t, cmp.Diff(want[:1], got.MagicLinks))
}

func TestKinds(t *testing.T) {
	t.Parallel()
	for kind, link := range map[string]string{
		"signin":      `<p>This link works once.</p><a href="https://a.example/x/9fk29dkal2">Sign in</a>`,
		"verify":      `<a href="https://a.example/x/9fk29dkal2">Verify your e-mail</a>`,
		"reset":       `<a href="https://a.example/x/9fk29dkal2">Reset password</a>`,
		"invite":      `<a href="https://a.example/x/9fk29dkal2">Accept invitation</a>`,
		"unlock":      `<a href="https://a.example/x/9fk29dkal2">Unlock account</a>`,
		"confirm":     `<a href="https://a.example/x/9fk29dkal2">Confirm</a>`,
		"unsubscribe": `<a href="https://a.example/x/9fk29dkal2">Unsubscribe</a>`,
		"preferences": `<a href="https://a.example/x/9fk29dkal2">E-mail preferences</a>`,
		"view":        `<a href="https://a.example/x/9fk29dkal2">View in browser</a>`,
		"tracking":    `<a href="https://a.example/pixel/9fk29dkal2.gif">.</a>`,
		"image":       `<a href="https://a.example/x/9fk29dkal2"><img src="l.png"></a>`,
		"social":      `<a href="https://www.instagram.com/a">@a</a>`,
		"help":        `<a href="https://a.example/x/9fk29dkal2">Help center</a>`,
		"legal":       `<a href="https://a.example/x/9fk29dkal2">Privacy policy</a>`,
		"other":       `<a href="https://a.example/x/9fk29dkal2">Read more</a>`,
	} {
		got := Find("", "", link)
		require.Len(t, got.Links, 1, kind)
		assert.Equal(t, kind, got.Links[0].Kind, got.Links[0].Why)
		assert.NotEmpty(t, got.Links[0].Why)
		assert.Equal(t, linkActs.has(kind), len(got.MagicLinks) == 1, kind)
	}
}

var linkActs = setOf("signin", "verify", "reset", "invite", "unlock", "confirm")

func TestAddresses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"see https://a.example/b.":                             {"https://a.example/b"},
		"(https://a.example/b_(c)), then":                      {"https://a.example/b_(c)"},
		`"https://a.example/b"!`:                               {"https://a.example/b"},
		"*https://a.example/b*":                                {"https://a.example/b"},
		"<https://a.example/b\n c>":                            {"https://a.example/bc"},
		"<https://a.example/b> and <http://b.example>":         {"https://a.example/b", "http://b.example"},
		"HTTPS://A.example/B":                                  {"HTTPS://A.example/B"},
		"開くhttps://a.example/bを":                               {"https://a.example/b"},
		"https://a.example/?q=1&amp;r=2":                       {"https://a.example/?q=1&r=2"},
		"ftp://a.example mailto:a@b.example www.a.example":     {},
		"xhttp://a.example http:// https://[ http://":          {},
		"https://a.example/b https://a.example/b":              {"https://a.example/b"},
		"http://localhost:8025/x, http://127.0.0.1:80/y; done": {"http://localhost:8025/x", "http://127.0.0.1:80/y"},
	} {
		assert.Equal(t, want, urls(Find("", text, "").Links), text)
	}
}

func TestVisibleText(t *testing.T) {
	t.Parallel()
	for html, want := range map[string]string{
		"<p>One</p><p>Two &amp; three</p>":                                              "One\n\nTwo & three",
		"<div>a<br>b</div><script>c</script><style>d</style><!-- e --><title>f</title>": "a\nb",
		"<div style='display: none'>a<b>b</b></div>c":                                   "c",
		"<p hidden>a<p>b": "b",
		"<td style='font-size:0'><p style='font-size:12px'>a</p></td>":    "a",
		"<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>": "a b\nc",
		"<pre>a\n  b</pre>":       "a\nb",
		"a   b\n\tc":              "a b c",
		"</p></td></nothing><b>a": "a",
	} {
		assert.Equal(t, want, Find("", "", html).Text, html)
	}
	assert.Equal(t, "Hello  you", Find("", "Hello  you", "<p>Hello <b>you</b></p>").Text, "both say the same")
	assert.Equal(t, "Text\n\nother", Find("", "Text\n", "<p>other</p>").Text)
}

func TestNormalise(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"１２３ ＡＢＣ：":          "123 ABC: ",
		"٤٥٦ ۴۵۶ ४५६ 𝟏𝟐":    "456 456 456 12",
		"Código ĄŁØ ß":      "Codigo ALO ss",
		"a\u00a0b\u2009c":   "a b c",
		"4\u200b8\u00ad2":   "482",
		"4️⃣8️⃣":            "48",
		"“x” ‑ 。":           `"x" - . `,
		"cafe\u0301":        "cafe",
		"Ελληνικός κώδικας": "Ελληνικοσ κωδικασ",
		"\xff\xfea":         "a",
	} {
		assert.Equal(t, want, normalise(in), in)
	}
}

// The order is subject, text, HTML, each value once.
func TestOrder(t *testing.T) {
	t.Parallel()
	got := Find("Your code: 111222", "Your code: 333444\nYour second code: 111222", "<p>Your code: 555666</p>")
	assert.Equal(t, []string{"111222", "333444", "555666"}, values(got.Codes))
}

// checkResult states what holds for every input.
func checkResult(t *testing.T, subject, text, html string) {
	t.Helper()
	got := Find(subject, text, html)
	shown := squeeze(normalise(subject + " " + got.Text))
	for _, c := range got.Codes {
		n := 0
		for _, r := range c.Value {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				n++
			}
		}
		require.True(t, minCode <= n && n <= maxKey, c.Value)
		require.Contains(t, shown, squeeze(c.Value))
		require.NotEmpty(t, c.Why)
	}
	seen := map[string]bool{}
	for _, l := range got.Links {
		require.False(t, seen[l.URL], "twice: %s", l.URL)
		seen[l.URL] = true
		require.True(t, strings.HasPrefix(strings.ToLower(l.URL), "http"), l.URL)
		require.NotEmpty(t, l.Kind)
		require.NotEmpty(t, l.Why)
	}
	for _, l := range got.MagicLinks {
		require.True(t, seen[l.URL] && linkActs.has(l.Kind))
	}
	require.True(t, utf8.ValidString(got.Text))
}

// squeeze keeps letters and digits.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && isAlnum(byte(r)) {
			return r
		}
		return -1
	}, s)
}

func TestInvariantsOverCorpus(t *testing.T) {
	t.Parallel()
	for _, c := range readCorpus(t) {
		checkResult(t, c.Subj, c.Text, c.HTML)
	}
}

func FuzzFind(f *testing.F) {
	for _, c := range readCorpus(f) {
		f.Add(c.Subj, c.Text, c.HTML)
	}
	f.Add("!a@0!", "\xd8", "\x80\x00\x00\x00") // halves of a rune in both parts
	f.Fuzz(func(t *testing.T, subject, text, html string) {
		if len(subject)+len(text)+len(html) > 1<<16 {
			t.Skip()
		}
		checkResult(t, subject, text, html)
	})
}

// hostile inputs grow in places where a careless reader would look at everything again and again.
var hostile = map[string]func(n int) (text, html string){
	"codes in one line":    func(n int) (string, string) { return strings.Repeat("code ab12 ", n), "" },
	"numbers in one line":  func(n int) (string, string) { return strings.Repeat("482913, ", n), "" },
	"marks before numbers": func(n int) (string, string) { return strings.Repeat("- ", n) + strings.Repeat("4829 ab12 ", n), "" },
	"broken addresses":     func(n int) (string, string) { return strings.Repeat("http://[", n), "" },
	"angle brackets":       func(n int) (string, string) { return strings.Repeat("<http://a\n", n), "" },
	"at signs":             func(n int) (string, string) { return strings.Repeat("a@", n), "" },
	"letters in lines":     func(n int) (string, string) { return strings.Repeat("a\n", 10*n), "" },
	"lines to wrap":        func(n int) (string, string) { return strings.Repeat(strings.Repeat("word ", 14)+"\n", n/8), "" },
	"open elements":        func(n int) (string, string) { return "", strings.Repeat("<b><td>", n) + strings.Repeat("</p></b>", n) },
	"links in one line":    func(n int) (string, string) { return "", strings.Repeat("<a href='http://a/b'>verify</a> ", n) },
	"cells in one row":     func(n int) (string, string) { return "", "<tr>" + strings.Repeat("<td>code 4829</td>", n) },
	"codes in a chain":     func(n int) (string, string) { return strings.Repeat("code 482913 was replaced by 482914 not ", n), "" },
	"words of exchange": func(n int) (string, string) {
		return strings.Repeat("replaced ", n) + strings.Repeat("482913 by ", n), ""
	},
	"times to come":  func(n int) (string, string) { return strings.Repeat("482913 invalid in ten minutes ", n), "" },
	"dialled":        func(n int) (string, string) { return strings.Repeat("dial 482913\n", n), "" },
	"not to be used": func(n int) (string, string) { return strings.Repeat("if not use 482913 ", n), "" },
	"new ones":       func(n int) (string, string) { return strings.Repeat("new ", n) + strings.Repeat("482913 old, ", n), "" },
	"runes without width": func(n int) (string, string) {
		return strings.Repeat("4\u200b", n) + strings.Repeat(" \u200bcode", n), ""
	},
	"numbers in links": func(n int) (string, string) { return "", strings.Repeat("<a href='http://a/b'>join now 4829</a> ", n) },
	"numbers in one link": func(n int) (string, string) {
		return "", "<a href='http://a/b'>" + strings.Repeat("4829, ", n) + "</a>"
	},
	"edges":            func(n int) (string, string) { return "", strings.Repeat("<b>1</b>a<i>12345</i>", n) },
	"edges in words":   func(n int) (string, string) { return "", strings.Repeat("<b>code</b><i>12345</i> ", n) },
	"struck codes":     func(n int) (string, string) { return "", strings.Repeat("<s>12345</s> ", n) },
	"dead codes":       func(n int) (string, string) { return strings.Repeat("old code 12345 no longer ", n), "" },
	"dead words":       func(n int) (string, string) { return strings.Repeat("old if 1234 ", n), "" },
	"dead codes alone": func(n int) (string, string) { return strings.Repeat("old code:\n12345\nexpired\n", n), "" },
	"telephones":       func(n int) (string, string) { return strings.Repeat("call us or tel 5550142 or 5550143 ", n), "" },
	"telephone words": func(n int) (string, string) {
		return strings.Repeat("tel call us ", n) + strings.Repeat("5550142, ", n), ""
	},
	"loud words": func(n int) (string, string) { return "", strings.Repeat("<b>ab12</b> x ", n) },
	"styles":     func(n int) (string, string) { return "", "<p style='" + strings.Repeat("a:b;", n) + "'>x" },
}

// What a stranger sends in bulk is read to its end. BenchmarkHostile shows that the work grows no faster than the input.
func TestHostileInputEnds(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for name, make := range hostile {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, html := make(20000)
			checkResult(t, "", text, html)
		})
	}
}
