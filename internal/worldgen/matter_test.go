package worldgen

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/langdetect"
	"github.com/mailsim/mailsim/internal/racing"
)

// firstWords of a mail after its greeting, the numbers in them left out.
func opening(m Mail) string {
	parts := strings.Split(m.Text, "\n\n")
	return regexp.MustCompile(`[0-9]+`).ReplaceAllString(parts[1], "#")
}

// TestOpenings: hardly two mails of people begin alike, whatever language they write in.
func TestOpenings(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{Support, Lead, Customer, Partner, Custom} {
		seen := map[string]bool{}
		sends(kind, "", 600, 1, func(_ int, m Mail) { seen[opening(m)] = true })
		assert.Greater(t, len(seen), 300, kind)
	}
}

// TestHidden: people know more than they say, and what they say is what they know.
func TestHidden(t *testing.T) {
	t.Parallel()
	keys := map[string][]string{
		Support: {"symptom", "since", "tried", "urgency", "deadline", "customer number"}, Lead: {"budget", "start", "deadline", "decision"},
		Vendor: {"invoice number", "amount", "due date"}, Partner: {"audience", "effort"}, Customer: {"customer number", "deadline", "people"}, Custom: {"phone"},
	}
	told := map[string]int{}
	for kind, want := range keys {
		for _, brief := range []string{"", "late parcels, wrong invoices, the login page"} {
			sends(kind, brief, 60, 3, func(_ int, m Mail) {
				require.Subset(t, slices.Collect(keysOf(m.Hidden)), want[:1], kind)
				require.NotEmpty(t, m.Want)
				for key, v := range m.Hidden {
					require.NotContains(t, v, "{", key)
					require.NotContains(t, v, "\n", key)
					require.NotEmpty(t, v, key)
					if strings.Contains(strings.ToLower(m.Text), strings.ToLower(v)) {
						told[key]++
					}
				}
				for key, pattern := range map[string]string{"customer number": `\bK\d{5}\b`, "browser": `\b(Firefox|Safari|Chrome|Edge)\b`, "error": `E-1042|error \d+`} {
					if held := m.Hidden[key]; held != "" {
						for _, said := range regexp.MustCompile(pattern).FindAllString(m.Subject+"\n"+m.Text, -1) {
							require.Contains(t, held, said, "%s in\n%s", key, m.Text)
						}
					}
				}
			})
		}
	}
	for _, key := range []string{"symptom", "since", "browser", "error", "people", "budget", "deadline", "customer number", "invoice number"} {
		if key == "budget" {
			assert.Zero(t, told[key], "nobody names the budget before they are asked")
			continue
		}
		assert.Positive(t, told[key], key)
	}
}

