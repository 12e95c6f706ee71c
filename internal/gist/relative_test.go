package gist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRelativesSign: what a relative signs with is how they are called.
func TestRelativesSign(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Dear Sam,\n\nthe cake is ready.\n\nLove, Mum xx":                                 "Mum",
		"Dear Sam,\n\nthe cake is ready.\n\nWith love from Nan\n\nPS: it has no nuts":     "Nan",
		"Dear Sam,\n\nthe cake is ready.\n\nYour Auntie Pat":                              "Auntie Pat",
		"Dear Sam,\n\nthe cake is ready.\n\nLots of love\nGranny and Grandpa":             "Granny and Grandpa",
		"Dear Sam,\n\nthe cake is ready.\n\nGive my love to Mum":                          "",
		"Dear Sam,\n\nthe cake is ready.\n\nPat":                                          "",
		"Liebe Anna,\n\nder Kuchen ist fertig. Kommst du am Sonntag?\n\nLiebe Grüße, Oma": "Oma",
	} {
		assert.Equal(t, want, Read("", body).Relative, body)
	}
}

// TestRecruitersArePersons: who offers the reader a job, or asks what only they can know, does
// not sell by the hundred.
func TestRecruitersArePersons(t *testing.T) {
	t.Parallel()
	body := "Hi Owen,\n\nI came across your profile and thought of you for a site manager post with a small firm near Derby. Are you open to a chat this week? And how soon could you start?\n\nBest\nRachel"
	assert.Empty(t, Read("Site manager", body).Machine)
	pitch := "Hi Owen,\n\nI came across your website. We help firms like yours book 20 qualified meetings a month. Worth a chat this week?\n\nRachel"
	assert.Equal(t, MachineCold, Read("Quick question", pitch).Machine)
	notice := "Dear Leon,\n\nThank you for contacting us about the deposit. I can see you on Thursday at 2pm or ring you on Friday. So that we can use the time well, please tell me:\n\na) how much the deposit was\nb) what reason he gave\n\nNora Field\nHousing Adviser (Mon-Thurs)"
	assert.Empty(t, Read("Your appointment with our advice service", notice).Machine)
}
