package extract

// trapWords name numbers that are no codes. Beside "code" they make it another code.
var trapWords = []words{
	{"en", `stock|model|terminal|lot|batch|campaign|order|orders|order id|order no|order number|purchase|invoice*|receipt|customer|client|case id|
		reference|ref|ref.|refs|reference id|tracking|tracking id|shipment|consignment|waybill|awb|parcel no|parcel number|package no|booking|
		bookings|reservation*|pnr|record locator|locator|coach no|iban|bic|swift|swift code|sort code|routing|post code*|postcode*|zip|zip code*|
		zipcode*|postal code*|area code*|error*|err|exception|errno|promo|promotion*|promo code*|discount code*|coupon*|discount*|offer code|
		gift code|gift card*|referral|firmware|hash|commit|checksum|sha|sha1|sha256|md5|sku|article|item no|item number|item|part no|part number|
		serial|serial no|serial number|s/n|licence no|license no|licence|license|vat|vat id|tax id|tax|ein|company no|company number|registered in|
		registered number|registration no|registration number|reg. no|charity|user id|userid|client id|customer id|employee|staff no|student|patient|
		toll-free|toll free|freephone|last four|last 4|last four digits|last 4 digits|final digits|card no|card number|card ending|account no|
		account number|acct|a/c|isbn|issn|doi|rfc|iso|cve|hs code|error code*|status code*|exit code|source code|country code*|dial code|
		dialling code|dialing code|product code*|item code*|style code|colour code|color code|hex|booking code*|reservation code|order code|
		tracking code*|customer code|dress code|qr code*|bar code*|barcode*|tax code|bank code|branch code|branch|cvv|cvc|card security code|
		card verification code|station code|airport code|course code|plan code|promo-code|price|meeting id|webinar id|conference id|participant id|
		session id|trace id|request id|correlation id|transaction id|event id|message id|incident|support id|device id|imei|iccid|subscription no|
		pin code:*|pincode*|vacancy|job no|application no|application number|dossier|docket|file no|file number|claim|rma|return no|lot no|ip address|
		reg no|hrb|nct|quote no|estimate no|estimate|statement|cheque|check no|ticket no|ticket number|case number|case no|voucher number|voucher no|
		e-ticket|confirmation number|confirmation no|membership number|delivery number|parcel id|package id|shipping number|username|user name|
		signed up in|in-store|article no|asin|upc|ean|gtin`},
	{"de", `bestellung|bestell*|auftrag*|rechnung*|kunden*|kundennummer|vorgang*|vorgangs*|aktenzeichen|az.|beleg*|sendung*|sendungs*|paket*|
		tracking*|buchung*|buchungs*|reservierung*|zimmer*|flug*|sitz*|wagen|gleis|tisch|postleitzahl*|plz|vorwahl|fehler*|gutschein*|rabatt*|
		aktions*|promo*|version*|ticket*|artikel*|vertrag*|versicherung*|policen*|mitglied*|steuer*|ust-id*|ust-idnr|hrb|kontonummer|kontonr|karten*|
		endet auf|endend auf|endziffern|endung|tel.|rufnummer|fax|anrufen|rufen sie|seit|jahr|ausgabe|heft|seite|referenz*|blz|bankleitzahl|betrag|
		summe|preis|rechnungsnr*|anfrage|fall|fallnummer|hausnummer|zahler*|seriennummer|serien*|jobnummer|passnummer|personalnummer|identnummer|
		trackingnummer|hotline|strasse|str.|gerate-id|benutzername|lieferschein*|lieferung|abholnummer|datum|uhrzeit|buchungscode*|auftragscode|
		fehlercode*|nr|nr.`},
	{"fr", `commande*|facture*|client|numero de client|dossier|reference|ref.|suivi|colis|reservation|reservations|vol|chambre|siege|place|voie|salle|
		code postal|indicatif|erreur|code promo|code promotionnel|code de reduction|code reduction|code avantage|code barre|code-barres|bon d'achat|
		bon de reduction|version|ticket|article|contrat|police|adherent|compte n|se terminant par|finissant par|terminant par|tel.|fax|appelez|
		appelez-nous|depuis|annee|edition|page|siret|siren|rcs|tva|montant|total|prix|somme|recu|livraison n|expedition|n° de commande|billet|
		incident|demande n|bp|boite postale|serie|numero de serie|cedex|identifiant client|code client|code erreur|code d'erreur|code produit|cle rib|
		guichet|nom d'utilisateur|rue`},
	{"es", `pedido*|orden|factura*|cliente|referencia|ref.|seguimiento|envio n|paquete|reserva*|vuelo|habitacion|asiento|sala|puerta|codigo postal|
		c.p.|cp|prefijo|error|codigo de error|codigo promocional|codigo de descuento|cupon*|descuento|promocion*|codigo de barras|version|ticket|
		tique|caso|articulo|contrato|poliza|socio|numero de cuenta|terminada en|terminado en|que termina en|acabada en|tel.|fax|llame|llama|llamanos|
		llamenos|desde|ano|edicion|pagina|nif|cif|dni|rut|rfc|importe|total|precio|monto|saldo|recibo|guia|expediente|incidencia|solicitud n|
		localizador|nombre de usuario|boleto|apartado|calle|codigo de cliente|codigo de producto|codigo de reserva|codigo de pedido|
		codigo de seguimiento|radicado|tramite`},
	{"it", `ordine|ordini|fattura*|cliente|codice cliente|riferimento|rif.|tracking|spedizione|pacco|prenotazion*|volo|camera|stanza|posto|carrozza|
		binario|codice postale|cap|c.a.p.|prefisso|errore|codice errore|codice sconto|codice promo*|sconto|coupon|buono|buoni|codice a barre|
		codice fiscale|partita iva|p.iva|p. iva|versione|ticket|pratica|articolo|contratto|polizza|socio|conto n|che termina con|termina con|
		terminante con|tel.|fax|chiama|chiamaci|chiamare|numero verde|dal|anno|edizione|pagina|importo|totale|prezzo|saldo|ricevuta|scontrino|
		segnalazione|pnr|nome utente|codice prenotazione|codice ordine|via|caso`},
	{"pt", `pedido*|encomenda*|fatura*|nota fiscal|nf-e|cliente|referencia|ref.|rastreio|rastreamento|rastreador|codigo de rastreio|
		codigo de rastreamento|envio n|reserva*|voo|quarto|assento|lugar|sala|codigo postal|cep|ddd|erro|codigo de erro|codigo promocional|
		codigo de desconto|cupom|cupao|cupons|desconto|promocao|codigo de barras|versao|ticket|chamado|protocolo|artigo|contrato|apolice|socio|
		conta n|final|com final|terminado em|terminando em|tel.|fax|ligue|ligue para|desde|ano|edicao|pagina|cpf|cnpj|nif|nipc|valor|total|preco|
		saldo|recibo|localizador|nome de usuario|caixa postal|rua|agencia|entidade|processo|codigo do cliente|codigo do produto|codigo da reserva|
		codigo do pedido`},
	{"nl", `bestelling*|bestel*|order*|ordernummer|factuur*|klant*|klantnummer|zaak*|zaaknummer|referentie*|kenmerk|trackingcode*|track*|
		track & trace|zending*|pakket*|boeking*|boekings*|reservering*|vlucht*|kamer*|stoel|spoor|perron|postcode*|netnummer|kengetal|foutcode*|fout|
		foutmelding|kortingscode*|korting*|actiecode*|actie*|cadeaukaart*|cadeaubon*|vouchercode*|versie|ticket*|artikel*|contract*|polis*|lid*|
		lidmaatschap*|rekening*|rekeningnummer|eindigend op|eindigt op|tel.|bel|bel ons|fax|sinds|jaar|editie|pagina|kvk*|btw*|bedrag|totaal|prijs|
		saldo|dossier*|gebruikersnaam|aanvraag|serienummer|melding*|landcode|postbus|straat|bestelcode*|kortings-code*|qr-code*|streepjescode*`},
	{"sv", `order*|ordernummer|bestallning*|faktura*|kund*|kundnummer|arende*|arendenummer|referens*|ref.|sparning*|kollinummer|kolli*|sandning*|
		forsandelse*|paket*|bokning*|boknings*|flyg*|rum|rumsnummer|vagn|postnummer|postnr|riktnummer|felkod*|fel|rabattkod*|rabatt*|kampanjkod*|
		presentkort*|kupong*|version|biljett*|artikel*|avtal*|forsakring*|medlem*|medlemsnummer|kontonummer|som slutar pa|slutar pa|slutar med|tel.|
		ring oss|fax|sedan|utgava|sida|org.nr|org nr|organisationsnummer|moms*|belopp|summa|pris|saldo|ocr|ocr-nummer|anvandarnamn|serienummer|
		streckkod*|landskod|bokningskod*|orderkod`},
	{"nb da", `ordre*|ordrenummer|bestilling*|bestillings*|faktura*|kunde*|kundenummer|sak|saks*|sag|sags*|sagsnummer|referanse*|reference*|ref.|
		sporing*|sporings*|pakke*|sending*|forsendelse*|booking*|reservation*|reservasjon*|fly|flyvning*|rom|vaerelse*|vogn|spor|postnummer*|postnr|
		retningsnummer|feilkode*|feil|fejlkode*|fejl|rabattkode*|rabatkode*|rabatt*|rabat*|kampagnekode*|kampanjekode*|gavekort*|kupon*|kupong*|
		versjon|version|billet*|billett*|artikkel*|varenummer|kontrakt*|aftale*|avtale*|police*|polise*|medlem*|medlemsnummer|kontonummer|
		som slutter pa|slutter pa|ender pa|som ender pa|tlf|tlf.|tel.|ring til|fax|siden|side|org.nr|orgnr|cvr|cvr-nr|moms|mva|belop|belob|sum|pris|
		saldo|kid|brugernavn|brukernavn|serienummer|landekode|stregkode*|strekkode*|bestillingskode*`},
	{"fi", `tilaus*|tilausnumero*|lasku*|laskun*|asiakas*|asiakasnumero*|viite|viitenumero*|tapaus*|seuranta*|seurantakoodi*|lahetys*|lahetystunnus*|
		paketti*|varaus*|varausnumero*|varauskoodi*|lento|huone*|paikka|vaunu|raide|postinumero*|suuntanumero*|virhekoodi*|virhe*|alennuskoodi*|
		alennus*|tarjouskoodi*|kampanjakoodi*|etukoodi*|lahjakortti*|kuponki*|versio*|lippu*|tuote*|tuotenumero|sopimus*|vakuutus*|jasen*|
		jasennumero*|tilinumero*|paattyva|paattyy|puh.|puh|soita|faksi|vuodesta|vuosi|sivu|y-tunnus|alv|summa|hinta|saldo|kayttajatunnus|sarjanumero|
		tukipyynto|viivakoodi*|maakoodi|nro|nro.`},
	{"pl", `zamowieni*|nr zamowienia|numer zamowienia|faktur*|klient*|numer klienta|sprawa|sprawy|zgloszeni*|referencj*|sygnatura|przesylk*|paczk*|
		sledzenia|list przewozowy|rezerwac*|lot|pokoj*|miejsce|wagon|peron|kod pocztowy|pocztow*|kierunkow*|kod bledu|blad|bledu|kod rabatowy|rabat*|
		kod promocyjny|promocyjn*|kupon*|bon|znizk*|wersj*|bilet*|artykul*|umow*|polis*|czlonk*|konto nr|rachun*|numer konta|konczac*|zakonczon*|tel.|
		tel|zadzwon*|infolini*|faks|od roku|rok|roku|strona|nip|regon|krs|pesel|kwot*|suma|razem|cena|saldo|nazwa uzytkownika|kod kreskowy|kod kraju|
		kod rezerwacji|kod zamowienia|seria|id klienta`},
	{"cs sk", `objednavk*|c. objednavky|cislo objednavky|fakt*|zakazni*|pripad*|pozadav*|poziadavk*|referenc*|zasilk*|zasielk*|balik*|sledovani*|
		sledovac*|rezervac*|let|pokoj*|izba|izby|sedadlo|vagon|psc|postovni smerovaci|predvolb*|predcisli*|chybovy kod|chyb*|kod chyby|slevovy kod|
		slevov*|slev*|zlavovy kod|zlavov*|zlav*|promo*|akcni kod|kupon*|poukaz*|verz*|jizdenk*|vstupenk*|listok|listk*|smlouv*|zmluv*|pojist*|poist*|
		clen*|ucet c|cislo uctu|konci na|koncici|konciaca|tel.|tel|volejte|zavolejte|zavolajte|volajte|linka|fax|od roku|rok|roce|roku|strana|ico|dic|
		castk*|suma|sum*|celkem|spolu|cena|zustatek|zostatok|variabilni symbol|variabilny symbol|vs|uzivatelske jmeno|carovy kod|evidencni cislo|
		kod objednavky|kod rezervace|seriove|c.`},
	{"hu", `rendeles*|megrendeles*|szaml*|szamlaszam*|ugyfel*|ugyfelszam|ugyszam|hivatkozas*|csomag*|csomagszam|nyomkovet*|kuldemeny*|foglalas*|
		jarat*|szoba*|kocsi|vagany|iranyitoszam*|korzetszam|hibakod*|hiba|hiba kod*|kuponkod*|kupon*|kedvezmeny*|akcios kod|promocio*|promo*|
		utalvany*|verzio*|jegy*|cikkszam|szerzod*|kotveny*|tagsagi|tagszam|bankszamla*|vegzodo|vegu|tel.|hivja|hivjon|fax|ota|oldal|adoszam|
		cegjegyzek*|osszeg*|egyenleg|sorszam*|azonosito|felhasznalonev|vonalkod*|foglalasi kod|rendelesi kod`},
	{"ro", `comand*|comenzii|factur*|client*|referint*|dosar*|colet*|awb|urmarire|livrarii|rezerv*|zbor*|camera|camerei|locul|vagon|peron|cod postal|
		codul postal|postal|prefix*|eroare|cod de eroare|cod promotional|codul promotional|cod de reducere|codul de reducere|reducere|cupon*|
		versiune*|bilet*|articol*|contract*|polit*|membru|cont nr|contul nr|se termina in|terminat in|tel.|sunati|suna|apelati|fax|din anul|anul|
		pagina|cui|cif|suma|total|pret*|sold*|nume de utilizator|cod de bare|tichet*|sesizare|bon fiscal|codul comenzii|cod client|codul rezervarii`},
	{"bg ru uk", `поръчка*|поръчки|фактура*|клиент*|клиентски|справка|пратка*|товарителница|проследяване|резервация*|полет*|стая|място|пощенски код|
		грешка|промо код|промокод*|промо-код*|отстъпка*|ваучер*|купон*|версия*|билет*|договор*|завършваща|тел.|тел|обадете|звоните|позвоните|звонок|
		факс|от година|година|г.|страница|еик|ддс|сума|общо|цена|баланс|заказ*|заказа|счет*|счёт*|счета|покупател*|обращени*|заявк*|отправлени*|
		посылк*|трек*|трек-номер|трекинг|бронирован*|брон*|рейс*|комнат*|вагон|поезд|почтовый индекс|индекс*|код города|ошибк*|код ошибки|код товара|
		скидк*|код скидки|сертификат*|выпуск|версии|артикул*|полис*|заканчивающ*|оканчивающ*|с года|год|году|года|стр.|инн|кпп|огрн|итого|остаток|
		логин|накладн*|трек-код|замовлен*|рахун*|рахунк*|клієнт*|звернен*|запит|посилк*|відправлен*|ттн|бронюван*|рейсу|кімнат*|поштовий індекс|
		індекс|помилк*|код помилки|знижк*|версі*|квит*|договір|закінчу*|зателефон*|телефонуйте|рік|року|сторінка|єдрпоу|сум*|разом|ціна|залишок|
		штрихкод*|штрих-код*|код страны|код країни|код бронирования|код заказа|код поръчка|ид|id клиента|лицевой счет|квартир*|дом|ул.|а/я|№`},
	{"el", `παραγγελι*|τιμολογι*|πελατ*|αναφορ*|υποθεση*|αποστολ*|δεμα|δεματος|παρακολουθησ*|κρατηση*|κρατησ*|πτηση*|δωματι*|θεση*|ταχυδρομικ*|τ.κ.|
		τκ|σφαλμα*|εκπτωτικ*|εκπτωση*|προσφορα*|κουπονι*|δωροκαρτ*|εκδοση*|εισιτηρι*|συμβολαι*|συμβολαιο|μελος|μελους|λογαριασμου αρ|ληγει σε|
		που ληγει|τηλ.|τηλ|καλεστε|φαξ|απο το|ετος|σελιδα|αφμ|ποσο|συνολο|τιμη|υπολοιπο|κωδικος πελατη|κωδικος παραγγελιας|κωδικος κρατησης|
		ονομα χρηστη|αιτημα*|αρ.`},
	{"tr", `siparis*|fatura*|musteri*|referans*|talep*|kargo*|takip*|gonderi*|rezervasyon*|ucus*|oda|koltuk|vagon|peron|posta kod*|alan kod*|
		hata kod*|hata|indirim kod*|indirim*|kampanya*|promosyon*|kupon*|hediye*|surum*|bilet*|urun*|sozlesme*|police*|uye*|hesap no|hesap numara*|
		ile biten|biten|tel.|tel|arayin*|faks|yilindan|yil*|sayfa|vergi*|tutar*|toplam*|fiyat*|bakiye*|kullanici adi|iade kod*|barkod*|karekod*|
		ulke kod*|islem no|rezervasyon kod*|siparis kod*|destek talebi|no.|no:`},
	{"ar fa", `*الطلب|طلب*|طلبك|*طلبيه|فاتوره|*الفاتوره|*عميل|*العميل|مرجع|*المرجع|*المرجعي|*التتبع|تتبع|*الشحنه|شحنه|*طرد|*الحجز|حجز*|*الرحله|رحله|
		*الغرفه|غرفه|مقعد|*المقعد|*البريدي|بريدي|*خطا|*الخطا|*الخصم|خصم|*ترويجي|*كوبون|*القسيمه|قسيمه|*الاصدار|اصدار|*التذكره|تذكره|*العقد|عقد|
		*العضويه|عضويه|*الحساب رقم|رقم الحساب|*المنتهيه|تنتهي ب|اتصل*|فاكس|منذ عام|عام|سنه|صفحه|*المبلغ|مبلغ|اجمالي|*الاجمالي|سعر|*السعر|رصيد*|سفارش|
		*فاكتور|فاكتور|*مشتري|پيگيري|كد پيگيري|رهگيري|كد رهگيري|مرسوله|*رزرو|پرواز|اتاق|كد پستي|پستي|كد تخفيف|تخفيف|كوپن|نسخه|بليط|قرارداد|تماس|سال|
		قيمت|موجودي|كد خطا|كد ملي|نام كاربري|صندوق البريد|رمز الخصم|رمز المنطقه|رمز الخطا|رمز الطلب|باركود|رمز البريد`},
	{"he", `הזמנה|ההזמנה|הזמנתך|הזמנה מספר|חשבונית|החשבונית|לקוח|הלקוח|אסמכתא|סימוכין|פנייה|הפנייה|פניה|משלוח|המשלוח|מעקב|חבילה|החבילה|טיסה|חדר|מושב|
		מיקוד|שגיאה|קופון|הקופון|הנחה|ההנחה|מבצע|שובר|גרסה|המסתיים|שמסתיים|חוזה|פוליסה|חבר|חשבון מספר|טל|טל.|התקשרו|חייגו|פקס|משנת|שנת|מאז|עמוד|ח.פ|
		ח.פ.|סכום|מחיר|יתרה|שם משתמש|תיק|קוד מוצר|קידומת|קוד שגיאה`},
	{"hi", `ऑर्डर|आर्डर|चालान|इनवॉइस|बिल|ग्राहक|संदर्भ|शिकायत|ट्रैकिंग|शिपमेंट|पार्सल|बुकिंग|आरक्षण|पीएनआर|उड़ान|कमरा|सीट|पिन कोड|पिनकोड|डाक|त्रुटि|
		कूपन|प्रोमो|छूट|वाउचर|संस्करण|टिकट|अनुबंध|पॉलिसी|सदस्य|खाता संख्या|कॉल|हेल्पलाइन|वर्ष|सन|पृष्ठ|राशि|कुल|कीमत|मूल्य|शेष|अंतिम अंक|रेफरल|
		डिस्काउंट|डिस्काउंट कोड|ऑफर कोड|कूपन कोड|एरिया कोड|वेरिफिकेशन आईडी`},
	{"th", `คำสั่งซื้อ|ใบสั่งซื้อ|ใบแจ้งหนี้|ใบเสร็จ|ลูกค้า|รหัสลูกค้า|อ้างอิง|รหัสอ้างอิง|ติดตาม|พัสดุเลขที่|เลขพัสดุ|หมายเลขพัสดุ|การจอง|รหัสการจอง|
		เที่ยวบิน|ห้อง|ที่นั่ง|รหัสไปรษณีย์|ไปรษณีย์|ข้อผิดพลาด|รหัสข้อผิดพลาด|ส่วนลด|โค้ดส่วนลด|รหัสส่วนลด|คูปอง|โปรโมชั่น|โปรโมชัน|เวอร์ชัน|ตั๋ว|
		สัญญา|กรมธรรม์|สมาชิก|เลขที่บัญชี|ลงท้าย|โทร|แฟกซ์|ปี|พ.ศ.|หน้า|จำนวนเงิน|ยอด|รวม|ราคา|คงเหลือ|เลขประจำตัว|รหัสสินค้า|ชื่อผู้ใช้|
		รหัสพื้นที่`},
	{"vi", `don hang|ma don hang|ma don|hoa don|khach hang|ma khach hang|tham chieu|van don|ma van don|theo doi|buu kien|dat cho|ma dat cho|dat phong|
		chuyen bay|phong|ghe|ma buu chinh|buu dien|ma vung|loi|ma loi|giam gia|ma giam gia|khuyen mai|ma khuyen mai|uu dai|phieu|phien ban|ve so|
		hop dong|thanh vien|so tai khoan|tai khoan so|ket thuc bang|hotline|tong dai|fax|tu nam|trang|ma so thue|mst|so tien|tong|gia|so du|
		ten dang nhap|ma vach|ma san pham|yeu cau so|ma giao dich|ma yeu cau|ma gioi thieu`},
	{"id", `pesanan*|nomor pesanan|no pesanan|faktur*|tagihan*|pelanggan|referensi|resi|no resi|nomor resi|pelacakan|pengiriman|paket|pemesanan|
		kode booking|kode pemesanan|reservasi|penerbangan|kamar|kursi|kode pos|kode area|kesalahan|kode kesalahan|kode error|kode promo|promo|diskon|
		kode diskon|kupon|kode voucher|versi|tiket|kontrak|polis|anggota|berakhiran|berakhir dengan|telp|telp.|hubungi|faks|sejak|tahun|halaman|npwp|
		jumlah|total|harga|saldo|nama pengguna|kode produk|kode referral|kode pelanggan|kode batang`},
	{"ja", `承認番号|注文番号|ご注文|注文|請求書|請求|お客様番号|顧客番号|会員番号|会員id|お問い合わせ番号|問い合わせ番号|お問合せ番号|受付番号|
		整理番号|管理番号|追跡番号|伝票番号|送り状|配送番号|予約番号|ご予約|予約|便名|号室|部屋|座席|号車|番線|郵便番号|〒|市外局番|エラーコード|
		エラー|クーポン|プロモーション|プロモ|割引コード|割引|ギフトコード|ギフト|紹介コード|招待特典|キャンペーン|バージョン|商品番号|商品コード|
		品番|型番|製造番号|シリアル|契約番号|証券番号|口座番号|カード番号|末尾|下4桁|電話番号|お電話|tel|fax|創業|設立|平成|昭和|令和|ページ|登録番号|
		法人番号|金額|合計|料金|価格|残高|ユーザー名|ユーザーid|チケット|案件|お客様コード|支店コード|銀行コード|バーコード|qrコード|国コード|
		予約コード|注文コード`},
	{"ko", `주문번호|주문 번호|주문|청구서|송장|송장번호|고객번호|고객 번호|회원번호|접수번호|문의번호|문의 번호|사건번호|운송장|운송장번호|배송|택배|
		예약번호|예약 번호|예약|항공편|편명|호실|객실|좌석|우편번호|지역번호|오류 코드|오류코드|오류|에러|쿠폰|프로모션|할인코드|할인 코드|할인|
		추천 코드|추천인|버전|티켓|티켓번호|상품번호|상품 코드|모델|일련번호|계약번호|증권번호|계좌번호|카드번호|끝자리|전화번호|고객센터|팩스|설립|
		연도|페이지|사업자등록번호|사업자|금액|합계|가격|잔액|아이디|국가 코드|바코드|예약 코드|참조|승인번호`},
	{"zh", `订单号|订单编号|订单|订购|發票|发票|发票号|客户号|客户编号|客戶編號|會員編號|会员号|会员编号|工单|工单号|案件|案例|參考|参考号|参考编号|
		參考編號|快递单号|快递|运单|运单号|物流|追踪|追蹤|單號|单号|預訂|预订|预订号|訂位|訂房|航班|房间|房間|房号|座位|邮编|郵遞區號|邮政编码|區號|
		区号|错误代码|錯誤代碼|错误码|錯誤|错误|优惠码|優惠碼|優惠代碼|优惠券|優惠券|促销|促銷|折扣码|折扣|兑换码|礼品卡|禮品卡|推荐码|推薦碼|版本|
		票号|合同|合約|保单|保單|账号|帳號|账户号|卡号|卡號|尾号|尾號|末四位|后四位|热线|熱線|客服|传真|傳真|成立于|税号|稅號|統編|統一編號|金额|金額|
		总计|總計|价格|價格|余额|餘額|用户名|使用者名稱|訂單|訂單編號|訂單號碼|流水号|条形码|條碼|二维码|国家代码|商品编号|型号|申请号|案號`},
	{"ca gl eu", `comanda|comandes|codi postal|client|encarrega|eskaera*|posta-kode*`},
	{"et lv lt", `tellimus*|arve|arve number|sihtnumber|postiindeks|viitenumber|saadetis*|kliendinumber|sooduskood*|pasutijum*|rekin*|pasta indeks*|
		sutijum*|klienta numur*|atlaides kod*|uzsakym*|saskait*|pasto kod*|siunt*|kliento num*|nuolaidos kod*`},
	{"sl hr bs sr mk", `narocil*|racun*|postna stevilka|posiljk*|kupca|promocijska koda|narudzb*|porudzbin*|postanski broj|kod za popust|promo kod|
		поруџбин*|рачун*|поштански број|пошиљк*|нарачка*|сметка`},
	{"is af sw ms tl", `pontun*|reikning*|postnumer*|afslattarkoð*|poskode|faktuur*|afslagkode*|agizo|oda yako|poskod|nombor pesanan|
		nombor penjejakan|kod diskaun|kod promosi|kod pos|bil anda`},
	{"bn ta te ur", `অর্ডার|চালান|পোস্ট কোড|পোস্টকোড|ইনভয়েস|ஆர்டர்|அஞ்சல் குறியீடு|ఆర్డర్|آرڈر|پوسٹ كوڈ`},
	{"ka hy az kk uz", `შეკვეთ*|საფოსტო|պատվեր*|sifariş*|poçt indeksi|тапсырыс*|пошта индексі|buyurtma*|pochta indeksi`},
	{"th", `คำขอ|คำร้อง|เลขที่คำขอ|หมายเลขคำขอ|หมายเลขคำร้อง|หมายเลขติดตาม`},
}

