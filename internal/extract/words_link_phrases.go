package extract

// Phrases that ask to act, or tell what acting is for, without a verb of the lists in words_link.go.

var signinPhrases = []words{
	{"en", `take me in|open my account|restore my account|your way in|a way in|way back in|get into your account|get in to your account|
		into your account|back into your account|one-time address|one-time url|entry link|entrance link|personal link|private link|be signed in|
		being signed in|to get signed in|be logged in|being logged in|no password needed|no password required|password free|instead of a password|
		instead of your password|front door|straight in|takes you in|lets you in|lets you into|get you in|gets you in|sign yourself in`},
	{"de", `melden sie sich|meldest du dich|melde dich|melden wir sie|zum einloggen|anzumelden|zum anmelden|ohne kennwort|in ihr konto|in dein konto|
		zu ihrem konto|zu deinem konto|statt eines passworts|statt passwort|passwortlos|einmal-link|einmallink|hereinkommen|hineinkommen|zugang zu|
		angemeldet werden|logge dich ein|direkt rein|ihr zugang|dein zugang`},
	{"fr", `pour entrer|entrer sans|entrez sans|lien de connexion|lien d'acces|lien unique|votre acces|ton acces|dans votre compte|acceder au compte|
		acceder a ton compte|identifie-toi|pour vous connecter|pour te connecter|etre connecte`},
	{"es", `para entrar|enlace para entrar|enlace unico|en tu cuenta|entrar en|entra aqui|acceso sin|tu acceso|su acceso|para acceder|identificate|
		conectate`},
	{"it", `rientrare|rientra|per entrare|entrare senza|senza password|link di accesso|link unico|nel tuo account|nel suo account|per accedere|
		entra qui|entri senza|il tuo accesso|accedi qui|collegati`},
	{"pt", `sem senha|sem palavra-passe|na sua conta|na tua conta|entrar sem|entre aqui|entra sem|para aceder|para acessar|seu acesso|o teu acesso|
		iniciar a sessao|ligacao de acesso|ligacao para entrar|conecte-se`},
	{"nl", `binnen te komen|naar binnen|om binnen|naar je account|naar uw account|in je account|in uw account|om in te loggen|eenmalige link|
		toegangslink|log hier in|meld u aan|direct inloggen|je toegang|kom je binnen|komt u binnen|kom je erin`},
	{"sv nb da", `komma in|kommer du in|ditt konto utan|till ditt konto|engangslank|lank for att logga|logga in har|a komme inn|kommer du inn|
		komme inn pa|til kontoen din|engangslenke|logg deg inn|logger du inn|komme ind|kommer du ind|uden kodeord|til din konto|engangslink|
		logger du ind|logg deg pa`},
	{"fi", `ilman salasanaa|*-tilillesi|*-tilille|paaset tilille*|paaset sisaan|sisaanpaas*|sisaankirjautu*|avaa tilisi|paaset tilillesi|
		kertakayttoinen linkki|kirjaudut sisaan|kirjaud*`},
	{"pl", `bez hasla|do wejscia|wejdz|wejsc|na swoje konto|na konto|jednorazowy link|zalogujesz|link do konta|wejscie na|wejdziesz|loguj sie`},
	{"cs sk", `bez hesla|pro vstup|na vstup|vstupte|vstup do uctu|do sveho uctu|do vaseho uctu|do svojho uctu|prihlaste|prihlas*|jednorazovy odkaz|
		odkaz pro prihlaseni|odkaz na prihlasenie|odkaz k prihlaseni`},
	{"hu", `jelszo nelkul|*-fiokjaba|*-fiokodba|belepeshez|belephet|belepteto|egyszeri link|belepo link|a fiokjaba|a fiokodba`},
	{"ro", `fara parola|de intrare|intrati|intra fara|pentru a va conecta|pentru a te conecta|linkul de acces|in contul|va autentificati|
		link de autentificare|link unic`},
	{"bg ru uk", `без парола|за влизане|влезте|връзка за вход|в акаунта си|в профила си|без пароля|зайти в|зайдите|зайди|вход без|ссылка для входа|
		в аккаунт|в личный кабинет|одноразовая ссылка|чтобы войти|для входу|зайдіть|посилання для входу|в обліковий запис|еднократна връзка|
		ще влезете`},
	{"el tr", `χωρις κωδικο|εισοδου|για να συνδεθειτε|μπες|στον λογαριασμο|συνδεσμος εισοδου|parolasiz|sifresiz|giris baglanti*|oturum acmak|
		oturumunuzu|hesabiniza gir*|hesabina gir*|giris icin|tek kullanimlik baglanti`},
	{"ar he fa", `بدون كلمه مرور|بدون كلمه السر|دخولك|ادخل|للدخول|رابط لمره واحده|الى حسابك|ללא סיסמה|בלי סיסמה|לכניסה|היכנסו|להיכנס|התחברו|
		קישור כניסה|לחשבון שלכם|بدون رمز عبور|بدون گذرواژه|ورود به|وارد حساب|پيوند ورود|لينك ورود`},
	{"hi th vi id", `बिना पासवर्ड|प्रवेश|लॉग-इन|अपने खाते में|अंदर आ*|เข้าใช้งาน|เข้าระบบ|ไม่ต้องใช้รหัสผ่าน|โดยไม่ใช้รหัสผ่าน|เข้าบัญชี|
		vao tai khoan|vao ma khong|khong can mat khau|khong mat khau|lien ket dang nhap|de dang nhap|tanpa kata sandi|tanpa sandi|tautan masuk|
		untuk masuk|masuk ke akun`},
	{"ja ko zh", `パスワードなし|パスワード不要|パスワードを使わず|入室|ログインリンク|アカウントに入|비밀번호 없이|들어가기|로그인하|免密|无需密码|
		無需密碼|免密码|免密碼|登录链接|登入連結|进入账户|進入帳戶|进入您的|進入您的`},
	{"ca hr lt lv et sl sr ms is af sw tl bn ur ta", `sense contrasenya|per entrar|per accedir|inicia la sessio|bez lozinke|za prijavu|
		be slaptazodzio|prisijungim*|prisijung*|bez paroles|pieteiksanas|pieteik*|ilma paroolita|sisselogimi*|sisse logi*|brez gesla|za prijavo|
		без лозинке|за пријаву|tanpa kata laluan|an lykilorðs|innskraning*|skraðu þig inn|aan te meld|meld aan|sonder wagwoord|kuingia|ingia|
		mag-log in|pag-login|mag-login|লগ ইন|لاگ ان|سائن ان|உள்நுழை*`},
}

