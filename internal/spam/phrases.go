package spam

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// category is a family of phrases.
type category int

const (
	greeting category = iota
	impersonal
	money
	urgency
	advanceFee
	pharmacy
	crypto
	adult
	extortion
	claims
	threats
	password
	categories int = iota
)

// phrases are lists in English, German, French and Spanish, one phrase a line,
// in the form of wordsOf: lower case, no apostrophes, no punctuation. Those of
// further languages are in morePhrases.
var phrases = sync.OnceValue(func() map[category]string {
	return map[category]string{
		greeting: `
		dear friend
		dear winner
		dear beneficiary
		dear lucky winner
		dear fund owner
		dear email user
		dear e mail user
		dear email owner
		dear sir madam i am
		dear in christ
		dearest one
		beloved in christ
		attention beneficiary
		attention winner
		congratulations winner
		hello dear
		my dear friend
		lieber freund
		lieber gewinner
		sehr geehrter gewinner
		sehr geehrter begünstigter
		cher ami
		cher gagnant
		cher bénéficiaire
		querido amigo
		querido ganador
		estimado ganador
		estimado beneficiario`,

		impersonal: `
		dear customer
		dear valued customer
		dear client
		dear user
		dear member
		dear valued member
		dear account holder
		dear account owner
		dear cardholder
		dear email account
		dear subscriber
		dear taxpayer
		dear sir madam
		lieber kunde
		sehr geehrter kunde
		sehr geehrter nutzer
		cher client
		chère cliente
		cher utilisateur
		estimado cliente
		estimado usuario`,

		money: `
		million dollars
		million usd
		million euros
		million pounds
		million united states dollars
		us dollars
		you have won
		you won
		youve won
		you are a winner
		cash prize
		claim your prize
		prize money
		lottery
		jackpot
		earn money
		make money
		earn extra cash
		extra income
		double your income
		financial freedom
		work from home
		be your own boss
		get rich
		get paid
		cash bonus
		free cash
		free money
		easy money
		free gift card
		gift card worth
		you have been selected
		youve been selected
		you have been chosen
		selected as a winner
		per week from home
		no credit check
		eliminate your debt
		get out of debt
		pre approved loan
		instant loan
		low interest loan
		loan offer
		unclaimed
		compensation fund
		transfer fee
		processing fee
		wire transfer
		payment agent
		keeping 10%
		geld verdienen
		schnelles geld
		sie haben gewonnen
		gewinnbenachrichtigung
		lotterie
		millionen euro
		sofortkredit
		kredit ohne schufa
		gagner de largent
		vous avez gagné
		argent facile
		loterie
		millions deuros
		crédit sans
		ganar dinero
		dinero fácil
		usted ha ganado
		has ganado
		lotería
		millones de euros
		millones de dólares
		préstamo rápido`,

		urgency: `
		act now
		act fast
		act immediately
		apply now
		buy now
		order now
		call now
		click here now
		claim now
		claim it now
		before it is too late
		before its too late
		dont delay
		dont miss out
		do not miss
		expires today
		expire today
		ends today
		final notice
		final warning
		last chance
		last warning
		hurry
		immediate action
		immediately
		limited time
		limited offer
		offer expires
		once in a lifetime
		only today
		respond immediately
		reply immediately
		right now
		time is running out
		urgent
		urgently
		within 24 hours
		within 24 hrs
		within 48 hours
		while supplies last
		while stocks last
		jetzt handeln
		jetzt zugreifen
		jetzt bestellen
		handeln sie jetzt
		handeln sie sofort
		nur heute
		nur noch heute
		letzte chance
		letzte mahnung
		dringend
		sofort
		innerhalb von 24 stunden
		agissez maintenant
		agissez vite
		dernière chance
		offre limitée
		sous 24 heures
		dans les 24 heures
		immédiatement
		actúe ahora
		actúa ahora
		última oportunidad
		oferta limitada
		en 24 horas
		inmediatamente
		urgente`,

		advanceFee: `
		next of kin
		late client
		deceased client
		inheritance
		bank draft
		strictly confidential
		utmost confidence
		mutual benefit
		business proposal
		business proposition
		transfer of funds
		transfer the sum
		transfer the funds
		foreign partner
		beneficiary of
		fund beneficiary
		dormant account
		unclaimed funds
		consignment box
		diplomatic courier
		barrister
		i am the manager of
		released to you
		your full name address
		ihre vollständigen daten
		erbschaft
		nachlass
		vertrauliches geschäft
		geschäftsvorschlag
		héritage
		proposition daffaires
		strictement confidentiel
		herencia
		propuesta de negocio
		estrictamente confidencial`,

		pharmacy: `
		viagra
		v1agra
		vi@gra
		cialis
		c1alis
		levitra
		kamagra
		xanax
		valium
		tramadol
		ambien
		phentermine
		canadian pharmacy
		online pharmacy
		internet pharmacy
		cheap meds
		cheap pills
		discount meds
		without prescription
		without a prescription
		no prescription
		no prior prescription
		generic drugs
		weight loss pill
		weight loss pills
		lose weight fast
		miracle cure
		male enhancement
		erectile dysfunction
		enlarge your
		herbal remedy
		online apotheke
		ohne rezept
		rezeptfrei
		potenzmittel
		schnell abnehmen
		pharmacie en ligne
		sans ordonnance
		perdre du poids
		farmacia en línea
		sin receta
		perder peso`,

		crypto: `
		double your bitcoin
		double your btc
		double your crypto
		double your investment
		double your money
		bitcoin investment
		crypto investment
		bitcoin giveaway
		crypto giveaway
		free bitcoin
		free crypto
		free tokens
		claim your tokens
		connect your wallet
		validate your wallet
		send btc
		send bitcoin
		send eth
		guaranteed returns
		guaranteed return
		guaranteed profit
		guaranteed profits
		daily profit
		daily profits
		daily returns
		passive income
		bitcoin trading robot
		trading bot
		trading signals
		forex signals
		risk free investment
		seed phrase
		recovery phrase
		garantierte rendite
		garantierter gewinn
		passives einkommen
		bitcoin verdoppeln
		rendement garanti
		revenu passif
		doublez vos
		rentabilidad garantizada
		ingresos pasivos
		duplica tu
		duplique su`,

		adult: `
		hot singles
		singles in your area
		single women
		lonely women
		adult dating
		casual sex
		sex dating
		xxx
		webcam girls
		live cams
		nude photos
		nude pics
		heiße frauen
		sexkontakte
		rencontres coquines
		femmes célibataires
		mujeres solteras
		citas adultas`,

		extortion: `
		i recorded you
		recorded a video of you
		recorded you
		your webcam
		i hacked your
		i have hacked
		i have access to your
		full access to your device
		malware on your
		adult websites
		send the video
		send this video
		to all your contacts
		to your contacts
		your friends and family will
		bitcoin wallet
		btc wallet
		my bitcoin address
		you have 48 hours
		you have 50 hours
		do not contact the police
		ich habe sie gefilmt
		ihre webcam
		an alle ihre kontakte
		jai piraté
		votre webcam
		à tous vos contacts
		he hackeado
		a todos tus contactos`,

		claims: `
		100% free
		100% guaranteed
		100% satisfied
		100% satisfaction
		absolutely free
		completely free
		all natural
		amazing offer
		incredible deal
		best price guaranteed
		lowest price
		lowest prices
		cheapest price
		money back guarantee
		no catch
		no cost
		no fees
		no obligation
		no obligations
		no hidden costs
		no purchase necessary
		no questions asked
		no risk
		no strings attached
		risk free
		risk free trial
		satisfaction guaranteed
		special promotion
		this is not spam
		this isnt spam
		increase your sales
		increase traffic
		first page of google
		rank on google
		seo services
		email marketing list
		email list
		replica watches
		cheap rolex
		rolex replica
		unlimited free
		kein risiko
		ohne risiko
		garantiert gewinnen
		völlig kostenlos
		100% kostenlos
		geld zurück garantie
		unverbindlich und kostenlos
		sans engagement
		sans risque
		100% gratuit
		totalement gratuit
		satisfait ou remboursé
		sin compromiso
		sin riesgo
		100% gratis
		totalmente gratis`,

		threats: `
		account has been suspended
		account has been limited
		account has been locked
		account has been blocked
		account has been disabled
		account has been restricted
		account is suspended
		account is limited
		account is locked
		account was suspended
		account was limited
		account was locked
		account will be suspended
		account will be closed
		account will be terminated
		account will be deactivated
		account will be deleted
		account will be locked
		account suspension
		account may be suspended
		avoid suspension
		verify your account
		verify your identity
		verify your information
		verify your bank
		verify your billing
		confirm your account
		confirm your identity
		confirm your bank
		confirm your billing
		confirm your password
		validate your account
		validate your mailbox
		update your billing
		update your payment
		update your account
		unauthorized access
		unauthorized login
		unauthorized transaction
		unusual activity
		unusual sign in activity
		suspicious activity
		restore your access
		restore your account
		restore access
		unlock your account
		reactivate your account
		mailbox is full
		mailbox is almost full
		mailbox quota
		exceeded your quota
		exceeded its storage
		password will expire
		password expires
		keep the same password
		keep your current password
		enter your password
		your online banking
		social security number
		tax refund
		parcel is on hold
		package could not be delivered
		undelivered package
		customs fee
		konto wurde gesperrt
		konto wurde eingeschränkt
		konto gesperrt
		konto wird gesperrt
		bestätigen sie ihr konto
		bestätigen sie ihre identität
		bestätigen sie ihre daten
		verifizieren sie ihr konto
		ungewöhnliche aktivität
		ungewöhnliche aktivitäten
		ihr passwort läuft ab
		ihr paket konnte nicht
		compte a été suspendu
		compte a été bloqué
		compte a été limité
		compte sera suspendu
		vérifiez votre compte
		vérifier votre compte
		confirmez votre identité
		confirmer votre identité
		activité inhabituelle
		activité suspecte
		votre colis est en attente
		cuenta ha sido suspendida
		cuenta ha sido bloqueada
		cuenta ha sido limitada
		cuenta será suspendida
		verifique su cuenta
		verifica tu cuenta
		confirme su identidad
		confirma tu identidad
		actividad inusual
		actividad sospechosa
		su paquete está retenido`,

		password: `
		password is
		the password for the archive
		archive password
		zip password
		file password
		passwort lautet
		passwort ist
		mot de passe est
		contraseña es`,
	}
})

