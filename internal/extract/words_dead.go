package extract

import "sync"

// Classes of words about codes that no longer work.
const (
	old      class = iota + 1 // "previous", beside a code
	gone                      // "no longer works", said of a code before it, or "expired" right before one
	swap                      // "replaces", with the dead code after it
	instead                   // "instead of", with the dead code after it
	nay                       // "not", right before a dead code
	replaced                  // "replaced by", said of the dead code before it and the new one after it
	fresh                     // "new"
	later                     // "if", "after": what is said with it is not so yet
	shun                      // "do not use", with the dead code after it
	lasting                   // "any longer", right after that code
)

var deadLexicon = sync.OnceValue(func() *lexicon {
	return newLexicon(map[class][]words{old: oldWords, gone: goneWords, swap: swapWords, instead: insteadWords, nay: nayWords, replaced: replacedWords, fresh: freshWords, later: laterWords, shun: shunWords, lasting: lastingWords})
})

var oldWords = []words{
	{"en", `previous|previously sent|previously used|previously issued|prior|old|older|earlier|former|outdated|stale|last code|last mail|last email|
		last e-mail|last message|sent before|other codes|all others|all other`},
	{"de", `alt)|alt,|alte|alten|alter|altes|altem|bisherig*|vorherig*|vorig*|fruher*|ehemalig*|letzten mail|letzten e-mail`},
	{"fr ca", `ancien*|precedent*|anterieur*|vieux|vieil|antic|antiga|vell`},
	{"es pt it ro", `anterior*|viejo*|vieja*|antigu*|antigo*|antiga*|previo*|previa*|vecchi*|preceden*|velho*|velha*|vechi*`},
	{"nl af", `oude|oud|vorige|eerdere|eerder|voorgaande`},
	{"sv nb da is", `gamla|gammal|gamle|gammel|tidigare|tidligere|forra|forrige|foregaende|foregaaende|gamli|fyrri`},
	{"fi et", `vanha*|aiempi*|aiemm*|aikaisem*|edelli*|entinen|entis*|vana|eelmi*|varasem*`},
	{"pl", `stary|stare|stara|starego|starym|poprzedni*|wczesniejsz*|uprzedni*|dawny`},
	{"cs sk", `stary|stare|stara|stareho|starsi|predchoz*|predosl*|drivejs*|minuly|predchadzaj*|povodny|povodneho|puvodni*`},
	{"hu", `regi|regit|regiek|korabbi*|elozo*`},
	{"sl hr bs sr mk", `stari|staro|prejsnj*|prethodn*|raniji*|претходн*`},
	{"lv lt", `vecais|veca|iepriekse*|sena|senas|senasis|ankstesn*`},
	{"bg ru uk", `стари*|стара*|старо*|стары*|старе*|предишн*|предходн*|предыдущ*|прошл*|прежн*|попередн*|колишн*|ранее отправленн*|ранее выданн*|
		раніше надісланий`},
	{"el", `παλι*|προηγουμεν*|προγενεστερ*`},
	{"tr", `eski*|onceki*`},
	{"ar fa", `السابق*|القديم*|سابق*|قديم*|قبلي*|قديمي*|پيشين*`},
	{"he", `הקודם|הישן|קודם|ישן|הקודמת|הישנה|קודמים|ישנים`},
	{"hi", `पुराना|पुराने|पुरानी|पिछला|पिछले|पिछली`},
	{"th", `เก่า|ก่อนหน้า|เดิม`},
	{"vi id", `ma cu|ma otp cu|ma xac minh cu|ma xac nhan cu|ma xac thuc cu|ma truoc|truoc do|truoc day|lan truoc|kode lama|lamanya|yang lama|
		sebelumnya|terdahulu`},
	{"ja", `以前の|前回|古い|旧|従来|先ほどの|先日の|一つ前の`},
	{"ko", `이전|기존|예전|지난`},
	{"zh", `旧|舊|之前|以前|此前|上一|先前|原来的|原來的|前一`},
}

