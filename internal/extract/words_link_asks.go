package extract

// What a reader is asked to do, in the forms of the verb that the other lists leave out: to one or to several, plain or polite.

var signinAsks = []words{
	{"all", `meldet euch an|acceda a|accedete|aceda a|acede a|inicia sessao|meldt u zich aan|log pa|inicieu sessio|увийди|увіиди|وارد شو|пријави се|
		prisijunk|piesakies|logige sisse|skraið ykkur inn`},
}

var verifyAsks = []words{
	{"de fr es it pt", `beende die registrierung|beenden sie die registrierung|vervollstandige dein*|vervollstandigen sie ihr*|
		termine ton inscription|finalise ton*|finalisez votre*|complete ton inscription|termina el registro|termine el registro|complete el registro|
		finaliza el registro|finalice el registro|attivi il*|attivate|completi la registrazione|termini la registrazione|convalidi|ativa a|
		conclui o registo|conclua o cadastro|termina o registo|termine o cadastro|finalize o cadastro|completa o registo|complete o cadastro`},
	{"nl sv nb da fi", `voltooi de registratie|fullfolj registreringen|fullfor registreringen|faerdiggor|aktivoikaa|viekaa rekisterointi|todenna`},
	{"pl cs sk hu ro", `aktywujcie|zakoncz rejestracj*|aktivuj|over si|over svo*|ellenorizd|completeaza inregistrarea|completati inregistrarea|
		termina inregistrarea`},
	{"bg ru uk el tr", `завършете|заверши регистрацию|закончи регистрацию|перевір*|заверши реєстрацію|закінчи реєстрацію|закінчіть реєстрацію|
		ολοκληρωσε την εγγραφη|aktiflestir*|aktif edin`},
	{"ar he fa hi", `تحققي من|فعلي حسابك|اكملي التسجيل|אמתי|הפעילי|הפעילו|השלם את ההרשמה|השלימי את ההרשמה|فعال كن|فعال كنيد|साइन-अप पूरा`},
	{"ja ko", `有効にして|가입하세요`},
	{"ca hr sr sl lt lv et is af sw tl bn ur ta", `completa el registre|completeu el registre|aktiviraj|aktivirajte|zavrsite registraciju|верификуј*|
		доврши*|завршите регистрацију|preverite|aktyvuok*|suaktyvinkite|baikite registracija|aktivize*|aktiveeri|aktiveerige|registreerimine lopule|
		lopetage registreerimine|virkjaðu|virkið|ljukið við|aktiveer|voltooi jou|washa akaunti|amilisha|kumpletuhin|tapusin ang pagpaparehistro|
		সক্রিয়|নিবন্ধন সম্পূর্ণ|فعال كريں|رجسٹريشن مكمل|செயல்படுத்த*|பதிவை முடி*`},
}