// thingWords name numbers too, but a code for one of them is a code.
var thingWords = []words{
	{"en", `entry|document|store|shop|trip|ride|version|doc|account|request|device|id|transaction|payment|transfer|delivery|parcel|package|project|
		workspace|team|group|user|profile|application|registration|step|option|no.|no|call|calls|ring|ring us|ring on|call us|text us|line|box|square|
		sq|unit|visa|row|stop|bus|km|bin|gate|platform|score|sum|total|subtotal|amount|page|section|table|figure|fig|street|st.|suite|apt|apartment|
		building|whatsapp|dial|port|mac|hotline:|points|miles|steps|phone|phones|telephone|tel|tel.|fax|mobile|hotline|helpline|text to|sms to|since|
		founded|established|est.|copyright|year|years|summer|winter|spring|autumn|fall|season|ip|route|checkpoint|meter|reading|position|job|fee|cost|
		salary|balance|population|po box|p.o. box|build|patch|release|v.|volume|vol|episode|chapter|issue|edition|contract|policy|room|rooms|seat|
		train|flight|card|mastercard|amex|maestro|copyright ©|ending|ending in|ends in|ending with|ends with|http|plate|passport|ext|ext.|extension|
		member|membership|case|ticket|tickets|bill|billing`},
	{"de", `anfrage-nr|gerat|kennung|zahlung|uberweisung|transaktion|antrag|postfach|karte|telefon*|handy|mobil|karten`},
	{"fr", `compte|demande|appareil|paiement|virement|transaction|livraison|n°|nº|carte|cartes`},
	{"es pt it", `cuenta|solicitud|dispositivo|pago|transferencia|entrega|conta|pedido de acesso|pagamento|conto|richiesta|bonifico|consegna|
		transazione|transacao|transaccion`},
	{"nl sv nb da fi", `rekening|aanvraag|apparaat|betaling|levering|konto|begaran|enhet|betalning|leverans|enhed|anmodning|tili|pyynto|laite|maksu|
		toimitus`},
	{"ja ko zh", `アカウント|お支払い|お届け|配達|계정|결제|요청|账户|帳戶|付款|申请|申請`},
	{"es", `tarjeta|telefono|movil`},
	{"it", `carta|tessera|cellulare`},
	{"pt", `cartao|telefone|telemovel|celular`},
	{"nl", `kaart|pas|telefoon*`},
	{"sv", `kort|kortet`},
	{"fi", `kortti|puhelin*|korttisi|kortin|tilisi`},
	{"pl", `karta|karty|telefonu`},
	{"cs sk", `kart*|uctu`},
	{"hu", `kartya*|kartyajat`},
	{"ro", `cardul|cardului`},
	{"bg ru uk", `карта|картой|карты|сметка|телефон*|картк*|карту|картата|картку`},
	{"el", `καρτα|καρτας|τηλεφων*|καρτας σας`},
	{"tr", `kart|kartiniz*|kartinizi`},
	{"ar fa", `*البطاقه|بطاقه|بطاقتك|*هاتف|*الهاتف|كارت|تلفن`},
	{"he", `כרטיס|הכרטיס|טלפון`},
	{"hi", `कार्ड|फोन|फ़ोन|खाता`},
	{"th", `บัตร|โทรศัพท์`},
	{"vi", `dien thoai`},
	{"id", `kartu|telepon`},
	{"ja", `カード|電話|携帯`},
	{"ko", `카드|전화|계좌|카드는`},
	{"zh", `信用卡|银行卡|銀行卡|电话|手机|手機|新卡`},
}

