package talkbench

import (
	"regexp"
	"strings"
	"unicode"
)

// known are the kinds of wants of the corpus.
var known = map[string]bool{}

// kinds find what an answer to a kind of question or act has, in English, German,
// French and Spanish. They are lenient: the bench counts what is plainly missing.
var kinds = map[string]*regexp.Regexp{
	"number":     re(`\d|` + numberWords),
	"money":      re(`\d[\d.,' ]*\s*(eur|€|usd|\$|gbp|£|chf|euros?|pounds?|dollars?|k\b|kr\b|percent|%)|(eur|€|usd|\$|gbp|£|chf)\s*\d|\b\d{2,}\b|\bfree\b|no charge`),
	"time":       re(`\b([01]?\d|2[0-3])[:.h][0-5]\d\b|\b\d{1,2}\s*(am|pm|o'clock|uhr|h\b|heures?)|\b(half past|quarter (past|to)|noon|midday|midi|mittag)\b|\b(at|by|around|about|from|um|gegen|ab|vers|à|a las|until)\s+(\d{1,2}|` + numberWords + `)\b`),
	"place":      re(`\b(in|at|on|behind|next to|beside|under|below|above|opposite|near|by|inside|outside|upstairs|downstairs|room|floor|im|am|an|auf|hinter|neben|bei|unter|dans|à|au|derrière|sous|sur|chez|en|detrás|junto|sobre)\b`),
	"date":       re(dayWords + `|\b(weeks?|months?|year) ago\b|\blast (spring|month)\b`),
	"deadline":   re(dayWords + `|\b([01]?\d|2[0-3]):[0-5]\d\b`),
	"duration":   re(`(\d|` + numberWords + `|\b(a|an|half an|a few|eine[nm]?|une?|una?|ein paar|quelques|unos|algunos)\b)[\w\s-]{0,14}\b(minutes?|hours?|days?|weeks?|months?|years?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|heures?|jours?|semaines?|mois|ans?|minutos?|horas?|días?|semanas?|meses|años?)\b|^(?:.*\b)?\d+\s*(h|min)\b`),
	"who":        re(`\b(me|my|mine|myself|i am|i'm|i do|i did|i will|ich|mich|mir|moi|yo|ms|mr|mrs|frau|herr|mme|colleague|kollegin|kollege|collègue|manager|boss|chef|compañer[oa]|team|reception|accounting|nobody|everyone|all of us|we)\b|[\p{L}\p{P}] \p{Lu}\p{Ll}+`),
	"identifier": re(`\b[\w/-]*\d[\w/-]*\d[\w/-]*\b`),
	"version":    re(`\b\d+(\.\d+)+|\b(19|20)\d\d\b|\b\d+\b`),
	"phone":      re(`\+?\d[\d ()/.-]{6,}\d`),
	"email":      re(`\S+@\S+\.\S+`),
	"yesno":      re(`\b(yes|yep|yeah|no|nope|not|sure|of course|certainly|absolutely|indeed|correct|right|exactly|it does|it is|it has|i do|i am|i did|i have|i can|i will|i'll|we do|we did|we have|we are|we can|happy to|gladly|fine|works|suits|agreed|approved|go ahead|done|never|hardly|n't|ja|nein|nicht|gerne?|natürlich|klar|oui|non|pas|volontiers|bien sûr|d'accord|sí|si|no|claro|por supuesto|de acuerdo|vale|passt|parfait|perfecto|abgeschlossen|erledigt|fertig|yes|done|behind us|complet)\b`),
	"opinion":    re(`\b(i think|i find|i like|i'd|i would|i liked|i prefer|in my view|in my opinion|to me|honestly|looks?|reads?|good|fine|better|best|well|great|strong|weak|clear|solid|nice|like|love|enjoy|too|convinc|sensible|worth|works|finde|gut|besser|schön|klar|gefällt|bien|mieux|bon|clair|plaît|bueno|mejor|claro|gusta|parece)\w*`),
	"feeling":    re(`\b(fine|good|well|great|tired|busy|all right|alright|not bad|okay|ok|lovely|quiet|relaxing|hectic|thanks for asking|thank you for asking|rested|wonderful|better|can't complain|gut|prima|danke der nachfrage|bestens|viel los|ça va|bien|merci de demander|mal|ocupad[oa]|gracias por preguntar|müde|gut|could be (better|worse)|getting by|same as|been better|hier|schlecht|lang|fatigué|cansad)\b`),
	"why":        re(`\b(because|since|as|so that|due to|owing to|reason|that is why|weil|da|denn|wegen|grund|parce|car|puisque|raison|porque|ya que|por|debido|simple|it was|reason)\b`),
	"how":        re(`\b(by|with|via|through|using|just|first|then|simply|per|durch|mit|über|par|avec|con|mediante)\b`),
	"status":     re(`\b(done|sent|left|finished|ready|on its way|under way|underway|not yet|still|nearly|almost|half|progress|started|working on|waiting|went out|shipped|arrived|fertig|erledigt|noch|unterwegs|verschickt|bereits|schon|terminé|fini|envoyé|encore|déjà|presque|listo|terminado|enviado|todavía|aún|ya|casi|behind us|done|nearly|getting there|abgeschlossen)\b`),
	"what":       re(`\p{L}`),

	"condolence": re(`\b(sorry|condolence|sympath|my thoughts|thinking of you|heartfelt|loss|beileid|mitgefühl|leid|gedanken|condoléances|désolée?|pensées|pésame|siento|sentimos|acompaño|traurig|trauer|stille[nmr]? gru|triste|nouvelle|tristeza)`),
	"illness":    re(`\b(get well|feel better|soon better|recover|sorry|take (good )?care|rest|speedy|gute besserung|erhol|auskurier|rétabli|soigne|repos|mejor|recuper|cuídate|cuídese|alivie|gesund|besserung|hope it passes|pass(es)? quickly|santé|salud)`),
	"badnews":    re(`\b(sorry|a pity|shame|bad luck|tough|hard|that is rotten|awful|terrible|sad|unfortunate|hope|schade|leid|tut mir|ärgerlich|dommage|désolée?|navrée?|lástima|siento|pena|that hurts|thinking of you|can do)`),
	"goodnews":   re(`\b(congrat|great|wonderful|lovely|happy for|glad|delighted|brilliant|fantastic|good news|pleased|glückwunsch|gratul|toll|freu|schön|félicit|bravo|ravie?|content|enhorabuena|felicid|felicit|alegr|genial|well done|better person|all the best|proud|what news|good for you|cheers|glückw|herzlich|félicitations|enhorabuena)`),
	"rejection":  re(`\b(understand|pity|shame|disappoint|thank(s| you) for (letting|telling|your|the)|thanks|fair enough|too bad|sorry to hear|no hard feelings|appreciate|another time|in (the )?future|verst|schade|bedauer|dank|comprend|dommage|merci|entiend|comprend|lástima|gracias|hard to accept|a pity|noted|regret|expect at least|accept)`),
	"apology":    re(`\b(no (problem|worries|harm|trouble|need)|never mind|don't worry|do not worry|happens|not at all|all good|it is fine|that's fine|forgiven|accepted|apology|kein problem|macht nichts|kein ding|schon gut|passiert|pas de (souci|problème|mal)|ce n'est (rien|pas grave)|aucun|no pasa nada|no hay problema|tranquil|no se preocupe|no te preocupes|can happen|things like that|could happen|matter is closed|all right|no hard feelings|forget it|let us move on|accept)`),
	"thanks":     re(`\b(you're welcome|you are welcome|welcome|(my|a) pleasure|glad|happy (to|that|it)|pleased|gladly|any time|anytime|not at all|no problem|of course|don't mention|it was nothing|gern|keine ursache|nichts zu danken|freut|de rien|avec plaisir|je vous en prie|je t'en prie|contente?|ravie?|de nada|con gusto|un placer|no hay de qué|alegr|no worries|with pleasure|thank|thanks|any ?time|made my day|no bother)`),
	"praise":     re(`\b(thank|thanks|kind of you|glad|happy|pleased|nice to hear|good to hear|means a lot|appreciate|dank|freut|lieb|nett|merci|touche|contente?|plaisir|gracias|alegr|amable)`),
	"invitation": re(`\b(thank|thanks|love to|glad|happy to|i'd like|gladly|i'll be there|i will be there|count me in|i can't|i cannot|can't make|unfortunately|afraid|sorry|danke|gerne?|komme|dabei|leider|merci|plaisir|volontiers|malheureusement|gracias|encantad[oa]|gusto|allí|desgracia|lament|coming|will be there|i'm in|count|will come|like to come)`),
	"introduced": re(`\b(nice to meet|pleased to meet|good to meet|welcome|hello|glad|happy|pleasure|look(ing)? forward|freut mich|willkommen|enchantée?|bienvenue|ravie?|encantad[oa]|bienvenid[oa]|mucho gusto|new contact|meeting you|get to know|thank)`),
	"farewell":   re(`\b(all the best|good luck|best wishes|miss you|will be missed|sorry (to see|that you)|thank you for|thanks for|pity|wish you|enjoy|alles gute|viel (glück|erfolg)|vermissen|schade|bonne (chance|continuation|route)|manquer|mucha suerte|buena suerte|echar|thank|stay in touch|take care|new (start|chapter)|successor|all the best|next)`),
	"smalltalk":  re(`\b(here, too|as well|either|you too|same here|likewise|yes|thanks|thank you|lovely|nice|hope|indeed|good|haha|danke|ebenfalls|gleichfalls|schön|merci|aussi|pareillement|gracias|igualmente|también|same|old here|enjoy|right|true|ban|keep|week)`),
	"calm":       re(`\b(sorry|understand|apolog|annoy|frustrat|calm|shout|hear you|see why|right away|at once|look into|look at|get to|deal with|promise|angry|upset|verst|entschuldig|leid|comprends|désolée?|excus|entiendo|siento|disculp)`),
	"informed":   re(`\b(thank|thanks|good to know|noted|understood|appreciate|got it|okay|ok|fine|clear|aware|keep|danke|gut zu wissen|verstanden|merci|bien reçu|compris|noté|gracias|entendido|anotado|de acuerdo|then|marked|changed|updated|use it|saved|seen|plan with)`),
	"decision":   re(`\b(yes|no|go (ahead|for|with)|let's|let us|we (should|take|go)|i('d| would) (go|take|choose|pick|say)|i (decide|choose|pick|prefer|vote|am for|am against|'m for)|agree|approve|fine (with|by) me|do it|against|in favou?r|machen wir|nehmen wir|einverstanden|dafür|dagegen|on y va|d'accord|prenons|adelante|de acuerdo|mejor|fine|approved|have my|go on|granted)`),
	"reminder":   re(`\b(sorry|apolog|remind|slipped|late|delay|still on|will (send|do|get|have)|i'll|today|tomorrow|by \w+|not yet|here (is|it)|attached|entschuldig|erinner|heute|morgen|bis \w+|désolée?|excus|rappel|aujourd|demain|disculp|record|hoy|mañana|list|forgot|on it|coming|letters|bring|back)`),
	"complaint":  re(`\b(sorry|apolog|understand|look into|put (it|this) right|make (it|this) (good|right)|sort|fix|refund|replace|check|entschuldig|tut mir leid|kümmer|prüf|désolée?|excus|vérifi|régler|disculp|siento|lament|revis|solucion|should not have happened|put right|not acceptable|will be (put|made|sorted))`),
	"attachment": re(`\b(attach\w*|anhang|anlage|angehängt|beigefügt|pièce jointe|joint\w*|adjunt\w*|anexo)\b[^.?!]*|\b(no|without|missing|forgot\w*|only see|can't (see|find|open)|isn't|wasn't|nothing) [^.?!]*(attach|file|document)`),
	"contradict": re(`\b(which (one|of|date|day|is|time)|falls on|is a (mon|tues|wednes|thurs|fri|satur|sun)day|did you mean|do you mean|or (the )?|welche[rs]?|fällt auf|meinst du|meinen sie|ist ein|lequel|laquelle|tombe|quel(le)? (date|jour)|cuál|cae|qué (día|fecha))`),
	"wrongname":  re(`\b(my name is|i'm not|i am not|it's \p{L}+,? (actually|by the way|not)|not \p{L}+[.,]|actually|wrong (name|person)|meant for|heiße|mein name|m'appelle|mon nom|me llamo|mi nombre|i am \p{Lu}|i'm \p{Lu}|this is \p{Lu})`),
	"wrongmail":  re(`\b(wrong (person|address|one|mail)|not (me|for me|the right)|meant for|someone else|somebody else|nothing to do with|don't (know|have)|do not (know|have)|mix(ed)? up|not mine|falsch|verwechsl|mauvaise|erreur|equivoc|errónea|not coach|i am \p{L}+, not|i'm \p{L}+, not|who (was|is) (it|this) meant|never ordered|no idea)`),
	"english":    re(`\benglish\b`),
	"accepted":   re(`\b(good|great|thank|thanks|perfect|fine|glad|see you|noted|then|wonderful|gut|danke|super|parfait|merci|bien|perfecto|gracias|genial|works|put me down|agreed)`),
}

