package gist

// Option is one of what a mail leaves its reader to choose among.
type Option struct {
	Name string // in few words, as its reader says it: "the linen one", "in cash", "fix it"
	Kind OptionKind
}

// OptionKind tells how an option is said.
type OptionKind string

// The kinds of options.
const (
	OptionThing  OptionKind = "thing"  // a thing, a person, a figure: "the linen one"
	OptionHow    OptionKind = "how"    // where, when or how: "in cash", "upstairs"
	OptionDeed   OptionKind = "deed"   // what the writer or theirs would do: "fix it"
	OptionMine   OptionKind = "mine"   // what the reader would do: "call at your office"
	OptionJoint  OptionKind = "joint"  // what both would do: "take her away for a night"
	OptionTheirs OptionKind = "theirs" // what somebody else would do: "she can ride Pepper"
	OptionState  OptionKind = "state"  // how it would be: "she stays afloat"
)

// Names are what the options are called.
func names(list []Option) (out []string) {
	for _, o := range list {
		out = append(out, o.Name)
	}
	return out
}
