package extract

import "sync"

// Classes of words about codes. Those up to purpose speak for a number near them, most others against.
const (
	strong       class = iota + 1 // names a one-time code and nothing else: "verification code"
	code                          // may name any code: "code"
	enter                         // tells to type: "enter"
	use                           // tells to use: "use"
	valid                         // tells that something ends soon or is secret: "expires"
	password                      // names what is typed, mostly for long: "password"
	purpose                       // tells what typing is for: "to sign in"
	number                        // names any number: "number"
	trap                          // names a number that is no code, also with "code" beside it: "order"
	thing                         // names a number, but "device code" is a code: "device"
	other                         // turns "code" into another code: "zip"
	promo                         // speaks of a price off
	money                         // leads or follows an amount: "EUR"
	unit                          // follows an amount: "points"
	month                         // stands beside a year: "March"
	travel                        // makes a "confirmation code" a booking's
	place                         // stands in postal addresses, where a "PIN code" is a post code
	voucher                       // a trap, but a code in a mail about Wi-Fi
	network                       // speaks of Wi-Fi
	figure                        // a trap, unless it is for something or for one use: "number"
	brief                         // one-time, temporary, secret
	person                        // is told a code: "driver"
	confirmation                  // "confirmation code": strong unless the mail is about a booking
)

var codeLexicon = sync.OnceValue(func() *lexicon {
	return newLexicon(map[class][]words{
		strong: strongWords, code: codeWords, enter: enterWords, use: useWords, valid: validWords, purpose: purposeWords,
		confirmation: confirmationWords, brief: briefWords, person: personWords, figure: figureWords,
		number: numberWords, trap: trapWords, thing: thingWords, other: otherWords, promo: promoWords, money: moneyWords, unit: unitWords,
		password: passwordWords, month: monthWords, travel: travelWords, place: placeWords, voucher: voucherWords, network: networkWords,
	})
})