// numberWords name any number; what stands beside them says which.
var numberWords = []words{
	{"en", `number|numbers|figure`},
	{"fr es pt it", `numero|numeros`},
	{"de", `zahl|zahlen`},
}

// otherWords turn a code beside them into another code, and say nothing alone.
var otherWords = []words{
	{"en", `postal|post|area|country|dialling|dialing|source|bar|dress|product|partner|affiliate|bank|branch|station|airport|tax|colour|color|http|
		status|exit|morse|building|penal|civil|criminal|ethics|of conduct|style|cheat|gift|loyalty|shipping|course|vendor|supplier|department|cost|
		reason|currency|language|locale|hs|sic|naics|icd|diagnosis|billing|sample|open|machine|clean|example|embed|html|css|python|java|budget|plan|
		dept|project|accounting|fund|grant|activity|crew|module|recipe|paint|key|fault|trouble|return|claim|procedure|charge|tariff|fare|menu|exam|
		school|site|location|warehouse|commodity|customs|hazard|icao|iata|mcc|merchant|asset|inventory|catalog|part|folio|recipient|destination`},
	{"de", `*postleit*|lander*|produkt*|filial*|bank*|quell*|strich*|qr|farb*|partner*|empfehlungs*|werbe*|vorteils*|geschenk*|treue*`},
	{"fr es pt it ro", `postal|postale|promo|promotionnel|promotionnelle|reduction|parrainage|barres|penal|civil|civile|erreur|source|fiscal|fiscale|
		fiscala|pays|produit|banque|agence|promocional|descuento|desconto|pais|producto|produto|referido|amigo|cadeau|regalo|presente|sconto|
		invito amico|barre|prodotto|bancario|banco|reducere|promotional|bare|tara|produs|swift|iban|fuente|fonte|couleur|colore|color|cor`},
	{"nl sv nb da fi", `land*|lands*|product*|produkt*|tuote*|bron*|kall*|kilde*|kleur*|farg*|streep*|streck*|vari*|maa*`},
	{"pl cs sk hu", `pocztowy|pocztowego|kreskowy|kreskowego|rabatowy|rabatowego|promocyjny|kraju|produktu|polecajacy|znizkowy|zrodlowy|postovni|zeme|
		krajiny|carovy|zdrojovy|slevovy|zlavovy|termek*|orszag*|forras*|vonal*`},
	{"bg ru uk", `пощенски|почтовый|страны|города|товара|ошибки|скидки|промо|исходный|программный|налоговый|реферальный|країни|міста|товару|помилки|
		вихідний|промокод|держави`},
	{"el tr", `ταχυδρομικος|εκπτωτικος|χωρας|προιοντος|posta|ulke|urun|kaynak|indirim|hediye|vergi`},
	{"ar he hi vi id", `البريدي|الخصم|المنطقه|الدوله|المنتج|المصدري|מוצר|מדינה|מקור|הנחה|उत्पाद|देश|छूट|buu chinh|giam gia|quoc gia|san pham|pos|
		negara|produk|diskon|sumber`},
	{"ja ko zh", `郵便|商品|店舗|ソース|カラー|국가|상품|소스|产品|產品|国家|國家|源`},
}

