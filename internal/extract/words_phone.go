package extract

import "sync"

// Classes of words about telephone numbers.
const (
	call      class = iota + 1 // "call us on", with the number after it
	dial                       // "dial", which is done with door codes as well
	telephone                  // "telephone", which may also be what a code verifies
	called                     // "anrufen", after the number
	pad                        // what is opened by dialling: "keypad"
)

var phoneLexicon = sync.OnceValue(func() *lexicon {
	return newLexicon(map[class][]words{call: callWords, dial: dialWords, telephone: telephoneWords, called: calledWords, pad: padWords})
})

var callWords = []words{
	{"en", `give us a bell|give us a buzz|a phone call|call us|call our|call the|please call|call me|call|phone us|phone our|telephone us|ring us|ring our|ring|give us a call|give us a ring|
		hotline*|helpline*|help line|customer service*|customer care|customer support|support line|call centre|call center|reach us|reach our|text us|
		text help to|text stop to|whatsapp|toll-free|toll free|tollfree|freephone|contact us|contact our|get in touch|speak to us|talk to us|by phone|
		by telephone|over the phone`},
	{"de", `rufen sie|ruf uns|ruf an|ruft uns|rufe uns|telefonisch|telefonieren|unter der nummer|unter der rufnummer|rufnummer|rufnummern|*hotline|
		servicetelefon|service-telefon|servicenummer|durchwahl|service-nummer|kundenservice|kundendienst|kundentelefon|kundenbetreuung|erreichen sie uns|
		sie erreichen uns|du erreichst uns|erreichst du uns|erreichbar unter|kontaktieren sie|melden sie sich|melde dich|wenden sie sich|notrufnummer|
		sperr-notruf|sperrnotruf`},
	{"fr", `appelez*|appeler|appelle*|telephonez*|telephoner|telephone-nous|joignez*|joindre|joignable*|contactez*|contacter|service client*|
		service clientele|numero vert|numero gratuit|numero d'appel|par telephone|au telephone|assistance telephonique|standard|
		passez-nous un coup de fil|passez un appel|passer un appel|par un appel|donnez-nous un coup de fil`},
	{"es ca", `llame|llamenos|llama|llamanos|llamar|llamando|llamada|telefonee|telefonea|telefonear|atencion al cliente|servicio al cliente|
		comuniquese|comunicate|contactenos|contactanos|contacte|contacta|al telefono|al numero|linea gratuita|linea de atencion|linea directa|
		por telefono|truqueu|truca|trucar`},
	{"it", `chiama|chiamaci|chiami|chiamate|chiamare|chiamando|telefona|telefonaci|telefoni|telefonare|telefonate|numero verde|contattaci|contatta|
		contatti|contattare|telefonata|chiamata|squillo|assistenza clienti|servizio clienti|al telefono|per telefono|al numero`},
	{"pt", `ligue|ligue-nos|ligar|liga para|liga-nos|telefone-nos|telefonar|telefone para|fale connosco|fale conosco|central de atendimento|
		atendimento ao cliente|apoio ao cliente|linha de apoio|pelo telefone|por telefone|pelo numero|contacte|contacte-nos|contate|chamada|chamadas|telefonema|entre em contato|
		entre em contacto`},
	{"ro", `sunati*|suna-ne|suna la|apelati|apeleaza|telefonic|telefonati|serviciul clienti|relatii cu clientii|la telefon|la numarul|contactati*`},
	{"nl af", `bel|bel ons|bel met|belt|bellen|telefonisch|klantenservice|klantendienst|klantenlijn|neem contact op|contact met ons op|bereikbaar op|
		bereiken op|belletje|skakel ons|skakel`},
	{"sv nb da is", `ring|ring oss|ring os|ring til|ring til os|ringa|ringe|ringer|kundtjanst|kundservice|kundeservice|kundesenter|kundecenter|
		kundestotte|pa telefon|nar oss|nar du oss|kontakta oss|kontakt oss|kontakt os|en signal|et ring|per telefon|via telefon|hringdu|hringid|hringið`},
	{"fi et", `soita*|soittakaa|soittaa|soittamalla|asiakaspalvelu*|puhelimitse|palvelunumero*|helista*|klienditoe*`},
	{"pl", `zadzwon*|dzwon|dzwoncie|dzwoniac|infolini*|pod numer|pod numerem|pod nr|telefonicznie|biuro obslugi|obslugi klienta|obsluga klienta|
		skontaktuj sie|prosimy o kontakt`},
	{"cs sk", `zavolej*|zavolajte|zavolaj|volejte|volajte|volat|zakaznicka linka|zakaznickou linku|zakaznicka podpora|infolinka|infolinku|infolince|
		na cisle|na cislo|na tel|na telefonu|na telefone|na telefonnim|na lince|na linku|na linke|telefonicky|kontaktujte nas`},
	{"hu", `hivja|hivjon|hivd|hivjanak|hivjatok|felhiv*|ugyfelszolgalat*|telefonon|telefonszamon`},
	{"sl hr bs sr mk sq", `poziv|pozivi|klic|klici|klicite|nazvati|pozvati|зови|nazovite|nazovi|pozovite|poklicite|pokličite|telefonom|позовите|назвоните|јавете се|јавете`},
	{"lv lt", `zvaniet|zvani|piezvaniet|skambinkite|skambink|paskambinkite`},
	{"bg", `обадете|обади се|позвънете|звъннете|на телефон|гореща линия|свържете се`},
	{"ru", `звонок|звонки|позвоните*|позвонить|звоните|позвони|по телефону|по номеру|горячая линия|горячей линии|горячую линию|служба поддержки|службы поддержки|
		службу поддержки|служба заботы|свяжитесь с|обратитесь`},
	{"uk", `дзвінок|телефонуйте|зателефонуйте|дзвоніть|подзвоніть|дзвонити|за номером|за телефоном|гаряча лінія|гарячу лінію|служба підтримки|
		службу підтримки|зв'яжіться`},
	{"el", `καλεστε*|καλεσε|τηλεφωνηστε|τηλεφωνησε|τηλεφωνικα|γραμμη εξυπηρετησης|εξυπηρετηση πελατων|εξυπηρετησης πελατων|επικοινωνηστε|
		στο τηλεφωνο`},
	{"tr az", `arayin*|arayabilirsiniz|ara:|cagri|musteri hizmetleri*|cagri merkezi*|destek hatti|telefonla|zeng edin|zəng edin`},
	{"ar fa ur", `اتصل*|الاتصال|للاتصال|اتصال|هاتفيا|خدمه العملاء|الخط الساخن|تماس بگيريد|تماس با|تماس|زنگ بزنيد|كال كرين`},
	{"he", `התקשרו|התקשר|התקשרי|להתקשר|חייגו|חייג|חייגי|שירות הלקוחות|שירות לקוחות|בטלפון|צרו קשר|צור קשר|מוקד`},
	{"hi bn", `हेल्पलाइन|ग्राहक सेवा|ग्राहक सहायता|टोल फ्री|কল করুন`},
	{"th", `โทร|สายด่วน|คอลเซ็นเตอร์|ติดต่อเรา|ติดต่อ`},
	{"vi", `goi cho|goi so|goi den|goi ngay|goi dien|vui long goi|hay goi|goi toi|lien he|tong dai|duong day nong`},
	{"id ms tl sw", `hubungi*|menghubungi|telepon kami|menelepon|layanan pelanggan|pusat bantuan|telefon kami|khidmat pelanggan|tumawag|tawagan|
		piga simu`},
	{"ja", `フリーダイヤル|お電話での|電話での|お電話は|コールセンター|サポートデスク|お問い合わせ先|お問合せ先|お電話ください`},
	{"ko", `고객센터|고객 센터|대표번호|대표전화|콜센터|상담전화|문의전화|전화 문의|문의는|전화하`},
	{"zh", `致电|拨打|致電|撥打|热线|熱線|专线|專線|服务电话|服務電話|客服电话|客服電話|联系电话|聯絡電話|打电话|打電話|来电|來電|客服`},
}

