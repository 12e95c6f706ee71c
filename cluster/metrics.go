package cluster

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/httpapi"
)

// InStatus returns what [Node.Status] says about a universe, or nil if it is not open
// in this process. Use it as httpapi.Options.Cluster.
func (n *Node) InStatus(universe string) *httpapi.Cluster {
	s := n.Status()
	i := slices.IndexFunc(s.Universes, func(o Owned) bool { return o.Universe == universe })
	if i < 0 {
		return nil
	}
	return &httpapi.Cluster{Owner: s.Name, Epoch: s.Universes[i].Epoch, Process: &httpapi.ClusterProcess{
		Nodes: s.Nodes, Lag: s.Lag, Universes: len(s.Universes), Wakes: s.Wakes, Moves: s.Moves, Lost: s.Lost, Forwarded: s.Forwarded, Handed: s.Handed,
	}}
}

// Metrics writes [Node.Status] as Prometheus text, for httpapi.Options.MoreMetrics.
func (n *Node) Metrics(w io.Writer) {
	s := n.Status()
	for _, m := range []struct {
		name, kind, help string
		value            any
	}{
		{"nodes", "gauge", "Processes whose heartbeat lives.", len(s.Nodes)},
		{"heartbeat_lag_seconds", "gauge", "Time since the last heartbeat of this process was written.", s.Lag},
		{"universes", "gauge", "Universes open in this process.", len(s.Universes)},
		{"wakes_total", "counter", "Universes opened for what was due.", s.Wakes},
		{"moves_total", "counter", "Universes given up to other processes or databases.", s.Moves},
		{"lost_total", "counter", "Universes that were taken away.", s.Lost},
		{"forwarded_total", "counter", "HTTP requests passed on to other processes.", s.Forwarded},
		{"handed_total", "counter", "Sessions of SMTP, IMAP and POP3 passed on to other processes.", s.Handed},
	} {
		fmt.Fprintf(w, "# HELP mailsim_cluster_%[1]s %[2]s\n# TYPE mailsim_cluster_%[1]s %[3]s\nmailsim_cluster_%[1]s %[4]v\n", m.name, m.help, m.kind, m.value)
	}
	label := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace
	fmt.Fprint(w, "# HELP mailsim_cluster_epoch How many owners a universe that is open here has had.\n# TYPE mailsim_cluster_epoch gauge\n")
	for _, u := range s.Universes {
		fmt.Fprintf(w, "mailsim_cluster_epoch{universe=\"%s\",owner=\"%s\"} %d\n", label(u.Universe), label(s.Name), u.Epoch)
	}
}
