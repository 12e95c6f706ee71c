package mime

import "sync"

import "strings"

// The words below are those that mail clients write around what they quote, in
// the languages they are sold in, all in lower case.

// attributionStarts begin an attribution line.
var attributionStarts = []string{
	"on ", "in ", "at ", "quoting ", "am ", "schrieb ", "le ", "el ", "il ", "em ", "a ", "op ", "den ", "på ", "kl. ", "w dniu ", "dne ", "dňa ", "în ", "la ", "pe ",
	"pada ", "vào ", "στις ", "на ", "в ", "у ", "от ", "dnia ", "ma ", "ti ", "to ", "su ", "tarihinde ", "在", "于", "於", "ב", "في", "เมื่อ", "u ", "je ",
}

// attributionVerbs say that somebody wrote.
var attributionVerbs = []string{
	"wrote", "writes", "said:", "quoting", "schrieb", "geschrieben", "a écrit", "écrivait", "escribió", "ha escrito", "ha scritto", "scrisse", "escreveu", "schreef", "skrev", "skrifaði",
	"kirjoitti", "napisał", "napsal", "napísal", "написал", "пишет", "писал", "написав", "пише", "ezt írta", "írta", "a scris", "yazdı", "έγραψε", "כתב", "كتب",
	"đã viết", "menulis", "เขียน", "写道", "寫道", "写到", "書きました", "書き込みました", "のメール", "님이 작성", "작성:", "je napisao", "је написао", "piše", "rašė", "kirjutas", "rakstīja",
}

// rulers stand between dashes before the original.
var rulers = sync.OnceValue(func() map[string]struct{} {
	return words(`original message|original appointment|forwarded message|forwarded by|reply message|replied message|
ursprüngliche nachricht|originalnachricht|originalmail|weitergeleitete nachricht|message d'origine|message original|message initial|message transféré|
message réexpédié|mensaje original|mensaje reenviado|mensaje enviado|messaggio originale|messaggio inoltrato|mensagem original|mensagem encaminhada|
mensagem reencaminhada|oorspronkelijk bericht|origineel bericht|doorgestuurd bericht|ursprungligt meddelande|vidarebefordrat meddelande|
originalmeddelande|oprindelig meddelelse|videresendt meddelelse|opprinnelig melding|videresendt melding|alkuperäinen viesti|välitetty viesti|
wiadomość oryginalna|oryginalna wiadomość|wiadomość przekazana|treść przekazanej wiadomości|původní zpráva|přeposlaná zpráva|pôvodná správa|
eredeti üzenet|továbbított üzenet|mesaj original|mesaj redirecționat|исходное сообщение|пересылаемое сообщение|оригинальное сообщение|
перенаправленное сообщение|оригінальне повідомлення|переслане повідомлення|orijinal ileti|orijinal mesaj|iletilen mesaj|özgün ileti|
αρχικό μήνυμα|προωθημένο μήνυμα|הודעה מקורית|الرسالة الأصلية|thư gốc|pesan asli|pesan terusan|元のメッセージ|转发的邮件|元のメール|オリジナルメッセージ|原始邮件|原始郵件|原邮件|转发邮件|轉寄郵件|
転送メッセージ|转发的消息|轉寄的郵件|원본 메시지|원본 메일|전달된 메시지|전달된 메일|original mail|original email|original e-mail`)
})

// forwards introduce a forwarded mail on a line that ends in a colon.
var forwards = sync.OnceValue(func() map[string]struct{} {
	return words(`begin forwarded message|forwarded message|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail|début du message réexpédié|
début du message transféré|inicio del mensaje reenviado|inizio messaggio inoltrato|início da mensagem reencaminhada|início da mensagem encaminhada|
begin doorgestuurd bericht|vidarebefordrat brev|start på videresendt besked|videresendt melding|välitetty viesti alkaa|edelleenlähetetty viesti|
początek przekazywanej wiadomości|začátek přeposílané zprávy|začiatok preposielanej správy|továbbított levél kezdete|începutul mesajului redirecționat|
начало переадресованного сообщения|початок листа, що пересилається|iletilen ileti başlangıcı|αρχή προωθημένου μηνύματος|
転送されたメッセージ|下面是被转发的邮件|開始轉寄郵件|开始转发的信息|전달된 메시지 시작|전달된 이메일 시작`)
})

// words makes a set of a list separated by bars.
func words(list string) map[string]struct{} {
	set := make(map[string]struct{})
	for w := range strings.SplitSeq(list, "|") {
		set[trimSpace(w)] = struct{}{}
	}
	return set
}

