package extract

import (
	"strings"
	"sync"
)

// deed is the class of verbs that a code at the start of a sentence is the subject of.
const deed class = 1

var deedLexicon = sync.OnceValue(func() *lexicon { return newLexicon(map[class][]words{deed: deedWords}) })

// deedWords tell what a code does: "934107 approves your payment". Of those with two parts the first stands here.
var deedWords = []words{
	{"en", `approves|authorises|authorizes|releases|pairs|links|connects|completes|finishes|finalises|finalizes|validates|resets|restores|activates|
		starts your|starts the|signs|logs you|lets you|lets your|takes you|opens|unlocks|unblocks|confirms|verifies|proves|enables|registers|enrols|
		enrolls|adds your|adds this|adds the|changes your|deletes your|closes your|allows|permits|grants|admits|clears|turns on|switches on|frees|
		accepts|hands over`},
	{"de", `genehmigt|bestatigt|entsperrt|offnet|schaltet|gibt ihr*|gibt dein*|gibt die|gibt das|gibt den|verbindet|koppelt|verknupft|schliesst die|
		schliesst ihr*|schliesst dein*|beendet|meldet sie|meldet dich|loggt sie|loggt dich|lasst sie|lasst dich|aktiviert|verifiziert|validiert|
		autorisiert|authentifiziert|setzt ihr*|setzt dein*|andert ihr*|andert dein*|loscht ihr*|loscht dein*|erlaubt|bringt sie|bringt dich|
		startet ihr*|startet die`},
	{"fr", `approuve|autorise|ouvre|vous ouvre|t'ouvre|debloque|deverrouille|associe|relie|connecte|vous connecte|te connecte|termine|finalise|
		complete|libere|debloquera|confirme|valide|verifie|active|reinitialise|permet|donne acces|vous donne|te donne|authentifie|jumelle|appaire`},
	{"es", `aprueba|autoriza|completa|vincula|libera|abre|te abre|desbloquea|confirma|valida|verifica|activa|restablece|empareja|conecta|finaliza|
		termina|te da|le da|da acceso|permite|te permite|habilita|firma`},
	{"pt", `aprova|autoriza|conclui|completa|emparelha|libera|liberta|abre|desbloqueia|confirma|valida|verifica|ativa|redefine|associa|vincula|liga|
		finaliza|termina|permite|da acesso|da-lhe`},
	{"it", `approva|autorizza|completa|associa|abbina|collega|apre|sblocca|conferma|convalida|verifica|attiva|reimposta|conclude|termina|libera|
		rilascia|consente|permette|ti fa|la fa|da accesso`},
	{"nl", `keurt|koppelt|voltooit|logt|meldt je|meldt u|geeft het|geeft dit|geeft je|geeft uw|geeft u|geeft de|opent|ontgrendelt|bevestigt|
		verifieert|activeert|autoriseert|deblokkeert|herstelt|rondt|verbindt|laat je|laat u|start je|start uw`},
	{"sv nb da", `godkanner|kopplar|slutfor|oppnar|laser upp|bekraftar|verifierar|aktiverar|aterstaller|loggar|slapper|ger dig|ansluter|parar|frigor|
		godkjenner|kobler|fullforer|apner|laser opp|bekrefter|verifiserer|aktiverer|tilbakestiller|logger|slipper|gir deg|frigir|parer|godkender|
		fuldforer|abner|laser op|bekraefter|verificerer|nulstiller|parrer|lukker dig|giver dig|frigiver|autoriserer|auktoriserar`},
	{"fi", `hyvaksyy|avaa|yhdistaa|viimeistelee|vahvistaa|todentaa|aktivoi|nollaa|palauttaa|kirjaa sinut|paastaa|vapauttaa|suorittaa|valtuuttaa`},
	{"pl", `zatwierdza|autoryzuje|laczy|paruje|konczy|loguje|otwiera|odblokowuje|potwierdza|weryfikuje|aktywuje|resetuje|uwierzytelnia|zwalnia|
		wpuszcza|uruchamia`},
	{"cs sk", `schvaluje|potvrzuje|potvrdzuje|overuje|odemyka|odemkne|odomyka|odomkne|otevira|otevre|otvara|otvori|dokonci|dokoncuje|aktivuje|obnovi|
		sparuje|propoji|prepoji|prihlasi|uvolni|pusti|vpusti|odblokuje|schvali|potvrdi|overi|autorizuje`},
	{"hu", `jovahagyja|nyitja|kinyitja|megerositi|igazolja|hitelesiti|aktivalja|feloldja|parositja|osszekapcsolja|befejezi|bejelentkezteti|
		engedelyezi|visszaallitja|beengedi`},
	{"ro", `aproba|autorizeaza|deschide|deblocheaza|finalizeaza|confirma|verifica|valideaza|activeaza|reseteaza|asociaza|conecteaza|va conecteaza|
		te conecteaza|elibereaza|incheie|permite`},
	{"bg", `одобрява|потвърждава|отключва|отваря|завършва|активира|свързва|освобождава|удостоверява|нулира|позволява|разрешава|вписва|сдвоява`},
	{"ru", `подтверждает|подтвердит|одобряет|одобрит|разблокирует|завершает|завершит|открывает|откроет|активирует|привязывает|привяжет|связывает|
		разрешает|авторизует|сбрасывает|восстанавливает|впускает|выдает|подключает|отпирает`},
	{"uk", `підтверджує|підтвердить|схвалює|розблоковує|розблокує|відкриває|відчиняє|завершує|активує|прив'язує|з'єднує|дозволяє|авторизує|скидає|
		відновлює|впускає|видає|підключає`},
	{"el", `εγκρινει|ξεκλειδωνει|ανοιγει|επιβεβαιωνει|επαληθευει|ενεργοποιει|ολοκληρωνει|συνδεει|σας συνδεει|επιτρεπει|εξουσιοδοτει|επαναφερει|
		αποδεσμευει`},
	{"ar he", `يؤكد|يفتح|يوافق|يفعل|يكمل|يربط|يعتمد|يسمح|יאשר|מאשר|פותח|משחרר|מחבר|מפעיל|מאמת|משלים|מאפס|מכניס`},
	{"vi id ms", `duyet|phe duyet|mo khoa|mo tu|xac nhan|kich hoat|hoan tat|lien ket|cho phep|menyetujui|membuka|mengonfirmasi|mengaktifkan|
		memverifikasi|menghubungkan|menyelesaikan|mengizinkan|mengesahkan|melepaskan|meluluskan`},
	{"zh", `批准|确认|確認|授权|授權|解锁|解鎖|激活|打开|打開|開啟|完成|绑定|綁定|验证|驗證|核准`},
	{"ca hr sr sl lt lv et is", `autoritza|obre|desbloqueja|odobrava|potvrduje|otkljucava|otvara|zavrsava|aktivira|povezuje|одобрава|потврђује|
		откључава|отвара|завршава|odobri|potrdi|odklene|odpre|zakljuci|poveze|prijavi|patvirtina|atrakina|atidaro|aktyvuoja|uzbaigia|apstiprina|atver|
		aktivize|pabeidz|kinnitab|avab|aktiveerib|uhendab|staðfestir|opnar|samþykkir|virkjar|tengir`},
}

