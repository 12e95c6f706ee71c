package extract

// Words about links that do not act by themselves: they point, hint at an account, or tell of what is done.

// pointWords make a label one that leaves it to the sentence above to say where a link leads.
var pointWords = []words{
	{"en", `here|click|tap|press|link|button|open|continue|ok|okay|go|go on|go ahead|start|begin|next|proceed|yes|follow|let's|this way|carry on|
		finish|url|address|browser|copy|paste|use|enter|take me|do it|launch|set up|setup|access|get in|complete|choose|done|we go|on this page|
		this page|web address|get started|keep|move on|visit`},
	{"de", `hier|klick*|tipp*|link|knopf|schaltflache|offnen|*offne*|weiter|fortfahren|fortsetzen|los|los geht*|beginnen|starten|start|ja|folgen|
		adresse|browser|kopier*|einfugen|abschliessen|fertig|zum konto|jetzt|loslegen|aufrufen|diese seite`},
	{"fr", `ici|clique*|lien|bouton|ouvrir|ouvrez|ouvre|continuer|continuez|suivant|commencer|commencez|c'est parti|oui|suivez|adresse|navigateur|
		copie*|colle*|poursuivre|poursuivez|demarrer|d'accord|allons-y|y aller|terminer|cette page`},
	{"es", `aqui|haz clic|haga clic|pulsa|pulse|toca|enlace|boton|abrir|abre|abra|continuar|continua|siguiente|empezar|empieza|empiece|comenzar|
		comienza|seguir adelante|si|sigue|direccion|navegador|copia|copie|pega|vamos|adelante|listo|esta pagina|ir a`},
	{"it", `qui|clicca|clicchi|premi|tocca|link|pulsante|apri|aprire|apra|continua|continuare|avanti|inizia|iniziare|comincia|prosegui|procedi|si|
		segui|indirizzo|browser|copia|incolla|vai|andiamo|questa pagina`},
	{"pt", `aqui|clique|clicar|toque|prima|link|ligacao|botao|abrir|abra|continuar|continue|seguinte|proximo|comecar|comece|avancar|prosseguir|sim|
		siga|endereco|navegador|copie|cole|vamos|ir para|esta pagina`},
	{"nl", `hier|klik*|tik|link|knop|open|openen|verder|doorgaan|ga door|volgende|start|begin|beginnen|aan de slag|ja|volg|adres|browser|kopieer|plak|
		ga naar|deze pagina`},
	{"sv nb da", `har|klick*|klikk*|klik|tryck|trykk|tryk|lank|lanken|lenke|lenken|link|linket|knapp*|knap|oppna|apne|apen|abn|fortsatt|fortsett|
		fortsaet|vidare|videre|ga vidare|ga videre|nasta|neste|naeste|borja|begynn|begynd|start|starta|kom igang|kom i gang|ja|folj|adress*|adresse*|
		nettleser*|webblasar*|kopier*|kopiera|klistra|denna sida|denne side*`},
	{"fi", `tasta|taalla|klikkaa|napauta|paina|linkki|linkista|painike|avaa|jatka|seuraava|aloita|eteenpain|kylla|seuraa|osoite|selain|kopioi|liita|
		siirry`},
	{"pl", `tutaj|tu|kliknij|nacisnij|stuknij|link|przycisk|otworz|kontynuuj|dalej|nastepn*|zacznij|rozpocznij|start|tak|przejdz|adres|przegladark*|
		skopiuj|wklej|gotowe`},
	{"cs sk", `zde|tady|sem|tu|kliknete|kliknite|klepnete|klepnite|odkaz|tlacitko|tlacidlo|otevrit|otevrete|otvorit|otvorte|pokracovat|pokracujte|
		dale|dalej|dalsi|dalsie|zacit|zacnete|zacat|zacnite|ano|adresa|prohlizec*|prehliadac*|zkopir*|skopir*|vlozte|prejit|prejst|hotovo`},
	{"hu ro", `itt|ide|kattint*|koppint*|link*|gomb*|megnyit*|nyissa|nyisd|tovabb|folytat*|kovetkezo|kezd*|inditas|igen|cim|bongeszo*|masol*|illessz*|
		aici|apasa*|apasati|clic|link|butonul|deschide*|continua*|inainte|urmatorul|incep*|da|adresa|browser*|copiati|lipiti`},
	{"bg ru uk", `тук|натисн*|кликн*|връзка*|бутон*|отвор*|продълж*|напред|следващ*|започн*|да|адрес*|браузър*|копирай*|здесь|сюда|нажм*|щелкн*|
		ссылк*|кнопк*|откр*|продолж*|далее|дальше|вперед|начать|начн*|перейти|перейдите|браузер*|скопир*|вставьте|тут|сюди|посиланн*|відкр*|продовж*|
		далі|почати|почн*|так|перейдіть|скопіюй*`},
	{"el tr", `εδω|πατηστε|κλικ|συνδεσμο*|κουμπι|ανοιξτε|ανοιγμα|συνεχεια|συνεχιστε|επομενο|ξεκινηστε|εναρξη|ναι|διευθυνση|αντιγραψτε|επικολλη*|
		buraya|buradan|tiklayin|tikla|dokunun|baglanti*|dugme*|ac|acin|devam|devam et|ilerle|sonraki|basla*|evet|adres*|tarayici*|kopyala*|yapistir*|
		git`},
	{"ar he fa", `هنا|اضغط|انقر|الرابط|رابط|الزر|افتح|فتح|متابعه|تابع|استمر|التالي|ابدا|البدء|نعم|العنوان|المتصفح|انسخ|الصق|כאן|לחצו|לחץ|לחיצה|קישור|
		הקישור|כפתור|פתחו|פתח|פתיחה|המשך|המשיכו|הבא|התחל*|כן|כתובת|דפדפן|העתיק*|הדביק*|اينجا|كليك|بزنيد|پيوند|لينك|دكمه|باز كنيد|ادامه|بعدي|شروع|بله|
		نشاني|مرورگر|كپي`},
	{"hi th vi id", `यहाँ|यहां|क्लिक|दबाएँ|दबाएं|लिंक|बटन|खोलें|जारी|आगे|अगला|शुरू|हाँ|पता|ब्राउज़र|कॉपी|ที่นี่|คลิก|กด|แตะ|ลิงก์|ปุ่ม|เปิด|
		ดำเนินการต่อ|ต่อไป|ถัดไป|เริ่ม|ใช่|ที่อยู่|คัดลอก|วาง|tai day|nhan|bam|lien ket|nut|mo|tiep tuc|tiep theo|bat dau|dong y|dia chi|trinh duyet|
		sao chep|dan|di sini|klik|ketuk|tekan|tautan|tombol|buka|lanjut*|berikutnya|mulai|ya|alamat|peramban|salin|tempel`},
	{"ja ko zh", `こちら|ここ|クリック|タップ|押して|リンク|ボタン|開く|開いて|続ける|続行|次へ|進む|始める|はじめる|はい|アドレス|ブラウザ|コピー|
		貼り|url|여기|클릭|탭|누르|링크|버튼|열기|열어|계속|다음|시작|네|예|주소|브라우저|복사|붙여|바로가기|这里|這裡|此处|此處|点击|點擊|点按|點選|
		按钮|按鈕|链接|連結|鏈接|打开|打開|开启|開啟|继续|繼續|下一步|开始|開始|是|地址|网址|網址|浏览器|瀏覽器|复制|複製|粘贴|貼上|前往|进入|進入`},
	{"ca hr lt lv et sl sr ms is af sw tl bn ur ta", `aqui|clica|prem|enllac|boto|obre|continua|comenca|ovdje|kliknite|poveznic*|gumb|otvori*|
		nastavi*|pocnite|cia|spauskite|nuorod*|mygtuk*|atidary*|testi|pradekite|seit|spiediet|saite|pogu|atver*|turpin*|saciet|siin|klops*|link*|
		nupp*|avage|jatka*|alustage|tukaj|povezav*|nadaljuj*|zacnite|овде|кликните|отвори*|настави*|почните|di sini|pautan|butang|teruskan|mulakan|
		her|smelltu|tengil*|opnaðu|afram|hier|skakel|gaan voort|hapa|bofya|kiungo|endelea|dito|i-click|pindutin|magpatuloy|এখানে|ক্লিক|চালিয়ে|یہاں|
		کلک|جاری|இங்கே|தொடர`},
	{"all", `choose|pick|create|make|set|wahl*|erstell*|festlegen|anlegen|choisi*|cree*|creer|definir|definissez|elige|elija|elegir|crea|crear|pon|
		scegli*|imposta|criar|crie|escolh*|defin*|kies*|maak|aanmaken|instellen|valj*|skapa|velg*|lag|opprett*|vaelg*|opret*|lav|valitse|luo|aseta|
		wybierz|utworz|ustaw|ustal|zvolte*|zvolit|vytvor*|nastav*|vyberte|valassz*|adjon meg|hozz* letre|alege*|creati|creeaza|seteaza|setati|избер*|
		създай*|задай*|выбер*|придума*|созда*|обер*|створ*|вигада*|επιλεξ*|ορισ*|δημιουργ*|secin|sec|olustur*|belirle*|اختر|اختيار|انشئ|عين|בחר*|צור|
		צרו|הגדר*|انتخاب|بسازيد|تعيين|चुनें|बनाएँ|बनाएं|सेट|เลือก|สร้าง|ตั้ง|chon|tao|dat|pilih|buat|pasang|選ぶ|選択|作る|作成|設定する|決める|선택|
		만들|정하|设定|設定|选择|選擇|创建|建立`},
	{"en", `got it|sure|sounds good|this link|correct|submit|send|try|all good|all set|looks right|looks good|that's right|right|back to|resume|
		dive in|jump in|hop in|step in|ready|agree|agreed|great|fine|why not|with pleasure|count me in|of course|absolutely|please do|bring me`},
	{"de", `fertigstellen|einsteigen|ubernehmen|stimmt|passt|einverstanden|absenden|senden|auf geht*|richtig|genau|gerne|klar|in ordnung|alles klar|
		bereit|aktuell|zuruck zu|verstanden|ausprobieren`},
	{"fr es it pt", `j'y vais|entrer|aller sur|allez sur|c'est bon|c'est exact|en avant|envoyer|exact|correct|pret|parfait|bien sur|volontiers|
		compris|seguir|de acuerdo|correcto|es correcto|terminar|enviar|perfecto|claro|entendido|vale|d'accordo|corretto|fatto|confermo|va bene|
		termina|invia|perfetto|certo|capito|concordo|correto|pronto|confirmo|tudo certo|concluir|perfeito|certo|entendi|entendido|esta certo`},
	{"nl sv nb da fi", `naar|klopt|klaar|afronden|in orde|prima|graag|versturen|begrepen|till|stammer|klar|okej|garna|skicka|forstatt|til|det passer|
		faerdig|afslut|stemmer|ferdig|greit|send|gjerne|gerne|forstaet|forstatt|oikein|valmis|selva|kylla|mielellani|laheta`},
	{"pl cs sk hu ro", `akceptuje|zgadza sie|zakoncz|w porzadku|idz|wyslij|dobrze|jasne|gotowe|przejdz|chetnie|rozumiem|souhlas*|v poradku|
		jdeme na to|odeslat|odoslat|jasne|rozumim|rozumiem|suhlas*|v poriadku|ideme na to|tovabb|ugras|rendben|kesz|befejez*|kuldes|persze|ertem|
		mergi|corect|gata|in regula|trimite|desigur|am inteles|accept|finalize*`},
	{"bg ru uk el tr", `към|приемам|готово|завърш*|изпрати|разбрах|добре|верно|все верно|хорошо|поехали|отправить|понятно|конечно|ладно|согласен|
		согласна|завершить|принимаю|правильно|гаразд|завершити|згоден|згодна|надіслати|зрозуміло|добре|μεταβαση|συμφωνω|σωστα|ετοιμο|ενταξει|αποστολη|
		ολοκληρωση|ileri|kabul ediyorum|dogru|tamam|bitir|hazir|gonder|anladim|peki`},
	{"ar he fa", `الانتقال|انتقل|موافق|صحيح|تم|انهاء|حسنا|ارسال|فهمت|טוב|מעבר|עבור|מסכים|מסכימה|נכון|סיום|בסדר|שליחה|הבנתי|אישור|رفتن|برو|موافقم|
		درست است|باز كردن|تمام|پايان|باشه|ارسال|فهميدم`},
	{"hi th vi id", `जाएँ|जाएं|सही|हो गया|ठीक है|भेजें|सहमत|ไปที่|ตกลง|ถูกต้อง|เสร็จสิ้น|ส่ง|เข้าใจแล้ว|ไปต่อ|den|chinh xac|xong|gui|da hieu|di den|
		ke|benar|selesai|oke|kirim|mengerti|menuju`},
	{"ja ko zh", `へ進む|へ移動|正しい|完了|了解|送信|同意|わかりました|決定|이동|맞습니다|완료|동의|전송|보내기|알겠|정확|正确|正確|完成|好的|确定|
		確定|发送|送出|知道了|同意|没错|沒錯|确认|確認`},
	{"all", `finalizar|finaliza|slutfor|fullfor|fuldfor|hoan tat|complete|completer|completar|completa|voltooien|vollenden|suorita|dokoncz|dokoncit|
		befejezes|finalizare|завърши|завершить|ολοκληρωση|tamamla|اكمال|השלמה|تكميل|पूरा करें|เสร็จสมบูรณ์|selesaikan|完了する|완료하기`},
}