// sentFromStarts begin the line that phones and mail programs add to a mail, which
// names one of sentFromThings.
var sentFromStarts = []string{
	"sent from ", "sent with ", "sent via ", "sent using ", "get outlook for ", "von meinem ", "gesendet von ", "gesendet mit ", "gesendet über ", "envoyé de ", "envoyé depuis ", "envoyé à partir ", "envoyé avec ",
	"enviado desde ", "enviado do ", "enviado de ", "enviado a partir ", "inviato da ", "inviato dal ", "verstuurd vanaf ", "verzonden vanaf ", "verzonden via ", "verstuurd via ",
	"skickat från ", "sendt fra ", "lähetetty ", "wysłane z ", "wysłano z ", "odesláno z ", "odoslané z ", "küldve ", "trimis de pe ", "trimis din ", "отправлено с ", "отправлено из ",
	"надіслано з ", "στάλθηκε από ", "έγινε αποστολή από ", "נשלח מ", "أرسلت من ", "تم الإرسال من ", "đã gửi từ ", "gửi từ ", "dikirim dari ", "发自", "從我的", "从我的", "傳送自", "來自我的", "ส่งจาก",
	"outlook für ", "holen sie sich outlook", "obtenez outlook", "télécharger outlook", "obtener outlook", "obtén outlook", "ottieni outlook", "scarica outlook", "obter o outlook", "download outlook", "downloaden outlook", "outlook voor ",
}

// sentFromEnds end it, in languages that put the verb last.
var sentFromEnds = []string{
	" gesendet", "から送信", "에서 보냄", "dan gönderildi", "den gönderildi", "tan gönderildi", "ten gönderildi", "-ról küldve", "-ről küldve", "-rol küldve",
}

var sentFromThings = []string{
	"phone", "ipad", "ipod", "apple watch", "android", "samsung", "galaxy", "pixel", "huawei", "xiaomi", "redmi", "oneplus", "nokia", "motorola", "sony", "blackberry",
	"outlook", "mail", "yahoo", "proton", "spark", "superhuman", "thunderbird", "windows", "mobile", "mobil", "handy", "tablet", "telefon", "teléfono", "téléphone", "telefono", "telemóvel",
	"celular", "smartfon", "device", "gerät", "appareil", "dispositivo", "móvil", "телефон", "устройств", "手机", "手機", "スマホ", "携帯", "휴대", "스마트폰",
}

// label is what a line of a quoted header tells.
type label int

const (
	noLabel label = iota
	labelFrom
	labelDate
	labelTo
	labelCc
	labelSubject
)

// labelNames are the labels by language.
var labelNames = sync.OnceValue(func() map[string]label {
	names := make(map[string]label)
	for l, list := range [...]string{
		labelFrom:    "from|von|de|da|van|från|fra|lähettäjä|od|feladó|от|від|от кого|kimden|gönderen|από|מאת|من|từ|dari|差出人|送信者|送信元|发件人|發件人|寄件者|보낸 사람|보낸사람|de la|saatja|no|nuo|sender|expéditeur|mittente|remitente|remetente|afzender|absender|nadawca|odesílatel",
		labelDate:    "sent|date|gesendet|datum|envoyé|enviado|enviado el|enviada em|enviado em|data|fecha|inviato|verzonden|skickat|sendt|dato|lähetetty|päivä|päivämäärä|wysłano|wysłane|odesláno|odoslané|dátum|küldve|elküldve|trimis|отправлено|дата|надіслано|gönderildi|gönderilme tarihi|tarih|στάλθηκε|ημερομηνία|נשלח|תאריך|تاريخ الإرسال|التاريخ|تم الإرسال|đã gửi|ngày|dikirim|tanggal|送信日時|日時|日付|发送时间|發送時間|傳送日期|寄件日期|日期|时间|보낸 날짜|보낸날짜|날짜|date d'envoi",
		labelTo:      "to|an|à|a|para|aan|till|til|vastaanottaja|do|komu|címzett|către|catre|кому|kime|alıcı|προς|אל|إلى|đến|tới|kepada|ke|宛先|收件人|收件者|받는 사람|받는사람|pour|destinataire|destinatario|empfänger",
		labelCc:      "cc|bcc|kopie|kopia|копия|копія|copie|copia|cópia|kopio|dw|bilgi|抄送|副本|参照|참조|másolatot kap|κοιν|עותק|نسخة",
		labelSubject: "subject|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|tárgy|subiect|тема|konu|θέμα|נושא|الموضوع|chủ đề|tiêu đề|perihal|subjek|件名|题名|主题|主題|主旨|제목",
	} {
		for w := range strings.SplitSeq(list, "|") {
			names[w] = label(l)
		}
	}
	return names
})

// labelOf returns what a line "Label: ..." of a quoted header tells; stars around
// the label are bold type in plain text.
func labelOf(l string) label {
	i := strings.IndexAny(l, ":：")
	if i < 1 || i > 40 {
		return noLabel
	}
	return labelNames()[strings.ToLower(strings.Trim(l[:i], "* \t"))]
}