const (
	numberWords = `\b(none|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|once|twice|both|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)\b`
	dayWords    = `\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(today|tonight|tomorrow|yesterday|end of (the|this|next) (week|month)|(next|this|last) (week|month|year)|weekend|spring|summer|autumn|weeks? ago|year ago)\b|\b(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b|\b\d{1,2}(st|nd|rd|th|\.)|\b\d{4}-\d\d-\d\d|\b(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|heute|morgen|gestern|woche|januar|februar|märz|juni|juli|oktober|dezember|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|aujourd'hui|hier|semaine|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo|hoy|mañana|ayer|semana|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b|\b\d+ (days?|weeks?)\b`
)

func re(s string) *regexp.Regexp { return regexp.MustCompile(`(?is)` + s) }

// putsOff finds answers that tell nothing yet.
var putsOff = re(`\b(not off-?hand|give me a (bit|moment)|later, |as soon as i have it|bear with me|a moment, please|can it wait|i('m| am) on it|i must first|tomorrow, promise|(i'?ll|i will|let me|i need to|i have to|i must|i want to|i'?d have to|i would have to) (just |first |quickly )?(check|look|find out|get back|come back|ask|see|look it up|look that up|confirm|think|let you know|dig|answer|write|reply|send)|(don't|do not|can't|cannot) (know|say|tell|answer)|not sure|no idea|ich (schaue|prüfe|melde|sehe|muss|frage|kläre)|sage? (dir|ihnen) .{0,20}bescheid|je (vérifie|regarde|reviens|vais|demande|dois)|lo (miro|compruebo|consulto|pregunto)|te digo|le digo|tengo que)\b`)

