package gist

// judge decides what the mail is for.
func (g *Gist) judge(lex *lexicon, subject *sentence, m *mail) {
	count := m.count(lex, subject)
	g.judgeMachine(&count, m.closer != "")

	g.Thanks = count[pThanks] > 0
	g.Urgent = count[pUrgent] > 0
	g.Chase = count[pChase] > 0
	asks := len(g.Questions)+len(g.Requests) > 0
	cold := count[pCold]
	news := count[pNews]

	fits := func(k Kind, yes bool) {
		if yes {
			g.Kinds = append(g.Kinds, k)
		}
	}
	fits(Newsletter, news >= 2)
	fits(Cold, cold >= 2 || cold == 1 && count[pMeeting] > 0 && count[pOffer] > 0)
	fits(Complaint, count[pComplaint] > 0)
	fits(Scheduling, g.schedules(count[pMeeting]))
	fits(Document, g.wantsDocument())
	fits(Invoice, count[pInvoice] > 0 && (len(g.Amounts) > 0 || !asks || count[pPayment] > 0))
	fits(Offer, count[pOffer] > 0)
	fits(Asking, len(g.Questions) > 0)
	fits(Requesting, len(g.Requests) > 0)
	fits(Introduction, count[pIntroduction] > 0)
	quiet := !asks && len(g.Promises) == 0
	fits(Closing, quiet && count[pClosing] > 0)
	fits(Thanking, g.Thanks && quiet && g.Words <= 60)
	fits(Information, quiet && g.Words >= 6 && !(g.Thanks && g.Words <= 25))
	fits(Information, len(g.Promises) > 0 && !asks)
	fits(Unclear, len(g.Kinds) == 0)
	g.Kind = g.Kinds[0]
	g.Closing = quiet && (g.Kind == Closing || g.Kind == Thanking)
	if g.Kind == Cold {
		g.ColdStep = 1 + min(2, count[pChase]+2*count[pLastCall])
	}
}

// schedules reports whether a meeting or a time is to be agreed.
func (g *Gist) schedules(meeting int) bool {
	for _, q := range g.Questions {
		if q.YesNo && len(q.Dates) > 0 && (meeting > 0 || q.Topic == q.Dates[0]) {
			return true
		}
	}
	return meeting > 0 && len(g.Questions)+len(g.Requests) > 0
}

func (g *Gist) wantsDocument() bool {
	for _, r := range g.Requests {
		if r.Document {
			return true
		}
	}
	return false
}

// count tells how many different patterns of each group stand in the mail.
func (m *mail) count(l *lexicon, subject *sentence) [numGroups]int {
	var out [numGroups]int
	var room [256]uint64 // no lexicon needs more by now
	seen := room[:]
	if n := l.patterns/64 + 1; n > len(seen) { // a bit each
		seen = make([]uint64, n)
	}
	note := func(s *sentence) {
		for _, h := range s.hits {
			if of, bit := &seen[h.pattern/64], uint64(1)<<(h.pattern%64); *of&bit == 0 {
				*of |= bit
				out[h.group]++
			}
		}
	}
	note(subject)
	for i := range m.sentences {
		note(&m.sentences[i])
	}
	return out
}