// promoWords speak of a price off: a word that ends in digits is then a promotion.
var promoWords = []words{
	{"en", `discount|off|sale|save|saving|savings|checkout|check out|coupon|deal|deals|shop|free shipping|black friday|cyber monday|at the till|cart|
		basket|offer|promo|referral|refer a friend|gift card|store credit|redeem|cashback|your next order|first order|next purchase|coupons|bargain|
		reduced`},
	{"de", `rabatt*|sparen|spare|gutschein*|warenkorb|einlosen|einkauf|angebot|versandkostenfrei|nachste bestellung|kasse|aktion*|geschenk*`},
	{"fr es pt it", `remise|reduction|soldes|panier|achat|offre|promo*|descuento|ahorra|carrito|compra|oferta|rebajas|desconto|carrinho|sconto|saldi|
		carrello|acquisto|offerta|cupon|cupom|economize|livraison gratuite`},
	{"nl sv nb da fi", `korting|winkelwagen|aanbieding|actie|rabatt*|rabat*|kassan|kurv*|kampanj*|kampagne*|tilbud|erbjudande|alennus*|ostoskori*|
		tarjous*|kassalla`},
	{"pl cs sk hu ro", `rabat*|znizk*|promocj*|koszyk*|zakup*|slev*|kosik*|nakup*|zlav*|kedvezmeny*|kosar*|akcio*|reducere*|cos|cosul|oferta|
		vasarlas*`},
	{"bg ru uk el tr", `отстъпк*|скидк*|акци*|промокод*|корзин*|покупк*|знижк*|кошик*|εκπτωση|προσφορα|καλαθι|indirim*|kampanya*|sepet*|alisveris*|
		hediye*`},
	{"ar he fa hi th vi id", `خصم|عرض|سله|تخفيف|הנחה|מבצע|סל הקניות|छूट|ऑफर|ส่วนลด|โปรโมชั่น|giam gia|uu dai|khuyen mai|gio hang|diskon|promo|
		keranjang|belanja|डिस्काउंट|कूपन|सेल|בקופון|קופון|كوبون|كود خصم|كوپن|คูปอง|ลดราคา|voucher|phieu giam|potongan|hemat`},
	{"ja ko zh", `割引|クーポン|セール|お買い物|할인|쿠폰|장바구니|优惠|優惠|折扣|促销|购物车|結帳|オフ|特典|バーゲン|세일|适用|满减|立减|折|減價`},
}