var goneWords = []words{
	{"en", `no longer|not valid|invalid|invalidated|expired|lapsed|void|voided|revoked|cancelled|canceled|deactivated|disabled|obsolete|out of date|
		already used|already been used|was used|has been used|has just been used|been used|stopped working|does not work|doesn't work|anymore|
		any more|withdrawn|wrong|incorrect|rejected|not accepted|timed out|used up|spent|is dead|is useless|no good|won't work.|won't work,|
		will not work.|will not work,|stops working.|stops working now|won't work now|won't work any|
		won't open|will not open|isn't good|not good any|blocked|was locked|been locked|is locked|got locked|suspended|frozen|mistaken|isn't valid|by mistake|in error|mistakenly|not your code|isn't working|not working`},
	{"de", `nicht mehr|ungultig*|abgelaufen*|verfallen|erloschen|bereits verwendet|schon verwendet|bereits benutzt|schon benutzt|wurde verwendet|
		wurde benutzt|bereits eingelost|gesperrt|widerrufen|deaktiviert|falsch*|uberholt|hinfallig|funktioniert nicht|storniert|verbraucht|
		nicht langer|blockiert|versehentlich|irrtumlich*|nicht ihr code|nicht dein code`},
	{"fr", `ne fonctionne plus|n'est plus|ne marche plus|plus valable|plus valide|n'est pas valable|a expire|est expire|perime*|invalide|
		deja utilise*|deja servi|ete utilise|deja ete utilise|revoque*|a ete annule|est annule|desactive|obsolete|caduc|caduque|errone|bloque|bloquee|verrouille|suspendu|mauvais|faux|par erreur|n'est pas votre code`},
	{"es", `ya no|no es valido|ha caducado|caducado|caduco|vencido|vencio|ha expirado|expirado|expiro|invalido|no valido|ya fue|ya se uso|
		ya se ha usado|ya ha sido|ya utilizado|ya usado|fue utilizado|revocado|anulado|cancelado|desactivado|obsoleto|incorrecto|dejo de funcionar|
		no funciona|bloqueado|suspendido|equivocado|erroneo|por error|no es tu codigo|no es su codigo`},
	{"it", `non e piu|non funziona piu|non vale piu|scaduto|gia usato|gia stato usato|gia utilizzato|gia stato utilizzato|stato gia|non e valido|
		non valido|revocato|annullato|disattivato|errato|sbagliato|stato usato|stato utilizzato|bloccato|sospeso`},
	{"pt", `nao funciona mais|ja nao|nao e mais|nao vale mais|expirou|ja foi|foi usado|foi utilizado|venceu|revogado|desativado|caducou|
		deixou de funcionar|incorreto|nao e valido|perdeu a validade|bloqueado|suspenso|errado`},
	{"ro ca", `nu mai|a expirat|expirat|nu este valabil|deja folosit|deja utilizat|fost folosit|fost utilizat|anulat|revocat|dezactivat|gresit|blocat|ja no|
		ha caducat|caducat|bloquejat`},
	{"nl af", `niet meer|niet langer|verlopen|ongeldig|al gebruikt|reeds gebruikt|ingetrokken|vervallen|geannuleerd|geblokkeerd|uitgeschakeld|
		verkeerd*|onjuist*|werkt niet|nie meer`},
	{"sv", `inte langre|inte giltig|gatt ut|utgatt|utgangen|upphort|ogiltig*|redan anvand*|har anvants|aterkallad|sparrad|sparrats|sparrades|blockerad|blockerats|blockerades|slutat galla|slutat fungera|
		felaktig*`},
	{"nb da is", `ikke lenger|ikke laengere|utlopt|utlopet|udlobet|utgatt|ugyldig*|allerede brukt|allerede brugt|er brukt|er brugt|blitt brukt|
		blevet brugt|tilbakekalt|tilbagekaldt|sperret|blokkert|blokeret|spaerret|annullert|annulleret|ekki lengur|utrunnin*|ogilt*|rann ut`},
	{"fi et", `ei enaa|enaa toimi|enaa voimassa|vanhentun*|umpeutun*|mitaton|mitatoity|lukittu|estetty|kaytetty|kumottu|ei kelpaa|virheellinen|ei ole voimassa|sijaan|
		sijasta|enam ei|ei kehti|aegunud|kehtetu|kasutatud|asemel`},
	{"pl", `juz nie|nie dziala|niewazn*|wygasl*|stracil waznosc|uzyty|wykorzystan*|zostal juz|uniewaznion*|anulowan*|zablokowan*|nieaktualn*|
		przeterminowan*|bledny|nieprawidlow*|niepoprawn*|nie jest wazny`},
	{"cs sk", `jiz neplati|uz neplati|neplati|neplatny|neplatna|vyprsel*|vyprsal*|propadl*|nefunguje|byl pouzit|jiz pouzit*|uz pouzit*|bol pouzity|
		zrusen*|zablokovan*|zneplatnen*|prosly|expiroval*|chybny|nespravny`},
	{"hu", `mar nem|nem ervenyes|ervenytelen*|lejart|felhasznaltak|mar felhasznalt*|visszavont*|hibas|ne hasznalja|letiltottak|letiltva|zarolva|zaroltak|ervenyet vesztette|helyett`},
	{"bg ru uk mk", `вече не|не важи|невалид*|изтекъл|изтече|използван|вече използван*|анулиран*|больше не|не действует|не действителен|недействител*|
		истек|истекл*|просрочен*|уже использ*|использован|устарел*|аннулирован*|отозван|отменен|заблокирован|утратил*|неверн*|не работает|більше не|
		не діє|недійсн*|вийшов|минув|закінчився|закінчилась|прострочен*|вже використа*|використано|анульован*|скасован*|застарі*|невірн*|не дійсний|заблокован*|блокиран*|
		повеќе не`},
	{"sl hr bs sr lv lt", `ne velja vec|ni vec|potekel|potekla|neveljav*|ze uporabljen*|vise ne|istekao|istekla|nevazec*|nije vise|iskoristen*|
		више не|истекао|vairs n*|beidzies|nederig*|nebegalioja|negalioja|baigesi|pasibaige|panaudotas|nebegaliojant*`},
	{"el", `δεν ισχυει|δεν λειτουργει|εληξε|εχει ληξει|ληγμεν*|ακυρος|ακυρωθηκε|εχει χρησιμοποιηθει|χρησιμοποιηθηκε|μπλοκαριστηκε|κλειδωθηκε|ανακληθηκε|δεν ειναι πλεον`},
	{"tr", `artik calismiyor|suresi doldu|suresi dolmus|gecersiz*|kullanildi|kullanilmis|iptal edildi|gecerliligini|gecerli degil|engellendi|bloke edildi|kilitlendi|hatali|yanlis|
		yerine`},
	{"ar fa", `لم يعد|لا يعمل|منتهي*|انتهت|انتهي|غير صالح*|ملغي|تم حظر*|محظور*|تم استخدام*|تم الغاء*|باطل*|ديگر معتبر|ديگر كار|منقضي*|معتبر نيست|استفاده شده|
		نامعتبر`},
	{"he", `אינו תקף|לא תקף|כבר לא|פג תוקפו|פג תוקף|פג|בוטל|נוצל|נחסם|ננעל|אינו פעיל|לא בתוקף|אינו בתוקף|שגוי|מבוטל|אינו עובד|לא עובד`},
	{"hi", `मान्य नहीं|समाप्त हो गया|समाप्त हो चुका|अमान्य|उपयोग हो चुका|रद्द|काम नहीं करता|के बजाय|की जगह|एक्सपायर हो`},
	{"th", `หมดอายุแล้ว|ใช้ไม่ได้|ไม่สามารถใช้|ถูกใช้ไปแล้ว|ใช้ไปแล้ว|ถูกยกเลิก|ถูกบล็อก|ถูกล็อก|ถูกระงับ|ยกเลิกแล้ว|ไม่ถูกต้อง`},
	{"vi id ms", `khong con|da het han|da duoc su dung|het hieu luc|bi huy|bi khoa|bi chan|diblokir|dikunci|da bi thu hoi|khong hop le|vo hieu|tidak berlaku|telah kedaluwarsa|
		sudah kedaluwarsa|sudah digunakan|telah digunakan|sudah tidak|tidak lagi|dibatalkan|tidak valid|hangus|telah tamat|tidak sah`},
	{"ja", `無効|使えません|使えなく|ご利用いただけません|利用できません|期限切れ|期限が切れ|失効|使用済み|ロックされました|ブロックされました|使用されました|使用できません|切れました|
		切れています|の代わりに|ではなく|じゃなく|無視`},
	{"ko", `더 이상|만료되었|만료됐|만료된|유효하지 않|무효|사용할 수 없|이미 사용|차단되었|차단됐|잠겼|사용된|취소되었|취소됐|대신|무시`},
	{"zh", `已失效|已过期|已過期|已经失效|已經失效|已经过期|已經過期|不再有效|已使用|已被使用|作废|作廢|无效|無效|已撤销|已撤銷|已取消|不能再用|
		不可再用|过期了|已停用|已锁定|已鎖定|被锁定|被鎖定|已冻结|已凍結|被冻结|已被封|已封锁|被封锁`},
}