// dated finds that something is put off until a day.
var dated = re(`\b(in a (few|couple of) days|in a day or two|later (today|this week)|soon|shortly|by|until|on|before|bis|am|d'ici|avant|para|antes) |` + dayWords)

func init() {
	for k := range kinds {
		known[k] = true
	}
	for _, k := range []string{"choice", "date2", "fact", "rating", "sum", "none", "contradiction", "any"} {
		known[k] = true
	}
}

// verdict is what a want makes of an answer.
type verdict int

const (
	missed verdict = iota
	putOff         // until a day that the answer names
	met
)

// judge tells whether an answer has what is wanted.
func (w want) judge(answer string) verdict {
	text := strings.NewReplacer("’", "'", "\u00a0", " ").Replace(answer)
	ok := false
	switch w.Kind {
	case "match":
		ok = w.re.MatchString(text)
	case "not":
		ok = !w.re.MatchString(text)
	case "none":
		ok = text == ""
	case "any":
		ok = text != ""
	case "choice", "date2", "fact", "sum":
		ok = w.chosen(text)
	case "rating":
		ok = inRange(text, w.Args[0], w.Args[1])
	case "contradiction":
		ok = kinds["contradict"].MatchString(text)
	default:
		ok = kinds[w.Kind].MatchString(idioms.ReplaceAllString(body(text), ""))
	}
	switch {
	case ok && !(w.asks() && putsOff.MatchString(text) && !ranked[w.Kind]):
		return met
	case w.asks() && putsOff.MatchString(text) && dated.MatchString(text):
		return putOff
	case ok:
		return met
	}
	return missed
}