var strongWords = []words{
	{"en", `verification code*|passkey|pass key|activation key|access key|unlock key|verification key|pairing key|login key|secret number|
		the characters|following characters|the digits|the letters|verify code|verifying code|security code*|one-time code*|one time code*|
		onetime code*|single-use code*|single use code*|one-time pass*|one time pass*|one-time pin*|one time pin*|one-time security code|
		one-time verification code|one-time login code|one-time sign-in code|otp|otps|otp code|passcode*|pass code*|login code*|log-in code*|
		log in code*|logon code|sign-in code*|sign in code*|signin code*|sign-on code|access code*|authentication code*|authenticator code|
		authorization code*|authorisation code*|auth code*|2fa code*|2fa|mfa code*|two-factor code*|two-factor authentication code|two-step code|
		two-step verification code|2-step verification code|activation code*|unlock code*|unlocking code|reset code*|password reset code|
		recovery code*|backup code*|back-up code*|pairing code*|pair code|device code*|linking code*|link code|pin|pins|pin code*|pin-code*|
		pin number|*-pin|secret code|temporary code*|temp code|temporary pin|temporary password|temporary passcode|entry code*|entry pin|door code*|
		gate code*|pickup code*|pick-up code*|pick up code*|pickup pin|collection code*|collection pin|locker code*|locker pin|delivery pin|
		parcel pin|join code|room code|game code|class code|number to type|number to enter|code to type|code to enter|digits to type|digits to enter|
		wifi code|wi-fi code|wifi voucher|wi-fi voucher|wifi password|wi-fi password|wlan code|internet voucher|guest voucher|verification number|
		verification pin|validation code*|approval code|registration code*|sign-up code|signup code|invitation code*|invite code*|magic code|
		email code|e-mail code|sms code|numeric code|*-digit code|*-digit pin|*-digit number|*-character code|*digit code|following digits|
		these digits|transaction code|transfer code|signing code|signature code|deletion code|cancellation code|session code|setup code|set-up code|
		enrollment code|enrolment code|step-up code|challenge code|tan|mtan|sms tan|smstan|user code|connection code|check-in code|check code|
		safety code|security number|security key|secure code|protection code|identity code|identification code|confirm code`},
	{"de", `*bestatigungscode*|*bestatigungs-code*|*sicherheitscode*|*sicherheits-code*|*verifizierungscode*|*verifizierungs-code*|
		*verifikationscode*|*einmalcode*|*einmal-code*|einmaliger code|einmaligen code|*einmalpasswort*|*einmalpassworter|*einmalkennwort*|
		*einmal-passwort*|*anmeldecode*|*anmelde-code*|*login-code*|*logincode*|*zugangscode*|*zugangs-code*|*zugriffscode*|*freischaltcode*|
		*freischalt-code*|*freigabecode*|*aktivierungscode*|*aktivierungs-code*|*authentifizierungscode*|*prufcode*|*pruf-code*|*kopplungscode*|
		*abholcode*|*abhol-code*|*abhol-pin|*turcode*|*entsperrcode*|*wiederherstellungscode*|*ersatzcode*|*backup-code*|*geratecode*|*geheimcode*|
		*wlan-code*|*pin-code*|*passcode*|*registrierungscode*|*einladungscode*|*legitimationscode*|*authentisierungscode*|mobiletan|mobile-tan|mtan|
		smstan|pushtan|chiptan|phototan|*push-tan|*sms-tan|*-tan|*kontrollcode*|*zahlencode*|*ziffernfolge|*zahlenfolge|*-stelligen code|
		*-stelliger code|*-stellige code|*zurucksetzungscode*|*verbindungscode*|*paarungscode*|*transaktionscode*|*loschcode*|*rucksetzcode*|
		*reset-code*|*einmal-pin|*einmalpin|einmalige pin|einmaliges passwort|einmaliges kennwort|*losungswort|anmeldeziffern|zahlenkombination|
		*offnungscode|*schliessfachcode|*tresorcode`},
	{"fr", `code de verification|codes de verification|code de securite|code de connexion|code d'acces|code d'authentification|code a usage unique|
		code unique|code temporaire|code d'activation|code de validation|code secret|mot de passe a usage unique|mot de passe temporaire|
		mot de passe unique|code d'identification|code de deverrouillage|code de reinitialisation|code de recuperation|codes de secours|
		code de secours|code de retrait|code pin|code d'appairage|code d'association|code d'inscription|code d'invitation|code d'autorisation|
		code de controle|code ephemere|code provisoire|chiffres suivants|*chiffres ci-dessous|code de porte|code de suppression|code de jumelage|
		code confidentiel|code sms|pin unique|pin temporaire|cle d'acces|cle de securite|code numerique|code dynamique`},
	{"es", `codigo de verificacion|codigo de seguridad|codigo de acceso|codigo de inicio de sesion|codigo de autenticacion|codigo de autorizacion|
		codigo de un solo uso|codigo unico|codigo temporal|codigo de activacion|codigo de validacion|clave de acceso|clave dinamica|clave temporal|
		clave de un solo uso|clave de seguridad|clave unica|clave de verificacion|contrasena de un solo uso|contrasena temporal|codigo de desbloqueo|
		codigo de recuperacion|codigos de recuperacion|codigos de respaldo|codigo de recogida|codigo pin|codigo de restablecimiento|
		codigo de vinculacion|codigo de emparejamiento|codigo de registro|codigo de invitacion|codigo otp|codigo de firma|clave de firma|
		codigo de ingreso|codigo de entrada|codigo de retiro|clave de ingreso|codigo secreto|codigo de identificacion|codigo sms|pin de un solo uso|
		pin temporal|numero secreto|token de acceso|token de seguridad`},
	{"it", `codice di verifica|codice di sicurezza|codice di accesso|codice d'accesso|codice di autenticazione|codice di autorizzazione|
		codice monouso|codice usa e getta|codice temporaneo|codice di attivazione|codice di convalida|codice otp|codice pin|password monouso|
		password temporanea|codice di sblocco|codice di recupero|codici di recupero|codici di backup|codice di ritiro|codice di login|
		codice di associazione|codice di abbinamento|codice di reimpostazione|codice di invito|codice di registrazione|codice segreto|
		codice dispositivo|codice di ripristino|codice sms|codice dinamico|pin monouso|pin temporaneo|codice usa-e-getta|chiave di accesso|
		codice numerico`},
	{"pt", `codigo de verificacao|codigo de seguranca|codigo de acesso|codigo de login|codigo de inicio de sessao|codigo de autenticacao|
		codigo de autorizacao|codigo de uso unico|codigo de utilizacao unica|codigo unico|codigo temporario|codigo de ativacao|codigo de validacao|
		senha de uso unico|senha temporaria|senha de acesso|palavra-passe temporaria|token de acesso|token de seguranca|codigo de desbloqueio|
		codigo de recuperacao|codigos de recuperacao|codigo de retirada|codigo de levantamento|codigo de redefinicao|codigo de emparelhamento|
		codigo de convite|codigo de registo|codigo pin|codigo de entrada|codigo secreto|codigo sms|pin de uso unico|pin temporario|chave de acesso|
		chave de seguranca|senha dinamica|senha provisoria`},
	{"nl", `*verificatiecode*|*beveiligingscode*|*bevestigingscode*|*inlogcode*|*toegangscode*|*eenmalige code*|*eenmalig wachtwoord|
		*tijdelijk wachtwoord|*tijdelijke code|*activeringscode*|*activatiecode*|*authenticatiecode*|*pincode|*pincodes|*aanmeldcode*|*controlecode*|
		*herstelcode*|*ontgrendelcode*|*koppelcode*|*afhaalcode*|*ophaalcode*|*cijfercode*|*cijferige code|*validatiecode*|*veiligheidscode*|
		*loginCode*|*uitnodigingscode*|*apparaatcode*|*resetcode*|*autorisatiecode*|*back-upcode*|*deurcode*|*eenmalige pin|*inlogcijfers|*tancode|
		*tan-code|*smscode|*sms-code|*toegangssleutel`},
	{"sv", `*verifieringskod*|*verifikationskod*|*sakerhetskod*|*bekraftelsekod*|*inloggningskod*|*engangskod*|*engangslosenord*|*atkomstkod*|
		*aktiveringskod*|*autentiseringskod*|*pinkod*|*pin-kod*|*aterstallningskod*|*upplasningskod*|*tillfallig kod|*tillfalligt losenord|*portkod*|
		*dorrkod*|*hamtkod*|*avhamtningskod*|*parkopplingskod*|*inbjudningskod*|*kontrollkod*|*siffriga koden|*siffrig kod|*engangs-kod*|
		*legitimeringskod*|*engangs-pin|*engangspin|*inloggningssiffror|*smskod*|*losenkod*|*personlig kod|*tvastegskod*|*tillfalligt losen`},
	{"nb", `*verifiseringskode*|*bekreftelseskode*|*sikkerhetskode*|*innloggingskode*|*paloggingskode*|*engangskode*|*engangspassord*|*tilgangskode*|
		*aktiveringskode*|*autentiseringskode*|*pinkode*|*pin-kode*|*midlertidig kode|*midlertidig passord|*gjenopprettingskode*|*hentekode*|
		*sifret kode|*sifrede koden|*dorkode*|*paringskode*|*invitasjonskode*|*tilbakestillingskode*|*kontrollkode*|*sms-kode*|*smskode*|
		*totrinnskode*|*kodebrikke*`},
	{"da", `*bekraeftelseskode*|*bekræftelseskode*|*verificeringskode*|*verifikationskode*|*sikkerhedskode*|*loginkode*|*log ind-kode*|
		*engangsadgangskode*|*adgangskode til engangsbrug|*midlertidig adgangskode|*godkendelseskode*|*cifrede kode|*cifret kode|*aktiveringskode*|
		*afhentningskode*|*parringskode*|*gendannelseskode*|*nulstillingskode*|*bekræftelses-kode*|*kontrolkode*|*logonkode*|*totrinskode*|
		*adgangstal`},
	{"fi", `*vahvistuskoodi*|*turvakoodi*|*kirjautumiskoodi*|*kertakayttokoodi*|*kertakayttoinen koodi|*kertakayttoisen koodin|*kertakayttosalasana*|
		*kertakoodi*|*tunnuskoodi*|*aktivointikoodi*|*todennuskoodi*|*varmistuskoodi*|*tunnistuskoodi*|*tunnusluku*|*pin-koodi*|*avainkoodi*|
		*palautuskoodi*|*noutokoodi*|*valiaikainen salasana|*paasykoodi*|*numeroinen koodi|*laiteparikoodi*|*kutsukoodi*|*varakoodi*|*ovikoodi*|
		*kertakayttoinen pin*|*tekstiviestikoodi*|*sms-koodi*|*pin-luku*|*salakoodi*`},
	{"pl", `kod weryfikacyjn*|kodu weryfikacyjn*|kodem weryfikacyjn*|kod bezpieczenstwa|kod dostepu|kod logowania|kod do logowania|kod jednorazow*|
		kodu jednorazow*|jednorazowy kod|jednorazowego kodu|jednorazowe haslo|haslo jednorazowe|haslo tymczasowe|tymczasowe haslo|kod potwierdzajacy|
		kod potwierdzenia|kodu potwierdzajacego|kod aktywacyjny|kod autoryzacyjny|kod autoryzacji|kod uwierzytelniajacy|kod pin|kod odbioru|kod sms|
		smskod|sms-kod|kod odzyskiwania|kod resetujacy|kod parowania|kod odblokowujacy|kod zaproszenia|kod urzadzenia|kod zapasow*|kody zapasow*|
		haslo sms|sms haslo|haslo z sms*|kod z sms*|kod z e-maila|kod z wiadomosci|pin jednorazowy|jednorazowy pin|token|kodu logowania|kodu pin`},
	{"cs", `overovaci kod*|overovaciho kodu|bezpecnostni kod*|potvrzovaci kod*|jednorazovy kod*|jednorazove heslo|prihlasovaci kod*|pristupovy kod*|
		aktivacni kod*|autorizacni kod*|kod pro overeni|kod pro prihlaseni|kod k overeni|docasne heslo|pin kod*|kod pro vyzvednuti|parovaci kod*|
		obnovovaci kod*|zalozni kod*|sms kod*|kod k prihlaseni|resetovaci kod*|odblokovaci kod*|vstupni kod*|jednorazovy pin|docasny kod*|heslo z sms|
		tajny kod*|kod z sms|kod z e-mailu`},
	{"sk", `overovaci kod*|overovacieho kodu|bezpecnostny kod*|potvrdzovaci kod*|jednorazovy kod*|prihlasovaci kod*|pristupovy kod*|aktivacny kod*|
		autorizacny kod*|kod na overenie|kod na prihlasenie|docasne heslo|pin kod*|sms kod*|parovaci kod*|kod na vyzdvihnutie|vyzdvihovaci kod*|
		zalozny kod*|obnovovaci kod*|potvrdzovaci kod`},
	{"hu", `*ellenorzo kod*|*ellenorzo kodja|*biztonsagi kod*|*megerosito kod*|*hitelesito kod*|*belepesi kod*|*bejelentkezesi kod*|
		*egyszer hasznalatos kod*|*egyszeri kod*|*egyszer hasznalatos jelszo*|*egyszeri jelszo*|*aktivalo kod*|*aktivacios kod*|*azonosito kod*|
		*pin-kod*|*pin kod*|*atveteli kod*|*ideiglenes jelszo*|*hozzaferesi kod*|*visszaallitasi kod*|*visszaallito kod*|*helyreallitasi kod*|
		*parositasi kod*|*megerositokod*|*ellenorzokod*|*sms-kod*|*jovahagyo kod*|*egyszeri pin*|*titkos kod*|*ideiglenes kod*|*sms-ben kapott kod*`},
	{"ro", `cod de verificare|codul de verificare|codul tau de verificare|codul dvs. de verificare|cod de securitate|codul de securitate|
		codul tau de securitate|cod de confirmare unic|cod de autentificare|codul de autentificare|codul tau de autentificare|cod unic|codul unic|
		cod de acces|codul de acces|codul tau de acces|codul de conectare|cod de conectare|cod de activare|codul de activare|parola unica|
		parola temporara|parola de unica folosinta|cod de unica folosinta|codul de unica folosinta|cod pin|codul pin|cod de ridicare|
		codul de ridicare|codul de resetare|cod de resetare|codul de autorizare|cod de autorizare|codul de validare|cod de validare|cod temporar|
		codul temporar|cod sms|codul sms|codul de asociere|pin unic|pin de unica folosinta|codul secret|cod secret|codul de unica utilizare|
		cod de unica utilizare|parola de unica utilizare|codul otp|cod otp|codul tau unic`},
	{"bg", `код за потвърждение|кодът за потвърждение|код за потвърждаване|код за сигурност|код за достъп|код за вход|код за удостоверяване|
		код за проверка|кодът ви за потвърждение|еднократен код|еднократния код|еднократният код|еднократна парола|временна парола|код за активиране|
		пин код|пин|код за верификация|код за влизане|кодът за вход|код за получаване|код за сдвояване|код за възстановяване|еднократен пин|
		еднократния пин|таен код|временен код|код от sms|код от смс|парола за вход`},
	{"el", `κωδικος επαληθευσης|κωδικο επαληθευσης|κωδικου επαληθευσης|κωδικος ασφαλειας|κωδικο ασφαλειας|κωδικος επιβεβαιωσης|κωδικο επιβεβαιωσης|
		κωδικος μιας χρησης|κωδικο μιας χρησης|κωδικος συνδεσης|κωδικο συνδεσης|κωδικος εισοδου|κωδικο εισοδου|κωδικος προσβασης|κωδικο προσβασης|
		κωδικος ελεγχου ταυτοτητας|κωδικος ταυτοποιησης|κωδικος ενεργοποιησης|προσωρινος κωδικος|κωδικος pin|συνθηματικο μιας χρησης|
		κωδικος παραλαβης|κωδικος επαναφορας|μοναδικος κωδικος|κωδικος αναγνωρισης|pin μιας χρησης|μυστικος κωδικος|κωδικος sms|κωδικο μιας φορας|
		κωδικος μιας φορας|προσωρινος κωδικος προσβασης`},
	{"tr", `dogrulama kod*|onay kod*|guvenlik kod*|giris kod*|tek kullanimlik kod*|tek kullanimlik sifre*|tek kullanimlik parola*|tek seferlik kod*|
		tek seferlik sifre*|aktivasyon kod*|etkinlestirme kod*|gecici sifre*|gecici parola*|gecici kod*|erisim kod*|kimlik dogrulama kod*|pin kod*|
		teslimat kod*|teslim alma kod*|sifirlama kod*|kurtarma kod*|yedek kod*|esleştirme kod*|eslestirme kod*|oturum acma kod*|sms kod*|sms sifre*|
		3d secure sifre*|dogrulama sifre*|cihaz kod*|davet kod*|tek kullanimlik pin*|gizli kod*|tek seferlik parola*|guvenlik sifre*|sms onay*`},
	{"ru", `код подтверждения|кода подтверждения|кодом подтверждения|проверочные коды|код проверки|код безопасности|код доступа|кода доступа|
		код входа|код для входа|код авторизации|код активации|код аутентификации|код верификации|одноразовым кодом|одноразовый код|одноразового кода|
		одноразовый пароль|одноразовые коды|временный пароль|временный код|проверочный код|проверочного кода|контрольный код|защитный код|
		секретный код|пин-код*|пин|пинкод*|код получения|код для получения|код из письма|код из смс|смс-код|резервный код|резервные коды|
		резервные коды|код восстановления|код для восстановления|код сопряжения|код устройства|код регистрации|код приглашения|код сброса|
		код для сброса|код подтвержде*|одноразовый пин*|пароль из смс|код из sms|цифровой код|цифровой пароль|динамический код|смс-пароль`},
	{"uk", `код підтвердження|коду підтвердження|код перевірки|код безпеки|код доступу|код входу|код для входу|код авторизації|код активації|
		код автентифікації|код верифікації|одноразовий код|одноразового коду|одноразовий пароль|тимчасовий пароль|перевірочний код|пін-код*|пін|
		код отримання|код для отримання|резервні коди|код відновлення|код реєстрації|код сполучення|секретний код|захисний код|одноразовий пін*|
		секретний пін|код із листа|код із sms|код з sms|цифровий код|тимчасовий код`},
	{"ar", `رمز التحقق|رمز التاكيد|رمز الامان|رمز الدخول|رمز تسجيل الدخول|رمز المرور|رمز لمره واحده|رمز الوصول|رمز التفعيل|رمز المصادقه|كود التحقق|
		كود الدخول|كود التفعيل|كود التاكيد|كود الامان|كلمه المرور لمره واحده|كلمه مرور لمره واحده|كلمه مرور مؤقته|كلمه المرور المؤقته|
		كلمه السر المؤقته|الرقم السري|رقم سري|رمز سري|الرمز السري|رمز التحقق الخاص|رمز استلام|رمز الاستلام|رمز التعريف|رمز الاسترداد|رقم التحقق|
		رمز تاكيد|رمز تحقق|رمز الحمايه|رمز الاقتران|الرمز المؤقت|رمز مؤقت|رمز لمره|كلمه مرور لمره|رمز سريع|رمز pin|رمز otp|كود مؤقت|الكود السري|
		كود سري`},
	{"he", `קוד אימות|קוד האימות|קוד אבטחה|קוד האבטחה|קוד כניסה|קוד הכניסה|קוד גישה|קוד הגישה|קוד חד פעמי|קוד חד-פעמי|הקוד החד פעמי|הקוד החד-פעמי|
		סיסמה חד פעמית|סיסמה חד-פעמית|סיסמה זמנית|קוד אישור|קוד האישור|קוד הפעלה|קוד ההפעלה|קוד סודי|קוד התחברות|קוד ההתחברות|קוד זיהוי|קוד הזיהוי|
		קוד איסוף|קוד שחזור|קוד זמני|קוד איפוס|קוד pin|סיסמה לשימוש חד|קוד לשימוש חד|קוד בן|קוד מסרון|pin חד פעמי`},
	{"fa", `كد تاييد|كد تائيد|كد امنيتي|كد ورود|كد فعالسازي|كد فعال سازي|كد يكبار مصرف|كد يك بار مصرف|رمز يكبار مصرف|رمز يك بار مصرف|رمز پويا|
		كد احراز هويت|كد دسترسي|رمز عبور موقت|رمز ورود|كد اعتبارسنجي|كد بازيابي|رمز موقت|رمز دوم پويا|كد شناسايي|كد تحويل|رمز يكبارمصرف|كد يكبارمصرف|
		رمز دوم|كد موقت|پين كد|پين يكبار|كد پيامكي`},
	{"hi", `ओटीपी|सत्यापन कोड|सुरक्षा कोड|पुष्टिकरण कोड|पुष्टि कोड|लॉगिन कोड|लॉग इन कोड|साइन-इन कोड|साइन इन कोड|वेरिफिकेशन कोड|वन-टाइम पासवर्ड|
		वन टाइम पासवर्ड|एक बार का कोड|एकबारगी कोड|अस्थायी पासवर्ड|पिन|एक्सेस कोड|प्रमाणीकरण कोड|सिक्योरिटी कोड|पासकोड|सक्रियण कोड|एक्टिवेशन कोड|
		डिलीवरी कोड|रीसेट कोड|वन-टाइम कोड|वन टाइम कोड|गुप्त कोड|एक बार का पासवर्ड|एकबारगी पासवर्ड|ओ.टी.पी|पिन नंबर|वेरिफ़िकेशन कोड|अस्थायी कोड|
		एक-बार`},
	{"th", `รหัสยืนยัน|รหัสการยืนยัน|รหัสความปลอดภัย|รหัสผ่านครั้งเดียว|รหัสใช้ครั้งเดียว|รหัสแบบใช้ครั้งเดียว|รหัสผ่านชั่วคราว|
		รหัสผ่านแบบใช้ครั้งเดียว|รหัสเข้าสู่ระบบ|รหัสการเข้าสู่ระบบ|รหัส otp|รหัสรักษาความปลอดภัย|รหัสตรวจสอบ|รหัสพิน|รหัส pin|รหัสเปิดใช้งาน|รหัสลับ|
		รหัสรับพัสดุ|รหัสสำหรับเข้าสู่ระบบ|รหัสกู้คืน|โอทีพี|รหัสชั่วคราว|รหัสรับสินค้า|รหัสเข้าใช้งาน|รหัส 6 หลัก|รหัส 4 หลัก|รหัสครั้งเดียว|พินโค้ด|
		รหัสใช้งานครั้งเดียว|รหัสยืนยันตัวตน`},
	{"vi", `ma xac minh|ma xac nhan|ma xac thuc|ma bao mat|ma dang nhap|ma otp|ma kich hoat|ma truy cap|mat khau mot lan|mat khau dung mot lan|
		mat khau tam thoi|ma dung mot lan|ma pin|ma an toan|ma kiem tra|ma nhan hang|ma khoi phuc|ma dat lai|ma ghep noi|ma tam thoi|ma mot lan|
		ma so bi mat|ma bi mat|mat ma mot lan|pin dung mot lan`},
	{"id", `kode verifikasi|kode keamanan|kode konfirmasi|kode otp|kode sekali pakai|kode masuk|kode login|kode akses|kode aktivasi|kode autentikasi|
		kata sandi sekali pakai|kata sandi sementara|kode rahasia|kode pin|kode sandi|kod pengesahan|kod keselamatan|kode pengambilan|kode pemulihan|
		kode reset|kode pemasangan|kode otorisasi|kode sementara|kode undangan|pin sekali pakai|kode unik|kode sekali|sandi sekali pakai|kode angka|
		kata sandi satu kali|pin sementara`},
	{"ja", `認証コード|確認コード|セキュリティコード|セキュリティーコード|ワンタイムパスワード|ワンタイムコード|ワンタイムパスコード|ワンタイム|
		パスコード|ログインコード|暗証番号|認証番号|認証キー|認証用コード|認証用番号|サインインコード|アクセスコード|検証コード|検証用コード|
		本人確認コード|仮パスワード|pinコード|ピンコード|暗証コード|確認用コード|ペアリングコード|有効化コード|アクティベーションコード|
		使い捨てコード|リカバリーコード|バックアップコード|再設定コード|受取コード|承認コード|確認用番号|桁のコード|桁の数字|桁の番号|解錠コード|
		一時パスワード|ワンタイムpin|招待コード|登録コード|受け取りコード|受取番号|一時コード|ワンタイムパス|使い切りパスワード|使い切りコード|
		認証用パスワード|照合番号|照合コード|確認ナンバー|六桁|6桁|4桁|四桁|8桁|解錠番号|開錠番号|解錠キー|入室番号|入室コード|暗証`},
	{"ko", `인증번호|인증 번호|인증코드|인증 코드|확인코드|확인 코드|보안코드|보안 코드|일회용 비밀번호|일회용비밀번호|일회용 코드|임시비밀번호|
		임시 비밀번호|로그인 코드|로그인코드|액세스 코드|승인번호 입력|본인확인 번호|본인 확인 번호|비밀번호 재설정 코드|접속 코드|활성화 코드|
		페어링 코드|핀번호|핀 번호|핀코드|자리 코드|자리 숫자|수령 코드|복구 코드|백업 코드|기기 코드|초대 코드|검증 코드|패스코드|보안번호|확인 번호|
		임시 코드|임시 번호|보안 번호|인증용 번호|본인인증|접속 번호|접속번호|비밀 코드|6자리|4자리|확인번호|출입번호|출입 번호|출입 코드|비번`},
	{"zh-Hans", `验证码|校验码|动态码|动态密码|安全码|登录码|一次性密码|一次性代码|一次性验证码|确认码|激活码|认证码|临时密码|登录代码|验证代码|
		安全代码|口令|动态口令|取件码|提货码|配对码|授权码|密码重置码|恢复代码|备用代码|恢复码|备用码|通行码|访问码|识别码|短信码|确认代码|设备代码|
		开门码|门锁密码|位数字|位代码|解锁码|邀请码|取货码|身份验证代码|短信密码|一次性口令|登陆码|驗證數字|随机码|随机密码|临时码|一次性码|数字验证|
		校验代码|绑定码|开锁码|开锁密码|门禁码|门禁密码`},
	{"zh-Hant", `驗證碼|校驗碼|動態密碼|安全碼|登入碼|一次性密碼|一次性代碼|確認碼|啟用碼|認證碼|臨時密碼|登入代碼|驗證代碼|安全代碼|動態碼|取件碼|
		取貨碼|配對碼|授權碼|復原代碼|備用碼|密碼重設碼|存取碼|通行碼|簡訊碼|識別碼|驗證號碼|位數字|解鎖碼|邀請碼|開門碼|一次性驗證碼|裝置代碼|
		備用代碼|確認代碼|認證號碼|隨機碼|臨時碼|簡訊密碼|一次性碼|綁定碼|登錄碼|一次性通行碼|開鎖碼|門禁碼|門禁密碼|開門密碼`},
	{"ca gl eu", `codi de verificacio|codi de seguretat|codi d'acces|codi d'un sol us|codi de confirmacio|codi d'inici de sessio|codi d'activacio|
		contrasenya d'un sol us|contrasinal dun so uso|codigo dun so uso|egiaztapen-kode*|egiaztatze-kode*|segurtasun-kode*|
		behin-behineko pasahitz*`},
	{"et", `*kinnituskood*|*turvakood*|*sisselogimiskood*|*aktiveerimiskood*|*kontrollkood*|*uhekordne kood|*uhekordne parool|*paasukood*|
		*pin-kood*`},
	{"lv", `apstiprinajuma kod*|verifikacijas kod*|drosibas kod*|pieteiksanas kod*|piekluves kod*|vienreizejais kod*|vienreizeja parole|
		vienreizejo kodu|aktivizacijas kod*|pin kod*`},
	{"lt", `patvirtinimo kod*|saugos kod*|prisijungimo kod*|prieigos kod*|aktyvinimo kod*|vienkartinis kod*|vienkartini kod*|vienkartinis slaptazodis|
		tapatybes kod*|pin kod*`},
	{"sl", `potrditvena koda|potrditveno kodo|koda za prijavo|kodo za prijavo|varnostna koda|varnostno kodo|enkratna koda|enkratno kodo|
		enkratno geslo|koda za preverjanje|kodo za preverjanje|aktivacijska koda|dostopna koda`},
	{"hr bs sr", `kod za potvrdu|kod za prijavu|kod za provjeru|kod za proveru|kod za verifikaciju|sigurnosni kod|bezbednosni kod|verifikacijski kod|
		verifikacioni kod|potvrdni kod|jednokratni kod|jednokratna lozinka|jednokratnu lozinku|pristupni kod|kontrolni kod|aktivacijski kod|
		aktivacioni kod|код за потврду|код за пријаву|једнократни код|једнократна лозинка|безбедносни код|верификациони код|приступни код`},
	{"mk sq", `код за потврда|код за најава|безбедносен код|kodi i verifikimit|kodi i konfirmimit|kodi i sigurise|kodi juaj|kod verifikimi|
		kod konfirmimi`},
	{"is", `*staðfestingarkoð*|*oryggiskoð*|*innskraningarkoð*|*auðkenningarkoð*|*aðgangskoð*|einnota koð*|einnota lykilorð`},
	{"af cy ga lb mt", `*verifikasiekode*|*bevestigingskode*|*sekuriteitskode*|*toegangskode*|*aanmeldkode*|eenmalige wagwoord|cod dilysu|cod gwirio|
		cod diogelwch|cod fioraithe|cod deimhnithe|*verifikatiounscode*|*secherheetscode*|kodici ta' verifika|kodici tal-verifika`},
	{"sw tl", `nambari ya uthibitisho|nambari yako ya uthibitisho|nambari ya kuthibitisha|msimbo wa uthibitisho|msimbo wa usalama|
		nywila ya mara moja`},
	{"ms", `kod keselamatan|kod sekali guna|kata laluan sekali guna|kod log masuk|kod akses|kod pengaktifan|nombor pengesahan`},
	{"bn ta te mr ur", `যাচাইকরণ কোড|নিশ্চিতকরণ কোড|নিরাপত্তা কোড|লগইন কোড|ওটিপি|এককালীন পাসওয়ার্ড|சரிபார்ப்பு குறியீடு|உறுதிப்படுத்தல் குறியீடு|
		பாதுகாப்பு குறியீடு|ஓடிபி|ధృవీకరణ కోడ్|ఓటీపీ|पडताळणी कोड|تصديقي كوڈ|توثيقي كوڈ|سيكيورٹي كوڈ|لاگ ان كوڈ|او ٹي پي`},
	{"ka hy az kk uz", `ვერიფიკაციის კოდი|დადასტურების კოდი|ერთჯერადი კოდი|უსაფრთხოების კოდი|հաստատման կոդ*|մեկանգամյա կոդ*|təsdiq kod*|
		təsdiqləmə kod*|birdəfəlik kod*|birdəfəlik sifrə*|растау коды|бір реттік код*|тексеру коды|tasdiqlash kod*|bir martalik kod*|
		bir martalik parol`},
	{"my km lo am", `အတည်ပြုကုဒ်|លេខកូដផ្ទៀងផ្ទាត់|លេខកូដបញ្ជាក់|ລະຫັດຢືນຢັນ|ລະຫັດ otp|የማረጋገጫ ኮድ`},
	{"all", `one-off key|one-time key|single-use key|temporary key|authorisation key|authorization key|authentication key|confirmation key|
		sign-in key|recovery key|release key|approval key|confirmation number to type|confirmation number to enter|confirmation number to key in|
		number to key in|number to put in|digits to key in|number to tap|einmalschlussel|einmal-schlussel|bestatigungsschlussel|freigabeschlussel|
		cle a usage unique|cle unique|cle de validation|cle d'activation|cle d'acces|chave de uso unico|chave unica|chiave monouso|chiave di sblocco|
		eenmalige sleutel|engangsnyckel|engangsnokkel|engangsnogle|kertakayttoavain|klucz jednorazowy|jednorazowy klucz|jednorazovy klic|
		jednorazovy kluc|egyszeri kulcs|cheie unica|cheie de unica folosinta|еднократен ключ|одноразовый ключ|одноразовий ключ|κλειδι μιας χρησης|
		tek kullanimlik anahtar|مفتاح لمره واحده|מפתח חד פעמי|مفتاح الدخول|كليد يكبار مصرف|kunci sekali pakai|khoa mot lan|一次性密钥|一次性金鑰|
		일회용 키|ワンタイムキー`},
}