var verifyPhrases = []words{
	{"en", `set yourself up|create your login|create a login|choose a login|one click and|one click is left|is really yours|are really yours|
		create my account|complete my profile|complete your profile|it's my address|it is my address|this is my address|keep my account|one more step|
		one last step|one step left|one step away|one more click|last step to|final step to|just one click|one click away|almost there|nearly there|
		finish creating|complete creating|finish making|finish your account|finish your profile|finish opening|finish joining|finish your application|
		finishing your registration|finish registering|complete registering|complete your application|with your registration|
		continue your registration|continue registration|continue registering|continue signing up|continue setting up|continue your application|
		carry on signing up|carry on setting up|resume your registration|resume your application|you read mail|you can read mail|you receive mail|
		address reaches you|reach you at|this is your address|this is your email|this is your mail|that this is your|that this address|
		that the address|mailbox is yours|inbox is yours|get your account going|switch on your account|turn on your account|set up your login|
		set up your access|set up your profile|get you set up|get set up|know it is you|know it's you|sure it's you|sure it is you|sure this is you|
		that you are you|that it is you|confirm it's|are the owner|you own this|prove you own|create your account|open your account|
		set up the account|set up my account`},
	{"de", `ein klick fehlt|klick fehlt noch|fehlt noch ein|noch ein klick|nur noch ein|noch ein schritt|letzter schritt|ein letzter schritt|
		fast geschafft|fast fertig|konto ist fast|ihnen gehort|dir gehort|ihre adresse ist|adresse ist|richtige adresse|fertig ein|konto fertig|
		richten sie ihr konto|richte dein konto|konto anlegen|konto erstellen|konto eroffnen|registrierung fort*|anmeldung fort*|machen sie weiter|
		schliess deine|schliesse die|schliessen sie die|dass sie es sind|dass du es bist|eroffnung fort*|zeigen sie uns|konto einzurichten|
		einrichtung ab*`},
	{"fr", `il reste a|il ne reste qu*|encore une etape|derniere etape|plus qu'une etape|plus qu'un clic|presque termine|presque fini|y etes presque|
		y es presque|est bien la votre|est bien la tienne|est bien votre|que c'est vous|que c'est toi|vous appartient|t'appartient|
		creation de votre compte|creation de ton compte|creation du compte|terminez la creation|termine la creation|poursuivez votre inscription|
		poursuivre votre inscription|continuez votre inscription|reprenez votre inscription|completez votre|ouvrir votre compte|
		configurez votre compte`},
	{"es", `un paso mas|ultimo paso|solo falta|falta un paso|falta poco|ya casi|casi listo|es tuya|es suya|que eres tu|que es usted|te pertenece|
		le pertenece|crear tu cuenta|crear su cuenta|termina de crear|termine de crear|acaba de crear|completa tu cuenta|continua tu registro|
		continuar con el registro|sigue con tu registro|demuestra que|configura tu cuenta|termina tu alta|terminar el alta|da de alta tu`},
	{"it", `ancora un passo|ultimo passo|un passo ancora|manca poco|ci siamo quasi|ci sei quasi|e tuo|e suo|che sei tu|che e lei|ti appartiene|
		le appartiene|creazione del tuo account|creazione dell'account|creazione del suo|creare l'account|crea il tuo account|completa la creazione|
		finisci di registrarti|finisci di creare|continua la registrazione|prosegui la registrazione|riprendi la registrazione|dimostra che|
		dimostra di|configura il tuo account|completa il profilo`},
	{"pt", `falta um passo|mais um passo|so mais um|falta pouco|esta quase|quase la|e seu|e teu|que e voce|que es tu|pertence a voce|lhe pertence|
		criar sua conta|criar a sua conta|criar a conta|criar a tua conta|termine de criar|acabe de criar|criacao da conta|criacao da sua conta|
		continue seu cadastro|continuar o cadastro|continue o registo|prossiga com o cadastro|prossiga com o registo|mostre que|prove que|
		configure sua conta`},
	{"nl", `nog een stap|laatste stap|nog een klik|nog maar een|bijna klaar|bijna zover|van jou is|van u is|dat jij het bent|dat u het bent|
		account af|inschrijving af|rond je inschrijving|rond uw inschrijving|account is bijna|maak je account aan|account aan te maken|
		account instellen|stel je account in|ga verder met je|vervolg je|registratie af te|aanmelding af te`},
	{"sv nb da", `ett steg kvar|ett steg till|sista steget|nastan klar|nastan klart|adressen ar din|att det ar du|ar din adress|tillhor dig|gor klart|
		skapa ditt konto|fortsatt registreringen|fortsatt din|ett klick kvar|ett steg igjen|siste steg|nesten ferdig|nesten klar|adressen er din|
		at det er deg|at det er dig|tilhorer deg|tilhorer dig|kontoen din klar|gjor kontoen|opprett kontoen|opprette kontoen|fortsett registreringen|
		et trin tilbage|sidste trin|naesten faerdig|naesten i mal|gor din|faerdiggor din|fuldfor din|fuldfor oprettelse*|fuldfor registrering*|
		oprette din konto|opret din konto|oprettelsen af|tilmelding faerdig|fortsaet din`},
	{"fi", `viela yksi vaihe|viimeinen vaihe|melkein valmis|viela yksi askel|osoite on sinun|etta se olet sina|kuuluu sinulle|tilisi luominen|
		luo tilisi|tilin luonti|jatka rekisterointia|jatka rekisteroitymista|vahvist*|ota tilisi kayttoon`},
	{"pl", `jeszcze jeden krok|ostatni krok|juz prawie|prawie gotowe|jeszcze tylko|jest twoj|nalezy do ciebie|nalezy do pani|nalezy do pana|ze to ty|
		zakladanie konta|zakladania konta|zaloz konto|zalozyc konto|wlaczyc konto|wlaczyc swoje|wlacz konto|uruchom konto|kontynuuj rejestracj*|
		dokoncz*|utworzyc konto|utworz konto`},
	{"cs sk", `jeste jeden krok|este jeden krok|posledni krok|posledny krok|uz jen jeden|uz len jeden|skoro hotovo|uz skoro|adresa je vase|
		adresa je vasa|adresa patri|patri vam|ze jste to vy|ze ste to vy|overit*|overi*|dokonc*|zalozeni uctu|vytvoreni uctu|vytvorenie uctu|
		zalozte si|zapnete ucet|spustte ucet|pokracujte v registraci|pokracovat v registraci|pokracujte v registracii`},
	{"hu ro", `meg egy lepes|utolso lepes|mar majdnem|majdnem kesz|az one|a tied|ont illeti|hogy on az|hogy te vagy|fiok letrehozas*|hozza letre|
		fejezd be|igazol*|folytassa a regisztraciot|folytasd a regisztraciot|inca un pas|ultimul pas|mai e un pas|aproape gata|va apartine|
		iti apartine|este a dvs|ca sunteti dvs|crearea contului|terminati crearea|termina crearea|finalizati crearea|verific*|creati contul|
		continuati inregistrarea|continua inregistrarea`},
	{"bg ru uk", `още една стъпка|последна стъпка|почти готово|адрес е ваш|че сте вие|принадлежи*|довърш*|създаването на|остался один шаг|
		последний шаг|ещё один шаг|это ваш адрес|что это вы|закончите|создание аккаунта|создания аккаунта|завершите|продолжите регистрацию|
		продолжить регистрацию|залишився один крок|останній крок|майже готово|ще один крок|це ваша адреса|що це ви|завершіть|створення облікового|
		продовжте реєстрацію|включить аккаунт`},
	{"el tr", `ενα βημα ακομη|τελευταιο βημα|σχεδον ετοιμο|ειναι δικη σας|ειναι δικη σου|σας ανηκει|οτι ειστε εσεις|ολοκληρωστε τη δημιουργια|
		δημιουργια του λογαριασμου|δημιουργια λογαριασμου|bir adim kaldi|son bir adim|son adim|neredeyse bitti|size ait|sana ait|sizin oldugunu|
		siz oldugunuzu|hesabinizi olustur*|hesap olustur*|kaydinizi|kaydi tamamla*|olusturmayi tamamlayin|kayda devam`},
	{"ar he fa", `خطوه واحده|خطوه اخيره|الخطوه الاخيره|اوشكت|هذا العنوان لك|يخصك|انك انت|انشاء حسابك|اكمل انشاء|اكمل التسجيل|اكمال التسجيل|
		لاكمال التسجيل|عוד צעד|צעד אחד|צעד אחרון|כמעט סיימ*|הכתובת שלכם|הכתובת שלך|שייכת לכם|שזה אתם|שזה אתה|ליצור את החשבון|יצירת החשבון|סיימו ליצור|
		סיימו את ההרשמה|להשלים את ההרשמה|השלימו את ההרשמה|המשיכו בהרשמה|يك قدم|گام ديگر|گام اخر|قدم ديگر|مال شماست|متعلق به شما|كه شما هستيد|
		ساخت حساب|ايجاد حساب|ثبت نام را كامل|ثبت` + "\u200c" + `نام|تكميل كنيد|كامل كنيد`},
	{"hi th vi id", `एक कदम और|आखिरी कदम|अंतिम चरण|बस एक|पता आपका है|आप ही हैं|खाता बनाना|पंजीकरण पूरा|बनाना पूरा करें|पंजीकरण पूरा करें|
		อีกขั้นตอนเดียว|ขั้นตอนสุดท้าย|เหลืออีกขั้น|เป็นของคุณ|ว่าเป็นคุณ|สร้างบัญชี|ลงทะเบียนให้เสร็จ|ลงทะเบียนต่อ|เสร็จสมบูรณ์|con mot buoc|
		buoc cuoi|sap xong|la cua ban|chinh la ban|tao tai khoan|hoan tat viec tao|hoan tat tai khoan|tiep tuc dang ky|hoan thanh dang ky|
		satu langkah lagi|langkah terakhir|hampir selesai|milik anda|bahwa ini anda|pembuatan akun|selesaikan pembuatan|lengkapi pendaftaran|
		lanjutkan pendaftaran|membuat akun`},
	{"ja ko zh", `あと一歩|最後のステップ|もう少しで|お客様のもの|ご本人|アカウントの作成|アカウント作成|登録を続け|ご登録を|登録の完了|手続きを続け|
		手続きを完了|한 단계 남|마지막 단계|거의 다|본인 것|본인임|계정 만들기|계정 생성|가입을 계속|등록을 완료|가입을 마|完成账户|完成帳戶|完成帐户|
		还差一步|還差一步|最后一步|最後一步|即将完成|即將完成|地址是您的|属于您|屬於您|创建账户|建立帳戶|继续注册|繼續註冊|完成登记|完成登記`},
	{"ca hr lt lv et sl sr ms is af sw tl bn ur ta", `un pas mes|ultim pas|es teva|es teu|crear el compte|verifiqu*|activa el|activar el|activeu|
		verifica l*|jos jedan korak|posljednji korak|adresa vasa|dovrsite|dovrsi|dar vienas zingsnis|paskutinis zingsnis|uzbaik*|patvirtin*|
		vel viens solis|pedejais solis|pabeig*|pabeidz*|apstiprin*|veel uks samm|viimane samm|loomine lopule|konto loomi*|se en korak|zadnji korak|
		potrdi*|јос један корак|довршите|потврд*|још један корак|sahkan|lengkapkan|selesaikan penciptaan|eitt skref|siðasta skref|ljuktu við|
		hatua moja|thibitisha|kamilisha|isang hakbang|kumpirmahin|i-verify|beripikahin|নিশ্চিত কর*|আর এক ধাপ|تصديق كريں|تصدیق کریں|உறுதிப்படுத்த*|
		சரிபார்க்க*`},
	{"all", `one click more|a single click|one tap|noch einmal klicken|ein einziger klick|mit einem klick|plus qu'un seul|un seul clic|
		un clic de plus|en un clic|un clic mas|un solo clic|con un clic|un clic y|solo un clic|ancora un clic|un clic ancora|so um clique|um clique e|
		mais um clique|nog een keer klikken|met een klik|een klik en|ett klick till|med ett klick|ett klick och|et klikk til|ett klikk til|
		med ett klikk|et klik mere|med et klik|et klik og|yksi klikkaus|viela yksi klikkaus|yhdella klikkauksella|jedno klikniecie|
		jeszcze jedno klikniecie|jednym kliknieciem|jeste jedno kliknuti|jedno kliknuti|jednim kliknutim|este jedno kliknutie|jedno kliknutie|
		jednym kliknutim|meg egy kattintas|egy kattintas|egyetlen kattintas*|inca un clic|un singur clic|cu un clic|още един клик|един клик|
		с един клик|еще один клик|один клик|одним кликом|одним нажатием|ще один клік|один клік|одним кліком|ενα κλικ ακομη|ενα κλικ|με ενα κλικ|
		son bir tik|bir tik|tek tik*|tek bir tik*|نقره واحده|بنقره واحده|ضغطه واحده|עוד לחיצה|לחיצה אחת|בלחיצה אחת|يك كليك|با يك كليك|बस एक क्लिक|
		एक क्लिक|คลิกเดียว|อีกคลิกเดียว|mot cu nhap|mot cu click|satu klik|sekali klik|あとワンクリック|ワンクリックで|あと1クリック|한 번만 누르|
		클릭 한 번|한 번의 클릭|再点一下|点击一次|點擊一次|一键|一鍵|只差一步|check my inbox|check my address|check my mail`},
}