var swapWords = []words{
	{"en", `replaces|to replace|supersedes|overrides|cancels|invalidates|voids|ignore|disregard|discard|delete|forget|no longer use|stop using`},
	{"de", `ersetzt|ignorieren sie|vergessen sie|loschen sie|verwerfen sie|ignoriere|vergiss`},
	{"fr", `remplace|annule|ignorez|oubliez|n'utilisez plus|jetez|supprimez`},
	{"es pt it ro", `reemplaza|sustituye|anula|sostituisce|annulla|substitui|inlocuieste|ignora|ignore|descarta|olvida|ignori|dimentica|esqueca|
		descarte|desconsidere|ignorati|uitati`},
	{"nl sv nb da is", `vervangt|negeer|vergeet|ersatter|ignorera|bortse fran|erstatter|ignorer|se bort fra|glem`},
	{"fi", `korvaa|ala kayta|unohda`},
	{"pl cs sk hu", `zastepuje|zignoruj|zapomnij|nahrazuje|nahradza|ignorujte|zapomente|helyettesiti|felvaltja`},
	{"bg ru uk", `заменя|замества|заменяет|отменяет|замінює|скасовує|игнорируйте|забудьте|игнорирайте|ігноруйте`},
	{"el tr ar he", `αντικαθιστα|αγνοηστε|تجاهل*|يحل محل|يستبدل|מחליף|התעלם|התעלמו|התעלמי`},
	{"vi id", `thay the|bo qua|menggantikan|abaikan`},
	{"zh", `取代|代替|替代|忽略|请勿再使用|请勿使用|不要再使用`},
}

