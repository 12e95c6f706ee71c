package extract

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A code that is said not to work is no code, wherever that is said.
func TestDeadCodes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Your previous code 111111 no longer works, use 222222.":                              {"222222"},
		"Use 222222. Your previous code 111111 no longer works.":                              {"222222"},
		"Code 222222 supersedes code 111111.":                                                 {"222222"},
		"Code 111111 has been superseded by 222222.":                                          {"222222"},
		"Your verification code has been changed from 111111 to 222222.":                      {"222222"},
		"Expired: 111111\nYour new verification code: 222222":                                 {"222222"},
		"Your verification code:\n111111\n(expired)\n\nYour new verification code:\n222222":   {"222222"},
		"Your security code: 222222\nPrevious security code: 111111":                          {"222222"},
		"The code you received earlier (111111) can no longer be used. Enter 222222 instead.": {"222222"},
		"111111 is not valid any more. Your new login code is 222222.":                        {"222222"},
		"Your code 111111 was already used at 10:02. Your new code is 222222.":                {"222222"},
		"The code 111111 that we sent you this morning at 9:14 has expired; enter 222222.":    {"222222"},
		"Please disregard code 111111; your sign-in code is 222222.":                          {"222222"},
		"Your old access code was 111111. Your new access code is 222222.":                    {"222222"},
		"Your code 111111 was used on a new device.":                                          {},
		"We have cancelled your one-time code 111111.":                                        {},
		"You entered an invalid code (111111).":                                               {},
		"Der alte Code (111111) wurde durch 222222 ersetzt. Ihr neuer Code: 222222":           {"222222"},
		"Ihr Anmeldecode 111111 ist leider abgelaufen. Neuer Anmeldecode: 222222":             {"222222"},
		"L'ancien code 111111 est expiré. Votre nouveau code : 222222":                        {"222222"},
		"Le code précédent (111111) n'est plus valide ; entrez 222222.":                       {"222222"},
		"El código 111111 ha sido reemplazado. Tu nuevo código de acceso es 222222.":          {"222222"},
		"Il codice 111111 non è più valido. Il nuovo codice di accesso è 222222.":             {"222222"},
		"O código antigo 111111 já não é válido. O novo código de acesso é 222222.":           {"222222"},
		"De vorige code 111111 is ongeldig. Je nieuwe inlogcode: 222222":                      {"222222"},
		"Stary kod 111111 jest nieważny. Nowy kod logowania: 222222":                          {"222222"},
		"Старый код: 111111\nНовый код: 222222":                                               {"222222"},
		"Код 111111 устарел. Ваш новый код подтверждения: 222222":                             {"222222"},
		"古い認証コード：111111\n新しい認証コード：222222":                                                     {"222222"},
		"认证码111111已作废，请输入222222。":                                                             {"222222"},
	} {
		assert.Equal(t, want, values(Find("", text, "").Codes), text)
	}
}

// One code comes in the place of another, whatever verb says so and wherever it stands.
func TestHeirs(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"111111 has been superseded by 222222. Enter it to verify your email.",
		"We replaced your code 111111 with 222222.",
		"We changed your door code from 111111 to 222222.",
		"Your code changed: 111111 is now 222222.",
		"Code 111111 -> 222222",
		"Login code 111111 gave way to 222222.",
		"Nous avons échangé votre code 111111 contre 222222.",
		"Kodlar: 111111 (eski), 222222 (yeni). Yenisini girin.",
		"We made a mistake: 111111 is not your code. Your code is 222222.",
		"260518 is expired. 222222 is your new code.",
		"Codes: 111111 (old), 222222 (new). Sign in with the new one.",
		"Access codes - 111111: old, 222222: new.",
		"Le code 111111 est remplacé par 222222.",
		"Wir haben Ihren Code 111111 durch 222222 ersetzt.",
		"111111 kodu 222222 ile değiştirildi.",
		"验证码111111已被222222取代。",
		"認証コード111111は222222に変更されました。",
		"We sent 222222 to replace the code 111111.",
		"Notre dernier e-mail contenait un mauvais code, 111111. Le bon code est 222222.",
		"Do not use 111111 any longer. Your login code: 222222",
		"Code 111111 was blocked after too many attempts. Your new code: 222222",
	} {
		assert.Equal(t, []string{"222222"}, values(Find("", text, "").Codes), text)
	}
	assert.Empty(t, Find("", "Part 111111 was replaced by 222222 in the workshop.", "").Codes)
}

