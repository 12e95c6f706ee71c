package extract

import (
	"slices"
	"strings"
	"sync"
)

// Classes of words about links. The first six act for the reader.
const (
	linkSignin class = iota + 1
	linkVerify
	linkReset
	linkInvite
	linkUnlock
	linkConfirm
	linkUnsubscribe
	linkPreferences
	linkView
	linkHelp
	linkLegal
	linkSocial
	linkReport // "this was not me"
	linkOther  // reads, buys, tracks, pays, meets
	linkOnce   // the link serves once or for a time
	linkHint   // speaks of an account or of starting, as mails with a link that acts do
	linkIgnore // says to do nothing
	linkPoint  // only points: "here", "continue"
	linkImage
	linkTracking
)

var linkKinds = [...]string{
	linkSignin: "signin", linkVerify: "verify", linkReset: "reset", linkInvite: "invite", linkUnlock: "unlock", linkConfirm: "confirm",
	linkUnsubscribe: "unsubscribe", linkPreferences: "preferences", linkView: "view", linkHelp: "help", linkLegal: "legal", linkSocial: "social",
	linkReport: "other", linkOther: "other", linkImage: "image", linkTracking: "tracking", 0: "other",
}

// acts tells the classes of magic links.
func (c class) acts() bool { return c >= linkSignin && c <= linkConfirm }

// turnsAway tells the classes of links that do not act.
func (c class) turnsAway() bool { return c >= linkUnsubscribe && c <= linkOther }

// overrules tells those of them whose words outweigh words that act in the same sentence: "to cancel the sign-in". Others,
// such as "in your browser" or "visit", stand in any sentence.
func (c class) overrules() bool {
	return c == linkUnsubscribe || c == linkPreferences || c == linkReport
}

var linkLexicon = sync.OnceValue(func() *lexicon {
	return newLexicon(map[class][]words{
		linkSignin: slices.Concat(signinWords, signinPhrases, signinAsks), linkVerify: slices.Concat(verifyWords, verifyPhrases, verifyAsks),
		linkReset: slices.Concat(resetWords, resetPhrases, resetAsks), linkInvite: slices.Concat(inviteWords, invitePhrases, inviteAsks),
		linkUnlock: slices.Concat(unlockWords, unlockPhrases), linkConfirm: slices.Concat(confirmWords, confirmPhrases, confirmAsks),
		linkUnsubscribe: unsubscribeWords, linkPreferences: preferencesWords, linkView: viewWords, linkHelp: helpWords, linkLegal: legalWords,
		linkSocial: socialWords, linkReport: reportWords, linkOther: slices.Concat(elsewhereWords, doneWords), linkOnce: onceWords,
		linkHint: hintWords, linkPoint: pointWords, linkIgnore: ignoreWords,
	})
})

var signinWords = []words{
	{"en", `sign in|sign-in|signin|signing in|log in|log-in|login|logging in|log on|magic link|sign you in|log you in|access your account|
		one-time link|one-click link|continue to|sign me in|log me in|let me in|get back in|passwordless|access link|secure link|authenticate|
		continue as|without a password`},
	{"de", `anmelden|anmeldung|anmelde*|einloggen|einzuloggen|jetzt anmelden|login-link|anmeldelink|anmelde-link|zauberlink|magischer link|
		magischen link|zugangslink|zugang zu ihrem konto|melden sie sich an|melde dich an|loggen sie sich ein|logg dich ein|ohne passwort`},
	{"fr", `connexion|se connecter|me connecter|connectez-vous|vous connecter|te connecter|connecte-toi|lien magique|s'identifier|identifiez-vous|
		acceder a mon compte|acceder a votre compte|connectez|entrez sans mot de passe|acces direct`},
	{"es", `iniciar sesion|inicia sesion|inicie sesion|inicio de sesion|acceder|accede|entrar|enlace magico|ingresar|ingresa|enlace de acceso|
		acceso a tu cuenta|entra sin contrasena|entra con`},
	{"it", `accedi|accedere|accesso|effettua l'accesso|link magico|entra|login|entra senza password`},
	{"pt", `iniciar sessao|inicie sessao|fazer login|faca login|entrar|acessar|acesse|aceder|link magico|link de acesso|link de login|
		inicio de sessao|entre sem senha|entre sem palavra-passe|entre com um clique|entre no|entre na`},
	{"nl", `inloggen|log in|in te loggen|aanmelden|magische link|inloglink|meld je aan|log je in|logt u in|zonder wachtwoord`},
	{"sv nb da", `logga in|logg inn|logge inn|log ind|logge ind|inloggningslank|innloggingslenke|magisk lank|magisk lenke|magisk link|loginlink|
		inloggning*|innlogging*|palogging*|logg pa|logga in mig|utan losenord|uten passord|uden adgangskode`},
	{"fi", `kirjaudu|kirjautu*|kirjautumislinkki|taikalinkki|siirry tilille|kirjaudut`},
	{"pl", `zaloguj*|logowani*|magiczny link|zalogowac`},
	{"cs sk", `prihlasit*|prihlaste*|prihlaseni*|prihlasit sa|prihlasovac*|prihlasen*|magicky odkaz`},
	{"hu", `bejelentkez*|belepes*|belep*|varazslink|lepjen be|lepj be|jelentkezzen be|jelentkezz be`},
	{"ro", `conecteaza-te|conectati-va|autentifica*|autentificare|conectare|intra in cont|conecteaza*|linkul magic|conectezi|intra in|loghezi|
		conecteaza`},
	{"bg ru uk", `вход|влез*|войти|войдите|вход в|для входа|вхід|увійти|увійдіть|магическая ссылка|волшебная ссылка|волшебной ссылке|
		магічне посилання|авториз*|вписване|входа|входу`},
	{"el tr", `συνδεση*|συνδεθειτε|συνδεσου|εισοδος|εισοδο|giris yap*|oturum ac*|giris bag*|giris|sihirli bag*|συνδεσ*|μπειτε`},
	{"ar he fa", `تسجيل الدخول|سجل الدخول|الدخول|دخول|رابط الدخول|התחבר*|להתחבר*|כניסה|היכנס*|כניסה לחשבון|ورود|وارد شويد`},
	{"hi th vi id", `लॉग इन|लॉगिन|साइन इन|เข้าสู่ระบบ|ลงชื่อเข้าใช้|dang nhap|masuk|login`},
	{"ja ko zh", `ログイン|サインイン|로그인|登录|登入|登陆|マジックリンク`},
	{"ca et lv lt sl hr sr is ms", `inicia sessio|logi sisse|pieteikties|piesakieties|prisijungti|prisijunkite|prijavi se|prijavite se|prijava|
		пријавите се|skra inn|log masuk|লগইন`},
}