var resetPhrases = []words{
	{"en", `make up a new|pick another one|pick another password|pick a new one|pick a new password|pick a fresh one|make a new password|
		another password|a different password|choose another one|choose another password|change the password|change of password|
		cannot remember your password|can't remember your password|don't remember your password|remember your password|replace your password|
		a fresh password|set one here|new passcode`},
	{"de", `vergeben sie ein neues|vergib ein neues|neues festlegen|neues vergeben|neues wahlen|ein anderes passwort|neu setzen|neu zu setzen|
		neu vergeben|neu festlegen|passwort zu andern|passwort neu|kennwort neu|kennwort zu andern|neuen passworts|neuen kennworts|passwort-reset|
		passwortreset|passwortwechsel`},
	{"fr", `un autre mot de passe|choisissez-en un autre|choisissez-en un nouveau|changer votre mot de passe|changer ton mot de passe|un nouveau mot|
		nouveau mot|modifier votre mot de passe|redefinissez|retrouver l'acces|recuperer votre compte|definir votre mot de passe|definissez votre|
		creez votre mot de passe|choisissez votre mot de passe|mdp`},
	{"es", `otra contrasena|una contrasena nueva|contrasena nueva|elige otra|elige una nueva|elija otra|elija una nueva|pon una|cambiar tu contrasena|
		cambiar su contrasena|cambio de contrasena|crea una contrasena|recuperar tu cuenta|recuperar el acceso|crea tu contrasena|
		define tu contrasena`},
	{"it", `un'altra password|scegline un'altra|scegline una|scegli una password|cambio password|cambio della password|modificare la password|
		recuperare l'accesso|recuperare l'account|scegli la password|crea la password|imposti una`},
	{"pt", `outra senha|escolha outra|escolha uma nova|crie uma nova|crie uma senha|crie sua senha|defina uma nova|defina sua senha|nova palavra|
		mudar a palavra-passe|mudar a senha|mudar sua senha|alterar a senha|alterar a palavra-passe|alterar sua senha|recuperar o acesso|
		recuperar a conta|senha nova`},
	{"nl", `een ander wachtwoord|kies een nieuw|kies hier een nieuw|een nieuw in|wachtwoord te wijzigen|wachtwoord veranderen|
		wachtwoord te herstellen|wachtwoord aanmaken|kies je wachtwoord|kies een wachtwoord`},
	{"sv nb da", `ett nytt losenord|valj ett nytt|valj nytt|byta losenord|andra ditt losenord|skapa ett losenord|valj ett losenord|et nytt passord|
		velg et nytt|velg nytt|bytte passord|endre passordet|lag et nytt|lag et passord|en ny adgangskode|vaelg en ny|skifte adgangskode|
		aendre din adgangskode|lav en ny|vaelg en adgangskode|ny kode`},
	{"fi", `uuden salasanan|toinen salasana|vaihtaa salasan*|vaihtaaksesi salasanasi|salasanan vaihto|valitse uusi|luo uusi|aseta uusi|
		palauttaa salasan*|palauta tilisi`},
	{"pl", `inne haslo|wybierz nowe|ustal nowe|ustaw nowe|zmienic haslo|zmiany hasla|odzyskac|odzyskani*|nadaj haslo|nadaj nowe|ustawic haslo|
		ustawic nowe`},
	{"cs sk", `jine heslo|ine heslo|zvolte si nove|zvolte nove|nastavte nove|nastavte si|zmenite heslo|heslo zmen*|zmena hesla|zmenu hesla|obnov*|
		vyberte si nove|zapomnel*|zabudl*`},
	{"hu ro", `masik jelszo|masik jelszot|valasszon ujat|valassz ujat|adjon meg uj|adj meg uj|jelszo megvaltoztat*|jelszavat megvaltoztat*|
		jelszo csere*|alta parola|o alta parola|alegeti alta|alege alta|alegeti o|alege o|schimbati parola|schimbarea parolei|setati o|seteaza o`},
	{"bg ru uk", `друга парола|изберете нова|смените паролата|другой пароль|придумайте новый|придумайте пароль|придумать новый|задайте другой|
		задайте новый|задайте пароль|смены пароля|смена пароля|смены паролю|поменять пароль|інший пароль|придумайте новий|задайте новий|зміни пароля|
		зміна пароля|створіть пароль|создайте пароль`},
	{"el tr", `αλλον κωδικο|επιλεξτε νεο|ορισμο κωδικου|αλλαξτε τον κωδικο|αλλαξετε τον κωδικο|νεου κωδικου|baska bir sifre|yenisini secin|
		yeni bir sifre|yeni bir parola|baska bir parola|sifrenizi yenile*|parolanizi yenile*|sifrenizi degistir*|parolanizi degistir*|sifre yenileme|
		parola yenileme|sifrenizi sifirla*|parolanizi sifirla*`},
	{"ar he fa", `كلمه مرور اخرى|كلمه سر جديده|اختر كلمه|عين كلمه|انشئ كلمه|لتغيير كلمه|تغيير كلمه المرور|استرجاع|לבחור סיסמה|בחרו סיסמה|בחרו חדשה|
		סיסמה אחרת|הגדירו סיסמה|להגדיר סיסמה|לשנות את הסיסמה|שינוי הסיסמה|איפוס הסיסמה|رمز جديد|رمز ديگري|گذرواژه جديد|انتخاب رمز|تغيير گذرواژه|
		تعيين رمز`},
	{"hi th vi id", `दूसरा पासवर्ड|नया चुनें|पासवर्ड रखें|पासवर्ड चुनें|पासवर्ड बदल*|เลือกใหม่|ตั้งใหม่|ตั้งรหัสผ่าน|กำหนดรหัสผ่าน|รหัสผ่านอื่น|
		mat khau khac|chon mat khau|dat mat khau|thay doi mat khau|thay mat khau|pilih yang baru|kata sandi lain|ganti kata sandi|
		mengganti kata sandi|pasang kata sandi|kata sandi anda|sandi baru`},
	{"ja ko zh", `別のパスワード|新しいもの|パスワードの変更|パスワードを決め|パスワードをお決め|パスワードを作|새로 정하|다른 비밀번호|
		새로운 비밀번호|비밀번호를 바꾸|비밀번호를 변경|비밀번호를 재설정|비밀번호를 정하|设一个新|設一個新|其他密码|其他密碼|设定新|設定新|设置新|
		新的密码|新的密碼|设定密码|设定其他|設定其他`},
	{"ca hr lt lv et sl sr ms is af sw tl bn ur ta", `restabl*|una altra contrasenya|tria'n una|canviar la contrasenya|oblidat la contrasenya|
		contrasenya oblidada|zaboravili ste|zaboravljena|odaberite novu|promijenite lozinku|druga lozinka|pamirs*|pasirinkite nauja|naujas slaptazod*|
		aizmirs*|jaunu paroli|izvelieties jaunu|unustasi*|uue parooli|valige siin uus|pozabi*|izberite novo|заборавили|нову лозинку|изаберите нову|
		terlupa|kata laluan baru|gleymd*|veldu nytt|wagwoord vergeet|nuwe wagwoord|umesahau|nenosiri jipya|nakalimutan|bagong password|ভুলে গেছেন|
		নতুন পাসওয়ার্ড|پاس ورڈ بھول|نيا پاس ورڈ|மறந்து*|புதிய கடவுச்சொல்*`},
}