// phrase is one entry of the index.
type phrase struct {
	rest     string // after the first word and a space
	category category
	id       int
}

// index finds phrases by their first word, so that a text is read once.
var index = sync.OnceValues(func() (map[string][]phrase, int) {
	m := map[string][]phrase{}
	n := 0
	for c := range category(categories) {
		for line := range strings.Lines(phrases()[c] + morePhrases()[c]) {
			words := wordsOf(line)
			if len(words) == 0 {
				continue
			}
			m[words[0]] = append(m[words[0]], phrase{strings.Join(words[1:], " "), c, n})
			n++
		}
	}
	return m, n
})

// countPhrases counts the distinct phrases of each family in the subject and
// the body. A longer phrase and one within it count as one.
func (f *facts) countPhrases() {
	index, size := index()
	seen := make([]uint64, (size+63)/64) // a bit for each phrase
	for _, words := range [...][]string{wordsOf(cut(f.Subject, 1000)), f.words} {
		skip := [categories]int{}
		for i, w := range words {
			for _, p := range index[w] {
				n, ok := p.length(words[i+1:])
				if !ok || skip[p.category] > i {
					continue
				}
				skip[p.category] = i + 1 + n
				if seen[p.id/64]&(1<<(p.id%64)) == 0 {
					seen[p.id/64] |= 1 << (p.id % 64)
					f.hits[p.category]++
				}
			}
		}
	}
	if largeSum(f.words) {
		f.hits[money]++
	}
}

// length returns the number of words that the rest of the phrase takes.
func (p phrase) length(words []string) (int, bool) {
	n := 0
	for rest := p.rest; rest != ""; n++ {
		word, tail, _ := strings.Cut(rest, " ")
		if n == len(words) || words[n] != word {
			return 0, false
		}
		rest = tail
	}
	return n, true
}

// largeSum looks for an amount of a million or more beside a currency sign:
// "$4,500,000" makes the words $4, 500 and 000.
func largeSum(words []string) bool {
	for i, w := range words {
		if w[0] != '$' && !strings.HasPrefix(w, "€") && !strings.HasPrefix(w, "£") {
			continue
		}
		digits := len(strings.TrimLeft(w, "$€£"))
		if digits == 0 || digits > 3 {
			if digits >= 7 && utf8.RuneCountInString(w) < 20 {
				return true
			}
			continue
		}
		if i+2 < len(words) && isThousand(words[i+1]) && isThousand(words[i+2]) {
			return true
		}
	}
	return false
}

func isThousand(w string) bool {
	return len(w) == 3 && strings.Trim(w, "0123456789") == ""
}