var verifyWords = []words{
	{"en", `verify|verifies|verifying|verification|verify email|verify your|validate|validation|activate|activating|activation|complete registration|
		complete your registration|complete your sign-up|complete your signup|complete sign-up|complete signup|complete sign up|finish signing up|
		finish registration|finish your registration|finish sign-up|finish setting up|finish setup|complete setup|complete your account|
		complete your profile setup|set up your account|prove it's you|double opt-in|opt in|enable your account|start using your account|
		register your device|claim your account|is yours|belongs to you|really you|right inbox|right address|it's really`},
	{"de", `verifizier*|verifikation*|*aktivier*|freischalten|freizuschalten|registrierung abschliessen|anmeldung abschliessen|validier*|
		registrierung vervollstandigen|konto einrichten|*freischaltung|schliessen sie|schliesse deine|registrierung abzuschliessen|abzuschliessen`},
	{"fr", `verifier|verifiez|verifie|verification|activer|activez|activation|valider|validez|validation|finaliser mon inscription|
		finaliser votre inscription|terminer l'inscription|finalisez votre inscription|finaliser|terminez votre inscription|
		terminer votre inscription|complétez votre inscription|la creation de votre compte`},
	{"es", `verificar|verifica|verifique|verificacion|activar|activa|active|activacion|validar|valida|completar registro|completar el registro|
		completa tu registro|finalizar registro|completa tu alta|termina tu registro|completa el alta|termina de registrarte`},
	{"it", `verifica|verificare|verifichi|attiva|attivare|attivazione|convalida|completa la registrazione|completare la registrazione|
		completa registrazione|completa l'iscrizione|termina la registrazione|concludi`},
	{"pt", `verificar|verifique|verificacao|ativar|ative|ativacao|validar|valide|concluir registo|concluir cadastro|completar cadastro|
		concluir o registo|complete seu cadastro|conclua seu cadastro|conclua o registo|finalize seu cadastro|termine o registo|concluir o cadastro`},
	{"nl", `verifieer*|verifieren|verificatie*|activeer*|activeren|activering*|registratie voltooien|valideer*|registratie afronden|
		aanmelding afronden|rond je registratie af|rond je aanmelding af|rond af|voltooi je|voltooi uw|registratie af`},
	{"sv nb da", `verifiera|verifiering*|verifiser|verifisere|verificer|verificere|verifisering*|verificering*|aktivera|aktivering*|aktiver|aktivere|
		slutfor registreringen|fullfor registreringen|godkend din konto|slutfor din|slutfor registrering*|fullfor registrering*|afslut din|
		afslut oprettelse*|afslut tilmelding*|fuldfor*`},
	{"fi", `vahvista|vahvistaa|vahvistus*|aktivoi|aktivoida|vahvistamalla|viimeistele rekisteroityminen|varmenna|vahvistaaksesi|viimeistele|
		taydenna rekisterointi|suorita rekisterointi`},
	{"pl", `zweryfik*|weryfik*|aktywuj|aktywowac|aktywac*|dokoncz rejestracj*|dokonczyc rejestracj*|dokoncz|dokonczenie rejestracj*`},
	{"cs sk", `overit|overte|overeni*|overenie|overovac*|aktivovat|aktivujte|aktivac*|aktivacia|dokoncit registraci|dokoncit registraciu|
		dokoncete registraci|dokoncite registraciu|dokoncete|dokoncite`},
	{"hu ro", `ellenorz*|hitelesit*|aktival*|regisztracio befejezese|verifica|verificare|verificati|activeaza|activati|activare|activarea|validati|
		valideaza|finalizeaza inregistrarea|finalizati inregistrarea|ervenyesit*|aktivalja|aktivald|igazolja|igazold|hitelesitse|ellenorizze|
		fejezze be a regisztraciot|fejezze be|finalizeaza|finalizati|finalizeaza crearea`},
	{"bg ru uk", `верифиц*|провер*|проверить адрес|активир*|активация|активац*|активуй*|активув*|верифік*|завершить регистрацию|завершите регистрацию|
		завершити реєстрацію|завършете регистрацията|завърши регистрацията|перевірити|активирайте|верифицирай*|активуйте|завърши*`},
	{"el tr", `επαληθευ*|επαληθευση|ενεργοποι*|dogrula*|dogrulama*|etkinlestir*|aktif et*|aktivasyon|hesabi etkinlestir|kaydi tamamla|
		kaydinizi tamamlayin|ολοκληρωστε την εγγραφη|ολοκληρωση εγγραφης|επαληθευσ*|ενεργοποιησ*`},
	{"ar he fa", `تحقق من|التحقق من|التحقق|تفعيل|فعل حسابك|تنشيط|لتفعيل|אימות|אמת|לאימות|אמתו|לאמת|הפעל*|הפעלת|להפעיל|השלמת ההרשמה|فعال سازي|فعالسازي|
		اعتبارسنجي|وريفاي`},
	{"hi th vi id", `सत्यापित|सत्यापन|सक्रिय|वेरिफाई|ยืนยันอีเมล|ยืนยันตัวตน|ยืนยันบัญชี|ยืนยันที่อยู่|เปิดใช้งาน|xac minh|xac thuc|kich hoat|
		verifikasi|memverifikasi|aktifkan|aktivasi|mengaktifkan|selesaikan pendaftaran|hoan tat dang ky`},
	{"ja ko zh", `認証|検証|有効化|アクティベート|本登録|登録を完了|인증|활성화|가입 완료|가입을 완료|본인 확인|验证|驗證|激活|啟用|完成注册|完成註冊|
		开通`},
	{"ca et lv lt sl hr sr is ms", `verifica el correu|kinnita*|apstiprini*|apstipriniet|patvirtinkite|patvirtinti|potrdite|potvrdite|потврдите|
		staðfest*|sahkan*|mengesahkan|যাচাই`},
}

var resetWords = []words{
	{"en", `reset|reset password|reset your password|reset my password|resetting|new password|choose a new one|choose a new password|
		set a new password|set new password|create a new password|change password|change your password|change my password|set your password|
		set a password|set password|set up your password|create your password|create a password|create password|choose a password|
		choose your password|password reset|recover your account|recover account|account recovery|recover your password|recover|new passphrase|
		new pin|forgot|forgotten|forgot your password|forgot password|lost your password|lost password`},
	{"de", `zurucksetzen|zuruckzusetzen|neues passwort|neues kennwort|passwort andern|kennwort andern|passwort festlegen|kennwort festlegen|
		passwort erstellen|passwort vergeben|passwort wahlen|zurucksetzung|passwort setzen|konto wiederherstellen|passwort neu setzen`},
	{"fr", `reinitialis*|nouveau mot de passe|changer le mot de passe|changer mon mot de passe|changer de mot de passe|definir un mot de passe|
		definir mon mot de passe|creer un mot de passe|creer mon mot de passe|choisir un mot de passe|modifier mon mot de passe|recuperer mon compte|
		choisir un nouveau`},
	{"es", `restablec*|restablece|reestablec*|nueva contrasena|cambiar contrasena|cambiar la contrasena|cambiar mi contrasena|crear contrasena|
		crear una contrasena|recuperar|recupera|nueva clave|elegir una nueva`},
	{"it", `reimposta*|reimpostare|nuova password|cambia password|cambiare la password|crea password|imposta password|imposta la password|recupera*|
		ripristina*|scegli una nuova`},
	{"pt", `redefinir|redefina|redefinicao|repor|nova senha|nova palavra-passe|alterar senha|criar senha|definir senha|trocar senha|recuperar|
		recupere|alterar palavra-passe|criar nova senha`},
	{"nl", `opnieuw instellen|resetten|nieuw wachtwoord|wachtwoord wijzigen|wachtwoord instellen|wachtwoord herstellen|wachtwoord kiezen|
		stel je wachtwoord in|stel een nieuw wachtwoord in|herstel*`},
	{"sv nb da", `aterstall*|nytt losenord|byt losenord|andra losenord|valj losenord|skapa losenord|tilbakestill*|nytt passord|endre passord|
		bytt passord|velg passord|opprett passord|nulstil*|ny adgangskode|skift adgangskode|vaelg adgangskode|opret adgangskode|aendre adgangskode|
		nyt kodeord`},
	{"fi pl", `nollaa|nollata|palauta salasana|uusi salasana|vaihda salasana|aseta salasana|luo salasana|salasanan palautus|zresetuj|zresetowac|
		resetuj|resetowani*|nowe haslo|ustaw haslo|ustaw nowe haslo|zmien haslo|odzyskaj|utworz haslo|zmiana hasla|unohditko|unohtui|unohtunut|
		zapomniales|zapomniane|nie pamietasz|zapomnialas`},
	{"cs sk", `obnovit heslo|obnoveni hesla|obnovenie hesla|resetovat|nove heslo|zmenit heslo|nastavit heslo|zvolit heslo|vytvorit heslo|
		obnovte heslo|nastavte si heslo|nastavit nove heslo|zapomneli|zapomenute|zapomnel|zabudli|zabudnute|zabudol`},
	{"hu ro", `visszaallit*|uj jelszo|jelszo modositasa|jelszo beallitasa|jelszocsere|reset*|reseteaza|resetati|resetarea|parola noua|schimba parola|
		seteaza parola|setati parola|recupereaza|o noua parola|jelszavanak visszaallitasa|elfelejtett*|elfelejtette|ai uitat|ati uitat|parola uitata|
		uitata|allitsa vissza|allitsd vissza|allitson be|uj jelszot|valasszon uj|sa resetezi|reseteaza-ti`},
	{"bg ru uk", `нулир*|нова парола|смяна на парола|сменете паролата|сброс*|сбросить|новый пароль|сменить пароль|изменить пароль|задать пароль|
		создать пароль|восстанов*|придумать пароль|скинути|скидання|новий пароль|змінити пароль|відновити|відновлення|установить пароль|
		задайте парола|възстанов*|встановити пароль|забравена|забравихте|забрави|забыли|забыл|забытый|забули|забув`},
	{"el tr", `επαναφορα*|επαναφερετε|νεος κωδικος|νεο κωδικο|αλλαγη κωδικου|ορισμος κωδικου|sifirla*|yeni sifre*|sifreni degistir|sifre degistir*|
		sifre belirle*|sifre olustur*|parola sifirla*|yeni parola|ξεχασατε|ξεχασες|unuttunuz*|unuttun|unutulan`},
	{"ar he fa", `اعاده تعيين|اعاده ضبط|كلمه مرور جديده|تغيير كلمه|تعيين كلمه|استعاده|איפוס|אפס|אפסו|לאפס|סיסמה חדשה|שינוי סיסמה|בחירת סיסמה|שחזור|
		بازنشاني|رمز عبور جديد|تغيير رمز|بازيابي|تنظيم رمز|نسيت|هل نسيت|שכחת|שכחתם|فراموش`},
	{"hi th vi id", `रीसेट|नया पासवर्ड|पासवर्ड बदलें|पासवर्ड सेट|รีเซ็ต|ตั้งรหัสผ่านใหม่|รหัสผ่านใหม่|เปลี่ยนรหัสผ่าน|ตั้งค่ารหัสผ่าน|dat lai|
		mat khau moi|doi mat khau|tao mat khau|atur ulang|setel ulang|kata sandi baru|reset kata sandi|ubah kata sandi|buat kata sandi|khoi phuc|
		भूल गए|ลืมรหัสผ่าน|ลืม|quen mat khau|lupa`},
	{"ja ko zh", `再設定|リセット|新しいパスワード|パスワードを変更|パスワード変更|パスワードを設定|パスワードの設定|재설정|새 비밀번호|비밀번호 변경|
		비밀번호 설정|비밀번호 찾기|重置|重設|重设|新密码|新密碼|修改密码|更改密碼|设置密码|設定密碼|找回密码|变更密码|忘れ|お忘れ|잊으|잊어|忘记|
		忘記`},
	{"de fr es it pt", `passwort vergessen|kennwort vergessen|vergessen|mot de passe oublie|oublie|oublie votre mot de passe|olvidaste|olvido|
		contrasena olvidada|olvidado|password dimenticata|dimenticato|dimenticata|esqueceu|esqueceu a senha|esqueceu-se|esqueci`},
	{"nl sv nb da", `vergeten|wachtwoord vergeten|glomt|glomt losenord|glomt losenordet|glemt|glemt passord|glemt passordet|glemt adgangskode`},
	{"ca et lv lt sl hr sr is ms", `restableix*|nova contrasenya|lahtesta*|uus parool|atiestat*|jauna parole|atkurti slaptazod*|naujas slaptazodis|
		ponastavi*|novo geslo|resetirajte|resetiraj|nova lozinka|ponistite lozinku|ресетуј*|нова лозинка|nytt lykilorð|endurstill*|tetapkan semula|
		kata laluan baharu|পাসওয়ার্ড রিসেট`},
}