var insteadWords = []words{
	{"en", `instead of|rather than|in place of|changed from|changed it from`},
	{"de", `geandert von|statt|anstatt|anstelle|an stelle`},
	{"fr", `au lieu de|au lieu du|a la place de|a la place du|plutot que`},
	{"es pt it ro ca", `en lugar de|en lugar del|en vez de|en vez del|al posto di|al posto del|invece di|invece del|anziche|em vez de|em vez do|
		em lugar de|ao inves de|in loc de|in locul|en comptes de`},
	{"nl sv nb da", `in plaats van|i stallet for|istallet for|i stedet for|istedenfor|istedet for`},
	{"pl cs sk sl hr lt", `zamiast|misto|namiesto|namesto|umjesto|umesto|vietoj`},
	{"bg ru uk el", `вместо|замість|αντι`},
	{"ar he fa", `بدلا من|بدل|במקום|به جاي`},
	{"vi id th", `thay vi|thay cho|alih-alih|sebagai ganti|bukan|แทนที่|แทน`},
	{"zh", `而不是|而非|不是`},
}

var nayWords = []words{
	{"en de nl sv nb pt ru", `not|nicht|niet|inte|ikke|nao|не`},
}

var replacedWords = []words{
	{"en", `replaced by|replaced with|replaced|superseded by|superseded|exchanged for`},
	{"de", `ersetzt durch|wurde ersetzt|wurde durch|ersetzt worden`},
	{"fr ca", `remplace par|ete remplace|est remplace|reemplacat per`},
	{"es pt it ro", `reemplazado por|sustituido por|reemplazado|sustituido|substituido por|substituido|sostituito da|sostituito con|sostituito|
		inlocuit cu|inlocuit`},
	{"nl sv nb da", `vervangen door|vervangen|ersatt med|ersatts av|ersatts|har ersatts|erstattet med|erstattet av|erstattet af|er erstattet`},
	{"fi", `korvattu koodilla|korvattu`},
	{"pl cs sk hu", `zastapiony przez|zastapiony|nahrazen kodem|nahrazen|nahradeny|felvaltotta`},
	{"bg ru uk", `заменен на|заменен|заменён|замінено на|замінено|сменен с`},
	{"el tr", `αντικαταστάθηκε απο|αντικαταστάθηκε|ile degistirildi|degistirildi`},
	{"zh", `已被替换为|已更换为|已替换为`},
}

