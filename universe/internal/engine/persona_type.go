package engine

// Providers: who made a person.
const (
	providerAPI      = "api"
	providerCase     = "case"
	providerStranger = "stranger"
	providerWorld    = "world"
	providerMail     = "mail"
	providerConfig   = "config"
)