var inviteWords = []words{
	{"en", `accept|accepting|accept invitation|accept invite|accept the invitation|accept your invitation|invitation|invite|invited|invites|join|
		join team|join the|view invitation|see invitation|become a member|has invited|invited you|invites you|is inviting|wants you to join|added you|
		shared with you`},
	{"de", `*einladung*|annehmen|eingeladen|beitreten|akzeptieren|anzunehmen|mitmachen|ladt dich|ladt sie|ladt euch|lud dich|hat dich eingeladen|
		dich hinzugefugt|sie hinzugefugt|euch hinzugefugt|hinzugefugt worden`},
	{"fr", `accepter|acceptez|invitation|rejoindre|rejoignez|invite|invitee|rejoins|vous invite|t'invite|vous a invite|t'a invite|convie|
		rejoignez-nous`},
	{"es", `aceptar|acepta|acepte|invitacion|unirse|unete|unirme|unirte|invitado|invitada|te invita|te ha invitado|le invita|te invito|invitado a|
		sumate|te han invitado`},
	{"it", `accetta|accettare|invito|unisciti|partecipa al team|entra nel team|invitato|invitata|accetti|ti invita|ti ha invitato|la invita|invitati|
		entra a far parte`},
	{"pt", `aceitar|aceite|convite|participar da equipe|junte-se|convidado|convidada|entrar na equipe|entrar na equipa|juntar-se|convidou*|
		te convidou|convida voce|convida-o|convida-te|convidados|junta-te|convidou voce|participe`},
	{"nl", `*uitnodiging*|accepteer*|accepteren|uitgenodigd|deelnemen aan|word lid|lid worden van|nodigt je uit|nodigt u uit|heeft je uitgenodigd|
		doe mee|sluit je aan`},
	{"sv nb da", `*inbjudan*|inbjuden|acceptera|tacka ja|ga med|*invitasjon*|invitert|godta|aksepter*|bli med|*invitation*|inviteret|accepter|
		acceptere|deltag i|bjuder in dig|bjudit in|har bjudit|bjod in|gar med|inviterer|inviterte|inviteres|inbjudna|har invitert|har inviteret|
		slut dig til|ansluter`},
	{"fi pl", `kutsu*|hyvaksy|hyvaksya|liity|kutsuttu|zaproszeni*|zaprosz*|przyjmij|zaakceptuj|dolacz*|akceptuj|kutsuu|kutsui|zaprasza*|zaprosil*|
		dolacz|dolaczyc|zapraszam*`},
	{"cs sk", `pozvan*|prijmout|prijmete|prijat|prijmite|pripojit se|pripojte se|pripojit sa|pripojte sa|pozvani*|pozvanie|pridat se|akceptovat|
		zve te|zve vas|pozval*|zvou|pozyva*|vas zve|vas pozyva|pripojte|pripoj sa|pripoj se|pridej se|pridajte sa`},
	{"hu ro", `meghiv*|elfogad*|csatlakoz*|invitati*|accepta|acceptati|alatura-te|alaturati-va|invitat|invitata|meghiv|meghivta|meghivott|hiv teged|
		hivta|te-a invitat|v-a invitat|va invita|alatura|intra in echipa`},
	{"bg ru uk", `покан*|приемете|приеми|присъедин*|приглаш*|принять|примите|присоедин*|запрош*|прийняти|прийміть|приєдна*|приемане|кани|канят|
		поканен*|ви покани|присъедини*|приглаша*|пригласил*|зовет|приглашен*|вступить|вступите|вступайте|запрошу*|запросив|запросила|долучайтеся|
		долучитися|долучи*|приєднуй*`},
	{"el tr", `προσκλησ*|αποδοχη|αποδεχτειτε|αποδεχθειτε|συμμετοχη|εγγραφειτε στην ομαδα|davet*|kabul et*|katil|katilin|daveti|σας προσκαλει|
		σε προσκαλει|προσκαλει|προσκαλεσε|σας προσκαλεσε|γινετε μελος|συμμετεχετε|προσκληθ*|katilmak|katilmaniz|davet etti|katilmaya|aramiza katil*`},
	{"ar he fa", `قبول|اقبل|دعوه|الدعوه|انضم*|دعوتك|הזמנה ל|קבל את ההזמנה|קבלו את ההזמנה|לקבל את ההזמנה|לקבל או לדחות|קבלת ההזמנה|אישור ההזמנה|הצטרף|
		הצטרפו|הצטרפות|להצטרף|הוזמנת|دعوت*|پذيرش|بپذيريد|پيوستن|دعاك|دعتك|يدعوك|تدعوك|تمت دعوتك|للانضمام|الانضمام|הזמין אותך|הזמינה אותך|הזמינו אותך|
		מזמין אותך|מזמינה אותך|הוזמנתם|הצטרפי|מזמינים|به تيم|شما را دعوت|عضو شويد|بپيونديد|دعوت شده*`},
	{"hi th vi id", `आमंत्रण|निमंत्रण|स्वीकार|शामिल हों|आमंत्रित|คำเชิญ|ยอมรับ|เข้าร่วม|ตอบรับ|loi moi|chap nhan|tham gia|undangan|terima undangan|
		bergabung|gabung|diundang|duoc moi|आपको आमंत्रित|न्योता|बुलाया|जुड़ें|ได้รับเชิญ|เชิญคุณ|เชิญให้|ชวนคุณ|เชิญเข้าร่วม|moi ban|da moi|gia nhap|
		mengundang|undang|ikut bergabung|mengajak`},
	{"ja ko zh", `招待|参加する|承諾|受け入れ|초대|수락|참여하기|합류|邀请|邀請|接受|加入|ご招待|招かれ|招待されました|参加リクエスト|초대되|초대받|
		초대했|함께해|邀你|邀您|加入团队|加入團隊|受邀`},
	{"ca et lv lt sl hr sr is ms", `accepta la invitacio|unir-se|vota kutse vastu|kutse*|uzaicinajum*|pienemt|kvietim*|priimti|sprejmi*|povabil*|
		pozivnic*|prihvati*|позивниц*|boð|terima jemputan|jemputan`},
}

var unlockWords = []words{
	{"en", `unlock|unlocking|unblock|reactivate|re-enable|restore access|regain access|restore your account|release your account|unfreeze|unsuspend|
		locked|is locked|was locked|been locked|is blocked|been blocked|suspended|frozen|lift the lock|restore it|get back into`},
	{"de fr es it pt", `entsperr*|freigeben|reaktivier*|deverrouill*|debloqu*|reactiver|desbloque*|reactivar|reactiva|sblocc*|riattiva*|reativar|
		gesperrt|sperre aufheben|aufheben|verrouille|bloquee|suspendu|bloqueada|bloqueado|suspendida|retablir|bloccato|sospeso|suspensa`},
	{"nl sv nb da fi", `ontgrendel*|deblokkeer*|deblokkeren|heractiveer*|las upp|lasa upp|las opp|lase opp|las op|avaa lukitus|avata lukitus|
		poista lukitus|ateraktivera|geblokkeerd|vergrendeld|sparrat|sparrad|sperret|last ute|sparret|lukittu|lukittiin`},
	{"pl cs sk hu ro", `odblok*|odemkn*|odomkn*|felold*|zarolas feloldasa|debloc*|deblocheaza|reactivati|zablokowane|zablokowano|zablokovan*|uzamcen*|
		uzamknut*|zarolt*|zaroltuk|oldja fel|oldd fel|sa deblochezi`},
	{"bg ru uk el tr", `отключ*|отблокир*|разблокир*|розблок*|ξεκλειδω*|kilidi ac*|kilidini ac*|hesap kilidi|engeli kaldir*|заблокиран|заблокирован*|
		заблокован*|блокиран|κλειδωθηκε|κλειδωμενος|kilitlendi|kilitli|engellendi`},
	{"ar he fa", `الغاء القفل|فتح القفل|الغاء حظر|فك حظر|שחרור הנעילה|שחרר|בטל נעילה|ביטול נעילה|לשחרר|باز كردن قفل|رفع مسدودي|قفل گشايي|مقفل|
		قفل حسابك|تم قفل|محظور|נעול|ננעל|נחסם|قفل شد|مسدود`},
	{"hi th vi id", `अनलॉक|ปลดล็อก|mo khoa|buka kunci|membuka kunci|buka blokir|लॉक|ถูกล็อก|bi khoa|da khoa|terkunci|dikunci|diblokir`},
	{"ja ko zh", `ロックを解除|ロック解除|解除する|アンロック|잠금 해제|잠금을 해제|解锁|解鎖|解除锁定|解除鎖定|ロックされ|잠겼|잠금|잠긴|锁定|鎖定|
		冻结|凍結`},
	{"fr", `est bloque|a ete bloque`},
	{"ro", `este blocat|a fost blocat`},
}