// voucherWords let into a hotel's network, or lower a price.
var voucherWords = []words{
	{"en de nl", `voucher|voucher*|voucher code*|voucher-code|vouchercode|access voucher|gutschein|gutscheincode`},
	{"fr es it pt pl", `coupon wifi|bon d'acces|vale de acceso|buono di accesso|voucher de acesso|kupon dostepu`},
}

var networkWords = []words{
	{"all", `wi-fi|wifi|wlan|hotspot|captive portal|get online|go online|internet access|internetzugang|guest network|gastnetz|gaste-wlan|
		acces internet|acceso a internet|ワイファイ|무선|无线|無線|вай-фай`},
}

// confirmationWords are strong in a sign-up and a trap in a booking.
var confirmationWords = []words{
	{"en", `confirmation code*|confirmation pin|booking pin`},
	{"fr", `code de confirmation`},
	{"es", `codigo de confirmacion`},
	{"it", `codice di conferma`},
	{"pt", `codigo de confirmacao`},
	{"ro", `cod de confirmare|codul de confirmare|codul tau de confirmare|codul dvs. de confirmare`},
	{"ja", `確認番号`},
	{"zh", `确认号|確認號`},
}

var passwordWords = []words{
	{"en de fr", `password|passphrase|pass phrase|passwort|kennwort|mot de passe|secret word|login password|credentials`},
	{"es it pt ro", `contrasena|parola|parola ta|palavra-passe`},
	{"nl sv nb da fi", `wachtwoord|losenord|passord|adgangskode|kodeord|salasana|losen|losenordet|passordet|wachtwoorden|salasanan|salasanasi|
		passkode`},
	{"pl cs sk hu", `haslo|heslo|jelszo|jelszava`},
	{"bg ru uk el tr", `парола|пароль|пароля|паролата|συνθηματικο|parola|parolaniz`},
	{"ar he fa hi", `كلمه المرور|كلمه السر|סיסמה|הסיסמה|סיסמתך|رمز عبور|گذرواژه|पासवर्ड`},
	{"th vi id", `รหัสผ่าน|mat khau|kata sandi`},
	{"de", `losungswort`},
}