var dialWords = []words{
	{"en", `dial|dialling|dialing|please dial`},
	{"de nl", `wahlen sie|wahle|wahlt|draai`},
	{"fr ca", `composez|compose|composer|composez le|faites le|marqueu|marca el`},
	{"es pt it ro", `marque|marca|marcando|marcar|marque o|marque el|componi|componete|componga|disque|discar|formati|formeaza`},
	{"sv nb da is", `sla|slå|slag`},
	{"fi pl cs sk hu et", `valitse numero|wybierz numer|wykrec|wykrecic|vytocte|vytoc|vytocit|tarcsazza|tarcsazzon|vali number`},
	{"sl hr bs sr", `birajte|nazovite broj|zavrtite|бирајте`},
	{"bg ru uk", `наберите|набери|набрать|наберіть|набрати|наберете`},
	{"el tr", `σχηματιστε|cevirin*`},
	{"vi id ms", `quay so|dail`},
}

var padWords = []words{
	{"all", `app|apps|*app|screen|bildschirm|browser|aplicacion|application|applicazione|aplicativo|aplicacao|aplikac*|приложени*|застосун*|εφαρμογη|uygulama*|web`},
	{"en", `keypad*|key pad|number pad|door*|gate|gates|entrance|lock|locks|locker*|safe|lobby|elevator|lift|intercom|entry|buzzer|garage|pad|panel|barrier|unlock*`},
	{"de", `*tur|*turen|*tor|*tastatur|*tastenfeld|*schloss|*schliessfach*|*tresor|*safe|*eingang*|*garage*|*schranke|*turoffner|*tastenblock|*zahlenfeld`},
	{"fr ca", `porte|portes|portail|clavier|digicode|entree|serrure|coffre|casier|barriere|garage|interphone|ascenseur|teclat|porta`},
	{"es pt it ro", `puerta*|porton*|portao|teclado|cerradura|candado|entrada|caja fuerte|taquilla*|garaje|garagem|porta|portone|cancello|tastiera|tastierino|serratura|
		ingresso|cofre|cacifo|fechadura|cassaforte|usa|poarta|tastatura|seif`},
	{"nl sv nb da is", `*deur|*deuren|poort|*slot|kluis*|toetsenbord|toetsenpaneel|ingang|slagboom|dorr*|port|porten|*las|knappsats|skap*|grind|ytterdor*|tastatur|
		dor|doren|dora|tastaturet|hoveddor*|las|porttelefon`},
	{"fi pl cs sk hu et", `ovi*|ovea|oven|portti*|nappaimisto*|lukko*|drzwi|brama|bramy|brame|klawiatur*|furtk*|zamek|zamka|domofon*|dvere|dveri|brana|branu|klavesnic*|
		zamok|ajto*|kapu*|billentyu*|zar|uks*|varav*|sormistik`},
	{"sl hr bs sr", `vrata|kapija|kapiju|tipkovnic*|brava|врата|капија`},
	{"bg ru uk", `двер*|врат*|ворот*|клавиатур*|клавиш*|замок|замк*|домофон*|калитк*|шлагбаум*|сейф*|входн*|клавіатур*|хвіртк*`},
	{"el tr", `πορτα*|πληκτρολογι*|κλειδαρι*|kapi*|tus takimi*|kilit*|kasa*`},
	{"vi id ms", `cua|ban phim|cong|pintu*|gerbang|papan tombol|papan kekunci`},
}