var confirmWords = []words{
	{"en", `yes, subscribe|subscribe me|confirm|confirms|confirming|confirmation|confirm email|confirm your|approve|approve sign-in|authorize|
		authorise|yes, it was me|yes it was me|this was me|yes, it's me|it's me|that's me|it was me|yes, that was me|that was me|allow access|
		allow this|trust this device|grant access|delete my account|delete account permanently|confirm deletion|yes,|that's mine|it's mine|
		this is mine|is it you|was it you`},
	{"de", `bestatig*|zu bestatigen|genehmig*|ja, das war ich|das bin ich|das war ich|zulassen|erlauben|ja,|gehort mir|das ist meine|stimmt so|
		bestatige`},
	{"fr", `confirmer|confirmez|confirme|confirmation|approuver|autoriser|c'etait moi|c'est moi|oui, c'est moi|c'est bien moi|oui,|
		c'est mon adresse`},
	{"es", `confirmar|confirma|confirme|confirmacion|aprobar|autorizar|si, fui yo|soy yo|fui yo|he sido yo|si,|es mia`},
	{"it", `conferma|confermare|confermi|approva|autorizza|si, sono io|sono io|sono stato io|ero io|e mio`},
	{"pt", `confirmar|confirme|confirma|confirmacao|aprovar|autorizar|fui eu|sou eu|sim, fui eu|sim,|e meu`},
	{"nl", `bevestig*|goedkeuren|toestaan|dat was ik|ja, ik was het|dat ben ik`},
	{"sv nb da", `bekrafta*|bekraft|godkann*|bekreft*|godkjenn*|bekraeft*|godkend*|det var jag|det var meg|det var mig|tillat|det ar jag|det er meg|
		det er mig`},
	{"fi pl", `hyvaksy kirjautuminen|se olin mina|salli|potwierdz*|potwierdzeni*|zatwierdz*|to ja|to bylem ja|kylla,|tak,|olen mina`},
	{"cs sk", `potvrd*|potvrzen*|schvalit|schvalte|povolit|bol som to ja|byl jsem to ja|ano,|jsem to ja|som to ja|schval|potvrd`},
	{"hu ro", `megerosit*|jovahagy*|en voltam|confirma|confirmati|confirmare|confirmarea|aproba|autorizeaza|am fost eu|igen,|en vagyok|da,|sunt eu|
		erositse meg|erositsd meg|erositse|hagyja jova|hagyd jova|sa confirmi|confirmi|confirmarii`},
	{"bg ru uk", `потвърд*|одобр*|разреш*|подтвер*|это я|это был я|це я|підтвер*|схвал*|дозвол*|да,|аз съм|так,|это мой|подтверди|потвърди|
		підтвердь*`},
	{"el tr", `επιβεβαι*|εγκριν*|εγκριση|onayla*|onay|bendim|izin ver*|ναι,|εγω ειμαι|evet,|benim|επιβεβαιωσ*|onaylayin`},
	{"ar he fa", `تاكيد|اكد|لتاكيد|الموافقه|نعم انا|אישור|אשר|אשרו|לאשר|זה הייתי אני|כן, זה אני|تاييد*|تاييد كنيد|من بودم|نعم|כן,|זה אני|بله`},
	{"hi th vi id", `पुष्टि|अनुमोदित|हाँ, यह मैं|ยืนยัน|อนุมัติ|ใช่ ฉันเอง|xac nhan|phe duyet|dung la toi|konfirmasi|mengonfirmasi|setujui|
		ya, ini saya|हाँ,|हां,|ใช่|vang,|dung,|ya,|ini saya`},
	{"ja ko zh", `確認する|を確認|ご確認|承認|確定|許可|본인입니다|확인|승인|허용|确认|確認|批准|是我本人|是我|允许|はい|私です|네,|저예요|접니다|
		是的|我本人`},
}

var unsubscribeWords = []words{
	{"en", `unsubscribe*|opt out|opt-out|optout|stop these|stop receiving|stop getting|no longer wish|no longer want|don't want to receive|
		do not want to receive|do not wish to receive|leave this list|remove me|unfollow|mute|turn off|stop emails|stop mails|stop all|
		out of this list|cancel your subscription|cancel subscription|not receive`},
	{"de", `*abmelden|*abbestell*|abzubestellen|abmeldung|abmeldelink|austragen|keine e-mails mehr|keine mails mehr|nicht mehr erhalten|kundigen|
		abzumelden`},
	{"fr", `desabonn*|se desinscrire|desinscri*|me desabonner|ne plus recevoir|resilier`},
	{"es", `darse de baja|darme de baja|date de baja|cancelar suscripcion|cancelar la suscripcion|dejar de recibir|baja|anular la suscripcion|
		desuscrib*`},
	{"it", `disiscri*|annulla iscrizione|annullare l'iscrizione|cancellati|cancella iscrizione|non ricevere piu|cancellarti|cancellare l'iscrizione`},
	{"pt", `cancelar inscricao|cancelar a inscricao|descadastr*|cancelar subscricao|anular subscricao|deixar de receber|parar de receber|
		cancelar assinatura|remover inscricao`},
	{"nl", `uitschrijven|afmelden|schrijf je uit|meld je af|uit te schrijven|af te melden|opzeggen|niet meer ontvangen`},
	{"sv nb da", `avregistrera*|avprenumerera*|avsluta prenumeration*|avsluta prenumerationen|avanmal*|meld deg av|avmeld*|avslutt abonnement|
		meld deg ut|afmeld*|frameld*|avbestall*|stoppa utskick`},
	{"fi pl", `peru tilaus|peruuta tilaus|peru uutiskirje|lopeta tilaus|poistu listalta|wypisz*|anuluj subskrypcj*|rezygnuj*|zrezygnuj|rezygnacja|
		wypisac`},
	{"cs sk", `odhlasit*|odhlaseni*|odhlasen*|odhlaste se|zrusit odber|zrusit odbeheru|odhlasenie|odhlaste sa|ukoncit odber|odhlasit odber`},
	{"hu ro", `leiratkoz*|feliratkozas torlese|dezabon*|dezaboneaza-te|nu mai doriti|renunta la abonare`},
	{"bg ru uk", `отпи*|отписване|отписаться|отписка|отписать*|отказаться от рассылки|отказ от рассылки|відпис*|скасувати підписку|
		отказ от абонамент`},
	{"el tr", `διαγραφη απο|διαγραφειτε|καταργηση εγγραφης|κατάργηση|απεγγραφη|ακυρωση εγγραφης|abonelikten*|abonelikten cik*|listeden cik*|
		aboneligi iptal`},
	{"ar he fa", `الغاء الاشتراك|الغاء اشتراك*|הסרה מרשימת|הסר אותי|להסרה|הסרה|ביטול הרשמה|בטל הרשמה|ביטול מינוי|לביטול ההרשמה|لغو اشتراك|لغو عضويت`},
	{"hi th vi id", `सदस्यता समाप्त|सदस्यता रद्द|अनसब्सक्राइब|ยกเลิกการรับ|ยกเลิกการสมัคร|ยกเลิกรับข่าว|ยกเลิกการเป็นสมาชิก|huy dang ky|ngung nhan|
		huy nhan|berhenti berlangganan|batal berlangganan`},
	{"ja ko zh", `配信停止|配信を停止|登録解除|購読解除|購読を停止|解除はこちら|メルマガ解除|수신거부|수신 거부|구독 취소|구독취소|구독 해지|退订|
		取消订阅|取消訂閱|退訂|不再接收`},
	{"ca et lv lt sl hr sr is ms", `dona't de baixa|donar-se de baixa|cancel·la la subscripcio|loobu tellimusest|tuhista tellimus|atteikties no|
		atrakstities|atsisakyti prenumeratos|odjavi*|odjavite se|одјави*|afskra*|berhenti melanggan|আনসাবস্ক্রাইব`},
}

