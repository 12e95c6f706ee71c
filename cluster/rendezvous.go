package cluster

import (
	"crypto/sha256"
	"encoding/binary"
)

// Owner names the process that a universe belongs to, as far as this one knows.
func (n *Node) Owner(universe string) string { return n.owner(universe).name }

// owner is the process that a universe belongs to: of those whose heartbeat lives the
// one that draws the highest number for its id.
func (n *Node) owner(universe string) (best peer) {
	n.mu.Lock()
	peers := n.peers
	n.mu.Unlock()
	var most uint64
	for _, p := range peers {
		if w := weight(p.name, universe); best.name == "" || w > most {
			best, most = p, w
		}
	}
	return best
}

// weight is what a process draws for a universe.
func weight(node, universe string) uint64 {
	h := sha256.Sum256([]byte(node + "\x00" + universe))
	return binary.BigEndian.Uint64(h[:])
}

// addressOf is where a process is reached, "" when its heartbeat has ended.
func (n *Node) addressOf(name string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range n.peers {
		if p.name == name {
			return p.address
		}
	}
	return ""
}
