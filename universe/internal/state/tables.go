package state

var (
	CounterTable = NewTable[int]("counter") // occasions and the like, by kind and keys
)

var (
	UseTable = NewTable[Use]("used") // of the counters that can be forgotten
)
