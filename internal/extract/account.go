package extract

import "strings"

// entries lead into what is the reader's, and accounts are nouns for it, between which a service puts its name:
// "get into your Wheels account".
var (
	entries = []string{"get into your ", "gets you into your ", "go into your ", "takes you into your ", "take you to your ", "takes you to your ",
		"lets you into your ", "in ihr ", "in dein ", "zu ihrem ", "zu deinem ", "dans votre ", "dans ton ", "en tu ", "en su ", "a tu ", "nel tuo ",
		"nel suo ", "al tuo ", "na sua ", "na tua ", "a sua ", "in je ", "in uw ", "in jouw ", "naar je ", "naar uw ", "till ditt ", "til din ",
		"pa swoje ", "do swojego ", "do sveho ", "do vaseho ", "do svojho ", "do vasho ", "in contul ", "в своя ", "в профила ", "в свои ", "в ваш ",
		"у свіи ", "у ваш ", "до свого ", "στον ", "al teu "}

	accounts = []string{"account", "konto", "compte", "cuenta", "conta", "ucet", "uctu", "kont", "contul", "аккаунт", "кабинет", "профил", "акаунт",
		"обліковии", "облікового", "кабінет", "λογαριασμο"}
)

// maxName is the most words of the name of a service.
const maxName = 2

// entersAccount finds words that lead the reader into an account, and not an amount.
func entersAccount(low string) (string, bool) {
	if strings.ContainsAny(low, "0123456789") {
		return "", false
	}
	for _, entry := range entries {
		at := strings.Index(low, entry)
		if at < 0 || letterBefore(low, at) {
			continue
		}
		rest := at + len(entry)
		for range maxName + 1 {
			word := firstWord(low[rest:])
			if containsAny(word, accounts) {
				return low[at : rest+len(word)], true
			}
			if rest += len(word) + 1; word == "" || rest >= len(low) {
				break
			}
		}
	}
	return "", false
}