var invitePhrases = []words{
	{"en", `you have been added|you've been added|you were added|added to the team|added to the group|added to the project|added to the workspace|
		wants you in|want you in|wants you on|would like you to join|would like you to be|wants you to be|like you to be part|be part of the|
		part of the team|share a household|wants to share|share a list|seat in the|seat is waiting|place in the team|made you a member|
		made you an admin|made you a co-|gave you access|given you access|granted you access|asks you to join|asked you to join|like you to join|
		come aboard|come on board|asks you to be|your spot in|a spot in|set up an account for you|created an account for you|made an account for you|
		opened an account for you`},
	{"de", `mitarbeiten|mitmachst|dabei sind|dabei bist|dabei sein|zum team|ins team|in das team|in die gruppe|der gruppe bei|treten sie|tritt bei|
		tritt der|mitglied werden|werden sie mitglied|werde mitglied|teil des teams|zugefugt|zugang gegeben|freigegeben|teilt mit ihnen|teilt mit dir|
		mochte mit ihnen|mochte mit dir|hat ihnen ein konto|hat dir ein konto|fur sie ein konto|konto fur sie|konto fur dich`},
	{"fr", `reserve une place|garde une place|souhaite que vous|souhaite que tu|voudrait que vous|participiez|participes|fassiez partie|faire partie|
		ajoute a l'equipe|ajoutee a l'equipe|ajoute au groupe|ajoute au projet|vous a ajoute|t'a ajoute|a partage avec|partager avec vous|donne acces|
		devenez membre|deviens membre|integrez|integrer l'equipe|a cree un compte|compte pour vous`},
	{"es", `quiere que participes|quiere que formes|quiere que seas|que participes|formes parte|forma parte|formar parte|anadido al equipo|
		anadida al equipo|agregado al equipo|te ha anadido|te anadio|te agrego|han anadido|han agregado|compartir contigo|te dio acceso|
		te ha dado acceso|sumate al|unete al|hazte miembro|ha creado una cuenta|creo una cuenta para|cuenta para ti`},
	{"it", `faccia parte|facciate parte|far parte|che tu partecipi|vuole che|ti vuole|aggiunto al|aggiunta al|ti ha aggiunto|aggiunto alla|
		condividere con te|dato accesso|diventa membro|entra nel gruppo|entra in squadra|ha creato un account|account per te`},
	{"pt", `quer que voce|quer que participes|que voce participe|que participe|faca parte|fazer parte|adicionado a equipe|adicionado a equipa|
		adicionada a|adicionou voce|adicionou-te|foi adicionad*|compartilhar com voce|deu acesso|deu-lhe acesso|torne-se membro|entre no grupo|
		entre na equipe|entre na equipa|criou uma conta`},
	{"nl", `dat je meedoet|dat u meedoet|meedoet|mee te doen|wil je erbij|je bent toegevoegd|u bent toegevoegd|je toegevoegd|aan het team|
		voegde je toe|lid te worden|deel uit te maken|deel van het|bij de groep|bij het team|toegang gegeven|deelt met je|delen met je|
		een account voor je|account voor u`},
	{"sv nb da", `vill att du ar med|vill ha med dig|du har lagts till|lagt till dig|bli medlem|bli en del av|delat med dig|gett dig atkomst|
		ansluta till|ansluta dig|vara med i|vil ha deg med|du er lagt til|lagt deg til|bli en del|delt med deg|gitt deg tilgang|vaere med i|
		vil have dig med|du er fojet til|har tilfojet dig|bliv medlem|bliv en del|delt med dig|givet dig adgang|skapat ett konto|opprettet en konto|
		oprettet en konto`},
	{"fi", `haluaa sinut|sinut on lisatty|lisatty tiimiin|lisasi sinut|tule mukaan|mukaan ryhmaan|jaseneksi|jakaa kanssasi|antoi sinulle|
		loi sinulle tilin|liity*`},
	{"pl", `chce, zebys|chce, zeby pan|zebys byl|zebys wzial|dodano cie|dodal cie|dodala cie|dodano pani*|do zespolu|do grupy|do projektu|
		zostan czlonkiem|udostepnil*|dal ci dostep|przyznano dostep|stan sie czescia|utworzyl dla|zalozyl dla`},
	{"cs sk", `chce, abyste|chce, abys|chce, aby ste|chce, aby si|pridani do|pridan do|pridany do|pridal vas|pridala vas|pridal te|pridali jsme vas|
		do tymu|do timu|do skupiny|stante se clenem|stante sa clenom|stat se clenem|ke skupine|k tymu|k timu|sdili s vami|zdiela s vami|
		dal vam pristup|vytvoril vam ucet|vytvorili vam ucet`},
	{"hu ro", `reszt venne|reszt vegyen|szeretne, ha|hozzaadtak|hozzaadta|a csapathoz|a csoporthoz|legyen tag|legyel tag|tagja legyen|megosztott*|
		hozzaferest adott|participati la|participi la|faci parte|faceti parte|adaugat in|adaugata in|v-a adaugat|te-a adaugat|in echipa|
		deveniti membru|devino membru|v-a dat acces|ti-a dat acces|creat un cont`},
	{"bg ru uk", `участвате|да участваш|добавени сте|добави ви|ви добави|към екипа|към групата|станете член|даде ви достъп|участвовали|участвовать в|
		участие в|вас добавили|добавил вас|добавила вас|в команду|в группу|станьте участником|хочет, чтобы вы|открыл вам доступ|открыла вам доступ|
		дал вам доступ|поделиться с вами|хоче, щоб ви|вас додали|додав вас|додала вас|до команди|до групи|станьте учасником|надав вам доступ|
		створено обліковий запис для|создал для вас`},
	{"el tr", `προστεθηκατε|σας προσθεσε|σε προσθεσε|στην ομαδα|μελος της|γινε μελος|σας εδωσε προσβαση|μοιραζεται μαζι|ekibe eklendiniz|
		ekibe eklendin|eklendiniz|sizi ekledi|seni ekledi|gormek istiyor|aramizda|gruba katil*|ekibe katil*|uye ol*|erisim verdi|sizinle paylas*|
		sizin icin bir hesap`},
	{"ar he fa", `ان تشارك|ان تنضم|تمت اضافتك|اضافك|اضافتك|الى الفريق|الى المجموعه|كن عضوا|شارك معك|منحك|שתשתתפו|שתצטרף|שתצטרפו|להשתתף|נוספת|
		הוסיפו אותך|הוסיף אותך|הוסיפה אותך|לצוות|לקבוצה|חבר בצוות|שיתף אתכם|שיתפה אתכם|שיתף איתך|נתן לך גישה|در پروژه|به گروه|اضافه شديد|اضافه كرد|
		عضو گروه|دسترسي داد|ملحق`},
	{"hi th vi id", `में जोड़ा|जोड़ा गया|हिस्सा बनें|सदस्य बनें|शामिल|ถูกเพิ่ม|เพิ่มคุณ|ให้คุณร่วม|ร่วมทีม|ร่วมกลุ่ม|ร่วมโครงการ|เป็นสมาชิก|
		แชร์กับคุณ|ให้สิทธิ์|them vao nhom|them ban vao|them vao|tro thanh thanh vien|chia se voi ban|cap quyen cho ban|ditambahkan ke|
		menambahkan anda|ikut dalam|ikut serta|jadi anggota|menjadi anggota|berbagi dengan anda|memberi anda akses`},
	{"ja ko zh", `への参加|に追加されました|に追加しました|メンバーに|共有されました|アクセス権を|함께하자|추가되었|추가했|멤버로|공유했|참여해|
		권한을 부여|参与项目|參與專案|被添加|已被加入|成为成员|成為成員|与您共享|與您分享|授予您|共享给您`},
	{"ca hr lt lv et sl sr ms is af sw tl bn ur ta", `vol que participis|que participis|t'han afegit|t'ha afegit|t'ha convidat|us convida|et convida|
		uneix-te|formar part|da sudjelujete|dodani ste|dodao vas|pridruzi*|poziva|pozvani|kviecia|pakvie*|pridet*|prisijunkite prie|aicina|uzaicin*|
		pievienojie*|pievienots|kutsub|lisati|liituge|liitu|vas vabi|vabi|pridruzite se|позива|позвани|придружи*|menjemput|dijemput|sertai|ditambah|
		byður þer|boðið|bætt við|nooi jou|uitgenooi|anakualika|umealikwa|jiunge|iniimbitahan|inimbita|sumali|আমন্ত্রণ*|যোগ দিন|مدعو|دعوت|شامل ہوں|
		அழைக்கிற*|அழைப்*|சேர`},
	{"all", `hueco en el|te ha hecho un hueco|guardado un sitio|einen platz im team|platz im team|una place dans|posto nella squadra|lugar na equipe|
		plek in het team|plats i laget|miejsce w zespole|misto v tymu|место в команде|місце в команді`},
}