var preferencesWords = []words{
	{"en", `preferences|preference|email settings|e-mail settings|mail settings|notification settings|notifications|manage your|manage my|
		manage subscription*|manage emails|manage settings|settings|account settings|update your profile|choose what|communication settings|
		subscription centre|subscription center|frequency`},
	{"de fr", `einstellungen|*einstellungen|benachrichtigungen verwalten|praferenzen|*verwalten|preferences|parametres|gerer|reglages|gerer mes`},
	{"es it pt", `preferencias|configuracion|configurar|ajustes|gestionar|administrar|preferenze|impostazioni|gestisci|gestire|configuracoes|
		definicoes|gerenciar|gerir`},
	{"nl sv nb da fi", `voorkeuren|instellingen|beheer*|installningar|hantera|preferenser|innstillinger|administrer*|indstillinger|praeferencer|
		asetukset|asetuksia|hallinnoi|hallitse`},
	{"pl cs sk hu ro", `ustawienia|preferencje|zarzadzaj|nastaveni|predvolby|spravovat|nastavenia|beallitas*|kezelese|preferinte|setari|gestioneaza|
		administreaza`},
	{"bg ru uk el tr", `настройки|предпочитания|управление|настройк*|предпочтения|управлять|налаштування|керувати|προτιμησεις|ρυθμισεις|διαχειριση|
		tercihler*|ayarlar*|yonet|bildirim ayar*`},
	{"ar he fa hi th vi id", `تفضيلات|التفضيلات|اعدادات|الاعدادات|اداره|הגדרות|העדפות|ניהול|تنظيمات|वरीयता*|प्राथमिकता*|सेटिंग|การตั้งค่า|ตั้งค่าการ|
		จัดการ|tuy chon|cai dat|quan ly|preferensi|pengaturan|kelola`},
	{"ja ko zh", `配信設定|設定変更|設定を変更|メール設定|設定はこちら|通知設定|수신 설정|알림 설정|설정|偏好|设置|設定|管理订阅|管理訂閱`},
}

var viewWords = []words{
	{"en", `view in browser|view in your browser|view this email|view this mail|view online|online version|web version|read online|view it in|
		see this email|view as a web page|open in browser|webversion|view web|having trouble viewing|trouble viewing|can't see this|cannot see this|
		not displaying|displayed correctly|in your browser`},
	{"de fr", `im browser ansehen|im browser anzeigen|im browser offnen|onlineversion|online-version|webversion|browseransicht|web-ansicht|
		nicht richtig angezeigt|nicht korrekt|voir dans le navigateur|version en ligne|afficher dans|voir en ligne|version web|ne s'affiche pas|
		dans votre navigateur`},
	{"es it pt", `ver en el navegador|ver en navegador|ver online|version web|ver en linea|ver este correo|visualizza nel browser|versione web|
		versione online|visualizza online|vedi nel browser|ver no navegador|versao web|visualizar no navegador|abrir no navegador`},
	{"nl sv nb da fi", `bekijk in browser|bekijk online|online versie|webversie|bekijk deze mail|in je browser|visa i webblasaren|oppna i webblasaren|
		webbversion|vis i nettleser|nettversjon|se i nettleser|vis i browser|se i browser|onlineversion|avaa selaimessa|nayta selaimessa|selainversio|
		katso selaimessa`},
	{"pl cs sk hu ro", `zobacz w przegladarce|wersja online|otworz w przegladarce|wyswietl w przegladarce|zobrazit v prohlizeci|zobrazit online|
		webova verze|zobrazit v prehliadaci|online verzia|megtekintes bongeszoben|webes valtozat|online valtozat|vezi in browser|versiunea online|
		vizualizati in browser`},
	{"bg ru uk el tr", `вижте в браузър|онлайн версия|в браузъра|открыть в браузере|веб-версия|в браузере|версия в браузере|відкрити в браузері|
		веб-версія|у браузері|δειτε στο browser|προβολη στον|στον περιηγητη|tarayicida*|web surumu|cevrimici gor*`},
	{"ar he fa hi th vi id", `عرض في المتصفح|المتصفح|בדפדפן|צפייה בדפדפן|مشاهده در مرورگر|مرورگر|ब्राउज़र में|ดูในเบราว์เซอร์|ดูในเบราเซอร์|
		เบราว์เซอร์|xem trong trinh duyet|xem truc tuyen|lihat di browser|versi web|lihat versi online`},
	{"ja ko zh", `ブラウザで|ウェブ版|web版|웹에서 보기|브라우저에서|在浏览器|在瀏覽器|网页版|網頁版|浏览器中|查看网页`},
}

var helpWords = []words{
	{"en", `help|help center|help centre|support|support center|faq|faqs|contact us|contact support|get in touch|customer service|questions|
		knowledge base|learn how|how it works|guide|docs|documentation|troubleshoot*|why am i getting|why did i get`},
	{"de fr", `hilfe|hilfecenter|kundenservice|kundendienst|kontakt|haufige fragen|aide|centre d'aide|assistance|nous contacter|contactez|
		service client|questions frequentes`},
	{"es it pt", `ayuda|centro de ayuda|soporte|contacto|contactar|contactanos|atencion al cliente|preguntas|aiuto|assistenza|contatti|contattaci|
		centro assistenza|supporto|ajuda|central de ajuda|suporte|contato|fale conosco|contacte|apoio`},
	{"nl sv nb da fi", `hulp|helpcentrum|klantenservice|contact|hjalp|hjalpcenter|kundservice|kontakta oss|kundtjanst|hjelp|hjelpesenter|kundeservice|
		kontakt oss|hjaelp|kontakt os|ohje|tuki|asiakaspalvelu|ota yhteytta`},
	{"pl cs sk hu ro", `pomoc|centrum pomocy|kontakt|obsluga klienta|napoveda|podpora|zakaznicka|pomoci|segitseg|sugo|ugyfelszolgalat|kapcsolat|
		ajutor|asistenta|suport|contactati|contacteaza`},
	{"bg ru uk el tr", `помощ|поддръжка|помощь|поддержк*|справка|служба поддержки|связаться|допомог*|підтримк*|довідка|βοηθεια|υποστηριξη|επικοινωνια|
		yardim|destek|iletisim|sss`},
	{"ar he fa hi th vi id", `مساعده|المساعده|الدعم|اتصل بنا|עזרה|תמיכה|צור קשר|شيوه تماس|راهنما|پشتيباني|सहायता|मदद|संपर्क|ช่วยเหลือ|ติดต่อ|
		ฝ่ายสนับสนุน|tro giup|ho tro|lien he|bantuan|hubungi|dukungan`},
	{"ja ko zh", `ヘルプ|サポート|お問い合わせ|よくある質問|도움말|고객센터|문의|지원|帮助|幫助|客服|支持|联系我们|聯絡我們|常见问题`},
	{"de", `melden sie sich jederzeit|melden sie sich bei|melden sie sich gern|melden sie sich einfach|melden sie sich unter|
		melden sie sich bitte bei|melde dich bei|melde dich gern|melde dich jederzeit|melde dich einfach|melden sie sich telefonisch`},
}

var legalWords = []words{
	{"en", `privacy|privacy policy|terms|terms of service|terms of use|terms and conditions|legal|imprint|cookie*|policy|policies|disclaimer|gdpr|
		copyright|licence|license|data protection|conditions`},
	{"de fr", `datenschutz*|impressum|agb|nutzungsbedingungen|geschaftsbedingungen|rechtliche*|confidentialite|conditions generales|
		conditions d'utilisation|mentions legales|cgu|cgv`},
	{"es it pt", `privacidad|terminos|aviso legal|condiciones|politica de|informativa|termini|condizioni|note legali|privacidade|termos|
		politica de privacidade`},
	{"nl sv nb da fi", `privacybeleid|privacyverklaring|voorwaarden|integritetspolicy|villkor|personuppgifts*|personvern*|vilkar|privatlivspolitik|
		betingelser|tietosuoja*|kayttoehdot|ehdot`},
	{"pl cs sk hu ro", `prywatnosc*|polityka|regulamin|warunki|ochrana osobnich|podminky|ochrana osobnych|podmienky|adatvedel*|aszf|feltetelek|
		confidentialitate*|termeni*|politica`},
	{"bg ru uk el tr", `поверителност|условия|общи условия|конфиденциальност*|политика|соглашени*|правила|конфіденційн*|умови|політика|απορρητ*|οροι|
		gizlilik|kosullar|kvkk|sozlesmesi`},
	{"ar he fa hi th vi id", `الخصوصيه|الشروط|سياسه|פרטיות|תנאי|תקנון|حريم خصوصي|قوانين|شرايط|गोपनीयता|नियम|शर्तें|ความเป็นส่วนตัว|ข้อกำหนด|เงื่อนไข|
		rieng tu|dieu khoan|chinh sach|privasi|ketentuan|syarat`},
	{"ja ko zh", `プライバシー|利用規約|特定商取引|規約|개인정보*|이용약관|약관|隐私|隱私|条款|條款|协议`},
}

var socialWords = []words{
	{"all", `facebook|twitter|instagram|linkedin|youtube|tiktok|pinterest|mastodon|telegram channel|follow us|folgen sie uns|suivez-nous|siguenos|
		seguici|siga-nos|volg ons|folj oss|folg oss|folg os|seuraa meita|obserwuj nas|sledujte nas|kovess minket|urmareste-ne|мы в соцсетях|
		bizi takip edin|تابعنا|עקבו אחרינו|x.com`},
}