var telephoneWords = []words{
	{"en", `service desk|help desk|helpdesk|tel|tel.|telephone|phone number|telephone number|phone|fax|mobile|mob|mob.|cell|ext|ext.|extension|landline`},
	{"de nl sv nb da", `fon|tel-nr|telnr|telnr.|telefonnr.|ruf|ruf-nr|handy|festnetz|gsm|telefon|telefonnummer|telefonnr|tel.-nr|fax|telefoon|telefoonnummer|telefonnumret|tlf|tlf.|tfn|mobil`},
	{"fr es pt it ro", `portable|tfno|tfno.|movil|celular|telemovel|cellulare|fone|fono|telephone|tel|tel.|telefono|telefonos|telefone|telefones|telefon`},
	{"fi pl cs sk hu et", `kom.|mobiili|mobil|puhelin|puh|puh.|puhelinnumero*|nr tel|numer telefonu|telefon|telefonni cislo|telefonne cislo|telefonszam*|telefoni`},
	{"bg ru uk el tr", `телефон*|тел|тел.|моб|моб.|τηλεφωνο|τηλ|τηλ.|telefon|telefonu`},
	{"ar he fa hi", `هاتف|رقم الهاتف|تلفن|شماره تلفن|טלפון|טל|טל'|फोन नंबर|फोन`},
	{"th vi id", `โทรศัพท์|telepon|telp|telp.`},
	{"ja ko zh", `電話番号|お電話番号|電話|전화번호|전화|电话|電話`},
}

var calledWords = []words{
	{"de nl", `anrufen|anzurufen|bellen`},
	{"hu", `szamot hivja|szam hivasaval|telefonszamon`},
	{"tr az", `numarali telefon*|telefonu ara*|numarayi ara*|numaradan|numarali hat*|i arayin*|u arayin*|yi arayin*|yu arayin*|'i arayin|'u arayin|
		'den bize|'dan bize|nomresine zeng`},
	{"fi", `numeroon soittamalla`},
	{"hi bn", `पर कॉल|पर फोन|पर फ़ोन|पर संपर्क|पर सम्पर्क|নম্বরে কল`},
	{"ja", `までお電話|へお電話|にお電話|に電話|へ電話|まで電話|までご連絡|にご連絡|へご連絡|におかけ`},
	{"ko", `로 전화|으로 전화|로 연락|으로 연락|번으로|에 전화|로 문의|으로 문의`},
}