var codeWords = []words{
	{"en de nl", `*code|*codes|digits|ziffern|ziffer|ziffernfolge|cijfers|zahlencode|*ziffern|*cijfers|*ziffernfolge`},
	{"fr", `code|codes|chiffres|combinaison`},
	{"es pt", `codigo|codigos|clave|claves|senha|token|digitos|cifras|combinacion|algarismos|pin`},
	{"it", `codice|codici|cifre`},
	{"sv nb da", `*kod|*koden|*koder|*kode|*koderne|engangs*|siffror|siffrorna|sifre|sifrene|sifferne|cifrene|cifre|*siffror|*sifre|*sifrene|*cifre|
		*sifferkode|*cifrene|tallene|talkode|tallkode|tallkoden`},
	{"fi", `*koodi|*koodin|*koodia|*koodisi|*koodilla|*koodit|*koodinne|*koodinsa|numerosarja*|numerot|luvulla|luvun|lukua`},
	{"pl cs sk hu tr", `kod|kody|kodu|kodem|kodow|kodom|kodot|kodja|kodjat|kodok|kodunuz*|kodun*|kodu*|koda|kodo|kododdal|kodod|koddal|sifreniz|sifre|
		cyfry|cyfr|cislice|cislic|szamjegy*|szamsor*|rakam*|kodzie|cyframi|cyfrowy|cislic*|cislam|cisel|kod:|ciframi|cifier|szamok|szamokat|haneli|
		haneyi|sayiyi|sayi|rakami|sifreyi|sifren|cislami|cisly|cislicemi|liczby|liczbami|cifrou`},
	{"ro", `cifre|cifrele|codul dvs.|codul dumneavoastra|codul tau|cod|codul|coduri|codurile|codului`},
	{"bg ru uk", `код|кода|коду|кодом|коды|коди|кодът|кодове|коде|кодов|кодів|цифры|цифр|цифри|цифрите|цифрам*|цифрові|комбинац*|комбінац*|
		комбинация`},
	{"el", `κωδικος|κωδικο|κωδικου|κωδικοι|κωδικους|ψηφια|ψηφιων|ψηφιο|αριθμους|συνδυασμ*`},
	{"ar fa", `*رمز|*رمزك|*رمزكم|رمز*|*كود|كودك|*الكود|كد|كدي|كدها|*الرمز|الارقام|*ارقام|عدد|رقم سري|اعداد|الاعداد|ارقام زير|*كودك|رمزتان|رمزت|
		كدتان`},
	{"he", `קוד|הקוד|בקוד|לקוד|קודך|קודים|שקוד|והקוד|ספרות|הספרות|קודכם|ספרה|המספרים|הסיסמה החד`},
	{"hi", `कोड|अंक|अंकों|कोड:|अंको|संख्याएँ`},
	{"th", `รหัส|โค้ด|ตัวเลข|ตัวเลขต่อไปนี้|เลข`},
	{"vi", `dung ma|su dung ma|ma bao mat|ma duoi day|ma gom|ma co|ma cua ban|ma nay|ma sau|ma la|ma:|nhap ma|chu so|day so|ma so|cac chu so|ma gui|
		ma cua|ma dang|con so|ma doi|ma de|bang ma|voi ma|bang so|ma thay|ma moi|ma cho|ma tu`},
	{"id", `kode|kode anda|kode kamu|angka|angka-angka|digit|nomor berikut`},
	{"ja", `コード|パスワード|番号を入力|数字|数列|ケタ`},
	{"ko", `코드|비밀번호|번호를 입력|숫자|암호|숫자를`},
	{"zh", `代码|代碼|密码|密碼|数字码|數字碼|数字|數字|代号|暗码|密語`},
	{"ca eu sl lt lv et", `codi|codis|kodea|kodo|kode|kodas|koda|kods|*kood|*koodi`},
	{"sq is cy ga mt sw", `kodi|*koði|*koðinn|*koðann|*koða|cod|kodici|msimbo`},
	{"bn ta te mr ur", `কোড|குறியீடு|కోడ్|كوڈ`},
	{"ka hy uz km lo my am", `კოდი|კოდს|կոդ*|kodni|កូដ|ລະຫັດ|ကုဒ်|ኮድ`},
}

