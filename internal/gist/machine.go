package gist

// machineKinds are the kinds of mail that no person wrote to a person, with the words
// that hint at them and those that nearly prove them, which count twice.
var machineKinds = []struct {
	kind        Machine
	hints, sure groupID
	need        int
}{
	{MachinePhishing, pHintPhishing, pSurePhishing, 5},
	{MachineCode, pHintCode, pSureCode, 3},
	{MachineSignIn, pHintSignIn, pSureSignIn, 3},
	{MachineReceipt, pHintReceipt, pSureReceipt, 3},
	{MachineNotice, pHintNotice, pSureNotice, 3},
	{MachineNews, pHintNews, pSureNews, 4},
	{MachineCold, pHintCold, pSureCold, 4},
}

// judgeMachine tells whether a program or a crook wrote the mail, by how many
// different cues stand in it. What sounds like a person takes more of them.
func (g *Gist) judgeMachine(count *[numGroups]int) {
	best, top := Machine(""), 0
	for _, k := range machineKinds {
		score := count[k.hints] + 2*count[k.sure]
		need := k.need
		if k.kind != MachineCold && k.kind != MachinePhishing {
			score += count[pHintMachine] + 2*count[pSureMachine]
			if count[k.hints]+count[k.sure] == 0 {
				continue
			}
			need += g.personal(count)
		} else if k.kind == MachinePhishing {
			need += min(3, count[pPersonal])
		}
		if score >= need && score-need+1 > top {
			best, top = k.kind, score-need+1
		}
	}
	if best == "" && count[pSureMachine] > 0 && count[pPersonal] == 0 && len(g.Questions) == 0 {
		best = MachineNotice
	}
	g.Machine = best
}

// personal tells how much a mail sounds like a person's.
func (g *Gist) personal(count *[numGroups]int) int {
	n := min(2, count[pPersonal])
	if g.Signed != "" && count[pTeam] == 0 {
		n++
	}
	for _, q := range g.Questions {
		if q.Ask != AskYesNo {
			n++
			break
		}
	}
	return n
}
