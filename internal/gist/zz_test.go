package gist

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	b, err := os.ReadFile(os.Getenv("ZZ"))
	if err != nil {
		t.Skip()
	}
	for _, mail := range strings.Split(string(b), "\n===\n") {
		subj, body, ok := strings.Cut(mail, "\n\n")
		if !ok || !strings.HasPrefix(subj, "Subject:") {
			subj, body = "", mail
		}
		g := Read(strings.TrimPrefix(subj, "Subject: "), body)
		fmt.Printf("-----------------\n%s\n  KIND %s %v machine=%q np=%q\n", mail, g.Kind, g.Kinds, g.Machine, g.NounPhrase)
		for _, q := range g.Questions {
			fmt.Printf("  Q [%s] %s topic=%q opt=%q unit=%q res=%q of=%s echo=%q/%q dates=%v label=%q: %s\n", q.Kind, q.Ask, q.Topic, q.Options, q.Unit, q.Result, q.Of, q.Echo, q.Denial, q.Dates, q.Label, q.Text)
		}
		for _, r := range g.Requests {
			fmt.Printf("  R %s %q doc=%v\n", r.Verb, r.Object, r.Document)
		}
		for _, a := range g.Acts {
			fmt.Printf("  A %s topic=%q value=%q\n", a.Kind, a.Topic, a.Value)
		}
		for _, s := range g.Stated {
			fmt.Printf("  S %s %q = %q\n", s.Ask, s.Topic, s.Value)
		}
		for _, p := range g.Promises {
			fmt.Printf("  P %q %q\n", p.What, p.Due)
		}
	}
}
