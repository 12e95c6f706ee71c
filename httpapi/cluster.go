package httpapi

import "github.com/mailsim/mailsim"

// Cluster is what GET /api/status says about a universe that one of several processes
// serves.
type Cluster struct {
	Owner   string          `json:"owner"`             // the process that serves the universe
	Epoch   int64           `json:"epoch"`             // how many owners it has had
	Process *ClusterProcess `json:"process,omitempty"` // the state of the owner; shown only to the administrator of the server
}

// ClusterProcess describes the state of one of the processes of a cluster.
type ClusterProcess struct {
	Nodes     []string `json:"nodes"`       // processes with a recent heartbeat
	Lag       float64  `json:"lag_seconds"` // since its own last heartbeat
	Universes int      `json:"universes"`   // open in it
	Wakes     int64    `json:"wakes"`       // universes opened because something was due
	Moves     int64    `json:"moves"`       // universes handed over to other processes or databases
	Lost      int64    `json:"lost"`        // universes lost: another process took them over, or their lease ended
	Forwarded int64    `json:"forwarded"`   // HTTP requests passed on
	Handed    int64    `json:"handed"`      // sessions of mail programs passed on
}

// summary is what GET /api/status answers.
type summary struct {
	mailsim.Summary
	Cluster *Cluster `json:"cluster,omitempty"`
}

// status sums up the universe, and says which process serves it.
func (c *call) status(none) (summary, error) {
	out := summary{Summary: c.u.Status()}
	if ask := c.h.opts.Cluster; ask != nil {
		if out.Cluster = ask(c.u.ID()); out.Cluster != nil && !c.who.IsServerAdmin() {
			at := *out.Cluster
			at.Process = nil
			out.Cluster = &at
		}
	}
	return out, nil
}