var enterWords = []words{
	{"en", `entering|by entering|typing|type in the|opens with|open with|open it with|open the door with|unlocks with|unlock it with|confirm with|
		verify with|confirm by|log in with|sign in with|unlock with|approve with|authorise with|authorize with|answer with|respond with|continue with|
		put this|put it|press|enter|enter it|enter them|enter this|type|type in|key in|input|put in|fill in|insert|copy|paste|punch in|submit|dial in|
		tap in|tell the driver|read out|reply with|keying in|inputting|tell us|tell them|pop in|type these|enter these|copying|pasting|type it|
		provide|dial|punch|tap|respond|swipe in`},
	{"de", `antworten sie mit|bestatigen sie mit|antworte mit|bestatige mit|*eingeben|*einzugeben|geben sie|gib|eintippen|tippen sie|tippe|tragen sie|
		*eingegeben|trage|trag|tragt|geben|eintragen|einzutragen|eingibst|eingegeben werden|eingetippt|einzutippen|einsetzen|einfugen|fugen sie|
		kopieren sie|kopiere|tipp|tippen|schreiben sie|schreib|nennen sie|nenne|sagen sie|ubertragen sie|eingabe|erfassen sie|gebe|hau rein|tipp ein|
		drucken sie|druck|drucke|wahlen sie|wahle|antworten sie|antworte|eingetragen`},
	{"fr", `saisissez|saisir|saisis|entrez|entrer|entre|tapez|taper|tape|renseignez|composez|inserez|introduisez|recopiez|copiez|indiquez|entrez-le|
		saisissant|tapant|entrant|reportez|reporter|noter|notez|dictez|donnez|collez|coller|recopier|indiquer|renseigner|inscrivez|inscrire|ecrivez|
		ecrire|ecris|copie|copiez-le|a saisir|a taper|compose|composer|communiquez-le au|appuyez sur|appuie sur|appuyer sur|repondez|reponds|
		a recopier|a indiquer|a entrer`},
	{"es", `introduce|introduzca|introducir|introduci|ingresa|ingrese|ingresar|escribe|escriba|teclea|teclee|digita|digite|introduciendo|introduzcas|
		introducelo|escribir|escribelo|teclear|anota|anote|pega|pegue|copiar|pegar|ponga|pon|marque|ingresalo|ingresando|digitar|diga|dile|inserta|
		inserte|indica|proporciona|proporcione|pulsa|pulse|presiona|presione|marcar|responde con|responda con|oprime|oprima|marca`},
	{"it", `inserisci|inserire|inserisca|digita|digiti|digitare|immetti|inserite|scrivi|scriva|scrivere|inserendo|copia e incolla|incolla|incollare|
		copi|riporta|riportare|digitalo|inseriscilo|indichi|comunica|fornisca|batti|immettere|immetta|componi|premi|prema|premere|premete|
		rispondi con|schiaccia`},
	{"pt", `digite|insira|introduza|introduzir|informe|escreva|inserir|digita|insere|indique|digitando|inserindo|escrever|escreve|preencha|preencher|
		cole|colar|coloca|indicar|informar|forneca|tecle|introduz|mostre|pressione|aperte|carregue em|responda com|disque`},
	{"nl", `voer|vul|typ|toets|invoeren|in te voeren|tik|voert|ingeven|geef|geef op|invullen|in te vullen|intypen|in te typen|toets in|tik in|plak|
		kopieer|typen|overnemen|neem over|noem|schrijf|druk|druk op|toetst|antwoord met|beantwoord`},
	{"sv nb da", `skriv in|mata in|fyll i|sla in|knappa in|tast inn|tast|skriv inn|indtast|indtaste|angiv|oppgi|legg inn|uppge|ange|angi|skriv|skriva|
		skriva in|anvand|mata|fyll|tryck in|knappa|klistra in|kopiera|uppger|skriver|oppgir|taste inn|tastes|inntast|lim inn|kopier|fyll inn|fortell|
		indtastes|indtaster|skriv ind|tast ind|tryk|saet ind|opgiv|oplys|udfyld|brug|tryck|trycker|trykk|trykker|slar in|svara med|svar med|losen|
		sla`},
	{"fi", `syota|kirjoita|nappaile|syottamalla|syotettava|anna|kirjoittaa|kirjoittamalla|nappailemalla|antamalla|liita|kopioi|syottaa|syottaaksesi|
		kerro|nayta|naputtele|paina|painamalla|vastaa`},
	{"pl", `wpisz|wprowadz|wpisac|przepisz|wklej|wpisujac|podaj|wpisanie|podajac|podac|wprowadzic|wprowadzajac|przepisac|wstukaj|skopiuj|wklepac|
		wklepaj|napisz|wpisze|uzyj|pokaz|powiedz|podyktuj|wstaw|prosze wpisac|wcisnij|nacisnij|wybierz|wystukaj|odpowiedz|wcisnac|wklep|wbij|
		wpisywac`},
	{"cs sk", `zadejte|zadej|zadajte|zadaj|vlozte|napiste|opiste|zadat|vypiste|zadani|uvedte|zadavejte|zadanim|zadejte prosim|prepiste|prepisat|
		prepsat|prepisete|opsat|opis|napis|naťukajte|naťukejte|vyplnte|vyplna|vypln|vyplnit|vlozit|vloz|skopirujte|skopirovat|zkopirujte|uvest|sdelte|
		povedzte|reknete|naklepejte|naklikejte|zadanie|pouzijte|pouzite|tuknite|natuk*|tukni|tuknete|cvakni|vyťukaj|zvolte|stiskni|stisknete|stlacte|
		stlac|zmacknete|vytukejte|vytocte|odpovezte|odpovedzte|zmackni|stlacit`},
	{"hu", `irja be|ird be|adja meg|add meg|gepelje be|gepeld be|beirasahoz|irja|ird|beirni|beirasa|beirasaval|beir*|megad*|gepelj*|gepel*|begepel*|
		utd be|usse be|uss be|ussed be|masolja|masold|illessze|illeszd|mondja|mutassa|toltse ki|hasznalja|nyomja|nyomd|nyomja meg|nyomd meg|tarcsazza|
		valaszoljon|utni|uss|usse`},
	{"ro", `introduceti|introdu|introduce|tastati|tasteaza|completati|scrieti|introducand|introduceti-l|introdu-l|tasteaza-l|scrie|copiati|copiaza|
		lipiti|lipeste|completeaza|tastand|tastezi|spune|spuneti|arata|aratati|folositi|foloseste|sa introduci|dati|inscrieti|noteaza|formeaza|
		formati|apasa|apasati|raspunde cu|raspundeti cu`},
	{"bg", `въведете|въведи|напишете|попълнете|въвеждане|напиши|впишете|впиши|попълни|поставете|копирайте|наберете|набери|въвеждате|кажете|покажете|
		съобщете|посочете|продиктувайте|използвайте|въвежда*|натиснете|натисни|отговорете с|чукнете`},
	{"el", `εισαγετε|εισαγαγετε|πληκτρολογηστε|πληκτρολογησε|καταχωριστε|γραψτε|βαλτε|δωστε|πληκτρολογ*|εισαγαγε|εισαγωγη|γραψε|αντιγραψτε|αντιγραψε|
		επικολληστε|συμπληρωστε|συμπληρωσε|βαλε|δωσε|πειτε|δηλωστε|χρησιμοποιηστε|καταχωρησ*|καταχωρ*|περαστε|πατηστε|πατα|πατησε|χτυπηστε|απαντηστε|
		σχηματιστε`},
	{"tr", `girin|giriniz|girerek|yazin|yaziniz|gir|yaz|girmeniz|girmelisiniz|girebilirsiniz|yazarak|yazmaniz|tuslayin*|tusla|yapistirin|kopyalayin|
		kopyala|soyleyin|gosterin|iletin|kullan|kullanin|kodlayin|doldurun|yaziver|yazip|girip|tuslayiniz|basin|basiniz|cevirin|yanitlayin|tuslayip|
		tuslama*|tuslayarak`},
	{"ru", `введите|введи|ввести|наберите|вводите|впишите|назовите|сообщите|укажите|ввод|введя|вводом|набрать|вбейте|вбей|напишите|вставьте|вставь|
		скопируйте|скопируй|продиктуйте|покажите|предъявите|скажите|укажи|назови|используйте|нужно ввести|отправьте|ответьте|пропишите|заполните|
		нажмите|нажми|набирайте|кликните|набрав|набором`},
	{"uk", `введіть|введи|наберіть|впишіть|назвіть|вкажіть|введення|вбийте|напишіть|вставте|встав|скопіюйте|скопіюй|покажіть|скажіть|пред'явіть|
		використайте|надішліть|вводьте|зазначте|укажіть|заповніть|натисніть|набравши`},
	{"ar", `ادخل|ادخال|ادخلي|اكتب|كتابه|بادخال|يرجي ادخال|قم بادخال|ادخلوا|اكتبي|اكتبوا|كتابة|الصق|انسخ|انسخي|زودنا|اذكر|املا|تقديم|استعمل|استخدم|ضع|
		اطبع|قدم|ابلغ السائق|تعبئه|عبي|بكتابه|باستخدام|ادخالها|ادخله|ادراج|اضغط علي الارقام|ضغط|انقر|اطلب`},
	{"he", `הזן|הזינו|הזיני|הקלד|הקלידו|הקלידי|להזין|הקישו|הכנס|הכניסו|יש להזין|נא להזין|כתבו|כתוב|להקליד|הקלדה|הקלדת|הזנה|הזנת|להכניס|הכניסי|העתיקו|
		העתק|הדביקו|הדבק|מסרו|מסור|הציגו|רשמו|רשום|הקש|הקישי|להקיש|השתמשו|מלאו|מלא|אמרו|לחצו|לחץ|חייגו את`},
	{"fa", `وارد كنيد|وارد نماييد|وارد كن|بنويسيد|وارد كرده|وارد كنى|بزنيد|تايپ كنيد|تايپ كن|كپي كنيد|درج كنيد|درج نماييد|نشان دهيد|بگوييد|اعلام كنيد|
		ارائه دهيد|استفاده كنيد|پر كنيد|ثبت كنيد|بفرستيد|وارد شود|فشار دهيد|بزن|شماره گيري`},
	{"hi", `दर्ज करें|दर्ज कीजिए|डालें|डालिए|टाइप करें|भरें|लिखें|दर्ज करना|दर्ज कर|दर्ज करके|दर्ज|डालकर|डालना|टाइप|टाइप कीजिए|टाइप करके|भरिए|भरकर|
		लिखिए|लिखकर|बताएं|बताइए|दिखाएं|पेस्ट करें|कॉपी करें|प्रविष्ट|एंटर करें|दबाएं|दबाएँ|दबाइए|भेजें`},
	{"th", `กรอก|ป้อน|ใส่|พิมพ์|ระบุ|คีย์|กด|แจ้ง|วาง|คัดลอก|แสดง|บอก|เติม|กดรหัส|ส่ง`},
	{"vi", `nhap|dien|go vao|nhap vao|nhap so|sao chep|xuat trinh|cung cap|bam so|bam|nhan phim|an phim|an so|tra loi`},
	{"id", `masukkan|ketik|ketikkan|isi|isikan|input|masukan|masukkanlah|memasukkan|mengetik|ketiklah|tulis|tuliskan|salin|tempel|tempelkan|sebutkan|
		tunjukkan|berikan kepada|isilah|inputkan|gunakan|ketikan|dimasukkan|tekan|pencet|balas dengan|tekanlah|pakai`},
	{"ja", `入力|打ち込|ご入力|記入|ご記入|タイプし|打って|入れて|貼り付け|コピーし|お伝え|提示|ご提示|お見せ|入力し|打ち込んで|押して|押す|
		返信して`},
	{"ko", `입력|기입|입력하|넣어|넣으|적어|쳐|붙여|복사|제시|보여|말씀|알려주|기재|타이핑|눌러 입력|누르|눌러|회신`},
	{"zh", `输入|輸入|填写|填寫|键入|鍵入|填入|填上|录入|粘贴|貼上|复制|複製|回复|回覆|出示|告知|提供|敲入|打入|输进|輸進|请按|請按|按下|回覆數字|
		回复数字`},
	{"ca gl eu", `introdueix|introduiu|escriu|escriviu|tecleja|teclegeu|introduza|idatzi|sartu`},
	{"et lv lt", `sisesta*|trukkige|ievadiet|ievadi|ievadot|ierakstiet|iveskite|ivesk|ivesdami|surinkite`},
	{"sl hr bs sr mk sq", `vnesite|vnesi|vpisite|vpisi|unesite|unesi|upisite|upisi|ukucajte|ukucaj|otkucajte|унесите|унеси|упишите|укуцајте|внесете|
		внеси|vendosni|shkruani`},
	{"is af sw ms tl", `slaðu inn|slaið inn|weka|ingiza|taip|taipkan|ilagay|ipasok|i-type|i-enter`},
	{"bn ta te ur", `লিখুন|প্রবেশ করান|প্রবেশ করুন|টাইপ করুন|உள்ளிடவும்|உள்ளிடுக|உள்ளிடுங்கள்|నమోదు చేయండి|درج كريں`},
	{"ka hy az kk uz", `შეიყვანეთ|մուտքագրեք|daxil edin|yazın|енгізіңіз|kiriting`},
	{"km lo my am", `បញ្ចូល|ປ້ອນ|ထည့်ပါ|ያስገቡ`},
}