// moneyWords stand directly before or after an amount.
var moneyWords = []words{
	{"all", `usd|eur|gbp|chf|sek|nok|dkk|pln|czk|huf|ron|bgn|rub|uah|ils|irr|inr|thb|vnd|idr|jpy|krw|cny|rmb|twd|hkd|cad|aud|nzd|brl|mxn|sgd|aed|sar|
		myr|php|zar|euro|euros|dollar*|pound*|cent|cents|pence|peso*|yen|rupee*|rupiah|baht|dong|lira*|kr.|kronor|kroner|zloty*|zlotych|koruna|korun|
		forint*|lei|leva|лв.|лева|руб*|рубл*|грн|гривень|гривні|ден|ευρω|دولار|ريال|درهم|يورو|جنيه|دينار|تومان|שקל*|ש"ח|nis|रुपये|रुपए|रु.|rs.|บาท|元|
		円|万円|원|만원|块|塊|人民币|ft|kc|zl|gr|tl|rp|rs|leu|euroa|kn|nt|ntd|centimes|centimos|grosz*|haler*|filler|ore|kopiyok|коп|копеек|стотинки|
		סנט|شيكل|ليره|پوند|دلار|यूरो|ดอลลาร์|do la|dola|ドル|ユーロ|달러|유로|美元|欧元|歐元`},
}