// chosen reports whether an answer names one of the values in a sentence that is no
// question, no promise and no mention of the mail.
func (w want) chosen(text string) bool {
	for _, s := range sentenceEnds.FindAllString(text, -1) {
		if strings.HasSuffix(strings.TrimSpace(s), "?") || mentions.MatchString(s) || putsOff.MatchString(s) {
			continue
		}
		for _, a := range w.Args {
			if holds(s, a) {
				return true
			}
		}
	}
	return false
}

var (
	sentenceEnds = re(`([^.!?\n]|[.:]\d|\.\w)+[.!?]*`)
	mentions     = re(`\b(your|the) (e-?mail|mail|message|note|question)s? (about|on|of|regarding|concerning)\b|regarding .* has been`)
	idioms       = re(`\b(at hand|on top|in a minute|at the moment|in the usual order|in touch|at once|in fact|at all|on my (list|desk)|in my head|at the latest|in full|on file|in order|in copy|in my view|on your side|on my side|in advance|in time|on time|at last|at first|in the end|at least|one of|which one|the one|this one|that one|no one|one (more|thing|way))\b`)
)

// ranked are kinds whose own words tell a real answer from a promise of one.
var ranked = map[string]bool{"fact": true, "sum": true, "rating": true, "money": true, "number": true, "phone": true, "version": true, "identifier": true, "time": true, "date2": true}

