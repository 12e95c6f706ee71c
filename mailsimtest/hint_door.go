package mailsimtest

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// undialed is a hint at servers in memory whose address the test has asked for and
// that nothing has dialed by what the helpers give: a dialer of the network is
// refused there.
func (s *Server) undialed() []hint {
	d := s.doors
	if d == nil || !d.conf.inMemory {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var missed, instead []string
	for which := range numDoors {
		asked, byName := false, false
		for of, name := range d.told[which] {
			if s.part == nil || of == s.part {
				asked, byName = true, byName || name
			}
		}
		if !asked || d.dialed[which] || !byName && slices.Contains(d.dialed[:], true) {
			continue
		}
		missed = append(missed, fmt.Sprintf("%s at %s:%d", doorNames[which], loopback, memoryPorts[which]))
		if how := doorClients[which]; len(instead) == 0 || instead[len(instead)-1] != how {
			instead = append(instead, how)
		}
	}
	if len(missed) == 0 {
		return nil
	}
	where := "with the option InMemory"
	if d.conf.bubble {
		where = "in a synctest bubble"
	}
	return []hint{{from: math.MaxInt64, text: fmt.Sprintf(
		"the test asked for %s, which nothing has dialed through sim: %s the servers are in memory, and net/smtp or any other dialer of the network gets \"connection refused\"; use %s, or give the program sim.DialContext",
		strings.Join(missed, ", "), where, strings.Join(instead, ", "))}}
}

// doorClients are the helpers that reach a door in memory.
var doorClients = [numDoors]string{"sim.SendMail", "sim.SendMail", "Account.IMAP", "Account.IMAP", "sim.Client"}

// undialedLine is the hint for a failure, "" when there is none.
func (s *Server) undialedLine() string {
	for _, h := range s.undialed() {
		return "  " + h.text + "\n"
	}
	return ""
}