var reportWords = []words{
	{"en", `not me|wasn't me|was not me|wasn't you|was not you|not you|let us know|tell us|report|reports|secure your account|secure my account|
		secure account|protect your account|cancel|cancel this|decline|deny|reject|block|revoke|undo|didn't request|did not request|didn't ask|
		did not ask|didn't make|did not make|didn't do|didn't create|did not create|didn't sign|did not sign|don't recognize|don't recognise|
		do not recognize|do not recognise|wasn't requested|no, it|no, this|disavow|dispute|abuse|spam|was someone else|someone else did|
		someone else asked|review activity|check activity|review your|by mistake|in error`},
	{"de", `nicht ich|war ich nicht|nicht von mir|nicht von ihnen|waren sie das nicht|nicht sie|nicht du|melden sie|melde uns|*ablehnen|stornieren|
		abbrechen|nicht angefordert|nicht beantragt|nicht veranlasst|konto sichern|konto schutzen|widerrufen|sperren|missbrauch|verdachtig*`},
	{"fr", `ce n'etait pas moi|pas moi|pas vous|n'etes pas|n'avez pas|signaler|signalez|refuser|annuler|decliner|securiser|prevenez-nous|rejeter|
		bloquer|ce n'est pas`},
	{"es", `no fui yo|no he sido yo|no fuiste tu|no has sido tu|no fue usted|no eres tu|denunciar|reportar|rechazar|cancelar|no solicitaste|
		no has solicitado|no ha solicitado|proteger|avisanos|bloquear|no reconoces|rechaza`},
	{"it", `non sono stato io|non sono io|non sei stato tu|non sei tu|segnala|segnalare|rifiuta|annulla|non hai richiesto|non ha richiesto|proteggi|
		blocca|avvisaci|declina`},
	{"pt", `nao fui eu|nao foi voce|nao foi voce*|denunciar|reportar|recusar|cancelar|nao solicitou|nao pediu|proteger|bloquear|avise-nos|rejeitar|
		nao reconhece`},
	{"nl", `ik was het niet|was jij dit niet|niet jij|dit was ik niet|meld het|melden|weiger*|afwijzen|annuleer*|annuleren|niet aangevraagd|beveilig*|
		laat het ons weten|blokkeer`},
	{"sv nb da", `inte jag|var inte du|inte du|det var inte jag|rapportera|avboj|avbojer|neka|avbryt|inte begart|sakra|ikke meg|ikke deg|var ikke meg|
		rapporter|avsla|avvis|ikke bedt|sikre|ikke mig|ikke dig|var ikke mig|anmeld|afvis|annuller|meddela oss|gi oss beskjed`},
	{"fi pl", `en se ollut mina|et ollut sina|etka sina|ilmoita|hylkaa|peruuta|et pyytanyt|suojaa|to nie ja|nie ty|to nie ty|zglos|odrzuc|anuluj|
		nie prosil*|zabezpiecz*|zablokuj`},
	{"cs sk", `nebyl jsem to ja|nejste to vy|nebyl to ty|nahlasit|nahlaste|odmitnout|zrusit|nezadal*|zabezpec*|to jsem nebyl|odmietnut|
		nebol som to ja|nepoziadal*|zablokovat`},
	{"hu ro", `nem en voltam|nem on volt|nem te voltal|jelentse|jelentes|elutasit*|lemond*|nem kerte|nem on kerte|nu am fost eu|nu ati fost|
		nu esti tu|raporteaza|raportati|respinge|refuza|anuleaza|nu ati solicitat|securizeaza|tiltas*`},
	{"bg ru uk", `не бях аз|не сте били|докладвай*|откажете|отказвам|не сте поискали|это не я|это были не вы|не вы|сообщить|пожаловаться|отклонить|
		отменить|не запрашивали|защитить|заблокировать|це не я|це були не ви|повідомити|відхилити|скасувати|не запитували|захистити|сообщите нам|
		заблокувати`},
	{"el tr", `δεν ημουν εγω|δεν ησασταν|αναφερετε|απορριψη|ακυρωση|δεν ζητησατε|ασφαλιστε|ben degildim|siz degilseniz|siz degil|bildir|bildirin|
		reddet*|iptal|talep etmediy*|guvenceye al*`},
	{"ar he fa", `لم اكن انا|لست انا|لم تكن انت|ابلاغ|بلغ|رفض|الغاء|لم تطلب|זה לא הייתי אני|זה לא אני|לא אני|לא אתה|דווח|דיווח|דחה|דחייה|בטל|לא ביקשת|
		من نبودم|گزارش|رد كردن|لغو|درخواست نكرده`},
	{"hi th vi id", `यह मैं नहीं|मैं नहीं|रिपोर्ट|अस्वीकार|रद्द|अनुरोध नहीं|ไม่ใช่ฉัน|ไม่ใช่คุณ|รายงาน|ปฏิเสธ|ยกเลิก|ไม่ได้ขอ|khong phai toi|
		khong phai ban|bao cao|tu choi|huy|khong yeu cau|bukan saya|bukan anda|laporkan|tolak|batalkan|tidak meminta`},
	{"ja ko zh", `心当たりのない|心当たりがない|お心当たり|自分ではない|報告|拒否|辞退|キャンセル|本人ではない|본인이 아|신고|거절|거부|취소|
		요청하지 않|不是我|不是您|非本人|举报|舉報|拒绝|拒絕|取消|未请求`},
	{"all", `new sign-in to your|new sign-in on|new sign-in from|new login to your|new login from|new login on|signed in from a new|
		neue anmeldung bei|neue anmeldung auf|neuer login|nouvelle connexion a votre|nouvelle connexion depuis|nuevo inicio de sesion|
		nuovo accesso al|nuovo accesso da|novo inicio de sessao|novo login|novo acesso|nieuwe aanmelding|nieuwe inlog*|ny inloggning|ny innlogging|
		nyt login|uusi kirjautuminen|nowe logowanie|nove prihlaseni|nove prihlasenie|uj bejelentkezes|autentificare noua|conectare noua|ново влизане|
		новый вход|новий вхід|νεα συνδεση|yeni giris|yeni oturum`},
}

