package spam

import "sync"

// morePhrases are the lists in Italian, Portuguese, Dutch and Polish, in the
// form of phrases.
var morePhrases = sync.OnceValue(func() map[category]string {
	return map[category]string{
		greeting: `
		caro amico
		caro vincitore
		querido amigo
		caro vencedor
		beste vriend
		beste winnaar
		drogi przyjacielu
		drogi zwycięzco`,

		impersonal: `
		gentile cliente
		gentile utente
		caro cliente
		prezado cliente
		caro utilizador
		prezado usuário
		geachte klant
		beste klant
		geachte gebruiker
		drogi kliencie
		szanowny kliencie
		drogi użytkowniku`,

		money: `
		ha vinto
		hai vinto
		lotteria
		milioni di euro
		guadagnare soldi
		soldi facili
		prestito rapido
		você ganhou
		ganhe dinheiro
		loteria
		milhões de euros
		milhões de dólares
		dinheiro fácil
		empréstimo rápido
		u heeft gewonnen
		je hebt gewonnen
		loterij
		miljoen euro
		geld verdienen
		snel geld
		snelle lening
		wygrałeś
		wygrała
		loteria
		milion euro
		milionów euro
		łatwe pieniądze
		szybka pożyczka`,

		urgency: `
		entro 24 ore
		entro 48 ore
		subito
		immediatamente
		solo oggi
		ultima occasione
		agisca ora
		em 24 horas
		imediatamente
		só hoje
		última oportunidade
		aja agora
		binnen 24 uur
		binnen 48 uur
		onmiddellijk
		alleen vandaag
		laatste kans
		handel nu
		w ciągu 24 godzin
		w ciągu 48 godzin
		natychmiast
		tylko dziś
		tylko dzisiaj
		ostatnia szansa`,

		advanceFee: `
		eredità
		strettamente confidenziale
		proposta di affari
		herança
		estritamente confidencial
		proposta de negócio
		erfenis
		strikt vertrouwelijk
		zakelijk voorstel
		spadek po
		ściśle poufne
		propozycja biznesowa`,

		pharmacy: `
		farmacia online
		senza ricetta
		perdere peso
		farmácia online
		sem receita
		perder peso
		online apotheek
		zonder recept
		snel afvallen
		apteka internetowa
		bez recepty
		schudnij`,

		crypto: `
		rendimento garantito
		reddito passivo
		raddoppia
		rendimento garantido
		renda passiva
		dobre o seu
		gegarandeerd rendement
		passief inkomen
		verdubbel je
		gwarantowany zysk
		dochód pasywny
		podwój swoje`,

		extortion: `
		ho registrato un video
		la tua webcam
		a tutti i tuoi contatti
		gravei um vídeo
		sua webcam
		a todos os seus contatos
		ik heb je gefilmd
		je webcam
		naar al je contacten
		nagrałem cię
		twoją kamerę
		do wszystkich twoich kontaktów`,

		claims: `
		senza impegno
		senza rischi
		100% gratuito
		sem compromisso
		sem risco
		vrijblijvend en gratis
		zonder risico
		geen risico
		100% gratis
		bez ryzyka
		bez zobowiązań
		100% za darmo`,

		threats: `
		conto è stato sospeso
		conto è stato bloccato
		account è stato sospeso
		account è stato bloccato
		verifichi i suoi dati
		verifica i tuoi dati
		confermi la sua identità
		attività sospetta
		attività insolita
		pacco è in attesa
		conta foi bloqueada
		conta foi suspensa
		confirme seus dados
		confirme os seus dados
		verifique a sua conta
		verifique sua conta
		atividade suspeita
		atividade incomum
		sua encomenda está retida
		rekening is geblokkeerd
		rekening wordt geblokkeerd
		account is geblokkeerd
		bevestig uw gegevens
		bevestig uw identiteit
		verifieer uw account
		verdachte activiteit
		uw pakket wordt vastgehouden
		konto zostało zablokowane
		konto zostanie zablokowane
		potwierdź swoje dane
		potwierdź swoją tożsamość
		zweryfikuj swoje konto
		podejrzana aktywność
		paczka została wstrzymana`,

		password: `
		la password è
		a senha é
		het wachtwoord is
		hasło to`,
	}
})