// deedAfter finds the verb right after a candidate that is the subject of its sentence.
func (l *line) deedAfter(c *candidate) span {
	if !opensSentence(l.low[:c.start]) || strings.HasSuffix(c.value, "000") {
		return span{}
	}
	rest := l.low[c.end:]
	at := c.end + len(rest) - len(strings.TrimLeft(rest, " "))
	if at+1 >= len(l.low) {
		return span{}
	}
	if e := deedLexicon().starts.at(l.low, at); e != nil {
		return span{at, at + len(e.word)}
	}
	return span{}
}

// opensSentence tells that a sentence begins after before, or what a sender says after its name: "Brookbank: ".
func opensSentence(before string) bool {
	before = strings.TrimRight(before, " \"'(*")
	return before == "" || strings.IndexByte(".!?:]>", before[len(before)-1]) >= 0 || strings.HasSuffix(before, " -")
}

// yours name the reader as the owner of what a code acts on.
var yours = setOf("your", "ihr", "ihre", "ihren", "ihrem", "dein", "deine", "deinen", "votre", "vos", "ton", "ta", "tu", "su", "tus", "seu", "sua",
	"teu", "tua", "tuo", "suo", "je", "jouw", "uw", "din", "ditt", "dina", "dit", "vas", "vase", "vasi", "vasu", "twoj", "twoja", "twoje", "вашу",
	"ваш", "ваше", "вашия", "вашата", "твои", "свои", "τον", "την", "το")
