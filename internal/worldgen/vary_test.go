package worldgen

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCustomBriefsVary: a brief of one's own is opened, asked about and followed up in
// many ways, and its senders know what goes with it.
func TestCustomBriefsVary(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`[0-9]+`)
	subjects, openings, asks, later := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	mails := map[int]int{}
	sends(Custom, "the community garden", 200, 2, func(sender int, m Mail) {
		assert.Equal(t, wants()[Custom], m.Want)
		assert.NotContains(t, m.Hidden, "salary")
		parts := strings.Split(number.ReplaceAllString(m.Text, "#"), "\n\n")
		if mails[sender]++; mails[sender] > 1 {
			later[parts[len(parts)-2]] = true
			return
		}
		subjects[number.ReplaceAllString(m.Subject, "#")] = true
		openings[parts[1]], asks[parts[len(parts)-2]] = true, true
	})
	assert.Greater(t, len(subjects), 15)
	assert.Greater(t, len(openings), 90)
	assert.Greater(t, len(asks), 70)
	assert.Greater(t, len(later), 40)
	sends(Custom, "an application for the warehouse", 3, 1, func(_ int, m Mail) {
		assert.Equal(t, wants()[job], m.Want)
		assert.Contains(t, m.Hidden, "salary")
		assert.NotContains(t, m.Subject+m.Text, "{")
	})
}

// TestMattersOfSuppliersAndPartners: what they write about differs, and what they tell of
// it is what they know.
func TestMattersOfSuppliersAndPartners(t *testing.T) {
	t.Parallel()
	matters, ideas := map[string]bool{}, 0
	sends(Partner, "", 200, 1, func(_ int, m Mail) {
		matters[m.Hidden["symptom"]] = true
		assert.Contains(t, strings.ToLower(m.Text), strings.ToLower(m.Hidden["symptom"]))
		if found := regexp.MustCompile(`(?i)as to money: ([^.]*)\.`).FindStringSubmatch(m.Text); found != nil {
			ideas++
			assert.Equal(t, m.Hidden["share"], found[1])
		}
	})
	assert.Greater(t, len(matters), 15)
	assert.Positive(t, ideas)
	news := map[string]bool{}
	sends(Vendor, "", 200, 2, func(_ int, m Mail) {
		if strings.Contains(strings.ToLower(m.Text), strings.ToLower(m.Hidden["news"])) {
			news[m.Hidden["news"]] = true
		}
		if found := regexp.MustCompile(`The account to use is ([^.]*)\.`).FindStringSubmatch(m.Text); found != nil {
			assert.Equal(t, m.Hidden["account"], found[1])
		}
	})
	assert.Greater(t, len(news), 10)
}
