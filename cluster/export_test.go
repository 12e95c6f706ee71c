package cluster

// EndAt has f called at each step of the node's moves to other databases.
func (n *Node) EndAt(f func(step string)) { n.step = f }

// The steps of a move.
const (
	StepBegun  = stepBegun
	StepCopied = stepCopied
	StepMoved  = stepMoved
)

// SchemaVersion is the directory's, of this version.
var SchemaVersion = len(steps)