var unlockPhrases = []words{
	{"en", `open it again|open your account again|open the account again|bring it back|paused your account|account was paused|account is paused|
		too many wrong|too many attempts|too many failed|too many tries|failed attempts|get your account back|get it back|switch it back on|
		turn it back on|lift the block|lift the hold|release it|shut out|locked out|locked you out|free it|put a lock on`},
	{"de", `wieder offnen|wieder freischalten|wieder frei|heben sie die sperre|hebe die sperre|sperre auf|sperrung auf|sperre losen|zu viele versuche|
		zu viele falsche|fehlversuche|stillgelegt|wiederherstellen|reaktiv*`},
	{"fr es it pt", `rouvrir|rouvrez|le blocage|lever le blocage|levez le blocage|trop de tentatives|trop d'essais|remettre en service|retablissez|
		el bloqueo|levanta el|demasiados intentos|abrirla de nuevo|reabrir|reabre|volver a abrir|vuelve a abrir|il blocco|togli il|rimuovi il blocco|
		troppi tentativi|riaprire|riaprirlo|riapri|o bloqueio|muitas tentativas|demasiadas tentativas|reabri-la|reabra|desbloqu*`},
	{"nl sv nb da fi", `de blokkade|hef de|blokkering op|deblokk*|weer open|heropen*|te veel pogingen|hav sparren|haev sparren|sparren|
		oppna ditt konto igen|oppna kontot|konto igen|for manga forsok|opphev sperren|opphev*|apne kontoen|kontoen din igjen|for mange forsok|ophaev*|
		sparringen|spaerr*|abn din konto|abne din konto|for mange forsog|lukitus|lukituksen|avaa se uudelleen|avaa tili uudelleen|liian monta`},
	{"pl cs sk hu ro", `zdejmij blokade|blokade|blokady|otworz konto|ponownie konto|konto ponownie|zbyt wiele prob|za duzo prob|zruste blokaci|
		zruste blokovanie|zrusit blokaci|blokac*|ucet znovu|znovu otev*|znovu otvor*|prilis mnoho pokusu|prilis vela pokusov|a zarolas*|
		nyissa meg ujra|nyisd meg ujra|tul sok|redeschide*|prea multe incercari|blocat|blocata`},
	{"bg ru uk el tr", `отключете|отново отвор*|твърде много|снимите блокировку|снять блокировку|блокировк*|разблок*|слишком много попыток|
		зніміть блокування|зняти блокування|блокування|забагато спроб|κλειδωθηκ*|ανοιξτε ξανα|πολλες προσπαθειες|kilidi kaldir*|kilidini kaldir*|
		kilidi|engelini kaldir*|yeniden acin|yeniden etkin*|cok fazla deneme`},
	{"ar he fa", `افتحه من جديد|فتح حسابك|الغاء قفل|رفع الحظر|تم حظر|محاولات كثيره|פתחו אותו|לפתוח את החשבון|פתיחת החשבון|הסרת החסימה|שחרור|
		יותר מדי ניסיונות|قفل ان را|رفع قفل|مسدود شد|تلاش ناموفق`},
	{"hi th vi id ja ko zh", `फिर खोलें|लॉक हो गया|लॉक है|ब्लॉक|เปิดอีกครั้ง|เปิดบัญชี|ถูกระงับ|mo lai|qua nhieu lan|buka kembali|aktifkan kembali|
		terlalu banyak|再開する|再開し|ロックが|다시 열기|다시 열|重新开启|重新開啟|重新激活|被锁|被鎖|解封|尝试次数|嘗試次數`},
	{"ca hr lt lv et sl sr ms is af sw tl", `desbloquej*|bloquejat|otkljuca*|zakljucan*|deblokira*|atrakin*|uzrakin*|atbloke*|blokets|lukus|
		avage see uuesti|vabasta*|odkleni*|zaklenjen*|откључа*|закључан*|деблокира*|buka semula|læst|aflæs*|ontsluit|gesluit|ifungue|imefungwa|
		i-unlock|naka-lock`},
}

