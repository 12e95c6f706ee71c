package mime

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mailsim/mailsim/internal/racing"
)

func TestNewText(t *testing.T) {
	t.Parallel()
	const quote = "> Hello Anna,\n>\n> can you come?\n> -- \n> Bob\n"
	cases := []struct{ name, text, want string }{
		{"plain", "Yes, gladly.\n\nAnna\n", "Yes, gladly.\n\nAnna"},
		{"gmail", "Yes.\n\nOn Fri, Nov 20, 2026 at 3:47\u202fPM Bob Builder <bob@x.example> wrote:\n\n" + quote, "Yes."},
		{"gmail wrapped before the address", "Yes.\n\nOn Fri, Nov 20, 2026 at 3:47\u202fPM Bob Builder the Second of Many\n<bob@x.example> wrote:\n\n" + quote, "Yes."},
		{"gmail wrapped before the verb", "Yes.\n\nOn Fri, 20 Nov 2026 at 15:47, Bob Builder <bob.builder@x.example>\nwrote:\n\n" + quote, "Yes."},
		{"gmail with signature", "Yes.\n\n-- \nAnna Weber\nClient Ltd\n\nOn Fri, 20 Nov 2026 at 15:47, Bob <bob@x.example> wrote:\n\n" + quote, "Yes."},
		{"gmail CRLF", "Yes.\r\nReally.\r\n\r\nOn Fri, 20 Nov 2026 at 15:47, Bob <bob@x.example> wrote:\r\n\r\n> a\r\n", "Yes.\nReally."},
		{"android", "Ok\n\nOn Fri, Nov 20, 2026, 3:47\u202fPM Bob Builder <bob@x.example> wrote:\n\n> Hi\n", "Ok"},
		{"apple", "Yes.\n\n> On Nov 20, 2026, at 15:47, Bob Builder <bob@x.example> wrote:\n> \n> Hello\n", "Yes."},
		{"iphone", "Yes.\n\nSent from my iPhone\n\n> On Nov 20, 2026, at 3:47\u202fPM, Bob Builder <bob@x.example> wrote:\n> \n> \ufeffHello\n", "Yes."},
		{"iphone without quote", "Yes.\n\nSent from my iPhone", "Yes."},
		{"outlook desktop", "Yes.\n\nAnna\n\nFrom: Bob Builder <bob@x.example>\nSent: Friday, November 20, 2026 3:47 PM\nTo: Anna <anna@y.example>; Carl <carl@y.example>\nCc: Eva\nSubject: Meeting\n\nHello Anna,\n\ncan you come?\n", "Yes.\n\nAnna"},
		{"outlook plain", "Yes.\n\n-----Original Message-----\nFrom: Bob Builder <bob@x.example> \nSent: Friday, November 20, 2026 3:47 PM\nTo: Anna\nSubject: Meeting\n\nHello\n", "Yes."},
		{"outlook web", "Yes.\n________________________________\nFrom: Bob Builder <bob@x.example>\nSent: Friday, November 20, 2026 3:47 PM\nTo: Anna\nSubject: Meeting\n\nHello\n", "Yes."},
		{"outlook android", "Yes.\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>\n________________________________\nFrom: Bob <bob@x.example>\nSent: Friday, November 20, 2026 3:47:12 PM\nTo: Anna\nSubject: Meeting\n\nHello\n", "Yes."},
		{"outlook german", "Ja.\n\nVon: Bob <bob@x.example>\nGesendet: Freitag, 20. November 2026 15:47\nAn: Anna\nBetreff: Treffen\n\nHallo\n", "Ja."},
		{"outlook french bold", "Oui.\n\n*De :* Bob <bob@x.example>\n*Envoyé :* vendredi 20 novembre 2026 15:47\n*À :* Anna\n*Objet :* Réunion\n\nBonjour\n", "Oui."},
		{"outlook japanese", "はい。\n\n差出人: Bob <bob@x.example>\n送信日時: 2026年11月20日 15:47\n宛先: Anna\n件名: 会議\n\nこんにちは\n", "はい。"},
		{"outlook chinese", "好的\n\n发件人: Bob\n发送时间: 2026年11月20日 15:47\n收件人: Anna\n主题: 会议\n\n你好\n", "好的"},
		{"samsung", "Yes.\n\n-------- Original message --------\nFrom: Bob <bob@x.example>\nDate: 20/11/2026 15:47 (GMT+01:00)\nTo: Anna\nSubject: Meeting\n\nHello\n", "Yes."},
		{"ruler nobody knows", "Ano.\n\n---------- Zpráva od kolegy ----------\nOd: Bob <bob@x.example>\nDatum: 20. 11. 2026\n\nAhoj\n", "Ano."},
		{"yahoo, quote unmarked", "Yes.\n\n    On Friday, November 20, 2026 at 03:47:12 PM GMT+1, Bob <bob@x.example> wrote:  \n \n Hello Anna\n", "Yes."},
		{"mutt between", "On Fri, Nov 20, 2026 at 03:47:12PM +0000, Bob Builder wrote:\n> Can you come?\n\nYes.\n\n> And bring Carl?\n\nNo.\n-- \nAnna\n", "Yes.\n\nNo."},
		{"mutt below", "On Fri, Nov 20, 2026 at 03:47:12PM +0000, Bob Builder wrote:\n> Can you come?\n> Really?\n\nYes.\n", "Yes."},
		{"signature then answer below", "> a\n\nYes\n\n--\nAnna\n", "Yes"},
		{"gmail forward", "See below.\n\n---------- Forwarded message ---------\nFrom: Bob <bob@x.example>\nDate: Fri, Nov 20, 2026 at 3:47 PM\nSubject: Meeting\nTo: <anna@y.example>\n\nHello\n", "See below."},
		{"apple forward", "FYI\n\nBegin forwarded message:\n\n> From: Bob\n> Subject: Meeting\n\nx", "FYI"},
		{"forward without a word", "---------- Forwarded message ---------\nFrom: Bob <bob@x.example>\nSubject: x\n\nHello\n", ""},
		{"only a quote", "> a\n> b\n", ""},
		{"empty", "", ""},
		{"german", "Ja.\n\nAm Fr., 20. Nov. 2026 um 15:47 Uhr schrieb Bob Builder <\nbob@x.example>:\n\n> Hallo\n", "Ja."},
		{"german apple unmarked", "Ja.\n\nAm 20.11.2026 um 15:47 schrieb Bob <bob@x.example>:\n\nHallo\n", "Ja."},
		{"german iphone", "Ja.\n\nVon meinem iPhone gesendet\n\n> Am 20.11.2026 um 15:47 schrieb Bob <bob@x.example>:\n> \n> Hallo\n", "Ja."},
		{"french", "Oui.\n\nLe ven. 20 nov. 2026 à 15:47, Bob Builder <bob@x.example> a écrit\u00a0:\n\n> Bonjour\n", "Oui."},
		{"french iphone", "Oui.\n\nEnvoyé de mon iPhone\n\n> Le 20 nov. 2026 à 15:47, Bob <bob@x.example> a écrit :\n", "Oui."},
		{"spanish", "Sí.\n\nEl vie, 20 nov 2026 a las 15:47, Bob (<bob@x.example>) escribió:\n\n> Hola\n", "Sí."},
		{"italian", "Sì.\n\nIl giorno ven 20 nov 2026 alle ore 15:47 Bob <bob@x.example> ha\nscritto:\n\n> Ciao\n", "Sì."},
		{"portuguese", "Sim.\n\nEm sex., 20 de nov. de 2026 às 15:47, Bob <bob@x.example>\nescreveu:\n\n> Olá\n", "Sim."},
		{"dutch", "Ja.\n\nOp vr 20 nov 2026 om 15:47 schreef Bob <bob@x.example>:\n\n> Hallo\n", "Ja."},
		{"swedish", "Ja.\n\nDen fre 20 nov. 2026 kl 15:47 skrev Bob <bob@x.example>:\n\n> Hej\n", "Ja."},
		{"danish", "Ja.\n\nDen fre. 20. nov. 2026 kl. 15.47 skrev Bob <bob@x.example>:\n\n> Hej\n", "Ja."},
		{"finnish", "Kyllä.\n\nBob (bob@x.example) kirjoitti 20.11.2026 kello 15.47:\n\n> Hei\n", "Kyllä."},
		{"polish", "Tak.\n\npt., 20 lis 2026 o 15:47 Bob <bob@x.example> napisał(a):\n\n> Cześć\n", "Tak."},
		{"czech", "Ano.\n\npá 20. 11. 2026 v 15:47 odesílatel Bob <bob@x.example> napsal:\n\n> Ahoj\n", "Ano."},
		{"hungarian", "Igen.\n\nBob <bob@x.example> ezt írta (időpont: 2026. nov. 20., P, 15:47):\n\n> Szia\n", "Igen."},
		{"romanian", "Da.\n\nÎn vin., 20 nov. 2026 la 15:47, Bob <bob@x.example> a scris:\n\n> Salut\n", "Da."},
		{"russian gmail", "Да.\n\nпт, 20 нояб. 2026 г. в 15:47, Bob <bob@x.example>:\n\n> Привет\n", "Да."},
		{"russian apple", "Да.\n\n> 20 нояб. 2026 г., в 15:47, Bob <bob@x.example> написал(а):\n> \n> Привет\n", "Да."},
		{"ukrainian", "Так.\n\nпт, 20 лист. 2026 р. о 15:47 Bob <bob@x.example> пише:\n\n> Привіт\n", "Так."},
		{"turkish", "Evet.\n\nBob <bob@x.example>, 20 Kas 2026 Cum, 15:47 tarihinde şunu yazdı:\n\n> Merhaba\n", "Evet."},
		{"greek", "Ναι.\n\nΣτις Παρ 20 Νοε 2026 στις 3:47 μ.μ., ο χρήστης Bob <bob@x.example> έγραψε:\n\n> Γεια\n", "Ναι."},
		{"japanese", "はい。\n\n2026年11月20日(金) 15:47 Bob <bob@x.example>:\n\n> こんにちは\n", "はい。"},
		{"japanese phone", "はい。\n\niPhoneから送信\n\n> 2026/11/20 15:47、Bob <bob@x.example>のメール:\n", "はい。"},
		{"chinese", "好的\n\nBob <bob@x.example> 于2026年11月20日周五 15:47写道：\n\n> 你好\n", "好的"},
		{"chinese phone", "好的\n\n发自我的iPhone\n\n> 在 2026年11月20日，15:47，Bob <bob@x.example> 写道：\n", "好的"},
		{"korean", "네.\n\n2026년 11월 20일 (금) 오후 3:47, Bob <bob@x.example>님이 작성:\n\n> 안녕\n", "네."},
		{"vietnamese", "Vâng.\n\nVào Th 6, 20 thg 11, 2026 vào lúc 15:47 Bob <bob@x.example> đã viết:\n\n> Chào\n", "Vâng."},
		{"hebrew", "כן.\n\n\u200fבתאריך יום ו׳, 20 בנוב׳ 2026 ב-15:47 מאת \u202aBob\u202c <\u202abob@x.example\u202c>:\u202c\n\n> שלום\n", "כן."},
		// What looks similar and is not.
		{"courier", "It was broken.\n\nSent by courier, arrived on 20.11.2026.", "It was broken.\n\nSent by courier, arrived on 20.11.2026."},
		{"sent via", "Sent via DHL yesterday.", "Sent via DHL yesterday."},
		{"phone in the middle", "Sent from my iPhone, sorry for that.\n\nMore to come.", "Sent from my iPhone, sorry for that.\n\nMore to come."},
		{"travel", "Please book:\nFrom: Berlin\nTo: Paris\nDate: 20 November\n\nThanks", "Please book:\nFrom: Berlin\nTo: Paris\nDate: 20 November\n\nThanks"},
		{"list after we wrote", "In 2020 we wrote the following 3 points:\n\n1. a\n2. b", "In 2020 we wrote the following 3 points:\n\n1. a\n2. b"},
		{"subject alone", "Subject: to approval\n\nwe can start.", "Subject: to approval\n\nwe can start."},
		{"dashes", "Prices:\n-----\n10 EUR\n-----\nThanks", "Prices:\n-----\n10 EUR\n-----\nThanks"},
		{"ruler of the writer", "a\n\n--- Part one ---\n\nb", "a\n\n--- Part one ---\n\nb"},
		{"empty lines kept", "a\n\n\nb", "a\n\n\nb"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, c.want, NewText(c.text))
		})
	}
}

// A mail of nothing but lines that might begin something is read in linear time.
func TestNewTextHostile(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for _, l := range []string{"On Fri 15:47\n", "-----x-----\n", "From: a\n", "Sent from my iPhone\n", "On 1 wrote:\n", "\n", "__________\n", "> \n", "a:\n"} {
		n := 1 << 19 / len(l)
		NewText(strings.Repeat(l, n))
		NewText(strings.Repeat(l, n/2) + strings.Repeat("\n", n/2))
	}
}