// Of two codes the one that is said to be new comes first.
func TestNewFirst(t *testing.T) {
	t.Parallel()
	got := Find("", "Your login code: 111111\n\nYour new login code: 222222", "")
	assert.Equal(t, []string{"222222", "111111"}, values(got.Codes))
}

// What is said of other codes, of other things or of a time to come leaves a code alone.
func TestLivingCodes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Your code is 222222. Previous codes no longer work.",
		"Your code is 222222 and the old one no longer works.",
		"Your code 222222 replaces your previous code.",
		"Your verification code is 222222. It replaces the old one.",
		"This replaces the previous code: 222222",
		"Your code is 222222. It will no longer be valid after 10 minutes.",
		"Your code 222222 is no longer valid after you use it.",
		"Your code is 222222. Expired codes cannot be used.",
		"Your code is 222222. If it has expired, ask for a new one.",
		"Your login code is 222222. Once it was used it is invalid.",
		"Your session has expired. Your login code is 222222.",
		"Your login code is 222222, because your session expired.",
		"Enter 222222 as your session has expired.",
		"Your old password no longer works. Verification code: 222222",
		"Enter 222222 to reset your old password.",
		"Earlier you asked for a code: 222222",
		"You asked for a code earlier today. Your login code: 222222",
		"Ignore this mail if you did not ask for the code 222222.",
		"Your code is 222222. Wrong codes lock the account.",
		"Enter the code 222222 to renew your expired membership.",
		"Ihr Code lautet 222222. Er ist nach 10 Minuten nicht mehr gültig.",
		"Ihr Code lautet 222222. Bereits verwendete Codes sind ungültig.",
		"Votre code est 222222. Les anciens codes ne sont plus valables.",
		"Votre code est 222222. Il expire dans 10 minutes.",
		"Tu código es 222222. Si ya no es válido, pide otro.",
		"Kodunuz 222222, artık giriş yapabilirsiniz.",
		"認証コードは222222です。10分後に無効になります。",
		"您的验证码是222222，之前的验证码已失效。",
		"您的验证码是222222,10分钟后失效。",
		"Ihr Code 222222 ist in 15 Minuten abgelaufen.",
		"Ihr Code 222222 ist ab 12:30 Uhr ungültig.",
		"Votre code 222222, invalide dans 10 minutes, vous attend.",
		"Your code 222222 is blocked after five wrong tries.",
		"Do not use 222222 on any other site. It is your login code.",
		"If you did not ask for it, do not use 222222. Your login code is for you alone.",
		"Enter 222222 to unlock your blocked account.",
		"Your last code expired so we sent code 222222.",
		"Welcome back! Your code (222222) is not valid for other accounts.",
		"Your code is 222222. Your account was blocked.",
		"Your Alt account code: 222222",
		"인증번호는 222222입니다. 이전 인증번호는 더 이상 유효하지 않습니다.",
	} {
		assert.Equal(t, []string{"222222"}, values(Find("", text, "").Codes), text)
	}
}

// A line drawn through a code, or a head over it that calls it old, says so too.
func TestDeadCodesInHTML(t *testing.T) {
	t.Parallel()
	for _, html := range []string{
		"<p>Login code: <del>111111</del> <ins>222222</ins></p>",
		"<p>Login code: <s>111111</s>222222</p>",
		"<p>Login code: <span style='text-decoration: line-through'>111111</span> 222222</p>",
		"<table><tr><th>Old login code</th><th>New login code</th></tr><tr><td>111111</td><td>222222</td></tr></table>",
		"<p>Your <b>old code</b><em>111111</em>no longer works, use<em>222222</em></p>",
	} {
		assert.Equal(t, []string{"222222"}, values(Find("", "", html).Codes), html)
	}
}
