package extract

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A label asks in any form of its verb.
func TestAsks(t *testing.T) {
	t.Parallel()
	for lang, label := range map[string]string{
		"de": "wählen Sie ein Passwort",
		"fr": "choisissez un mot de passe",
		"es": "termine el registro",
		"it": "approvi",
		"pt": "escolha uma palavra-passe",
		"nl": "keur de inlog goed",
		"sv": "fullfölj registreringen",
		"nb": "velg et passord",
		"da": "færdiggør",
		"fi": "valitse salasana",
		"pl": "wybierz hasło",
		"cs": "zvolte si heslo",
		"sk": "aktivuj",
		"hu": "fogadja el",
		"ro": "completați înregistrarea",
		"bg": "изберете парола",
		"ru": "выберите пароль",
		"uk": "перевірте",
		"el": "επιλέξτε κωδικό",
		"tr": "kabul ediniz",
		"ar": "أكملي التسجيل",
		"he": "בחרי סיסמה",
		"fa": "فعال کنید",
		"hi": "मंज़ूरी दें",
		"th": "สร้างรหัสผ่าน",
		"id": "bergabunglah",
		"ms": "cipta kata laluan",
		"ja": "参加してください",
		"ko": "비밀번호를 만드세요",
		"zh": "设置一个密码",
		"ca": "trieu una contrasenya",
		"hr": "odaberite lozinku",
		"sr": "прихватите",
		"sl": "izberite geslo",
		"lt": "suaktyvinkite",
		"lv": "izvēlieties paroli",
		"et": "valige parool",
		"is": "samþykktu",
		"af": "aktiveer",
		"sw": "chagua nenosiri",
		"tl": "tanggapin",
		"bn": "গ্রহণ করুন",
		"ur": "فعال کریں",
		"ta": "ஏற்கவும்",
	} {
		html := `<a href="https://a.example/x/9fk29dkal2">` + label + "</a>"
		assert.Len(t, Find("", "", html).MagicLinks, 1, "%s: %s", lang, label)
	}
	assert.Empty(t, Find("", "", `<a href="https://a.example/x/9fk29dkal2">Termine und Orte</a>`).MagicLinks)
}
