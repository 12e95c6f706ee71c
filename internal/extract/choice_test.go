package extract

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A link that lets the reader accept or decline acts; one that only declines does not.
func TestChoices(t *testing.T) {
	t.Parallel()
	const link = ": https://a.example/x/8fk2aq9"
	for text, want := range map[string]int{
		"You can accept or decline this invitation":       1,
		"Decline or accept this invitation":               1,
		"Sie können die Einladung annehmen oder ablehnen": 1,
		"Можете да приемете или да откажете поканата":     1,
		"招待を承諾または辞退できます":                                  1,
		"초대를 수락하거나 거절할 수 있습니다":                            1,
		"To decline this invitation":                      0,
		"To accept, reply to this mail. To decline":       0,
		"Accept it in the app. Here you decline it":       0,
		"You can change or cancel your booking":           0,
	} {
		assert.Len(t, Find("", text+link, "").MagicLinks, want, text)
	}
	assert.Len(t, Find("", "", `<a href="https://a.example/x/8fk2aq9">Accept or decline</a>`).MagicLinks, 1)
	assert.Len(t, Find("", "Join us: accept or decline: https://a.example/rocket/invitations", "").MagicLinks, 1)
}

// A link offered in place of a code does what the code does, if it is for one reader.
func TestLinksInsteadOfCodes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Confirm your transfer. Type 519066 in the app or open https://a.example/tx/ok/a-7712.": 1,
		"Your code is 519066. Enter it or follow this link: https://a.example/tx/8fk2aq9":       1,
		"Vul 519066 in in de app of open https://a.example/tx/8fk2aq9":                          1,
		"Syötä 519066 tai avaa https://a.example/tx/8fk2aq9":                                    1,
		"アプリで519066を入力するか、こちらを開いてください: https://a.example/tx/8fk2aq9":                            1,
		"Type 519066 in the app or open https://a.example/tx":                                   0,
		"Type 519066 in the app or use it at https://a.example/tx/8fk2aq9":                      0,
		"Type 519066 at the desk or read how to park: https://a.example/tx/8fk2aq9":             0,
		"Digite o 519066 no link abaixo: https://a.example/tx/8fk2aq9":                          0,
		"Type 519066 at the desk or open your ticket: https://a.example/tickets/8fk2aq9":        0,
	} {
		got := Find("", text, "")
		assert.Len(t, got.Codes, 1, text)
		assert.Len(t, got.MagicLinks, want, text)
	}
}
