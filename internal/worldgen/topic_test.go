package worldgen

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/rng"
)

// TestPhrases reads phrases of briefs, each with what can be said of it.
func TestPhrases(t *testing.T) {
	t.Parallel()
	word := strings.Repeat("x", 29) // three of them and two spaces are 89 bytes
	for phrase, want := range map[string]topic{
		"Solar panels":                            {text: "Solar panels", thing: true},
		"Small boats":                             {text: "small boats", thing: true},
		"ORDERS":                                  {text: "orders", thing: true},
		"our new price list":                      {text: "your new price list", thing: true},
		"and a visit":                             {text: "a visit", thing: true},
		"or a visit":                              {text: "a visit", thing: true},
		"a roundabout tour":                       {text: "a roundabout tour", thing: true},
		"questions about talk about tea":          {text: "tea", thing: true},
		"Delivery times":                          {text: "delivery times"},
		"People who cannot sign in":               {text: "colleagues who cannot sign in"},
		"Customers whose order came late":         {text: "the order that came late"},
		"Customers whose order":                   {text: "customers whose order", thing: true},
		"why it rains":                            {text: "why it rains"},
		"Shops that want to switch to tea":        {text: "our plan to switch to tea", wish: "switch to tea"},
		"Users who need to export data":           {text: "how to export data", wish: "export data"},
		"Users who want to see who pays":          {text: "our plan to see who pays", wish: "see who pays"},
		"want to ask for samples":                 {text: "samples", thing: true},
		"interested in how to paint":              {text: "how to paint", wish: "paint"},
		"İstanbul: ask for tea":                   {text: "tea", thing: true},
		word + " " + word + " " + word:            {text: word + " " + word + " " + word, thing: true},
		word + " " + word + " " + word + "y":      {text: word + " " + word + " " + word + "y", thing: true},
		word + " " + word + " " + word + "yz":     {text: word + " " + word, thing: true},
		word + " " + word + " " + word + "y z":    {text: word + " " + word + " " + word + "y", thing: true},
		strings.Repeat("ä", 60):                   {text: strings.Repeat("ä", 45), thing: true},
		strings.Repeat("x", 89) + "äää":           {text: strings.Repeat("x", 89), thing: true},
		" - \"a visit\" . ":                       {text: "a visit", thing: true},
		"Rückfragen\x00 zur\r\n\tÜberweisung":     {text: "Rückfragen zur Überweisung", thing: true},
		"complaints":                              {text: "complaints"},
		"Enquiries on opening hours":              {text: "opening hours"},
		"Companies looking for parts, or similar": {text: "parts, or similar", thing: true},
	} {
		got, ok := readTopic(phrase)
		assert.True(t, ok, phrase)
		assert.Equal(t, want, got, phrase)
		assert.True(t, utf8.ValidString(got.text))
	}
	for _, phrase := range []string{"", " ", "-.!", "\x00"} {
		_, ok := readTopic(phrase)
		assert.False(t, ok, phrase)
	}
	many := topics(strings.Repeat("tea, ", 30))
	assert.Len(t, many, maxTopics)
}

// TestTurns: a sender goes through the topics of a brief, each in an order of their own,
// and has written of each before when it comes again. What else the brief names that
// could be ordered is what the mail may mention beside.
func TestTurns(t *testing.T) {
	t.Parallel()
	orders := map[string]bool{}
	for n := range 20 {
		o := Order{Kind: Lead, Brief: "tea, cups, delivery times", From: Sender{Address: "a" + strconv.Itoa(n) + "@x.test", Org: "Acme"}}
		var all []string
		for o.Nth = range 6 {
			got := pickTopic(o)
			all = append(all, got.text)
			assert.Equal(t, o.Nth >= 3, got.seen)
			want := slices.DeleteFunc([]string{"tea", "cups"}, func(s string) bool { return s == got.text })
			assert.ElementsMatch(t, want, got.others)
		}
		assert.Equal(t, all[:3], all[3:])
		orders[strings.Join(all[:3], " ")] = true
		o.Kind = Vendor
		for o.Nth = range 6 {
			assert.Equal(t, all[0], pickTopic(o).text, "a vendor bills for one thing")
		}
		o.Kind, o.Brief = Lead, ""
		assert.Empty(t, pickTopic(o).others, "a usual topic comes alone")
	}
	assert.Greater(t, len(orders), 3)
}

// TestUsualTopicsOfPrivatePeople are none of an office, nor are their sentences.
func TestUsualTopicsOfPrivatePeople(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{Support, Customer, Custom} {
		for n := range 200 {
			s, m := nth(kind, "", n)
			if s.Org != "" {
				continue
			}
			for _, word := range []string{"seats", "our team", "second location", "permissions", "olleague", "month-end", "quarter"} {
				assert.NotContains(t, m.Topic+m.Text, word, kind)
			}
		}
	}
	// what is no thing is not ordered, and what is one may be
	for thing, brief := range map[bool]string{true: "blue boats", false: "why it rains"} {
		ordered := false
		for n := range 100 {
			_, m := nth(Lead, brief, n)
			ordered = ordered || strings.Contains(m.Subject+m.Text, "quote for "+m.Topic) || strings.Contains(m.Subject, "Quote for "+m.Topic)
		}
		assert.Equal(t, thing, ordered, brief)
	}
}

// TestWordsOfAKind: what a problem is about chooses the sentences, punctuation or not.
func TestWordsOfAKind(t *testing.T) {
	t.Parallel()
	for brief, words := range map[string][2]string{
		"a \"parcel\" that came": {"carrier", "browser"}, "wrong invoices": {"statement", "browser"}, "the login (new)": {"browser", "carrier"}, "the weather": {"photos or copies", "browser"},
	} {
		all := ""
		for n := range 120 {
			_, m := nth(Support, brief, n)
			all += m.Text
		}
		assert.Contains(t, all, words[0], brief)
		assert.NotContains(t, all, words[1], brief)
	}
}

// TestAlsoAsksForMore: who wants several things of a brief says so in some of their mails.
func TestAlsoAsksForMore(t *testing.T) {
	t.Parallel()
	both := 0
	for n := range 200 {
		if _, m := nth(Lead, "blue boats, green bikes", n); strings.Contains(m.Text, "blue boats") && strings.Contains(m.Text, "green bikes") {
			both++
		}
	}
	assert.InDelta(t, 120, both, 30)
}

// TestWishes: who wants to do something says it in the words for it, and later that they
// have not got there.
func TestWishes(t *testing.T) {
	t.Parallel()
	subjects := func(nth int) string {
		all := ""
		for sender := range 40 {
			s := Sender{Name: "Ann Lee", Given: "Ann", Address: "a" + strconv.Itoa(sender) + "@x.test", Org: "Acme", Role: "Buyer"}
			all += Write(seeded(sender), Order{Kind: Support, Brief: "Users who need to export data", From: s, Nth: nth, Date: monday}).Subject + "\n"
		}
		return all
	}
	assert.Contains(t, subjects(0), "How do I export data?")
	assert.NotContains(t, subjects(0), "Still")
	assert.Contains(t, subjects(1), "Still trying to export data")
	assert.NotContains(t, subjects(1), "How do I export data?")
}

func seeded(n int) *rng.Rand { return rng.Seed("wish").Draw("x", strconv.Itoa(n)) }
