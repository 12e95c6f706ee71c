package extract

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A number to call is no code in any language; a code stays one in a mail that speaks of telephones.
func TestPhoneNumbers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Not you? Call us on 5550142.", "Call 5550142 or 5550143 about your code.", "Trouble with your code? Tel.: 5550142",
		"Nicht Sie? Rufen Sie uns an: 5550142", "Ohne Code? Unsere Hotline: 5550142", "Fragen zum Code? Telefon 5550142",
		"Pas vous ? Appelez le 5550142.", "Un souci avec le code ? Tél. : 5550142", "¿No fuiste tú? Llama al 5550142", "Non sei stato tu? Chiama il 5550142.",
		"Não foi você? Ligue para o 5550142.", "Niet jij? Bel ons: 5550142", "To nie Ty? Zadzwoń pod 5550142.", "Inte du? Ring oss på 5550142.",
		"Ikke dig? Ring til os på 5550142.", "Ikke deg? Ring oss på 5550142.", "Et ollut sinä? Soita numeroon 5550142.", "Nebyli jste to vy? Volejte 5550142.",
		"Siz değil misiniz? Bizi 5550142 numaralı telefondan arayın.", "Это были не вы? Позвоните по телефону 5550142.", "Це були не ви? Телефонуйте за номером 5550142.",
		"Nem Ön volt? Hívja az 5550142 számot.", "Nu ați fost dvs.? Sunați la 5550142.", "Δεν ήσασταν εσείς; Καλέστε το 5550142.",
		"コードに心当たりがない場合は5550142までお電話ください。", "请致电5550142，不要告诉他人验证码。", "본인이 아니면 5550142로 전화해 주세요.",
		"لم تكن أنت؟ اتصل بنا على الرقم 5550142", "לא אתם? חייגו 5550142", "Bukan Anda? Hubungi 5550142.", "Không phải bạn? Gọi ngay 5550142.",
	} {
		assert.Empty(t, Find("", text, "").Codes, text)
		assert.Equal(t, []string{"482913"}, values(Find("", "Verification code: 482913\n\n"+text, "").Codes), text)
	}
	assert.Empty(t, Find("", "", `<p>Your code does not work? <a href="tel:+495550142">5550142</a></p>`).Codes)
	for _, text := range []string{"Dial 445566", "For help dial 445566.", "Fon: 445566", "Poziv: 080112", "Deixe-nos uma chamada: 445566", "Pour nous joindre, composez le 445566."} {
		assert.Empty(t, Find("", text, "").Codes, text)
		assert.Equal(t, []string{"482913"}, values(Find("", "Verification code: 482913\n\n"+text, "").Codes), text)
	}
	for _, text := range []string{
		"Dial 482913 on the keypad.", "Your door code is here.\n\nDial 482913.", "Dial 482913 to sign in.",
		"Verify your phone number: 482913", "482913 is your phone verification code.", "Your phone code is 482913. Call us on 5550142.",
		"We call you and ask for your code: 482913", "Tell the agent who calls you the code 482913.", "Enter 482913 on your phone.",
		"Give our hotline the code 482913.", "Bestätigen Sie Ihre Telefonnummer mit dem Code 482913.", "Nennen Sie der Hotline den Code 482913.",
		"Confirmez votre téléphone avec le code 482913.", "電話番号の認証コードは482913です。", "Код для подтверждения телефона: 482913",
	} {
		assert.Equal(t, []string{"482913"}, values(Find("", text, "").Codes), text)
	}
}