// unitWords stand directly after an amount.
var unitWords = []words{
	{"en", `points|miles|people|users|members|customers|visitors|subscribers|followers|reviews|ratings|votes|downloads|steps|calories|kcal|items|
		products|pieces|pcs|units|seats|places|hours|hrs|days|weeks|months|years|seconds|secs|meters|metres|kilometers|km|kilos|grams|litres|liters|
		feet|watts|kwh|mah|tons|tonnes|words|bytes|pixels|rows|records|files|photos|messages|emails|mails|entries|guests|employees|companies|
		countries|cities|stores|shops|participants|attendees|runners|students|developers|contacts|credits|coins|stars|likes|views|impressions|clicks|
		pages|lines|tests|builds|commits|requests|transactions|orders|tickets|shares|rpm|mbps|gbps|mhz|edition|street|avenue|ave|road|rd|lane|blvd|
		drive|st|broad|main|am|pm|a.m.|p.m.|percent|square|sqm|hectares|degrees`},
	{"de fr es it pt", `punkte*|personen|menschen|leute|kunden|mitglieder|besucher|stuck|meter|kilometer|jahre*|tage|wochen|stunden|uhr|seiten|
		teilnehmer|abonnenten|bewertungen|points|personnes|clients|membres|visiteurs|ans|annees|jours|heures|metres|pages|participants|abonnes|avis|
		puntos|personas|clientes|miembros|anos|dias|horas|metros|paginas|participantes|suscriptores|opiniones|punti|persone|clienti|membri|anni|
		giorni|ore|metri|pagine|partecipanti|iscritti|recensioni|pontos|pessoas|membros|assinantes|avaliacoes|schritte`},
	{"nl sv nb da fi", `punten|mensen|klanten|leden|bezoekers|jaar|dagen|uur|stuks|deelnemers|poang|personer|kunder|medlemmar|medlemmer|besokare|
		dagar|dager|dage|timmar|timer|deltagare|deltakere|deltagere|poeng|point|stycken|stk|pistetta|henkiloa|asiakasta|jasenta|paivaa|tuntia|kpl|
		vuotta|osallistujaa|euroa`},
	{"pl cs sk hu ro", `punktow|osob|klientow|czlonkow|dni|godzin|lat|sztuk|uczestnikow|bodu|bodov|lidi|ludi|zakazniku|zakaznikov|clenu|clenov|dnu|
		hodin|let|rokov|kusu|kusov|ucastniku|pont|ember|fo|ugyfel|tag|nap|ora|evet|darab|db|resztvevo|puncte|persoane|clienti|membri|zile|ani|bucati|
		participanti`},
	{"bg ru uk el tr", `точки|души|клиенти|дни|години|броя|баллов|балла|бонусов|человек|людей|клиентов|участников|пользователей|дней|часов|лет|штук|
		шт|подписчиков|балів|осіб|клієнтів|учасників|днів|годин|років|ποντοι|ποντους|ατομα|πελατες|μελη|ημερες|ωρες|χρονια|puan*|kisi*|musteri|uye|
		gun|saat|yil|adet|katilimci`},
	{"ar he hi id vi", `نقطه|نقاط|شخص|عميل|عضو|يوم|ساعه|سنه|קודות|נקודות|אנשים|לקוחות|חברים|ימים|שעות|שנים|अंक|लोग|लोगों|दिन|घंटे|poin|orang|
		pelanggan|anggota|hari|jam|diem|nguoi|khach|ngay|gio`},
	{"ja ko zh", `ポイント|人|名様|名|円|個|件|本|枚|台|社|포인트|명|개|건|점|매|년|积分|積分|个|位用户|年|部|家|号|期|页|頁|第|版`},
}

