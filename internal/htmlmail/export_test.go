package htmlmail

// RequireSafe is for tests that need packages which stand on this one.
var RequireSafe = requireSafe