// useWords tell to use something, which is not always to type it.
var useWords = []words{
	{"en", `use|quote|show|give the courier|write|supply|provide|reply|tell|show the|mention|say|give|put`},
	{"de", `nutzen sie|nutze|verwenden sie|verwende|benutzen sie|benutze|nennen|sagen|zeigen sie|zeige|zeig|nenn|vorzeigen|angeben`},
	{"fr", `utilisez|utiliser|utilise|avec le code|servez-vous|dites|dis|montrez|montre|presentez|donnez|donne|annoncez`},
	{"es", `usa|use|utiliza|utilice|copia|coloca|pon|utilizar|emplea|dile|digale|muestra|muestre|ensena|ensene|dicta|presenta|presente`},
	{"it", `usa|utilizza|copia|usi|usare|utilizzare|utilizzi|di'|dite|mostrate|comunica|comunichi`},
	{"pt", `use|utilize|usa|coloque|copie|usar|usando|fale|diga|mostre|apresente|diz`},
	{"nl", `gebruik|geef|kopieer|gebruikt|hanteer|noem|zeg|toon|vermeld`},
	{"sv nb da", `si|sei|anvand|bruk|brug|anvander|bruke|bruger|benytt|benyt|nyttja|uppge|vis|fortell|sig|fortael|nevn|naevn|bruge|bruker`},
	{"fi", `kayta|kayttamalla|kerro|nayta|mainitse`},
	{"pl", `uzyj|skopiuj|uzyc|uzywajac|podaj|powiedz|pokaz|przekaz`},
	{"cs sk", `pouzijte|pouzite|pouzij|pouzijete|reknete|rekni|ukazte|sdelte|povedzte|povedz|ukaz|predlozte`},
	{"hu", `hasznalja|hasznald|masolja|hasznalatahoz|mondja|mondd|mutassa|mondja be|mutasd|kozolje`},
	{"ro", `folositi|foloseste|utilizati|copiati|cu ajutorul|spune|spune-i|spuneti|spuneti-i|arata|prezinta|prezentati`},
	{"bg", `използвайте|използвай|използва|кажете|кажи|покажете|съобщете`},
	{"el", `χρησιμοποιηστε|χρησιμοποιησε|με χρηση|πειτε|πες|δειξτε|δειξε|αναφερετε`},
	{"tr", `kullanin|kullaniniz|kullanarak|kullan|deyin|soyleyin|soyle|gosterin|goster`},
	{"ru", `используйте|используй|с помощью|назовите|скажите|покажите|предъявите|назови|сообщите`},
	{"uk", `використайте|використовуйте|за допомогою|назвіть|скажіть|покажіть|пред'явіть|повідомте`},
	{"ar", `استخدم|استخدمي|استعمل|اخبر|اخبري|اظهر|قدم|قل|استخدام`},
	{"he", `השתמש|השתמשו|מסרו|מסור|אמרו|הציגו|הראו|תנו`},
	{"fa", `استفاده كنيد|بگوييد|نشان دهيد|اعلام كنيد|به كار ببريد`},
	{"hi", `उपयोग करें|इस्तेमाल करें|प्रयोग करें|बताएं|बताइए|दिखाएं|बोलें`},
	{"th", `ใช้|แจ้ง|แสดง|บอก`},
	{"vi", `su dung|hay dung|dung|xuat trinh`},
	{"id", `gunakan|pakai|sebutkan|tunjukkan|katakan`},
	{"ja", `ご利用ください|お使いください|使用してください|使って|使い|お伝え|伝えて|提示|見せて`},
	{"ko", `사용하세요|사용해|사용|말씀|알려|제시|보여`},
	{"zh", `请用|請用|使用|出示|告知|告诉|告訴|报出`},
	{"all", `answer|respond|antworten sie|antworte|beantworten sie|repondez|responde|responda|rispondi|risponda|antwoord|svara|svar|vastaa|odpowiedz|
		odpovezte|odpovedzte|valaszoljon|raspundeti|отговорете|ответьте|дайте відповідь|απαντηστε|yanitlayin|cevaplayin|jawab`},
}

var validWords = []words{
	{"en", `expire*|valid for|valid until|valid till|is valid|remains valid|good for|do not share|don't share|never share|not share|do not give|
		do not forward|do not tell|never ask you for|works once|only once|minutes|minute|min|mins|if you did not|if you didn't|didn't request|
		did not request|ignore this|keep it secret|confidential|ten minutes|seconds|hour|hours|quarter of an hour|runs out|stops working|
		self-destruct*|no longer works|keep this|keep it to yourself|for your eyes|nobody|no one|never tell|don't tell|will not ask|never ask|
		wasn't you|not you|hopefully you`},
	{"de", `gultig|lauft ab|ablauft|verfallt|minuten|minute|niemals weiter|nicht weiter|nicht angefordert|ignorieren|stunde|stunden|einmal|sekunden|
		nur einmal|geben sie ihn nicht|nicht weitergeben|behalten sie|niemandem|teilen sie|waren sie das nicht|warst du das nicht|ignorier*|
		verraten sie`},
	{"fr", `valable|expire*|minutes|valide|ne partagez|ne communiquez|ne le partagez|ne le communiquez|ne transmettez|confidentiel|ignorez|valables|
		heure|heures|secondes|ne le donnez|ne la communiquez|ne le divulguez|ne donnez|personne|expirera|perime*|n'etes pas a l'origine|
		ce n'etait pas vous|seule fois`},
	{"es", `caduca*|valido|vence|expira|minutos|no compartas|no lo compartas|no comparta|no lo comparta|vigencia|ignora|vencen|caducan|caducara|
		segundos|hora|horas|no lo digas|no los compartas|nadie|no fuiste tu|una sola vez|expirara|sirve durante|vale por`},
	{"it", `scade|scadra|valido|minuti|non condividere|non condividerlo|ignora|validi|secondi|ora|ore|nessuno|non comunicar*|non rivelar*|
		non sei stato tu|una sola volta|scadono|vale per`},
	{"pt", `valido|expira|minutos|nao compartilhe|nao partilhe|valida|ignore|validos|ninguem|nao informe|nao passe|nao divulgue|nao foi voce|
		uma unica vez|expiram`},
	{"nl", `geldig|verloopt|minuten|deel deze|deel dit|niet delen|vervalt|negeer|uur|seconden|niemand|werkt niet meer|was jij dit niet|nooit`},
	{"sv nb da", `giltig|gyldig|utloper|utgar|udlober|minuter|minutter|gaelder|galler|gjelder|dela inte|del ikke|ikke del|timme|timmar|sekunder|ingen|
		en gang|slutar galla|dela aldrig|var det inte du|time|timer|del aldri|var det ikke deg|del aldrig|var det ikke dig|virker i|fungerar i`},
	{"fi", `voimassa|vanhenee|vanhentuu|minuuttia|minuutin|ala jaa|alakaa jakako|tunnin|tunti|sekuntia|kenellekaan|toimii|toimivat|vain kerran|
		kertakayttoi*|etko se ollut sina`},
	{"pl", `wazny|waznosci|wygasa|wygasnie|minut*|nie udostepniaj|nikomu|wazna|wazne|waznosc|godzin*|sekund*|nie podawaj|zignoruj|traci waznosc|
		nie ty`},
	{"cs sk", `plati|platny|platnost|vyprsi|minut*|nesdilejte|nikomu|nezdielajte|platna|platne|hodin*|nesdelujte|nikomu nerikejte|neposkytujte|
		ignorujte|vyprsia|nepovedzte|neprezradzajte|neposielajte`},
	{"hu", `ervenyes|lejar|perc*|ne ossza meg|ne oszd meg|senkinek|orat|orara|masodperc*|senki*|ervenyesseg*|egyszer hasznalhato|ne adja|ne add|
		hagyja figyelmen kivul`},
	{"ro", `valabil*|expira|minute|nu il impartasiti|nimanui|nu-l|valid*|secunde|nu il spune*|nu il da*|nu comunica*|ignorati|o singura data|
		expirare`},
	{"bg ru uk", `валиден|изтича|минути|действителен|действует|истекает|минут*|никому|не сообщайте|дійсний|діє|хвилин*|споделяйте|важи|валидно|часа|
		час|часов|секунд*|никого|никой|игнор*|действительн*|годен|годин*|діятиме|нікому|не повідомляйте|не називайте|не передавайте|не називай|
		не говорите|не показывайте|не споделяйте|не казвайте|проігнор*|термін дії|срок действия|перестанет`},
	{"el", `ισχυει|ληγει|λεπτα|μην μοιραστειτε|μη μοιραζεστε|λεπτων|ωρα|ωρες|δευτερολεπτ*|κανεναν|μην το δωσετε|μην τον|αγνοηστε|ληξει|ληξης|
		μια φορα`},
	{"tr", `gecerli*|dakika*|sona erer|suresi|kimseyle|saat|saniye*|paylasmayin*|suresi dolar|suresi doluyor|gecersiz*|kimseye|bir kez|
		dikkate almayin|yok sayin`},
	{"ar fa", `صالح|صالحه|تنتهي|ينتهي|دقيقه|دقايق|دقائق|لا تشارك|معتبر|منقضي|ساعه|ثانيه|احد|لا تعطه|لا ترسله|تجاهل|صلاحيه|صلاحيته|دقيقتين|ساعت|اعتبار|
		كسي|به اشتراك|ناديده`},
	{"he", `תקף|בתוקף|יפוג|דקות|אל תשתף|תוקף|שעה|שעות|שניות|לאף אחד|אל תמסרו|אל תמסור|אל תשתפו|התעלמו|דקה|יפקע|פג`},
	{"hi", `मान्य|वैध|मिनट|साझा न|समाप्त|घंटे|घंटा|सेकंड|किसी को|किसी से|शेयर न|अनदेखा|एक बार`},
	{"th", `หมดอายุ|นาที|ห้ามเปิดเผย|ใช้ได้ภายใน|อย่าเปิดเผย|ชั่วโมง|วินาที|ห้ามบอก|อย่าบอก|อย่าให้|ห้ามแชร์|ภายใน`},
	{"vi", `het han|co hieu luc|phut|khong chia se|hieu luc|gio|giay|tuyet doi|bat ky ai|khong cung cap|khong tiet lo|bo qua`},
	{"id", `berlaku|kedaluwarsa|kadaluarsa|menit|jangan bagikan|jangan berikan|jam|detik|kepada siapa pun|siapapun|siapa pun|jangan beritahu|rahasia*|
		abaikan|hangus`},
	{"ja", `有効|分間|分以内|期限|他人に|時間以内|秒|無効|教えない|共有しない|一度だけ|無視|身に覚え|心当たり`},
	{"ko", `유효|분간|분 이내|분 동안|만료|공유하지|시간|초|타인|다른 사람|누구에게도|무시|한 번만|알려주지|노출`},
	{"zh", `有效|分钟|分鐘|过期|過期|勿泄露|請勿|请勿|切勿|小时|小時|内有效|內有效|他人|任何人|一次|失效|忽略|不要告诉|不要告訴|泄露|洩露|作废|作廢`},
	{"ca et lv lt", `caduca|minuts|no el comparteixis|no el compartiu|kehtib|minutit|ara jaga|derigs|deriga|minutes|nevienam|galioja|minutes|minuciu|
		niekam`},
	{"sl hr bs sr is ms", `velja|minut|nikomur|vrijedi|vazi|minuta|nikome|važi|важи|никоме|минута|gildir|minutur|minutum|sah selama|sah|jangan kongsi|
		মিনিট`},
}

