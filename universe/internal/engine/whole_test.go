package engine

// whole is the universe that a cell has made or found.
func whole(p *cellPart, err error) (*Universe, error) { return Of(p), err }