var confirmPhrases = []words{
	{"en", `not yet confirmed|not yet been confirmed|not been confirmed|not confirmed|yet to confirm|unconfirmed|haven't confirmed|have not confirmed|
		has not confirmed|still to be confirmed|needs confirming|needs to be confirmed|not yet verified|not been verified|not verified|
		haven't verified|unverified|not yet activated|not been activated|not activated|waiting to be confirmed|waits for your confirmation|
		remains unconfirmed|still unconfirmed`},
	{"all", `noch nicht bestatigt|nicht bestatigt|pas encore confirme*|n'est pas confirme*|pas encore verifie*|pas encore valide*|
		aun no has confirmado|todavia no has confirmado|no has confirmado|sin confirmar|sin verificar|non hai ancora confermato|
		non e ancora confermat*|non ancora confermat*|ainda nao confirm*|nao foi confirmad*|por confirmar|nog niet bevestigd|niet bevestigd|
		inte bekraftat|annu inte bekraft*|ikke bekreftet|enna ikke bekreftet|ikke bekraeftet|endnu ikke bekraeft*|ei ole vahvist*|
		et ole viela vahvist*|nie potwierdz*|niepotwierdz*|nepotvrd*|nincs megerosit*|meg nem erosit*|nu ati confirmat|nu ai confirmat|neconfirmat*|
		не е потвърд*|не сте потвърд*|не подтвер*|не подтвержд*|не підтвер*|δεν εχετε επιβεβαι*|δεν εχει επιβεβαι*|onaylanmadi|onaylanmamis|
		dogrulanmadi|لم تؤكد|لم يتم تاكيد|עדיין לא אישרת*|לא אושרה|تاييد نشده|chua xac nhan|chua duoc xac minh|belum dikonfirmasi|belum mengonfirmasi|
		belum diverifikasi|未確認|확인되지 않|아직 확인|尚未验证|尚未驗證|尚未确认|尚未確認|未验证`},
	{"en", `i agree|i consent|agree to|if so|put me on the list|put me down|let this go ahead|to go ahead|let it go ahead|this is me|allow sign-in|
		allow login|allow the sign-in|say yes|if that is right|if this is right|if that's right|if that is correct|if this is correct|let it in|
		wants in|wants access|asks for access|requests access|requesting access|acknowledge|your consent|give consent|go ahead with|allow it|
		please allow|permit it|add you to the list|put you on the list|asked to delete|asked us to delete|asked to close|asked us to close|
		asked to change|asked us to change|want to change your|wants to change your|change your mail|change your email|change your e-mail|
		change of address|tick yes|press yes|click yes|tap yes|i'm in|sign me up|keep me on`},
	{"de", `e-mail-adresse andern|mailadresse andern|adresse zu andern|adresse andern|mochte zugreifen|auf ihr konto zugreifen|bittet um zugriff|
		bittet um zugang|erlaubnis|zustimmen|stimmen sie|stimme zu|stimmt das|ist das richtig|rundbrief erhalten|newsletter erhalten|konto zu loschen|
		konto loschen|loschung`},
	{"fr", `changer d'adresse|changer votre adresse|changer ton adresse|changement d'adresse|demande l'acces|demande un acces|l'autoriser|autorisez|
		j'accepte|donner votre accord|votre accord|je veux recevoir|recevoir la lettre|supprimer votre compte|supprimer mon compte|
		suppression de votre`},
	{"es it", `cambiar tu correo|cambiar su correo|cambiar de correo|cambiar tu direccion|cambio de correo|pide acceso|solicita acceso|permitelo|
		permitir|permita|autoriza|quiero recibir|acepto|eliminar tu cuenta|borrar tu cuenta|tu consentimiento|cambiare indirizzo|cambiare l'indirizzo|
		cambio di indirizzo|chiede l'accesso|chiede di accedere|consenti|consentire|autorizz*|voglio ricevere|accetto|eliminare l'account|
		cancellare l'account|il tuo consenso`},
	{"pt", `mudar o e-mail|mudar o email|alterar o e-mail|alterar seu e-mail|mudanca de e-mail|pede acesso|solicita acesso|autoriz*|quero receber|
		aceito|excluir sua conta|eliminar a conta|apagar a conta|seu consentimento`},
	{"nl", `e-mailadres veranderen|e-mailadres wijzigen|e-mailadres te wijzigen|adres te veranderen|vraagt toegang|vraagt om toegang|wil toegang|
		sta toe|klopt dat|klopt het|nieuwsbrief ontvangen|account verwijderen|account te verwijderen|toestemming|geef akkoord|akkoord`},
	{"sv nb da", `byta e-postadress|andra e-postadress|byte av e-post*|vill ha atkomst|begar atkomst|stammer det|ja, jag vill|radera ditt konto|
		ta bort ditt konto|bytte e-postadress|endre e-postadress|vil ha tilgang|ber om tilgang|stemmer det|ja, jeg vil|slette kontoen|skifte e-mail*|
		aendre din e-mail*|vil have adgang|beder om adgang|er det rigtigt|slette din konto|samtykke|samtycke`},
	{"fi", `vaihtaa sahkoposti*|sahkopostiosoitteen vaihto|pyytaa paasya|pyytaa kayttooikeu*|haluan uutiskirj*|poistaa tilisi|suostumus*`},
	{"pl", `zmienic adres|zmiany adresu|zmiana adresu|prosi o dostep|zada dostepu|zezwol|zezwolic|pozwol|chce otrzymywac|chce dostawac|usunac konto|
		usuniecie konta|zgoda|zgadzam sie`},
	{"cs sk", `zmenit e-mail*|zmenu e-mail*|zmenit adresu|zmenu adresy|zmeny adresy|zada o pristup|ziada o pristup|povolte|chci dostavat|
		chcem dostavat|smazat ucet|zmazat ucet|zrusit ucet|souhlas`},
	{"hu ro", `cimet szeretne valtani|e-mail-cim modosit*|e-mail-cim csere*|ker hozzaferest|hozzaferest ker|engedelyez*|engedje|kerem a hirlevelet|
		torolni a fiok*|hozzajarul*|schimbati adresa|schimbarea adresei|schimbi adresa|cere acces|solicita acces|permiteti|permite|vreau sa primesc|
		stergerea contului|stergeti contul|consimtamant*`},
	{"bg ru uk", `смените имейла|смяна на имейл|смени имейла|иска достъп|разрешете|позволете|искам да получавам|изтриване на профила|съглас*|
		сменить почту|сменить адрес|смену адреса|смена адреса|смены почты|просит доступ|запрашивает доступ|разрешить|разрешите|хочу получать|
		удалить аккаунт|удаление аккаунта|согласие|змінити пошту|змінити адресу|зміну адреси|просить доступ|запитує доступ|дозвольте|дозволити|
		хочу отримувати|видалити обліковий|згод*`},
	{"el tr", `αλλαξετε email|αλλαγη email|αλλαγη διευθυνσης|ζητα προσβαση|επιτρεψτε|επιτρεπω|θελω να λαμβανω|διαγραφη του λογαριασμου|συγκαταθεση|
		e-posta adresinizi degistir*|e-posta degisikligi|adres degisikligi|erisim istiyor|izin verin|izin ver|almak istiyorum|hesabinizi sil*|
		hesabin silinmesi`},
	{"ar he fa", `تغيير بريدك|تغيير البريد|تغيير عنوان|يطلب الوصول|اسمح|السماح|اوافق|موافقتك|حذف حسابك|اريد استلام|לשנות כתובת|שינוי כתובת|מבקש גישה|
		מבקשת גישה|אפשרו|לאפשר|אני מסכים|מחיקת החשבון|רוצה לקבל|ايميل خود را تغيير|تغيير ايميل|
		دسترسي مي` + "\u200c" + `خواهد|درخواست دسترسي|اجازه دهيد|حذف حساب`},
	{"hi th vi id", `ईमेल बदलना|ईमेल बदलने|अनुमति|अनुमोदन|खाता हटा*|เปลี่ยนอีเมล|ขอเข้าถึง|อนุญาต|ยินยอม|ลบบัญชี|doi email|thay doi email|xin quyen|
		cho phep|xoa tai khoan|mengganti email|ganti email|perubahan email|meminta akses|izinkan|mengizinkan|setuju|hapus akun|penghapusan akun`},
	{"ja ko zh", `メールアドレスの変更|アドレス変更|アクセスを求め|許可する|許可し|退会手続き|이메일 주소를 바꾸|이메일 변경|이메일 주소 변경|
		접근을 요청|계정 삭제|更换邮箱|更換信箱|更改邮箱|更改信箱|变更邮箱|變更信箱|请求访问|請求存取|允許|注销账户|刪除帳戶|删除账户`},
	{"ca hr lt lv et sl sr ms is", `confirma el|canvi d'adreca|demana acces|permet-ho|promijeniti adresu|trazi pristup|dopustite|dopusti|odobri*|
		pakeisti adresa|praso prieigos|leiskite|mainit adresi|lugums piekluvei|atlaujiet|muuta aadressi|palub juurdepaasu|lubage|spremeniti naslov|
		zahteva dostop|dovoli*|дозволите|тражи приступ|benarkan|leyfa|leyfðu`},
	{"all", `close my account|close the account|if it was you, click|if it was you, open|if it was you, tap|if it was you, press|
		if it was you, follow|if it was you, finish|if it was you, use|if it was you, go on|if that was you, click|if that was you, open|
		if that was you, press|if that was you, tap|if this was you, click|if this was you, open|if this was you, tap|if this was you, press|
		waren sie das? dann|warst du das? dann|wenn sie das waren, klicken|falls sie das waren, klicken|wenn du das warst, klick|zusagen|
		si c'est bien vous, cliquez|si c'est vous, cliquez|si c'etait vous, cliquez|si fuiste tu, pulsa|si fuiste tu, haz|si fuiste tu, abre|
		si has sido tu, pulsa|se sei stato tu, clicca|se sei tu, clicca|se foi voce, clique|se foste tu, clica|was jij dit? klik|was u dit? klik|
		als jij dit was, klik|var det du? klicka|om det var du, klicka|hvis det var deg, klikk|hvis det var dig, klik|jos se olit sina|
		jesli to ty, kliknij|jesli to pan|pokud jste to byli vy, klik*|pokud jste to vy, klik*|ak ste to vy, klik*|ha on volt, katt*|
		ha te voltal, katt*|daca ati fost dvs|daca tu ai fost|ако сте вие, натис*|если это вы, нажм*|если это были вы, нажм*|якщо це ви, натис*|
		αν ειστε εσεις, πατηστε|siz iseniz|bu sizseniz|اذا كنت انت|אם זה אתם, לחצו|אם זה אתה, לחץ|اگر شما هستيد|यदि यह आप हैं|अगर यह आप हैं|
		ถ้าเป็นคุณ|หากเป็นคุณ|neu dung la ban|neu la ban|jika ini anda|jika itu anda|お心当たりがある場合|本人であれば|본인이면|본인이라면|如果是您|
		如是您本人`},
}