var elsewhereWords = []words{
	{"en", `join the next|join our|join session|join the session|join a session|recording|join now|join today|join free|join for free|join thousands|
		join over|join more|join millions|join us|invite friends|invite your friends|invite a friend|invite others|invite people|invite more|
		invite colleagues|invite teammates|send invites|accept cookies|activate offer|activate your offer|activate the offer|activate discount|
		activate coupon|unlock savings|unlock your discount|unlock premium|unlock offer|unlock your offer|unlock rewards|unlock the deal|
		unlock discount|claim your gift|claim your reward|claim offer|complete your purchase|complete your order|complete purchase|complete checkout|
		confirm order|reset filters|freunde einladen|freunde werben|inviter des amis|invitar amigos|invita a tus amigos|invita amici|invita un amico|
		convide amigos|convidar amigos|nodig vrienden uit|vrienden uitnodigen|bjud in vanner|inviter venner|kutsu ystavia|zapros znajomych|
		zapros przyjaciol|pozvete pratele|pozvi priatel*|invita prieteni|покани приятел*|пригласить друзей|пригласи друз*|пригласите друзей|
		запросити друзів|запроси друзів|arkadaslarini davet*|arkadasini davet*|ادع اصدقاء*|הזמן חברים|הזמינו חברים|友達を招待|友だちを招待|
		お友達を招待|친구 초대|친구초대|邀请好友|邀請好友|read more|read the|read on|learn more|find out more|more information|shop|shop now|buy|
		buy now|order|orders|view order|your order|track|tracking|invoice|receipt|download|pay|pay now|payment|bill|book now|meeting|webinar|
		join meeting|join the meeting|join call|join the call|join webinar|join the webinar|join zoom|join zoom meeting|join video call|join with|
		join teams|join microsoft teams|join the conversation|join the discussion|join us on|join the event|join live|join event|video call|call|zoom|
		blog|article|news|newsletter|issue|story|app store|google play|play store|get the app|download the app|see details|view details|details|
		home page|homepage|website|visit us|visit our|visit the shop|visit the store|discover|explore|browse|watch|donate|upgrade|renew|subscribe|
		rate|review|leave a review|feedback|survey|share|forward|refer|report card|dashboard|statement|balance|agenda|calendar|add to calendar|
		directions|map|menu|photos|comment|reply|issue tracker|pull request|changelog|release notes|status page|status|careers|gift|offer|offers|
		deals|sale|see all|see more|view all|catalog*|view profile|view message|view ticket|ticket|itinerary|manage booking|boarding pass|our site`},
	{"de", `mehr erfahren|weiterlesen|mehr lesen|jetzt kaufen|bestellung|*bestellung ansehen|verfolgen|sendungsverfolgung|rechnung*|herunterladen|
		bezahlen|jetzt einkaufen|zum shop|angebote|startseite|webseite|website|ansehen|umfrage|bewerten|termin|kalender|kontoauszug|gutschein*`},
	{"fr", `en savoir plus|lire la suite|acheter|commande|suivre|suivi|facture|telecharger|payer|boutique|offres|site web|notre site|voir les details|
		decouvrir|decouvrez|avis|sondage|calendrier|releve|voir mon`},
	{"es", `leer mas|saber mas|mas informacion|comprar|pedido|seguir pedido|seguir envio|seguir tu|seguir el|seguimiento|rastrear|factura|descargar|
		pagar|tienda|ofertas|sitio web|ver detalles|descubre|encuesta|valora|calendario|extracto`},
	{"it", `leggi tutto|leggi di piu|scopri|acquista|ordine|traccia|segui|fattura|scarica|paga|negozio|offerte|sito web|dettagli|sondaggio|recensione|
		calendario|estratto`},
	{"pt", `leia mais|saiba mais|ler mais|comprar|compre|pedido|encomenda|rastrear|acompanhar|fatura|baixar|descarregar|pagar|loja|ofertas|site|
		detalhes|descubra|pesquisa|avalie|extrato`},
	{"nl sv nb da fi", `lees meer|lees verder|bestelling|volg je|factuur|downloaden|betalen|winkel|aanbiedingen|las mer|order|spara|sparing|faktura|
		ladda ner|betala|butik|erbjudanden|les mer|bestilling|spor|last ned|betal|butikk|tilbud|laes mere|hent|lue lisaa|tilaus*|seuraa|lasku|lataa|
		maksa|kauppa|tarjoukset|website|webbplats|nettside|hjemmeside|verkkosivu*`},
	{"pl cs sk hu ro", `czytaj wiecej|dowiedz sie wiecej|zamowienie|sledz|faktura|pobierz|zaplac|sklep|oferty|strona|cist dale|vice informaci|
		objednavk*|sledovat|fakturu|stahnout|zaplatit|obchod|nabidky|citat viac|viac informacii|stiahnut|ponuky|tovabb olvas*|tovabbi informacio*|
		bovebben|rendeles|nyomkovetes|szamla|letoltes|fizetes|bolt|ajanlatok|citeste|afla mai mult|comanda|urmareste|factura|descarca|plateste|
		magazin|oferte`},
	{"bg ru uk el tr", `научете|прочетете|поръчка|проследи*|фактура|изтегли|плати|магазин|читать|узнать больше|подробнее|заказ*|отследить|счет|
		скачать|оплат*|акции|сайт|читати|дізнатися|замовлення|відстежити|рахунок|завантажити|сплатити|διαβαστε|μαθετε|παραγγελια|παρακολουθηση|
		τιμολογιο|ληψη|πληρωμη|καταστημα|devamini oku|daha fazla|siparis*|takip|fatura|indir|ode|magaza|firsatlar`},
	{"ar he fa hi th vi id", `اقرا المزيد|المزيد|الطلب|تتبع|فاتوره|تحميل|تنزيل|ادفع|تسوق|קרא עוד|קראו עוד|למידע נוסף|למעקב|חשבונית|הורדה|לתשלום|לחנות|
		بيشتر بخوانيد|سفارش|پيگيري|فاكتور|دانلود|پرداخت|और पढ़ें|ऑर्डर|ट्रैक|चालान|डाउनलोड|भुगतान|อ่านเพิ่มเติม|ดูเพิ่มเติม|คำสั่งซื้อ|ติดตาม|
		ใบแจ้งหนี้|ดาวน์โหลด|ชำระ|doc them|xem them|don hang|theo doi|hoa don|tai ve|thanh toan|baca selengkapnya|selengkapnya|pesanan|lacak|faktur|
		unduh|bayar|belanja`},
	{"ja ko zh", `続きを読む|詳しくは|詳細|ご注文|注文|追跡|請求書|ダウンロード|お支払い|ショップ|더 보기|자세히|주문|배송|청구서|다운로드|결제|쇼핑|
		阅读更多|了解更多|閱讀更多|订单|訂單|追踪|追蹤|物流|发票|發票|下载|下載|付款|购物|商店|查看详情|官网|官網`},
	{"all", `accepted your invitation|accepted your invite|has accepted your|joined your team|joined your group|hat deine einladung angenommen|
		hat ihre einladung angenommen|a accepte votre invitation|a accepte ton invitation|ha aceptado tu invitacion|acepto tu invitacion|
		ha accettato il tuo invito|aceitou seu convite|aceitou o seu convite|aceitou o teu convite|heeft je uitnodiging geaccepteerd|
		heeft uw uitnodiging geaccepteerd|har accepterat din inbjudan|har godtatt invitasjonen|har accepteret din invitation|hyvaksyi kutsusi|
		przyjal twoje zaproszenie|przyjela twoje zaproszenie|prijal vase pozvani|prijal vasu pozvanku|elfogadta a meghivas*|a acceptat invitatia|
		прие поканата|принял ваше приглашение|приняла ваше приглашение|прийняв ваше запрошення|прийняла ваше запрошення|αποδεχτηκε την προσκληση|
		davetinizi kabul etti|davetini kabul etti|قبل دعوتك|קיבל את ההזמנה שלך|menerima undangan anda|da chap nhan loi moi|招待を承諾しました|
		초대를 수락했|接受了您的邀请|接受了您的邀請`},
	{"en", `unlock pro|unlock all|unlock more|unlock every|unlock new|unlock plus|upgrade to|win a|activate savings`},
}

// onceWords say that a link is for one use or for a while, as a link that acts is.
var onceWords = []words{
	{"en", `expire*|valid for|valid until|is valid|remains valid|works once|only once|one-time|one time|single-use|single use|minutes|hours|your link|
		this link|the link below|link to sign|the button below|button below|you asked|asked for|you requested|someone requested|requested|magic|
		password-free|without a password|no password`},
	{"de fr es it pt", `gultig|lauft ab|verfallt|minuten|stunden|einmalig|einmal|angefordert|diesen link|ohne passwort|valable|expire|minutes|heures|
		usage unique|demande|ce lien|sans mot de passe|caduca|valido|expira|vence|minutos|horas|un solo uso|solicitado|este enlace|sin contrasena|
		scade|minuti|ore|richiesto|questo link|una sola volta|este link|pedido de acesso|solicitou|valido por`},
	{"nl sv nb da fi", `geldig|verloopt|minuten|uur|eenmalig|aangevraagd|deze link|giltig|utgar|minuter|timmar|begart|lanken|gyldig|utloper|minutter|
		timer|bedt om|lenken|udlober|linket|voimassa|vanhenee|minuuttia|tuntia|pyysit|linkki`},
	{"pl cs sk hu ro", `wazny|wygasa|wygasnie|minut|godzin|jednorazow*|ten link|platny|vyprsi|hodin|jednorazov*|pozadali|tento odkaz|platnost|
		poziadali|ervenyes|lejar|percig|ora|egyszer|kerte|valabil|expira|minute|solicitat|acest link`},
	{"bg ru uk el tr", `валид*|изтича|минути|часа|поиска*|линк*|действ*|истек*|минут*|часов|запрос*|ссылк*|дійсн*|діє|хвилин*|годин*|запит*|посиланн*|
		ισχυει|ληγει|λεπτα|ζητησατε|συνδεσμο*|gecerli*|dakika*|saat*|sona er*|talep|baglanti*`},
	{"ar he fa hi th vi id", `صالح*|تنتهي|ينتهي|دقيقه|دقائق|ساعه|طلبت|الرابط|תקף|בתוקף|דקות|שעות|ביקשת|קישור|הקישור|معتبر|ساعت|درخواست|لينك|मान्य|
		मिनट|घंटे|लिंक|अनुरोध|หมดอายุ|นาที|ชั่วโมง|ลิงก์|ลิงค์|het han|phut|gio|lien ket|yeu cau|berlaku|kedaluwarsa|menit|tautan|link ini|meminta`},
	{"ja ko zh", `有効|分間|時間|リンク|期限|유효|분간|시간|링크|만료|有效|分钟|分鐘|小时|小時|链接|連結|鏈接|过期`},
	{"all", `this button|diesem link|dieser link|dein link|ihr link|diesem knopf|diesen knopf|diese schaltflache|votre lien|ton lien|ce bouton|
		tu enlace|su enlace|este enlace|este boton|il tuo link|il suo link|questo link|questo pulsante|seu link|este link|este botao|je link|uw link|
		deze knop|din lank|lanken|denna lank|din lenke|denne lenken|dit link|dette link|linkkisi|tama linkki|twoj link|tym linkiem|vas odkaz|
		tento odkaz|tymto odkazom|timto odkazem|ezzel a linkkel|ez a link|acest link|linkul dvs|вашата връзка|тази връзка|ваша ссылка|эта ссылка|
		этой ссылке|ваше посилання|цим посиланням|ο συνδεσμος|αυτον τον συνδεσμο|bu baglanti*|baglantiniz|هذا الرابط|رابطك|הקישור שלכם|הקישור הזה|
		اين پيوند|پيوند شما|इस लिंक|आपका लिंक|ลิงก์นี้|lien ket nay|tautan ini|tautan anda|このリンク|이 링크|此链接|此連結|el teu enllac|
		aquest enllac|vasa poveznica|ova poveznica|jusu nuoroda|jusu saite|teie link|vasa povezava|pautan ini`},
}

// linkNouns name a link, and passwordNouns what it saves: within a word about signing in they make it one that the mail
// promises, as "Login-Link" and "without a password" do.
var (
	linkNouns = []string{"link", "lien", "enlace", "lank", "lenke", "odkaz", "ссылк", "посилан", "sihirli bag", "リンク", "링크", "链接", "連結",
		"رابط", "pautan", "tautan", "linkk", "baglanti", "lien ket", "poveznic", "nuorod", "saite", "tengil", "one-time", "to be signed in",
		"being signed in", "way in"}

	passwordNouns = []string{"passwor", "kennwort", "mot de passe", "contras", "senha", "palavra-passe", "wachtwoord", "losenord", "passord",
		"adgangskode", "salasan", "hasl", "hesl", "jelszo", "parol", "парол", "κωδικο", "sifre", "كلمه مرور", "كلمه السر", "סיסמה", "رمز عبور",
		"पासवर्ड", "รหัสผ่าน", "mat khau", "sandi", "パスワード", "비밀번호", "免密", "密码", "密碼", "lozink", "slaptaz", "gesl", "лозинк",
		"lykilorð", "wagwoord"}
)