// hintWords alone say little: they count where the only link with a token is also for one use or for a while.
var hintWords = []words{
	{"en", `welcome to|welcome aboard|thanks for joining|thank you for joining|thanks for signing up|thank you for signing up|thanks for registering|
		thank you for registering|before you can|before we can|your account|an account|your sign-up|get started|get going|let's go|start using|
		start here|one thing left|trouble getting in|trouble signing in|can't get in|cannot get in|be let in|typed your address|entered your address|
		used your address|this address|new device|new phone|new laptop|new browser|needs your ok|your administrator|kept you a|saved you a`},
	{"de", `willkommen bei|willkommen im|danke fur ihre registrierung|danke fur deine registrierung|danke fur ihre anmeldung|
		danke fur deine anmeldung|ihr konto|dein konto|ihrem konto|deinem konto|los geht*|diese adresse|dieser adresse|neues gerat|neuen gerat|
		bevor sie|bevor du`},
	{"fr es it pt", `bienvenue|merci pour votre inscription|merci de votre inscription|votre compte|ton compte|cette adresse|nouvel appareil|avant de|
		bienvenido*|bienvenida*|gracias por registrarte|gracias por registrarse|tu cuenta|su cuenta|esta direccion|nuevo dispositivo|antes de|
		benvenut*|grazie per esserti|grazie per la registrazione|il tuo account|questo indirizzo|nuovo dispositivo|prima di|bem-vind*|obrigado por se|
		obrigada por se|sua conta|este endereco|novo dispositivo`},
	{"nl sv nb da fi", `welkom|bedankt voor je|bedankt voor uw|je account|uw account|dit adres|nieuw apparaat|voordat je|valkommen|tack for att du|
		ditt konto|den har adressen|ny enhet|innan du|velkommen|takk for at du|kontoen din|denne adressen|tak fordi du|din konto|denne adresse|
		tervetuloa|kiitos rekisteroitymis*|tilisi|tama osoite|uusi laite`},
	{"pl cs sk hu ro", `witaj w|witamy w|dziekujemy za rejestracj*|twoje konto|konto w|ten adres|nowe urzadzenie|zanim|vitejte|dekujeme za registraci|
		vas ucet|tato adresa|nove zarizeni|nez zacnete|vitajte|dakujeme za registraciu|tato adresa|nove zariadenie|udvozoljuk|udvozlunk|
		koszonjuk a regisztraci*|fiokja|fiokod|ez a cim|uj eszkoz|bun venit|bine ati venit|multumim pentru inregistrare|contul dvs|contul tau|
		aceasta adresa|dispozitiv nou`},
	{"bg ru uk el tr", `добре дошли|благодарим за регистрацията|акаунтът ви|профилът ви|този адрес|ново устройство|добро пожаловать|
		спасибо за регистрацию|ваш аккаунт|ваша учетная запись|этот адрес|этого адреса|новое устройство|ласкаво просимо|вітаємо в|
		дякуємо за реєстрацію|ваш обліковий запис|ця адреса|новий пристрій|καλως ηρθατε|καλως ορισατε|ευχαριστουμε για την εγγραφη|ο λογαριασμος σας|
		νεα συσκευη|hos geldiniz|kaydoldugunuz|kayit oldugunuz|hesabiniz|bu adres|yeni cihaz`},
	{"ar he fa hi th vi id ja ko zh", `مرحبا بك في|اهلا بك في|شكرا لتسجيلك|حسابك|هذا العنوان|جهاز جديد|ברוכים הבאים|תודה שנרשמת*|החשבון שלכם|
		החשבון שלך|הכתובת הזו|מכשיר חדש|خوش امديد|حساب شما|دستگاه جديد|स्वागत है|आपका खाता|नया उपकरण|ยินดีต้อนรับ|ขอบคุณที่สมัคร|บัญชีของคุณ|
		chao mung|cam on ban da dang ky|tai khoan cua ban|thiet bi moi|selamat datang|terima kasih telah mendaftar|akun anda|perangkat baru|ようこそ|
		ご登録ありがとう|アカウント|新しい端末|환영합니다|가입해 주셔서|계정|새 기기|欢迎|歡迎|感谢注册|感謝註冊|您的账户|您的帳戶|您的账号|新设备|
		新裝置`},
}