var freshWords = []words{
	{"en", `new|newer|another|latest|current|right code|right one|correct|replacement|that works|from now on`},
	{"de", `neu|neue|neuen|neuer|neues|aktuell*|stattdessen|richtig*`},
	{"fr ca", `nouveau|nouvel|nouvelle|actuel|bon code|nou`},
	{"es pt it ro", `nuevo|nueva|actual|en su lugar|novo|nova|atual|nuovo|nuova|attuale|nou|noua|noul`},
	{"nl sv nb da is", `nieuw|nieuwe|juiste|ny|nya|nytt|nye|nyr|nyi`},
	{"fi et", `uusi|uuden|uutta|uus`},
	{"pl cs sk hu", `nowy|nowego|nowym|nowe|nowa|novy|nove|noveho|novym|uj`},
	{"sl hr bs sr lv lt", `novi|jauns|jaunais|jauna|naujas|naujasis`},
	{"bg ru uk", `новый|новая|новым|нового|нов|новият|новия|новий|новим|актуальный`},
	{"el tr", `νεο|νεος|νεα|καινουρι*|yeni*|dogru`},
	{"ar he fa", `الجديد*|جديد*|החדש|חדש|חדשה`},
	{"hi th vi id", `नया|नए|नई|ใหม่|ma moi|moi|baru`},
	{"ja", `新しい|新|正しい|代わりに`},
	{"ko", `새로운|새 |신규`},
	{"zh", `新|正确|正確`},
}

var laterWords = []words{
	{"en", `because|since|session*|link*|trial|subscription|membership|licence|license|if|when|once|after|unless|until|in case|will be|will no longer|
		becomes|become|before|whenever|as soon as|should|within|until you`},
	{"de", `weil|sitzung*|wenn|sobald|falls|nach|nachdem|sofern|wird|werden|bis|sollte`},
	{"fr", `parce que|puisque|lien|abonnement|si|quand|lorsque|des que|apres|une fois|sera|jusqu'a|deviendra|ne sera plus`},
	{"es pt it ro ca", `porque|perche|sesion|enlace|sessione|sessao|sesiune|cuando|despues|tras|una vez|sera|hasta|dejara|quando|dopo|una volta|
		appena|apos|depois|uma vez|daca|cand|dupa|va fi|quan|despres`},
	{"nl sv nb da", `omdat|sessie|eftersom|fordi|lank|lanken|lenken|als|wanneer|zodra|nadat|indien|wordt|zal|om|nar|efter|etter|blir|bliver|hvis|
		kommer att|tills`},
	{"fi", `koska|istunto*|linkki*|jos|kun|jalkeen|kuluttua`},
	{"pl cs sk hu", `poniewaz|sesja|protoze|relace|munkamenet|mert|jesli|gdy|jezeli|kiedy|bedzie|straci|pokud|kdyz|jakmile|bude|jestlize|ked|amikor|
		utan|mulva|miutan`},
	{"bg ru uk", `потому|ссылк*|сесси*|сесія|посилання|если|когда|после|через|как только|будет|станет|ако|когато|след|ще|якщо|коли|після|буде|щойно`},
	{"el tr", `cunku|oturum*|baglanti*|συνδεσμος|αν|οταν|μετα|εαν|θα|αφου|sonra|eger`},
	{"ar he fa", `لان|الجلسه|הקישור|اذا|عندما|بعد|سوف|לאחר|אחרי|כאשר|אם|اگر|پس از`},
	{"hi th vi id", `यदि|अगर|बाद|หาก|ถ้า|หลังจาก|เมื่อ|ภายใน|neu|sau|khi|jika|bila|setelah|apabila|kalau|ketika|akan`},
	{"ja", `リンク|セッション|場合|後に|分で|経過|無効になります|無効となります|失効します|切れます|使えなくなります`},
	{"ko", `링크|세션|경우|후|뒤`},
	{"zh", `链接|連結|会话|如果|若|后|後|逾期|一旦`},
}