var resetAsks = []words{
	{"de fr es it pt", `setze dein passwort|setzen sie ihr passwort|setz dein passwort|wahle ein passwort|wahlen sie ein passwort|lege ein passwort|
		legen sie ein passwort|choisis un mot de passe|choisissez un mot de passe|definis un mot de passe|definissez un mot de passe|
		cree un mot de passe|creez un mot de passe|elige una contrasena|elija una contrasena|cree una contrasena|scelga una password|
		crea una password|crei una password|imposta una password|reimposti|redefine a|repoe a|reponha a|escolhe uma senha|escolha uma senha|
		escolhe uma palavra-passe|escolha uma palavra-passe|cria uma senha|cria uma palavra-passe|crie uma palavra-passe`},
	{"nl sv nb da fi", `wachtwoord opnieuw in|maak een wachtwoord|stel een wachtwoord in|velg et passord|opprett et passord|opret en adgangskode|
		valitse salasana|valitkaa salasana`},
	{"pl cs sk hu ro", `wybierz haslo|ustal haslo|zvol heslo|zvolte heslo|zvolte si heslo|nastav heslo|nastavte heslo|nastav si heslo|vytvorte heslo|
		vytvorte si heslo|valassz jelszot|valasszon jelszot|adj meg jelszot|adjon meg jelszot|allits be jelszot|allitson be jelszot|
		hozz letre jelszot|hozzon letre jelszot|creeaza o parola|creati o parola`},
	{"bg ru uk el tr", `избери парола|изберете парола|задай парола|създай парола|създайте парола|выбери пароль|выберите пароль|придумай пароль|
		задай пароль|создай пароль|установи пароль|установите пароль|скинь пароль|скиньте пароль|вибери пароль|виберіть пароль|обери пароль|
		оберіть пароль|створи пароль|встанови пароль|встановіть пароль|επαναφερε|διαλεξε κωδικο|διαλεξτε κωδικο|επιλεξε κωδικο|επιλεξτε κωδικο|
		ορισε κωδικο|οριστε κωδικο|δημιουργησε κωδικο|δημιουργηστε κωδικο|sifre sec|sifre secin|parola sec|parola secin|parola belirle*|
		parola olustur*`},
	{"ar he fa hi th id ms", `اعيدي تعيين|اختاري كلمه|אפסי|בחר סיסמה|בחרי סיסמה|צור סיסמה|צרי סיסמה|צרו סיסמה|رمز عبور انتخاب|رمز عبور بسازيد|
		گذرواژه انتخاب|पासवर्ड बना*|เลือกรหัสผ่าน|สร้างรหัสผ่าน|pilih kata sandi|pilih kata laluan|cipta kata laluan`},
	{"ja ko zh", `パスワードを選|비밀번호를 선택|비밀번호를 설정|비밀번호를 만드|选择密码|创建密码|选择一个密码|设置一个密码|選擇密碼|建立密碼`},
	{"ca hr sr sl lt lv et is af sw tl bn ur ta", `tria una contrasenya|trieu una contrasenya|crea una contrasenya|creeu una contrasenya|
		postavite lozinku|odaberi lozinku|odaberite lozinku|izradite lozinku|изабери лозинку|изаберите лозинку|поставите лозинку|направите лозинку|
		izberi geslo|izberite geslo|nastavite geslo|ustvarite geslo|atkurkite slaptazodi|nustatykite slaptazodi|pasirink slaptazodi|
		pasirinkite slaptazodi|sukurkite slaptazodi|izvelies paroli|izvelieties paroli|izveidojiet paroli|iestatiet paroli|vali parool|valige parool|
		loo parool|looge parool|maarake parool|veldu lykilorð|veljið lykilorð|buðu til lykilorð|jou wagwoord terug|kies 'n wagwoord|skep 'n wagwoord|
		weka upya nenosiri|chagua nenosiri|unda nenosiri|pumili ng password|gumawa ng password|পাসওয়ার্ড বেছে|পাসওয়ার্ড তৈরি|پاس ورڈ رى سيٹ|
		پاس ورڈ منتخب|پاس ورڈ بنائيں|கடவுச்சொல்லை மீட்டமை*|கடவுச்சொல்லைத் தேர்ந்தெடு*`},
}

var inviteAsks = []words{
	{"all", `nimm die einladung an|nehmen sie die einladung an|unase a*|unase al|accettate|si unisca|aceita o convite|aceite o convite|aanvaard de|
		sluit u aan|neem deel aan|anslut dig|liittykaa|hyvaksykaa|przyjmijcie|prosze przyjac|prijmi|pridejte se|pridaj sa|fogadd el|fogadja el|
		включи се в|включете се в|прими приглашение|прими запрошення|вступи в|долучаися|αποδεξου|συμμετασχετε|kabul edin|kabul ediniz|katiliniz|اقبلي|
		קבלי את ההזמנה|بپذير|بپيوند|عضو شو|जुड़िए|terimalah|bergabunglah|参加してください|참여하세요|참가하세요|accepteu|uniu-vos|прихвати*|priimk|
		priimkite|pienemiet|taktu þatt|vertu með|aanvaar|sluit aan|kubali|tanggapin|গ্রহণ করুন|ஏற்கவும்|ஏற்றுக்கொள்*|சேரவும்`},
}

var confirmAsks = []words{
	{"all", `gib die anmeldung frei|geben sie die anmeldung frei|approuve|approuvez|autorise la*|confirmad|aprueba|apruebe|autorice|confermate|
		approvi|approvate|aprova o|aprova a|aprove|keur goed|keur de|povol|aprobati|ενεκρινε|اكدي|اكدوا|وافق على|وافقي|אשרי|تصويب كنيد|मंजूरी|
		मंज़ूरी दें|स्वीकृति दें|verifikasikan|konfirmasikan|luluskan|核准|confirmeu|aprova l*|aproveu|samþykktu|idhinisha|ruhusu|aprubahan|payagan|
		অনুমোদন|অনুমতি দিন|منظور كريں|اجازت ديں|அனுமதிக்க*`},
}