var purposeWords = []words{
	{"en", `sign-in|login|log-in|verification|authentication|security|access|to sign in|to log in|to login|to signin|to log on|to verify|to confirm|
		to continue|to complete|to finish|to approve|to authorize|to authorise|to activate|to unlock|to reset|to pair|to link|to connect|to access|
		to open|to prove|to join|to authenticate|to proceed|to delete|to change|to finalize|to validate|to register|to set up|to sign up|
		when prompted|when asked|on the page|in the app|on the sign-in page|on your device|on your tv|to start|to get in|sign-in request|
		login attempt|sign-in attempt|log in|sign in|signing in|logging in|at the door|at the locker|on the keypad|to the courier|to the driver|
		to the clerk|at the counter|at the desk|to collect|to pick up|to receive|to release|to view|to print|to enter the|to see|gets you in|
		get you in|get in|get back in|let you in|lets you in|let me in|wants in|wants into|log on|signs you in|logs you in|for sign-in|for login|
		for logging in|confirms|unlocks|proves|prove it's you|prove that|is it you|is this you|was this you|trying to|tried to|wants to|new device|
		new browser|unknown device|two-step|two-factor|authenticate|verify|verifies|verifying|link your|link this|pair your|opens|opens the|lets you|
		open the door|open your|pass for|gets into|your way in|starts your|to carry on|to go on|to keep going|to get going|to get started|confirm|
		confirming|activation page|sign-in page|login page|activate|unlock|reset|approve|authorise|authorize|activat*|sign-up|signup|sign up|
		registering|switches on|turns on`},
	{"de", `um sich anzumelden|zur anmeldung|anmelden|bestatigen|zu bestatigen|zum anmelden|fortzufahren|freizuschalten|einzuloggen|anmeldung|
		freigeben|verifizieren|einloggen|zugang|zugriff|um fortzufahren|um zu bestatigen|zur bestatigung|verifizierung|zum einloggen|abzuschliessen|
		entsperren|koppeln|verknupfen|zum entsperren|zum koppeln|identitat|anmeldeversuch|zum freigeben|freizugeben|freigabe|freischalten|
		zu verifizieren|reinkommen|kommen sie rein|kommst du rein|neues gerat|neuen gerat|offnet|offnen|zutritt|entsperrt|fernseher|bestatigt|
		meldet sie|lasst sie|bestatigst|meldest|loggst|loggen|aktivieren|aktivierst|aktiviert|entsperrst|verifizierst|gibst frei|schalten|schaltest|
		zurucksetzen|andern|koppelst|aktivier*|freigeschaltet|schaltet|freischaltet|melden sie sich im|melden sie sich am|melden sie sich heute|
		melden sie sich an|melde dich im|melde dich am|melde dich an|meldest du dich`},
	{"fr", `pour vous connecter|pour confirmer|pour valider|pour continuer|pour verifier|connecter|connexion|pour finaliser|pour activer|
		pour terminer|pour te connecter|se connecter|connectez-vous|connecte-toi|vous connecter|te connecter|pour acceder|acces|identification|
		valider|confirmer|verifier|activer|pour debloquer|pour deverrouiller|pour entrer|pour associer|pour autoriser|identite|authentifier|
		validation|nouvel appareil|ouvre|ouvrir|vous ouvre|deverrouille|debloque|espace client|permet de|donne acces|confirme|valide votre|confirmez|
		confirmes|validez|activez|verifiez|accedez|autorisez|continuez|terminez|connectez|connectes|debloquez|deverrouillez|finalisez|reinitialiser|
		associez|approuver|approuvez|autoriser|activer*|activera|debloquera|ouvrira|confirmera|validera`},
	{"es", `para iniciar sesion|para confirmar|para verificar|para continuar|para acceder|para completar|para entrar|iniciar sesion|para activar|
		para ingresar|inicio de sesion|inicia sesion|entrar|acceso|acceder|ingresar|identidad|verificacion|confirmar|verificar|validar|validacion|
		activar|autorizar|para validar|para autorizar|para desbloquear|para vincular|para terminar|para finalizar|nuevo dispositivo|autenticacion|
		abre|abrir|desbloquea|permite|confirma|da acceso|te da paso|confirmas|verificas|verifique|activas|active|entras|accedes|autorizas|completas|
		terminas|desbloqueas|desbloquear|restablecer|apruebas|aprobar|validas|vincular|activa|activara|activar*|desbloqueara|confirmara`},
	{"it", `per accedere|per confermare|per verificare|per continuare|per completare|per autorizzare|accesso|per attivare|per entrare|accedere|
		per sbloccare|per associare|per convalidare|per terminare|verifica|convalida|validazione|confermare|verificare|autenticazione|identita|
		autorizzare|nuovo dispositivo|sblocco|entrare|apre|aprire|sblocca|permette|per proseguire|da accesso|confermi|verifichi|accedi|entri|attivi|
		attivare|autorizzi|completi|completare|sblocchi|sbloccare|reimpostare|approvare|approvi|convalidare|convalidi|associare|attiva|attiva*|
		attiver*|sblocchera|confermera`},
	{"pt", `para entrar|para confirmar|para verificar|para continuar|para acessar|para aceder|para iniciar sessao|iniciar sessao|para concluir|
		fazer login|para ativar|para liberar|acesso|acessar|aceder|verificacao|validacao|ativar|identidade|autenticacao|novo dispositivo|
		novo aparelho|desbloqueia|libera|acesse|acede|ative|ativas|autoriza|conclui|concluir|liberar|redefinir|aprovar|aprova|ativa|ativa*|ativar*`},
	{"nl", `om in te loggen|om te bevestigen|inloggen|om door te gaan|te verifieren|in te loggen|aan te melden|inlog*|aanmelden|aanmelding|toegang|
		verificatie|bevestigen|verifieren|te bevestigen|te activeren|te ontgrendelen|te koppelen|identiteit|om verder te|ontgrendelen|nieuw apparaat|
		opent|openen|ontgrendelt|bevestigt|geeft toegang|bevestig|verifieer|verifieert|activeer|activeert|activeren|ontgrendel|koppel|koppelen|log je|
		logt u|meldt u|keur|goedkeuren|goed te keuren|herstellen|activeer*`},
	{"sv nb da", `for att logga in|for att bekrafta|logga in|logge inn|logge pa|logge ind|for a logge|for at logge|for a bekrefte|for at bekraefte|
		inloggning*|inloggad|verifiering*|bekrafta|atkomst|for att fortsatta|for att verifiera|identitet|lasa upp|koppla|innlogging*|innlogget|
		palogging*|logg inn|logg pa|bekrefte|bekreft|verifisere|tilgang|for a fortsette|lase opp|koble|log ind|logget ind|bekraefte|bekraeft|
		verificere|adgang|for at fortsaette|lase op|parre|godkende|godkanna|godkjenne|godkend|godkann|godkjenn|ny enhet|ny enhed|oppnar|oppna|
		laser upp|slapper in|bekraftar|ger dig tillgang|apner|apne|laser opp|bekrefter|slipper deg|abner|abne|bekraefter|giver adgang|verifierar|
		loggar|loggar in|aktiverar|aktivera|godkanner|verifiserer|logger inn|logger deg|aktiverer|aktivere|godkjenner|verificerer|logger ind|
		logger du|godkender|aterstalla|tilbakestille|nulstille|aktiver*|aktivera*`},
	{"fi", `kirjautuaksesi|vahvistaaksesi|kirjaudu|jatkaaksesi|kirjautumi*|kirjautua|kirjaudut|paaset|sisaan|vahvista|vahvistamiseen|vahvistamiseksi|
		todennus|tunnistautumi*|aktivoi|aktivoidaksesi|avataksesi|henkilollisyy*|rekisteroity*|paasy|sisaankirjautumi*|hyvaksy*|hyvaksyaksesi|avaa|
		avaat|paastaa|vahvistaa|vahvistat|aktivoit|hyvaksyt|palauttaa|yhdistaa|jatkaa|aktivoi*`},
	{"pl cs sk", `aby sie zalogowac|aby potwierdzic|zalogowac|logowani*|prihlaseni*|prihlaste|overeni*|potvrzeni*|potvrdeni*|zaloguj|zalogujesz|
		logowanie|dostep|dostepu|potwierdz|potwierdzic|weryfikac*|weryfikuj|aktywowac|aktywacj*|odblokowac|sparowac|zatwierdz*|tozsamosc*|
		by sie zalogowac|zeby sie zalogowac|aby wejsc|prihlasit*|prihlasen*|pristup*|potvrdit|potvrdte|overit|overte|overenie|dokoncit|dokonceni*|
		dokoncenie|aktivac*|odemcen*|odblokovan*|sparovan*|totoznost*|vpustit|schvalit|schvalen*|otwiera|otworzyc|odblokuje|potwierdza|otevre|otevrit|
		odemkne|potvrdi|otvori|otvorit|odomkne|potwierdzisz|potwierdzasz|aktywujesz|zweryfikujesz|odblokujesz|zresetowac|zmienic haslo|potvrdite|
		potvrdis|overite|overis|aktivujete|aktivujes|schvalite|schvalis|odemknete|odomknete|obnovit|zmenit|aktywuj*|aktivuj*`},
	{"hu ro", `bejelentkez*|megerosit*|belepes*|autentific*|confirmarea|pentru a va|belep*|bejut*|azonosit*|hitelesit*|ellenorz*|aktival*|hozzaferes*|
		jovahagy*|feloldas*|parosit*|folytat*|sa te conectezi|sa te loghezi|sa intri|sa va conectati|logare|logarea|intra in cont|intri in cont|
		intrati in cont|accesul|nyitja|kinyit*|igazolja|deschide|deblocheaza|sa confirmi|sa confirmati|confirmi|confirmati|verifici|verificati|
		sa verifici|verificarea|activezi|activati|sa activezi|activarea|validezi|validati|sa continui|sa continuati|continuati|continui|aprobi|
		aprobati|sa aprobi|deblochezi|deblocati|identitatea|conectezi|conectati|conectare|conectarea|pentru conectare|megerositi|megerosited|belephet|
		belephetsz|jovahagyja|visszaallit*|csatlakoz*|resetezi|resetarea|aktivalhat*|activeaza`},
	{"bg ru uk el", `для входа|чтобы войти|для подтверждения|подтвердить|войти|щоб увійти|для входу|за вход|за да влезете|за да потвърдите|
		για να συνδεθειτε|για να επιβεβαιωσετε|συνδεση|вход|входа|вход в|войдите|войти в|входу|увійти|увійдіть|авторизац*|авторизу*|влезете|влезеш|
		влизане|влизането|подтвержд*|подтвердите|подтверди|подтверждения|потвърд*|потвърждени*|підтверд*|підтвердження|проверки|проверка|перевірк*|
		активац*|активир*|разблокир*|розблок*|отключ*|личност*|особ*|доступ*|достъп*|продолж*|продовж*|продълж*|завърш*|заверш*|συνδεθ*|συνδεσ*|
		εισοδ*|μπειτε|μπεις|μπορεσετε να μπειτε|επιβεβαιω*|επαληθευ*|ενεργοποι*|προσβασ*|ταυτοτητ*|ταυτοποι*|ξεκλειδω*|συνεχισ*|ολοκληρω*|отваря|
		отвори*|откроет|открыть|откроют|відкриє|відкрити|ανοιγει|ανοιξ*|потвърждавате|потвърждаваш|влизате|войдёте|войдете|войдешь|подтвердишь|
		увійдете|увійдеш|сбросить|сбросите|сменить|изменить|скинути|змінити|смените|нулир*|επαναφορα|αλλαξετε|αλλαξεις|активуй*|активує*`},
	{"tr", `giris yapmak|dogrulamak|onaylamak|devam etmek|oturum acmak|giris icin|giris*|girisi*|oturum*|dogrula*|onayla*|etkinlestir*|kimlig*|
		erisim*|devam et*|tamamla*|eslestir*|kilidi*|aktif*|yetkilendir*|acmak|acar|acin|sifirla*|degistir*`},
	{"ar he fa", `لتسجيل الدخول|للتحقق|لتاكيد|للمتابعه|כדי להתחבר|להתחברות|לאימות|כדי לאמת|براي ورود|براي تاييد|الدخول|تسجيل الدخول|دخول|للدخول|
		التحقق|تحقق|تاكيد|للتاكيد|تفعيل|لتفعيل|لاكمال|لاتمام|للموافقه|المصادقه|مصادقه|هويتك|الوصول|فتح القفل|اعتماد|להיכנס|כניסה|לכניסה|הכניסה|להתחבר|
		התחברות|אימות|לאמת|אישור|לאישור|לאשר|להפעלה|להפעיל|להמשיך|להמשך|להשלים|להשלמת|זהות|זהותך|גישה|ורود|ورود|وارد شويد|وارد شدن|براي ادامه|تاييد|
		فعالسازي|فعال سازي|هويت|دسترسي|احراز|تكميل|لفتح|يفتح|לפתוח|פותח|باز كردن`},
	{"hi th vi id", `लॉग इन|लॉगिन|सत्यापित|साइन इन|เข้าสู่ระบบ|ยืนยัน|dang nhap|xac minh|xac nhan|untuk masuk|untuk verifikasi|untuk login|
		memverifikasi|साइन-इन|प्रवेश|पुष्टि|सत्यापन|सक्रिय|पहचान|लॉगइन|जारी रखने|अनलॉक|ลงชื่อเข้า|เข้าใช้|เข้าใช้งาน|ล็อกอิน|ยืนยันตัวตน|ยืนยันอีเมล|
		ปลดล็อก|เปิดใช้งาน|ดำเนินการต่อ|xac thuc|kich hoat|truy cap|mo khoa|tiep tuc|hoan tat|danh tinh|phe duyet|masuk|verifikasi|konfirmasi|
		mengonfirmasi|aktivasi|mengaktifkan|melanjutkan|menyelesaikan|akses|identitas|membuka kunci|menyetujui|log masuk|खोलने|เปิดประตู|mo cua|
		membuka|सक्रिय करें|เปิดบัตร|aktifkan`},
	{"ja ko zh", `ログイン|サインイン|承認|本人確認|認証|로그인|인증|확인|登录|登入|验证|驗證|入室|確認を完了|ログオン|サインアップ|登録を完了|
		ロック解除|ペアリング|접속|승인|활성화|잠금 해제|본인|계속하|登陆|登錄|激活|啟用|解锁|解鎖|认证|認證|身份|授权|授權|確認|确认|核實|核实|開け|
		解錠|열기|열려면|打开|打開|开启|開啟|绑定|綁定|有効にな|有効化|활성화하|启用`},
	{"vi", `doi mat khau|doi so`},
	{"en", `it's you|it is you|it was you|that it's you`},
	{"ca et lv lt", `per iniciar sessio|per confirmar|per verificar|inicia sessio|inici de sessio|sisselogimiseks|sisse logimiseks|kinnitamiseks|
		logida|pieteiktos|pieteiksan*|apstiprinat*|prisijungti|prisijungimui|prisijungim*|patvirtinti|patvirtinimui`},
	{"sl hr bs sr mk", `za prijavo|za potrditev|prijavo|prijavite|za prijavu|za potvrdu|prijavu|potvrdili|за пријаву|за потврду|пријаву|најава|
		за потврда`},
	{"is ms bn", `innskraning*|staðfesta|skra þig inn|log masuk|untuk mengesahkan|লগ ইন|লগইন|যাচাই`},
}