func keysOf(m map[string]string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// TestFollowUps: who writes again about the same matter still says and knows the same.
func TestFollowUps(t *testing.T) {
	t.Parallel()
	last, again, angrier := map[int]Mail{}, 0, 0
	sends(Support, "", 60, 6, func(sender int, m Mail) {
		if before, ok := last[sender]; ok && before.Hidden["symptom"] == m.Hidden["symptom"] {
			again++
			for _, key := range []string{"browser", "device", "error", "tried", "people", "order number", "items", "remedy"} {
				assert.Equal(t, before.Hidden[key], m.Hidden[key], key)
			}
			assert.LessOrEqual(t, m.Mood, before.Mood)
			if m.Mood < before.Mood {
				angrier++
			}
		}
		last[sender] = m
	})
	assert.Greater(t, again, 40)
	assert.Positive(t, angrier)
}

// TestProduct: people call the product by the company's name, without its legal form, and
// complain of parcels where parcels are sold.
func TestProduct(t *testing.T) {
	t.Parallel()
	named, parcels := 0, 0
	for n := range 200 {
		s, _ := nth(Support, "", n)
		write := func(name string) Mail {
			return Write(seeded(n), Order{Kind: Support, Company: Company{name, "x.test"}, To: Recipient{Address: "a@x.test"}, From: s, Date: monday})
		}
		m := write("Ledgerly GmbH")
		assert.NotContains(t, m.Text, "GmbH")
		assert.NotContains(t, m.Text, "parcel")
		if strings.Contains(m.Text, "Ledgerly") {
			named++
		}
		shop := write("Marlow Wine Shop Ltd.")
		assert.NotContains(t, shop.Text, "browser")
		if shop.Want == "order" {
			parcels++
		}
	}
	assert.Greater(t, named, 40)
	assert.Greater(t, parcels, 100)
}

// TestTablesHoldTogether: each name that a pattern wants is there, in each language.
func TestTablesHoldTogether(t *testing.T) {
	t.Parallel()
	given := []string{"greet", "end", "heat", "symptom", "short", "brief", "topic", "thing", "wish", "company", "product", "org", "name", "role", "digit", "given", "to", "family"}
	for _, code := range Languages() {
		tab := tableOf(code)
		require.Len(t, tab.scopes[""]["weekdays"], 7, code)
		require.Len(t, tab.scopes[""]["months"], 12, code)
		known := func(scope, name string) bool {
			name = strings.ToLower(name)
			kind, _, _ := strings.Cut(scope, " ")
			for sc, r := range tab.scopes {
				if sc == "" || strings.HasPrefix(sc, kind) {
					for have := range r {
						if have == name || strings.HasPrefix(have, name+" ") {
							return true
						}
					}
				}
			}
			return numbers()[name] != nil || slices.Contains(given, name)
		}
		for scope, r := range tab.scopes {
			for name, list := range r {
				if strings.HasSuffix(name, " date") {
					continue
				}
				for _, pattern := range list {
					assert.Equal(t, strings.Count(pattern, "<"), strings.Count(pattern, ">"), pattern)
					for _, f := range regexp.MustCompile(`\{([^}]*)\}`).FindAllStringSubmatch(pattern, -1) {
						assert.True(t, known(scope, f[1]), "%s: [%s: %s] wants %s", code, scope, name, f[1])
					}
				}
			}
		}
		for scope, facts := range tab.facts {
			for _, f := range facts {
				assert.True(t, known(scope, f.name), "%s: [%s: facts] wants %s", code, scope, f.name)
			}
		}
	}
}

// TestLanguages: people of each language write it to the same depth: every kind, with and
// without a brief, nothing left open, hardly two mails alike, and they know as much.
func TestLanguages(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	require.Subset(t, Languages(), []string{"de", "en", "es", "fr"})
	for _, code := range Languages() {
		for _, kind := range []string{Support, Lead, Vendor, Partner, Customer, Custom} {
			for _, brief := range []string{"", "blaue Fahrräder, rote Boote"} {
				bodies, given, symptoms, right := map[string]bool{}, map[string]bool{}, map[string]bool{}, 0
				for n := range 150 {
					s := NewSender(seeded(n), kind, code)
					m := Write(seeded(n+1000), Order{Kind: kind, Brief: brief, Language: code, Company: Company{[]string{"Ours GmbH", "Ours Shop"}[n%2], "ours.test"}, To: Recipient{Address: "a@ours.test"}, From: s, Nth: n % 4, Date: monday})
					require.NotContains(t, m.Subject+m.Text, "{", "%s %s", code, kind)
					require.NotContains(t, m.Subject+m.Text, "<", "%s %s", code, kind)
					require.NotContains(t, m.Text, "  ")
					if told, _ := langdetect.Detect(m.Text); told == code {
						right++
					}
					require.NotEmpty(t, m.Hidden["symptom"])
					require.NotEmpty(t, m.Want)
					require.GreaterOrEqual(t, len(m.Hidden), 4, "%s %s: %v", code, kind, m.Hidden)
					require.True(t, strings.HasSuffix(s.Address, ".test") || strings.HasSuffix(s.Address, ".example"))
					if brief != "" {
						require.Regexp(t, "(?i)blaue Fahrräder|rote Boote", m.Subject+m.Text)
					}
					bodies[opening(m)], given[s.Given], symptoms[m.Hidden["symptom"]] = true, true, true
				}
				assert.GreaterOrEqual(t, len(given), 15, code)
				if brief == "" {
					assert.GreaterOrEqual(t, right, 140, "%s %s", code, kind)
				}
				if brief == "" {
					assert.GreaterOrEqual(t, len(bodies), 60, "%s %s", code, kind)
					assert.GreaterOrEqual(t, len(symptoms), 6, "%s %s", code, kind)
				}
			}
		}
	}
	_, german := nth(Lead, "", 3)
	assert.NotContains(t, german.Text, "Guten Tag", "who is asked for no language writes English")
}