var monthWords = []words{
	{"en", `january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec`},
	{"de fr", `januar|februar|marz|mai|juni|juli|oktober|dezember|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre`},
	{"es it pt", `enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|
		luglio|settembre|ottobre|dicembre|janeiro|fevereiro|marco|maio|junho|julho|setembro|outubro|novembro|dezembro`},
	{"nl sv nb da", `januari|februari|maart|mei|augustus|maj|augusti|desember|august`},
	{"fi", `tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesakuuta|heinakuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|joulukuuta`},
	{"pl cs sk hu ro", `stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|wrzesnia|pazdziernika|listopada|grudnia|ledna|unora|brezna|dubna|
		kvetna|cervna|cervence|srpna|zari|rijna|prosince|januara|februara|aprila|juna|jula|augusta|septembra|oktobra|novembra|decembra|ianuarie|
		februarie|martie|aprilie|iunie|iulie|septembrie|octombrie|noiembrie|decembrie|majus|junius|julius|augusztus|szeptember`},
	{"bg ru uk el tr", `януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември|января|февраля|марта|апреля|мая|июня|июля|
		августа|сентября|октября|ноября|декабря|січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня|ιανουαριου|
		φεβρουαριου|μαρτιου|απριλιου|μαιου|ιουνιου|ιουλιου|αυγουστου|σεπτεμβριου|οκτωβριου|νοεμβριου|δεκεμβριου|ocak|subat|mart|nisan|mayis|haziran|
		temmuz|agustos|eylul|ekim|kasim|aralik`},
	{"ar he hi th vi id", `يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر|ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|
		ספטמבר|אוקטובר|נובמבר|דצמבר|जनवरी|फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर|มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|
		มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม|maret|agustus`},
}