// ignoreWords say that there is nothing to do, mostly for those who did not ask for the mail.
var ignoreWords = []words{
	{"en", `ignore|ignored|disregard|do nothing|nothing to do|no action|no further action|need not do anything|don't need to do anything|
		do not need to do anything|needn't do anything|don't have to do anything|do not have to do anything|nothing will happen|nothing happens|
		nothing changes|nothing will change|simply delete|safely delete|just delete|delete this|throw this|no need to`},
	{"de", `ignorier*|nichts tun|nichts zu tun|nichts unternehmen|nichts weiter|gegenstandslos|einfach loschen|losche diese|loschen sie diese|
		passiert nichts|andert sich nichts|betrachten sie diese|hinfallig`},
	{"fr", `ignore*|ne tenez pas compte|aucune action|rien a faire|rien faire|ne faites rien|supprimez ce|sans suite|rien ne se passera|
		rien ne change*`},
	{"es", `ignor*|haz caso omiso|haga caso omiso|no hagas nada|no haga nada|nada que hacer|no tienes que hacer nada|no es necesario|ninguna accion|
		elimina este|borra este|descarta*|no pasara nada`},
	{"it", `ignor*|non fare nulla|non faccia nulla|nessuna azione|nulla da fare|non devi fare|non deve fare|cancella questa|elimina questa|
		non accadra nulla`},
	{"pt", `ignor*|desconsider*|nao faca nada|nao e necessario|nenhuma acao|nao precisa fazer|apague este|exclua este|nao acontecera nada|descart*`},
	{"nl", `negeer*|negeren|niets te doen|niets doen|hoeft u niets|hoef je niets|geen actie|verwijder deze|verwijder dit|gebeurt er niets`},
	{"sv nb da", `ignorer*|bortse|inte gora nagot|behover du inte|ingen atgard|se bort fra|trenger du ikke|ikke gjore noe|ikke foreta*|ingen handling|
		skal du ikke|ikke gore noget|intet|hander ingenting|skjer det ingenting|sker der ikke`},
	{"fi", `jata huomiotta|jattaa huomiotta|huomiotta|ohita tama|ei tarvitse tehda|ala tee mitaan|mitaan ei tapahdu|sinun ei tarvitse`},
	{"pl", `zignoruj*|zignorowac|ignoruj*|pomin*|nic nie rob|nie musisz nic|nie musi pan*|nic sie nie stanie|usun te wiadomosc|zadne dzialanie`},
	{"cs sk", `ignoruj*|ignorovat|nemusite nic|nemusis nic|nic nedelejte|nic nerobte|smazte|zmazte|neni treba|nie je potrebne|nic se nestane|
		nic sa nestane`},
	{"hu ro", `hagyja figyelmen|hagyd figyelmen|figyelmen kivul|nincs teendo*|nem kell tennie|nem kell tenned|torolje ezt|torold ezt|ignor*|
		nu trebuie sa faceti|nu trebuie sa faci|nu este necesar*|stergeti acest|nicio actiune`},
	{"bg ru uk", `игнорирай*|пренебрегнете|не правете нищо|нищо не е нужно|не е необходимо|проигнорир*|игнорируйте|ничего не делайте|ничего делать|
		не нужно|проігнор*|ігноруйте|нічого робити|нічого не робіть|не потрібно`},
	{"el tr", `αγνοησ*|δεν χρειαζεται|μην κανετε τιποτα|καμια ενεργεια|dikkate alma*|yok say*|gormezden gel*|goz ardi|bir sey yapmaniz|
		yapmaniza gerek|gerek yok*|islem yapma*`},
	{"ar he fa", `تجاهل*|فتجاهل*|لا داعي|لا حاجه|התעלם*|התעלמו|להתעלם|אין צורך|ניתן להתעלם|ناديده بگير*|ناديده|نياز نيست|لازم نيست`},
	{"hi th vi id", `अनदेखा|नज़रअंदाज़|कुछ न करें|आवश्यकता नहीं|ไม่ต้องสนใจ|เพิกเฉย|ไม่ต้องทำอะไร|ละเว้น|bo qua|khong can lam gi|khong phai lam gi|
		abaikan|mengabaikan|tidak perlu`},
	{"ja ko zh", `無視|破棄|削除して|必要はありません|無視して|무시|삭제해|필요가 없|忽略|无需|無需|不必理会|不必理會|請忽略`},
	{"ca hr lt lv et sl sr ms is", `ignoreu|no cal fer|zanemari*|ignorirajte|ignoruokite|nekreipkite demesio|ignorejiet|nenemiet vera|ignoreerige|
		prezrite|занемари*|hunsa*`},
}