// asks reports whether the want is an answer to a question, which may be put off.
func (w want) asks() bool { return rowOf[w.Kind] != "" && !acts[w.Kind] }

// body is an answer without its greeting and its sign-off, for kinds whose words
// these may hold.
func body(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	if len(paragraphs) > 1 && len(strings.Fields(paragraphs[0])) < 5 && greets.MatchString(paragraphs[0]) {
		paragraphs = paragraphs[1:]
	}
	if n := len(paragraphs) - 1; n > 0 && len(strings.Fields(paragraphs[n])) < 6 {
		paragraphs = paragraphs[:n]
	}
	return strings.Join(paragraphs, "\n\n")
}

var greets = re(`^\s*(hi|hello|hey|dear|good (morning|day|afternoon)|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (tag|morgen)|moin|bonjour|salut|cher|chère|coucou|hola|estimad[oa]s?|querid[oa]|buen[oa]s)\b|^[\p{L} .'-]+[,!]?\s*$`)

// holds reports whether a text has words, whatever their case, between edges of words.
func holds(text, words string) bool {
	low, words := strings.ToLower(text), strings.ToLower(words)
	for at := 0; ; {
		i := strings.Index(low[at:], words)
		if i < 0 {
			return false
		}
		before := []rune(low[:at+i])
		if len(before) == 0 || !isWord(before[len(before)-1]) || !isWord([]rune(words)[0]) {
			return true
		}
		at += i + len(words)
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// inRange reports whether a text has a number between two bounds.
func inRange(text, low, high string) bool {
	for _, n := range regexp.MustCompile(`\d+([.,]\d+)?`).FindAllString(text, -1) {
		n = strings.ReplaceAll(n, ",", ".")
		if number(n) >= number(low) && number(n) <= number(high) {
			return true
		}
	}
	for i, word := range []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"} {
		if holds(text, word) && float64(i) >= number(low) && float64(i) <= number(high) {
			return true
		}
	}
	return false
}