var shunWords = []words{
	{"en", `do not use|don't use|do not enter|don't enter|do not type|don't type|never use|never enter|not use|not enter`},
	{"de", `verwenden sie nicht|nutzen sie nicht|benutzen sie nicht|geben sie nicht|verwende nicht|nutze nicht|nicht verwenden`},
	{"fr ca", `n'utilisez pas|n'utilisez plus|n'entrez pas|n'entrez plus|ne saisissez pas|ne saisissez plus|ne tapez plus|n'utilise pas|n'utilise plus|ne plus utiliser|ne plus saisir|ne pas utiliser|ne pas saisir|no facis servir`},
	{"es", `no uses|no use|no utilices|no utilice|no introduzcas|no introduzca|no uses mas|no use mas|no utilices mas|no utilice mas|ya no uses|ya no use`},
	{"pt", `nao use|nao utilize|nao uses|nao insira|nao use mais|nao utilize mais|nao insira mais`},
	{"it ro", `non usare|non usi|non utilizzare|non utilizzi|non inserire|non usare piu|non usi piu|non utilizzare piu|non inserire piu|nu folositi|nu mai folositi|nu utilizati|
		nu mai utilizati|nu introduceti`},
	{"nl sv nb da", `gebruik niet|niet gebruiken|anvand inte|ange inte|bruk ikke|ikke bruk|brug ikke`},
	{"fi et", `ala kayta|alkaa kayttako|alkaa enaa kayttako|ala enaa kayta|arge kasutage|ara kasuta`},
	{"pl cs sk hu", `nie uzywaj|nie uzywaj juz|nie wpisuj|nie wpisuj juz|prosimy nie uzywac|nepouzivejte|jiz nepouzivejte|nezadavejte|nepouzivajte|uz nepouzivajte|ne hasznalja`},
	{"sl hr bs sr lv lt", `ne uporabljajte|nemojte koristiti|ne koristite|neizmantojiet|nenaudokite`},
	{"bg ru uk", `не используйте|больше не используйте|не вводите|больше не вводите|не използвайте|вече не използвайте|не використовуйте|більше не використовуйте`},
	{"el tr ar he", `μη χρησιμοποιησετε|μην χρησιμοποιειτε|μη χρησιμοποιειτε|لا تستخدم*|אל תשתמש|אל תשתמשו|אין להשתמש ב`},
	{"vi id ms", `dung su dung|khong su dung|dung dung|jangan gunakan|jangan pakai|jangan guna`},
}

var lastingWords = []words{
	{"en", `any longer|any more|anymore|again|now`},
	{"de nl sv nb da", `langer|mehr|nicht langer|nicht mehr|meer|langre|lenger|laengere|mer|mere|igen|igjen|wieder|opnieuw|jetzt`},
	{"fr es it pt ro", `desormais|maintenant|a partir de maintenant|de nuevo|mas|nunca mas|ya|piu|mais|de novo|ora|acum`},
	{"fi pl cs sk hu", `enaa|wiecej|znow|znovu|uz|jiz|juz|viac|tobbe|mar`},
	{"bg ru uk el tr", `больше|снова|повече|більше|πια|πλεον|ξανα|artik|tekrar`},
	{"vi id ms", `nua|lagi`},
}