// doneWords tell of what needs no action any more.
var doneWords = []words{
	{"en", `is confirmed|are confirmed|was confirmed|were confirmed|been confirmed|now confirmed|payment confirmed|booking confirmed|order confirmed|
		been verified|was verified|is verified|now verified|verification was successful|been activated|was activated|is activated|is active|
		is now active|now active|been unlocked|was unlocked|been restored|been approved|was approved|was changed|been changed|was reset|been reset|
		was updated|been updated|was received|been received|was deleted|been deleted|invitation was sent|invitation has been sent|
		invitations were sent|thank you for confirming|thanks for confirming|thank you for verifying|thanks for verifying`},
	{"de", `ist bestatigt|sind bestatigt|wurde bestatigt|wurden bestatigt|bestatigt worden|ist aktiviert|wurde aktiviert|ist verifiziert|
		wurde verifiziert|ist aktiv|ist freigeschaltet|wurde freigeschaltet|wurde entsperrt|wurde geandert|wurde zuruckgesetzt|wurde genehmigt|
		wurde geloscht|danke fur die bestatigung|danke fur ihre bestatigung|danke fur deine bestatigung`},
	{"fr", `est confirme|est confirmee|sont confirmes|sont confirmees|a ete confirme|a ete confirmee|a ete verifie|a ete verifiee|est verifiee|
		a ete activee|est active|est activee|a ete modifie|a ete change|a ete reinitialise|a ete debloque|a ete approuve|a ete approuvee|
		a ete supprime|merci d'avoir confirme|a bien ete|ont bien ete`},
	{"es", `esta confirmada|esta confirmado|fue confirmada|fue confirmado|ha sido confirmada|ha sido confirmado|se ha confirmado|ha sido verificada|
		ha sido verificado|esta verificada|esta activada|esta activa|ha sido activada|ha sido cambiada|se ha cambiado|se cambio|fue cambiada|
		ha sido restablecida|ha sido desbloqueada|ha sido aprobada|gracias por confirmar|confirmamos tu|confirmamos su`},
	{"it", `e confermata|e confermato|e stata confermata|e stato confermato|e stato verificato|e stata verificata|e attivo|e stato attivato|
		e stata attivata|e stata cambiata|e stata modificata|e stata reimpostata|e stato sbloccato|e stata approvata|grazie per aver confermato|
		confermata|confermato`},
	{"pt", `esta confirmada|esta confirmado|foi confirmada|foi confirmado|foi verificado|foi verificada|esta ativa|foi ativada|foi alterada|
		foi mudada|foi redefinida|foi desbloqueada|foi aprovada|obrigado por confirmar|confirmada|confirmado`},
	{"nl", `bevestigd|is geverifieerd|is geactiveerd|is actief|is gewijzigd|is hersteld|is gedeblokkeerd|is goedgekeurd|bedankt voor het bevestigen`},
	{"sv nb da", `bekraftad|bekraftat|bekraftats|bekraftade|ar verifierad|har verifierats|ar aktiverat|har aktiverats|har andrats|andrades|
		har aterstallts|ar godkand|bekreftet|er verifisert|er aktivert|ble endret|er endret|er tilbakestilt|er godkjent|bekraeftet|er verificeret|
		er aktiveret|blev aendret|er aendret|er nulstillet|er godkendt`},
	{"fi", `on vahvistettu|vahvistettu|vahvistettiin|on aktivoitu|on vaihdettu|vaihdettiin|on palautettu|on hyvaksytty|kiitos vahvistuksesta|
		varauksesi on`},
	{"pl", `potwierdzony|potwierdzona|potwierdzone|zostal potwierdzony|zostala potwierdzona|zostalo potwierdzone|zweryfikowany|zweryfikowane|
		zweryfikowana|aktywowane|aktywowany|jest aktywne|zostalo zmienione|zostalo zresetowane|zostalo odblokowane|zatwierdzone|zatwierdzony|
		dziekujemy za potwierdzenie`},
	{"cs sk", `potvrzen|potvrzena|potvrzeno|potvrzeny|potvrdeny|potvrdena|potvrdene|je overena|je overen|je overeny|byla overena|bola overena|
		je aktivni|je aktivny|aktivovan|aktivovany|bylo zmeneno|bolo zmenene|bylo obnoveno|bolo obnovene|byl odblokovan|bol odblokovany|schvaleno|
		schvalene|dekujeme za potvrzeni|dakujeme za potvrdenie`},
	{"hu ro", `megerositve|megerositettuk|megerositettek|igazoltuk|aktivalva|aktivaltuk|megvaltozott|modosult|visszaallitottuk|jovahagyva|
		koszonjuk a megerositest|este confirmat|este confirmata|a fost confirmat|a fost confirmata|a fost verificat|a fost verificata|este activ|
		a fost activat|a fost schimbata|a fost resetata|a fost deblocat|a fost aprobat|va multumim pentru confirmare`},
	{"bg ru uk", `потвърдена|потвърден|потвърдено|активиран|активирана|беше променена|е променена|одобрена|благодарим за потвърждението|подтвержден|
		подтверждена|подтверждено|подтверждены|активирован|активирована|был изменен|была изменена|изменен|был сброшен|разблокирован|одобрен|одобрена|
		спасибо за подтверждение|підтверджено|підтверджена|підтверджений|активовано|було змінено|змінено|розблоковано|схвалено|
		дякуємо за підтвердження`},
	{"el tr", `επιβεβαιωθηκε|επιβεβαιωθηκαν|επιβεβαιωμενη|ενεργοποιηθηκε|επαληθευτηκε|αλλαξε|εγκριθηκε|ευχαριστουμε για την επιβεβαιωση|onaylandi|
		onaylanmistir|onaylanmis|dogrulandi|etkinlestirildi|degistirildi|sifirlandi|kilidi acildi|onayladiginiz icin`},
	{"ar he fa", `تم تاكيد|تم التحقق|تم تفعيل|تم تغيير|شكرا لتاكيد|אושרה|אושר|אומת|אומתה|הופעל|שונתה|שונה|תודה על האישור|تاييد شد|فعال شد|تغيير كرد|
		تغيير يافت`},
	{"hi th vi id", `पुष्टि हो गई|पुष्टि हो चुकी|सत्यापित हो गया|सक्रिय हो गया|बदल दिया गया|ยืนยันแล้ว|ได้รับการยืนยัน|เปิดใช้งานแล้ว|ถูกเปลี่ยน|
		เปลี่ยนแล้ว|da duoc xac nhan|da xac nhan|da duoc xac minh|da kich hoat|da duoc kich hoat|da duoc thay doi|da thay doi|telah dikonfirmasi|
		sudah dikonfirmasi|telah diverifikasi|telah aktif|telah diaktifkan|telah diubah|terima kasih telah mengonfirmasi`},
	{"ja ko zh", `確認されました|確認が完了しました|確定しました|確定いたしました|認証されました|認証が完了しました|有効になりました|変更されました|
		変更が完了しました|承認されました|확인되었|확인됐|확정되었|인증되었|활성화되었|변경되었|승인되었|已确认|已確認|已验证|已驗證|已激活|已启用|
		已啟用|已更改|已修改|已變更|已批准|感谢您的确认|感謝您的確認`},
}