// travelWords in a mail make its confirmation code a booking's.
var travelWords = []words{
	{"en", `hotel|check-in|check in:|check-out|checkout:|nights|guests|itinerary|passenger*|departure|departs|boarding|airline|your trip|your stay|
		rental|your table|appointment`},
	{"fr es pt it ro", `hotel|hebergement|sejour|voyage|passager*|depart|arrivee|nuits|viaje|noches|huespedes|pasajero*|salida|estancia|alojamiento|
		viagem|noites|hospedes|passageiro*|viaggio|notti|ospiti|passegger*|soggiorno|partenza|calatori*|sejur|nopti`},
	{"ja zh", `ホテル|宿泊|チェックイン|搭乗|出発|酒店|入住|登机|出發|住宿|飯店`},
}

// placeWords stand in postal addresses.
var placeWords = []words{
	{"en hi", `nagar|marg|road|sector|dist|dist.|district|india|delhi|mumbai|bengaluru|bangalore|chennai|kolkata|hyderabad|pune|karnataka|maharashtra|
		kerala|gujarat|tamil nadu|ship to|deliver to|delivery address|shipping address|address:|पता|नगर|मार्ग`},
}

// figureWords name numbers of all sorts, codes seldom: "one-time number" is a code, "number 4471" is not.
var figureWords = []words{
	{"fr", `identifiant`},
	{"de", `nummer*|nummern`},
	{"nl", `nummer*`},
	{"sv", `nummer*|nummer`},
	{"nb da", `nummer*`},
	{"fi", `numero|numeroa|numeron|numerosi|numerolla|numerosta`},
	{"pl", `numer|numeru|numerem|numery`},
	{"cs sk", `cislo|cisla|cislem|cislom|cislu`},
	{"hu", `szama|szam|szamu`},
	{"ro", `numarul|numar|numere|numarului`},
	{"bg ru uk", `номер*`},
	{"el", `αριθμος|αριθμο|αριθμου|αριθμων`},
	{"tr", `numara*`},
	{"ar fa", `رقم|*الرقم|شماره|رقمك|*رقم`},
	{"he", `מספר|מס'|המספר|מספרך`},
	{"hi", `संख्या|नंबर|क्रमांक|नम्बर`},
	{"th", `หมายเลข|เลขที่|หมายเลขนี้`},
	{"id", `nomor|nomormu|nomornya`},
	{"ja", `番号|ナンバー`},
	{"ko", `번호`},
	{"zh", `编号|編號|號碼|号码`},
	{"hr bs sr sl et lv lt", `broj|broja|број|stevilka|stevilko|number|numbri|numurs|numeris`},
}