// briefWords make a code of the noun beside them: "one-time number", "temporary PIN".
var briefWords = []words{
	{"en", `one-time|one time|onetime|single-use|single use|temporary|secret|disposable|personal|numeric|*-digit|provisional`},
	{"de", `einmalig|einmalige|einmaliger|einmaliges|einmaligen|temporar*|geheim|geheime|geheimer|vorlaufig*|*-stellige|*-stelliger|*-stelligen|
		*-stelliges|befristet*`},
	{"fr", `a usage unique|usage unique|temporaire|ephemere|provisoire|secret|secrete|jetable|dynamique`},
	{"es", `de un solo uso|un solo uso|temporal|secreto|secreta|provisional|dinamico|dinamica`},
	{"it", `monouso|usa e getta|temporaneo|temporanea|segreto|segreta|provvisorio|provvisoria|dinamico`},
	{"pt", `de uso unico|uso unico|temporario|temporaria|secreto|secreta|provisorio|provisoria|descartavel`},
	{"nl", `eenmalig|eenmalige|tijdelijk|tijdelijke|geheim|geheime|*cijferig|*cijferige`},
	{"sv nb da", `engangs|tillfallig|tillfalliga|tillfalligt|hemlig|hemliga|midlertidig|midlertidige|hemmelig|hemmelige|*siffrig|*siffriga|*siffrigt|
		*sifret|*sifrede|*cifret|*cifrede`},
	{"fi", `kertakayttoinen|kertakayttoisen|valiaikainen|valiaikaisen|salainen|tilapainen|tilapaisen|*numeroinen`},
	{"pl", `jednorazow*|tymczasow*|tajny|tajne|*cyfrowy|*cyfrowego`},
	{"cs sk", `jednorazov*|docasn*|tajny|tajne|tajneho|*mistny|*miestny|*ciferny`},
	{"hu", `egyszer hasznalatos|egyszeri|ideiglenes|titkos|atmeneti|*jegyu`},
	{"ro", `de unica folosinta|unic|unica|temporar|temporara|secret|secreta|provizoriu`},
	{"bg ru uk", `еднократ*|временен|временния|временният|таен|тайния|одноразов*|временный|временного|временная|секретный|секретного|тимчасов*|таємн*|
		секретн*|*значный|*цифрен`},
	{"el", `μιας χρησης|προσωριν*|μυστικ*|*ψηφιος|*ψηφιο`},
	{"tr", `tek kullanimlik|tek seferlik|gecici|gizli|*haneli`},
	{"ar fa", `لمره واحده|مؤقت|المؤقت|مؤقته|المؤقته|سري|السري|يكبار مصرف|يكبارمصرف|موقت|محرمانه`},
	{"he", `חד פעמי|חד-פעמי|חד פעמית|חד-פעמית|זמני|זמנית|סודי|סודית`},
	{"hi", `अस्थायी|गुप्त|एकबारगी|एक बार का`},
	{"th", `ชั่วคราว|ครั้งเดียว|ลับ`},
	{"vi", `mot lan|dung mot lan|tam thoi|bi mat`},
	{"id", `sekali pakai|sementara|rahasia`},
	{"ja", `一時|使い捨て|一回限り|ワンタイム用|秘密の|仮の`},
	{"ko", `일회용|임시|비밀의`},
	{"zh", `一次性|临时|臨時|动态|動態|随机|隨機`},
	{"all", `one-off|einmal|a usage unique|usa-e-getta|eenmalig te gebruiken`},
}

// personWords name who is to be told a code.
var personWords = []words{
	{"en", `driver|courier|agent|clerk|rider|postman|attendant|concierge`},
	{"de", `fahrer*|kurier*|zusteller*|boten|mitarbeiter*`},
	{"fr es it pt", `chauffeur|livreur*|coursier|conseiller|repartidor*|conductor*|mensajero|chofer|corriere|autista|conducente|fattorino|motorista|
		entregador|estafeta|atendente|condutor`},
	{"nl sv nb da fi", `bezorger|koerier|medewerker|foraren|chauffor*|kurir*|budet|sjafor*|kureren|kuljettaj*|lahetil*|myyjal*`},
	{"pl cs sk hu ro", `kurier*|kierowc*|dostawc*|ridic*|kuryr*|vodic*|sofor*|futar*|curier*|soferul*`},
	{"bg ru uk el tr", `шофьор*|куриер*|водител*|курьер*|таксист*|кур'єр*|водіє*|водієві|οδηγ*|κουριερ|ταχυμεταφορ*|surucu*|kurye*`},
	{"ar he fa hi", `للسائق|السائق|المندوب|לנהג|הנהג|לשליח|השליח|راننده|پيك|ड्राइवर|कूरियर`},
	{"th vi id", `คนขับ|พนักงาน|ไรเดอร์|tai xe|nguoi giao|shipper|pengemudi|kurir|sopir`},
	{"ja ko zh", `運転手|ドライバー|配達員|기사|배달원|라이더|司机|司機|骑手|快递员|外送員|配送员|店員|店员`},
}

// afterHyphen tells to leave out the letters that a code begins with.
var afterHyphen = []string{"after the dash", "after the hyphen", "only the digits", "just the digits", "only the numbers", "just the numbers",
	"without the letters", "nach dem bindestrich", "nur die ziffern", "nur die zahlen", "apres le tiret", "que les chiffres", "tras el guion",
	"despues del guion", "solo los numeros", "dopo il trattino", "solo le cifre", "apos o hifen", "depois do hifen",
	"na het streepje", "alleen de cijfers", "efter bindestreck", "efter bindestreg", "etter bindestrek", "bara siffrorna", "viivan jalkeen",
	"po mysln", "po pomlc", "za pomlc", "a kotojel utan", "dupa liniuta", "след тирето", "после дефиса", "после тире", "після дефіса",
	"μετα την παυλα", "tireden sonra", "بعد الشرطه", "אחרי המקף", "بعد از خط تيره", "हाइफन के बाद", "หลังขีด", "sau dau gach", "setelah tanda hubung",
	"ハイフンの後", "하이픈 뒤", "连字符后", "破折号后", "連字號後"}
