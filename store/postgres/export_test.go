package postgres

// SchemaVersion is the one of this version.
var SchemaVersion = len(steps)