// pathWords are words of paths, query keys and host labels. An address that holds one that acts and a token is magic.
var pathWords = [...][]string{
	linkSignin: {"signin", "login", "logon", "magic", "magiclink", "passwordless", "session", "sessions", "sso", "auth", "authenticate", "otp",
		"onetime", "onetimelogin", "autologin", "logmein", "connexion", "anmelden", "inloggen",
		"logga", "acceder", "accedi", "entrar", "zaloguj", "prihlaseni", "bejelentkezes", "giris", "dangnhap", "masuk", "vhod", "kirjaudu", "ml",
		"callback", "oauth", "voiti", "voyti", "vojti", "vkhod", "uviyty", "uviity", "vhid", "vkhid", "vlez", "vlizane", "syndesi", "sindesi",
		"eisodos", "knisa", "vorood", "denglu", "prijava"},
	linkVerify: {"verify", "verification", "verif", "verified", "validate", "validation", "activate", "activation", "active", "emailverification",
		"verifyemail", "verifier", "verificar", "verifica", "verificatie", "verifizieren", "verifiera",
		"aktivieren", "activar", "activer", "attiva", "ativar", "activeren", "aktivera", "aktiver", "aktywacja", "aktivace", "aktivalas", "activare",
		"dogrula", "dogrulama", "xacminh", "xacthuc", "verifikasi", "vahvista", "weryfikacja", "overeni", "overit", "optin", "doi", "doubleoptin",
		"register", "registration", "signup", "setup", "onboard", "onboarding", "welcome", "claim", "enroll", "aktivaciya", "aktivatsiya",
		"aktivatsiia", "aktivirovat", "aktyvuvaty", "aktyvatsiya", "aktiviraj", "aktivirai", "proverka", "perevirka", "epalithefsi", "epalitheusi",
		"energopoiisi", "imut", "jihuo", "yanzheng", "ninsho", "injeung", "touroku", "satyapan"},
	linkReset: {"reset", "resetpassword", "passwordreset", "recover", "recovery", "newpassword", "setpassword", "forgot", "forgotpassword",
		"changepassword", "createpassword", "pwreset", "restablecer", "reinitialiser", "reinitialisation", "zuruecksetzen",
		"zurucksetzen", "redefinir", "reimposta", "herstellen", "aterstall", "nulstil", "tilbakestill", "resetuj", "obnova", "sifirla", "datlai",
		"password", "passwort", "contrasena", "haslo", "heslo", "wachtwoord", "losenord", "passord", "adgangskode", "salasana", "senha", "clave",
		"parola", "jelszo", "sifre", "motdepasse", "matkhau", "katasandi", "reinit", "sbros", "sbrosit", "skynuty", "skydannya", "vosstanovit",
		"vosstanovlenie", "vidnovyty", "parol", "epanafora", "chongzhi"},
	linkInvite: {"invite", "invites", "invitation", "invitations", "accept", "join", "inv", "einladung", "invitacion", "invito", "convite",
		"uitnodiging", "inbjudan", "invitasjon", "kutsu", "zaproszenie", "pozvanka", "meghivo", "invitatie", "davet", "undangan", "loimoi", "rsvp",
		"priglashenie", "priglasheniye", "zaproshennya", "zaproshennia", "prynyaty", "prinyat", "priemi", "pokana", "prosklisi", "hazmana", "shotai",
		"chodae", "yaoqing", "pozivnica", "pozivnitsa"},
	linkUnlock: {"unlock", "unblock", "reactivate", "entsperren", "debloquer", "deverrouiller", "desbloquear", "sblocca", "ontgrendelen", "odblokuj",
		"odemknout"},
	linkConfirm: {"confirm", "confirmation", "confirmemail", "approve", "approval", "authorize", "authorise", "bestaetigen", "bestatigen",
		"bestaetigung", "confirmar", "confirmer", "conferma", "bevestig", "bevestigen", "bekrafta", "bekreft", "bekraeft", "potwierdz", "potvrdit",
		"potvrzeni",
		"megerosit", "megerosites", "confirma", "onayla", "onay", "xacnhan", "konfirmasi", "vahvistus", "changeemail", "emailchange", "delete",
		"podtverdit", "podtverdite", "podtverzhdenie", "podtverzhdenye", "pidtverdyty", "pidtverdit", "pidtverdzhennia", "pidtverdzhennya", "potvrdi",
		"potvardi", "potvarzhdenie", "potvurdi", "potvurzhdenie", "epivevaiosi", "epibebaiosi", "taakid", "takid", "ishur", "tayid", "hwagin",
		"kakunin", "queren"},
	linkUnsubscribe: {"unsubscribe", "unsub", "optout", "abmelden", "desabonnement", "desinscription", "baja", "disiscrizione", "cancelarinscricao",
		"uitschrijven", "afmelden", "avregistrera", "afmeld", "meldav", "wypisz", "odhlasit", "leiratkozas", "dezabonare", "otpiska", "remove",
		"listunsubscribe", "unsubscribes", "abbestellen", "stop"},
	linkPreferences: {"preferences", "prefs", "preference", "settings", "emailsettings", "notifications", "manage", "subscriptions",
		"emailpreferences", "einstellungen", "preferencias"},
	linkView:  {"webversion", "viewinbrowser", "viewonline", "browser", "mirror", "viewemail", "webview", "online", "emailview"},
	linkHelp:  {"help", "support", "faq", "faqs", "contact", "kb", "hilfe", "aide", "ayuda", "kontakt", "docs", "guide", "helpcenter"},
	linkLegal: {"privacy", "terms", "legal", "imprint", "impressum", "agb", "datenschutz", "cookies", "tos", "policy", "policies", "gdpr", "cgu"},
	linkReport: {"notme", "report", "deny", "decline", "reject", "cancel", "revoke", "abuse", "block", "wasntme", "notyou", "disavow", "undo",
		"dispute", "ignore"},
	linkOther: {"blog", "news", "shop", "store", "product", "products", "order", "orders", "invoice", "invoices", "receipt", "track", "tracking",
		"shipment", "article", "articles", "post", "posts", "sale", "offer", "offers", "download", "downloads", "apps", "calendar", "ics", "meeting",
		"meet", "webinar",
		"review", "reviews", "survey", "pay", "payment", "payments", "billing", "statement", "statements", "booking", "bookings", "trip", "careers",
		"jobs", "feed", "share", "profile", "pull", "issues", "releases", "changelog", "ticket", "tickets", "status", "dashboard", "media", "img",
		"images", "assets", "static", "cdn"},
	linkTracking: {"pixel", "beacon", "opened", "openrate", "gif"},
}

// socialHosts and storeHosts are sites whose links never act for the reader of a mail about something else.
var socialHosts = []string{"facebook.com", "twitter.com", "x.com", "instagram.com", "linkedin.com", "youtube.com", "tiktok.com", "pinterest.com",
	"t.me", "wa.me", "threads.net", "vk.com", "weibo.com"}

var storeHosts = []string{"apps.apple.com", "itunes.apple.com", "play.google.com", "appgallery.huawei.com", "apps.microsoft.com"}

// siteHosts are first labels of hosts where people read or meet more often than they sign in.
var siteHosts = setOf("blog", "status", "kb", "faq", "docs", "wiki", "forum", "community", "meet", "zoom", "webex", "teams")

// joinWords call on everybody, but on the reader alone in a mail that says who sent an invitation.
var joinWords = setOf("join now", "join today", "join us")

// actingHosts are host labels that hint at an action.
var actingHosts = map[string]class{
	"login": linkSignin, "signin": linkSignin, "auth": linkSignin, "sso": linkSignin, "verify": linkVerify, "confirm": linkConfirm,
	"activate": linkVerify, "invite": linkInvite, "invites": linkInvite, "join": linkInvite, "reset": linkReset,
}

var pathClasses = sync.OnceValue(func() map[string]class {
	m := map[string]class{}
	for c, list := range pathWords {
		for _, w := range list {
			if m[w] == 0 { // a word in two lists has the class that comes first
				m[w] = class(c)
			}
		}
	}
	return m
})

// sitePlaces are those of linkOther that only name a place of a site.
var sitePlaces = setOf("blog", "profile", "dashboard", "status", "apps", "post", "posts", "media", "static", "assets", "share", "feed")

// stems make a longer word of an address one that acts: emaillogin, verifyuser. The first that fits counts.
var stems = []struct {
	word  string
	class class
}{
	{"unsubscribe", linkUnsubscribe}, {"passwordreset", linkReset}, {"resetpass", linkReset}, {"verify", linkVerify}, {"verification", linkVerify},
	{"activate", linkVerify}, {"activation", linkVerify},
	{"confirm", linkConfirm}, {"confirmation", linkConfirm}, {"invite", linkInvite}, {"invitation", linkInvite}, {"unlock", linkUnlock}, {"login",
		linkSignin}, {"signin", linkSignin},
}

// maxStemmed is the most bytes of a word of an address that holds a stem.
const maxStemmed = 24

// pathClass is the class of a word of an address, 0 of most.
func pathClass(w string) class {
	if c, ok := pathClasses()[w]; ok || len(w) > maxStemmed {
		return c
	}
	for _, stem := range stems {
		if strings.HasPrefix(w, stem.word) || strings.HasSuffix(w, stem.word) {
			return stem.class
		}
	}
	return 0
}
