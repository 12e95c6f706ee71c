package extract

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What the sentence that holds or announces a link says of it goes before what its address and its neighbours hint at.
func TestSentenceOfALink(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"To set your password, visit the following address:\n\nhttps://blog.a.example/login.php?action=rp&key=8fk2aq9": 1,
		"If this is correct, follow the link to change it:\n\nhttps://a.example/admin/profile?newmail=8fk2aq9d01":      1,
		"Tom invited you. Visit https://a.example/pier/boats/invitations to accept.":                                   1,
		"Tom writes. Visit https://a.example/pier/boats/invitations to read more.":                                     0,
		"Tom has put you on the list. Say yes here: https://a.example/j/altos-8812-kd":                                 1,
		"Tom has put you on the list. The list: https://a.example/j/altos-8812-kd":                                     0,
		"Please confirm the booking, or somebody gets it in error: https://a.example/x/8fk2aq9":                        0,
		"Please confirm the booking, or someone else gets it: https://a.example/x/8fk2aq9":                             1,
		"Tom asks: can you verify? https://a.example/tickets/5512?c=8fk2aq9":                                           0,
		"Most read: \"Verify your backups\" https://blog.a.example/2026/verify-your-backups-9c1d":                      0,
	} {
		assert.Len(t, Find("", text, "").MagicLinks, want, text)
	}
}

// Who did not ask for a mail is told to ignore it, which says nothing of its link, or to do what a link that acts does not.
func TestLinksForOthers(t *testing.T) {
	t.Parallel()
	const link = "https://a.example/x/8fk2aq9"
	for text, want := range map[string]int{
		"You asked for a new password. If you did not ask for it, ignore this. Go on here: " + link:      1,
		"You asked for a new password. Ignore this if you did not ask for it. Go on here: " + link:       1,
		"You asked for a new password. If you did not ask for it, tell us. Go on here: " + link:          0,
		"If you did not ask for a new password, do nothing; otherwise choose a new password: " + link:    1,
		"You asked for a new password. Not you? Ignore this. You? Go on: " + link:                        1,
		"Your PIN is 730228. Not you? Change your password: " + link:                                     0,
		"New device. If it was not you, somebody may read your mail. Change your password here: " + link: 0,
	} {
		assert.Len(t, Find("", text, "").MagicLinks, want, text)
	}
	assert.Empty(t, Find("", "", `<p>If it was not you, somebody may read your mail. <a href="`+link+`">Change your password</a></p>`).MagicLinks)
}

// A line can tell of all the links in a list below it.
func TestListOfLinks(t *testing.T) {
	t.Parallel()
	const list = "\n\nanna: https://a.example/r/1/Ka93xQ\nwork: https://a.example/r/2/Pw05tE"
	assert.Len(t, Find("", "Open the link of the account whose password you want to reset."+list, "").MagicLinks, 2)
	assert.Empty(t, Find("", "These accounts use the address."+list, "").MagicLinks)
}
