package mailsimtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mailsim/mailsim"
)

// maxRefusals is how many refusals a failed test's log lists.
const maxRefusals = 10

// refusals lists what SMTP and IMAP servers refused, a line each: no event tells
// of a command that came to nothing.
func refusals(sessions []mailsim.Transcript) (list []string) {
	var upgrades []int // lines of sessions that went over to TLS: what follows is a session of its own, without a greeting
	for _, t := range sessions {
		note := func(command, reply string) {
			list = append(list, fmt.Sprintf("  %s  %s: %.80s: %s\n", t.Started.UTC().Format("15:04:05"), t.ID, command, reply))
		}
		if strings.HasPrefix(t.Proto, "imap") {
			refusedIMAP(t.Text, note)
			continue
		}
		if strings.HasPrefix(t.Text, "C: ") && len(upgrades) > 0 {
			last := upgrades[len(upgrades)-1]
			list[last], upgrades = "", upgrades[:len(upgrades)-1]
		}
		if refusedSMTP(t.Text, note) {
			note("STARTTLS", "the client broke off; it may not trust the certificate, see Server.TLS and Server.SendMail")
			upgrades = append(upgrades, len(list)-1)
		}
	}
	return slices.DeleteFunc(list, func(line string) bool { return line == "" })
}

// refusedSMTP finds replies of 400 and above. Replies come in the order of the
// commands, after the greeting (RFC 2920). It tells whether the session ends by
// going over to TLS.
func refusedSMTP(text string, note func(command, reply string)) (upgrades bool) {
	var queue []string
	if strings.HasPrefix(text, "S: ") {
		queue = []string{"(greeting)"}
	}
	command := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if c, ok := strings.CutPrefix(line, "C: "); ok {
			queue = append(queue, c)
			continue
		}
		reply, ok := strings.CutPrefix(line, "S: ")
		if !ok || len(reply) < 4 || reply[3] == '-' || len(queue) == 0 {
			continue
		}
		command, queue = queue[0], queue[1:]
		if (reply[0] == '4' || reply[0] == '5') && command != "*" { // by which clients give up a login
			note(command, reply)
		}
	}
	return len(queue) == 0 && strings.EqualFold(command, "STARTTLS")
}

// refusedIMAP finds tagged NO and BAD.
func refusedIMAP(text string, note func(command, reply string)) {
	commands := map[string]string{}
	for line := range strings.Lines(text) {
		who, line, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ": ")
		tag, rest, _ := strings.Cut(line, " ")
		switch {
		case who == "C":
			commands[tag] = rest
		case strings.HasPrefix(rest, "NO ") || strings.HasPrefix(rest, "BAD "):
			if c, ok := commands[tag]; ok {
				note(c, rest)
			}
		}
	}
}
